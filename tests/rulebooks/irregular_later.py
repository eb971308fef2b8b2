"""Checks of what the RWS documents say alike but number differently: the jackpot system, further hands, late errors."""

import re
from itertools import product

from croupier.play.banked.events import (
    DecisionPending,
    DecisionTaken,
    JackpotArranged,
    JackpotDown,
    JackpotStatus,
    RoundVoided,
    WagerPlaced,
)
from croupier.play.banked.state import Phase
from croupier.play.gaps import Gap, gaps
from croupier.play.refusal import Reason
from croupier.play.rulings import known_facts
from croupier.rulebooks import load_banked
from croupier.rules.irregularities import Ruling
from croupier.rules.terms import Role
from tests.rulebooks.irregular import (
    ANTE,
    JACKPOT,
    SEED,
    asked,
    betting,
    check_needs,
    check_out,
    check_rulings,
    check_void,
    check_wrong,
    deal,
    dealt,
    down,
    ends,
    expect,
    finish,
    late,
    next_wagers,
    plain,
    recorded_late,
    ruling,
    silent,
    word,
)
from tests.rulebooks.stud import MILLION, STUD
from tests.sitting import Sitting

# The jackpot system


def registered_reading(game: str) -> str:
    """The interpretation of the amount registered before a failure."""
    return "I18" if game in STUD else "I20"


def check_down_unseen(game: str) -> None:
    """Before anybody has seen his cards the round is void, and the House has to choose about the next."""
    cite = late(game, 17)
    check_rulings(game, "jackpot_system_down", down(game))
    check_needs(game, "jackpot_system_down", "seen")
    assert asked(game, "jackpot_system_down", {"seen": "no"}) == expect("void_round", cite)
    for sitting, said, meter in ((betting(game), "", SEED), (dealt(game), " seen=no", SEED + 700)):
        events = check_void(sitting, f"jackpot_system_down{said}", cite)
        assert events[1] == JackpotDown(meter, (cite,))
        check_undecided(sitting)


def check_undecided(sitting: Sitting) -> None:
    """The House has yet to choose."""
    game = sitting.game.name
    number = f"{late(game, 18)}.2"
    cites = (number, f"{number}.a", f"{number}.b", f"{number}.c")
    assert [(one.number, one.irregularity, one.role, one.options, one.cites) for one in sitting.table.pending] == [
        (1, "jackpot_system_down", Role.PIT_MANAGER, ("close_table", "close_boxes", "without_jackpot"), cites)
    ]
    assert sitting.table.jackpot is JackpotStatus.UNDECIDED
    view = sitting.seen_by("display")
    assert view.notice == "The jackpot system is down; the House has yet to choose how the table is played."
    assert view.notice_cites == cites
    refusal = sitting.refused("dealer: report jackpot_system_down")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (number,))
    if sitting.round.phase is Phase.ENDED:
        refusal = sitting.refused("dealer: place your bets")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (number,))


def check_down_seen(game: str) -> None:
    """Once somebody has seen his cards the round goes on as if nothing was."""
    cite = f"{late(game, 18)}.1"
    check_rulings(game, "jackpot_system_down", down(game))
    sitting = dealt(game)
    sitting.do("p2: look 2")
    events = sitting.do("dealer: report jackpot_system_down")
    assert ruling(events) == ("jackpot_system_down", "continue", (cite,))
    assert events[1] == JackpotDown(SEED + 700, (cite,), (cite, registered_reading(game)))
    check_undecided(sitting)
    assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}
    check_undecided(sitting)


def without_jackpot_system(game: str) -> Sitting:
    """A table between rounds whose jackpot system has failed; the House has to choose."""
    sitting = finish(dealt(game))
    events = sitting.do("dealer: report jackpot_system_down")
    number = f"{late(game, 18)}.2"
    cites = (number, f"{number}.a", f"{number}.b", f"{number}.c")
    assert ruling(events) == ("jackpot_system_down", "role_decides", cites)
    assert [type(one) for one in events[1:]] == [JackpotDown, DecisionPending]
    assert (events[1].cites, events[2].cites) == ((number,), cites)
    return sitting


def check_choice_of_the_house(game: str) -> None:
    """A Pit Manager or above chooses, with a reason; then the choice stands until the system works again."""
    check_rulings(game, "jackpot_system_down", down(game))
    number = f"{late(game, 18)}.2"
    cites = (number, f"{number}.a", f"{number}.b", f"{number}.c")
    sitting = without_jackpot_system(game)
    check_undecided(sitting)
    for who in ("p1", "display", "dealer", "pit_supervisor"):
        refusal = sitting.refused(f"{who}: rule 1 close_table because it is late")
        assert (refusal.reason, refusal.cites) == (Reason.ROLE, (number,))
    refusal = sitting.refused("pit_manager: rule 1 close_table")
    assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, (number,))
    refusal = sitting.refused("pit_manager: rule 1 void_round because so")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, cites)
    for option in ("close_table", "close_boxes boxes=2", "without_jackpot"):
        refusal = sitting.refused(f"pit_manager: rule 2 {option} because it is late")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (number,))
    check_reopened(without_jackpot_system(game))  # it works again before anybody has chosen: nothing is left to choose
    for who in ("pit_manager", "shift_manager"):
        for option in ("close_table", "close_boxes boxes=2", "without_jackpot"):
            arranged(game, option, who)


def arranged(game: str, option: str, who: str = "pit_manager") -> Sitting:
    """A table for which the House has chosen."""
    sitting = without_jackpot_system(game)
    name, number = option.split(maxsplit=1)[0], f"{late(game, 18)}.2"
    letter = {"close_table": "a", "close_boxes": "b", "without_jackpot": "c"}[name]
    cites = (number, f"{number}.{letter}")
    taken, done = sitting.do(f"{who}/mei: rule 1 {option} because the supplier was called")
    assert taken == DecisionTaken(1, name, "the supplier was called", "mei", Role(who), cites)
    assert done == JackpotArranged(JackpotStatus(name), (2,) if name == "close_boxes" else (), cites)
    assert not sitting.table.pending
    assert sitting.refused(f"{who}: rule 1 {option} because again").reason is Reason.MOMENT
    return sitting


def check_reopened(sitting: Sitting) -> None:
    """The system works again: two people say so, one of them a Pit Manager, and everything is as before."""
    number = f"{late(sitting.game.name, 18)}.2"
    assert sitting.seen_by("player", "p1").notice_cites == (number, f"{number}.a", f"{number}.b", f"{number}.c")
    refusal = sitting.refused("pit_supervisor: reopen jackpot")
    assert (refusal.reason, refusal.cites) == (Reason.ROLE, (number,))
    for people in ("pit_manager", "shift_manager", "pit_manager+pit_manager", "dealer+pit_manager"):
        refusal = sitting.refused(f"{people}: reopen jackpot")
        assert (refusal.reason, refusal.cites) == (Reason.ROLE, (number,))
        assert "two different people, one of them a Pit Manager" in refusal.sentence
    works = sitting.do("pit_supervisor+pit_manager: reopen jackpot")
    assert works == (JackpotArranged(JackpotStatus.RUNNING, (), (number,)),)
    assert not sitting.table.pending
    assert (sitting.seen_by("display").notice, sitting.seen_by("display").notice_cites) == ("", ())
    assert sitting.refused("pit_manager: reopen jackpot").reason is Reason.MOMENT
    next_wagers(sitting)
    finish(deal(sitting))


def check_table_closed(game: str) -> None:
    """No round opens."""
    sitting = arranged(game, "close_table")
    refusal = sitting.refused("dealer: place your bets")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (f"{late(game, 18)}.2.a",))
    assert (
        sitting.seen_by("display").notice
        == "The House closed the table after the failure, and says when it opens again."
    )
    check_reopened(sitting)


def check_boxes_closed(game: str) -> None:
    """Nobody wagers on a closed box."""
    sitting = without_jackpot_system(game)
    for wrong in ("close_boxes", "close_boxes boxes=8", "close_boxes boxes=0", "without_jackpot boxes=2"):
        assert sitting.refused(f"pit_manager: rule 1 {wrong} because so").reason is Reason.NO_SUCH_BOX
    sitting = arranged(game, "close_boxes boxes=2")
    assert sitting.seen_by("display").notice == "Box 2 is closed until the jackpot system works again."
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "p3: 3 ante 10000")
    refusal = sitting.refused("p2: 2 ante 10000")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_BOX, (f"{late(game, 18)}.2.b",))
    finish(deal(sitting))
    check_reopened(sitting)


def check_fails_again(game: str) -> None:
    """Where some boxes are closed the others play for the jackpot: it can fail again, and the House chooses again."""
    cite, reading = f"{late(game, 18)}.1", registered_reading(game)
    sitting = arranged(game, "close_boxes boxes=2")
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500")
    deal(sitting)
    sitting.do("p1: look 1")
    meter = sitting.table.meter.shown
    events = sitting.do("dealer: report jackpot_system_down")
    assert ruling(events) == ("jackpot_system_down", "continue", (cite,))
    assert events[1] == JackpotDown(meter, (cite,), (cite, reading))
    assert [one.number for one in sitting.table.pending] == [2]
    assert "the House has yet to choose" in sitting.refused("dealer: report jackpot_system_down").sentence
    finish(sitting)
    sitting.do("pit_manager: rule 2 without_jackpot because it is the second time")
    refusal = sitting.refused("dealer: report jackpot_system_down")
    assert "the jackpot system cannot fail here" in refusal.sentence
    number = f"{late(game, 18)}.2"
    assert refusal.cites == (number, f"{number}.c")


def check_without_jackpot(game: str) -> None:
    """No jackpot wagers are taken, and a notice says so."""
    sitting = arranged(game, "without_jackpot")
    notice = "No jackpot wagers are accepted or paid until the jackpot system works again."
    assert sitting.seen_by("display").notice == sitting.seen_by("player", "p7").notice == notice
    sitting.do("dealer: place your bets", "p1: 1 ante 10000")
    refusal = sitting.refused("p1: 1 jackpot 500")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_WAGER, (f"{late(game, 18)}.2.c",))
    meter = sitting.table.meter
    finish(deal(sitting))
    assert sitting.table.meter == meter
    assert "jackpot" not in {wager for _, wager in ends(sitting)}
    check_reopened(sitting)


def two_hands_of_one(game: str, *, look: bool = True) -> Sitting:
    """Boxes 1 and 2 are p1's, who has looked at the first."""
    sitting = Sitting(game, {"dealing": "shuffler" if game not in STUD else "shoe"})
    sitting.do("dealer: place your bets")
    for box in (1, 2):
        sitting.do(f"p1: {box} ante {ANTE}", f"p1: {box} jackpot {JACKPOT}")
    deal(sitting)
    if look:
        sitting.do("p1: look 1")
    return sitting


def check_examined(game: str) -> None:
    """Whether further hands were examined on purpose, a Pit Supervisor finds; then they are out."""
    cite = late(game, 19)
    options = ("intentional", "not_intentional")
    check_rulings(
        game,
        "extra_hand_examined",
        {
            "yes": expect("invalidate_hand", cite),
            "no": expect("continue", cite),
            "undecided": expect("role_decides", cite, options=options, by="pit_supervisor"),
        },
    )
    check_needs(game, "extra_hand_examined", "intentional")
    for option, said in product(options, ("yes", "no", "undecided")):
        sitting = two_hands_of_one(game)
        events = sitting.do(f"dealer: report extra_hand_examined intentional={said} box=2")
        assert ruling(events) == ("extra_hand_examined", "role_decides", (cite,))
        assert word(events)[0] == {"intentional": said}, "a Dealer's word is on record, and decides nothing"
        (waiting,) = events[1:]
        assert isinstance(waiting, DecisionPending)
        assert (waiting.number, waiting.irregularity, waiting.box, waiting.player) == (
            1,
            "extra_hand_examined",
            2,
            "p1",
        )
        assert (waiting.role, waiting.options, waiting.cites) == (Role.PIT_SUPERVISOR, options, (cite,))
        assert (waiting.facts, waiting.piles) == ({}, ())
        refusal = sitting.refused("p1: fold 1")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (cite,))
        assert [one.number for one in sitting.seen_by("pit_supervisor").pending] == [1]
        assert sitting.seen_by("dealer").pending == ()
        refusal = sitting.refused(f"dealer: rule 1 {option} because I saw it")
        assert (refusal.reason, refusal.cites) == (Reason.ROLE, (cite,))
        refusal = sitting.refused(f"pit_supervisor: rule 1 {option}")
        assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, (cite,))
        taken = sitting.do(f"pit_supervisor/ann: rule 1 {option} because I saw it")
        assert taken[0] == DecisionTaken(1, option, "I saw it", "ann", Role.PIT_SUPERVISOR, (cite,))
        if option == "intentional":
            check_out(sitting, taken, 2, cite)
        else:
            assert len(taken) == 1
            assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}
    on_purpose = "report extra_hand_examined intentional=yes"
    sitting = two_hands_of_one(game)
    assert sitting.refused(f"pit_supervisor: {on_purpose}").reason is Reason.NO_SUCH_BOX
    refusal = sitting.refused(f"pit_supervisor: {on_purpose} box=1")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_BOX, (cite,)), "the hand first viewed stays valid"
    check_out(sitting, sitting.do(f"pit_supervisor: {on_purpose} box=2"), 2, cite)
    sitting = two_hands_of_one(game, look=False)
    refusal = sitting.refused(f"pit_supervisor: {on_purpose} box=2")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (cite,)), "no hand was viewed"
    sitting = dealt(game)
    sitting.do("p2: look 2")
    refusal = sitting.refused(f"pit_supervisor: {on_purpose} box=2")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_BOX, (cite,)), "he has one hand only"


def check_late_error(game: str) -> None:
    """Once the next round has begun, an error of an earlier one is recorded and changes nothing."""
    cite = late(game, 20)
    check_rulings(game, "error_noticed_late", {"": expect("continue", cite)})
    sitting = finish(dealt(game))
    lines = ends(sitting)
    next_wagers(sitting)
    for report in ("wrong_dealer_count reconstructable=no", "deck_miscount", "foreign_card"):
        recorded_late(sitting, f"dealer: report {report} in_round=1", cite)
    assert sitting.refused("dealer: report foreign_card in_round=0").sentence == "There was no round 0 at this table"
    assert sitting.refused("dealer: report foreign_card in_round=3").reason is Reason.MOMENT
    assert ends(finish(deal(sitting))) == lines
    check_void(sitting, "wrong_dealer_count reconstructable=no in_round=2", "5.8.7")


def check_misplaced(game: str, by: str) -> None:
    """Chips put down wrongly settle as they lay at the close."""
    position, staff = late(game, 21), late(game, 23)
    rulings = {
        "player": expect("settle_as_placed", position),
        "staff": expect("settle_as_placed", staff, position),
    }
    check_rulings(game, "wager_misplaced", rulings)
    check_needs(game, "wager_misplaced", "by")
    sitting = dealt(game)
    events = sitting.do(f"dealer: report wager_misplaced by={by} box=1")
    assert ruling(events) == ("wager_misplaced", "settle_as_placed", rulings[by][1])
    assert len(events) == 1
    assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}


def check_void_returns(game: str, raised_wager: str) -> None:
    """All wagers of a void round go back, those after the cards included; a hand already out is among them."""
    sitting = dealt(game, 3)
    sitting.do(f"p1: {raised_wager} 1", "p2: fold 2")
    sitting.do("dealer: report wrong_hand_count reconstructable=no box=3")
    for box in sitting.round.boxes:
        if box.choice:
            sitting.do(f"{box.player}: answer {box.number} continue")
    events = sitting.do("dealer: report foreign_card")
    cites = ("5.8.1", late(game, 22))
    assert [one.cites for one in events if isinstance(one, RoundVoided)] == [cites]
    assert {key: end[:4] for key, end in ends(sitting).items()} == {
        (1, "ante"): ("void", ANTE, 0, ANTE),
        (1, raised_wager): ("void", 2 * ANTE, 0, 2 * ANTE),
        (1, "jackpot"): ("void", JACKPOT, 0, JACKPOT),
        (2, "ante"): ("void", ANTE, 0, ANTE),
        (2, "jackpot"): ("void", JACKPOT, 0, JACKPOT),
        (3, "ante"): ("void", ANTE, 0, ANTE),
        (3, "jackpot"): ("void", JACKPOT, 0, JACKPOT),
    }
    assert {end[4] for end in ends(sitting).values()} == {cites}
    assert sitting.table.meter.millionths == SEED * MILLION


def check_staff_placed(game: str) -> None:
    """Staff place for a Player, and it is on record."""
    sitting = Sitting(game)
    sitting.do("dealer: place your bets")
    for role in ("dealer", "pit_supervisor", "pit_manager", "shift_manager"):
        box = len(sitting.round.boxes) + 1
        events = sitting.do(f"{role} for p{box}: {box} ante 10000")
        placed = events[0]
        assert isinstance(placed, WagerPlaced)
        assert (placed.player, placed.by_staff, placed.cites[-1]) == (f"p{box}", True, late(game, 23))
    refusal = sitting.refused("display for p9: 7 ante 10000")
    assert (refusal.reason, refusal.cites) == (Reason.ROLE, (late(game, 23),))


def check_last_paragraph(game: str) -> None:
    """What no paragraph resolves waits for a Shift Manager or above, who gives a reason."""
    cite = late(game, 24)
    options = ("continue", "void_round", "invalidate_hand")
    for name in ("not_covered", "confidentiality_breach"):
        check_rulings(game, name, {"": silent(game)})
    cannot = {"multiple_positions": "a Player may play several boxes (3.7)"}
    narrowed: dict[str, tuple[str, ...]] = {"wager_wrong_size": ("flop", "turn", "river")}
    if game in STUD:
        cannot["wrong_community_count"] = "it has no Community Cards"
        narrowed = {
            "wager_wrong_size": ("bet",),
            "cards_exposed": ("player", "dealer"),
            "player_absent": ("before_decision", "no_decision_left"),
        }
    for name, why in cannot.items():
        check_wrong(game, name, re.escape(f"{game} cannot have {name}: {why}"))
    for name, values in narrowed.items():
        assert values in [fact.values for fact in known_facts(load_banked(game), name)]
    silence = load_banked(game).irregularities.silent.explanation
    assert gaps(load_banked(game)).uncovered == (
        Gap("confidentiality_breach", {}, Ruling.ROLE_DECIDES, (cite,), None, (), silence),
    )
    for option in options:
        sitting = dealt(game)
        events = sitting.do("dealer: report not_covered box=2")
        assert ruling(events) == ("not_covered", "role_decides", (cite,))
        assert events[1:] == (DecisionPending(1, "not_covered", {}, 2, "p2", Role.SHIFT_MANAGER, options, (cite,)),)
        refusal = sitting.refused("p1: fold 1")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, (cite,))
        for who in ("p1", "display", "dealer", "pit_supervisor", "pit_manager"):
            refusal = sitting.refused(f"{who}: rule 1 {option} because it is fair")
            assert (refusal.reason, refusal.cites) == (Reason.ROLE, (cite,))
        refusal = sitting.refused(f"shift_manager: rule 1 {option}")
        assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, (cite,))
        taken = sitting.do(f"shift_manager/tan: rule 1 {option} because it is fair")
        assert taken[0] == DecisionTaken(1, option, "it is fair", "tan", Role.SHIFT_MANAGER, (cite,))
        if option == "continue":
            assert ends(finish(sitting)) == {**plain(game, 1), **plain(game, 2)}
        elif option == "invalidate_hand":
            check_out(sitting, taken, 2, cite)
        else:
            assert {end[0] for end in ends(sitting).values()} == {"void"}
            assert {end[4] for end in ends(sitting).values()} == {(cite, late(game, 22))}
            assert sitting.table.meter.millionths == SEED * MILLION
    sitting = Sitting(game)
    sitting.do("dealer: report not_covered")
    assert sitting.refused("shift_manager: rule 1 void_round because so").reason is Reason.MOMENT
    sitting.do("shift_manager: rule 1 continue because so", "dealer: place your bets")
    sitting = dealt(game)
    sitting.do("dealer: report not_covered")
    assert sitting.refused("shift_manager: rule 1 invalidate_hand because so").reason is Reason.NO_SUCH_BOX
    sitting.do("shift_manager: rule 1 invalidate_hand boxes=1,2 because so")
    assert [box.out for box in sitting.round.boxes] == [(cite,)] * 2
