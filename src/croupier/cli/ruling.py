"""``croupier rule`` and ``croupier rules --gaps``: what a document says when something goes wrong."""

from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from croupier.cli.about import About, AtTable, Registered
from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK, say
from croupier.notation.problem import InputError
from croupier.notation.steps import STAGES, Step, steps
from croupier.play.authority_gaps import AuthorityGaps, authority_faults, authority_gaps
from croupier.play.gaps import Collision, Compared, Gap, Gaps, Reading, Telling, Undeclared, faults, gaps, overlaps_of
from croupier.play.rulings import Ruled, RulingError, ask, ask_at, known_facts
from croupier.play.searching import search
from croupier.play.signing import Signing, signings
from croupier.rulebooks import load_version
from croupier.rules.authority import Stage
from croupier.rules.document import Document, Overlap
from croupier.rules.game import Game
from croupier.rules.wording import DIGEST, Wording, wording


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
    game: str,
    irregularity: str,
    given: list[str],
    version: str = "",
    stage: str = "",
    about: About | None = None,
    document: Registered | None = None,
    *,
    json: bool,
) -> None:
    """Print one ruling; with ``--json``, also every fact that it still needs. A table answers by its own version."""
    facts = _facts(given)
    try:
        if about is not None:
            answer = _at_table(about, game, irregularity, facts)
        else:
            answer = _by_document(game, irregularity, facts, version, stage)
    except RulingError as error:
        if json and error.missing:
            write_json({"missing": {fact.name: fact.samples for fact in error.missing}})
        raise
    said = word_for_word(answer, document) if document is not None else None
    if json:
        write_json({**answer.as_json(), **({} if said is None else {"wording": said})})
        return
    print_answer(answer, console())
    if said is not None:
        print_wording(said, console())


class Answer(Struct, frozen=True):
    """A ruling with its steps, its signers and the overlaps that apply; at a table, also the money of each box."""

    game: Game
    ruled: Ruled
    stage: Stage | None
    signed: tuple[Signing, ...]
    at: AtTable | None = None

    @property
    def overlaps(self) -> tuple[Overlap, ...]:
        """The overlaps that apply to the ruling."""
        return overlaps_of(self.game, self.ruled.irregularity, self.ruled.facts, self.stage)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that the pit takes."""
        return steps(self.game, self.ruled, self.stage, self.signed)

    def as_json(self) -> dict[str, object]:
        """Return the answer for JSON."""
        more = {"stage": self.stage, "overlaps": self.overlaps, "steps": self.steps, "signs": self.signed}
        return {**asdict(self.ruled), **more, **(self.at.json if self.at is not None else {})}


def _by_document(game: str, irregularity: str, facts: dict[str, str], version: str, stage: str) -> Answer:
    """Return the answer of a document, at a stage of the round if one is named."""
    loaded, moment = load_version(game, version), _stage(stage)
    ruled = ask(loaded, irregularity, facts) if moment is None else ask_at(loaded, irregularity, facts, moment)
    return Answer(loaded, ruled, moment, signings(loaded, ruled, moment))


def _at_table(about: About, game: str, irregularity: str, facts: dict[str, str]) -> Answer:
    """Return the answer of a table: its own stage, facts and boxes."""
    from croupier.cli.asking import ask_table, money_table, table_json  # loads the database's modules

    state, found = ask_table(about, game, irregularity, facts)
    signed = found.signs(state.game)
    where = f"{about.table}, round {found.round}: {STAGES[found.stage]}"
    shown = money_table(state, found.boxes) if found.boxes else None
    at = AtTable(where, found.contradicted, shown, table_json(about, found))
    return Answer(state.game, found.ruled, found.stage, signed, at)


def print_answer(answer: Answer, out: Console) -> None:
    """Print a ruling for people: the ruling, its steps, the overlaps, and the money by box."""
    ruled, at = answer.ruled, answer.at
    if at is not None:
        out.print(escape(at.where))
    out.print(f"[bold]{ruled.ruling.replace('_', ' ')}[/]  ({', '.join(ruled.cites)}), decided by {ruled.decided_by}")
    out.print(ruled.explanation)
    for name, value in (at.contradicted if at is not None else {}).items():
        said = ruled.facts.get(name, "")
        out.print(f"The record says {name}={value}, you say {said}.")
    if ruled.then:
        out.print(f"then: {', '.join(step.replace('_', ' ') for step in ruled.then)}")
    if ruled.posts:
        out.print(f"posts: {', '.join(f'{key} {value}'.replace('_', ' ') for key, value in ruled.posts.items())}")
    if ruled.options:
        out.print(f"options: {', '.join(option.replace('_', ' ') for option in ruled.options)}")
    for number, step in enumerate(answer.steps, 1):
        out.print(f"{number}. {escape(step.text)} [dim]{', '.join(step.cites)}[/]")
    if at is not None and at.money is not None:
        out.print(at.money)
    for one in answer.overlaps:
        out.print(f"[dim]{one.number}[/]  {one.situation} {one.prevails} prevails over {', '.join(one.others)}.")


def word_for_word(answer: Answer, document: Registered) -> Wording:
    """Return the paragraphs of a ruling from the House's file. Raises InputError where none is registered."""
    approved = answer.game.document
    file, expected = Path(document.file), document.sha256
    if document.floor:
        from croupier.floor.house.config import ConfigError, read_floor  # loads the database's modules

        try:
            plan = read_floor(Path(document.floor)).documents.get(approved.rulebook)
        except ConfigError as error:
            raise InputError(str(error)) from None
        if plan is None:
            raise InputError(f"{document.floor} registers no document for {approved.rulebook}")
        file = file if document.file else Path(document.floor).parent / plan.file
        expected = expected or plan.sha256
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    if not expected:
        digest = sha256(content).hexdigest()
        raise InputError(f"{file} is not registered: give its SHA-256 with --sha256 or a floor.toml ({digest})")
    if not DIGEST.fullmatch(expected):
        raise InputError(f"--sha256 {expected[:70]!r} has not 64 hexadecimal digits in small letters")
    try:
        return wording(approved, str(file), content, expected, answer.ruled.cites)
    except UnicodeDecodeError:
        raise InputError(f"{file}: the file is not UTF-8 text") from None


def print_wording(said: Wording, out: Console) -> None:
    """Print the paragraphs of a ruling word for word, or why they are not shown."""
    if said.sentence:
        out.print(escape(said.sentence))
    for one in said.paragraphs:
        out.print(f"[bold]{one.paragraph}[/] “{escape(one.text)}”")


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
    """Print every irregularity of the game, with its facts and their values."""
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
    """Check an approved document: its rows, its declared overlaps, and its table of authority.

    Return the exit code: 1 if one of them is wrong.
    """
    loaded = load_version(game, version)
    found, authority = gaps(loaded), authority_gaps(loaded)
    if json:
        write_json({"game": loaded.name, "rulebook": loaded.document.rulebook, "gaps": found, "authority": authority})
    else:
        print_gaps(loaded, found, console())
        print_authority(authority, console())
    return tell_faults(loaded, authority)


def tell_faults(game: Game, authority: AuthorityGaps) -> int:
    """Print the faults of the declared overlaps and of the table of authority. Return the exit code."""
    found = (*faults(game), *authority_faults(authority))
    for sentence in found:
        say(sentence)
    return FAILED_CHECK if found else OK


def print_gaps(game: Game, found: Gaps, out: Console) -> None:
    """Print the comparison of a document's rows and its gaps, in tables."""
    out.print(_compared(game.document, found.compared))
    out.print(_uncovered(found.uncovered))
    out.print(_contradicted(found.contradicted))
    out.print(_overlapping(found.overlaps))
    if found.undeclared:
        out.print(_undeclared(found.undeclared))
    out.print(_interpreted(found.interpreted))


def print_authority(found: AuthorityGaps, out: Console) -> None:
    """Print the findings about the table of authority; rows that are never reached, act by act."""
    out.print(
        f"Who may say what when: {found.compared} acts at their stages, {len(found.without_row)} without a row,"
        f" {len(found.unsayable)} rulings that nobody may report."
    )
    unused: dict[tuple[str, str], list[str]] = {}
    for one in found.never_reached:
        unused.setdefault((one.act, one.touches), []).append(one.stage)
    table = Table("act", "touches", "stages", title=f"Rows for what cannot occur here ({len(found.never_reached)})")
    for (act, touches), stages in unused.items():
        table.add_row(act.replace("_", " "), touches.replace("_", " "), ", ".join(stages))
    if unused:
        out.print(table)


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
