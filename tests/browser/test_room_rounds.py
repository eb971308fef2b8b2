"""The poker room with two browsers at one table, and with one among bots."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, WebSocket, expect

from croupier.cards import Card, format_card
from croupier.floor.values.table_kinds import RoomTable
from croupier.play.room.state import Hand, Phase, Round, Table
from tests.browser.conftest import CALM, DESK, PHONE, Visit, sideways
from tests.browser.players import ledger, press, tab_to, until
from tests.web.server import Served, serving

RANKS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}
SUITS = {"s": "Spades", "h": "Hearts", "d": "Diamonds", "c": "Clubs"}
SIZES = {"mouse": DESK, "keyboard": DESK, "touch": PHONE}
WAYS = [
    pytest.param(way, size, id=way, marks=[pytest.mark.always] if way == "touch" else []) for way, size in SIZES.items()
]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    """A poker table of its own, so that everything a browser has heard belongs to one round."""
    with serving(tmp_path) as served:
        yield served


def spoken(card: Card) -> str:
    text = format_card(card)
    return f"{RANKS.get(text[0], text[0])} of {SUITS[text[1]]}"


class Seat:
    """Somebody at the poker table; what his browser hears is kept."""

    def __init__(self, page: Page, house: Served, way: str) -> None:
        self.page, self.house, self.way = page, house, way
        self.frames: list[str] = []
        page.on("websocket", self._listen)
        page.reload()
        self.turn = page.get_by_role("region", name="Your action")
        self.mine = page.get_by_role("listitem", name=re.compile(r"^Seat \d, .*\byou\b"))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))

    def press(self, wanted: Locator, key: str = "") -> None:
        press(self.page, self.way, wanted, key)

    def sit(self) -> "Seat":
        """From the lobby, with the Table Stake that is usual."""
        self.press(self.page.get_by_role("link", name="Sit down at Tobacco table 1"))
        self.press(self.page.get_by_role("button", name=re.compile(r"^Take seat \d with 1,200\.00$")))
        expect(self.mine).to_be_visible()
        self.name = str(self.page.request.get(f"{self.house.url}/api/session").json()["name"])
        return self

    def look(self) -> None:
        """The cards come face up."""
        for card in self.hand.cards:
            expect(self.mine.get_by_role("img", name=re.compile(spoken(card)))).to_be_visible()

    def does(self, move: str, key: str) -> None:
        """An answer of the bar, in his turn."""
        self.press(self.turn.get_by_role("button", name=re.compile(f"^{move}")), key)

    def raises(self, to: str) -> None:
        """A typed amount; Enter in the field, or the brass button."""
        field = self.turn.get_by_role("textbox", name="Raise to")
        if self.way == "keyboard":
            tab_to(self.page, field)
            self.page.keyboard.type(to)
            self.page.keyboard.press("Enter")
        else:
            field.fill(to)
            self.press(self.turn.get_by_role("button", name=f"Raise to {to}"))

    @property
    def hand(self) -> Hand:
        return next(hand for hand in round_of(self.house).hands if hand.player == self.name)

    def knows(self, other: "Seat") -> list[str]:
        """What of the other's cards can be found in the page or in what its browser has heard."""
        frames, shown = "".join(self.frames), self.page.content()
        found = [card for card in other.hand.cards if f'"{format_card(card)}"' in frames or spoken(card) in shown]
        return [format_card(card) for card in found]


def table_of(house: Served) -> Table:
    state = house.venue.floor.table("poker-1")
    assert isinstance(state, RoomTable)
    return state.engine


def round_of(house: Served) -> Round:
    round_ = table_of(house).round
    assert round_ is not None
    return round_


def whose_turn(seats: tuple[Seat, Seat], house: Served) -> Seat:
    """The one whom the server waits for."""
    until(lambda: table_of(house).round is not None and round_of(house).phase is Phase.BETTING, seats[0].page)
    round_ = round_of(house)
    (found,) = [seat for seat in seats if seat.name == round_.hands[round_.turn].player]
    return found


def has_the_turn(seat: Seat, other: Seat) -> None:
    """He is asked, the other is not; and neither can know the other's cards."""
    expect(seat.turn).to_be_visible()
    expect(other.turn).to_be_hidden()
    assert whose_turn((seat, other), seat.house) is seat
    assert (seat.knows(other), other.knows(seat)) == ([], [])
    assert sideways(seat.page) == 0


def begin(visit: Visit, room: Served, way: str, size: tuple[int, int]) -> tuple[Seat, Seat]:
    """Two sit down, and the first round begins by itself: the Button is the Small Blind, and acts first."""
    one, two = (Seat(visit(room.url, size, reduced=way != "mouse"), room, way).sit() for _ in range(2))
    first = whose_turn((one, two), room)
    room.venue.pacer.pace = CALM  # from now on nothing runs out, and the result stays
    second = two if first is one else one
    has_the_turn(first, second)
    expect(first.page.get_by_role("img", name="5.00 in front of You")).to_be_visible()
    expect(first.page.get_by_role("img", name=f"10.00 in front of {second.name}")).to_be_visible()
    assert (first.hand.put, second.hand.put) == (500, 1_000)
    return first, second


def show_down(seats: tuple[Seat, Seat]) -> None:
    """Whoever is asked shows, until the round is over."""
    house = seats[0].house
    for _ in range(300):
        if round_of(house).phase is Phase.ENDED:
            return
        for seat in seats:
            show = seat.page.get_by_role("button", name="Show", exact=True)
            if show.is_visible() and round_of(house).phase is not Phase.ENDED:
                seat.press(show, "s")
                expect(show).to_be_hidden()
        seats[0].page.wait_for_timeout(25)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize(("way", "size"), WAYS)
def test_two_browsers_play_to_the_showdown(room: Served, visit: Visit, way: str, size: tuple[int, int]) -> None:
    first, second = seats = begin(visit, room, way, size)
    first.look()
    first.raises("40")
    has_the_turn(second, first)
    second.look()
    second.does("Call 30", "c")
    for _ in ("Flop", "Turn", "River"):
        # After the Flop the other one begins.
        for seat, other in ((second, first), (first, second)):
            has_the_turn(seat, other)
            seat.does("Check", "c")
    show_down(seats)

    round_ = round_of(room)
    won = sum(amount for pot in round_.pots for _, amount in pot.winners)
    rake = sum(pot.rake for pot in round_.pots)
    assert (won + rake, rake) == (8_000, 400)  # 5 % of twice 40.00
    for seat in seats:
        expect(seat.page.get_by_role("banner")).to_contain_text(ledger(seat.hand.stack))
        if size == PHONE:
            seat.press(seat.page.get_by_role("button", name="Review"))
        pots = seat.page.get_by_role("region", name="Pots")
        expect(pots).to_contain_text("4.00")
        expect(pots.get_by_role("button", name=re.compile("^¶")).first).to_be_visible()
    shown = [hand for hand in round_.hands if hand.shown]
    assert shown, "somebody has shown"
    for hand in shown:
        other = first if hand.player == second.name else second
        expect(other.page.get_by_role("img", name=re.compile(spoken(hand.cards[0]))).first).to_be_visible()


def test_a_fold_ends_it_and_shows_nothing(room: Served, visit: Visit) -> None:
    first, second = seats = begin(visit, room, "touch", PHONE)
    first.raises("55")
    has_the_turn(second, first)
    second.look()
    second.does("Fold", "f")
    until(lambda: round_of(room).phase is Phase.ENDED, first.page)
    expect(first.page.get_by_role("listitem", name=re.compile(f"{second.name}.*folded"))).to_be_visible()
    stacks = {seat.player: seat.stake for seat in table_of(room).seats}
    # What nobody called goes back; of the two Blinds' 20.00, 5 % are Rake.
    assert stacks == {first.name: 120_900, second.name: 119_000}
    for seat in seats:
        expect(seat.page.get_by_role("banner")).to_contain_text(ledger(stacks[seat.name]))
    assert (first.knows(second), second.knows(first)) == ([], [])
    expect(first.page.get_by_text("All others folded: the pot is yours")).to_be_visible()
    assert second.page.get_by_role("button", name="Show").count() == 0
    first.press(first.page.get_by_role("button", name="Show"), "s")  # 3.14.1: he need not, but he may
    until(lambda: first.hand.shown is True, first.page)
    expect(second.page.get_by_role("img", name=re.compile(spoken(first.hand.cards[0]))).first).to_be_visible()
    assert {seat.player: seat.stake for seat in table_of(room).seats} == stacks


def test_a_round_that_is_over_downloads_as_phh(room: Served, visit: Visit, tmp_path: Path) -> None:
    first, second = begin(visit, room, "mouse", DESK)
    second_cards = "".join(format_card(card) for card in second.hand.cards)
    second.look()
    first.does("Fold", "f")
    until(lambda: round_of(room).phase is Phase.ENDED, first.page)
    page = second.page
    page.goto(f"{room.url}/rounds/poker-1/1")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download as PHH").click()
    assert waiting.value.suggested_filename == "poker-1-round-1.phh"
    waiting.value.save_as(tmp_path / "round.phh")
    fields = tomllib.loads((tmp_path / "round.phh").read_text(encoding="utf-8"))
    hands = dict(zip(fields["players"], fields["actions"][:2], strict=True))
    assert hands[second.name].endswith(second_cards)
    assert hands[first.name].endswith("????")
    assert fields["starting_stacks"] == [120_000, 120_000]


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Served]:
    """A table of bots who do not think long."""
    with serving(tmp_path, company=True) as served:
        company = served.venue.company
        assert company is not None
        company.plan = replace(company.plan, room_think=(0.05, 0.1), rests=600)  # nobody comes back to a seat
        yield served


def test_a_round_among_bots(crowd: Served, visit: Visit) -> None:
    page = visit(crowd.url)
    until(lambda: len(table_of(crowd).seats) == 5, page)  # all bots have sat down
    seat = Seat(page, crowd, "keyboard").sit()
    pays = page.get_by_role("button", name="Pay in")
    expect(pays.or_(seat.turn).first).to_be_visible()
    if pays.is_visible():  # who comes to a table that plays owes a Blind, or waits for it
        seat.press(pays)
    expect(seat.turn).to_be_visible()
    round_ = round_of(crowd)
    seat.look()
    others = [card for hand in round_.hands if hand.player != seat.name for card in hand.cards]
    assert others
    assert not [card for card in others if spoken(card) in page.content()]
    seat.does("Fold", "f")
    until(lambda: round_of(crowd).number > round_.number or round_of(crowd).phase is Phase.ENDED, page, 1200)
    expect(page.get_by_role("listitem", name=re.compile(r"^Seat \d, \w+, bot, ")).first).to_be_visible()
