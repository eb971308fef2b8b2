"""Progressive Texas Hold'em Poker (RWS), version 6, paragraph by paragraph.

Read it beside the approved document. Each paragraph is stated under its number, in our own words, and what it requires
of software is directly below it.
"""

from croupier.hands import Category, category_of
from croupier.money import To1
from croupier.rules.banked import BankedGame, Parameter
from croupier.rules.document import Colours, Point, Rulebook, told
from croupier.rules.handtypes import FIVE_CARDS, best_of_seven
from croupier.rules.irregularities import (
    Affects,
    AtLeast,
    Decider,
    Exactly,
    Irregularities,
    LaterRounds,
    Reserved,
    Rule,
    Ruling,
)
from croupier.rules.settling import (
    Award,
    Cap,
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
    folded_by_leaving,
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
    Burn,
    Choice,
    DealCommunity,
    DealDealer,
    DealInTurn,
    DealSets,
    Decide,
    Decision,
    Limits,
    OnePlayer,
    RevealCommunity,
    RevealDealer,
    Role,
    ShowHands,
    WagerName,
)

book = Rulebook(
    "rws-progressive-texas-holdem",
    6,
    title="Progressive Texas Hold'em Poker",
    short="Progressive Texas Hold'em",
    letters="PH",
    colours=Colours("#27649f", "#1a4a7c", "#0c2846", "#93c3f2", "Sapphire"),
    operator="Resorts World at Sentosa",
    effective="28 June 2020, 0800 hours",
)

# 1 Definitions

book.definition("1.1", "Ante: the wager a Player makes to take part in the round.")
book.definition("1.2", "Bet and wager mean the same.")
book.modelled("1.3", "Three Betting Rounds follow the Ante.", "croupier.play.banked.flow:advanced")
book.modelled("1.3.a", "The first: before the Flop Cards are turned.", "croupier.play.banked.flow:advanced")
book.modelled("1.3.b", "The second: before the Turn Card is turned.", "croupier.play.banked.flow:advanced")
book.modelled("1.3.c", "The third: before the River Card is turned.", "croupier.play.banked.flow:advanced")
book.definition(
    "1.4", "Burnt Card: the first card of the remaining deck, put aside before Hole, Flop, Turn and River Cards."
)
book.definition("1.5", "Card Shoe: a device, electronic or not, from which cards are dealt.")
book.definition("1.6", "Check: going on without a further wager.")
book.definition("1.7", "Community Cards: the cards in the centre, which every Player may use.")
book.definition("1.8", "Dealer: the person who deals the game.")
book.definition("1.9", "Electronic Card Shuffler: a device that shuffles the deck and from which cards are dealt.")
book.modelled(
    "1.10",
    "Five-card Hand: any five of the five Community Cards and the two Hole Cards.",
    "croupier.hands:rank_seven",
)
RANK = best_of_seven

book.modelled(
    "1.11", "Flop: a wager of twice the Ante in the first Betting Round.", "croupier.play.banked.playing:choose"
)
FLOP_TIMES_ANTE = 2

book.modelled("1.12", "Flop Cards: the first three Community Cards.", "croupier.play.banked.playing:reveal")
FLOP_CARDS = 3

book.definition("1.13", "Fold: the Player's decision to leave the round.")
book.definition("1.14", "Hand: the cards dealt to a Player or to the Dealer in a round.")
book.modelled("1.15", "Hole Cards: the first two cards dealt to each Player.", "croupier.play.banked.dealing:deal")
HOLE_CARDS = 2

book.definition("1.16", "House: the casino operator.")
book.modelled(
    "1.17",
    "In For The Finish: the Player stays until the round is decided.",
    "croupier.play.banked.playing:choose",
)
book.modelled(
    "1.18",
    "Pit Employee: Dealer, Pit Supervisor or Pit Manager; whoever acts in the position may do what it may do.",
    "croupier.rules.terms:at_least",
)
book.definition("1.19", "Player: whoever places a wager during a round.")
book.modelled(
    "1.20",
    "The jackpot grows with every accepted jackpot wager; won, it starts again from a set value and grows on.",
    "croupier.play.banked.jackpot:fed",
    "croupier.play.banked.jackpot:paid_out",
)
book.definition("1.21", "Reconstruction: putting cards back into the order that was intended.")
book.modelled("1.22", "River: a wager of one Ante in the third Betting Round.", "croupier.play.banked.playing:choose")
RIVER_TIMES_ANTE = 1

book.modelled("1.23", "River Card: the fifth and last Community Card.", "croupier.play.banked.playing:reveal")
RIVER_CARDS = 1

book.modelled(
    "1.24",
    'A round runs from "Place your Bets" until every Player has been settled.',
    "croupier.play.banked.betting:open_round",
    "croupier.play.banked.settlement:settle",
)
book.modelled(
    "1.25",
    "The Seated Player is the one with the wager on the box; they decide for it.",
    "croupier.play.banked.playing:choose",
)
book.definition("1.26", "Standing Player: one who wagers on a Seated Player's box.")
book.modelled(
    "1.27",
    "Stand Off: hands of the same ranking; the wagers are neither paid nor collected, the jackpot wager excepted.",
    "croupier.play.banked.settlement:settle_box",
)
book.modelled("1.28", "Turn: a wager of one Ante in the second Betting Round.", "croupier.play.banked.playing:choose")
TURN_TIMES_ANTE = 1

book.modelled("1.29", "Turn Card: the fourth Community Card.", "croupier.play.banked.playing:reveal")
TURN_CARDS = 1

book.definition("1.30", "Void: a round that was invalidated and has no result.")

# 2 Mode of Play

book.physical("2.1", "Heading: the layout.", "A heading; the paragraphs below it say what it announces.")
book.physical(
    "2.1.1",
    "Played only on tables with the layout of the appendices.",
    "What is printed on the cloth; the areas it shows are carried by the paragraphs that give them a meaning.",
)
book.modelled(
    "2.1.1.a",
    "Boxes are marked for each Player, as many as the layout shows.",
    "croupier.play.banked.betting:place",
    "croupier.rules.banked:read_banked_policy",
)
BOXES = BoxRange(1, 7, "2.1.1.a")

book.modelled(
    "2.1.1.b",
    "Above each box a lit coin spot takes the jackpot wager, for that box's hand only.",
    "croupier.play.banked.betting:place",
)
book.physical("2.2", "Heading: the cards.", "A heading; the deck is described in the paragraph below it.")
book.modelled("2.2.1", "One deck of 52 cards.", "croupier.cards:DECK", "croupier.play.banked.dealing:deal")

# 3 How to Play

book.definition("3.1", "The aim is a hand that ranks above the Dealer's.")
book.modelled(
    "3.1.1",
    "Suits rank alike; cards rank from Ace down to 2, and the Ace counts as 1 in 5-4-3-2-A.",
    "croupier.hands:rank_seven",
)
book.modelled("3.1.2", "The ten rankings, from Royal Flush down to Five Odd Cards.", "croupier.hands:rank_seven")
book.modelled("3.1.3", "Hands of one ranking compare by their card values.", "croupier.hands:rank_seven")
book.modelled("3.1.3.a", "The higher Straight wins.", "croupier.hands:rank_seven")
book.modelled("3.1.3.b", "Equal pairs: the next highest card decides.", "croupier.hands:rank_seven")
book.modelled("3.1.3.c", "Ace and King alike: the next highest card decides.", "croupier.hands:rank_seven")
book.modelled("3.2", 'Wagers may be placed from "Place your Bets" on.', "croupier.play.banked.betting:open_round")
book.modelled(
    "3.3",
    "The limits and the prescribed jackpot wager are displayed at the table.",
    "croupier.play.banked.view:view",
)
book.modelled(
    "3.4",
    "The Player keeps their wagers within the limits and their jackpot wager to the prescribed amount.",
    "croupier.play.banked.betting:place",
)
book.modelled(
    "3.5", "A box is for its Seated Player; nobody wagers on another's.", "croupier.play.banked.betting:place"
)
OCCUPANCY = OnePlayer("3.5")

book.modelled("3.6", "Taking part needs an Ante.", "croupier.play.banked.betting:place")
ANTE_AREA = Area(WagerName.ANTE, "3.6", Limits.ANTE, "3.4", other_box_cite="3.7")

book.modelled(
    "3.7",
    "Further boxes may be played where nobody else wagers; the Player is told that they may examine one hand only"
    " and play the others blind, and the Flop is exactly twice the Ante.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.playing:look",
    "croupier.play.banked.playing:choose",
)
book.modelled(
    "3.8", "With an Ante, a jackpot wager may be placed on the coin spot.", "croupier.play.banked.betting:place"
)
JACKPOT_AREA = Area(WagerName.JACKPOT, "3.8", Limits.PRESCRIBED, "3.4", other_box_cite="3.8.1")

book.modelled(
    "3.8.1",
    "Likewise on further boxes, where the Player has an Ante and nobody else a wager.",
    "croupier.play.banked.betting:place",
)
book.modelled(
    "3.9",
    "After the Ante a Bonus may be wagered; it goes by the Hole Cards and the pay table of 4.1.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.settlement:settle_box",
)
BONUS_AREA = Area(WagerName.BONUS, "3.9", Limits.BONUS, "3.4", other_box_cite="3.9")


def bonus_pays(hand: Comparison) -> bool:
    """Return whether the hand is in and shown, and its Hole Cards stand in the pay table."""
    return in_and_shown(hand) and BONUS_PAYS.line(hand) is not None


def bonus_pays_nothing(hand: Comparison) -> bool:
    """Return whether the hand is in and shown, and its Hole Cards do not stand in the pay table."""
    return in_and_shown(hand) and BONUS_PAYS.line(hand) is None


BONUS_WON = Outcome(("3.9",), bonus_pays, {WagerName.BONUS: Result.WIN})
BONUS_LOST = Outcome(("3.9",), bonus_pays_nothing, {WagerName.BONUS: Result.LOSE})

book.modelled("3.10", 'No wager after "No more Bets".', "croupier.play.banked.betting:close_bets")
book.modelled("3.11", "Where a shoe is used the cards come one by one.", "croupier.play.banked.dealing:deal")
book.modelled(
    "3.11.1",
    "One card is burnt, then single cards go clockwise until each Player has two Hole Cards, face down.",
    "croupier.play.banked.dealing:deal",
)
FROM_SHOE = (Burn("3.11.1"), DealInTurn(HOLE_CARDS, with_dealer=False, cite="3.11.1"))

book.modelled(
    "3.11.2",
    "Having examined their Hole Cards the Player folds or sees the Flop.",
    "croupier.play.banked.playing:choose",
)
book.modelled(
    "3.11.2.a",
    "Fold: Ante and Bonus are lost; the jackpot wager can still win a community prize.",
    "croupier.play.banked.playing:choose",
    "croupier.play.banked.settlement:settle_box",
)
SHOE_FOLD = Choice(Decision.FOLD, "3.11.2.a")


def folded_at_shoe(hand: Comparison) -> bool:
    """Return whether the hand was folded in a deal from the shoe."""
    return hand.folded and hand.dealing == "shoe"


def folded_by_choice_at_shoe(hand: Comparison) -> bool:
    """Return whether the Player has folded the hand in a deal from the shoe."""
    return folded_at_shoe(hand) and not hand.absent


FOLDED_AT_SHOE = Outcome(
    ("3.11.2.a",), folded_by_choice_at_shoe, {WagerName.ANTE: Result.LOSE, WagerName.BONUS: Result.LOSE}
)
FOLDED_AT_SHOE_JACKPOT = JackpotRight(("3.11.2.a",), folded_at_shoe, frozenset({Scope.COMMUNITY}))

book.modelled(
    "3.11.2.b",
    "To see the Flop Cards the Player places a Flop and is in to the end.",
    "croupier.play.banked.playing:choose",
)
SHOE_FLOP = Choice(Decision.FLOP, "3.11.2.b", places=WagerName.FLOP, times_ante=FLOP_TIMES_ANTE)

book.modelled(
    "3.11.3",
    "A card is burnt, the Flop Cards are dealt face down and turned; to see the Turn Card the Player places a Turn"
    " or checks.",
    "croupier.play.banked.dealing:deal",
    "croupier.play.banked.playing:reveal",
    "croupier.play.banked.playing:choose",
)
SHOE_FLOP_STREET = (
    Burn("3.11.3"),
    DealCommunity(FLOP_CARDS, "3.11.3"),
    RevealCommunity("Flop Cards", FLOP_CARDS, "3.11.3"),
    Decide(
        (
            Choice(Decision.TURN, "3.11.3", places=WagerName.TURN, times_ante=TURN_TIMES_ANTE),
            Choice(Decision.CHECK, "3.11.3"),
        ),
        turn_cite="I1",
    ),
)

book.modelled(
    "3.11.4",
    "A card is burnt, the Turn Card is dealt face down and turned; to see the River Card the Player places a River"
    " or checks.",
    "croupier.play.banked.dealing:deal",
    "croupier.play.banked.playing:reveal",
    "croupier.play.banked.playing:choose",
)
SHOE_TURN_STREET = (
    Burn("3.11.4"),
    DealCommunity(TURN_CARDS, "3.11.4"),
    RevealCommunity("Turn Card", TURN_CARDS, "3.11.4"),
    Decide(
        (
            Choice(Decision.RIVER, "3.11.4", places=WagerName.RIVER, times_ante=RIVER_TIMES_ANTE),
            Choice(Decision.CHECK, "3.11.4"),
        ),
        turn_cite="I1",
    ),
)

book.modelled(
    "3.11.5",
    "A card is burnt, the River Card is dealt face down and turned.",
    "croupier.play.banked.dealing:deal",
    "croupier.play.banked.playing:reveal",
)
SHOE_RIVER_STREET = (
    Burn("3.11.5"),
    DealCommunity(RIVER_CARDS, "3.11.5"),
    RevealCommunity("River Card", RIVER_CARDS, "3.11.5"),
)

book.modelled(
    "3.11.6",
    "Then the Dealer deals two cards to the Dealer's hand and compares it with each Player's.",
    "croupier.play.banked.dealing:deal",
    "croupier.play.banked.playing:reveal",
)
SHOE_DEALER = (DealDealer(HOLE_CARDS, "3.11.6"), RevealDealer("3.11.6"))

book.modelled("3.12", "Where a shuffler is used the cards come in sets.", "croupier.play.banked.dealing:deal")
book.modelled("3.12.1", "The five Community Cards come first, face down.", "croupier.play.banked.dealing:deal")
COMMUNITY_CARDS = 5
SHUFFLER_COMMUNITY = DealCommunity(COMMUNITY_CARDS, "3.12.1")

book.modelled(
    "3.12.2",
    "Pairs of Hole Cards go clockwise, the Dealer's last, face down.",
    "croupier.play.banked.dealing:deal",
)
SHUFFLER_HANDS = DealSets(HOLE_CARDS, cite="3.12.2")

book.modelled(
    "3.12.3",
    "From the shuffler too, the Player examines their Hole Cards and folds or sees the Flop.",
    "croupier.play.banked.playing:choose",
)
book.modelled(
    "3.12.3.a",
    "Fold with a shuffler: Ante and Bonus are lost, a community prize can still be won.",
    "croupier.play.banked.playing:choose",
    "croupier.play.banked.settlement:settle_box",
)
SHUFFLER_FOLD = Choice(Decision.FOLD, "3.12.3.a")


def folded_at_shuffler(hand: Comparison) -> bool:
    """Return whether the hand was folded in a deal from the shuffler."""
    return hand.folded and hand.dealing == "shuffler"


def folded_by_choice_at_shuffler(hand: Comparison) -> bool:
    """Return whether the Player has folded the hand in a deal from the shuffler."""
    return folded_at_shuffler(hand) and not hand.absent


FOLDED_AT_SHUFFLER = Outcome(
    ("3.12.3.a",), folded_by_choice_at_shuffler, {WagerName.ANTE: Result.LOSE, WagerName.BONUS: Result.LOSE}
)
FOLDED_AT_SHUFFLER_JACKPOT = JackpotRight(("3.12.3.a",), folded_at_shuffler, frozenset({Scope.COMMUNITY}))

book.modelled(
    "3.12.3.b",
    "With a shuffler too, a Flop buys the sight of the Flop Cards and keeps the Player in to the end.",
    "croupier.play.banked.playing:choose",
)
SHUFFLER_FLOP = Choice(Decision.FLOP, "3.12.3.b", places=WagerName.FLOP, times_ante=FLOP_TIMES_ANTE)

book.modelled(
    "3.12.4",
    "The Flop Cards are turned; to see the Turn Card the Player places a Turn or checks.",
    "croupier.play.banked.playing:reveal",
    "croupier.play.banked.playing:choose",
)
SHUFFLER_FLOP_STREET = (
    RevealCommunity("Flop Cards", FLOP_CARDS, "3.12.4"),
    Decide(
        (
            Choice(Decision.TURN, "3.12.4", places=WagerName.TURN, times_ante=TURN_TIMES_ANTE),
            Choice(Decision.CHECK, "3.12.4"),
        ),
        turn_cite="I1",
    ),
)

book.modelled(
    "3.12.5",
    "The Turn Card is turned; to see the River Card the Player places a River or checks.",
    "croupier.play.banked.playing:reveal",
    "croupier.play.banked.playing:choose",
)
SHUFFLER_TURN_STREET = (
    RevealCommunity("Turn Card", TURN_CARDS, "3.12.5"),
    Decide(
        (
            Choice(Decision.RIVER, "3.12.5", places=WagerName.RIVER, times_ante=RIVER_TIMES_ANTE),
            Choice(Decision.CHECK, "3.12.5"),
        ),
        turn_cite="I1",
    ),
)

book.modelled(
    "3.12.6",
    "The River Card and the Dealer's hand are turned, and that hand is compared with each Player's.",
    "croupier.play.banked.playing:reveal",
)
SHUFFLER_RIVER_STREET = (RevealCommunity("River Card", RIVER_CARDS, "3.12.6"), RevealDealer("3.12.6"))

book.modelled(
    "3.13",
    "Higher than the Dealer: Flop, Turn and River win; the Ante wins with a Straight or better and otherwise goes"
    " back.",
    "croupier.play.banked.settlement:settle_box",
)
ANTE_WINS_FROM = Category.STRAIGHT


def ante_wins_too(hand: Comparison) -> bool:
    """Return whether the Player's hand is the higher, and good enough for the Ante."""
    return ranks_higher(hand) and category_of(hand.own) >= ANTE_WINS_FROM


def ante_stands_off(hand: Comparison) -> bool:
    """Return whether the Player's hand is the higher, and not good enough for the Ante."""
    return ranks_higher(hand) and category_of(hand.own) < ANTE_WINS_FROM


HIGHER_WITH_ANTE = Outcome(("3.13",), ante_wins_too, {WagerName.ANTE: Result.WIN})
HIGHER_WITHOUT_ANTE = Outcome(("3.13",), ante_stands_off, {WagerName.ANTE: Result.STAND_OFF})
HIGHER = Outcome(
    ("3.13",),
    ranks_higher,
    {
        WagerName.FLOP: Result.WIN,
        WagerName.TURN: Result.WIN,
        WagerName.RIVER: Result.WIN,
    },
)

book.modelled(
    "3.14", "Lower than the Dealer: Ante, Flop, Turn and River are lost.", "croupier.play.banked.settlement:settle_box"
)

ALL_LOSE = {
    WagerName.ANTE: Result.LOSE,
    WagerName.FLOP: Result.LOSE,
    WagerName.TURN: Result.LOSE,
    WagerName.RIVER: Result.LOSE,
}
LOWER = Outcome(("3.14",), ranks_lower, ALL_LOSE)

book.modelled(
    "3.15",
    "The same ranking: a Stand Off; all goes back but Bonus and jackpot wager.",
    "croupier.play.banked.settlement:settle_box",
)

EQUAL = Outcome(
    ("3.15",),
    ranks_the_same,
    {
        WagerName.ANTE: Result.STAND_OFF,
        WagerName.FLOP: Result.STAND_OFF,
        WagerName.TURN: Result.STAND_OFF,
        WagerName.RIVER: Result.STAND_OFF,
    },
)

# 4 Settlement

book.modelled(
    "4.1",
    "Ante, Flop, Turn and River pay 1 to 1; the Bonus pays by the Hole Cards, most with Aces against Aces.",
    "croupier.play.banked.settlement:settle_box",
)
ANTE_PAYS = PayTable("4.1", (PayLine("ante", To1(1)),))
FLOP_PAYS = PayTable("4.1", (PayLine("flop", To1(1)),))
TURN_PAYS = PayTable("4.1", (PayLine("turn", To1(1)),))
RIVER_PAYS = PayTable("4.1", (PayLine("river", To1(1)),))

aces = pair_of("A")
high_pair = pair_of("K", "Q", "J")
low_pair = pair_of("T", "9", "8", "7", "6", "5", "4", "3", "2")
ace_king = ranks_are("A", "K")
ace_queen_or_jack = one_of(ranks_are("A", "Q"), ranks_are("A", "J"))

BONUS_PAYS = PayTable(
    "4.1",
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

book.modelled("4.1.1", "A Bonus pays at most SGD 100,000.00 a box.", "croupier.play.banked.settlement:settle_box")
BONUS_CAP = Cap(10_000_000, "4.1.1", "I8")

book.modelled(
    "4.2",
    "The jackpot wager pays shares of the meter for a Royal Flush by the card that completes it, fixed amounts for"
    " two lesser hands, and fixed amounts for three hands that the Community Cards make alone.",
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


AWARDS = (
    Award("royal_flush_on_the_flop", PercentOfMeter(100), "4.2", Scope.HAND, royal_on_the_flop, major=True),
    Award("royal_flush_on_the_turn", PercentOfMeter(25), "4.2", Scope.HAND, royal_on_the_turn, major=True),
    Award("royal_flush_on_the_river", PercentOfMeter(5), "4.2", Scope.HAND, royal_on_the_river),
    Award("straight_flush", Fixed(150_000), "4.2", Scope.HAND, holds(Category.STRAIGHT_FLUSH)),
    Award("four_of_a_kind", Fixed(30_000), "4.2", Scope.HAND, holds(Category.FOUR_OF_A_KIND)),
    Award("community_royal_flush", Fixed(1_000_000), "4.2", Scope.COMMUNITY, board_holds(Category.ROYAL_FLUSH)),
    Award("community_straight_flush", Fixed(150_000), "4.2", Scope.COMMUNITY, board_holds(Category.STRAIGHT_FLUSH)),
    Award("community_four_of_a_kind", Fixed(30_000), "4.2", Scope.COMMUNITY, board_holds(Category.FOUR_OF_A_KIND)),
)

book.modelled(
    "4.3",
    "A hand that is not shown has no ranking but the one its Player establishes.",
    "croupier.play.banked.playing:withhold",
    "croupier.play.banked.playing:show",
    "croupier.play.banked.settlement:settle_box",
)
NOT_SHOWN = Outcome(("4.3", "3.14", "I5"), in_but_not_shown, ALL_LOSE)
NOT_SHOWN_BONUS = Outcome(("4.3", "I5"), in_but_not_shown, {WagerName.BONUS: Result.LOSE})
NOT_SHOWN_JACKPOT = JackpotRight(("4.3",), in_but_not_shown, frozenset({Scope.COMMUNITY}))

HIDDEN = Rule(
    ("4.3", "3.14", "I5"),
    {},
    Ruling.RANK_BELOW_DEALER,
    "A hand that is not shown ranks below the Dealer's: all but a community prize is lost.",
)

book.modelled(
    "4.4",
    "A hand that wins a jackpot award is notified and stays face up.",
    "croupier.play.banked.playing:show",
    "croupier.play.banked.view:view",
)
SHOW = ShowHands(shown_cite="4.4", hidden_cite="4.3", established_cites=("4.3", "I5"))
FULL_RIGHT = JackpotRight((), in_and_shown, frozenset({Scope.HAND, Scope.COMMUNITY}))

book.modelled(
    "4.5",
    "Major awards won at several tables are paid in the order in which the Hole Cards were dealt, hand by hand, each"
    " from the value then displayed; the House may find that the order was another.",
    "croupier.floor.deciding.link_claims:in_turn",
    "croupier.floor.deciding.link_claims:turn",
    "croupier.floor.values.links:OrderClaims",
    "croupier.play.banked.jackpot:pay_pending",
)


def paid_in_order(claim: Claim) -> tuple[int, ...]:
    """Return the sort key of a claim: major awards first.

    Then by the moment the Hole Cards were complete, then clockwise, as box 1 is dealt first.
    """
    return (not claim.major, claim.dealt, claim.box)


JACKPOT = Jackpot(
    AWARDS,
    (FOLDED_AT_SHOE_JACKPOT, FOLDED_AT_SHUFFLER_JACKPOT, NOT_SHOWN_JACKPOT, FULL_RIGHT),
    paid_in_order,
    feeds=("I6",),
    percentages=("I7",),
    together=("I11", "I21"),
    across=("4.5", "I21"),
    at_table="4.5",
    house_orders=True,
)

# 5 Irregularities

book.modelled(
    "5.1",
    "Wagers above the maximum noticed before the close: the excess is rejected.",
    "croupier.play.banked.remedies:wager_remedy",
)
OVER_NOTICED = Rule(
    ("5.1",),
    {"noticed": "before_close"},
    Ruling.RETURN_EXCESS,
    "The House rejects what lies above the maximum; the wager stands at the maximum.",
)

book.modelled(
    "5.1.1",
    "Excess not rejected: the wager wins or loses as if it were the maximum.",
    "croupier.play.banked.remedies:wager_remedy",
    "croupier.play.banked.measure:most",
)
OVER_MISSED = Rule(
    ("5.1.1",),
    {"noticed": "after"},
    Ruling.SETTLE_AT_MAXIMUM,
    "The wager wins or loses as if it were the maximum; the excess comes back.",
)

book.modelled(
    "5.2",
    "Wagers below the minimum noticed before the close: the Player increases or withdraws.",
    "croupier.play.banked.remedies:wager_remedy",
    "croupier.play.banked.betting:close_bets",
)
SHORT_NOTICED = Rule(
    ("5.2",),
    {"noticed": "before_close"},
    Ruling.PLAYER_ADJUSTS,
    "The Player is told of the minimum and increases or withdraws their wager.",
)

book.modelled("5.2.1", "Not noticed: the wager wins or loses as it lies.", "croupier.play.banked.remedies:wager_remedy")
SHORT_MISSED = Rule(
    ("5.2.1",),
    {"noticed": "after"},
    Ruling.SETTLE_AS_PLACED,
    "The wager wins or loses as it lies.",
)

book.modelled(
    "5.3",
    "A Flop, Turn or River of the wrong size is noticed during settlement.",
    "croupier.play.banked.remedies:wager_remedy",
)
book.modelled(
    "5.3.1",
    "Too much: the excess goes back, the rest settles up to the limit.",
    "croupier.play.banked.remedies:wager_remedy",
    "croupier.play.banked.measure:measured",
    "croupier.play.banked.measure:most",
)
WRONG_SIZE_MORE = Rule(
    ("5.3.1",),
    {"relation": "more"},
    Ruling.RETURN_EXCESS,
    "What exceeds the prescribed size comes back; the rest settles, up to the limit.",
)

book.modelled(
    "5.3.2",
    "Too little: it settles as it lies, up to the limit.",
    "croupier.play.banked.remedies:wager_remedy",
    "croupier.play.banked.measure:measured",
)
WRONG_SIZE_LESS = Rule(
    ("5.3.2",),
    {"relation": "less"},
    Ruling.SETTLE_AS_PLACED,
    "The wager settles as it lies, up to the limit.",
)

book.modelled(
    "5.4",
    "A jackpot wager without an Ante, noticed in the round, goes back.",
    "croupier.play.banked.remedies:stray_jackpot_wager",
)
JACKPOT_ALONE = Rule(("5.4",), {}, Ruling.RETURN_WAGER, "The jackpot wager goes back to the Player.")

book.modelled(
    "5.5",
    "A Player who leaves with decisions to make has folded.",
    "croupier.play.banked.remedies:absence",
    "croupier.play.banked.reporting:report_absent",
    "croupier.play.banked.choices:run_out_clock",
)
ABSENT_FOLDS = Rule(
    ("5.5",),
    {"stage": "before_decision"},
    Ruling.FOLD_HAND,
    "A Player who leaves while they have decisions to make has folded their hand.",
)
ABSENT_AFTER_FLOP_CHECKS = Rule(
    ("5.23", "I16"),
    {"stage": "after_flop", "absent_after_flop": "check"},
    Ruling.CHECK_HAND,
    "A Shift Manager has directed that a Player who leaves after the Flop wager checks while they are not there.",
    decided_by=Decider.SHIFT_MANAGER,
    prevails="The House has chosen this reading of 5.5 under 5.23.",
)
ABSENT_AFTER_FLOP = Rule(
    ("5.5", "I16"),
    {"stage": "after_flop"},
    Ruling.FOLD_HAND,
    "Decisions are left, so the hand is folded and all wagered is lost; a community prize remains. A Shift Manager may"
    " direct that it is checked instead.",
)
ABSENT_PARAMETER = Parameter("absent_after_flop", ("fold", "check"), "I16")
ABSENT = Outcome(
    ("5.5",),
    folded_by_leaving,
    {
        WagerName.ANTE: Result.LOSE,
        WagerName.BONUS: Result.LOSE,
        WagerName.FLOP: Result.LOSE,
        WagerName.TURN: Result.LOSE,
    },
)

book.modelled(
    "5.6",
    "A Player who leaves with none to make is settled as usual.",
    "croupier.play.banked.remedies:absence",
    "croupier.play.banked.reporting:report_absent",
)
ABSENT_SETTLES = Rule(
    ("5.6",),
    {"stage": "no_decision_left"},
    Ruling.CONTINUE,
    "Nothing is left to decide: the wagers settle as usual.",
)

book.modelled("5.7", "A technical interruption stops the round.", "croupier.play.banked.facts:outcome_established")


OUTCOME_READ = {"outcome": ("I14",)}

book.modelled(
    "5.7.1",
    "Some wager is already decided: the round is played to its end.",
    "croupier.play.banked.facts:outcome_established",
)
INTERRUPTED_DECIDED = Rule(
    ("5.7.1",),
    {"outcome": "established"},
    Ruling.CONTINUE,
    "A wager has already been won or lost: the round is played to its end.",
)

book.modelled("5.7.2", "No wager is decided: the round is void.", "croupier.play.banked.remedies:void_round")
INTERRUPTED_OPEN = Rule(
    ("5.7.2",),
    {"outcome": "none"},
    Ruling.VOID_ROUND,
    "No wager has been won or lost yet: the round is void.",
)

book.modelled("5.8", "Seven faults void the round; earlier rounds stand.", "croupier.play.banked.remedies:void_round")
SETTLED_STANDS = {
    "foreign_card": ("5.8", "I19"),
    "deck_miscount": ("5.8", "I19"),
    "unshuffled_cards": ("5.8", "I19"),
}

book.modelled("5.8.1", "A card that does not belong to the deck.", "croupier.play.banked.remedies:void_round")
FOREIGN_CARD = Rule(("5.8.1",), {}, Ruling.VOID_ROUND, "A foreign card voids the round; earlier rounds stand.")

book.modelled(
    "5.8.2",
    "Two or more cards wrongly exposed before anybody has seen their cards.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.exposure:report_exposed",
    "croupier.play.testimony:compare",
)
CARDS_ADDED_UP = {"count": ("I17",)}
EXPOSED_UNSEEN = Rule(
    ("5.8.2",),
    {"count": AtLeast(2), "seen": "no", "when": "during_deal"},
    Ruling.VOID_ROUND,
    "Two or more cards were wrongly exposed and nobody has seen their cards: the round is void.",
)

book.modelled("5.8.3", "Cards missing from the deck, or too many.", "croupier.play.banked.remedies:void_round")
MISCOUNT = Rule(("5.8.3",), {}, Ruling.VOID_ROUND, "A deck with cards missing or too many voids the round.")

book.modelled("5.8.4", "Too few cards left to finish the round.", "croupier.play.banked.remedies:void_round")
EXHAUSTED = Rule(("5.8.4",), {}, Ruling.VOID_ROUND, "There are not enough cards to finish: the round is void.")

book.modelled("5.8.5", "Cards that were not shuffled.", "croupier.play.banked.remedies:void_round")
UNSHUFFLED = Rule(("5.8.5",), {}, Ruling.VOID_ROUND, "Cards that were not shuffled void the round.")

book.modelled(
    "5.8.6",
    "A wrong deal before anybody has seen their cards, unless moving whole hands repairs it.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.remedies:reconstruct",
    "croupier.play.banked.remedies:affected",
)
MISDEAL_LOST = Rule(
    ("5.8.6",),
    {"seen": "no", "reconstructable": "no"},
    Ruling.VOID_ROUND,
    "The cards were dealt wrongly, nobody has seen theirs, and moving whole hands does not repair it: void.",
)
MISDEAL_REPAIRED = Rule(
    ("5.8.6", "5.10"),
    {"seen": "no", "reconstructable": "yes"},
    Ruling.PLAYERS_CHOOSE,
    "Moving whole hands repairs the deal: each Player affected plays on with theirs or takes their wagers back.",
    options=("continue_reconstructed", "return_wager"),
)

book.modelled(
    "5.8.7",
    "A wrong number of Community or Dealer's cards, noticed in time and beyond repair.",
    "croupier.play.banked.remedies:void_round",
)
TABLE_COUNT_LOST = Rule(
    ("5.8.7",),
    {"reconstructable": "no", "noticed": "before_next_round"},
    Ruling.VOID_ROUND,
    "The count is wrong and cannot be repaired: the round is void.",
)

book.modelled(
    "5.9",
    "No card was burnt: repair if nobody has seen their cards, otherwise void; a Player who plays on may choose.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.remedies:reconstruct",
    "croupier.play.banked.remedies:decision_reserved",
)
BURN_ORDER = Reserved(
    "reconstructable", Role.PIT_SUPERVISOR, {"reconstructable": "yes", "not_reconstructable": "no"}, ("5.9",)
)
BURN_FROM = "shoe"
BURN_SEEN = Rule(
    ("5.9",), {"seen": "yes"}, Ruling.VOID_ROUND, "No card was burnt and somebody has seen their cards: void."
)
BURN_LOST = Rule(
    ("5.9",),
    {"seen": "no", "reconstructable": "no"},
    Ruling.VOID_ROUND,
    "No card was burnt and the House finds that the order cannot be restored: void.",
)
BURN_REPAIRED = Rule(
    ("5.9", "5.10"),
    {"seen": "no", "reconstructable": "yes"},
    Ruling.RECONSTRUCT,
    "The order is restored; then every Player plays on or takes their wagers back.",
    then=(Ruling.PLAYERS_CHOOSE,),
    affects=Affects.EVERYBODY,
    options=("continue_reconstructed", "return_wager"),
)

book.modelled(
    "5.10",
    "Any other dealing error: each affected Player chooses.",
    "croupier.play.banked.remedies:open_choices",
    "croupier.play.banked.choices:answer_choice",
    "croupier.play.banked.remedies:affected",
)
OTHER_ERROR_STANDS = Rule(
    ("5.10",),
    {"reconstructable": "no"},
    Ruling.PLAYERS_CHOOSE,
    "Each Player affected plays on with the cards as they are or takes their wagers back.",
    options=("continue", "return_wager"),
)
OTHER_ERROR_REPAIRED = Rule(
    ("5.10",),
    {"reconstructable": "yes"},
    Ruling.PLAYERS_CHOOSE,
    "Each Player affected plays on with the repaired hand or takes their wagers back.",
    options=("continue_reconstructed", "return_wager"),
)
MISDEAL_SEEN_STANDS = Rule(
    ("5.10",),
    {"seen": "yes", "reconstructable": "no"},
    Ruling.PLAYERS_CHOOSE,
    "Somebody has seen their cards: each Player affected plays on with the cards as they are or takes their wagers"
    " back.",
    options=("continue", "return_wager"),
)
MISDEAL_SEEN_REPAIRED = Rule(
    ("5.10",),
    {"seen": "yes", "reconstructable": "yes"},
    Ruling.PLAYERS_CHOOSE,
    "Somebody has seen their cards: each Player affected plays on with the repaired hand or takes their wagers back.",
    options=("continue_reconstructed", "return_wager"),
)
HAND_COUNT_REPAIRED = Rule(
    ("5.10",),
    {"reconstructable": "yes", "noticed": "before_next_round"},
    Ruling.PLAYERS_CHOOSE,
    "The count is repaired: each Player affected plays on with the repaired hand or takes their wagers back.",
    options=("continue_reconstructed", "return_wager"),
)
TABLE_COUNT_REPAIRED = Rule(
    ("5.10",),
    {"reconstructable": "yes", "noticed": "before_next_round"},
    Ruling.PLAYERS_CHOOSE,
    "The count is repaired: every Player plays on with the cards as they are now or takes their wagers back.",
    affects=Affects.EVERYBODY,
    options=("continue_reconstructed", "return_wager"),
)
ONE_EXPOSED = Rule(
    ("5.10", "I12"),
    {"count": Exactly(1), "seen": "no", "when": "during_deal"},
    Ruling.PLAYERS_CHOOSE,
    "One card was exposed before anybody has seen theirs: the Player affected plays on or takes their wagers back.",
    options=("continue", "return_wager"),
)

book.modelled("5.10.1", "Choice: play on with the cards as they are.", "croupier.play.banked.choices:answer_choice")
PLAYS_ON = {"continue": ("5.10.1",)}

book.modelled("5.10.2", "Choice: play on with the repaired hand.", "croupier.play.banked.choices:answer_choice")
PLAYS_ON_REPAIRED = {"continue_reconstructed": ("5.10.2",)}

book.modelled(
    "5.10.3",
    "Choice: take the wagers back, the hand is out.",
    "croupier.play.banked.choices:answer_choice",
    "croupier.play.banked.remedies:invalidate_hand",
    "croupier.play.banked.remedies:take_back",
    "croupier.play.banked.settlement:settle_out",
)
TAKES_BACK = {"return_wager": ("5.10.3",)}

book.modelled(
    "5.11",
    "After the close wagers are neither placed, increased nor withdrawn.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.betting:withdraw",
)
TOO_LATE = Rule(
    ("5.11",), {}, Ruling.REFUSE_WAGER, "After the close the act is refused; the wager at the close stands."
)

book.modelled(
    "5.12",
    "A card wrongly exposed after somebody has seen their cards: play goes on.",
    "croupier.play.banked.exposure:report_exposed",
    "croupier.play.testimony:compare",
)
WORD_TAKEN = {"said": ("I18",)}
EXPOSED_SEEN = Rule(
    ("5.12",),
    {"seen": "yes", "when": "during_deal"},
    Ruling.CONTINUE,
    "Somebody has seen their cards: the round goes on.",
)
EXPOSED_LATER = Rule(
    ("5.12", "I12"),
    {"when": "after"},
    Ruling.CONTINUE,
    "The card was exposed after the deal: nothing changes.",
)

book.modelled(
    "5.13", "A card found face up in the shoe is used as the next card.", "croupier.play.banked.exposure:report_exposed"
)
FACE_UP_IN_SHOE = Rule(("5.13",), {}, Ruling.USE_CARD, "The card is used as the next one.")

book.discretion(
    "5.14",
    "Cards drawn together in unknown order: a Pit Supervisor says which came first.",
    "pit_supervisor",
    "croupier.play.banked.decisions:take_decision",
)
DRAWN_FROM = "shoe"
DRAWN_TOGETHER = Rule(
    ("5.14", "5.14.1"),
    {"order": "unknown"},
    Ruling.ROLE_DECIDES,
    "A Pit Supervisor or above says which card came first; then every Player plays on or takes their wagers back.",
    then=(Ruling.PLAYERS_CHOOSE,),
    then_cites=("5.14.1",),
    affects=Affects.EVERYBODY,
    options=("as_dealt", "reordered"),
    decided_by=Decider.PIT_SUPERVISOR,
)

book.modelled(
    "5.14.1",
    "That is a dealing error: every Player chooses as under 5.10.",
    "croupier.play.banked.remedies:open_choices",
    "croupier.play.banked.remedies:affected",
    "croupier.play.banked.flow:can_still_win",
)
DRAWN_IN_ORDER = Rule(
    ("5.14.1", "5.10"),
    {"order": "known"},
    Ruling.PLAYERS_CHOOSE,
    "Cards drawn together are a dealing error: every Player plays on or takes their wagers back.",
    affects=Affects.EVERYBODY,
    options=("continue", "return_wager"),
)

book.modelled(
    "5.15",
    "A wrong number of cards in a Player's hand, noticed in time and beyond repair: out, wagers back.",
    "croupier.play.banked.remedies:invalidate_hand",
    "croupier.play.banked.settlement:settle_out",
)
HAND_COUNT_LOST = Rule(
    ("5.15",),
    {"reconstructable": "no", "noticed": "before_next_round"},
    Ruling.INVALIDATE_HAND,
    "The hand is out and its wagers go back.",
)

book.modelled(
    "5.16",
    "The jackpot system fails before anybody has seen their cards: the round is void.",
    "croupier.play.banked.remedies:void_round",
    "croupier.play.banked.remedies:jackpot_down",
    "croupier.play.testimony:compare",
)
DOWN_UNSEEN = Rule(
    ("5.16",),
    {"round": "current", "seen": "no"},
    Ruling.VOID_ROUND,
    "Nobody has seen their cards: the round is void.",
)

book.modelled("5.17", "The jackpot system fails.", "croupier.play.banked.remedies:jackpot_down")
book.modelled(
    "5.17.1",
    "After somebody has seen their cards: play on, paid at the last registered value.",
    "croupier.play.banked.remedies:jackpot_down",
    "croupier.play.banked.jackpot:pay_pending",
)
FAILING_JACKPOT = JACKPOT.paid_as_registered("5.17.1", "I20")
DOWN_SEEN = Rule(
    ("5.17.1",),
    {"round": "current", "seen": "yes"},
    Ruling.CONTINUE,
    "The round goes on; the jackpot is paid from the value registered before the failure.",
)

book.discretion(
    "5.17.2", "For later rounds the House chooses.", "pit_manager", "croupier.play.banked.decisions:take_decision"
)
DOWN_LATER = Rule(
    ("5.17.2", "5.17.2.a", "5.17.2.b", "5.17.2.c"),
    {"round": "subsequent"},
    Ruling.ROLE_DECIDES,
    "The House closes the table, closes boxes, or plays on without jackpot wagers under a notice.",
    options=("close_table", "close_boxes", "without_jackpot"),
    decided_by=Decider.HOUSE,
)

book.discretion("5.17.2.a", "Choice: close the table.", "pit_manager", "croupier.play.banked.betting:open_round")
book.discretion("5.17.2.b", "Choice: close the affected boxes.", "pit_manager", "croupier.play.banked.betting:place")
book.discretion(
    "5.17.2.c",
    "Choice: play on without jackpot wagers, under a notice.",
    "pit_manager",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.view:view",
)
LATER_ROUNDS = LaterRounds(("5.17.2",), ("5.17.2.a",), ("5.17.2.b",), ("5.17.2.c",))

book.discretion(
    "5.18",
    "Further hands examined on purpose, as a Pit Supervisor finds: those are out, wagers back.",
    "pit_supervisor",
    "croupier.play.banked.decisions:take_decision",
    "croupier.play.banked.remedies:invalidate_hand",
    "croupier.play.banked.remedies:decision_reserved",
    "croupier.play.banked.remedies:not_further",
)
ON_PURPOSE = Reserved("intentional", Role.PIT_SUPERVISOR, {"intentional": "yes", "not_intentional": "no"}, ("5.18",))
EXAMINED_ON_PURPOSE = Rule(
    ("5.18",),
    {"intentional": "yes"},
    Ruling.INVALIDATE_HAND,
    "The further hand is out and its wagers go back; the hand viewed first stays valid.",
)
EXAMINED_BY_MISTAKE = Rule(
    ("5.18",), {"intentional": "no"}, Ruling.CONTINUE, "It was not on purpose: all hands stay valid."
)
EXAMINED_UNDECIDED = Rule(
    ("5.18",),
    {"intentional": "undecided"},
    Ruling.ROLE_DECIDES,
    "A Pit Supervisor or above finds whether it was on purpose.",
    options=("intentional", "not_intentional"),
    decided_by=Decider.PIT_SUPERVISOR,
)

book.modelled(
    "5.19", "An error noticed after the next round began changes nothing.", "croupier.play.banked.reporting:report"
)
NOTICED_LATE = Rule(("5.19",), {}, Ruling.CONTINUE, "The next round has begun: the error has no effect on its outcome.")
COUNT_NOTICED_LATE = Rule(
    ("5.19",), {"noticed": "later"}, Ruling.CONTINUE, "The next round has begun: the error has no effect."
)

book.modelled(
    "5.20",
    "Chips settle as they lie at the close; the House is not liable for misplaced ones.",
    "croupier.play.banked.betting:close_bets",
    "croupier.play.banked.settlement:settle",
)
MISPLACED_BY_PLAYER = Rule(
    ("5.20",), {"by": "player"}, Ruling.SETTLE_AS_PLACED, "The chips settle as they lay at the close."
)

book.modelled("5.21", "A void round's wagers all go back.", "croupier.play.banked.remedies:void_round")
book.modelled(
    "5.22",
    "Staff may place wagers for a Player at the Player's request and risk.",
    "croupier.play.banked.betting:place",
)
MISPLACED_BY_STAFF = Rule(
    ("5.22", "5.20"),
    {"by": "staff"},
    Ruling.SETTLE_AS_PLACED,
    "The Player answers for wagers placed on their behalf; these settle as they lay.",
)

book.discretion(
    "5.23",
    "What the rules do not resolve, the Shift Manager or above decides.",
    "shift_manager",
    "croupier.play.banked.decisions:take_decision",
)
LEFT_TO_SHIFT_MANAGER = Rule(
    ("5.23",),
    {},
    Ruling.ROLE_DECIDES,
    "The document does not resolve this: a Shift Manager or above decides.",
    options=("continue", "void_round", "invalidate_hand"),
    decided_by=Decider.SHIFT_MANAGER,
)

UNCOVERED: dict[str, tuple[Rule, ...]] = {"confidentiality_breach": (), "not_covered": ()}
CANNOT = {"multiple_positions": "a Player may play several boxes (3.7)"}
NARROWED = {
    ("wager_wrong_size", "wager"): ("flop", "turn", "river"),
    ("hand_not_shown", "dealer_qualifies"): (),
}

# Interpretations

book.interpretation(
    "I1",
    "3.11.2",
    "3.12.3",
    "3.7",
    question="In which order do the Players decide?",
    choice="Clockwise from the Dealer's left, every box by itself, examined or blind.",
    why="The cards go round that way (3.11.1, 3.12.2), and the order must not depend on who speaks first.",
)
book.interpretation(
    "I2",
    "3.9",
    "4.1",
    settles=Point.EITHER_HOLE,
    question="Whose Hole Cards win the Bonus?",
    choice="The Player's alone; the Dealer's matter only for Aces against Aces.",
    why="The pay table of 4.1 speaks of the Player's Hole Cards.",
    code=("croupier.rulebooks.rws_progressive_texas_holdem_v6:BONUS_PAYS",),
)
book.interpretation(
    "I3",
    "2.1.1.a",
    question="How many boxes does the layout show, and which is the first?",
    choice="Up to seven, a house policy; box 1 is on the Dealer's left, numbers rise clockwise.",
    why="The appendices are pictures that the text as we have it lacks.",
    code=("croupier.rulebooks.rws_progressive_texas_holdem_v6:BOXES",),
)
book.interpretation(
    "I4",
    "3.4",
    "3.7",
    question="Which wagers do the limits bind, and may a Flop, Turn or River have another size than the text gives?",
    choice="They bind the Ante and the Bonus, in multiples of the lowest chip. A Flop other than twice the Ante, or a"
    " Turn or River other than the Ante, is refused; one noticed later is an irregularity.",
    why="The later wagers follow from the Ante; chapter 5 speaks only of what slipped through.",
    code=(
        "croupier.play.banked.betting:place",
        "croupier.play.banked.playing:choose",
    ),
)
book.interpretation(
    "I5",
    "4.3",
    question="How does a hand settle that its Player does not show, and until when may they?",
    choice="It ranks below the Dealer's, and the Bonus is lost; a community prize stands. Until the settlement its"
    " Player may show it after all, and it ranks.",
    why="Nothing establishes its ranking or its Hole Cards, while the Community Cards are face up. 4.3 leaves it to the"
    " Player to establish the ranking and sets no time but the end of the round.",
)
book.interpretation(
    "I6",
    "1.20",
    "1.27",
    "3.8",
    settles=Point.STAKE_BACK,
    question="When does a jackpot wager feed the meter, and does it ever come back?",
    choice="When the bets close, with its exact share, fractions of a cent carried; it is kept whether it wins,"
    " loses or stands off.",
    why="It is taken when accepted; 1.27 and 3.15 except it from what goes back.",
)
book.interpretation(
    "I7",
    "4.2",
    "1.20",
    question="What is a percentage taken from, and what does it do to the meter?",
    choice="From the value displayed at that moment, rounded down to the cent. All of it resets the meter to its"
    " seed, less lowers it by what was paid; fixed amounts come from the House.",
    why="4.5 pays each winner the value displayed to them; only the whole jackpot is won in the sense of 1.20.",
)
book.interpretation(
    "I8",
    "4.1.1",
    settles=Point.STAKE_IN_CAP,
    question="Does the maximum payout count the stake?",
    choice="No: it limits the winnings, the stake goes back on top.",
    why="The pay table speaks of what is paid, and N to 1 leaves the stake with the Player.",
)
book.interpretation(
    "I9",
    "3.11.2.a",
    "3.12.3.a",
    question="What happens when every hand has folded?",
    choice="The Community Cards are still turned where a folded hand has a jackpot wager; otherwise the round ends."
    " The Dealer's cards stay unseen.",
    why="Only a community prize can still be won.",
)
book.interpretation(
    "I10",
    "4.2",
    settles=Point.PRIZES_ADD_UP,
    question="What is a Royal Flush on the Flop, the Turn, the River? Do prizes of hand and community add up?",
    choice="The Royal counts from the card that completes it and needs a Hole Card. A hand is paid one award, the one"
    " worth most when it is paid; among equals the first of the table.",
    why="The table counts five, six and seven cards; a Royal on the board alone has its own row.",
    code=(
        "croupier.rulebooks.rws_progressive_texas_holdem_v6:royal_on_the_flop",
        "croupier.rulebooks.rws_progressive_texas_holdem_v6:royal_on_the_turn",
        "croupier.rulebooks.rws_progressive_texas_holdem_v6:royal_on_the_river",
        "croupier.play.banked.jackpot:pay_pending",
    ),
)
book.interpretation(
    "I11",
    "4.5",
    question="Which awards does the order of payment bind?",
    choice="Those pending together: claimed and not yet paid. Nobody waits for a round still in play, and a paid"
    " award is never reopened.",
    why="Simultaneous winners are the paragraph's case.",
)

book.interpretation(
    "I12",
    "5.8.2",
    "5.10",
    "5.12",
    question="What follows when exactly one card is exposed before anybody has seen their cards, or one after the"
    " deal?",
    choice="The Player whose card it is chooses under 5.10; everybody for a Dealer's or Community Card. After the deal"
    " nothing follows: the round goes on.",
    why="5.8.2 begins with two cards and 5.12 with a Player who has seen theirs; 5.10 takes every other dealing error.",
)
book.interpretation(
    "I13",
    "5.10",
    question="Who is affected by a dealing error, and what if a Player does not answer?",
    choice="The Player whose card was exposed or displaced; everybody for a Dealer's or Community Card, for 5.9 and for"
    " 5.14.1. The choice is per hand; no answer by the turn clock means playing on, and then 5.5.",
    why="The text names neither; silence must not cost a wager that a rule would return.",
)
book.interpretation(
    "I14",
    "5.7",
    question="When is an outcome established?",
    choice="When a wager is decided by what lies face up or by a decision that stands; a fold decides the Ante. Cards"
    " face down decide nothing.",
    why="Conclusively won or lost means that nothing hidden can change it.",
)
book.interpretation(
    "I15",
    "5.10.3",
    "5.15",
    "5.18",
    "5.21",
    question="Which wagers go back with a hand, or with a void round?",
    choice="Every wager of that hand or round, the jackpot wager included; its contribution leaves the meter to the"
    " cent. Where a 100 % award has been paid out of it since, the House bears it.",
    why="The text says bets, and a hand without its Ante has none.",
)

book.interpretation(
    "I16",
    "5.5",
    "1.17",
    "3.11.2.b",
    question="Does a Player who leaves after the Flop wager fold, though they are in to the end?",
    choice="Yes, as 5.5 is written: all wagered is lost, community prizes remain. A House may choose that they check"
    " instead, as a Shift Manager's reading under 5.23.",
    why="5.5 asks only whether decisions are left; 1.17 says what the wager entitles to, not what happens if they go.",
)

# What holds across the paragraphs of chapter 5

book.interpretation(
    "I17",
    "5.8.2",
    "5.10",
    "5.12",
    "5.15",
    "5.16",
    "5.17.1",
    question="What if two things go wrong in one round?",
    choice="Each report is ruled on all that has gone wrong in the round so far: exposed cards add up, a hand that is"
    " out stays out, a second failure is a second failure. Who is affected follows from whose cards they are.",
    why="5.8 and 5.15 look at the state of the round, not at the moment of each report.",
)
book.interpretation(
    "I18",
    "5.8.2",
    "5.9",
    "5.12",
    "5.14",
    "5.16",
    "5.18",
    question="What if a report says something else than the record, or what the record does not show?",
    choice="Where a Dealer deals, a look that was not recorded is unknown. What a statement changes, and when,"
    " decides who must stand behind it, as the table of authority has it: a Dealer for what fills a gap, with"
    " a Pit Supervisor or above who confirms once it gives wagers back after a look or a turned card; a Pit"
    " Supervisor with a reason for what contradicts the record; two people, one of them a Pit Manager or"
    " above, once an outcome is established; two, a Shift Manager among them, after the settlement. Where the"
    " program deals, its record is certain. What 5.9, 5.14 and 5.18 reserve to a supervisor waits for one when"
    " a Dealer reports it.",
    why="The paragraphs ask what happened, and not everything that happens is recorded; neither the word nor the"
    " record may be changed in silence.",
)
book.interpretation(
    "I19",
    "1.24",
    "5.8",
    "5.8.7",
    "5.15",
    "5.19",
    question="How far back does an error reach that is found after the settlement?",
    choice="A settled round has ended. Only a wrong number of cards in a hand, in the Dealer's or among the Community"
    " Cards reaches back, until the next round begins; a miscounted deck, a foreign or an unshuffled card found then"
    " changes nothing."
    " Anything else found then goes on record without effect.",
    why="1.24 ends a round with its settlement and the close of 5.8 lets settled rounds stand; 5.8.7 and 5.15 alone"
    " name a longer time.",
)
book.interpretation(
    "I20",
    "5.17.1",
    question="What is paid from after the jackpot system has failed, if the meter moves meanwhile?",
    choice="The awards of that round, one after the other, whatever the link does meanwhile. The meter falls by what"
    " was paid, to its seed after 100 %, never below zero; where another Player has won the jackpot since, it stays as"
    " it is and the House bears the award. Where the link itself fails, its tables share the value of that failure: an"
    " award lowers it for all of them, and after 100 % the next is paid from the seed.",
    why="5.17.1 fixes what the Player gets; 1.20 begins the jackpot again once, for the one who has won it.",
    code=("croupier.play.banked.remedies:jackpot_down",),
)
book.interpretation(
    "I21",
    "4.5",
    "4.2",
    question="When was a hand dealt that competes with others for the jackpot, and what does the order bind?",
    choice="When it had both Hole Cards, hand by hand: one at another table may come between two at this one. Where the"
    " House finds that the order was another, a Pit Supervisor or above records it with a reason; no paid award is"
    " reopened. A Minor award of 4.2 is not in that order: it is paid after the Major ones pending with it.",
    why="4.5 names the hand, not the round, and leaves the finding to the House; it speaks of major awards.",
    code=("croupier.rulebooks.rws_progressive_texas_holdem_v6:paid_in_order",),
)
book.interpretation(
    "I22",
    "5.1.1",
    "5.2.1",
    "5.3.1",
    "5.3.2",
    question="What may the later wagers be once the Ante, or a wager itself, is found to have another size?",
    choice="The Ante as it lies, up to the maximum, decides what Flop, Turn and River may be; all of them are measured"
    " again from it. What is above goes back, never more than there is; what is below stays as it lies.",
    why="5.3 compares with the Ante, and an Ante that is measured once more must not leave two answers.",
    code=("croupier.play.banked.measure:measured",),
)
book.interpretation(
    "I23",
    "5.5",
    "5.6",
    "5.10",
    question="Whom does an absence bind, for how long, and what of an open choice?",
    choice="The Player, at every hand that they have yet to decide, until they are back; while the bets are open"
    " their boxes take no more wagers in this round. A choice that was open to them ends as playing on, then"
    " 5.5 folds the hand; a later answer is refused.",
    why="5.5 speaks of the Player who walks away; silence means playing on, and what a rule has ended stays ended.",
    code=(
        "croupier.play.banked.remedies:absence",
        "croupier.play.banked.remedies:choices_ended",
    ),
)

# Where paragraphs meet: one situation, two rulings, and the one that prevails

book.overlap(
    "O1",
    "3.10",
    "5.11",
    "5.20",
    situation="A Flop, Turn or River is placed when the bets have long been closed.",
    prevails="3.11.2.b",
    why="3.11.2.b, like 3.11.3, 3.11.4 and 3.12.3 to 3.12.5, has it placed once cards are dealt; the close is about"
    " the wagers before the deal.",
)
book.overlap(
    "O2",
    "1.11",
    "1.22",
    "1.28",
    "3.7",
    situation="A Flop, Turn or River was placed that is less than the text gives.",
    prevails="5.3.2",
    why="1.11, 1.22, 1.28 and 3.7 bind whoever places it, so that no other size is taken; 5.3.2 rules on what slipped"
    " through.",
    reading="I4",
    rows=(told("wager_wrong_size", relation="less"),),
)
book.overlap(
    "O3",
    "1.27",
    situation="A hand stands off, and its Player has a Bonus wager.",
    prevails="3.15",
    why="1.27 excepts the jackpot wager alone, 3.15 the Bonus too, which the Hole Cards decide; the paragraph that"
    " settles goes before the definition.",
)
book.overlap(
    "O4",
    "3.9",
    situation="The Dealer's Hole Cards match the pay table, the Player's do not.",
    prevails="4.1",
    why="3.9 names both hands and leaves it to the table of 4.1, which pays for the Player's.",
    reading="I2",
)
book.overlap(
    "O5",
    "1.20",
    situation="A part of the jackpot is won, and not all of it.",
    prevails="4.2",
    why="1.20 resets what has been won; after a part of it, 4.2 leaves the rest to go on growing.",
    reading="I7",
)
book.overlap(
    "O6",
    "4.3",
    situation="A hand is not shown, and the Community Cards have won a prize.",
    prevails="4.2",
    why="4.3 leaves the ranking of their own hand to the Player; the community prize does not ask for one.",
    reading="I5",
)
book.overlap(
    "O7",
    "4.3",
    situation="A Player leaves with nothing to decide, and their hand is face down.",
    prevails="5.6",
    why="5.6 has the House settle as usual, so the Dealer turns the hand; 4.3 is about a Player who is there and does"
    " not show it.",
    rows=(
        told("player_absent", stage="no_decision_left"),
        told("hand_not_shown"),
    ),
)
book.overlap(
    "O8",
    "1.17",
    "3.11.2.b",
    "3.12.3.b",
    situation="A Player leaves after the Flop wager.",
    prevails="5.5",
    why="5.5 asks only whether decisions are left, and they are; the others say what the wager entitles to.",
    reading="I16",
    rows=(told("player_absent", stage="after_flop", absent_after_flop="fold"),),
)
book.overlap(
    "O9",
    "5.10",
    situation="A Player walks away while a choice is open to them.",
    prevails="5.5",
    why="The choice ends as playing on; then the hand has a decision left that nobody makes.",
    reading="I23",
    rows=(told("player_absent", stage="before_decision"),),
)
book.overlap(
    "O10",
    "4.5",
    situation="A jackpot is won at a table whose jackpot system has failed.",
    prevails="5.17.1",
    why="4.5 pays what is displayed, 5.17.1 what was registered before the failure, and there the display is what"
    " failed.",
    reading="I20",
    rows=(told("jackpot_system_down", round="current", seen="yes"),),
)
book.overlap(
    "O11",
    "5.1.1",
    situation="A later wager exceeds both what the Ante allows and the maximum.",
    prevails="5.3.1",
    why="5.3.1 measures it by the Ante, which 5.1.1 has already held to the maximum.",
    reading="I22",
    rows=(
        told("wager_wrong_size", relation="more"),
        told("wager_over_maximum", noticed="after"),
    ),
)
book.overlap(
    "O12",
    "5.1.1",
    situation="Chips added after the close take a wager above the maximum.",
    prevails="5.11",
    why="What was added is refused; 5.1.1 then measures what lay there at the close.",
    rows=(
        told("late_wager", act="increased"),
        told("wager_over_maximum", noticed="after"),
    ),
)
book.overlap(
    "O13",
    "5.20",
    situation="Chips put down by mistake take a wager above the maximum.",
    prevails="5.1.1",
    why="5.20 says whose chips count and where they lie; nothing above the maximum wins or loses.",
    rows=(
        told("wager_over_maximum", noticed="after"),
        told("wager_misplaced"),
    ),
)
book.overlap(
    "O14",
    "5.20",
    situation="Chips put down by mistake make a later wager larger than the Ante allows.",
    prevails="5.3.1",
    why="5.20 says whose chips count and where they lie; 5.3.1 returns what is above.",
    rows=(
        told("wager_wrong_size", relation="more"),
        told("wager_misplaced"),
    ),
)
book.overlap(
    "O15",
    "5.20",
    situation="A jackpot wager was placed by mistake without an Ante.",
    prevails="5.4",
    why="A jackpot wager without an Ante does not count (3.8): it goes back, whoever put it there.",
    rows=(
        told("jackpot_without_ante", noticed="after"),
        told("wager_misplaced"),
    ),
)
book.overlap(
    "O16",
    "5.17.1",
    situation="A power failure stops the round and the jackpot system; somebody has seen their cards, nothing is"
    " decided.",
    prevails="5.7.2",
    why="Playing on under 5.17.1 does not spare the round from 5.7.2: what voids it under one of them voids it.",
    rows=(
        told("interruption", outcome="none"),
        told("jackpot_system_down", round="current", seen="yes"),
    ),
)
book.overlap(
    "O17",
    "5.7.1",
    situation="A power failure stops the round and the jackpot system; a wager is decided, nobody has seen their"
    " cards.",
    prevails="5.16",
    why="Playing on under 5.7.1 does not spare the round from 5.16: what voids it under one of them voids it.",
    rows=(
        told("jackpot_system_down", round="current", seen="no"),
        told("interruption", outcome="established"),
    ),
)
book.overlap(
    "O18",
    "5.7.1",
    situation="A failing device leaves too few cards, and a wager is already decided.",
    prevails="5.8.4",
    why="A round that cannot be completed cannot be played on.",
    rows=(
        told("shoe_exhausted"),
        told("interruption", outcome="established"),
    ),
)
book.overlap(
    "O19",
    "5.8.6",
    "5.10",
    situation="A hand has a wrong number of cards, and it cannot be put right.",
    prevails="5.15",
    why="5.15 is about exactly this and takes one hand out; 5.8.6 and 5.10 are about errors of dealing in general.",
    rows=(
        told("wrong_hand_count", noticed="before_next_round", reconstructable="no"),
        told("misdeal"),
        told("other_dealing_error"),
    ),
)
book.overlap(
    "O20",
    "5.14.1",
    situation="Cards drawn together lie in one hand, and it cannot be put right.",
    prevails="5.15",
    why="5.14 settles which card comes first; once a hand has a card too many, 5.15 takes it out.",
    rows=(
        told("wrong_hand_count", noticed="before_next_round", reconstructable="no"),
        told("simultaneous_draw"),
    ),
)
book.overlap(
    "O21",
    "5.10",
    situation="Cards drawn together lie in one hand, and it can be put right.",
    prevails="5.14",
    why="The order is what 5.14 has a Pit Supervisor or above decide; then all Players choose, not one.",
    rows=(
        told("simultaneous_draw", order="unknown"),
        told("wrong_hand_count", noticed="before_next_round", reconstructable="yes"),
    ),
)
book.overlap(
    "O22",
    "5.10",
    situation="The Dealer's hand has a wrong number of cards, and somebody has seen theirs.",
    prevails="5.8.7",
    why="5.10 leaves to 5.8 what is described there, and 5.8.7 does not ask who has seen what.",
    rows=(
        told("wrong_dealer_count", noticed="before_next_round", reconstructable="no"),
        told("misdeal", seen="yes"),
        told("other_dealing_error"),
    ),
)
book.overlap(
    "O23",
    "5.10",
    situation="There is a wrong number of Community Cards, and somebody has seen their cards.",
    prevails="5.8.7",
    why="5.10 leaves to 5.8 what is described there, and 5.8.7 does not ask who has seen what.",
    rows=(
        told("wrong_community_count", noticed="before_next_round", reconstructable="no"),
        told("misdeal", seen="yes"),
        told("other_dealing_error"),
    ),
)
book.overlap(
    "O24",
    "1.24",
    situation="A wrong number of cards is noticed after the settlement and before the next round.",
    prevails="5.8.7",
    why="1.24 ends the round with its settlement, but 5.8.7, like 5.15, names a longer time.",
    reading="I19",
)
book.overlap(
    "O25",
    "5.8",
    "5.9",
    "5.10",
    "5.14.1",
    situation="Something was wrong with the cards of a round, and the next has begun.",
    prevails="5.19",
    why="5.8 voids the round in play and lets earlier ones stand; 5.19 leaves errors in them without effect.",
    reading="I19",
    rows=(
        told("error_noticed_late"),
        told("foreign_card"),
        told("deck_miscount"),
        told("unshuffled_cards"),
        told("misdeal"),
        told("burn_missed"),
        told("cards_exposed"),
        told("simultaneous_draw"),
        told("other_dealing_error"),
    ),
)
book.overlap(
    "O26",
    "5.8.6",
    "5.10",
    situation="No card was burnt, so that the cards after it are displaced.",
    prevails="5.9",
    why="5.9 is about the Burnt Card alone, with a remedy and a Void of its own.",
    rows=(
        told("burn_missed"),
        told("misdeal"),
        told("other_dealing_error"),
    ),
)
book.overlap(
    "O27",
    "1.4",
    "5.9",
    situation="No card was burnt at a table with an Electronic Card Shuffler.",
    prevails="3.12",
    why="3.12 burns none there; 5.9 is about a card that should have been burnt.",
)
book.overlap(
    "O28",
    "5.14",
    situation="Cards come out of an Electronic Card Shuffler together.",
    prevails="3.12",
    why="3.12 has whole sets dispensed; 5.14 names the Card Shoe alone.",
)
book.overlap(
    "O29",
    "5.8.2",
    "5.8.6",
    "5.10",
    "5.12",
    situation="Cards drawn together are displaced, or face up.",
    prevails="5.14.1",
    why="5.14 says that it does not matter whether they are face up, and 5.14.1 makes it one error with one remedy.",
    rows=(
        told("simultaneous_draw"),
        told("misdeal"),
        told("other_dealing_error"),
        told("cards_exposed"),
    ),
)
book.overlap(
    "O30",
    "5.8.2",
    "5.10",
    "5.12",
    situation="A card is face up in the shoe, and so on the table.",
    prevails="5.13",
    why="Nobody has exposed it: 5.13 uses it as it lies.",
    rows=(
        told("card_face_up_in_shoe"),
        told("cards_exposed"),
    ),
)
book.overlap(
    "O31",
    "5.10",
    situation="A Player's card is exposed in the deal, and somebody has seen theirs.",
    prevails="5.12",
    why="5.10 takes every error that 5.8 does not describe; 5.12 is about this one and has the round go on.",
    rows=(
        told("cards_exposed", seen="yes", whose="player", when="during_deal"),
        told("other_dealing_error", reconstructable="no"),
    ),
)
book.overlap(
    "O32",
    "5.8.2",
    "5.10",
    situation="A card is exposed after the deal.",
    prevails="5.12",
    why="5.8.2 and 5.12 are about the deal, and what is exposed later is not an error of dealing that 5.10 could cover:"
    " the round goes on.",
    reading="I12",
    rows=(
        told("cards_exposed", when="after"),
        told("other_dealing_error", reconstructable="no"),
    ),
)
book.overlap(
    "O33",
    "5.11",
    situation="A Player takes their wagers back after the close, because a rule lets them.",
    prevails="5.10.3",
    why="5.11 is about what a Player does of their own accord; 5.10.3, like 5.15, gives back what an error has spoilt.",
    reading="I15",
)

DOCUMENT = book.close()

IRREGULARITIES = Irregularities(
    rules={
        "foreign_card": (FOREIGN_CARD,),
        "deck_miscount": (MISCOUNT,),
        "shoe_exhausted": (EXHAUSTED,),
        "unshuffled_cards": (UNSHUFFLED,),
        "cards_exposed": (EXPOSED_UNSEEN, EXPOSED_SEEN, ONE_EXPOSED, EXPOSED_LATER),
        "misdeal": (MISDEAL_LOST, MISDEAL_REPAIRED, MISDEAL_SEEN_STANDS, MISDEAL_SEEN_REPAIRED),
        "wrong_community_count": (TABLE_COUNT_LOST, TABLE_COUNT_REPAIRED, COUNT_NOTICED_LATE),
        "wrong_dealer_count": (TABLE_COUNT_LOST, TABLE_COUNT_REPAIRED, COUNT_NOTICED_LATE),
        "wrong_hand_count": (HAND_COUNT_LOST, HAND_COUNT_REPAIRED, COUNT_NOTICED_LATE),
        "burn_missed": (BURN_SEEN, BURN_LOST, BURN_REPAIRED),
        "other_dealing_error": (OTHER_ERROR_STANDS, OTHER_ERROR_REPAIRED),
        "late_wager": (TOO_LATE,),
        "card_face_up_in_shoe": (FACE_UP_IN_SHOE,),
        "simultaneous_draw": (DRAWN_TOGETHER, DRAWN_IN_ORDER),
        "jackpot_system_down": (DOWN_UNSEEN, DOWN_SEEN, DOWN_LATER),
        "extra_hand_examined": (EXAMINED_ON_PURPOSE, EXAMINED_BY_MISTAKE, EXAMINED_UNDECIDED),
        "wager_over_maximum": (OVER_NOTICED, OVER_MISSED),
        "wager_under_minimum": (SHORT_NOTICED, SHORT_MISSED),
        "wager_wrong_size": (WRONG_SIZE_MORE, WRONG_SIZE_LESS),
        "wager_misplaced": (MISPLACED_BY_PLAYER, MISPLACED_BY_STAFF),
        "jackpot_without_ante": (JACKPOT_ALONE,),
        "player_absent": (ABSENT_FOLDS, ABSENT_AFTER_FLOP_CHECKS, ABSENT_AFTER_FLOP, ABSENT_SETTLES),
        "hand_not_shown": (HIDDEN,),
        "interruption": (INTERRUPTED_DECIDED, INTERRUPTED_OPEN),
        "error_noticed_late": (NOTICED_LATE,),
        **UNCOVERED,
    },
    silent=LEFT_TO_SHIFT_MANAGER,
    void=("5.21",),
    later_rounds=LATER_ROUNDS,
    settled_stands=SETTLED_STANDS,
    found_late=("I19",),
    reserved={"burn_missed": BURN_ORDER, "extra_hand_examined": ON_PURPOSE},
    choosing=("5.10",),
    chosen={**PLAYS_ON, **PLAYS_ON_REPAIRED, **TAKES_BACK},
    needs_dealing={"burn_missed": BURN_FROM, "simultaneous_draw": DRAWN_FROM},
    returns=("I15",),
    readings={**OUTCOME_READ, **CARDS_ADDED_UP, **WORD_TAKEN},
    statements=WORD_TAKEN["said"],
    clock=("I13",),
    cannot=CANNOT,
    narrowed=NARROWED,
)

GAME = BankedGame(
    document=DOCUMENT,
    boxes=BOXES,
    occupancy=OCCUPANCY,
    areas=(ANTE_AREA, BONUS_AREA, JACKPOT_AREA),
    opens="3.2",
    closes="3.10",
    ends="1.24",
    displayed="3.3",
    deck="2.2.1",
    decides="1.25",
    examine_one="3.7",
    staff_may_place="5.22",
    powers={},
    rounds={
        "shoe": (
            *FROM_SHOE,
            Decide((SHOE_FOLD, SHOE_FLOP), turn_cite="I1", examine_cites=("3.11.2",)),
            *SHOE_FLOP_STREET,
            *SHOE_TURN_STREET,
            *SHOE_RIVER_STREET,
            *SHOE_DEALER,
            SHOW,
        ),
        "shuffler": (
            SHUFFLER_COMMUNITY,
            SHUFFLER_HANDS,
            Decide((SHUFFLER_FOLD, SHUFFLER_FLOP), turn_cite="I1", examine_cites=("3.12.3",)),
            *SHUFFLER_FLOP_STREET,
            *SHUFFLER_TURN_STREET,
            *SHUFFLER_RIVER_STREET,
            SHOW,
        ),
    },
    hand=FIVE_CARDS,
    rank=RANK,
    outcomes=(
        ABSENT,
        FOLDED_AT_SHOE,
        FOLDED_AT_SHUFFLER,
        NOT_SHOWN,
        NOT_SHOWN_BONUS,
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
    caps={WagerName.BONUS: BONUS_CAP},
    jackpot=FAILING_JACKPOT,
    irregularities=IRREGULARITIES,
    established=folded_compared_or_won,
    all_folded=("I9",),
    parameters=(ABSENT_PARAMETER,),
)
