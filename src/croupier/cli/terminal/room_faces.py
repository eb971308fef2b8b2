"""The cards of a room's events, as the person at the terminal may know them."""

from typing import Any

from croupier.cards import format_card
from croupier.cli.terminal.record import dealt_faces
from croupier.cli.terminal.room_seat import SEAT
from croupier.play.room.events import CardDiscarded, CardsDealt, HandLookedAt, HandShown, RoomEvent, StreetTakenBack
from croupier.play.room.state import COMMUNITY
from croupier.play.room.view import RoomView


def faces(event: RoomEvent, seen: RoomView) -> dict[str, Any]:
    """The cards that an event dealt or turned up, as the person may know them; ``seen`` is their view after it."""
    hands = {str(one.seat): one.cards for one in seen.seats} | {COMMUNITY: seen.community}
    match event:
        case CardsDealt(places=places):
            return {"cards": dealt_faces(places, hands)}
        case HandLookedAt(seat=seat) if seat == SEAT:
            return {"cards": hands[str(seat)]}
        case HandShown(cards=cards):
            return {"cards": tuple(format_card(card) for card in cards)}
        case CardDiscarded(card=card):
            return {"card": format_card(card)}
        case StreetTakenBack(community=community, burnt=burnt):
            return {"community": tuple(format_card(card) for card in community), "burnt": ("??",) * len(burnt)}
        case _:
            return {}
