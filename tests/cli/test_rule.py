"""``croupier rule`` and ``croupier rules --gaps`` as others call them."""

import json

import pytest

from croupier.rulebooks import MODULES, ROOM_GAMES, load
from croupier.rules.irregularities import HOUSE_CATALOGUE, ROOM_CATALOGUE
from tests.cli.test_commands import _is_bad_input, croupier
from tests.sitting import HOUSE_GAMES


def test_a_ruling_in_json() -> None:
    done = croupier("rule", "rws-casino", "cards_exposed", "--fact", "count=2", "--fact", "seen=no",
                    "--fact", "whose=player", "--json")  # fmt: skip
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["game"] == "rws-casino-stud"
    assert answer["irregularity"] == "cards_exposed"
    assert answer["facts"] == {"count": "2", "seen": "no", "whose": "player"}
    assert answer["ruling"] == "void_round"
    assert answer["decided_by"] == "rules"
    assert answer["cites"] == ["5.8.2"]
    assert (answer["then"], answer["options"], answer["posts"]) == ([], [], {})
    assert answer["explanation"]


def test_a_fact_that_makes_no_difference_is_not_asked_for() -> None:
    """Whoever has seen his cards: without a burnt card and beyond repair the round is void."""
    answer = json.loads(croupier("rule", "rws-casino", "burn_missed", "--fact", "reconstructable=no", "--json").stdout)
    assert (answer["ruling"], answer["cites"]) == ("void_round", ["5.9"])


def test_a_ruling_for_people() -> None:
    shown = croupier("rule", "mbs", "player_absent", "--fact", "stage=after_flop").stdout.decode()
    assert "check hand" in shown
    assert "5.11" in shown


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("rws-casino", "cards_exposed", "--fact", "count=2"), "needs the fact seen (yes, no)"),
        (("rws-casino", "cards_exposed", "--fact", "count=0"), "count cannot be '0'"),
        (("rws-casino", "cards_exposed", "--fact", "count=two"), "count cannot be 'two'"),
        (("rws-casino", "cards_exposed", "--fact", "seen=maybe"), "seen cannot be 'maybe'; it is seen (yes, no)"),
        (("rws-casino", "cards_exposed", "--fact", "colour=red"), "has no fact 'colour'"),
        (("rws-casino", "cards_exposed", "--fact", "seen"), "not of the form name=value"),
        (("rws-casino", "cards_exposed", "--fact", "seen=no", "--fact", "seen=yes"), "given twice"),
        (("rws-casino", "wrong_community_count"), "cannot have wrong_community_count: it has no Community Cards"),
        (("mbs", "burn_missed"), "cannot have burn_missed"),
        (("rws-casino", "player_absent", "--fact", "stage=after_flop"), "stage cannot be 'after_flop'"),
        (("rws-casino", "earthquake"), "no irregularity 'earthquake'"),
        (("rws-poker", "misdeal"), "no irregularity 'misdeal'"),
        (("rws-poker", "player_absent"), "needs the fact due (small_blind, big_blind)"),
        (("whist", "misdeal"), "no game 'whist'"),
        (("mbs",), "name an irregularity"),
        (("mbs", "misdeal", "--list"), "name an irregularity"),
    ],
)
def test_a_question_that_cannot_be_answered_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in _is_bad_input(croupier("rule", *args))


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_list_names_every_irregularity_with_its_facts(game: str) -> None:
    answer = json.loads(croupier("rule", game, "--list", "--json").stdout)
    named = {one["irregularity"] for one in answer["irregularities"]}
    assert named | set(load(game).irregularities.cannot) == set(HOUSE_CATALOGUE)
    exposed = next(one for one in answer["irregularities"] if one["irregularity"] == "cards_exposed")
    assert [fact["fact"] for fact in exposed["facts"]] == ["count", "seen", "whose"]
    assert b"cards_exposed" in croupier("rule", game, "--list").stdout


@pytest.mark.parametrize("game", ROOM_GAMES)
def test_the_list_names_every_irregularity_of_the_poker_room(game: str) -> None:
    answer = json.loads(croupier("rule", game, "--list", "--json").stdout)
    named = {one["irregularity"]: one["facts"] for one in answer["irregularities"]}
    assert named.keys() | load(game).irregularities.cannot.keys() == ROOM_CATALOGUE.keys()
    assert named["player_absent"] == [
        {"fact": "due", "values": ["small_blind", "big_blind"], "default": None},
        {"fact": "will_return", "values": ["not_said", "yes", "no"], "default": "not_said"},
    ]
    assert b"player_returns" in croupier("rule", game, "--list").stdout


def test_a_ruling_of_the_poker_room_says_what_is_posted() -> None:
    asked = ("rule", "rws-poker", "player_absent", "--fact", "due=small_blind")
    answer = json.loads(croupier(*asked, "--json").stdout)
    assert answer["posts"]
    shown = croupier(*asked).stdout.decode()
    assert "posts: " in shown
    assert all(f"{key} {value}".replace("_", " ") in shown for key, value in answer["posts"].items())


def test_a_fact_with_one_value_is_known() -> None:
    asked = ("rule", "rws-poker", "hole_cards_exposed", "--fact", "stage=before_final_round_ends", "--json")
    assert json.loads(croupier(*asked).stdout)["facts"] == {"by": "player", "stage": "before_final_round_ends"}


@pytest.mark.parametrize("game", MODULES)
def test_gaps_names_what_is_left_open_contradicted_and_interpreted(game: str) -> None:
    found = json.loads(croupier("rules", game, "--gaps", "--json").stdout)["gaps"]
    last = {
        "mbs-texas-holdem-bonus-progressive": "6.1",
        "rws-progressive-texas-holdem": "5.23",
        "rws-poker": "5.14",
    }.get(game, "5.24")
    assert {one["irregularity"] for one in found["uncovered"]} >= {"not_covered"}
    assert all(one["cites"] == [last] for one in found["uncovered"])
    assert all(one["why"] and one["other_ruling"] != one["ruling"] for one in found["contradicted"])
    assert all(any(cite.startswith("I") for cite in one["cites"]) for one in found["interpreted"])
    assert b"No paragraph covers it" in croupier("rules", game, "--gaps").stdout


def test_gaps_finds_the_contradiction_about_the_dealers_exposed_cards() -> None:
    """5.8.2 voids two exposed cards, 5.16 makes one of the Dealer's his face-up card: read together they collide."""
    found = json.loads(croupier("rules", "rws-casino", "--gaps", "--json").stdout)["gaps"]["contradicted"]
    two = next(one for one in found if one["facts"] == {"count": "2", "seen": "no", "whose": "dealer"})
    assert (two["ruling"], two["other_ruling"], two["other_cites"]) == ("players_choose", "void_round", ["5.8.2"])
    _is_bad_input(croupier("rules", "rws-casino", "3.1", "--gaps"))
