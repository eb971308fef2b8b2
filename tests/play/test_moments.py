"""An act names the moment of play for which it was offered."""

import pytest

from croupier.play.moments import moment_of, passed
from croupier.play.refusal import Reason


@pytest.mark.parametrize(
    ("rounds", "community", "moment"), [(0, None, "1.0"), (11, None, "12.0"), (12, 0, "12.0"), (12, 3, "12.3")]
)
def test_between_rounds_acts_are_offered_for_the_next(rounds: int, community: int | None, moment: str) -> None:
    assert moment_of(rounds, community) == moment


@pytest.mark.parametrize("meant", ["12", "12.3"])
def test_an_act_is_taken_at_its_moment(meant: str) -> None:
    assert passed("12.3", meant) is None


@pytest.mark.parametrize(
    ("meant", "sentence"),
    [
        ("11", "This was offered in round 11, and the table is at round 12: look again"),
        ("13", "This was offered in round 13, and the table is at round 12: look again"),
        ("1", "This was offered in round 1, and the table is at round 12: look again"),
        ("11.3", "This was offered in round 11, and the table is at round 12: look again"),
        ("12.0", "This was offered before the last Community Card of round 12 was turned: look again"),
        ("12.30", "This was offered before the last Community Card of round 12 was turned: look again"),
    ],
)
def test_an_act_is_refused_at_another_moment(meant: str, sentence: str) -> None:
    refused = passed("12.3", meant)
    assert refused is not None
    assert (refused.reason, refused.sentence) == (Reason.STALE, sentence)
