"""``croupier games`` and ``croupier rules``: the games, and their documents' paragraphs, versions and authority."""

from msgspec import Struct
from rich.table import Column, Table

from croupier.cli.output import console, write_json
from croupier.notation.catalogue import ParagraphEntry, games, paragraphs
from croupier.notation.problem import InputError
from croupier.rulebooks import game_name, in_force, load, load_version, versions
from croupier.rules.authority import Act, Stage, shown
from croupier.rules.document import Disposition, Document, Interpretation, Overlap, coverage

_STYLES = {
    Disposition.MODELLED: "green",
    Disposition.DISCRETION: "cyan",
    Disposition.PENDING: "red",
    Disposition.PHYSICAL: "dim",
    Disposition.DEFINITION: "dim",
}


class VersionEntry(Struct, frozen=True):
    """A version of a document as ``rules --versions`` shows it."""

    version: int
    effective: str
    current: bool
    rulebook: str


class RulesEntry(Struct, frozen=True):
    """A document as ``rules`` shows it."""

    game: str
    rulebook: str
    paragraphs: tuple[ParagraphEntry, ...]
    interpretations: tuple[Interpretation, ...]
    overlaps: tuple[Overlap, ...]


def show_games(*, json: bool) -> None:
    """Print every game with its document."""
    entries = games()
    if json:
        write_json({"games": entries})
        return
    table = Table(Column("game", no_wrap=True), "document", "operator", "version", "effective", "dealing")
    for entry in entries:
        row = (entry.game, entry.document, entry.operator, str(entry.version), entry.effective)
        table.add_row(*row, ", ".join(entry.dealing) or "–")
    console().print(table)


def show_versions(game: str, *, json: bool) -> None:
    """Print the versions of a game's document."""
    name = game_name(game)
    documents = [load(name, one).document for one in versions(name)]
    if json:
        current = in_force(name)
        shown = [VersionEntry(one.version, one.effective, one.version == current, one.rulebook) for one in documents]
        write_json({"game": name, "versions": shown})
        return
    table = Table("version", "effective", "rulebook", "", title=documents[-1].title)
    for one in documents:
        held = "in force" if one.version == in_force(name) else ""
        table.add_row(str(one.version), one.effective, one.rulebook, held)
    console().print(table)


def show_rules(game: str, paragraph: str, version: str = "", *, json: bool) -> None:
    """Print a document's paragraphs, or one of them. Raises :class:`InputError` for one that it does not have."""
    document = load_version(game, version).document
    shown, readings, overlaps = paragraphs(document.rulebook), document.interpretations, document.overlaps
    if paragraph:
        shown = tuple(one for one in shown if one.paragraph == paragraph)
        readings = tuple(one for one in readings if one.number == paragraph or paragraph in one.paragraphs)
        overlaps = tuple(one for one in overlaps if paragraph in (one.number, *one.paragraphs, one.reading))
        if not shown and paragraph not in {one.number for one in readings} | {one.number for one in overlaps}:
            raise InputError(f"{document.rulebook} has no paragraph {paragraph[:40]!r}")
    if json:
        write_json(RulesEntry(document.game, document.rulebook, shown, readings, overlaps))
    elif paragraph:
        _print_one(shown, readings, overlaps)
    else:
        _print_all(document, shown)


def _print_one(
    shown: tuple[ParagraphEntry, ...], readings: tuple[Interpretation, ...], overlaps: tuple[Overlap, ...]
) -> None:
    out = console()
    for one in shown:
        style = _STYLES[Disposition(one.disposition)]
        out.print(f"[bold]{one.paragraph}[/]  [{style}]{one.disposition}[/]  {one.summary}")
        if one.why:
            out.print(f"  why    {one.why}")
        for name, values in (("code", one.code), ("tests", one.tests)):
            for value in values:
                out.print(f"  {name:<6} {value}", soft_wrap=True)
    for reading in readings:
        out.print(f"[bold]{reading.number}[/]  {reading.question}\n  {reading.choice}\n  [dim]{reading.why}[/]")
    for overlap in overlaps:
        over = f"{overlap.prevails} prevails over {', '.join(overlap.others)}."
        out.print(f"[bold]{overlap.number}[/]  {overlap.situation}\n  {over}\n  [dim]{overlap.why}[/]")


def _print_all(document: Document, shown: tuple[ParagraphEntry, ...]) -> None:
    table = Table("", "", "", "tests", title=f"{document.title}, version {document.version}", show_lines=False)
    for one in shown:
        style = _STYLES[Disposition(one.disposition)]
        table.add_row(one.paragraph, f"[{style}]{one.disposition}[/]", one.summary, str(len(one.tests) or ""))
    console().print(table)


def show_authority(game: str, version: str = "", *, json: bool) -> None:
    """Show the people who must stand behind an act, by what it touches and by the stage of the round."""
    loaded = load_version(game, version)
    rows = shown(loaded)
    if json:
        write_json({"game": loaded.name, "rulebook": loaded.document.rulebook, "rows": rows})
        return
    out = console()
    stages = [stage.value for stage in Stage]
    for act in Act:
        own = [row for row in rows if row.act is act]
        if not own:
            continue
        table = Table("", *stages, title=act.value.replace("_", " "))
        for touches in dict.fromkeys(row.touches for row in own):
            cells = {row.stage: row for row in own if row.touches is touches}
            who = (
                cells[stage].who + (", reason" if cells[stage].reason else "") if stage in cells else "–"
                for stage in Stage
            )
            words = next(iter(cells.values())).words
            table.add_row(f"{touches.value.replace('_', ' ')}: {words}", *who)
        out.print(table)
    out.print(
        f"By {', '.join(dict.fromkeys(cite for row in rows for cite in row.cites))}; stages: until the next card or"
    )
    out.print("another person's act, until an outcome, until settlement, until the next round, later.")


def show_coverage(game: str, version: str = "", *, json: bool) -> None:
    """Print how much of a document is implemented; a PENDING paragraph counts as missing."""
    count = coverage(load_version(game, version).document)
    if json:
        write_json(
            {
                "rulebook": count.rulebook,
                "total": count.total,
                "covered": count.total - len(count.missing),
                "dispositions": count.by_disposition,
                "missing": count.missing,
            }
        )
        return
    table = Table("disposition", "paragraphs", title=count.rulebook)
    for name, number in count.by_disposition.items():
        table.add_row(f"[{_STYLES[Disposition(name)]}]{name}[/]", str(number))
    out = console()
    out.print(table)
    out.print(f"{count.total - len(count.missing)} of {count.total} paragraphs implemented")
    if count.missing:
        out.print(f"missing: {' '.join(count.missing)}", soft_wrap=True)
