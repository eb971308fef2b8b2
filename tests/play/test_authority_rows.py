"""Every row of the table of authority that a house-banked table can reach: who suffices there, and who does not.

Each case is a moment of a round and an act of staff. The rows that bear on it are compared, and the fewest and lowest
people with whom it is carried out are found by trying: one fewer, a lower one, or none who gives a reason does not do.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, Final

import pytest
from msgspec import Struct, structs

from croupier.notation.acts import parse_act
from croupier.play.actor import Actor
from croupier.play.asking import ASKING
from croupier.play.authority import SignStatement, Weighing
from croupier.play.banked import act
from croupier.play.banked.commands import Report
from croupier.play.banked.decide import decide
from croupier.play.banked.state import Table
from croupier.play.banked.weighing import UNSIGNED, Signed, weigh
from croupier.play.refusal import Refusal
from croupier.play.rulings import RulingError, combinations, known_facts
from croupier.rulebooks import load_banked
from croupier.rules.authority import AUTHORITY, Needs, Stage, Touches
from croupier.rules.authority import Act as Kind
from croupier.rules.irregularities import OUTSIDE
from croupier.rules.terms import STAFF, Role, WagerName
from tests.sitting import Sitting

STUD: Final = "rws-casino-stud"
BONUS: Final = "mbs-texas-holdem-bonus-progressive"
WHY: Final = "the camera shows it"
BETS: Final = ("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "dealer for p2: 2 ante 10000")
CARDS: Final = "dealer: deal As Kd Qs Js Ts 7c 2d 3d 9d 4d Kh Ah 5c 8h 2c"
LOW: Final = "dealer: deal As Kd Qs Js Ts 7c 2d 3d 9d 4d Kh Qh 5c 8h 2c"
"""The Dealer holds K-Q high and does not qualify."""
HOLDEM: Final = "dealer: deal 3c 4d 8h 9s Qc As Ah 5c 2d 7d 2s"
MADE: Final = {STUD: {"dealing": "shuffler"}, BONUS: {}}
SHOWN: Final = ("p1: bet 1", "dealer: bet 2", "dealer: reveal", "p1: show 1", "dealer: show 2")


class Moment(Struct, frozen=True):
    """What has happened at a table until an act of staff."""

    acts: tuple[str, ...]
    game: str = STUD
    automatic: bool = False
    signed: tuple[str, ...] = ()
    """The people who have signed for an award of box 1."""

    def table(self) -> Table:
        return structs.replace(_played(self.game, self.acts), automatic=self.automatic)

    @property
    def signers(self) -> Signed:
        return {1: self.signed} if self.signed else UNSIGNED


@cache
def _played(game: str, acts: tuple[str, ...]) -> Table:
    sitting = Sitting(game, MADE[game], meter=5_000_000)
    sitting.do(*acts)
    return sitting.table


BETTING: Final = Moment(BETS)
UNDEALT: Final = Moment((*BETS, "dealer: no more bets"))
DEALT: Final = Moment((*UNDEALT.acts, "dealer: deal As Kd Qs"))
"""In the deal: nothing lies face up."""
UP: Final = Moment((*UNDEALT.acts, CARDS))
LOOKED: Final = Moment((*UP.acts, "p1: look 1"))
DECIDED: Final = Moment((*UP.acts, "p1: bet 1", "dealer: bet 2"))
FOLDED: Final = Moment((*UP.acts, "dealer: fold 1", "p2: bet 2"))
OVER: Final = Moment((*UP.acts, *SHOWN))
WON: Final = Moment((*UNDEALT.acts, LOW, "p1: bet 1", "p2: bet 2", "dealer: reveal"))
SETTLED: Final = Moment((*OVER.acts, "dealer: settle"))
NEXT: Final = Moment((*SETTLED.acts, "dealer: place your bets"))
ASKED: Final = Moment((*UP.acts, "dealer: report not_covered"))
ASKED_OVER: Final = Moment((*OVER.acts, "dealer: report not_covered"))
HELD: Final = (
    "dealer: place your bets",
    "p1: 1 ante 10000",
    "p2: 1 ante 5000",
    "p2: 2 ante 10000",
    "p1: 1 jackpot 500",
)
SHARED: Final = Moment((*HELD, "dealer: no more bets", HOLDEM), BONUS)
PART: Final = Moment((*SHARED.acts, "p1: look 1", "p2: decline 1"), BONUS)
"""A part of box 1 is folded, which decides it."""
PART_ON: Final = Moment((*PART.acts, "p1: flop 1", "p2: flop 2", "dealer: reveal"), BONUS)
PERMITS: Final = Moment(
    (
        *SHARED.acts,
        *("p1: look 1", "p1: flop 1", "p2: flop 2", "dealer: reveal", "p1: check 1", "p2: check 2", "dealer: reveal"),
        *(
            "p1: check 1",
            "p2: check 2",
            "dealer: reveal",
            "dealer: reveal",
            "p1: show 1",
            "p2: show 2",
            "dealer: settle",
        ),
        "dealer: report wrong_hand_count reconstructable=no box=2",
    ),
    BONUS,
)

DEALER, SUPERVISOR = Needs(1), Needs(1, Role.PIT_SUPERVISOR, reason=True)
CONFIRMED, MANAGER = Needs(2, Role.PIT_SUPERVISOR, reason=True), Needs(2, Role.PIT_MANAGER, reason=True)
SHIFT, NOBODY = Needs(2, Role.SHIFT_MANAGER, reason=True), Needs(0)
ALONE = Needs(1, Role.PIT_SUPERVISOR, reason=True, begins=Role.PIT_SUPERVISOR)
OTHERS = Needs(2, Role.PIT_MANAGER, reason=True, others=True)
OTHERS_AND_SHIFT = Needs(2, Role.SHIFT_MANAGER, reason=True, others=True)
NAMED = Needs(1, Role.SHIFT_MANAGER, reason=True, begins=Role.PIT_SUPERVISOR, named=True)
TWO_PERMIT = Needs(2, Role.PIT_SUPERVISOR, reason=True, begins=Role.PIT_SUPERVISOR, named=True)
OTHERS_PERMIT = Needs(2, Role.PIT_MANAGER, reason=True, begins=Role.PIT_SUPERVISOR, others=True)
OTHERS_DECIDE = Needs(2, Role.SHIFT_MANAGER, reason=True, begins=Role.PIT_SUPERVISOR, others=True, named=True)
TWO_NAMED = Needs(2, Role.SHIFT_MANAGER, reason=True, begins=Role.PIT_SUPERVISOR, named=True)

N, S, G, B, K, D, A = (
    *(Touches.NOTHING, Touches.OWN_SLIP, Touches.FILLS_GAP, Touches.GIVES_BACK, Touches.KNOWN),
    *(Touches.DECIDED_WAGER, Touches.AGAINST_RECORD),
)
KEYING, OPEN, OUTCOME, ENDED, LATER = Stage
REPORT, ABSENCE, CARD, WAGER, DECISION, BACK = (
    *(Kind.REPORT, Kind.ABSENCE, Kind.CORRECT_CARD, Kind.CORRECT_WAGER),
    *(Kind.CORRECT_DECISION, Kind.TAKE_BACK),
)
COUNT: Final = "report wrong_hand_count reconstructable=no box=1"
NO_LOOK: Final = "report misdeal reconstructable=no seen=no"
AMOUNT: Final = "report wager_over_maximum box=1 wager=ante amount=500500"
Case = tuple[Moment, str, Kind, tuple[Touches, ...], Stage, Needs]


def where(moment: Moment, *, automatic: bool = False, signed: tuple[str, ...] = ()) -> Moment:
    return structs.replace(moment, automatic=automatic, signed=signed)


CASES: Final[tuple[Case, ...]] = (
    (UP, "report not_covered", REPORT, (N,), OPEN, DEALER),
    (SETTLED, "report foreign_card", REPORT, (N,), ENDED, DEALER),
    (NEXT, "report foreign_card in_round=1", REPORT, (N,), LATER, DEALER),
    (DEALT, "report foreign_card", REPORT, (G,), OPEN, DEALER),
    (WON, "report hand_not_shown box=1", REPORT, (G,), OUTCOME, SUPERVISOR),
    (LOOKED, "report foreign_card", REPORT, (B,), OPEN, CONFIRMED),
    (DEALT, "report misdeal reconstructable=no seen=yes", REPORT, (B,), OPEN, CONFIRMED),
    (FOLDED, "report foreign_card", REPORT, (B, D), OUTCOME, MANAGER),
    (PERMITS, COUNT, REPORT, (A, B, D, K), ENDED, SHIFT),
    (SETTLED, COUNT, REPORT, (A, B, D, K), ENDED, SHIFT),
    (LOOKED, AMOUNT, REPORT, (A, B, K), OPEN, CONFIRMED),
    (BETTING, AMOUNT, REPORT, (A,), OPEN, SUPERVISOR),
    (OVER, AMOUNT, REPORT, (A, B, D, K), OUTCOME, MANAGER),
    (LOOKED, NO_LOOK, REPORT, (A, B, K), OPEN, CONFIRMED),
    (where(OVER, signed=("sue", "max")), COUNT, REPORT, (A, B, D, K, Touches.SIGNED), OUTCOME, OTHERS),
    (where(SETTLED, signed=("sue", "max")), COUNT, REPORT, (A, B, D, K, Touches.SIGNED), ENDED, OTHERS_AND_SHIFT),
    (UP, "report player_absent box=1", ABSENCE, (G,), OPEN, DEALER),
    (
        Moment((*UP.acts, "dealer: report player_absent box=1")),
        "report player_absent box=1",
        ABSENCE,
        (N,),
        OPEN,
        DEALER,
    ),
    (SETTLED, "report player_absent box=1", ABSENCE, (N,), ENDED, DEALER),
    (NEXT, "report player_absent box=1 in_round=1", ABSENCE, (N,), LATER, DEALER),
    (Moment((*SHARED.acts, "p1: look 1"), BONUS), "report player_absent box=1", ABSENCE, (B,), OPEN, CONFIRMED),
    (PART, "report player_absent box=1", ABSENCE, (B, D), OUTCOME, MANAGER),
    (PART_ON, "report player_absent box=1", ABSENCE, (G,), OUTCOME, SUPERVISOR),
    (UP, "correct card 1 5 6s", CARD, (S,), KEYING, DEALER),
    (Moment((*DEALT.acts, "dealer: deal 6h")), "correct card 1 1 6s", CARD, (S,), OPEN, SUPERVISOR),
    (LOOKED, "correct card 1 5 6s", CARD, (S, K), OPEN, CONFIRMED),
    (OVER, "correct card 1 5 6s", CARD, (S, K), OUTCOME, MANAGER),
    (Moment((*UNDEALT.acts, "dealer: deal ??")), "correct card 1 1 6s", CARD, (G,), KEYING, DEALER),
    (where(OVER, signed=("sue", "max")), "correct card 1 5 6s", CARD, (S, K, Touches.SIGNED), OUTCOME, OTHERS),
    (BETTING, "correct wager 2 ante 20000", WAGER, (S,), KEYING, DEALER),
    (DEALT, "correct wager 2 ante 20000", WAGER, (S,), OPEN, SUPERVISOR),
    (DEALT, "correct wager 1 ante 20000", WAGER, (A,), OPEN, SUPERVISOR),
    (LOOKED, "correct wager 2 ante 20000", WAGER, (S, K), OPEN, CONFIRMED),
    (LOOKED, "correct wager 1 ante 20000", WAGER, (A, K), OPEN, CONFIRMED),
    (OVER, "correct wager 2 ante 20000", WAGER, (S, K), OUTCOME, MANAGER),
    (OVER, "correct wager 1 ante 20000", WAGER, (A, K), OUTCOME, MANAGER),
    (where(OVER, signed=("sue", "max")), "correct wager 1 ante 20000", WAGER, (A, K, Touches.SIGNED), OUTCOME, OTHERS),
    (Moment((*UP.acts, "dealer: fold 1")), "correct decision 1 bet", DECISION, (S,), KEYING, DEALER),
    (Moment((*UP.acts, "dealer: bet 1", "p2: bet 2")), "correct decision 1 fold", DECISION, (S, K), OPEN, CONFIRMED),
    (Moment((*UP.acts, "p1: bet 1")), "correct decision 1 fold", DECISION, (A, K), OPEN, CONFIRMED),
    (FOLDED, "correct decision 1 bet", DECISION, (S, K), OUTCOME, MANAGER),
    (Moment((*UP.acts, "p1: fold 1")), "correct decision 1 bet", DECISION, (A, K), OUTCOME, MANAGER),
    (
        where(Moment((*UP.acts, "p1: fold 1")), signed=("sue", "max")),
        *("correct decision 1 bet", DECISION, (A, K, Touches.SIGNED), OUTCOME, OTHERS),
    ),
    (Moment((*UP.acts, "dealer: bet 1")), "take back", BACK, (S,), KEYING, DEALER),
    (Moment((*BETS, "p1: 3 ante 10000")), "take back", BACK, (A,), OPEN, SUPERVISOR),
    (Moment((*UP.acts, "p1: bet 1")), "take back", BACK, (A, K), OPEN, CONFIRMED),
    (OVER, "take back", BACK, (S,), KEYING, DEALER),
    (Moment((*UP.acts, *SHOWN[:-1])), "take back", BACK, (A, K), OUTCOME, MANAGER),
    (
        Moment((*UP.acts, "dealer: bet 1", "p2: bet 2", "pit_supervisor: take back")),
        "take back",
        BACK,
        (S,),
        KEYING,
        DEALER,
    ),
    (Moment((*DEALT.acts, "dealer: take back")), "take back", BACK, (S,), OPEN, SUPERVISOR),
    (Moment((*LOOKED.acts[:-2], CARDS, "dealer: take back")), "take back", BACK, (S, K), OPEN, CONFIRMED),
    (
        Moment((*UP.acts, "p1: bet 1", "dealer: fold 2", "dealer: reveal", "dealer: take back")),
        *("take back", BACK, (S, K), OUTCOME, MANAGER),
    ),
    (
        where(Moment((*UP.acts, *SHOWN[:-1])), signed=("sue", "max")),
        *("take back", BACK, (A, K, Touches.SIGNED), OUTCOME, OTHERS),
    ),
    (ASKED, "rule 1 continue because so", Kind.DECISION, (N,), OPEN, NAMED),
    (ASKED, "rule 1 void_round because so", Kind.DECISION, (B,), OPEN, TWO_NAMED),
    (ASKED_OVER, "rule 1 void_round because so", Kind.DECISION, (B,), OUTCOME, TWO_NAMED),
    (PERMITS, "rule 1 play_on because so", Kind.DECISION, (N,), ENDED, structs.replace(ALONE, named=True)),
    (PERMITS, "rule 1 permit because so", Kind.DECISION, (B,), ENDED, TWO_PERMIT),
    (
        where(ASKED_OVER, signed=("sue", "max")),
        *("rule 1 void_round because so", Kind.DECISION, (B, Touches.SIGNED), OUTCOME, OTHERS_DECIDE),
    ),
    (
        where(PERMITS, signed=("sue", "max")),
        *("rule 1 permit because so", Kind.DECISION, (B, Touches.SIGNED), ENDED, OTHERS_PERMIT),
    ),
    (where(DEALT, automatic=True), "report foreign_card", REPORT, (Touches.CERTAIN,), OPEN, NOBODY),
    (where(FOLDED, automatic=True), "report foreign_card", REPORT, (Touches.CERTAIN, B, D), OUTCOME, NOBODY),
    (where(SETTLED, automatic=True), "report foreign_card", REPORT, (Touches.CERTAIN,), ENDED, NOBODY),
    (where(NEXT, automatic=True), "report foreign_card in_round=1", REPORT, (Touches.CERTAIN,), LATER, NOBODY),
    (where(DEALT, automatic=True), "correct wager 1 ante 20000", WAGER, (Touches.CERTAIN,), OPEN, NOBODY),
    (where(OVER, automatic=True), "correct wager 1 ante 20000", WAGER, (Touches.CERTAIN,), OUTCOME, NOBODY),
    (where(DEALT, automatic=True), "correct card 1 1 6s", CARD, (Touches.CERTAIN,), OPEN, NOBODY),
    (where(OVER, automatic=True), "correct card 1 1 6s", CARD, (Touches.CERTAIN,), OUTCOME, NOBODY),
    (where(UP, automatic=True), "report not_covered", REPORT, (Touches.OUTSIDE,), OPEN, ALONE),
    (where(SETTLED, automatic=True), "report not_covered", REPORT, (Touches.OUTSIDE,), ENDED, ALONE),
    (where(NEXT, automatic=True), "report interruption in_round=1", REPORT, (Touches.OUTSIDE,), LATER, NOBODY),
    (where(DEALT, automatic=True), "report player_absent box=1", ABSENCE, (Touches.OUTSIDE,), OPEN, ALONE),
    (where(SETTLED, automatic=True), "report player_absent box=1", ABSENCE, (Touches.OUTSIDE,), ENDED, ALONE),
    (
        where(NEXT, automatic=True),
        *("report player_absent box=1 in_round=1", ABSENCE, (Touches.OUTSIDE,), LATER, NOBODY),
    ),
)


def command_of(text: str) -> Any:
    return parse_act(f"shift_manager: {text}").command


def weighing_of(moment: Moment, command: Any) -> Weighing:
    """Return what the table of authority makes of an act, whoever asks."""
    table = moment.table()
    game = load_banked(moment.game)
    events = decide(game, table, ASKING, command)
    assert not isinstance(events, Refusal), events
    return weigh(game, table, command, events, moment.signers)


def carried(moment: Moment, command: Any, people: tuple[Actor, ...], reason: str) -> bool:
    """Return whether an act is carried out with these people, who say or sign it in this order."""
    game, table = load_banked(moment.game), moment.table()
    said = structs.replace(command, reason=reason) if "reason" in command.__struct_fields__ else command
    turn = act(game, table, people[0], said, signed=moment.signers)
    for person in people[1:]:
        if isinstance(turn, Refusal) or not turn.table.waiting:
            return False
        number = turn.table.waiting[-1].number
        turn = act(game, turn.table, person, SignStatement(number, reason), signed=moment.signers)
    return not isinstance(turn, Refusal) and not turn.table.waiting


def crews() -> Iterator[tuple[tuple[Actor, ...], str]]:
    """Return one person, or two, of every position, with a reason and without."""
    names = ("ann", "bob")
    for many in (1, 2):
        for roles in product(STAFF, repeat=many):
            for reason in ("", WHY):
                yield tuple(Actor(name, role) for name, role in zip(names, roles, strict=False)), reason


def enough(needs: Needs, people: tuple[Actor, ...], reason: str) -> bool:
    """Return whether people suffice, as a row says it, and every one of them is asked for."""
    if not needs.people or (needs.reason and not reason):
        return False
    heights = [STAFF.index(one.role) for one in people]
    if min(heights) < STAFF.index(needs.begins) or max(heights) < STAFF.index(needs.role):
        return False
    if needs.named and heights[0] < STAFF.index(needs.role):  # a role decides, and others sign it
        return False
    alone = needs.people == 1 and heights[0] >= STAFF.index(needs.role)
    return alone if len(people) == 1 else not alone


@pytest.mark.parametrize("case", CASES, ids=[f"{case[1]}, {case[4]}" for case in CASES])
def test_exactly_the_people_of_a_row_suffice(case: Case) -> None:
    moment, text, kind, touches, stage, needs = case
    command = command_of(text)
    weighing = weighing_of(moment, command)
    assert (weighing.act, weighing.touches, weighing.stage) == (kind, touches, stage)
    for people, reason in crews():
        assert carried(moment, command, people, reason) == enough(needs, people, reason), (people, reason)


# ---- What two people have signed for ---------------------------------------------------------------------------------

SUE, MAX = Actor("sue", Role.PIT_SUPERVISOR), Actor("max", Role.PIT_MANAGER)
HAL, DORA, IDA = Actor("hal", Role.SHIFT_MANAGER), Actor("dora", Role.DEALER), Actor("ida", Role.PIT_MANAGER)


@pytest.mark.parametrize(
    ("people", "suffice"),
    [
        ((SUE, MAX), False),
        ((DORA, MAX), False),
        ((DORA, IDA), True),
        ((SUE, MAX, HAL), True),
        ((SUE, HAL), False),
        ((MAX, SUE, IDA), False),
    ],
)
def test_what_two_have_signed_takes_two_others_or_the_same_with_a_shift_manager(
    people: tuple[Actor, ...], *, suffice: bool
) -> None:
    moment = where(OVER, signed=("sue", "max"))
    command = command_of("correct wager 1 ante 20000")
    assert carried(moment, command, people, WHY) == suffice


# ---- Every row -------------------------------------------------------------------------------------------------------

_REPORTED: Final = (REPORT, ABSENCE)
_KEYED: Final = (CARD, WAGER, DECISION, BACK)


def why_not(kind: Kind, touches: Touches, stage: Stage) -> str:
    """Say why a house-banked table cannot reach a row; nothing if it can."""
    if kind not in (*_REPORTED, *_KEYED, Kind.DECISION):
        return "it is no act of a round: the floor asks for it"
    if kind is Kind.DECISION:
        return _no_decision(touches, stage)
    return _no_report(kind, touches, stage) if kind in _REPORTED else _no_slip(kind, touches, stage)


def _no_decision(touches: Touches, stage: Stage) -> str:
    if stage is KEYING:
        return "a decision is no entry"
    if stage is LATER:
        return "no round begins while a decision is due"
    if touches is N and stage is OUTCOME:
        return "what changes no wager has come no further than what is open"
    return ""


def _no_report(kind: Kind, touches: Touches, stage: Stage) -> str:
    if stage is KEYING or touches is S:
        return "a report is no entry"
    if touches in (N, Touches.OUTSIDE) and stage is OUTCOME:
        return "what changes no wager has come no further than what is open"
    if stage is LATER and touches not in (N, Touches.CERTAIN, Touches.OUTSIDE):
        return "of an earlier round the error goes on record, and changes nothing"
    if touches is G and stage is ENDED:
        return "what changes a settled round gives wagers back, or contradicts the record"
    if (
        kind is ABSENCE
        and (touches in (K, A, Touches.CERTAIN) or stage is ENDED)
        and touches not in (N, Touches.OUTSIDE)
    ):
        return "who is absent follows from nobody's facts, and from the settlement on nothing is left to decide"
    if kind is ABSENCE and touches is Touches.SIGNED:
        return "an award is signed for once no decision is due"
    return ""


def _no_slip(kind: Kind, touches: Touches, stage: Stage) -> str:
    if stage in (ENDED, LATER):
        return "corrections end with their round"
    if touches in (N, B, D):
        return "a correction touches what was keyed"
    if touches is G and (kind is not CARD or stage is not KEYING):
        return "only a card that lay face down fills a gap, and naming it is dealing"
    if touches is A and (kind is CARD or stage is KEYING):
        return "cards are keyed by staff" if kind is CARD else "what a Player entered is no slip of one's own"
    if touches is K and stage is KEYING:
        return "what is being keyed is not mended later"
    if touches is Touches.CERTAIN and (kind in (DECISION, BACK) or stage is KEYING):
        return "where the program deals nothing is keyed"
    return ""


def test_every_row_is_reached_or_told_why_not() -> None:
    reached = {(kind, touched, stage) for _, _, kind, touches, stage, _ in CASES for touched in touches}
    rows = {(kind, row.touches, stage) for row in AUTHORITY for kind in row.acts for stage in row.stages}
    assert reached <= rows
    without = {row for row in rows if why_not(*row)}
    assert not reached & without, sorted(reached & without)
    assert not rows - reached - without, sorted(rows - reached - without)


# ---- Where the program deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [DEALT, UP, FOLDED, SETTLED], ids=["deal", "up", "folded", "settled"])
def test_where_the_program_deals_nobody_says_what_it_would_have_seen(moment: Moment) -> None:
    """Of everything that can be reported, what happens outside the program is the pit's, and the rest is nobody's."""
    game, table = load_banked(STUD), where(moment, automatic=True).table()
    said = set[str]()
    for name in game.irregularities.rules:
        for facts in combinations(known_facts(game, name), {}):
            report = Report(name, facts, 1, WagerName.ANTE, 500, (), "p1", reason=WHY)
            try:
                events = decide(game, table, ASKING, report)
            except RulingError:
                continue
            if isinstance(events, Refusal):
                continue
            weighing = weigh(game, table, report, events)
            outside = name in OUTSIDE and not weighing.compared
            assert (Touches.OUTSIDE in weighing.touches) == outside, (name, facts)
            assert (Touches.CERTAIN in weighing.touches) != outside, (name, facts)
            assert bool(weighing.needs.people) == outside, (name, facts)
            said.add(name)
    assert said >= {"foreign_card", "cards_exposed", "interruption", "not_covered"}
