"""What the tests of both hold'em documents share: cards, ways through a round, and short forms for its end."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple

from croupier.cards import Card, format_cards, parse_cards
from croupier.hands import Category, category_of, rank_five
from croupier.money import MILLION
from croupier.notation.acts import parse_act
from croupier.notation.answer import Answer
from croupier.play.banked import act
from croupier.play.banked.events import BankedEvent, CardsDealt, JackpotPaid
from croupier.play.banked.jackpot import Payment, pay_pending
from croupier.play.banked.settlement import compare
from croupier.play.banked.state import Meter
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks import load_banked
from croupier.rules.settling import Claim, Comparison
from croupier.rules.terms import Decision, Role, WagerName
from tests.sitting import Sitting, settled

ANTE: Final = 10_000
CHIP: Final = 500
"""The lowest chip of the default policy."""
HIDDEN_PAIR: Final = ("??", "??")
RAISED: Final = ("flop", "turn", "river")
ROLES: Final = tuple(role.value for role in Role)
STAFF: Final = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")


class Deal(NamedTuple):
    """The Player's Hole Cards, the Community Cards in the order of the deal, the Dealer's Hole Cards."""

    hole: str
    community: str
    dealer: str


BOARD: Final = "Kc 7d 2h 9s 3c"
HIGHER: Final = Deal("As Ad", BOARD, "Qh Qs")
"""A pair of Aces against a pair of Queens: the higher hand, short of a Straight."""
LOWER: Final = Deal("Qh Qs", BOARD, "As Ad")
EQUAL: Final = Deal("Qh Jd", BOARD, "Qs Jc")
"""K-Q-J-9-7 on both sides."""
EQUAL_STRAIGHTS: Final = Deal("Jh 2d", "Tc 9d 8h 7s 2c", "Js 3d")
"""J-10-9-8-7 on both sides."""
HIGHEST_THREE: Final = Deal("Ah As", "Ad Kd Qh 7c 2s", "Kh Ks")
"""A-A-A-K-Q against three Kings: the best hand that ranks below every Straight."""
LOWEST_STRAIGHT: Final = Deal("Ac 2c", "5c 4d 3h Ks 9s", "Kd Qd")
"""5-4-3-2-A against a pair of Kings: the lowest Straight."""
FLUSH: Final = Deal("Kc 4c", "9c 8c 7h 2s 3c", "Ah 9d")

ROYAL_ON_THE_FLOP: Final = Deal("As Ks", "Qs Js Ts 2d 3h", "7c 7d")
ROYAL_ON_THE_TURN: Final = Deal("As Ks", "Qs Js 2d Ts 3h", "7c 7d")
ROYAL_ON_THE_TURN_WITH_ONE: Final = Deal("As 4d", "Ks Qs Js Ts 3h", "7c 7d")
ROYAL_ON_THE_RIVER: Final = Deal("As Ks", "Qs Js 2d 3h Ts", "7c 7d")
ROYAL_ON_THE_RIVER_WITH_ONE: Final = Deal("As 4d", "Ks Qs Js 3h Ts", "7c 7d")
ROYAL_ON_THE_BOARD: Final = Deal("4d 4h", "As Ks Qs Js Ts", "7c 7d")
ROYAL_OVER_STRAIGHT_FLUSH: Final = Deal("As 4d", "9s Ts Js Qs Ks", "7c 7d")
"""The River Card makes a Royal Flush with the Hole Card, and a Straight Flush of the Community Cards alone."""
STRAIGHT_FLUSH: Final = Deal("9s 8s", "7s 6s 5s 2d 3h", "Kc Kd")
FOUR_OF_A_KIND: Final = Deal("9s 9d", "9h 2d 3h 9c 5s", "Kc Kd")
FULL_HOUSE: Final = Deal("9s 9d", "9h Kc Kd 2d 3h", "7c 7d")
STRAIGHT_FLUSH_ON_THE_BOARD: Final = Deal("4d 4h", "9c 8c 7c 6c 5c", "Kh Kd")
FOUR_ON_THE_BOARD: Final = Deal("4d 4h", "9c 9d 9h 9s 5c", "Kh Kd")
FULL_HOUSE_ON_THE_BOARD: Final = Deal("4d 4h", "9c 9d 9h 5s 5c", "Kh Kd")

# PTHP 4.1 and THBP 4.1.1, row by row: the Player's Hole Cards, the Dealer's, what the Bonus pays to one.
BONUS_ROWS: Final = (
    ("As Ad", "Ah Ac", 1000),
    ("As Ad", "Ah Kc", 30),
    ("As Ad", "Kh 7c", 30),
    ("As Ks", "Kh 7c", 25),
    ("Ks As", "Ah Ac", 25),
    ("As Qs", "Kh 7c", 20),
    ("As Js", "Kh 7c", 20),
    ("As Kd", "Kh 7c", 15),
    ("Ks Kd", "Ah Ac", 10),
    ("Qs Qd", "Kh 7c", 10),
    ("Js Jd", "Kh 7c", 10),
    ("As Qd", "Kh 7c", 5),
    ("Jd As", "Kh 7c", 5),
    *((f"{rank}s {rank}d", "Kh 7c", 3) for rank in "T98765432"),
)
NO_BONUS: Final = (
    ("As Ts", "Kh 7c"),
    ("As Td", "Ah Ac"),
    ("Ks Qs", "Kh 7c"),
    ("Kd Js", "Kh Kc"),
    ("Js Ts", "Ah Ac"),
    ("3s 2d", "2h 2c"),
)
BONUS_BOARD: Final = "Qh 8c 6h 4c 9h"
"""Hearts and clubs, so that the Hole Cards above, spades and diamonds, are still in the deck."""

# Hands that differ in one rank, from the lowest to the highest.
PAIRS: Final = tuple(f"{rank}c {rank}d " + ("Qh Th 8s" if rank in "KJ9" else "Kh Jh 9s") for rank in "23456789TJQKA")
KICKERS: Final = tuple(f"Ac Ad 3h 2s {rank}c" for rank in "456789TJQK")


# A round that was written down, and its end


def hand(
    number: int, hole: str, decisions: Iterable[str] = RAISED, *, player: str = "", shown: bool = True, **wagers: int
) -> dict[str, Any]:
    """A box of a written round; without other word its Ante is SGD 100."""
    return {
        "box": number,
        "player": player,
        "cards": hole,
        "wagers": {"ante": ANTE, **wagers},
        "decisions": tuple(decisions),
        "shown": shown,
    }


def settle_boxes(
    game: str, community: str, dealer: str | None, *boxes: Mapping[str, Any], meter: int | None = None, **policy: Any
) -> Answer:
    """Settle a round of several boxes."""
    return settled(
        {"game": game, "policy": policy, "meter": meter, "dealer": dealer, "community": community, "boxes": boxes}
    )


def settle_one(
    game: str,
    deal: Deal,
    decisions: Iterable[str] = RAISED,
    *,
    shown: bool = True,
    meter: int | None = None,
    policy: Mapping[str, Any] | None = None,
    **wagers: int,
) -> Answer:
    """Settle a round of one hand on box 1."""
    box = hand(1, deal.hole, decisions, player="", shown=shown, **wagers)
    return settle_boxes(game, deal.community, deal.dealer, box, meter=meter, **(policy or {}))


End = tuple[str, int, int, tuple[str, ...]]
"""How a wager ended: result, winnings, stake given back, paragraphs."""


def ends(answer: Answer, box: int = 1) -> dict[str, End]:
    """How each wager of a box ended."""
    return {one.wager: (one.result, one.paid, one.returned, one.cites) for one in answer.lines if one.box == box}


def won(stake: int, *cites: str, times: int = 1) -> End:
    """Paid so many to one, the stake given back besides."""
    return ("win", times * stake, stake, cites)


def awarded(amount: int, *cites: str) -> End:
    """A jackpot award: the wager itself was taken when it was accepted."""
    return ("win", amount, 0, cites)


def stood_off(stake: int, *cites: str) -> End:
    """Neither paid nor collected."""
    return ("stand_off", 0, stake, cites)


def lost(*cites: str) -> End:
    """Collected."""
    return ("lose", 0, 0, cites)


def award_of(answer: Answer, box: int = 1) -> str:
    """The row of the jackpot pay table that a box was paid."""
    return next(one.award for one in answer.lines if (one.box, one.wager) == (box, "jackpot"))


def deciding(
    game: str, dealing: str, deal: Deal, wager: WagerName, how: str = "show"
) -> list[tuple[str, tuple[str, ...]]]:
    """What every paragraph that applies makes of a wager on a hand shown or withheld, in whatever order they stand."""
    sitting = closed(game, f"p1: 1 ante {ANTE}", "p1: 1 bonus 5000", dealing=dealing)
    sitting.do(f"dealer: deal {deal.community} {deal.hole} {deal.dealer}", "p1: flop 1", "dealer: reveal")
    sitting.do("p1: check 1", "dealer: reveal", "p1: check 1", "dealer: reveal", "dealer: reveal", f"p1: {how} 1")
    compared = compare(sitting.game, sitting.table, sitting.round)[1]
    applying = (one for one in sitting.game.outcomes if wager in one.results and one.when(compared))
    return [(one.results[wager].value, one.cites) for one in applying]


def rows_won(game: str, deal: Deal) -> list[str]:
    """Every row of the jackpot pay tables that a hand shown meets, whichever of them it is then paid."""
    hole, community, dealer = (parse_cards(cards) for cards in deal)
    house = load_banked(game)
    compared = Comparison(
        folded=False,
        shown=True,
        own=house.rank(hole, community),
        dealer=house.rank(dealer, community),
        hole=hole,
        dealer_hole=dealer,
        community=community,
        dealing=next(iter(house.rounds)),
        parameters={},
    )
    return [award.name for award in house.jackpot.awards if award.won_by(compared)]


class Waiting(NamedTuple):
    """A hand that has won an award at some table and waits to be paid."""

    table: str
    dealt: int
    entered: int
    award: str
    box: int = 1


def paid_together(game: str, waiting: Iterable[Waiting], *, meter: int, seed: int) -> tuple[Payment, ...]:
    """Pay awards that are pending together, in the order of the game's document."""
    jackpot = load_banked(game).jackpot
    rows = {award.name: award for award in jackpot.awards}
    claims = [Claim(one.table, one.box, 500, (rows[one.award],), one.dealt, one.entered) for one in waiting]
    return pay_pending(Meter(meter * MILLION), seed, claims, jackpot.paid_in_order)


# A round act by act


class Stage(IntEnum):
    """How far a round has come."""

    CLOSED = 0
    HOLE = 1
    FLOP = 2
    TURN = 3
    RIVER = 4
    SHOWN = 5


# One hand on box 1, dealt HIGHER, by method: the acts that lead from each stage to the next. No Turn, no River.
_SETS: Final = (
    ("dealer: deal Kc 7d 2h 9s 3c As Ad Qh Qs",),
    ("p1: flop 1", "dealer: reveal"),
    ("p1: check 1", "dealer: reveal"),
    ("p1: check 1", "dealer: reveal", "dealer: reveal"),
    ("p1: show 1",),
)
SCRIPTS: Final = {
    "shoe": (
        ("dealer: deal ?? As Ad",),
        ("p1: flop 1", "dealer: deal ?? Kc 7d 2h", "dealer: reveal"),
        ("p1: check 1", "dealer: deal ?? 9s", "dealer: reveal"),
        ("p1: check 1", "dealer: deal ?? 3c", "dealer: reveal", "dealer: deal Qh Qs", "dealer: reveal"),
        ("p1: show 1",),
    ),
    "shuffler": _SETS,
    "automated": _SETS,
    "manual": (
        ("dealer: deal As Ad Kc 7d 2h 9s 3c",),
        ("p1: flop 1", "dealer: deal Qh Qs", "dealer: reveal"),
        *_SETS[2:],
    ),
}


def opened(game: str, *, meter: int | None = None, **policy: Any) -> Sitting:
    """A table that takes wagers."""
    sitting = Sitting(game, policy, meter=meter)
    sitting.do("dealer: place your bets")
    return sitting


def closed(game: str, *bets: str, meter: int | None = None, **policy: Any) -> Sitting:
    """A table with these wagers, no card dealt."""
    sitting = opened(game, meter=meter, **policy)
    sitting.do(*bets, "dealer: no more bets")
    return sitting


def at_stage(game: str, dealing: str, stage: Stage, *more: str, staff: str = "dealer", **policy: Any) -> Sitting:
    """A round of one hand, Ante SGD 100 and ``more``, that has come so far."""
    sitting = Sitting(game, {"dealing": dealing, **policy})
    acts = ["dealer: place your bets", f"p1: 1 ante {ANTE}", *more, "dealer: no more bets"]
    acts += (one for stretch in SCRIPTS[dealing][:stage] for one in stretch)
    sitting.do(*(one.replace("dealer:", f"{staff}:") for one in acts))
    return sitting


def accepted(sitting: Sitting, text: str) -> bool:
    """Whether the table would accept an act now."""
    deed = parse_act(text)
    return not isinstance(act(sitting.game, sitting.table, deed.actor, deed.command), Refusal)


def offered(sitting: Sitting, number: int = 1) -> set[str]:
    """Every decision that the table would accept for a box now."""
    player = sitting.box(number).player
    return {one.value for one in Decision if accepted(sitting, f"{player}: {one} {number}")}


def places(sitting: Sitting) -> list[str]:
    """Where the cards went, in the order of the deal."""
    return [place for event in sitting.events if isinstance(event, CardsDealt) for place in event.places]


def held(sitting: Sitting) -> dict[int, str]:
    """The cards of each box, as they really are."""
    return {box.number: format_cards(box.cards) for box in sitting.round.boxes}


def stake(sitting: Sitting, number: int, wager: str) -> int:
    """What lies on an area."""
    return next(one.amount for one in sitting.box(number).wagers if one.name == wager)


def boxes_paid(events: Iterable[BankedEvent]) -> list[tuple[int, str, int]]:
    """The jackpot awards in the order in which they were paid: box, row, amount."""
    return [(one.box, one.award, one.amount) for one in events if isinstance(one, JackpotPaid)]


def check_exact(sitting: Sitting, what: str, exact: int, cite: str) -> None:
    """A decision of p1 on box 1 places exactly this wager: a chip less, a chip more, half and twice are refused."""
    for wrong in (exact - CHIP, exact + CHIP, exact // 2, exact * 2):
        refusal = sitting.refused(f"p1: {what} 1 {wrong}")
        assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, (cite,))
    sitting.do(f"p1: {what} 1 {exact}")
    assert stake(sitting, 1, what) == exact


def check_only_between(game: str, dealing: str, what: str, first: Stage) -> None:
    """A wager belongs to one Betting Round: not before its cards are turned, nor once the next are."""
    before = at_stage(game, dealing, Stage(first - 1))
    if first > Stage.HOLE:
        before.do("p1: flop 1" if first is Stage.FLOP else "p1: check 1")
    assert before.refused(f"p1: {what} 1").reason is Reason.MOMENT
    during = at_stage(game, dealing, first)
    assert during.refused("dealer: reveal").reason is Reason.MOMENT
    during.do(f"p1: {what} 1")
    assert at_stage(game, dealing, Stage(first + 1)).refused(f"p1: {what} 1").reason is Reason.MOMENT


def paid_to(sitting: Sitting, number: int, wager: str) -> dict[str, int]:
    """Who is handed how much for a wager, winnings and stake together."""
    line = next(one for one in sitting.round.lines if (one.box, one.wager) == (number, wager))
    if line.shares:
        assert sum(share.paid for share in line.shares) == line.paid
        assert sum(share.returned for share in line.shares) == line.returned
        return {share.player: share.paid + share.returned for share in line.shares}
    return {line.player: line.paid + line.returned}


# Hands


def strength(text: str) -> int:
    """How five cards rank."""
    return rank_five(parse_cards(text))


def category(text: str) -> Category:
    """The ranking to which five cards belong."""
    return category_of(strength(text))


def of_suits(ranks: str, suits: str) -> str:
    """Ranks such as ``K Q J T 9`` in suits such as ``cdhsc``."""
    return " ".join(rank + suit for rank, suit in zip(ranks.split(), suits, strict=True))


def cards(text: str) -> tuple[Card, ...]:
    """Cards from a text."""
    return parse_cards(text)
