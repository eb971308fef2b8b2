"""The living rulebook: every paragraph of every document with summary, disposition, code, tests, interpretations.

It is generated from the rulebooks when the manual is built, so it always agrees with them.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from croupier.library.games import Game, games
from croupier.notation.catalogue import ParagraphEntry, paragraphs
from croupier.play.gaps import Gap, Gaps, Reading, gaps
from croupier.rules.authority import Stage, shown
from croupier.rules.document import Document, coverage
from manual.compared import NO_FIGURE_AGAINST_THE_HOUSE, NO_FIGURE_IN_THE_ROOM, compared, readings, worth
from manual.words import anchor, cell, names, text, words

_KINDS = {
    "MODELLED": "implemented",
    "DEFINITION": "defines a word",
    "PHYSICAL": "concerns objects and places only",
    "DISCRETION": "a role decides",
    "PENDING": "missing",
}


@cache
def pages() -> dict[str, str]:
    """Return every page by its path in the manual."""
    every = [Game(name, version) for name in games() for version in Game(name).versions]
    found = {f"rulebook/{one.rules.document.rulebook}.md": "\n".join(_document(one)) for one in every}
    return {
        "rulebook/index.md": "\n".join(_index(every)),
        "rulebook/compared.md": "\n".join(compared([Game(name) for name in games()])),
        "rulebook/readings.md": "\n".join(readings(every)),
        **found,
    }


# ---- The list of documents ------------------------------------------------------------------------------------------


def _index(every: list[Game]) -> Iterator[str]:
    yield from (
        "# The living rulebook",
        "",
        "Each document paragraph by paragraph: a summary, its treatment, the code that implements it, and the tests"
        " named after it. The manual's build generates these pages from the rulebooks that the tables run on."
        " `croupier rules GAME PARAGRAPH` prints the same.",
        "",
        "| document | version | effective | paragraphs | " + " | ".join(_KINDS.values()) + " | interpretations |",
        "| --- | --- | --- | --- | " + "--- | " * (len(_KINDS) + 1),
    )
    for one in every:
        document = one.rules.document
        counted = coverage(document)
        kinds = " | ".join(str(counted.by_disposition[kind]) for kind in _KINDS)
        yield (
            f"| [{document.title}]({document.rulebook}.md) | {document.version} | {document.effective} |"
            f" {counted.total} | {kinds} | {len(document.interpretations)} |"
        )


# ---- One document ---------------------------------------------------------------------------------------------------


def _document(game: Game) -> Iterator[str]:
    document, found = game.rules.document, gaps(game.rules)
    readings: dict[str, list[Reading]] = {}
    for reading in found.interpreted:
        for cite in reading.paragraphs:
            readings.setdefault(cite, []).append(reading)
    yield from (
        f"# {document.title}, version {document.version}",
        "",
        f"{document.operator}; effective: {document.effective}. Game `{document.game}`, rulebook `{document.rulebook}`."
        " The summaries are in our own words; the document is authoritative.",
        "",
        "## Paragraphs",
        "",
    )
    for one in paragraphs(document.rulebook):
        yield from _paragraph(one, readings)
    yield from _interpretations(game, found)
    yield from _overlaps(document)
    yield from _uncovered(found)
    yield from _authority(game)


def _authority(game: Game) -> Iterator[str]:
    yield from (
        "## Who must sign a statement",
        "",
        "Rows are acts, and columns are stages of the round: while it is keyed, before an outcome, after one, after the"
        " settlement, from the next round on. Two roles joined by a plus are two different people.",
        "",
        "| act | it | " + " | ".join(Stage) + " |",
        "| --- | --- | " + "--- | " * len(Stage),
    )
    rows = shown(game.rules)
    for act, touches in dict.fromkeys((row.act, row.touches) for row in rows):
        cells = {row.stage: row for row in rows if (row.act, row.touches) == (act, touches)}
        who = (f"{cells[one].who}{', reason' if cells[one].reason else ''}" if one in cells else "" for one in Stage)
        yield f"| {act.replace('_', ' ')} | {next(iter(cells.values())).words} | {' | '.join(who)} |"
    yield ""


def _paragraph(one: ParagraphEntry, readings: Mapping[str, list[Reading]]) -> Iterator[str]:
    yield from (f"### {one.paragraph} {{ #{anchor(one.paragraph)} }}", "", text(one.summary), "")
    yield f"- **{_KINDS[one.disposition]}**" + (f": {text(one.why)}" if one.why else "")
    if one.code:
        yield f"- code: {names(one.code)}"
    if one.tests:
        yield f"- tests: {names(one.tests)}"
    for reading in readings.get(one.paragraph, ()):
        yield f"- read by [{reading.number}](#{anchor(reading.number)}): {text(reading.choice)}"
    yield ""


def _interpretations(game: Game, found: Gaps) -> Iterator[str]:
    none = NO_FIGURE_AGAINST_THE_HOUSE if game.against_the_house else NO_FIGURE_IN_THE_ROOM
    yield from (
        "## Interpretations",
        "",
        "The questions that the text leaves open, croupier's answers, and the rulings that rest on them.",
        "",
    )
    for one in found.interpreted:
        cited = ", ".join(f"[{cite}](#{anchor(cite)})" for cite in one.paragraphs)
        yield from (f"### {one.number} {{ #{anchor(one.number)} }}", "", f"*{text(one.question)}*", "")
        yield f"{text(one.choice)} {text(one.why)}"
        yield from ("", f"- reads: {cited}")
        others = worth(game).get(one.number, [])
        for other in others:
            at = f" {other.at}" if other.at else ""
            yield (
                f"- read otherwise ({text(other.otherwise)}), the house edge of the {other.concerns}{text(at)}"
                f" would be {other.other_edge.value:.4%} in place of {other.house_edge.value:.4%}"
            )
        if not others:
            yield f"- read otherwise: {none}"
        rests = [f"{by.kind} {by.name}" for by in one.rests] + [f"`{name}`" for name in one.code]
        if rests:
            yield f"- rests on it: {text('; '.join(rests))}"
        yield ""


def _overlaps(document: Document) -> Iterator[str]:
    if document.overlaps:
        yield from (
            "## Where paragraphs differ",
            "",
            "Situations on which several paragraphs rule, with the paragraph that prevails.",
            "",
        )
        yield from ("| | situation | prevails | over | why |", "| --- | --- | --- | --- | --- |")
    for one in document.overlaps:
        over = ", ".join(one.others)
        yield f"| {one.number} | {cell(one.situation)} | {one.prevails} | {over} | {cell(one.why)} |"
    yield ""


def _uncovered(found: Gaps) -> Iterator[str]:
    yield from ("## What no paragraph covers", "")
    if not found.uncovered:
        yield "The paragraphs cover all combinations of facts."
        return
    yield from (
        f"Of {found.compared.combinations} combinations of facts, the last paragraph covers these:",
        "",
        "| what happened | under these facts | paragraphs |",
        "| --- | --- | --- |",
    )
    yield from (f"| {words(one.irregularity)} | {_facts(one)} | {', '.join(one.cites)} |" for one in found.uncovered)


def _facts(one: Gap) -> str:
    return ", ".join(f"{words(name)}: {words(value)}" for name, value in one.facts.items())
