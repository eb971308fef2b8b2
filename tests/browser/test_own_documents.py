"""A House's own documents in the browser: lobby, table, Dealer's console, pit and rules, a round of each."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from croupier.rulebooks import registered
from tests.browser.conftest import CALM, DESK, Visit, axe_faults, sideways
from tests.browser.players import Player
from tests.browser.staff import Dealer, at_desk, round_of
from tests.documents import STUD, THREE_CARD
from tests.web.server import Served, serving

GAMES = [
    pytest.param("lantern-stud", "Lantern Stud", "5+1", "BET", 5, id="stud"),
    pytest.param("lantern-three-card", "Lantern Three-Card", "Pair Plus", "Play", 3, id="three-card"),
]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration floor whose House has two documents of its own."""
    with registered(STUD, THREE_CARD), serving(tmp_path_factory.mktemp("own"), pace=CALM) as served:
        yield served


def felt_hue(page: Page) -> str:
    """The colour in the middle of the felt."""
    found: str = page.evaluate("getComputedStyle(document.querySelector('.felt')).getPropertyValue('--felt').trim()")
    return found


@pytest.mark.parametrize(("game", "name", "side", "play", "cards"), GAMES)
def test_a_player_plays_a_round(
    visit: Visit, own: Served, game: str, name: str, side: str, play: str, cards: int
) -> None:
    page = visit(own.url, DESK)
    card = page.locator(f"[data-table={game}-1]").and_(page.get_by_role("region", name=re.compile(f"^{name}")))
    expect(card).to_be_visible()
    expect(card).not_to_contain_text("ackpot")
    guest = Player(page, own, f"{game}-1", "mouse").sit()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert felt_hue(page) == {"lantern-stud": "#155a5c", "lantern-three-card": "#693f17"}[game]
    guest.bet(jackpot=False)
    guest.press(guest.spot(re.escape(side)))
    expect(guest.spot(re.escape(side))).to_have_accessible_name(re.compile(rf"^{re.escape(side)}, 100, placed"))
    beside = "bonus" if cards == 5 else "pair_plus"
    assert guest.placed() == {"ante": 10_000, beside: 10_000}
    guest.deal().sees()
    assert [len(box.cards) for box in guest.round.boxes] == [cards]
    page.get_by_role("button", name=re.compile(rf"^{play} [\d,]+$")).click()
    expect(guest.bar.get_by_text("Round settled")).to_be_visible()
    titles = guest.settlement.locator("tbody tr td:first-child").all_inner_texts()
    assert all(one.startswith(wanted) for one, wanted in zip(titles, ("Ante", side, play), strict=False)), titles
    assert {str(line.wager) for line in guest.round.lines} == {"ante", beside, "bet"}
    assert sideways(page) == 0
    assert axe_faults(page) == []
    guest.leave_open()


@pytest.mark.parametrize(("game", "name", "side", "play", "cards"), GAMES)
def test_how_to_play_it(visit: Visit, own: Served, game: str, name: str, side: str, play: str, cards: int) -> None:
    page = visit(f"{own.url}/how-to-play/{game}", DESK)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(f"^{name}.*, in one minute$"))
    expect(page.get_by_text(f"{side} is a side wager, if you like.")).to_be_visible()
    expect(page.get_by_role("heading", name=f"Fold or {play}")).to_be_visible()
    assert page.get_by_role("img", name=re.compile("^Hand: ")).first.get_attribute("aria-label")
    assert axe_faults(page) == []


def test_pair_plus_is_placed_alone(visit: Visit, own: Served) -> None:
    guest = Player(visit(own.url, DESK), own, "lantern-three-card-1", "mouse").sit()
    guest.press(guest.bar.get_by_role("button", name="Chip 100", exact=True))
    guest.press(guest.spot("Pair Plus"))
    expect(guest.spot("Pair Plus")).to_have_accessible_name(re.compile("^Pair Plus, 100, placed"))
    guest.press(guest.bar.get_by_role("button", name="Deal"))
    expect(guest.bar.get_by_text("Round settled")).to_be_visible()
    assert [str(line.wager) for line in guest.round.lines] == ["pair_plus"]


@pytest.mark.always
@pytest.mark.parametrize(("game", "name", "side", "play", "cards"), GAMES)
def test_a_dealer_deals_a_round(
    visit: Visit, own: Served, game: str, name: str, side: str, play: str, cards: int
) -> None:
    table = f"{game}-2"
    dealer = Dealer(at_desk(visit, own, f"/dealer/{table}", "dealer", "dora"))
    expect(dealer.page.get_by_role("heading", name=name)).to_be_visible()
    dealer.does("Place your Bets")
    player = visit(f"{own.url}/table/{table}", DESK)
    guest = Player(player, own, table, "mouse")
    player.get_by_role("button", name="Box 1, empty: sit down").click()
    guest.bet(jackpot=False)
    dealer.does("No more Bets")
    hands = ("7c7d2s3s9h", "AhQd4d3c2h") if cards == 5 else ("7c8d9s", "Qh6d4c")
    for place, hand in (("box 1", hands[0]), ("Dealer", hands[1])):
        for at in range(cards):
            dealer.deals(f"{place}, card {at + 1}", hand[2 * at : 2 * at + 2])
    dealer.page.get_by_role("button", name=re.compile(rf"^{play} ")).click()
    # Stud: a pair of sevens beats Ace and Queen, 1 to 1. Three cards: a Straight beats a Queen high, and earns the
    # Ante bonus of 1 to 1. All cards are known: hands open by themselves.
    ante, bet = (10_000, 20_000) if cards == 5 else (20_000, 10_000)
    paid = dealer.page.get_by_role("list", name="Settlement").get_by_role("listitem").filter(has_text="Box 1").first
    expect(paid).to_contain_text(re.compile(rf"Ante\s*{ante // 100}\.00\s*{play}\s*{bet // 100}\.00"))
    staked, before = sum(one.amount for one in round_of(own, table).boxes[0].wagers), guest.wallet
    dealer.does("All paid")
    expect(dealer.next.get_by_role("heading")).to_have_text(re.compile("^NEXT"))
    assert guest.wallet == before + staked + ante + bet


@pytest.mark.parametrize(("game", "name", "side", "play", "cards"), GAMES)
def test_the_pit_and_the_rules_know_it(
    visit: Visit, own: Served, game: str, name: str, side: str, play: str, cards: int
) -> None:
    pit = at_desk(visit, own, "/pit", "pit_manager", "pia")
    expect(pit.get_by_role("row").filter(has_text=f"{game}-1")).to_be_visible()
    pit.goto(f"{own.url}/rules/{game}")
    expect(pit.get_by_role("heading", name=name).first).to_be_visible()
    expect(pit.get_by_text("The Lantern House").first).to_be_visible()
