"""What people call the tables: after their felt, counted among the tables of their game, the automatic ones first."""

from collections.abc import Sequence

from croupier.floor.ports import Notice
from croupier.floor.running import Floor
from croupier.floor.tables.kinds import TableState


def called(floor: Floor, table: str) -> str:
    """What people call a table."""
    return all_called(floor)[table]


def all_called(floor: Floor) -> dict[str, str]:
    """What people call every table."""
    states: list[TableState] = [floor.table(name) for name in floor.tables()]
    counts: dict[str, int] = {}
    names = {}
    for state in sorted(states, key=lambda one: (not one.info.automatic, one.info.name)):
        counts[state.info.game] = counts.get(state.info.game, 0) + 1
        document = state.game.document
        names[state.info.name] = f"{document.colours.name or document.short} table {counts[state.info.game]}"
    return names


class Names:
    """The same, remembered until a table is new, or is dealt by somebody else or under another document."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, floor: Floor, table: str) -> str:
        """What people call a table."""
        if table not in self._names:
            self._names = all_called(floor)
        return self._names[table]

    def heard(self, notices: Sequence[Notice]) -> None:
        """After a commit."""
        tables = (notice for notice in notices if notice.stream.startswith("table:"))
        if any(_key(notice.entries[0].before) != _key(notice.entries[-1].after) for notice in tables):
            self._names = {}


def _key(state: TableState | None) -> tuple[bool, str]:
    return (False, "") if state is None else (state.info.automatic, state.engine.rulebook)
