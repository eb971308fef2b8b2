"""Irregularities in the poker room: the particulars of a report there, and the decisions that follow."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cli.terminal.ask import Answer, Ask, Question, UnclearError
from croupier.cli.terminal.particulars import GIVE_UP, GiveUpError, pick
from croupier.cli.terminal.room_seat import SEAT, RoomSeat
from croupier.cli.terminal.screen import Screen
from croupier.cli.terminal.seat import DEALER
from croupier.cli.terminal.trouble import Trouble
from croupier.money import Cents
from croupier.notation.room_told import YOU, name_of
from croupier.notation.speech import money, plain, read_money
from croupier.play.refusal import Refusal
from croupier.play.room import facts as room_facts
from croupier.play.room.aftermath import piles_of
from croupier.play.room.commands import Report, TakeDecision
from croupier.play.room.irregular import SEATS
from croupier.play.room.state import COMMUNITY
from croupier.play.rulings import known_facts
from croupier.play.viewer import Viewer
from croupier.rules.room import Move

_ABOUT_A_SEAT: Final = frozenset({"out_of_turn", "hole_cards_exposed", "player_absent"})
_EARLY: Final = {"flop_exposed_early": 3, "turn_exposed_early": 1, "river_exposed_early": 1}
"""The number of Community Cards turned too early; each deal burns one card first."""
_FROM_THE_SHOE: Final = frozenset({"card_face_up_in_shoe", "cards_exposed"})
_MOVES: Final = (Move.CHECK, Move.BET, Move.CALL, Move.RAISE, Move.FOLD, Move.ALL_IN)


class RoomTrouble(Trouble):
    """The reporting of irregularities in the poker room."""

    def __init__(self, seat: RoomSeat, screen: Screen, ask_: Ask) -> None:
        super().__init__(seat.game, screen, ask_)
        self._seat = seat

    def _version(self) -> int:
        return self._seat.table.version

    def _names(self) -> list[str]:
        """Return all irregularities except those that a Player causes by an act of their own."""
        return [name for name in super()._names() if name not in SEATS]

    def _follow(self) -> None:
        while self._seat.table.pending:
            waiting = self._seat.table.pending[0]
            command = TakeDecision(waiting.number, self._option(waiting), self._reason(waiting))
            self._refused(self._seat.do(Viewer(waiting.role), command))

    def _try(self, name: str) -> Refusal | None:
        command = Report(name)
        if name in _ABOUT_A_SEAT:
            command = replace(command, seat=self._which_seat(name))
        if name == "out_of_turn":
            return self._seat.do(DEALER, self._meant(command))

        def known(facts: dict[str, str]) -> Mapping[str, str]:
            return room_facts.recorded(self._seat.game, self._seat.table, replace(command, facts=facts))

        facts = self._facts(name, known)
        if name == "cards_exposed" and "when" not in {**facts, **known(facts)}:
            facts["when"] = self._fact(next(fact for fact in known_facts(self._seat.game, name) if fact.name == "when"))
        command = replace(command, facts=facts)
        command = replace(command, cards=self._cards(command))
        return self._seat.do(DEALER, self._in_order(command))

    def _which_seat(self, name: str) -> int:
        """Return the seat of the Player concerned. Raises :class:`GiveUpError`."""
        seen = self._seat.view()
        others_only = name == "out_of_turn"
        in_round = name != "player_absent"
        numbers = [
            one.seat
            for one in seen.seats
            if (not in_round or (one.dealt_in and not one.folded)) and (one.seat != seen.turn or not others_only)
        ]
        if not numbers:
            return SEAT

        def read(text: str) -> int:
            for number in numbers:
                who = name_of(seen, number, SEAT)
                if text.lower() in (str(number), who.lower(), "me" if who == YOU else ""):
                    return number
            raise UnclearError(f"Enter one of {', '.join(map(str, numbers))}.")

        give_up = Answer(GIVE_UP, "give up", 0)
        hint = ", ".join(f"{number} {name_of(seen, number, SEAT)}" for number in numbers)
        said = self._ask.ask(Question("Which Player?", (give_up,), None, read, hint, (), True))
        if not said:
            raise GiveUpError
        return said

    def _meant(self, command: Report) -> Report:
        """Return the report with the act that a Player meant before their turn. Raises :class:`GiveUpError`."""
        move = Move(pick(self._ask, "What was meant?", [(plain(one.value), one.value) for one in _MOVES]))
        to = self._up_to() if move in (Move.BET, Move.RAISE) else None
        return replace(command, move=move, to=to)

    def _up_to(self) -> Cents:
        def read(text: str) -> Cents:
            amount = read_money(text)
            if not amount:
                raise UnclearError(f"{text[:20]!r} is not an amount; write 25 or 25.50.")
            return amount

        give_up = Answer(GIVE_UP, "give up", 0)
        level = money(self._seat.view().level)
        said = self._ask.ask(Question("Up to how much?", (give_up,), None, read, f"above {level}", (), True))
        if not said:
            raise GiveUpError
        return said

    def _cards(self, command: Report) -> tuple[Card, ...]:
        """Return the cards that were seen: the person need not know them, the shoe has them."""
        shoe, name = self._seat.shoe, command.irregularity
        if name in _EARLY:
            return shoe.next(1 + _EARLY[name])[1:]
        if name in _FROM_THE_SHOE and self._seat.table.playing:
            return shoe.next(int(command.facts.get("count", "1")))
        return ()

    def _in_order(self, command: Report) -> Report:
        """Return the report with the cards in their intended order, if they can be restored: this shoe has no other."""
        round_ = self._seat.table.round
        if command.facts.get("reconstructable") != "yes" or round_ is None or not self._seat.table.playing:
            return command
        community = command.irregularity == "too_many_community_cards"
        piles = tuple(pile for pile in piles_of(round_) if (pile[0] == COMMUNITY) is community and pile[1])
        return replace(command, piles=piles)
