"""The catalogues of irregularities, and asking a document that is about another catalogue than the House's."""

import os
import re
from collections.abc import Iterator, Mapping

import pytest
from msgspec.structs import replace

from croupier.play.gaps import gaps
from croupier.play.rulings import RulingError, ask, known_facts
from croupier.rulebooks import all_games, load, load_banked
from croupier.rules.irregularities import (
    HOUSE_CATALOGUE,
    ROOM_CATALOGUE,
    AtLeast,
    Fact,
    FactTest,
    Irregularities,
    Rule,
    Ruling,
)
from tests.sitting import SHARED

WHOLE = {"count": (), "seen": ("yes", "no"), "reconstructable": ("yes", "no")}
"""The values of facts that the interface names without brackets in the poker room's table."""


def rows(head: str) -> Iterator[tuple[list[str], str]]:
    """A table of the interface: names of irregularities, and their facts as text."""
    path = SHARED / "interfaces.md"
    if not path.exists():
        assert not os.environ.get("CI"), f"{path} is missing"
        pytest.skip(f"{path} is missing: nothing to compare the catalogues with")
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    assert any(line.startswith(f"| irregularity ({head})") for line in lines)
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        _, names, facts, _ = line.split("|")
        yield re.findall(r"`(\w+)`", names), facts.partition("; answer has")[0]


def fact(name: str, brackets: str) -> Fact:
    values = tuple(re.findall(r"\w+", brackets)) or WHOLE[name]
    return Fact(name, values, values[0] if "*" in brackets else "")


ADDED: dict[str, tuple[Fact, ...]] = {
    # 5.3 speaks of a card in the shoe or on its way; one that lies in a hand is another matter once bets are over.
    "cards_exposed": (
        Fact("lies", ("shoe", "hand"), "shoe"),
        Fact("stage", ("before_final_round_ends", "after"), "before_final_round_ends"),
    ),
    # 5.4.2, last sentence: whether the Player has indicated that he will return.
    "player_absent": (Fact("will_return", ("not_said", "yes", "no"), "not_said"),),
}
"""Facts of the poker room that a paragraph needs and the interface lacks: each has a usual value, so that a question
as the interface has it is answered."""
MORE_VALUES = {("player_returns", "seat"): {"small_blind"}}  # 5.4.2.a, b
"""Values that a paragraph needs besides."""


def test_the_poker_rooms_irregularities_are_those_of_the_interface() -> None:
    """One by one: a fact or a value that nobody has listed here is none."""
    expected = {
        name: tuple(fact(*found) for found in re.findall(r"`(\w+)`(?: \(([^)]*)\))?", facts))
        for names, facts in rows("poker")
        for name in names
    }
    assert expected.keys() == ROOM_CATALOGUE.keys()
    for name, facts in expected.items():
        known = {one.name: one for one in ROOM_CATALOGUE[name]}
        wanted = (*facts, *ADDED.get(name, ()))
        assert [*known] == [one.name for one in wanted], name
        for one in wanted:
            here = known[one.name]
            assert here.default == one.default, (name, one.name)
            assert {*here.values} == {*one.values} | MORE_VALUES.get((name, one.name), set()), (name, one.name)
    assert ADDED.keys() | {name for name, _ in MORE_VALUES} <= expected.keys()
    assert all(one.assumed for facts in ADDED.values() for one in facts)


def test_the_house_banked_games_irregularities_are_those_of_the_interface() -> None:
    """Names only: the values of their facts stand there in prose. What a paragraph needs besides is named here."""
    added = {"cards_exposed": ["when"]}  # RWS 5.8.2, 5.12, 5.16 and MBS 5.4: "during the deal"
    expected = {
        name: re.findall(r"`(\w+)`", facts) + added.get(name, [])
        for names, facts in rows("house-banked games")
        for name in names
    }
    assert expected == {name: [one.name for one in facts] for name, facts in HOUSE_CATALOGUE.items()}
    (when,) = (one for one in HOUSE_CATALOGUE["cards_exposed"] if one.name == "when")
    assert (when.values, when.default) == (("during_deal", "after"), "during_deal")


@pytest.mark.parametrize(
    ("known", "assumed"),
    [
        (Fact("by", ("player",)), "player"),
        (Fact("seat", ("button", "other")), ""),
        (Fact("relocated", ("no", "yes"), default="no"), "no"),
        (Fact("count"), ""),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_what_is_assumed_of_a_fact(known: Fact, assumed: str) -> None:
    assert known.assumed == assumed


# ---- Asking ---------------------------------------------------------------------------------------------------------

STUD = load_banked("rws-casino-stud")


def row(ruling: Ruling, when: Mapping[str, FactTest], **posts: str) -> Rule:
    return Rule(cites=("3.1",), when=when, ruling=ruling, explanation="So.", posts=posts)


ROWS: dict[str, tuple[Rule, ...]] = {
    **{name: () for name in ROOM_CATALOGUE if name != "player_joins"},
    "player_absent": (
        row(Ruling.POST_BLINDS, {"due": "small_blind"}, small_blind="dead"),
        row(Ruling.POST_BLINDS, {"due": "big_blind"}, big_blind="live"),
    ),
    "hole_cards_exposed": (
        row(Ruling.CONTINUE, {"by": "player", "stage": "after"}),
        row(Ruling.FOLD_HAND, {"by": "player"}),
    ),
    "cards_exposed": (
        row(Ruling.POST_BLINDS, {"count": AtLeast(3)}, small_blind="dead"),
        row(Ruling.POST_BLINDS, {"count": AtLeast(2)}, big_blind="dead"),
    ),
}
MADE_UP = replace(
    STUD,
    document=replace(STUD.document, overlaps=()),
    irregularities=Irregularities(
        rules=ROWS,
        silent=row(Ruling.ROLE_DECIDES, {}),
        cannot={"player_joins": "nobody may join"},
        narrowed={("player_returns", "missed"): ("both",)},
        void=("3.1",),
        catalogue=ROOM_CATALOGUE,
    ),
)


def test_without_a_catalogue_it_is_the_houses() -> None:
    assert STUD.irregularities.catalogue is HOUSE_CATALOGUE
    with pytest.raises(RulingError, match="there is no irregularity 'player_joins'"):
        known_facts(STUD, "player_joins")


def test_facts_are_those_of_the_catalogue_and_narrowed_by_the_game() -> None:
    assert known_facts(MADE_UP, "cards_exposed")[:2] == (Fact("count"), Fact("when", ("initial_deal", "later")))
    assert known_facts(MADE_UP, "player_returns")[0] == Fact("missed", ("both",))
    with pytest.raises(RulingError, match="there is no irregularity 'misdeal'"):
        ask(MADE_UP, "misdeal", {})
    with pytest.raises(RulingError, match="cannot have player_joins: nobody may join"):
        ask(MADE_UP, "player_joins", {})


def test_the_answer_says_what_is_posted() -> None:
    assert ask(MADE_UP, "player_absent", {"due": "small_blind"}).posts == {"small_blind": "dead"}
    assert ask(MADE_UP, "player_absent", {"due": "big_blind"}).posts == {"big_blind": "live"}
    assert ask(MADE_UP, "hole_cards_exposed", {"stage": "after"}).posts == {}


def test_rows_that_differ_only_in_what_is_posted_are_different_answers() -> None:
    with pytest.raises(RulingError, match=r"needs the fact due \(small_blind, big_blind\)"):
        ask(MADE_UP, "player_absent", {})
    found = [one for one in gaps(MADE_UP).contradicted if one.irregularity == "cards_exposed"]
    assert {one.facts["count"] for one in found} == {"3", "4"}


def test_the_only_value_of_a_fact_is_known_and_may_be_said() -> None:
    ruled = ask(MADE_UP, "hole_cards_exposed", {"stage": "after"})
    assert (ruled.ruling, ruled.facts) == (Ruling.CONTINUE, {"by": "player", "stage": "after"})
    assert ask(MADE_UP, "hole_cards_exposed", {"by": "player", "stage": "after"}) == ruled
    with pytest.raises(RulingError, match="the fact by cannot be 'dealer'"):
        ask(MADE_UP, "hole_cards_exposed", {"by": "dealer"})
    with pytest.raises(RulingError, match="needs the fact stage"):
        ask(MADE_UP, "hole_cards_exposed", {})


@pytest.mark.parametrize("game", all_games())
def test_a_question_without_an_answer_is_told_in_plain_words(game: str) -> None:
    """At a table nobody has seen the names of irregularities and facts: neither is shown."""
    book = load(game)
    told = []
    for name in book.irregularities.catalogue:
        for given in ({}, {"colour_of_it": "red"}, {"seen": "per_haps"}):
            try:
                ask(book, name, given)
            except RulingError as error:
                told.append(error.plainly)
    assert told
    assert [one for one in told if "_" in one.replace("per_haps", "") or not one[:1].isupper()] == []


def test_a_missing_fact_is_asked_for_with_its_answers() -> None:
    with pytest.raises(RulingError) as missing:
        ask(load_banked("rws-casino-stud"), "cards_exposed", {"count": "2"})
    assert missing.value.plainly == (
        "Cards exposed: “Has any Player seen their cards?” is answered with yes or no; “Whose” is answered with player"
        " or dealer"
    )
    with pytest.raises(RulingError) as wrong:
        ask(load_banked("rws-casino-stud"), "cards_exposed", {"count": "0"})
    asked = "Cards exposed: “Cards wrongly exposed” is answered with a number from 1 to 99"
    assert wrong.value.plainly == f"{asked}, not '0'"


def test_what_is_done_with_an_answer_is_no_answer_to_the_next() -> None:
    """Answers are remembered, and whoever asks gets their own: the facts in the order in which they were told, since an
    entry of the journal holds them so."""
    told = {"by": "player", "stage": "after"}
    for stated in (told, dict(reversed(told.items()))):
        first = ask(MADE_UP, "hole_cards_exposed", stated)
        first.facts.clear()
        first.posts["small_blind"] = "dead"
        again = ask(MADE_UP, "hole_cards_exposed", stated)
        assert sorted(again.facts.items()) == sorted(told.items())
        assert again.posts == {}
    one, other = (
        [*ask(load_banked("rws-casino-stud"), "cards_exposed", stated).facts]
        for stated in ({"count": "2", "whose": "player", "seen": "no"}, {"seen": "no", "whose": "player", "count": "2"})
    )
    assert [name for name in one if name in {"count", "seen"}] == ["count", "seen"]
    assert [name for name in other if name in {"count", "seen"}] == ["seen", "count"]
