"""Documents as pages: paragraphs, pay tables, the jackpot's ladder, gaps. All content is from the rulebook itself."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from croupier.notation.catalogue import paragraphs
from croupier.notation.speech import spoken
from croupier.play.gaps import gaps
from croupier.rulebooks import UnknownGameError, all_games, in_force, load, load_rulebook, versions
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite, Document, coverage
from croupier.rules.game import Game
from croupier.rules.settling import Fixed, ForStake, PercentOfMeter, Scope
from croupier.web.wire.records import (
    AwardRow,
    GameShown,
    GamesList,
    PayRowShown,
    PayTableShown,
    RuleFound,
    RuleParagraph,
    RulesHead,
    RulesList,
    RulesPage,
    RulesVersion,
)

INTERPRETATION: Final = "INTERPRETATION"
"""The disposition of an interpretation, which is cited like a paragraph."""
OVERLAP: Final = "OVERLAP"
"""The disposition of an overlap between paragraphs."""


def game_of(name: str) -> Game:
    """Return a game by its name or its rulebook's, such as ``rws-casino-stud-v6``. Raises :class:`UnknownGameError`."""
    return load(name) if name in all_games() else load_rulebook(name)


def banked_game_of(name: str) -> BankedGame | None:
    """Return the house-banked game of this name or rulebook; None if there is none."""
    try:
        game = game_of(name)
    except UnknownGameError:
        return None
    return game if isinstance(game, BankedGame) else None


def games_list() -> GamesList:
    """Return all games, as their documents declare themselves."""
    return GamesList(tuple(_shown(load(name)) for name in all_games()))


def _shown(game: Game) -> GameShown:
    document = game.document
    wagers, decisions = {}, {}
    if isinstance(game, BankedGame):
        placed = (choice.places for choice in game.choices if choice.places is not None)
        wagers = {name.value: game.title(name) for name in (*(area.wager for area in game.areas), *placed)}
        decisions = {
            choice.decision.value: choice.word if choice.places is None else game.title(choice.places)
            for choice in game.choices
        }
    return GameShown(
        document.game, document.title, document.short, document.letters, document.colours, wagers, decisions
    )


def rules_list() -> RulesList:
    """Return the heads of all documents."""
    return RulesList(tuple(_head(load(name)) for name in all_games()))


def rules_page(name: str, par: tuple[str, ...] = ()) -> RulesPage:
    """Return a whole document. The first call reads its code and its tests, which takes a moment."""
    game = game_of(name)
    return replace(_rules_page(game.document.rulebook, par), versions=tuple(_versions(game.name)))


def _versions(game: str) -> Iterator[RulesVersion]:
    held = in_force(game)
    for version in versions(game):
        document = load(game, version).document
        yield RulesVersion(document.rulebook, version, document.effective, version == held)


@lru_cache
def _rules_page(rulebook: str, par: tuple[str, ...]) -> RulesPage:
    game = load_rulebook(rulebook)
    banked = isinstance(game, BankedGame)
    return RulesPage(
        head=_head(game),
        paragraphs=tuple(
            RuleParagraph(one.paragraph, one.disposition, one.summary, one.why, one.code, one.tests)
            for one in paragraphs(rulebook)
        ),
        interpretations=game.document.interpretations,
        pays=pays_of(game) if isinstance(game, BankedGame) else (),
        awards=awards_of(game) if isinstance(game, BankedGame) else (),
        gaps=gaps(game),
        par=par if banked else (),
    )


def rule_found(name: str, number: Cite) -> RuleFound | None:
    """Return one paragraph, interpretation or overlap, None if there is none; ``I-7`` is read as ``I7``."""
    document = game_of(name).document
    asked = number.replace("I-", "I", 1) if number.startswith("I") else number.removeprefix("¶")
    return _paragraph(document, asked) or _interpretation(document, asked) or _overlap(document, asked)


def _paragraph(document: Document, number: Cite) -> RuleFound | None:
    one = document.paragraph(number)
    if one is None:
        return None
    readings = tuple(reading.number for reading in document.interpretations if number in reading.paragraphs)
    return RuleFound(
        one.number, one.disposition.value, one.summary, one.why, None, None, (), readings, document.rulebook
    )


def _interpretation(document: Document, number: Cite) -> RuleFound | None:
    one = next((reading for reading in document.interpretations if reading.number == number), None)
    if one is None:
        return None
    return RuleFound(
        one.number,
        INTERPRETATION,
        one.choice,
        one.why,
        one.question,
        one.choice,
        one.paragraphs,
        (),
        document.rulebook,
    )


def _overlap(document: Document, number: Cite) -> RuleFound | None:
    one = next((overlap for overlap in document.overlaps if overlap.number == number), None)
    if one is None:
        return None
    readings = (one.reading,) if one.reading else ()
    said = f"{one.situation} {one.prevails} prevails."
    return RuleFound(one.number, OVERLAP, said, one.why, None, None, one.paragraphs, readings, document.rulebook)


def _head(game: Game) -> RulesHead:
    document = game.document
    count = coverage(document)
    return RulesHead(
        game=game.name,
        rulebook=document.rulebook,
        title=document.title,
        operator=document.operator,
        version=document.version,
        effective=document.effective,
        kind="banked" if isinstance(game, BankedGame) else "room",
        paragraphs=count.total,
        carried_out=count.total - len(count.missing),
        dispositions=count.by_disposition,
    )


def pays_of(game: BankedGame) -> tuple[PayTableShown, ...]:
    """Return every pay table, in the document's order."""
    tables = [(wager, game.title(wager), table) for wager, table in game.pays.items()]
    tables += [(wager, premium.title, premium.pays) for wager, premium in game.premiums.items()]
    return tuple(
        PayTableShown(
            wager=wager,
            title=title,
            rows=tuple(PayRowShown(line.name, spoken(line.name), str(line.odds)) for line in table.lines),
            cite=table.cite,
            most=game.caps[wager].most if wager in game.caps else None,
            most_cite=game.caps[wager].cite if wager in game.caps else "",
        )
        for wager, title, table in tables
    )


def awards_of(game: BankedGame) -> tuple[AwardRow, ...]:
    """Return the jackpot's ladder, from the top."""
    kinds = {PercentOfMeter: "percent", Fixed: "fixed", ForStake: "odds"}
    return tuple(
        AwardRow(
            award.name,
            spoken(award.name),
            str(award.prize),
            kinds[type(award.prize)],
            award.scope is Scope.COMMUNITY,
            award.cite,
        )
        for award in game.jackpot.awards
    )
