"""Lantern Stud, version 1: a made-up document of a made-up house, paragraph by paragraph.

It proves that a document is one module: another qualifying hand, another pay table, a side wager on six cards that
survives a fold, and no jackpot.
"""

from croupier.cards import Card
from croupier.hands import Category, Strength, rank_five
from croupier.money import To1
from croupier.rules.banked import BankedGame
from croupier.rules.document import Colours, Rulebook
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.irregularities import Rule, Ruling
from croupier.rules.settling import (
    Comparison,
    Outcome,
    PayLine,
    PayTable,
    Qualifying,
    Result,
    best_with_up_card,
    folded_by_choice,
    folded_by_leaving,
    folded_or_compared,
    in_but_not_shown,
    ranks_from,
)
from croupier.rules.terms import (
    Area,
    BoxRange,
    Choice,
    DealSets,
    Decide,
    Decision,
    Limits,
    OnePlayer,
    RevealDealer,
    ShowHands,
    WagerName,
)
from tests.documents import lantern_chapter_five

book = Rulebook(
    "lantern-stud",
    1,
    title="Lantern Stud",
    short="Lantern Stud",
    letters="LS",
    colours=Colours("#2a7d7d", "#155a5c", "#072f31", "#86d6d6"),
    operator="The Lantern House",
    effective="1 January 2026",
)

# 1 Words

book.definition("1.1", "Ante: the wager with which a Player takes part.")
book.modelled("1.2", "BET: exactly twice the Ante, to stay in.", "croupier.play.banked.playing:choose")
BET_TIMES_ANTE = 2
TITLES = {WagerName.BET: "BET", WagerName.BONUS: "5+1"}

book.modelled("1.3", "Up-card: the Dealer's card that is dealt face up.", "croupier.play.banked.flow:dealt_up")
UP_CARDS = 1

book.modelled("1.4", "The Dealer qualifies with Ace and Queen or better.", "croupier.rules.settling:Qualifying")
QUALIFYING = Qualifying("AQ", FIVE_CARDS, "1.4")

book.modelled(
    "1.5",
    'A round runs from "Place your bets" until all is settled.',
    "croupier.play.banked.betting:open_round",
    "croupier.play.banked.settlement:settle",
)
book.modelled("1.6", "Whose Ante lies on a box decides for its hand.", "croupier.play.banked.playing:choose")

# 2 The table

book.modelled("2.1", "One to seven boxes with Ante, BET and 5+1.", "croupier.rules.banked:read_banked_policy")
BOXES = BoxRange(1, 7, "2.1")

book.modelled("2.2", "One deck of 52 cards.", "croupier.cards:DECK", "croupier.play.banked.dealing:deal")
book.modelled("2.3", "The limits of Ante and 5+1 are displayed.", "croupier.play.banked.view:view")

# 3 The round

book.modelled("3.1", 'Wagers are placed after "Place your bets".', "croupier.play.banked.betting:open_round")
book.modelled("3.2", "An Ante within the limits.", "croupier.play.banked.betting:place")
ANTE_AREA = Area(WagerName.ANTE, "3.2", Limits.ANTE, "3.2", other_box_cite="3.5")

book.modelled("3.3", "Beside it a 5+1 within its own.", "croupier.play.banked.betting:place")
book.modelled("3.4", "A box is one Player's.", "croupier.play.banked.betting:place")
OCCUPANCY = OnePlayer("3.4")

book.modelled(
    "3.5",
    "Free boxes may be played besides, with a look at one hand only.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.playing:look",
)
book.modelled(
    "3.6", '"No more bets": nothing is placed, increased or taken back.', "croupier.play.banked.betting:close_bets"
)
TOO_LATE = Rule(("3.6",), {}, Ruling.REFUSE_WAGER, "After the close the act is refused.")

book.modelled(
    "3.7", "Five cards to each box, then five to the Dealer, the last face up.", "croupier.play.banked.dealing:deal"
)
DEAL = DealSets(5, dealer_up=UP_CARDS, cite="3.7")

book.modelled(
    "3.8", "The Players decide clockwise.", "croupier.play.banked.flow:undecided", "croupier.play.banked.playing:look"
)
book.modelled(
    "3.8.1",
    "Fold: the Ante is lost.",
    "croupier.play.banked.playing:choose",
    "croupier.play.banked.settlement:settle_box",
)
FOLD = Choice(Decision.FOLD, "3.8.1")
FOLDED = Outcome(("3.8.1",), folded_by_choice, {WagerName.ANTE: Result.LOSE})

book.modelled("3.8.2", "Or the BET is placed.", "croupier.play.banked.playing:choose")
BET = Choice(Decision.BET, "3.8.2", places=WagerName.BET, times_ante=BET_TIMES_ANTE, title="BET")
DECIDE = Decide((FOLD, BET), turn_cite="3.8")

book.modelled("3.9", "The Dealer turns his other cards if a hand is in.", "croupier.play.banked.playing:reveal")
REVEAL = RevealDealer("3.9")

book.modelled("3.10", "Not qualified: the Ante wins, the BET goes back.", "croupier.play.banked.settlement:settle_box")
NOT_QUALIFIED = Outcome(("3.10",), QUALIFYING.falls_short, {WagerName.ANTE: Result.WIN, WagerName.BET: Result.RETURNED})

book.modelled("3.11", "Higher: Ante and BET win.", "croupier.play.banked.settlement:settle_box")
HIGHER = Outcome(("3.11",), QUALIFYING.higher, {WagerName.ANTE: Result.WIN, WagerName.BET: Result.WIN})

book.modelled("3.12", "Lower: Ante and BET lose.", "croupier.play.banked.settlement:settle_box")
LOWER = Outcome(("3.12",), QUALIFYING.lower, {WagerName.ANTE: Result.LOSE, WagerName.BET: Result.LOSE})

book.modelled("3.13", "The same: a stand-off.", "croupier.play.banked.settlement:settle_box")
EQUAL = Outcome(("3.13",), QUALIFYING.the_same, {WagerName.ANTE: Result.STAND_OFF, WagerName.BET: Result.STAND_OFF})

book.modelled("3.14", "A hand that is not shown loses every wager.", "croupier.play.banked.playing:withhold")


def not_shown(hand: Comparison) -> bool:
    """The hand does not lie open, whether it is in or folded."""
    return not hand.shown


NOT_SHOWN = Outcome(("3.14",), in_but_not_shown, {WagerName.ANTE: Result.LOSE, WagerName.BET: Result.LOSE})
NOT_SHOWN_BONUS = Outcome(("3.14",), not_shown, {WagerName.BONUS: Result.LOSE})
HIDDEN = Rule(("3.14",), {}, Ruling.RANK_BELOW_DEALER, "A hand that is not shown loses every wager on it.")

book.modelled("3.15", "Staff may place wagers for a Player.", "croupier.play.banked.betting:place")
book.modelled("3.16", "The usual ranking of five cards.", "croupier.hands:rank_five")


def rank(hand: tuple[Card, ...], community: tuple[Card, ...]) -> Strength:
    """The hand's own five cards."""
    return rank_five(hand)


# 4 Payment

book.modelled("4.1", "The Ante pays 1 to 1.", "croupier.play.banked.settlement:settle_box")
ANTE_PAYS = PayTable("4.1", (PayLine("ante", To1(1)),))

book.modelled(
    "4.2", "The BET pays by the ranking, from 1 to 1 up to 100 to 1.", "croupier.play.banked.settlement:settle_box"
)
BET_PAYS = PayTable(
    "4.2",
    (
        PayLine("royal_flush", To1(100), ranks_from(Category.ROYAL_FLUSH)),
        PayLine("straight_flush", To1(50), ranks_from(Category.STRAIGHT_FLUSH)),
        PayLine("four_of_a_kind", To1(20), ranks_from(Category.FOUR_OF_A_KIND)),
        PayLine("full_house", To1(7), ranks_from(Category.FULL_HOUSE)),
        PayLine("flush", To1(5), ranks_from(Category.FLUSH)),
        PayLine("straight", To1(4), ranks_from(Category.STRAIGHT)),
        PayLine("three_of_a_kind", To1(3), ranks_from(Category.THREE_OF_A_KIND)),
        PayLine("two_pairs", To1(2), ranks_from(Category.TWO_PAIRS)),
        PayLine("one_pair_or_less", To1(1)),
    ),
)

book.modelled(
    "4.3",
    "The 5+1 pays by the best five of the Player's cards and the up-card, from three of a kind on.",
    "croupier.play.banked.settlement:settle_box",
    "croupier.rules.settling:best_with_up_card",
)
BONUS_PAYS = PayTable(
    "4.3",
    (
        PayLine("royal_flush", To1(500), ranks_from(Category.ROYAL_FLUSH, best_with_up_card)),
        PayLine("straight_flush", To1(200), ranks_from(Category.STRAIGHT_FLUSH, best_with_up_card)),
        PayLine("four_of_a_kind", To1(50), ranks_from(Category.FOUR_OF_A_KIND, best_with_up_card)),
        PayLine("full_house", To1(20), ranks_from(Category.FULL_HOUSE, best_with_up_card)),
        PayLine("flush", To1(15), ranks_from(Category.FLUSH, best_with_up_card)),
        PayLine("straight", To1(10), ranks_from(Category.STRAIGHT, best_with_up_card)),
        PayLine("three_of_a_kind", To1(7), ranks_from(Category.THREE_OF_A_KIND, best_with_up_card)),
    ),
)


def bonus_pays(hand: Comparison) -> bool:
    """The six cards stand in the pay table."""
    return hand.shown and BONUS_PAYS.line(hand) is not None


def bonus_pays_nothing(hand: Comparison) -> bool:
    """They do not."""
    return hand.shown and BONUS_PAYS.line(hand) is None


BONUS_WON = Outcome(("4.3",), bonus_pays, {WagerName.BONUS: Result.WIN})
BONUS_LOST = Outcome(("4.3",), bonus_pays_nothing, {WagerName.BONUS: Result.LOSE})

book.modelled(
    "4.4",
    "A fold does not touch the 5+1; the folded hand is turned for it.",
    "croupier.play.banked.flow:survives_fold",
    "croupier.play.banked.flow:hands_to_show",
)
BONUS_AREA = Area(WagerName.BONUS, "3.3", Limits.BONUS, "3.3", other_box_cite="3.5", survives_fold=True)
SHOW = ShowHands(shown_cite="4.4", hidden_cite="3.14")

# 5 When something goes wrong

lantern_chapter_five.declare(book, "A BET above twice the Ante loses the excess, one below it counts as it lies.")
ABSENT = Outcome(("5.4", "3.8.1"), folded_by_leaving, {WagerName.ANTE: Result.LOSE})

# Interpretations

book.interpretation(
    "I1",
    "3.8.1",
    "3.9",
    question="What is turned when every hand has folded?",
    choice="The hands with a 5+1; the Dealer's other cards stay as they lie.",
    why="3.9 turns them for hands that are in, and 4.3 needs the up-card only.",
)

DOCUMENT = book.close()

GAME = BankedGame(
    document=DOCUMENT,
    boxes=BOXES,
    occupancy=OCCUPANCY,
    areas=(ANTE_AREA, BONUS_AREA),
    opens="3.1",
    closes="3.6",
    ends="1.5",
    displayed="2.3",
    deck="2.2",
    decides="1.6",
    qualifying=QUALIFYING,
    examine_one="3.5",
    staff_may_place="3.15",
    powers={},
    rounds={"shuffler": (DEAL, DECIDE, REVEAL, SHOW)},
    titles=TITLES,
    hand=FIVE_CARDS,
    rank=rank,
    outcomes=(
        ABSENT,
        FOLDED,
        NOT_SHOWN,
        NOT_SHOWN_BONUS,
        BONUS_WON,
        BONUS_LOST,
        NOT_QUALIFIED,
        HIGHER,
        LOWER,
        EQUAL,
    ),
    pays={WagerName.ANTE: ANTE_PAYS, WagerName.BET: BET_PAYS, WagerName.BONUS: BONUS_PAYS},
    caps={},
    irregularities=lantern_chapter_five.rulings(TOO_LATE, HIDDEN),
    established=folded_or_compared,
    all_folded=("I1",),
)
