"""Every row of the table of authority is needed: whoever may say more by a weaker one gains by it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from croupier.floor.running.floor import Floor
from croupier.play.actor import Actor
from croupier.rules.authority import Act, Stage
from croupier.rules.terms import Role
from tests.floor.rigging import RiggedEntropy
from tests.insider.felt import Seated, finished, house, table_of
from tests.insider.felt import opened as begun
from tests.insider.hands import Plan
from tests.insider.links import REASON, SID, order_moves
from tests.insider.mutants import Kept, Weaker, killer, later, ruling, sweep, weaker
from tests.insider.test_banked import ACES, BONUS, JACKPOT, LOSES, ROYAL, TRASH, WINS, a_round
from tests.reference.house import CSP, MLP, PTHP, THBP

QUADS = {"1": "9c 9d 9s 9h 2d", "dealer": "Qs Jd 4c 3s 5c", "2": "8c Td 3h 8d 7s"}
PLANS = (
    a_round(CSP, WINS, 7_500),
    a_round(CSP, LOSES, 100_000),
    a_round(CSP, QUADS, 2_500, JACKPOT),
    a_round(THBP, ACES, 2_500, BONUS),
    a_round(THBP, ROYAL, 2_500, JACKPOT),
    a_round(PTHP, TRASH, 100_000, JACKPOT),
    a_round(MLP, LOSES, 100_000, automatic=True),
    replace(a_round(MLP, LOSES, 100_000, automatic=True), looks=False),
)
LONGEST = range(4, 44)
"""The acts of a round after which statements are tried; the first of them place wagers and deal."""

_NO_ROUND = "corrections end with their round: the engine takes none after the settlement"
_STANDS = "an earlier round stands by the documents: no statement about it changes anything"
_NO_GAP = "what changes a settled round gives wagers back or contradicts the record, under rows of their own"
_NAMED = "the paragraph names the role, and the engine asks for it before the table does"
_GIVES_REASON = "the command itself is refused without a reason"
_NO_MONEY = "it moves no money: jackpot wagers are accepted again"
_NOT_ASKED = "the code counts these two signatures itself; the row is what the manual shows"
_BOTH_STAY = "both counts stay in the report, and neither takes money"
_NO_BOOKS = "the variance of a count is booked as it was found, whoever signs for it"
_BY_ROLE = "permissions refuse a Dealer before the table is asked"
_OF_STATEMENTS = ("own_slip", "fills_gap", "gives_back", "decided_wager", "known", "against_record", "signed")
EXPLAINED: dict[str, str] = {
    **{f"statements {touches} later: a Dealer, not nobody": _STANDS for touches in _OF_STATEMENTS},
    "report+absence outside later: a Dealer, not nobody": _STANDS,
    "decision gives_back later: a Dealer, not nobody": _STANDS,
    **{f"statements own_slip settled: {way}": _NO_ROUND for way in ("one person", "a pit_manager", "no reason")},
    **{f"statements fills_gap settled: {way}": _NO_GAP for way in ("one person", "a pit_supervisor", "no reason")},
    "decision nothing any stage: a dealer": _NAMED,
    "decision nothing any stage: no reason": _GIVES_REASON,
    "decision gives_back keying+open+outcome+settled: from a dealer": _NAMED,
    "decision gives_back keying+open+outcome+settled: no reason": _GIVES_REASON,
    "decision signed outcome+settled: a pit_supervisor": _NAMED,
    "decision signed outcome+settled: no reason": _GIVES_REASON,
    **{f"reopen nothing any stage: {way}": _NO_MONEY for way in ("one person", "a pit_supervisor", "from a dealer")},
    "order_claims nothing outcome: a dealer": _BY_ROLE,
    "order_claims nothing outcome: no reason": _GIVES_REASON,
    "order_claims signed outcome: no reason": _GIVES_REASON,
    **{f"count nothing any stage: {way}": _NOT_ASKED for way in ("one person", "from a dealer")},
    **{
        f"count against_record any stage: {way}": _NO_BOOKS
        for way in ("one person", "a pit_supervisor", "from a dealer", "no reason")
    },
    **{f"claim nothing outcome: {way}": _NOT_ASKED for way in ("one person", "from a dealer")},
    **{f"slip nothing any stage: {way}": _NOT_ASKED for way in ("one person", "a dealer")},
    **{
        f"recount signed any stage: {way}": _BOTH_STAY
        for way in ("one person", "a pit_supervisor", "no reason", "the same people again")
    },
}
"""By the name of a weaker row, why nobody gains by it."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> tuple[Floor, RiggedEntropy]:
    return house(tmp_path_factory.mktemp("mutants") / "house.db")


def swept(opened: tuple[Floor, RiggedEntropy], plans: tuple[Plan, ...], moments: range = LONGEST) -> list[Kept]:
    floor, entropy = opened
    found: list[Kept] = []
    for plan in plans:
        if plan.automatic:
            entropy.rig(plan.deck)
        found += sweep(Seated(floor, table_of(plan.game, automatic=plan.automatic)), plan, moments)
    return found


def ordered(path: Path, mutant: Weaker) -> str:
    """Say who puts a signed award before another by a weaker row."""
    if mutant.row.acts != (Act.ORDER_CLAIMS,):
        return ""
    rows = {(Act.ORDER_CLAIMS, mutant.row.touches, Stage.OUTCOME): mutant.needs}
    pairs = (
        [Actor("max", Role.PIT_MANAGER)],
        [SID, Actor("sol", Role.PIT_SUPERVISOR)],
        [Actor(one, Role.PIT_MANAGER) for one in ("sue", "sam")],
    )
    for people in pairs:
        with TemporaryDirectory(dir=path) as folder, ruling(rows):
            cents = order_moves(Path(folder), people, REASON)
        if cents > 0:
            return f"{' and '.join(one.name for one in people)}, {cents / 100:.2f}"
    return ""


def test_a_row_with_one_person_for_two_is_found_out(opened: tuple[Floor, RiggedEntropy]) -> None:
    found = swept(opened, (a_round(CSP, LOSES, 100_000),), range(6, 16, 3))
    mutants = [one for one in weaker() if one.name.startswith("statements gives_back open: one person")]
    assert [bool(killer(one, found)) for one in mutants] == [True]


@pytest.mark.long
def test_no_weaker_row_survives_unexplained(opened: tuple[Floor, RiggedEntropy], tmp_path: Path) -> None:
    found = swept(opened, PLANS)
    survived = {one.name for one in weaker() if not (killer(one, found) or ordered(tmp_path, one))}
    assert survived == {*EXPLAINED}, "\n".join(sorted(survived ^ {*EXPLAINED}))


@pytest.mark.long
@pytest.mark.parametrize("game", [CSP, MLP, PTHP, THBP])
def test_nothing_said_of_an_earlier_round_moves_a_cent(opened: tuple[Floor, RiggedEntropy], game: str) -> None:
    plan = a_round(game, LOSES if game in (CSP, MLP) else TRASH, 100_000)
    felt = Seated(opened[0], table_of(game, automatic=False))
    assert not begun(felt)
    assert finished(felt, plan, plan.decisions)
    assert later(felt, plan) == 0
