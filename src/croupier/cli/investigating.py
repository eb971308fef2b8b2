"""``croupier investigate``: a test of whether the deals of a floor can be chance."""

from typing import Final

from rich.table import Column, Table

from croupier.cli.journals import house_of, recorded
from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK
from croupier.floor.journal.store import Reading
from croupier.floor.reading.dealt import all_dealt
from croupier.floor.reading.reports import day_period
from croupier.floor.values.house import hours_of
from croupier.notation.problem import InputError
from croupier.trials.investigating import Investigation, investigate, once_in, sentence

_SHOWN: Final = 20
"""The number of looks that are printed; JSON has all of them."""


def show_investigation(db: str, *, since: str, until: str, rate: float, json: bool) -> int:
    """Print the findings about a journal. Return the exit code: 1 if something is outside of chance."""
    if not 0 < rate <= 0.5:
        raise InputError(f"--rate: must be above 0 and at most 0.5, not {rate}")
    with recorded(db) as reading:
        found = investigate(all_dealt(reading, *_between(reading, since, until)), rate)
    write_json(found) if json else _print(found)
    return FAILED_CHECK if found.found else OK


def _between(reading: Reading, since: str, until: str) -> tuple[int, int | None]:
    """Return the time from the beginning of a gaming day to the end of another, by the House's hour."""
    hours = hours_of(house_of(reading))
    begin = day_period(since, *hours).begin if since else 0
    return begin, day_period(until, *hours).end if until else None


def _print(found: Investigation) -> None:
    out = console()
    table = Table(
        *("whose", "name", "place", "question"),
        *(Column(name, justify="right") for name in ("rounds", "unseen", "by chance once in", "among all once in")),
        title="The most unusual first",
    )
    for one in found.looks[:_SHOWN]:
        side = "better" if one.high else "worse"
        chances = (once_in(one.chance), once_in(one.among_all))
        table.add_row(
            one.kind, one.name, one.place, f"{one.question}, {side}", f"{one.rounds:,}", f"{one.unknown:,}", *chances
        )
    out.print(table)
    said_of = f"{found.rounds:,} rounds, {found.left_out:,} of them left out because something was ruled on in them"
    looks = f"{len(found.looks):,} looks; {found.too_few:,} had too few rounds to say anything"
    out.print(f"{said_of}. {looks}.", soft_wrap=True, markup=False)
    for one in found.found:
        out.print(f"{sentence(one)}.", soft_wrap=True, markup=False)
    if not found.looks:
        out.print("There are too few rounds to say anything.")
    elif not found.found:
        out.print("Nothing is outside of what chance does.")
    often = once_in(found.rate)
    out.print(f"An honest house is found to be outside of chance once in {often} investigations at most.")
