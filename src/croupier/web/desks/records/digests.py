"""A past round in one line: its title in a Player's list, and the Player's result."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, format_card
from croupier.money import Cents
from croupier.notation.speech import spoken
from croupier.notation.verdicts import reason
from croupier.play.banked import events as banked
from croupier.play.banked import evolve
from croupier.play.banked.state import Round, Table
from croupier.play.banked.tape import standing
from croupier.play.banked.verdict import part_of, verdict
from croupier.play.banked.view import view
from croupier.play.room import events as room
from croupier.play.room.state import COMMUNITY
from croupier.play.room.tape import standing as room_standing
from croupier.play.viewer import Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import HandType
from croupier.rules.room import Move
from croupier.rules.settling import Result
from croupier.rules.terms import Role
from croupier.web.desks.heads import hand_name
from croupier.web.topics.banked import dealer_qualifies, hands_of

VOID: Final = "The round is void"
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_FOLDED: Final = {0: "before the Flop", 3: "on the Flop", 4: "on the Turn", 5: "on the River"}
"""The moments of folding, by the number of Community Cards dealt."""


class Digest(Struct, frozen=True):
    """A round in one line, for a Player's list."""

    title: str
    boxes: tuple[int, ...]
    net: Cents = 0
    reason: str = ""
    staked: Cents = 0


def banked_digest(game: BankedGame, now: Table, player: str, events: Sequence[Any]) -> Digest | None:
    """Return a round at a house-banked table; None if the Player had no chips in it when the bets were closed.

    The round is replayed on the table as it is now. The state that the round began from does not affect the names of
    hands.
    """
    table = replace(now, round=None, pending=())
    try:
        for event in standing(one for one in events if isinstance(one, banked.BankedEvent)):
            table = evolve(game, table, event)
    except (AssertionError, LookupError, ValueError):  # the table was laid out differently then
        return Digest("", ())
    round_ = table.round
    if round_ is None:
        return None
    boxes = played_by(round_, player)
    if not boxes:
        return None
    found = verdict(game, table, player)
    staked = sum(part.staked for line in round_.lines if (part := part_of(line, player)) is not None)
    why = reason(game, found) if found else ""
    return Digest(_title(game, table, player, boxes), boxes, reason=why, staked=staked)


def played_by(round_: Round, player: str) -> tuple[int, ...]:
    """Return the boxes on which a Player has chips in a round, or had chips until they were settled."""
    lay = {box.number for box in round_.boxes for wager in box.wagers for one in wager.shares if one.player == player}
    settled = {line.box for line in round_.lines if _took_part(line, player)}
    return tuple(sorted(lay | settled))


def _took_part(line: banked.WagerSettled, player: str) -> bool:
    return any(one.player == player for one in line.shares) if line.shares else line.player == player


def _title(game: BankedGame, table: Table, player: str, boxes: tuple[int, ...]) -> str:
    round_ = table.round
    assert round_ is not None
    own = [box for box in round_.boxes if box.number in boxes]
    lines = [line for line in round_.lines if line.box in boxes]
    if lines and all(line.result is Result.VOID for line in lines):
        return VOID
    award = next((line.award for line in lines if line.award and line.paid), "")
    count = f", {_NUMBERS[len(boxes)] if len(boxes) < len(_NUMBERS) else len(boxes)} boxes" if len(boxes) > 1 else ""
    if award:
        return f"Jackpot: {spoken(award)}{count}"
    if own and all(box.folded for box in own):
        return f"Folded{count}"
    if dealer_qualifies(game, table)[0] is False:
        return f"Dealer not qualified{count}"
    seen = view(game, table, Viewer(Role.PLAYER, player))
    names = [name for box, name in hands_of(game.hand, seen).items() if box in boxes and not _is_folded(own, box)]
    return f"{names[0].short if len(names) == 1 else ' and '.join(dict.fromkeys(one.short for one in names))}{count}"


def _is_folded(boxes: Sequence[Any], number: int) -> bool:
    return any(box.number == number and box.folded for box in boxes)


def room_digest(hand_type: HandType, seat: int, events: Sequence[Any]) -> Digest:
    """Return a round at a table of the poker room, for the Player of that seat."""
    net = won = stage = 0
    shown = folded = mucked = void = False
    hole: list[Card] = []
    board: list[Card] = []
    for event in room_standing(one for one in events if isinstance(one, room.RoomEvent)):
        match event:
            case room.BlindPosted() | room.Acted() if event.seat == seat:
                net -= event.amount
                if isinstance(event, room.Acted) and event.move is Move.FOLD:
                    folded, stage = True, len(board)
            case room.HandFolded() if event.seat == seat:
                folded, stage = True, len(board)
            case room.BetReturned() if event.seat == seat:
                net += event.amount
            case room.PotAwarded():
                won += sum(amount for at, amount in event.winners if at == seat)
            case room.CardsDealt():
                board += [card for card, at in zip(event.cards, event.places, strict=True) if at == COMMUNITY]
            case room.StreetTakenBack():
                board = [card for card in board if card not in event.community]
            case room.HandShown() if event.seat == seat:
                shown, hole = True, [*event.cards]
            case room.CardCorrected(place=place, index=index, after=after):
                cards = board if place == COMMUNITY else hole if place == str(seat) else []
                if index < len(cards):
                    cards[index] = after
            case room.HandMucked() if event.seat == seat:
                mucked = True
            case room.RoundVoided():
                void = True
            case _:
                pass
    if void:
        return Digest(VOID, (seat,), 0)
    named = hand_name(hand_type, [*map(format_card, hole)], [*map(format_card, board)]) if shown else None
    hand = "" if named is None else named.short
    if folded:
        title = f"Folded {_FOLDED.get(stage, '')}".strip()
    elif won:
        title = f"Won with {hand}" if hand else "Won without a showdown"
    elif mucked or not hand:
        title = "Mucked at the showdown"
    else:
        title = f"{hand}, beaten"
    return Digest(title, (seat,), net + won, staked=-net)
