"""Cards exposed in the deal: they add up over the round, and the table knows whose they are."""

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.play.actor import Actor
from croupier.play.banked.aftermath import piles_of
from croupier.play.banked.commands import Report
from croupier.play.banked.events import BankedEvent, CardsExposed, DealerCardUp
from croupier.play.banked.facts import Exposed, exposed, recorded
from croupier.play.banked.flow import COMMUNITY, DEALER
from croupier.play.banked.remedies import affected, event_of, open_choices, void_round, with_readings
from croupier.play.banked.state import Phase, Round, Table
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import Ruled, ask, known_facts
from croupier.play.testimony import Testimony, compare
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.irregularities import Rule, Ruling

Answer = tuple[BankedEvent, ...] | Refusal
NAME = "cards_exposed"


def report_exposed(game: BankedGame, table: Table, actor: Actor, command: Report) -> Answer:
    """Rule on exposed cards together with those that were exposed before."""
    round_ = table.round
    assert round_ is not None
    cites = tuple(dict.fromkeys(cite for row in game.irregularities.rules[NAME] for cite in row.cites))
    if round_.phase is Phase.ENDED:
        return Refusal(Reason.MOMENT, "There is no round in play", cites)
    found = exposed(table, command, cites)
    if isinstance(found, Refusal):
        return found
    said = _heard(game, table, command, found, cites)
    if isinstance(said, Refusal):
        return said
    if found is None:  # the ruling names what is missing
        return _done(game, table, actor, command, ask(game, NAME, said.facts), said, Exposed(0, (), frozenset()))
    during = said.facts.get("when", "during_deal") == "during_deal"
    up = _face_up_card(game, round_, found, cites) if during else None
    if isinstance(up, Refusal):
        return up
    ruled = ask(game, NAME, _all_of_them(game, round_, said.facts, found, up))
    return _done(game, table, actor, command, ruled, said, found, up)


def _heard(
    game: BankedGame,
    table: Table,
    command: Report,
    found: Exposed | None,
    cites: tuple[Cite, ...],
) -> Testimony | Refusal:
    facts_asked = {fact.name for fact in known_facts(game, NAME)}
    on_record = {name: value for name, value in recorded(game, table, command).items() if name in facts_asked}
    said = compare(on_record, command.facts, cites)
    if isinstance(said, Refusal) or found is None:
        return said
    whose = next((name for name in (COMMUNITY, DEALER, "player") if name in found.whose), "")
    facts = {**said.facts, "count": str(found.count)} | ({"whose": whose} if whose else {})
    return Testimony(facts, said.stated, said.contradicted)


def _uses_card(game: BankedGame) -> Rule | None:
    """Return the row by which an exposed card of the Dealer becomes the face-up card; None if the document has none."""
    return next((row for row in game.irregularities.rules[NAME] if row.ruling is Ruling.USE_CARD), None)


def _face_up_card(
    game: BankedGame, round_: Round, found: Exposed, cites: tuple[Cite, ...]
) -> DealerCardUp | Refusal | None:
    """Return the Dealer's card that is face up from now on: their first to be exposed in the deal."""
    row = _uses_card(game)
    if row is None or round_.dealer_fixed or round_.dealer_open or DEALER not in found.whose:
        return None
    if found.dealer_index is None:
        return Refusal(Reason.CARDS, "Name the Dealer's card that was exposed, or say where it is", cites)
    return DealerCardUp(found.dealer_index, row.cites)


def _all_of_them(
    game: BankedGame, round_: Round, facts: dict[str, str], found: Exposed, up: DealerCardUp | None
) -> dict[str, str]:
    """Return the facts with all cards that have been wrongly exposed in the round.

    The Dealer's face-up card is not one of them. If only the Dealer's cards were exposed, the rows count it separately.
    """
    wrongly = found.count - (up is not None) + round_.wrongly_exposed
    if _uses_card(game) is None:
        return {**facts, "count": str(wrongly)}
    if found.whose == {DEALER} and up is not None and (found.count == 1 or not round_.wrongly_exposed):
        return facts
    if found.whose == {DEALER} and wrongly == 1:
        return {**facts, "count": "2"}
    return {**facts, "count": str(wrongly), "whose": "player"}


def _done(
    game: BankedGame,
    table: Table,
    actor: Actor,
    command: Report,
    ruled: Ruled,
    said: Testimony,
    found: Exposed,
    up: DealerCardUp | None = None,
) -> Answer:
    during = ruled.facts.get("when", "during_deal") == "during_deal"
    boxes = {place for place in found.places if place.isdecimal()}
    about = replace(command, box=int(next(iter(boxes)))) if len(boxes) == 1 else command
    added_up = {"count"} if during and table.round is not None and table.round.wrongly_exposed else set()
    event = with_readings(game, event_of(actor, about, ruled, said), added_up)
    if ruled.ruling is Ruling.VOID_ROUND:
        return event, *void_round(game, table, ruled.cites)
    wrongly = found.count - (up is not None) if during else 0
    shown: tuple[BankedEvent, ...] = () if up is None else (up,)
    if found.at or wrongly:
        shown = (*shown, CardsExposed(_known(table, found), ruled.cites, wrongly, found.at))
    if ruled.ruling is not Ruling.PLAYERS_CHOOSE:
        return event, *shown
    hands = affected(game, table, command, ruled, _without_face_up(found) if up is not None else found)
    if isinstance(hands, Refusal):
        return hands
    return event, *shown, *open_choices(table, hands, ruled)


def _known(table: Table, found: Exposed) -> tuple[Card, ...]:
    """Return the exposed cards that are identified."""
    assert table.round is not None
    piles = dict(piles_of(table.round))
    return tuple(card for place, index in found.at if (card := piles[place][index]) != UNKNOWN)


def _without_face_up(found: Exposed) -> Exposed:
    """Return the cards that were wrongly exposed, without the one that is face up from now on."""
    places = list(found.places)
    places.remove(DEALER)
    whose = frozenset("player" if place.isdecimal() else place for place in places)
    return Exposed(found.count - 1, tuple(places), whose)
