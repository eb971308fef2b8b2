"""A poker room as one value: everything the engine asks about a game that Players play against each other.

The House holds no cards and takes no side; it deals, keeps order, and takes a Rake. What a paragraph counts or judges
is a number or a small function here, given by the rulebook; how a round runs is left to the engine.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.cards import Card
from croupier.hands import Strength
from croupier.money import MILLION, MOST, Cents, Rate
from croupier.rules.banked import Parameter, PolicyError
from croupier.rules.document import Cite, Document
from croupier.rules.handtypes import HandType
from croupier.rules.irregularities import Irregularities
from croupier.rules.terms import BoxRange, Role

Cites = tuple[Cite, ...]


class Blind(StrEnum):
    """A mandatory contribution."""

    SMALL = "small_blind"
    BIG = "big_blind"


class Move(StrEnum):
    """A move that a Player may make on their turn."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"


class Marker(StrEnum):
    """The two faces of the Game Marker."""

    BETTING_ROUND = "betting_round"
    SHOWDOWN = "showdown"


class Leader(StrEnum):
    """The Player who shows their hand first."""

    LAST_RAISER = "last_raiser"
    FIRST_BETTOR = "first_bettor"
    LEFT_OF_BUTTON = "left_of_button"


class FirstToAct(StrEnum):
    """The Player with whom a Betting Round begins; if that Player cannot act, it begins with the next."""

    LEFT_OF_BIG_BLIND = "left_of_big_blind"
    LEFT_OF_BUTTON = "left_of_button"


class Places(Struct, frozen=True, gc=False):
    """The places of a round's Button and Blinds."""

    button: int
    small_due: int
    """The seat where the Small Blind falls due, even if no Player is there to post it."""
    big_seat: int
    cites: Cites
    """The paragraphs of the Button."""


class ShowsFirst(Struct, frozen=True):
    """A way to find who shows first; the first way that finds a Player decides."""

    leader: Leader
    cites: Cites


class Street(Struct, frozen=True):
    """Community Cards that are dealt together, and the Betting Round after them."""

    name: str
    count: int
    burns: int
    cites: Cites
    """The paragraphs of the deal."""
    betting: Cites
    """The paragraphs of the Betting Round that follows."""
    begins: FirstToAct
    """The Player with whom that Betting Round begins."""


class RakeTerms(Struct, frozen=True):
    """The terms on which the House takes its Rake."""

    rate: Rate
    unit: Cents
    cap: Cents
    """The most for the whole hand."""
    amount: Cents = 0
    """The amount that a hand pays instead of a share; 0 if it pays a share."""


class RoomGrounds(Struct, frozen=True):
    """The paragraphs under which things happen in the room, if the paragraph itself has no number or judgement."""

    stake: Cites
    """The Table Stake that a Player brings."""
    top_up: Cites
    no_reduction: Cites
    whole_stake: Cites
    """The paragraphs on the stake of a Player whom a Pit Employee moves to this table."""
    displayed: Cites
    """The paragraphs on the signage at the table."""
    seated_only: Cites
    own_decision: Cites
    """The paragraphs by which no one decides for another Player."""
    staff_may_place: Cites
    opens: Cites
    """ "Place your Blind Bets, please"."""
    small_blind: Cites
    big_blind: Cites
    two_players: Cites
    all_in_by_dead: Cites
    """The paragraphs on a dead Small Blind that leaves its Player without chips."""
    joining: Cites
    """The paragraphs on what a newcomer pays, and what it counts as."""
    at_big_blind: Cites
    """The paragraphs on what a newcomer at the next seat for the Big Blind pays."""
    relocated: Cites
    away: Cites
    """Leaving one's seat for a while, and coming back to it."""
    returning: Cites
    """The paragraphs on what a Player pays to come back, and what it counts as."""
    still_missed: Cites
    """Blinds missed before a Player gave up their seat, and owed when they take one again."""
    deemed_left: Cites
    returned_stake: Cites
    """A Player who comes back soon brings what they left with."""
    deck: Cites
    deal: Cites
    first_to_act: Cites
    """The paragraphs on who acts first in the 1st Betting Round."""
    first_betting: Cites
    option: Cites
    """The Big Blind may still check or raise."""
    betting_round: Cites
    """The paragraphs on when a Betting Round takes place."""
    active: Cites
    """The paragraphs on who is in the round."""
    own_cards: Cites
    """The paragraphs on to whom the Hole Cards belong."""
    turn: Cites
    """The paragraphs against acting before one's turn."""
    retracted: Cites
    """An act before the Player's turn that could not stand, and so binds them to nothing."""
    no_check: Cites
    """The paragraphs against a check after a bet."""
    fold: Cites
    call: Cites
    bet: Cites
    raising: Cites
    least: Cites
    """A BET or Raise is not below the one before it."""
    chips: Cites
    """Amounts are whole chips."""
    all_in: Cites
    short_call: Cites
    short_bet: Cites
    """An all-in that opens the betting for less than a BET."""
    short_raise: Cites
    """An all-in that is not a Raise, and whom it keeps from raising."""
    final_round: Cites
    marker: Cites
    too_early: Cites
    """A hand is not shown before the Final Betting Round is over."""
    shown_early: Cites
    """A hand shown before the marker is turned, with no decision left."""
    tabled: Cites
    """All hands are shown before the remaining cards."""
    must_show: Cites
    may_muck: Cites
    lone: Cites
    """A lone survivor wins, and need not show."""
    highest: Cites
    split: Cites
    extra_chips: Cites
    """The paragraphs on chips that cannot be divided."""
    several_pots: Cites
    """The paragraphs by which every pot is decided separately when a Player is All-in."""
    all_in_wins: Cites
    """The paragraphs on a pot won by a Player who is All-in."""
    side_pots: Cites
    rake: Cites
    uncalled: Cites
    no_flop: Cites
    to_conclusion: Cites
    freed: Cites
    """The paragraphs on when the seat of a Player who has folded and left becomes free."""
    gone: Cites
    """The paragraphs on what a void round owes to a Player who has folded and left."""
    ends: Cites
    clock: Cites
    """The paragraphs on the act of a Player whose clock has run out."""


class RoomGame(Struct, frozen=True, eq=False):
    """A game that Players play against each other, as its document defines it.

    Like a game against the House, it is equal to itself alone: what follows from its document is found again by it.
    """

    document: Document
    seats: BoxRange
    hole_cards: int
    streets: tuple[Street, ...]
    hand: HandType
    """The type of a hand: how many cards make it, and how hands rank."""
    rank: Callable[[tuple[Card, ...], tuple[Card, ...]], Strength]
    """The strength of Hole Cards with the Community Cards."""
    big_blind_times_small: int
    first_betting_begins: FirstToAct
    first_places: Callable[[tuple[int, ...], int | None], Places]
    """Button and Blinds of a first round, by the seats of those dealt in and where a void one had the Button."""
    next_big_blind: Callable[[int, tuple[int, ...], int], int]
    """The seat where the Big Blind goes next, by its last seat, the seats of those present, and the number of seats."""
    next_places: Callable[[int, int, int, tuple[int, ...], int], Places]
    """Button and Blinds, by where the Small Blind last fell due, the last Big Blind and the next, the seats of those
    dealt in, and how many seats there are."""
    missed_by_absence: Callable[[int, int, int, int], Blind | None]
    """The Blind that an absent Player misses, by their seat, the last and next Big Blind, and the number of seats."""
    missed_in_all: Callable[[bool, bool, bool], str]
    """The posts that a Player who is back has missed, in the words of the rows.

    It goes by the Small Blind, the Big Blind, and whether they also owe what a newcomer owes.
    """
    orbit_over: Callable[[int, int, int, int], bool]
    """The test of whether a move of the Button ends the first Orbit, by where it began, was and is, and the seats."""
    to_call: Callable[[Cents, Cents], Cents]
    """The amount to call as the 1st Betting Round begins, by the Big Blind and the highest post."""
    answered: Callable[[Cents, Cents], bool]
    """The test of whether the only Player with chips has nothing to answer.

    It goes by what they have put in and the most that another Player has.
    """
    may_raise: Callable[[int, int, bool], int]
    """The Players who may raise after a wager, as sets: by who must answer it, who could before, and if it is full."""
    minimum_bet: Callable[[Cents], Cents]
    """The least BET, by the Big Blind."""
    minimum_raise: Callable[[Cents, Cents], Cents]
    """The least increment, by the Big Blind and the largest bet or increment so far in the Betting Round."""
    is_raise: Callable[[Cents, Cents, Rate], bool]
    """The test of whether an all-in's increment is a Raise, by the least increment and the share that makes it one."""
    reopening_share: Rate
    """The document's own share; a House elsewhere may have another."""
    highest_rake: Rate
    rake: Callable[[Cents, Cents, RakeTerms], Cents]
    """The Rake from a pot, by its amount, what other pots of the hand have paid, and the House's terms."""
    uncalled: Callable[[Cents, Cents], Cents]
    """The amount that goes back to a Player still in, by what they have put in and the most that another Player has."""
    divide: Callable[[Cents, int, Cents], tuple[Cents, ...]]
    """A pot divided among a number of winners in whole chips, in the order in which odd chips are given."""
    must_show: Callable[[Strength, Strength], bool]
    """The test of whether a hand must be shown, by its own strength and the best shown so far."""
    shows_first: tuple[ShowsFirst, ...]
    deemed_left: Callable[[int, bool | None], bool]
    """The test of whether the House may deem a Player gone, by the turns they missed and their word to return.

    The word is None if they did not say.
    """
    deems: Role
    """The role that decides that for the House."""
    grounds: RoomGrounds
    irregularities: Irregularities
    parameters: tuple[Parameter, ...] = ()

    @property
    def name(self) -> str:
        """The game's name, without the version of its document."""
        return self.document.game


def steps(start: int, to: int, seats: int) -> int:
    """Return the number of seats clockwise from one to another: from 1 for the next to ``seats`` for the same."""
    return (to - start - 1) % seats + 1


class RoomPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that the document leaves to the House, with defaults."""

    small_blind: Cents = 100
    minimum_stake: Cents = 4_000
    maximum_stake: Cents = 40_000
    chips: tuple[Cents, ...] = (100, 500, 2_500, 10_000, 50_000)
    seats: int = 9
    rake: str = "0.05"
    rake_amount: Cents = 0
    """The Rake of a hand as an amount, instead of a percentage; 0 for the percentage."""
    rake_cap: Cents = 1_000
    rake_unit: Cents = 100
    no_flop_no_drop: bool = False
    return_minutes: int = 0
    """The minutes in which a Player who left has to bring back what they left with; 0 for no such duty."""
    reopening_share: str = ""
    """The share of a full Raise at which an all-in counts as one; empty for the document's own."""

    @property
    def lowest_chip(self) -> Cents:
        """Every bet that is not all-in is a multiple of this."""
        return min(self.chips)

    @property
    def rake_terms(self) -> RakeTerms:
        """The Rake as the House has set it."""
        return RakeTerms(Rate.parse(self.rake), self.rake_unit, self.rake_cap, self.rake_amount)


_OF_TIME: Final = ("time", "hour", "minute")
"""The names that a charge by time would have, which no document here knows."""


RETURN_MINUTES: Final = 60
"""The time in which a Player has to bring back what they left with, unless the House sets another."""


def usual_room_policy(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a policy for a new table; a table of older books keeps what they leave out, which is no such time."""
    return {"return_minutes": RETURN_MINUTES, **given}


def read_room_policy(game: RoomGame, given: Mapping[str, Any]) -> RoomPolicy:
    """Read a table's policy from plain data, fill in defaults, and check everything. Raises :class:`PolicyError`."""
    for key in given:
        if key not in RoomPolicy.__struct_fields__:
            by_time = any(word in key.lower() for word in _OF_TIME)
            rake = f": a Rake is taken from the Pots, never by time ({', '.join(game.grounds.rake)})" if by_time else ""
            raise PolicyError(f"policy: {game.name} has no policy named {key[:40]!r}{rake}")
    try:
        policy = msgspec.convert(dict(given), RoomPolicy)
    except msgspec.ValidationError as error:
        raise PolicyError(f"policy: {error}") from None
    if not policy.chips:
        raise PolicyError("policy.chips: a table needs at least one denomination")
    _check_amounts(game, policy)
    _check_rates(game, policy)
    if not game.seats.fewest <= policy.seats <= game.seats.most:
        raise PolicyError(
            f"policy.seats: {game.name} is for {game.seats.fewest} to {game.seats.most} Players ({game.seats.cite})"
        )
    if policy.return_minutes < 0:
        raise PolicyError("policy.return_minutes: must not be negative")
    return policy


def _check_amounts(game: RoomGame, policy: RoomPolicy) -> None:
    amounts = {
        "small_blind": policy.small_blind,
        "minimum_stake": policy.minimum_stake,
        "maximum_stake": policy.maximum_stake,
        "rake_unit": policy.rake_unit,
        **{f"chips[{at}]": chip for at, chip in enumerate(policy.chips)},
    }
    for name, amount in amounts.items():
        if amount < 1:
            raise PolicyError(f"policy.{name}: must be positive")
    fees = {"rake_cap": policy.rake_cap, "rake_amount": policy.rake_amount}
    for name, amount in fees.items():
        if amount < 0:
            raise PolicyError(f"policy.{name}: must not be negative")
    for name, amount in {**amounts, **fees}.items():
        if amount > MOST:
            raise PolicyError(f"policy.{name}: must be at most {MOST} cents")
        if amount % policy.lowest_chip:
            raise PolicyError(f"policy.{name}: must be a multiple of the lowest chip, {policy.lowest_chip} cents")
    if policy.minimum_stake > policy.maximum_stake:
        raise PolicyError("policy.minimum_stake: must not be above policy.maximum_stake")
    if policy.minimum_stake < policy.small_blind * game.big_blind_times_small:
        raise PolicyError("policy.minimum_stake: must cover the Big Blind")


def _check_rates(game: RoomGame, policy: RoomPolicy) -> None:
    try:
        rake = Rate.parse(policy.rake)
    except ValueError as error:
        raise PolicyError(f"policy.rake: {error}") from None
    if rake.millionths > game.highest_rake.millionths:
        most = game.highest_rake.millionths * 100 / MILLION
        raise PolicyError(f"policy.rake: must not be above {most:g} % ({', '.join(game.grounds.rake)})")
    try:
        share_of(game, policy)
    except ValueError as error:
        raise PolicyError(f"policy.reopening_share: {error}") from None


def share_of(game: RoomGame, policy: RoomPolicy) -> Rate:
    """Return the share of a full Raise at which an all-in counts as one."""
    return Rate.parse(policy.reopening_share) if policy.reopening_share else game.reopening_share
