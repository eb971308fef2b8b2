"""Chapter 4 for a round in which something may have gone wrong: every share of every wager, to the cent."""

from dataclasses import dataclass
from typing import NamedTuple

from . import evaluator as ev
from .house import BET_ODDS, CAP, CSP, MLP, PTHP, STUD, THBP, Award, Meter, bonus_odds, holdem_awards, stud_awards
from .layout import WAGERS, Box, Policy, Wager, counted


class Line(NamedTuple):
    """What becomes of one Player's part of a wager."""

    box: int
    wager: str
    player: str
    staked: int
    paid: int
    returned: int


@dataclass(frozen=True)
class Verdict:
    """How a wager fares: what it pays to one, and whether the stake comes back."""

    odds: int
    keeps: bool


LOSES = Verdict(0, False)
STANDS_OFF = Verdict(0, True)


def verdicts(game: str, policy: Policy, box: Box, dealer: list[str], board: list[str]) -> dict[str, Verdict]:
    """How each wager of a hand fares, the jackpot wager apart."""
    return _stud(game, box, dealer) if game in STUD else _holdem(game, policy, box, dealer, board)


def _stud(game: str, box: Box, dealer: list[str]) -> dict[str, Verdict]:
    lost = {"ante": LOSES, "bet": LOSES}
    if box.folded or (game == MLP and (box.withheld or not box.shown)):  # 3.12.1; MLP 4.3: considered folded
        return lost
    if not ev.qualifies(dealer):  # 3.13
        return {"ante": Verdict(1, True), "bet": STANDS_OFF}
    if not box.shown:  # CSP 4.3
        return lost
    mine, his = ev.strength(box.cards), ev.strength(dealer)
    if mine < his:  # 3.14.2
        return lost
    if mine == his:  # 3.14.3
        return {"ante": STANDS_OFF, "bet": STANDS_OFF}
    return {"ante": Verdict(1, True), "bet": Verdict(BET_ODDS[mine[0]], True)}  # 3.14.1, 4.1


def _holdem(game: str, policy: Policy, box: Box, dealer: list[str], board: list[str]) -> dict[str, Verdict]:
    if box.folded or not box.shown:  # PTHP 3.11.2.a, 4.3, THBP 3.9.1, 3.10.1
        return dict.fromkeys(WAGERS, LOSES)
    mine, his = ev.best(board + box.cards), ev.best(board + dealer)
    odds = bonus_odds(box.cards, dealer)
    bonus = Verdict(odds, True) if odds else LOSES
    if mine < his:  # PTHP 3.14, THBP 3.10.3
        if game == THBP and policy.bonus_on_losing_hand == "loses":
            bonus = LOSES
        return {**dict.fromkeys(WAGERS, LOSES), "bonus": bonus}
    if mine == his:  # PTHP 3.15, THBP 3.10.4
        return {**dict.fromkeys(WAGERS, STANDS_OFF), "bonus": bonus}
    wins = Verdict(1, True)  # PTHP 3.13, THBP 3.10.2
    return {**dict.fromkeys(WAGERS, wins), "ante": wins if mine[0] >= ev.STRAIGHT else STANDS_OFF, "bonus": bonus}


def wager_lines(game: str, policy: Policy, box: Box, wager: Wager, verdict: Verdict) -> list[Line]:
    """Each share of a wager: a share that went back or was folded by itself, the others as the hand fares."""
    lines = []
    for share, counts in zip(wager.shares, counted(box, wager.name, policy), strict=True):
        paid, returned = 0, share.amount - counts
        if share.back:
            returned = share.amount
        elif not share.folded:
            paid = verdict.odds * counts
            if wager.name == "bet" or (game == PTHP and wager.name == "bonus"):  # CSP / MLP / PTHP 4.1.1
                paid = min(paid, CAP)
            returned += counts if verdict.keeps else 0
        lines.append(Line(box.number, wager.name, share.player, share.amount, paid, returned))
    return lines


def awards_of(game: str, policy: Policy, box: Box, board: list[str]) -> list[Award]:
    """The jackpot awards that a hand qualifies for."""
    hand = {
        "cards": " ".join(box.cards),
        "decisions": ["fold" if box.folded else "play"],
        "shown": bool(box.shown),
        "wagers": {"jackpot": box.wagers["jackpot"].lies},
    }
    if game in STUD:
        if game == CSP and box.folded:  # 3.12.1
            return []
        return stud_awards(game, hand)[0]
    table = {"community": " ".join(board), "policy": {"dealing": policy.dealing}}
    return holdem_awards(game, table, hand)[0]


@dataclass
class Taken:
    """What an award has moved the meter by, and whether it was all of it."""

    before: Meter
    after: Meter
    whole: bool


def pay_awards(
    game: str, policy: Policy, boxes: list[Box], board: list[str], meter: Meter, registered: Meter | None
) -> tuple[dict[int, int], dict[int, Taken]]:
    """The awards by box, one after another from the value then displayed (CSP / MLP 4.5.1, clockwise).

    THBP 3.15: a Royal Flush after the lesser hands. One award a hand, the one worth most when it is paid. CSP / MLP
    5.18.1, PTHP 5.17.1: where the system has failed in the round, from the value that it had registered before; THBP
    6.1: or from the one that the Gaming Shift Manager states.
    """
    shown = registered or meter
    claims = {box.number: awards_of(game, policy, box, board) for box in boxes if box.has_jackpot}
    order = sorted(claims, key=lambda number: (game == THBP and any(a.percent for a in claims[number]), number))
    paid: dict[int, int] = {}
    taken: dict[int, Taken] = {}
    for number in order:
        paid[number] = 0
        if claims[number]:
            award = max(claims[number], key=lambda one: one.worth(shown))
            before = Meter(meter.exact, meter.seed)
            paid[number] = shown.take(award.percent) if award.percent else award.fixed
            if registered is not None and award.percent:
                held = min(paid[number], meter.displayed)  # THBP 6.1: what a stated value has too much the House bears
                meter.exact += meter.seed - meter.displayed if award.percent == 100 else -held
            taken[number] = Taken(before, Meter(meter.exact, meter.seed), award.percent == 100)
    return paid, taken
