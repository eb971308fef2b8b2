"""The poker room, played by its own engine with bots: the sum of the Rake, and what each manner wins.

A chunk is a sitting of its own: every bot sits down anew with its buy-in and tops up as it likes, and a bot that has
left sits down again for the next round. Rounds are real ones, command by command.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Final

from croupier.bots import BOTS, Level
from croupier.bots.manners import BUY_IN
from croupier.cards import DECK, Card
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.play.actor import Actor
from croupier.play.refusal import Refusal
from croupier.play.room import act, open_room
from croupier.play.room.commands import DealCards, JoinTable, OpenRound, RoomCommand, Settle, TurnMarker
from croupier.play.room.events import PotAwarded, RoomEvent
from croupier.play.room.options import DealerOption, room_options
from croupier.play.room.state import Table
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role
from croupier.trials.engine import chance_of
from croupier.trials.plan import ALL, Part, Plan

FEWEST: Final = 2
_DEALER: Final = Viewer(Role.DEALER)
WHY: Final = "The engine of the poker room plays, with bots; there is no exact value to hold it to."


def levels_of(game: RoomGame, plan: Plan) -> tuple[Level, ...]:
    """Return the bots' manners by seat. Raises :class:`InputError`."""
    named = plan.manners or (Level.REGULAR.value,) * 6
    for name in named:
        if name not in set(Level):
            raise InputError(f"--manner: must be one of {', '.join(Level)}, not {name[:40]!r}")
    most = open_room(game, {}).policy.seats
    if not FEWEST <= len(named) <= most:
        raise InputError(f"--manner: from {FEWEST} to {most} Players sit at a table of {game.name}, not {len(named)}")
    return tuple(Level(name) for name in named)


class RoomTrial:
    """A table of the poker room, ready to be played."""

    slow = True
    why = WHY

    def __init__(self, game: RoomGame, plan: Plan) -> None:
        if plan.sides or plan.jackpot_wager or plan.changes:
            raise InputError(f"--side, --jackpot-wager, --pay: {game.name} has no such wagers")
        self.plan, self.game = plan, game
        self.levels = levels_of(game, plan)

    @property
    def strategy(self) -> str:
        """The manners of its Players."""
        return ", ".join(self.levels)

    def part(self, chunk: int, rounds: int) -> Part:
        """Play a sitting."""
        sitting = _Sitting(self.game, self.levels, chance_of(self.plan.seed, chunk))
        for _ in range(rounds):
            sitting.round()
        return sitting.part()

    def expected_won(self) -> dict[str, Fraction]:
        """Return nothing: there are no exact odds."""
        return {}

    def expected_rows(self) -> dict[str, Fraction]:
        """Return nothing: there are no exact odds."""
        return {}


class _Sitting:
    """Bots at a table."""

    def __init__(self, game: RoomGame, levels: Sequence[Level], chance: Random) -> None:
        self._game, self._chance = game, chance
        self._levels = dict(enumerate(levels, 1))
        self._table: Table = open_room(game, {})
        self._stake = BUY_IN * 2 * self._table.policy.small_blind
        self._events: list[RoomEvent] = []
        columns = (ALL, *dict.fromkeys(levels))
        self._rows: dict[str, int] = {}
        self._totals = {kind: dict.fromkeys(map(str, columns), 0) for kind in ("staked", "won", "squares")}
        self._rounds = self._lowest = 0
        self._join()

    def _join(self) -> None:
        for seat in self._levels:
            if self._table.seat(seat) is None:
                self._do(_player(seat), JoinTable(seat, self._stake))
                self._asked(seat)

    def _do(self, who: Viewer, command: RoomCommand) -> None:
        turn = act(self._game, self._table, Actor(who.player or who.role.value, who.role), command)
        assert not isinstance(turn, Refusal), (command, turn)
        self._table = turn.table
        self._events += turn.events

    def _asked(self, seat: int) -> bool:
        """Ask a bot once; whether it did something."""
        who = _player(seat)
        seen, offered = room_view(self._game, self._table, who), room_options(self._game, self._table, who)
        command = BOTS[self._levels[seat]](seen, offered, self._chance)
        if command is not None:
            self._do(who, command)
        return command is not None

    def round(self) -> None:
        """Play one round, from the bots' care for their seats to the settlement."""
        for seat in self._levels:
            while self._table.seat(seat) is not None and self._asked(seat):
                pass
        self._join()
        before = self._stakes()
        self._events = []
        cards = self._chance.sample(DECK, len(DECK))
        self._do(_DEALER, OpenRound())
        while self._table.playing:
            cards = self._go_on(cards)
        self._book(before)

    def _go_on(self, cards: list[Card]) -> list[Card]:
        """Do what the table waits for; return the cards that are left."""
        match room_options(self._game, self._table, _DEALER):
            case (DealerOption(what="deal", cards=count),):
                self._do(_DEALER, DealCards(tuple(cards[:count])))
                return cards[count:]
            case (DealerOption(what="turn_marker"),):
                self._do(_DEALER, TurnMarker())
            case (DealerOption(what="settle"),):
                self._do(_DEALER, Settle())
            case _:
                turn = room_view(self._game, self._table, _DEALER).turn
                assert turn is not None, "somebody is to act"
                acted = self._asked(turn)
                assert acted, "a bot does something in its turn"
        return cards

    def _stakes(self) -> dict[int, Cents]:
        return {seat.number: seat.stake for seat in self._table.seats}

    def _book(self, before: dict[int, Cents]) -> None:
        pots = [one for one in self._events if isinstance(one, PotAwarded)]
        after, won = self._stakes(), dict.fromkeys(self._totals["won"], 0)
        for seat, stake in before.items():
            net = after.get(seat, 0) - stake
            won[self._levels[seat]] += net
            won[ALL] += net
            key = f"{self._levels[seat]}.{'won' if net > 0 else 'lost' if net < 0 else 'level'}"
            self._rows[key] = self._rows.get(key, 0) + 1
        raked = sum(one.rake for one in pots)
        assert won[ALL] == -raked, "what Players lose together is the Rake"
        ended = "outcome.raked" if raked else "outcome.not_raked"
        self._rows[ended] = self._rows.get(ended, 0) + 1
        self._totals["staked"][ALL] += sum(one.amount for one in pots)
        for column, net in won.items():
            self._totals["won"][column] += net
            self._totals["squares"][column] += net**2
        self._lowest = min(self._lowest, self._totals["won"][ALL])
        self._rounds += 1

    def part(self) -> Part:
        """Return the result of the sitting."""
        totals = self._totals
        return Part(self._rounds, self._rows, totals["staked"], totals["won"], totals["squares"], self._lowest)


def _player(seat: int) -> Viewer:
    return Viewer(Role.PLAYER, f"player-{seat}")
