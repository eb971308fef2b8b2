"""A witness signs heads that go on from the last one, and nothing else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor.journal.cosigning import (
    Cosignature,
    CosigningError,
    Offer,
    Refused,
    Witness,
    follows,
    read_witnessed,
)
from croupier.floor.journal.sealing import Key
from croupier.floor.journal.signing import NO_HEAD, Signer, chained

HOUSE, OTHER, WITNESS = (Signer(Key(bytes([number] * 32))) for number in (1, 2, 3))
HASHES = [f"{number:064x}" for number in range(1, 21)]
FORKED = [*HASHES[:5], *(f"{number:064x}" for number in range(100, 115))]
NOW = 1_800_000_000_000_000


def offer(
    position: int, after: int = 0, hashes: list[str] = HASHES, signer: Signer = HOUSE, old: Signer | None = None
) -> Offer:
    """A head over the first hashes, with those after an entry."""
    seal = signer.seal(position, position, chained(NO_HEAD, hashes[:position]))
    between = tuple(hashes[after:position]) if after else ()
    before, signature = ("", "") if old is None else (old.public, follows(old, signer.public))
    own = seal.signature.hex()
    return Offer(position, position, seal.head, seal.key, own, after, between, before, signature)


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(WITNESS, tmp_path / "heads")


def again(witness: Witness) -> Witness:
    """The same witness after a start."""
    return Witness(WITNESS, witness.path)


def signed(done: Cosignature | Refused) -> Cosignature:
    assert isinstance(done, Cosignature), done
    return done


def refused(done: Cosignature | Refused) -> str:
    assert isinstance(done, Refused), done
    return done.sentence


def test_heads_that_go_on_are_signed_and_kept(witness: Witness) -> None:
    first = signed(witness.sign(offer(5), NOW))
    assert (first.position, first.at, first.witness) == (5, "2027-01-15T08:00:00Z", WITNESS.public)
    assert first.seal.genuine
    second = signed(again(witness).sign(offer(9, 5), NOW))
    assert signed(again(witness).sign(offer(9, 5), NOW + 10**9)) == second  # a delivery that is repeated
    assert witness.path.stat().st_mode & 0o777 == 0o600
    assert witness.path.read_text("utf-8").count("\n") == 2
    assert read_witnessed(witness.path).cosigned == (second,)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (offer(5), "ends with entry 5, and this witness has signed 9"),  # put back
        (offer(9, 9, FORKED), "does not go on from entry 9"),  # forked at the same length
        (offer(12, 9, FORKED), "does not go on from entry 9"),  # forked, and longer
        (offer(12, 5), "Send the hashes of the entries after 9"),
        (offer(12, 9, signer=OTHER), "signs for other Houses"),
        (offer(12, 9, signer=OTHER, old=OTHER), "signs for other Houses"),
    ],
)
def test_a_head_that_leads_elsewhere_is_refused(witness: Witness, asked: Offer, sentence: str) -> None:
    last = signed(witness.sign(offer(9), NOW))
    before = witness.path.read_bytes()
    done = again(witness).sign(asked, NOW)
    assert sentence in refused(done)
    assert isinstance(done, Refused)
    assert done.last == (last if asked.house == HOUSE.public else None)
    assert witness.path.read_bytes() == before


def test_a_head_without_its_houses_signature_is_refused(witness: Witness) -> None:
    for wrong in (
        replace(offer(5), signature="00"),
        replace(offer(5), signature="x"),
        replace(offer(5), head=NO_HEAD),
        replace(offer(5), house=OTHER.public),
        replace(offer(5), position=0),
        replace(offer(5), first=6),
    ):
        assert isinstance(witness.sign(wrong, NOW), Refused), wrong
    assert not witness.path.exists()


def test_a_witness_takes_the_houses_that_it_was_told(tmp_path: Path) -> None:
    told = Witness(WITNESS, tmp_path / "heads", [OTHER.public])
    assert "other Houses" in refused(told.sign(offer(5), NOW))
    signed(told.sign(offer(5, signer=OTHER), NOW))


def test_a_key_goes_on_for_the_one_before_once_it_has_signed(witness: Witness) -> None:
    signed(witness.sign(offer(5), NOW))
    unsigned = offer(9, 5, signer=OTHER, old=HOUSE)
    assert "old key has not signed" in refused(witness.sign(replace(unsigned, follows_signature="00"), NOW))
    forked = offer(9, 5, ["f" * 64, *HASHES[1:]], signer=OTHER, old=HOUSE)
    assert "does not go on" in refused(witness.sign(forked, NOW))
    signed(again(witness).sign(unsigned, NOW))
    assert "was replaced by" in refused(again(witness).sign(offer(12, 5), NOW))
    signed(again(witness).sign(offer(12, 9, signer=OTHER), NOW))


def test_a_house_begins_anew_on_the_word_of_whoever_runs_the_witness(witness: Witness) -> None:
    signed(witness.sign(offer(9), NOW))
    with pytest.raises(CosigningError, match="knows no House"):
        witness.anew(OTHER.public, NOW)
    again(witness).anew(HOUSE.public, NOW)
    last = signed(again(witness).sign(offer(6, hashes=FORKED), NOW))
    said = read_witnessed(witness.path)
    assert (said.cosigned, said.anew) == ((last,), ("2027-01-15T08:00:00Z",))


def test_a_file_that_was_changed_is_refused(witness: Witness) -> None:
    """Of the heads of a House the last one counts, since it is over those before it."""
    signed(witness.sign(offer(9), NOW))
    head = witness.path.read_text("utf-8")
    again(witness).anew(HOUSE.public, NOW)
    anew = witness.path.read_text("utf-8").removeprefix(head)
    for changed in (head.replace("2027", "2028"), head + anew.replace("2027", "2028"), "\n", "x\n"):
        witness.path.write_text(changed, "utf-8")
        for read in (read_witnessed, lambda _: again(witness)):
            with pytest.raises(CosigningError, match="is not one that"):
                read(witness.path)
