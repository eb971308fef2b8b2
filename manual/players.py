"""The page on how each game is played, generated from its rulebook like the house's own page."""

from collections.abc import Iterator
from functools import cache

from croupier.cards import parse_card, pretty_card
from croupier.library.games import Game, games
from croupier.web.desks.study.howto import told
from croupier.web.wire.records import HowEnding, HowResult, HowStep, HowTo

WHEN = {
    "folded": "you fold",
    "unqualified": "the Dealer does not qualify",
    "higher": "your hand is higher",
    "same": "both are the same",
    "lower": "your hand is lower",
}
"""The ways in which a hand ends."""
_COMES = {"wins": "wins", "loses": "loses", "back": "comes back"}


@cache
def pages() -> dict[str, str]:
    """Return the page by its path in the manual."""
    lines = [
        "# Each game",
        "",
        "Generated from the rulebooks that the tables run on. [The living rulebook](../rulebook/index.md) has every"
        " paragraph.",
        "",
    ]
    for name in games():
        lines += _game(told(Game(name).rules.document.rulebook))
    return {"players/games.md": "\n".join(lines)}


def _game(how: HowTo) -> Iterator[str]:
    against = "the Dealer" if how.kind == "banked" else "the other Players"
    board = f" and {how.board} Community Cards" if how.board else ""
    yield from (
        f"## {how.title}",
        "",
        f"You play against {against}. Hands have {how.makes} cards; you are dealt {how.cards}{board}."
        + (f" {how.shows} of the Dealer's cards lies face up from the start." if how.shows else "")
        + (f" The Dealer qualifies with {how.qualifies} or better." if how.qualifies else "")
        + (f" The Big Blind is {how.big_blind} times the Small Blind." if how.big_blind else ""),
        "",
    )
    wagers = [f"**{one.title}**" + (" (an amount that the House sets)" if one.prescribed else "") for one in how.wagers]
    if wagers:
        yield f"1. Before the deal: {', '.join(wagers)}."
    yield from (f"1. {step(one)}" for one in how.steps)
    yield ""
    if how.endings:
        yield from ("| when | then |", "| --- | --- |")
        yield from (_ending(one) for one in how.endings)
        yield ""
    yield from _hands(how)
    if how.awards:
        yield from ("The jackpot wager wins:", "", "| with | pays | paragraph |", "| --- | --- | --- |")
        yield from (f"| {one.title} | {one.pays} | {one.cite} |" for one in how.awards)
        yield ""


def step(one_step: HowStep) -> str:
    """Return a step of a round as a sentence."""
    if one_step.kind == "board":
        turned = "Card is" if one_step.count == 1 else "Cards are"
        return f"The {one_step.name}: {one_step.count} Community {turned} turned."
    choices = []
    for one in one_step.choices:
        times = str(one.least) if one.least == one.most else f"{one.least} to {one.most}"
        choices.append(f"**{one.title}**" + (f" ({times} × the Ante)" if one.most else ""))
    return f"You decide: {' or '.join(choices)}."


def _ending(ending: HowEnding) -> str:
    return f"| {WHEN[ending.when]} | {'; '.join(map(result, ending.results))} |"


def result(one: HowResult) -> str:
    """Return the result of a wager as a phrase."""
    pays = f" {one.pays}" if one.pays else ""
    needs = f" with {one.needs} or better, else {_COMES[one.otherwise]}" if one.needs else ""
    return f"the {one.title} {_COMES[one.comes]}{pays}{needs}"


def _hands(how: HowTo) -> Iterator[str]:
    yield from (
        "| hand | for instance | " + " | ".join(how.pays) + " |",
        "| --- | --- | " + "--- | " * len(how.pays),
    )
    for one in how.hands:
        cards = " ".join(pretty_card(parse_card(card)) for card in one.cards)
        yield f"| {one.title} | {cards} | " + " | ".join(one.pays) + " |"
    yield ""
    for side in how.sides:
        yield from (f"{side.title}:", "", "| with | pays |", "| --- | --- |")
        yield from (f"| {row.title} | {row.pays} |" for row in side.rows)
        yield ""
