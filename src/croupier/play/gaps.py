"""Checking a document against itself: what it leaves open, where its paragraphs conflict, what depends on a reading.

Every combination of facts of every irregularity is tried; every situation that can be reported in more than one way
is reported in each; every interpretation is looked for throughout the game's rulebook.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from croupier.play.rulings import AFTER, LATE, applicable, combinations, effect_of, known_facts
from croupier.rules.authority import Stage
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite, Document, Overlap, Told
from croupier.rules.game import Game
from croupier.rules.irregularities import Rule, Ruling
from croupier.rules.situations import AGAINST_THE_HOUSE, IN_THE_ROOM, Situation

NOT_COVERED: Final = "not_covered"
"""The irregularity to report if nothing else fits: it is left to the last paragraph by design, and is not a gap."""


class Compared(Struct, frozen=True):
    """The amount of text and of rows that was read."""

    paragraphs: int
    irregularities: int
    combinations: int
    """The number of combinations of facts, over all irregularities."""
    situations: int
    """The number of situations that can be reported in more than one way."""
    interpretations: int


class Gap(Struct, frozen=True):
    """A combination of facts on which something can be said about the document."""

    irregularity: str
    facts: dict[str, str]
    ruling: Ruling
    cites: tuple[Cite, ...]
    other_ruling: Ruling | None
    other_cites: tuple[Cite, ...]
    why: str


class Telling(Struct, frozen=True):
    """One way to report a situation, and what is ruled on it."""

    irregularity: str
    facts: dict[str, str]
    ruling: Ruling
    cites: tuple[Cite, ...]


class Collision(Struct, frozen=True):
    """A declared overlap: the paragraphs that apply, and how the rows rule."""

    number: Cite
    situation: str
    prevails: Cite
    others: tuple[Cite, ...]
    why: str
    reading: Cite
    reports: tuple[Telling, ...]
    """The reports, under facts for which they rule differently, the prevailing way first; empty without a row on it."""


class Undeclared(Struct, frozen=True):
    """A situation with two rulings, where the rulebook does not say which prevails."""

    situation: str
    one: Telling
    other: Telling


class Rests(Struct, frozen=True):
    """A part of the rulebook that cites an interpretation: its kind and its name."""

    kind: str
    name: str


class Reading(Struct, frozen=True):
    """An interpretation with what depends on it."""

    number: Cite
    question: str
    choice: str
    why: str
    paragraphs: tuple[Cite, ...]
    """The paragraphs that it interprets."""
    rests: tuple[Rests, ...]
    code: tuple[str, ...]
    """The places that implement it without citing it."""
    decides: tuple[Cite, ...]
    """The overlaps that it decides."""


class Gaps(Struct, frozen=True):
    """The findings of a linter in an approved document."""

    compared: Compared
    uncovered: tuple[Gap, ...]
    """The situations that no paragraph covers: the last one leaves them to a role."""
    contradicted: tuple[Gap, ...]
    """The situations in which two rows of one irregularity rule differently, and one prevails."""
    overlaps: tuple[Collision, ...]
    """The situations in which two paragraphs rule differently, and one prevails."""
    undeclared: tuple[Undeclared, ...]
    """The situations in which two paragraphs rule differently, and the rulebook does not say which prevails."""
    interpreted: tuple[Reading, ...]


def gaps(game: Game) -> Gaps:
    """Check the whole document against itself: a linter for approved rules."""
    uncovered, contradicted, tried = [], [], 0
    for name in game.irregularities.rules:
        for facts in combinations(known_facts(game, name), {}):
            tried += 1
            first, *others = applicable(game, name, facts)
            if game.irregularities.is_silent(first):
                uncovered.append(_gap(name, facts, first, None, first.explanation))
                continue
            other = next((row for row in others if effect_of(row) != effect_of(first)), None)
            if other is not None:
                contradicted.append(_gap(name, facts, first, other, first.prevails))
    document, known = game.document, _situations(game)
    return Gaps(
        compared=Compared(
            len(document.paragraphs), len(game.irregularities.rules), tried, len(known), len(document.interpretations)
        ),
        uncovered=tuple(one for one in uncovered if one.irregularity != NOT_COVERED),
        contradicted=tuple(contradicted),
        overlaps=tuple(_collision(game, one) for one in document.overlaps),
        undeclared=tuple(_undeclared(game, known)),
        interpreted=_readings(game, document),
    )


def _gap(name: str, facts: dict[str, str], first: Rule, other: Rule | None, why: str) -> Gap:
    return Gap(
        name,
        facts,
        first.ruling,
        first.cites,
        other.ruling if other else None,
        other.cites if other else (),
        why,
    )


# ---- Overlaps -------------------------------------------------------------------------------------------------------


class _Ruled(Struct, frozen=True):
    """A way to report a situation with all its facts, and the row that decides."""

    told: Told
    facts: dict[str, str]
    rule: Rule

    @property
    def shown(self) -> Telling:
        return Telling(self.told.irregularity, self.facts, self.rule.ruling, self.rule.cites)


def _ruled(game: Game, told: Told) -> Iterator[_Ruled]:
    """Yield a report under every combination of the facts that it leaves open."""
    name = told.irregularity
    for facts in combinations(known_facts(game, name), told.facts):
        yield _Ruled(told, facts, applicable(game, name, facts)[0])


def _together(one: _Ruled, other: _Ruled) -> bool:
    """Return whether both reports can be made of one event.

    A fact that both have is the same in both, unless each names its own.
    """
    return all(
        one.facts[name] == other.facts[name]
        for name in one.facts.keys() & other.facts.keys()
        if not (name in one.told.facts and name in other.told.facts)
    )


def _differing(game: Game, one: Told, other: Told) -> Iterator[tuple[_Ruled, _Ruled]]:
    """Yield the combinations of facts under which two reports of one event are ruled on differently."""
    for first in _ruled(game, one):
        for second in _ruled(game, other):
            if _together(first, second) and effect_of(first.rule) != effect_of(second.rule):
                yield first, second


def _met(game: Game, overlap: Overlap, one: Told, other: Told) -> list[tuple[_Ruled, _Ruled]]:
    """List the combinations of facts under which the rows of an overlap conflict.

    If the document is silent they do not conflict, unless that is the overlap.
    """
    tables = game.irregularities
    differing = _differing(game, one, other)
    if set(tables.silent.cites) <= set(overlap.paragraphs):
        return list(differing)
    return [pair for pair in differing if not any(tables.is_silent(one.rule) for one in pair)]


def _collision(game: Game, overlap: Overlap) -> Collision:
    return Collision(
        overlap.number,
        overlap.situation,
        overlap.prevails,
        overlap.others,
        overlap.why,
        overlap.reading,
        tuple(one.shown for one in _exemplary(game, overlap)),
    )


def _exemplary(game: Game, overlap: Overlap) -> tuple[_Ruled, ...]:
    """Return the reports of an overlap that are ruled on differently, each ruling once.

    The prevailing ones come first.
    """
    if len(overlap.rows) < 2:
        return tuple(next(_ruled(game, told)) for told in overlap.rows)
    first, *others = overlap.rows
    met = [pair for other in others for pair in _met(game, overlap, first, other)]
    found = {
        (at, one.told.irregularity, effect_of(one.rule), one.rule.cites): one
        for at in (0, 1)
        for one in reversed([pair[at] for pair in met])
    }
    return tuple(sorted(found.values(), key=lambda one: overlap.rows.index(one.told)))


def faults(game: Game) -> tuple[str, ...]:
    """Return the faults of the declared overlaps, in sentences.

    A fault is a row that agrees with another, or that other paragraphs decide.
    """
    found = []
    for overlap in game.document.overlaps:
        sentences = tuple(_misnamed(game, overlap)) or tuple(_mistaken(game, overlap))
        found += [f"{overlap.number}: {sentence}" for sentence in sentences]
    return tuple(found)


def _misnamed(game: Game, overlap: Overlap) -> Iterator[str]:
    """Yield the paragraphs, irregularities and facts that do not exist."""
    for cite in (*overlap.paragraphs, *((overlap.reading,) if overlap.reading else ())):
        if not game.document.knows(cite):
            yield f"there is no {cite}"
    for told in overlap.rows:
        if told.irregularity not in game.irregularities.rules:
            yield f"there is no irregularity {told.irregularity}"
            continue
        facts = {fact.name: fact for fact in known_facts(game, told.irregularity)}
        for name, value in told.facts.items():
            if name not in facts or not facts[name].allows(value):
                yield f"{told.irregularity} has no fact {name}={value}"


def _mistaken(game: Game, overlap: Overlap) -> Iterator[str]:
    """Yield the rows that are not an overlap of these paragraphs."""
    if not overlap.rows:
        return
    first, *others = overlap.rows
    if not others and not all(_under(game, one, overlap.prevails) for one in _ruled(game, first)):
        yield f"{first.irregularity} is not ruled on under {overlap.prevails}"
    for told in others:
        met = _met(game, overlap, first, told)
        if not met:
            yield f"{first.irregularity} and {told.irregularity} are ruled on alike"
        for one, other in met:
            if not _under(game, one, overlap.prevails):
                yield f"{one.told.irregularity} {one.facts} is not ruled on under {overlap.prevails}"
            if not any(_under(game, other, paragraph) for paragraph in overlap.others):
                yield f"{other.told.irregularity} {other.facts} is ruled on under other paragraphs"


def _under(game: Game, one: _Ruled, paragraph: Cite) -> bool:
    """Return whether a ruling cites a paragraph, or a part of it.

    A ruling based only on an interpretation cites what that interprets.
    """
    read = {reading.number: reading.paragraphs for reading in game.document.interpretations}
    alone = all(cite in read for cite in one.rule.cites)
    cites = [about for cite in one.rule.cites for about in read[cite]] if alone else one.rule.cites
    return any(cite == paragraph or cite.startswith(f"{paragraph}.") for cite in cites)


def _situations(game: Game) -> tuple[Situation, ...]:
    """List the situations that the game can have, with the reports that it knows."""
    found = []
    for one in AGAINST_THE_HOUSE if isinstance(game, BankedGame) else IN_THE_ROOM:
        also = tuple(told for told in one.also if told.irregularity in game.irregularities.rules)
        if also and one.report.irregularity in game.irregularities.rules:
            found.append(Situation(one.happened, one.report, also))
    return tuple(found)


def _undeclared(game: Game, known: tuple[Situation, ...]) -> Iterator[Undeclared]:
    """Yield reports of one event that are ruled on differently, without a declared overlap.

    Where one of them is left to the last paragraph, the document is silent and does not collide. Two rows collide once,
    even if they do so under several other facts.
    """
    tables = game.irregularities
    for situation in known:
        for other in situation.also:
            met: set[tuple[object, ...]] = set()
            for first, second in _differing(game, situation.report, other):
                rows = (effect_of(first.rule), first.rule.cites, effect_of(second.rule), second.rule.cites)
                if tables.is_silent(first.rule) or tables.is_silent(second.rule):
                    continue
                if rows in met or _declared(game.document, first, second):
                    continue
                met.add(rows)
                yield Undeclared(situation.happened, first.shown, second.shown)


def _declared(document: Document, one: _Ruled, other: _Ruled) -> bool:
    return any(_is_told(overlap, one) and _is_told(overlap, other) for overlap in document.overlaps)


def _is_told(overlap: Overlap, one: _Ruled) -> bool:
    return any(_fits(told, one.told.irregularity, one.facts) for told in overlap.rows)


def _fits(told: Told, irregularity: str, facts: Mapping[str, str]) -> bool:
    return told.irregularity == irregularity and told.facts.items() <= facts.items()


def overlaps_of(
    game: Game, irregularity: str, facts: Mapping[str, str], stage: Stage | None = None
) -> tuple[Overlap, ...]:
    """Return the overlaps that apply to a ruling: this report decides there, and another one would rule differently.

    A finding about an earlier round is ruled on as such, for every irregularity.
    """
    late = stage is Stage.LATER and LATE in game.irregularities.rules
    if facts.get("noticed") == AFTER and not late:
        return ()
    found = []
    for overlap in game.document.overlaps:
        if not overlap.rows or (late and all(told.irregularity != irregularity for told in overlap.rows)):
            continue
        first, *others = overlap.rows
        own = Told(LATE, {}) if late else Told(irregularity, {**first.facts, **facts})
        if _fits(first, own.irregularity, own.facts) and (
            not others or any(_met(game, overlap, own, other) for other in others)
        ):
            found.append(overlap)
    return tuple(found)


# ---- Interpretations ------------------------------------------------------------------------------------------------


def _readings(game: Game, document: Document) -> tuple[Reading, ...]:
    cited: dict[Cite, dict[Rests, None]] = {}
    for number, rests in _cites(game, ()):
        cited.setdefault(number, {})[rests] = None
    return tuple(
        Reading(
            one.number,
            one.question,
            one.choice,
            one.why,
            one.paragraphs,
            tuple(cited.get(one.number, ())),
            one.code,
            tuple(overlap.number for overlap in document.overlaps if overlap.reading == one.number),
        )
        for one in document.interpretations
    )


def _cites(value: Any, path: tuple[str, ...]) -> Iterator[tuple[Cite, Rests]]:
    """Yield every text in a game that could be a cite, with its location; the document itself is left out."""
    match value:
        case Document():
            return
        case str():
            yield value, _rests(path)
        case Struct():
            for field in value.__struct_fields__:
                yield from _cites(getattr(value, field), (*path, field))
        case Mapping():
            for key, one in value.items():
                yield from _cites(one, (*path, str(key)))
        case tuple() | list() | frozenset() | set():
            for one in value:
                yield from _cites(one, (*path, _called(one)) if isinstance(one, Struct) else path)
        case _:
            return


def _called(one: Struct) -> str:
    """Name a member of a list: by its name, by what it rules or leads to, otherwise by its kind."""
    for field in ("name", "ruling", "leader", "decision", "wager"):
        found = getattr(one, field, "")
        if found:
            return str(found)
    results = getattr(one, "results", None)
    if isinstance(results, Mapping):
        return ", ".join(f"{wager} {result}" for wager, result in results.items())
    return type(one).__name__.lower()


_KINDS: Final = {
    ("irregularities", "rules"): "ruling",
    ("outcomes",): "outcome",
    ("rounds",): "step of a round",
    ("jackpot", "awards"): "award",
    ("jackpot", "rights"): "jackpot right",
    ("parameters",): "parameter",
    ("pays",): "pay table",
    ("caps",): "cap",
    ("areas",): "betting area",
    ("streets",): "street",
    ("shows_first",): "showdown",
    ("grounds",): "ground",
    ("irregularities",): "all rulings",
}
"""Parts of a game in words, the longer path first."""
_CITING: Final = frozenset({"cite", "cites", "reading"})
"""Fields that say nothing but that something is cited."""


def _rests(path: tuple[str, ...]) -> Rests:
    last = path[-1] if path else ""
    path = path[:-1] if last in _CITING else (*path[:-1], last.removesuffix("_cites").removesuffix("_cite"))
    for beginning, kind in _KINDS.items():
        if path[: len(beginning)] == beginning and len(path) > len(beginning):
            return Rests(kind, " ".join(path[len(beginning) :]).replace("_", " "))
    return Rests("the game", " ".join(path).replace("_", " "))
