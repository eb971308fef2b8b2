"""A table of the poker room: the person's seat, the bots at the others, and the only way to act, through the engine."""

import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from croupier.bots import BOTS, Level
from croupier.cards import format_card
from croupier.cli.terminal import record
from croupier.cli.terminal.record import dealt_faces
from croupier.cli.terminal.seat import DEALER, PLAYER, carried_out
from croupier.cli.terminal.shoe import Shoe
from croupier.money import Cents
from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import act
from croupier.play.room.commands import (
    DealCards,
    JoinTable,
    LeaveTable,
    OpenRound,
    RoomCommand,
    Settle,
    TurnMarker,
)
from croupier.play.room.events import (
    CardDiscarded,
    CardsDealt,
    HandLookedAt,
    HandShown,
    RoomEvent,
    RoundOpened,
    StreetTakenBack,
)
from croupier.play.room.options import DealerOption, RoomOption, room_options
from croupier.play.room.state import COMMUNITY, Table
from croupier.play.room.table import RoomTurn
from croupier.play.room.view import RoomView, SeatView, room_view
from croupier.play.viewer import Viewer
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role

MIXED: Final = "mixed"
"""The level for bots of every level at one table."""
SEAT: Final = 1
"""The person's seat: on the Dealer's left, where the Button begins."""
BUY_IN: Final = 100
"""The number of Big Blinds that a Player usually brings."""
# fmt: off
_NAMES: Final = (
    "Ada", "Bruno", "Clara", "Dev", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jun", "Kofi", "Lena", "Mei", "Nils",
    "Omar", "Priya", "Quinn", "Rosa", "Sven", "Tara", "Umar", "Vera", "Wen", "Yuki", "Zoe",
)
# fmt: on

Hear = Callable[[RoomEvent, RoomView], None]


class RoomSeat:
    """A table with one person and some bots, and the person's money besides their Table Stake."""

    def __init__(
        self, game: RoomGame, table: Table, bankroll: Cents, level: str, *, seed: int | None, hear: Hear
    ) -> None:
        self.game, self.table, self.purse = game, table, bankroll
        self.brought = bankroll
        self.shoe = Shoe(seed)
        self._hear, self._level = hear, level
        self._opening = table
        self._acts: list[Deed[RoomCommand]] = []
        self._turns: list[RoomTurn] = []
        self._seed = secrets.randbits(64) if seed is None else seed
        self._chance: dict[str, Random] = {}
        self.levels: dict[str, Level] = {}
        """The level at which each bot plays, by name."""
        self.had: Cents = 0
        """The person's Table Stake when the round began."""

    # --- the view -------------------------------------------------------------------------------------------------

    def view(self) -> RoomView:
        """Return the table as the person sees it."""
        return room_view(self.game, self.table, PLAYER)

    def options(self, who: Viewer = PLAYER) -> tuple[RoomOption, ...]:
        """Return the options of a viewer now."""
        return room_options(self.game, self.table, who)

    @property
    def me(self) -> SeatView:
        """The person's own seat."""
        return next(one for one in self.view().seats if one.seat == SEAT)

    @property
    def lying(self) -> Cents:
        """The chips that the person has put into a round that is not over."""
        return self.had - self.me.stack if self.table.playing and self.me.dealt_in else 0

    # --- acts -----------------------------------------------------------------------------------------------------

    def do(self, who: Viewer, command: RoomCommand) -> Refusal | None:
        """Perform an act and announce its events. Return the refusal; None if the act was accepted.

        The people whom the table of authority asks for besides sign it at once.
        """
        actor = Actor(who.player or who.role.value, who.role)
        deed, turn = carried_out(actor, command, lambda one, others: act(self.game, self.table, actor, one, others))
        if isinstance(turn, Refusal):
            return turn
        self._acts.append(deed)
        self._turns.append(turn)
        if isinstance(command, OpenRound):
            self.had = self.me.stack
        self.table = turn.table
        seen = self.view()
        for event in turn.events:
            match event:
                case RoundOpened():
                    self.shoe.shuffle()
                case StreetTakenBack(community=community, burnt=burnt):
                    self.shoe.take_back((*community, *burnt))
                case CardDiscarded(card=card, place=""):
                    self.shoe.discard(card)
                case _:
                    pass
            self._hear(event, seen)
        return None

    def dealer(self, command: RoomCommand) -> None:
        """Perform an act of the Dealer, who does only what is offered."""
        refused = self.do(DEALER, command)
        assert refused is None, refused

    def advance(self) -> RoomCommand | None:
        """Perform the next act in a round that is not the person's, and return it.

        Return None if the person must act or a decision is pending.
        """
        if self.table.pending:
            return None
        command = self._dealers()
        if command is not None:
            self.dealer(command)
            return command
        turn = self.view().turn
        found = self.table.seat(turn) if turn is not None and turn != SEAT else None
        return self._bot(found.player) if found is not None else None

    def _dealers(self) -> RoomCommand | None:
        for option in self.options(DEALER):
            match option:
                case DealerOption(what="deal", cards=count):
                    return DealCards(self.shoe.take(count))
                case DealerOption(what="turn_marker"):
                    return TurnMarker()
                case DealerOption(what="settle"):
                    return Settle()
                case _:
                    continue
        return None

    def save(self, name: str) -> Path:
        """Write down the sitting so far. Return the path. Raises :class:`croupier.notation.problem.InputError`."""
        return record.save_sitting(self.game, self._opening, self._acts, self._turns, name)

    # --- the bots -------------------------------------------------------------------------------------------------

    def sit_down(self, stake: Cents, players: int) -> None:
        """Seat the person with their Table Stake, then the bots."""
        refused = self.do(PLAYER, JoinTable(SEAT, stake))
        assert refused is None, refused
        self.purse -= stake
        for number in range(SEAT + 1, players + 1):
            self._newcomer(number)

    def between(self) -> None:
        """Let the bots see to their seats between rounds; one that leaves makes room for another."""
        for seat in self.table.seats:
            if seat.player in self.levels:
                while (done := self._bot(seat.player)) is not None:
                    if isinstance(done, LeaveTable):
                        self._newcomer(seat.number)
                        break

    def _newcomer(self, number: int) -> None:
        at = len(self.levels)
        name = _NAMES[at % len(_NAMES)] + (f"-{at // len(_NAMES) + 1}" if at >= len(_NAMES) else "")
        every = tuple(Level)
        self.levels[name] = every[at % len(every)] if self._level == MIXED else Level(self._level)
        self._chance[name] = Random(f"{self._seed} {name}")
        policy = self.table.policy
        big = policy.small_blind * self.game.big_blind_times_small
        stake = min(max(BUY_IN * big, policy.minimum_stake), policy.maximum_stake)
        refused = self.do(Viewer(Role.PLAYER, name), JoinTable(number, stake))
        assert refused is None, refused
        self._bot(name)

    def _bot(self, name: str) -> RoomCommand | None:
        """Let a bot act, from its own view alone. Return its act, if there is one."""
        who = Viewer(Role.PLAYER, name)
        seen, offered = room_view(self.game, self.table, who), self.options(who)
        command = BOTS[self.levels[name]](seen, offered, self._chance[name])
        if command is not None:
            refused = self.do(who, command)
            assert refused is None, refused
        return command


# ---- The cards of an event, as far as the person knows them ---------------------------------------------------------


def faces(event: RoomEvent, seen: RoomView) -> dict[str, object]:
    """Return the cards that an event dealt or turned up, as far as the person knows them; ``seen`` is their view."""
    hands = {str(one.seat): one.cards for one in seen.seats} | {COMMUNITY: seen.community}
    match event:
        case CardsDealt(places=places):
            return {"cards": dealt_faces(places, hands)}
        case HandLookedAt(seat=seat) if seat == SEAT:
            return {"cards": hands[str(seat)]}
        case HandShown(cards=cards):
            return {"cards": tuple(format_card(card) for card in cards)}
        case CardDiscarded(card=card):
            return {"card": format_card(card)}
        case StreetTakenBack(community=community, burnt=burnt):
            return {"community": tuple(format_card(card) for card in community), "burnt": ("??",) * len(burnt)}
        case _:
            return {}
