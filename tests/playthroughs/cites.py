"""Which paragraphs each act cites: a golden table for every game, made from all the rounds that the tests play.

The rounds are those of the golden playthroughs and of the tests of the rulebooks, where every paragraph has its own.
Whatever was done or refused in them is written down with what it was about, each paragraph that it cites, and what
that paragraph says by the rulebook. Reading a table beside its document shows a cite that does not fit; the test that
compares them shows a cite that changed.

    python -m tests.playthroughs.cites      what was recorded, as JSON: it plays the rounds, and takes some seconds
"""

import io
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import Struct

from croupier.play.banked import events as house_events
from croupier.play.banked import table as house_table
from croupier.play.refusal import Refusal
from croupier.play.room import events as room_events
from croupier.play.room import table as room_table
from croupier.rulebooks import load_rulebook
from croupier.rules.document import Cite, Document
from tests.playthroughs import renewed, scenarios

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path(__file__).parent / "cites"
TESTS: Final = "tests/rulebooks"
HEAD: Final = "act\tparagraph\tbeside\tsummary"

Row = tuple[str, Cite, str]
"""What was done, a paragraph that was cited for it, and the others that were cited beside that one."""
Rows = dict[str, set[Row]]
"""By rulebook."""


# ---- What an act is about -------------------------------------------------------------------------------------------


_SAID: Final = frozenset({"irregularity", "option", "award", "name", "options", "then"})
"""Words, as far as they come from a list of the game's."""
_RULED: Final = house_events.IrregularityRuled | room_events.IrregularityRuled
"""Whose facts are known to be the rules' own words: in a report they may be anything."""
_NUMBERS: Final = re.compile(r"\$?\d[\d,.]*(?<![,.])")
_CARDS: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_PLAYERS: Final = re.compile(r"\bp#")
_STANDS_STILL: Final = ("The round waits for ", "The table waits for ")
"""How a refusal begins that has nothing to do with what was wanted."""


def about(value: Struct) -> str:
    """The name of an event or a command, and whatever in it is a word of the rules rather than a number or a name."""
    return " ".join((type(value).__name__, *_words(value)))


def _words(value: Struct) -> Iterator[str]:
    for field in value.__struct_fields__:
        held = getattr(value, field)
        match held:
            case StrEnum():
                yield held.value
            case bool():
                yield from (field,) if held else ()
            case str() if field in _SAID and held:
                yield held
            case tuple() if field in _SAID and held:
                yield "/".join(str(one) for one in held)
            case tuple() if field == "places":
                yield "/".join(sorted({"hand" if one.isdigit() else one for one in held}))
            case dict() if field == "facts" and isinstance(value, _RULED):
                yield from (f"{name}={one}" for name, one in sorted(held.items()))
            case _:
                pass


def refused(command: Struct, refusal: Refusal) -> str:
    """A refusal: what was wanted, and why not, without the numbers and names of the round."""
    sentence = _PLAYERS.sub("…", _NUMBERS.sub("#", _CARDS.sub("…", refusal.sentence)))
    wanted = "anything" if sentence.startswith(_STANDS_STILL) else about(command)
    return f"refused {wanted}: {refusal.reason}, {sentence}"


# ---- Recording ------------------------------------------------------------------------------------------------------


class Recorder:
    """Stands between a table and its decisions, and keeps what is cited."""

    def __init__(self) -> None:
        self.rows: Rows = defaultdict(set)
        for module in (house_table, room_table):
            vars(module)["decide"] = self._recording(module.decide)

    def _recording(self, decide: Callable[..., Any]) -> Callable[..., Any]:
        def recorded(game: Any, table: Any, actor: Any, command: Any, *more: Any, **named: Any) -> Any:
            outcome = decide(game, table, actor, command, *more, **named)
            kept = self.rows[table.rulebook]
            if isinstance(outcome, Refusal):
                self._keep(kept, refused(command, outcome), outcome.cites)
            else:
                for event in outcome:
                    self._keep(kept, about(event), event.cites)
            return outcome

        return recorded

    @staticmethod
    def _keep(kept: set[Row], act: str, cites: tuple[Cite, ...]) -> None:
        kept.update((act, cite, " ".join(one for one in cites if one != cite)) for cite in cites or ("",))


def record() -> Rows:
    """Play every round, and see what is cited. Only for a process that does nothing else."""
    recorder = Recorder()
    said = io.StringIO()
    for path in scenarios():
        renewed(path)
    with redirect_stdout(said):
        status = pytest.main([TESTS, "-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist"])
    if status:
        raise SystemExit(f"{said.getvalue()}\nthe tests of the rulebooks fail: no table can be made from their rounds")
    return recorder.rows


# ---- The tables -----------------------------------------------------------------------------------------------------


def tables() -> dict[Path, str]:
    """The texts that the tables should have, by file; made in a process of its own."""
    command = (sys.executable, "-m", "tests.playthroughs.cites")
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    recorded = msgspec.json.decode(ran.stdout, type=dict[str, list[Row]])
    return {
        FOLDER / f"{rulebook}.tsv": _table(load_rulebook(rulebook).document, rows)
        for rulebook, rows in sorted(recorded.items())
    }


def _table(document: Document, rows: list[Row]) -> str:
    lines = (
        "\t".join((act, cite or "-", beside or "-", _summary(document, cite))) for act, cite, beside in sorted(rows)
    )
    return "\n".join((HEAD, *lines)) + "\n"


def _summary(document: Document, cite: Cite) -> str:
    if not cite:
        return "(no paragraph)"
    if paragraph := document.paragraph(cite):
        return paragraph.summary
    return next(one.choice for one in document.interpretations if one.number == cite)


if __name__ == "__main__":
    print(msgspec.json.encode({rulebook: sorted(rows) for rulebook, rows in record().items()}).decode())
