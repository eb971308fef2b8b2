"""Floors beside a second set of books: after every step they agree, and all accounts come to nothing."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.floor.house.recovery import recover
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.values.links import CountersignTerms, ProposeTerms
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import PlayBanked, SignClaim
from croupier.floor.values.table_kinds import BankedTable
from croupier.floor.values.tray import ReceiveSlip, RequestFill, SendSlip
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager, Report, Settle
from croupier.play.banked.flow import current_step, undecided
from croupier.play.refusal import Refusal
from croupier.rules.terms import Decide, Role, WagerName
from tests.faults.audit import Audit
from tests.floor.money_model import MILLION, Money
from tests.floor.pit import PIT
from tests.floor.random_floor import KEYS, agreed, asked, done, furnish, open_floor, wanted
from tests.floor.rigging import RiggedEntropy, rigged_deck, staying
from tests.floor.trays import count, do
from tests.sampling import first

HITS = {
    "stud-1": {"1": "As Ks Qs Js Ts", "2": "9h 8h 7h 6h 5h"},
    "multi-1": {"1": "9s 8s 7s 6s 5s", "2": "Ah Kh Qh Jh Th"},
    "holdem-1": {"1": "As Ks", "2": "2h 2d", "community": "Qs Js Ts 2c 3d"},
    "bonus-1": {"1": "As Ks", "2": "2h 2d", "community": "Qs Js 4c Ts 3d"},
}
"""Hands with major awards, box by box."""
FAILS = Report("interruption", reason="the power failed")
LINKED = (("stud-1", "multi-1"), ("holdem-1", "bonus-1"))


class Books:
    """A floor, and the books kept beside it."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.seed, self.opened = path, seed, 0
        self.money, self.read, self.seen = Money(), 0, Counter[str]()
        self.people: set[str] = set()
        self.floor = self._open()
        furnish(self.floor)
        self.check()

    def _open(self) -> Floor:
        self.opened += 1
        self.entropy = RiggedEntropy(self.seed * 1_000 + self.opened)
        return open_floor(self.path, entropy=self.entropy)

    def reload(self) -> None:
        """Another floor on the same database; nothing happens at its tables."""
        again = self._open()
        agreed(self.floor, again)
        self.floor.store.close()
        self.floor = again

    def restart(self) -> None:
        """Likewise, but after a crash: rounds in play are ruled on."""
        self.reload()
        recover(self.floor)

    def submit(self, *requests: Request) -> list[Accepted | Refusal]:
        replies = self.floor.submit(*requests)
        self.check()
        return replies

    def check(self) -> None:
        """The books with the new entries beside the accounts that the floor has in memory."""
        with self.floor.store.reading() as reading:
            for stream, events in _since(reading, self.read):
                self.money.entry(stream, events)
                self.read += 1
        self.money.check({name: cents for name, cents in self.floor.balances.items() if cents})
        self._found()

    def _found(self) -> None:
        """Where everybody has wagers, beside what the tables themselves say."""
        states = {stream: kept.state for stream, kept in self.floor.streams.items()}
        tables = {stream: state for stream, state in states.items() if isinstance(state, BankedTable)}
        self.people |= {player for state in tables.values() for player in state.players}
        for player in self.people:
            there = {stream for stream, state in tables.items() if player in state.players}
            assert self.floor.where.of(player) == there, player

    def close(self) -> None:
        """From the beginning once more, with everything there is."""
        Audit().follow(self.path)
        with self.floor.store.reading() as reading:
            assert not list(verify(reading, keys=KEYS))
        self.floor.store.close()


def _since(reading: Reading, position: int) -> list[tuple[str, str]]:
    rows = reading.connection.exec_driver_sql(
        "SELECT stream, events FROM journal WHERE position > ? ORDER BY position", (position,)
    )
    return [(stream, events) for stream, events in rows]


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Books]:
    books = Books(tmp_path / "floor.db", 1)
    yield books
    books.close()


# ---- Rounds with major awards ---------------------------------------------------------------------------------------


def hit(books: Books, name: str) -> None:
    """A round in which both boxes stay in, with the hands of ``HITS``: it ends with claims."""
    state = books.floor.table(name)
    if state.running or not state.info.open or state.engine.pending:
        return
    stream = f"table:{name}"
    books.entropy.rig(rigged_deck(state.info.game, (1, 2), HITS[name]))
    asking = [asked(stream, PlayBanked(OpenRound()), "dealer", Role.DEALER)]
    for box, player in ((1, "ann"), (2, "bob")):
        for wager, amount in ((WagerName.ANTE, 10_000), (WagerName.JACKPOT, 500)):
            asking.append(asked(stream, PlayBanked(PlaceWager(box, wager, amount)), player, Role.PLAYER))
    asking.append(asked(stream, PlayBanked(CloseBets()), "dealer", Role.DEALER))
    books.submit(*asking)
    while (request := _stay(books.floor, name)) is not None:
        if isinstance(books.submit(request)[0], Refusal):
            return


def _stay(floor: Floor, name: str) -> Request | None:
    state = floor.table(name)
    assert isinstance(state, BankedTable)
    step = current_step(state.game, state.engine)
    if not isinstance(step, Decide) or state.engine.round is None:
        return None
    box = undecided(state.engine.round)
    assert box is not None
    return asked(f"table:{name}", PlayBanked(Choose(box.number, staying(step))), box.player, Role.PLAYER)


# ---- Walks ----------------------------------------------------------------------------------------------------------


def walk(path: Path, seed: int, steps: int) -> Counter[str]:
    """A floor under random requests, some of them impossible, repeated, or in the middle of a restart."""
    rng, books = random.Random(seed), Books(path, seed)
    last: list[tuple[Request, Accepted]] = []
    counts = Counter[str]()
    for number in range(steps):
        choice = rng.random()
        if choice < 0.02:
            books.reload()
        elif choice < 0.025:
            books.restart()
            books.check()
        elif choice < 0.035:
            for name in rng.sample(rng.choice(LINKED), 2):
                books.submit(asked(f"table:{name}", PlayBanked(FAILS), *PIT[0]))
                hit(books, name)
        elif choice < 0.1 and last:
            request, reply = rng.choice(last)
            position = books.floor.position
            (repeated,) = books.submit(request)
            assert isinstance(repeated, Accepted)
            assert (repeated.repeated, repeated.version, repeated.events) == (True, reply.version, reply.events)
            assert books.floor.position == position
        else:
            asking = [_keyed(wanted(books.floor, rng), f"{number}-{at}") for at in range(rng.choice([1, 1, 4]))]
            for request, answer in zip(asking, books.submit(*asking), strict=True):
                counts["accepted" if isinstance(answer, Accepted) else "refused"] += 1
                if isinstance(answer, Accepted):
                    last = [(request, answer), *last[:20]]
        counts["claims"] += sum(bool(books.floor.table(name).info.claims) for name in HITS)
    counts["awards"] = sum(len(books.floor.link(name).awards) for name in ("stud", "holdem"))
    books.close()
    return counts


def _keyed(request: Request, key: str) -> Request:
    return Request(request.stream, request.actor, request.role, request.command, key)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_the_floor_agrees_with_the_books(tmp_path: Path, seed: int) -> None:
    path = tmp_path / f"{seed}-{len(list(tmp_path.iterdir()))}.db"
    walk(path, seed, 120)


@pytest.mark.long
def test_a_long_walk_sees_awards_and_refusals(tmp_path: Path) -> None:
    counts = walk(tmp_path / "floor.db", 3, 900)
    assert counts["accepted"] > 300
    assert counts["refused"] > 100
    assert counts["claims"]
    assert counts["awards"] > 4


# ---- Two hits at once -----------------------------------------------------------------------------------------------


def _signed(books: Books, name: str) -> None:
    for claim in books.floor.table(name).info.claims:
        for who in ("sam", "sue"):
            done(books.floor, asked(f"table:{name}", SignClaim(claim.box), who, Role.PIT_SUPERVISOR))
    books.check()


def _paid(books: Books, name: str) -> dict[int, int]:
    state = books.floor.table(name)
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    return {line.box: line.paid for line in state.engine.round.lines if line.award}


@pytest.mark.parametrize("pair", LINKED)
@pytest.mark.parametrize("dealt_first", [0, 1])
@pytest.mark.parametrize("signed_first", first(1, [1, 0]))
def test_two_tables_win_at_once_and_are_paid_in_the_order_of_the_deal(
    books: Books, pair: tuple[str, str], dealt_first: int, signed_first: int
) -> None:
    first, second = pair[dealt_first], pair[1 - dealt_first]
    for name in (first, second):
        hit(books, name)
        assert books.floor.table(name).info.claims
    link = books.floor.link(books.floor.table(first).info.link)
    _signed(books, pair[signed_first])
    if pair[signed_first] == second:
        early = books.submit(asked(f"table:{second}", PlayBanked(Settle()), "dealer", Role.DEALER))[0]
        assert isinstance(early, Refusal)
        assert "is paid first" in early.sentence
    books.reload()
    _signed(books, pair[1 - signed_first])
    assert not any(books.floor.table(name).info.claims for name in pair)
    shown, paid = link.shown, []
    for name in (first, second):
        for box, amount in sorted(_paid(books, name).items()):
            share = _share(name, box)
            assert amount == (shown * share // 100 if share else amount)
            shown = link.seed if share == 100 else shown - (amount if share else 0)
            paid.append(amount)
    assert books.floor.link(link.name).shown == shown
    assert paid


def _share(name: str, box: int) -> int:
    """What part of the meter a hand of ``HITS`` wins; none for an award of a fixed amount."""
    shares = {"stud-1": {1: 100, 2: 10}, "multi-1": {1: 10, 2: 100}, "holdem-1": {1: 100}, "bonus-1": {1: 25}}
    return shares[name].get(box, 0)


def test_a_void_round_leaves_another_tables_award_alone(books: Books) -> None:
    """The meter was won elsewhere while a contribution of the round was in it: the House bears that, not the next
    jackpot."""
    had = books.floor.balances["wallet:ann"]
    done(books.floor, asked("table:multi-1", PlayBanked(OpenRound()), "dealer", Role.DEALER))
    for wager, amount in ((WagerName.ANTE, 10_000), (WagerName.JACKPOT, 500)):
        done(books.floor, asked("table:multi-1", PlayBanked(PlaceWager(1, wager, amount)), "ann", Role.PLAYER))
    done(books.floor, asked("table:multi-1", PlayBanked(CloseBets()), "dealer", Role.DEALER))
    lies = had - books.floor.balances["wallet:ann"]
    hit(books, "stud-1")
    _signed(books, "stud-1")
    meter, held = books.floor.link("stud").meter, books.floor.balances["wallet:ann"]
    done(books.floor, asked("table:multi-1", PlayBanked(FAILS), *PIT[0]))
    books.check()
    assert books.floor.balances["wallet:ann"] == held + lies
    assert books.floor.link("stud").meter == meter


# ---- Other terms ----------------------------------------------------------------------------------------------------


def test_other_terms_hold_from_the_next_award_of_everything_on(books: Books) -> None:
    """The seed and the rate are the link's: every table on it follows."""
    done(books.floor, asked("link:stud", ProposeTerms(1_000_000, "0.5", 500)))
    done(books.floor, asked("link:stud", CountersignTerms(1), "sam"))
    before = books.floor.link("stud").meter
    hit(books, "stud-1")
    assert books.floor.link("stud").meter == before + 2 * 352_500_000  # still at 0.705
    _signed(books, "stud-1")
    assert books.floor.link("stud").shown == 1_000_000 - 100_000  # the Royal first, then 10% for the Straight Flush
    for name in ("multi-1", "stud-1"):
        before = books.floor.link("stud").meter
        hit(books, name)
        assert books.floor.link("stud").meter == before + 2 * 250 * MILLION
        _signed(books, name)
    assert books.floor.link("stud").shown == 1_000_000 - 100_000


# ---- Counts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("difference", [-100_000, 0, 500])
def test_a_closing_count_that_differs_is_on_the_books(books: Books, difference: int) -> None:
    held = books.floor.balances["float:stud-1"] + difference
    chip = books.floor.table("stud-1").engine.policy.lowest_chip
    count(books.floor, "stud-1", ((chip, held // chip),))
    books.check()
    assert books.floor.balances["float:stud-1"] == held
    assert books.floor.balances.get("variance", 0) == -difference


def test_the_cage_sends_no_more_than_it_has(books: Books) -> None:
    do(books.floor, "bonus-2", RequestFill(((100_000, 10_000),)), "dealer", Role.DEALER)
    do(books.floor, "bonus-2", SendSlip("F-0001"), "cashier", Role.CAGE)
    (refused,) = books.submit(asked("table:bonus-2", ReceiveSlip("F-0001"), "sam", Role.PIT_SUPERVISOR))
    assert isinstance(refused, Refusal)
    assert refused.sentence.startswith("The cage holds only")
