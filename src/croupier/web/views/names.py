"""The names of the tables for people: after their felt, with a number by game, automatic ones first."""

from collections.abc import Sequence

from croupier.floor.running.floor import Floor
from croupier.floor.values.ports import Notice
from croupier.floor.values.table_kinds import TableState


def called(floor: Floor, table: str) -> str:
    """Return the name of a table for people."""
    return all_called(floor)[table]


def all_called(floor: Floor) -> dict[str, str]:
    """Return the names of all tables for people."""
    states: list[TableState] = [floor.table(name) for name in floor.tables()]
    counts: dict[str, int] = {}
    names = {}
    for state in sorted(states, key=lambda one: (not one.info.automatic, one.info.name)):
        counts[state.info.game] = counts.get(state.info.game, 0) + 1
        document = state.game.document
        names[state.info.name] = f"{document.colours.name or document.short} table {counts[state.info.game]}"
    return names


class Names:
    """A cache of these names, valid until a table is new, or changes its Dealer or document."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, floor: Floor, table: str) -> str:
        """Return the name of a table for people."""
        if table not in self._names:
            self._names = all_called(floor)
        return self._names[table]

    def heard(self, notices: Sequence[Notice]) -> None:
        """Empty the cache if a commit changes a name."""
        tables = (notice for notice in notices if notice.stream.startswith("table:"))
        if any(_key(notice.entries[0].before) != _key(notice.entries[-1].after) for notice in tables):
            self._names = {}


def _key(state: TableState | None) -> tuple[bool, str]:
    return (False, "") if state is None else (state.info.automatic, state.engine.rulebook)
