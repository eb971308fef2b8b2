"""Poker (RWS), version 6, paragraph by paragraph.

Read it beside the approved document. Each paragraph is stated under its number, in our own words, and what it requires
of software is directly below it.
"""

from croupier.cards import Card
from croupier.hands import Strength, rank_seven
from croupier.money import MILLION, Cents, Rate
from croupier.rules.document import Colours, Rulebook, told
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.irregularities import ROOM_CATALOGUE, AtLeast, Decider, Exactly, Irregularities, Rule, Ruling
from croupier.rules.room import (
    Blind,
    FirstToAct,
    Leader,
    Places,
    RakeTerms,
    RoomGame,
    RoomGrounds,
    ShowsFirst,
    Street,
    steps,
)
from croupier.rules.terms import BoxRange, Role

book = Rulebook(
    "rws-poker",
    6,
    title="Poker",
    short="Poker, No Limit",
    letters="PR",
    colours=Colours("#80653f", "#5e482a", "#2d2112", "#e0c69b", "Tobacco"),
    operator="Resorts World at Sentosa",
    effective="7 April 2020, 0800 hours",
)

# 1 Definitions

book.definition("1.1", "Active Player: one who has not folded in this round.")
book.modelled("1.2", "All-in: a Player stakes every chip they have left.", "croupier.play.room.betting:move")
book.definition("1.3", "Bet and wager mean the same.")
book.modelled(
    "1.4",
    "BET: chips put forward where nobody has yet; Calls, Raises, Blinds and All-ins go by their own names.",
    "croupier.play.room.betting:move",
)
book.modelled(
    "1.5",
    "Betting Round: everybody still in checks, bets, calls, raises or folds in order until all have matched, or until"
    " one alone is left.",
    "croupier.play.room.betting:move",
    "croupier.play.room.evolve:acted",
    "croupier.play.room.flow:next_turn",
    "croupier.play.room.flow:betting_over",
)
book.modelled(
    "1.5.a",
    "The first runs from the Blinds to the Flop.",
    "croupier.play.room.opening:open_round",
    "croupier.play.room.flow:begin",
    "croupier.play.room.flow:betting_over",
)
book.modelled(
    "1.5.b",
    "The second runs from the Flop to the Turn.",
    "croupier.play.room.dealing:deal",
    "croupier.play.room.flow:begin",
    "croupier.play.room.flow:betting_over",
)
book.modelled(
    "1.5.c",
    "The third runs from the Turn to the River.",
    "croupier.play.room.dealing:deal",
    "croupier.play.room.flow:begin",
    "croupier.play.room.flow:betting_over",
)
book.modelled(
    "1.5.d",
    "The fourth runs from the River until the first hand is shown.",
    "croupier.play.room.dealing:deal",
    "croupier.play.room.flow:begin",
    "croupier.play.room.flow:betting_over",
)
book.modelled(
    "1.6",
    "Blinds: two set contributions, Small and Big, put in ahead of the cards; they can win like any other chips.",
    "croupier.play.room.opening:open_round",
    "croupier.play.room.settling:settle",
)
book.modelled(
    "1.7",
    "Big Blind: two places left of the Button unless only two play, and twice as much as the Small Blind.",
    "croupier.play.room.positions:next_positions",
    "croupier.play.room.opening:open_round",
)
BIG_BLIND_TIMES_SMALL = 2

book.definition("1.8", "Burnt Card: the card put aside ahead of the Flop, the Turn and the River.")
book.modelled(
    "1.9",
    "Call: matching the last BET or Raise, or going All-in where the chips do not reach.",
    "croupier.play.room.betting:move",
)
book.definition("1.10", "Card Shoe: what cards are dealt from, electronic or not.")
book.definition("1.11", "Check: knocking on the table to let the chance of a BET go by.")
book.definition("1.12", "Community Cards: the cards in the middle, of use to everybody.")
book.definition("1.13", "Dealer: the person who deals the game.")
book.modelled(
    "1.14",
    "Dealer Button: marks who is dealt to last, and moves on clockwise after every round.",
    "croupier.play.room.positions:next_positions",
)
book.modelled(
    "1.15",
    "Five-card Hand: any five among the Community Cards and a Player's own.",
    "croupier.hands:rank_seven",
)
book.modelled(
    "1.16",
    "Final Betting Round: the fourth, or the last one in which anybody could still bet.",
    "croupier.play.room.flow:next_turn",
    "croupier.play.room.flow:betting_over",
    "croupier.play.room.showdown:turn_marker",
)


def answered(own: Cents, most_of_another: Cents) -> bool:
    """Return whether the only Player with chips has nothing to answer: then no bet can follow, and the betting is over.

    The bet of a hand that is out lies there to be answered like any other (3.10.1.d).
    """
    return own >= most_of_another


book.definition("1.17", "Flop Cards: the three Community Cards that come first, turned up together.")
book.modelled(
    "1.18",
    "Fold: handing the cards in and leaving the round.",
    "croupier.play.room.betting:move",
    "croupier.play.room.evolve:acted",
    "croupier.play.room.seating:leave",
)
book.modelled("1.19", "Game Marker: a disc that tells how far the round has come.", "croupier.play.room.view:room_view")
book.modelled(
    "1.19.i",
    "BETTING ROUND: bets may still come, and Hole Cards stay hidden.",
    "croupier.play.room.view:room_view",
    "croupier.play.room.showdown:show",
)
book.modelled(
    "1.19.ii",
    "SHOWDOWN: the bets are over, and hands must be shown.",
    "croupier.play.room.view:room_view",
    "croupier.play.room.showdown:turn_marker",
)
book.definition("1.20", "Hand: what a Player holds in a round.")
book.definition("1.21", "Hole Cards: a Player's own two cards, face down.")
book.definition("1.22", "House: the casino operator.")
book.definition("1.23", "Initial Deal: the deal of everybody's Hole Cards.")
book.modelled(
    "1.24",
    "No Limit: a wager may be as large as the chips its Player has, at any time.",
    "croupier.play.room.betting:move",
)
book.modelled("1.25", "Main Pot: the one that is there ahead of any Side Pot.", "croupier.play.room.pots:pots_of")
book.modelled(
    "1.26",
    "Orbit: the Button's way once round the table from the Dealer's left, one Player a round.",
    "croupier.play.room.positions:next_positions",
)


def orbit_over(start: int, before: int, button: int, seats: int) -> bool:
    """Return whether the Button regains or passes the seat where it began.

    A Button that has not left that seat does neither.
    """
    return (button - start) % seats < (before - start) % seats


book.modelled(
    "1.27",
    "Out of Turn: acting ahead of one's turn in a Betting Round.",
    "croupier.play.room.betting:move",
    "croupier.play.room.out_of_turn:note",
)
book.modelled(
    "1.28",
    "Pit Employee: Dealer, Pit Supervisor or Pit Manager; whoever acts in the position may do what it may do.",
    "croupier.rules.terms:at_least",
)
book.definition("1.29", "Player: whoever places a wager during a round.")
book.modelled("1.30", "Pot: all chips that went in, under whichever name.", "croupier.play.room.pots:pots_of")
book.modelled(
    "1.31", "Raise: putting in more than the wager made last in this Betting Round.", "croupier.play.room.betting:move"
)
book.modelled(
    "1.32",
    "Rake: the fee that the House takes for holding the game, as a percentage of the Pot or as an amount.",
    "croupier.rules.room:read_room_policy",
    "croupier.play.room.settling:settle",
)
book.modelled(
    "1.33",
    "Reconstruction: putting cards back into the order that was intended.",
    "croupier.play.room.remedies:reconstruct",
)
book.definition("1.34", "River Card: the fifth Community Card, and the last.")
book.modelled(
    "1.35",
    'A round runs from "Place your Blind Bets" until every Player has been settled.',
    "croupier.play.room.opening:open_round",
    "croupier.play.room.settling:settle",
)
book.modelled(
    "1.36",
    "The Seated Player is the one at the box, and they decide for it.",
    "croupier.play.room.seating:join",
    "croupier.play.room.betting:move",
)
book.modelled("1.37", "Side Pot: a further pot that an All-in brings about.", "croupier.play.room.pots:pots_of")
book.modelled(
    "1.38",
    "Small Blind: left of the Button unless only two play; the House sets its amount for the table.",
    "croupier.rules.room:read_room_policy",
    "croupier.play.room.positions:next_positions",
    "croupier.play.room.opening:open_round",
)
book.definition("1.39", "Standing Player: one who wagers on a Seated Player's box.")
book.definition("1.40", "Table Stake: the chips that a Player has at the table.")
book.definition("1.41", "Turn Card: the fourth Community Card.")
book.definition("1.42", "Void: a round that was invalidated and has no result.")

# 2 Mode of Play

book.physical("2.1", "Heading: the layout.", "A heading; the paragraph below it says what it announces.")
book.modelled(
    "2.1.1",
    "The layout of Appendix A, with a place for every seat.",
    "croupier.rules.room:read_room_policy",
    "croupier.play.room.seating:join",
)
SEATS = BoxRange(2, 10, "I1")

book.physical("2.2", "Heading: the cards.", "A heading; the deck is described in the paragraph below it.")
book.modelled("2.2.1", "One deck of 52 cards.", "croupier.cards:DECK", "croupier.play.room.dealing:deal")

# 3 How to Play

book.definition("3.1", "The aim is the best five cards once the bets are over.")
book.modelled(
    "3.1.1",
    "Suits rank alike; cards rank from Ace down to 2, and the Ace counts as 1 in 5-4-3-2-A.",
    "croupier.hands:rank_five",
    "croupier.hands:rank_seven",
)
book.modelled(
    "3.1.2",
    "The ten rankings, from Royal Flush down to Five Odd Cards.",
    "croupier.hands:rank_five",
    "croupier.hands:rank_seven",
)
book.modelled("3.1.3", "Hands of one ranking compare by their card values.", "croupier.hands:rank_five")
book.modelled("3.1.3.a", "The higher Straight wins.", "croupier.hands:rank_five")
book.modelled("3.1.3.b", "Equal pairs: the next highest card decides.", "croupier.hands:rank_five")
book.modelled("3.1.3.c", "Ace and King alike: the next highest card decides.", "croupier.hands:rank_five")
book.modelled(
    "3.2",
    "Only those who sit at the table play; nobody wagers on another's box.",
    "croupier.play.room.seating:join",
    "croupier.play.room.betting:move",
)
book.modelled("3.3", "Nobody decides for another Player.", "croupier.play.room.betting:move")
book.modelled("3.4", "Bets have no upper limit; Raises have the lower one of 3.5.", "croupier.play.room.betting:move")
book.modelled(
    "3.5",
    "The first Raise is at least the Big Blind, each later one at least the one it follows; there may be any number.",
    "croupier.play.room.betting:move",
)


def minimum_raise(big_blind: Cents, largest: Cents) -> Cents:
    """Return the least increment: the Big Blind, or the Betting Round's largest bet or increment if that is more."""
    return max(big_blind, largest)


book.modelled(
    "3.6",
    "Who wants to play puts down a Table Stake in sight of all, between the least and the most that the signage shows.",
    "croupier.play.room.seating:join",
    "croupier.play.room.view:room_view",
    "croupier.rules.room:read_room_policy",
)
book.modelled("3.6.1", "The stake may grow between rounds only.", "croupier.play.room.seating:top_up")
book.modelled(
    "3.6.2",
    "No chips are taken off the table as long as the Player keeps their seat, or is moved to another table.",
    "croupier.play.room.seating:join",
    "croupier.play.room.seating:leave",
)
book.modelled(
    "3.7",
    'Play begins with "Place your Blind Bets"; the first Button lies at the Dealer\'s left and goes on clockwise. One'
    " that was forgotten is placed as soon as anybody notices.",
    "croupier.play.room.opening:open_round",
    "croupier.play.room.positions:next_positions",
)


def first_places(dealt: tuple[int, ...], stays: int | None) -> Places:
    """Return the first round's places: the first Player from the Dealer's left has the Button.

    If a first round was void, the Player who had the Button keeps it.
    """
    button = stays if stays in dealt else dealt[0]
    if len(dealt) == 2:
        return Places(button, button, next(seat for seat in dealt if seat != button), ("3.7", "I3"))
    at = dealt.index(button)
    return Places(button, dealt[(at + 1) % len(dealt)], dealt[(at + 2) % len(dealt)], ("3.7", "I3"))


BUTTON_FORGOTTEN = Rule(
    ("3.7",), {}, Ruling.CONTINUE, "The Dealer places the Button as soon as it is noticed, and the round goes on."
)

book.modelled(
    "3.8",
    "Left of the Button comes the Small Blind, then the Big Blind; of two Players the Button's has the Small.",
    "croupier.play.room.positions:next_positions",
    "croupier.play.room.opening:open_round",
)


def next_places(last_small: int, last_big: int, big: int, dealt: tuple[int, ...], seats: int) -> Places:
    """Return the next round's places.

    Of two Players, the other one has Button and Small Blind. Of more, the Small Blind falls due where the Big Blind
    was, and the Button lies where the Small Blind was due: after two had played, that may be beyond it, and the Button
    goes to the nearest Player on its right.
    """
    if len(dealt) == 2:
        other = next(seat for seat in dealt if seat != big)
        return Places(other, other, big, ("3.8", "I4"))
    if steps(last_big, last_small, seats) <= steps(last_big, big, seats):
        nearest = max((seat for seat in dealt if seat != last_big), key=lambda seat: steps(last_big, seat, seats))
        return Places(nearest, last_big, big, ("I4",))
    return Places(last_small, last_big, big, ("3.7", "I3") if last_small in dealt else ("5.5", "I3"))


book.modelled(
    "3.9",
    "Single cards go round from the Button's left, face down, until everybody has two.",
    "croupier.play.room.dealing:deal",
    "croupier.play.room.evolve:dealt",
)
HOLE_CARDS = 2

book.modelled(
    "3.9.1",
    "How the first Betting Round goes.",
    "croupier.play.room.flow:dealt_out",
    "croupier.play.room.betting:move",
)
book.modelled(
    "3.9.1.a",
    "It begins left of the Big Blind, with two Players at the Button; the first calls, raises or folds.",
    "croupier.play.room.opening:open_round",
    "croupier.play.room.flow:begin",
    "croupier.play.room.betting:move",
)
FIRST_BETTING_BEGINS = FirstToAct.LEFT_OF_BIG_BLIND

book.modelled(
    "3.9.1.b",
    "It goes round until everybody has acted; a Big Blind that nobody raised may check or raise.",
    "croupier.play.room.betting:move",
    "croupier.play.room.evolve:acted",
    "croupier.play.room.flow:next_turn",
)
book.modelled(
    "3.10",
    "Then one card is burnt and the Flop turned up.",
    "croupier.play.room.flow:betting_over",
    "croupier.play.room.dealing:deal",
)
book.modelled(
    "3.10.1",
    "How the second Betting Round goes.",
    "croupier.play.room.flow:dealt_out",
    "croupier.play.room.betting:move",
)
book.modelled(
    "3.10.1.a",
    "It begins left of the Button, with a BET, a Check or a Fold.",
    "croupier.play.room.flow:begin",
    "croupier.play.room.betting:move",
)
FLOP = Street("flop", 3, 1, ("3.10",), ("3.10.1",), FirstToAct.LEFT_OF_BUTTON)

book.modelled(
    "3.10.1.b",
    "After a Check the next has the same three choices.",
    "croupier.play.room.betting:move",
    "croupier.play.room.flow:next_turn",
)
book.modelled(
    "3.10.1.c",
    "After a BET everybody calls, raises or folds, up to the last of those who had checked.",
    "croupier.play.room.evolve:acted",
    "croupier.play.room.flow:next_turn",
)


def may_raise(answering: int, could: int, is_full: bool) -> int:
    """Return the Players who may raise after a wager: all who answer a BET or a Raise.

    After an All-in that is neither (3.15.3), only those may raise who could before it.
    """
    return answering if is_full else could


book.modelled(
    "3.10.1.d",
    "After a BET there is no Check, whatever has become of the hand that made it.",
    "croupier.play.room.betting:move",
    "croupier.play.room.flow:next_turn",
)
book.modelled(
    "3.11",
    "Then one card is burnt and the Turn turned up.",
    "croupier.play.room.flow:betting_over",
    "croupier.play.room.dealing:deal",
)
TURN = Street("turn", 1, 1, ("3.11",), ("3.13",), FirstToAct.LEFT_OF_BUTTON)

book.modelled(
    "3.12",
    "Then one card is burnt and the River turned up.",
    "croupier.play.room.flow:betting_over",
    "croupier.play.room.dealing:deal",
)
RIVER = Street("river", 1, 1, ("3.12",), ("3.13",), FirstToAct.LEFT_OF_BUTTON)

book.modelled(
    "3.13",
    "The third and fourth Betting Rounds go like the second.",
    "croupier.play.room.flow:dealt_out",
    "croupier.play.room.betting:move",
)
book.modelled(
    "3.14",
    "Hands are shown once the Dealer has turned the marker to SHOWDOWN.",
    "croupier.play.room.showdown:turn_marker",
    "croupier.play.room.showdown:show",
)
book.modelled(
    "3.14.1",
    "Whoever alone is left wins, and need not show.",
    "croupier.play.room.showdown:muck",
    "croupier.play.room.settling:settle",
)
book.modelled("3.14.2", "Where more are left, hands are shown in order.", "croupier.play.room.showdown:show")
book.modelled(
    "3.14.2.a", "First comes whoever raised last in the Final Betting Round.", "croupier.play.room.showdown:show"
)
RAISER_FIRST = ShowsFirst(Leader.LAST_RAISER, ("3.14.2.a",))

book.modelled(
    "3.14.2.b",
    "A hand shown after the last bet but ahead of the marker stays good, as long as nobody has more to decide.",
    "croupier.play.room.showdown:show",
    "croupier.play.room.irregular:report",
)
SHOWN_AFTER_BETS = Rule(
    ("3.14.2.b",),
    {"stage": "after"},
    Ruling.CONTINUE,
    "Nobody has anything left to decide: the hand stays valid, whatever the marker shows.",
)

book.modelled(
    "3.14.2.c",
    "Without a Raise it is the first who bet; where all checked, the first still in from the Button's left.",
    "croupier.play.room.showdown:show",
)
BETTOR_FIRST = ShowsFirst(Leader.FIRST_BETTOR, ("3.14.2.c",))
LEFT_OF_BUTTON_FIRST = ShowsFirst(Leader.LEFT_OF_BUTTON, ("3.14.2.c",))

book.modelled(
    "3.14.2.d",
    "The others show what is as good or better; what is beaten may stay hidden.",
    "croupier.play.room.showdown:show",
    "croupier.play.room.showdown:muck",
)


def must_show(own: Strength, best_shown: Strength) -> bool:
    """Return whether a hand is as good as the best that has been shown, or better."""
    return own >= best_shown


book.modelled(
    "3.14.2.e",
    "The best five of a Player's two cards and the five on the table win.",
    "croupier.play.room.settling:settle",
)


def rank(hole: tuple[Card, ...], community: tuple[Card, ...]) -> Strength:
    """Return the strength of the best five of seven cards."""
    return rank_seven(hole + community)


book.modelled(
    "3.15",
    "A Player may bet, call or raise with everything they have; a button marks them, but a round without the button"
    " goes on.",
    "croupier.play.room.betting:move",
    "croupier.play.room.view:room_view",
)
ALL_IN_UNMARKED = Rule(("3.15",), {}, Ruling.CONTINUE, "The All-in counts without its button, and the round goes on.")

book.modelled(
    "3.15.1",
    "A Player who has too little and wants to stay puts in the rest; they stay in and bet no more.",
    "croupier.play.room.betting:move",
    "croupier.play.room.evolve:acted",
)
book.modelled(
    "3.15.2",
    "After an All-in below what was due, the others still owe the earlier amount, or raise it.",
    "croupier.play.room.flow:dealt_out",
    "croupier.play.room.evolve:acted",
    "croupier.play.room.pots:pots_of",
)


def to_call(big_blind: Cents, highest_post: Cents) -> Cents:
    """Return the amount to call as the betting begins: the Big Blind in full, even if its Player had less."""
    return max(big_blind, highest_post)


book.modelled(
    "3.15.3",
    "An All-in above a Call by less than half of a Raise is a BET but not a Raise; the others call all of it or raise.",
    "croupier.play.room.betting:move",
    "croupier.play.room.evolve:acted",
)
REOPENING_SHARE = Rate(500_000)


def is_raise(increment: Cents, minimum: Cents, share: Rate) -> bool:
    """Return whether what an All-in puts on top reaches this share of the least Raise."""
    return increment * MILLION >= share.of(minimum)


book.modelled(
    "3.15.4",
    "A Player who is All-in wins no pot that they have nothing in.",
    "croupier.play.room.pots:pots_of",
    "croupier.play.room.settling:settle",
    "croupier.play.room.evolve:posted",
)
book.modelled(
    "3.16",
    "No BET and no Raise is smaller than one made earlier in the Betting Round, but for an All-in.",
    "croupier.play.room.betting:move",
)


def minimum_bet(big_blind: Cents) -> Cents:
    """Return the least BET: no less than the wager every round begins with."""
    return big_blind


book.modelled(
    "3.17",
    "What a Player does binds them, not what they say: a word without its gesture has no effect.",
    "croupier.play.room.betting:move",
    "croupier.play.room.irregular:report",
)
ONLY_SAID = Rule(
    ("3.17",), {}, Ruling.CONTINUE, "Words without the gesture bind nobody; the Player still has to act in turn."
)

# 4 Settlement

book.modelled(
    "4.1",
    "The House takes a Rake of at most 5 % as it sees fit, pot by pot from the Main Pot on, up to the cap on display.",
    "croupier.rules.room:read_room_policy",
    "croupier.play.room.settling:settle",
    "croupier.play.room.view:room_view",
)
HIGHEST_RAKE = Rate(50_000)


def rake(pot: Cents, already_taken: Cents, terms: RakeTerms) -> Cents:
    """Return the Rake: the percentage rounded down to the unit, or what is left of the cap if that is less.

    If the fee is an amount, return what is left of it, and of no pot more than the highest percentage.
    """
    rate = HIGHEST_RAKE if terms.amount else terms.rate
    share = rate.of(pot) // (terms.unit * MILLION) * terms.unit
    left = min(terms.amount, terms.cap) if terms.amount else terms.cap
    return min(share, left - already_taken)


book.modelled(
    "4.2",
    "A hand is played out; Players do not share a pot by agreement.",
    "croupier.play.room.settling:settle",
)
book.modelled(
    "4.3",
    "A bet, or the part of a Raise, that everybody folded to is no part of what the Rake is taken from.",
    "croupier.play.room.pots:uncalled",
)


def uncalled(put: Cents, most_of_another: Cents) -> Cents:
    """Return what a Player still in has put in beyond any other Player, in the round or out of it."""
    return max(0, put - most_of_another)


book.modelled("4.4", "The best hand still in wins.", "croupier.play.room.settling:settle")
book.modelled(
    "4.5",
    "Equal hands share down to the smallest chip; what is left over goes to the first of them from the Button's left.",
    "croupier.play.room.settling:settle",
)


def divide(amount: Cents, winners: int, chip: Cents) -> tuple[Cents, ...]:
    """Divide an amount into equal shares in whole chips.

    Extra chips go one at a time to the first winners; a rest that makes no chip goes to the first one.
    """
    chips, rest = divmod(amount, chip)
    each, extra = divmod(chips, winners)
    shares = [(each + (at < extra)) * chip for at in range(winners)]
    shares[0] += rest
    return tuple(shares)


book.modelled(
    "4.6",
    "With somebody All-in every pot is decided by itself.",
    "croupier.play.room.pots:pots_of",
    "croupier.play.room.settling:settle",
)
book.modelled(
    "4.6.1",
    "An All-in hand that is best of all takes the Main Pot and whichever Side Pots it has chips in.",
    "croupier.play.room.pots:pots_of",
    "croupier.play.room.settling:settle",
)
book.modelled(
    "4.6.2",
    "A Side Pot goes to the best hand of those with chips in it.",
    "croupier.play.room.pots:pots_of",
    "croupier.play.room.settling:settle",
)

# 5 Irregularities

book.modelled("5.1", "A technical interruption stops the round.", "croupier.play.room.irregular:report")
book.modelled(
    "5.1.1", "Some wager is already decided: the round is played to its end.", "croupier.play.room.irregular:report"
)
INTERRUPTED_DECIDED = Rule(
    ("5.1.1",),
    {"outcome": "established"},
    Ruling.CONTINUE,
    "A wager has already been won or lost: the round is played to its end.",
)

book.modelled("5.1.2", "No wager is decided: the round is void.", "croupier.play.room.remedies:void_round")
INTERRUPTED_OPEN = Rule(
    ("5.1.2",),
    {"outcome": "none"},
    Ruling.VOID_ROUND,
    "No wager has been won or lost yet: the round is void.",
)

book.modelled("5.2", "Seven faults void the round; earlier rounds stand.", "croupier.play.room.remedies:void_round")
SETTLED_STANDS = {
    "foreign_card": ("5.2", "I33"),
    "deck_miscount": ("5.2", "I33"),
    "unshuffled_cards": ("5.2", "I33"),
}

book.modelled("5.2.1", "A card that does not belong to the deck.", "croupier.play.room.remedies:void_round")
FOREIGN_CARD = Rule(("5.2.1",), {}, Ruling.VOID_ROUND, "A foreign card voids the round; earlier rounds stand.")

book.modelled("5.2.2", "Cards missing from the deck, or too many.", "croupier.play.room.remedies:void_round")
MISCOUNT = Rule(("5.2.2",), {}, Ruling.VOID_ROUND, "A deck with cards missing or too many voids the round.")

book.modelled("5.2.3", "Too few cards left to finish the round.", "croupier.play.room.remedies:void_round")
EXHAUSTED = Rule(("5.2.3",), {}, Ruling.VOID_ROUND, "There are not enough cards to finish: the round is void.")

book.modelled("5.2.4", "Cards that were not shuffled.", "croupier.play.room.remedies:void_round")
UNSHUFFLED = Rule(("5.2.4",), {}, Ruling.VOID_ROUND, "Cards that were not shuffled void the round.")

book.modelled(
    "5.2.5",
    "Two or more cards seen in the Initial Deal, whether or not the order can be restored.",
    "croupier.play.room.remedies:void_round",
)
EXPOSED_IN_DEAL = Rule(
    ("5.2.5",),
    {"count": AtLeast(2), "when": "initial_deal"},
    Ruling.VOID_ROUND,
    "Two or more cards were exposed in the Initial Deal: the round is void, even if the order could be restored.",
)

book.modelled(
    "5.2.6",
    "A Player has too many cards or too few, and somebody has seen cards.",
    "croupier.play.room.remedies:void_round",
    "croupier.play.room.remedies:reconstruct",
)
COUNT_SEEN = Rule(
    ("5.2.6",),
    {"seen": "yes"},
    Ruling.VOID_ROUND,
    "A hand has a wrong number of cards and somebody has seen cards: the round is void.",
)
COUNT_REPAIRED = Rule(
    ("1.33", "I26"),
    {"seen": "no", "reconstructable": "yes"},
    Ruling.RECONSTRUCT,
    "Nobody has seen a card: every card goes where it was meant to go, and the round goes on.",
)

book.modelled(
    "5.2.7",
    "The Dealer passed a Player over, or dealt a hand to nobody.",
    "croupier.play.room.remedies:void_round",
    "croupier.play.room.remedies:reconstruct",
)
book.modelled(
    "5.2.7.a",
    "Nobody has looked yet: void only where the order cannot be restored.",
    "croupier.play.room.remedies:void_round",
    "croupier.play.room.remedies:reconstruct",
)
HANDS_LOST = Rule(
    ("5.2.7.a",),
    {"seen": "no", "reconstructable": "no"},
    Ruling.VOID_ROUND,
    "A hand is missing or too many, and the order cannot be restored: the round is void.",
)
HANDS_REPAIRED = Rule(
    ("5.2.7.a", "1.33"),
    {"seen": "no", "reconstructable": "yes"},
    Ruling.RECONSTRUCT,
    "Nobody has looked at their cards: they are put into the order intended, and the round goes on.",
)

book.modelled("5.2.7.b", "Somebody has looked: void.", "croupier.play.room.remedies:void_round")
HANDS_SEEN = Rule(
    ("5.2.7.b",),
    {"seen": "yes"},
    Ruling.VOID_ROUND,
    "A hand is missing or too many, and somebody has looked at their cards: the round is void.",
)

book.modelled(
    "5.3",
    "A card face up in the shoe, or exposed on its way to a Player, is put aside for this round.",
    "croupier.play.room.remedies:discard",
    "croupier.play.room.flow:resumed",
)
FACE_UP_IN_SHOE = Rule(("5.3",), {}, Ruling.DISCARD_CARD, "The card is put aside and not used in this round.")
EXPOSED_ALONE = Rule(
    ("5.3",),
    {"count": Exactly(1), "when": "initial_deal", "stage": "before_final_round_ends"},
    Ruling.DISCARD_CARD,
    "The one card exposed is put aside and not used in this round; the next card takes its place, whenever it is"
    " noticed before the bets are over.",
)
EXPOSED_LATER = Rule(
    ("5.3",),
    {"when": "later", "lies": "shoe"},
    Ruling.DISCARD_CARD,
    "The Initial Deal is over: what was exposed is put aside and not used in this round.",
)

book.modelled(
    "5.4",
    "A newcomer pays the Big Blind to join; in the first Orbit, as they are told, only at the seat where it is due.",
    "croupier.play.room.seating:join",
    "croupier.play.room.seating:pay_in",
    "croupier.play.room.opening:open_round",
)
JOINS_AT_BIG_BLIND = Rule(
    ("5.4",),
    {"seat": "big_blind", "relocated": "no"},
    Ruling.POST_BLINDS,
    "The Big Blind is due at their seat: they post it, in the first Orbit as later.",
    posts={"big_blind": "live"},
)
JOINS_IN_FIRST_ORBIT = Rule(
    ("5.4",),
    {"orbit": "first", "seat": "other", "relocated": "no"},
    Ruling.CONTINUE,
    "In the first Orbit a newcomer pays nothing unless the Big Blind is due at their seat.",
)
JOINS_LATER = Rule(
    ("5.4",),
    {"orbit": "later", "seat": "other", "relocated": "no"},
    Ruling.POST_BLINDS,
    "The first Orbit is over: a newcomer pays the Big Blind to be dealt in.",
    posts={"big_blind": "live"},
)

book.modelled(
    "5.4.1",
    "A Player whom a Pit Employee moves here from another table pays nothing, except at the seat where the Big Blind"
    " is due.",
    "croupier.play.room.seating:join",
    "croupier.play.room.opening:open_round",
)
MOVED_TO_BIG_BLIND = Rule(
    ("5.4.1",),
    {"seat": "big_blind", "relocated": "yes"},
    Ruling.POST_BLINDS,
    "They were moved to the seat where the Big Blind is due: they post it.",
    posts={"big_blind": "live"},
)
MOVED_ELSEWHERE = Rule(
    ("5.4.1",),
    {"seat": "other", "relocated": "yes"},
    Ruling.CONTINUE,
    "A Player whom the pit has moved pays no Blind to join.",
)

book.modelled(
    "5.4.2",
    "A Player who was away and missed Blinds pays both to return, with four exceptions; after two turns missed, or"
    " without a word that they would be back, the House may find that they have left.",
    "croupier.play.room.seating:sit_out",
    "croupier.play.room.seating:come_back",
    "croupier.play.room.seating:pay_in",
    "croupier.play.room.seating:deem_left",
    "croupier.play.room.seating:join",
)


def returns_for_both(missed: str, seat: str) -> Rule:
    """Make the rule without its exceptions."""
    return Rule(
        ("5.4.2",),
        {"missed": missed, "seat": seat},
        Ruling.POST_BLINDS,
        "They pay both Blinds to return: the Small Blind dead into the Pot, the Big Blind as their bet.",
        posts={"small_blind": "dead", "big_blind": "live"},
    )


RETURNS_FOR_BOTH = (
    returns_for_both("both", "button"),
    returns_for_both("both", "small_blind"),
    returns_for_both("both", "other"),
    returns_for_both("big_blind", "button"),
    returns_for_both("big_blind", "small_blind"),
    returns_for_both("big_blind", "other"),
)


def missed_in_all(small: bool, big: bool, owes_to_join: bool) -> str:
    """Return what a Player has missed, in the words of the rows above and below.

    A Player who gave up their seat after missing the Small Blind, and who also owes a newcomer's Big Blind, counts as
    one who missed both (I27).
    """
    if big:
        return "both" if small else Blind.BIG.value
    return "both" if owes_to_join else Blind.SMALL.value


def deemed_left(turns_missed: int, said_he_returns: bool | None) -> bool:
    """Return whether the House may find that an absent Player has left.

    A Player who has said nothing has not indicated that they return.
    """
    return turns_missed >= 2 or said_he_returns is not True


DEEMS = Role.PIT_MANAGER

book.modelled(
    "5.4.2.a",
    "Missed the Small Blind, back with the Button at their seat: they pay the Small Blind once the Button has gone by.",
    "croupier.play.room.opening:open_round",
)
RETURNS_AT_BUTTON = Rule(
    ("5.4.2.a",),
    {"missed": "small_blind", "seat": "button"},
    Ruling.POST_BLINDS,
    "They wait until the Button has passed their seat, and then pay the Small Blind alone, dead into the Pot.",
    options=("wait",),
    posts={"small_blind": "dead"},
)

RETURNS_AT_SMALL_BLIND = Rule(
    ("5.4.2.a", "3.8", "I4"),
    {"missed": "small_blind", "seat": "small_blind"},
    Ruling.POST_BLINDS,
    "The Small Blind is due at their seat, with two Players at the Button: they post it as their bet, and nothing"
    " else.",
    posts={"small_blind": "live"},
)

book.modelled(
    "5.4.2.b",
    "Missed the Small Blind, back where neither Button nor Blind is: they pay the Small Blind.",
    "croupier.play.room.opening:open_round",
)
RETURNS_ELSEWHERE = Rule(
    ("5.4.2.b",),
    {"missed": "small_blind", "seat": "other"},
    Ruling.POST_BLINDS,
    "They pay the Small Blind alone, dead into the Pot.",
    posts={"small_blind": "dead"},
)

book.modelled(
    "5.4.2.c",
    "Missed the Small Blind, back for the Big Blind: they post that and nothing else.",
    "croupier.play.room.opening:open_round",
)
RETURNS_FOR_BIG_BLIND = Rule(
    ("5.4.2.c",),
    {"missed": "small_blind", "seat": "big_blind"},
    Ruling.POST_BLINDS,
    "The Big Blind is due at their seat: they post it, and the Small Blind they missed is forgotten.",
    posts={"big_blind": "live"},
)

book.modelled(
    "5.4.2.d",
    "Missed both, back for the Big Blind: again they post only that.",
    "croupier.play.room.opening:open_round",
)
RETURNS_ONE_ORBIT_LATER = Rule(
    ("5.4.2.d",),
    {"missed": "both", "seat": "big_blind"},
    Ruling.POST_BLINDS,
    "The Big Blind has come round to their seat: they post it, and what they missed is forgotten.",
    posts={"big_blind": "live"},
)
RETURNS_AFTER_BIG_BLIND = Rule(
    ("5.4.2.d", "I9"),
    {"missed": "big_blind", "seat": "big_blind"},
    Ruling.POST_BLINDS,
    "Whoever missed the Big Blind owes both; the Big Blind has come round to their seat, and they post it alone.",
    posts={"big_blind": "live"},
)

book.modelled(
    "5.5",
    "Nobody there for the Small Blind: none is posted, the neighbour has the Big Blind, and the next Button lies at"
    " the empty seat.",
    "croupier.play.room.positions:next_positions",
    "croupier.play.room.opening:open_round",
)
NO_SMALL_BLIND = Rule(
    ("5.5",),
    {"due": "small_blind"},
    Ruling.POST_BLINDS,
    "There is no Small Blind; the Player left of the absent one posts the Big Blind. In the next round the Button lies"
    " at the empty seat.",
    posts={"big_blind": "left_of_absent"},
)

book.modelled(
    "5.6",
    "Nobody there for the Big Blind: the neighbour posts it, a missed-Blind button marks the seat, and the Blinds go"
    " on from there.",
    "croupier.play.room.positions:next_positions",
    "croupier.play.room.opening:open_round",
    "croupier.play.room.view:room_view",
)
BIG_BLIND_PASSES = Rule(
    ("5.6",),
    {"due": "big_blind"},
    Ruling.POST_BLINDS,
    "The Player left of the absent one posts the Big Blind; a missed-Blind button lies at the empty seat.",
    posts={"small_blind": "player_due", "big_blind": "left_of_absent"},
)


def next_big_blind(last_big: int, present: tuple[int, ...], seats: int) -> int:
    """Return the first Player there, left of where the Big Blind last was."""
    left = [seat for seat in present if seat > last_big]
    return min(left or present)


def missed_by_absence(seat: int, last_big: int, big: int, seats: int) -> Blind | None:
    """Return the Blind that an absent Player's seat has missed; None if it has missed none.

    The seat that had the Big Blind misses the Small Blind (5.5); the seats that it passes miss the Big Blind (5.6).
    """
    if seat == last_big:
        return Blind.SMALL
    return Blind.BIG if steps(last_big, seat, seats) < steps(last_big, big, seats) else None


book.modelled(
    "5.7",
    "A Flop Card seen too early: Flop and Burnt Card are shuffled back, and play goes on.",
    "croupier.play.room.remedies:take_back",
)
FLOP_TOO_EARLY = Rule(
    ("5.7",),
    {},
    Ruling.REDEAL_CARD,
    "The Flop and its Burnt Card are shuffled back into the shoe; after the Betting Round both are dealt again.",
)

book.modelled(
    "5.8",
    "More than three Flop Cards, found ahead of the bets and beyond repair: they and the Burnt Card are shuffled back.",
    "croupier.play.room.remedies:take_back",
    "croupier.play.room.remedies:reconstruct",
)
FLOP_COUNT_LOST = Rule(
    ("5.8",),
    {"street": "flop", "reconstructable": "no", "noticed": "before_betting"},
    Ruling.REDEAL_CARD,
    "The Flop Cards and their Burnt Card are shuffled back into the shoe and dealt again.",
)
FLOP_COUNT_REPAIRED = Rule(
    ("5.8", "1.33"),
    {"street": "flop", "reconstructable": "yes", "noticed": "before_betting"},
    Ruling.RECONSTRUCT,
    "The Flop Cards are put into the order intended; what is too many goes back to the top of the shoe.",
)

book.modelled(
    "5.8.1",
    "More than one Turn Card: likewise.",
    "croupier.play.room.remedies:take_back",
    "croupier.play.room.remedies:reconstruct",
)
TURN_COUNT_LOST = Rule(
    ("5.8.1",),
    {"street": "turn", "reconstructable": "no", "noticed": "before_betting"},
    Ruling.REDEAL_CARD,
    "The Turn Cards and their Burnt Card are shuffled back into the shoe and dealt again.",
)
TURN_COUNT_REPAIRED = Rule(
    ("5.8.1", "1.33"),
    {"street": "turn", "reconstructable": "yes", "noticed": "before_betting"},
    Ruling.RECONSTRUCT,
    "The Turn Card intended stays; what is too many goes back to the top of the shoe.",
)

book.modelled(
    "5.8.2",
    "More than one River Card: likewise again.",
    "croupier.play.room.remedies:take_back",
    "croupier.play.room.remedies:reconstruct",
)
RIVER_COUNT_LOST = Rule(
    ("5.8.2",),
    {"street": "river", "reconstructable": "no", "noticed": "before_betting"},
    Ruling.REDEAL_CARD,
    "The River Cards and their Burnt Card are shuffled back into the shoe and dealt again.",
)
RIVER_COUNT_REPAIRED = Rule(
    ("5.8.2", "1.33"),
    {"street": "river", "reconstructable": "yes", "noticed": "before_betting"},
    Ruling.RECONSTRUCT,
    "The River Card intended stays; what is too many goes back to the top of the shoe.",
)

book.modelled(
    "5.9",
    "The Turn or the River seen too early: it and its Burnt Card are shuffled back, and play goes on.",
    "croupier.play.room.remedies:take_back",
)
CARD_TOO_EARLY = Rule(
    ("5.9",),
    {},
    Ruling.REDEAL_CARD,
    "The card and its Burnt Card are shuffled back into the shoe; after the Betting Round both are dealt again.",
)

book.modelled(
    "5.10",
    "A Player who acts ahead of their turn takes it back and acts when their turn comes, within four limits.",
    "croupier.play.room.out_of_turn:note",
    "croupier.play.room.out_of_turn:binding",
    "croupier.play.room.betting:move",
)
EARLY_CHECK = Rule(
    ("5.10", "I20"),
    {"intended": "check"},
    Ruling.RETRACT_ACTION,
    "The check is taken back, and they are free to act in their turn: the four limits hold a Player to chips that"
    " they put forward, and a check puts none.",
)
EARLY_FOLD = Rule(
    ("5.10", "I20"),
    {"intended": "fold"},
    Ruling.RETRACT_ACTION,
    "The fold is taken back, and they are free to act in their turn: the four limits hold a Player to chips that they"
    " put forward, and a fold puts none.",
)


def with_chips(
    cites: tuple[str, ...], then: str, ruling: Ruling, explanation: str, options: tuple[str, ...] = ()
) -> tuple[Rule, ...]:
    """Make the rules for a limit on each act that put chips forward; a Call and a Raise are bound as a BET is."""
    alike = (*cites, "I28")
    return tuple(
        Rule(under, {"intended": intended, "then": then}, ruling, explanation, options=options)
        for intended, under in (("bet", cites), ("call", alike), ("raise", alike))
    )


book.modelled("5.10.1", "Those ahead check: the Player checks too.", "croupier.play.room.out_of_turn:binding")
EARLY_THEN_CHECK = with_chips(
    ("5.10.1",),
    "check",
    Ruling.CHECK_HAND,
    "The Player whose turn it was checks: whoever acted Out of Turn checks too.",
)

book.modelled(
    "5.10.2",
    "One ahead bets no more than the Player meant to: the Player calls or folds.",
    "croupier.play.room.out_of_turn:binding",
)
EARLY_THEN_NO_MORE = with_chips(
    ("5.10.2",),
    "smaller_or_equal_bet",
    Ruling.CALL_OR_FOLD,
    "Somebody ahead bets no more than the Player indicated: they may call or fold, not raise; a fold takes their bet"
    " back.",
    ("call", "fold"),
)

book.modelled(
    "5.10.3",
    "One ahead bets more: the Player calls or raises, and on a fold the bet they meant is lost.",
    "croupier.play.room.out_of_turn:binding",
)
EARLY_THEN_MORE = with_chips(
    ("5.10.3",),
    "larger_bet",
    Ruling.CALL_OR_RAISE,
    "Somebody ahead bets more than the Player indicated: they may call or raise; if they fold, their bet stays in the"
    " Pot.",
    ("call", "raise", "fold"),
)

book.modelled(
    "5.10.4",
    "Those ahead fold: the Player's bet stands.",
    "croupier.play.room.out_of_turn:binding",
    "croupier.play.room.betting:run_out_clock",
)
EARLY_THEN_FOLD = with_chips(
    ("5.10.4",),
    "fold",
    Ruling.BET_STANDS,
    "The Player whose turn it was folds: the bet made Out of Turn stands and stays in the Pot.",
)

book.modelled(
    "5.11",
    "A Player who lets a Hole Card be seen while bets may still come has folded.",
    "croupier.play.room.remedies:fold_exposed",
    "croupier.play.room.pots:pots_of",
)
SHOWN_TOO_EARLY = Rule(
    ("5.11",),
    {"stage": "before_final_round_ends"},
    Ruling.FOLD_HAND,
    "The Final Betting Round is not over: the hand is folded, and its chips stay in the Pot.",
)

book.modelled("5.12", "A void round's wagers all go back.", "croupier.play.room.remedies:void_round")
book.modelled(
    "5.13",
    "Staff may place wagers for a Player at the Player's request and risk.",
    "croupier.play.room.seating:join",
    "croupier.play.room.betting:move",
)
book.discretion(
    "5.14",
    "What the rules do not resolve, the Shift Manager or above decides.",
    "shift_manager",
    "croupier.play.room.irregular:report",
)
LEFT_TO_SHIFT_MANAGER = Rule(
    ("5.14",),
    {},
    Ruling.ROLE_DECIDES,
    "The document does not resolve this: a Shift Manager or above decides.",
    options=("continue", "void_round", "fold_hand"),
    decided_by=Decider.SHIFT_MANAGER,
)

UNCOVERED: dict[str, tuple[Rule, ...]] = {"not_covered": ()}

# Interpretations

book.interpretation(
    "I1",
    "2.1.1",
    "1.26",
    "3.8",
    question="How many seats has a table, and which is the first?",
    choice="Two to ten, a house policy, nine unless the House says otherwise; seat 1 is on the Dealer's left, numbers"
    " rise clockwise.",
    why="The appendix is a picture that the text as we have it lacks; 3.8 provides for two Players.",
)
book.interpretation(
    "I2",
    "1.40",
    "3.6",
    "3.15",
    question="In which amounts is money bet, brought and paid?",
    choice="In whole cents of SGD. What is not a multiple of the table's lowest chip is refused, unless a Player is"
    " All-in with everything they have.",
    why="The text counts in chips, and a Player cannot put down a part of one.",
)
book.interpretation(
    "I3",
    "1.14",
    "3.7",
    "3.8",
    "5.5",
    "5.6",
    question="Where do the Blinds and the Button go where a seat is empty?",
    choice="The Big Blind moves to the next Player present, left of where it last was. The Small Blind falls due where"
    " the Big Blind last was; with nobody there, none is posted. The Button goes where the Small Blind last fell due,"
    " empty or not. The first Button lies at the first occupied seat from the Dealer's left.",
    why="5.5 and 5.6 follow the Blinds, not the Button; a seat given up for good leaves the same gap as one left for"
    " a while, and nobody should post the Big Blind twice or be spared it.",
    code=("croupier.play.room.positions:next_positions",),
)
book.interpretation(
    "I4",
    "3.8",
    "1.14",
    "5.4.2.a",
    question="What of the Button when only two are dealt in, and when more play again?",
    choice="With two, the Big Blind moves first, and the other has Button and Small Blind. Afterwards, where the"
    " Button's seat would lie beyond the seat due the Small Blind, up to the Big Blind, it goes to the nearest Player"
    " dealt in to the right of that seat. A returner at the Button who is needed to make up two pays without waiting;"
    " who owes the Small Blind alone posts the live one that is due at their seat.",
    why="3.8 gives two Players positions of their own; the Button must come before the Blinds it marks, and without a"
    " round it would never pass. One Small Blind is asked of them, and 3.8 asks for it as a bet.",
)
book.interpretation(
    "I5",
    "1.14",
    "1.26",
    "5.4",
    question="When is the first Orbit over, and for whom?",
    choice="When the Button regains or passes the seat it began at, which is as a round opens. Who sits down before"
    " that announcement is of the first Orbit and free, in that round too; who sits down after it pays, and so does"
    " everybody after that round. A table that empties starts afresh, with a first Orbit of its own.",
    why="One revolution ends where it began (1.26). The Button moves between rounds (1.14), but whom it comes to"
    " depends on who is there when the next is announced; until then it has not come round. 5.4 spares those who open"
    " a game, and a new game is opened as well.",
    code=("croupier.play.room.seating:ruled_on_joining",),
)
book.interpretation(
    "I6",
    "1.42",
    "5.12",
    "1.14",
    question="What of the Button and the Blinds after a void round?",
    choice="The Button stays, and the same posts are due again, also those to join or to return.",
    why="A round without a result has moved nothing, and its Blinds have gone back.",
    code=("croupier.play.room.remedies:void_round",),
)
book.interpretation(
    "I7",
    "5.4",
    "5.4.2",
    question="What is a payment to join or to return worth in the round?",
    choice="Its Big Blind is live, a bet with the option to check or raise; its Small Blind is dead in the Main Pot."
    " Neither moves the Blinds of the others, and whoever pays so posts no Small Blind by position besides.",
    why="The amount of the Big Blind is what everybody has to call; on top of it a Small Blind can be no bet, and"
    " nobody is asked for one twice.",
)
book.interpretation(
    "I8",
    "5.4",
    "5.4.1",
    "5.4.2.c",
    "5.4.2.d",
    question="What does a newcomer or returner pay whose seat is next for the Big Blind?",
    choice="They post the Big Blind in its turn, like anybody, and nothing else.",
    why="Every paragraph on joining and returning comes to that at this seat.",
)
book.interpretation(
    "I9",
    "5.4.2",
    "5.4.2.d",
    "5.6",
    question="What does a Player owe who missed the Big Blind and was back ahead of the Small Blind?",
    choice="Both Blinds, as if they had missed both.",
    why="5.4.2 asks both of everybody but in its four cases; where the Big Blind passes a seat, the Small Blind of the"
    " next round passes it too (5.6).",
)
book.interpretation(
    "I10",
    "5.4.2",
    "1.22",
    question="What are two turns missed, and who answers for the House?",
    choice="Two passages of the Blinds. That a Player has left is found by a command of a Pit Manager or above; the"
    " software never does so by itself. Whether the Player means to return is asked, and the answer is yes, no or not"
    " said; not said counts as not indicated.",
    why="The Blinds are what an absent Player misses; discretion needs somebody who has it, and the Pit Manager is the"
    " highest position that 1.28 names. A Player who has said nothing has not indicated that they will return, and"
    " nothing is assumed for them.",
)
book.interpretation(
    "I11",
    "3.5",
    "3.16",
    "1.4",
    question="How small may a BET and a Raise be?",
    choice="A BET is at least the Big Blind. A Raise adds at least the Big Blind, or the largest bet or increment of"
    " this Betting Round if that is more.",
    why="3.5 measures the first Raise by the Big Blind, and 3.16 forbids going below what came earlier.",
)
book.interpretation(
    "I12",
    "3.15.3",
    "3.10.1.c",
    question="Who may raise after an All-in that is not a Raise, and what is one?",
    choice="Whoever has not acted since the last full bet or Raise, or has only checked; the others call or fold. From"
    " half of the least Raise on an All-in is a Raise and opens the betting to all, but the least Raise does not"
    " shrink. Each All-in is measured by itself against the amount to call. The share is a house policy.",
    why="If those who have acted could raise again, not being a Raise would mean little; 3.10.1.c gives a Raise to all"
    " who had checked; other rooms ask for a full Raise.",
)
book.interpretation(
    "I13",
    "3.15.2",
    question="What is to be called after an All-in for less?",
    choice="After a short call the earlier amount; after a short Big Blind the full Big Blind; after a short opening"
    " bet just that.",
    why="Previous amounts stay owed, and before an opening bet there is none.",
)
book.interpretation(
    "I14",
    "4.3",
    "1.30",
    "3.14.1",
    "3.15.4",
    "5.11",
    question="What becomes of chips that nobody called?",
    choice="Those of a Player still in go back before the pots are made, whether the others folded or were All-in for"
    " less, and pay no Rake. A hand that is out, by a ruling or not, leaves all its chips in the Pot: who is still in"
    " answers its bet, and what nobody left has matched lies in the last pot that one of them has chips in. A Raise"
    " that no Active Player can answer, since all the others are All-in, is not offered; made all the same, what they"
    " cannot match goes back.",
    why="4.3 speaks of the bettor to whom the others fold, not of one who folds; the Pot is all that went in"
    " (1.30), and whoever is left wins it (3.14.1). Otherwise a bet could be taken back by showing a card.",
    code=("croupier.play.room.betting:legal",),
)
book.interpretation(
    "I15",
    "1.32",
    "4.1",
    question="How is the Rake calculated?",
    choice="The percentage of each pot, the Main Pot first, rounded down to the rake unit; or, by a house policy, an"
    " amount for the hand, taken from the Main Pot and then the Side Pots, of none of them more than 5 %. The cap"
    " counts over the whole hand. Another house policy, off by default, takes nothing from a hand that ends before the"
    " Flop.",
    why="1.32 knows both forms. 4.1 leaves the fee to the House, names the order of the pots and speaks of one overall"
    " cap; its 5 % is a share, and holds for an amount as well.",
)
book.interpretation(
    "I16",
    "4.5",
    question="Where do several extra chips go?",
    choice="One at a time in the lowest denomination, clockwise from the first Player left of the Button among those"
    " who share that pot.",
    why="The text speaks of one chip and of one Player; who has no share of a pot gets none of its chips.",
)
book.interpretation(
    "I17",
    "1.16",
    "1.19.ii",
    "3.14",
    question="What if nobody can bet any more, and cards are still to come?",
    choice="The marker is turned and every hand still in is shown before the remaining cards.",
    why="That Betting Round was the final one, and 1.19.ii obliges Players to show once it is over.",
)
book.interpretation(
    "I18",
    "3.14.2.a",
    "3.14.2.c",
    "3.14.2.d",
    "3.15.3",
    question="In which order are hands shown, and which may stay hidden?",
    choice="The last Raiser, otherwise the first to BET, otherwise the first still in from the Button's left; then"
    " clockwise. A hand that is beaten may be mucked, All-in or not. An All-in below half of a Raise makes"
    " nobody the last Raiser. All that holds also for cards that nobody has identified: one may be mucked in"
    " its turn once another has been shown in every pot that it contends for.",
    why="Each rule begins where the one before it finds nobody; 3.14.2.d asks only for hands that can win. The order"
    " needs no knowledge of the cards, and before a hand has been shown none can be beaten.",
)
book.interpretation(
    "I19",
    "3.9.1",
    "3.10.1",
    "5.10.4",
    question="What if a Player does not act before their clock runs out?",
    choice="They check where that costs nothing and fold otherwise; a bet made Out of Turn that stands is carried out.",
    why="The text sets no time; a table cannot wait for ever, and silence should cost as little as it can.",
)
book.interpretation(
    "I20",
    "5.10",
    "5.10.1",
    "5.10.2",
    "5.10.3",
    "5.10.4",
    question="Which of the limits on an act Out of Turn holds where several could?",
    choice="A bet by somebody ahead decides; without one, any fold; without that, the checks. Folding takes the bet"
    " back under 5.10.2 and leaves it in the Pot under 5.10.3. A check or fold meant too early is taken back, and the"
    " Player acts freely in their turn; so is an act that could not stand at all, such as a bet below the least BET or"
    " chips short of a Raise.",
    why="A bet changes what the others have to answer, a fold and a check do not; the limits speak of a bet indicated,"
    " and what could not stand indicates none.",
    code=("croupier.play.room.out_of_turn:note",),
)
book.interpretation(
    "I21",
    "1.3",
    "5.10.2",
    "5.10.3",
    question="Is a Call by somebody ahead a Bet in the sense of these limits?",
    choice="Yes: the total it makes is compared with what the other indicated.",
    why="They say Bet where they compare, which is any wager (1.3), and BET for what was indicated.",
    code=("croupier.play.room.out_of_turn:since",),
)
book.interpretation(
    "I22",
    "3.6",
    "3.6.1",
    "3.6.2",
    question="What may a Player bring, add, and bring back?",
    choice="Between the least and the most on display; between rounds they may add up to the most. A"
    " Player who is back within an hour brings what they left with, at most the most on display; that time is a house"
    " policy. A Player whom a Pit Employee moves here brings their whole stake, be it above the most or below"
    " the least.",
    why="Without it a Player could lower their stake by leaving and joining again; the text sets no time. A Player who"
    " is moved has not left the game, and between rounds no stake is reduced (3.6.2).",
)
book.interpretation(
    "I23",
    "5.1",
    "5.1.1",
    "5.1.2",
    question="When is an outcome established?",
    choice="When a wager is decided by what lies face up or by a decision that stands; a fold decides one where that"
    " Player has chips in the Pot. Cards face down decide nothing.",
    why="Conclusively won or lost means that nothing hidden can change it.",
    code=("croupier.play.room.facts:outcome_established",),
)
book.interpretation(
    "I24",
    "5.7",
    "5.8",
    "5.8.1",
    "5.8.2",
    "5.9",
    question="Which cards go back, and how does the deal go on?",
    choice="All cards of that street and the card burnt for it; those burnt earlier stay out. The new order of the shoe"
    " is given to the software, and a card is burnt again.",
    why="The paragraphs name the Burnt Card that goes with the street, and resume as if it had not been dealt.",
    code=("croupier.play.room.remedies:take_back",),
)
book.interpretation(
    "I25",
    "3.3",
    "3.17",
    "4.2",
    "5.13",
    question="May Players agree on a pot, or one speak for another?",
    choice="Neither: pots are awarded by the hands alone, and each acts for themselves. Staff act for a Player only"
    " at the Player's request. A word without its gesture binds nobody, not even whoever said it.",
    why="4.2, 3.3 and 3.17 say so without exception, and 5.13 makes one for staff alone.",
)
book.interpretation(
    "I26",
    "5.2.6",
    "1.33",
    question="What if a hand has a wrong number of cards and nobody has seen any?",
    choice="Where the order can be restored it is, and the round goes on; otherwise 5.14 leaves it open to decision.",
    why="5.2.6 voids only what was seen; 1.33 describes the repair, and 5.2.7.a uses it in the like case.",
)
book.interpretation(
    "I27",
    "5.4",
    "5.4.1",
    "5.4.2",
    question="What of Blinds missed by a Player who then gives up their seat and takes one again?",
    choice="They owe them at that table for the gaming day. After the first Orbit, where they owe a newcomer's Big"
    " Blind as well, the two come to both Blinds, as if they had missed both.",
    why="5.4.2 asks for what was missed to return to the table, and giving up the seat in between makes it no less; a"
    " gaming day is the unit in which the House counts. No Blind is asked twice.",
)
book.interpretation(
    "I28",
    "1.4",
    "1.27",
    "5.10.2",
    "5.10.3",
    "5.10.4",
    question="Do the limits hold a Call or a Raise made Out of Turn as they hold a BET?",
    choice="Yes: whatever chips were put forward ahead of one's turn count as the BET indicated.",
    why="1.4 keeps the names apart, but 1.27 and the opening of 5.10 speak of any act. In the 1st Betting Round there"
    " is no BET at all, so that the limits would never hold there; and a Call or a Raise too early tells those ahead"
    " as much as a BET does.",
)
book.interpretation(
    "I29",
    "3.15.4",
    "5.4.2.a",
    "5.4.2.b",
    question="What can a Player win whom a dead Small Blind leaves nothing?",
    choice="The Main Pot, as far as they can match it: from each other Player as much as they have put in.",
    why="3.15.4 gives them the pots that they have contributed to. Dead it would be no contribution to anything that"
    " the others bet, and they would play for their own chips.",
)
book.interpretation(
    "I30",
    "5.3",
    "5.2.5",
    "5.14",
    question="What of a card exposed in the Initial Deal that is noticed only after the first act?",
    choice="It is put aside and the next card takes its place, as long as bets can still come; the Betting Round then"
    " goes on where it was. Cards exposed in the Initial Deal add up over all reports of the round. Once the bets are"
    " over, and for a hand's card exposed later by anybody but its Player, 5.14 decides.",
    why="5.3 names no moment up to which it holds, 5.2.5 counts the cards and not the reports; at the showdown a hand"
    " can no longer be replaced without deciding the Pot.",
    code=(
        "croupier.play.room.facts:in_all",
        "croupier.play.room.remedies:discard",
    ),
)
book.interpretation(
    "I31",
    "1.18",
    "4.2",
    "5.12",
    question="May a Player who has folded leave while the round goes on?",
    choice="At once, with the chips that they have left; those in the Pot stay there, their seat is free when the"
    " round is over, and should it be void, what they had put in is paid to them.",
    why="1.18 ends their part in the round, and 4.2 keeps only hands that are played; 5.12 returns all Bets.",
)
book.interpretation(
    "I32",
    "5.1",
    "5.14",
    question="Who must stand behind what is said of a round?",
    choice="What a statement changes, and when, decides it, as the table of authority has it: a Dealer for what fills a"
    " gap, with a Pit Supervisor or above who confirms from the deal on once it gives bets back; a Pit Supervisor with"
    " a reason for what contradicts the record; two people, one of them a Pit Manager or above, once an outcome is"
    " established. Where the program deals, its record is certain.",
    why="Looks are not recorded here, so from the deal on every Player may know their cards; nobody's word alone may"
    " then move a Pot.",
)

book.interpretation(
    "I33",
    "1.35",
    "5.2",
    question="How far back does an error reach that is found after the settlement?",
    choice="No further than the round in play: what is found later goes on record without effect.",
    why="1.35 ends a round with its settlement, 5.2 lets earlier rounds stand, and no paragraph names a longer time.",
)
BETWEEN_ROUNDS = frozenset({"not_covered", "button_not_placed", "player_absent", "player_joins", "player_returns"})

# Where paragraphs meet: one situation, two rulings, and the one that prevails
book.overlap(
    "O1",
    "3.5",
    situation="A Raise comes after a BET or Raise that was larger than the one just before it.",
    prevails="3.16",
    why="3.5 measures by the Raise before, 3.16 by any before it in the Betting Round: whoever keeps to 3.16 keeps"
    " both.",
    reading="I11",
)
book.overlap(
    "O2",
    "3.6",
    situation="A Player is moved to a table whose maximum is below their stake.",
    prevails="3.6.2",
    why="3.6 is about what a Player brings of their own will; they may not take chips off a table in play.",
)
book.overlap(
    "O3",
    "5.4.2.a",
    situation="With two Players left, one returns on the Button.",
    prevails="3.8",
    why="5.4.2.a has them wait until the Button has passed, which it never does with two; 3.8 gives them the Small"
    " Blind.",
    reading="I4",
)
book.overlap(
    "O4",
    "1.14",
    "3.7",
    situation="The Button's next seat is empty for a while.",
    prevails="5.5",
    why="1.14 and 3.7 move it to the next Player; 5.5 lays it before the empty seat, so that the Blinds keep their"
    " order.",
    reading="I3",
    rows=(told("player_absent", due="small_blind"),),
)
book.overlap(
    "O5",
    "1.6",
    "3.8",
    situation="The Small Blind is due at an empty seat.",
    prevails="5.5",
    why="1.6 has two Blinds in each round; 5.5 is the one that speaks of the absent Player, and does without theirs.",
    rows=(told("player_absent", due="small_blind"),),
)
book.overlap(
    "O6",
    "5.4",
    situation="A Player who has left the table sits down at it again.",
    prevails="5.4.2",
    why="5.4 is about a new Player; whoever missed Blinds owes them, however long they were away that day.",
    reading="I27",
    rows=(
        told("player_returns"),
        told("player_joins", relocated="no"),
    ),
)
book.overlap(
    "O7",
    "1.31",
    situation="An All-in exceeds the last bet by less than half of a Raise.",
    prevails="3.15.3",
    why="1.31 calls any larger amount a Raise; 3.15.3 excepts just this one.",
    reading="I12",
)
book.overlap(
    "O8",
    "1.9",
    situation="An All-in is less than the amount to call.",
    prevails="3.15.2",
    why="1.9 has everybody match the bet just before theirs; 3.15.2 keeps the earlier amount owed.",
    reading="I13",
)
book.overlap(
    "O9",
    "1.30",
    situation="A bet is not called by anybody.",
    prevails="4.3",
    why="1.30 puts every chip into the Pot; 4.3 takes out what nobody called, which no one can win from whoever bet"
    " it.",
    reading="I14",
)
book.overlap(
    "O10",
    "4.3",
    situation="A hand is ruled folded, and nobody has called its bet.",
    prevails="1.30",
    why="4.3 is about a bettor to whom the others fold; whoever is out leaves their chips in the Pot.",
    reading="I14",
)
book.overlap(
    "O11",
    "4.4",
    situation="The best hand is All-in, and there are Side Pots.",
    prevails="3.15.4",
    why="4.4 gives the Pots to the best hand; 3.15.4, like 4.6, those alone to which it has contributed.",
)
book.overlap(
    "O12",
    "4.5",
    situation="The first Player left of the Button has no share in the pot that leaves a chip over.",
    prevails="3.15.4",
    why="4.5 names the first Active Player; nobody wins chips of a pot to which they have not contributed.",
    reading="I16",
)
book.overlap(
    "O13",
    "1.19.ii",
    situation="One Player is left when the marker is turned.",
    prevails="3.14.1",
    why="1.19.ii obliges Players to show for the comparison; with one left there is none, and 3.14.1 frees that"
    " Player.",
)
book.overlap(
    "O14",
    "1.19.ii",
    situation="A hand is beaten by one that has been shown.",
    prevails="3.14.2.d",
    why="1.19.ii obliges Players to show; 3.14.2.d asks it only of hands that equal or beat what is shown.",
    reading="I18",
)
book.overlap(
    "O15",
    "3.14.2.a",
    "3.14.2.c",
    situation="Nobody can bet any more, and cards are still to come.",
    prevails="1.19.ii",
    why="3.14.2 orders the hands after the last bet; where the Final Betting Round came early, 1.19.ii has all of them"
    " lie open.",
    reading="I17",
)
book.overlap(
    "O16",
    "3.3",
    situation="Staff place a bet that a Player asks for.",
    prevails="5.13",
    why="3.3 is about Players; 5.13 lets Pit Employees act, and the decision stays the Player's.",
    reading="I25",
)
book.overlap(
    "O17",
    "5.1.1",
    situation="A failing device leaves too few cards, and a wager is already decided.",
    prevails="5.2.3",
    why="A round that cannot be completed cannot be played on.",
    rows=(
        told("shoe_exhausted"),
        told("interruption", outcome="established"),
    ),
)
book.overlap(
    "O18",
    "5.2.6",
    "5.14",
    situation="A Player was dealt no card, nobody has seen any, and the order cannot be restored.",
    prevails="5.2.7.a",
    why="No card is a wrong number too, and 5.2.6 leaves that alone where nobody has seen any; 5.2.7 is about the hand"
    " left out.",
    rows=(
        told("hand_left_out", seen="no", reconstructable="no"),
        told("wrong_hand_count", seen="no", reconstructable="no"),
    ),
)
book.overlap(
    "O19",
    "5.2.6",
    "5.14",
    situation="A Player has been dealt an extra hand, nobody has seen a card, and the order cannot be restored.",
    prevails="5.2.7.a",
    why="Four cards are a wrong number too, and 5.2.6 leaves that alone where nobody has seen any; 5.2.7 is about the"
    " hand too many.",
    rows=(
        told("extra_hand_dealt", seen="no", reconstructable="no"),
        told("wrong_hand_count", seen="no", reconstructable="no"),
    ),
)
book.overlap(
    "O20",
    "5.3",
    situation="A second card is exposed while the Hole Cards are dealt.",
    prevails="5.2.5",
    why="5.3 puts a card aside, and each of them is one; 5.2.5 begins with the second and voids.",
    reading="I30",
    rows=(told("cards_exposed", count="2", when="initial_deal"),),
)
book.overlap(
    "O21",
    "5.2.5",
    situation="Cards are face up in the shoe while the Hole Cards are dealt.",
    prevails="5.3",
    why="They are put aside before anybody is dealt them; 5.2.5 is about cards exposed in the deal.",
    rows=(
        told("card_face_up_in_shoe"),
        told("cards_exposed", when="initial_deal"),
    ),
)
book.overlap(
    "O22",
    "5.2.5",
    "5.3",
    situation="A Player turns their own Hole Card while the Hole Cards are dealt.",
    prevails="5.11",
    why="5.2.5 and 5.3 are about the Dealer's hand; what a Player exposes folds their own.",
    rows=(
        told("hole_cards_exposed", stage="before_final_round_ends"),
        told("cards_exposed", when="initial_deal"),
    ),
)
book.overlap(
    "O23",
    "5.3",
    "5.8",
    situation="A Flop Card is face up before its time, or beside one too many.",
    prevails="5.7",
    why="5.3 puts aside what is exposed in dealing to Players; 5.7 shuffles the card back however many there are.",
    rows=(
        told("flop_exposed_early"),
        told("cards_exposed", when="later"),
        told("too_many_community_cards", street="flop", noticed="before_betting"),
    ),
)
book.overlap(
    "O24",
    "5.3",
    "5.8.1",
    situation="A Turn Card is face up before its time, or beside one too many.",
    prevails="5.9",
    why="5.3 puts aside what is exposed in dealing to Players; 5.9 shuffles the card back however many there are.",
    rows=(
        told("turn_exposed_early"),
        told("cards_exposed", when="later"),
        told("too_many_community_cards", street="turn", noticed="before_betting"),
    ),
)
book.overlap(
    "O25",
    "5.3",
    "5.8.2",
    situation="A River Card is face up before its time, or beside one too many.",
    prevails="5.9",
    why="5.3 puts aside what is exposed in dealing to Players; 5.9 shuffles the card back however many there are.",
    rows=(
        told("river_exposed_early"),
        told("cards_exposed", when="later"),
        told("too_many_community_cards", street="river", noticed="before_betting"),
    ),
)
book.overlap(
    "O26",
    "5.10",
    situation="A Player says what they mean to do before it is their turn.",
    prevails="3.17",
    why="Words without the gesture are not an act, in turn or out of it.",
    rows=(
        told("verbal_declaration"),
        told("out_of_turn"),
    ),
)
book.overlap(
    "O27",
    "1.4",
    situation="A Call or a Raise is made Out of Turn.",
    prevails="5.10",
    why="The limits say BET, from which 1.4 excepts both; yet 5.10 begins with any act.",
    reading="I28",
)
book.overlap(
    "O28",
    "5.10.4",
    situation="One Player ahead folds, another bets no more than was meant Out of Turn.",
    prevails="5.10.2",
    why="A bet ahead changes what there is to answer; a fold does not.",
    reading="I20",
    rows=(
        told("out_of_turn", intended="bet", then="smaller_or_equal_bet"),
        told("out_of_turn", intended="bet", then="fold"),
    ),
)
book.overlap(
    "O29",
    "5.10.4",
    situation="One Player ahead folds, another bets more than was meant Out of Turn.",
    prevails="5.10.3",
    why="A bet ahead changes what there is to answer; a fold does not.",
    reading="I20",
    rows=(
        told("out_of_turn", intended="bet", then="larger_bet"),
        told("out_of_turn", intended="bet", then="fold"),
    ),
)
book.overlap(
    "O30",
    "5.10.1",
    situation="One Player ahead folds, another checks.",
    prevails="5.10.4",
    why="5.10.4 holds if any of them folds; 5.10.1 speaks of the one who checks.",
    reading="I20",
    rows=(
        told("out_of_turn", intended="bet", then="fold"),
        told("out_of_turn", intended="bet", then="check"),
    ),
)
book.overlap(
    "O31",
    "1.5",
    situation="A Player would like to check ahead of the Big Blind in the 1st Betting Round.",
    prevails="3.9.1.a",
    why="1.5 lists what may be done in a Betting Round at all; 3.9.1 says what may be done in this one, where there is"
    " a bet to answer.",
)
book.overlap(
    "O32",
    "1.4",
    situation="An All-in that is not a Raise counts as a BET.",
    prevails="3.15.3",
    why="1.4 excepts an All-in from the BETs; 3.15.3 makes one of this excess, so that the others have to match it.",
    reading="I12",
)
book.overlap(
    "O33",
    "3.6.2",
    situation="A Player leaves and joins again with less.",
    prevails="3.6",
    why="3.6.2 binds those who sit at the table; whoever joins brings what 3.6 allows, unless the House asks for what"
    " they left with.",
    reading="I22",
)

DOCUMENT = book.close()

IRREGULARITIES = Irregularities(
    statements=("I32",),
    settled_stands=SETTLED_STANDS,
    found_late=("1.35", "I33"),
    between_rounds=BETWEEN_ROUNDS,
    looks_recorded=False,
    rules={
        "foreign_card": (FOREIGN_CARD,),
        "deck_miscount": (MISCOUNT,),
        "shoe_exhausted": (EXHAUSTED,),
        "unshuffled_cards": (UNSHUFFLED,),
        "card_face_up_in_shoe": (FACE_UP_IN_SHOE,),
        "cards_exposed": (EXPOSED_IN_DEAL, EXPOSED_ALONE, EXPOSED_LATER),
        "wrong_hand_count": (COUNT_SEEN, COUNT_REPAIRED),
        "hand_left_out": (HANDS_SEEN, HANDS_LOST, HANDS_REPAIRED),
        "extra_hand_dealt": (HANDS_SEEN, HANDS_LOST, HANDS_REPAIRED),
        "flop_exposed_early": (FLOP_TOO_EARLY,),
        "turn_exposed_early": (CARD_TOO_EARLY,),
        "river_exposed_early": (CARD_TOO_EARLY,),
        "too_many_community_cards": (
            FLOP_COUNT_LOST,
            FLOP_COUNT_REPAIRED,
            TURN_COUNT_LOST,
            TURN_COUNT_REPAIRED,
            RIVER_COUNT_LOST,
            RIVER_COUNT_REPAIRED,
        ),
        "out_of_turn": (
            EARLY_CHECK,
            EARLY_FOLD,
            *EARLY_THEN_CHECK,
            *EARLY_THEN_NO_MORE,
            *EARLY_THEN_MORE,
            *EARLY_THEN_FOLD,
        ),
        "hole_cards_exposed": (SHOWN_TOO_EARLY, SHOWN_AFTER_BETS),
        "player_absent": (NO_SMALL_BLIND, BIG_BLIND_PASSES),
        "player_joins": (
            MOVED_TO_BIG_BLIND,
            MOVED_ELSEWHERE,
            JOINS_AT_BIG_BLIND,
            JOINS_IN_FIRST_ORBIT,
            JOINS_LATER,
        ),
        "player_returns": (
            RETURNS_AT_BUTTON,
            RETURNS_AT_SMALL_BLIND,
            RETURNS_ELSEWHERE,
            RETURNS_FOR_BIG_BLIND,
            RETURNS_ONE_ORBIT_LATER,
            RETURNS_AFTER_BIG_BLIND,
            *RETURNS_FOR_BOTH,
        ),
        "button_not_placed": (BUTTON_FORGOTTEN,),
        "all_in_button_missing": (ALL_IN_UNMARKED,),
        "verbal_declaration": (ONLY_SAID,),
        "interruption": (INTERRUPTED_DECIDED, INTERRUPTED_OPEN),
        **UNCOVERED,
    },
    silent=LEFT_TO_SHIFT_MANAGER,
    void=("5.12",),
    cannot={},
    narrowed={},
    catalogue=ROOM_CATALOGUE,
)

GAME = RoomGame(
    document=DOCUMENT,
    seats=SEATS,
    hole_cards=HOLE_CARDS,
    streets=(FLOP, TURN, RIVER),
    hand=FIVE_CARDS,
    rank=rank,
    big_blind_times_small=BIG_BLIND_TIMES_SMALL,
    first_betting_begins=FIRST_BETTING_BEGINS,
    first_places=first_places,
    next_big_blind=next_big_blind,
    next_places=next_places,
    missed_by_absence=missed_by_absence,
    missed_in_all=missed_in_all,
    orbit_over=orbit_over,
    to_call=to_call,
    answered=answered,
    may_raise=may_raise,
    minimum_bet=minimum_bet,
    minimum_raise=minimum_raise,
    is_raise=is_raise,
    reopening_share=REOPENING_SHARE,
    highest_rake=HIGHEST_RAKE,
    rake=rake,
    uncalled=uncalled,
    divide=divide,
    must_show=must_show,
    shows_first=(RAISER_FIRST, BETTOR_FIRST, LEFT_OF_BUTTON_FIRST),
    deemed_left=deemed_left,
    deems=DEEMS,
    grounds=RoomGrounds(
        stake=("3.6", "I22"),
        top_up=("3.6.1",),
        no_reduction=("3.6.2",),
        whole_stake=("3.6.2", "5.4.1", "I22"),
        displayed=("3.6", "4.1"),
        seated_only=("3.2",),
        own_decision=("3.3",),
        staff_may_place=("5.13",),
        opens=("3.7", "1.35"),
        small_blind=("3.8", "1.38"),
        big_blind=("3.8", "1.7"),
        two_players=("3.8", "I4"),
        all_in_by_dead=("3.15.4", "I29"),
        joining=("5.4", "I7", "I8"),
        at_big_blind=("5.4", "I8"),
        relocated=("5.4.1",),
        away=("5.4.2",),
        returning=("5.4.2", "I7", "I8"),
        still_missed=("5.4.2", "I27"),
        deemed_left=("5.4.2", "I10"),
        returned_stake=("3.6", "I22"),
        deck=("2.2.1",),
        deal=("3.9",),
        first_to_act=("3.9.1.a",),
        first_betting=("3.9.1",),
        option=("3.9.1.b",),
        betting_round=("1.5",),
        active=("1.1",),
        own_cards=("1.21",),
        turn=("1.27", "5.10"),
        retracted=("I20",),
        no_check=("3.10.1.d",),
        fold=("1.18",),
        call=("1.9",),
        bet=("1.4",),
        raising=("1.31",),
        least=("3.5", "3.16", "I11"),
        chips=("I2",),
        all_in=("3.15",),
        short_call=("3.15.1", "3.15.2", "I13"),
        short_bet=("3.15.1", "3.15.2", "I13"),
        short_raise=("3.15.3", "I12"),
        final_round=("1.16",),
        marker=("1.19.ii", "3.14"),
        too_early=("1.19.i", "5.11"),
        shown_early=("3.14.2.b",),
        tabled=("1.19.ii", "I17"),
        must_show=("3.14.2.d",),
        may_muck=("3.14.2.d", "I18"),
        lone=("3.14.1",),
        highest=("4.4", "3.14.2.e"),
        split=("4.5",),
        extra_chips=("I16",),
        several_pots=("4.6",),
        all_in_wins=("4.6.1", "3.15.4"),
        side_pots=("4.6.2",),
        rake=("4.1", "I15"),
        uncalled=("4.3", "I14"),
        no_flop=("4.1", "I15"),
        to_conclusion=("4.2",),
        freed=("1.18", "I31"),
        gone=("5.12", "I31"),
        ends=("1.35",),
        clock=("I19",),
    ),
    irregularities=IRREGULARITIES,
)
