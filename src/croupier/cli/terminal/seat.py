"""The person's seat: the table, the play money, and the acts, all of which go through the engine."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from croupier.cli.terminal import record
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.notation.answer import MeterMoves, answer
from croupier.notation.ruled import role_name
from croupier.play.actor import Actor
from croupier.play.authority import ENDS_FAILURE, StatementSigned
from croupier.play.banked.commands import BankedCommand, OpenRound, ReopenJackpot, Report
from croupier.play.banked.events import BankedEvent, JackpotPaid, RoundVoided, StatementMade, WagerSettled
from croupier.play.banked.options import Option, TakeBack, options
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.table import Turn, act
from croupier.play.banked.view import TableView, view
from croupier.play.refusal import Refusal
from croupier.play.room import commands as room_commands
from croupier.play.room import events as room_events
from croupier.play.room.table import RoomTurn
from croupier.play.viewer import Viewer
from croupier.rules.authority import Needs, Signer
from croupier.rules.banked import BankedGame
from croupier.rules.terms import STAFF, Role

NAME: Final = "Player"
"""The person's name at the table, with which the engine's sentences read well."""

PLAYER: Final = Viewer(Role.PLAYER, NAME)
DEALER: Final = Viewer(Role.DEALER)

TOLD: Final = "as the Player has told it"
"""The reason of a report that takes one."""

C = TypeVar("C")
T = TypeVar("T", Turn, RoomTurn)

Hear = Callable[[BankedEvent, TableView], None]


def signing(needs: Needs, first: Actor) -> tuple[Actor, ...]:
    """Return the fewest people, and of those the least in rank, who make a statement suffice beside its maker.

    The person at the terminal plays them all, by the names of their roles.
    """
    pit = [Actor(role.value, role) for role in STAFF if role.value != first.name]
    for count in range(len(pit) + 1):
        for others in combinations(pit, count):
            if needs.met_by([Signer(one.name, one.role) for one in (first, *others)], TOLD):
                return others
    return ()


def carried_out(
    actor: Actor, command: C, perform: Callable[[C, tuple[Actor, ...]], T | Refusal]
) -> tuple[Deed[C], T | Refusal]:
    """Perform an act, signed at once by the people whom the table of authority asks for besides its maker."""
    others = signing(ENDS_FAILURE, actor) if isinstance(command, ReopenJackpot) else ()
    turn = perform(command, others)
    made = None if isinstance(turn, Refusal) or not turn.events else turn.events[-1]
    if not isinstance(made, StatementMade | room_events.StatementMade):
        return Deed(actor, command, others), turn
    others = signing(made.weighing.needs, actor)
    if isinstance(command, Report | room_commands.Report):
        command = replace(command, reason=TOLD)
    return Deed(actor, command, others), perform(command, others)


def signed_in_words(event: StatementSigned) -> str:
    """Return the sentence that one more of the people whom the person plays has signed."""
    return f"You sign this as {role_name(event.role)} too."


class Seat:
    """A table with one person at it, and the person's money."""

    def __init__(self, game: BankedGame, table: Table, bankroll: Cents, hear: Hear) -> None:
        self.game, self.table, self.bankroll = game, table, bankroll
        self.brought = bankroll
        self._hear = hear
        self._opening = table
        self._had = bankroll
        """The person's money when the round began."""
        self._acts: list[Deed[BankedCommand]] = []
        self._events: list[BankedEvent] = []

    def options(self, who: Viewer) -> tuple[Option, ...]:
        """Return the options of a viewer now."""
        return options(self.game, self.table, who)

    def view(self) -> TableView:
        """Return the table as the person sees it."""
        return view(self.game, self.table, PLAYER)

    def do(self, who: Viewer, command: BankedCommand) -> Refusal | None:
        """Perform an act and announce its events. Return the refusal; None if the act was accepted.

        The people whom the table of authority asks for besides sign it at once.
        """
        actor = Actor(who.player or who.role.value, who.role)
        deed, turn = carried_out(actor, command, lambda one, others: act(self.game, self.table, actor, one, others))
        if isinstance(turn, Refusal):
            return turn
        if isinstance(command, OpenRound):
            self._opening, self._acts, self._events, self._had = self.table, [], [], self.bankroll
        self.table = turn.table
        self._acts.append(deed)
        self._events += turn.events
        # Not from the events: a ruling may correct the chips, or undo a settlement. All chips here are the person's.
        ended = sum(one.paid + one.returned - one.staked for one in self.lines)
        self.bankroll = self._had + ended - self.lying
        seen = self.view()
        for event in turn.events:
            self._hear(event, seen)
        return None

    def dealer(self, command: BankedCommand) -> None:
        """Perform an act of the Dealer, who does only what is offered."""
        refused = self.do(DEALER, command)
        assert refused is None, refused

    @property
    def phase(self) -> Phase | None:
        """The phase of the round, if there is one."""
        return self.table.round.phase if self.table.round is not None else None

    @property
    def lines(self) -> tuple[WagerSettled, ...]:
        """The results of the last round's wagers."""
        return self.table.round.lines if self.table.round is not None else ()

    @property
    def awards(self) -> tuple[JackpotPaid, ...]:
        """The awards that the last round won from the jackpot."""
        if any(isinstance(event, RoundVoided) for event in self._events):
            return ()
        return tuple(event for event in self._events if isinstance(event, JackpotPaid))

    @property
    def lying(self) -> Cents:
        """The chips on the table, undecided."""
        if self.table.round is None or self.phase is Phase.ENDED:
            return 0
        round_ = self.table.round
        wagers = sum(wager.amount for box in round_.boxes for wager in box.wagers)
        return wagers + sum(stray.amount for stray in round_.strays)

    def take_back(self) -> None:
        """Clear an open layout: side wagers first, because they need the Ante."""
        while found := [one for one in self.options(PLAYER) if isinstance(one, TakeBack) and one.whole]:
            refused = self.do(PLAYER, found[-1].command(found[-1].whole))
            assert refused is None, refused

    def meter(self) -> MeterMoves | None:
        """Return the moves of the jackpot in the last round; None if the game has none."""
        return answer(self.game, self._opening, self.table, self._events).meter

    def save(self, name: str) -> Path:
        """Write down the last round. Return the path. Raises :class:`croupier.notation.problem.InputError`."""
        written = record.noted(self.game, self._opening, self.table, self._acts, self._events)
        return record.save_round(written, name, self.table.rounds)
