"""A floor whose shoes a test stacks, and short words for what people do there."""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.cards import DECK, Card, parse_cards
from croupier.floor.house.config import establish, parse_floor
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import events_of
from croupier.floor.values.cage import CashIn
from croupier.floor.values.links import CountersignUp, ProposeUp
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import BuyChips, Countersign, EndFailure, OpenTable, PlayBanked, PlayRoom, Propose
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.floor.verify.verification import verify
from croupier.play.authority import RefuseStatement, SignStatement, lacking
from croupier.play.banked.events import StatementMade
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from tests.floor.cashiers import in_parts, two_sign
from tests.floor.pit import backed
from tests.floor.random_floor import DAY, KEYS, asked, done, open_floor

PEOPLE = ("ann", "bob", "cho", "dee")
FLOAT = 100
"""How many of a table's highest chips it opens with."""


class StackedEntropy:
    """Orders that a test wants, one shuffle after the other; everything else, and what comes after them, is chance."""

    def __init__(self, *tops: str) -> None:
        self.queue = bytearray()
        for top in tops:
            self.stack(top)

    def stack(self, top: str, cards: Iterable[Card] = DECK) -> None:
        """The next shuffle of these cards begins with those named."""
        order, first = list(cards), parse_cards(top)
        wanted = [*first, *(card for card in order if card not in first)]
        for last in range(len(order) - 1, 0, -1):
            chosen = order.index(wanted[last])
            order[last], order[chosen] = order[chosen], order[last]
            self.queue.append(chosen)

    def draw(self, count: int) -> bytes:
        if count == 1 and self.queue:  # one byte at a time is the shuffle; salts and nonces are longer
            return bytes([self.queue.pop(0)])
        return secrets.token_bytes(count)


def a_floor(path: Path, plan: str, *tops: str, cash: int = 5_000_000, clock: Any = None) -> Floor:
    """A floor with its tables open, and cash in everybody's wallet."""
    floor = open_floor(path / "floor.db", entropy=StackedEntropy(*tops), clock=clock)
    establish(floor, parse_floor(plan, "floor.toml"))
    for name in floor.tables():
        chips = floor.table(name).engine.policy.chips
        sign(floor, name, OpenTable(((max(chips), FLOAT),)))
        if floor.table(name).info.anonymous:
            for cents in in_parts(cash):
                done(floor, asked(f"table:{name}", BuyChips(cents), "dealer", Role.DEALER))
    for player in PEOPLE:
        two_sign(floor, CashIn(player, cash, DAY))
    return floor


def sign(floor: Floor, table: str, what: Any) -> None:
    """Something that two people sign."""
    number = floor.table(table).info.proposed + 1
    done(floor, asked(f"table:{table}", Propose(what), "sue", Role.PIT_SUPERVISOR))
    done(floor, asked(f"table:{table}", Countersign(number), "sam", Role.PIT_SUPERVISOR))


def failure_ends(floor: Floor, table: str) -> None:
    """Two people sign that a table's jackpot works again."""
    number = floor.table(table).info.proposed + 1
    done(floor, asked(f"table:{table}", Propose(EndFailure()), "sue", Role.PIT_SUPERVISOR))
    done(floor, asked(f"table:{table}", Countersign(number), "max", Role.PIT_MANAGER))


def ask(floor: Floor, table: str, command: Any, actor: str = "dealer", role: Role | None = None) -> Reply:
    """A game's command or the table's own; who is no staff is a Player."""
    return floor.submit(_request(floor, table, command, actor, role))[0]


def _request(floor: Floor, table: str, command: Any, actor: str, role: Role | None) -> Request:
    if role is None:
        role = Role.DEALER if actor == "dealer" else Role.PLAYER if actor in PEOPLE else Role.SHIFT_MANAGER
    if type(command).__module__ == "croupier.play.banked.commands":
        command = PlayBanked(command)
    elif type(command).__module__ == "croupier.play.room.commands":
        command = PlayRoom(command)
    elif isinstance(command, SignStatement | RefuseStatement):
        room = isinstance(floor.table(table), RoomTable)
        command = PlayRoom(command) if room else PlayBanked(command)
    return asked(f"table:{table}", command, actor, role)


def act(floor: Floor, table: str, command: Any, actor: str = "dealer", role: Role | None = None) -> Accepted:
    """What must be accepted."""
    reply = backed(floor, _request(floor, table, command, actor, role))
    assert isinstance(reply, Accepted), f"{command}: {reply}"
    return reply


def refusal(floor: Floor, table: str, command: Any, actor: str = "dealer", role: Role | None = None) -> str:
    """The sentence of what must be refused to whoever asks for it alone.

    An act of staff that waits for others counts as refused to its maker, who withdraws it.
    """
    reply = ask(floor, table, command, actor, role)
    if isinstance(reply, Accepted) and isinstance(reply.events[-1], StatementMade):
        made = reply.events[-1]
        state = floor.table(table)
        assert isinstance(state, BankedTable)
        waits = state.engine.waiting[-1]
        withdrawn = ask(floor, table, PlayBanked(RefuseStatement(made.number)), made.by, made.role)
        assert isinstance(withdrawn, Accepted), withdrawn
        return lacking(waits)
    assert isinstance(reply, Refusal), f"{command}: {reply}"
    return reply.sentence


def works_again(floor: Floor, link: str, *untried: str) -> None:
    """Sue has read the display and tried a coin at every open table but those named; max signs with her."""
    number = floor.link(link).proposed + 1
    for command, actor, role in (
        (seen_working(floor, link, *untried), "sue", Role.PIT_SUPERVISOR),
        (CountersignUp(number), "max", Role.PIT_MANAGER),
    ):
        done(floor, asked(f"link:{link}", command, actor, role))


def seen_working(floor: Floor, link: str, *untried: str) -> ProposeUp:
    """What is proposed once every open table of a link has been tried, but for those named."""
    infos = (floor.table(name).info for name in floor.tables())
    return ProposeUp(
        floor.link(link).shown, {one.name: one.name not in untried for one in infos if one.link == link and one.open}
    )


def events(floor: Floor, stream: str) -> list[Any]:
    """Everything that happened on a stream."""
    found: list[Any] = []
    state = floor.streams[stream].state
    with floor.store.reading() as reading:
        for entry in reading.entries(stream):
            found += events_of(state, entry)
    return found


def in_order(floor: Floor) -> None:
    """The whole record is in order, and all accounts come to nothing."""
    assert sum(floor.balances.values()) == 0
    with floor.store.reading() as reading:
        findings = list(verify(reading, keys=KEYS))
    assert not findings, findings
