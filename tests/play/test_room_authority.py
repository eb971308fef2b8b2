"""Who must stand behind an act of staff in the poker room: every row of the table of authority that can be reached.

Seats 1 to 3 have 20,000 each; seat 1 has the Button and acts first, seats 2 and 3 have posted 100 and 200.
"""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from croupier.cards import UNKNOWN, parse_card, parse_cards
from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import RefuseStatement, SignStatement, StatementEnded, StatementSigned, Weighing
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import act
from croupier.play.room.commands import CorrectAct, CorrectCard, DealCards, JoinTable, RoomCommand, TakeBackLast
from croupier.play.room.events import CardCorrected, IrregularityRuled, RoundVoided, StatementMade
from croupier.play.room.facts import outcome_established
from croupier.play.room.table import RoomTurn
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.authority import AUTHORITY, Needs, Stage, Touches
from croupier.rules.authority import Act as Kind
from croupier.rules.room import Move
from croupier.rules.terms import Role
from tests.room import OpenRound, Report, RoomSitting, ShowHand, TakeDecision, TurnMarker

WHY: Final = "on the recording"
SEEN: Final = {"seen": "yes", "reconstructable": "no"}
STAFF: Final = {
    "dora": Role.DEALER,
    "sue": Role.PIT_SUPERVISOR,
    "sam": Role.PIT_SUPERVISOR,
    "max": Role.PIT_MANAGER,
    "hal": Role.SHIFT_MANAGER,
}


def opened() -> RoomSitting:
    sitting = RoomSitting((1, 2, 3))
    sitting.signs = False
    sitting.do(OpenRound())
    return sitting


def dealt(hands: dict[int, str] | None = None) -> RoomSitting:
    sitting = opened()
    sitting.deal(hands)
    return sitting


def unseen() -> RoomSitting:
    """All hands are dealt and nobody has named a card."""
    sitting = opened()
    sitting.do(DealCards((UNKNOWN,) * 6))
    return sitting


def keyed(*acts: str, of: Callable[[], RoomSitting] = dealt) -> RoomSitting:
    """Acts that the Dealer has entered."""
    sitting = of()
    for text in acts:
        command, _ = sitting.parse(text)
        sitting.do(command)
    return sitting


def keyed_back(*acts: str) -> RoomSitting:
    """Acts that the Dealer has entered; the last of them has been taken back."""
    sitting = keyed(*acts)
    sitting.do(TakeBackLast())
    return sitting


def folded() -> RoomSitting:
    """The Small Blind has folded with chips in the Pot: an outcome."""
    sitting = dealt()
    sitting.play("1 call", "2 fold")
    return sitting


def folded_unseen() -> RoomSitting:
    sitting = unseen()
    sitting.play("1 call", "2 fold")
    return sitting


def ruled_out() -> RoomSitting:
    """Before the deal the Shift Manager has ruled that the Small Blind, who gets the first card, is out."""
    sitting = opened()
    sitting.do(Report("not_covered", seat=2))
    sitting.do(TakeDecision(1, "fold_hand", WHY), "shift_manager")
    return sitting


def exposed_hand() -> RoomSitting:
    """The Small Blind has laid their Hole Cards open, and is out with chips in the Pot (5.11)."""
    sitting = dealt({1: "Ah Kh", 2: "Qs Js"})
    sitting.signs = True
    sitting.do(EXPOSED)
    sitting.signs = False
    return sitting


def settled() -> RoomSitting:
    sitting = dealt()
    sitting.play("1 fold", "2 fold")
    sitting.finish()
    return sitting


def said(sitting: RoomSitting, command: RoomCommand, who: str, *, automatic: bool = False) -> RoomTurn | Refusal:
    return act(sitting.game, sitting.table, Actor(who, STAFF[who]), command, automatic=automatic)


def people(sitting: RoomSitting, command: RoomCommand, *, automatic: bool = False) -> Needs:
    """Return the fewest and lowest people with whom a command is carried out, by trying: one alone, then two."""
    plain = without_reason(command)
    for name, role in STAFF.items():
        for one, reason in ((plain, False), (command, True)):
            turn = said(sitting, one, name, automatic=automatic)
            if isinstance(turn, RoomTurn) and not turn.table.waiting:
                return Needs(1, role, reason=reason)
    for second in ("sue", "max", "hal"):
        for first in ("dora", "sam"):
            turn = said(sitting, command, first, automatic=automatic)
            if not isinstance(turn, RoomTurn) or not turn.table.waiting:
                continue
            signs = SignStatement(turn.table.waiting[0].number)
            signed = act(sitting.game, turn.table, Actor(second, STAFF[second]), signs, automatic=automatic)
            if isinstance(signed, RoomTurn) and not signed.table.waiting:
                return Needs(2, STAFF[second], reason=True)
    return Needs(0)


def without_reason(command: RoomCommand) -> RoomCommand:
    return replace(command, reason="") if "reason" in command.__struct_fields__ else command


Case = tuple[str, Callable[[], RoomSitting], RoomCommand, Kind, tuple[Touches, ...], Stage, Needs]
DEALER, SUPERVISOR = Needs(1), Needs(1, Role.PIT_SUPERVISOR, reason=True)
CONFIRMED, MANAGER = Needs(2, Role.PIT_SUPERVISOR, reason=True), Needs(2, Role.PIT_MANAGER, reason=True)
FOREIGN: Final = Report("foreign_card", reason=WHY)
EARLY: Final = Report("flop_exposed_early", reason=WHY)
EXPOSED: Final = Report("hole_cards_exposed", seat=2, reason=WHY)
ON_ITS_WAY: Final = Report("cards_exposed", {"count": "1", "when": "initial_deal"}, None, parse_cards("4s"), reason=WHY)
SWAPPED: Final = Report(
    "wrong_hand_count",
    {"seen": "no", "reconstructable": "yes"},
    1,
    piles=(("1", parse_cards("Qs Js")), ("2", parse_cards("Ah Kh"))),
    reason=WHY,
)
HANDS: Final = ("wrong_hand_count", "hand_left_out", "extra_hand_dealt")
BACK: Final = TakeBackLast(WHY)
SLIP: Final = CorrectCard("1", 1, parse_card("Kd"), WHY)

CASES: Final[tuple[Case, ...]] = (
    # Nothing of the round changes.
    ("not covered", dealt, Report("not_covered"), Kind.REPORT, (Touches.NOTHING,), Stage.OPEN, DEALER),
    ("found late", settled, FOREIGN, Kind.REPORT, (Touches.NOTHING,), Stage.SETTLED, DEALER),
    # The record is silent, and a Player may have looked from the deal on.
    ("before the deal", opened, FOREIGN, Kind.REPORT, (Touches.FILLS_GAP,), Stage.OPEN, DEALER),
    ("from the deal on", dealt, FOREIGN, Kind.REPORT, (Touches.GIVES_BACK,), Stage.OPEN, CONFIRMED),
    ("a hand exposed", dealt, EXPOSED, Kind.REPORT, (Touches.GIVES_BACK,), Stage.OPEN, CONFIRMED),
    ("a street too early", dealt, EARLY, Kind.REPORT, (Touches.FILLS_GAP,), Stage.OPEN, DEALER),
    (
        "a street too early, after a fold that was taken back",
        *(lambda: keyed_back("1 call", "2 fold"), EARLY, Kind.REPORT, (Touches.FILLS_GAP,), Stage.OUTCOME, SUPERVISOR),
    ),
    *(
        (f"{name} after the settlement", settled, Report(name, reason=WHY), Kind.REPORT, nothing, Stage.SETTLED, DEALER)
        for name in ("deck_miscount", "unshuffled_cards", "shoe_exhausted", *HANDS)
        for nothing in [(Touches.NOTHING,)]
    ),
    (
        "a card on its way to a hand that is out",
        *(ruled_out, ON_ITS_WAY, Kind.REPORT, (Touches.FILLS_GAP,), Stage.OPEN, DEALER),
    ),
    (
        "a fold with chips in the Pot",
        folded,
        FOREIGN,
        Kind.REPORT,
        (Touches.GIVES_BACK, Touches.DECIDED_WAGER),
        Stage.OUTCOME,
        MANAGER,
    ),
    # The record is otherwise.
    *(
        (name, dealt, Report(name, SEEN, 2, reason=WHY), Kind.REPORT, against, Stage.OPEN, CONFIRMED)
        for name in HANDS
        for against in [(Touches.AGAINST_RECORD, Touches.GIVES_BACK, Touches.KNOWN)]
    ),
    *(
        (f"{name} of unknown cards", unseen, Report(name, SEEN, 2, reason=WHY), Kind.REPORT, gap, Stage.OPEN, CONFIRMED)
        for name in HANDS
        for gap in [(Touches.GIVES_BACK,)]
    ),
    *(
        (
            f"{name} after a fold",
            folded,
            Report(name, SEEN, reason=WHY),
            Kind.REPORT,
            (Touches.AGAINST_RECORD, Touches.GIVES_BACK, Touches.DECIDED_WAGER, Touches.KNOWN),
            Stage.OUTCOME,
            MANAGER,
        )
        for name in HANDS
    ),
    (
        "cards are left",
        dealt,
        Report("shoe_exhausted", reason=WHY),
        Kind.REPORT,
        (Touches.AGAINST_RECORD, Touches.GIVES_BACK, Touches.KNOWN),
        Stage.OPEN,
        CONFIRMED,
    ),
    (
        "an outcome on record",
        folded,
        Report("interruption", {"outcome": "none"}, reason=WHY),
        Kind.REPORT,
        (Touches.AGAINST_RECORD, Touches.GIVES_BACK, Touches.DECIDED_WAGER, Touches.KNOWN),
        Stage.OUTCOME,
        MANAGER,
    ),
    (
        "hands in order, one of them out",
        *(exposed_hand, SWAPPED, Kind.REPORT, (Touches.AGAINST_RECORD, Touches.KNOWN), Stage.OUTCOME, MANAGER),
    ),
    (
        "no outcome on record",
        dealt,
        Report("interruption", {"outcome": "established"}, reason=WHY),
        Kind.REPORT,
        (Touches.AGAINST_RECORD, Touches.KNOWN),
        Stage.OPEN,
        CONFIRMED,
    ),
    (
        "no outcome on record, before the deal",
        opened,
        Report("interruption", {"outcome": "established"}, reason=WHY),
        Kind.REPORT,
        (Touches.AGAINST_RECORD,),
        Stage.OPEN,
        SUPERVISOR,
    ),
    # Slips of the keyboard.
    ("just keyed", lambda: keyed("1 call"), BACK, Kind.TAKE_BACK, (Touches.OWN_SLIP,), Stage.KEYING, DEALER),
    (
        "a fold just keyed",
        lambda: keyed("1 call", "2 fold"),
        BACK,
        Kind.TAKE_BACK,
        (Touches.OWN_SLIP,),
        Stage.KEYING,
        DEALER,
    ),
    (
        "a Player's own act",
        lambda: played("1 call"),
        BACK,
        Kind.TAKE_BACK,
        (Touches.AGAINST_RECORD, Touches.KNOWN),
        Stage.OPEN,
        CONFIRMED,
    ),
    (
        "a Player's own fold",
        folded,
        BACK,
        Kind.TAKE_BACK,
        (Touches.AGAINST_RECORD, Touches.KNOWN),
        Stage.OUTCOME,
        MANAGER,
    ),
    (
        "another act has followed",
        lambda: keyed("1 call", "2 call"),
        CorrectAct(1, Move.FOLD, None, WHY),
        Kind.CORRECT_DECISION,
        (Touches.OWN_SLIP, Touches.KNOWN),
        Stage.OPEN,
        CONFIRMED,
    ),
    ("a card just keyed", dealt, SLIP, Kind.CORRECT_CARD, (Touches.OWN_SLIP,), Stage.KEYING, DEALER),
    (
        "an act has followed",
        lambda: keyed("1 call"),
        SLIP,
        Kind.CORRECT_CARD,
        (Touches.OWN_SLIP, Touches.KNOWN),
        Stage.OPEN,
        CONFIRMED,
    ),
    ("a card dealt unseen", unseen, SLIP, Kind.CORRECT_CARD, (Touches.FILLS_GAP,), Stage.OPEN, DEALER),
)


def played(*acts: str) -> RoomSitting:
    sitting = dealt()
    sitting.play(*acts)
    return sitting


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_the_table_of_authority_says_who_it_takes(case: Case) -> None:
    _, moment, command, kind, touches, stage, needs = case
    sitting = moment()
    weighing = weighed(sitting, command)
    if weighing is not None:
        assert (weighing.act, weighing.touches, weighing.stage) == (kind, touches, stage)
    found = people(sitting, command)
    assert (found.people, found.role, found.reason) == (needs.people, needs.role, needs.reason)


def weighed(sitting: RoomSitting, command: RoomCommand) -> Weighing | None:
    """Return the weighing of a command that a Dealer may not carry out alone; None if they may."""
    turn = said(sitting, without_reason(command), "dora")
    assert isinstance(turn, RoomTurn), turn
    made = turn.events[0]
    return made.weighing if isinstance(made, StatementMade) else None


def test_the_rows_of_statements_that_the_room_can_reach_are_walked() -> None:
    """Not reached: an entry of an earlier round, what two have signed for, and what nobody may say at all."""
    reached = {(kind, touched, stage) for _, _, _, kind, touches, stage, _ in CASES for touched in touches}
    rows = {(kind, row.touches, stage) for row in AUTHORITY for kind in row.acts for stage in row.stages}
    assert reached <= rows
    of_reports = {
        (touched, stage)
        for kind, touched, stage in rows
        if kind is Kind.REPORT
        and stage in {Stage.OPEN, Stage.OUTCOME}
        and touched not in {Touches.SIGNED, Touches.CERTAIN, Touches.OUTSIDE, Touches.OWN_SLIP}
    }
    left = of_reports - {(touched, stage) for kind, touched, stage in reached if kind is Kind.REPORT}
    assert left == {(Touches.NOTHING, Stage.OUTCOME)}, "what changes no bet has come no further than what is open"
    after = {touched for kind, touched, stage in reached if stage is Stage.SETTLED}
    assert after == {Touches.NOTHING}, "a settled round stands (1.35, 5.2)"


# ---- While a statement waits ----------------------------------------------------------------------------------------


def test_a_statement_holds_the_hand_until_it_is_signed() -> None:
    sitting = dealt()
    (made,) = sitting.do(FOREIGN, "dealer")
    assert isinstance(made, StatementMade)
    assert sitting.refused(sitting.parse("1 call")[0], "p1").sentence == (
        "The round waits for a Pit Supervisor or someone above them to sign what dealer said"
    )
    for command in (BACK, FOREIGN, TurnMarker(), Report("not_covered")):
        assert sitting.refused(command).reason is Reason.MOMENT
    sitting.do(JoinTable(5, 20_000), "p5")
    signed, *ruled = sitting.do(SignStatement(1), "pit_supervisor")
    assert isinstance(signed, StatementSigned)
    assert signed.complete
    assert isinstance(ruled[0], IrregularityRuled)
    assert (ruled[0].by, ruled[0].reason) == ("dealer", WHY)
    assert isinstance(ruled[1], RoundVoided)
    assert not sitting.table.waiting


def test_nobody_signs_alone_or_without_a_reason() -> None:
    sitting = dealt()
    sitting.do(Report("foreign_card"), "pit_supervisor")
    assert sitting.refused(SignStatement(1, WHY), "pit_supervisor").reason is Reason.ROLE
    assert sitting.refused(SignStatement(1, WHY), "p1").reason is Reason.ROLE
    assert sitting.refused(SignStatement(1), "pit_manager").sentence == "This needs a reason"
    assert sitting.refused(SignStatement(2, WHY), "pit_manager").reason is Reason.MOMENT
    sitting.do(SignStatement(1, WHY), "pit_manager")
    assert sitting.round.voided


def test_a_statement_that_is_refused_changes_nothing() -> None:
    sitting = dealt()
    before = sitting.table
    sitting.do(FOREIGN)
    assert sitting.refused(RefuseStatement(1), "pit_supervisor").reason is Reason.AMOUNT
    (ended,) = sitting.do(RefuseStatement(1, "the deck is whole"), "pit_supervisor")
    assert isinstance(ended, StatementEnded)
    assert not ended.withdrawn
    assert (sitting.table.round, sitting.table.seats, sitting.table.waiting) == (before.round, before.seats, ())
    sitting.do(FOREIGN)
    (ended,) = sitting.do(RefuseStatement(2))
    assert isinstance(ended, StatementEnded)
    assert ended.withdrawn


def test_the_same_words_of_another_person_are_a_signature() -> None:
    sitting = dealt()
    sitting.do(Report("foreign_card"))
    sitting.do(FOREIGN, "pit_supervisor")
    assert sitting.round.voided


def test_a_void_at_a_roles_discretion_takes_two() -> None:
    sitting = dealt()
    sitting.do(Report("not_covered"))
    void = TakeDecision(1, "void_round", "the shoe was dropped")
    assert sitting.refused(void, "pit_manager").reason is Reason.ROLE
    (made,) = sitting.do(void, "shift_manager")
    assert isinstance(made, StatementMade)
    assert not sitting.round.voided
    sitting.do(SignStatement(1), "pit_supervisor")
    assert sitting.round.voided


def test_only_staff_see_what_waits_and_no_card_that_lies_face_down() -> None:
    sitting = keyed("1 call")
    sitting.do(CorrectCard("1", 1, parse_card("Kd")))
    for role in (Role.PLAYER, Role.DISPLAY):
        assert room_view(sitting.game, sitting.table, Viewer(role, "p1")).statements == ()
    (shown,) = room_view(sitting.game, sitting.table, Viewer(Role.DEALER)).statements
    assert (shown.by, shown.stage, shown.compared) == ("dealer", Stage.OPEN, ())
    assert shown.touches == (Touches.OWN_SLIP, Touches.KNOWN)
    assert shown.missing == "a Pit Supervisor or someone above them"


# ---- What was reached stays reached ---------------------------------------------------------------------------------


def test_an_outcome_that_was_taken_back_stays_an_outcome() -> None:
    """Two of three have folded; once that is taken back, people still know who would have won."""
    sitting = keyed("1 fold", "2 fold")
    sitting.do(BACK)
    assert not sitting.hand(2).folded
    assert sitting.not_alone(FOREIGN).stage is Stage.OUTCOME


def test_a_deal_that_was_taken_back_stays_dealt() -> None:
    sitting = dealt()
    sitting.do(BACK)
    assert not sitting.hand(1).cards
    assert Touches.GIVES_BACK in sitting.not_alone(FOREIGN).touches


# ---- A table that the program deals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["foreign_card", "deck_miscount", "unshuffled_cards", *HANDS])
@pytest.mark.parametrize("who", STAFF)
def test_where_the_program_deals_its_record_is_certain(name: str, who: str) -> None:
    facts = SEEN if name in HANDS else {}
    refused = said(dealt(), Report(name, facts, reason=WHY), who, automatic=True)
    assert isinstance(refused, Refusal)
    assert refused.sentence == "The program deals this table and keeps its record: nobody may say this"


def test_where_the_program_deals_a_supervisor_tells_what_happened_outside_it() -> None:
    asked = Report("not_covered", reason="the screen went dark")
    assert isinstance(said(dealt(), asked, "dora", automatic=True), Refusal)
    turn = said(dealt(), asked, "sue", automatic=True)
    assert isinstance(turn, RoomTurn)
    assert isinstance(turn.events[0], IrregularityRuled)
    assert people(dealt(), Report("interruption", reason=WHY), automatic=True) == CONFIRMED


def test_the_program_itself_reports_a_failure_at_once() -> None:
    sitting = dealt()
    turn = act(sitting.game, sitting.table, Actor(SYSTEM, Role.DEALER), Report("interruption"), automatic=True)
    assert isinstance(turn, RoomTurn)
    assert isinstance(turn.events[1], RoundVoided)


def test_naming_a_card_that_lay_face_down_is_part_of_the_showdown() -> None:
    """The Button is beaten (by a King), yet the Dealer goes on to name the cards of the third hand alone."""
    sitting = unseen()
    sitting.play("1 call", "2 call", "3 check")
    sitting.check_down("Ah Ad Kc 8s 3d")
    for seat, cards in ((2, "Kd Ks"), (3, "Qh 7h")):
        for index, card in enumerate(cards.split()):
            sitting.do(CorrectCard(str(seat), index, parse_card(card)))
        sitting.do(ShowHand(seat))
    assert outcome_established(sitting.game, sitting.round)
    named = said(sitting, CorrectCard("1", 0, parse_card("5c")), "dora")
    assert isinstance(named, RoomTurn)
    assert isinstance(named.events[0], CardCorrected)


def test_the_cards_of_a_hand_that_was_given_up_unseen_are_not_turned() -> None:
    refused = said(folded_unseen(), CorrectCard("2", 0, parse_card("Kd"), WHY), "sue")
    assert isinstance(refused, Refusal)
