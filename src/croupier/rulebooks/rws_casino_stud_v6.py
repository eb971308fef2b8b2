"""Casino Stud Poker (RWS), version 6, paragraph by paragraph.

Read it beside the approved document. Each paragraph is stated under its number, in our own words, and what it
demands of software stands directly below it.
"""

from functools import cache

from croupier.cards import Card, parse_cards
from croupier.hands import Category, Strength, rank_five
from croupier.money import To1
from croupier.rules.document import Rulebook
from croupier.rules.house import HouseGame
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
    always,
    folded,
    holds,
    not_shown,
)
from croupier.rules.terms import (
    Area,
    BoxRange,
    Burn,
    Choice,
    DealInTurn,
    DealSets,
    Decide,
    Decision,
    Limits,
    OnePlayer,
    RevealDealer,
    ShowHands,
    WagerName,
)

book = Rulebook(
    "rws-casino-stud",
    6,
    title="Casino Stud Poker",
    operator="Resorts World at Sentosa",
    effective="not stated",
)

# 1 Definitions

book.definition("1.1", "Ante: the wager a Player makes to take part in the round.")
book.definition("1.2", "Bet and wager mean the same.")
book.modelled("1.3", "BET: the further wager of a Player who stays in, twice his Ante.", "croupier.play.playing:choose")
BET_TIMES_ANTE = 2

book.definition("1.4", "Burnt Card: the first card of the remaining deck, put aside before the deal.")
book.definition("1.5", "Card Shoe: a device, electronic or not, from which cards are dealt.")
book.definition("1.6", "Dealer: the person who deals the game.")
book.definition("1.7", "Electronic Card Shuffler: a device that shuffles the deck and from which cards are dealt.")
book.definition("1.8", "Fold: the Player's decision to leave the round.")
book.definition("1.9", "Hand: the cards dealt to a Player or to the Dealer in a round.")
book.definition("1.10", "House: the casino operator.")
book.modelled(
    "1.11",
    "Pit Employee: Dealer, Pit Supervisor or Pit Manager; whoever acts in the position may do what it may do.",
    "croupier.rules.terms:at_least",
)
book.definition("1.12", "Player: whoever places a wager during a round.")
book.modelled(
    "1.13",
    "The jackpot grows with every accepted jackpot wager; won, it starts again from a set value and grows on.",
    "croupier.play.jackpot:fed",
    "croupier.play.jackpot:paid_out",
)
book.modelled("1.14", "Qualifying Hand: the Dealer holds an Ace and a King, or anything that ranks higher.")
LOWEST_QUALIFYING_HAND = "As Kd 4c 3h 2s"


@cache
def lowest_qualifying() -> Strength:
    """Ace, King and the three lowest cards that make no pair with them, nor a Straight or a Flush."""
    return rank_five(parse_cards(LOWEST_QUALIFYING_HAND))


def qualifies(dealer: Strength) -> bool:
    """Whether a Dealer's hand of this strength qualifies."""
    return dealer >= lowest_qualifying()


book.definition("1.15", "Reconstruction: putting cards back into the order that was intended.")
book.modelled(
    "1.16",
    'A round runs from "Place your Bets" until every Player has been settled.',
    "croupier.play.betting:open_round",
    "croupier.play.settlement:settle",
)
book.modelled(
    "1.17",
    "The Seated Player is the one with the wager on the box; he decides for it.",
    "croupier.play.playing:choose",
)
book.definition("1.18", "Standing Player: one who wagers on a Seated Player's box.")
book.modelled(
    "1.19",
    "Stand Off: hands of the same ranking; the wagers are neither paid nor collected, the jackpot wager excepted.",
    "croupier.play.settlement:settle_box",
)
book.definition("1.20", "Void: a round that was invalidated and has no result.")

# 2 Mode of Play

book.physical("2.1", "Heading: the layout.", "A heading; what it announces stands in the paragraphs below it.")
book.physical(
    "2.1.1",
    "Played only on tables with the layout of the appendices.",
    "What is printed on the cloth; the areas it shows are carried by the paragraphs that give them a meaning.",
)
book.modelled(
    "2.1.1.a",
    "Boxes are marked for each Player, as many as the layout shows.",
    "croupier.play.betting:place",
    "croupier.rules.house:read_policy",
)
BOXES = BoxRange(1, 7, "2.1.1.a")

book.modelled(
    "2.1.1.b",
    "Above each box a lit coin spot takes the jackpot wager, for that box's hand only.",
    "croupier.play.betting:place",
)
book.physical("2.2", "Heading: the cards.", "A heading; the deck is described in the paragraph below it.")
book.modelled("2.2.1", "One deck of 52 cards.", "croupier.cards:DECK", "croupier.play.dealing:deal")

# 3 How to Play

book.definition("3.1", "The aim is a hand that ranks above the Dealer's.")
book.modelled(
    "3.1.1",
    "Suits rank alike; cards rank from Ace down to 2, and the Ace counts as 1 in 5-4-3-2-A.",
    "croupier.hands:rank_five",
)
book.modelled("3.1.2", "The ten rankings, from Royal Flush down to Five Odd Cards.", "croupier.hands:rank_five")


def rank(hand: tuple[Card, ...], community: tuple[Card, ...]) -> Strength:
    """A hand's own five cards; there are no others."""
    return rank_five(hand)


book.modelled("3.1.3", "Hands of one ranking compare by their card values.", "croupier.hands:rank_five")
book.modelled("3.1.3.a", "The higher Straight wins.", "croupier.hands:rank_five")
book.modelled("3.1.3.b", "Equal pairs: the next highest card decides.", "croupier.hands:rank_five")
book.modelled("3.1.3.c", "Ace and King alike: the next highest card decides.", "croupier.hands:rank_five")
book.modelled("3.2", 'Wagers may be placed from "Place your Bets" on.', "croupier.play.betting:open_round")
book.modelled(
    "3.3",
    "The limits and the prescribed jackpot wager are displayed at the table.",
    "croupier.play.view:view",
)
book.modelled(
    "3.4",
    "The Player keeps his wagers within the limits and his jackpot wager to the prescribed amount.",
    "croupier.play.betting:place",
)
book.modelled("3.5", "A box is for its Seated Player; nobody wagers on another's.", "croupier.play.betting:place")
OCCUPANCY = OnePlayer("3.5")

book.modelled("3.6", "Taking part needs an Ante.", "croupier.play.betting:place")
ANTE_AREA = Area(WagerName.ANTE, "3.6", Limits.ANTE, "3.4", other_box_cite="3.7")

book.modelled(
    "3.7",
    "Further boxes may be played where nobody else wagers; the Player is told that he may examine one hand only,"
    " the others he plays blind, and the BET is exactly twice the Ante.",
    "croupier.play.betting:place",
    "croupier.play.playing:look",
    "croupier.play.playing:choose",
)
book.modelled("3.8", "With an Ante, a jackpot wager may be placed on the coin spot.", "croupier.play.betting:place")
JACKPOT_AREA = Area(WagerName.JACKPOT, "3.8", Limits.PRESCRIBED, "3.4", other_box_cite="3.8.1")

book.modelled(
    "3.8.1",
    "Likewise on further boxes, where the Player has an Ante and nobody else a wager.",
    "croupier.play.betting:place",
)
book.modelled("3.9", 'No wager after "No more Bets".', "croupier.play.betting:close_bets")
book.modelled(
    "3.10",
    "From a shoe: one card is burnt, then single cards go clockwise and to the Dealer last until everybody has"
    " five; all face down but the Dealer's last.",
    "croupier.play.dealing:deal",
)
FROM_SHOE = (
    Burn("3.10"),
    DealInTurn(5, with_dealer=True, dealer_up=1, cite="3.10"),
)

book.modelled("3.11", "From a shuffler the hands come as sets.", "croupier.play.dealing:deal")
book.modelled("3.11.1", "Sets of five go clockwise, the Dealer's last.", "croupier.play.dealing:deal")
book.modelled("3.11.2", "One of the Dealer's five lies face up on the others.", "croupier.play.dealing:deal")
FROM_SHUFFLER = (DealSets(5, dealer_up=1, cite="3.11.1"),)

book.modelled("3.12", "Having examined his cards the Player folds or bets.", "croupier.play.playing:choose")
book.modelled(
    "3.12.1",
    "Fold: the Ante is lost, and the jackpot wager can win nothing.",
    "croupier.play.playing:choose",
    "croupier.play.settlement:settle_box",
)
FOLD = Choice(Decision.FOLD, "3.12.1")
FOLDED = Outcome(("3.12.1",), folded, {WagerName.ANTE: Result.LOSE})
FOLDED_JACKPOT = JackpotRight(("3.12.1",), folded, frozenset())

book.modelled("3.12.2", "BET: twice the Ante goes on the BET area.", "croupier.play.playing:choose")
BET = Choice(Decision.BET, "3.12.2", places=WagerName.BET, times_ante=BET_TIMES_ANTE)
DECIDE = Decide((FOLD, BET), turn_cite="I1")

book.modelled(
    "3.13",
    "The Dealer turns his other four cards. If he does not qualify the Ante wins and the BET goes back; a jackpot"
    " is paid whatever he holds.",
    "croupier.play.playing:reveal",
    "croupier.play.settlement:settle_box",
)


def dealer_does_not_qualify(hand: Comparison) -> bool:
    """The Dealer's hand is below the qualifying one."""
    return not qualifies(hand.dealer)


REVEAL = RevealDealer("3.13")
NOT_QUALIFIED = Outcome(
    ("3.13",), dealer_does_not_qualify, {WagerName.ANTE: Result.WIN, WagerName.BET: Result.RETURNED}
)

book.modelled(
    "3.14", "A Dealer who qualifies compares his hand with each Player's.", "croupier.play.settlement:settle_box"
)
book.modelled(
    "3.14.1", "Higher than the Dealer: Ante and BET win and are paid by 4.1.", "croupier.play.settlement:settle_box"
)


def ranks_higher(hand: Comparison) -> bool:
    """The Player's hand is the higher."""
    return hand.own > hand.dealer


HIGHER = Outcome(("3.14.1",), ranks_higher, {WagerName.ANTE: Result.WIN, WagerName.BET: Result.WIN})

book.modelled(
    "3.14.2",
    "Lower than the Dealer: all is lost but the jackpot wager's chance.",
    "croupier.play.settlement:settle_box",
)


def ranks_lower(hand: Comparison) -> bool:
    """The Player's hand is the lower."""
    return hand.own < hand.dealer


LOWER = Outcome(("3.14.2",), ranks_lower, {WagerName.ANTE: Result.LOSE, WagerName.BET: Result.LOSE})

book.modelled(
    "3.14.3",
    "The same ranking: a Stand Off; Ante and BET go back, the jackpot wager does not.",
    "croupier.play.settlement:settle_box",
)
EQUAL = Outcome(("3.14.3",), always, {WagerName.ANTE: Result.STAND_OFF, WagerName.BET: Result.STAND_OFF})

# 4 Settlement

book.modelled(
    "4.1",
    "The Ante pays 1 to 1, the BET by the ranking of the hand.",
    "croupier.play.settlement:settle_box",
)
ANTE_PAYS = PayTable("4.1", (PayLine("ante", To1(1)),))
BET_PAYS = PayTable(
    "4.1",
    (
        PayLine("royal_flush", To1(250), Category.ROYAL_FLUSH),
        PayLine("straight_flush", To1(50), Category.STRAIGHT_FLUSH),
        PayLine("four_of_a_kind", To1(20), Category.FOUR_OF_A_KIND),
        PayLine("full_house", To1(7), Category.FULL_HOUSE),
        PayLine("flush", To1(5), Category.FLUSH),
        PayLine("straight", To1(4), Category.STRAIGHT),
        PayLine("three_of_a_kind", To1(3), Category.THREE_OF_A_KIND),
        PayLine("two_pairs", To1(2), Category.TWO_PAIRS),
        PayLine("one_pair_or_less", To1(1)),
    ),
)

book.modelled("4.1.1", "A BET pays at most SGD 100,000.00 a box.", "croupier.play.settlement:settle_box")
BET_CAP = Cap(10_000_000, "4.1.1")

book.modelled(
    "4.2",
    "The jackpot wager pays all of the meter for a Royal Flush, a tenth for a Straight Flush, and fixed amounts"
    " for three lesser hands.",
    "croupier.play.settlement:settle_jackpots",
)
AWARDS = (
    Award("royal_flush", PercentOfMeter(100), "4.2", Scope.HAND, holds(Category.ROYAL_FLUSH)),
    Award("straight_flush", PercentOfMeter(10), "4.2", Scope.HAND, holds(Category.STRAIGHT_FLUSH)),
    Award("four_of_a_kind", Fixed(50_000), "4.2", Scope.HAND, holds(Category.FOUR_OF_A_KIND)),
    Award("full_house", Fixed(20_000), "4.2", Scope.HAND, holds(Category.FULL_HOUSE)),
    Award("flush", Fixed(10_000), "4.2", Scope.HAND, holds(Category.FLUSH)),
)

book.modelled(
    "4.3",
    "A hand that is not shown has no ranking but the one its Player establishes.",
    "croupier.play.playing:withhold",
    "croupier.play.settlement:settle_box",
)
NOT_SHOWN = Outcome(("4.3", "3.14.2", "I5"), not_shown, {WagerName.ANTE: Result.LOSE, WagerName.BET: Result.LOSE})


def hidden_from_a_dealer_who_does_not_qualify(hand: Comparison) -> bool:
    """The hand is not shown, and need not be for 3.13."""
    return not hand.shown and dealer_does_not_qualify(hand)


NOT_SHOWN_NOT_QUALIFIED = Outcome(
    ("3.13", "4.3", "I5"),
    hidden_from_a_dealer_who_does_not_qualify,
    {WagerName.ANTE: Result.WIN, WagerName.BET: Result.RETURNED},
)
NOT_SHOWN_JACKPOT = JackpotRight(("4.3",), not_shown, frozenset())

book.modelled(
    "4.4",
    "A hand that wins a jackpot award is notified and stays face up, whatever the Dealer holds.",
    "croupier.play.playing:show",
    "croupier.play.view:view",
)
SHOW = ShowHands(shown_cite="4.4", hidden_cite="4.3")
FULL_RIGHT = JackpotRight((), always, frozenset({Scope.HAND}))

book.modelled("4.5", "Several major awards are paid in a fixed order.", "croupier.play.settlement:settle_jackpots")
book.modelled(
    "4.5.1",
    "At one table clockwise from the first hand dealt, each from the value then displayed.",
    "croupier.play.settlement:settle_jackpots",
)
book.modelled(
    "4.5.2",
    "Across tables in the order in which the hands were dealt, each from the value then displayed.",
    "croupier.play.jackpot:pay_pending",
)


def paid_in_order(claim: Claim) -> tuple[int, ...]:
    """First by the time of the deal, then clockwise: box 1 is dealt first."""
    return (claim.dealt, claim.box)


JACKPOT = Jackpot(AWARDS, (FOLDED_JACKPOT, NOT_SHOWN_JACKPOT, FULL_RIGHT), paid_in_order)

# 5 Irregularities

book.pending("5.1", "Wagers above the maximum noticed before the close: the excess is rejected.")
book.pending("5.1.1", "Excess not rejected: the wager wins or loses as if it were the maximum.")
book.pending("5.2", "Wagers below the minimum noticed before the close: the Player increases or withdraws.")
book.pending("5.2.1", "Not noticed: the wager wins or loses as it lies.")
book.pending("5.3", "A BET of the wrong size is noticed during settlement.")
book.pending("5.3.1", "Too much: the excess goes back, the rest settles up to the cap.")
book.pending("5.3.2", "Too little: it settles as it lies, up to the cap.")
book.pending("5.4", "A jackpot wager without an Ante, noticed in the round, goes back.")
book.pending("5.5", "A Player who leaves with decisions to make has folded.")
book.pending("5.6", "A Player who leaves with none to make is settled as usual.")
book.pending("5.7", "A technical interruption stops the round.")
book.pending("5.7.1", "Some wager is already decided: the round is played to its end.")
book.pending("5.7.2", "No wager is decided: the round is void.")
book.pending("5.8", "Seven faults void the round; earlier rounds stand.")
book.pending("5.8.1", "A card that does not belong to the deck.")
book.pending("5.8.2", "Two or more cards wrongly exposed before anybody has seen his cards.")
book.pending("5.8.3", "Cards missing from the deck, or too many.")
book.pending("5.8.4", "Too few cards left to finish the round.")
book.pending("5.8.5", "Cards that were not shuffled.")
book.pending("5.8.6", "A wrong deal before anybody has seen his cards, unless moving whole hands repairs it.")
book.pending("5.8.7", "A wrong number of Dealer's cards, noticed in time and beyond repair.")
book.pending("5.9", "No card was burnt: repair if nobody has seen his cards, else void; who plays on may choose.")
book.pending("5.10", "Any other dealing error: each affected Player chooses.")
book.pending("5.10.1", "Choice: play on with the cards as they are.")
book.pending("5.10.2", "Choice: play on with the repaired hand.")
book.pending("5.10.3", "Choice: take the wagers back, the hand is out.")
book.pending("5.11", "After the close wagers are neither placed, increased nor withdrawn.")
book.pending("5.12", "A card wrongly exposed after somebody has seen his cards: play goes on.")
book.pending("5.13", "A card found face up in the shoe is used as the next card.")
book.pending("5.14", "Cards drawn together in unknown order: a Pit Supervisor says which came first.")
book.pending("5.14.1", "That is a dealing error: every Player chooses as under 5.10.")
book.pending("5.15", "A wrong number of cards in a Player's hand, noticed in time and beyond repair: out, wagers back.")
book.pending("5.16", "An exposed Dealer's card becomes his face-up card.")
book.pending("5.17", "The jackpot system fails before anybody has seen his cards: the round is void.")
book.pending("5.18", "The jackpot system fails.")
book.pending("5.18.1", "After somebody has seen his cards: play on, paid at the last registered value.")
book.pending("5.18.2", "For later rounds the House chooses.")
book.pending("5.18.2.a", "Choice: close the table.")
book.pending("5.18.2.b", "Choice: close the affected boxes.")
book.pending("5.18.2.c", "Choice: play on without jackpot wagers, under a notice.")
book.pending("5.19", "Further hands examined on purpose, as a Pit Supervisor finds: those are out, wagers back.")
book.pending("5.20", "An error noticed after the next round began changes nothing.")
book.pending("5.21", "Chips settle as they lie at the close; the House is not liable for misplaced ones.")
book.pending("5.22", "A void round's wagers all go back.")
book.pending("5.23", "Staff may place wagers for a Player at his request and risk.")
book.pending("5.24", "What the rules do not resolve, the Shift Manager or above decides.")

# Interpretations

book.interpretation(
    "I1",
    "3.12",
    "3.7",
    question="In which order do the Players decide?",
    choice="Clockwise from the Dealer's left, every box by itself, examined or blind.",
    why="The cards go round that way (3.10), and the order must not depend on who speaks first.",
)
book.interpretation(
    "I2",
    "3.11.2",
    question="Which card of the Dealer's set lies face up?",
    choice="The fifth, as in a deal from the shoe.",
    why="It covers the other four, as 3.10 has it.",
)
book.interpretation(
    "I3",
    "2.1.1.a",
    question="How many boxes does the layout show, and which is the first?",
    choice="Up to seven, a house policy; box 1 is on the Dealer's left, numbers rise clockwise.",
    why="The appendices are pictures that the text as we have it lacks.",
)
book.interpretation(
    "I4",
    "3.4",
    "3.7",
    question="Which wagers do the limits bind, and may a BET be anything but twice the Ante?",
    choice="They bind the Ante, in multiples of the lowest chip. A BET of another size is refused; one noticed later"
    " is an irregularity.",
    why="The BET follows from the Ante; chapter 5 speaks only of what slipped through.",
)
book.interpretation(
    "I5",
    "4.3",
    "3.13",
    question="How does a hand settle that its Player does not show?",
    choice="It ranks below the Dealer's, and its jackpot wager wins nothing; a Dealer who does not qualify still"
    " pays the Ante and gives the BET back.",
    why="Nothing establishes a ranking (4.3); 3.13 asks for none.",
)
book.interpretation(
    "I6",
    "1.13",
    "1.19",
    "3.8",
    question="When does a jackpot wager feed the meter, and does it ever come back?",
    choice="When the bets close, with its exact share, fractions of a cent carried; it is kept whether it wins,"
    " loses or stands off.",
    why="It is taken when accepted; 1.19 and 3.14.3 except it from what goes back.",
)
book.interpretation(
    "I7",
    "4.2",
    "1.13",
    question="What is a percentage taken from, and what does it do to the meter?",
    choice="From the value displayed at that moment, rounded down to the cent. All of it resets the meter to its"
    " seed, less lowers it by what was paid; fixed amounts come from the House.",
    why="4.5.1 pays each winner the value displayed to him; only the whole jackpot is won in the sense of 1.13.",
)
book.interpretation(
    "I8",
    "4.1.1",
    question="Does the maximum payout count the stake?",
    choice="No: it limits the winnings, the stake goes back on top.",
    why="The pay table speaks of what is paid, and N to 1 leaves the stake with the Player.",
)
book.interpretation(
    "I9",
    "3.12.1",
    "3.13",
    question="What happens when every hand has folded?",
    choice="The round ends; the Dealer's cards stay unseen.",
    why="No wager can be changed by them.",
)
book.interpretation(
    "I10",
    "4.5",
    question="Which awards does the order of payment bind?",
    choice="Those pending together: claimed and not yet paid. Nobody waits for a round still in play, and a paid"
    " award is never reopened.",
    why="Simultaneous winners are the paragraph's case.",
)

DOCUMENT = book.close()

GAME = HouseGame(
    document=DOCUMENT,
    boxes=BOXES,
    occupancy=OCCUPANCY,
    areas=(ANTE_AREA, JACKPOT_AREA),
    opens="3.2",
    closes="3.9",
    ends="1.16",
    displayed="3.3",
    deck="2.2.1",
    decides="1.17",
    examine_one="3.7",
    staff_may_place="5.23",
    powers={},
    rounds={
        "shoe": (*FROM_SHOE, DECIDE, REVEAL, SHOW),
        "shuffler": (*FROM_SHUFFLER, DECIDE, REVEAL, SHOW),
    },
    rank=rank,
    outcomes=(FOLDED, NOT_SHOWN_NOT_QUALIFIED, NOT_QUALIFIED, NOT_SHOWN, HIGHER, LOWER, EQUAL),
    pays={WagerName.ANTE: ANTE_PAYS, WagerName.BET: BET_PAYS},
    caps={WagerName.BET: BET_CAP},
    jackpot=JACKPOT,
)
