"""``croupier rule`` and ``croupier rules --gaps`` as others call them."""

import io
import json

import pytest
from msgspec.structs import replace
from rich.console import Console

from croupier.cli.ruling import print_gaps
from croupier.play.gaps import gaps
from croupier.play.rulings import RulingError, ask, combinations
from croupier.rulebooks import all_games, load, room_games
from croupier.rules.game import Game
from croupier.rules.irregularities import HOUSE_CATALOGUE, ROOM_CATALOGUE, Fact
from tests.command import complaint_of, croupier
from tests.sitting import HOUSE_GAMES


def test_a_ruling_in_json() -> None:
    done = croupier("rule", "rws-casino", "cards_exposed", "--fact", "count=2", "--fact", "seen=no",
                    "--fact", "whose=player", "--json")  # fmt: skip
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["game"] == "rws-casino-stud"
    assert answer["irregularity"] == "cards_exposed"
    assert answer["facts"] == {"count": "2", "seen": "no", "whose": "player", "when": "during_deal"}
    assert answer["ruling"] == "void_round"
    assert answer["decided_by"] == "rules"
    assert answer["cites"] == ["5.8.2"]
    assert (answer["then"], answer["options"], answer["posts"]) == ([], [], {})
    assert answer["explanation"]


def test_a_ruling_hangs_on_the_stage_of_the_round() -> None:
    """5.8: a miscounted deck voids the round in play, and leaves a settled one as it is."""
    asked = ("rule", "rws-casino", "deck_miscount", "--json", "--stage")
    found = {stage: json.loads(croupier(*asked, stage).stdout) for stage in ("open", "settled", "later")}
    assert {stage: (one["stage"], one["ruling"], one["cites"]) for stage, one in found.items()} == {
        "open": ("open", "void_round", ["5.8.3"]),
        "settled": ("settled", "continue", ["5.8", "I17"]),
        "later": ("later", "continue", ["5.20"]),
    }


def test_a_ruling_comes_with_its_steps_and_its_signers() -> None:
    """5.8.3 once a wager is decided: two people sign, one of them a Pit Manager, before the chips go back."""
    asked = ("rule", "rws-casino", "deck_miscount", "--stage", "outcome")
    answer = json.loads(croupier(*asked, "--json").stdout)
    assert [one["kind"] for one in answer["steps"]] == ["call", "sign", "announce", "chips", "meter"]
    (sign,) = answer["signs"]
    assert (sign["act"], sign["stage"], sign["who"], sign["reason"]) == (
        "report",
        "outcome",
        "dealer+pit_manager",
        True,
    )
    shown = " ".join(croupier(*asked).stdout.decode().split())
    assert "1. Hold the round and call a Pit Manager or someone above them." in shown
    assert "3. Say: “Deck miscount: the round is void.” 5.8.3" in shown


def test_a_fact_that_makes_no_difference_is_not_asked_for() -> None:
    """Whoever has seen his cards: without a burnt card and beyond repair the round is void."""
    answer = json.loads(croupier("rule", "rws-casino", "burn_missed", "--fact", "reconstructable=no", "--json").stdout)
    assert (answer["ruling"], answer["cites"]) == ("void_round", ["5.9"])


def test_a_ruling_that_somebody_decides_is_shown_with_its_options() -> None:
    """5.14: a Pit Supervisor decides; 5.14.1: then the Players choose."""
    shown = croupier("rule", "rws-casino", "simultaneous_draw").stdout.decode()
    assert shown.splitlines() == [
        "role decides  (5.14, 5.14.1), decided by pit_supervisor",
        "A Pit Supervisor or above says which card came first; then every Player plays on or takes their wagers back.",
        "then: players choose",
        "options: as dealt, reordered",
        "1. Call the Pit Supervisor, who decides: leave as dealt or put in order. 5.14, 5.14.1",
        "2. The report: until the next card or act, a Dealer or someone above them signs alone. I16",
        "3. The decision: until the next card or act, a Pit Supervisor or someone above them signs alone, with a"
        " reason. I16",
        "4. Say: “Simultaneous draw: the Pit Supervisor decides and then the Players choose.” 5.14, 5.14.1",
        "5. Leave every chip where it lies until that is decided. 5.14, 5.14.1",
        "6. Ask each Player affected, box by box: play on or take the wagers back. Give back what is taken back."
        " 5.14, 5.14.1",
        "O19  Cards drawn together lie in one hand, and it can be put right. 5.14 prevails over 5.10.",
        "O26  Cards drawn together are displaced, or face up. 5.14.1 prevails over 5.8.2, 5.8.6, 5.10, 5.12, 5.16.",
    ]


def test_a_ruling_without_options_has_no_line_for_them() -> None:
    facts = ("--fact", "count=2", "--fact", "seen=no", "--fact", "whose=player")
    shown = croupier("rule", "rws-casino", "cards_exposed", *facts).stdout.decode().splitlines()
    assert shown[:2] == [
        "void round  (5.8.2), decided by rules",
        "Two or more cards were wrongly exposed and nobody has seen their cards: the round is void.",
    ]
    assert shown[2].startswith("1. The report: ")


def test_a_ruling_for_people() -> None:
    shown = croupier("rule", "mbs", "player_absent", "--fact", "stage=after_flop").stdout.decode()
    assert "check hand" in shown
    assert "5.11" in shown


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            ("rws-casino", "cards_exposed", "--fact", "count=2"),
            "needs the facts seen (yes, no) and whose (player, dealer)\n",
        ),
        (
            ("rws-casino", "cards_exposed", "--fact", "count=2", "--fact", "whose=player"),
            "needs the fact seen (yes, no)\n",
        ),
        (("rws-casino", "cards_exposed", "--fact", "count=0"), "count cannot be '0'"),
        (("rws-casino", "cards_exposed", "--fact", "count=two"), "count cannot be 'two'"),
        (("rws-casino", "cards_exposed", "--fact", "seen=maybe"), "seen cannot be 'maybe'; it is seen (yes, no)"),
        (("rws-casino", "cards_exposed", "--fact", "colour=red"), "has no fact 'colour'"),
        (("rws-casino", "cards_exposed", "--fact", "seen"), "not of the form name=value"),
        (("rws-casino", "cards_exposed", "--fact", "seen=no", "--fact", "seen=yes"), "given twice"),
        (("rws-casino", "wrong_community_count"), "cannot have wrong_community_count: it has no Community Cards"),
        (("mbs", "burn_missed"), "cannot have burn_missed"),
        (("rws-casino", "player_absent", "--fact", "stage=after_flop"), "stage cannot be 'after_flop'"),
        (("rws-casino", "earthquake"), "no irregularity 'earthquake'\n"),
        (("rws-casino", "card_exposed"), "no irregularity 'card_exposed'; did you mean cards_exposed"),
        (("rws-casino", "misdael"), "no irregularity 'misdael'; did you mean misdeal"),
        (("rws-casino", "flashed"), "no irregularity 'flashed'; did you mean cards_exposed"),
        (
            ("rws-poker", "misdeal"),
            "no irregularity 'misdeal'; did you mean wrong_hand_count, hand_left_out or extra_hand_dealt?",
        ),
        (("rws-poker", "player_absent"), "needs the fact due (small_blind, big_blind)"),
        (("whist", "misdeal"), "no game 'whist'"),
        (("mbs",), "name an irregularity"),
        (("mbs", "misdeal", "--list"), "name an irregularity"),
        (("mbs", "misdeal", "--search", "exposed"), "name an irregularity"),
        (("mbs", "--search", "exposed", "--fact", "seen=no"), "--fact is about an irregularity"),
        (("mbs", "--list", "--stage", "open"), "--stage is about an irregularity"),
        (("mbs", "misdeal", "--stage", "late"), "--stage 'late' is none of keying, open, outcome, settled, later"),
        (
            ("rws-casino", "interruption", "--stage", "open", "--fact", "outcome=established"),
            "at the stage open the fact outcome is none, not 'established'",
        ),
    ],
)
def test_a_question_that_cannot_be_answered_is_one_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in complaint_of(croupier("rule", *args))


def test_every_missing_fact_is_asked_for_at_once() -> None:
    done = croupier("rule", "rws-casino", "cards_exposed", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout) == {
        "missing": {"count": ["1", "2", "3", "4"], "seen": ["yes", "no"], "whose": ["player", "dealer"]}
    }
    assert done.stderr.decode() == (
        "croupier: the ruling on cards_exposed needs the facts count (a count from 1 to 99)"
        " and seen (yes, no) and whose (player, dealer)\n"
    )


def test_a_fact_that_the_others_settle_is_not_among_the_missing() -> None:
    """5.9: where a Player has seen cards, a round without its Burnt Card is void, in order or not."""
    asked = ("rule", "rws-casino", "burn_missed", "--json")
    both = json.loads(croupier(*asked).stdout)
    assert both == {"missing": {"seen": ["yes", "no"], "reconstructable": ["yes", "no"]}}
    unseen = croupier(*asked, "--fact", "seen=no")
    assert json.loads(unseen.stdout) == {"missing": {"reconstructable": ["yes", "no"]}}
    assert json.loads(croupier(*asked, "--fact", "seen=yes").stdout)["ruling"] == "void_round"


@pytest.mark.parametrize("game", all_games())
def test_the_missing_facts_are_enough_and_each_is_needed(game: str) -> None:
    """Given every missing fact there is a ruling, whatever the values; without one of them there may be none."""
    loaded = load(game)
    for name in loaded.irregularities.rules:
        try:
            ask(loaded, name, {})
        except RulingError as error:
            missing = error.missing
        else:
            continue
        every = list(combinations(missing, {}))
        for facts in every:
            ask(loaded, name, facts)
        for fact in missing:
            short = [{key: value for key, value in facts.items() if key != fact.name} for facts in every]
            assert any(fact in _missing(loaded, name, facts) for facts in short), (name, fact.name)


def _missing(game: Game, name: str, facts: dict[str, str]) -> tuple[Fact, ...]:
    try:
        ask(game, name, facts)
    except RulingError as error:
        return error.missing
    return ()


def test_a_search_in_json_and_for_people() -> None:
    asked = ("rule", "rws-poker", "--search", "dealer exposed the turn early")
    found = json.loads(croupier(*asked, "--json").stdout)["found"]
    assert (found[0]["irregularity"], found[0]["title"]) == ("turn_exposed_early", "Turn exposed early")
    assert found[0]["why"].startswith("“dealer”, “exposed”, “turn”, “early”: 5.9: ")
    shown = croupier(*asked).stdout.decode()
    assert shown.startswith("turn_exposed_early  Turn exposed early\n  “dealer”, “exposed”, “turn”, “early”: 5.9: ")


def test_a_search_that_finds_nothing_says_where_every_name_is() -> None:
    asked = ("rule", "rws-casino", "--search", "zebra [bold]")
    assert json.loads(croupier(*asked, "--json").stdout) == {"found": []}
    done = croupier(*asked)
    assert done.returncode == 0
    assert done.stdout.decode() == (
        "Nothing in Casino Stud Poker is near “zebra [bold]”. croupier rule rws-casino-stud --list names every"
        " irregularity.\n"
    )


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_list_names_every_irregularity_with_its_facts(game: str) -> None:
    answer = json.loads(croupier("rule", game, "--list", "--json").stdout)
    named = {one["irregularity"] for one in answer["irregularities"]}
    assert named | set(load(game).irregularities.cannot) == set(HOUSE_CATALOGUE)
    exposed = next(one for one in answer["irregularities"] if one["irregularity"] == "cards_exposed")
    assert [fact["fact"] for fact in exposed["facts"]] == ["count", "seen", "whose", "when"]
    assert exposed["facts"][-1] == {"fact": "when", "values": ["during_deal", "after"], "default": "during_deal"}
    assert b"cards_exposed" in croupier("rule", game, "--list").stdout


@pytest.mark.parametrize("game", room_games())
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


@pytest.mark.parametrize("game", all_games())
def test_gaps_names_what_is_left_open_contradicted_and_interpreted(game: str) -> None:
    found = json.loads(croupier("rules", game, "--gaps", "--json").stdout)["gaps"]
    last = {
        "mbs-texas-holdem-bonus-progressive": "6.1",
        "rws-progressive-texas-holdem": "5.23",
        "rws-poker": "5.14",
    }.get(game, "5.24")
    assert found["uncovered"]
    assert all(one["cites"] == [last] and one["irregularity"] != "not_covered" for one in found["uncovered"])
    assert all(one["why"] and one["other_ruling"] != one["ruling"] for one in found["contradicted"])
    document = load(game).document
    assert [one["number"] for one in found["interpreted"]] == [one.number for one in document.interpretations]
    assert [one["number"] for one in found["overlaps"]] == [one.number for one in document.overlaps]
    assert found["undeclared"] == []
    compared = found["compared"]
    assert compared["paragraphs"] == len(document.paragraphs)
    assert compared["irregularities"] == len(load(game).irregularities.rules)
    assert compared["interpretations"] == len(document.interpretations)


@pytest.mark.parametrize("game", all_games())
def test_gaps_for_people_begins_with_what_was_compared(game: str) -> None:
    """The head names the document and counts; then come all that is left open, collides, or rests on a reading."""
    document = load(game).document
    shown = croupier("rules", game, "--gaps").stdout.decode()
    head, _, rest = shown.partition("No paragraph covers it")
    words = " ".join(head.split())
    assert words.startswith(f"{document.title}, version {document.version}: {len(document.paragraphs)} paragraphs.")
    assert f"of {len(load(game).irregularities.rules)} irregularities" in words
    assert f"{len(document.interpretations)} interpretations" in words
    numbers = [one.number for one in document.overlaps] + [one.number for one in document.interpretations]
    assert [number for number in numbers if f"│ {number} " not in rest] == []


def test_a_ruling_names_the_overlaps_that_apply() -> None:
    """A hand with six cards: 5.8.6 would void the round, 5.15 takes the hand out."""
    asked = ("rule", "rws-casino", "wrong_hand_count", "--fact", "reconstructable=no", "--fact",
             "noticed=before_next_round")  # fmt: skip
    document = load("rws-casino-stud").document
    one = next(overlap for overlap in document.overlaps if overlap.paragraphs == ("5.15", "5.8.6", "5.10"))
    assert f"{one.number}  {one.situation} 5.15 prevails over 5.8.6, 5.10." in croupier(*asked).stdout.decode()
    exposed = ("rule", "rws-casino", "cards_exposed", "--fact", "count=2", "--fact", "seen=no",
               "--fact", "whose=player")  # fmt: skip
    assert "prevails" not in croupier(*exposed).stdout.decode()


def test_an_overlap_is_read_like_a_paragraph() -> None:
    shown = croupier("rules", "rws-casino", "O4").stdout.decode()
    assert shown.startswith("O4  A hand is not shown, and the Dealer does not qualify.\n  3.13 prevails over 4.3.")
    found = json.loads(croupier("rules", "rws-casino", "4.3", "--json").stdout)
    assert "O4" in [one["number"] for one in found["overlaps"]]
    complaint_of(croupier("rules", "rws-casino", "O99"))


def test_gaps_finds_the_contradiction_about_the_dealers_exposed_cards() -> None:
    """5.8.2 voids two exposed cards, 5.16 makes one of the Dealer's his face-up card: read together they collide."""
    found = json.loads(croupier("rules", "rws-casino", "--gaps", "--json").stdout)["gaps"]["contradicted"]
    in_the_deal = {"count": "2", "seen": "no", "whose": "dealer", "when": "during_deal"}
    two = next(one for one in found if one["facts"] == in_the_deal)
    assert (two["ruling"], two["other_ruling"], two["other_cites"]) == ("players_choose", "void_round", ["5.8.2"])
    complaint_of(croupier("rules", "rws-casino", "3.1", "--gaps"))


def test_gaps_for_people_lists_what_nothing_decides() -> None:
    """Without its declarations a document rules one situation in two ways: both are shown, with their facts."""
    game = load("rws-casino-stud")
    bare = replace(game, document=replace(game.document, overlaps=()))
    out = Console(width=200, record=True, file=io.StringIO())
    print_gaps(bare, gaps(bare), out)
    shown = out.export_text()
    assert "nothing says which prevails" in shown
    assert "wrong_hand_count: invalidate hand (5.15)" in shown
    assert "misdeal: void round (5.8.6)" in shown
    assert "seen=no reconstructable=no" in shown
