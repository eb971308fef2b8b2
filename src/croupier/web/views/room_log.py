"""The log of a round of the poker room beside the table: short lines, by Betting Round, with amounts.

It is for display only. It is made from events and from what an onlooker sees, so it holds no card that is not face up.
"""

from collections.abc import Iterator

from croupier.money import Cents
from croupier.notation.room_told import YOU, in_words, name_of, pot_name
from croupier.play.room.events import (
    ActCorrected,
    Acted,
    ActTakenBack,
    BetReturned,
    BlindPosted,
    CardsDealt,
    PaymentChosen,
    PlayerAway,
    PlayerBack,
    PlayerJoined,
    PlayerLeft,
    PlayerWaits,
    Post,
    PotAwarded,
    RoomEvent,
    RoundOpened,
    StakeIncreased,
    StreetTakenBack,
)
from croupier.play.room.settling import is_lone
from croupier.play.room.state import COMMUNITY, Phase, Table
from croupier.play.room.view import RoomView
from croupier.rules.room import Move, RoomGame
from croupier.web.wire import ActShown, Told

BEFORE = "before_flop"
SHOWDOWN = "showdown"
AFTER = "after"
BETWEEN = "between"
OF_SEATS = (PlayerJoined, PlayerLeft, PlayerAway, PlayerBack, PlayerWaits, PaymentChosen, StakeIncreased)
_BRIEF = {Move.FOLD: "folds", Move.CHECK: "checks", Move.CALL: "calls", Move.BET: "BETs", Move.RAISE: "raises to"}
_ALL_IN = {Move.CALL: "calls, all-in", Move.BET: "BETs, all-in", Move.RAISE: "all-in, a Raise to"}
_POSTS = {
    Post.SMALL_BLIND: "posts the Small Blind",
    Post.BIG_BLIND: "posts the Big Blind",
    Post.DEAD_SMALL: "pays a missed Small Blind",
    Post.MATCHED_SMALL: "pays a missed Small Blind, all-in",
    Post.LIVE_BIG: "posts a Big Blind to come in",
}


def group_of(game: RoomGame, table: Table) -> str:
    """Return the part of the round that a table is in: before the Flop, a street by name, the showdown, or after."""
    round_ = table.round
    if round_ is None or round_.phase is Phase.ENDED:
        return AFTER
    if round_.phase is Phase.SHOWDOWN:
        return AFTER if is_lone(round_) else SHOWDOWN
    return game.streets[round_.street - 1].name if round_.street else BEFORE


def lines_of(game: RoomGame, event: RoomEvent, seen: RoomView, at: int, group: str) -> Iterator[Told]:
    """Yield the lines of the log about an event."""
    if isinstance(event, PotAwarded):
        yield from _awarded(game, event, seen, at)
        return
    sentence = in_words(game, event, seen)
    if sentence:
        brief, amount = _brief(event, seen)
        if group == AFTER and isinstance(event, OF_SEATS):
            group = BETWEEN
        seat = event.button if isinstance(event, RoundOpened) else getattr(event, "seat", None)
        yours = "" if seat is None else _brief(event, seen, seat)[0] or in_words(game, event, seen, seat)
        yield Told(at, sentence, event.cites, group, brief, amount, seat, yours)


def _brief(event: RoomEvent, seen: RoomView, you: int | None = None) -> tuple[str, Cents | None]:
    """Return a line without its amount, and the amount; if the line is empty, the log shows the whole sentence."""
    match event:
        case Acted():
            return _spoken(name_of(seen, event.seat, you), _did(event)), _amount(event)
        case BlindPosted(seat=seat, post=post, amount=amount):
            return _spoken(name_of(seen, seat, you), _POSTS.get(post, "posts")), amount
        case BetReturned(seat=seat, amount=amount):
            who = name_of(seen, seat, you)
            return f"Nobody called: back to {'you' if who == YOU else who}", amount
        case _:
            return "", None


def _spoken(who: str, does: str) -> str:
    """Return ``Ivy calls`` or ``You call``: the first word of ``does`` is a verb, except in ``all-in, a Raise to``."""
    verb, space, rest = does.partition(" ")
    if who == YOU and not verb.startswith("all-in"):
        comma = "," if verb.endswith(",") else ""
        verb = verb.removesuffix(",").removesuffix("s") + comma
    return f"{who} {verb}{space}{rest}"


def _did(event: Acted) -> str:
    how = (", out of time" if event.by_clock else "") + (", by staff" if event.by_staff else "")
    if not event.all_in:
        return _BRIEF[event.move] + how
    return _ALL_IN[event.move] + how


def _amount(event: Acted) -> Cents | None:
    """Return what a Call or a forfeit on folding puts in, or the amount that a BET or Raise brings the Player to."""
    if event.move in (Move.BET, Move.RAISE):
        return event.to
    return event.amount or None


def _awarded(game: RoomGame, event: PotAwarded, seen: RoomView, at: int) -> Iterator[Told]:
    """Yield the Rake, then what each winner gets from the pot, each under its own paragraphs."""
    pot = pot_name(event.pot)
    fee, won = split_cites(game, event)
    if event.rake:
        brief = f"Rake from the {pot}"
        yield Told(at, f"{brief}.", fee, AFTER, brief, event.rake)
    for seat, amount in event.winners:
        brief = f"{name_of(seen, seat)} wins {'of' if len(event.winners) > 1 else ''} the {pot}".replace("  ", " ")
        yours = brief.replace(f"{name_of(seen, seat)} wins", f"{YOU} win", 1)
        yield Told(at, f"{brief}.", won, AFTER, brief, amount, seat, yours)


def split_cites(game: RoomGame, event: PotAwarded) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paragraphs of the Rake, and those of the award."""
    about = {*game.grounds.rake, *game.grounds.no_flop}
    return tuple(one for one in event.cites if one in about), tuple(one for one in event.cites if one not in about)


def acts_after(acts: dict[int, ActShown], event: RoomEvent) -> dict[int, ActShown]:
    """Return each Player's last act in this Betting Round, by seat; a fold stays for the whole round."""
    match event:
        case RoundOpened() | StreetTakenBack():
            return {}
        case CardsDealt(places=places) if COMMUNITY in places:
            return {}
        case Acted(seat=seat):
            return {**acts, seat: ActShown(event.move.value, _amount(event) or 0, event.by_clock)}
        case BlindPosted(seat=seat, post=post, amount=amount):
            return {**acts, seat: ActShown(post.value, amount)}
        case ActTakenBack(act=(Acted(seat=seat), *_)):
            return {other: shown for other, shown in acts.items() if other != seat}
        case ActCorrected(seat=seat, after=after):
            return {**acts, seat: ActShown(after.move.value, _amount(after) or 0, after.by_clock)}
        case _:
            return acts
