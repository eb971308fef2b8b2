"""Rounds that were written down, settled: a dispute, a surveillance review, a test."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from croupier.library.drawing import drawn_table
from croupier.money import Cents
from croupier.notation import room_noted
from croupier.notation.answer import Answer
from croupier.notation.form import is_of_the_room, read_toml, under
from croupier.notation.noted import noted_of, settle_noted
from croupier.notation.speech import money, plain
from croupier.notation.written import read_written, settle_written


class Settlement(Answer, frozen=True):
    """The settlement of a round: the end of each wager with its paragraphs, and the moves of the jackpot's meter.

    ``lines`` has one entry a wager: ``box``, ``player``, ``wager``, ``staked``, ``result``, ``paid``, ``returned``,
    ``cites``; a jackpot wager that wins also has its ``award``.
    """

    @classmethod
    def of(cls, answer: Answer) -> Self:
        """Return the answer as a settlement, which a notebook displays as a table."""
        return cls(answer.game, answer.rulebook, answer.lines, answer.meter)

    def net(self, player: str) -> Cents:
        """Return what a Player has won or lost over all wagers and shares."""
        total = 0
        for line in self.lines:
            parts = line.shares or (line,)
            total += sum(one.paid + one.returned - one.staked for one in parts if one.player == player)
        return total

    def _repr_html_(self) -> str:
        rows = [
            (
                f"{line.box}, {line.player}",
                plain(line.wager),
                money(line.staked),
                plain(f"{line.result} ({line.award})" if line.award else line.result),
                money(line.paid),
                money(line.returned),
                ", ".join(line.cites),
            )
            for line in self.lines
        ]
        head = ("box", "wager", "staked", "result", "paid", "returned", "paragraphs")
        meter = f", jackpot {money(self.meter.before)} → {money(self.meter.after)}" if self.meter else ""
        return drawn_table(head, rows, f"{self.rulebook}{meter}")


class Sitting(room_noted.RoomAnswer, frozen=True):
    """The result of a sitting in the poker room: every pot with its Rake, and the stacks."""

    def _repr_html_(self) -> str:
        rows = [
            (
                str(line.round),
                f"Side Pot {line.pot}" if line.pot else "Main Pot",
                money(line.amount),
                money(line.rake),
                ", ".join(f"{player} {money(won)}" for player, won in line.winners.items()),
                ", ".join(line.cites),
            )
            for line in self.pots
        ]
        return drawn_table(("round", "pot", "amount", "Rake", "won", "paragraphs"), rows, self.rulebook)


def settle(round_: Mapping[str, object] | str | Path, version: int | None = None) -> Settlement | Sitting:
    """Settle a round: a mapping, its JSON or notation as text, or the path of a file with either.

    The round is played through the engine. Raises ValueError for everything that a table refuses.

    >>> settled = settle({
    ...     "game": "rws-casino-stud", "meter": 12345600, "dealer": "Ah Kd 9d 5c 2h",
    ...     "boxes": [{"box": 1, "player": "p1", "cards": "Qs Js Ts 9s 8s", "decisions": ["bet"],
    ...                "wagers": {"ante": 10000, "jackpot": 500}}]})
    >>> for line in settled.lines:
    ...     print(line.wager, line.result, line.paid, line.cites)
    ante win 10000 ('3.14.1', '4.1')
    bet win 1000000 ('3.14.1', '4.1')
    jackpot win 1234595 ('4.2',)
    >>> settled.net("p1")
    2244095
    """
    asked = "" if version is None else str(version)
    if isinstance(round_, Path):
        return settle(round_.read_text("utf-8"), version)
    if isinstance(round_, Mapping):
        return _settled(round_, asked)
    if round_.lstrip().startswith("{"):
        return Settlement.of(settle_written(read_written(round_.encode()), asked))
    return _settled(read_toml(round_), asked)


def _settled(content: Mapping[str, object], version: str) -> Settlement | Sitting:
    """Settle plain content: with acts it is notation; otherwise it is a round written down as its result."""
    if is_of_the_room(content):
        came_to = room_noted.settle_sitting(under(room_noted.sitting_of(content), version))
        return Sitting(*(getattr(came_to, name) for name in came_to.__struct_fields__))
    if "acts" in content:
        return Settlement.of(settle_noted(under(noted_of(content), version)))
    return Settlement.of(settle_written(read_written(json.dumps(dict(content)).encode()), version))
