"""What tests of rulebooks share."""

from croupier.notation.answer import Answer, MeterMoves


def meter_of(answer: Answer) -> MeterMoves:
    """What a round did to the jackpot, in a game that has one."""
    assert answer.meter is not None
    return answer.meter
