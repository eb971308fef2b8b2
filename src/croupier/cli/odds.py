"""``croupier odds`` and ``croupier advise``: exact figures, strategy, and the best decision for one hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from msgspec import Struct
from rich.console import Console

from croupier.cards import Card, CardError, parse_cards
from croupier.cli.files import refuse_bad_files
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.money import MOST
from croupier.notation.problem import InputError
from croupier.play.banked.flow import board_size
from croupier.rulebooks import as_banked, load_version
from croupier.rules.banked import BankedGame

if TYPE_CHECKING:
    from croupier.odds.solver import Progress, Stakes


class Asked(Struct, frozen=True):
    """The options of the command line about a game's odds."""

    pay: list[str] = []
    strategy: str = ""
    meter: int | None = None
    ante: int | None = None
    jackpot_wager: int | None = None
    exposed: bool = False
    """True to print what knowing more of the Dealer's cards would be worth."""
    html: str = ""
    pdf: str = ""
    xlsx: str = ""
    """The file for a PAR sheet as a workbook; ``html`` and ``pdf`` are for a page and for the printer."""
    decisions: str = ""
    """A file for perfect play on every board."""
    version: str = ""
    """The document's version; the one in force if empty."""

    @property
    def files(self) -> dict[str, str]:
        """The files for PAR sheets that were named, by kind."""
        return {kind: file for kind, file in (("html", self.html), ("pdf", self.pdf), ("xlsx", self.xlsx)) if file}


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn Ctrl-C in a count into Typer's sentence, which Typer itself would leave out."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Abort from None


@interruptible()
def show_odds(game: str, asked: Asked, *, json: bool) -> int:
    """Solve a game, and print its odds. Return the exit code."""
    house = as_banked(load_version(game, asked.version))
    from croupier.odds.holdem.answer import HoldemAnswer
    from croupier.odds.solver import PERFECT, Question, solver_of
    from croupier.odds.whatif import read_changes

    solver = solver_of(house)
    if asked.decisions:
        return _write_decisions(house, asked, json=json)
    if asked.files:
        return _write_sheets(house, asked, json=json)
    changes, stakes = read_changes(asked.pay), _stakes(house, asked)
    with progress_bar(f"Counting {house.document.title}") as progress:
        question = Question(changes, asked.strategy or PERFECT, stakes, asked.exposed, readings=True)
        answer = solver.answer(house, question, progress)
    if json:
        write_json(answer)
        return OK
    from croupier.cli.odds_shown import print_holdem, print_meeting

    if isinstance(answer, HoldemAnswer):
        print_holdem(house, answer)
    else:
        print_meeting(house, answer)
    return OK


@interruptible()
def show_advice(game: str, cards: str, dealer: str, community: str, asked: Asked, *, json: bool) -> int:
    """Advise on one hand. Return the exit code."""
    house = as_banked(load_version(game, asked.version))
    if asked.ante is None and (asked.meter is not None or asked.jackpot_wager is not None):
        raise InputError("--ante: a jackpot wager is weighed against the Ante; give both --ante and --meter")
    from croupier.cli.odds_shown import print_holdem_advice, print_meeting_advice
    from croupier.odds.holdem.solution import Holdem, advise_holdem
    from croupier.odds.meetings.advice import advise
    from croupier.odds.meetings.solution import MeetingGame
    from croupier.odds.solver import Known, solver_of
    from croupier.odds.whatif import read_changes

    solver = solver_of(house)
    stakes = _stakes(house, asked)
    if community and not board_size(house, next(iter(house.rounds))):
        raise InputError(f"--community: {house.name} has no Community Cards")
    hole, known = read_cards("cards", cards), read_cards("--dealer", dealer)
    board = read_cards("--community", community)
    with progress_bar(f"Counting {house.document.title}") as progress:
        ready = solver.ready(house, read_changes(asked.pay), progress)
    if isinstance(ready, Holdem):
        if dealer:
            raise InputError(f"--dealer: in {house.name} no card of the Dealer is known at a decision")
        told = advise_holdem(ready, hole, board, stakes=stakes)
        write_json(told) if json else print_holdem_advice(told)
        return OK
    assert isinstance(ready, MeetingGame)
    advice = advise(ready, Known(hole, known), stakes)
    write_json(advice) if json else print_meeting_advice(advice)
    return OK


def read_cards(field: str, text: str) -> tuple[Card, ...]:
    """Return the cards in a text of the command line. Raises :class:`InputError`, which names the option."""
    try:
        return parse_cards(text)
    except CardError as error:
        raise InputError(f"{field}: {error}") from None


def _stakes(game: BankedGame, asked: Asked) -> "Stakes":
    from croupier.odds.solver import Stakes

    for name, amount in (("--ante", asked.ante), ("--meter", asked.meter), ("--jackpot-wager", asked.jackpot_wager)):
        if amount is not None and not (name == "--meter") <= amount + (name == "--meter") <= MOST:
            raise InputError(f"{name}: must be an amount in cents, at most {MOST}")
        if amount is not None and name != "--ante" and not game.has_jackpot:
            raise InputError(f"{name}: {game.name} has no jackpot")
    plain = Stakes(asked.ante, asked.meter)
    return plain if asked.jackpot_wager is None else Stakes(asked.ante, asked.meter, asked.jackpot_wager)


def _write_sheets(game: BankedGame, asked: Asked, *, json: bool) -> int:
    """Write a PAR sheet into every file that was named. Return the exit code."""
    from croupier.cli.odds_sheets import write_sheets
    from croupier.odds.whatif import read_changes

    if asked.exposed:
        raise InputError("--exposed: a PAR sheet does not say what exposed cards are worth; use it without a file")
    refuse_bad_files(asked.files)
    stakes, changes = _stakes(game, asked), read_changes(asked.pay)
    with progress_bar(f"Counting {game.document.title}") as progress:
        written = write_sheets(game, changes, asked.strategy, stakes, asked.files, progress)
    if json:
        write_json(written)
    else:
        for kind, file in written.files.items():
            console().print(f"{kind}: {file}", soft_wrap=True, markup=False)
    return OK


def _write_decisions(game: BankedGame, asked: Asked, *, json: bool) -> int:
    """Write perfect play on every board. Return the exit code."""
    from croupier.cli.odds_decisions import OPTION, write_decisions
    from croupier.odds.solver import PERFECT
    from croupier.odds.whatif import read_changes

    if not board_size(game, next(iter(game.rounds))):
        raise InputError(
            f"--{OPTION}: {game.name} has a single decision and no board; leave the option out to see every case"
        )
    if asked.files or asked.exposed or asked.strategy not in ("", PERFECT):
        raise InputError(
            f"--{OPTION}: perfect play is written on its own; leave out --strategy, --exposed and the sheets"
        )
    if asked.ante is not None or asked.meter is not None:
        raise InputError(f"--{OPTION}: perfect play is written without the jackpot; leave out --ante and --meter")
    refuse_bad_files({OPTION: asked.decisions})
    changes = read_changes(asked.pay)
    with progress_bar(f"Writing perfect play of {game.document.title}") as progress:
        written = write_decisions(game, changes, asked.decisions, progress)
    if json:
        write_json(written)
    else:
        number = written.before_flop + written.on_flop + written.on_turn
        console().print(f"{number:,} decisions: {written.file}", soft_wrap=True, markup=False)
    return OK


@contextmanager
def progress_bar(title: str) -> Iterator["Progress"]:
    """Yield the progress function of a bar on standard error, which is shown only at a terminal."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    where = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=where, transient=True, disable=not where.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda done: bar.update(task, completed=done)
