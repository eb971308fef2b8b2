"""Finding an irregularity by words of the floor, with near spellings, from what the rulebook says of each."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from math import log
from typing import Final

from msgspec import Struct

from croupier.rules.banked import GAMES, BankedGame
from croupier.rules.floor_words import IDLE, SAID, SYNONYMS, WIDER
from croupier.rules.game import Game
from croupier.rules.irregularities import facts_of
from croupier.rules.questions import in_words, question
from croupier.rules.situations import AGAINST_THE_HOUSE, IN_THE_ROOM

MOST: Final = 6
"""The longest answer: a pit has no time for more."""
LONGEST: Final = 200
"""The most characters of a question that are read."""
_LEAST, _BESIDE_THE_BEST = 0.24, 0.5
"""The score that an answer needs, and its share of the best one's."""
_OF_A_PHRASE, _WIDER_COUNTS, _UNKNOWN_COUNTS = 0.65, 0.7, 0.4
"""The weight of a whole phrase beside single words, of a wider word, and of an unknown word."""
_NEAR: Final = 0.8
"""The similarity from which a word is taken for a misspelling of another."""
_ENDINGS: Final = ("ing", "ed", "ly", "es", "s")


class Found(Struct, frozen=True):
    """An irregularity that a search has found."""

    irregularity: str
    title: str
    why: str
    """The words that it was found by, as they were read, and what the document says of it."""


class _Entry(Struct, frozen=True):
    """An irregularity as a search knows it."""

    name: str
    phrases: tuple[frozenset[str], ...]
    words: frozenset[str]
    """Every word of its phrases, rulings, paragraphs and questions."""
    about: str


class _Index(Struct, frozen=True):
    """The search index of one game."""

    entries: tuple[_Entry, ...]
    weights: dict[str, float]
    """The weight of each word: rare ones weigh more."""
    spelt: dict[str, str]
    """The meaning of each word as it is written."""


def search(game: Game, words: str) -> tuple[Found, ...]:
    """Return the irregularities that these words may mean, the best match first; none if nothing comes near."""
    index = _index(game)
    read = _read(index, words)
    if not any(read.values()):
        return ()
    scored = sorted(((_score(index, one, read), -at, one) for at, one in enumerate(index.entries)), reverse=True)
    enough = max(_LEAST, scored[0][0] * _BESIDE_THE_BEST)
    found = [Found(one.name, in_words(one.name), _why(one, read)) for score, _, one in scored if score >= enough]
    by_name = {one.irregularity: one for one in found}
    for one in _neighbours(game, found[0].irregularity) if found else ():
        by_name.setdefault(one.irregularity, one)
    return tuple(by_name.values())[:MOST]


def near_names(game: Game, name: str) -> tuple[str, ...]:
    """Return the irregularities that a mistyped name may mean, at most three."""
    spelt = get_close_matches(name.lower().replace("-", "_"), game.irregularities.rules, 3, _NEAR)
    return tuple(dict.fromkeys((*spelt, *(one.irregularity for one in search(game, name)))))[:3]


def _neighbours(game: Game, name: str) -> Iterator[Found]:
    """Yield other irregularities as which the same situation may be reported."""
    rules = game.irregularities.rules
    for one in AGAINST_THE_HOUSE if isinstance(game, BankedGame) else IN_THE_ROOM:
        first, also = one.report.irregularity, [told.irregularity for told in one.also]
        others = also if first == name else [first] if name in also else []
        why = f"may be the same event: {one.happened}"
        yield from (Found(other, in_words(other), why) for other in others if other in rules)


@lru_cache(maxsize=GAMES)
def _index(game: Game) -> _Index:
    spelt: dict[str, str] = {}
    entries = tuple(_entry(game, name, spelt) for name in game.irregularities.rules)
    counts: dict[str, int] = {}
    for one in entries:
        for word in one.words:
            counts[word] = counts.get(word, 0) + 1
    weights = {word: 0.3 + log(len(entries) / count) for word, count in counts.items()}
    meanings = {word: meaning for word, meaning in SYNONYMS.items() if meaning in weights}
    return _Index(entries, weights, {**meanings, **{word: word for word in weights}, **spelt})


def _entry(game: Game, name: str, spelt: dict[str, str]) -> _Entry:
    rows, document = game.irregularities.rules[name], game.document
    situations = (one for one in (*AGAINST_THE_HOUSE, *IN_THE_ROOM) if one.report.irregularity == name)
    phrases = (name, in_words(name), *SAID.get(name, ()), *(one.happened for one in situations))
    cited = [document.paragraph(cite) for cite in dict.fromkeys(cite for row in rows for cite in row.cites)]
    summaries = [f"{one.number}: {one.summary}" for one in cited if one is not None]
    facts = facts_of(game.irregularities, name)
    told = (
        *(row.explanation for row in rows),
        *summaries,
        *(text for fact in facts for text in (question(fact.name), *fact.values)),
    )
    for text in (*phrases, *told):
        spelt |= {word: _meaning(word) for word in _split(text)}
    about = summaries[0] if summaries else game.irregularities.silent.explanation
    as_sets = tuple(frozenset(map(_meaning, _split(phrase))) for phrase in phrases)
    words = frozenset(map(_meaning, _split(" ".join((*phrases, *told)))))
    return _Entry(name, tuple(one for one in as_sets if one), words, about)


def _split(text: str) -> list[str]:
    """Return the words that carry meaning."""
    plain = text[: LONGEST * 10].lower().replace("’s", "").replace("'s", "")
    return [word for word in re.findall(r"[a-z0-9]+", plain.replace("_", " ")) if word not in IDLE]


def _meaning(word: str) -> str:
    """Return the word without its ending, as the one that stands for all its synonyms."""
    if word in SYNONYMS:
        return SYNONYMS[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            stem = word.removesuffix(ending)
            return SYNONYMS.get(stem, stem)
    return word


def _read(index: _Index, words: str) -> dict[str, str]:
    """Map each word of a question to the word as which it is read; empty for one that is near no word."""
    return {word: _nearest(index, word) for word in _split(words[:LONGEST])}


def _nearest(index: _Index, word: str) -> str:
    meaning = _meaning(word)
    if meaning in index.weights or WIDER.get(meaning) in index.weights:
        return meaning
    near = get_close_matches(word, index.spelt, 1, _NEAR) if len(word) >= 4 else []
    return index.spelt[near[0]] if near else ""


def _score(index: _Index, entry: _Entry, read: dict[str, str]) -> float:
    """Return how well an irregularity fits: by its nearest phrase, and by the share of the words that are about it."""
    asked = {meaning for meaning in read.values() if meaning}
    unknown = sum(not meaning for meaning in read.values()) * _UNKNOWN_COUNTS
    whole = sum(_weight(index, word) for word in asked) + unknown
    phrase = max((_alike(index, one, asked, whole) for one in entry.phrases), default=0.0)
    return _OF_A_PHRASE * phrase + (1 - _OF_A_PHRASE) * _shared(index, entry.words, asked) / whole


def _alike(index: _Index, phrase: frozenset[str], asked: set[str], whole: float) -> float:
    """Return twice what a phrase and a question share, divided by what both have: 1 where they are the same."""
    return 2 * _shared(index, phrase, asked) / (sum(index.weights[word] for word in phrase) + whole)


def _shared(index: _Index, words: Iterable[str], asked: set[str]) -> float:
    known = frozenset(words)
    return sum(_hits(index, known, asked))


def _hits(index: _Index, known: frozenset[str], asked: set[str]) -> Iterator[float]:
    for word in asked:
        if word in known:
            yield index.weights[word]
        elif WIDER.get(word) in known:
            yield index.weights[WIDER[word]] * _WIDER_COUNTS


def _weight(index: _Index, word: str) -> float:
    return index.weights.get(word) or index.weights[WIDER[word]]


def _why(entry: _Entry, read: dict[str, str]) -> str:
    """Describe the words that found an irregularity, a misspelt one with its reading, and the paragraph."""
    by = [word for word, meaning in read.items() if meaning in entry.words or WIDER.get(meaning) in entry.words]
    told = ", ".join(f"“{word}”" if _meaning(word) == read[word] else f"“{word}” (read as {read[word]})" for word in by)
    return f"{told}: {entry.about}"
