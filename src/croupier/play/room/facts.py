"""The facts of an irregularity that a table of the poker room knows by itself."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from croupier.cards import DECK, UNKNOWN, Card
from croupier.play.room.commands import Report
from croupier.play.room.state import COMMUNITY, NOBODY, Phase, Round, Table
from croupier.rules.room import RoomGame

_FEW = 2
"""The number of cards to come up to which all combinations are tried; with more, no hand is certainly beaten."""


def recorded(game: RoomGame, table: Table, command: Report) -> dict[str, str]:
    """Return the facts on record; the report may state those that are not."""
    round_ = table.round
    if round_ is None or not table.playing:
        return {}
    match command.irregularity:
        case "interruption":
            return {"outcome": "established" if outcome_established(game, round_) else "none"}
        case "hole_cards_exposed":
            return {"stage": "after" if round_.phase is Phase.SHOWDOWN else "before_final_round_ends"}
        case "cards_exposed":
            return _exposed(round_, command)
        case "too_many_community_cards":
            return _noticed(game, round_, command.facts.get("street", ""))
        case _:
            seen = round_.seen or round_.looked or round_.uncovered or any(hand.shown for hand in round_.hands)
            if command.irregularity == "wrong_hand_count":  # which asks for any card, not for one's own
                seen = seen or round_.exposed
            return {"seen": "yes"} if seen else {}


def _exposed(round_: Round, command: Report) -> dict[str, str]:
    """Return when cards were exposed, how many, where they are, and how far the round has come."""
    facts = {"stage": "after" if round_.phase is Phase.SHOWDOWN else "before_final_round_ends"}
    if is_initial_deal(round_):
        facts["when"] = "initial_deal"
    if command.cards:
        facts["count"] = str(len(command.cards))
    lies = _lies(round_, command)
    return {**facts, "lies": lies} if lies else facts


def _lies(round_: Round, command: Report) -> str:
    """Return where an exposed card is, in a hand or in the shoe; empty if the record cannot tell."""
    if any(card in hand.cards for hand in round_.hands for card in command.cards):
        return "hand"
    at = NOBODY if command.seat is None else round_.place(command.seat)
    if at != NOBODY and UNKNOWN in round_.hands[at].cards:
        return "hand"
    return "" if any(UNKNOWN in hand.cards for hand in round_.hands) else "shoe"


def in_all(round_: Round | None, facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts with exposures of the Initial Deal added up over the round's reports."""
    count = facts.get("count", "")
    if round_ is None or facts.get("when") != "initial_deal" or not (count.isascii() and count.isdigit()):
        return dict(facts)
    if len(count) > 2:  # which is refused with the other facts
        return dict(facts)
    return {**facts, "count": str(min(99, int(facts["count"]) + round_.exposed))}


def is_initial_deal(round_: Round) -> bool:
    """Return whether the Hole Cards are being dealt."""
    dealing = round_.phase is Phase.DEALING and round_.acted == NOBODY
    return dealing and not round_.street and COMMUNITY not in round_.ahead


def first_act_is_due(round_: Round) -> bool:
    """Return whether all Players have their Hole Cards and no one has acted yet."""
    return round_.phase is Phase.BETTING and round_.acted == NOBODY


def _noticed(game: RoomGame, round_: Round, name: str) -> dict[str, str]:
    """Return whether the Betting Round after a street has begun, or in a runout the next street has."""
    street = next((at for at, one in enumerate(game.streets, 1) if one.name == name), 0)
    if not street:
        return {}
    before = street > round_.street or (street == round_.street and nobody_has_acted(game, round_))
    return {"noticed": "before_betting" if before else "after"}


def nobody_has_acted(game: RoomGame, round_: Round) -> bool:
    """Return whether no act has followed since the last street was dealt."""
    next_begun = len(round_.burnt) > sum(one.burns for one in game.streets[: round_.street])
    return round_.acted < round_.street and not next_begun


def dealt_any(round_: Round) -> bool:
    """Return whether a card has been dealt: from then on a Player may have looked, since Looks are not recorded."""
    return any(hand.cards for hand in round_.hands) or bool(round_.community or round_.burnt or round_.discarded)


def outcome_established(game: RoomGame, round_: Round) -> bool:
    """Return whether a bet is decided.

    It is if a hand with chips in the Pot is out, one hand is left alone, or one is certainly beaten.
    """
    if any(hand.put + hand.dead and (hand.folded or hand.shown is False) for hand in round_.hands):
        return True
    if round_.phase is not Phase.SHOWDOWN:
        return False
    if not round_.active & (round_.active - 1):
        return True
    return _is_one_beaten(game, [hand.cards for hand in round_.hands if hand.shown], round_)


def _is_one_beaten(game: RoomGame, open_hands: Sequence[tuple[Card, ...]], round_: Round) -> bool:
    """Return whether one of the face-up hands loses to another with all cards that may come."""
    coming = sum(street.count for street in game.streets) - len(round_.community)
    if len(open_hands) < 2 or coming > _FEW:
        return False
    face_up = {card for hand in open_hands for card in hand} | {*round_.community, *round_.discarded}
    losers = set(range(len(open_hands)))
    for more in combinations([card for card in DECK if card not in face_up], coming):
        ranks = [game.rank(hand, round_.community + more) for hand in open_hands]
        losers = {at for at in losers if ranks[at] < max(ranks)}
        if not losers:
            return False
    return True
