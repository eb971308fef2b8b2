"""A refusal is a value: why, in a sentence for a person, and under which paragraph."""

from enum import StrEnum
from typing import final

from msgspec import Struct

from croupier.rules.document import Cite


class Reason(StrEnum):
    """The reasons of refusals in order of precedence: if several apply, the first is given."""

    STALE = "stale"
    ROLE = "role"
    MOMENT = "moment"
    NO_SUCH_BOX = "no_such_box"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_WAGER = "no_such_wager"
    NOT_YOURS = "not_yours"
    NOT_YOUR_TURN = "not_your_turn"
    EXAMINED = "examined"
    NEEDS_ANTE = "needs_ante"
    AMOUNT = "amount"
    LIMITS = "limits"
    FUNDS = "funds"
    CARDS = "cards"
    FACT = "fact"


@final
class Refusal(Struct, frozen=True):
    """The refusal of an act with its reason. Nothing has changed."""

    reason: Reason
    sentence: str
    cites: tuple[Cite, ...]

    def __str__(self) -> str:
        return f"{self.sentence} ({', '.join(self.cites)})" if self.cites else self.sentence
