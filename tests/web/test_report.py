"""The report over HTTP: for those who see the books, as a page and as files, and refused in a sentence to others."""

from collections.abc import Iterator

import pytest

from croupier.floor.reading.reports import day_period, table_report
from tests.web.server import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("report")) as found:
        yield found


@pytest.mark.parametrize("role", ["shift_manager", "auditor"])
def test_who_sees_the_books_sees_the_report(served: Served, role: str) -> None:
    found = served.visit(name="grace", role=role).http.get("/api/report")
    assert found.status_code == 200
    page = found.json()
    assert page["role"] == role
    assert page["shift"] is None
    assert {row["table"] for row in page["rows"]} == set(served.venue.floor.tables())
    with served.venue.floor.store.reading() as reading:
        books = table_report(reading, "dealer-1", day_period(page["day"]))
    (row,) = [one for one in page["rows"] if one["table"] == "dealer-1"]
    assert (row["opening"], row["closing"], row["win"]) == (books.opening + books.opened, books.closing, books.win)


@pytest.mark.parametrize("role", ["player", "dealer", "pit_supervisor", "pit_manager", "cage", "display"])
def test_who_counts_or_plays_does_not(served: Served, role: str) -> None:
    found = served.visit(name="eve", role=role).http.get("/api/report")
    assert found.status_code == 403
    assert found.json()["sentence"] == "Only an Auditor, or a Shift Manager, may do this"


def test_a_shift_and_the_files_of_it(served: Served) -> None:
    grace = served.visit(name="grace", role="shift_manager")
    page = grace.http.get("/api/report?shift=2").json()
    assert (page["shift"], page["end"] - page["begin"]) == (2, 8 * 3_600 * 1_000_000)
    csv = grace.http.get("/api/report?shift=2&format=csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert "shift-2-of-3.csv" in csv.headers["content-disposition"]
    assert csv.text.splitlines()[0].endswith("variance,taken back,corrections")
    games = grace.http.get("/api/report?format=csv&by=game")
    assert games.text.splitlines()[0].removeprefix("\ufeff").startswith("game,hours,rounds")
    assert {row["table"] for row in page["games"]} == {row["game"] for row in page["rows"]}
    dealers = grace.http.get("/api/report?format=csv&by=dealer")
    assert "by-dealer.csv" in dealers.headers["content-disposition"]
    assert dealers.text.splitlines()[0].removeprefix("\ufeff").startswith("dealer,tables,hours,rounds,an hour")
    assert grace.http.get("/api/report?format=csv&by=moon").status_code == 400
    book = grace.http.get("/api/report?format=xlsx")
    assert book.content[:2] == b"PK"


@pytest.mark.parametrize(
    ("asked", "told"),
    [("day=soon", "'soon' is not a day such as 2026-11-15"), ("shift=4", "A gaming day has shifts 1 to 3")],
)
def test_what_cannot_be_reported_is_said(served: Served, asked: str, told: str) -> None:
    found = served.visit(name="grace", role="shift_manager").http.get(f"/api/report?{asked}")
    assert 400 <= found.status_code < 500
    assert found.json()["sentence"] == told
