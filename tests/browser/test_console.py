"""The Dealer's console by keys alone: whole rounds, counted press by press, against the real server."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from croupier.floor.house.config import TablePlan
from croupier.floor.values.tray import Tray
from croupier.play.banked.events import ActTakenBack
from croupier.play.banked.state import Phase
from tests.browser.conftest import Visit
from tests.browser.keyboard import Hands, Keys
from tests.browser.past import agrees, foreign_card
from tests.browser.players import until
from tests.browser.staff import Dealer, at_desk, round_of
from tests.floor.rigged import events
from tests.web.server import Served, Visitor, serving, with_tables

STUD, HOLDEM, SHARED, ROOM = "key-cs", "key-ph", "key-hb", "key-pr"
BOUGHT: list[dict[str, Any]] = [{"type": "BuyChips", "cents": 500_000}] * 10
"""50,000 in all, of nobody in particular: each time less than what two people sign for."""
SIZES = ((1440, 900), (1280, 800), (1366, 657), (1024, 768))


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Tables where chips are bought at the table and a Dealer enters everything."""
    with pytest.MonkeyPatch.context() as patch:
        plans = {
            STUD: TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True),
            HOLDEM: TablePlan("rws-progressive-texas-holdem", "holdem", automatic=False, anonymous=True),
            SHARED: TablePlan("mbs-texas-holdem-bonus-progressive", "bonus", automatic=False, anonymous=True),
            ROOM: TablePlan("rws-poker", automatic=False, anonymous=True, policy={"small_blind": 500}),
        }
        with_tables(patch, plans)
        folder: Path = tmp_path_factory.mktemp("keys")
        with serving(folder) as served:
            yield served


def done(who: Visitor, table: str, *commands: dict[str, Any]) -> None:
    for command in commands:
        answer = who.act(table, command, key=uuid4().hex)
        assert answer.status_code == 200, answer.text


ANTES = {1: 5_000, 2: 5_000, 3: 5_000, 4: 10_000, 5: 2_500, 6: 5_000, 7: 5_000}
NAMES = {1: "Hana", 2: "Hana", 3: "Viktor", 4: "SiewLing", 5: "Paulo", 6: "Mei", 7: "Tomas"}
COINS = (1, 3, 4)


def at_keys(visit: Visit, floor: Served, table: str) -> Keys:
    """A Dealer at a table whose last round had seven boxes, three of them with a coin, and whose bets are open."""
    if floor.venue.floor.table(table).running:
        end(floor, table)  # what a test that failed has left there
    who = floor.visit(name="rahim", role="dealer")
    done(who, table, *BOUGHT, {"type": "OpenRound"})
    for box, amount in ANTES.items():
        done(who, table, {"type": "PlaceWager", "box": box, "wager": "ante", "amount": amount, "player": NAMES[box]})
    for box in COINS:
        done(who, table, {"type": "PlaceWager", "box": box, "wager": "jackpot", "amount": 500, "player": NAMES[box]})
    done(who, table, {"type": "CloseBets"}, {"type": "Report", "irregularity": "foreign_card"}, {"type": "OpenRound"})
    keys = Keys(at_desk(visit, floor, f"/dealer/{table}", "dealer", "rahim", SIZES[0]), floor, table)
    expect(keys.line.get_by_role("heading")).to_have_text(re.compile("^BOX"))
    return keys


def end(floor: Served, table: str) -> None:
    """Leave the table between rounds, whatever stands there."""
    who = floor.visit(name="rahim", role="dealer")
    if round_of(floor, table).phase is Phase.BETTING:
        done(who, table, {"type": "CloseBets"})
    if round_of(floor, table).phase is not Phase.ENDED:
        foreign_card(floor, table, "rahim")


def test_seven_boxes_of_stud_in_at_most_75_presses(visit: Visit, floor: Served) -> None:
    """Three changes, three folds, the Dealer qualifies, one Flush with its award; every suit is typed."""
    keys = at_keys(visit, floor, STUD)
    keys.type("*6J3100⏎725+", "^CARD the burnt card")
    assert keys.wagers() == {
        box: {"ante": {3: 10_000, 7: 2_500}.get(box, ANTES[box])} | ({"jackpot": 500} if box in {*COINS, 6} else {})
        for box in ANTES
    }
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("*L257F*B", "^CARD Dealer, card 1")
    assert [box.looked_by for box in keys.round.boxes] == [NAMES[1], "", *(NAMES[box] for box in range(3, 8))]
    assert [box.folded for box in keys.round.boxes] == [box in {2, 5, 7} for box in range(1, 8)]
    keys.type("QSQD8C4S", "^CARD box 1, card 1")
    keys.type("KSKD9C4H2DASJD7C6C3HAHJH8H5H2HTSTD9D5D3C", "^PAY")
    page: Any = keys.page.get_by_role("list", name="Settlement")
    # 3.14.1, 4.1, 4.2: Kings beat Queens, 1 to 1 each; the Flush 5 to 1 on the BET of 200, and an award of 100.
    expect(page.get_by_role("listitem").filter(has_text="Box 1").first).to_contain_text(re.compile(r"^Pay.*150"))
    expect(page.get_by_role("listitem").filter(has_text="Box 4").first).to_contain_text(re.compile(r"^Pay.*1,200"))
    before, lay = keys.round.number, keys.wagers()
    keys.type("+", "^NEXT Place your Bets")  # 1.16: the round is over, and the next begins with the announcement
    assert keys.presses <= 75, keys.presses
    assert (keys.round.number, keys.round.phase) == (before, Phase.ENDED)
    print(f"Casino Stud, seven boxes, every suit typed: {keys.presses} presses")
    keys.type("*", "^BOX")  # announced, and everything as it lay: what is repeated costs no press more
    expect(keys.line).to_contain_text("7 boxes")
    assert (keys.round.number, keys.round.phase) == (before + 1, Phase.BETTING)
    assert keys.wagers() == {box: {name: lay[box][name] for name in lay[box] if name != "bet"} for box in lay}
    end(floor, STUD)


def test_with_a_card_reader_in_at_most_21_presses(visit: Visit, floor: Served) -> None:
    """The same round; the reader sends all 41 cards as they leave the shoe, and no face reaches the page."""
    keys = at_keys(visit, floor, STUD)
    keys.type("*6J3100⏎725+", "^CARD the burnt card")
    hands = {
        "1": "Ks Kd 9c 4h 2d", "2": "2s 3s 5c 6d 8d", "3": "As Jd 7c 6c 3h", "4": "Ah Jh 8h 5h 2h",
        "5": "2c 3d 5s 6h 7d", "6": "Ts Td 9d 5d 3c", "7": "4c 7h 8s 9h Jc", "dealer": "Qs Qd 8c 4s Kh",
    }  # fmt: skip
    stream = ["6s", *(hand.split()[at] for at in range(5) for hand in hands.values())]
    reader = floor.visit(name="rahim", role="dealer")
    for number, card in enumerate(stream):
        body = {"key": f"reader-{keys.round.number}-{number}", "card": card}
        answer = reader.http.post(f"/api/tables/{STUD}/cards", json=body)
        assert answer.status_code == 200, answer.text
    expect(keys.line.get_by_role("heading")).to_have_text(re.compile("^BOX"))
    cards = keys.page.get_by_role("region", name="Hands").get_by_role("img", name=re.compile("^(Box|Dealer)"))
    seen = " ".join(one.get_attribute("aria-label") or "" for one in cards.all())
    assert re.findall(r"\w+ of \w+", seen) == ["King of Hearts"]
    keys.type("*L257F*B", "^PAY")
    keys.type("+", "^NEXT")
    assert keys.presses <= 21, keys.presses
    print(f"Casino Stud with a card reader: {keys.presses} presses")
    end(floor, STUD)


def test_seven_boxes_of_holdem_in_at_most_60_presses(visit: Visit, floor: Served) -> None:
    """Two changes, two folds, five go on; every suit is typed."""
    keys = at_keys(visit, floor, HOLDEM)
    keys.type("*2J450+", "^CARD")
    assert keys.wagers()[4] == {"ante": 5_000, "jackpot": 500}
    keys.type("*", "^BOX")
    keys.type("*L36F*B", "^CARD the burnt card")  # nobody sees it: the Flop is typed at once
    keys.type("KS9D4C", "^BOX")
    keys.type("14C*B", "^CARD")
    keys.type("7H", "^BOX")
    keys.type("*C", "^CARD")
    keys.type("2S", "^CARD Dealer, card 1")
    keys.type("ASJDQHQDTS8DKH5D9S7C6D6C", "^PAY")
    keys.type("+", "^NEXT")
    assert keys.presses <= 60, keys.presses
    print(f"Hold'em, seven boxes, every suit typed: {keys.presses} presses")
    end(floor, HOLDEM)


def test_what_means_nothing_is_said_and_changes_nothing(visit: Visit, floor: Served) -> None:
    keys = at_keys(visit, floor, STUD)
    alert = keys.line.get_by_role("alert")
    version = floor.venue.kept(STUD).version
    for typed, sentence in (
        ("8", "There is no box 8 here"),
        ("F", "Say the box first, then F"),
        ("3⏎", "The amount for box 3 is missing"),
    ):
        keys.type(typed)
        expect(alert).to_contain_text(sentence)
        keys.page.keyboard.press("Escape")
    keys.type("320⏎")
    expect(alert).to_contain_text("Box 3, Viktor: The ante must be at least SGD 25.00")
    keys.page.keyboard.press("Escape")
    keys.type("  ,, ")  # they only part
    keys.type("3100⏎⏎⏎")  # no second Enter ever doubles a wager
    expect(keys.line).to_contain_text("Box 3, Viktor: Ante 100.00")
    assert keys.wagers() == {3: {"ante": 10_000}}
    assert floor.venue.kept(STUD).version == version + 1
    keys.type("3100⏎")
    expect(keys.line).to_contain_text("Box 3, Viktor: Ante 100.00")
    assert floor.venue.kept(STUD).version == version + 1
    end(floor, STUD)


def test_a_name_and_a_share_are_keyed(visit: Visit, floor: Served) -> None:
    """A box of several Players: each with a stake, and each paid by name."""
    who = floor.visit(name="rahim", role="dealer")
    done(who, SHARED, *BOUGHT, {"type": "OpenRound"})
    keys = Keys(at_desk(visit, floor, f"/dealer/{SHARED}", "dealer", "rahim", SIZES[0]), floor, SHARED)
    expect(keys.line.get_by_role("heading")).to_have_text(re.compile("^BOX"))
    keys.type("5Phana⏎50⏎")
    expect(keys.line).to_contain_text("Box 5, hana: Ante 50.00")
    keys.type("5Parjun⏎25⏎")
    expect(keys.line).to_contain_text("Box 5, arjun: Ante 25.00")
    lane = keys.page.get_by_role("region", name="Hands").get_by_role("listitem").filter(has_text="hana")
    expect(lane).to_contain_text("arjun 25")
    keys.type("5X")
    expect(keys.page.get_by_role("region", name="Hands").get_by_text("hana")).to_have_count(0)
    assert keys.wagers() == {}
    end(floor, SHARED)


def test_a_slip_is_taken_back_by_one_key(visit: Visit, floor: Served) -> None:
    """A fold that nobody made: the Dealer's own until the next card; after that a supervisor's, with a reason."""
    keys = at_keys(visit, floor, STUD)
    keys.type("*+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("1F")
    tape = keys.page.get_by_role("list", name="who may take back")
    expect(tape.get_by_role("listitem").first).to_contain_text("Box 1")
    assert keys.round.box(1).folded
    keys.type("-")
    expect(keys.line).to_contain_text("Taken back")
    assert not keys.round.box(1).folded
    keys.type("3F-")  # said before its turn: nothing was entered yet
    expect(keys.line).to_contain_text("Box 3 is to decide again")
    keys.type("*B", "^CARD Dealer, card 1")
    keys.type("QS", "^CARD Dealer, card 2")
    keys.type("-", "^CARD Dealer, card 1")  # the card that was turned
    keys.type("QD", "^CARD Dealer, card 2")
    end(floor, STUD)


def test_what_one_key_did_one_key_takes_back(visit: Visit, floor: Served) -> None:
    """Decisions of a whole table, and wagers of a whole round: one press, and what was said before it waits again."""
    keys = at_keys(visit, floor, STUD)
    keys.type("150⏎250⏎350⏎")
    expect(keys.line).to_contain_text("Box 3, Viktor: Ante 50.00")
    lay = keys.wagers()
    assert set(lay) == {1, 2, 3}
    keys.type("*")  # as last round, on every box where nothing lay
    until(lambda: set(keys.wagers()) == set(ANTES), keys.page)
    keys.type("-")
    until(lambda: keys.wagers() == lay, keys.page)
    expect(keys.line).to_contain_text("Taken back")
    keys.type("-")  # one amount was one entry
    until(lambda: set(keys.wagers()) == {1, 2}, keys.page)
    keys.type("350⏎+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("2F")
    expect(keys.line).to_contain_text("Box 2, Hana: Fold")
    assert not any(box.decisions for box in keys.round.boxes)  # box 1 comes first
    keys.type("*B", "^CARD Dealer, card 1")
    assert [box.folded for box in keys.round.boxes] == [False, True, False]
    keys.type("-", "^BOX")
    expect(keys.line).to_contain_text("Taken back")
    assert not any(box.decisions for box in keys.round.boxes)
    keys.type("1B3F", "^CARD Dealer, card 1")  # box 2 was said to fold, and still is
    assert [box.folded for box in keys.round.boxes] == [False, True, True]
    acts = [one for one in events(floor.venue.floor, f"table:{STUD}") if isinstance(one, ActTakenBack)]
    assert [type(one.act[0]).__name__ for one in acts[-3:]] == ["Decided"] * 3  # box by box on record
    end(floor, STUD)


def test_what_was_keyed_before_its_turn_outlives_a_reload(visit: Visit, floor: Served) -> None:
    keys = at_keys(visit, floor, STUD)
    keys.type("*+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("35F")
    expect(keys.line).to_contain_text("Boxes 3, 5: Fold")
    assert not any(box.decisions for box in keys.round.boxes)  # boxes 1 and 2 come first
    keys.page.reload()
    keys.type("", "^BOX")
    keys.type("*B", "^CARD Dealer, card 1")
    assert [box.number for box in keys.round.boxes if box.folded] == [3, 5]
    end(floor, STUD)


def test_a_fill_is_asked_for_by_keys(visit: Visit, floor: Served) -> None:
    """F6, 3 chips of the highest and 20 of the next value, and + : nothing behind the sheet hears them."""
    keys = at_keys(visit, floor, STUD)
    before = keys.wagers()
    keys.page.keyboard.press("F6")
    sheet = keys.page.get_by_role("dialog", name="A fill or a credit")
    expect(sheet.get_by_role("button", name=re.compile("^Ask"))).to_be_disabled()
    keys.type("3⏎20+")
    expect(sheet).to_be_hidden()
    info = floor.venue.floor.table(STUD).info
    assert isinstance(info.tray, Tray)
    high, second = sorted(floor.venue.floor.table(STUD).engine.policy.chips, reverse=True)[:2]
    (slip,) = info.tray.slips
    assert (slip.fill, slip.asked, slip.counts) == (True, "rahim", ((high, 3), (second, 20)))
    assert keys.wagers() == before
    keys.page.keyboard.press("F6")
    keys.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert floor.venue.floor.table(STUD).info.tray == info.tray
    end(floor, STUD)


def test_cash_for_chips_by_keys(visit: Visit, floor: Served) -> None:
    """F4, Tab to the field, the amount and Enter: the sheet has the keyboard, and its forms have Enter."""
    keys = at_keys(visit, floor, STUD)
    before = floor.venue.floor.table(STUD).info.float
    keys.page.keyboard.press("F4")
    sheet = keys.page.get_by_role("dialog", name="At this table")
    Hands(keys.page).fills(sheet.get_by_role("textbox", name="Cash", exact=True), "150")
    keys.page.keyboard.press("Enter")
    expect(sheet.get_by_role("textbox", name="Cash", exact=True)).to_have_value("")
    until(lambda: floor.venue.floor.table(STUD).info.float == before - 15_000, keys.page)
    keys.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    end(floor, STUD)


def test_chips_sold_one_after_the_other_by_keys(visit: Visit, floor: Served) -> None:
    """A slow server takes nothing of what is typed while it thinks, and what it refuses is there again."""
    keys = at_keys(visit, floor, STUD)
    page, before, held = keys.page, floor.venue.floor.table(STUD).info.float, list[Route]()
    page.keyboard.press("F4")
    sheet = page.get_by_role("dialog", name="At this table")
    field = sheet.get_by_role("textbox", name="Cash", exact=True)
    stated = re.search(r"Chips with the Players: ([\d,.]+)", sheet.inner_text())
    assert stated
    out = round(float(stated[1].replace(",", "")) * 100)

    def hold(route: Route) -> None:  # the browser's library takes no method of a list
        held.append(route)

    page.route("**/entries", hold)
    Hands(page).fills(field, "150")
    page.keyboard.press("Enter")
    page.keyboard.type("25")
    until(lambda: held, page)
    assert len(held) == 1
    held[0].continue_()
    expect(sheet).to_contain_text(f"Chips with the Players: {(out + 15_000) / 100:,.2f}")
    expect(field).to_have_value("25")
    page.keyboard.press("Enter")
    expect(field).to_have_value("")
    page.keyboard.type("5")  # typed, and entered before the one before it has been answered
    page.keyboard.press("Enter")
    until(lambda: len(held) == 3, page)
    for one in held[1:]:
        one.continue_()
    expect(sheet).to_contain_text(f"Chips with the Players: {(out + 18_000) / 100:,.2f}")
    assert floor.venue.floor.table(STUD).info.float == before - 18_000
    page.unroute("**/entries")
    page.keyboard.type("0.01")  # no chip is so small
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_have_text("Cash must be a multiple of the lowest chip, SGD 5.00")
    expect(field).to_have_value("0.01")
    page.keyboard.press("Escape")
    end(floor, STUD)


def test_cash_for_chips_on_a_phone(visit: Visit, floor: Served) -> None:
    """Each field has a line to itself: beside each other they would show three letters of a name."""
    keys = at_keys(visit, floor, STUD)
    keys.page.set_viewport_size({"width": 390, "height": 844})
    keys.page.keyboard.press("F4")
    sheet = keys.page.get_by_role("dialog", name="At this table")
    for field in (sheet.get_by_role("textbox", name="Cash", exact=True), sheet.get_by_label("Account or name")):
        box = field.bounding_box()
        assert box is not None
        assert box["width"] > 250
    keys.page.keyboard.press("Escape")
    end(floor, STUD)


MEASURE = """() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollHeight > root.clientHeight) wrong.push(`${root.scrollHeight - root.clientHeight} px below the window`);
  if (root.scrollWidth > root.clientWidth) wrong.push(`${root.scrollWidth - root.clientWidth} px beside the window`);
  const box = (node) => node.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const said = (node) => (node.getAttribute("aria-label") || node.textContent).trim().slice(0, 40);
  const inside = ({ left, top, right, bottom }) =>
    left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  for (const node of all(".desk :is(button, a[href], input, select):not(.cite)")) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".tape-area, .sheet-area")) continue;
    const place = box(node);
    const side = Math.round(Math.min(place.width, place.height) * 10) / 10;
    if (!inside(place)) wrong.push(`${said(node)} is not inside the window`);
    if (side < 43.5) wrong.push(`${said(node)} is ${side} px`);
    const hit = document.elementFromPoint((place.left + place.right) / 2, (place.top + place.bottom) / 2);
    if (!(node.contains(hit) || hit?.contains(node))) wrong.push(`${said(node)} lies under ${hit?.className}`);
  }
  for (const node of all(".lane, .lane > *, .own, .desk > div")) {
    if (!inside(box(node))) wrong.push(`${node.className} is cut off`);
    if (node.matches(".lane") && box(node).bottom > box(document.querySelector(".own")).top + 1)
      wrong.push(`${node.className} lies over the Dealer's cards`);
    if (node.matches(".lane > *") && box(node).bottom > box(node.parentElement).bottom + 1)
      wrong.push(`${node.className} hangs out of its lane`);
  }
  for (const node of all(".top .name > *, .lane .hand > b"))
    if (node.scrollWidth > node.clientWidth) wrong.push(`“${said(node)}” is cut`);
  for (const node of all(".pay ul > li, .pay .cite")) {
    const { height, bottom } = box(node);
    if (bottom > box(node.closest(".pay")).bottom - 2 || (node.matches("li") && height < 12))
      wrong.push(`“${said(node)}” is not seen whole`);
  }
  const lanes = all(".lane .cards, .lane .hand, .lane .middle, .lane .plate");
  for (const [at, one] of lanes.entries())
    for (const other of lanes.slice(at + 1)) {
      if (one.parentElement === other.parentElement && other.matches(".hand")) continue; // may lie over its own cards
      const [a, b] = [box(one), box(other)];
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        wrong.push(`${one.className}: ${said(one)} lies over ${other.className}: ${said(other)}`);
    }
  const places = {};
  for (const node of all(".lane")) places[`box ${node.dataset.box}`] = Object.values(box(node).toJSON()).slice(0, 4);
  for (const node of all(".controls .ck")) places[`key ${all(".controls .ck").indexOf(node)}`] =
    Object.values(box(node).toJSON()).slice(0, 4);
  return { wrong, places };
}"""


class Measured:
    """What was measured so far, window by window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.places: dict[tuple[int, int], dict[str, list[float]]] = {}
        self.wrong: list[str] = []

    def measure(self, step: str) -> None:
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = self.page.evaluate(MEASURE)
            where = f"{width}x{height}, {step}"
            self.wrong += [f"{where}: {one}" for one in found["wrong"]]
            for name, was in self.places.setdefault((width, height), found["places"]).items():
                now = found["places"].get(name)
                if now is None or any(abs(one - other) > 1 for one, other in zip(was, now, strict=True)):
                    self.wrong.append(f"{where}: {name} was at {was} and is at {now}")


def test_nothing_moves_and_nothing_is_off_the_screen(visit: Visit, floor: Served) -> None:
    keys = at_keys(visit, floor, STUD)
    measured = Measured(keys.page)
    measured.measure("bets, empty")
    keys.type("*6J3100⏎725")
    expect(keys.line).to_contain_text("Box 7, Tomas: Ante 25.00")
    measured.measure("bets")
    keys.type("+", "^CARD the burnt card")
    measured.measure("deal")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    measured.measure("decisions")
    keys.type("*L257F*B", "^CARD Dealer, card 1")
    keys.type("QSQD8C4S", "^CARD box 1, card 1")
    measured.measure("reveal")
    keys.type("KSKD9C4H2DASJD7C6C3HAHJH8H5H2HTSTD9D5D3C", "^PAY")
    measured.measure("pay")
    hands = keys.page.get_by_role("region", name="Hands").get_by_role("listitem")
    expect(hands.nth(0)).to_contain_text("One Pair Kings")
    expect(hands.nth(3)).to_contain_text("Flush Ace high")
    assert not measured.wrong, "\n".join(measured.wrong)
    end(floor, STUD)


def test_a_shared_box_with_every_wager_fits(visit: Visit, floor: Served) -> None:
    """Six spots in a lane and a payment of two persons are the most that has to be shown."""
    who = floor.visit(name="rahim", role="dealer")
    done(who, SHARED, *BOUGHT, {"type": "OpenRound"})
    keys = Keys(at_desk(visit, floor, f"/dealer/{SHARED}", "dealer", "rahim", SIZES[0]), floor, SHARED)
    expect(keys.line.get_by_role("heading")).to_have_text(re.compile("^BOX"))
    measured = Measured(keys.page)
    measured.measure("bets, empty")
    for entry, read in (
        ("5Phana⏎50⏎", "hana: Ante 50.00"),
        ("5Parjun⏎25⏎", "arjun: Ante 25.00"),
        ("525U", "Bonus 25.00"),
        ("5J", "Jackpot"),
        ("1Pravi⏎100⏎", "ravi: Ante 100.00"),
    ):
        keys.type(entry)
        expect(keys.line).to_contain_text(read)
    measured.measure("bets")
    keys.type("+", "^CARD")
    keys.type("*", "^BOX")
    keys.type("*B", "^CARD")
    keys.type("KS9D4C", "^BOX")
    keys.type("*B", "^CARD")
    keys.type("7H", "^BOX")
    measured.measure("decisions")
    keys.type("*B", "^CARD")
    keys.type("2S", "^CARD Dealer, card 1")
    keys.type("QHQDKDKHAHAD", "^PAY")
    measured.measure("pay")
    paid: Any = keys.page.get_by_role("list", name="Settlement").get_by_role("listitem").filter(has_text="Box 5").first
    expect(paid).to_contain_text("hana")
    expect(paid).to_contain_text("arjun")
    assert not measured.wrong, "\n".join(measured.wrong)
    end(floor, SHARED)


def test_seats_of_the_poker_room_by_keys(visit: Visit, floor: Served) -> None:
    who = floor.visit(name="jun", role="dealer")
    state: Any = floor.venue.floor.table(ROOM).engine
    stake = state.policy.minimum_stake
    done(who, ROOM, {"type": "BuyChips", "cents": 3 * stake})
    for seat, player in ((1, "Hana"), (2, "Viktor"), (4, "Ravi")):
        done(who, ROOM, {"type": "JoinTable", "seat": seat, "stake": stake, "player": player})
    page = at_desk(visit, floor, f"/dealer/{ROOM}", "dealer", "jun", SIZES[0])
    dealer, keys = Dealer(page), Keys(page, floor, ROOM)
    heading = dealer.next.get_by_role("heading")
    expect(heading).to_have_text(re.compile("^NEXT"))

    def engine() -> Any:
        return floor.venue.floor.table(ROOM).engine

    measured = Measured(page)
    measured.measure("before the round")
    page.set_viewport_size({"width": 1440, "height": 900})
    keys.type("+", "^CARD seat")
    keys.type("*", "^SEAT")
    measured.measure("to act")
    first = next(row for row in engine().round.hands if f"SEAT {row.seat} " in (heading.text_content() or ""))
    keys.type("R30⏎")
    expect(dealer.next).to_contain_text(f"Seat {first.seat}, {first.player}: Raise 30.00")
    keys.type("Q")
    expect(dealer.next.get_by_role("alert")).to_contain_text("Q means nothing now")
    keys.type("*F", "^NEXT")
    assert not measured.wrong, "\n".join(measured.wrong)


def test_an_amount_that_cannot_be_opens_the_report_of_it(visit: Visit, floor: Served) -> None:
    """5.1 and 5.3: what is known is filled in; Escape leaves the table as it was, plus carries the ruling out."""
    keys = at_keys(visit, floor, STUD)
    keys.type("*", "^BOX")
    keys.type("36000⏎")  # the most is 5,000
    sheet = keys.page.get_by_role("dialog", name="Wager over maximum")
    expect(sheet).to_contain_text("5,000.00")
    keys.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert keys.wagers()[3]["ante"] == ANTES[3]
    keys.type("+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("1M150⏎")
    sheet = keys.page.get_by_role("dialog", name="Wager wrong size")
    expect(sheet.get_by_label("Amount there")).to_have_value("150.00")
    expect(sheet).to_contain_text("Entered with it: Box 1: BET 100.00.")
    keys.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert keys.round.box(1).decisions == ()
    keys.type("1M150⏎")
    expect(sheet.get_by_role("button", name="Ask for signatures")).to_be_visible()
    keys.page.keyboard.press("+")
    expect(sheet).to_be_hidden()
    agrees(floor, STUD)
    expect(keys.page.get_by_text("Nothing goes on until it is signed")).to_have_count(0)
    assert keys.wagers()[1]["bet"] == 15_000
    end(floor, STUD)


def test_an_amount_said_before_its_turn_waits_for_it(visit: Visit, floor: Served) -> None:
    """5.3: box 3 says its BET while box 1 is to decide; the report of it opens when its turn has come."""
    keys = at_keys(visit, floor, STUD)
    keys.type("*+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("3M150⏎")
    expect(keys.line).to_contain_text("Box 3, Viktor: BET 150")
    keys.type("5F1B")
    expect(keys.line).to_contain_text("Box 1, Hana: BET 100")
    sheet = keys.page.get_by_role("dialog", name="Wager wrong size")
    expect(sheet).to_have_count(0)
    keys.type("2F")
    expect(sheet.get_by_label("Amount there")).to_have_value("150.00")
    expect(sheet.get_by_role("button", name="Ask for signatures")).to_be_visible()
    keys.page.keyboard.press("+")
    expect(sheet).to_be_hidden()
    agrees(floor, STUD)
    expect(keys.page.get_by_text("Nothing goes on until it is signed")).to_have_count(0)
    assert keys.wagers()[3]["bet"] == 15_000
    keys.type("*B", "^CARD Dealer, card 1")
    assert [box.number for box in keys.round.boxes if box.folded] == [2, 5]
    end(floor, STUD)


def to_decide(keys: Keys) -> None:
    """The cards are out, the Dealer's last is up, and nobody has decided."""
    keys.type("*+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")


@pytest.mark.always
def test_an_absence_by_five_keys(visit: Visit, floor: Served) -> None:
    """5.5: the kind, the box, and what the table knows is passed over."""
    keys = at_keys(visit, floor, STUD)
    to_decide(keys)
    before = keys.presses
    keys.type("I41")  # as fast as they come
    sheet = keys.page.get_by_role("dialog", name="Player absent")
    expect(sheet.get_by_role("radio")).to_have_count(7)  # the boxes, and nothing before them
    expect(sheet.get_by_role("button", name="Fold")).to_have_count(0)
    keys.type("5")
    expect(sheet.get_by_role("radio", name="5", exact=True)).to_be_checked()
    stage = sheet.get_by_role("group", name=re.compile("^How far the hand has come"))
    expect(stage.get_by_role("radio", name=re.compile("decision", re.IGNORECASE)).first).to_be_checked()
    expect(stage).to_contain_text("Known from the round.")
    expect(sheet.get_by_role("status").filter(has_text="Ruling, preview")).to_contain_text(
        "The hand of box 5 is folded"
    )
    keys.type("+")
    expect(sheet).to_be_hidden()
    assert keys.presses - before <= 5
    assert [box.number for box in keys.round.boxes if box.folded] == [5]
    end(floor, STUD)


def test_words_of_the_floor_find_an_irregularity(visit: Visit, floor: Served) -> None:
    """What the words were read as stands beside each; Enter chooses the row that is marked, digits answer."""
    keys = at_keys(visit, floor, STUD)
    to_decide(keys)
    keys.type("I")
    sheet = keys.page.get_by_role("dialog", name="What went wrong?")
    keys.page.keyboard.type("the player walked away", delay=5)
    keys.page.keyboard.press("Enter")  # at once: what the words mean is waited for
    sheet = keys.page.get_by_role("dialog", name="Player absent")
    keys.type("3")
    expect(sheet.get_by_role("radio", name="3", exact=True)).to_be_checked()
    keys.type("/")
    sheet = keys.page.get_by_role("dialog", name="What went wrong?")
    keys.page.keyboard.type("late", delay=5)
    row = sheet.get_by_role("listitem").filter(has_text="Late wager")
    expect(row).to_contain_text("“late”")
    keys.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    end(floor, STUD)


def test_what_cannot_happen_now_is_struck_out(visit: Visit, floor: Served) -> None:
    keys = at_keys(visit, floor, STUD)
    keys.type("I")
    sheet = keys.page.get_by_role("dialog", name="What went wrong?")
    row = sheet.get_by_role("listitem").filter(has=keys.page.get_by_role("button", name="Misdeal", exact=True))
    expect(row).to_contain_text("No card has been dealt yet")
    expect(row.get_by_role("button", name="Misdeal")).to_have_css("text-decoration-line", "line-through")
    keys.page.keyboard.press("Escape")
    end(floor, STUD)


def test_another_box_is_asked_about_afresh(visit: Visit, floor: Served) -> None:
    """An answer about one box is not said of another: no refusal is left that only Cancel ends."""
    keys = at_keys(visit, floor, STUD)
    to_decide(keys)
    keys.type("1F", "^BOX")
    keys.type("I41")
    sheet = keys.page.get_by_role("dialog", name="Player absent")
    for box, stage in (("1", "No decision left"), ("5", "before")):
        sheet.get_by_role("group", name="Box").get_by_role("radio", name=box, exact=True).check(force=True)
        group = sheet.get_by_role("group", name=re.compile("^How far the hand has come"))
        expect(group.get_by_role("radio", name=re.compile(stage, re.IGNORECASE))).to_be_checked()
        expect(sheet.get_by_role("status").filter(has_text="Ruling, preview")).to_be_visible()
    keys.page.keyboard.press("Escape")
    end(floor, STUD)


def test_plus_says_what_keeps_the_bets_open(visit: Visit, floor: Served) -> None:
    who = floor.visit(name="rahim", role="dealer")
    done(who, SHARED, {"type": "BuyChips", "cents": 500_000}, {"type": "OpenRound"})
    keys = Keys(at_desk(visit, floor, f"/dealer/{SHARED}", "dealer", "rahim", SIZES[0]), floor, SHARED)
    keys.type("", "^BOX")
    keys.type("5Phana⏎50⏎")
    keys.type("510U")
    expect(keys.line).to_contain_text("Box 5, hana: Bonus 10.00")
    keys.type("+")
    expect(keys.line.get_by_role("alert")).to_contain_text("The bonus on box 5 is below SGD 25.00")
    keys.type("525U+", "^CARD")
    end(floor, SHARED)


def test_what_was_paid_is_left_to_a_ruling(visit: Visit, floor: Served) -> None:
    """5.24: the key that takes back opens the report; the Shift Manager may undo the round before the next begins."""
    keys = at_keys(visit, floor, STUD)
    keys.type("350⏎+", "^CARD the burnt card")
    keys.type("*", "^CARD Dealer, card 5")
    keys.type("KH", "^BOX")
    keys.type("3F", "^PAY")
    keys.type("+", "^NEXT Place your Bets")
    keys.type("-")
    sheet = keys.page.get_by_role("dialog", name="Not covered")
    expect(sheet).to_contain_text("The Shift Manager decides: play on, void the round or take the hand out")
    keys.page.keyboard.press("+")
    expect(sheet).to_be_hidden()
    (waits,) = floor.venue.floor.table(STUD).engine.pending
    assert waits.options == ("continue", "void_round", "invalidate_hand")
    void = {"type": "TakeDecision", "number": waits.number, "option": "void_round", "reason": "Viktor had bet"}
    done(floor.visit(name="sid", role="shift_manager"), STUD, void)
    (said,) = floor.venue.floor.table(STUD).engine.waiting
    done(floor.visit(name="una", role="shift_manager"), STUD, {"type": "SignStatement", "number": said.number})
    expect(keys.line.get_by_role("heading")).to_have_text(re.compile("^NEXT Place your Bets"))
    assert {line.result.value for line in keys.round.lines} == {"void"}
