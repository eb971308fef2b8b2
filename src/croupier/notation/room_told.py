"""Events of the poker room in words, as the Dealer would say them aloud."""

from collections.abc import Callable
from typing import Final

from croupier.cards import format_card, parse_cards, pretty_card
from croupier.notation.keyed import because, whoever
from croupier.notation.ruled import answered, role_name
from croupier.notation.speech import made, money
from croupier.play.room.events import (
    ActCorrected,
    Acted,
    ActedOutOfTurn,
    ActTakenBack,
    BetReturned,
    BlindMissed,
    BlindPosted,
    CardCorrected,
    CardDiscarded,
    CardsDealt,
    CardsReconstructed,
    DecisionTaken,
    GonePaid,
    HandFolded,
    HandLookedAt,
    HandMucked,
    HandShown,
    MarkerTurned,
    PaymentChosen,
    PlayerAway,
    PlayerBack,
    PlayerJoined,
    PlayerLeft,
    PlayerWaits,
    Post,
    RoomEvent,
    RoundOpened,
    RoundVoided,
    StakeIncreased,
    StreetTakenBack,
    Taped,
)
from croupier.play.room.state import COMMUNITY
from croupier.play.room.view import RoomView
from croupier.rules.room import Blind, Move, RoomGame

YOU: Final = "You"
_BLINDS: Final = {Blind.SMALL: "Small Blind", Blind.BIG: "Big Blind"}
_POSTS: Final = {
    Post.SMALL_BLIND: "the Small Blind",
    Post.BIG_BLIND: "the Big Blind",
    Post.DEAD_SMALL: "a Small Blind that was missed",
    Post.MATCHED_SMALL: "a Small Blind that was missed, all-in",
    Post.LIVE_BIG: "a Big Blind to come in",
}


def name_of(seen: RoomView, seat: int, you: int | None = None) -> str:
    """Name the Player at a seat; ``you`` is the seat of the person addressed."""
    if seat == you:
        return YOU
    return next((one.player for one in seen.seats if one.seat == seat), f"Seat {seat}")


def pot_name(number: int) -> str:
    """Name the Main Pot, or a Side Pot, with its number where there are several."""
    return "Main Pot" if number == 0 else "Side Pot" if number == 1 else f"Side Pot {number}"


def cards_in_words(cards: tuple[str, ...]) -> str:
    """Write cards for people: ``A♠ 10♦``."""
    return " ".join(pretty_card(card) for card in parse_cards("".join(cards)))


def in_words(game: RoomGame, event: RoomEvent, seen: RoomView, you: int | None = None) -> str:
    """Narrate an event to the Player at seat ``you``, or to a person at no seat; empty if the table itself shows it."""

    def does(seat: int, verb: str, rest: str = "") -> str:
        who = name_of(seen, seat, you)
        return f"{who} {verb if who == YOU else _third(verb)}{f' {rest}' if rest else ''}."

    match event:
        case RoundOpened(button=button):
            who = name_of(seen, button, you)
            lies = "You have the Button." if who == YOU else f"{who} has the Button."
            return f"“Place your Blind Bets, please.” {lies}"
        case BlindPosted(seat=seat, post=post, amount=amount):
            return does(seat, "post", f"{_POSTS.get(post, post.value)}, {money(amount)}")
        case BlindMissed(seat=seat, blind=blind):
            return does(seat, "miss", f"the {_BLINDS[blind]}")
        case CardsDealt(places=places):
            return _dealt(game, places.count(COMMUNITY), seen)
        case Acted():
            return does(event.seat, *_act(event))
        case BetReturned(seat=seat, amount=amount):
            who = name_of(seen, seat, you)
            return f"An uncalled {money(amount)} goes back to {'you' if who == YOU else who}."
        case MarkerTurned():
            return "The Game Marker is turned to SHOWDOWN."
        case HandShown(seat=seat, cards=cards):
            texts = tuple(format_card(card) for card in cards)
            hand = made(game.hand, texts, seen.community)
            return does(seat, "show", cards_in_words(texts) + (f": {hand}" if hand else ""))
        case HandMucked(seat=seat):
            return does(seat, "muck")
        case ActTakenBack(act=act, keyed_by=keyed_by, by=by, role=role, reason=reason):
            was = entered_in_words(game, act[0], seen, you)
            return f"{whoever(by, role)} takes back what {keyed_by} entered{because(reason)}: {was}"
        case ActCorrected(before=before, after=after, keyed_by=keyed_by, by=by, role=role, reason=reason):
            was, now = (does(event.seat, *_act(one)) for one in (before, after))
            told = f"{whoever(by, role)} corrects what {keyed_by} entered{because(reason)}"
            return f"{told}: {now} On record was: {was}"
        case _:
            return _of_seats(event, does, you) or _of_trouble(event, seen, you)


def entered_in_words(game: RoomGame, event: Taped, seen: RoomView, you: int | None = None) -> str:
    """Narrate what a person entered, without naming a card, because the entry may be wrong."""
    match event:
        case HandShown(seat=seat):
            return f"{name_of(seen, seat, you)} {'show' if seat == you else 'shows'}."
        case CardsDealt(places=places):
            return f"{len(places)} {'card is' if len(places) == 1 else 'cards are'} dealt."
        case CardCorrected():
            return "A card is turned." if event.identified else "A card is corrected."
        case HandLookedAt(seat=seat):
            return f"{name_of(seen, seat, you)} {'look' if seat == you else 'looks'} at the Hole Cards."
        case Acted() | BetReturned() | MarkerTurned() | HandMucked():
            return in_words(game, event, seen, you)


Does = Callable[..., str]


def _of_seats(event: RoomEvent, does: Does, you: int | None) -> str:
    """Narrate Players' coming and going."""
    match event:
        case PlayerJoined(seat=seat, player=player, stake=stake):
            takes = f"{'You take' if seat == you else f'{player} takes'} seat {seat} with {money(stake)}"
            return f"{takes}{_pays_to_join(event, '' if seat == you else 's')}."
        case PlayerLeft(seat=seat, player=player, stake=stake, deemed=True, reason=reason):
            who = "You are" if seat == you else f"{player} is"
            return f"{who} deemed to have left seat {seat}, with {money(stake)} ({reason})."
        case PlayerLeft(seat=seat, player=player, stake=stake):
            return "" if seat == you else f"{player} leaves seat {seat} with {money(stake)}."
        case StakeIncreased(seat=seat, amount=amount):
            return does(seat, "add", f"{money(amount)} to the Table Stake")
        case PlayerAway(seat=seat, will_return=word):
            return does(seat, "sit", f"out from the next round on{_OF_RETURN[word]}")
        case PlayerWaits(seat=seat):
            return does(seat, "wait", "until the Button has passed")
        case PlayerBack(seat=seat):
            return does(seat, "come", "back to the table")
        case PaymentChosen(seat=seat, pays=pays):
            return does(seat, *(("pay", "to be dealt in") if pays else ("wait", "for the Big Blind")))
        case _:
            return ""


_OF_RETURN: Final[dict[bool | None, str]] = {True: " and will be back", False: " and will not be back", None: ""}


def _pays_to_join(event: PlayerJoined, ending: str) -> str:
    """Name what a newcomer has to pay; ``ending`` is the verb's."""
    if event.missed:
        missed = " and ".join(_BLINDS[blind] for blind in event.missed)
        return f", and still owe{ending} for the {missed} missed earlier"
    if event.owes:
        return f", and owe{ending} the Big Blind to come in"
    return f", and pay{ending} nothing to come in unless the Big Blind is due there"


def _of_trouble(event: RoomEvent, seen: RoomView, you: int | None) -> str:
    """Narrate an event that a ruling has led to."""
    match event:
        case RoundVoided():
            return "The round is void; every bet goes back."
        case StreetTakenBack(community=community):
            seen_cards = " ".join(pretty_card(card) for card in community)
            return f"{seen_cards or 'The cards'} and the Burnt Card go back into the shoe, which is shuffled."
        case CardDiscarded(card=card):
            return f"{pretty_card(card)} is out of the round."
        case CardsReconstructed():
            return "The cards are in their intended order."
        case HandFolded(seat=seat):
            return f"{_hand_of(seen, seat, you)} is folded; its chips stay in the Pot."
        case GonePaid(player=player, amount=amount):
            return f"{money(amount)} goes back to {player}, who has left."
        case ActedOutOfTurn(seat=seat, move=move, to=to):
            meant = f"{move.value} to {money(to)}" if move in (Move.BET, Move.RAISE) else move.value
            return f"{name_of(seen, seat, you)} meant to {meant} before the turn."
        case DecisionTaken(option=option, role=role, reason=reason):
            return f"The {role_name(role)} decides: {answered(option)} ({reason})."
        case _:
            return ""


def _hand_of(seen: RoomView, seat: int, you: int | None) -> str:
    who = name_of(seen, seat, you)
    return "Your hand" if who == YOU else f"The hand of {who}"


def _third(verb: str) -> str:
    """Return a verb in the third person."""
    return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def _dealt(game: RoomGame, count: int, seen: RoomView) -> str:
    """Narrate the Community Cards that have been dealt; Hole Cards are not mentioned."""
    dealt = 0
    for street in game.streets:
        dealt += street.count
        if count and dealt == len(seen.community):
            return f"The {street.name.capitalize()}: {cards_in_words(seen.community[-count:])}."
    return ""


def _act(event: Acted) -> tuple[str, str]:
    """Return the verb of a move, and what belongs to it."""
    ends = ", all-in" if event.all_in else ""
    if event.by_clock:
        ends += " (the clock has run out)"
    if event.by_staff:
        ends += " (placed by staff at the Player’s request)"
    match event.move:
        case Move.CALL:
            return "call", money(event.amount) + ends
        case Move.BET:
            return "bet", money(event.to) + ends
        case Move.RAISE:
            return "raise", f"to {money(event.to)}{ends}"
        case _:
            left = f"and leaves {money(event.amount)} in the Pot" if event.amount else ""
            return event.move.value, (left + ends).strip()
