"""What the record keeps about an act is told where one would look: who did it for whom, why, and by whose word."""

from typing import Any

import pytest

from croupier.cards import UNKNOWN, parse_cards
from croupier.floor.values import table as tables
from croupier.notation import told as told_module
from croupier.notation.ruled import ruled_in_words
from croupier.notation.told import in_words
from croupier.play.banked import events as banked
from croupier.rulebooks import load, load_banked
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.settling import Result
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.desks.records.audit_rows import _sentence
from croupier.web.desks.records.replay_words import banked_words, floor_words

ANTE = WagerName.ANTE
ACE, KING = parse_cards("AsKs")
GAME = load_banked("rws-casino-stud")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (banked.WagerPlaced(1, ANTE, "ann", 2_500, False, ()), "ann: Ante 25.00 on box 1."),
        (
            banked.WagerPlaced(1, ANTE, "ann", 2_500, True, ()),
            "ann: Ante 25.00 on box 1, placed by staff at the Player’s request.",
        ),
        (
            banked.WagerWithdrawn(1, ANTE, "ann", 2_500, ()),
            "ann takes back 25.00 of the Ante on box 1.",
        ),
        (banked.BetsClosed(()), "“No more Bets.”"),
        (banked.HandLookedAt(2, "ann", ()), "ann looks at the hand of box 2."),
        (banked.ShareDeclined(2, "ann", ()), "ann does not fund the wager on box 2 any further."),
        (banked.Decided(2, Decision.FOLD, None, (), ()), "Box 2 folds."),
        (banked.Decided(2, Decision.CHECK, None, (), ()), "Box 2 checks."),
        (
            banked.Decided(
                2, Decision.BET, WagerName.BET, (banked.Share("ann", 5_000), banked.Share("bob", 2_500)), ()
            ),
            "Box 2: BET 75.00.",
        ),
        (banked.JackpotFed(3, 500, 350_000_000, ()), "The jackpot wager of box 3, 5.00, is accepted."),
        (banked.JackpotUnfed(3, 500, 350_000_000, ()), "The jackpot wager of box 3, 5.00, leaves the jackpot again."),
        (banked.CommunityRevealed("Flop Cards", 3, ()), "The Flop Cards are turned."),
        (banked.CommunityRevealed("Turn Card", 1, ()), "The Turn Card is turned."),
        (banked.DealerRevealed(()), "The Dealer’s cards are turned."),
        (banked.HandShown(6, ()), "The hand of box 6 is turned face up."),
        (banked.HandWithheld(6, ()), "The hand of box 6 is not shown."),
        (
            banked.CardsDealt((UNKNOWN,) * 4, ("burn", "1", "2", "dealer"), ()),
            "Cards are dealt: 1 burnt, 2 to the boxes and 1 to the Dealer.",
        ),
        (banked.HandInspected(2, "sue", Role.PIT_SUPERVISOR, ()), "sue, Pit Supervisor, inspects the hand of box 2."),
        (banked.CardCorrected("2", 0, ACE, UNKNOWN, "", ()), "A card of box 2 was keyed in wrongly."),
        (
            banked.CardCorrected("dealer", 0, ACE, KING, "misread", ()),
            "A card of the dealer was keyed in wrongly (misread).",
        ),
        (banked.CardCorrected("dealer", 0, UNKNOWN, ACE, "", ()), "A card of the dealer is turned."),
        (
            banked.WagerSettled(1, "ann", ANTE, 5_000, Result.WIN, 5_000, 5_000, ()),
            "Box 1: the Ante of 50.00 wins: 50.00 is paid.",
        ),
        (
            banked.WagerSettled(1, "ann", WagerName.JACKPOT, 500, Result.WIN, 10_000, 0, (), "flush"),
            "Box 1: the jackpot wager of 5.00 wins (Flush): 100.00 is paid.",
        ),
        (
            banked.WagerSettled(1, "ann", ANTE, 5_000, Result.LOSE, 0, 0, ()),
            "Box 1: the Ante of 50.00 loses.",
        ),
        (
            banked.WagerSettled(1, "ann", ANTE, 5_000, Result.STAND_OFF, 0, 5_000, ()),
            "Box 1: the Ante of 50.00 stands off: 50.00 goes back.",
        ),
        (
            banked.WagerSettled(1, "ann", ANTE, 5_000, Result.RETURNED, 0, 5_000, ()),
            "Box 1: the Ante of 50.00 goes back.",
        ),
        (
            banked.WagerSettled(1, "ann", ANTE, 5_000, Result.VOID, 0, 5_000, ()),
            "Box 1: the Ante of 50.00 is void: 50.00 goes back.",
        ),
        (banked.ShareReturned(2, "bob", ()), "The share of bob in box 2 goes back."),
        (banked.PlayerRestricted("ann", True, ()), "ann is kept to one box."),
        (banked.PlayerRestricted("ann", False, ()), "ann may play several boxes again."),
        (banked.RoundEnded(()), "The round is over."),
        (
            banked.WagerCorrected(1, ANTE, "ann", 2_500, 5_000, "two chips", ()),
            "Box 1: the Ante is corrected from 25.00 to 50.00 (two chips).",
        ),
    ],
)
def test_a_replay_tells_who_did_it_and_why(event: banked.BankedEvent, sentence: str) -> None:
    assert banked_words(GAME, event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            tables.ClaimReturned(1, "sue", "pit_supervisor", "another card", ("nora", "olaf")),
            "sue, Pit Supervisor, returns the claim of box 1 (another card)."
            " No longer counts: the signature of nora and olaf.",
        ),
        (
            tables.ClaimReturned(1, "sue", "pit_supervisor", "another card", ()),
            "sue, Pit Supervisor, returns the claim of box 1 (another card).",
        ),
        (
            tables.SignaturesFell(1, "Royal Flush", ("nora",)),
            "The hand of box 1 has changed: it was Royal Flush. No longer counts: the signature of nora.",
        ),
        (tables.ClaimSigned(1, "nora", "pit_manager"), "nora signs for the award of box 1."),
        (tables.ShuffleCommitted(1, "", 52), "The shoe’s order is fixed and sealed: 52 cards."),
        (tables.ShoeDiscarded(1), "The floor has started: the shoe is put aside unopened."),
        (tables.SeedsInvited(1), "Players may add seeds of their own to the shuffle."),
        (tables.RulebookTakenUp("rws-poker-v7", {}), "The table follows rws-poker-v7 from this round on."),
        (
            tables.RegisteredRead(5_000_000),
            "Awards at other tables have left 50,000.00 of what the link’s failure registered.",
        ),
        (tables.SeedsClosed(1, ()), "No more seeds are accepted: the order of dealing is fixed."),
        (
            tables.SeedsClosed(1, ("ann", "bob")),
            "No more seeds are accepted: the order of dealing is fixed."
            " Left out, having committed to a seed without revealing it: ann and bob.",
        ),
        (
            tables.VoidSigned(1, "max", "shift_manager", "the lights went out"),
            "max, Shift Manager, signs that the round is void (the lights went out); a second person has to sign too.",
        ),
        (
            tables.VoidSigned(1, "max", "shift_manager", "wrong box", "invalidate_hand", (2,)),
            "max, Shift Manager, signs that a hand is void (wrong box); a second person has to sign too.",
        ),
        (
            tables.JackpotWonElsewhere("stud-2"),
            "The jackpot is won at table stud-2: this round’s contributions went with it.",
        ),
        (tables.JackpotWonElsewhere("stud-2", back=True), "The award of the jackpot at table stud-2 went back."),
    ],
)
def test_a_replay_tells_what_the_house_adds(event: tables.FloorEvent, sentence: str) -> None:
    assert floor_words(event) == sentence


FOLD = banked.Decided(2, Decision.FOLD, None, (), ("3.12.1",))
BET = banked.Decided(2, Decision.BET, WagerName.BET, (banked.Share("ann", 5_000),), ("3.12.2",))
SHOWN = banked.HandShown(2, ("4.2",))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            banked.ActTakenBack((FOLD,), "dan", "dan", Role.DEALER, "", ("3.12.1",)),
            "dan, Dealer, takes back what dan entered: Box 2 folds.",
        ),
        (
            banked.ActTakenBack((FOLD,), "dan", "sue", Role.PIT_SUPERVISOR, "box 3 folded", ("3.12.1",)),
            "sue, Pit Supervisor, takes back what dan entered (box 3 folded): Box 2 folds.",
        ),
        (
            banked.DecisionCorrected(2, FOLD, BET, (), "dan", "sue", Role.PIT_SUPERVISOR, "she bet", ("3.12.2",)),
            "sue, Pit Supervisor, corrects what dan entered (she bet): Box 2: BET 50.00. On record was: Box 2 folds.",
        ),
        (
            banked.DecisionCorrected(2, BET, FOLD, ((SHOWN,),), "dan", "sue", Role.PIT_SUPERVISOR, "no", ("3.12.1",)),
            "sue, Pit Supervisor, corrects what dan entered (no): Box 2 folds. On record was: Box 2: BET 50.00."
            " What box 2 did after that falls away.",
        ),
    ],
)
def test_what_was_keyed_in_wrongly_is_told_with_both_names(event: banked.BankedEvent, sentence: str) -> None:
    assert in_words(GAME, event) == sentence


@pytest.mark.parametrize(("by_clock", "ends"), [(False, "."), (True, " (no answer in time).")])
def test_a_choice_that_the_clock_made_is_told_as_such(by_clock: bool, ends: str) -> None:
    """5.10: no answer in time plays on."""
    told = in_words(GAME, banked.ChoiceMade(1, "continue", by_clock, ("5.10.1",), "ann"))
    assert told.startswith("Box 1: ")
    assert told.endswith(ends)
    assert ("in time" in told) is by_clock


def found(noticed: dict[str, str], by: str = "") -> banked.IrregularityRuled:
    cites = ("5.8", "I17")
    return banked.IrregularityRuled("foreign_card", noticed, None, Ruling.CONTINUE, (), (), Decider.RULES, cites, by=by)


def test_what_is_found_after_the_settlement_lets_no_round_go_on() -> None:
    """5.8, last sentence: the round is over, and stands."""
    told = ruled_in_words(load("rws-casino-stud"), found({"noticed": "after_settlement"}))
    assert told == "Foreign card: the round is settled, and its outcome stands."


def test_the_auditor_reads_who_reported_what_against_which_record() -> None:
    stated, record = {"seen": "no"}, {"seen": "yes"}
    event = banked.IrregularityRuled(
        "cards_exposed", {}, 1, Ruling.VOID_ROUND, (), (), Decider.RULES, ("5.8.2",), stated, record, "sue"
    )
    told = _sentence("rws-casino-stud-v6", event)
    assert told.endswith(" Reported by sue. Stated: seen no. The record had: seen yes.")
    assert _sentence("rws-casino-stud-v6", found({"noticed": "after_settlement"})).endswith("its outcome stands.")


def test_the_auditor_reads_who_decided() -> None:
    taken = banked.DecisionTaken(1, "void_round", "no way to tell", "max", Role.SHIFT_MANAGER, ("5.24",))
    assert _sentence("rws-casino-stud-v6", taken) == "max, Shift Manager, decides: void the round (no way to tell)."


@pytest.mark.parametrize("kind", sorted(told_module.SHOWN, key=str))
def test_nothing_is_said_of_what_the_table_shows(kind: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """These are passed over at once: nothing would be said of them anyway."""
    event = kind(*[None] * len(kind.__struct_fields__))
    assert in_words(GAME, event) == ""
    monkeypatch.setattr(told_module, "SHOWN", frozenset())
    assert in_words(GAME, event) == ""
