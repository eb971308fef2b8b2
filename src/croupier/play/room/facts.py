"""What a table of the poker room knows of an irregularity's facts by itself."""

from croupier.play.room.commands import Report
from croupier.play.room.state import Phase, RoomTable, Round, places_in
from croupier.rules.room import Marker, RoomGame


def known(game: RoomGame, table: RoomTable, command: Report) -> dict[str, str]:
    """Facts that the state settles, whatever the report says."""
    round_ = table.round
    if round_ is None or not table.playing:
        return {}
    facts: dict[str, str] = {
        "outcome": "established" if outcome_established(game, round_) else "none",
        "stage": "after" if round_.phase is Phase.SHOWDOWN else "before_final_round_ends",
    }
    if command.irregularity == "cards_exposed":
        facts["when"] = "initial_deal" if is_initial_deal(round_) else "later"
        if command.cards:
            facts["count"] = str(len(command.cards))
    if round_.looked:
        facts["seen"] = "yes"
    if command.irregularity == "too_many_community_cards":
        facts["noticed"] = "before_betting" if nobody_has_acted(round_) else "after"
    return facts


def is_initial_deal(round_: Round) -> bool:
    """Whether the Hole Cards are being dealt."""
    return round_.phase is Phase.DEALING and not round_.street and not round_.community and not round_.burnt


def nobody_has_acted(round_: Round) -> bool:
    """Whether the Betting Round after the last street has not begun."""
    return round_.phase is not Phase.BETTING or (round_.to_act == round_.able and not round_.level)


def outcome_established(game: RoomGame, round_: Round) -> bool:
    """Whether some bet is decided: a hand with chips in the Pot is out, or hands that lie open differ."""
    if any(hand.put + hand.dead and (hand.folded or hand.shown is False) for hand in round_.hands):
        return True
    if round_.phase is not Phase.SHOWDOWN or round_.street < len(game.streets) or round_.marker is not Marker.SHOWDOWN:
        return False
    shown = [round_.hands[at] for at in places_in(round_.active) if round_.hands[at].shown]
    return len({game.rank(hand.cards, round_.community) for hand in shown}) > 1
