"""Two signatures: numbers, different people, reasons."""

from msgspec import Struct

from croupier.floor.values.signatures import (
    LONGEST_REASON,
    named,
    not_twice,
    second,
    turned_down,
    without,
    wrong_reason,
)
from croupier.play.refusal import Reason, Refusal


class Waiting(Struct, frozen=True):
    """A proposal that waits for its second signature."""

    number: int
    actor: str


WAITING = (Waiting(1, "sue"), Waiting(3, "sam"))


def test_a_proposal_is_found_by_its_number() -> None:
    assert named(WAITING, 3) is WAITING[1]
    missing = Refusal(Reason.MOMENT, "There is no proposal 2 waiting for a signature", ())
    assert named(WAITING, 2) == missing
    assert named((), 1) == Refusal(Reason.MOMENT, "There is no proposal 1 waiting for a signature", ())


def test_whoever_signed_first_does_not_sign_second() -> None:
    twice = Refusal(Reason.ROLE, "Two different people must sign", ())
    assert not_twice(WAITING[0], "sue") == twice
    assert not_twice(WAITING[0], "sam") is None
    assert second(WAITING, 1, "sue") == twice
    assert second(WAITING, 1, "sam") is WAITING[0]
    assert second(WAITING, 2, "sam") == named(WAITING, 2)


def test_a_rejection_names_a_proposal_and_gives_a_reason() -> None:
    assert turned_down(WAITING, 1, "not now") is None
    assert turned_down(WAITING, 2, "") == named(WAITING, 2)
    assert turned_down(WAITING, 1, " ") == wrong_reason("")


def test_a_reason_has_from_one_to_the_longest_number_of_characters() -> None:
    for reason in ("", " \n", "a" * (LONGEST_REASON + 1)):
        assert wrong_reason(reason) == Refusal(Reason.FACT, "Give a reason, of at most 400 characters", ())
    for reason in ("a", "a" * (LONGEST_REASON - 1), "a" * LONGEST_REASON):
        assert wrong_reason(reason) is None
    assert wrong_reason("a" * 201, 200) == Refusal(Reason.FACT, "Give a reason, of at most 200 characters", ())


def test_a_proposal_that_was_signed_no_longer_waits() -> None:
    assert without(WAITING, 1) == WAITING[1:]
    assert without(WAITING, 2) == WAITING
