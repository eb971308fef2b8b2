"""Texas Hold'em Bonus Progressive (MBS), version 6, paragraph by paragraph.

Read it beside the approved document. Each paragraph is stated under its number, in our own words, and what it requires
of software is directly below it.
"""

from croupier.hands import Category, category_of
from croupier.money import To1
from croupier.rules.banked import BankedGame, Grant, Parameter, Power
from croupier.rules.document import Colours, Point, Rulebook, told
from croupier.rules.handtypes import FIVE_CARDS, best_of_seven
from croupier.rules.irregularities import (
    JACKPOT_DOWN,
    Affects,
    AtLeast,
    Decider,
    Exactly,
    Irregularities,
    LaterRounds,
    Rule,
    Ruling,
)
from croupier.rules.settling import (
    Award,
    Claim,
    Comparison,
    Fixed,
    Jackpot,
    JackpotRight,
    Outcome,
    PayLine,
    PayTable,
    PercentOfMeter,
    Result,
    Scope,
    board_holds,
    both_hold,
    folded,
    folded_compared_or_won,
    has_royal,
    holds,
    hole_cards,
    in_and_shown,
    in_but_not_shown,
    one_of,
    pair_of,
    ranks_are,
    ranks_higher,
    ranks_lower,
    ranks_the_same,
    suited,
)
from croupier.rules.terms import (
    Area,
    BoxRange,
    Choice,
    DealCommunity,
    DealDealer,
    DealInTurn,
    DealSets,
    Decide,
    Decision,
    Limits,
    RevealCommunity,
    RevealDealer,
    Role,
    Shared,
    ShowHands,
    WagerName,
)

book = Rulebook(
    "mbs-texas-holdem-bonus-progressive",
    6,
    title="Texas Hold'em Bonus Progressive",
    short="Texas Hold'em Bonus Progressive",
    letters="HB",
    colours=Colours("#90354a", "#6d2334", "#3b0f1a", "#f3a9b6", "Ruby"),
    operator="Marina Bay Sands",
    effective="2 August 2019",
)

# 1 Definitions

book.definition("1.1", "What the words of these rules mean.")
book.definition("1.1.1", "Ante: the Player's first wager in a round.")
book.modelled(
    "1.1.2",
    "Blind Betting: playing a hand unseen. Of several hands a Player may view one and plays the others blind.",
    "croupier.play.banked.playing:look",
    "croupier.play.banked.playing:choose",
)
book.modelled(
    "1.1.3",
    "Bonus: an optional wager before the deal, paid if the Player's Hole Cards qualify.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.settlement:settle_box",
)


def bonus_pays(hand: Comparison) -> bool:
    """Return whether the Bonus is decided by the Hole Cards, and they stand in the pay table."""
    return bonus_goes_by_the_hole_cards(hand) and BONUS_PAYS.line(hand) is not None


def bonus_pays_nothing(hand: Comparison) -> bool:
    """Return whether the Bonus is decided by the Hole Cards, and they do not stand in the pay table."""
    return bonus_goes_by_the_hole_cards(hand) and BONUS_PAYS.line(hand) is None


def bonus_goes_by_the_hole_cards(hand: Comparison) -> bool:
    """Return whether the hand is in and shown, and has not lost the Bonus by being the lower one."""
    return in_and_shown(hand) and not bonus_goes_with_the_hand(hand)


BONUS_WON = Outcome(("1.1.3",), bonus_pays, {WagerName.BONUS: Result.WIN})
BONUS_LOST = Outcome(("1.1.3",), bonus_pays_nothing, {WagerName.BONUS: Result.LOSE})

book.definition("1.1.4", "Check: going on without a wager.")
book.modelled(
    "1.1.5",
    "Community Cards: the cards on the table, of which Players make their best five.",
    "croupier.hands:rank_seven",
)
RANK = best_of_seven

book.definition("1.1.6", "Flop: a further wager, placed to stay in the round.")
book.modelled("1.1.7", "Flop Cards: the first three Community Cards.", "croupier.play.banked.playing:reveal")
FLOP_CARDS = 3

book.definition("1.1.8", "Fold: the Player's decision to leave the round.")
book.modelled(
    "1.1.9",
    "Hole Cards: the pair that each Player and the Dealer get face down.",
    "croupier.play.banked.dealing:deal",
)
HOLE_CARDS = 2

book.definition("1.1.10", "Progressive Jackpot wager: optional, before the deal, paid if the hand qualifies.")
book.definition("1.1.11", "River: a further wager; without it the Player checks.")
book.modelled("1.1.12", "River Card: the fifth and last Community Card.", "croupier.play.banked.playing:reveal")
RIVER_CARDS = 1

book.modelled(
    "1.1.13",
    "A round runs from the commencement of play until losing wagers are collected and winning ones paid.",
    "croupier.play.banked.betting:open_round",
    "croupier.play.banked.settlement:settle",
)
book.definition("1.1.14", "Stand-off: a wager that neither wins nor loses.")
book.definition("1.1.15", "Turn: a further wager; without it the Player checks.")
book.modelled("1.1.16", "Turn Card: the fourth Community Card.", "croupier.play.banked.playing:reveal")
TURN_CARDS = 1

# 2 Mode of Play

book.modelled("2.1", "One deck of 52 cards without jokers.", "croupier.cards:DECK", "croupier.play.banked.dealing:deal")
book.modelled(
    "2.2",
    "The layout of Appendix A, made with four to seven playing positions.",
    "croupier.play.banked.betting:place",
    "croupier.rules.banked:read_banked_policy",
)
BOXES = BoxRange(4, 7, "2.2")

book.modelled(
    "2.2.1",
    "The layout has areas for Ante, Bonus, Flop, Turn, River and jackpot wager.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.playing:choose",
)
book.modelled("2.2.2", "Every playing position has each of those areas.", "croupier.play.banked.betting:place")

# 3 How to Play

book.modelled("3.1", 'Play commences with "Place your bets".', "croupier.play.banked.betting:open_round")
book.modelled("3.2", 'The bets close with "No more bets".', "croupier.play.banked.betting:close_bets")
book.definition("3.3", "The aim is a hand that ranks above the Dealer's.")
book.modelled("3.3.1", "Cards rank from the highest to the lowest.", "croupier.hands:rank_seven")
book.modelled("3.3.1.1", "Ace, King, Queen, Jack, 10 and so on down to 2.", "croupier.hands:rank_seven")
book.modelled("3.3.1.2", "The Ace counts as 1 in 5-4-3-2-A.", "croupier.hands:rank_seven")
book.modelled("3.3.1.3", "Suits rank alike.", "croupier.hands:rank_seven")
book.modelled(
    "3.4",
    "Taking part needs an Ante before the first card; several Players may make it up, within the displayed limits.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.betting:close_bets",
    "croupier.play.banked.view:view",
)
ANTE_AREA = Area(WagerName.ANTE, "3.4", Limits.ANTE, "3.4", other_box_cite="3.4.1")

book.modelled(
    "3.4.1",
    "A Player may wager on several hands but view one only.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.playing:look",
)
book.modelled(
    "3.4.2",
    "Each area takes one wager.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.settlement:settle_box",
)
book.discretion(
    "3.4.3", "A Pit Manager may keep a Player to one position.", "pit_manager", "croupier.play.banked.betting:restrict"
)
KEEP_TO_ONE_BOX = Grant(Role.PIT_MANAGER, "3.4.3")

book.modelled("3.5", "After the Ante, a Bonus or jackpot wager or both.", "croupier.play.banked.betting:place")
BONUS_AREA = Area(WagerName.BONUS, "3.5", Limits.BONUS, "3.4", other_box_cite="3.5")

book.modelled(
    "3.5.1", "The jackpot is offered to the Player seated at the position.", "croupier.play.banked.betting:place"
)
book.modelled("3.5.2", "A blind hand may have a jackpot wager too.", "croupier.play.banked.betting:place")
book.modelled(
    "3.5.3",
    "The jackpot wager goes through the jackpot system, in the amount it takes.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.betting:close_bets",
)
JACKPOT_AREA = Area(WagerName.JACKPOT, "3.5", Limits.PRESCRIBED, "3.5.3", other_box_cite="3.5.2")

book.modelled(
    "3.5.4", "Nobody places a jackpot wager on another Player's position.", "croupier.play.banked.betting:place"
)
OCCUPANCY = Shared(cite="3.4", jackpot_cite="3.5.4", decider_cite="I2")

book.modelled(
    "3.6",
    "Dealer, Pit Supervisor or Pit Manager may place wagers for a Player at the Player's request and risk.",
    "croupier.play.banked.betting:place",
)
MISPLACED_BY_STAFF = Rule(
    ("3.6",),
    {"by": "staff"},
    Ruling.SETTLE_AS_PLACED,
    "The Player answers for wagers placed on their behalf; these settle as they lay.",
)

book.modelled(
    "3.7",
    "Automated: five Community Cards, then pairs clockwise to the positions with a wager, then the Dealer's pair;"
    " all face down.",
    "croupier.play.banked.dealing:deal",
)
COMMUNITY_CARDS = 5
AUTOMATED = (DealCommunity(COMMUNITY_CARDS, "3.7"), DealSets(HOLE_CARDS, cite="3.7"))

book.modelled(
    "3.8",
    "Manual: single cards clockwise, twice; five Community Cards; the Dealer's two after all have decided.",
    "croupier.play.banked.dealing:deal",
)
MANUAL = (
    DealInTurn(HOLE_CARDS, with_dealer=False, cite="3.8"),
    DealCommunity(COMMUNITY_CARDS, "3.8"),
)
MANUAL_DEALER = DealDealer(HOLE_CARDS, "3.8")

book.modelled(
    "3.9",
    "Having examined their Hole Cards the Player folds or wagers on the Flop.",
    "croupier.play.banked.playing:choose",
)
book.modelled(
    "3.9.1",
    "Fold: Ante and Bonus are lost, the hand wins no jackpot; a community prize it can still win.",
    "croupier.play.banked.playing:choose",
    "croupier.play.banked.settlement:settle_box",
)
FOLD = Choice(Decision.FOLD, "3.9.1")
FOLDED = Outcome(("3.9.1",), folded, {WagerName.ANTE: Result.LOSE, WagerName.BONUS: Result.LOSE})
FOLDED_JACKPOT = JackpotRight(("3.9.1",), folded, frozenset({Scope.COMMUNITY}))

book.modelled(
    "3.9.2",
    "Flop: twice the Ante. The Flop Cards are exposed, then Turn and River Card; before each of these the Player"
    " wagers one Ante more or checks.",
    "croupier.play.banked.playing:choose",
    "croupier.play.banked.playing:reveal",
)
FLOP = Choice(Decision.FLOP, "3.9.2", places=WagerName.FLOP, times_ante=2)
TURN = Choice(Decision.TURN, "3.9.2", places=WagerName.TURN, times_ante=1)
RIVER = Choice(Decision.RIVER, "3.9.2", places=WagerName.RIVER, times_ante=1)
CHECK = Choice(Decision.CHECK, "3.9.2")
FOLD_OR_FLOP = Decide((FOLD, FLOP), turn_cite="I1", examine_cites=("3.9",))
STREETS = (
    RevealCommunity("Flop Cards", FLOP_CARDS, "3.9.2"),
    Decide((TURN, CHECK), turn_cite="I1"),
    RevealCommunity("Turn Card", TURN_CARDS, "3.9.2"),
    Decide((RIVER, CHECK), turn_cite="I1"),
    RevealCommunity("River Card", RIVER_CARDS, "3.9.2"),
)

book.modelled(
    "3.10",
    "The Dealer exposes their Hole Cards and compares; each hand is the best five of Community and Hole Cards.",
    "croupier.play.banked.playing:reveal",
    "croupier.hands:rank_seven",
)
REVEAL = RevealDealer("3.10")

book.modelled(
    "3.10.1",
    "A hand that is not shown ranks below the Dealer's and wins no jackpot; a Pit Supervisor or above may view it.",
    "croupier.play.banked.playing:withhold",
    "croupier.play.banked.playing:inspect",
    "croupier.play.banked.settlement:settle_box",
)
HIDDEN = Rule(
    ("3.10.1",),
    {},
    Ruling.RANK_BELOW_DEALER,
    "A hand that is not shown ranks below the Dealer's and wins no jackpot but a community prize.",
)
ALL_LOSE = {
    WagerName.ANTE: Result.LOSE,
    WagerName.FLOP: Result.LOSE,
    WagerName.TURN: Result.LOSE,
    WagerName.RIVER: Result.LOSE,
}
SHOW = ShowHands(shown_cite="3.10", hidden_cite="3.10.1")
NOT_SHOWN = Outcome(("3.10.1", "3.10.3"), in_but_not_shown, ALL_LOSE)
NOT_SHOWN_BONUS = Outcome(("3.10.1", "I5"), in_but_not_shown, {WagerName.BONUS: Result.LOSE})
NOT_SHOWN_JACKPOT = JackpotRight(("3.10.1",), in_but_not_shown, frozenset({Scope.COMMUNITY}))
VIEW_HIDDEN_HAND = Grant(Role.PIT_SUPERVISOR, "3.10.1")

book.modelled(
    "3.10.2",
    "Higher than the Dealer: Flop, Turn and River win; the Ante wins with a Straight or better and otherwise stands"
    " off.",
    "croupier.play.banked.settlement:settle_box",
)
ANTE_WINS_FROM = Category.STRAIGHT


def ante_wins_too(hand: Comparison) -> bool:
    """Return whether the Player's hand is the higher, and good enough for the Ante."""
    return ranks_higher(hand) and category_of(hand.own) >= ANTE_WINS_FROM


def ante_stands_off(hand: Comparison) -> bool:
    """Return whether the Player's hand is the higher, and not good enough for the Ante."""
    return ranks_higher(hand) and category_of(hand.own) < ANTE_WINS_FROM


HIGHER_WITH_ANTE = Outcome(("3.10.2",), ante_wins_too, {WagerName.ANTE: Result.WIN})
HIGHER_WITHOUT_ANTE = Outcome(("3.10.2",), ante_stands_off, {WagerName.ANTE: Result.STAND_OFF})
HIGHER = Outcome(
    ("3.10.2",),
    ranks_higher,
    {
        WagerName.FLOP: Result.WIN,
        WagerName.TURN: Result.WIN,
        WagerName.RIVER: Result.WIN,
    },
)

book.modelled(
    "3.10.3",
    "Lower than the Dealer: all wagers are lost but the jackpot wager's chance.",
    "croupier.play.banked.settlement:settle_box",
)
BONUS_ON_LOSING_HAND = Parameter("bonus_on_losing_hand", ("settles", "loses"), "I3")


def bonus_goes_with_the_hand(hand: Comparison) -> bool:
    """Return whether the hand is lower and the House has chosen that such a hand loses the Bonus too."""
    return ranks_lower(hand) and hand.parameters[BONUS_ON_LOSING_HAND.name] == "loses"


LOWER = Outcome(("3.10.3",), ranks_lower, ALL_LOSE)
BONUS_LOST_WITH_HAND = Outcome(("3.10.3", "I3"), bonus_goes_with_the_hand, {WagerName.BONUS: Result.LOSE})

book.modelled("3.10.4", "The same ranking: a stand-off.", "croupier.play.banked.settlement:settle_box")

EQUAL = Outcome(
    ("3.10.4",),
    ranks_the_same,
    {
        WagerName.ANTE: Result.STAND_OFF,
        WagerName.FLOP: Result.STAND_OFF,
        WagerName.TURN: Result.STAND_OFF,
        WagerName.RIVER: Result.STAND_OFF,
    },
)

book.modelled("3.11", "The ten rankings, in order.", "croupier.hands:rank_seven")
book.modelled("3.11.1", "Royal Flush: Ace to 10 of one suit.", "croupier.hands:rank_seven")
book.modelled(
    "3.11.2", "Straight Flush: five in sequence of one suit, short of the Royal.", "croupier.hands:rank_seven"
)
book.modelled("3.11.3", "Four of a Kind.", "croupier.hands:rank_seven")
book.modelled("3.11.4", "Full House: three of one rank and a pair.", "croupier.hands:rank_seven")
book.modelled("3.11.5", "Flush: five of one suit, not in sequence.", "croupier.hands:rank_seven")
book.modelled("3.11.6", "Straight: five in sequence, the Ace high or low.", "croupier.hands:rank_seven")
book.modelled("3.11.7", "Three of a Kind.", "croupier.hands:rank_seven")
book.modelled("3.11.8", "Two pairs.", "croupier.hands:rank_seven")
book.modelled("3.11.9", "One pair.", "croupier.hands:rank_seven")
book.modelled("3.11.10", "Five odd cards: none of the above.", "croupier.hands:rank_seven")
book.modelled("3.12", "Hands of one order compare by the ranking of their cards.", "croupier.hands:rank_seven")
book.modelled("3.12.1", "The same order and the same card values: a stand-off.", "croupier.hands:rank_seven")
book.modelled("3.12.2", "Two pairs: the higher pair, then the lower, then the odd card.", "croupier.hands:rank_seven")
book.modelled("3.12.3", "One pair: the pair, then the three odd cards in turn.", "croupier.hands:rank_seven")
book.modelled("3.12.4", "5-4-3-2-A is the lowest Straight and Straight Flush.", "croupier.hands:rank_seven")
book.modelled("3.12.5", "Full Houses: the three of a kind, then the pair.", "croupier.hands:rank_seven")
book.modelled("3.12.6", "Equal Straights, suited or not, stand off.", "croupier.hands:rank_seven")
book.modelled(
    "3.13", "A jackpot is paid besides whatever the other wagers win.", "croupier.play.banked.settlement:settle"
)
book.modelled(
    "3.14",
    "Jackpots won at several tables are paid in the order in which they were entered into the jackpot system.",
    "croupier.floor.deciding.link_claims:in_turn",
    "croupier.play.banked.jackpot:pay_pending",
)
book.modelled(
    "3.15",
    "In one round a Royal Flush is paid after the lesser hands.",
    "croupier.play.banked.settlement:settle_jackpots",
)


def takes_from_meter(claim: Claim) -> bool:
    """Return whether the claim is for a Royal Flush: those alone are paid out of the meter."""
    return any(isinstance(award.prize, PercentOfMeter) for award in claim.awards)


def paid_in_order(claim: Claim) -> tuple[int, ...]:
    """Return the sort key of a claim: by entry; of one entry the Royal last, then clockwise."""
    return (claim.entered, takes_from_meter(claim), claim.box)


# 4 Settlement

book.physical("4.1", "Heading: settlement of wagers.", "A heading; the odds are in the paragraph below it.")
book.modelled(
    "4.1.1",
    "Ante, Flop, Turn and River pay 1 to 1; the Bonus pays by the Hole Cards, most with Aces against Aces.",
    "croupier.play.banked.settlement:settle_box",
)
ANTE_PAYS = PayTable("4.1.1", (PayLine("ante", To1(1)),))
FLOP_PAYS = PayTable("4.1.1", (PayLine("flop", To1(1)),))
TURN_PAYS = PayTable("4.1.1", (PayLine("turn", To1(1)),))
RIVER_PAYS = PayTable("4.1.1", (PayLine("river", To1(1)),))

aces = pair_of("A")
high_pair = pair_of("K", "Q", "J")
low_pair = pair_of("T", "9", "8", "7", "6", "5", "4", "3", "2")
ace_king = ranks_are("A", "K")
ace_queen_or_jack = one_of(ranks_are("A", "Q"), ranks_are("A", "J"))

BONUS_PAYS = PayTable(
    "4.1.1",
    (
        PayLine("aces_both", To1(1000), both_hold(aces)),
        PayLine("aces", To1(30), hole_cards(aces)),
        PayLine("ace_king_suited", To1(25), hole_cards(ace_king, suited)),
        PayLine("ace_queen_or_jack_suited", To1(20), hole_cards(ace_queen_or_jack, suited)),
        PayLine("ace_king", To1(15), hole_cards(ace_king)),
        PayLine("high_pair", To1(10), hole_cards(high_pair)),
        PayLine("ace_queen_or_jack", To1(5), hole_cards(ace_queen_or_jack)),
        PayLine("low_pair", To1(3), hole_cards(low_pair)),
    ),
)

book.modelled(
    "4.2",
    "The jackpot wager pays shares of the meter for a Royal Flush by the card that completes it, and fixed amounts"
    " for two lesser hands.",
    "croupier.play.banked.settlement:settle_jackpots",
)


def royal_on_the_flop(hand: Comparison) -> bool:
    """Return whether the Royal stands in Hole Cards and Flop Cards."""
    return has_royal(hand.hole + hand.community[:3])


def royal_on_the_turn(hand: Comparison) -> bool:
    """Return whether the Royal is there after the Turn Card and was not before."""
    return has_royal(hand.hole + hand.community[:4]) and not royal_on_the_flop(hand)


def royal_on_the_river(hand: Comparison) -> bool:
    """Return whether the Royal is there after the River Card, was not before, and needs a Hole Card."""
    earlier = has_royal(hand.hole + hand.community[:4])
    return has_royal(hand.hole + hand.community) and not earlier and not has_royal(hand.community)


HAND_AWARDS = (
    Award("royal_flush_on_the_flop", PercentOfMeter(100), "4.2", Scope.HAND, royal_on_the_flop, major=True),
    Award("royal_flush_on_the_turn", PercentOfMeter(25), "4.2", Scope.HAND, royal_on_the_turn, major=True),
    Award("royal_flush_on_the_river", PercentOfMeter(5), "4.2", Scope.HAND, royal_on_the_river, major=True),
    Award("straight_flush", Fixed(150_000), "4.2", Scope.HAND, holds(Category.STRAIGHT_FLUSH)),
    Award("four_of_a_kind", Fixed(30_000), "4.2", Scope.HAND, holds(Category.FOUR_OF_A_KIND)),
)

book.modelled(
    "4.2.1",
    "Fixed amounts for three hands that the Community Cards make alone.",
    "croupier.play.banked.settlement:settle_jackpots",
)
COMMUNITY_AWARDS = (
    Award("community_royal_flush", Fixed(1_000_000), "4.2.1", Scope.COMMUNITY, board_holds(Category.ROYAL_FLUSH)),
    Award("community_straight_flush", Fixed(150_000), "4.2.1", Scope.COMMUNITY, board_holds(Category.STRAIGHT_FLUSH)),
    Award("community_four_of_a_kind", Fixed(30_000), "4.2.1", Scope.COMMUNITY, board_holds(Category.FOUR_OF_A_KIND)),
)
FULL_RIGHT = JackpotRight((), in_and_shown, frozenset({Scope.HAND, Scope.COMMUNITY}))
JACKPOT = Jackpot(
    HAND_AWARDS + COMMUNITY_AWARDS,
    (FOLDED_JACKPOT, NOT_SHOWN_JACKPOT, FULL_RIGHT),
    paid_in_order,
    feeds=("I6",),
    percentages=("I7",),
    together=("3.15", "I10"),
    across=("3.14",),
    at_table="3.15",
)

# 5 Irregularities

book.modelled(
    "5.1",
    "Cards too many, missing, foreign or unshuffled are found in a round.",
    "croupier.play.banked.remedies:void_round",
)
book.modelled("5.1.1", "That round is void.", "croupier.play.banked.remedies:void_round")
BAD_CARDS = Rule(
    ("5.1", "5.1.1"),
    {},
    Ruling.VOID_ROUND,
    "Cards too many, missing, foreign or unshuffled void the round.",
)

book.modelled(
    "5.1.2",
    "Earlier rounds stand.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.reporting:report",
)
CARDS_EARLIER = {"foreign_card": ("5.1.2",), "unshuffled_cards": ("5.1.2",), "deck_miscount": ("5.1.2",)}
SETTLED_STANDS = {
    "foreign_card": ("5.1.2", "I21"),
    "unshuffled_cards": ("5.1.2", "I21"),
    "deck_miscount": ("5.1.2", "I21"),
}

book.modelled(
    "5.2",
    "A wrong deal before anybody has handled their cards: void, unless moving whole hands repairs it.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.remedies:reconstruct",
    "croupier.play.testimony:compare",
)
WORD_TAKEN = {"said": ("I20",)}
HANDLED = {"seen": "Has any Player handled their cards?"}
MISDEAL_LOST = Rule(
    ("5.2",),
    {"seen": "no", "reconstructable": "no"},
    Ruling.VOID_ROUND,
    "The cards were dealt wrongly, nobody has handled theirs, and moving whole hands does not repair it: void.",
)
MISDEAL_REPAIRED = Rule(
    ("5.2",),
    {"seen": "no", "reconstructable": "yes"},
    Ruling.RECONSTRUCT,
    "Moving whole hands repairs the deal, and the round goes on.",
)

book.modelled(
    "5.3",
    "A wrong number of Community or Dealer's cards, noticed in time and beyond repair: void.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.remedies:reconstruct",
)
TABLE_COUNT_LOST = Rule(
    ("5.3",),
    {"reconstructable": "no", "noticed": "before_next_round"},
    Ruling.VOID_ROUND,
    "The count is wrong and cannot be repaired: the round is void.",
)
TABLE_COUNT_REPAIRED = Rule(
    ("5.3",),
    {"reconstructable": "yes", "noticed": "before_next_round"},
    Ruling.RECONSTRUCT,
    "The count is repaired, and the round goes on.",
)
TABLE_COUNT_LATE = Rule(
    ("5.3", "I11"), {"noticed": "later"}, Ruling.CONTINUE, "The next round has begun: the result stands."
)
TABLE_COUNT_EARLIER = {"wrong_community_count": ("5.3", "I11"), "wrong_dealer_count": ("5.3", "I11")}

book.modelled(
    "5.4",
    "Two or more cards wrongly exposed: void.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.exposure:report_exposed",
)
CARDS_ADDED_UP = {"count": ("I19",)}
EXPOSED = Rule(
    ("5.4",),
    {"count": AtLeast(2), "when": "during_deal"},
    Ruling.VOID_ROUND,
    "Two or more cards were exposed during the deal: void.",
)
ONE_EXPOSED = Rule(
    ("5.4", "I12"),
    {"count": Exactly(1), "when": "during_deal"},
    Ruling.CONTINUE,
    "A single exposed card changes nothing: play goes on.",
)
EXPOSED_LATER = Rule(
    ("5.4", "I12"),
    {"when": "after"},
    Ruling.CONTINUE,
    "The cards were exposed after the deal: nothing changes.",
)

book.modelled(
    "5.5",
    "After the close wagers are neither placed nor increased.",
    "croupier.play.banked.betting:place",
)
PLACED_LATE = Rule(("5.5",), {"act": "placed"}, Ruling.REFUSE_WAGER, "A wager placed after the close is refused.")
INCREASED_LATE = Rule(
    ("5.5",), {"act": "increased"}, Ruling.REFUSE_WAGER, "The increase is refused; the wager at the close stands."
)

book.modelled(
    "5.6",
    "After the close no wager is withdrawn; one withdrawn still wins or loses.",
    "croupier.play.banked.betting:withdraw",
)
WITHDRAWN_LATE = Rule(
    ("5.6",),
    {"act": "withdrawn"},
    Ruling.SETTLE_AS_PLACED,
    "The wager wins or loses as it lay at the close.",
)
MISPLACED_BY_PLAYER = Rule(
    ("I13",), {"by": "player"}, Ruling.SETTLE_AS_PLACED, "The chips settle as they lay at the close."
)

book.modelled(
    "5.7",
    "A wrong number of cards in a Player's hand, noticed in time and beyond repair: out, wagers back.",
    "croupier.play.banked.remedies:invalidate_hand",
    "croupier.play.banked.settlement:settle_out",
)
HAND_COUNT_LOST = Rule(
    ("5.7", "5.7.1"),
    {"reconstructable": "no", "noticed": "before_next_round"},
    Ruling.INVALIDATE_HAND,
    "The hand is out and its wagers go back; a Pit Supervisor may let the other Players withdraw theirs.",
    then=(Ruling.ROLE_DECIDES, Ruling.PLAYERS_CHOOSE),
    then_cites=("5.7.1",),
    then_by=Decider.PIT_SUPERVISOR,
    affects=Affects.OTHERS,
    options=("permit", "play_on"),
)
HAND_COUNT_REPAIRED = Rule(
    ("5.7",),
    {"reconstructable": "yes", "noticed": "before_next_round"},
    Ruling.RECONSTRUCT,
    "The hand is repaired, and the round goes on.",
)
HAND_COUNT_LATE = Rule(
    ("5.7", "I11"), {"noticed": "later"}, Ruling.CONTINUE, "The next round has begun: the result stands."
)
HAND_COUNT_EARLIER = {"wrong_hand_count": ("5.7", "I11")}

book.discretion(
    "5.7.1",
    "Players with the right number may be permitted to withdraw.",
    "pit_supervisor",
    "croupier.play.banked.decisions:take_decision",
    "croupier.play.banked.choices:answer_choice",
    "croupier.play.banked.remedies:take_back",
)
PERMITTED = {"return_wager": ("5.7.1", "I17")}

book.modelled(
    "5.8",
    "Doubt about the number of cards: they are counted; a wrong count voids the round.",
    "croupier.play.banked.remedies:void_round",
)
MISCOUNT = Rule(("5.8", "5.1.1"), {}, Ruling.VOID_ROUND, "The count is wrong: the round is void.")

book.discretion(
    "5.9",
    "A breach of confidentiality: the Shift Manager may bar the Player, whose wagers go back.",
    "shift_manager",
    "croupier.play.banked.decisions:take_decision",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.remedies:take_back",
    "croupier.play.banked.settlement:settle_out",
)
BREACH = Rule(
    ("5.9",),
    {},
    Ruling.ROLE_DECIDES,
    "A Shift Manager may prohibit the Player from further play; then their wagers go back.",
    options=("prohibit", "continue"),
    decided_by=Decider.SHIFT_MANAGER,
)

book.modelled("5.10", "Several positions wagered on in error.", "croupier.play.banked.remedies:positions_remedy")
book.modelled(
    "5.10.1",
    "Hands viewed are played, the others are out.",
    "croupier.play.banked.remedies:positions_remedy",
)
POSITIONS_VIEWED = Rule(
    ("5.10.1",),
    {"viewed": "some"},
    Ruling.INVALIDATE_HAND,
    "The hands that were viewed are played; the others are out and their wagers go back.",
)

book.modelled(
    "5.10.2",
    "None viewed: the hand dealt first is played, the others are out.",
    "croupier.play.banked.remedies:positions_remedy",
)
POSITIONS_UNVIEWED = Rule(
    ("5.10.2",),
    {"viewed": "none"},
    Ruling.INVALIDATE_HAND,
    "The hand that was dealt first is played; the others are out and their wagers go back.",
)

book.discretion(
    "5.10.3",
    "The Shift Manager may stop a Player who tries to control several hands.",
    "shift_manager",
    "croupier.play.banked.betting:stop",
)
STOP_PLAYER = Grant(Role.SHIFT_MANAGER, "5.10.3")

book.modelled(
    "5.11",
    "An absent Player: before the Flop wager the hand is invalid, after it they have checked.",
    "croupier.play.banked.remedies:absence",
    "croupier.play.banked.reporting:report_absent",
    "croupier.play.banked.choices:run_out_clock",
)
ABSENT_BEFORE = Rule(
    ("5.11",),
    {"stage": "before_decision"},
    Ruling.INVALIDATE_HAND,
    "Nobody decides about the Flop: the hand is invalid and its wagers go back.",
)
ABSENT_AFTER = Rule(
    ("5.11",), {"stage": "after_flop"}, Ruling.CHECK_HAND, "The Player is deemed to have checked this time."
)
ABSENT_DONE = Rule(
    ("5.11", "I14"), {"stage": "no_decision_left"}, Ruling.CONTINUE, "Nothing is left to decide: settled as usual."
)

book.modelled("5.12", "A jackpot wager without an Ante.", "croupier.play.banked.remedies:stray_jackpot_wager")
book.modelled(
    "5.12.1",
    "Before the close: an Ante is placed or the jackpot wager cancelled.",
    "croupier.play.banked.remedies:stray_jackpot_wager",
)
JACKPOT_ALONE_OPEN = Rule(
    ("5.12.1",),
    {"noticed": "before_close"},
    Ruling.PLAYER_ADJUSTS,
    "The Player places an Ante or cancels the jackpot wager.",
)

book.modelled(
    "5.12.2",
    "After it: invalid, given back at the end of the hand.",
    "croupier.play.banked.remedies:stray_jackpot_wager",
)
JACKPOT_ALONE_CLOSED = Rule(
    ("5.12.2",),
    {"noticed": "after"},
    Ruling.RETURN_WAGER,
    "The jackpot wager is invalid and goes back at the end of the hand.",
)

book.modelled(
    "5.13",
    "A wager under the minimum settles once; later ones of that Player come back.",
    "croupier.play.banked.remedies:wager_remedy",
    "croupier.play.banked.playing:choose",
)
SHORT_ONCE = Rule(
    ("5.13",),
    {"noticed": "after", "previous": "no"},
    Ruling.SETTLE_AS_PLACED,
    "The first wager below the minimum wins or loses as it lies.",
)
SHORT_AGAIN = Rule(
    ("5.13",),
    {"noticed": "after", "previous": "yes"},
    Ruling.RETURN_WAGER,
    "The Player has had a wager below the minimum settled before: this one comes back.",
)
SHORT_NOTICED = Rule(
    ("3.4", "I15"),
    {"noticed": "before_close"},
    Ruling.PLAYER_ADJUSTS,
    "The wager is outside the displayed limits: the Player increases or withdraws it.",
)

book.modelled(
    "5.14",
    "A wager over the maximum settles as if it were the maximum.",
    "croupier.play.banked.remedies:wager_remedy",
    "croupier.play.banked.measure:measured",
    "croupier.play.banked.measure:most",
)
OVER_MISSED = Rule(
    ("5.14",),
    {"noticed": "after"},
    Ruling.SETTLE_AT_MAXIMUM,
    "The wager is paid or collected to the maximum only; the excess comes back.",
)
OVER_NOTICED = Rule(
    ("3.4", "I15"),
    {"noticed": "before_close"},
    Ruling.RETURN_EXCESS,
    "The wager is outside the displayed limits: the excess comes back.",
)

book.modelled(
    "5.15",
    "What earlier rounds paid or collected outside the limits is settled.",
    "croupier.play.banked.reporting:report",
)
WAGERS_EARLIER = {"wager_over_maximum": ("5.15",), "wager_under_minimum": ("5.15",)}

book.modelled("5.16", "A power failure.", "croupier.play.banked.facts:outcome_established")


OUTCOME_READ = {"outcome": ("I16",)}

book.modelled(
    "5.16.1",
    "Nothing decided: each Player may withdraw all their wagers; then the round is concluded.",
    "croupier.play.banked.remedies:open_choices",
    "croupier.play.banked.choices:answer_choice",
    "croupier.play.banked.remedies:take_back",
    "croupier.play.banked.remedies:affected",
)
INTERRUPTED_OPEN = Rule(
    ("5.16.1",),
    {"outcome": "none"},
    Ruling.PLAYERS_CHOOSE,
    "Each Player withdraws all their wagers or stays; then the round is concluded.",
    affects=Affects.EVERYBODY,
    options=("stay", "withdraw"),
)
ALL_HIS_WAGERS = INTERRUPTED_OPEN.options
STAYS_OR_WITHDRAWS = {"withdraw": ("5.16.1", "I17")}

book.modelled(
    "5.16.2",
    "Something decided: the round is played to its end.",
    "croupier.play.banked.facts:outcome_established",
)
INTERRUPTED_DECIDED = Rule(
    ("5.16.2",),
    {"outcome": "established"},
    Ruling.CONTINUE,
    "A wager has already been won or lost: the round is played to its end.",
)

# 6 General Provisions

book.discretion(
    "6.1",
    "What the rules do not cover, the Shift Manager decides.",
    "shift_manager",
    "croupier.play.banked.decisions:take_decision",
    "croupier.play.banked.remedies:return_jackpot_wagers",
    "croupier.play.banked.settlement:settle_jackpots",
)
LEFT_TO_SHIFT_MANAGER = Rule(
    ("6.1",),
    {},
    Ruling.ROLE_DECIDES,
    "The document does not cover this: a Gaming Shift Manager decides.",
    options=("continue", "void_round", "invalidate_hand"),
    decided_by=Decider.SHIFT_MANAGER,
)
JACKPOT_LEFT_TO_SHIFT_MANAGER = Rule(
    ("6.1",),
    {},
    Ruling.ROLE_DECIDES,
    "The document does not cover this: a Gaming Shift Manager decides. Awards of a round that plays on are paid from"
    " the value registered before the failure, or from another one that is stated and that two sign.",
    options=(*LEFT_TO_SHIFT_MANAGER.options, "return_jackpot_wagers"),
    decided_by=Decider.SHIFT_MANAGER,
)
FAILING_JACKPOT = JACKPOT.paid_as_registered("6.1")
LATER_ROUNDS = LaterRounds(chosen=("6.1",), close_table=("6.1",), close_boxes=("6.1",), without_jackpot=("6.1",))
UNCOVERED: dict[str, tuple[Rule, ...]] = {
    "shoe_exhausted": (),
    "other_dealing_error": (),
    "card_face_up_in_shoe": (),
    "simultaneous_draw": (),
    "jackpot_system_down": (),
    "extra_hand_examined": (),
    "wager_wrong_size": (),
    "error_noticed_late": (),
    "not_covered": (),
}
CANNOT = {"burn_missed": "no card is burnt in it"}
NARROWED = {
    ("wager_wrong_size", "wager"): ("flop", "turn", "river"),
    ("hand_not_shown", "dealer_qualifies"): (),
}

book.modelled(
    "6.2",
    "Whoever acts in a position, or holds a higher one, may do what it may do.",
    "croupier.rules.terms:at_least",
)

# Interpretations

book.interpretation(
    "I1",
    "3.9",
    "3.4.1",
    question="In which order do the Players decide?",
    choice="Clockwise from the Dealer's left, every position by itself, viewed or blind.",
    why="The cards go round that way (3.7, 3.8), and the order must not depend on who speaks first.",
)
book.interpretation(
    "I2",
    "3.4",
    "3.4.2",
    "3.5.4",
    question="How is a wager of several Players played and settled?",
    choice="An area takes one wager made up of shares, the limits binding the total. The seated Player, who placed"
    " first, decides. A sharer who does not fund the Flop folds their share; one who does not fund the Turn or the"
    " River has checked, their Ante and Flop shares play on, and that wager consists of the shares that were funded."
    " Results are divided in proportion, to the cent, largest remainder first. Jackpot wagers have no shares.",
    why="3.4 allows several Players on an area and 3.4.2 only one wager; one hand can be played in one way only. 3.9.1"
    " folds a hand without a Flop, and 3.9.2 lets a Player check at the Turn and the River.",
)
book.interpretation(
    "I3",
    "3.10.3",
    "3.10.4",
    "1.1.3",
    question="Does a losing hand lose its Bonus too?",
    choice="No: the wagers meant are those that the comparison decides; the Bonus goes by the Hole Cards. A House may"
    " choose the other reading.",
    why="1.1.3 and 4.1.1 make the Bonus depend on the Hole Cards alone.",
)
book.interpretation(
    "I4",
    "3.4",
    "3.9.2",
    question="Which wagers do the limits bind, and may a Flop, Turn or River have another size than the text gives?",
    choice="They bind Ante and Bonus, in multiples of the lowest chip. Another size of a later wager is refused; one"
    " noticed later is an irregularity.",
    why="The later wagers follow from the Ante; chapter 5 speaks only of what slipped through.",
    code=(
        "croupier.play.banked.betting:place",
        "croupier.play.banked.playing:choose",
    ),
)
book.interpretation(
    "I5",
    "3.10.1",
    question="What becomes of the Bonus and of a community prize when a hand is not shown?",
    choice="The Bonus is lost; a community prize stands.",
    why="Nothing shows that the Hole Cards qualify, while the Community Cards are face up.",
)
book.interpretation(
    "I6",
    "3.5.3",
    settles=Point.STAKE_BACK,
    question="When does a jackpot wager feed the meter, and does it ever come back?",
    choice="When the bets close, with its exact share, fractions of a cent carried; it is kept whether it wins,"
    " loses or stands off.",
    why="It is taken when the jackpot system accepts it.",
)
book.interpretation(
    "I7",
    "4.2",
    question="What is a percentage taken from, and what does it do to the meter?",
    choice="From the value displayed at that moment, rounded down to the cent. All of it resets the meter to its"
    " seed, less lowers it by what was paid; fixed amounts come from the House.",
    why="The table speaks of a share of the jackpot; what is left goes on growing.",
)
book.interpretation(
    "I8",
    "3.9.1",
    question="What happens when every hand has folded?",
    choice="The Community Cards are still exposed where a folded hand has a jackpot wager; otherwise the round ends."
    " The Dealer's cards stay unseen.",
    why="Only a community prize can still be won.",
)
book.interpretation(
    "I9",
    "4.2",
    "4.2.1",
    settles=Point.PRIZES_ADD_UP,
    question="What is a Royal Flush on the Flop, the Turn, the River? Do prizes of hand and community add up?",
    choice="The Royal counts from the card that completes it and needs a Hole Card. A hand is paid one award, the one"
    " worth most when it is paid; among equals the first of the table.",
    why="The table counts five, six and seven cards; a Royal on the board alone has its own row.",
    code=(
        "croupier.rulebooks.mbs_texas_holdem_bonus_progressive_v6:royal_on_the_flop",
        "croupier.rulebooks.mbs_texas_holdem_bonus_progressive_v6:royal_on_the_turn",
        "croupier.rulebooks.mbs_texas_holdem_bonus_progressive_v6:royal_on_the_river",
        "croupier.play.banked.jackpot:pay_pending",
    ),
)
book.interpretation(
    "I10",
    "3.14",
    "3.15",
    question="Which awards does the order of payment bind?",
    choice="Those pending together: claimed and not yet paid. Nobody waits for a round still in play, and a paid"
    " award is never reopened.",
    why="A claim is entered when its round is settled.",
)

book.interpretation(
    "I11",
    "5.3",
    "5.7",
    question="What follows when a wrong number of cards is noticed only after the next round has begun?",
    choice="Nothing: the result stands.",
    why="Both paragraphs act only if it is noticed before that.",
)
book.interpretation(
    "I12",
    "5.4",
    question="What follows when exactly one card is exposed, or any after the deal?",
    choice="Play goes on.",
    why="5.4 begins with two cards and ends with the deal; no paragraph takes anything from a Player for less.",
)
book.interpretation(
    "I13",
    "5.6",
    "3.6",
    question="Who bears a wager that a Player put down wrongly themselves?",
    choice="The Player: it settles as it lies at the close.",
    why="After the close nothing is withdrawn (5.6), and even what staff place is theirs to check (3.6).",
)
book.interpretation(
    "I14",
    "5.11",
    question="What if a Player is absent who has nothing left to decide?",
    choice="Their wagers settle as usual.",
    why="5.11 is about decisions that nobody makes.",
)
book.interpretation(
    "I15",
    "3.4",
    "5.13",
    "5.14",
    question="What follows when a wager outside the limits is noticed before the close?",
    choice="The excess comes back; a wager below the minimum is increased or withdrawn.",
    why="3.4 takes wagers only within the limits; 5.13 and 5.14 speak of wagers that were settled.",
)
book.interpretation(
    "I16",
    "5.16",
    question="When is an outcome established, and what if a Player does not answer?",
    choice="When a wager is decided by what lies face up or by a decision that stands; a fold decides Ante and Bonus."
    " Cards face down decide nothing, not even a Bonus. No answer means staying.",
    why="Conclusively won or lost means that nothing hidden can change it.",
)
book.interpretation(
    "I17",
    "5.7.1",
    "5.9",
    "5.10",
    "5.11",
    "5.16.1",
    question="Which wagers go back with a hand, or with a void round?",
    choice="Every wager of that hand, Player or round, Bonus and jackpot wager included; the contribution leaves the"
    " meter to the cent. Where a 100 % award has been paid out of it since, the House bears it. Under 5.7.1 a Pit"
    " Supervisor permits, then it is all or nothing per hand.",
    why="A hand without its Ante has no wager; 5.16.1 says so for a Player who withdraws.",
)
book.interpretation(
    "I18",
    "3.9",
    "5.11",
    question="What if a Player has looked at their cards, and lets their clock run out before the Flop wager?",
    choice="They were present: no Flop wager is a fold, and Ante and Bonus are lost. The wagers of 5.11 go back to a"
    " Player who has not looked, or whom the Dealer reports absent.",
    why="Otherwise everybody could see their cards for nothing, and take their Ante back whenever they are bad.",
)

# What holds across the paragraphs of chapter 5

book.interpretation(
    "I19",
    "5.4",
    "5.7",
    "5.9",
    "5.10",
    "5.16",
    question="What if two things go wrong in one round?",
    choice="Each report is ruled on all that has gone wrong in the round so far: exposed cards add up, a hand that is"
    " out stays out, a second failure is a second failure. Who is affected follows from whose cards they are.",
    why="5.4 and 5.7 look at the state of the round, not at the moment of each report.",
)
book.interpretation(
    "I20",
    "5.2",
    "5.10",
    "5.11",
    question="What if a report says something else than the record, or what the record does not show?",
    choice="Where a Dealer deals, a look or a touch that was not recorded is unknown. What a statement changes, and"
    " when, decides who must stand behind it, as the table of authority has it: a Dealer for what fills a gap,"
    " with a Pit Supervisor or above who confirms once it gives wagers back after a look or a turned card; a"
    " Pit Supervisor with a reason for what contradicts the record; two people, one of them a Pit Manager or"
    " above, once an outcome is established; two, a Shift Manager among them, after the settlement. Where the"
    " program deals, its record is certain.",
    why="The paragraphs ask what happened, and not everything that happens is recorded; neither the word nor the"
    " record may be changed in silence.",
)
book.interpretation(
    "I21",
    "1.1.13",
    "5.1.2",
    "5.3",
    "5.7",
    "5.8",
    question="How far back does an error reach that is found after the settlement?",
    choice="A settled round has ended. Only a wrong number of cards in a hand, in the Dealer's or among the Community"
    " cards reaches back, until the next round begins; a miscounted deck, a foreign or an unshuffled card found then"
    " changes nothing. Anything else found then goes on record without effect.",
    why="1.1.13 ends a round with its settlement and 5.1.2 lets earlier ones stand; 5.3 and 5.7 alone name a longer"
    " time.",
    code=("croupier.play.banked.reporting:report",),
)
book.interpretation(
    "I22",
    "3.4",
    "3.9.2",
    "5.13",
    "5.14",
    question="What may the later wagers be once the Ante, a share or a wager itself is found to have another size?",
    choice="The Ante as it lies, up to the maximum, decides what Flop, Turn and River may be; all of them are measured"
    " again from it, and the shares that are still in divide what counts. What is above goes back, never more than"
    " there is.",
    why="3.9.2 sizes the later wagers by the Ante, and 5.14 lets only the maximum count.",
    code=("croupier.play.banked.measure:measured",),
)
book.interpretation(
    "I23",
    "5.7.1",
    "5.11",
    "5.16.1",
    question="Whom does an absence bind, for how long, and what of an open choice?",
    choice="The Player, at each hand where a decision of theirs is missing; a Player who plays one position is"
    " present at the others. Before the Flop wager the hand is out; later that one decision is a Check, and"
    " they may wager the next. While the bets are open their positions take no more wagers in this round. A"
    " choice open to them ends as staying; a later answer is refused.",
    why="5.11 speaks of the Player and of the decision that they miss; silence means staying.",
    code=(
        "croupier.play.banked.remedies:absence",
        "croupier.play.banked.choices:run_out_clock",
    ),
)

book.interpretation(
    "I24",
    "3.4.1",
    "3.4.3",
    "5.10",
    "5.10.2",
    question="When are several positions of one Player an error, and which hand was dealt first?",
    choice="When they are reported as one, or when a Pit Manager has kept the Player to one position. The lowest"
    " position was dealt first.",
    why="3.4.1 allows several positions, so that only a report or a restriction makes them an error; the cards go round"
    " from the Dealer's left.",
    code=("croupier.play.banked.remedies:positions_remedy",),
)
book.interpretation(
    "I25",
    "3.4.3",
    "5.9",
    "5.10.3",
    "5.13",
    question="For how long does it count that a Player was restricted, stopped, or settled below the minimum?",
    choice="At that table and over its rounds, until it is lifted; a wager below the minimum that was settled counts"
    " for every Player with a share in it.",
    why="The paragraphs speak of further play and of all future wagers; who decides about them is that table's staff.",
    code=("croupier.play.banked.state:Table",),
)

book.interpretation(
    "I26",
    "5.13",
    "3.13",
    "3.9.2",
    question="Which wagers come back with a further one under the minimum, and who says that it is a further one?",
    choice="The Ante with the Flop, Turn and River sized by it, those placed afterwards too; a Bonus only if it is"
    " below its own minimum. The jackpot wager stays and wins what it wins. Whether it is a further one is the table's"
    " own record; no statement changes it.",
    why="5.13 returns the wagers that are under the minimum: the later ones have their size from the Ante, the jackpot"
    " wager is of the prescribed amount, and 3.13 pays it in addition to the others.",
    code=(
        "croupier.play.banked.remedies:wager_remedy",
        "croupier.play.banked.playing:choose",
    ),
)

# Where paragraphs meet: one situation, two rulings, and the one that prevails

book.overlap(
    "O1",
    "3.4.2",
    situation="Several Players wager on one area.",
    prevails="3.4",
    why="3.4 allows it within the limits; the one wager of 3.4.2 is made up of their shares.",
    reading="I2",
)
book.overlap(
    "O2",
    "5.10",
    situation="A Player has wagers on several positions.",
    prevails="3.4.1",
    why="3.4.1 allows it; 5.10 is about positions that were wagered on in error, or that a Pit Manager forbade"
    " (3.4.3).",
    reading="I24",
)
book.overlap(
    "O3",
    "5.14",
    situation="A Flop of twice the Ante exceeds the maximum.",
    prevails="3.9.2",
    why="The limits bind the Ante; 3.9.2 sizes the later wagers by it, and 5.14 is about what exceeds that.",
    reading="I4",
)
book.overlap(
    "O4",
    "5.11",
    situation="A Player is there, has looked at their cards, and does not decide about the Flop.",
    prevails="3.9.1",
    why="5.11 gives the wagers back to a Player who is absent; this one has seen their cards and does not go on.",
    reading="I18",
)
book.overlap(
    "O5",
    "3.9.1",
    situation="A folded hand's Player has had a wager below the minimum settled before.",
    prevails="5.13",
    why="5.13 returns every later one whatever the outcome; a fold is one. The Bonus is lost with the fold.",
    reading="I26",
    rows=(told("wager_under_minimum", noticed="after", previous="yes"),),
)
book.overlap(
    "O6",
    "1.1.10",
    situation="A folded hand has a jackpot wager, and the Community cards win a prize.",
    prevails="3.9.1",
    why="1.1.10 asks that the Player's hand qualify; 3.9.1 leaves a folded one what the Community cards win.",
)
book.overlap(
    "O7",
    "3.9.2",
    situation="A straight flush of all seven cards wins the jackpot without the Flop cards.",
    prevails="4.2",
    why="3.9.2 speaks of five cards with the Flop; the table of 4.2 counts the best of all seven.",
    reading="I9",
)
book.overlap(
    "O8",
    "3.10.3",
    situation="A losing hand has Hole cards that win the Bonus.",
    prevails="1.1.3",
    why="3.10.3 takes the wagers that the comparison decides; 1.1.3 and 4.1.1 have the Hole cards decide the Bonus.",
    reading="I3",
)
book.overlap(
    "O9",
    "3.10.1",
    situation="A hand is not shown, and the Community cards win a prize.",
    prevails="4.2.1",
    why="3.10.1 is about the Player's own hand; the table of 4.2.1 goes by the Community cards, which are face up.",
    reading="I5",
)
book.overlap(
    "O10",
    "3.10.1",
    situation="A Player leaves with nothing to decide, and their hand is face down.",
    prevails="5.11",
    why="They have declined nothing: their wagers settle as usual, and the Dealer turns the hand.",
    reading="I14",
    rows=(
        told("player_absent", stage="no_decision_left"),
        told("hand_not_shown"),
    ),
)
book.overlap(
    "O11",
    "5.8",
    situation="Cards are found to be missing or too many, and the round is over.",
    prevails="5.1.2",
    why="5.8 voids the round whose cards were counted; 5.1.2 lets every round stand that is over.",
    reading="I21",
)
book.overlap(
    "O12",
    "5.2",
    situation="A hand has a wrong number of cards, nobody has handled theirs, and it cannot be put right.",
    prevails="5.7",
    why="5.7 is about exactly this and takes one hand out; 5.2 is about cards dealt wrongly in general.",
    rows=(
        told("wrong_hand_count", noticed="before_next_round", reconstructable="no"),
        told("misdeal", seen="no"),
    ),
)
book.overlap(
    "O13",
    "1.1.13",
    situation="A wrong number of cards is noticed after the settlement and before the next round.",
    prevails="5.3",
    why="1.1.13 ends the round with its settlement, but 5.3, like 5.7, names a longer time.",
    reading="I21",
)
book.overlap(
    "O14",
    "5.14",
    situation="Chips added after the close take a wager above the maximum.",
    prevails="5.5",
    why="What was added is not honoured; 5.14 then measures what lay there at the close.",
    rows=(
        told("late_wager", act="increased"),
        told("wager_over_maximum", noticed="after"),
    ),
)
book.overlap(
    "O15",
    "3.6",
    "5.6",
    situation="Chips put down by mistake take a wager above the maximum.",
    prevails="5.14",
    why="3.6 and 5.6 say whose chips count and where they lie; nothing above the maximum is paid or collected.",
    rows=(
        told("wager_over_maximum", noticed="after"),
        told("wager_misplaced"),
    ),
)
book.overlap(
    "O16",
    "3.6",
    "5.6",
    situation="Chips put down by mistake leave a Player's second wager below the minimum.",
    prevails="5.13",
    why="5.13 returns it whatever the outcome, and does not ask how it came to lie there.",
    rows=(
        told("wager_under_minimum", noticed="after", previous="yes"),
        told("wager_misplaced"),
    ),
)
book.overlap(
    "O17",
    "3.6",
    "5.6",
    situation="A jackpot wager was placed by mistake without an Ante.",
    prevails="5.12.2",
    why="A jackpot wager without an Ante is invalid, whoever put it there.",
    rows=(
        told("jackpot_without_ante", noticed="after"),
        told("wager_misplaced"),
    ),
)
book.overlap(
    "O18",
    "1.1.3",
    "1.1.10",
    "3.4",
    situation="A wager is placed after the bets are closed and before the first card.",
    prevails="5.5",
    why="1.1.3, 1.1.10 and 3.4 say before which card a wager must lie; 5.5 refuses what comes after the announcement.",
    rows=(told("late_wager", act="placed"),),
)
book.overlap(
    "O19",
    "3.4.1",
    situation="A Player has viewed two of the hands that they hold in error.",
    prevails="5.10.1",
    why="3.4.1 lets them view one; 5.10.1 plays on whatever was viewed, so that nobody picks their hand afterwards.",
    reading="I24",
    rows=(told("multiple_positions", viewed="some"),),
)

DOCUMENT = book.close()

IRREGULARITIES = Irregularities(
    rules={
        "foreign_card": (BAD_CARDS,),
        "deck_miscount": (MISCOUNT,),
        "unshuffled_cards": (BAD_CARDS,),
        "cards_exposed": (EXPOSED, ONE_EXPOSED, EXPOSED_LATER),
        "misdeal": (MISDEAL_LOST, MISDEAL_REPAIRED),
        "wrong_community_count": (TABLE_COUNT_LOST, TABLE_COUNT_REPAIRED, TABLE_COUNT_LATE),
        "wrong_dealer_count": (TABLE_COUNT_LOST, TABLE_COUNT_REPAIRED, TABLE_COUNT_LATE),
        "wrong_hand_count": (HAND_COUNT_LOST, HAND_COUNT_REPAIRED, HAND_COUNT_LATE),
        "late_wager": (PLACED_LATE, INCREASED_LATE, WITHDRAWN_LATE),
        "multiple_positions": (POSITIONS_VIEWED, POSITIONS_UNVIEWED),
        "confidentiality_breach": (BREACH,),
        "wager_over_maximum": (OVER_MISSED, OVER_NOTICED),
        "wager_under_minimum": (SHORT_ONCE, SHORT_AGAIN, SHORT_NOTICED),
        "wager_misplaced": (MISPLACED_BY_PLAYER, MISPLACED_BY_STAFF),
        "jackpot_without_ante": (JACKPOT_ALONE_OPEN, JACKPOT_ALONE_CLOSED),
        "player_absent": (ABSENT_BEFORE, ABSENT_AFTER, ABSENT_DONE),
        "hand_not_shown": (HIDDEN,),
        "interruption": (INTERRUPTED_DECIDED, INTERRUPTED_OPEN),
        **UNCOVERED,
    },
    silent=LEFT_TO_SHIFT_MANAGER,
    silent_on={JACKPOT_DOWN: JACKPOT_LEFT_TO_SHIFT_MANAGER},
    void=("I17",),
    later_rounds=LATER_ROUNDS,
    settled_stands=SETTLED_STANDS,
    found_late=("I21",),
    choosing=("5.7.1", "5.16.1"),
    chosen={**PERMITTED, **STAYS_OR_WITHDRAWS},
    all_his_wagers=ALL_HIS_WAGERS,
    returns=("I17",),
    readings={**OUTCOME_READ, **CARDS_ADDED_UP, **WORD_TAKEN},
    statements=WORD_TAKEN["said"],
    asked=HANDLED,
    earlier_rounds={**CARDS_EARLIER, **TABLE_COUNT_EARLIER, **HAND_COUNT_EARLIER, **WAGERS_EARLIER},
    barred=("5.9", "5.10.3"),
    at_end_of_hand=True,
    clock=("I16",),
    silent_fold=("3.9.1", "I18"),
    cannot=CANNOT,
    narrowed=NARROWED,
)

GAME = BankedGame(
    document=DOCUMENT,
    boxes=BOXES,
    occupancy=OCCUPANCY,
    areas=(ANTE_AREA, BONUS_AREA, JACKPOT_AREA),
    opens="3.1",
    closes="3.2",
    ends="1.1.13",
    displayed="3.4",
    deck="2.1",
    decides="I2",
    examine_one="3.4.1",
    staff_may_place="3.6",
    powers={
        Power.KEEP_TO_ONE_BOX: KEEP_TO_ONE_BOX,
        Power.VIEW_HIDDEN_HAND: VIEW_HIDDEN_HAND,
        Power.STOP_PLAYER: STOP_PLAYER,
    },
    rounds={
        "automated": (*AUTOMATED, FOLD_OR_FLOP, *STREETS, REVEAL, SHOW),
        "manual": (*MANUAL, FOLD_OR_FLOP, MANUAL_DEALER, *STREETS, REVEAL, SHOW),
    },
    hand=FIVE_CARDS,
    rank=RANK,
    outcomes=(
        FOLDED,
        NOT_SHOWN,
        NOT_SHOWN_BONUS,
        BONUS_LOST_WITH_HAND,
        BONUS_WON,
        BONUS_LOST,
        HIGHER_WITH_ANTE,
        HIGHER_WITHOUT_ANTE,
        HIGHER,
        LOWER,
        EQUAL,
    ),
    pays={
        WagerName.ANTE: ANTE_PAYS,
        WagerName.BONUS: BONUS_PAYS,
        WagerName.FLOP: FLOP_PAYS,
        WagerName.TURN: TURN_PAYS,
        WagerName.RIVER: RIVER_PAYS,
    },
    caps={},
    jackpot=FAILING_JACKPOT,
    irregularities=IRREGULARITIES,
    established=folded_compared_or_won,
    all_folded=("I8",),
    parameters=(BONUS_ON_LOSING_HAND,),
)
