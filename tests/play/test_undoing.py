"""Money that goes back: no cent twice, no cent lost, whoever reports what and in which order."""

from croupier.play.refusal import Reason
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName
from tests.sitting import Sitting

MBS = "mbs-texas-holdem-bonus-progressive"
ROYAL_ON_THE_FLOP = "dealer: deal As Ks Qs 3c 4d Js Ts 7h 7d"


def test_a_jackpot_wager_that_goes_back_wins_nothing() -> None:
    """MBS 5.13: the second short wager comes back, its contribution with it, and the Royal it held is not paid."""
    sitting = Sitting(MBS, meter=12_345_600)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "p1: 1 jackpot 500", "dealer: no more bets")
    sitting.do("dealer: report wager_under_minimum wager=ante box=1 amount=1000")
    sitting.do("dealer: report wager_under_minimum wager=jackpot box=1 amount=400")
    assert sitting.table.meter.shown == 12_345_600
    sitting.do(ROYAL_ON_THE_FLOP, "p1: flop 1", "dealer: reveal", "p1: check 1", "dealer: reveal", "p1: check 1")
    sitting.do("dealer: reveal", "dealer: reveal", "p1: show 1", "dealer: settle")
    line = next(line for line in sitting.round.lines if line.wager is WagerName.JACKPOT)
    assert (line.staked, line.result, line.paid, line.returned) == (400, Result.RETURNED, 0, 400)
    assert line.cites == ("5.13",)
    assert sitting.table.meter.shown == 12_345_600


def test_a_shared_wager_found_short_keeps_its_proportion() -> None:
    """3,000 and 3,000 were keyed in and 2,000 lie there: 1,000 each, and nobody owes anything."""
    sitting = Sitting(MBS)
    sitting.do("dealer: place your bets", "a: 1 ante 3000", "b: 1 ante 3000", "dealer: no more bets")
    sitting.do("dealer: report wager_under_minimum wager=ante box=1 amount=2000")
    ante = sitting.box(1).wager(WagerName.ANTE)
    assert ante is not None
    assert [(share.player, share.amount) for share in ante.shares] == [("a", 1_000), ("b", 1_000)]


STUD_ROUND = (
    "dealer: place your bets",
    "p1: 1 ante 10000",
    "dealer: no more bets",
    "dealer: deal ?? Qs Ah Js Kd Ts 9d 9s 5c 2d 2h",
    "p1: bet 1",
)


def test_a_wrong_size_is_measured_against_the_ante_each_time() -> None:
    """Twice the Ante is 20,000: of 35,000 that lie there 15,000 come back, whatever was reported before."""
    sitting = Sitting("rws-casino-stud")
    sitting.do(*STUD_ROUND, "dealer: report wager_wrong_size wager=bet box=1 amount=30000")
    sitting.do("dealer: report wager_wrong_size wager=bet box=1 amount=35000")
    bet = sitting.box(1).wager(WagerName.BET)
    assert bet is not None
    assert (bet.amount, bet.excess, bet.active) == (35_000, 15_000, 20_000)
    right = sitting.refused("dealer: report wager_wrong_size wager=bet box=1 amount=20000")
    assert right.reason is Reason.AMOUNT


def test_a_correction_does_not_get_round_a_jackpot_that_is_down() -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do("dealer: report jackpot_system_down", "pit_manager: rule 1 without_jackpot because it is down")
    sitting.do("dealer: place your bets", "p1: 1 ante 10000")
    for act in ("p1: 1 jackpot 500", "dealer: correct wager 1 jackpot 500"):
        refusal = sitting.refused(act)
        assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_WAGER, ("5.18.2.c",))


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


def test_a_round_undone_in_two_steps_leaves_the_meter_where_it_was() -> None:
    """Box 2 leaves first, and the House bears its 350; once the Royal of box 1 is undone too, nothing was won."""
    for last in ("wrong_dealer_count reconstructable=no", "wrong_hand_count box=1 reconstructable=no"):
        sitting = Sitting("rws-casino-stud", {"dealing": "shuffler"}, meter=12_345_600)
        sitting.do(*ROYAL_ROUND, "dealer: report wrong_hand_count box=2 reconstructable=no")
        assert sitting.table.meter.shown == 5_000_000
        sitting.do(f"dealer: report {last}")
        assert sitting.table.meter.shown == 12_345_600
        assert all(line.returned == line.staked for line in sitting.round.lines)
        assert [line.box for line in sitting.round.lines] == [1, 1, 1, 2, 2]


def test_a_stray_jackpot_wager_keeps_its_line_in_a_void_round() -> None:
    sitting = Sitting("rws-casino-stud")
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets")
    sitting.do("dealer: report jackpot_without_ante box=5 player=p9 amount=500", "dealer: report foreign_card")
    assert [(line.box, line.player, line.result, line.returned) for line in sitting.round.lines] == [
        (1, "p1", Result.VOID, 10_000),
        (5, "p9", Result.RETURNED, 500),
    ]


SHARED_ROUND = (
    "dealer: place your bets",
    "a: 1 ante 6000",
    "b: 1 ante 4000",
    "b: 1 bonus 2500",
    "b: 2 ante 5000",
    "c: 3 ante 5000",
    "dealer: no more bets",
    "dealer: deal 3c 4d 8h 9s Qc As Ah 5c 2d 6h 2h 7d 2s",
)
"""Ann plays box 1 with Bob's share in it; the Dealer has 7-2 and loses to Ann's Aces."""
FINISH = ("dealer: reveal", "a: check 1", "c: check 3", "dealer: reveal", "a: check 1", "c: check 3", "dealer: reveal")


def _b_left(sitting: Sitting, cites: tuple[str, ...]) -> None:
    """Bob's 4,000 and his Bonus come back; Ann wins on her own: the Ante stands off, twice 6,000 is paid."""
    sitting.do("a: flop 1", "c: flop 3", *FINISH, "dealer: reveal", "a: show 1", "c: withhold 3", "dealer: settle")
    lines = {line.wager: line for line in sitting.round.lines if line.box == 1}
    ante, bonus, flop = lines[WagerName.ANTE], lines[WagerName.BONUS], lines[WagerName.FLOP]
    assert (ante.result, ante.returned) == (Result.STAND_OFF, 10_000)
    assert [(one.player, one.returned) for one in ante.shares] == [("a", 6_000), ("b", 4_000)]
    assert set(cites) <= set(ante.cites)
    assert (bonus.result, bonus.paid, bonus.returned) == (Result.RETURNED, 0, 2_500)
    assert [(one.player, one.paid, one.returned) for one in bonus.shares] == [("b", 0, 2_500)]
    assert (flop.staked, flop.paid, flop.returned) == (12_000, 12_000, 12_000)
    own = next(line for line in sitting.round.lines if line.box == 2)
    assert (own.result, own.returned) == (Result.RETURNED, 5_000)


def test_who_is_prohibited_gets_his_shares_back_too() -> None:
    """MBS 5.9: any existing wager is returned to the Player."""
    sitting = Sitting(MBS)
    sitting.do(*SHARED_ROUND, "dealer: report confidentiality_breach box=2")
    sitting.do("shift_manager: rule 1 prohibit because he looked at box 1")
    _b_left(sitting, ("5.9",))


def test_who_withdraws_withdraws_his_shares_too() -> None:
    """MBS 5.16.1: whoever withdraws withdraws all his wagers."""
    sitting = Sitting(MBS)
    sitting.do(
        *SHARED_ROUND, "dealer: report interruption", "a: answer 1 stay", "b: answer 2 withdraw", "dealer: clock 3"
    )
    _b_left(sitting, ("5.16.1",))


def test_only_a_wager_that_is_not_the_seated_players_alone_tells_whose_it_was() -> None:
    """Box 3 is Cid's alone; the Bonus on Ann's box is Bob's, and the Ante there is both's."""
    sitting = Sitting(MBS)
    sitting.do(*SHARED_ROUND, "a: flop 1", "b: fold 2", "c: flop 3", *FINISH, "dealer: reveal")
    sitting.do("a: show 1", "c: withhold 3", "dealer: settle")
    told = {(line.box, line.wager): [share.player for share in line.shares] for line in sitting.round.lines}
    assert told[1, WagerName.ANTE] == ["a", "b"]
    assert told[1, WagerName.BONUS] == ["b"]
    assert told[3, WagerName.ANTE] == told[3, WagerName.FLOP] == told[2, WagerName.ANTE] == []


# ---- A payment that rests on something keyed in wrongly -------------------------------------------------------------

PAID = (*STUD_ROUND, "dealer: reveal", "p1: show 1", "dealer: settle")


def paid_wrongly() -> Sitting:
    """The round is paid, and then somebody notices that what was paid on had been keyed in wrongly."""
    sitting = Sitting("rws-casino-stud")
    sitting.do(*PAID)
    assert all(line.result is not Result.VOID for line in sitting.round.lines)
    assert sitting.refused("dealer: take back").sentence == "The round is settled: only a ruling can change it"
    sitting.do("dealer: report not_covered")
    return sitting


def test_a_settled_round_is_mended_by_a_ruling_until_the_next_begins() -> None:
    """5.24 leaves it to the Shift Manager: every wager goes back, what was paid comes back, and both stay on record."""
    sitting = paid_wrongly()
    waits = sitting.refused("dealer: place your bets")
    assert waits.cites == ("5.24",)  # the next round waits for the decision
    assert sitting.refused("pit_manager: rule 1 void_round because a fold was keyed as a BET").reason is Reason.ROLE
    sitting.do("shift_manager: rule 1 void_round because a fold was keyed as a BET")
    assert {(line.wager, line.result, line.paid, line.returned) for line in sitting.round.lines} == {
        (WagerName.ANTE, Result.VOID, 0, 10_000),
        (WagerName.BET, Result.VOID, 0, 20_000),
    }
    sitting.do("dealer: report not_covered")  # nothing is left to be undone
    again = sitting.refused("shift_manager: rule 2 void_round because of the same")
    assert again.sentence == "The decision is continue"
    sitting.do("shift_manager: rule 2 continue because it is mended", "dealer: place your bets")


def test_a_settled_hand_leaves_its_round_by_a_ruling() -> None:
    sitting = paid_wrongly()
    sitting.do("shift_manager: rule 1 invalidate_hand boxes=1 because the fold was misheard")
    assert {line.paid for line in sitting.round.lines} == {0}
    assert sum(line.returned for line in sitting.round.lines) == 30_000


def test_a_settled_round_stands_if_the_shift_manager_says_so() -> None:
    sitting = paid_wrongly()
    before = sitting.round.lines
    sitting.do("shift_manager: rule 1 continue because the payment was right")
    assert sitting.round.lines == before
