"""Pages about rounds of two versions: each says, cites and reckons under the version that the round was played under.

Version 7 of Casino Stud is made up (tests/versions), effective from 1 December 2026. Under version 6 unshuffled cards
void a round (5.8.5); under version 7 the Shift Manager decides, and a Flush pays 6 to 1 on the BET instead of 5 to 1.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.reading.reports import report
from croupier.floor.running.floor import Floor
from croupier.floor.values.gaming_day import begins
from croupier.floor.values.table import AdoptRulebook
from croupier.play.banked.commands import Report
from croupier.rulebooks import load_banked, registered
from croupier.rules.terms import Role
from croupier.web.desks.study.counting import COUNTS
from tests.floor.house_floor import SetClock
from tests.floor.linked import NOTHING, Linked
from tests.floor.random_floor import open_floor
from tests.floor.rigged import act, in_order, sign
from tests.web.past import House, house_of

V6, V7 = "rws-casino-stud-v6", "rws-casino-stud-v7"
EVE, DAY, NEXT = "2026-11-30", "2026-12-01", "2026-12-02"


@pytest.fixture(autouse=True)
def _versions() -> Iterator[None]:
    with registered("tests.versions.rws_casino_stud_v7"):
        yield


def at(day: str) -> SetClock:
    return SetClock(begins(day, "12:00", "Asia/Singapore"))


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    """Rounds 1 and 2 under version 6, a restart on the day of the new one, rounds 3 and 4 under version 7."""
    linked = Linked(tmp_path, "stud-1", clock=at(EVE))
    _two_rounds(linked)
    sign(linked.floor, "stud-1", AdoptRulebook(V7, DAY))
    linked.floor.store.close()
    linked.floor = open_floor(tmp_path / "floor.db", clock=at(DAY))
    _two_rounds(linked)
    in_order(linked.floor)
    return linked.floor


def _two_rounds(linked: Linked) -> None:
    """A round that Ann loses, and one in which the cards turn out not to have been shuffled."""
    hands = {"1": NOTHING, "dealer": "As Kd 9s 5h 2d"}
    linked.whole("stud-1", hands)
    linked.begin("stud-1", hands)
    act(linked.floor, "stud-1", Report("unshuffled_cards"))


def auditor(house: House) -> Any:
    return house.someone("aud", Role.AUDITOR)


def test_the_audit_says_under_which_version(floor: Floor) -> None:
    with house_of(floor) as house:
        rounds = auditor(house).json("/api/audit/rounds", table="stud-1")["rows"]
        # Round 4 waits for its decision: nobody reads of a round in play.
        assert [(one["number"], one["rulebook"]) for one in rounds] == [(3, V7), (2, V6), (1, V6)]
        rulings = auditor(house).json("/api/audit/rulings", table="stud-1")["rows"]
        assert {(one["rulebook"], one["cites"][0]) for one in rulings} == {(V6, "5.8.5")}
        first = _third_round(floor)
        for kind in ("commands", "events", "movements"):
            rows = auditor(house).json(f"/api/audit/{kind}", table="stud-1", limit=200)["rows"]
            assert rows
            for one in rows:
                assert one["rulebook"] == (V7 if one["version"] >= first else V6), (kind, one["version"])


def _third_round(floor: Floor) -> int:
    """The entry of the table that opens the first round of version 7."""
    with floor.store.reading() as reading:
        opened = [one.version for one in reading.entries("table:stud-1") if '"RoundOpened"' in one.events]
    return opened[2]


def test_a_replay_is_under_the_version_of_its_round(floor: Floor) -> None:
    with house_of(floor) as house:
        for number, rulebook in ((1, V6), (2, V6), (3, V7)):
            for asker in (auditor(house), house.someone("ann")):
                page = asker.json(f"/api/rounds/stud-1/{number}")
                assert page["rulebook"] == rulebook
        void = auditor(house).json("/api/rounds/stud-1/2")
        assert [one["cites"] for one in void["rulings"]] == [["5.8.5"]]
        assert "void" in void["rulings"][0]["sentence"]


def test_the_list_of_rounds_names_the_version(floor: Floor) -> None:
    with house_of(floor) as house:
        rounds = house.someone("ann").json("/api/rounds")["rounds"]
        assert [(one["number"], one["rulebook"]) for one in rounds] == [(3, V7), (2, V6), (1, V6)]


def test_a_paragraph_is_that_of_its_version(floor: Floor) -> None:
    with house_of(floor) as house:
        nobody = house.nobody()
        assert nobody.json(f"/api/rules/{V6}/5.8.5")["disposition"] == "MODELLED"
        assert nobody.json(f"/api/rules/{V7}/5.8.5")["disposition"] == "DISCRETION"
        assert nobody.get(f"/api/rules/{V6}/5.25").status_code == 404
        pages = {name: nobody.json(f"/api/rules/{name}") for name in (V6, V7)}
        assert [one["number"] for one in pages[V6]["paragraphs"]][-1] == "5.24"
        assert [one["number"] for one in pages[V7]["paragraphs"]][-1] == "5.25"
        assert [one["version"] for one in pages[V6]["versions"]] == [6, 7]
        assert [one["current"] for one in pages[V7]["versions"]].count(True) == 1
        missing = nobody.get("/api/rules/rws-casino-stud-v9")
        assert missing.status_code == 404
        assert missing.json()["sentence"] == (
            "There is no rulebook 'rws-casino-stud-v9': of rws-casino-stud there are 6 and 7"
        )


def test_the_shift_is_reported_over_both(floor: Floor) -> None:
    from croupier.floor.reading.reports import Period

    period = Period("both days", begins(EVE, "08:00", "Asia/Singapore"), begins(NEXT, "08:00", "Asia/Singapore"))
    with floor.store.reading() as reading:
        (found,) = report(reading, period, "stud-1")
    assert (found.rounds, found.voided) == (3, 1)


@pytest.mark.long
def test_odds_and_designer_of_each_version(floor: Floor) -> None:
    """A winning Flush is paid one more on a BET of two Antes, and nothing else of the Ante's odds is otherwise."""
    for version in (6, 7):
        COUNTS.state(load_banked("rws-casino-stud", version))
    COUNTS.wait()
    with house_of(floor) as house:
        pages = {name: house.nobody().json(f"/api/odds/{name}") for name in (V6, V7)}
        assert {name: page["rulebook"] for name, page in pages.items()} == {V6: V6, V7: V7}
        flushes = next(int(one["combinations"]) for one in pages[V6]["outcomes"] if one["title"] == "win_flush")
        edges = [Fraction(pages[name]["house_edge"]["exact"]) for name in (V6, V7)]
        assert edges[0] - edges[1] == Fraction(2 * flushes, int(pages[V6]["total"]))
        for name, pays in ((V6, 5), (V7, 6)):
            design = house.someone("ann").json(f"/api/odds/{name}/design")
            row = next(row for group in design["groups"] for row in group["rows"] if row["key"] == "bet.flush")
            assert (design["rulebook"], row["value"]) == (name, pays)
        assert house.nobody().get("/api/odds/rws-casino-stud-v9").status_code == 404
