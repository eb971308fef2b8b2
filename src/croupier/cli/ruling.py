"""``croupier rule`` and ``croupier rules --gaps``: what a document says when something goes wrong."""

from msgspec.structs import asdict
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK, say
from croupier.notation.problem import InputError
from croupier.notation.steps import steps
from croupier.play.gaps import Collision, Compared, Gap, Gaps, Reading, Telling, Undeclared, faults, gaps, overlaps_of
from croupier.play.rulings import RulingError, ask, ask_at, known_facts
from croupier.play.searching import search
from croupier.play.signing import signings
from croupier.rulebooks import load_version
from croupier.rules.authority import Stage
from croupier.rules.document import Document
from croupier.rules.game import Game


def _facts(given: list[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not equals or not key or not value:
            raise InputError(f"--fact {one[:40]!r} is not of the form name=value")
        if key in facts:
            raise InputError(f"the fact {key[:40]!r} is given twice")
        facts[key] = value
    return facts


def show_ruling(
    game: str, irregularity: str, given: list[str], version: str = "", stage: str = "", *, json: bool
) -> None:
    """Print one ruling; with ``--json``, also every fact that it still needs."""
    loaded, moment = load_version(game, version), _stage(stage)
    facts = _facts(given)
    try:
        ruled = ask(loaded, irregularity, facts) if moment is None else ask_at(loaded, irregularity, facts, moment)
    except RulingError as error:
        if json and error.missing:
            write_json({"missing": {fact.name: fact.samples for fact in error.missing}})
        raise
    overlaps = overlaps_of(loaded, irregularity, ruled.facts, moment)
    if json:
        write_json(
            {
                **asdict(ruled),
                "stage": moment,
                "overlaps": overlaps,
                "steps": steps(loaded, ruled, moment),
                "signs": signings(loaded, ruled, moment),
            }
        )
        return
    out = console()
    out.print(f"[bold]{ruled.ruling.replace('_', ' ')}[/]  ({', '.join(ruled.cites)}), decided by {ruled.decided_by}")
    out.print(ruled.explanation)
    if ruled.then:
        out.print(f"then: {', '.join(step.replace('_', ' ') for step in ruled.then)}")
    if ruled.posts:
        out.print(f"posts: {', '.join(f'{key} {value}'.replace('_', ' ') for key, value in ruled.posts.items())}")
    if ruled.options:
        out.print(f"options: {', '.join(option.replace('_', ' ') for option in ruled.options)}")
    for number, step in enumerate(steps(loaded, ruled, moment), 1):
        out.print(f"{number}. {escape(step.text)} [dim]{', '.join(step.cites)}[/]")
    for one in overlaps:
        out.print(f"[dim]{one.number}[/]  {one.situation} {one.prevails} prevails over {', '.join(one.others)}.")


def _stage(name: str) -> Stage | None:
    if name in set(Stage) or not name:
        return Stage(name) if name else None
    raise InputError(f"--stage {name[:40]!r} is none of {', '.join(Stage)}")


def search_irregularities(game: str, words: str, version: str = "", *, json: bool) -> None:
    """Print the irregularities that words of the floor may mean, the best match first."""
    loaded = load_version(game, version)
    found = search(loaded, words)
    if json:
        write_json({"found": found})
        return
    out = console()
    for one in found:
        out.print(f"[bold]{one.irregularity}[/]  {one.title}")
        out.print(f"  {escape(one.why)}")
    if not found:
        out.print(
            f"Nothing in {loaded.document.title} is near “{escape(words[:60])}”."
            f" croupier rule {loaded.name} --list names every irregularity."
        )


def list_irregularities(game: str, version: str = "", *, json: bool) -> None:
    """Every irregularity of the game, with its facts and their values."""
    loaded = load_version(game, version)
    names = list(loaded.irregularities.rules)
    if json:
        entries = [
            {
                "irregularity": name,
                "facts": [
                    {"fact": one.name, "values": one.values, "default": one.default or None}
                    for one in known_facts(loaded, name)
                ],
            }
            for name in names
        ]
        write_json({"game": loaded.name, "irregularities": entries})
        return
    table = Table("irregularity", "facts", title=loaded.document.title)
    for name in names:
        table.add_row(name, "; ".join(str(fact) for fact in known_facts(loaded, name)))
    console().print(table)


def show_gaps(game: str, version: str = "", *, json: bool) -> int:
    """A linter for approved rules: the document and its declared overlaps checked.

    The exit code is 1 if one is wrong.
    """
    loaded = load_version(game, version)
    found = gaps(loaded)
    if json:
        write_json({"game": loaded.name, "rulebook": loaded.document.rulebook, "gaps": found})
    else:
        print_gaps(loaded, found, console())
    return tell_faults(loaded)


def tell_faults(game: Game) -> int:
    """Say what is wrong with the overlaps that a rulebook declares, one sentence each. Returns the exit code."""
    found = faults(game)
    for sentence in found:
        say(sentence)
    return FAILED_CHECK if found else OK


def print_gaps(game: Game, found: Gaps, out: Console) -> None:
    """What was compared, and what was found, in tables."""
    out.print(_compared(game.document, found.compared))
    out.print(_uncovered(found.uncovered))
    out.print(_contradicted(found.contradicted))
    out.print(_overlapping(found.overlaps))
    if found.undeclared:
        out.print(_undeclared(found.undeclared))
    out.print(_interpreted(found.interpreted))


def _compared(document: Document, count: Compared) -> str:
    return (
        f"[bold]{document.title}, version {document.version}[/]: {count.paragraphs} paragraphs. Compared:"
        f" {count.combinations} combinations of facts of {count.irregularities} irregularities,"
        f" {count.situations} situations that can be reported in more than one way,"
        f" {count.interpretations} interpretations with everything that cites them."
    )


def _said(facts: dict[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in facts.items())


def _uncovered(found: tuple[Gap, ...]) -> Table:
    title = f"No paragraph covers it: left to a role ({len(found)})"
    table = Table("irregularity", "facts", "ruling", "paragraphs", title=title)
    for one in found:
        table.add_row(one.irregularity, _said(one.facts), one.ruling.replace("_", " "), ", ".join(one.cites))
    return table


def _contradicted(found: tuple[Gap, ...]) -> Table:
    title = f"Two rows of one irregularity rule differently: the first prevails ({len(found)})"
    table = Table("irregularity", "facts", "ruling", "paragraphs", "why", title=title)
    for one in found:
        other = one.other_ruling.replace("_", " ") if one.other_ruling else ""
        ruling = f"{one.ruling.replace('_', ' ')}\n[dim]not {other}[/]"
        cites = f"{', '.join(one.cites)}\n[dim]{', '.join(one.other_cites)}[/]"
        table.add_row(one.irregularity, _said(one.facts), ruling, cites, one.why)
    return table


def _reported(one: Telling) -> str:
    return f"{one.irregularity}: {one.ruling.replace('_', ' ')} ({', '.join(one.cites)})"


def _overlapping(found: tuple[Collision, ...]) -> Table:
    title = f"Paragraphs that apply to the same situation rule differently: one prevails ({len(found)})"
    table = Table("", "situation", "prevails", "over", "why", title=title, show_lines=True)
    for one in found:
        situation = "\n".join((one.situation, *(f"[dim]{_reported(report)}[/]" for report in one.reports)))
        why = f"{one.why} ({one.reading})" if one.reading else one.why
        table.add_row(one.number, situation, one.prevails, ", ".join(one.others), why)
    return table


def _undeclared(found: tuple[Undeclared, ...]) -> Table:
    title = f"Two irregularities rule differently, and nothing says which prevails ({len(found)})"
    table = Table("situation", "reported so", "or so", title=title)
    for pair in found:
        sides = (f"{_reported(one)}\n[dim]{_said(one.facts)}[/]" for one in (pair.one, pair.other))
        table.add_row(pair.situation, *sides)
    return table


def _interpreted(found: tuple[Reading, ...]) -> Table:
    title = f"Interpretations, and what depends on them ({len(found)})"
    table = Table("", "question and choice", "reads", Column("depends on it", ratio=1), title=title, show_lines=True)
    for one in found:
        rests = [f"{by.kind}: {by.name}" for by in one.rests]
        rests += [f"decides {number}" for number in one.decides]
        rests += [f"code: {name}" for name in one.code]
        text = f"{one.question}\n[dim]{one.choice}[/]"
        table.add_row(one.number, text, ", ".join(one.paragraphs), "\n".join(rests) or "[red]nothing cites it[/]")
    return table
