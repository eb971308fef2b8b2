"""Settles a round of a house-banked game, written from the documents alone; the oracle for the engine's tests.

`settle` takes the `settle` JSON as a dict (interfaces page) and returns its answer as a dict. The input is taken to be
valid: limits, repeated cards and the like are the engine's to refuse. Chapter 5 of each document is out of scope. In
the comments CSP, MLP, PTHP and THBP are the four documents, as on the interpretations page.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import evaluator as ev

Round = dict[str, Any]
Line = dict[str, Any]
Cites = list[str]

CSP = "rws-casino-stud"
MLP = "rws-multi-link-casino-stud"
PTHP = "rws-progressive-texas-holdem"
THBP = "mbs-texas-holdem-bonus-progressive"
GAMES = (CSP, MLP, PTHP, THBP)
STUD = (CSP, MLP)
RULEBOOKS = {game: f"{game}-v{version}" for game, version in ((CSP, 6), (MLP, 3), (PTHP, 6), (THBP, 6))}

CAP = 10_000_000  # CSP / MLP 4.1.1 for the BET, PTHP 4.1.1 for the Bonus: SGD 100,000.00 a box

BET_ODDS = {  # CSP / MLP 4.1
    ev.ROYAL_FLUSH: 250,
    ev.STRAIGHT_FLUSH: 50,
    ev.QUADS: 20,
    ev.FULL_HOUSE: 7,
    ev.FLUSH: 5,
    ev.STRAIGHT: 4,
    ev.TRIPS: 3,
    ev.TWO_PAIRS: 2,
    ev.PAIR: 1,
    ev.HIGH_CARD: 1,
}
STUD_AWARD = {
    ev.ROYAL_FLUSH: "royal_flush",
    ev.STRAIGHT_FLUSH: "straight_flush",
    ev.QUADS: "four_of_a_kind",
    ev.FULL_HOUSE: "full_house",
    ev.FLUSH: "flush",
    ev.STRAIGHT: "straight",
}
PERCENT = {  # CSP / MLP / PTHP / THBP 4.2
    "royal_flush": 100,
    "straight_flush": 10,
    "royal_flush_on_the_flop": 100,
    "royal_flush_on_the_turn": 25,
    "royal_flush_on_the_river": 5,
}
CSP_FIXED = {"four_of_a_kind": 50_000, "full_house": 20_000, "flush": 10_000}  # CSP 4.2, cents
MLP_FOR_ONE = {"four_of_a_kind": 400, "full_house": 80, "flush": 40, "straight": 20}  # MLP 4.2
HOLDEM_FIXED = {  # PTHP 4.2, THBP 4.2 and 4.2.1, cents
    "straight_flush": 150_000,
    "four_of_a_kind": 30_000,
    "community_royal_flush": 1_000_000,
    "community_straight_flush": 150_000,
    "community_four_of_a_kind": 30_000,
}


@dataclass
class Meter:
    """The progressive meter: the exact value is carried, the value displayed is whole cents."""

    exact: Fraction
    seed: int

    @property
    def displayed(self) -> int:
        return self.exact.numerator // self.exact.denominator

    def take(self, percent: int) -> int:
        """Pays a percentage of the value displayed; a 100 % award resets to the seed and keeps the carried fraction."""
        shown = self.displayed
        paid = shown * percent // 100
        self.exact += self.seed - shown if percent == 100 else -paid
        return paid


@dataclass(frozen=True)
class Award:
    """A jackpot award that a hand qualifies for: a share of the meter, or an amount the House pays."""

    name: str
    percent: int = 0
    fixed: int = 0

    def worth(self, meter: Meter) -> int:
        return meter.displayed * self.percent // 100 if self.percent else self.fixed


def is_folded(box: Round) -> bool:
    return bool(box["decisions"][0] == "fold")


def is_shown(box: Round) -> bool:
    return bool(box.get("shown", True))


def jackpot_stake(box: Round) -> int:
    return int(box["wagers"].get("jackpot") or 0)


def _line(box: Round, wager: str, staked: int, result: str, cites: Cites, paid: int = 0) -> Line:
    back = staked if result != "lose" and wager != "jackpot" else 0
    return {
        "box": box["box"],
        "player": box["player"],
        "wager": wager,
        "staked": staked,
        "result": result,
        "paid": paid,
        "returned": back,
        "cites": list(cites),
    }


# --- Casino Stud and Multi-Link Casino Stud ---------------------------------------------------------------------------


def _stud_lines(game: str, table: Round, box: Round) -> list[Line]:
    ante = int(box["wagers"]["ante"])
    bet = 2 * ante  # 1.3, 3.12.2
    if is_folded(box):  # 3.12.1
        return [_line(box, "ante", ante, "lose", ["3.12.1"])]

    def both(result: str, cites: Cites) -> list[Line]:
        return [_line(box, "ante", ante, result, cites), _line(box, "bet", bet, result, cites)]

    unshown: Cites = [] if is_shown(box) else ["4.3"]
    if unshown and game == MLP:  # MLP 4.3: considered folded, whatever the Dealer holds
        return both("lose", ["4.3", "3.12.1"])
    dealer = ev.parse(table["dealer"])
    if not ev.qualifies(dealer):  # 3.13; for a hand not shown in CSP too
        return [
            _line(box, "ante", ante, "win", [*unshown, "3.13", "4.1"], ante),
            _line(box, "bet", bet, "returned", [*unshown, "3.13"]),
        ]
    if unshown:  # CSP 4.3: ranks below the Dealer's
        return both("lose", ["4.3", "3.14.2"])
    mine, his = ev.strength(ev.parse(box["cards"])), ev.strength(dealer)
    if mine < his:
        return both("lose", ["3.14.2"])
    if mine == his:
        return both("stand_off", ["3.14.3"])
    won = bet * BET_ODDS[mine[0]]
    capped: Cites = ["4.1.1"] if won > CAP else []
    return [
        _line(box, "ante", ante, "win", ["3.14.1", "4.1"], ante),
        _line(box, "bet", bet, "win", ["3.14.1", "4.1", *capped], min(won, CAP)),
    ]


def stud_awards(game: str, box: Round) -> tuple[list[Award], Cites]:
    """The award a hand qualifies for, and the paragraph that a fold or a hidden hand adds before the pay table."""
    if game == CSP and is_folded(box):
        return [], ["3.12.1"]
    if not is_shown(box):  # the ranking has not been established
        return [], ["4.3"]
    name = STUD_AWARD.get(ev.strength(ev.parse(box["cards"]))[0], "")
    first: Cites = ["3.12.1"] if is_folded(box) else []
    if name in ("royal_flush", "straight_flush"):
        return [Award(name, percent=PERCENT[name])], first
    if game == CSP and name in CSP_FIXED:
        return [Award(name, fixed=CSP_FIXED[name])], first
    if game == MLP and name in MLP_FOR_ONE:
        return [Award(name, fixed=MLP_FOR_ONE[name] * jackpot_stake(box))], first
    return [], []


# --- the two hold'em games --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paragraphs:
    """Where each outcome of a hold'em game stands in its document."""

    fold: str
    unshown: str
    win: str
    lose: str
    tie: str
    pays: str
    bonus: str


def _paragraphs(game: str, policy: Round) -> Paragraphs:
    if game == THBP:
        return Paragraphs("3.9.1", "3.10.1", "3.10.2", "3.10.3", "3.10.4", "4.1.1", "1.1.3")
    fold = "3.12.3.a" if policy.get("dealing", "shoe") == "shuffler" else "3.11.2.a"
    return Paragraphs(fold, "4.3", "3.13", "3.14", "3.15", "4.1", "3.9")


def bonus_odds(hole: list[str], dealer: list[str]) -> int:
    """PTHP 4.1, THBP 4.1.1: what the Hole Cards pay to one, 0 where they do not qualify."""
    ranks = "".join(sorted((card[0] for card in hole), key=ev.RANKS.index, reverse=True))
    suited = hole[0][1] == hole[1][1]
    if ranks == "AA":
        return 1000 if [card[0] for card in dealer] == ["A", "A"] else 30
    if ranks == "AK":
        return 25 if suited else 15
    if ranks in ("AQ", "AJ"):
        return 20 if suited else 5
    if ranks[0] == ranks[1]:
        return 10 if ranks[0] in "KQJ" else 3
    return 0


def _bonus_line(game: str, table: Round, box: Round, outcome: str) -> Line:
    """`outcome` is that of the hand: win, lose, stand_off, or fold / unshown."""
    at = _paragraphs(game, table["policy"])
    stake = int(box["wagers"]["bonus"])
    loses = game == THBP and table["policy"].get("bonus_on_losing_hand", "settles") == "loses"
    if outcome == "fold":
        return _line(box, "bonus", stake, "lose", [at.fold])
    if outcome == "unshown":
        return _line(box, "bonus", stake, "lose", [at.unshown])
    if outcome == "lose" and loses:
        return _line(box, "bonus", stake, "lose", [at.lose])
    won = stake * bonus_odds(ev.parse(box["cards"]), ev.parse(table["dealer"]))
    if not won:
        return _line(box, "bonus", stake, "lose", [at.bonus])
    cites = [at.bonus, at.pays]
    if game == PTHP and won > CAP:
        won = CAP
        cites.append("4.1.1")
    return _line(box, "bonus", stake, "win", cites, won)


def _holdem_outcome(table: Round, box: Round) -> tuple[str, int]:
    """How the hand fares, and the category of the Player's best five (0 where they are not looked at)."""
    if is_folded(box):
        return "fold", 0
    if not is_shown(box):
        return "unshown", 0
    board = ev.parse(table["community"])
    mine = ev.best(board + ev.parse(box["cards"]))
    his = ev.best(board + ev.parse(table["dealer"]))
    return ("win" if mine > his else "lose" if mine < his else "stand_off"), mine[0]


def _holdem_lines(game: str, table: Round, box: Round) -> list[Line]:
    at = _paragraphs(game, table["policy"])
    ante = int(box["wagers"]["ante"])
    outcome, category = _holdem_outcome(table, box)
    straight = category >= ev.STRAIGHT
    if outcome == "fold":
        result, cites, ante_result, ante_cites = "lose", [at.fold], "lose", [at.fold]
    elif outcome == "unshown":  # deemed below the Dealer's
        result, cites, ante_result, ante_cites = "lose", [at.unshown, at.lose], "lose", [at.unshown, at.lose]
    elif outcome == "win":
        result, cites = "win", [at.win, at.pays]
        ante_result, ante_cites = ("win", cites) if straight else ("stand_off", [at.win])
    else:
        result, cites = outcome, [at.lose if outcome == "lose" else at.tie]
        ante_result, ante_cites = result, cites
    lines = [_line(box, "ante", ante, ante_result, ante_cites, ante if ante_result == "win" else 0)]
    if box["wagers"].get("bonus"):
        lines.append(_bonus_line(game, table, box, outcome))
    for wager, stake in (("flop", 2 * ante), ("turn", ante), ("river", ante)):
        if wager in box["decisions"]:
            lines.append(_line(box, wager, stake, result, cites, stake if result == "win" else 0))
    return lines


def _royal_street(hole: list[str], board: list[str]) -> str:
    """The street on which the hand's own Royal Flush was completed; empty for none, or for one on the board alone."""
    for name, cards in (("flop", 3), ("turn", 4), ("river", 5)):
        if ev.has_royal(hole + board[:cards]):
            return "" if ev.has_royal(board) else name
    return ""


def holdem_awards(game: str, table: Round, box: Round) -> tuple[list[Award], Cites]:
    """Every award open to the hand in the order of the pay tables, and the paragraph a fold or hidden hand adds."""
    at = _paragraphs(game, table["policy"])
    board = ev.parse(table["community"])
    names: list[str] = []
    out = is_folded(box) or not is_shown(box)
    if not out:
        hole = ev.parse(box["cards"])
        category = ev.best(hole + board)[0]
        street = _royal_street(hole, board)
        if street:
            names.append(f"royal_flush_on_the_{street}")
        elif category == ev.STRAIGHT_FLUSH:
            names.append("straight_flush")
        elif category == ev.QUADS:
            names.append("four_of_a_kind")
    on_board = ev.strength(board)[0]
    if on_board in (ev.ROYAL_FLUSH, ev.STRAIGHT_FLUSH, ev.QUADS):
        names.append(f"community_{STUD_AWARD[on_board]}")
    awards = [
        Award(name, percent=PERCENT[name]) if name.startswith("royal") else Award(name, fixed=HOLDEM_FIXED[name])
        for name in names
    ]
    return awards, [at.fold if is_folded(box) else at.unshown] if out else []


# --- the jackpot and the round ----------------------------------------------------------------------------------------


def _jackpot_line(game: str, box: Round, awards: list[Award], first: Cites, meter: Meter) -> Line:
    """One award a hand, the one worth most when it is paid; of equals the one that stands first in the pay table."""
    stake = jackpot_stake(box)
    if not awards:
        return _line(box, "jackpot", stake, "lose", first or ["4.2"])
    chosen = max(awards, key=lambda award: award.worth(meter))
    paid = meter.take(chosen.percent) if chosen.percent else chosen.fixed
    pays = "4.2.1" if game == THBP and chosen.name.startswith("community") else "4.2"
    return {**_line(box, "jackpot", stake, "win", [*first, pays], paid), "award": chosen.name}


def _jackpot_lines(game: str, table: Round, boxes: list[Round], meter: Meter) -> dict[int, Line]:
    """The jackpot lines by box, paid clockwise (CSP / MLP 4.5.1); in THBP a Royal after the lesser hands (3.15)."""
    playing = [box for box in boxes if jackpot_stake(box)]
    open_to = {
        box["box"]: stud_awards(game, box) if game in STUD else holdem_awards(game, table, box) for box in playing
    }

    def last(box: Round) -> bool:
        return game == THBP and any(award.percent for award in open_to[box["box"]][0])

    return {
        box["box"]: _jackpot_line(game, box, *open_to[box["box"]], meter) for box in sorted(playing, key=last)
    }  # sorted is stable: box order otherwise


def settle(table: Round) -> Round:
    """The answer to a round written down."""
    game = str(table["game"])
    if game not in GAMES:
        raise ValueError(f"not a house-banked game: {game!r}")
    boxes = sorted(table["boxes"], key=lambda box: int(box["box"]))
    before = int(table["meter"])
    meter = Meter(Fraction(before), int(table["policy"]["seed"]))
    rate = Fraction(str(table["policy"]["contribution"]))
    for box in boxes:
        meter.exact += rate * jackpot_stake(box)
    contributed = meter.displayed - before
    jackpots = _jackpot_lines(game, table, boxes, meter)
    lines: list[Line] = []
    for box in boxes:
        lines += _stud_lines(game, table, box) if game in STUD else _holdem_lines(game, table, box)
        if box["box"] in jackpots:
            lines.append(jackpots[box["box"]])
    return {
        "game": game,
        "rulebook": RULEBOOKS[game],
        "lines": lines,
        "meter": {"before": before, "contributed": contributed, "after": meter.displayed},
    }
