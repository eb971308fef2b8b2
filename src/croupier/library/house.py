"""A house on its database: tables, jackpots and money, with every act committed before it is answered."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from croupier.floor.house.config import establish, parse_floor, read_floor
from croupier.floor.house.opening import open_house
from croupier.floor.house.recovery import recover
from croupier.floor.journal.codec import read_command
from croupier.floor.journal.store import open_engine
from croupier.floor.running import floor as running
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.ports import SystemClock, SystemStopwatch
from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable
from croupier.floor.verify.verification import Finding, verify
from croupier.library.playing import Act, Line, RefusedError, viewer_of
from croupier.library.room import room_acts
from croupier.library.table import banked_acts
from croupier.money import Cents
from croupier.notation.actors import read_who
from croupier.notation.acts import parse_act
from croupier.notation.problem import InputError
from croupier.notation.room_acts import parse_room_act
from croupier.play.banked.view import TableView, view
from croupier.play.refusal import Refusal
from croupier.play.room.view import RoomView, room_view
from croupier.rulebooks.revisions import REVISION

IN_MEMORY = ":memory:"


class Floor:
    """The house in a database file, or one in memory; ``plan`` is its ``floor.toml``, as a path or as text.

    Names are not checked, as at the house's own command line; only the web has passwords. Close the floor, or use it in
    a ``with`` statement: only one process at a time runs a house.

    >>> plan = '''
    ... [links.stud]
    ... [tables.stud-1]
    ... game = "rws-casino-stud"
    ... link = "stud"
    ... '''
    >>> with Floor(plan=plan) as floor:
    ...     print(floor.tables, floor.jackpots)
    ...     floor.ask("table:stud-1", "shift_manager/sue", {"type": "Propose", "what": {
    ...         "type": "OpenTable", "counts": [[10000, 100]]}})[0].event
    ...     floor.ask("table:stud-1", "shift_manager/sam", {"type": "Countersign", "number": 1})[0].event
    ...     floor.act("stud-1", "dealer: place your bets")[0].cites
    ...     floor.verify()
    ('stud-1',) {'stud': 5000000}
    'Proposed'
    'Countersigned'
    ('3.2',)
    []
    """

    def __init__(self, database: str | Path = IN_MEMORY, plan: Path | str = "") -> None:
        opened = open_house(open_engine(str(database)), SystemEntropy())
        self._store, self._keys = opened.store, opened.keys
        self._floor = running.Floor(
            opened.store,
            clock=SystemClock(),
            entropy=SystemEntropy(),
            keys=opened.keys,
            stopwatch=SystemStopwatch(),
            anchors=opened.anchors,
        )
        try:
            self._floor.start()
            self._floor.anchor()
            if plan:
                establish(self._floor, read_floor(plan) if isinstance(plan, Path) else parse_floor(plan, "plan"))
            recover(self._floor)
        except BaseException:
            self._store.close()
            raise

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the house's tables, in order."""
        return tuple(sorted(self._floor.tables()))

    @property
    def jackpots(self) -> dict[str, Cents]:
        """The display of each link's meter, in cents."""
        links = (name.partition(":")[2] for name in self._floor.streams if name.startswith("link:"))
        return {name: self._floor.link(name).meter // 1_000_000 for name in links}

    def balance(self, account: str) -> Cents:
        """Return what an account holds, such as ``wallet:ann``; all accounts together sum to zero."""
        return self._floor.balances.get(account, 0)

    def view(self, table: str, who: str = "") -> TableView | RoomView:
        """Return a table as ``who`` may see it. Raises LookupError for an unknown table."""
        state = self._floor.table(self._known(table))
        if isinstance(state, BankedTable):
            return view(state.game, state.engine, viewer_of(who))
        return room_view(state.game, state.engine, viewer_of(who))

    def legal(self, table: str, who: str) -> tuple[Act, ...]:
        """Return the acts that the document allows ``who`` at a table now.

        The House may still require their chips or a signature.
        """
        state = self._floor.table(self._known(table))
        if isinstance(state, BankedTable):
            return banked_acts(state.game, state.engine, viewer_of(who))
        return room_acts(state.game, state.engine, viewer_of(who))

    def act(self, table: str, act: Act | str, amount: Cents | None = None) -> tuple[Line, ...]:
        """Do one of :meth:`legal`, or any act in the notation, with all that follows from it, in one commit.

        Raises :class:`RefusedError` if the act is not allowed, or if it was offered by :meth:`legal` in another round,
        ValueError for a text that is no act, and LookupError for an unknown table.
        """
        moment, text = (act.moment, act.text(amount)) if isinstance(act, Act) else ("", act)
        if isinstance(self._floor.table(self._known(table)), BankedTable):
            deed = parse_act(text)
            return self._asked(f"table:{table}", deed.actor.name, deed.actor.role, PlayBanked(deed.command), moment)
        room = parse_room_act(text)
        return self._asked(f"table:{table}", room.actor.name, room.actor.role, PlayRoom(room.command), moment)

    def ask(self, stream: str, who: str, command: Mapping[str, object]) -> tuple[Line, ...]:
        """Do any other command of the house, as its journal writes it: ``{"type": "Countersign", "number": 1}``.

        Streams are ``table:NAME``, ``link:NAME``, ``cage``, ``house`` and the others that the journal names. Raises
        ValueError for a command that the stream does not take, and :class:`RefusedError` for one that the house
        refuses.
        """
        said = read_who(f"{who}:")
        try:
            read = read_command(stream, REVISION, json.dumps(dict(command)))
        except (KeyError, ValueError) as wrong:
            raise InputError(f"{stream[:60]!r} takes no such command: {wrong}") from None
        return self._asked(stream, said.actor.name, said.actor.role, read)

    def verify(self) -> list[Finding]:
        """Check every hash, decision and account again; return what is wrong, which should be nothing."""
        with self._store.reading() as reading:
            return list(verify(reading, keys=self._keys))

    def close(self) -> None:
        """Close the database, so that another process can open the house."""
        self._store.close()

    def _known(self, table: str) -> str:
        if table not in self._floor.tables():
            raise LookupError(f"there is no table {table[:60]!r}; the tables are {', '.join(self.tables) or 'none'}")
        return table

    def _asked(self, stream: str, name: str, role: Any, command: Any, moment: str = "") -> tuple[Line, ...]:
        reply = self._floor.submit(Request(stream, name, role, command, moment=moment))[0]
        if isinstance(reply, Refusal):
            raise RefusedError(reply)
        return tuple(Line(type(one).__name__, "", tuple(getattr(one, "cites", ()))) for one in reply.events)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
