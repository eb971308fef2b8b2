"""The facts that the record of a table has about an irregularity.

A fact that is missing here is not recorded. The reporter may state it; see :mod:`croupier.play.testimony`.
"""

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, UNKNOWN, Card
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import Report
from croupier.play.banked.flow import COMMUNITY, DEALER, board_size, decisions_left
from croupier.play.banked.measure import most
from croupier.play.banked.settlement import compare_hand, first_outcome
from croupier.play.banked.state import Box, Phase, Round, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.irregularities import HOUSE_CATALOGUE
from croupier.rules.settling import NO_HAND, Standing
from croupier.rules.terms import Limits, WagerName


def recorded(game: BankedGame, table: Table, command: Report) -> dict[str, str]:
    """Return the facts that the state of the table settles, for one report."""
    round_ = table.round
    facts: dict[str, str] = dict(table.policy.parameters)
    if command.wager is not None:
        facts["wager"] = command.wager.value
    running = round_ is not None and round_.phase is not Phase.ENDED
    facts["round"] = "current" if running else "subsequent"
    if round_ is None:
        return facts
    facts |= dict(round_.said)
    facts["noticed"] = _noticed(round_, command)
    # A hand that is face up has been seen, also by its Player, who may have decided without looking.
    if any(box.looked or box.shown or box.established for box in round_.boxes):
        facts["seen"] = "yes"
    elif table.automatic or not any(box.cards for box in round_.boxes):
        facts["seen"] = "no"
    if round_.deal_over:
        facts["when"] = "after"
    if any(fact.name == "outcome" for fact in HOUSE_CATALOGUE[command.irregularity]):  # every hand is looked at for it
        facts["outcome"] = "established" if outcome_established(game, table, round_) else "none"
    box = round_.box(command.box) if command.box is not None else None
    if box is not None:
        facts |= _about_box(game, table, round_, box, command)
    return facts


def _about_box(game: BankedGame, table: Table, round_: Round, box: Box, command: Report) -> dict[str, str]:
    own = [one for one in round_.boxes if one.player == box.player]
    facts = {"stage": stage(game, table, round_, box)}
    if any(one.looked_by == box.player for one in own):
        facts["viewed"] = "some"
    elif table.automatic:
        facts["viewed"] = "none"
    if command.wager is not None and (lying := box.wager(command.wager)) is not None:
        again = all((number, wager) != (box.number, command.wager) for number, wager, _ in round_.short)
        before = any(share.player in table.short_before and not share.back for share in lying.shares)
        facts["previous"] = "yes" if again and before else "no"
        if command.amount is not None and game.area(command.wager) is None:
            exact = most(game, table.policy, box, lying)
            facts["relation"] = "more" if command.amount > exact else "less"
    if round_.dealer_open:
        needed = game.qualifying
        qualifies = needed is None or needed.holds(game.rank(round_.dealer, round_.community))
        facts["dealer_qualifies"] = "yes" if qualifies else "no"
    return facts


def _noticed(round_: Round, command: Report) -> str:
    """Return when the error was noticed, in the words of the irregularity's facts."""
    reaches_on = any("before_next_round" in fact.values for fact in HOUSE_CATALOGUE[command.irregularity])
    if reaches_on:
        return "before_next_round"
    return "before_close" if round_.phase is Phase.BETTING else "after"


def stage(game: BankedGame, table: Table, round_: Round, box: Box) -> str:
    """Return how far a hand has come: before its first decision, between decisions, or with none left."""
    if round_.phase is Phase.BETTING and box.in_play:
        return "before_decision"
    if not decisions_left(game, table.policy.dealing, round_, box):
        return "no_decision_left"
    return "after_flop" if box.decisions else "before_decision"


# ---- Exposed cards --------------------------------------------------------------------------------------------------


class Exposed(Struct, frozen=True):
    """The exposed cards of a report, matched with the places of the cards."""

    count: int
    """The number of exposed cards."""
    places: tuple[str, ...]
    """The places of the cards; empty if the report only says whose they are."""
    whose: frozenset[str]
    """The owners of the cards, in the words of the facts."""
    at: tuple[tuple[str, int], ...] = ()
    """The number of each card within its place, if that was stated."""

    @property
    def dealer_index(self) -> int | None:
        """The number of the first of the Dealer's cards among them."""
        return next((index for place, index in self.at if place == DEALER), None)


def exposed(table: Table, command: Report, cites: tuple[Cite, ...]) -> Exposed | Refusal | None:
    """Return the exposed cards of a report.

    None if the report says neither which nor how many.
    """
    round_ = table.round
    assert round_ is not None
    at = _positions(round_, command)
    if isinstance(at, Refusal):
        return replace(at, cites=cites)
    stated = command.facts.get("count", "")
    if at and stated and stated != str(len(at)):
        return Refusal(Reason.CARDS, f"{len(at)} cards are named, {stated} reported", cites)
    if not at:
        whose = command.facts.get("whose", "player" if command.box is not None else "")
        if not stated.isdecimal() or not stated.isascii() or len(stated) > 2:
            return None
        places = (str(command.box),) * int(stated) if whose == "player" and command.box is not None else ()
        return Exposed(int(stated), places, frozenset({whose} if whose else ()))
    if any(_was_exposed(round_, place, index) for place, index in at):
        return Refusal(Reason.CARDS, "That card has been reported already", cites)
    if any(_lies_open(round_, place, index) for place, index in at):
        return Refusal(Reason.CARDS, "A card that is face up by the rules cannot be wrongly exposed", cites)
    places = tuple(place for place, _ in at)
    owners = frozenset("player" if place.isdecimal() else place for place in places)
    if command.facts.get("whose", "") not in {"", *owners}:
        return Refusal(Reason.FACT, f"“Whose”: the cards named are the {' and '.join(sorted(owners))}'s", cites)
    return Exposed(len(at), places, owners, at)


def _positions(round_: Round, command: Report) -> tuple[tuple[str, int], ...] | Refusal:
    """Return the places of a report's cards, or a refusal."""
    piles = {place: cards for place, cards in piles_of(round_) if place.isdecimal() or place in {DEALER, COMMUNITY}}
    found = []
    for card in command.cards:
        at = next(((place, cards.index(card)) for place, cards in piles.items() if card in cards), None)
        if card == UNKNOWN or at is None:
            return Refusal(Reason.CARDS, "A card that was not dealt cannot have been exposed", ())
        found.append(at)
    for place, index in command.at:
        if not 0 <= index < len(piles.get(place, ())):
            return Refusal(Reason.CARDS, f"There is no card number {index + 1} at {place[:20]}", ())
        found.append((place, index))
    if len({*found}) != len(found):
        return Refusal(Reason.CARDS, "A card is named twice", ())
    return tuple(found)


def lies_open(round_: Round, place: str, index: int) -> bool:
    """Return whether a card is face up: by the rules, or because its hand was shown."""
    shown = any(str(box.number) == place and bool(box.shown) for box in round_.boxes)
    return shown or _lies_open(round_, place, index)


def _lies_open(round_: Round, place: str, index: int) -> bool:
    """Return whether a card is face up by the rules."""
    if place == DEALER:
        return index in round_.dealer_up
    return place == COMMUNITY and index < round_.community_up


def _was_exposed(round_: Round, place: str, index: int) -> bool:
    """Return whether all have seen a card before."""
    card: Card = dict(piles_of(round_))[place][index]
    return (place, index) in round_.exposed_at or (card != UNKNOWN and card in round_.exposed)


# ---- Outcomes -------------------------------------------------------------------------------------------------------


def outcome_established(game: BankedGame, table: Table, round_: Round) -> bool:
    """Return whether a wager has been won or lost already, as the rulebook judges from what is face up."""
    return any(game.established(_standing(game, table, round_, box)) for box in round_.boxes)


def outcomes_established(game: BankedGame, table: Table, round_: Round) -> frozenset[int]:
    """Return the boxes on which a wager has been won or lost already."""
    return frozenset([box.number for box in round_.boxes if game.established(_standing(game, table, round_, box))])


def _standing(game: BankedGame, table: Table, round_: Round, box: Box) -> Standing:
    """Return what is decided about a hand.

    This is a fold, and wagers that end the same way with all possible hidden cards.
    """
    return Standing(
        folded=(box.folded or _share_folded(box)) and (not box.out or box.fold_stands),
        compared=box.in_play and _compared(game, table, round_, box),
        community_won=not box.out and _community_won(game, table, round_, box),
    )


def cards_seen(round_: Round) -> bool:
    """Return whether the record of a round has a Player's look, or a card that was turned."""
    looked = any(box.looked or box.shown is not None or box.established for box in round_.boxes)
    turned = bool(round_.dealer_up or round_.community_up)
    return looked or turned or dict(round_.said).get("seen") == "yes"


def _share_folded(box: Box) -> bool:
    return any(share.folded for wager in box.wagers for share in wager.shares)


def _community_won(game: BankedGame, table: Table, round_: Round, box: Box) -> bool:
    """Return whether the Community Cards already face up win the hand a prize, with all cards still to come."""
    board, up = board_size(game, table.policy.dealing), round_.community_up
    jackpot = box.wager(WagerName.JACKPOT)
    if not board or jackpot is None or not jackpot.active or board - up > 1:
        return False
    face_up = round_.community[:up]
    hand = compare_hand(game, table, round_, box, NO_HAND)
    coming = [(card,) for card in DECK if card not in face_up] if up < board else [()]
    return all(
        any(award.won_by(replace(hand, community=face_up + more)) for award in game.jackpot.community_awards)
        for more in coming
    )


def _compared(game: BankedGame, table: Table, round_: Round, box: Box) -> bool:
    """Return whether a wager of the box ends the same way with all possible hidden cards.

    The rulebook is asked about the best hand there is, the worst, and one that is never shown: if it gives the same
    answer each time, the face-up cards have decided.
    """
    if not round_.dealer_open or round_.community_up < board_size(game, table.policy.dealing):
        return False
    if box.shown is not None:
        return True
    hand = compare_hand(game, table, round_, box, game.rank(round_.dealer, round_.community))
    tried = [replace(hand, shown=True, own=own) for own in (0, game.hand.best)] + [
        replace(hand, shown=False, own=NO_HAND)
    ]
    beside = {area.wager for area in game.areas if area.limits is not Limits.ANTE}
    compared = [wager.name for wager in box.wagers if wager.name not in beside]
    return any(len({first_outcome(game, name, one).results[name] for one in tried}) == 1 for name in compared)
