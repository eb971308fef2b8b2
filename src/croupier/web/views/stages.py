"""The stages of a round's end: face-up cards first, then the winners, the money last.

An automatic table turns its cards and settles in one commit. The journal has it at once; people are shown it as a
Dealer would: card by card. A stage is a state that the table has really been in, or one with fewer of the Dealer's
cards turned, so that a page made from it can know no more than what lies open. The functions here are pure:
:mod:`croupier.web.views.reveals` decides when a stage is reached.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.banked import events as banked
from croupier.play.banked.state import Phase
from croupier.play.room import events as room
from croupier.play.room.state import COMMUNITY
from croupier.web.views.telling import Moment


class Cue(StrEnum):
    """The facts that a page may tell at a stage, beyond the cards and chips on the table."""

    TURNING = "turning"
    """The stage at which cards are being turned."""
    NAMED = "named"
    """The stage at which the Dealer's cards lie open, and their hand has its name."""
    HANDS = "hands"
    """The stage at which the Players' hands lie open too, and have their names."""
    VERDICT = "verdict"
    """The stage at which the winners are named; the money lies where it lay."""


class Stage(Struct, frozen=True):
    """A stage of a round's end, with the milliseconds that it comes after the stage before."""

    cue: Cue | None
    """The cue; None at the end: nothing is held back any more."""
    moment: Moment
    after: int
    last: Moment
    """The end of the round, for what a verdict says."""


FIRST: Final = 300
BETWEEN: Final = 420
BEFORE_LAST: Final = 700
STREET: Final = 500
ALL_IN_CARD: Final = 900
NAMES: Final = 300
HANDS: Final = 500
VERDICT: Final = 300
MONEY: Final = 400
CALM: Final = 600
"""The milliseconds of every stage for a person who wants no motion."""


def stages_of(moments: Sequence[Moment]) -> tuple[Stage, ...]:
    """Return the stages of a commit, the first shown at once; none where it may all be shown at once.

    ``moments`` begins with the table before the commit. A commit is staged where it turns cards and leaves nothing for
    a Player to do: a question to a Player is not kept from them.
    """
    last = moments[-1]
    first = next((at for at, one in enumerate(moments) if at and _turns(one)), None)
    if first is None or not last.state.info.automatic or not _over(last.state):
        return ()
    base = moments[first - 1]
    stages = [Stage(Cue.TURNING, base, 0, last)]
    found = _room(moments, first) if isinstance(last.state, RoomTable) else _banked(moments, first)
    stages += (Stage(cue, moment, after, last) for cue, moment, after in found)
    if not last.state.running:
        stages.append(Stage(Cue.VERDICT, stages[-1].moment, VERDICT, last))
    return (*stages, Stage(None, last, MONEY, last))


def held_from(stages: Sequence[Stage]) -> Moment:
    """Return the last moment that all people are shown at once."""
    return stages[0].moment


Found = Iterator[tuple[Cue, Moment, int]]


def _banked(moments: Sequence[Moment], first: int) -> Found:
    hands: Moment | None = None
    turned = False
    for at in range(first, len(moments)):
        one, before = moments[at], moments[at - 1]
        match one.event:
            case banked.CommunityRevealed():
                yield Cue.TURNING, one, STREET if turned else FIRST
                turned = True
            case banked.DealerRevealed():
                yield from _dealer(before, one, after_street=turned)
                turned = True
            case banked.HandShown() | banked.HandWithheld():
                hands = one
            case _:
                continue
    if hands is not None:
        yield Cue.HANDS, hands, HANDS


def _dealer(before: Moment, after: Moment, *, after_street: bool) -> Found:
    """Yield the turning of the Dealer's cards one by one, then their hand.

    Beside Community Cards they are turned at the pace of a street.
    """
    assert isinstance(before.state, BankedTable)
    engine = before.state.engine
    assert engine.round is not None
    open_ = engine.round.dealer_up
    down = [at for at in range(len(engine.round.dealer)) if at not in open_]
    for number, at in enumerate(down, 1):
        open_ = tuple(sorted((*open_, at)))
        round_ = replace(engine.round, dealer_up=open_)
        state = replace(before.state, engine=replace(engine, round=round_))
        wait = FIRST if number == 1 else BEFORE_LAST if number == len(down) else BETWEEN
        if after_street or (engine.round.community and number > 1):
            wait = STREET
        yield Cue.TURNING, replace(before, state=state, version=after.version), wait
    yield Cue.NAMED, after, NAMES


def _room(moments: Sequence[Moment], first: int) -> Found:
    for at in range(first, len(moments)):
        one = moments[at]
        match one.event:
            case room.HandShown():
                yield Cue.HANDS, one, HANDS if at > first else 0
            case room.CardsDealt() if _turns(one):
                yield Cue.TURNING, one, ALL_IN_CARD
            case _:
                continue


def _turns(one: Moment) -> bool:
    """Return whether an event lays cards open."""
    match one.event:
        case banked.CommunityRevealed() | banked.DealerRevealed() | banked.HandShown() | room.HandShown():
            return True
        case room.CardsDealt(places=places):
            return COMMUNITY in places
        case _:
            return False


def _over(state: TableState) -> bool:
    """Return whether no Player has a decision left in this round."""
    if isinstance(state, RoomTable) or not state.running:
        return not state.running
    round_ = state.engine.round
    waits = round_ is not None and (any(box.choice for box in round_.boxes) or round_.phase is not Phase.SETTLING)
    return not waits
