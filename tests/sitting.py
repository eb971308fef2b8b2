"""Playing a round in a test, in the notation: a sitting at one table."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.notation.acts import parse_act
from croupier.notation.answer import Answer, Line
from croupier.notation.written import read_written, settle_written
from croupier.play.authority import lacking
from croupier.play.banked import act, open_table, view
from croupier.play.banked.events import BankedEvent
from croupier.play.banked.state import Box, Round, Table
from croupier.play.banked.view import TableView
from croupier.play.refusal import Reason, Refusal
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked
from croupier.rules.terms import Role
from tests.pit import agreed, without_signing

SHARED = Path(__file__).resolve().parents[2] / "shared"

HOUSE_GAMES = (
    "rws-casino-stud",
    "rws-multi-link-casino-stud",
    "rws-progressive-texas-holdem",
    "mbs-texas-holdem-bonus-progressive",
)


class Sitting:
    """A table in a test. Acts are texts such as ``p1: 1 ante 10000``."""

    def __init__(self, game: str, policy: Mapping[str, Any] | None = None, *, meter: int | None = None) -> None:
        self.game = load_banked(game)
        self.table: Table = open_table(self.game, policy, meter=meter)
        self.events: list[BankedEvent] = []

    def do(self, *acts: str) -> tuple[BankedEvent, ...]:
        """Perform acts that must be accepted; what the last one led to, without who signed it.

        The pit stands behind what staff say, unless the text names who does.
        """
        events: tuple[BankedEvent, ...] = ()
        for text in acts:
            deed = parse_act(text)
            turn = agreed(self.game, self.table, deed)
            assert not isinstance(turn, Refusal), f"{text}: {turn}"
            self.table, events = turn.table, without_signing(turn.events)
            self.events += events
        return events

    def refused(self, text: str) -> Refusal:
        """Perform an act that must be refused to whoever asks for it alone, and change nothing.

        An act of staff that waits for others counts as refused to its maker, by the sentence that names who must sign.
        """
        before = self.table
        deed = parse_act(text)
        turn = act(self.game, self.table, deed.actor, deed.command, deed.others)
        if not isinstance(turn, Refusal) and turn.table.waiting:
            waits = turn.table.waiting[-1]
            turn = Refusal(Reason.ROLE, lacking(waits), waits.weighing.cites)
        assert isinstance(turn, Refusal), f"{text} was accepted"
        assert self.table == before
        assert all(self.game.document.knows(cite) for cite in turn.cites)
        return turn

    @property
    def round(self) -> Round:
        """The round in play."""
        assert self.table.round is not None
        return self.table.round

    def box(self, number: int) -> Box:
        """A box that somebody plays."""
        box = self.round.box(number)
        assert box is not None
        return box

    def seen_by(self, role: str, player: str = "") -> TableView:
        """The table as somebody sees it."""
        return view(self.game, self.table, Viewer(Role(role), player))


def settled(round_: Mapping[str, Any]) -> Answer:
    """Settle a written round, given as plain data."""
    import json

    return settle_written(read_written(json.dumps(round_)))


def line(answer: Answer, box: int, wager: str) -> Line:
    """One wager of a settled round."""
    return next(one for one in answer.lines if (one.box, one.wager) == (box, wager))
