"""The cage over HTTP and the socket: who sees it, who acts, and what nobody who counts is told."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.floor.cashiers import in_notes, opening
from tests.web.server import Served, Visitor, serving

SEES = {"cage", "pit_manager", "shift_manager", "auditor"}
ACTS = SEES - {"auditor"}
EVERY = ("player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "cage", "auditor", "display")
FLOAT = 6_000_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("cage")) as found:
        yield found


def asked(who: Visitor, *commands: dict[str, Any]) -> Any:
    return who.http.post("/api/streams/cage/acts", json={"key": who.key(), "commands": list(commands)})


def came(served: Served, name: str, role: str = "cage") -> Visitor:
    return served.visit(name=name, role=role)


def teller(served: Served, name: str) -> Visitor:
    """With an open drawer of that name."""
    who = came(served, name)
    assert asked(who, opening(served.venue.floor, name, FLOAT)).status_code == 200
    return who


def cash(served: Served, kind: str, player: str, cents: int) -> dict[str, Any]:
    return {"type": kind, "player": player, "cents": cents, "day": served.venue.books.day()}


@pytest.mark.parametrize("role", EVERY)
def test_each_role_at_the_cage(served: Served, role: str) -> None:
    who = served.visit() if role == "player" else came(served, f"the-{role.replace('_', '-')}", role)
    seen = who.http.get("/api/cash")
    assert seen.status_code == (200 if role in SEES else 403), seen.text
    with who.live("cage") as socket:
        if role in SEES:
            assert socket.page("cage")["role"] == role
        else:
            heard = socket.hear()
            while heard["type"] == "page":
                heard = socket.hear()
            assert "Only the cage, or an Auditor" in str(heard)
    answer = asked(who, opening(served.venue.floor, f"d-{role.replace('_', '-')}"))
    assert answer.status_code == (200 if role in ACTS else 403), answer.text


def test_what_is_not_for_the_wire_cannot_be_sent(served: Served) -> None:
    mia = came(served, "mia", "shift_manager")
    for name in ("EstablishCage", "KeepDrawers"):
        answer = asked(mia, {"type": name, "capital": 1, "terms": {}})
        assert answer.status_code == 422, answer.text
    assert asked(mia, {"type": "ProposeCash", "what": {"type": "KeepDrawers", "terms": {}}}).status_code == 422
    assert asked(mia, {"type": "CashSlip", "table": "stud-1", "cents": 1, "day": "2026-01-01"}).status_code == 422
    slip = {"type": "CashSlip", "table": "stud-1", "cents": 1, "day": served.venue.books.day()}
    assert "pays a claim whole" in asked(mia, {"type": "ProposeCash", "what": slip}).json()["sentence"]
    for table in ("RedeemChips", "PayAward"):
        told = mia.act("stud-1", {"type": table, "cents": 500})
        assert told.status_code == 422, told.text


def test_who_counts_is_told_no_sum_and_who_sees_it_does_not_count(served: Served) -> None:
    tom, guest = teller(served, "tom"), served.visit().name
    assert asked(tom, cash(served, "CashIn", guest, 150_000)).status_code == 200
    with tom.live("cage") as socket:
        page = socket.page("cage")
        (mine,) = [one for one in page["drawers"] if one["holder"] == "tom"]
        assert (page["holds"], mine["holds"], mine["float"], mine["moves"], mine["count"]) == (
            *(None, None, FLOAT, 1, True),
        )
    with came(served, "ada", "auditor").live("cage") as socket:
        page = socket.page("cage")
        (his,) = [one for one in page["drawers"] if one["holder"] == "tom"]
        assert (his["holds"], his["count"], page["may"]) == (FLOAT + 150_000, False, [])
        assert page["proposals"] == []


def test_large_cash_is_seen_and_signed_by_somebody_else(served: Served) -> None:
    uma, guest = teller(served, "uma"), served.visit().name
    large = cash(served, "CashIn", guest, 10_000_000)
    assert "two people sign" in asked(uma, large).json()["sentence"]
    assert asked(uma, {"type": "ProposeCash", "what": large}).status_code == 200
    omar = came(served, "omar", "pit_manager")
    with uma.live("cage") as first, omar.live("cage", "pit") as second:
        (waits,) = first.page("cage")["proposals"]
        assert (waits["what"], waits["who"], waits["cents"], waits["own"], waits["sign"]) == (
            *("CashIn", guest, 10_000_000, True, None),
        )
        (offered,) = second.until("cage", lambda page: True)["proposals"]
        (at_pit,) = second.until("pit", lambda page: True)["proposals"]
        assert (at_pit["stream"], at_pit["sign"]) == ("cage", offered["sign"])
        assert second.act("cage", offered["sign"], key="sign")["refused"] is None
        page = second.until("cage", lambda one: not one["proposals"])
        assert page["log"][0]["second"] == "omar"
        (alert,) = second.until("pit", lambda one: bool(one["alerts"]))["alerts"]
        assert alert["command"] is None  # it is his own act
    with came(served, "pia", "pit_manager").live("pit") as socket:
        (alert,) = socket.page("pit")["alerts"]
        assert socket.act("cage", alert["command"], key="seen")["refused"] is None


def test_the_cash_log_adds_up_and_comes_as_csv(served: Served) -> None:
    val, guest = teller(served, "val"), served.visit().name
    for cents in (100_000, 50_000):
        assert asked(val, cash(served, "CashIn", guest, cents)).status_code == 200
    assert asked(val, cash(served, "CashOut", guest, 30_000)).status_code == 200
    drawers = served.venue.floor.cage().drawers
    number = drawers.numbered  # type: ignore[union-attr]
    void = {"type": "VoidCash", "number": number, "reason": "not hers", "day": served.venue.books.day()}
    assert asked(val, {"type": "ProposeCash", "what": void}).status_code == 200
    proposal = served.venue.floor.cage().proposals[-1].number
    assert asked(came(served, "wim"), {"type": "CountersignCash", "number": proposal}).status_code == 200
    report = val.http.get("/api/cash", params={"person": guest}).json()
    (patron,) = report["patrons"]
    assert (patron["brought"], patron["taken"], patron["acts"], patron["due"]) == (1_150_000, 0, 3, False)
    assert [(line["kind"], line["cents"], line["voided"]) for line in report["lines"][1:]] == [
        ("in", 100_000, []),
        ("in", 50_000, []),
        ("out", -30_000, ["val", "wim"]),
        ("void", 30_000, []),
    ]
    csv = val.http.get("/api/cash", params={"person": guest, "format": "csv"})
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert len(csv.text.splitlines()) == 1 + len(report["lines"])
    for wrong, told in (({"day": "soon"}, "is not a day"), ({"person": "nobody"}, "has moved no cash")):
        answer = val.http.get("/api/cash", params=wrong)
        assert answer.status_code in (404, 422), answer.text
        assert told in answer.json()["sentence"]


def test_a_drawer_is_closed_blind_and_its_variance_told_to_those_who_counted(served: Served) -> None:
    xia = teller(served, "xia")
    count = {"type": "CountDrawer", "drawer": "xia", "counts": in_notes(served.venue.floor, FLOAT - 100)}
    assert asked(xia, count).status_code == 200
    for name, sees in (("xia", True), ("yan", False)):
        with came(served, name).live("cage") as socket:
            closed = [one for one in socket.page("cage")["closed"] if one["drawer"] == "xia"]
            assert [one["difference"] for one in closed] == ([-100] if sees else [])


def test_bad_words_change_nothing(served: Served) -> None:
    zoe = teller(served, "zoe")
    before = served.venue.floor.streams["cage"].version
    for bad in (
        {"type": "CashIn", "player": "zoe two", "cents": 5, "day": served.venue.books.day()},
        {"type": "CashIn", "player": "ann", "cents": "5", "day": served.venue.books.day()},
        {"type": "CashIn", "player": "ann", "cents": -5, "day": served.venue.books.day()},
        {"type": "CountDrawer", "drawer": "zoe", "counts": [[1, -1]]},
        {"type": "CountDrawer", "drawer": "nobody's", "counts": []},
        {"type": "ProposeCash", "what": {"type": "VoidCash", "number": 10**9, "reason": "x", "day": ""}},
        {"type": "CashChips", "table": "stud-1", "counts": [[500, 1]], "day": ""},
    ):
        answer = asked(zoe, bad)
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["sentence"]
    assert served.venue.floor.streams["cage"].version == before
