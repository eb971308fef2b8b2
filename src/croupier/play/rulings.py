"""Asking a document for a ruling."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.play.searching import near_names
from croupier.rules.authority import Stage
from croupier.rules.banked import GAMES
from croupier.rules.document import Cite
from croupier.rules.game import Game
from croupier.rules.irregularities import RETURN_JACKPOT_WAGERS, Decider, Fact, Rule, Ruling, facts_of
from croupier.rules.questions import in_words, question

REMEMBERED: Final = GAMES * 16
"""The number of documents' answers that are cached: what a table's clock would do is asked after every act."""


class RulingError(ValueError):
    """A question that cannot be answered: the message is a sentence that names the fact or the irregularity.

    It uses the names that are typed; :attr:`plainly` says the same for a person at a table, who has never seen them.
    """

    def __init__(self, sentence: str, plainly: str, missing: tuple[Fact, ...] = ()) -> None:
        super().__init__(sentence)
        self.plainly = plainly
        self.missing = missing
        """Every fact that the ruling needs and that was not given."""


class Ruled(Struct, frozen=True):
    """A ruling, with everything on which it is based."""

    game: str
    irregularity: str
    facts: dict[str, str]
    ruling: Ruling
    then: tuple[Ruling, ...]
    options: tuple[str, ...]
    posts: dict[str, str]
    decided_by: Decider
    cites: tuple[Cite, ...]
    explanation: str


@lru_cache(maxsize=REMEMBERED)
def known_facts(game: Game, name: str) -> tuple[Fact, ...]:
    """Return the facts of an irregularity, and the interpretations that a House may have chosen for it.

    Raises :class:`RulingError` if the game cannot have it.
    """
    table = game.irregularities
    if name not in table.catalogue:
        near = near_names(game, name)
        typed = f"; did you mean {_either(near)}?" if near else ""
        plainly = f": did you mean “{_either(map(in_words, near))}”?" if near else ""
        raise RulingError(f"there is no irregularity {name[:60]!r}{typed}", f"No irregularity has this name{plainly}")
    if name in table.cannot:
        why = table.cannot[name]
        raise RulingError(
            f"{game.name} cannot have {name}: {why}", f"{in_words(name)} cannot happen in this game: {why}"
        )
    asked = {fact for rule in table.rules[name] for fact in rule.when}
    readings = (Fact(one.name, one.values, one.values[0]) for one in game.parameters if one.name in asked)
    return (*facts_of(table, name), *readings)


def applicable(game: Game, name: str, facts: Mapping[str, str]) -> tuple[Rule, ...]:
    """Return the rows that apply, in order of precedence; the last paragraph if none does."""
    found = tuple(rule for rule in game.irregularities.rules[name] if rule.applies(facts))
    return found or (game.irregularities.left(name),)


def paragraphs(game: Game, name: str, stated: Mapping[str, str] | None = None) -> tuple[Cite, ...]:
    """Return the paragraphs on an irregularity; the document's last one if it has none of its own.

    Rows that need another value of a fact than the default are left out.
    """
    if not stated and name in game.irregularities.catalogue:
        return _usual_paragraphs(game, name)
    return _paragraphs(game, name, stated or {})


@lru_cache(maxsize=REMEMBERED)
def _usual_paragraphs(game: Game, name: str) -> tuple[Cite, ...]:
    """Return the paragraphs on a known irregularity where no fact is stated; this is cached."""
    return _paragraphs(game, name, {})


def _paragraphs(game: Game, name: str, given: Mapping[str, str]) -> tuple[Cite, ...]:
    table = game.irregularities
    rows = table.rules.get(name) or (table.left(name),)
    facts = facts_of(table, name) if name in table.catalogue else ()
    usual = {fact.name: given.get(fact.name, fact.assumed) for fact in facts if fact.assumed}
    found = [row for row in rows if all(row.when.get(fact, value) == value for fact, value in usual.items())]
    return tuple(dict.fromkeys(cite for row in found or rows for cite in row.cites))


def combinations(facts: tuple[Fact, ...], given: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield every combination of the facts that were not given."""
    choices = [(given[fact.name],) if fact.name in given else fact.samples for fact in facts]
    for values in product(*choices):
        yield {fact.name: value for fact, value in zip(facts, values, strict=True)}


def ask(game: Game, name: str, given: Mapping[str, str]) -> Ruled:
    """Return the ruling under the facts given.

    Raises :class:`RulingError` for a fact that is wrong, or needed and missing.
    """
    ruled = _ruling(game, name, tuple(given.items()))
    return replace(ruled, facts=dict(ruled.facts), posts=dict(ruled.posts))  # the caller may change its copy


@lru_cache(maxsize=REMEMBERED)
def _ruling(game: Game, name: str, stated: tuple[tuple[str, str], ...]) -> Ruled:
    """Return the ruling by the facts in the order in which they were stated, which is how they are put on record."""
    given, facts = dict(stated), check_facts(game, name, dict(stated))
    known_values = {fact.name: fact.assumed for fact in facts if fact.assumed} | given
    firsts = (applicable(game, name, combined)[0] for combined in combinations(facts, known_values))
    rows = {_answer(row): row for row in firsts}
    if len(rows) > 1:
        needed = tuple(_decisive(game, name, facts, known_values))
        plainly = f"{in_words(name)}: {'; '.join(_asked(game, fact) for fact in needed)}"
        named = f"fact{'s' if len(needed) > 1 else ''} {' and '.join(map(str, needed))}"
        raise RulingError(f"the ruling on {name} needs the {named}", plainly, needed)
    rule = next(iter(rows.values()))
    return Ruled(
        game=game.name,
        irregularity=name,
        facts=known_values,
        ruling=rule.ruling,
        then=rule.then,
        options=rule.options,
        posts=dict(rule.posts),
        decided_by=rule.decided_by,
        cites=rule.cites,
        explanation=rule.explanation,
    )


def check_facts(game: Game, name: str, given: Mapping[str, str]) -> tuple[Fact, ...]:
    """Return the facts of an irregularity. Raises :class:`RulingError` for a fact or a value that it does not have."""
    facts = known_facts(game, name)
    by_name = {fact.name: fact for fact in facts}
    for key, value in given.items():
        if key not in by_name:
            known = ", ".join(by_name) or "none"
            told = "; ".join(question(fact) for fact in by_name)
            others = f"; the questions are: {told}" if told else ", nor is anything else"
            plainly = f"{in_words(name)}: “{question(key[:40])}” is not asked here{others}"
            raise RulingError(f"{name} has no fact {key[:40]!r}; its facts: {known}", plainly)
        if not by_name[key].allows(value):
            plainly = f"{in_words(name)}: {_asked(game, by_name[key])}, not {value[:40]!r}"
            raise RulingError(f"the fact {key} cannot be {value[:40]!r}; it is {by_name[key]}", plainly)
    return facts


# ---- By the stage of the round --------------------------------------------------------------------------------------

LATE: Final = "error_noticed_late"
"""The irregularity of an error of an earlier round."""
AFTER: Final = "after_settlement"
"""The value of ``noticed`` for what is found once a round is settled, and changes nothing in it."""
_OVER: Final = (Stage.SETTLED, Stage.LATER)
_UNDOES: Final = (Ruling.VOID_ROUND, Ruling.INVALIDATE_HAND)
_IN_PLAY_ONLY: Final = frozenset(
    {Ruling.VOID_ROUND.value, Ruling.INVALIDATE_HAND.value, Ruling.FOLD_HAND.value, RETURN_JACKPOT_WAGERS}
)


def ask_at(game: Game, name: str, given: Mapping[str, str], stage: Stage) -> Ruled:
    """Return the ruling at a stage of the round; facts that the stage settles need not be given.

    After the settlement a finding changes nothing, unless a paragraph reaches back. Raises :class:`RulingError` as
    :func:`ask` does, and for a fact that cannot be so at this stage.
    """
    check_facts(game, name, given)
    facts = {**settled_by(game, name, stage), **given}
    for fact, value in settled_by(game, name, stage).items():
        if facts[fact] != value:
            sentence = f"at the stage {stage} the fact {fact} is {value}, not {facts[fact][:40]!r}"
            said = question(fact)
            raise RulingError(sentence, f"“{said}” is answered with {in_words(value).lower()} at this stage")
    if stage not in _OVER:
        return ask(game, name, facts)
    tables = game.irregularities
    if stage is Stage.LATER and LATE in tables.rules:
        return _of_an_earlier_round(game, name, given)
    if name in tables.between_rounds:
        ruled = ask(game, name, facts)
        mended = name == "not_covered" and LATE in tables.rules
        return ruled if mended else replace(ruled, options=_still_open(ruled.options))
    if stage is Stage.SETTLED and reaches_back(game, name):
        ruled = ask(game, name, facts)
        if ruled.ruling in _UNDOES:
            return ruled
    return _without_effect(game, name, given, tables.settled_stands.get(name, tables.found_late))


def settled_by(game: Game, name: str, stage: Stage) -> dict[str, str]:
    """Return the facts of an irregularity that the stage of the round settles."""
    over, decided = stage in _OVER, stage not in {Stage.KEYING, Stage.OPEN}
    found: dict[str, str] = {}
    for fact in known_facts(game, name):
        match fact.name:
            case "outcome" if not over:
                found[fact.name] = "established" if decided else "none"
            case "round":
                found[fact.name] = "subsequent" if over else "current"
            case "noticed" if "before_next_round" in fact.values:
                found[fact.name] = "later" if stage is Stage.LATER else "before_next_round"
            case "noticed" if decided and "before_close" in fact.values:
                found[fact.name] = "after"
            case _:
                continue
    return found


def reaches_back(game: Game, name: str) -> bool:
    """Return whether a paragraph on it applies from a settlement until the next round."""
    return any("before_next_round" in fact.values for fact in known_facts(game, name))


def _of_an_earlier_round(game: Game, name: str, given: Mapping[str, str]) -> Ruled:
    """Return the ruling on an error of an earlier round: its result stands, or the last paragraph leaves it open."""
    stands = game.irregularities.earlier_rounds.get(name)
    if stands is not None:
        return _without_effect(game, name, given, stands)
    check_facts(game, name, given)
    ruled = ask(game, LATE, {})
    return replace(ruled, irregularity=name, facts=dict(given), options=_still_open(ruled.options))


def _without_effect(game: Game, name: str, given: Mapping[str, str], cites: tuple[Cite, ...]) -> Ruled:
    """Return the ruling that an error is recorded, and the round stands."""
    check_facts(game, name, given)
    said = "The round is settled and stands: this goes on record and changes nothing."
    facts = {**given, "noticed": AFTER}
    return Ruled(game.name, name, facts, Ruling.CONTINUE, (), (), {}, Decider.RULES, cites, said)


def _still_open(options: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options of a decision that need no round in play."""
    return tuple(one for one in options if one not in _IN_PLAY_ONLY)


# ---- Reading one row ------------------------------------------------------------------------------------------------


def row_of(game: Game, ruled: Ruled) -> Rule:
    """Return the row that a ruling comes from."""
    facts = known_facts(game, ruled.irregularity)
    return applicable(game, ruled.irregularity, next(combinations(facts, ruled.facts)))[0]


def depends_on(game: Game, name: str, fact: str, given: Mapping[str, str]) -> bool:
    """Return whether a ruling changes with another value of a fact, the other facts being as given."""
    asked = next(one for one in known_facts(game, name) if one.name == fact)
    return len({_answer_to(game, name, {**given, fact: value}) for value in asked.samples}) > 1


def _answer_to(game: Game, name: str, given: Mapping[str, str]) -> tuple[object, ...]:
    ruled = ask(game, name, given)
    return ruled.ruling, ruled.then, ruled.cites


def _asked(game: Game, fact: Fact) -> str:
    """Name a fact that has to be stated, with the possible answers."""
    values = " or ".join(value.replace("_", " ") for value in fact.values) or "a number from 1 to 99"
    asked = game.irregularities.asked.get(fact.name, question(fact.name))
    return f"“{asked}” is answered with {values}"


def _answer(rule: Rule) -> tuple[object, ...]:
    """Return the result of a row; rows with the same result are no reason to ask for a fact."""
    return (*effect_of(rule), rule.options, rule.decided_by, rule.cites)


def effect_of(rule: Rule) -> tuple[object, ...]:
    """Return the effect of a row; rows that differ in it contradict each other."""
    return (rule.ruling, rule.then, tuple(sorted(rule.posts.items())))


def _decisive(game: Game, name: str, facts: tuple[Fact, ...], known: Mapping[str, str]) -> Iterator[Fact]:
    """Yield the missing facts that change the ruling under some values of the others."""
    for fact in facts:
        others = tuple(one for one in facts if one is not fact)
        if fact.name not in known and any(
            len({_answer(applicable(game, name, combined | {fact.name: value})[0]) for value in fact.samples}) > 1
            for combined in combinations(others, known)
        ):
            yield fact


def _either(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
