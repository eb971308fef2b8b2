"""The events that a ruling leads to at a table of the poker room."""

from collections import Counter

from croupier.cards import UNKNOWN, Card, first_repeated, format_card
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.aftermath import piles_of
from croupier.play.room.commands import Report
from croupier.play.room.events import (
    CardDiscarded,
    CardsReconstructed,
    Cites,
    GonePaid,
    HandFolded,
    RoomEvent,
    RoundEnded,
    RoundVoided,
    StreetTakenBack,
)
from croupier.play.room.facts import first_act_is_due, is_initial_deal
from croupier.play.room.state import BURN, COMMUNITY, NOBODY, Phase, Round, Table
from croupier.play.rulings import Ruled
from croupier.rules.irregularities import Ruling
from croupier.rules.questions import in_words
from croupier.rules.room import RoomGame

Answer = tuple[RoomEvent, ...] | Refusal
_STREETS = {"flop": 1, "turn": 2, "river": 3}
_HANDS = frozenset({"wrong_hand_count", "hand_left_out", "extra_hand_dealt"})


def remedy(game: RoomGame, table: Table, command: Report, ruled: Ruled) -> Answer:
    """Return the events of a ruling."""
    round_ = table.round
    if round_ is None or not table.playing:
        return ()
    match ruled.ruling:
        case Ruling.VOID_ROUND:
            return void_round(game, round_, ruled.cites)
        case Ruling.REDEAL_CARD:
            return take_back(game, round_, command, ruled)
        case Ruling.DISCARD_CARD:
            return discard(game, round_, command, ruled)
        case Ruling.RECONSTRUCT:
            return reconstruct(game, round_, command, ruled)
        case Ruling.FOLD_HAND:
            return fold_exposed(round_, command.seat, ruled.cites)
        case _:
            return ()


def void_round(game: RoomGame, round_: Round, cites: Cites) -> tuple[RoomEvent, ...]:
    """Void the round: every bet goes back, even to Players who have folded and left."""
    returned = (*cites, *(cite for cite in game.irregularities.void if cite not in cites))
    gone = [
        GonePaid(hand.seat, hand.player, hand.put + hand.dead, game.grounds.gone)
        for hand in round_.hands
        if hand.gone and hand.put + hand.dead
    ]
    return (RoundVoided(returned), *gone, RoundEnded(game.grounds.ends))


def fold_exposed(round_: Round, seat: int | None, cites: Cites) -> Answer:
    """Fold a hand by a ruling."""
    at = NOBODY if seat is None else round_.place(seat)
    if seat is None or at == NOBODY or not round_.active >> at & 1:
        return Refusal(Reason.NO_SUCH_SEAT, "Name the seat of a hand in play", cites)
    if not round_.active & (round_.active - 1):
        return Refusal(Reason.MOMENT, "One hand is left: it has won", cites)
    return (HandFolded(seat, cites),)


def take_back(game: RoomGame, round_: Round, command: Report, ruled: Ruled) -> Answer:
    """Take back Community Cards that came too early, or too many, with their own Burnt Card; they are shuffled in."""
    street = _STREETS[ruled.facts.get("street", ruled.irregularity.partition("_")[0])]
    if ruled.irregularity.endswith("_exposed_early"):
        if not _is_early(round_, street):
            name = game.streets[street - 1].name
            return Refusal(Reason.MOMENT, f"It is too late for the {name} to have come too early", ruled.cites)
        wrong = _not_in_shoe(game, round_, command.cards)
        return wrong or (StreetTakenBack(street, command.cards, (), ruled.cites),)
    dealt = _dealt(game, round_, street)
    if dealt is None:
        return Refusal(Reason.MOMENT, f"The {game.streets[street - 1].name} is not what was dealt last", ruled.cites)
    burns = game.streets[street - 1].burns
    return (StreetTakenBack(street, dealt, round_.burnt[len(round_.burnt) - burns :], ruled.cites),)


def _is_early(round_: Round, street: int) -> bool:
    """Return whether the Betting Round before a street is still to be completed, if there is one."""
    under_way = round_.phase is Phase.BETTING or round_.resumes or is_initial_deal(round_)
    over = round_.phase is Phase.SHOWDOWN and not (round_.tabled and round_.active & (round_.active - 1))
    return not over and street > (round_.street if under_way else round_.street + 1)


def _dealt(game: RoomGame, round_: Round, street: int) -> tuple[Card, ...] | None:
    """Return all cards of a street if it was the last to be dealt, otherwise None."""
    before = sum(one.count for one in game.streets[: street - 1])
    return round_.community[before:] if round_.street == street and round_.phase is not Phase.ENDED else None


def _not_in_shoe(game: RoomGame, round_: Round, cards: tuple[Card, ...]) -> Refusal | None:
    repeated = first_repeated(cards)
    if repeated is not None:
        return Refusal(Reason.CARDS, f"{format_card(repeated)} appears twice", game.grounds.deck)
    for card in cards:
        if card != UNKNOWN and round_.used >> card & 1:
            return Refusal(Reason.CARDS, f"{format_card(card)} is out of the shoe already", game.grounds.deck)
    return None


def discard(game: RoomGame, round_: Round, command: Report, ruled: Ruled) -> Answer:
    """Take exposed cards out of the round.

    A card that a Player had since the deal is replaced by the next.
    """
    if not command.cards:
        return Refusal(Reason.CARDS, f"{in_words(ruled.irregularity)}: say which cards were exposed", ruled.cites)
    if first_repeated(command.cards) is not None or UNKNOWN in command.cards:
        return Refusal(Reason.CARDS, "Name each exposed card once", ruled.cites)
    in_deal = ruled.facts.get("when") == "initial_deal"
    events: list[RoomEvent] = []
    for card in command.cards:
        place = next((str(hand.seat) for hand in round_.hands if card in hand.cards), "")
        if place and command.seat is not None and place != str(command.seat):
            sentence = f"{format_card(card)} is at seat {place}, not at seat {command.seat}"
            return Refusal(Reason.CARDS, sentence, ruled.cites)
        if card in round_.discarded or (not place and round_.used >> card & 1):
            return Refusal(Reason.CARDS, f"{format_card(card)} is out of the shoe already", game.grounds.deck)
        if place and not in_deal:
            return Refusal(Reason.CARDS, f"{format_card(card)} is in a hand, not in the shoe", ruled.cites)
        if not place and in_deal:
            found = _unseen(round_, command, ruled)
            if isinstance(found, Refusal):
                return found
            place = found
        events.append(CardDiscarded(card, place, ruled.cites))
    return tuple(events)


def _unseen(round_: Round, command: Report, ruled: Ruled) -> str | Refusal:
    """Return the place of a card that was exposed in the deal and is in no known hand.

    It was on its way, or is in a hand dealt unseen.
    """
    coming = round_.ahead[0] if is_initial_deal(round_) else ""
    if not any(UNKNOWN in hand.cards for hand in round_.hands):
        return coming
    if command.seat is None:
        return Refusal(Reason.NO_SUCH_SEAT, "Name the seat whose card was exposed: nobody knows the hands", ruled.cites)
    at = round_.place(command.seat)
    if at == NOBODY or (UNKNOWN not in round_.hands[at].cards and str(command.seat) != coming):
        return Refusal(Reason.NO_SUCH_SEAT, f"Seat {command.seat} has no unknown card", ruled.cites)
    return str(command.seat)


def reconstruct(game: RoomGame, round_: Round, command: Report, ruled: Ruled) -> Answer:
    """Put the cards of each named place in their intended order, as many as are there."""
    before = dict(piles_of(round_))
    after = dict(command.piles)
    hands = ruled.irregularity in _HANDS
    if not after:
        wanted = "the hands" if hands else "the Community Cards"
        return Refusal(Reason.CARDS, f"Give {wanted} in their intended order", ruled.cites)
    wrong = _after_the_deal(round_, after, ruled) if hands else _other_street(game, round_, after, ruled)
    if wrong is not None:
        return wrong
    for place, cards in after.items():
        if place not in before:
            return Refusal(Reason.CARDS, f"There are no cards at {place[:20]!r}", ruled.cites)
        if len(cards) != len(before[place]):
            return Refusal(Reason.CARDS, f"{place[:20]} has {len(before[place])} cards, not {len(cards)}", ruled.cites)
        if UNKNOWN in cards and place == COMMUNITY:
            return Refusal(Reason.CARDS, "A Community Card is turned face up: name it", ruled.cites)
    # Only cards that are named here: one that was discarded may still be on the record of a hand folded before.
    named = {card for cards in after.values() for card in cards}
    lying = (*(card for cards in {**before, **after}.values() for card in cards), *round_.discarded)
    twice = first_repeated(tuple(card for card in lying if card in named))
    if twice is not None:
        return Refusal(Reason.CARDS, f"{format_card(twice)} cannot be in two places", ruled.cites)
    lay = Counter(card for place in after for card in before[place]) + Counter(() if hands else command.cards)
    if Counter(card for cards in after.values() for card in cards) - lay:
        more = "" if hands else ", or that are named as the ones too many"
        return Refusal(Reason.CARDS, f"Give the cards that are there{more}, in another order", ruled.cites)
    return (CardsReconstructed(tuple((place, before[place]) for place in after), tuple(after.items()), ruled.cites),)


def _after_the_deal(round_: Round, after: dict[str, tuple[Card, ...]], ruled: Ruled) -> Refusal | None:
    """Return the refusal if hands can no longer be put in order, or if other cards than hands would move."""
    if not is_initial_deal(round_) and not first_act_is_due(round_):
        return Refusal(Reason.MOMENT, "Hands can only be put in order before the first act", ruled.cites)
    if BURN in after or COMMUNITY in after:
        return Refusal(Reason.CARDS, "Only hands can be put in order", ruled.cites)
    return None


def _other_street(game: RoomGame, round_: Round, after: dict[str, tuple[Card, ...]], ruled: Ruled) -> Refusal | None:
    """Return the refusal if cards would move that are neither of the street dealt last nor its Burnt Card."""
    street = _STREETS[ruled.facts["street"]]
    name, dealt = game.streets[street - 1].name, _dealt(game, round_, street)
    if dealt is None:
        return Refusal(Reason.MOMENT, f"The {name} is not what was dealt last", ruled.cites)
    kept = {COMMUNITY: len(round_.community) - len(dealt), BURN: len(round_.burnt) - game.streets[street - 1].burns}
    lies = {COMMUNITY: round_.community, BURN: round_.burnt}
    if any(place not in kept or cards[: kept[place]] != lies[place][: kept[place]] for place, cards in after.items()):
        return Refusal(Reason.CARDS, f"Only the {name} and its Burnt Card can be put in order", ruled.cites)
    return None
