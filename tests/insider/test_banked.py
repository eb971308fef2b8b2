"""No crew at a house-banked table ends better off than an honest record of the same cards and wagers makes it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.floor.running import Floor
from croupier.floor.tables.kinds import BankedTable
from croupier.play.banked.state import Phase
from croupier.rules.terms import Decision, WagerName
from tests.insider.campaign import Sitting, both, campaign, payers, rounds
from tests.insider.felt import Seated, finished, house, opened, table_of
from tests.insider.hands import FRIENDS_BOX, GUESTS_BOX, Plan, honest, planned
from tests.insider.statements import CREWS
from tests.reference.house import CSP, MLP, PTHP, THBP

ROUNDS = 16
STILL_OPEN = frozenset({"report", "correct wager", "correct card", "correct decision", "take"})
"""The kinds of statement that still pay a crew: each goes with its fix, until none is left."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    return house(tmp_path_factory.mktemp("insider") / "house.db")[0]


def test_an_honest_round_pays_what_the_reference_says(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    for seed in range(12):
        plan = planned(Random(seed))
        felt = sitting.seat(plan)
        if plan.automatic:
            sitting.entropy.rig(plan.deck)
        before = felt.wallet
        assert not opened(felt)
        meter, policy = felt.state.engine.meter.shown, felt.state.engine.policy
        assert finished(felt, plan, plan.decisions)
        assert felt.wallet - before == honest(plan, plan.decisions, policy, meter), plan
    sitting.close()


def test_no_crew_gains_but_by_what_is_known_to_be_open() -> None:
    told = rounds(range(ROUNDS))
    other = [gain for gain in told.gains if not any(gain.kind.startswith(known) for known in STILL_OPEN)]
    assert not other, "\n".join(map(str, other))
    assert told.weighed > 100 * ROUNDS


@pytest.mark.long
def test_a_campaign_in_processes_finds_what_one_finds() -> None:
    heard: list[int] = []
    done = campaign(range(40), heard.append)
    alone = [gain for first in (0, 20) for gain in both(range(first, first + 20)).gains]
    alone.sort(key=lambda gain: gain.seed)
    assert [gain.said for gain in done.gains] == [gain.said for gain in alone]
    assert heard[-1] == 40


# ---- What was found in houses ---------------------------------------------------------------------------------------

LOSES = {"1": "Qc 7d 8s 6h 2d", "dealer": "As Kd 4c 3s 5c", "2": "9c Jd 3h 8d 7s"}
WINS = {"1": "7c 7d 8s 6h 2d", "dealer": "As Kd 4c 3s 5c", "2": "9c Jd 3h 8d Ts"}
ACES = {"1": "Ac Ad", "community": "Kc 9d 2h 9s 3c", "dealer": "8h 8s", "2": "4d 5s"}
ROYAL = {"1": "As Ks", "community": "Qs Js Ts 2d 3h", "dealer": "8h 8c", "2": "4d 5s"}
TRASH = {"1": "7c 2d", "community": "Kc 9d 4h 9s 3c", "dealer": "8h 8s", "2": "5d 6s"}


def a_round(game: str, hands: dict[str, str], ante: int, *beside: WagerName, automatic: bool = False) -> Plan:
    amounts = {WagerName.BONUS: 2_500, WagerName.JACKPOT: 500}
    wagers = [(FRIENDS_BOX, WagerName.ANTE, ante), (GUESTS_BOX, WagerName.ANTE, 2_500)]
    wagers += [(FRIENDS_BOX, name, amounts[name]) for name in beside]
    stays = (Decision.FLOP, Decision.CHECK, Decision.CHECK) if game in (PTHP, THBP) else (Decision.BET,)
    return Plan(game, tuple(hands.items()), tuple(wagers), stays, True, True, automatic)


def shown(state: BankedTable) -> bool:
    box = state.engine.round.box(FRIENDS_BOX) if state.engine.round is not None else None
    return box is not None and box.shown is not None


def looked(state: BankedTable) -> bool:
    box = state.engine.round.box(FRIENDS_BOX) if state.engine.round is not None else None
    return box is not None and box.looked


def ended(state: BankedTable) -> bool:
    return state.engine.round is not None and state.engine.round.phase is Phase.ENDED


Moment = Callable[[BankedTable], bool]
BONUS, JACKPOT = WagerName.BONUS, WagerName.JACKPOT
FOUND: list[tuple[str, Plan, Moment, str, bool]] = [
    ("a Dealer alone", a_round(CSP, WINS, 7_500), shown, "report wager_over_maximum", True),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report wager_wrong_size", True),
    ("a Dealer alone", a_round(THBP, ACES, 2_500, BONUS), shown, "report wager_over_maximum", True),
    ("a Pit Supervisor alone", a_round(THBP, ACES, 2_500, BONUS), shown, "correct wager", True),
    ("a Dealer against a Player", a_round(CSP, LOSES, 2_500), shown, "report wager_over_maximum", True),
    ("a Dealer against a Player", a_round(THBP, ROYAL, 2_500, JACKPOT), shown, "report wager_under_minimum", True),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report shoe_exhausted", True),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report wrong_hand_count", True),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report wrong_dealer_count", True),
    ("a Dealer against a Player", a_round(THBP, ROYAL, 2_500, JACKPOT), ended, "report wrong_hand_count", True),
    ("a Dealer alone", a_round(MLP, LOSES, 100_000, automatic=True), looked, "report foreign_card", True),
    ("a Dealer alone", a_round(MLP, LOSES, 100_000, automatic=True), looked, "report deck_miscount", True),
    ("a Dealer alone", a_round(MLP, LOSES, 100_000, automatic=True), looked, "report unshuffled_cards", True),
    ("a Dealer alone", a_round(THBP, TRASH, 100_000), looked, "report player_absent", True),
    ("a Pit Supervisor alone", a_round(PTHP, ACES, 2_500, BONUS), looked, "correct wager", True),
]
"""Who, in which round, when, by which kind of statement; and whether it still pays."""


def _cases() -> list[Any]:
    """What still pays is asked for in the long tests: a fix turns its line round, and need not wait for it."""
    return [pytest.param(*case, marks=pytest.mark.long if case[-1] else ()) for case in FOUND]


@pytest.mark.parametrize(("crew", "plan", "moment", "kind", "pays"), _cases())
def test_the_search_knows_what_one_person_did_alone(
    floor: Floor, crew: str, plan: Plan, moment: Moment, kind: str, pays: bool
) -> None:
    felt = Seated(floor, table_of(plan.game, automatic=plan.automatic))
    found = payers(felt.state, plan, next(one for one in CREWS if one.name == crew), moment)
    assert (kind in found) == pays, found
