"""The steps of a ruling: the call, the signatures, the announcement, cards, chips and meter."""

import pytest

from croupier.notation.steps import Kind, steps
from croupier.play.rulings import RulingError, ask, ask_at, combinations, known_facts
from croupier.play.signing import signings
from croupier.rulebooks import all_games, load
from croupier.rules.authority import Act, Stage, Touches, needed
from croupier.rules.irregularities import Ruling
from croupier.rules.terms import Role

STUD = load("rws-casino-stud")
BONUS = load("mbs-texas-holdem-bonus-progressive")
POKER = load("rws-poker")


def test_a_void_after_an_outcome_is_signed_before_a_chip_moves() -> None:
    """5.8.3: two people, one of them a Pit Manager; then the announcement, the chips and the meter."""
    found = steps(STUD, ask_at(STUD, "deck_miscount", {}, Stage.OUTCOME), Stage.OUTCOME)
    assert [one.kind for one in found] == [Kind.CALL, Kind.SIGN, Kind.ANNOUNCE, Kind.CHIPS, Kind.METER]
    assert [one.text for one in found] == [
        "Hold the round and call a Pit Manager or someone above them.",
        "The report: two different people sign, one of them a Pit Manager or someone above them, with a reason.",
        "Say: “Deck miscount: the round is void.”",
        "Give every wager of this round back, Bonus and jackpot wager included.",
        "Check the meter: the contribution of each jackpot wager that went back has left it.",
    ]
    assert found[2].cites == ("5.8.3",)


def test_a_dealer_who_suffices_reports_last() -> None:
    """5.21: chips lie where they lie; nothing is given back, and nobody is called."""
    ruled = ask_at(STUD, "wager_misplaced", {"by": "player"}, Stage.KEYING)
    found = steps(STUD, ruled, Stage.KEYING)
    assert [one.kind for one in found] == [Kind.ANNOUNCE, Kind.CHIPS, Kind.SIGN]
    assert found[-1].text == "The report: a Dealer or someone above them signs alone."


def test_a_finding_after_the_settlement_moves_nothing() -> None:
    found = steps(STUD, ask_at(STUD, "deck_miscount", {}, Stage.SETTLED), Stage.SETTLED)
    assert [one.text for one in found] == [
        "Say: “Deck miscount: the round is settled, and its outcome stands.”",
        "Leave every payment as it is.",
        "The report: a Dealer or someone above them signs alone.",
    ]


def test_a_hand_taken_out_after_the_settlement_is_unpaid_first() -> None:
    """5.15: until the next round begins the hand is invalid, and what it was paid comes back."""
    ruled = ask_at(STUD, "wrong_hand_count", {"reconstructable": "no"}, Stage.SETTLED)
    chips = next(one for one in steps(STUD, ruled, Stage.SETTLED) if one.kind is Kind.CHIPS)
    assert chips.text.startswith("First take back what this round has paid. Give every wager of the hand back")


def test_a_decision_names_its_role_and_two_people_for_a_void() -> None:
    """5.24 leaves it to the Shift Manager; a Void in it takes two people."""
    ruled = ask_at(STUD, "not_covered", {}, Stage.OPEN)
    found = steps(STUD, ruled, Stage.OPEN)
    texts = [one.text for one in found]
    assert texts[0] == "Call the Shift Manager, who decides: play on, void the round or take the hand out."
    assert "The decision to play on: a Shift Manager signs alone, with a reason." in texts
    both = "two different people sign, one of them a Shift Manager, with a reason."
    assert f"The decision to void the round or take the hand out: {both}" in texts
    decisions = [one for one in signings(STUD, ruled, Stage.OPEN) if one.act is Act.DECISION]
    assert [(one.options, one.who) for one in decisions] == [
        (("continue",), "shift_manager"),
        (("void_round", "invalidate_hand"), "pit_supervisor+shift_manager"),
    ]


def test_without_a_stage_the_signers_of_every_stage_are_named() -> None:
    signed = signings(STUD, ask(STUD, "deck_miscount", {}))
    assert {one.stage: one.who for one in signed} == {
        Stage.KEYING: "dealer",
        Stage.OPEN: "dealer+pit_supervisor",
        Stage.OUTCOME: "dealer+pit_manager",
        Stage.SETTLED: "dealer+pit_manager",
    }
    (sign,) = (one for one in steps(STUD, ask(STUD, "deck_miscount", {})) if one.kind is Kind.SIGN)
    alone = "a Dealer or someone above them signs alone; "
    assert sign.text.startswith(f"The report: until a Player has looked or a card is turned, {alone}")
    (sign,) = (one for one in steps(POKER, ask(POKER, "deck_miscount", {})) if one.kind is Kind.SIGN)
    assert sign.text.startswith(f"The report: before the deal, {alone}")


def test_the_room_speaks_of_the_pot_and_has_no_meter() -> None:
    found = steps(POKER, ask_at(POKER, "deck_miscount", {}, Stage.OPEN), Stage.OPEN)
    assert Kind.METER not in {one.kind for one in found}
    assert "Give each Player back all that they put into the Pot in this round." in [one.text for one in found]


@pytest.mark.parametrize("name", all_games())
def test_every_ruling_of_every_stage_has_steps(name: str) -> None:
    """Every combination of facts at every stage: one announcement, chips, a signature; a decision has its call."""
    game = load(name)
    for irregularity in game.irregularities.rules:
        for facts in combinations(known_facts(game, irregularity), {}):
            for stage in Stage:
                try:
                    ruled = ask_at(game, irregularity, facts, stage)
                except RulingError:
                    continue  # these facts cannot be so at this stage
                found = steps(game, ruled, stage)
                kinds = [one.kind for one in found]
                said = (irregularity, facts, stage)
                assert kinds.count(Kind.ANNOUNCE) == 1, said
                assert Kind.SIGN in kinds, said
                assert Kind.CHIPS in kinds or Kind.CARDS in kinds, said
                assert all(one.text and one.cites for one in found), said
                assert not any(mark in one.text for one in found for mark in "_{}"), said
                if ruled.ruling is Ruling.ROLE_DECIDES:
                    assert kinds[0] is Kind.CALL, said


@pytest.mark.parametrize("stage", list(Stage))
def test_signers_are_those_of_the_table_of_authority(stage: Stage) -> None:
    """A round that is voided gives wagers back; once an outcome is established the stricter row is the same."""
    ruled = ask(BONUS, "cards_exposed", {"count": "2", "seen": "no", "whose": "player"})
    (one,) = signings(BONUS, ruled, stage)
    assert one.who == needed(Act.REPORT, Touches.GIVES_BACK, stage).who
    assert one.role in {Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER}
