"""floor.toml: what it puts on the floor, and one clear sentence for whatever is wrong in it."""

from pathlib import Path

import pytest

from croupier.floor.house.config import ConfigError, establish, parse_floor, policy_of, read_floor
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.links import CountersignTerms, ProposeTerms
from croupier.floor.values.ports import SystemClock
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import ChangePolicy, Countersign, Propose
from croupier.rulebooks import all_games
from croupier.rules.terms import Role
from tests.floor.chance import SeededEntropy
from tests.floor.fresh import fresh

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
    return Floor(Store(fresh(path)), clock=SystemClock(), entropy=SeededEntropy(1), keys=KeyRing(Key(bytes(32))))


def sentence(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_floor(text, "floor.toml")
    return str(caught.value)


def changed(before: str, after: str) -> str:
    assert before in FLOOR
    return sentence(FLOOR.replace(before, after))


def test_the_example_has_a_table_of_every_game_and_can_be_put_on_a_floor(tmp_path: Path) -> None:
    plan = read_floor(EXAMPLE)
    assert {table.game for table in plan.tables.values()} == set(all_games())
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


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "rws-casino-stud",
            "rws-multi-link-casino-stud",
            "tables.stud-1.game: the file has 'rws-multi-link-casino-stud', the house 'rws-casino-stud'",
        ),
        ('name = "here"', "alert_from = 500", "house.alert_from: the file has 500, the house 1000000"),
        ('zone = "UTC"', 'zone = "Asia/Tokyo"', "house.zone: the file has 'Asia/Tokyo', the house 'UTC'"),
        ("managers =", 'day_starts = "09:00"\nmanagers =', "house.day_starts: the file has '09:00', the house '08:00'"),
        ("seed = 5000000", "seed = 4000000", "links.stud.seed: the file has 4000000, the house 5000000"),
        (
            "seed = 5000000",
            'seed = 5000000\ncontribution = "0.6"',
            "links.stud.contribution: the file has '0.6', the house '0.70'",
        ),
        ("seed = 5000000", "seed = 5000000\nwager = 1000", "links.stud.wager: the file has 1000, the house 500"),
        ("minimum = 2500", "minimum = 5000", "tables.stud-1.policy.minimum: the file has 5000, the house 2500"),
        (
            '"rws-poker"',
            '"rws-poker"\npolicy = {seats = 8}',
            "tables.poker-1.policy.seats: the file has 8, the house 9",
        ),
        (
            'link = "stud"',
            'link = "stud"\nautomatic = false',
            "tables.stud-1.automatic: the file has False, the house True",
        ),
    ],
)
def test_the_file_is_the_first_days(tmp_path: Path, before: str, after: str, said: str) -> None:
    """What it says differently later changes nothing, and is said; what is new in it is put on the floor."""
    text = FLOOR.replace("[links", 'zone = "UTC"\nmanagers = ["mia", "max"]\n\n[links', 1)
    floor = floor_at(tmp_path / "floor.db")
    assert establish(floor, parse_floor(text, "floor.toml")) == ()
    states = {name: kept.state for name, kept in floor.streams.items()}
    assert before in text
    more = text.replace(before, after) + '\n[tables.poker-2]\ngame = "rws-poker"\n'
    assert establish(floor, parse_floor(more, "floor.toml")) == (f"{said}, which counts",)
    assert {name: floor.streams[name].state for name in states} == states
    assert "poker-2" in floor.tables()


def test_a_new_house_begins_as_the_file_says_or_not_at_all(tmp_path: Path) -> None:
    floor = floor_at(tmp_path / "floor.db")
    with pytest.raises(ConfigError, match="house"):
        establish(floor, parse_floor(FLOOR.replace("[links", 'managers = ["a b", "max"]\n[links', 1), "floor.toml"))


def test_a_new_table_that_cannot_be_is_said_and_the_others_are_put_on_the_floor(tmp_path: Path) -> None:
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, parse_floor(FLOOR, "floor.toml"))
    # The shift managers come too late: the first of them is no name.
    managers = (
        FLOOR.replace("[links", 'managers = ["a b", "max"]\n[links', 1) + '\n[tables.poker-2]\ngame = "rws-poker"\n'
    )
    (said,) = establish(floor, parse_floor(managers, "floor.toml"))
    assert said.startswith("house is not put on the floor: 'a b' is not a name")
    assert "poker-2" in floor.tables()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("seed = 5000000", 'seed = 5000000\ncontribution = "0.7"'),
        ("[house]", "[house]\ncapital = 5"),
        ("minimum = 2500", "minimum = 2500\nboxes = 7"),
    ],
)
def test_the_same_in_other_words_agrees(tmp_path: Path, before: str, after: str) -> None:
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, parse_floor(FLOOR, "floor.toml"))
    heads = floor.heads()
    establish(floor, parse_floor(FLOOR.replace(before, after), "floor.toml"))
    assert floor.heads() == heads


def test_terms_and_policies_that_were_changed_as_they_should_be(tmp_path: Path) -> None:
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, parse_floor(FLOOR, "floor.toml"))
    for actor, signed in (("mia", ProposeTerms(4_000_000, "0.60", 500)), ("max", CountersignTerms(1))):
        assert isinstance(floor.submit(Request("link:stud", actor, Role.SHIFT_MANAGER, signed))[0], Accepted)
    policy = {**policy_of(parse_floor(FLOOR, "").tables["stud-1"], parse_floor(FLOOR, "")), "minimum": 5000}
    for actor, command in (("mia", Propose(ChangePolicy(policy))), ("max", Countersign(1))):
        assert isinstance(floor.submit(Request("table:stud-1", actor, Role.SHIFT_MANAGER, command))[0], Accepted)
    (said,) = establish(floor, parse_floor(FLOOR, "floor.toml"))
    assert said == "tables.stud-1.policy.minimum: the file has 2500, the house 5000, which counts"
    new = FLOOR.replace("minimum = 2500", "minimum = 5000")
    assert establish(floor, parse_floor(new, "floor.toml")) == ()
    # The terms that wait may be written there as well as those that apply.
    assert establish(floor, parse_floor(new.replace("5000000", '4000000\ncontribution = "0.6"'), "floor.toml")) == ()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "[house]",
            "[house",
            "floor.toml: this is not TOML: Expected ']' at the end of a table declaration (at line 1, column 7)",
        ),
        ("minimum = 2500", "minimum = 0", "line 12, tables.stud-1.policy.minimum: must be positive"),
        ("minimum = 2500", 'minimum = "x"', "line 12, tables.stud-1.policy.minimum: Expected int, got str"),
        ("minimum = 2500", "least = 1", "line 11, tables.stud-1.policy: rws-casino-stud has no policy named 'least'"),
        ("minimum = 2500", "seed = 1", "line 12, tables.stud-1.policy.seed: the jackpot's terms belong to its link"),
        ('link = "stud"', 'link = "no"', "line 9, tables.stud-1.link: there is no link 'no'; the links are stud"),
        ('link = "stud"\n', "", "line 7, tables.stud-1.link: rws-casino-stud has a jackpot: name its link"),
        ('"rws-poker"', '"rws-poker"\nlink = "stud"', "line 16, tables.poker-1.link: rws-poker has no jackpot to link"),
        ('"rws-poker"', '"x"', "line 15, tables.poker-1.game: there is no game 'x'"),
        ('name = "here"', "nome = 1", "line 2, house.nome: there is no such setting"),
        ('name = "here"', 'zone = "Mars"', "line 2, house.zone: 'Mars' is not a time zone such as Asia/Singapore"),
        ('name = "here"', 'day_starts = "8"', "line 2, house.day_starts: '8' is not a time of day such as 08:00"),
        ('name = "here"', "capital = 0", "line 2, house.capital: 0 is not an amount in cents"),
        ('name = "here"', 'managers = ["a"]', "line 2, house.managers: there must be at least 2 Shift Managers"),
        ("seed = 5000000", "seed = -1", "line 5, links.stud.seed: -1 is not an amount in cents"),
        ("seed = 5000000", 'contribution = "2"', "line 5, links.stud.contribution: 2 is more than the whole"),
        (
            "[tables.poker-1]",
            '[tables."Poker 1"]',
            "tables.Poker 1: a name must be lower-case letters, digits and dashes",
        ),
        ("[house]", "[other]", "line 1, other: a floor has only house, links, tables"),
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
    with pytest.raises(ConfigError, match="not UTF-8 text"):
        read_floor(tmp_path / "odd.toml")
