"""The shift's books beside the reports, which read the journal; and since when things wait."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from croupier.floor.reading.reports import table_report
from croupier.floor.values.cage import CashIn
from croupier.floor.values.ports import MICROSECONDS, Notice
from croupier.floor.values.table import (
    BuyChips,
    ChangePolicy,
    EstablishTable,
    Propose,
    RedeemChips,
)
from croupier.rules.terms import Role
from croupier.web.watch.books import Books
from tests.floor.house import DAY, PLAYERS, STUD, House
from tests.floor.trays import count, empty_box

HALL = "hall-1"
"""A table without wallets, where cash is changed for chips."""
HIGH = "poker-2"
"""Where pots are large enough for a Rake."""


class Hears:
    """The floor's outbox: books that hear of every commit."""

    def __init__(self, books: Books) -> None:
        self.books = books

    def send(self, notices: Sequence[Notice]) -> None:
        self.books.heard(notices)


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path / "floor.db")
    made.furnish()
    meter = made.floor.link("stud").meter
    made._table(HALL, EstablishTable("rws-casino-stud", {}, "stud", True, True, meter))
    stakes = {"small_blind": 1_000, "minimum_stake": 4_000, "maximum_stake": 40_000}
    made._table(HIGH, EstablishTable("rws-poker", stakes, "", True))
    return made


def busy(house: House) -> None:
    """Rounds everywhere, cash for chips, the box emptied, a table closed with chips missing."""
    for name in STUD:
        house.stud_round(name, PLAYERS)
    house.bonus_round("bonus-1")
    house.poker_round(HIGH)
    house.ask(f"table:{HALL}", BuyChips(50_000), "dan", Role.DEALER)
    house.ask(f"table:{HALL}", RedeemChips(10_000), "cash desk", Role.CAGE)
    empty_box(house.floor, HALL, 50_000)
    count(house.floor, "stud-2", ((100_000, 99),))


def same_as_reports(house: House, books: Books) -> None:
    with house.floor.store.reading() as reading:
        for name in house.floor.tables():
            report, money = table_report(reading, name, books.period), books.money(name)
            assert report.reconciles
            assert (money.drop, money.win, money.rake) == (report.drop, report.win, report.rake), name


def test_the_books_say_what_the_reports_say_heard_or_read(house: House) -> None:
    books = Books(house.floor)
    house.floor.outbox = Hears(books)
    house.sit_down(HIGH)
    busy(house)
    same_as_reports(house, books)
    assert books.money("stud-1").win != 0
    assert books.money(HIGH).rake > 0
    assert books.money(HALL).drop == 50_000
    same_as_reports(house, Books(house.floor))  # as after a restart


def test_a_new_shift_begins_from_nothing(house: House) -> None:
    books = Books(house.floor)
    house.floor.outbox = Hears(books)
    house.sit_down(HIGH)
    busy(house)
    first = books.period
    house.clock.at = first.end + MICROSECONDS
    assert books.money("stud-1").win == 0
    assert books.period.begin == first.end
    house.stud_round("stud-1")
    same_as_reports(house, books)
    same_as_reports(house, Books(house.floor))


def test_what_waits_is_dated_also_after_a_restart(house: House) -> None:
    books = Books(house.floor)
    house.floor.outbox = Hears(books)
    house.ask("cage", CashIn("ann", 1_000_000, DAY), "cash desk", Role.CAGE)
    house.ask("table:stud-1", Propose(ChangePolicy({"minimum": 5_000})))
    number = house.floor.table("stud-1").info.proposed
    alert = house.floor.cage().alerts[-1].number
    proposed = books.since("table:stud-1", f"proposal {number}")
    assert 0 < books.since("cage", f"alert {alert}") < proposed
    again = Books(house.floor)
    assert again.since("table:stud-1", f"proposal {number}") == proposed
    assert again.since("cage", f"alert {alert}") == books.since("cage", f"alert {alert}")
    assert books.dealer("stud-1") == again.dealer("stud-1")
