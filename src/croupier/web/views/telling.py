"""The narration of each table's current round, and each Player's last wagers.

It is updated after each commit and is for display only: nothing is decided by it. It holds no card that is not face up,
because sentences are made from an onlooker's view.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeGuard, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.floor.deciding.dealing import held_cites
from croupier.floor.running.floor import Floor
from croupier.floor.values.ports import Notice
from croupier.floor.values.table_duty import DealerHandedOver, DealerSignedOff, DealerSignedOn, RoundHeld, RoundResumed
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.notation.told import SHOWN, in_words
from croupier.play.banked import events as banked
from croupier.play.banked.state import Phase
from croupier.play.room import events as room
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.document import Cite
from croupier.rules.terms import Role
from croupier.web.views.consequences import decided, ruling_shown
from croupier.web.views.room_log import acts_after, group_of, lines_of
from croupier.web.wire import ActShown, Placed, RulingShown, Told
from croupier.web.wire.dealer import Lying

KEPT: Final = 80
"""The most sentences of a round that are kept."""
PASSER_BY: Final = Viewer(Role.DISPLAY)
"""The viewer who sees what is face up, and nothing else."""

# Sets of classes, since every event of every act is looked up: a miss costs one hash.
_RULINGS: Final = frozenset(
    {banked.IrregularityRuled, room.IrregularityRuled, banked.DecisionTaken, room.DecisionTaken}
)
_OF_THE_HOUSE: Final = frozenset({RoundHeld, RoundResumed, DealerSignedOn, DealerHandedOver, DealerSignedOff})
_BANKED: Final = frozenset(get_args(banked.BankedEvent))
_ROOM: Final = frozenset(get_args(room.RoomEvent))


class RoundTold(Struct):
    """A table's round in words."""

    number: int = 0
    told: list[Told] = field(default_factory=list)
    rulings: list[RulingShown] = field(default_factory=list)
    opened: int | None = None
    """The time at which the bets were opened, if known."""
    closed: int | None = None
    """The time at which the bets were closed, if known."""
    last: dict[str, tuple[Placed, ...]] = field(default_factory=dict)
    """The wagers of each Player when the bets of their last round here were closed."""
    before: tuple[Lying, ...] = ()
    """The wagers on the layout when bets were last closed, box by box and owner by owner."""
    acts: dict[int, ActShown] = field(default_factory=dict)
    """The last act in this Betting Round, by seat of the poker room."""


class Moment(Struct, frozen=True):
    """A table after an event, and its narration up to then."""

    event: Any
    """The event; None for the table before the first one."""
    state: TableState
    version: int
    told: RoundTold
    entry: int = -1
    """The index of the commit's entry that the event belongs to; ``index`` is its place in that entry."""
    index: int = -1


class Telling:
    """The narration of every table's current round."""

    def __init__(self, floor: Floor) -> None:
        self.moments: dict[str, list[Moment]] = {}
        """The moments of each table's last commit, beginning with the table before it."""
        self.tables: dict[str, RoundTold] = {
            name: RoundTold(floor.table(name).engine.rounds, before=_lying(floor.table(name)))
            for name in floor.tables()
        }

    def heard(self, notices: Sequence[Notice]) -> None:
        """Narrate a commit."""
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            if kind == "table":
                self.moments[name] = [*self._commit(name, notice)]

    def _commit(self, name: str, notice: Notice) -> Iterator[Moment]:
        """Yield a table's part of a commit, moment by moment."""
        kept = self.tables.setdefault(name, RoundTold())
        first, told = notice.entries[0], replace(kept)
        if first.before is not None:
            yield Moment(None, first.before, first.entry.version - 1, told)
        for at, one in enumerate(notice.entries):
            for index, (before, event, after) in enumerate(zip(one.states, one.events, one.states[1:], strict=False)):
                if type(event) not in SHOWN:
                    self._note(kept, event, one.entry.at, before, after)
                    told = replace(kept)
                yield Moment(event, after, one.entry.version, told, at, index)
            if one.before is not None and not _RULINGS.isdisjoint(map(type, one.events)):
                _note_rulings(kept, one.before, one.events)
                told = replace(kept)

    def _note(self, kept: RoundTold, event: Any, at: int, before: TableState | None, state: TableState) -> None:
        match event:
            case banked.RoundOpened() | room.RoundOpened():
                kept.number = event.number
                kept.told, kept.rulings = [], []
                kept.opened, kept.closed = at, None
            case banked.BetsClosed() if isinstance(state, BankedTable):
                kept.last = kept.last | _wagered(state)
                kept.before = _lying(state)
                kept.closed = at
            case banked.ActTakenBack(act=(banked.BetsClosed(), *_)):
                kept.closed = None
            case banked.IrregularityRuled() | room.IrregularityRuled():
                return  # narrated as a ruling, with all its effects
            case _:
                pass
        if type(state) is RoomTable and _of_the_room(event):
            kept.acts = acts_after(kept.acts, event)
        told = [*_lines(before, state, event, at)]
        if told:
            kept.told = [*kept.told, *told][-KEPT:]

    def of(self, state: TableState) -> RoundTold:
        """Return the narration of a table's round.

        A page may be made between a commit and its announcement: the narration of a round that has just opened is empty
        then, and the one of the round before does not belong to it.
        """
        kept = self.tables.setdefault(state.info.name, RoundTold())
        number = state.engine.rounds
        return kept if kept.number == number else RoundTold(number, last=kept.last, before=kept.before)


def _of_the_room(event: object) -> TypeGuard[room.RoomEvent]:
    return type(event) in _ROOM


def _of_a_game(event: object) -> TypeGuard[banked.BankedEvent]:
    return type(event) in _BANKED


def _of_the_house(state: TableState, event: Any) -> tuple[str, tuple[Cite, ...]]:
    """Return the sentence and paragraphs about the Dealer on duty, or about a held round; empty for other events."""
    match event:
        case RoundHeld():
            sentence = f"After a restart, round {event.round} is held until the pit decides."
            return sentence, held_cites(state)
        case RoundResumed():
            return f"The pit has decided: round {event.round} goes on as it lies ({event.reason}).", event.cites
        case DealerSignedOn():
            return f"{event.dealer} deals.", ()
        case DealerHandedOver():
            return f"{event.comes} deals, and {event.leaves} leaves the table.", ()
        case DealerSignedOff():
            return f"{event.dealer} no longer deals.", ()
        case _:
            return "", ()


def _lines(before: TableState | None, state: TableState, event: Any, at: int) -> Iterator[Told]:
    """Yield the lines about an event that all people at the table may see."""
    if type(event) in _OF_THE_HOUSE:
        sentence, cites = _of_the_house(state, event)
        yield Told(at, sentence, cites)
    elif type(state) is RoomTable and _of_the_room(event):
        game = state.game
        # An act belongs to the Betting Round that it may have ended.
        of = before if type(event) is room.Acted and type(before) is RoomTable else state
        yield from lines_of(game, event, room_view(game, state.engine, PASSER_BY), at, group_of(game, of.engine))
    elif type(state) is BankedTable and _of_a_game(event):
        sentence = in_words(state.game, event)
        if sentence:
            yield Told(at, sentence, event.cites)


def _note_rulings(kept: RoundTold, before: TableState, events: Sequence[Any]) -> None:
    """Narrate the ruling of an entry with all its effects; add a role's decision to the ruling that left it open."""
    shown = ruling_shown(before, events)
    if shown is not None:
        kept.rulings = [*kept.rulings, shown]
    taken = next((one for one in events if isinstance(one, banked.DecisionTaken | room.DecisionTaken)), None)
    if taken is None:
        return
    waiting = next(one for one in before.engine.pending if one.number == taken.number)
    for at, one in reversed([*enumerate(kept.rulings)]):
        if one.irregularity == waiting.irregularity:
            kept.rulings = [*kept.rulings[:at], decided(one, before, events), *kept.rulings[at + 1 :]]
            return


def _wagered(state: BankedTable) -> dict[str, tuple[Placed, ...]]:
    found: dict[str, list[Placed]] = {}
    for box in state.engine.round.boxes if state.engine.round is not None else ():
        for wager in box.wagers:
            for share in wager.shares:
                found.setdefault(share.player, []).append(Placed(box.number, wager.name, share.amount))
    return {player: tuple(placed) for player, placed in found.items()}


def _lying(state: TableState) -> tuple[Lying, ...]:
    """Return the wagers on the areas once the bets are closed; the Player of a box comes first there."""
    round_ = state.engine.round if isinstance(state, BankedTable) else None
    if not isinstance(state, BankedTable) or round_ is None or round_.phase is Phase.BETTING:
        return ()
    return tuple(
        Lying(box.number, wager.name, share.player, share.amount)
        for box in round_.boxes
        for wager in box.wagers
        if state.game.area(wager.name) is not None
        for share in wager.shares
    )
