"""The living rulebook: every paragraph of every document with its summary, disposition, code, tests and readings.

It is made from the rulebooks when the manual is built, so that it cannot say anything else than they do.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from croupier.library.counting import odds
from croupier.library.games import Game, games
from croupier.notation.catalogue import ParagraphEntry, paragraphs
from croupier.odds.readings import ReadingWorth
from croupier.odds.solver import why_not
from croupier.play.gaps import Gap, Gaps, Reading, gaps
from croupier.play.rulings import applicable, combinations, known_facts
from croupier.rules.banked import BankedGame
from croupier.rules.document import Document, coverage

_KINDS = {
    "MODELLED": "implemented",
    "DEFINITION": "defines a word",
    "PHYSICAL": "concerns objects and places only",
    "DISCRETION": "a role decides",
    "PENDING": "missing",
}


@cache
def pages() -> dict[str, str]:
    """Every page, by where it lies in the manual."""
    every = [Game(name, version) for name in games() for version in Game(name).versions]
    found = {f"rulebook/{one.rules.document.rulebook}.md": "\n".join(_document(one)) for one in every}
    return {
        "rulebook/index.md": "\n".join(_index(every)),
        "rulebook/compared.md": "\n".join(_compared([Game(name) for name in games()])),
        **found,
    }


# ---- The list of documents ------------------------------------------------------------------------------------------


def _index(every: list[Game]) -> Iterator[str]:
    yield from (
        "# The living rulebook",
        "",
        "Each document paragraph by paragraph: our summary of it, how it is treated, the code that does so, and the"
        " tests named after it. These pages are made from the rulebooks that the tables run on whenever the manual is"
        " built. `croupier rules GAME PARAGRAPH` says the same.",
        "",
        "| document | version | effective | paragraphs | " + " | ".join(_KINDS.values()) + " | readings |",
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
        " Summaries are in our own words; the document itself decides.",
        "",
        "## Paragraphs",
        "",
    )
    for one in paragraphs(document.rulebook):
        yield from _paragraph(one, readings)
    yield from _interpretations(found, _worth(game))
    yield from _overlaps(document)
    yield from _uncovered(found)


def _paragraph(one: ParagraphEntry, readings: Mapping[str, list[Reading]]) -> Iterator[str]:
    yield from (f"### {one.paragraph} {{ #{_anchor(one.paragraph)} }}", "", _text(one.summary), "")
    yield f"- **{_KINDS[one.disposition]}**" + (f": {_text(one.why)}" if one.why else "")
    if one.code:
        yield f"- code: {_names(one.code)}"
    if one.tests:
        yield f"- tests: {_names(one.tests)}"
    for reading in readings.get(one.paragraph, ()):
        yield f"- read by [{reading.number}](#{_anchor(reading.number)}): {_text(reading.choice)}"
    yield ""


def _interpretations(found: Gaps, worth: Mapping[str, list[ReadingWorth]]) -> Iterator[str]:
    yield from ("## Interpretations", "", "What the text leaves open, how it is read here, and what rests on it.", "")
    for one in found.interpreted:
        cited = ", ".join(f"[{cite}](#{_anchor(cite)})" for cite in one.paragraphs)
        yield from (f"### {one.number} {{ #{_anchor(one.number)} }}", "", f"*{_text(one.question)}*", "")
        yield f"{_text(one.choice)} {_text(one.why)}"
        yield from ("", f"- reads: {cited}")
        for other in worth.get(one.number, ()):
            at = f" {other.at}" if other.at else ""
            yield (
                f"- read otherwise ({_text(other.otherwise)}), the house edge of the {other.concerns}{_text(at)}"
                f" would be {other.other_edge.value:.4%} in place of {other.house_edge.value:.4%}"
            )
        rests = [f"{by.kind} {by.name}" for by in one.rests] + [f"`{name}`" for name in one.code]
        if rests:
            yield f"- rests on it: {_text('; '.join(rests))}"
        yield ""


@cache
def _worth(game: Game) -> dict[str, list[ReadingWorth]]:
    """What other readings would be worth: of games against the House, where a solver covers them."""
    found: dict[str, list[ReadingWorth]] = {}
    if isinstance(game.rules, BankedGame) and not why_not(game.rules):
        answer = odds(game).answer
        for one in getattr(answer, "readings", None) or ():
            found.setdefault(one.cite, []).append(one)
    return found


def _overlaps(document: Document) -> Iterator[str]:
    if document.overlaps:
        yield from ("## Where paragraphs differ", "", "One situation, several paragraphs: the one that prevails.", "")
        yield from ("| | situation | prevails | over | why |", "| --- | --- | --- | --- | --- |")
    for one in document.overlaps:
        over = ", ".join(one.others)
        yield f"| {one.number} | {_cell(one.situation)} | {one.prevails} | {over} | {_cell(one.why)} |"
    yield ""


def _uncovered(found: Gaps) -> Iterator[str]:
    yield from ("## What no paragraph covers", "")
    if not found.uncovered:
        yield "Of all combinations of facts that were tried, none."
        return
    yield from (
        f"Of {found.compared.combinations} combinations of facts, these are left to the last paragraph:",
        "",
        "| what happened | under these facts | paragraphs |",
        "| --- | --- | --- |",
    )
    yield from (f"| {_words(one.irregularity)} | {_facts(one)} | {', '.join(one.cites)} |" for one in found.uncovered)


def _facts(one: Gap) -> str:
    return ", ".join(f"{_words(name)}: {_words(value)}" for name, value in one.facts.items())


# ---- Topic by topic -------------------------------------------------------------------------------------------------


def _compared(every: list[Game]) -> Iterator[str]:
    names = dict.fromkeys(name for one in every for name in one.rules.irregularities.rules)
    yield from (
        "# The documents, topic by topic",
        "",
        "Whatever can go wrong, and what each document rules on it, over all combinations of facts; the most frequent"
        " ruling first. [When something goes wrong](../irregularities.md) has the facts beside some of them.",
        "",
        "| | " + " | ".join(one.rules.document.short for one in every) + " |",
        "| --- | " + "--- | " * len(every),
    )
    for name in names:
        yield f"| {_words(name)} | " + " | ".join(_rulings(one, name) for one in every) + " |"


def _rulings(game: Game, name: str) -> str:
    table = game.rules.irregularities
    if name in table.cannot or name not in table.rules:
        return "cannot happen"
    counted: dict[str, int] = {}
    for facts in combinations(known_facts(game.rules, name), {}):
        row = applicable(game.rules, name, facts)[0]
        said = f"{_words(row.ruling)} ({', '.join(row.cites)})"
        counted[said] = counted.get(said, 0) + 1
    return "; ".join(sorted(counted, key=lambda said: -counted[said]))


# ---- Words ----------------------------------------------------------------------------------------------------------


def _anchor(cite: str) -> str:
    return f"p{cite}" if cite[0].isdigit() else cite.lower()


def _words(name: str) -> str:
    return name.replace("_", " ")


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{one}`" for one in names)


def _text(text: str) -> str:
    """Text that is no markup, whatever it holds."""
    return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_").replace("[", "\\[")


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|").replace("\n", " ")
