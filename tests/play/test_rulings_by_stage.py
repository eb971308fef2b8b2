"""What ``rule --stage`` answers is what a live table rules at that stage: every irregularity, every combination."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from croupier.play.banked.events import IrregularityRuled
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.events import IrregularityRuled as RoomRuled
from croupier.play.rulings import AFTER, RulingError, ask_at, known_facts, row_of, settled_by
from croupier.rulebooks import all_games, load, load_banked, load_room
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.game import Game
from croupier.rules.irregularities import Ruling
from tests.play.staged import Staged, banked_reports, room_reports
from tests.sitting import HOUSE_GAMES

NEVER_OVER = {"There is no round in play"}
"""The refusal of a house game's finding that comes after the settlement, and changes nothing."""


Compared = Counter[tuple[Stage, str]]
"""How many rulings were compared, by stage and irregularity."""


def compare(game: Game, reports: Iterable[Staged], reached: set[int] | None = None) -> Compared:
    """Compare each live ruling with the one asked for; ``reached`` takes the id of each row that decided."""
    compared: Compared = Counter()
    for one in reports:
        if isinstance(one.answer, Refusal):
            refused_late(game, one, one.answer)
            continue
        ruled = next(event for event in one.answer if isinstance(event, IrregularityRuled | RoomRuled))
        if not rests_on_a_row(game, ruled) or against_the_stage(game, one.stage, ruled):
            continue
        late = one.stage is Stage.LATER or ruled.facts.get("noticed") == AFTER
        stated = {name: value for name, value in ruled.stated.items() if name in asked_for(game, ruled)}
        found = stated if late else ruled.facts
        name = one.name if one.stage is Stage.LATER else ruled.irregularity
        asked = ask_at(game, name, {} if one.stage is Stage.LATER else found, one.stage)
        said = (one.stage, one.name, one.facts, ruled)
        assert (asked.ruling, asked.then, asked.decided_by) == (ruled.ruling, ruled.then, ruled.decided_by), said
        assert ruled.cites[: len(asked.cites)] == asked.cites, said
        readings = {cite for cites in game.irregularities.readings.values() for cite in cites}
        assert {*ruled.cites[len(asked.cites) :]} <= readings, said
        compared[one.stage, one.name] += 1
        if reached is not None and not late:
            reached.add(id(row_of(game, asked)))
    return compared


def asked_for(game: Game, ruled: IrregularityRuled | RoomRuled) -> set[str]:
    """Return the facts that a ruling on a settled round may rest on."""
    return {fact.name for fact in known_facts(game, ruled.irregularity)} - {"noticed"}


def against_the_stage(game: Game, stage: Stage, ruled: IrregularityRuled | RoomRuled) -> bool:
    """Return whether the report contradicts, with a reason, what the stage is to the table."""
    settled = {} if stage is Stage.LATER else settled_by(game, ruled.irregularity, stage)
    return any(ruled.facts.get(fact, settled[fact]) != settled[fact] for fact in settled & ruled.contradicted.keys())


def rests_on_a_row(game: Game, ruled: IrregularityRuled | RoomRuled) -> bool:
    """Return whether a row has decided: not while a role or a Player ahead is to decide."""
    if ruled.irregularity == "out_of_turn":
        return False
    reserved = game.irregularities.reserved.get(ruled.irregularity)
    return reserved is None or ruled.ruling is not Ruling.ROLE_DECIDES or reserved.fact in ruled.facts


def refused_late(game: Game, one: Staged, refused: Refusal) -> None:
    """A finding that is refused for coming late is one that changes nothing."""
    if isinstance(game, BankedGame) and refused.sentence in NEVER_OVER:
        assert (one.stage, refused.reason) == (Stage.SETTLED, Reason.MOMENT), one
        try:
            asked = ask_at(game, one.name, {**one.facts}, one.stage)
        except RulingError:
            return  # these facts cannot be so after a settlement
        assert asked.ruling is Ruling.CONTINUE or asked.irregularity == "not_covered", one


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_house_game_is_ruled_on_live_as_it_is_when_asked(game: str) -> None:
    """A bounded sample: two walks, and one report in eight."""
    loaded = load_banked(game)
    compared: Compared = Counter()
    for seed in range(2):
        compared += compare(loaded, banked_reports(loaded, random.Random(seed), 120, share=0.12))
    assert {stage for stage, _ in compared} >= {Stage.KEYING, Stage.OUTCOME}
    assert len({name for _, name in compared}) > 15


def test_the_poker_room_is_ruled_on_live_as_it_is_when_asked() -> None:
    loaded = load_room("rws-poker")
    compared: Compared = Counter()
    for seed in range(3):
        compared += compare(loaded, room_reports(loaded, random.Random(seed), 120, share=0.12))
    assert {stage for stage, _ in compared} >= {Stage.OPEN, Stage.OUTCOME, Stage.SETTLED}
    assert len({name for _, name in compared}) > 10


NOT_REPORTED = {"player_joins", "player_returns", "out_of_turn"}
"""What is ruled on when a Player acts, not when it is reported."""


@pytest.mark.long
@pytest.mark.parametrize("game", all_games())
def test_every_combination_at_every_stage_is_ruled_on_live_as_it_is_when_asked(game: str) -> None:
    """Every report at every moment, and every row decides somewhere.

    Not reached are rows about a finding in the next round, which has a stage of its own; a second wager under the
    minimum, which needs a first; and a reading that the House would have to choose.
    """
    loaded, reached, compared = load(game), set[int](), Compared()
    for seed in range(6):
        chance = random.Random(seed)
        reports = (
            banked_reports(loaded, chance, 250) if isinstance(loaded, BankedGame) else room_reports(loaded, chance, 250)
        )
        compared += compare(loaded, reports, reached)
    left = [
        (name, row)
        for name, rows in loaded.irregularities.rules.items()
        for row in rows
        if id(row) not in reached and name not in NOT_REPORTED
    ]
    unreached = [
        (name, row.when)
        for name, row in left
        if row.when.get("noticed") != "later"
        and row.when.get("previous") != "yes"
        and "absent_after_flop" not in row.when
    ]
    assert unreached == []
    assert {stage for stage, _ in compared} >= {Stage.OPEN, Stage.OUTCOME}


# ---- Asking ---------------------------------------------------------------------------------------------------------


def test_after_the_settlement_what_is_found_about_the_cards_changes_nothing() -> None:
    """5.8 lets settled rounds stand; 5.20 does once the next has begun."""
    game = load("rws-casino-stud")
    for name in ("foreign_card", "deck_miscount", "unshuffled_cards"):
        assert ask_at(game, name, {}, Stage.OPEN).ruling is Ruling.VOID_ROUND
        settled, later = (ask_at(game, name, {}, stage) for stage in (Stage.SETTLED, Stage.LATER))
        assert (settled.ruling, settled.cites) == (Ruling.CONTINUE, ("5.8", "I17"))
        assert (later.ruling, later.cites) == (Ruling.CONTINUE, ("5.20",))


@pytest.mark.parametrize(
    ("game", "cites"),
    [
        ("rws-casino-stud", ("I17",)),
        ("rws-multi-link-casino-stud", ("I17",)),
        ("rws-progressive-texas-holdem", ("I19",)),
        ("mbs-texas-holdem-bonus-progressive", ("I21",)),
        ("rws-poker", ("1.35", "I33")),
    ],
)
def test_a_settled_round_stands_unless_a_paragraph_reaches_back(game: str, cites: tuple[str, ...]) -> None:
    loaded = load(game)
    exposed = ask_at(loaded, "cards_exposed", {}, Stage.SETTLED)
    assert (exposed.ruling, exposed.cites, exposed.decided_by.value) == (Ruling.CONTINUE, cites, "rules")


@pytest.mark.parametrize(
    ("game", "ruling", "cite"),
    [
        ("rws-casino-stud", Ruling.INVALIDATE_HAND, "5.15"),
        ("mbs-texas-holdem-bonus-progressive", Ruling.INVALIDATE_HAND, "5.7"),
    ],
)
def test_a_wrong_count_reaches_back_until_the_next_round(game: str, ruling: Ruling, cite: str) -> None:
    loaded, lost = load(game), {"reconstructable": "no"}
    assert ask_at(loaded, "wrong_hand_count", lost, Stage.SETTLED).ruling is ruling
    assert cite in ask_at(loaded, "wrong_hand_count", lost, Stage.SETTLED).cites
    assert ask_at(loaded, "wrong_hand_count", lost, Stage.LATER).ruling is Ruling.CONTINUE
    with pytest.raises(RulingError, match="needs the fact reconstructable"):
        ask_at(loaded, "wrong_hand_count", {}, Stage.SETTLED)


def test_the_stage_settles_facts_that_are_then_not_asked_for() -> None:
    game = load("rws-casino-stud")
    assert ask_at(game, "interruption", {}, Stage.OPEN).cites == ("5.7.2",)
    assert ask_at(game, "interruption", {}, Stage.OUTCOME).cites == ("5.7.1",)
    with pytest.raises(RulingError, match="at the stage open the fact outcome is none, not 'established'"):
        ask_at(game, "interruption", {"outcome": "established"}, Stage.OPEN)
