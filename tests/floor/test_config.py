"""floor.toml: what it puts on the floor, and one clear sentence for whatever is wrong in it."""

from pathlib import Path

import pytest

from croupier.floor.chance.sealing import Key, KeyRing
from croupier.floor.config import ConfigError, establish, parse_floor, policy_of, read_floor
from croupier.floor.jackpots.links import CountersignTerms, ProposeTerms
from croupier.floor.journal.database import prepare
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.ports import SystemClock
from croupier.floor.requests import Accepted, Request
from croupier.floor.running import Floor
from croupier.floor.tables.table import ChangePolicy, Countersign, Propose
from croupier.rulebooks import all_games
from croupier.rules.terms import Role
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


def test_a_table_cannot_become_another_one(tmp_path: Path) -> None:
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, parse_floor(FLOOR, "floor.toml"))
    other = FLOOR.replace("rws-casino-stud", "rws-multi-link-casino-stud")
    with pytest.raises(ConfigError, match=r"^tables\.stud-1\.game: the journal has 'rws-casino-stud'"):
        establish(floor, parse_floor(other, "floor.toml"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('name = "here"', "alert_from = 500", "house.alert_from: the journal has 1000000; it has been fixed since"),
        (
            'zone = "UTC"',
            'zone = "Asia/Tokyo"',
            "house.zone: the journal has 'UTC'; the gaming day has been fixed since",
        ),
        ("managers =", 'day_starts = "09:00"\nmanagers =', "house.day_starts: the journal has '08:00'; the gaming day"),
        ("seed = 5000000", "seed = 4000000", "links.stud.seed: the journal has 5000000; write the same here, and let"),
        (
            "seed = 5000000",
            'seed = 5000000\ncontribution = "0.6"',
            "links.stud.contribution: the journal has '0.70'; write the same here, and let two Shift Managers sign for "
            "new terms (ProposeTerms)",
        ),
        (
            "seed = 5000000",
            "seed = 5000000\nwager = 1000",
            "links.stud.wager: the journal has 500; write the same here",
        ),
        (
            "minimum = 2500",
            "minimum = 5000",
            "tables.stud-1.policy.minimum: the journal has 2500; write the same here, and let two people sign for "
            "a new policy (ChangePolicy)",
        ),
        ('"rws-poker"', '"rws-poker"\npolicy = {seats = 8}', "tables.poker-1.policy.seats: the journal has 9; write"),
        ('link = "stud"', 'link = "stud"\nautomatic = false', "tables.stud-1.automatic: the journal has True; a table"),
    ],
)
def test_what_stands_is_not_silently_something_else(tmp_path: Path, before: str, after: str, said: str) -> None:
    text = FLOOR.replace("[links", 'zone = "UTC"\nmanagers = ["mia", "max"]\n\n[links', 1)
    floor = floor_at(tmp_path / "floor.db")
    establish(floor, parse_floor(text, "floor.toml"))
    heads = floor.heads()
    assert before in text
    more = text.replace(before, after) + '\n[tables.poker-2]\ngame = "rws-poker"\n'
    with pytest.raises(ConfigError) as caught:
        establish(floor, parse_floor(more, "floor.toml"))
    assert str(caught.value).startswith(said)
    assert floor.heads() == heads, "nothing is put beside what does not agree"


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
    with pytest.raises(ConfigError, match=r"^tables\.stud-1\.policy\.minimum: the journal has 5000"):
        establish(floor, parse_floor(FLOOR, "floor.toml"))
    new = FLOOR.replace("minimum = 2500", "minimum = 5000")
    establish(floor, parse_floor(new, "floor.toml"))
    establish(floor, parse_floor(new.replace("5000000", '4000000\ncontribution = "0.6"'), "floor.toml"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[house]", "[house", "floor.toml: Expected ']' at the end of a table declaration (at line 1, column 7)"),
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
