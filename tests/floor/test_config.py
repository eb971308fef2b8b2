"""floor.toml: what it puts on the floor, and one clear sentence for whatever is wrong in it."""

from pathlib import Path

import pytest

from croupier.floor.config import ConfigError, establish, parse_floor, read_floor
from croupier.floor.database import prepare
from croupier.floor.ports import SystemClock
from croupier.floor.running import Floor
from croupier.floor.sealing import Key, KeyRing
from croupier.floor.store import Store, open_engine
from croupier.rulebooks import MODULES
from tests.floor.chance import SeededEntropy

EXAMPLE = Path(__file__).parents[2] / "examples" / "floor.toml"

FLOOR = """\
[house]
name = "here"

[links.stud]
seed = 5000000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.stud-1.policy]
minimum = 2500

[tables.poker-1]
game = "rws-poker"
"""


def floor_at(path: Path) -> Floor:
    engine = open_engine(str(path))
    prepare(engine)
    return Floor(Store(engine), clock=SystemClock(), entropy=SeededEntropy(1), keys=KeyRing(Key(bytes(32))))


def sentence(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_floor(text, "floor.toml")
    return str(caught.value)


def changed(before: str, after: str) -> str:
    assert before in FLOOR
    return sentence(FLOOR.replace(before, after))


def test_the_example_has_a_table_of_every_game_and_can_be_put_on_a_floor(tmp_path: Path) -> None:
    plan = read_floor(EXAMPLE)
    assert {table.game for table in plan.tables.values()} == set(MODULES)
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, plan)
    assert set(floor.tables()) == set(plan.tables)
    assert floor.link("stud").shown == plan.links["stud"].seed
    assert floor.house() is not None
    assert sum(floor.balances.values()) == 0
    capital = plan.house.capital - sum(link.seed for link in plan.links.values())
    assert floor.balances["cage"] == capital, "the seeds are the House's money"


def test_establishing_twice_adds_nothing(tmp_path: Path) -> None:
    floor, plan = floor_at(tmp_path / "floor.db"), read_floor(EXAMPLE)
    establish(floor, plan)
    heads = floor.heads()
    establish(floor, plan)
    assert floor.heads() == heads


def test_a_table_cannot_become_another_one(tmp_path: Path) -> None:
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, parse_floor(FLOOR, "floor.toml"))
    other = FLOOR.replace("rws-casino-stud", "rws-multi-link-casino-stud")
    with pytest.raises(ConfigError, match=r"^tables\.stud-1\.game: the journal has 'rws-casino-stud'"):
        establish(floor, parse_floor(other, "floor.toml"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[house]", "[house", "floor.toml: Expected ']' at the end of a table declaration (at line 1, column 7)"),
        ("minimum = 2500", "minimum = 0", "line 12, tables.stud-1.policy.minimum: must be more than nothing"),
        ("minimum = 2500", 'minimum = "x"', "line 12, tables.stud-1.policy.minimum: Expected int, got str"),
        ("minimum = 2500", "least = 1", "line 11, tables.stud-1.policy: rws-casino-stud has no policy named 'least'"),
        ("minimum = 2500", "seed = 1", "line 12, tables.stud-1.policy.seed: the jackpot's terms stand with its link"),
        ('link = "stud"', 'link = "no"', "line 9, tables.stud-1.link: there is no link 'no'; the links are stud"),
        ('link = "stud"\n', "", "line 7, tables.stud-1.link: rws-casino-stud has a jackpot: name its link"),
        ('"rws-poker"', '"rws-poker"\nlink = "stud"', "line 16, tables.poker-1.link: rws-poker has no jackpot to link"),
        ('"rws-poker"', '"x"', "line 15, tables.poker-1.game: there is no game 'x'"),
        ('name = "here"', "nome = 1", "line 2, house.nome: there is no such setting"),
        ('name = "here"', 'zone = "Mars"', "line 2, house.zone: 'Mars' is not a time zone such as Asia/Singapore"),
        ('name = "here"', 'day_starts = "8"', "line 2, house.day_starts: '8' is not a time of day such as 08:00"),
        ('name = "here"', "capital = 0", "line 2, house.capital: 0 is not an amount in cents"),
        ('name = "here"', 'managers = ["a"]', "line 2, house.managers: there are always at least 2 Shift Managers"),
        ("seed = 5000000", "seed = -1", "line 5, links.stud.seed: -1 is not an amount in cents"),
        ("seed = 5000000", 'contribution = "2"', "line 5, links.stud.contribution: 2 is more than the whole"),
        ("[tables.poker-1]", '[tables."Poker 1"]', "tables.Poker 1: a name is small letters, digits and dashes"),
        ("[house]", "[other]", "line 1, other: a floor has house, links, tables, and nothing else"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(before: str, after: str, said: str) -> None:
    assert said in changed(before, after)
    assert changed(before, after).startswith("floor.toml: ")


def test_a_floor_has_a_table() -> None:
    assert sentence("") == "floor.toml: a floor needs at least one table, such as [tables.stud-1]"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_floor(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="not text in UTF-8"):
        read_floor(tmp_path / "odd.toml")
