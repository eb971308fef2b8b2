"""What must always hold while things go wrong."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import format_cards
from croupier.notation.acts import format_act, parse_act
from croupier.play.banked import evolve
from croupier.play.banked.events import (
    BankedEvent,
    IrregularityRuled,
    JackpotFed,
    JackpotPaid,
    JackpotUnfed,
    MeterRestored,
    RoundEnded,
    RoundVoided,
    WagerSettled,
)
from croupier.play.banked.state import Box, Phase, Table, Wager
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks import load_banked
from croupier.rules.irregularities import Ruling
from croupier.rules.settling import PercentOfMeter, Result
from croupier.rules.terms import WagerName
from tests.play.trouble_walk import trouble_walk
from tests.rulebooks.irregular import recorded_late
from tests.sitting import HOUSE_GAMES, Sitting

STEPS = 150
games = st.sampled_from(HOUSE_GAMES)
seeds = st.integers(0, 2**32 - 1)
thorough = settings(max_examples=40, deadline=None)


@thorough
@given(games, seeds)
def test_trouble_leaves_a_table_that_replays(name: str, seed: int) -> None:
    """No exception, every event cites what the document has, and the history gives the same table."""
    game = load_banked(name)
    table: Table | None = None
    last: Table | None = None
    for step in trouble_walk(game, random.Random(seed), STEPS):
        table = table or step.before
        last = step.after
        written = format_act(step.deed)
        assert format_act(parse_act(written)) == written
        if isinstance(step.outcome, Refusal):
            assert step.outcome.sentence
            assert all(game.document.knows(cite) for cite in step.outcome.cites)
            continue
        for event in step.outcome.events:
            assert event.cites
            assert all(game.document.knows(cite) for cite in event.cites), event
        for event in msgspec.json.decode(msgspec.json.encode(step.outcome.events), type=tuple[BankedEvent, ...]):
            table = evolve(game, table, event, step.entered)
    assert table == last
    assert msgspec.json.decode(msgspec.json.encode(last), type=Table) == last


@thorough
@given(games, seeds)
def test_trouble_costs_nobody_a_cent(name: str, seed: int) -> None:
    """When a round ends, each wager that lay on the table has one line, and stake = returned + kept.

    Of a hand that has left the round nothing is kept but what a fold had lost before; of a void round nothing at all.
    Whatever goes back goes back under a paragraph.
    """
    game = load_banked(name)
    for step in trouble_walk(game, random.Random(seed), STEPS * 2):
        for box in step.after.round.boxes if step.after.round else ():
            assert all(wager.cites for wager in box.wagers if wager.given_back)
        if isinstance(step.outcome, Refusal) or not isinstance(step.outcome.events[-1], RoundEnded):
            continue
        round_ = step.outcome.table.round
        assert round_ is not None
        void = any(isinstance(event, RoundVoided) for event in step.outcome.events)
        for box in round_.boxes:
            players = {share.player for wager in box.wagers for share in wager.shares}
            here = [line for line in round_.lines if line.box == box.number and line.player in players]
            own = {line.wager: line for line in here}
            for wager in box.wagers:
                line = own[wager.name]
                assert line.staked == wager.amount
                assert 0 <= line.returned <= line.staked
                assert line.paid >= 0
                if box.out:
                    lost = 0 if void else _lost_by_folding(box, wager)
                    assert (line.paid, line.returned) == (0, line.staked - lost)
                    if not lost:
                        assert line.result is (Result.VOID if void else Result.RETURNED)
        if void:
            assert all(line.result in {Result.VOID, Result.RETURNED} for line in round_.lines)
            assert all(line.returned == line.staked for line in round_.lines)


def _lost_by_folding(box: Box, wager: Wager) -> int:
    """What of a wager a fold of the hand, or of a share in it, has lost for good."""
    if not box.fold_stands or wager.name is WagerName.JACKPOT:
        return 0
    return sum(share.counts for share in wager.shares if share.folded or (box.folded and not share.back))


@thorough
@given(games, seeds)
def test_the_meter_is_what_came_in_less_what_went_out(name: str, seed: int) -> None:
    """Meter = last reset value + contributions - percentage awards - returned contributions since."""
    game = load_banked(name)
    prizes = {award.name: award.prize for award in game.jackpot.awards}
    meter: int | None = None
    for step in trouble_walk(game, random.Random(seed), STEPS):
        meter = step.before.meter.millionths if meter is None else meter
        for event in () if isinstance(step.outcome, Refusal) else step.outcome.events:
            match event:
                case JackpotFed():
                    meter += event.millionths
                case JackpotUnfed():
                    meter -= event.millionths
                case MeterRestored():
                    meter += event.millionths
                case JackpotPaid():
                    prize = prizes[event.award]
                    if isinstance(prize, PercentOfMeter):
                        whole = step.before.policy.seed * 1_000_000 + meter % 1_000_000
                        meter = whole if prize.percent == 100 else meter - event.amount * 1_000_000
                case _:
                    pass
        assert step.after.meter.millionths == meter


@thorough
@given(games, seeds, st.integers(0, 60))
def test_the_round_always_ends(name: str, seed: int, trouble_steps: int) -> None:
    """After any trouble, people who only do what the table waits for bring the round to its end."""
    game = load_banked(name)
    rng = random.Random(seed)
    calm_from = trouble_steps
    for number, step in enumerate(trouble_walk(game, rng, 1_500, trouble=0.3)):
        round_ = step.after.round
        if number > calm_from and round_ is not None and round_.phase is Phase.ENDED:
            return
    raise AssertionError("the round did not end")


@pytest.mark.long
@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_the_walks_meet_every_irregularity_the_game_can_have(name: str) -> None:
    game = load_banked(name)
    met: set[str] = set()
    settled = 0
    for seed in range(120):
        for step in trouble_walk(game, random.Random(seed), 200, trouble=0.4):
            for event in () if isinstance(step.outcome, Refusal) else step.outcome.events:
                if isinstance(event, IrregularityRuled):
                    met.add(event.irregularity)
                settled += isinstance(event, WagerSettled)
    # A hand's not being shown needs a report at the one moment when hands are shown; its tests make that moment.
    assert met | {"error_noticed_late", "hand_not_shown"} == set(game.irregularities.rules)
    assert settled > 300


@pytest.mark.parametrize(
    ("turn", "outcome", "ruling"),
    [
        ("9c", "none", Ruling.VOID_ROUND),  # the River Card may still bring four of a kind, or not
        ("8c", "established", Ruling.CONTINUE),  # four of a kind lie open: the community prize is won
    ],
)
def test_a_board_of_four_cards_decides_what_no_fifth_can_change(turn: str, outcome: str, ruling: Ruling) -> None:
    """From a shoe the Community Cards come street by street: four of them are no hand to rank."""
    sitting = Sitting("rws-progressive-texas-holdem", {"dealing": "shoe"})
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "dealer: no more bets")
    sitting.do("dealer: deal ?? 2c 3d", "p1: flop 1", "dealer: deal ?? 8s 8h 8d", "dealer: reveal", "p1: check 1")
    sitting.do(f"dealer: deal ?? {turn}", "dealer: reveal")
    ruled = sitting.do("dealer: report interruption")[0]
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.facts, ruled.ruling) == ({"outcome": outcome}, ruling)


ROYAL_ROUND = (
    "dealer: place your bets",
    "p1: 1 ante 10000",
    "p1: 1 jackpot 500",
    "p2: 2 ante 5000",
    "p2: 2 jackpot 500",
    "dealer: no more bets",
    "dealer: deal As Ks Qs Js Ts 7c 7d 2s 3s 9h Ah Kd 9d 5c 2h",
    "p1: bet 1",
    "p2: fold 2",
    "dealer: reveal",
    "p1: show 1",
    "dealer: settle",
)


@pytest.mark.parametrize(
    ("report", "result", "boxes", "meter"),
    [
        # A void round takes both contributions out again: the meter is where it was.
        ("wrong_dealer_count reconstructable=no", Result.VOID, {1, 2}, 10_000_000),
        # The hand with the Royal is out: its award and its contribution are undone, the other box's 350 stay.
        ("wrong_hand_count reconstructable=no box=1", Result.RETURNED, {1}, 10_000_350),
        # A hand that never had its cards has no fold. The Royal was paid all of the meter, this box's 350 included:
        # the House bears what comes back.
        ("wrong_hand_count reconstructable=no box=2", Result.RETURNED, {2}, 5_000_000),
    ],
)
def test_a_wrong_count_noticed_after_the_settlement_but_before_the_next_round(
    report: str, result: Result, boxes: set[int], meter: int
) -> None:
    sitting = Sitting("rws-casino-stud", {"dealing": "shuffler"}, meter=10_000_000)
    sitting.do(*ROYAL_ROUND)
    assert sitting.table.meter.shown == 5_000_000
    sitting.do(f"dealer: report {report}")
    lines = [line for line in sitting.round.lines if line.box in boxes]
    assert lines
    assert all((line.result, line.paid, line.returned) == (result, 0, line.staked) for line in lines)
    assert len(sitting.round.lines) == sum(len(box.wagers) for box in sitting.round.boxes)
    assert sitting.table.meter.shown == meter
    if result is Result.VOID:
        assert "no round" in sitting.refused(f"dealer: report {report}").sentence
    sitting.do("dealer: place your bets")
    recorded_late(sitting, f"dealer: report {report} in_round=1", "5.20")


BETS = ("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "dealer: no more bets")
STUD = "dealer: deal ?? Qs Ah Js Kd Ts 9d 9s 5c 8s 2h"


@pytest.mark.parametrize("name", ["misdeal seen=no reconstructable=yes", "burn_missed reconstructable=yes"])
def test_no_deal_goes_wrong_before_a_card_is_out(name: str) -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do(*BETS)
    assert sitting.refused(f"dealer: report {name}").sentence == "No card has been dealt yet"


def test_a_second_exposed_card_of_the_dealer_does_not_hide_the_first() -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do(*BETS, STUD, "dealer: report cards_exposed count=1 whose=dealer cards=Kd")
    assert sitting.seen_by("display").dealer == ("??", "Kd", "??", "??", "??")
    sitting.do("dealer: report cards_exposed count=1 whose=dealer seen=no cards=9d")
    assert sitting.seen_by("display").dealer == ("??", "Kd", "9d", "??", "??")


def test_a_jackpot_wager_found_too_small_has_fed_the_meter_less() -> None:
    """70 % of 500 cents is 350; of the 300 that lie there it is 210."""
    sitting = Sitting("rws-casino-stud", meter=1_000_000)
    sitting.do(*BETS)
    assert sitting.table.meter.shown == 1_000_350
    sitting.do("dealer: report wager_under_minimum box=1 wager=jackpot amount=300")
    assert sitting.table.meter.shown == 1_000_210


def test_a_misdeal_is_repaired_by_moving_complete_hands() -> None:
    sitting = Sitting("mbs-texas-holdem-bonus-progressive")
    sitting.do("dealer: place your bets", "p1: 1 ante 5000", "p2: 2 ante 5000", "dealer: no more bets")
    sitting.do("dealer: deal 2c 3d 4h 5s 7c As Ad Ks Kd Qs Qd")
    mixed = sitting.refused("dealer: report misdeal reconstructable=yes seen=no hands=1:AsKd/2:KsAd")
    assert mixed.sentence == "Only complete hands may be moved"
    sitting.do("dealer: report misdeal reconstructable=yes seen=no hands=1:KsKd/2:AsAd")
    assert [format_cards(box.cards) for box in sitting.round.boxes] == ["Ks Kd", "As Ad"]


def test_a_decision_about_an_earlier_round_leaves_the_one_in_play_alone() -> None:
    """MBS says nothing of errors noticed late, so a Shift Manager decides; the round in play is not the one."""
    sitting = Sitting("mbs-texas-holdem-bonus-progressive")
    bets = (
        "dealer: place your bets",
        "p1: 1 ante 5000",
        "dealer: no more bets",
        "dealer: deal 2c 3d 4h 5s 7c As Ad Ks Kd",
    )
    sitting.do(*bets, "p1: fold 1", "dealer: settle", *bets, "dealer: report other_dealing_error in_round=1")
    assert [one.options for one in sitting.table.pending] == [("continue",)]
    assert sitting.refused("shift_manager: rule 1 void_round because of that").reason is Reason.MOMENT
    sitting.do("shift_manager: rule 1 continue because it is over", "p1: fold 1")


@pytest.mark.parametrize(("dealer", "qualifies"), [("Ah Qd 9d 5c 2h", "no"), ("Ah Kd 4d 3c 2h", "yes")])
def test_whether_the_dealer_qualifies_the_table_sees_for_itself(dealer: str, qualifies: str) -> None:
    sitting = Sitting("rws-casino-stud", {"dealing": "shuffler"})
    sitting.do(*BETS, f"dealer: deal Qs Js Ts 9s 8s {dealer}", "p1: bet 1", "dealer: reveal")
    ruled = sitting.do("dealer: report hand_not_shown box=1")[0]
    assert isinstance(ruled, IrregularityRuled)
    assert ruled.facts == {"dealer_qualifies": qualifies}
