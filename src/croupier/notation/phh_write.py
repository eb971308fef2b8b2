"""Writing a round of the poker room in the Poker Hand History format, with the fields of the standard alone.

Blinds and payments stand as the standard has them: a Big Blind paid to join or to return is a negative blind, which is
live; a dead Small Blind is its Player's ante. Amounts are in cents.
"""

import json
from collections.abc import Iterable, Sequence

from croupier.cards import Card, format_card
from croupier.money import Cents
from croupier.notation.phh import VARIANT
from croupier.notation.problem import InputError
from croupier.play.room import evolve
from croupier.play.room.events import (
    Acted,
    BlindPosted,
    HandFolded,
    HandMucked,
    HandShown,
    Post,
    RoomEvent,
    RoundEnded,
    RoundOpened,
    RoundVoided,
)
from croupier.play.room.state import RoomTable, Round
from croupier.rules.room import Move, RoomGame


def write_phh(game: RoomGame, before: RoomTable, events: Iterable[RoomEvent]) -> str:
    """The round that ``events`` tell of, from its opening to its end; ``before`` is the table just before it.

    Raises :class:`InputError` for a round that PHH has no words for: a void one, one without an end, and one in which a
    folded Player's bet Out of Turn stayed in the Pot.
    """
    writing = _Writing(game, before)
    for event in events:
        writing.take(event)
    return writing.text()


def append_phhs(text: str, number: int) -> str:
    """A hand as one of many in a ``.phhs`` file."""
    return f"[{number}]\n{text}\n"


class _Writing:
    """A round being written down."""

    def __init__(self, game: RoomGame, before: RoomTable) -> None:
        self.game = game
        self.table = before
        self.opened: RoundOpened | None = None
        self.stacks = {seat.number: seat.stake for seat in before.seats}
        self.names = {seat.number: seat.player for seat in before.seats}
        self.blinds: dict[int, Cents] = {}
        self.antes: dict[int, Cents] = {}
        self.actions: list[str] = []
        self.board = 0
        self.dealt = False
        self.ruled_out: list[int] = []
        """Players folded by a ruling whose turn to say so has not come."""
        self.ended = False

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def player(self, seat: int) -> str:
        """``p1`` is on the Button's left."""
        assert self.opened is not None
        return f"p{self.opened.seats.index(seat) + 1}"

    def take(self, event: RoomEvent) -> None:
        match event:
            case RoundOpened():
                self.opened = event
            case BlindPosted():
                self._post(event)
            case Acted():
                self._dealt()
                self._folded_before(event.seat)
                self._act(event)
            case HandFolded():
                self.ruled_out.append(event.seat)
            case HandShown() | HandMucked() if self.round.active & (self.round.active - 1):
                self._dealt()
                cards = _packed(event.cards) if isinstance(event, HandShown) else ""
                self.actions.append(f"{self.player(event.seat)} sm {cards}".rstrip())
            case RoundVoided():
                raise InputError("a void round has no result to write down")
            case RoundEnded():
                self._dealt()
                self.ended = True
            case _:
                pass
        self.table = evolve(self.game, self.table, event)

    def _post(self, event: BlindPosted) -> None:
        """What was due, also where the chips did not reach: who reads it finds that out by himself."""
        assert self.opened is not None
        match event.post:
            case Post.SMALL_BLIND:
                self.blinds[event.seat] = self.opened.small
            case Post.BIG_BLIND | Post.STRADDLE:
                self.blinds[event.seat] = self.opened.big
            case Post.LIVE_BIG:
                self.blinds[event.seat] = -self.opened.big
            case Post.DEAD_SMALL | Post.ANTE | Post.MATCHED_ANTE:
                self.antes[event.seat] = self.opened.small

    def _dealt(self) -> None:
        """Cards that lie on the table by now and are not written yet."""
        round_ = self.round
        if not self.dealt and not round_.ahead:
            self.dealt = True
            for hand in round_.hands:
                self.actions.append(f"d dh {self.player(hand.seat)} {_packed(hand.cards)}")
        at = 0
        for street in self.game.streets[: round_.street]:
            cards = round_.community[at : at + street.count]
            at += street.count
            if at > self.board:
                self.board = at
                self.actions.append(f"d db {_packed(cards)}")

    def _act(self, event: Acted) -> None:
        player = self.player(event.seat)
        match event.move:
            case Move.FOLD:
                if event.amount:
                    raise InputError("PHH has no words for a folded Player's bet that stays in the Pot")
                self.actions.append(f"{player} f")
            case Move.CHECK | Move.CALL:
                self.actions.append(f"{player} cc")
            case Move.BET | Move.RAISE | Move.ALL_IN:
                self.actions.append(f"{player} cbr {event.to}")

    def _folded_before(self, seat: int) -> None:
        """Who was folded by a ruling says so when his turn would have come: before the next to act after him."""
        if not self.ruled_out:
            return
        assert self.opened is not None
        last = next((text for text in reversed(self.actions) if text[:1] == "p" and text.split()[1] != "sm"), None)
        order = [self.player(one) for one in self.opened.seats]
        began = order.index(last.split()[0]) if last is not None and self.actions[-1] == last else -1
        here = order.index(self.player(seat))
        between = [order[(began + step) % len(order)] for step in range(1, (here - began - 1) % len(order) + 1)]
        for one in between:
            out = next((number for number in self.ruled_out if self.player(number) == one), None)
            if out is not None:
                self.ruled_out.remove(out)
                self.actions.append(f"{one} f")

    def text(self) -> str:
        """The hand as TOML."""
        opened = self.opened
        if opened is None or not self.ended:
            raise InputError("the round is not over: there is no result to write down")
        seats = opened.seats
        blinds = [self.blinds.get(seat, 0) for seat in seats]
        finishing = {hand.seat: hand.stack for hand in self.round.hands}
        fields = {
            "variant": _quoted(VARIANT),
            "ante_trimming_status": "false",
            "antes": _listed(self.antes.get(seat, 0) for seat in seats),
            # With two Players the standard names the Small Blind first, which the second of them pays.
            "blinds_or_straddles": _listed(reversed(blinds) if len(seats) == 2 else blinds),
            "min_bet": str(opened.big),
            "starting_stacks": _listed(self.stacks[seat] for seat in seats),
            "actions": _strings(self.actions),
            "hand": str(opened.number),
            "seats": _listed(seats),
            "seat_count": str(self.table.policy.seats),
            "table": _quoted(self.table.name),
            "players": _strings([self.names[seat] for seat in seats]),
            "finishing_stacks": _listed(finishing[seat] for seat in seats),
        }
        return "".join(f"{name} = {value}\n" for name, value in fields.items())


def _packed(cards: Iterable[Card]) -> str:
    return "".join(format_card(card) for card in cards)


def _listed(values: Iterable[int]) -> str:
    return f"[{', '.join(str(value) for value in values)}]"


def _strings(values: Sequence[str]) -> str:
    return f"[{', '.join(_quoted(value) for value in values)}]"


def _quoted(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
