"""Bots at a table of their own, as fast as the engine lets them."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from croupier.bots import BOTS, Bot, Level
from croupier.cards import DECK
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import act, open_room
from croupier.play.room.commands import (
    DealCards,
    JoinTable,
    OpenRound,
    RoomCommand,
    Settle,
    TurnMarker,
)
from croupier.play.room.options import DealerOption, room_options
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_room
from croupier.rules.terms import Role
from tests.room import chips_on

GAME = load_room("rws-poker")
DEALER = Viewer(Role.DEALER)
STAKE = 20_000


class Company:
    """Bots by seat, their generators, and a shoe."""

    def __init__(
        self, levels: Sequence[Level | Bot], seed: int, policy: Mapping[str, Any] | None = None, stake: int = STAKE
    ) -> None:
        self.bots = {at: BOTS[one] if isinstance(one, Level) else one for at, one in enumerate(levels, 1)}
        self.chance = {at: Random(seed * 100 + at) for at in self.bots}
        self.shoe = Random(seed)
        self.table = open_room(GAME, {"seats": 10, **(policy or {})})
        self.commands: list[tuple[str, RoomCommand]] = []
        self.brought = self.taken = 0
        for at in self.bots:
            self.do(Viewer(Role.PLAYER, f"p{at}"), JoinTable(at, stake))

    def do(self, who: Viewer, command: RoomCommand) -> None:
        """A command that must be taken."""
        before = chips_on(self.table) + self.table.rake
        turn = act(GAME, self.table, Actor(who.player or who.role.value, who.role), command)
        assert not isinstance(turn, Refusal), (command, turn)
        self.table = turn.table
        self.commands.append((who.player, command))
        moved = chips_on(self.table) + self.table.rake - before
        kinds = {type(one).__name__ for one in turn.events}
        assert not moved or kinds <= {"PlayerJoined", "StakeIncreased", "PlayerLeft"}, (command, moved)
        self.brought += max(0, moved)
        self.taken -= min(0, moved)

    def asked(self, seat: int) -> bool:
        """Ask a bot once; whether it did something."""
        who = Viewer(Role.PLAYER, f"p{seat}")
        view, offered = room_view(GAME, self.table, who), room_options(GAME, self.table, who)
        command = self.bots[seat](view, offered, self.chance[seat])
        if command is not None:
            self.do(who, command)
        return command is not None

    def round(self, deck: Sequence[int] = ()) -> None:
        """One round; ``deck`` names the order of its cards."""
        for seat in list(self.table.seats):
            while self.table.seat(seat.number) is not None and self.asked(seat.number):
                pass
        for at in self.bots:
            if self.table.seat(at) is None:
                self.do(Viewer(Role.PLAYER, f"p{at}"), JoinTable(at, STAKE))
                self.asked(at)
        cards = [DECK[at] for at in deck] if deck else self.shoe.sample(DECK, len(DECK))
        self.do(DEALER, OpenRound())
        while self.table.playing:
            offered = room_options(GAME, self.table, DEALER)
            match offered:
                case (DealerOption(what="deal", cards=count),):
                    self.do(DEALER, DealCards(tuple(cards[:count])))
                    cards = cards[count:]
                case (DealerOption(what="turn_marker"),):
                    self.do(DEALER, TurnMarker())
                case (DealerOption(what="settle"),):
                    self.do(DEALER, Settle())
                case _:
                    turn = room_view(GAME, self.table, DEALER).turn
                    assert turn is not None
                    assert self.asked(turn), "nobody does anything"

    @property
    def stacks(self) -> dict[int, int]:
        """What lies before each seat between rounds."""
        return {seat.number: seat.stake for seat in self.table.seats}


def contest(one: Bot, other: Bot, deals: int, seed: int, seats: int = 2, stake: int = STAKE // 2) -> list[int]:
    """What ``one`` wins from ``other`` in each deal, in cents.

    Every deal is played twice from whole stacks with the same cards, the two changing seats, so that neither the cards
    nor the Button favour anybody; what is left is how they play.
    """
    chance, results = Random(seed), []
    for deal in range(deals):
        deck = chance.sample(range(len(DECK)), len(DECK))
        won = 0
        for swapped in (False, True):
            bots = [other if (at % 2 == 0) is swapped else one for at in range(seats)]
            company = Company(bots, seed * 10_000 + deal, {"rake": "0"}, stake)
            company.round(deck)
            won += sum(company.stacks[at] - stake for at, bot in enumerate(bots, 1) if bot is one)
        results.append(won)
    return results
