"""Rounds to settle, as `settle` dicts: random ones, and rigged ones for what chance hardly ever deals.

In a rigged hand a token of two characters is a card, a single rank character gets a free suit, and "?" gets any card.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from . import evaluator as ev
from .house import CSP, MLP, PTHP, STUD, THBP, Round

CHIP = 500  # the lowest chip of the house-banked games
POLICY: Round = {"minimum": 2500, "maximum": 500_000, "jackpot_wager": 500, "seed": 5_000_000, "contribution": "0.70"}
RATES = ("0", "0.01", "0.333", "0.5", "0.70", "0.705", "0.7125", "0.999", "1")
Named = Iterator[tuple[str, Round]]


# --- random rounds ----------------------------------------------------------------------------------------------------


def _random_policy(game: str, rng: Random) -> Round:
    minimum = rng.choice((500, 1000, 2500, 5000, 10_000))
    policy: Round = {
        "minimum": minimum,
        "maximum": minimum * rng.choice((1, 4, 20, 200, 400)),
        "jackpot_wager": rng.choice((500, 500, 500, 1000, 2500)),
        "seed": rng.choice((50_000, 1_000_000, 5_000_000, 12_345_678)),
        "contribution": rng.choice(RATES),
    }
    if game not in STUD and rng.random() < 0.3:
        policy["bonus_minimum"] = rng.choice((500, 1000, 5000))
        policy["bonus_maximum"] = policy["bonus_minimum"] * rng.choice((1, 10, 100))
    if rng.random() < 0.5:
        policy["dealing"] = rng.choice(("automated", "manual") if game == THBP else ("shoe", "shuffler"))
    if game == THBP and rng.random() < 0.5:
        policy["bonus_on_losing_hand"] = rng.choice(("settles", "loses"))
    return policy


def _random_cards(count: int, rng: Random) -> list[str]:
    """The cards of a round, in dealing order. So that hands get big, half of the time they come out of a few suits or a
    few neighbouring ranks, and at other times sorted by suit or by rank and cut.
    """
    kind = rng.random()
    pool = list(ev.DECK)
    if kind < 0.25:
        suits = rng.sample(ev.SUITS, -(-count // 13))
        pool = [card for card in ev.DECK if card[1] in suits]
    elif kind < 0.5:
        width = min(13, -(-count // 4) + rng.randrange(3))
        low = rng.randrange(14 - width)
        pool = [card for card in ev.DECK if card[0] in ev.RANKS[low : low + width]]
    cards = rng.sample(pool, count)
    if rng.random() < 0.15:
        cards.sort(key=rng.choice((ev.value, ev.DECK.index)))
        cut = rng.randrange(count)
        cards = cards[cut:] + cards[:cut]
    return cards


def _amount(low: int, high: int, rng: Random) -> int:
    if rng.random() < 0.2:
        return rng.choice((low, high))
    return rng.randrange(low, high + 1, CHIP)


def _random_decisions(game: str, rng: Random, folding: float) -> list[str]:
    if rng.random() < folding:
        return ["fold"]
    if game in STUD:
        return ["bet"]
    return ["flop", rng.choice(("turn", "check")), rng.choice(("river", "check"))]


def random_round(game: str, rng: Random) -> Round:
    """A valid round with cards, wagers and decisions by chance."""
    policy = _random_policy(game, rng)
    numbers = sorted(rng.sample(range(1, 8), rng.randint(1, 7)))
    size = 5 if game in STUD else 2
    cards = _random_cards(size * (len(numbers) + 1) + (0 if game in STUD else 5), rng)
    folding = rng.choice((0.0, 0.3, 0.3, 1.0))
    player = 0
    boxes: list[Round] = []
    for number in numbers:
        if not player or rng.random() < 0.75:
            player += 1
        wagers = {"ante": _amount(policy["minimum"], policy["maximum"], rng)}
        if game not in STUD and rng.random() < 0.6:
            limits: dict[str, int] = {"bonus_minimum": policy["minimum"], "bonus_maximum": policy["maximum"], **policy}
            wagers["bonus"] = _amount(limits["bonus_minimum"], limits["bonus_maximum"], rng)
        if rng.random() < 0.6:
            wagers["jackpot"] = policy["jackpot_wager"]
        hand = " ".join(cards.pop() for _ in range(size))
        box: Round = {"box": number, "player": f"p{player}", "cards": hand, "wagers": wagers}
        box["decisions"] = _random_decisions(game, rng, folding)
        if rng.random() < 0.3:
            box["shown"] = rng.random() < 0.5
        boxes.append(box)
    meter = rng.choice((1000, 99_999, 2_999_650, 5_000_000, 12_345_600, rng.randrange(1000, 200_000_000)))
    table: Round = {"game": game, "policy": policy, "meter": meter}
    dealer = " ".join(cards.pop() for _ in range(size))
    if any(box["decisions"] != ["fold"] for box in boxes) or rng.random() < 0.5:
        table["dealer"] = dealer
    if game not in STUD:
        table["community"] = " ".join(cards)
    table["boxes"] = boxes
    return table


# --- rigging ----------------------------------------------------------------------------------------------------------


def _deal(specs: list[str], rng: Random) -> list[str]:
    """Fills the open tokens; a five-card hand with free suits never comes out a Flush by chance."""
    while True:
        hands = [spec.split() for spec in specs]
        fixed = {token for hand in hands for token in hand if len(token) == 2}
        left = [card for card in rng.sample(ev.DECK, 52) if card not in fixed]
        for wanted in (ev.RANKS, "?"):  # the ranks asked for come before the cards that may be any
            for hand in hands:
                for place, token in enumerate(hand):
                    if len(token) == 1 and token in wanted:
                        hand[place] = next(card for card in left if token in ("?", card[0]))
                        left.remove(hand[place])
        free = [hand for spec, hand in zip(specs, hands, strict=True) if any(len(t) == 1 for t in spec.split())]
        if all(len(hand) != 5 or len({card[1] for card in hand}) > 1 for hand in free):
            return [" ".join(hand) for hand in hands]


def _box(cards: str, play: str, ante: int = 10_000, jackpot: bool = True, **more: Any) -> Round:
    """A box of a rigged table; `play` is the decisions, with "hidden" after them for a hand that is not shown."""
    decisions = [word for word in play.split() if word != "hidden"]
    wagers = {"ante": ante}
    if more.get("bonus"):
        wagers["bonus"] = more["bonus"]
    if jackpot:
        wagers["jackpot"] = 500
    box: Round = {"cards": cards, "wagers": wagers, "decisions": decisions}
    if "hidden" in play:
        box["shown"] = False
    return box


def _table(game: str, rng: Random, dealer: str | None, boxes: list[Round], **more: Any) -> Round:
    """A rigged round; `board`, `meter`, `numbers`, `players` and policy fields by name."""
    board: str | None = more.pop("board", None)
    specs = [box["cards"] for box in boxes] + [spec for spec in (dealer, board) if spec is not None]
    hands = iter(_deal(specs, rng))
    numbers = more.pop("numbers", None) or range(1, len(boxes) + 1)
    players = more.pop("players", None) or [f"p{number}" for number in numbers]
    table: Round = {"game": game, "meter": more.pop("meter", 12_345_600)}
    placed = []
    for box, number, player in zip(boxes, numbers, players, strict=True):
        placed.append({"box": number, "player": player, **box, "cards": next(hands)})
    if dealer is not None:
        table["dealer"] = next(hands)
    if board is not None:
        table["community"] = next(hands)
    jackpot = more.get("jackpot_wager", POLICY["jackpot_wager"])
    for box in placed:
        if "jackpot" in box["wagers"]:
            box["wagers"]["jackpot"] = jackpot
    return {**table, "policy": {**POLICY, **more}, "boxes": placed}


# --- rigged stud ------------------------------------------------------------------------------------------------------

STUD_HANDS = {
    "royal": "As Ks Qs Js Ts",
    "straight_flush": "9s 8s 7s 6s 5s",
    "steel_wheel": "3s 5s As 2s 4s",
    "quads": "9s 9h 9d 9c 2s",
    "full_house": "7s 7h 7d 2s 2d",
    "flush": "Ks Js 9s 5s 2s",
    "straight": "K Q J T 9",
    "wheel": "5 A 3 2 4",
    "trips": "8 8 8 Q 3",
    "two_pairs": "7 7 4 4 J",
    "pair": "6 6 Q 7 2",
    "ace_king": "A K Q J 9",
    "odd": "Q T 6 4 2",
}
STUD_DEALERS = {  # the lowest hand that qualifies, the highest that does not, and others near the line
    "ak432": "A K 4 3 2",
    "aqjt9": "A Q J T 9",
    "aqjt8": "A Q J T 8",
    "kqjt8": "K Q J T 8",
    "a6432": "A 6 4 3 2",
    "pair_of_twos": "2 2 3 4 6",
    "two_pairs": "3 3 2 2 4",
    "trips": "2 2 2 3 4",
    "wheel": "A 2 3 4 5",
    "straight_without_ace": "7 6 5 4 3",
    "flush_without_ace_king": "7c 5c 4c 3c 2c",
    "broadway": "A K Q J T",
    "royal": "Ah Kh Qh Jh Th",
}
STUD_PAIRS = {  # (Player, Dealer): equal hands, then hands told apart by their last card
    "equal_royals": ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
    "equal_straight_flushes": ("9s 8s 7s 6s 5s", "9d 8d 7d 6d 5d"),
    "equal_steel_wheels": ("As 2s 3s 4s 5s", "Ad 2d 3d 4d 5d"),
    "equal_flushes": ("Ks Js 9s 5s 2s", "Kd Jd 9d 5d 2d"),
    "equal_straights": ("9 8 7 6 5", "9 8 7 6 5"),
    "equal_wheels": ("A 2 3 4 5", "A 2 3 4 5"),
    "equal_two_pairs": ("7 7 4 4 J", "7 7 4 4 J"),
    "equal_pairs": ("T T K 6 3", "T T K 6 3"),
    "equal_ace_kings": ("A K J 5 2", "A K J 5 2"),
    "ace_king_last_card": ("A K J 5 3", "A K J 5 2"),
    "ace_king_third_card": ("A K T 6 4", "A K J 5 2"),
    "pair_kicker": ("5 5 K T 2", "5 5 Q J T"),
    "pair_last_card": ("5 5 Q J 8", "5 5 Q J 9"),
    "two_pairs_lower": ("7 7 3 3 A", "7 7 4 4 2"),
    "two_pairs_kicker": ("7 7 4 4 K", "7 7 4 4 Q"),
    "flush_last_card": ("Ks Js 9s 5s 3s", "Kd Jd 9d 5d 2d"),
    "wheel_under_six_high": ("A 2 3 4 5", "6 5 4 3 2"),
    "steel_wheel_under_six_high": ("As 2s 3s 4s 5s", "6d 5d 4d 3d 2d"),
    "straights": ("K Q J T 9", "J T 9 8 7"),
    "full_house_by_trips": ("3 3 3 A A", "4 4 4 2 2"),
    "trips": ("Q Q Q 3 2", "J J J A K"),
    "quads": ("2 2 2 2 A", "3 3 3 3 4"),
    "quads_over_full_house": ("2 2 2 2 3", "A A A K K"),
    "flush_over_straight": ("8s 5s 4s 3s 2s", "A K Q J T"),
}
STUD_PLAYS = ("bet", "bet hidden", "fold", "fold hidden")
STUD_CAPS = {"royal": 250, "straight_flush": 50, "quads": 20, "full_house": 7, "flush": 5, "straight": 4, "trips": 3}
ROYAL_S, ROYAL_C = "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"
STEEL_D, NINE_H = "Ad 2d 3d 4d 5d", "9h 8h 7h 6h 5h"


def _stud_matrix(game: str, rng: Random) -> Named:
    for (hand, cards), dealer, play in product(STUD_HANDS.items(), ("ak432", "aqjt8", "royal"), STUD_PLAYS):
        yield f"{hand} {play} against {dealer}", _table(game, rng, STUD_DEALERS[dealer], [_box(cards, play)])
    for (name, dealer), hand in product(STUD_DEALERS.items(), ("two_pairs", "ace_king", "odd")):
        boxes = [_box(STUD_HANDS[hand], "bet", 2500, jackpot=False), _box("? ? ? ? ?", "bet")]
        yield f"qualifying {name}, {hand}", _table(game, rng, dealer, boxes)
    for (name, (mine, his)), play in product(STUD_PAIRS.items(), STUD_PLAYS[:3]):
        yield f"{name} {play}", _table(game, rng, his, [_box(mine, play)])
        yield f"{name} turned round {play}", _table(game, rng, mine, [_box(his, play)])


def _stud_caps(game: str, rng: Random) -> Named:
    for hand, odds in (*STUD_CAPS.items(), ("two_pairs", 2), ("pair", 1), ("ace_king", 1)):
        limit = 10_000_000 // (2 * odds) // CHIP * CHIP
        for ante, dealer in product((limit - CHIP, limit, limit + CHIP), ("ak432", "aqjt8")):
            box = _box(STUD_HANDS[hand], "bet", ante)
            yield f"cap {hand} ante {ante} {dealer}", _table(game, rng, STUD_DEALERS[dealer], [box], maximum=6_000_000)
    boxes = [_box("As Ks Qs Js Ts", "bet", 50_000), _box("9h 8h 7h 6h 5h", "bet", 150_000)]
    yield "cap for each box of one Player", _table(game, rng, "A K 4 3 2", boxes, players=["p1", "p1"])


def _stud_jackpots(game: str, rng: Random) -> Named:
    orders = {
        "royal then straight flush": (ROYAL_S, NINE_H),
        "straight flush then royal": (NINE_H, ROYAL_S),
        "two royals": (ROYAL_S, ROYAL_C),
        "royal between straight flushes": (STEEL_D, ROYAL_S, NINE_H),
        "three straight flushes": (STEEL_D, NINE_H, "Jc Tc 9c 8c 7c"),
        "royal, quads, royal": (ROYAL_S, "9s 9h 9d 9c 2s", ROYAL_C),
        "straight flush, full house, straight flush": (NINE_H, "7s 7c 7d 2s 2c", STEEL_D),
    }
    rates = (("0.70", 12_345_600, 5_000_000), ("0.705", 12_345_678, 50_000), ("0.333", 1009, 999_999), ("1", 4_999, 77))
    for (name, hands), (rate, meter, seed) in product(orders.items(), rates):
        for plays in ("bet,bet,bet", "fold,bet,fold", "bet hidden,bet,bet", "bet,fold hidden,bet"):
            boxes = [_box(hand, play) for hand, play in zip(hands, plays.split(","), strict=False)]
            table = _table(game, rng, "8 6 4 3 2", boxes, meter=meter, seed=seed, contribution=rate)
            yield f"{name}, {plays} at {rate}", table
    for name, hand in STUD_HANDS.items():
        boxes = [_box(hand, "bet"), _box("? ? ? ? ?", "bet", jackpot=False)]
        table = _table(game, rng, "A K 8 3 2", boxes, jackpot_wager=2500, contribution="0.7125", meter=99_999)
        yield f"for one, {name}", table
    unsorted = [_box(ROYAL_S, "bet"), _box(NINE_H, "bet"), _box(STEEL_D, "bet")]
    yield "boxes written out of order", _table(game, rng, "A K 8 6 4", unsorted, numbers=[5, 2, 7])
    for rate in ("0.705", "0.333", "0.001", "0.0019"):
        boxes = [_box("? ? ? ? ?", "bet") for _ in range(7)]
        yield f"seven contributions at {rate}", _table(game, rng, "? ? ? ? ?", boxes, contribution=rate)


def _stud_folds(game: str, rng: Random) -> Named:
    for name, hand in STUD_HANDS.items():
        for dealer in (None, "A K 8 6 4"):
            boxes = [_box(hand, "fold"), _box("? ? ? ? ?", "fold", jackpot=False)]
            yield f"all folded, {name}, dealer {dealer}", _table(game, rng, dealer, boxes)
    boxes = [_box("T T 9 8 7", "fold", jackpot=False) for _ in range(2)]
    yield "all folded, dealer null", {**_table(game, rng, None, boxes), "dealer": None}
    for dealing in ("shoe", "shuffler"):
        boxes = [_box(ROYAL_S, "fold"), _box(NINE_H, "bet"), _box("? ? ? ? ?", "bet hidden")]
        yield f"fold, bet, hidden with a {dealing}", _table(game, rng, "A K 8 6 4", boxes, dealing=dealing)


# --- rigged hold'em ---------------------------------------------------------------------------------------------------

PLAYS = ("flop turn river", "flop check check", "flop turn check", "flop check river")
ENDS = ("flop turn river", "flop check check hidden", "fold", "fold hidden")
BONUS_HANDS = (
    *("A A", "As Ks", "As Qs", "As Js", "As Kd", "As Qd", "As Jd", "K K", "Q Q", "J J", "T T", "9 9", "8 8", "7 7"),
    *("6 6", "5 5", "4 4", "3 3", "2 2", "Ks Qs", "Kd Qs", "As Ts", "As Td", "As 2s", "7d 2s", "Js Ts"),
)
NEUTRAL, ON_BOARD = "Qc 9d 7h 5c 3d", "Tc 9d 8h 7c 6d"  # the second is a Straight that hardly any hand improves
HOLDEM_BOARDS = {  # name: (Hole Cards, board, Dealer)
    "royal on the flop": ("As Ks", "Qs Js Ts 4d 2h", "9c 9d"),
    "royal on the flop, quads for the dealer": ("Ac Kc", "Qc Jc Tc Qd Qh", "Qs 9d"),
    "royal on the turn, two hole cards": ("Ah Th", "Kh 4c Qh Jh 2d", "K K"),
    "royal on the turn, one hole card": ("Ah 3c", "Kh Th Qh Jh 2d", "9h 8h"),
    "royal on the turn, its card on the flop": ("Kd Qd", "Ad Td 2c Jd Jh", "J J"),
    "royal on the river, two hole cards": ("As Ts", "Ks 4c Qs 2d Js", "K K"),
    "royal on the river, one hole card": ("Ts 2c", "As Ks 3d Qs Js", "A A"),
    "royal on the river, pocket pair": ("Ts Td", "As Ks Th Qs Js", "A A"),
    "royal on the board": ("3d 2c", "As Ks Qs Js Ts", "A A"),
    "royal on the board, nine in the hole": ("9s 8s", "As Ks Qs Js Ts", "2 2"),
    "straight flush": ("9s 8s", "7s 6s 5s A K", "A A"),
    "straight flush with one hole card": ("9s 2d", "8s 7s 6s 5s K", "K K"),
    "straight flush on the board": ("A 2", "9h 8h 7h 6h 5h", "K K"),
    "straight flush on the board improved": ("Th Jh", "9h 8h 7h 6h 5h", "K K"),
    "straight flush on the board, dealer improves": ("K K", "9h 8h 7h 6h 5h", "Th 2c"),
    "steel wheel": ("Ad 2d", "3d 4d 5d K K", "K 9"),
    "steel wheel on the board": ("9c 9h", "Ad 2d 3d 4d 5d", "T T"),
    "steel wheel under a six high straight flush": ("Ad 9c", "2d 3d 4d 5d K", "6d 9h"),
    "six high straight flush over a steel wheel": ("6d 9h", "2d 3d 4d 5d K", "Ad 9c"),
    "quads in hand": ("8 8", "8 8 A K 2", "A A"),
    "quads with one hole card": ("8 A", "8 8 8 K 2", "K K"),
    "quads on the board, dealer's kicker": ("Q 2", "8 8 8 8 J", "A 3"),
    "quads on the board, player's kicker": ("A 3", "8 8 8 8 J", "Q 2"),
    "quads on the board, kicker on the board": ("K K", "8 8 8 8 A", "Q Q"),
    "quads under quads": ("8 8", "8 8 9 9 2", "9 9"),
    "full house by pair": ("K K", "8 8 8 3 2", "Q Q"),
    "full house equal": ("K 4", "K K Q Q 2", "K 5"),
    "flush by the last card": ("As 3s", "Ks 9s 8s 2s Jd", "Ad 4s"),
    "flush on the board": ("A A", "Ks 9s 8s 4s 2s", "Q Q"),
    "flush, ante wins": ("As 3s", "Ks 9s 8s 2d Jd", "K K"),
    "wheel, ante wins": ("A 2", "3 4 5 K K", "A Q"),
    "wheel under six high": ("A A", "2 3 4 5 9", "6 K"),
    "six high over wheel": ("6 K", "2 3 4 5 9", "A A"),
    "wheel equal": ("A 9", "2 3 4 5 J", "A K"),
    "broadway, no wrap round": ("2 A", "Q K 3 9 7", "9 9"),
    "broadway": ("A 2", "K Q J T 3", "9 2"),
    "straight on the board": ("3 2", "T 9 8 7 6", "A A"),
    "trips, ante stands off": ("7 7", "7 K Q 3 2", "A A"),
    "two pairs, ante stands off": ("A K", "A K 8 3 2", "Q Q"),
    "three pairs": ("5 5", "A A K K 2", "4 4"),
    "pair, ante stands off": ("A 9", "A Q 8 6 2", "K K"),
    "pair kicker": ("A K", "A Q 8 6 2", "A J"),
    "pair kicker does not play": ("A 3", "A Q J 9 2", "A 4"),
    "high card": ("Ah 9d", "Ks Qc 7d 4c 2h", "Jc Th"),
    "high card lost by the fifth": ("7 3", "A K J 9 2", "8 3"),
    "board plays": ("3 2", "A K J T 8", "5 4"),
}


def _holdem_bonus(game: str, rng: Random) -> Named:
    boards = {"trips for the dealer": (NEUTRAL, "9c 9s"), "tie": (ON_BOARD, "4 4"), "aces": (NEUTRAL, "A A")}
    for hole, (name, (board, dealer)), play in product(BONUS_HANDS, boards.items(), ENDS[:3]):
        clash = hole in ("9 9", "4 4") and name != "aces"
        box = _box(hole, play, 5000, jackpot=False, bonus=2500)
        yield f"bonus {hole}, {name}, {play}", _table(game, rng, "? ?" if clash else dealer, [box], board=board)
    board = "K Q 7 4 2"
    for stake, dealer, play in product((9_500, 10_000, 10_500, 50_000), ("A A", "K K", "J 9"), ENDS[:3]):
        box = _box("A A", play, bonus=stake)
        yield f"bonus of {stake} on aces, {dealer}, {play}", _table(game, rng, dealer, [box], board=board)
    rows = (("A A", 30), ("As Ks", 25), ("As Qs", 20), ("As Kd", 15), ("J J", 10), ("As Jd", 5), ("9 9", 3))
    for hole, odds in rows:
        limit = 10_000_000 // odds // CHIP * CHIP
        for stake in (limit - CHIP, limit, limit + CHIP):
            box = _box(hole, "flop check check", bonus=stake)
            table = _table(game, rng, "T 6", [box], board="8 6 5 3 2", bonus_minimum=500, bonus_maximum=4_000_000)
            yield f"bonus of {stake} on {hole}", table
    boxes = [_box("A A", "flop turn river", bonus=10_500), _box("K K", "flop check check", bonus=500_000)]
    boxes.append(_box("9 9", "fold", bonus=2500))
    table = _table(game, rng, "A A", boxes, board="Q T 7 4 2", players=["p1", "p1", "p2"])
    yield "bonus cap for each box", table


def _holdem_boards(game: str, rng: Random) -> Named:
    dealings = ("automated", "manual") if game == THBP else ("shoe", "shuffler")
    for (name, (hole, board, dealer)), play in product(HOLDEM_BOARDS.items(), (*ENDS, *PLAYS[1:])):
        for dealing, meter in zip(dealings, (12_345_600, 2_500_000), strict=True):
            box = _box(hole, play, bonus=2500)
            table = _table(game, rng, dealer, [box], board=board, dealing=dealing, meter=meter)
            yield f"{name}, {play}, {dealing}", table
    for name, (hole, board, dealer) in HOLDEM_BOARDS.items():
        boxes = [_box("? ?", "fold"), _box(hole, "flop turn check"), _box("? ?", "flop check check hidden")]
        boxes.append(_box("? ?", "flop check river", bonus=5000))
        yield f"{name} among four", _table(game, rng, dealer, boxes, board=board, contribution="0.705")
        boxes = [_box(dealer, "flop turn river", jackpot=False, bonus=2500)]
        yield f"{name} turned round", _table(game, rng, hole, boxes, board=board)


def _holdem_meters(game: str, rng: Random) -> Named:
    """A percentage of the meter against the community prize of SGD 1,500.00, displayed just below, at and above it."""
    cases = {
        "river": ("As 2d", "9s Ks Qs Js Ts", 3_000_000, 20),
        "turn": ("As 2d", "Ks Qs Js Ts 9s", 600_000, 4),
        "flop": ("As Ks", "Qs Js Ts 9s 8s", 150_000, 1),
    }
    for name, (hole, board, level, step) in cases.items():
        for displayed in sorted({1000, level - step, level - 1, level, level + step, 4 * level}):
            for rate, added in (("0.70", 350), ("0.001", 0), ("1", 500)):
                box = _box(hole, "flop check check")
                meter = displayed - added
                table = _table(game, rng, "9c 9d", [box], board=board, meter=meter, contribution=rate)
                yield f"royal on the {name} with {displayed} displayed at {rate}", table
        for others in (["fold", "flop turn river"], ["flop check check hidden", "fold"]):
            boxes = [_box("3 4", others[0]), _box(hole, "flop check check"), _box("5 5", others[1])]
            for meter in (level // 2, 3 * level):
                table = _table(game, rng, "9c 9d", boxes, board=board, meter=meter)
                yield f"royal on the {name} from {meter} beside {others}", table
    for meter in (1_000_000, 2_999_650, 9_999_999):  # a lesser Straight Flush stands in the seven cards as well
        table = _table(game, rng, "9c 9d", [_box("As 9s", "flop turn river")], board="Ks Qs Js 2d Ts", meter=meter)
        yield f"royal on the river over a straight flush from {meter}", table
    boxes = [_box("As 2d", "flop turn river"), _box("8s 7s", "flop check check"), _box("4 4", "fold")]
    table = _table(game, rng, "J J", boxes, board="9s Ks Qs Js Ts", meter=44_444_444, contribution="0.705")
    yield "royal before lesser hands", table
    boxes = [_box("Qs 3d", "flop turn river"), _box("Q T", "flop check check"), _box("4 4", "fold")]
    table = _table(game, rng, "J 8", boxes, board="As Ks Js Ts Qd", contribution="0.705", numbers=[6, 3, 1])
    yield "boxes written out of order", table


def _holdem_folds(game: str, rng: Random) -> Named:
    boards = {
        "royal": "As Ks Qs Js Ts",
        "straight flush": "9h 8h 7h 6h 5h",
        "steel wheel": "Ad 2d 3d 4d 5d",
        "quads": "8 8 8 8 J",
        "full house": "8 8 8 J J",
        "nothing": "Q T 7 4 2",
        "royal for the folded hand": "As Ks Qs 2d 3c",
    }
    for (name, board), jackpot in product(boards.items(), (True, False)):
        wagered = "with jackpot" if jackpot else "without jackpot"
        first = "Js Ts" if "folded" in name else "? ?"
        for dealer in (None, "? ?"):
            boxes = [_box(first, "fold", jackpot=jackpot, bonus=2500), _box("? ?", "fold", jackpot=False)]
            yield f"all folded {wagered}, {name}, dealer {dealer}", _table(game, rng, dealer, boxes, board=board)
        for dealing in ("automated", "manual") if game == THBP else ("shoe", "shuffler"):
            boxes = [
                _box(first, "fold", jackpot=jackpot, bonus=2500),
                _box("? ?", "flop turn river hidden", bonus=2500),
            ]
            boxes.append(_box("? ?", "flop check check", jackpot=jackpot))
            table = _table(game, rng, "? ?", boxes, board=board, dealing=dealing)
            yield f"fold and others {wagered}, {name}, {dealing}", table
    boxes = [_box("T 9", "fold", jackpot=False)]
    yield "all folded, dealer null", {**_table(game, rng, None, boxes, board="A K 7 3 2"), "dealer": None}
    for rate in ("0.705", "0.333", "0.0019"):
        boxes = [_box("? ?", play) for play in (*PLAYS, "fold", "fold", "flop check check hidden")]
        table = _table(game, rng, "? ?", boxes, board="Q T 7 4 2", contribution=rate)
        yield f"seven contributions at {rate}", table


def _bonus_parameter(rng: Random) -> Named:
    """THBP: the parameter for the Bonus of a losing hand, in each outcome."""
    cases = {"win": ("A A", "K Q 7 4 2", "J T"), "lose": ("A A", "K Q 7 4 2", "7 7"), "tie": ("A A", ON_BOARD, "4 4")}
    cases |= {"lose, no row": ("8 3", "K Q 7 4 2", "7 7"), "both aces tie": ("A A", "K Q 7 4 2", "A A")}
    cases |= {
        "both aces lose": ("Ac Ad", "Ks Qs 7s 4s 2d", "As Ah"),
        "both aces win": ("As Ah", "Ks Qs 7s 4s 2d", "A A"),
    }
    for (name, (hole, board, dealer)), setting, play in product(cases.items(), ("settles", "loses"), ENDS):
        box = _box(hole, play, bonus=10_500)
        table = _table(THBP, rng, dealer, [box], board=board, bonus_on_losing_hand=setting)
        yield f"bonus {setting}, {name}, {play}", table


def rigged_named(game: str) -> Named:
    """The rigged rounds of a game with a name each; always the same ones."""
    rng = Random(f"rigged {game}")
    parts: Iterable[Named]
    if game in (CSP, MLP):
        parts = [_stud_matrix(game, rng), _stud_caps(game, rng), _stud_jackpots(game, rng), _stud_folds(game, rng)]
    elif game in (PTHP, THBP):
        parts = [
            _holdem_bonus(game, rng),
            _holdem_boards(game, rng),
            _holdem_meters(game, rng),
            _holdem_folds(game, rng),
        ]
        parts = [*parts, _bonus_parameter(rng)] if game == THBP else parts
    else:
        raise ValueError(f"not a house-banked game: {game!r}")
    for part in parts:
        yield from part


def rigged_rounds(game: str) -> Iterator[Round]:
    """The rigged rounds of a game."""
    for _, table in rigged_named(game):
        yield table
