"""A major award is signed for over the hand as it is: who checks it says which hand, or returns the claim."""

from pathlib import Path

from msgspec import UNSET

from croupier.cards import parse_card as card
from croupier.floor.reading.slips import slips
from croupier.floor.values.table import (
    ClaimReturned,
    LetSignaturesFall,
    OpenClaim,
    ReturnClaim,
    SignaturesFell,
    SignClaim,
)
from croupier.play.banked.commands import CorrectCard, Settle
from croupier.rules.terms import Role
from tests.floor.linked import FLUSH, NOTHING, SEED, Linked
from tests.floor.rigged import act, events, in_order, refusal

TABLE = "stud-1"
LOW = "8h 7h 6h 5h 4h"


def claimed(path: Path, hand: str = FLUSH) -> Linked:
    """A table where box 1 waits for the signatures of its straight flush."""
    linked = Linked(path, TABLE)
    linked.begin(TABLE, {"1": hand, "dealer": NOTHING})
    linked.play(TABLE)
    act(linked.floor, TABLE, Settle())
    return linked


def claim(linked: Linked) -> OpenClaim:
    (one,) = linked.state(TABLE).info.claims
    return one


def correct(linked: Linked, index: int, text: str) -> None:
    """The supervisor puts right a card that was keyed in wrongly."""
    act(linked.floor, TABLE, CorrectCard("1", index, card(text), "misread"), "sid", Role.PIT_SUPERVISOR)


def test_who_signs_says_which_hand(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    said = refusal(linked.floor, TABLE, SignClaim(1, "8h 7h 6h 5h 3h"), "sue")
    assert said == f"The hand of box 1 is now {LOW}: check it again"
    act(linked.floor, TABLE, SignClaim(1, LOW), "sue")
    assert claim(linked).signed == ("sue",)
    in_order(linked.floor)


def test_a_changed_hand_loses_its_signatures(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    act(linked.floor, TABLE, SignClaim(1, LOW), "sue")
    correct(linked, 4, "9h")  # a higher straight flush, with the same award
    fell = SignaturesFell(1, LOW, ("sue",))
    assert (claim(linked).signed, claim(linked).fell) == ((), fell)
    assert events(linked.floor, f"table:{TABLE}")[-1] == fell
    assert "is now 8h 7h 6h 5h 9h" in refusal(linked.floor, TABLE, SignClaim(1, LOW), "max")
    assert "lacks 2 signatures" in refusal(linked.floor, TABLE, Settle())
    (slip,) = slips(linked.floor, TABLE, 1)
    assert (slip.cards, slip.signatures) == ("8h 7h 6h 5h 9h", ())
    for name in ("sue", "max"):
        act(linked.floor, TABLE, SignClaim(1, "8h 7h 6h 5h 9h"), name)
    act(linked.floor, TABLE, Settle())
    assert not linked.state(TABLE).running
    in_order(linked.floor)


def test_a_hand_changed_before_anybody_has_signed_loses_nothing(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    correct(linked, 4, "9h")
    assert claim(linked).fell is UNSET


def test_the_dealers_hand_is_not_the_awards(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    act(linked.floor, TABLE, SignClaim(1, LOW), "sue")
    spot = linked.round(TABLE).dealer.index(card("2c"))
    correction = CorrectCard("dealer", spot, card("2s"), "misread")
    act(linked.floor, TABLE, correction, "sid", Role.PIT_SUPERVISOR)
    assert claim(linked).signed == ("sue",)


def test_nobody_signs_for_an_award_that_the_hand_no_longer_has(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    act(linked.floor, TABLE, SignClaim(1), "sue")
    correct(linked, 4, "2s")  # no longer a straight flush, nor a flush
    assert claim(linked).signed == ()
    assert "no longer has this award" in refusal(linked.floor, TABLE, SignClaim(1), "max")
    act(linked.floor, TABLE, Settle())
    assert not linked.state(TABLE).running
    assert linked.floor.link("main").awards == ()
    in_order(linked.floor)


def test_a_claim_is_returned_and_checked_again(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    act(linked.floor, TABLE, SignClaim(1), "sue")
    act(linked.floor, TABLE, ReturnClaim(1, "the camera shows a five"), "max", Role.PIT_MANAGER)
    returned = ClaimReturned(1, "max", "pit_manager", "the camera shows a five", ("sue",))
    assert (claim(linked).signed, claim(linked).returned) == ((), returned)
    for actor in ("sue", "sid"):
        assert "max has returned this claim" in refusal(linked.floor, TABLE, SignClaim(1), actor)
    assert "already" in refusal(linked.floor, TABLE, ReturnClaim(1, "me too"), "sid")
    act(linked.floor, TABLE, Settle())  # the Dealer has checked the hand
    assert (claim(linked).signed, claim(linked).returned) == ((), UNSET)
    for name in ("sue", "max"):
        act(linked.floor, TABLE, SignClaim(1), name)
    act(linked.floor, TABLE, Settle())
    # A straight flush has a tenth of the meter: of the seed and 70 % of a wager of 5.00.
    assert linked.floor.link("main").awards[0].amount == (SEED + 350) // 10
    in_order(linked.floor)


def test_the_claims_of_other_boxes_stand(tmp_path: Path) -> None:
    linked = Linked(tmp_path, TABLE)
    linked.begin(TABLE, {"1": FLUSH, "2": "8c 7c 6c 5c 4c", "dealer": "2d 3d 5s 7d 9d"})
    linked.play(TABLE)
    act(linked.floor, TABLE, Settle())
    for name in ("sue", "max"):
        act(linked.floor, TABLE, SignClaim(1), name)
    act(linked.floor, TABLE, ReturnClaim(2, "not clear"), "sue")
    act(linked.floor, TABLE, Settle())
    first, second = linked.state(TABLE).info.claims
    assert (first.signed, second.signed) == (("sue", "max"), ())
    kept = slips(linked.floor, TABLE, 1)
    assert [len(one.signatures) for one in kept] == [2, 0]
    in_order(linked.floor)


def test_who_may_return_a_claim_and_when(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    assert "Supervisor" in refusal(linked.floor, TABLE, ReturnClaim(1, "no"), "dealer")
    assert "no pending award" in refusal(linked.floor, TABLE, ReturnClaim(2, "no"), "sue")
    assert "in which they play" in refusal(linked.floor, TABLE, ReturnClaim(1, "no"), "ann", Role.PIT_SUPERVISOR)
    for reason in ("", " ", "x" * 201):
        assert "reason" in refusal(linked.floor, TABLE, ReturnClaim(1, reason), "sue")
    fell = LetSignaturesFall((1,), (LOW,))
    assert "by itself" in refusal(linked.floor, TABLE, fell, "sue")
    act(linked.floor, TABLE, ReturnClaim(1, "x" * 200), "sue")


def test_a_claim_that_both_have_signed_is_not_returned(tmp_path: Path) -> None:
    linked = claimed(tmp_path)
    for name in ("sue", "max"):
        act(linked.floor, TABLE, SignClaim(1), name)
    assert "Both signatures" in refusal(linked.floor, TABLE, ReturnClaim(1, "late"), "sid")
