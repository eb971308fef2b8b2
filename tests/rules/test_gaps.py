"""Reading a document against itself: overlaps declared, undeclared and mistaken, and what rests on a reading."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from croupier.cli.ruling import tell_faults
from croupier.play.authority_gaps import authority_gaps
from croupier.play.gaps import Rests, faults, gaps, overlaps_of
from croupier.play.rulings import combinations, known_facts
from croupier.rulebooks import all_games, load, load_banked, registered
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.document import Overlap, Told, told
from croupier.rules.irregularities import HOUSE_CATALOGUE, ROOM_CATALOGUE, Fact, Ruling
from croupier.rules.situations import AGAINST_THE_HOUSE, IN_THE_ROOM, Situation

STUD = load_banked("rws-casino-stud")


def with_overlaps(*overlaps: Overlap) -> BankedGame:
    return replace(STUD, document=replace(STUD.document, overlaps=overlaps))


def overlap(*rows: Told, prevails: str = "5.15", others: tuple[str, ...] = ("5.8.6",), reading: str = "") -> Overlap:
    return Overlap("O1", "So it was.", prevails, others, "Because.", reading, rows)


SIX_CARDS = told("wrong_hand_count", reconstructable="no", noticed="before_next_round")
UNSEEN = told("misdeal", seen="no", reconstructable="no")

# ---- The rulebooks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", all_games())
def test_every_declared_overlap_is_one(game: str) -> None:
    """Its paragraphs are there, and its rows rule differently, the first of them under the paragraph that prevails."""
    assert faults(load(game)) == ()


@pytest.mark.parametrize("game", all_games())
def test_no_situation_is_ruled_on_in_two_ways_without_a_word(game: str) -> None:
    assert gaps(load(game)).undeclared == ()


@pytest.mark.parametrize("game", all_games())
def test_overlaps_are_numbered_in_order_and_say_why(game: str) -> None:
    document = load(game).document
    found = document.overlaps
    assert [one.number for one in found] == [f"O{at}" for at in range(1, len(found) + 1)]
    for one in found:
        assert one.prevails not in one.others, one.number
        assert one.others, one.number
        assert one.situation.endswith("."), one.number
        assert one.why.endswith("."), one.number
    assert len({one.situation for one in found}) == len(found)


def meeting(game: str) -> set[tuple[str, str]]:
    """Which paragraph prevails over which, over all overlaps."""
    return {(one.prevails, other) for one in load(game).document.overlaps for other in one.others}


RWS = ("rws-casino-stud", "rws-multi-link-casino-stud", "rws-progressive-texas-holdem")


@pytest.mark.parametrize(
    ("game", "pairs"),
    [
        *((game, {("5.15", "5.8.6"), ("5.15", "5.10"), ("5.9", "5.10"), ("5.8.7", "5.10")}) for game in RWS),
        *((game, {("5.12", "5.10"), ("5.12", "5.8.2"), ("5.13", "5.12"), ("5.6", "4.3")}) for game in RWS),
        ("rws-casino-stud", {("3.13", "4.3"), ("3.11", "5.9"), ("3.11", "5.14"), ("5.16", "3.10"), ("5.12", "5.16")}),
        ("rws-multi-link-casino-stud", {("5.8.2", "5.12"), ("4.3", "3.13"), ("4.3", "3.12.1"), ("3.11", "5.9")}),
        (
            "rws-progressive-texas-holdem",
            {("5.5", "1.17"), ("5.5", "3.11.2.b"), ("3.15", "1.27"), ("4.1", "3.9"), ("3.12", "5.9"), ("3.12", "5.14")},
        ),
        (
            "mbs-texas-holdem-bonus-progressive",
            {("5.7", "5.2"), ("5.1.2", "5.8"), ("3.4.1", "5.10"), ("1.1.3", "3.10.3"), ("3.9.1", "5.11")},
        ),
        ("rws-poker", {("5.2.7.a", "5.2.6"), ("5.10", "1.4"), ("5.2.5", "5.3"), ("5.7", "5.3"), ("3.17", "5.10")}),
    ],
)  # fmt: skip
def test_paragraphs_that_a_reader_finds_in_conflict(game: str, pairs: set[tuple[str, str]]) -> None:
    """Read off the documents, paragraph against paragraph."""
    assert pairs - meeting(game) == set()


def test_what_is_reported_where_nothing_fits_is_no_gap() -> None:
    for game in all_games():
        assert "not_covered" not in {one.irregularity for one in gaps(load(game)).uncovered}
    assert [one.irregularity for one in gaps(STUD).uncovered] == ["confidentiality_breach"]


def test_a_decision_that_a_paragraph_leaves_to_a_role_is_no_gap() -> None:
    """5.14 has a Pit Supervisor say which card came first, 5.18.2 has the House choose: the text covers both."""
    uncovered = {one.irregularity for one in gaps(STUD).uncovered}
    assert not uncovered & {"simultaneous_draw", "jackpot_system_down"}


# ---- Declarations that are wrong -------------------------------------------------------------------------------------


def test_a_declared_overlap_of_rows_that_agree_is_an_error() -> None:
    """Both void the round: 5.8.1 and 5.8.3."""
    game = with_overlaps(overlap(told("foreign_card"), told("deck_miscount"), prevails="5.8.1", others=("5.8.3",)))
    assert faults(game) == ("O1: foreign_card and deck_miscount are ruled on alike",)
    assert faults(with_overlaps(overlap(SIX_CARDS, UNSEEN))) == ()


def test_the_linter_says_what_is_declared_wrongly_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    game = with_overlaps(overlap(told("foreign_card"), told("deck_miscount"), prevails="5.8.1", others=("5.8.3",)))
    assert tell_faults(game, authority_gaps(game)) == 1
    assert capsys.readouterr().err == "croupier: O1: foreign_card and deck_miscount are ruled on alike\n"
    assert tell_faults(STUD, authority_gaps(STUD)) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (overlap(SIX_CARDS, UNSEEN, prevails="5.9"), "is not ruled on under 5.9"),
        (overlap(SIX_CARDS, UNSEEN, others=("5.9",)), "is ruled on under other paragraphs"),
        (overlap(SIX_CARDS, prevails="5.9"), "wrong_hand_count is not ruled on under 5.9"),
        (overlap(prevails="5.99"), "there is no 5.99"),
        (overlap(reading="I99"), "there is no I99"),
        (overlap(told("misdeal", colour="red"), UNSEEN), "misdeal has no fact colour=red"),
        (overlap(told("misdeal", seen="perhaps"), UNSEEN), "misdeal has no fact seen=perhaps"),
        (overlap(told("earthquake"), UNSEEN), "there is no irregularity earthquake"),
    ],
)
def test_what_is_wrong_with_a_declaration_is_a_sentence(wrong: Overlap, sentence: str) -> None:
    found = faults(with_overlaps(wrong))
    assert found
    assert all(one.startswith("O1: ") for one in found)
    assert sentence in found[0]


def test_an_overlap_that_nobody_declared_is_found() -> None:
    """Without its declarations the stud document is silent about a hand of six cards that nobody has seen."""
    found = [
        (one.one.irregularity, one.one.ruling, one.other.irregularity, one.other.ruling)
        for one in gaps(with_overlaps()).undeclared
        if one.situation == "A hand has a wrong number of cards."
    ]
    assert ("wrong_hand_count", Ruling.INVALIDATE_HAND, "misdeal", Ruling.VOID_ROUND) in found
    assert ("wrong_hand_count", Ruling.INVALIDATE_HAND, "other_dealing_error", Ruling.PLAYERS_CHOOSE) in found
    left = [
        one.other.facts
        for one in gaps(with_overlaps(overlap(SIX_CARDS, UNSEEN))).undeclared
        if (one.one.irregularity, one.other.irregularity) == ("wrong_hand_count", "misdeal")
    ]
    assert left == [{"seen": "yes", "reconstructable": "no"}]


def test_two_rows_collide_once() -> None:
    """Lantern Stud 5.9 changes nothing once the next round has begun; 5.7 voids a deal in which a card was exposed and
    nobody has looked, whether one card or four, a Player's or the Dealer's: eight sets of facts, one overlap."""
    with registered("tests.documents.lantern_stud_v1"):
        found = [
            (one.one.irregularity, one.other.irregularity, one.one.ruling, one.other.ruling)
            for one in gaps(load_banked("lantern-stud")).undeclared
        ]
    assert ("error_noticed_late", "cards_exposed", Ruling.CONTINUE, Ruling.VOID_ROUND) in found
    assert len({*found}) == len(found)


def test_where_the_document_is_silent_nothing_collides() -> None:
    """A wrong count without a row of its own is left to the last paragraph: a gap, and no overlap."""
    table = STUD.irregularities
    game = replace(STUD, irregularities=replace(table, rules={**table.rules, "wrong_hand_count": ()}))
    assert "A hand has a wrong number of cards." not in {one.situation for one in gaps(game).undeclared}
    assert "wrong_hand_count" in {one.irregularity for one in gaps(game).uncovered}


def test_one_event_has_one_value_of_a_fact() -> None:
    """Whether somebody has seen his cards is the same in both reports of an event, unless each names its own."""
    void = overlap(told("burn_missed"), told("misdeal", seen="no", reconstructable="no"), prevails="5.9")
    assert faults(with_overlaps(void)) == ("O1: burn_missed and misdeal are ruled on alike",)  # void, both of them
    named = overlap(told("burn_missed", seen="no", reconstructable="no"), told("misdeal", seen="yes"), prevails="5.9")
    (shown,) = gaps(with_overlaps(replace(named, others=("5.10",)))).overlaps
    assert [(one.irregularity, one.facts["seen"]) for one in shown.reports] == [
        ("burn_missed", "no"),
        ("misdeal", "yes"),
    ]


def test_rulings_of_an_overlap_are_listed_once_each_the_prevailing_first() -> None:
    (shown,) = gaps(with_overlaps(overlap(SIX_CARDS, told("misdeal"), others=("5.8.6", "5.10")))).overlaps
    prevailing, *others = shown.reports
    assert (prevailing.irregularity, prevailing.ruling) == ("wrong_hand_count", Ruling.INVALIDATE_HAND)
    assert {(one.irregularity, one.ruling) for one in others} == {
        ("misdeal", Ruling.VOID_ROUND),
        ("misdeal", Ruling.PLAYERS_CHOOSE),
    }
    assert len(others) == 2


@pytest.mark.parametrize(
    ("facts", "applies"),
    [
        ({"reconstructable": "no", "noticed": "before_next_round"}, True),
        ({"reconstructable": "no"}, True),
        ({"reconstructable": "yes", "noticed": "before_next_round"}, False),
        ({"reconstructable": "no", "noticed": "later"}, False),
    ],
)
def test_an_overlap_applies_where_its_prevailing_row_decides(facts: dict[str, str], applies: bool) -> None:
    """A misdeal need not be a hand with six cards: the overlap says nothing about it."""
    game = with_overlaps(overlap(SIX_CARDS, UNSEEN))
    assert bool(overlaps_of(game, "wrong_hand_count", facts)) is applies
    assert overlaps_of(game, "misdeal", {"seen": "no", "reconstructable": "no"}) == ()
    assert overlaps_of(game, "burn_missed", facts) == ()


@pytest.mark.parametrize("game", all_games())
def test_few_overlaps_stand_under_an_answer(game: str) -> None:
    """Two at most, none of them about another event than the one reported, but for errors of an earlier round."""
    loaded = load(game)
    for name in loaded.irregularities.rules:
        for facts in combinations(known_facts(loaded, name), {}):
            found = overlaps_of(loaded, name, facts)
            assert len(found) <= 2, (name, facts)
            assert all(one.rows[0].irregularity == name for one in found), (name, facts)


def test_an_error_of_an_earlier_round_is_no_longer_what_it_was() -> None:
    """5.20 goes before 5.8.1 once the next round has begun, and not before."""
    facts: dict[str, str] = {}
    assert overlaps_of(STUD, "foreign_card", facts, Stage.OPEN) == ()
    (later,) = overlaps_of(STUD, "foreign_card", facts, Stage.LATER)
    assert (later.prevails, later.others[0]) == ("5.20", "5.8")


# ---- Situations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situations", "catalogue"),
    [(AGAINST_THE_HOUSE, HOUSE_CATALOGUE), (IN_THE_ROOM, ROOM_CATALOGUE)],
    ids=["house", "room"],
)
def test_situations_are_reported_in_words_of_the_catalogue(
    situations: tuple[Situation, ...], catalogue: Mapping[str, tuple[Fact, ...]]
) -> None:
    for one in situations:
        for report in (one.report, *one.also):
            facts = {fact.name: fact for fact in catalogue[report.irregularity]}
            assert all(facts[name].allows(value) for name, value in report.facts.items()), report


# ---- Interpretations -------------------------------------------------------------------------------------------------


def test_what_rests_on_an_interpretation() -> None:
    """5.11 gives a Player's wagers back: I18 says that the clock's fold is none of it; I3 is a House's to choose."""
    found = {one.number: one for one in gaps(load("mbs-texas-holdem-bonus-progressive")).interpreted}
    assert Rests("parameter", "bonus on losing hand") in found["I3"].rests
    assert Rests("outcome", "bonus lose") in found["I3"].rests
    assert Rests("ruling", "cards exposed continue") in found["I12"].rests
    assert Rests("all rulings", "clock") in found["I16"].rests
    assert Rests("step of a round", "manual decide turn") in found["I1"].rests
    assert "O1" in found["I2"].decides


def test_an_interpretation_that_nothing_cites_is_listed_as_such() -> None:
    table = STUD.irregularities
    rows = tuple(replace(row, cites=("5.10",)) if "I11" in row.cites else row for row in table.rules["cards_exposed"])
    game = replace(STUD, irregularities=replace(table, rules={**table.rules, "cards_exposed": rows}))
    before = next(one for one in gaps(STUD).interpreted if one.number == "I11")
    after = next(one for one in gaps(game).interpreted if one.number == "I11")
    assert Rests("ruling", "cards exposed players choose") in before.rests
    assert after.rests == ()
