"""No crew at a house-banked table ends better off than an honest record of the same cards and wagers makes it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from croupier.floor.running.floor import Floor
from croupier.floor.values.table_kinds import BankedTable
from croupier.play import authority
from croupier.play.banked.state import Phase
from croupier.rules.authority import DEALER, Act, Ruled, Stage, Touches, strictest
from croupier.rules.terms import Decision, Role, WagerName
from tests.insider.campaign import Sitting, both, campaign, payers, rounds
from tests.insider.felt import Seated, finished, house, opened, table_of
from tests.insider.hands import FRIENDS_BOX, GUESTS_BOX, Plan, honest, planned
from tests.insider.statements import CREWS
from tests.reference.house import CSP, MLP, PTHP, THBP

ROUNDS = 16


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


def test_no_crew_gains() -> None:
    told = rounds(range(ROUNDS))
    assert not told.gains, "\n".join(map(str, told.gains))
    assert told.weighed > 100 * ROUNDS


@pytest.mark.long
def test_a_campaign_in_processes_plays_what_one_plays() -> None:
    heard: list[int] = []
    done = campaign(range(40), heard.append)
    alone = [both(range(first, first + 20)) for first in (0, 20)]
    assert done.rounds == heard[-1] == 40
    assert (done.weighed, done.accepted) == tuple(
        sum(getattr(one, what) for one in alone) for what in ("weighed", "accepted")
    )


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
FOUND: list[tuple[str, Plan, Moment, str]] = [
    ("a Dealer alone", a_round(CSP, WINS, 7_500), shown, "report wager_over_maximum"),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report wager_wrong_size"),
    ("a Dealer alone", a_round(THBP, ACES, 2_500, BONUS), shown, "report wager_over_maximum"),
    ("a Pit Supervisor alone", a_round(THBP, ACES, 2_500, BONUS), shown, "correct wager"),
    ("a Dealer against a Player", a_round(CSP, LOSES, 2_500), shown, "report wager_over_maximum"),
    ("a Dealer against a Player", a_round(THBP, ROYAL, 2_500, JACKPOT), shown, "report wager_under_minimum"),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report shoe_exhausted"),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report wrong_hand_count"),
    ("a Dealer alone", a_round(CSP, LOSES, 100_000), shown, "report wrong_dealer_count"),
    ("a Dealer against a Player", a_round(THBP, ROYAL, 2_500, JACKPOT), ended, "report wrong_hand_count"),
    ("a Dealer alone", a_round(MLP, LOSES, 100_000, automatic=True), looked, "report foreign_card"),
    ("a Dealer alone", a_round(MLP, LOSES, 100_000, automatic=True), looked, "report deck_miscount"),
    ("a Dealer alone", a_round(MLP, LOSES, 100_000, automatic=True), looked, "report unshuffled_cards"),
    ("a Dealer alone", a_round(THBP, TRASH, 100_000), looked, "report player_absent"),
]
"""Who moved money alone in houses, in which round, when, and by which kind of statement."""


def found(floor: Floor, crew: str, plan: Plan, moment: Moment) -> dict[str, int]:
    felt = Seated(floor, table_of(plan.game, automatic=plan.automatic))
    return payers(felt.state, plan, next(one for one in CREWS if one.name == crew), moment)


@pytest.mark.parametrize(("crew", "plan", "moment", "kind"), FOUND)
def test_nobody_does_alone_what_one_person_did(
    floor: Floor, crew: str, plan: Plan, moment: Moment, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search finds it again where any one person suffices, and not by the table of authority."""
    assert kind not in found(floor, crew, plan, moment)
    monkeypatch.setattr(authority, "strictest", anybody)
    assert kind in found(floor, crew, plan, moment)


def anybody(act: Act, touches: Sequence[Touches], stage: Stage, named: Role | None = None) -> Ruled:
    return replace(strictest(act, touches, stage, named), needs=DEALER)
