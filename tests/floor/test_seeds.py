"""Players' seeds: the order of the steps, and the permutation worked out a second time."""

import hashlib
from collections import Counter
from itertools import count, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.floor.values.seeds import SeedCommitted, SeedError, Seeding, SeedRevealed, Stage, dealt_order, seed_digest
from croupier.floor.values.shuffle import Commitment, Shuffle
from tests.floor.chance import SeededEntropy

HOUSE = Shuffle.fresh(SeededEntropy(1)).commitment
ANN, BEN, CAT = (SeedRevealed(name, bytes([at]) * 16) for at, name in enumerate(("Ann", "Ben", "Cat"), 1))


def sha(purpose: str, message: bytes) -> bytes:
    return hashlib.sha256(b"croupier-shuffle-1:" + purpose.encode() + b":" + message).digest()


def expected_order(commitment: Commitment, seeds: dict[str, bytes]) -> list[int]:
    message = bytes.fromhex(commitment.root) + len(seeds).to_bytes(2, "big")
    for name in sorted(seeds):
        for part in (name.encode(), seeds[name]):
            message += len(part).to_bytes(2, "big") + part
    key = sha("order", message)
    stream = (byte for block in count() for byte in sha("draw", key + block.to_bytes(8, "big")))
    order = list(range(commitment.count))
    for end in range(commitment.count, 1, -1):
        byte = next(byte for byte in stream if byte // end < 256 // end)
        order[end - 1], order[byte % end] = order[byte % end], order[end - 1]
    return order


def promised(entry: SeedRevealed, commitment: Commitment = HOUSE) -> SeedCommitted:
    return SeedCommitted(entry.player, seed_digest(commitment, entry.player, entry.seed))


def all_promised(*entries: SeedRevealed) -> Seeding:
    seeding = Seeding(HOUSE)
    for entry in entries:
        seeding = seeding.commit(promised(entry))
    return seeding.end_committing()


names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)


@settings(deadline=None)
@given(st.dictionaries(names, st.binary(min_size=16, max_size=64), min_size=1, max_size=9), st.integers(1, 52))
def test_the_order_is_as_described_whatever_order_the_seeds_come_in(seeds: dict[str, bytes], cards: int) -> None:
    commitment = Shuffle.fresh(SeededEntropy(cards), DECK[:cards]).commitment
    entries = [SeedRevealed(name, seed) for name, seed in seeds.items()]
    order = dealt_order(commitment, entries)
    assert list(order) == expected_order(commitment, seeds)
    assert order == dealt_order(commitment, reversed(entries))
    assert sorted(order) == list(range(cards))


def test_a_known_order_stays_as_it_is() -> None:
    """Proofs given out once must be checkable for ever, so this never changes."""
    assert dealt_order(Commitment("00" * 32, 10), [BEN, ANN]) == KNOWN_ORDER


@pytest.mark.parametrize("cards", [1, 2, 35, 52])
def test_without_seeds_nothing_is_permuted(cards: int) -> None:
    assert dealt_order(Commitment(HOUSE.root, cards), []) == tuple(range(cards))


def test_everything_told_counts() -> None:
    """Another root, player, seed, or a byte moved from a name to its seed: each is another order."""
    other = Shuffle.fresh(SeededEntropy(2)).commitment
    orders = [
        dealt_order(HOUSE, []),
        dealt_order(HOUSE, [ANN]),
        dealt_order(other, [ANN]),
        dealt_order(HOUSE, [BEN]),
        dealt_order(HOUSE, [ANN, BEN]),
        dealt_order(HOUSE, [ANN, BEN, CAT]),
        dealt_order(HOUSE, [SeedRevealed("Ann", BEN.seed), SeedRevealed("Ben", ANN.seed)]),
        dealt_order(HOUSE, [SeedRevealed("Ann\1", ANN.seed[1:])]),
        dealt_order(HOUSE, [SeedRevealed("Ann", bytes(31) + b"\1")]),
    ]
    assert len(set(orders)) == len(orders)


def test_seeds_favour_no_order() -> None:
    """All 24 orders of four cards over 24,000 seeds, within five standard deviations of 1,000 each."""
    commitment = Commitment(HOUSE.root, 4)
    seen = Counter(dealt_order(commitment, [SeedRevealed("Ann", at.to_bytes(16, "big"))]) for at in range(24_000))
    assert set(seen) == set(permutations(range(4)))
    assert all(abs(times - 1_000) < 155 for times in seen.values())


def test_the_whole_course() -> None:
    seeding = all_promised(CAT, ANN, BEN)
    assert seeding.stage is Stage.REVEALING
    assert seeding.left_out == ("Cat", "Ann", "Ben")
    seeding = seeding.reveal(BEN).reveal(CAT)
    assert seeding.left_out == ("Ann",)
    seeding = seeding.end_revealing()
    assert seeding.order == dealt_order(HOUSE, [CAT, BEN])
    assert seeding.left_out == ("Ann",)


def test_the_digest_is_as_described() -> None:
    message = bytes.fromhex(HOUSE.root) + b"\0\3Ann" + ANN.seed
    assert seed_digest(HOUSE, "Ann", ANN.seed) == sha("seed", message).hex()


def test_nobody_sends_a_digest() -> None:
    seeding = Seeding(HOUSE).end_committing()
    assert seeding.stage is Stage.CLOSED
    assert seeding.order == tuple(range(52))


def test_everybody_who_sent_a_digest_withholds_his_seed() -> None:
    seeding = all_promised(ANN, BEN).end_revealing()
    assert seeding.order == tuple(range(52))
    assert seeding.left_out == ("Ann", "Ben")


def test_no_seed_is_seen_before_all_digests_are_in_and_no_digest_is_taken_after() -> None:
    committing = Seeding(HOUSE).commit(promised(ANN))
    with pytest.raises(SeedError, match="after all digests"):
        committing.reveal(ANN)
    with pytest.raises(SeedError, match="no seeds are being revealed"):
        committing.end_revealing()
    revealing = committing.end_committing()
    with pytest.raises(SeedError, match="no longer accepted"):
        revealing.commit(promised(BEN))
    with pytest.raises(SeedError, match="in already"):
        revealing.end_committing()
    with pytest.raises(SeedError, match="no longer accepted"):
        revealing.end_revealing().commit(promised(BEN))


def test_the_order_is_fixed_once_and_not_before() -> None:
    for open_still in (Seeding(HOUSE), all_promised(ANN), all_promised(ANN).reveal(ANN)):
        with pytest.raises(SeedError, match="not fixed"):
            _ = open_still.order
    with pytest.raises(SeedError, match="before the first card"):
        all_promised(ANN, BEN).reveal(ANN).end_revealing().reveal(BEN)


def test_a_player_cannot_take_back_or_repeat() -> None:
    with pytest.raises(SeedError, match="Ann has already sent"):
        Seeding(HOUSE).commit(promised(ANN)).commit(promised(ANN))
    with pytest.raises(SeedError, match="Ann has already revealed"):
        all_promised(ANN).reveal(ANN).reveal(ANN)
    with pytest.raises(SeedError, match="does not match the digest"):
        all_promised(ANN).reveal(SeedRevealed("Ann", BEN.seed))
    with pytest.raises(SeedError, match="Ben has sent no digest"):
        all_promised(ANN).reveal(BEN)
    with pytest.raises(SeedError, match="one seed"):
        dealt_order(HOUSE, [ANN, SeedRevealed("Ann", BEN.seed)])


def test_a_digest_copied_from_another_player_or_an_earlier_shuffle_opens_with_no_seed_of_theirs() -> None:
    copied = SeedCommitted("Ben", promised(ANN).digest)
    seeding = Seeding(HOUSE).commit(promised(ANN)).commit(copied).end_committing().reveal(ANN)
    with pytest.raises(SeedError, match="does not match the digest"):
        seeding.reveal(SeedRevealed("Ben", ANN.seed))
    earlier = promised(CAT, Shuffle.fresh(SeededEntropy(9)).commitment)
    with pytest.raises(SeedError, match="does not match the digest"):
        Seeding(HOUSE).commit(earlier).end_committing().reveal(CAT)


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "g" * 64, "A" * 64, " " * 64, "٣" * 64])
def test_what_is_no_digest_is_refused(digest: str) -> None:
    with pytest.raises(SeedError, match="64 hexadecimal digits"):
        Seeding(HOUSE).commit(SeedCommitted("Ann", digest))


@pytest.mark.parametrize(("length", "fits"), [(0, False), (15, False), (16, True), (64, True), (65, False)])
def test_a_seed_can_be_neither_guessed_nor_endless(length: int, fits: bool) -> None:
    if fits:
        assert len(seed_digest(HOUSE, "Ann", bytes(length))) == 64
        return
    with pytest.raises(SeedError, match="16 to 64 bytes"):
        seed_digest(HOUSE, "Ann", bytes(length))


@pytest.mark.parametrize("name", ["", "\ud800", "é" * 0x8000])
def test_a_name_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(SeedError, match="Player"):
        Seeding(HOUSE).commit(SeedCommitted(name, "0" * 64))
    with pytest.raises(SeedError, match="Player"):
        dealt_order(HOUSE, [SeedRevealed(name, bytes(16))])


KNOWN_ORDER = (9, 4, 6, 3, 7, 0, 1, 2, 8, 5)
