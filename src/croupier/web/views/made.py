"""A cache of what is made of the tables' states for pages, so that what is equal for many is made once.

A state never changes, so neither does what follows from it alone. A cached value is found by the state itself, not by a
version: the stages of a round's end are states too, and people are shown different ones at the same time. A key must
name everything else that the value depends on, the viewer first of all.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.play.banked.view import KnownBoxes
from croupier.rules.banked import BankedGame, BankedPolicy

T = TypeVar("T")

STATES: Final = 6
"""The number of states cached for each table: its current one, and those that people are shown meanwhile."""


class Made:
    """A cache of the last few states that were asked about, by table, each with what was made of it."""

    def __init__(self) -> None:
        self._tables: dict[str, list[tuple[TableState, dict[Hashable, Any]]]] = {}
        self._boxes: dict[str, KnownBoxes] = {}
        self._hands: dict[str, tuple[int, BankedGame, BankedPolicy, dict[Hashable, Any]]] = {}
        """The names and lit rows of the hands at a table, with the round, game and policy that it is valid for."""
        self.makes = 0
        """The number of times that a value had to be made."""

    def once(self, state: TableState, what: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` makes of a state; it is called on the first request only."""
        parts = self._of(state)
        if what not in parts:
            parts[what] = make()
            self.makes += 1
        found: T = parts[what]
        return found

    def boxes(self, state: BankedTable) -> KnownBoxes:
        """Return the boxes of a table as they were shown last."""
        return self._boxes.setdefault(state.info.name, KnownBoxes())

    def of_cards(self, state: BankedTable, cards: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` makes of cards that a person sees at a table; it is called once in a round.

        Each person who sees the same cards is told the same of them. The values are kept by table, so that no other
        table's hands evict them.
        """
        name, engine = state.info.name, state.engine
        round_, game, policy, known = self._hands.get(name, (None, None, None, {}))
        if round_ != engine.rounds or game is not state.game or policy is not engine.policy:
            known = {}
            self._hands[name] = (engine.rounds, state.game, engine.policy, known)
        if cards not in known:
            known[cards] = make()
        found: T = known[cards]
        return found

    def _of(self, state: TableState) -> dict[Hashable, Any]:
        known = self._tables.setdefault(state.info.name, [])
        for at, (one, parts) in enumerate(known):
            if one is state:
                if at:  # least recently used states are evicted: at a round's end each stage is a state
                    known.insert(0, known.pop(at))
                return parts
        fresh: dict[Hashable, Any] = {}
        known.insert(0, (state, fresh))
        del known[STATES:]
        return fresh
