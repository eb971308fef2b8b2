"""A table of the poker room that a Dealer runs by hand, with a browser in one seat and other Players over HTTP."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page

from croupier.cards import DECK, Card, parse_card, parse_cards
from croupier.floor.house.config import TablePlan
from croupier.floor.values.table_kinds import RoomTable
from croupier.play.room.state import COMMUNITY, Hand, Phase, Round, Seat, Table
from croupier.web.demo.demonstration import plan
from croupier.web.serving import Opening
from tests.browser.conftest import CALM
from tests.browser.players import until
from tests.web.server import Served, Visitor, serving

TABLE = "tens"
STAKE = 100_000
BOARD = "Qd 9s 4s 2h 4h"
"""Cards that no hand is dealt unless it is named with them."""
POLICY = {"small_blind": 500, "minimum_stake": 10_000, "maximum_stake": 200_000, "rake": "0.05", "rake_cap": 1_500}


@contextmanager
def dealt_by_hand(folder: Path, seats: int = 10) -> Iterator[Served]:
    """A demonstration floor with one more table, where nothing happens by itself."""
    usual = plan()
    tables = {**usual.tables, TABLE: TablePlan("rws-poker", policy={**POLICY, "seats": seats}, automatic=False)}
    opening = Opening(db=str(folder / "floor.db"), plan=replace(usual, tables=tables), pace=CALM, company=False, seed=1)
    with serving(folder, opening=opening) as served:
        yield served


class Now:
    """The round as it is."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.phase = round_.phase.value
        self.turn_seat = round_.hands[round_.turn].seat if round_.phase is Phase.BETTING else None

    def _hand(self, seat: int) -> Hand:
        return next(hand for hand in self.round.hands if hand.seat == seat)

    def bet_of(self, seat: int) -> int:
        return self._hand(seat).bet

    def folded(self, seat: int) -> bool:
        return self._hand(seat).folded

    def shown(self, seat: int) -> bool | None:
        return self._hand(seat).shown


class Room:
    """Everybody at the table: seat 1 is the browser's, the others act over HTTP."""

    def __init__(self, house: Served, page: Page, seats: Sequence[int], stakes: dict[int, int] | None = None) -> None:
        self.house, self.page = house, page
        self.dealer = house.visit(name="dora", role="dealer")
        until(lambda: page.request.get(f"{house.url}/api/session").json() is not None, page)
        self.me = str(page.request.get(f"{house.url}/api/session").json()["name"])
        self.others: dict[int, Visitor] = {}
        for seat in seats:
            who = self.others[seat] = house.visit()
            self._done(who.act(TABLE, {"type": "JoinTable", "seat": seat, "stake": (stakes or {}).get(seat, STAKE)}))

    @property
    def table(self) -> Table:
        state = self.house.venue.floor.table(TABLE)
        assert isinstance(state, RoomTable)
        return state.engine

    @property
    def round(self) -> Now:
        round_ = self.table.round
        assert round_ is not None
        return Now(round_)

    @property
    def turn(self) -> int | None:
        return self.round.turn_seat

    @property
    def button(self) -> int:
        return self.round.round.button

    def wait_for(self, holds: Callable[[Now], bool]) -> None:
        """What the browser has done arrives."""
        until(lambda: holds(self.round), self.page)

    def wait_for_seat(self, holds: Callable[[Seat], bool]) -> None:
        """The same of the browser's seat."""
        until(lambda: (seat := self.table.seat(1)) is not None and holds(seat), self.page)

    def show(self, seat: int) -> None:
        self._done(self.others[seat].act(TABLE, {"type": "ShowHand", "seat": seat}))

    def muck(self, seat: int) -> None:
        self._done(self.others[seat].act(TABLE, {"type": "MuckHand", "seat": seat}))

    def others_page(self, seat: int) -> str:
        """What somebody else is sent."""
        return str(self.others[seat].table(TABLE))

    def sit(self, seat: int = 1) -> None:
        """The browser takes its seat."""
        self.page.goto(f"{self.house.url}/table/{TABLE}")
        self.page.get_by_role("button", name=re.compile(rf"^Seat {seat}\s*Sit here")).click()
        self.page.get_by_role("button", name=re.compile("^Take seat")).click()
        until(lambda: self.table.seat(seat) is not None, self.page)

    def do(self, **command: Any) -> None:
        """The Dealer does something."""
        self._done(self.dealer.act(TABLE, command))

    def start(self, hands: dict[int, str] | None = None) -> None:
        """A round up to the first turn; hands that are not named are any cards that nobody else has, nor the board."""
        self.do(type="OpenRound")
        named = {seat: parse_cards(text) for seat, text in (hands or {}).items()}
        kept = {*(card for cards in named.values() for card in cards), *parse_cards(BOARD)}
        spare = (card for card in reversed(DECK) if card not in kept)
        round_ = self.table.round
        while round_ is not None and round_.phase is Phase.DEALING:
            seat = int(re.findall(r"\d+", round_.ahead[0])[0])
            hand = next(hand for hand in round_.hands if hand.seat == seat)
            card = named[seat][len(hand.cards)] if seat in named else next(spare)
            self.do(type="DealCards", cards=[card])
            round_ = self.table.round

    def deal(self, cards: str) -> None:
        """A burnt card, and these."""
        left = [parse_card(text) for text in cards.split()]
        while left:
            round_ = self.table.round
            assert round_ is not None
            if round_.ahead[0] == COMMUNITY:
                self.do(type="DealCards", cards=[left.pop(0)])
            else:
                self.do(type="DealCards", cards=[next(card for card in DECK if not self._lies(card))])

    def _lies(self, card: Card) -> bool:
        round_ = self.table.round
        assert round_ is not None
        dealt = (*round_.community, *round_.burnt, *(one for hand in round_.hands for one in hand.cards))
        return card in dealt or card in parse_cards(BOARD)

    def act(self, move: str, to: int | None = None) -> None:
        """Whoever's turn it is, over HTTP; not the browser's."""
        seat = self.turn
        assert seat is not None
        command = {"type": "Act", "seat": seat, "move": move, **({} if to is None else {"to": to})}
        self._done(self.others[seat].act(TABLE, command))

    @staticmethod
    def _done(answer: Any) -> None:
        assert answer.status_code < 300, answer.text
