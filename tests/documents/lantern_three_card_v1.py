"""Lantern Three-Card, version 1: a made-up document of a made-up house, paragraph by paragraph.

It proves that a document is one module: hands of three cards, a wager that lies alone, and a premium that is paid
whether its wager wins or loses.
"""

from croupier.cards import Card
from croupier.hands import Strength
from croupier.money import To1
from croupier.rules.banked import BankedGame
from croupier.rules.document import Colours, Rulebook
from croupier.rules.handtypes import THREE_CARDS
from croupier.rules.irregularities import Rule, Ruling
from croupier.rules.settling import (
    Comparison,
    Outcome,
    PayLine,
    PayTable,
    Premium,
    Qualifying,
    Result,
    folded_by_choice,
    folded_by_leaving,
    folded_or_compared,
    in_and_shown,
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
    own_wager,
)
from croupier.three_cards import ThreeCards, rank_three
from tests.documents import lantern_chapter_five

book = Rulebook(
    "lantern-three-card",
    1,
    title="Lantern Three-Card",
    short="Lantern Three-Card",
    letters="L3",
    colours=Colours("#8a5a2b", "#693f17", "#382007", "#ecc08c"),
    operator="The Lantern House",
    effective="1 January 2026",
)

# 1 Words

book.definition("1.1", "Ante: the wager against the Dealer's hand.")
book.modelled("1.2", "Play: as much as the Ante, to stay in.", "croupier.play.banked.playing:choose")
PLAY_TIMES_ANTE = 1
PAIR_PLUS = own_wager("pair_plus")
TITLES = {WagerName.BET: "Play", PAIR_PLUS: "Pair Plus"}

book.definition("1.3", "Pair Plus: a wager on the Player's own three cards.")
book.modelled("1.4", "The Dealer qualifies with a Queen high or better.", "croupier.rules.settling:Qualifying")
QUALIFYING = Qualifying("Q", THREE_CARDS, "1.4")

book.modelled(
    "1.5",
    'A round runs from "Place your bets" until all is settled.',
    "croupier.play.banked.betting:open_round",
    "croupier.play.banked.settlement:settle",
)
book.modelled("1.6", "Whose wager lies on a box decides for its hand.", "croupier.play.banked.playing:choose")

# 2 The table

book.modelled("2.1", "One to seven boxes with Ante, Play and Pair Plus.", "croupier.rules.banked:read_banked_policy")
BOXES = BoxRange(1, 7, "2.1")

book.modelled("2.2", "One deck of 52 cards.", "croupier.cards:DECK", "croupier.play.banked.dealing:deal")
book.modelled("2.3", "The limits of Ante and Pair Plus are displayed.", "croupier.play.banked.view:view")

# 3 The round

book.modelled("3.1", 'Wagers are placed after "Place your bets".', "croupier.play.banked.betting:open_round")
book.modelled("3.2", "An Ante within the limits, or Pair Plus, or both.", "croupier.play.banked.betting:place")
ANTE_AREA = Area(WagerName.ANTE, "3.2", Limits.ANTE, "3.2", other_box_cite="3.5")

book.modelled(
    "3.3",
    "Pair Plus needs no Ante; without one there is nothing to decide.",
    "croupier.play.banked.betting:place",
    "croupier.play.banked.flow:undecided",
)
PAIR_PLUS_AREA = Area(PAIR_PLUS, "3.3", Limits.BONUS, "3.2", other_box_cite="3.5", alone=True)

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

book.modelled("3.7", "Three cards to each box, then three to the Dealer.", "croupier.play.banked.dealing:deal")
DEAL = DealSets(3, cite="3.7")

book.modelled(
    "3.8",
    "The Players with an Ante decide clockwise.",
    "croupier.play.banked.flow:undecided",
    "croupier.play.banked.playing:look",
)
book.modelled(
    "3.8.1",
    "Fold: the Ante is lost, and Pair Plus with it.",
    "croupier.play.banked.playing:choose",
    "croupier.play.banked.settlement:settle_box",
)
FOLD = Choice(Decision.FOLD, "3.8.1")
FOLDED = Outcome(("3.8.1",), folded_by_choice, {WagerName.ANTE: Result.LOSE, PAIR_PLUS: Result.LOSE})

book.modelled("3.8.2", "Or the Play is placed.", "croupier.play.banked.playing:choose")
PLAY = Choice(Decision.BET, "3.8.2", places=WagerName.BET, times_ante=PLAY_TIMES_ANTE, title="Play")
DECIDE = Decide((FOLD, PLAY), turn_cite="3.8")

book.modelled("3.9", "The Dealer turns his cards if a hand is in.", "croupier.play.banked.playing:reveal")
REVEAL = RevealDealer("3.9")

book.modelled("3.10", "Not qualified: the Ante wins, the Play goes back.", "croupier.play.banked.settlement:settle_box")
NOT_QUALIFIED = Outcome(("3.10",), QUALIFYING.falls_short, {WagerName.ANTE: Result.WIN, WagerName.BET: Result.RETURNED})

book.modelled("3.11", "Higher: Ante and Play win.", "croupier.play.banked.settlement:settle_box")
HIGHER = Outcome(("3.11",), QUALIFYING.higher, {WagerName.ANTE: Result.WIN, WagerName.BET: Result.WIN})

book.modelled("3.12", "Lower: Ante and Play lose.", "croupier.play.banked.settlement:settle_box")
LOWER = Outcome(("3.12",), QUALIFYING.lower, {WagerName.ANTE: Result.LOSE, WagerName.BET: Result.LOSE})

book.modelled("3.13", "The same: a stand-off.", "croupier.play.banked.settlement:settle_box")
EQUAL = Outcome(("3.13",), QUALIFYING.the_same, {WagerName.ANTE: Result.STAND_OFF, WagerName.BET: Result.STAND_OFF})

book.modelled("3.14", "A hand that is not shown loses every wager.", "croupier.play.banked.playing:withhold")
NOT_SHOWN = Outcome(
    ("3.14",),
    in_but_not_shown,
    {WagerName.ANTE: Result.LOSE, WagerName.BET: Result.LOSE, PAIR_PLUS: Result.LOSE},
)
SHOW = ShowHands(shown_cite="3.9", hidden_cite="3.14")
HIDDEN = Rule(("3.14",), {}, Ruling.RANK_BELOW_DEALER, "A hand that is not shown loses every wager on it.")

book.modelled("3.15", "Staff may place wagers for a Player.", "croupier.play.banked.betting:place")
book.modelled("3.16", "The ranking of three cards: a Straight above a Flush.", "croupier.three_cards:rank_three")


def rank(hand: tuple[Card, ...], community: tuple[Card, ...]) -> Strength:
    """The hand's own three cards."""
    return rank_three(hand)


# 4 Payment

book.modelled("4.1", "Ante and Play pay 1 to 1.", "croupier.play.banked.settlement:settle_box")
ANTE_PAYS = PayTable("4.1", (PayLine("ante", To1(1)),))
PLAY_PAYS = PayTable("4.1", (PayLine("play", To1(1)),))

book.modelled(
    "4.2",
    "Whoever plays is paid a bonus on the Ante by his hand, whether the Ante wins or loses.",
    "croupier.play.banked.settlement:settle_box",
)
ANTE_BONUS = Premium(
    "Ante bonus",
    ("4.2",),
    in_and_shown,
    PayTable(
        "4.2",
        (
            PayLine("straight_flush", To1(5), ranks_from(ThreeCards.STRAIGHT_FLUSH)),
            PayLine("three_of_a_kind", To1(4), ranks_from(ThreeCards.THREE_OF_A_KIND)),
            PayLine("straight", To1(1), ranks_from(ThreeCards.STRAIGHT)),
        ),
    ),
)

book.modelled(
    "4.3", "Pair Plus pays from a pair on, whatever the Dealer holds.", "croupier.play.banked.settlement:settle_box"
)
PAIR_PLUS_PAYS = PayTable(
    "4.3",
    (
        PayLine("straight_flush", To1(40), ranks_from(ThreeCards.STRAIGHT_FLUSH)),
        PayLine("three_of_a_kind", To1(30), ranks_from(ThreeCards.THREE_OF_A_KIND)),
        PayLine("straight", To1(6), ranks_from(ThreeCards.STRAIGHT)),
        PayLine("flush", To1(3), ranks_from(ThreeCards.FLUSH)),
        PayLine("one_pair", To1(1), ranks_from(ThreeCards.ONE_PAIR)),
    ),
)


def pair_plus_pays(hand: Comparison) -> bool:
    """The hand stands in the pay table."""
    return in_and_shown(hand) and PAIR_PLUS_PAYS.line(hand) is not None


def pair_plus_pays_nothing(hand: Comparison) -> bool:
    """It does not."""
    return in_and_shown(hand) and PAIR_PLUS_PAYS.line(hand) is None


PAIR_PLUS_WON = Outcome(("4.3",), pair_plus_pays, {PAIR_PLUS: Result.WIN})
PAIR_PLUS_LOST = Outcome(("4.3",), pair_plus_pays_nothing, {PAIR_PLUS: Result.LOSE})

# 5 When something goes wrong

lantern_chapter_five.declare(book, "A Play above the Ante loses the excess, one below it counts as it lies.")
ABSENT = Outcome(("5.4", "3.8.1"), folded_by_leaving, {WagerName.ANTE: Result.LOSE, PAIR_PLUS: Result.LOSE})

# Interpretations

book.interpretation(
    "I1",
    "3.8.1",
    "3.9",
    question="What is turned when every hand has folded?",
    choice="Nothing: the round is over, and all wagers are lost.",
    why="3.9 turns the Dealer's cards for hands that are in.",
)

DOCUMENT = book.close()

GAME = BankedGame(
    document=DOCUMENT,
    boxes=BOXES,
    occupancy=OCCUPANCY,
    areas=(ANTE_AREA, PAIR_PLUS_AREA),
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
    hand=THREE_CARDS,
    rank=rank,
    outcomes=(ABSENT, FOLDED, NOT_SHOWN, PAIR_PLUS_WON, PAIR_PLUS_LOST, NOT_QUALIFIED, HIGHER, LOWER, EQUAL),
    pays={WagerName.ANTE: ANTE_PAYS, WagerName.BET: PLAY_PAYS, PAIR_PLUS: PAIR_PLUS_PAYS},
    premiums={WagerName.ANTE: ANTE_BONUS},
    caps={},
    irregularities=lantern_chapter_five.rulings(TOO_LATE, HIDDEN),
    established=folded_or_compared,
    all_folded=("I1",),
)
