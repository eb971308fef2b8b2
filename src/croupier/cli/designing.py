"""``croupier design``: pay tables with a wanted house edge."""

from typing import TYPE_CHECKING

from rich.table import Table

from croupier.cli.odds import interruptible, progress_bar
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.rulebooks import as_banked, load_version

if TYPE_CHECKING:
    from croupier.odds.search import Design


@interruptible()
def show_designs(
    game: str, edge: float, hits: float | None, deviation: float | None, move: list[str], version: str, *, json: bool
) -> int:
    """Search for designs, and print them. Return the exit code."""
    house = as_banked(load_version(game, version))
    from croupier.odds.search import read_moves, read_wanted, search
    from croupier.odds.solver import solver_of

    wanted = read_wanted(edge, hits, deviation)
    solver, moves = solver_of(house), read_moves(house, move)
    with progress_bar(f"Designing {house.document.title}") as progress:
        designs = search(house, solver, moves, wanted, progress)
    write_json(designs) if json else _print(designs)
    return OK


def _print(designs: "tuple[Design, ...]") -> None:
    table = Table("pays", "house edge", "ahead in", "deviation, Antes")
    for one in designs:
        pays = ", ".join(f"{key}={value}" for key, value in one.pay.items())
        edge, hits = 100 * one.house_edge.value, 100 * one.hit_frequency.value
        table.add_row(pays, f"{edge:.4f} %", f"{hits:.2f} %", f"{one.standard_deviation:.4f}")
    console().print(table)
