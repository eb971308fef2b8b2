"""A table of the poker room, in memory."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from croupier.cards import Card
from croupier.library.drawing import drawn_cards, drawn_table
from croupier.library.games import Game, game_of
from croupier.library.playing import DEAL, DEALER, Act, Playing, viewer_of
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.notation.room_acts import format_room_act, parse_room_act
from croupier.notation.room_told import in_words
from croupier.notation.speech import money
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import commands, options
from croupier.play.room import state as room_state
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import RoomEvent
from croupier.play.room.table import act, open_room
from croupier.play.room.view import RoomView, room_view
from croupier.play.viewer import Viewer
from croupier.rulebooks import as_room
from croupier.rules.room import Move, RoomGame
from croupier.rules.terms import Role

_SEAT_ACTS: Final[dict[options.SeatAct, tuple[str, str]]] = {
    "look": ("look {}", "Look at the Hole Cards"),
    "show": ("show {}", "Show the hand"),
    "muck": ("muck {}", "Muck the hand"),
    "sit_out": ("sit out {}", "Sit out"),
    "sit_out_back": ("sit out {} will_return=yes", "Sit out and say: I will be back"),
    "sit_out_gone": ("sit out {} will_return=no", "Sit out and say: I will not be back"),
    "come_back": ("come back {}", "Come back"),
    "pay_in": ("pay in {}", "Pay to be dealt in"),
    "wait": ("wait {}", "Wait for the Big Blind"),
    "leave": ("leave {}", "Leave the table"),
}
_DEALER_ACTS: Final[dict[options.DealerAct, tuple[str, str]]] = {
    "open_round": ("place your blind bets", "Place your Blind Bets"),
    "deal": (DEAL, "Deal"),
    "turn_marker": ("showdown", "Turn the Game Marker to SHOWDOWN"),
    "settle": ("settle", "Take the Rake and award the pots"),
}


class Room(Playing[room_state.Table, RoomCommand]):
    """A table of the poker room: Players against each other, round after round.

    Amounts are whole cents; ``policy`` has stakes and Rake; ``seed`` makes the shuffles the same every time.

    >>> room = Room(policy={"small_blind": 100}, seed=7)
    >>> for text in ("ann: join 1 20000", "ben: join 2 20000", "dealer: place your blind bets"):
    ...     lines = room.act(text)
    >>> lines = room.go_on()
    >>> room.turn, [str(one) for one in room.legal("ann")][:3]
    (1, ['ann: 1 fold', 'ann: 1 call', 'ann: 1 raise 400…20000'])
    """

    _waits_for_nobody = (DEAL, "showdown", "settle")
    _of_a_round = commands.OF_A_ROUND

    def __init__(
        self,
        game: Game | str = "rws-poker",
        policy: Mapping[str, Any] | None = None,
        *,
        seed: int | str | None = None,
    ) -> None:
        known = game_of(game)
        self._rules = as_room(known.rules)
        super().__init__(known, open_room(self._rules, policy), seed)

    def view(self, who: str = "") -> RoomView:
        """Return the table as ``who`` may see it: a Player, a role such as ``dealer``, or an onlooker."""
        return room_view(self._rules, self.state, viewer_of(who))

    def legal(self, who: str = DEALER) -> tuple[Act, ...]:
        """Return everything that ``who`` may do now: a Player who sits here, by name, or a role."""
        return room_acts(self._rules, self.state, viewer_of(who))

    @property
    def turn(self) -> int | None:
        """The seat that is to act, or to show; None if no one is."""
        return self.view().turn

    @property
    def stacks(self) -> dict[str, Cents]:
        """The stack that each Player has behind, by name."""
        return {seat.player: seat.stack for seat in self.view().seats}

    # ---- The engine --------------------------------------------------------------------------------------------------

    def _read(self, text: str) -> Deed[RoomCommand]:
        return parse_room_act(text)

    def _written(self, deed: Deed[RoomCommand]) -> str:
        return format_room_act(deed)

    def _decided(
        self, state: room_state.Table, deed: Deed[RoomCommand]
    ) -> tuple[room_state.Table, Sequence[RoomEvent]] | Refusal:
        turn = act(self._rules, state, deed.actor, deed.command, deed.others)
        return turn if isinstance(turn, Refusal) else (turn.table, turn.events)

    def _says(self, state: room_state.Table, event: RoomEvent) -> str:
        return in_words(self._rules, event, room_view(self._rules, state, viewer_of("")))

    def _rounds(self, state: room_state.Table) -> int:
        return state.rounds

    def _moment(self, state: room_state.Table) -> str:
        return state.moment

    def _places_due(self) -> tuple[str, ...]:
        return self.state.round.ahead if self.state.round is not None else ()

    def _cards_of(self, command: RoomCommand) -> tuple[Card, ...] | None:
        return command.cards if isinstance(command, commands.DealCards) else None

    def __repr__(self) -> str:
        return f"<Room of {self.game.name}, round {self.state.rounds}>"

    def _repr_html_(self) -> str:
        seen = self.view()
        rows = [
            (f"Seat {one.seat}, {one.player}", drawn_cards(one.cards), money(one.stack), money(one.bet))
            for one in seen.seats
        ]
        pot = money(sum(one.amount for one in seen.pots))
        board = ("Community Cards", drawn_cards(seen.community), "", f"pot {pot}")
        return drawn_table(("", "cards", "stack", "bet"), [board, *rows], f"{self.game.title}, round {seen.round}")


def room_acts(game: RoomGame, state: room_state.Table, viewer: Viewer) -> tuple[Act, ...]:
    """Return everything that a viewer may do at a table, as acts in the notation."""
    offered = options.room_options(game, state, viewer)
    return tuple(replace(_offered(viewer, one), moment=state.moment) for one in offered)


def _offered(viewer: Viewer, option: options.RoomOption) -> Act:
    def form(what: str) -> str:
        return f"{viewer.player}: {what}" if viewer.role is Role.PLAYER else f"{DEALER}: {what}"

    match option:
        case options.ActOption(seat=seat, move=move) if option.least < option.most or move in (Move.BET, Move.RAISE):
            label = f"{move.value.capitalize()} to"
            return Act(form(f"{seat} {move.value} {{}}"), label, option.cites, option.least, option.most, option.step)
        case options.ActOption(seat=seat, move=move):
            written = format_room_act(Deed(Actor(viewer.player, viewer.role), commands.Act(seat, move)))
            return Act(written, move.value.replace("_", " ").capitalize(), option.cites)
        case options.SeatOption(seat=seat, what=what):
            text, label = _SEAT_ACTS[what]
            return Act(form(text.format(seat)), label, option.cites)
        case options.StakeOption(seat=seat):
            text = form(f"top up {seat} {{}}")
            return Act(text, "Add to the Table Stake", option.cites, option.least, option.most, option.step)
        case options.DealerOption(what=does, places=places):
            text, label = _DEALER_ACTS[does]
            return Act(form(text), label, option.cites, places=places)
