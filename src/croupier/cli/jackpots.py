"""``croupier jackpot``: the life of a jackpot over many tables, beside its closed forms."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from rich.table import Table

from croupier.cli.checkpoints import checkpoint_of, kept_in
from croupier.cli.odds import interruptible, progress_bar
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.cli.results import Files, refuse_bad_results, write_results
from croupier.cli.simulating import executor_of, workers_of
from croupier.money import MOST, format_money
from croupier.notation.problem import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from croupier.trials.following import Followed, Story
    from croupier.trials.jackpot import Life, Link, Spread

    Crew = AbstractContextManager[tuple[Executor, int]]


class Lived(Struct, frozen=True):
    """The options of the command line about a jackpot."""

    games: list[str]
    boxes: int
    pace: int
    hours: int
    seed: int
    strategy: str = ""
    ante: int | None = None
    jackpot_wager: int | None = None
    begins: int | None = None
    contribution: str = ""
    followers: int = 0
    above: int | None = None
    sit: bool = False
    """True if Players who follow the meter play only while it is high."""
    links: int = 1
    workers: int | None = None
    processes: bool = False
    dask: str = ""
    checkpoint: str = ""
    resume: bool = False
    files: Files = Files()


@interruptible()
def show_life(asked: Lived, *, json: bool) -> int:
    """Simulate a jackpot, and print its life. Return the exit code."""
    workers = workers_of(asked.workers)
    refuse_bad_results(asked.files, checkpoint=asked.checkpoint)
    file = checkpoint_of(asked.checkpoint, resume=asked.resume)
    if not asked.followers and (asked.sit or asked.above is not None):
        raise InputError("--above, --sit: say with --followers how many boxes wait for the meter")
    from croupier.trials.jackpot import simulate_link

    link = _link(asked)
    crew = executor_of(workers, processes=asked.processes, dask=asked.dask)
    if asked.followers or asked.links != 1 or file is not None:
        followed = _follow(asked, link, crew, file)
        life = followed.life
    else:
        followed = None
        with progress_bar("Playing") as progress, crew as (executor, number):
            life = simulate_link(link, executor, number, progress)
    found = followed if followed is not None and asked.followers else None
    if asked.files.any:
        from croupier.reports.simulated import of_jackpot

        write_results(asked.files, of_jackpot(link, life, found))
    if json:
        write_json(found or life)
    else:
        _print(link, life, asked.links)
        if found is not None:
            _print_followers(found)
    return OK


def _follow(asked: Lived, link: "Link", crew: "Crew", file: Path | None) -> "Followed":
    """Simulate the links in chains, with Players who follow the meter, from the checkpoint on if one is resumed."""
    from croupier.trials.following import Following, check_following, simulate_following, take_up_following

    following = Following(link, asked.followers, asked.sit, asked.above, asked.links)
    check_following(following)
    with kept_in(file) as kept, progress_bar("Playing") as progress:
        begun = take_up_following(file, following) if file is not None and asked.resume else None

        def told(story: "Story", share: float) -> None:
            progress(share)
            kept(story)

        with crew as (executor, number):
            return simulate_following(following, executor, number, begun, told)


def _link(asked: Lived) -> "Link":
    from croupier.odds.solver import PERFECT
    from croupier.trials.jackpot import Link, Tables

    for name, amount in (("--jackpot-wager", asked.jackpot_wager), ("--begins", asked.begins), ("--ante", asked.ante)):
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
        plain.ante if asked.ante is None else asked.ante,
    )


def _print(link: "Link", life: "Life", links: int) -> None:
    out = console()
    tables = ", ".join(f"{one.game} × {one.tables}" for one in link.feeds)
    alike = f", {links:,} links alike" if links > 1 else ""
    out.print(
        f"{tables}{alike}: {life.hours:,} hours, {life.wagers:,} jackpot wagers, seed {link.seed}", soft_wrap=True
    )
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
    ends = f"it shows {left}" if links == 1 else f"all links together show {left}"
    out.print(f"The meter paid {paid}, the House started it again with {seeded}, and {ends}.", soft_wrap=True)


def _print_followers(found: "Followed") -> None:
    out = console()
    doing = "sit down" if found.plays else "wager on the jackpot"
    for one in found.waited:
        even = "" if one.above == one.break_even else f" (they break even at {format_money(one.break_even)})"
        out.print(
            f"{one.game}: on {found.followers} box{'es' * (found.followers > 1)} of every round Players {doing} only"
            f" while the meter shows {format_money(one.above)} or more{even}: in {100 * one.share:.2f} % of rounds,"
            f" {100 * one.share_expected:.2f} % expected over a cycle.",
            soft_wrap=True,
        )
    table = Table("", "jackpot wagers", "returned", "in a cycle", "won a round", "in a cycle", "rounds", "won in all")
    for name, side in (("always wager", found.always), ("follow the meter", found.came)):
        table.add_row(
            name,
            f"{side.number:,}",
            *("" if share is None else f"{100 * share:.2f} %" for share in (side.returned, side.returned_expected)),
            *("" if won is None else f"{won / 100:,.4f}" for won in (side.a_round, side.a_round_expected)),
            f"{side.played:,}",
            format_money(side.won),
        )
    out.print(table)


def _cents(amount: float) -> str:
    return format_money(round(amount))


def _money(found: "Spread | None") -> str:
    return "never won" if found is None else _cents(found.mean)


def _between(found: "Spread") -> str:
    return f"{_cents(found.low)} and {_cents(found.high)}"
