"""The approved documents over HTTP. Every visitor may read the rules, signed in or not."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec
from litestar import Controller, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from croupier.rulebooks import UnknownGameError
from croupier.web.desks.study.counting import PAR_FORMS
from croupier.web.desks.study.documents import games_list, rule_found, rules_list, rules_page
from croupier.web.desks.study.howto import how_to
from croupier.web.http.answers import AnyRequest, missing
from croupier.web.http.static import Asset, made, sent
from croupier.web.routes import Here
from croupier.web.wire.records import GamesList, HowTo, RuleFound, RulesList, RulesPage

_reading: Final = ThreadPoolExecutor(1, "rules")
"""A thread in which documents are made one at a time, so that a request for all of them keeps no other waiting."""
_made: Final[dict[object, Asset]] = {}
_A_WHILE: Final = "public, max-age=300"


class GamesController(Controller):
    """The games' names and colours, which every page may need."""

    path = "/api/games"
    tags = ("rules",)

    @get(summary="All games")
    async def games(self) -> GamesList:
        """Return the names, letters, colours and the words on the layout, as each document declares them."""
        return games_list()


class HowToController(Controller):
    """The games for newcomers."""

    path = "/api/how-to-play"
    tags = ("rules",)

    @get("/{game:str}", summary="How a game is played")
    async def how_to_play(self, game: FromPath[str], venue: Here) -> HowTo:
        """Return how to play, by a game's or its rulebook's name: wagers, decisions, endings, hands and pays."""
        try:
            return how_to(venue.floor, game)
        except UnknownGameError as wrong:
            raise missing(_sentence(wrong)) from None


class RulesController(Controller):
    """The documents with their paragraphs, pay tables and gaps."""

    path = "/api/rules"
    tags = ("rules",)

    @get(summary="All documents")
    async def documents(self) -> RulesList:
        """Return the games, their documents, and how much of each is implemented."""
        return rules_list()

    @get(
        "/{rulebook:str}",
        summary="A document",
        responses={200: ResponseSpec(RulesPage, generate_examples=False, description="The document")},
    )
    async def document(self, request: AnyRequest, rulebook: FromPath[str]) -> Response[bytes]:
        """Return all paragraphs, interpretations, pay tables and gaps, by a rulebook's name or a game's."""
        try:
            page = await asyncio.get_running_loop().run_in_executor(_reading, _document, rulebook)
        except UnknownGameError as wrong:
            raise missing(_sentence(wrong)) from None
        return sent(request, page, _A_WHILE)

    @get("/{rulebook:str}/{paragraph:str}", summary="A paragraph")
    async def paragraph(self, rulebook: FromPath[str], paragraph: FromPath[str]) -> RuleFound:
        """Return one paragraph such as ``3.14.1``, or an interpretation such as ``I7``."""
        try:
            found = rule_found(rulebook, paragraph)
        except UnknownGameError as wrong:
            raise missing(_sentence(wrong)) from None
        if found is None:
            raise missing(f"{rulebook} has no paragraph {paragraph[:40]!r}")
        return found


def _document(rulebook: str) -> Asset:
    """Return a document as it is sent; it is made once and cached, because any visitor may ask for it."""
    page = rules_page(rulebook, tuple(PAR_FORMS))
    key = page.head.rulebook, page.versions
    if key not in _made:
        _made[key] = made(msgspec.json.encode(page), "application/json")
    return _made[key]


def _sentence(wrong: UnknownGameError) -> str:
    told = str(wrong)
    return f"{told[:1].upper()}{told[1:]}"
