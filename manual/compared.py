"""The documents side by side, topic by topic, and the worth of other readings."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from croupier.library.counting import odds
from croupier.library.games import Game
from croupier.money import format_money
from croupier.odds.readings import ReadingWorth
from croupier.odds.solver import why_not
from croupier.play.rulings import applicable, combinations, known_facts
from croupier.rules.banked import BankedGame
from croupier.rules.room import RoomGame
from croupier.rules.terms import OnePlayer
from croupier.web.desks.study.howto import told
from croupier.web.wire.records import HowTo
from manual.players import WHEN, result, step
from manual.words import anchor, cell, words

NOTHING = "–"
"""The cell of a document that lacks the topic."""

Column = Callable[[Game, HowTo], str]


# ---- Topic by topic -------------------------------------------------------------------------------------------------


def compared(every: list[Game]) -> Iterator[str]:
    """Return the lines of the page that compares play, payments and rulings on irregularities."""
    yield from (
        "# The documents, topic by topic",
        "",
        "The documents in force side by side, with paragraphs: how each game is played, what it pays, and its rulings"
        " on irregularities. Generated from the rulebooks that the tables run on.",
        "",
    )
    columns = [(one, told(one.rules.document.rulebook)) for one in every]
    for title, topics in (("How it is played", _PLAYED), ("How a hand ends", _ended(columns)), ("What is paid", _PAID)):
        yield from (f"## {title}", "", *_head(every))
        for topic, column in topics.items():
            yield f"| {topic} | " + " | ".join(cell(column(one, how)) or NOTHING for one, how in columns) + " |"
        yield ""
    yield from _pays_by_hand(columns)
    yield from _awards(columns)
    yield from _troubles(every)


def _head(every: list[Game]) -> tuple[str, str]:
    return "| | " + " | ".join(one.rules.document.short for one in every) + " |", "| --- |" + " --- |" * len(every)


def _against(game: Game, how: HowTo) -> str:
    return "the House" if how.kind == "banked" else "each other"


def _places(game: Game, _how: HowTo) -> str:
    rules = game.rules
    found, name = (rules.boxes, "boxes") if isinstance(rules, BankedGame) else (rules.seats, "seats")
    return f"{found.fewest} to {found.most} {name} ({found.cite})"


def _shares(game: Game, _how: HowTo) -> str:
    if not isinstance(game.rules, BankedGame):
        return ""
    found = game.rules.occupancy
    return f"{'one' if isinstance(found, OnePlayer) else 'several, in shares'} ({found.cite})"


def _cards(_game: Game, how: HowTo) -> str:
    board = f", and {how.board} Community Cards" if how.board else ""
    shown = f"; {how.shows} of the Dealer's face up" if how.shows else ""
    return f"{how.cards} each{board}{shown}"


def _dealing(game: Game, _how: HowTo) -> str:
    return " or ".join(map(words, game.rules.rounds)) if isinstance(game.rules, BankedGame) else ""


def _before(game: Game, how: HowTo) -> str:
    rules = game.rules
    if isinstance(rules, RoomGame):
        return f"Blinds, the Big one {rules.big_blind_times_small} times the Small"
    return "; ".join(f"{rules.title(one.wager)} ({one.cite})" for one in rules.areas)


def _decided(_game: Game, how: HowTo) -> str:
    decided = [step(one).removeprefix("You decide: ").rstrip(".") for one in how.steps if one.kind == "decide"]
    return ", then ".join(decided).replace("**", "")


def _qualifies(game: Game, how: HowTo) -> str:
    if not isinstance(game.rules, BankedGame):
        return ""
    found = game.rules.qualifying
    return f"{how.qualifies} or better ({found.cite})" if found is not None else "any hand"


def _one_hand(game: Game, _how: HowTo) -> str:
    return f"yes ({game.rules.examine_one})" if isinstance(game.rules, BankedGame) else ""


def _silent(game: Game, _how: HowTo) -> str:
    found = game.rules.irregularities.silent
    return f"{words(found.decided_by)} decides ({', '.join(found.cites)})"


_PLAYED: Mapping[str, Column] = {
    "against whom": _against,
    "places": _places,
    "Players on one box": _shares,
    "cards": _cards,
    "dealt from": _dealing,
    "before the deal": _before,
    "decisions": _decided,
    "the Dealer qualifies with": _qualifies,
    "a Player looks at one hand only": _one_hand,
    "what no paragraph covers": _silent,
}


def _ended(columns: list[tuple[Game, HowTo]]) -> dict[str, Column]:
    """Return a row for each way in which a hand ends in any of the games."""
    there = [when for when in WHEN if any(one.when == when for _, how in columns for one in how.endings)]

    def row(when: str) -> Column:
        return lambda _, how: "; ".join(
            result(one) for ending in how.endings if ending.when == when for one in ending.results
        )

    return {WHEN[when]: row(when) for when in there}


# ---- What is paid ---------------------------------------------------------------------------------------------------


def _caps(game: Game, _how: HowTo) -> str:
    if not isinstance(game.rules, BankedGame):
        return ""
    caps = game.rules.caps.items()
    return "; ".join(f"{game.rules.title(wager)}: {format_money(cap.most)} ({cap.cite})" for wager, cap in caps)


def _edge(game: Game, _how: HowTo) -> str:
    if not isinstance(game.rules, BankedGame) or why_not(game.rules):
        return ""
    return f"{float(_counted(game).house_edge):.4%}"


def _sides(game: Game, _how: HowTo) -> str:
    if not isinstance(game.rules, BankedGame) or why_not(game.rules):
        return ""
    edges = _counted(game).side_wagers
    return "; ".join(f"{words(name).capitalize()}: {float(edge):.4%}" for name, edge in edges.items())


def _rake(game: Game, _how: HowTo) -> str:
    return (
        f"at most {game.rules.highest_rake.millionths / 10_000:g} % of a pot"
        if isinstance(game.rules, RoomGame)
        else ""
    )


def _order(game: Game, _how: HowTo) -> str:
    if not isinstance(game.rules, BankedGame) or not game.rules.has_jackpot:
        return ""
    found = game.rules.jackpot
    return f"across tables {', '.join(found.across)}; at a table {found.at_table}"


_PAID: Mapping[str, Column] = {
    "house edge of the Ante, perfect play": _edge,
    "house edge of side wagers": _sides,
    "maximum payout": _caps,
    "Rake": _rake,
    "order of awards": _order,
}


def _pays_by_hand(columns: list[tuple[Game, HowTo]]) -> Iterator[str]:
    """Return the hands of the pay tables, row by row, and side wagers by their own rows."""
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for game, how in columns:
        for at, wager in enumerate(how.pays):
            for hand in how.hands:
                if hand.pays[at]:
                    tables.setdefault(wager, {}).setdefault(hand.title, {})[game.name] = hand.pays[at]
        for side in how.sides:
            for row in side.rows:
                tables.setdefault(side.title, {}).setdefault(row.title, {})[game.name] = row.pays
    for wager, rows in tables.items():
        yield from _rows(f"What the {wager} pays", [game for game, _ in columns], rows)


def _awards(columns: list[tuple[Game, HowTo]]) -> Iterator[str]:
    rows: dict[str, dict[str, str]] = {}
    for game, how in columns:
        for one in how.awards:
            rows.setdefault(one.title, {})[game.name] = f"{one.pays} ({one.cite})"
    yield from _rows("What the jackpot wager pays", [game for game, _ in columns], rows)


def _rows(title: str, every: list[Game], rows: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    named = [one for one in every if any(one.name in row for row in rows.values())]
    yield from (f"## {title}", "", *_head(named))
    for row, cells in rows.items():
        yield f"| {cell(row)} | " + " | ".join(cell(cells.get(one.name, NOTHING)) for one in named) + " |"
    yield ""


# ---- What goes wrong ------------------------------------------------------------------------------------------------


def _troubles(every: list[Game]) -> Iterator[str]:
    names = dict.fromkeys(name for one in every for name in one.rules.irregularities.rules)
    yield from (
        "## Rulings on irregularities",
        "",
        "The rulings over all combinations of facts, the most frequent first. [When something goes"
        " wrong](../irregularities.md) gives the facts of some of them.",
        "",
        *_head(every),
    )
    for name in names:
        yield f"| {words(name)} | " + " | ".join(_rulings(one, name) for one in every) + " |"


def _rulings(game: Game, name: str) -> str:
    table = game.rules.irregularities
    if name in table.cannot or name not in table.rules:
        return "cannot happen"
    counted: dict[str, int] = {}
    for facts in combinations(known_facts(game.rules, name), {}):
        row = applicable(game.rules, name, facts)[0]
        said = f"{words(row.ruling)} ({', '.join(row.cites)})"
        counted[said] = counted.get(said, 0) + 1
    return "; ".join(sorted(counted, key=lambda said: -counted[said]))


# ---- Other readings -------------------------------------------------------------------------------------------------

NO_FIGURE_AGAINST_THE_HOUSE = (
    "no figure: without irregularities, and with every hand shown, it does not change a Player's average payment"
    " at a given meter"
)
NO_FIGURE_IN_THE_ROOM = "no figure: Players win from each other, so its worth depends on how they play"


def readings(every: list[Game]) -> Iterator[str]:
    """Return the lines of the page of other readings with a worth, by document, the largest first."""
    yield from (
        "# The worth of other readings",
        "",
        "Each document leaves questions open. If another reading changes payments in a round without irregularities,"
        " its worth is counted over every deal. The house edge is that of the named wager, with perfect play. A"
        " positive difference favours the House, a negative one the Players.",
        "",
    )
    for game in every:
        found = [one for several in worth(game).values() for one in several]
        if found:
            yield from _priced(game, found)
    yield from (
        "## Without a figure",
        "",
        "The other interpretations have no figure:",
        "",
        f"- in a game against the House, {NO_FIGURE_AGAINST_THE_HOUSE.removeprefix('no figure: ')};",
        f"- in the poker room, {NO_FIGURE_IN_THE_ROOM.removeprefix('no figure: ')}.",
    )


def _priced(game: Game, found: list[ReadingWorth]) -> Iterator[str]:
    document = game.rules.document
    yield from (
        f"## {document.title}",
        "",
        "| question | other reading | wager | house edge | other edge | difference |",
        "| --- | --- | --- | --- | --- | --- |",
    )
    for one in sorted(found, key=lambda one: -abs(one.costs.fraction)):
        at = f", at {one.at}" if one.at else ""
        link = f"[{one.cite}]({document.rulebook}.md#{anchor(one.cite)})"
        yield (
            f"| {link} {cell(one.question)} | {cell(one.otherwise)} | {words(one.concerns)}{cell(at)} |"
            f" {one.house_edge.value:.4%} | {one.other_edge.value:.4%} | {one.costs.value:+.4%} |"
        )
    yield ""


@cache
def worth(game: Game) -> dict[str, list[ReadingWorth]]:
    """Return the worth of other readings by interpretation, for house-banked games that a solver covers."""
    found: dict[str, list[ReadingWorth]] = {}
    if isinstance(game.rules, BankedGame) and not why_not(game.rules):
        for one in getattr(_counted(game).answer, "readings", None) or ():
            found.setdefault(one.cite, []).append(one)
    return found


_counted = cache(odds)
