"""``croupier rule`` and ``croupier rules --gaps``: what a document says when something goes wrong."""

from rich.table import Table

from croupier.cli.output import console, write_json
from croupier.notation.problem import InputError
from croupier.play.rulings import Gap, ask, gaps, known_facts
from croupier.rulebooks import load


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


def show_ruling(game: str, irregularity: str, given: list[str], *, json: bool) -> None:
    """One ruling."""
    ruled = ask(load(game), irregularity, _facts(given))
    if json:
        write_json(ruled)
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


def list_irregularities(game: str, *, json: bool) -> None:
    """Every irregularity that the game can have, with its facts and their values."""
    loaded = load(game)
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


def show_gaps(game: str, *, json: bool) -> None:
    """A linter for approved rules: every combination of facts, and what the document makes of it."""
    loaded = load(game)
    found = gaps(loaded)
    if json:
        write_json({"game": loaded.name, "rulebook": loaded.document.rulebook, "gaps": found})
        return
    out = console()
    out.print(_table("No paragraph covers it: left to a role", found.uncovered))
    out.print(_table("Two paragraphs rule differently: the first prevails", found.contradicted))
    out.print(_table("The ruling rests on an interpretation", found.interpreted))


def _table(title: str, found: tuple[Gap, ...]) -> Table:
    table = Table("irregularity", "facts", "ruling", "paragraphs", "why", title=f"{title} ({len(found)})")
    for one in found:
        facts = " ".join(f"{key}={value}" for key, value in one.facts.items())
        ruling = one.ruling.replace("_", " ")
        cites = ", ".join(one.cites)
        if one.other_ruling is not None:
            ruling += f"\n[dim]not {one.other_ruling.replace('_', ' ')}[/]"
            cites += f"\n[dim]{', '.join(one.other_cites)}[/]"
        table.add_row(one.irregularity, facts, ruling, cites, one.why)
    return table
