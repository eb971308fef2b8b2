"""Decks at rest and their keys."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.floor.journal.sealing import Key, KeyFile, KeyFileError, KeyRing, SealError, key_id, seal, unseal
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.shuffle import Shuffle
from tests.floor.chance import SeededEntropy

CHANCE = SeededEntropy(1)
KEY, OTHER = Key(bytes(range(32))), Key(bytes(range(1, 33)))
CONTEXT = b"table 3 / round 17 / shuffle 2"
SHUFFLE = Shuffle.fresh(CHANCE)


@settings(deadline=None)
@given(
    st.builds(
        Shuffle.fresh,
        st.integers(0, 2**32).map(SeededEntropy),
        st.lists(st.sampled_from(DECK), min_size=1, unique=True),
    ),
    st.binary(min_size=32, max_size=32).map(Key),
    st.binary(max_size=100),
)
def test_what_was_sealed_comes_back(shuffle: Shuffle, key: Key, context: bytes) -> None:
    sealed = seal(shuffle, key, context, SystemEntropy())
    assert unseal(sealed, key, context) == shuffle
    assert key_id(sealed) == key.id


def test_a_sealed_deck_shows_nothing() -> None:
    sealed = seal(SHUFFLE, KEY, CONTEXT, CHANCE)
    assert not any(salt in sealed for salt in SHUFFLE.salts)
    assert bytes(SHUFFLE.cards[:4]) not in sealed
    assert KEY.secret not in sealed


def test_the_form_is_as_described() -> None:
    sealed = seal(SHUFFLE, KEY, CONTEXT, CHANCE)
    head, nonce, rest = sealed[:9], sealed[9:21], sealed[21:]
    assert head == b"\x01" + KEY.id
    content = AESGCM(KEY.secret).decrypt(nonce, rest, head + CONTEXT)
    assert content == bytes(SHUFFLE.cards) + b"".join(SHUFFLE.salts)


def test_every_deck_has_its_own_nonce() -> None:
    entropy = SystemEntropy()
    assert len({seal(SHUFFLE, KEY, CONTEXT, entropy)[9:21] for _ in range(200)}) == 200


def test_every_changed_byte_is_noticed() -> None:
    sealed = seal(Shuffle.fresh(CHANCE, DECK[:3]), KEY, CONTEXT, CHANCE)
    for at in range(len(sealed)):
        for flip in (0x01, 0x80):
            with pytest.raises(SealError):
                unseal(sealed[:at] + bytes([sealed[at] ^ flip]) + sealed[at + 1 :], KEY, CONTEXT)


def test_every_shortened_or_lengthened_deck_is_noticed() -> None:
    sealed = seal(Shuffle.fresh(CHANCE, DECK[:3]), KEY, CONTEXT, CHANCE)
    for part in (*(sealed[:length] for length in range(len(sealed))), sealed + b"\0"):
        with pytest.raises(SealError):
            unseal(part, KEY, CONTEXT)


@pytest.mark.parametrize("context", [b"", CONTEXT[:-1], CONTEXT + b"0", b"table 3 / round 17 / shuffle 3"])
def test_a_deck_opens_in_its_own_round_only(context: bytes) -> None:
    with pytest.raises(SealError, match="another table, round or shuffle"):
        unseal(seal(SHUFFLE, KEY, CONTEXT, CHANCE), KEY, context)


def test_a_deck_opens_with_its_own_key_only() -> None:
    sealed = seal(SHUFFLE, KEY, CONTEXT, CHANCE)
    with pytest.raises(SealError, match=f"under key {KEY.id.hex()}, not under {OTHER.id.hex()}"):
        unseal(sealed, OTHER, CONTEXT)
    renamed = sealed[:1] + OTHER.id + sealed[9:]
    with pytest.raises(SealError, match="changed"):
        unseal(renamed, OTHER, CONTEXT)


@pytest.mark.parametrize("content", [b"", b"\0", bytes(34), bytes([60]) + bytes(16), bytes(18)])
def test_what_was_sealed_but_is_no_deck_is_the_same_error(content: bytes) -> None:
    head, nonce = b"\x01" + KEY.id, bytes(12)
    with pytest.raises(SealError, match="not a deck"):
        unseal(head + nonce + AESGCM(KEY.secret).encrypt(nonce, content, head + CONTEXT), KEY, CONTEXT)


def test_keys_can_be_replaced() -> None:
    before = KeyRing(KEY)
    old = before.seal(SHUFFLE, CONTEXT, CHANCE)
    after = KeyRing(OTHER, (KEY,))
    new = after.seal(SHUFFLE, CONTEXT, CHANCE)
    assert (key_id(old), key_id(new)) == (KEY.id, OTHER.id)
    assert after.unseal(old, CONTEXT) == after.unseal(new, CONTEXT) == SHUFFLE
    with pytest.raises(SealError, match=f"{OTHER.id.hex()}, which is not at hand"):
        before.unseal(new, CONTEXT)
    with pytest.raises(SealError, match="not a sealed deck"):
        after.unseal(b"", CONTEXT)


def test_a_key_is_told_by_nobody() -> None:
    for text in (repr(KEY), str(KEY), repr(KeyRing(KEY, (OTHER,)))):
        assert KEY.id.hex() in text
        assert KEY.secret.hex() not in text
        assert repr(KEY.secret) not in text
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        Key(bytes(31))


# ---- Key files ------------------------------------------------------------------------------------------------------


def test_a_key_file_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    file = KeyFile(tmp_path / "deck.key")
    with pytest.raises(KeyFileError, match="cannot be read: No such file"):
        file.read()
    before = os.umask(0)
    try:
        key = file.read_or_create(SystemEntropy())
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert file.path.read_bytes() == key.secret
    assert file.read() == file.read_or_create(SystemEntropy()) == key
    assert list(tmp_path.iterdir()) == [file.path]


@pytest.mark.parametrize(
    ("mode", "whom"), [(0o640, "its group"), (0o620, "its group"), (0o604, "everybody"), (0o666, "everybody")]
)
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, mode: int, whom: str) -> None:
    file = KeyFile(tmp_path / "deck.key")
    file.read_or_create(CHANCE)
    file.path.chmod(mode)
    for use in (file.read, lambda: file.read_or_create(CHANCE)):
        with pytest.raises(KeyFileError, match=rf"open to {whom}; let only its owner read it \(chmod 600\)"):
            use()
    file.path.chmod(0o400)
    file.read()


@pytest.mark.parametrize(
    ("content", "told"), [(b"", "0 bytes"), (bytes(31), "31 bytes"), (bytes(33), "more than 32 bytes")]
)
def test_a_file_of_another_length_is_no_key_and_stays(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "deck.key"
    path.touch(0o600)
    path.write_bytes(content)
    with pytest.raises(KeyFileError, match=f"holds {told}, where a key has 32"):
        KeyFile(path).read_or_create(CHANCE)
    assert path.read_bytes() == content


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(KeyFileError, match="not a file"):
            KeyFile(path).read()


def test_no_key_is_written_where_there_is_no_folder_or_through_a_dangling_link(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="cannot be created: No such file"):
        KeyFile(tmp_path / "nowhere" / "deck.key").read_or_create(CHANCE)
    (tmp_path / "deck.key").symlink_to(tmp_path / "target")
    with pytest.raises(KeyFileError, match="cannot be read"):
        KeyFile(tmp_path / "deck.key").read_or_create(CHANCE)
    assert not (tmp_path / "target").exists()


def test_who_comes_second_takes_the_key_of_the_first(tmp_path: Path) -> None:
    """The other creates the file just after we have seen that there is none."""
    path = tmp_path / "deck.key"

    class Slow:
        def draw(self, count: int) -> bytes:
            path.touch(0o600)
            path.write_bytes(OTHER.secret)
            return bytes(count)

    assert KeyFile(path).read_or_create(Slow()) == OTHER
    assert list(tmp_path.iterdir()) == [path]


def test_many_who_begin_at_once_have_one_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from croupier.floor.values.entropy import SystemEntropy\n"
        "from croupier.floor.journal.sealing import KeyFile\n"
        "print(KeyFile(Path(sys.argv[1])).read_or_create(SystemEntropy()).id.hex())"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "deck.key")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    told = {process.communicate()[0] for process in running}
    assert [process.returncode for process in running] == [0] * 6
    assert len(told) == 1
