"""``croupier jackpot``: the life of a jackpot over many tables, beside its closed forms."""

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.table import Table

from croupier.cli.odds import interruptible, progress_bar
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.cli.results import Files, refuse_bad_results, write_results
from croupier.cli.simulating import executor_of, workers_of
from croupier.money import MOST, format_money
from croupier.notation.problem import InputError

if TYPE_CHECKING:
    from croupier.trials.jackpot import Life, Link, Spread


class Lived(Struct, frozen=True):
    """What the command line asks about a jackpot."""

    games: list[str]
    boxes: int
    pace: int
    hours: int
    seed: int
    strategy: str = ""
    jackpot_wager: int | None = None
    begins: int | None = None
    contribution: str = ""
    workers: int | None = None
    files: Files = Files()


@interruptible()
def show_life(asked: Lived, *, json: bool) -> int:
    """Simulate a jackpot. The exit code."""
    workers = workers_of(asked.workers)
    refuse_bad_results(asked.files)
    from croupier.trials.jackpot import simulate_link

    link = _link(asked)
    with progress_bar("Playing") as progress, executor_of(workers) as crew:
        life = simulate_link(link, *crew, progress)
    if asked.files.any:
        from croupier.reports.simulated import of_jackpot

        write_results(asked.files, of_jackpot(link, life))
    write_json(life) if json else _print(link, life)
    return OK


def _link(asked: Lived) -> "Link":
    from croupier.odds.solver import PERFECT
    from croupier.trials.jackpot import Link, Tables

    for name, amount in (("--jackpot-wager", asked.jackpot_wager), ("--begins", asked.begins)):
        if amount is not None and not 0 <= amount <= MOST:
            raise InputError(f"{name}: must be an amount in cents, at most {MOST}")
    feeds = []
    for one in asked.games:
        game, sign, number = one.partition(":")
        if sign and not (number.isascii() and number.isdigit() and len(number) < 10):
            raise InputError(f"game: write a game and its tables, such as rws-casino-stud:20, not {one[:60]!r}")
        feeds.append(Tables(game, int(number or 1), asked.boxes, asked.pace, asked.strategy or PERFECT))
    plain = Link(tuple(feeds), asked.hours)
    return Link(
        plain.feeds,
        asked.hours,
        asked.seed,
        plain.wager if asked.jackpot_wager is None else asked.jackpot_wager,
        plain.begins if asked.begins is None else asked.begins,
        asked.contribution or plain.contribution,
    )


def _print(link: "Link", life: "Life") -> None:
    out = console()
    tables = ", ".join(f"{one.game} × {one.tables}" for one in link.feeds)
    out.print(f"{tables}: {life.hours:,} hours, {life.wagers:,} jackpot wagers, seed {link.seed}", soft_wrap=True)
    table = Table("", "simulated", "closed form")
    for name, often in life.won_expected.items():
        table.add_row(f"{name}, paid", f"{life.won.get(name, 0):,}", f"{often:,.1f}")
    table.add_row("meter when all of it is won, mean", _money(life.meter_at_hit), _cents(life.meter_at_hit_expected))
    if life.meter_at_hit is not None:
        table.add_row("  nine in ten between", _between(life.meter_at_hit), "")
    between = "never" if life.hours_between is None else f"{life.hours_between.mean:,.1f}"
    table.add_row("hours between", between, f"{life.hours_between_expected:,.1f}")
    reserve = "never won" if life.reserve is None else _cents(life.reserve)
    table.add_row("reserve at 99.9 %", reserve, f"at most {_cents(life.reserve_expected)}")
    table.add_row("returned of each wager", f"{100 * life.returned:.2f} %", f"{100 * life.returned_expected:.2f} %")
    out.print(table)
    paid, seeded, left = (format_money(one) for one in (life.from_meter, life.seeded, life.left))
    out.print(f"The meter paid {paid}, the House started it again with {seeded}, and it shows {left}.", soft_wrap=True)


def _cents(amount: float) -> str:
    return format_money(round(amount))


def _money(found: "Spread | None") -> str:
    return "never won" if found is None else _cents(found.mean)


def _between(found: "Spread") -> str:
    return f"{_cents(found.low)} and {_cents(found.high)}"
