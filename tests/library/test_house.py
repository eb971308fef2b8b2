"""A house from Python: the same floor, journal and checks as behind the pages."""

from pathlib import Path

import pytest

from croupier import Floor, RefusedError

PLAN = """
[links.stud]
[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
[tables.poker-1]
game = "rws-poker"
"""
OPEN = {"type": "Propose", "what": {"type": "OpenTable", "counts": [[10_000, 100]]}}


def test_a_house_is_kept_in_its_file(tmp_path: Path) -> None:
    file, plan = tmp_path / "house.db", tmp_path / "floor.toml"
    plan.write_text(PLAN, "utf-8")
    with Floor(file, plan) as floor:
        assert floor.tables == ("poker-1", "stud-1")
        assert floor.jackpots == {"stud": 5_000_000}
        floor.ask("table:stud-1", "shift_manager/sue", OPEN)
        floor.ask("table:stud-1", "shift_manager/sam", {"type": "Countersign", "number": 1})
        assert floor.balance("float:stud-1") == 1_000_000
        assert floor.act("stud-1", "dealer: place your bets")[0].cites == ("3.2",)
        assert [one.form for one in floor.legal("stud-1", "ann")][:1] == ["ann: 1 ante {}"]
        with pytest.raises(RefusedError, match=r"There is only SGD 0\.00 to wager"):
            floor.act("stud-1", "ann: 1 ante 2500")
        assert floor.verify() == []
    with Floor(file) as floor:
        assert floor.tables == ("poker-1", "stud-1")
        assert floor.view("stud-1").round == 1


def test_what_a_house_does_not_know_is_said_in_a_sentence() -> None:
    with Floor(plan=PLAN) as floor:
        with pytest.raises(LookupError, match="no table 'stud-9'; the tables are poker-1, stud-1"):
            floor.view("stud-9")
        with pytest.raises(ValueError, match="takes no such command"):
            floor.ask("table:stud-1", "dealer", {"type": "Fly"})
        with pytest.raises(ValueError, match="takes no such command"):
            floor.ask("moon", "dealer", {"type": "Countersign", "number": 1})
        with pytest.raises(RefusedError):
            floor.ask("table:stud-1", "ann", OPEN)
        assert floor.legal("poker-1", "dealer") == ()
    with pytest.raises(ValueError, match="plan"):
        Floor(plan="[tables.x]\ngame = 'no such game'\n")
