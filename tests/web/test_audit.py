"""The audit: everything of rounds that are over, nothing of a round in play, and CSV that is only text."""

import csv
import io
import json
import sqlite3
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards import UNKNOWN, format_card, parse_cards
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, OpenDrawer
from croupier.floor.values.table import PlayBanked, PrepareShoe
from croupier.floor.values.table_kinds import RoomTable
from croupier.floor.values.tray import ReceiveSlip, RequestFill, SendSlip
from croupier.play.banked.commands import Choose, CloseBets, CorrectCard, DealCards, OpenRound, PlaceWager, Report
from croupier.play.room import commands as room
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.desks.csv_rows import safe
from croupier.web.desks.records.audit_rows import KINDS, audit_page
from croupier.web.desks.records.auditing import Asked
from tests.floor.cashiers import in_notes
from tests.floor.random_floor import DAY, PLAN, asked, done, open_floor
from tests.floor.rigged import a_floor, act
from tests.floor.test_dealer_entered import a_table
from tests.floor.test_investigation import deal_for
from tests.trials.journals import fair, favours_the_box
from tests.web.past import STUD, Asker, House, house_of, stud_round

SECOND = "Ks Kh 2s 3c Qs Qh 4c 5d Js Jh 6d 7d Ts 9h 8h 2d"
"""Another order, for the round in play; only its last card, the Dealer's face-up one, is open to everybody."""


def everything(asker: Asker, kind: str, **params: Any) -> list[Any]:
    """All pages of a kind."""
    found: list[Any] = []
    before: dict[str, int] = {}
    while True:
        page = asker.json(f"/api/audit/{kind}", **params, **before)
        found += page["rows"]
        if page["next"] is None:
            return found
        before = {"before": page["next"]}


def test_who_may_read_the_record(tmp_path: Path) -> None:
    with house_of(a_floor(tmp_path, PLAN)) as house:
        for role in Role:
            asker = house.someone("x", role)
            reads = role in {Role.AUDITOR, Role.SHIFT_MANAGER}
            for kind in KINDS:
                assert asker.get(f"/api/audit/{kind}").status_code == (200 if reads else 403), (role, kind)
                assert asker.get(f"/api/audit/{kind}", format="csv").status_code == (200 if reads else 403)
            assert asker.get("/api/audit").status_code == (200 if reads else 403)
            assert asker.get("/api/audit/investigation").status_code == (200 if reads else 403)
            assert asker.post("/api/audit/investigation").status_code == (202 if reads else 403)
            verifies = reads or role is Role.PIT_MANAGER
            assert asker.get("/api/audit/verify").status_code == (200 if verifies else 403)
        for kind in (*KINDS, "verify", "investigation"):
            assert house.nobody().get(f"/api/audit/{kind}").status_code == 401
        assert house.nobody().post("/api/audit/verify").status_code == 401
        assert house.someone("x", Role.PLAYER).post("/api/audit/verify").status_code == 403


def sent(house: House) -> str:
    """Every byte of the audit that somebody can have."""
    auditor = house.someone("aud", Role.AUDITOR)
    texts = [json.dumps(everything(auditor, kind, limit=7)) for kind in KINDS]
    texts += [auditor.get(f"/api/audit/{kind}", format="csv").text for kind in KINDS]
    texts += [auditor.get(f"/api/audit/{kind}", table="stud-1").text for kind in KINDS]
    texts += [auditor.get(f"/api/audit/{kind}", player="ann").text for kind in KINDS]
    return "\n".join(texts)


def test_a_round_in_play_is_not_in_the_audit(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD, SECOND)
    stud_round(floor)
    with house_of(floor) as house:
        before = sent(house)
        assert '"3s"' in before  # of a round that is over, an auditor reads also what was never shown
        stud_round(floor, over=False)
        during = sent(house)
        root = floor.table("stud-1").info.root
        assert during == before
        assert root not in during
        act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
        act(floor, "stud-1", Choose(2, Decision.FOLD), "bob")
        after = sent(house)
        assert root in after
        hidden = [format_card(card) for card in parse_cards(SECOND)]
        cards = everything(house.someone("aud", Role.AUDITOR), "events", table="stud-1", limit=500)
        dealt = next(row for row in cards if row["event"] == "CardsDealt")
        assert dealt["content"]["cards"] == hidden


def test_nor_is_one_that_a_restart_finds(tmp_path: Path) -> None:
    """The floor does not remember what the round began from: it is looked up."""
    floor = a_floor(tmp_path, PLAN, STUD, SECOND)
    stud_round(floor)
    whole = {kind: audit_page(floor, kind, Asked(limit=500)).rows for kind in KINDS}
    stud_round(floor, over=False)
    floor.store.close()
    again = open_floor(tmp_path / "floor.db")
    assert again.table("stud-1").running
    assert not again.begun
    for kind in KINDS:
        shown = [row for row in audit_page(again, kind, Asked(limit=500)).rows if _stream(row) == "table:stud-1"]
        # The next shoe's commitment comes before its round: a root, and nothing of the order.
        known = [row for row in shown if getattr(row, "command", getattr(row, "event", "")) not in _SHOE]
        assert known == [row for row in whole[kind] if _stream(row) == "table:stud-1" and row in known], kind
        assert len(known) == len([row for row in whole[kind] if _stream(row) == "table:stud-1"]) - _shoes(whole[kind])
    again.store.close()


_SHOE = ("CommitShuffle", "ShuffleCommitted")


def _shoes(rows: Any) -> int:
    return sum(getattr(row, "command", getattr(row, "event", "")) in _SHOE for row in rows)


def _stream(row: Any) -> str:
    return getattr(row, "stream", "") or f"table:{row.table}"


def test_a_prepared_shoe_is_a_root_and_no_more(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    act(floor, "stud-1", PrepareShoe(), "ann")
    with house_of(floor) as house:
        text = sent(house)
    assert floor.table("stud-1").info.root in text
    for card in parse_cards(STUD):
        assert f'"{format_card(card)}"' not in text


def test_the_poker_room_in_play_is_not_in_the_audit_either(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    for seat, name in ((1, "ann"), (2, "bob")):
        act(floor, "poker-1", room.JoinTable(seat, 20_000), name)
    act(floor, "poker-1", room.OpenRound())
    state = floor.table("poker-1")
    assert isinstance(state, RoomTable)
    assert state.engine.playing
    with house_of(floor) as house:
        rows = everything(house.someone("aud", Role.AUDITOR), "events", table="poker-1")
    names = [row["event"] for row in rows]
    assert "PlayerJoined" in names
    assert "CardsDealt" not in names
    assert "RoundOpened" not in names


@pytest.fixture
def eventful(tmp_path: Path) -> Floor:
    """Two rounds at stud-1, one of them void, and cash."""
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(4, WagerName.ANTE, 5_000), "cho")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Report("interruption"))
    return floor


def test_rounds_with_their_money_and_by_player_and_paragraph(eventful: Floor) -> None:
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        second, first = everything(auditor, "rounds")
        # Ann wins her Ante of 50.00 (3.13), bob loses his (3.12.1): the House is where it was.
        assert (first["players"], first["staked"], first["house"], first["void"]) == (["ann", "bob"], 20_000, 0, False)
        assert (second["players"], second["house"], second["void"], second["ruled"]) == (["cho"], 0, True, 1)
        assert [row["number"] for row in everything(auditor, "rounds", player="bob")] == [1]
        assert [row["number"] for row in everything(auditor, "rounds", cite="3.13")] == [1]
        assert [row["number"] for row in everything(auditor, "rounds", cite="¶3.13")] == [1]
        assert everything(auditor, "rounds", table="holdem-1") == []
        assert [row["number"] for row in everything(auditor, "rounds", until=second["at"] - 1)] == [1]
        assert [row["number"] for row in everything(auditor, "rounds", since=second["at"])] == [2]


def test_a_fill_after_a_round_is_not_its_result(eventful: Floor) -> None:
    """The chips of a fill come from the cage, whatever was won: the void round stays at nothing."""
    chip = max(eventful.table("stud-1").engine.policy.chips)
    done(eventful, asked("table:stud-1", RequestFill(((chip, 5),)), "dealer", Role.DEALER))
    done(eventful, asked("table:stud-1", SendSlip("F-0001"), "cashier", Role.CAGE))
    done(eventful, asked("table:stud-1", ReceiveSlip("F-0001"), "sam"))
    with house_of(eventful) as house:
        second, first = everything(house.someone("aud", Role.AUDITOR), "rounds", table="stud-1")
    assert (second["house"], first["house"]) == (0, 0)
    assert "sam" not in second["staff"]


def test_corrections_are_what_was_put_right_and_not_what_was_turned(tmp_path: Path) -> None:
    hand = "hand-1"
    plan = f'{PLAN}\n[tables.{hand}]\ngame = "rws-casino-stud"\nlink = "stud"\nautomatic = false\n'
    floor = a_floor(tmp_path, plan)
    act(floor, hand, OpenRound())
    act(floor, hand, PlaceWager(1, WagerName.ANTE, 10_000), "ann")
    act(floor, hand, CloseBets())
    act(floor, hand, DealCards((UNKNOWN, *parse_cards("Ah"))))
    act(floor, hand, CorrectCard("burn", 0, parse_cards("2c")[0]))  # which nobody had said before
    act(floor, hand, CorrectCard("1", 0, parse_cards("Ad")[0]))
    done(floor, asked(f"table:{hand}", PlayBanked(Report("foreign_card")), "sid", Role.PIT_SUPERVISOR))
    with house_of(floor) as house:
        (row,) = everything(house.someone("aud", Role.AUDITOR), "rounds")
        assert (row["staff"], row["shoe"]) == (["dealer", "sid"], False)
        (row,) = everything(house.someone("aud", Role.AUDITOR), "corrections")
        assert (row["event"], row["content"]["before"], row["content"]["after"]) == ("CardCorrected", "Ah", "Ad")
        assert row["actor"] == "dealer"


def test_by_employee(eventful: Floor) -> None:
    done(eventful, asked("table:stud-1", PlayBanked(OpenRound()), "dov", Role.DEALER))
    done(eventful, asked("table:stud-1", PlayBanked(PlaceWager(1, WagerName.ANTE, 5_000)), "ann", Role.PLAYER))
    done(eventful, asked("table:stud-1", PlayBanked(Report("interruption")), "sid", Role.PIT_SUPERVISOR))
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        assert [row["number"] for row in everything(auditor, "rounds", employee="dov")] == [3]
        (row,) = everything(auditor, "rounds", employee="dov")
        assert (row["staff"], row["shoe"]) == (["dov", "sid"], True)  # they announced and reported; nobody dealt
        assert [row["command"] for row in everything(auditor, "commands", employee="dov")] == ["OpenRound"]
        assert {row["actor"] for row in everything(auditor, "rulings", employee="sid")} == {"sid"}
        assert everything(auditor, "commands", employee="ann") == []  # who only plays here
        back = [row["cents"] for row in everything(auditor, "movements", employee="sid")]
        assert back
        assert sum(back) == 0


def test_the_other_kinds_by_table_player_time_and_paragraph(eventful: Floor) -> None:
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        rulings = everything(auditor, "rulings")
        assert [row["event"] for row in rulings] == ["RoundVoided", "IrregularityRuled"]
        assert rulings[1]["sentence"].startswith("Interruption: the round is void")
        # Whoever played is concerned by a ruling on the whole round, though no event of it names him.
        assert everything(auditor, "rulings", player="cho") == rulings
        assert everything(auditor, "rulings", player="ann") == []
        mine = everything(auditor, "commands", player="ann", table="stud-1")
        assert [row["command"] for row in mine if row["actor"] == "ann"] == ["Choose", "Look", "PlaceWager"]
        assert {row["event"] for row in everything(auditor, "events", cite="3.13")} == {
            "WagerSettled",
            "DealerRevealed",
        }
        moved = everything(auditor, "movements", player="ann", table="stud-1")
        # Newest first: BET and Ante come back with 50.00 won; before that 100.00 and 50.00 went on the layout.
        assert [row["cents"] for row in moved] == [10_000, 10_000, -10_000, -5_000]
        assert [row["cents"] for row in everything(auditor, "movements", player="ann")][-1] == 5_000_000  # his cash
        at = moved[1]["at"]
        assert len(everything(auditor, "movements", player="ann", since=at)) == 2
        assert [row["cents"] for row in everything(auditor, "movements", player="ann", until=at - 1)][:2] == [
            -10_000,
            -5_000,
        ]
        assert auditor.get("/api/audit/rounds", table="none").status_code == 404
        assert auditor.get("/api/audit/secrets").status_code == 404
        assert auditor.get("/api/audit/rounds", limit=0).status_code == 400


@pytest.mark.parametrize("kind", KINDS)
def test_pages_put_together_are_the_whole(eventful: Floor, kind: str) -> None:
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        whole = everything(auditor, kind, limit=500)
        assert whole == everything(auditor, kind, limit=1)
        places = [(row["position"], row.get("index", 0)) for row in whole]
        assert places == sorted(places, reverse=True)
        assert len(set(places)) == len(places)
        lines = list(csv.DictReader(io.StringIO(auditor.get(f"/api/audit/{kind}", format="csv").text.lstrip("\ufeff"))))
        assert [int(line["position"]) for line in lines] == [row["position"] for row in whole]
        if kind == "movements":  # double entry: all of it comes to nothing
            assert sum(int(line["cents"]) for line in lines) == 0


def test_csv_carries_out_nothing() -> None:
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("x")', "|calc", "%x"):
        assert safe(text) == f"'{text}"
    for text in ("stud-1", "¶3.13", "", "1=1"):
        assert safe(text) == text


def test_csv_of_somebody_with_a_strange_name(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    done(floor, asked("cage", OpenDrawer("9", in_notes(floor, 0)), "=cmd|calc", Role.CAGE))
    done(floor, asked("cage", CashIn("ann", 100, DAY), "=cmd|calc", Role.CAGE))
    with house_of(floor) as house:
        text = house.someone("aud", Role.AUDITOR).get("/api/audit/commands", format="csv").text
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert "'=cmd|calc" in cells
    assert all(not cell.startswith(("=", "+", "@")) for cell in cells)


def verified(asker: Asker) -> Any:
    assert asker.post("/api/audit/verify").status_code == 202
    for _ in range(200):
        page = asker.json("/api/audit/verify")
        if page["state"] != "running":
            return page
        time.sleep(0.02)
    raise AssertionError("it does not end")


def test_verify_from_the_page(eventful: Floor) -> None:
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        assert auditor.json("/api/audit/verify")["state"] == "none"
        page = verified(auditor)
        assert (page["state"], page["findings"], page["by"]) == ("done", 0, "aud")
        assert page["entries"] == page["total"] == auditor.json("/api/audit")["entries"]
        assert page["rounds"] == 2
        assert page["decks"] == page["opened"] == 2
        assert (page["consistent"], page["authentic"], page["complete"]) == ("yes", "yes", "not looked at")
        assert page["signed_by"] == eventful.signer.public
        assert page["not_looked_at"][-1].endswith("name a witness in floor.toml.")


def test_verify_tells_what_somebody_has_changed(eventful: Floor, tmp_path: Path) -> None:
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        with sqlite3.connect(tmp_path / "floor.db") as changed:
            changed.execute("UPDATE ledger SET cents = cents + 1 WHERE id = 12")
        page = verified(auditor)
    assert page["state"] == "done"
    assert page["findings"] >= 1
    assert page["consistent"] == "no"
    assert any("ledger" in one["where"] for one in page["shown"])


def investigated(asker: Asker) -> Any:
    """Asks for an investigation, and waits until it is complete."""
    assert asker.post("/api/audit/investigation").status_code == 202
    for _ in range(500):
        page = asker.json("/api/audit/investigation")
        if page["state"] != "running":
            return page
        time.sleep(0.02)
    raise AssertionError("it does not end")


def test_an_investigation_from_the_page(eventful: Floor) -> None:
    with house_of(eventful) as house:
        auditor = house.someone("aud", Role.AUDITOR)
        assert auditor.json("/api/audit/investigation")["state"] == "none"
        page = investigated(auditor)
        assert (page["state"], page["by"], page["found"], page["rate"]) == ("done", "aud", 0, "100")
        assert page["rounds"] >= 2
        assert page["looks"] == 0  # two rounds say nothing
        assert page["too_few"] > 0
        assert house.someone("max", Role.SHIFT_MANAGER).json("/api/audit/investigation") == page


def test_an_investigation_finds_a_dealer(tmp_path: Path) -> None:
    floor = a_table(tmp_path, "rws-casino-stud")
    chance = Random(2)
    for _ in range(16):
        for dealer in ("dan", "dee"):
            deal_for(floor, dealer, favours_the_box(chance) if dealer == "dee" else fair(chance))
    with house_of(floor) as house:
        page = investigated(house.someone("aud", Role.AUDITOR))
    found = [(one["kind"], one["name"], one["place"], one["question"], one["high"]) for one in page["shown"][:1]]
    assert found == [("dealer", "dee", "box 1", "dealt", True)]
    assert page["shown"][0]["found"]
    assert page["shown"][0]["sentence"].startswith(
        "Box 1 dealt by dee had better cards than chance deals, in 16 rounds"
    )
    assert page["found"] == sum(one["found"] for one in page["shown"])
