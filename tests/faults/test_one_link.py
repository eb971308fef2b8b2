"""Many tables on one jackpot link, dealt at several servers at the same time, with hits that meet each other.

Every server has a floor of its own on one PostgreSQL, and a thread. What they leave is recounted from the journal
alone: the second set of books for all money and the meter, and a list of claims written here for the order of awards.
"""

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.floor.house.config import establish, parse_floor
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn
from croupier.floor.values.requests import Accepted
from croupier.floor.values.table import OpenTable, PlayBanked
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import BankedCommand, CloseBets, DealCards, OpenRound, PlaceWager, Settle
from croupier.play.banked.state import Phase
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role, WagerName
from tests.faults.audit import Audit
from tests.floor import linked
from tests.floor.cashiers import two_sign
from tests.floor.house import KEYS
from tests.floor.linked import FED, FLUSH, NOTHING, ROYAL, SEED, Linked
from tests.floor.random_floor import DAY, asked
from tests.floor.rigged import FLOAT, PEOPLE, act, ask, sign
from tests.floor.rigging import rigged_deck
from tests.floor.shared import Heard, joined
from tests.postgresql import PostgreSQL
from tests.sampling import LONGEST

MILLION = 1_000_000
POOR = "2h 4c 6d 8c Td"
"""A hand that wins nothing of the jackpot."""


Script = list[tuple[BankedCommand, str]]
"""What a round consists of, from the close to the settlement, and who asks for it."""


def scripted(folder: Path) -> Script:
    """A round with one hand, noted act by act at a house of its own."""
    house, noted = Linked(folder, "stud-1"), Script()
    house.begin("stud-1", {"1": POOR, "dealer": NOTHING})

    def note(floor: Floor, table: str, command: BankedCommand, actor: str = "dealer") -> Accepted:
        noted.append((command, actor))
        return act(floor, table, command, actor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linked, "act", note)
        house.play("stud-1")
    house.floor.store.close()
    return noted


class Station(Linked):
    """The tables that one server deals."""

    def __init__(self, floor: Floor, script: Script) -> None:
        self.floor, self.decks, self.script = floor, {}, script
        self.waited = 0
        """How often an award of another table was paid first."""

    def begin(self, table: str, hands: Any, player: str = "ann") -> None:
        """The same as one commit: what others do comes between rounds and their parts, not between wagers."""
        state = self.state(table)
        self.decks[table] = [*rigged_deck(state.info.game, (1,), hands, {"dealing": state.engine.policy.dealing})]
        wagers = (PlaceWager(1, WagerName.ANTE, 5_000), PlaceWager(1, WagerName.JACKPOT, 500))
        dealer, stream = ("dealer", Role.DEALER), f"table:{table}"
        acts: list[tuple[BankedCommand, str, Role]] = [
            (OpenRound(), *dealer),
            *((one, player, Role.PLAYER) for one in wagers),
            (CloseBets(), *dealer),
        ]
        for reply in self.floor.submit(*(asked(stream, PlayBanked(one), who, role) for one, who, role in acts)):
            assert isinstance(reply, Accepted), reply

    def play(self, table: str, player: str = "ann") -> None:
        """The same as one commit."""
        requests = []
        for noted, actor in self.script:
            command = noted
            if isinstance(noted, DealCards):
                count = len(noted.cards)
                command, self.decks[table][:count] = DealCards(tuple(self.decks[table][:count])), []
            who = ("dealer", Role.DEALER) if actor == "dealer" else (player, Role.PLAYER)
            requests.append(asked(f"table:{table}", PlayBanked(command), *who))
        for reply in self.floor.submit(*requests):
            assert isinstance(reply, Accepted), reply

    def rounds(self, table: str, player: str, count: int, rng: random.Random, hits: float) -> Iterator[None]:
        """So many rounds of a table, with a pause wherever somebody else may come first."""
        for _ in range(count):
            hand = rng.choice((ROYAL, FLUSH, FLUSH)) if rng.random() < hits else POOR
            self.begin(table, {"1": hand, "dealer": NOTHING}, player)
            yield
            self.play(table, player)
            yield
            self.claim(table)
            yield
            while self.round(table).phase is not Phase.ENDED:
                reply = ask(self.floor, table, Settle())
                if isinstance(reply, Refusal):
                    assert "is paid first" in reply.sentence, reply
                    self.waited += 1
                yield


def play(station: Station, tables: list[str], count: int, rng: random.Random, hits: float) -> None:
    """All tables of a server, a step here and a step there."""
    going = [
        station.rounds(table, PEOPLE[at % len(PEOPLE)], count, random.Random(rng.random()), hits)
        for at, table in enumerate(tables)
    ]
    while going:
        one = rng.choice(going)
        try:
            next(one)
        except StopIteration:
            going.remove(one)


@pytest.mark.parametrize(
    ("servers", "tables", "count", "hits"),
    [
        (2, 4, 3, 0.7),
        pytest.param(2, 40, 30, 0.15, marks=LONGEST),
        pytest.param(3, 40, 30, 0.15, marks=pytest.mark.long),
    ],
)
def test_streams_money_meter_and_the_order_of_awards(
    postgresql: PostgreSQL, tmp_path: Path, servers: int, tables: int, count: int, hits: float
) -> None:
    url = postgresql.fresh()
    names = [f"stud-{number}" for number in range(1, tables + 1)]
    heard = [Heard() for _ in range(servers)]
    floors = [joined(url, 1, heard[0])]
    plan = f"[house]\ncapital = 100_000_000_000\n[links.main]\nseed = {SEED}\n"
    for name in names:
        plan += f'[tables.{name}]\ngame = "rws-casino-stud"\nlink = "main"\nautomatic = false\n'
        plan += f'[tables.{name}.policy]\ndealing = "shuffler"\n'
    establish(floors[0], parse_floor(plan, "floor.toml"))
    for name in names:
        chips = floors[0].table(name).engine.policy.chips
        sign(floors[0], name, OpenTable(((max(chips), FLOAT),)))
    for player in PEOPLE:
        two_sign(floors[0], CashIn(player, 5_000_000, DAY))
    floors += [joined(url, number + 2, heard[number + 1]) for number in range(servers - 1)]
    begun, before = floors[0].position, [len(one.entries) for one in heard]

    script = scripted(tmp_path)
    stations, wrong = [Station(floor, script) for floor in floors], list[BaseException]()

    def work(number: int) -> None:
        try:
            play(stations[number], names[number::servers], count, random.Random(number), hits)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(servers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(900)
    assert not wrong, wrong
    for floor in floors:
        floor.follow()
    assert len({(floor.position, floor.head) for floor in floors}) == 1
    audit = Audit()
    audit.follow(url)  # streams without a gap, hashes on hashes; all accounts, and the meter of all tables' moves
    assert [floors[0].table(name).engine.rounds for name in names] == [count] * tables
    with psycopg.connect(url) as connection:
        entries = connection.execute(
            "SELECT stream, at, command, events FROM journal WHERE position > %s ORDER BY position", (begun,)
        ).fetchall()
        written = connection.execute("SELECT stream, version FROM journal WHERE position > %s", (begun,)).fetchall()
    for one, told in zip(heard, before, strict=True):
        assert sorted(one.entries[told:]) == sorted(written), "every server has heard of every entry once"
    awards, met = _in_order(entries)
    assert awards >= tables * count * hits / 2
    if tables > 4:  # fewer may miss each other
        assert met, "no two awards have met"
        assert sum(one.waited for one in stations) > 0, "nobody had to wait for another's award"
    with floors[0].store.reading() as reading:
        assert list(verify(reading, keys=KEYS)) == []
    for floor in floors:
        floor.store.close()


def _in_order(entries: list[tuple[str, int, str, str]]) -> tuple[int, int]:
    """Goes through the journal with a list of claims: each award is the one whose hand was complete first, and is paid
    from what the meter has then. Returns how many there were, and how many of them had others waiting."""
    dealt: dict[str, int] = {}
    waiting: dict[tuple[str, int], int] = {}
    meter, awards, met = SEED * MILLION, 0, 0
    for stream, at, command, events in entries:
        table = stream.removeprefix("table:")
        for event in json.loads(events):
            match stream.partition(":")[0], event["type"]:
                case "table", "RoundOpened":
                    dealt.pop(table, None)
                case "table", "ClaimsOpened":
                    assert event["dealt"] == [dealt[table]]
                    waiting.update({(table, box): dealt[table] for box in event["boxes"]})
                case "table", "JackpotPaid":
                    assert waiting[table, event["box"]] == min(waiting.values()), "an earlier hand waits"
                    met += len(waiting) > 1
                    awards += 1
                    del waiting[table, event["box"]]
                    shown = meter // MILLION
                    royal = event["award"] == "royal_flush"
                    assert (event["amount"], event["meter_before"]) == (shown if royal else shown // 10, meter)
                    meter = SEED * MILLION + meter % MILLION if royal else meter - event["amount"] * MILLION
                    assert event["meter_after"] == meter
                case "table", "JackpotFed":
                    meter += FED * MILLION
                case _:
                    pass
        if stream.startswith("table:") and "DealCards" in command:
            dealt.setdefault(table, at)
    assert not waiting
    return awards, met
