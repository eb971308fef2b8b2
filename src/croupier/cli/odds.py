"""``croupier odds`` and ``croupier advise``: exact figures, strategy, and the best decision for one hand."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from croupier.cards import Card, CardError, parse_cards
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.money import MOST, format_money
from croupier.notation.problem import InputError
from croupier.rulebooks import as_house, load_version
from croupier.rules.house import HouseGame

if TYPE_CHECKING:
    from croupier.odds.readings import ReadingWorth
    from croupier.odds.results import Ratio
    from croupier.odds.stud import Stakes
    from croupier.odds.stud_advice import StudAdvice
    from croupier.odds.stud_answer import StudAnswer
    from croupier.odds.stud_counts import Progress


class Asked(Struct, frozen=True):
    """What the command line asks about a game."""

    pay: list[str] = []
    strategy: str = ""
    meter: int | None = None
    ante: int | None = None
    jackpot_wager: int | None = None
    exposed: bool = False
    """What knowing more of the Dealer's cards would be worth, too."""
    html: str = ""
    pdf: str = ""
    xlsx: str = ""
    """Files for a PAR sheet."""
    decisions: str = ""
    """A file for perfect play on every board."""
    version: str = ""
    """Of the document; the one in force where it is empty."""

    @property
    def files(self) -> dict[str, str]:
        """The files that are wanted, by kind."""
        return {kind: file for kind, file in (("html", self.html), ("pdf", self.pdf), ("xlsx", self.xlsx)) if file}


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C ends a count with a sentence, which Typer by itself would leave out."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Abort from None


@_interruptible()
def show_odds(game: str, asked: Asked, *, json: bool) -> int:
    """Solve a game. The exit code."""
    house = as_house(load_version(game, asked.version))
    if asked.decisions:
        return _write_decisions(house, asked, json=json)
    if asked.files:
        return _write_sheets(house, asked, json=json)
    if not _is_stud(house):
        return _holdem_odds(house, asked, json=json)
    from croupier.odds.stud import PERFECT
    from croupier.odds.stud_answer import answer_stud
    from croupier.odds.whatif import read_changes

    changes, stakes = read_changes(asked.pay), _stakes(asked)
    with progress_bar(f"Counting {house.document.title}") as progress:
        answer = answer_stud(
            house, changes, asked.strategy or PERFECT, stakes, progress, exposed=asked.exposed, readings=True
        )
    if json:
        write_json(answer)
    else:
        _print_stud(house, answer)
    return OK


@_interruptible()
def show_advice(game: str, cards: str, dealer: str, community: str, asked: Asked, *, json: bool) -> int:
    """Advise on one hand. The exit code."""
    house = as_house(load_version(game, asked.version))
    if asked.ante is None and (asked.meter is not None or asked.jackpot_wager is not None):
        raise InputError("--ante: what a jackpot wager may win is weighed against the Ante; name it, and the --meter")
    if not _is_stud(house):
        if dealer:
            raise InputError(f"--dealer: in {house.name} no card of the Dealer is known at a decision")
        return _holdem_advice(house, cards, community, asked, json=json)
    from croupier.odds.stud import Stud
    from croupier.odds.stud_advice import advise
    from croupier.odds.whatif import read_changes

    if community:
        raise InputError(f"--community: {house.name} has no Community Cards")
    stud = Stud(house, read_changes(asked.pay))
    advice = advise(stud, read_cards("cards", cards), read_cards("--dealer", dealer), _stakes(asked))
    if json:
        write_json(advice)
    else:
        _print_advice(advice)
    return OK


def read_cards(field: str, text: str) -> tuple[Card, ...]:
    """Cards of the command line. Raises :class:`InputError` naming where they stand."""
    try:
        return parse_cards(text)
    except CardError as error:
        raise InputError(f"{field}: {error}") from None


def _is_stud(game: HouseGame) -> bool:
    from croupier.odds.stud_terms import is_stud

    return is_stud(game)


def _stakes(asked: Asked) -> "Stakes":
    from croupier.odds.stud import Stakes

    for name, amount in (("--ante", asked.ante), ("--meter", asked.meter), ("--jackpot-wager", asked.jackpot_wager)):
        if amount is not None and not (name == "--meter") <= amount + (name == "--meter") <= MOST:
            raise InputError(f"{name}: must be an amount in cents, at most {MOST}")
    plain = Stakes(asked.ante, asked.meter)
    return plain if asked.jackpot_wager is None else Stakes(asked.ante, asked.meter, asked.jackpot_wager)


def _write_sheets(game: HouseGame, asked: Asked, *, json: bool) -> int:
    """Write a PAR sheet into every file that is asked for."""
    from croupier.cli.odds_sheets import refuse_bad_files, write_sheets
    from croupier.odds.whatif import read_changes

    if asked.exposed:
        raise InputError("--exposed: a PAR sheet does not tell what exposed cards are worth; ask without a file")
    refuse_bad_files(asked.files)
    stakes, changes = _stakes(asked), read_changes(asked.pay)
    with progress_bar(f"Counting {game.document.title}") as progress:
        written = write_sheets(game, changes, asked.strategy, stakes, asked.files, progress)
    if json:
        write_json(written)
    else:
        for kind, file in written.files.items():
            console().print(f"{kind}: {file}", soft_wrap=True, markup=False)
    return OK


def _write_decisions(game: HouseGame, asked: Asked, *, json: bool) -> int:
    """Write perfect play on every board."""
    from croupier.cli.odds_decisions import OPTION, write_decisions
    from croupier.cli.odds_sheets import refuse_bad_files
    from croupier.odds.holdem import PERFECT
    from croupier.odds.whatif import read_changes

    if _is_stud(game):
        raise InputError(f"--{OPTION}: {game.name} has one decision, and no board; ask without, for every case of it")
    if asked.files or asked.exposed or asked.strategy not in ("", PERFECT):
        raise InputError(f"--{OPTION}: perfect play is written by itself; leave --strategy, --exposed and sheets out")
    if asked.ante is not None or asked.meter is not None:
        raise InputError(f"--{OPTION}: perfect play is written for the wagers alone; leave --ante and --meter out")
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


def _holdem_odds(game: HouseGame, asked: Asked, *, json: bool) -> int:
    from croupier.cli.odds_holdem import holdem_answer, show_holdem
    from croupier.odds.whatif import read_changes

    if asked.exposed:
        raise InputError(
            f"--exposed: in {game.name} no card of the Dealer lies open at a decision; ask for Casino Stud"
        )
    changes, money = read_changes(asked.pay), (asked.ante, asked.meter, asked.jackpot_wager)
    _stakes(asked)
    with progress_bar(f"Counting {game.document.title}") as progress:
        answer = holdem_answer(game, changes, asked.strategy, money, progress)
    show_holdem(game, answer, json=json)
    return OK


def _holdem_advice(game: HouseGame, cards: str, community: str, asked: Asked, *, json: bool) -> int:
    from croupier.cli.odds_holdem import show_holdem_advice
    from croupier.odds.whatif import read_changes

    known = read_cards("cards", cards), read_cards("--community", community)
    _stakes(asked)
    money = (asked.ante, asked.meter, asked.jackpot_wager)
    with progress_bar(f"Counting {game.document.title}") as progress:
        show_holdem_advice(game, read_changes(asked.pay), *known, money, progress, json=json)
    return OK


@contextmanager
def progress_bar(title: str) -> Iterator["Progress"]:
    """A bar on standard error while something is counted; people at a terminal see it, pipes do not."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    where = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=where, transient=True, disable=not where.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda done: bar.update(task, completed=done)


# --- for people ---------------------------------------------------------------------------------------------------


def _per_cent(ratio: "Ratio") -> str:
    return f"{100 * ratio.value:.6f} %"


def _print_stud(game: HouseGame, answer: "StudAnswer") -> None:
    out = console()
    title = f"{game.document.title}, version {game.document.version}, {answer.strategy} strategy"
    figures = Table("", "", title=title, show_header=False)
    figures.columns[1].justify = "right"
    figures.add_row("house edge", _per_cent(answer.house_edge))
    figures.add_row("exactly", answer.house_edge.exact)
    figures.add_row("element of risk", f"{100 * answer.element_of_risk:.6f} %")
    figures.add_row("standard deviation", f"{answer.standard_deviation:.9f}")
    figures.add_row("average wager", f"{answer.average_wager:.9f} Antes")
    figures.add_row("hands played", _per_cent(answer.raise_frequency))
    figures.add_row("combinations", f"{answer.total_combinations:,}")
    for key, value in answer.pay.items():
        figures.add_row(f"changed: {key}", value)
    if answer.ante is not None:
        figures.add_row("Ante", format_money(answer.ante))
    out.print(figures)
    _print_outcomes(answer, out)
    _print_strategies(answer, out)
    _print_perfect(answer, out)
    _print_money(answer, out)


def _print_outcomes(answer: "StudAnswer", out: Console) -> None:
    table = Table("outcome", "Antes", "combinations", "frequency", "return", title="Outcomes")
    for column in table.columns[1:]:
        column.justify = "right"
    for line in answer.outcomes:
        share = line.combinations / answer.total_combinations
        units = f"{line.units:,}" if isinstance(line.units, int) else f"{line.units:,.4f}"
        table.add_row(line.outcome, units, f"{line.combinations:,}", f"{share:.9f}", f"{share * line.units:+.9f}")
    out.print(table)


def _print_strategies(answer: "StudAnswer", out: Console) -> None:
    table = Table("strategy", "house edge", "costs", "hands played", title="Strategies")
    for column in table.columns[1:]:
        column.justify = "right"
    for one in answer.strategies:
        table.add_row(one.strategy, _per_cent(one.house_edge), _per_cent(one.costs), _per_cent(one.raise_frequency))
    out.print(table)


def _print_perfect(answer: "StudAnswer", out: Console) -> None:
    from croupier.odds.stud_strategy import suits_text

    perfect = answer.perfect_strategy
    table = Table("hand", "bet against", "fold against", "by suits", title="Perfect strategy")
    for case in perfect.cases:
        table.add_row(case.hand, case.bet, case.fold, suits_text(case))
    out.print(table)
    if perfect.always_bet_from is not None:
        out.print(f"Always bet from {perfect.always_bet_from} on.")
    if perfect.always_fold_to is not None:
        out.print(f"Always fold up to {perfect.always_fold_to}.")


def _print_money(answer: "StudAnswer", out: Console) -> None:
    jackpot = answer.jackpot
    out.print(
        f"Jackpot wager of {format_money(jackpot.wager)}: fixed awards return {100 * jackpot.fixed_return:.6f} %,"
        f" and {jackpot.meter_coefficient.exact} of the meter."
    )
    if jackpot.break_even_meter is not None:
        out.print(f"It breaks even at a meter of {format_money(jackpot.break_even_meter)}.")
    if jackpot.house_edge is not None and jackpot.meter is not None:
        out.print(f"At {format_money(jackpot.meter)} its house edge is {_per_cent(jackpot.house_edge)}.")
    for one in answer.played_for_jackpot or ():
        out.print(f"With it, {one.hand} is played up to an Ante of {format_money(one.below_ante)}.")
    if answer.played_for_jackpot == ():
        out.print("It turns no fold into a play, at any Ante.")
    for edge in answer.exposed or ():
        out.print(f"Knowing {edge.known} of the Dealer's cards: house edge {_per_cent(edge.house_edge)}.")
    if answer.cap is not None:
        first = answer.cap.rows[0]
        out.print(
            f"A BET pays at most {format_money(answer.cap.most)}: {first.row} is cut above an Ante of"
            f" {format_money(first.above_ante)}."
        )
        if answer.cap.costs is not None:
            out.print(f"At this Ante that adds {_per_cent(answer.cap.costs)} to the house edge.")
    print_readings(answer.readings or (), out)


def print_readings(readings: "Sequence[ReadingWorth]", out: Console) -> None:
    """What other readings of the document would be worth."""
    table = Table("cite", "otherwise", "of", "house edge", "otherwise", title="Other readings of the document")
    for one in readings:
        otherwise = one.otherwise + (f" (at {one.at})" if one.at else "")
        table.add_row(one.cite, otherwise, one.concerns, _per_cent(one.house_edge), _per_cent(one.other_edge))
    if readings:
        out.print(table)


def _print_advice(advice: "StudAdvice") -> None:
    out = console()
    table = Table("decision", "worth in Antes", "exactly", title=f"{advice.hand} against {advice.dealer}")
    for one in advice.choices:
        style = "bold" if one.decision == advice.decision else ""
        table.add_row(one.decision, f"{one.worth.value:+.9f}", one.worth.exact, style=style)
    out.print(f"{advice.holds}: [bold]{advice.decision}[/]")
    out.print(table)
    hands = advice.meetings
    out.print(
        f"Of {advice.of:,} hands the Dealer can have, {hands['not_qualified']:,} do not qualify, {hands['lower']:,} are"
        f" lower, {hands['equal']:,} equal, {hands['higher']:,} higher."
    )
