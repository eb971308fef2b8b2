"""What waits for somebody: the order of awards, tables whose jackpot link is down, and choices after a ruling."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from croupier.floor.house.config import TablePlan
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.events import JackpotStatus
from croupier.web.demo import demonstration
from croupier.web.serving import Opening
from tests.browser.conftest import CALM, DESK, PHONE, Visit, axe_faults, sideways
from tests.browser.past import browser_of
from tests.browser.players import press, tab_to
from tests.browser.staff import at_desk, round_of
from tests.web.server import Served, Visitor, serving

WAYS = [pytest.param("keyboard", DESK, id="keyboard"), pytest.param("mouse", PHONE, id="mouse-phone")]
STUDS = ("dealer-1", "dealer-2")
APART = "dealer-3"
SHARED = "dealer-4"
ROOM = "dealer-5"
ROYAL = ("2c", "As", "2d", "Ks", "3h", "Qs", "5h", "Js", "7c", "Ts", "9d")
"""The Burnt Card; then a Royal Flush for the first box and nothing for the Dealer, in turn."""
UNSEEN = 52


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration floor with more tables at which a Dealer enters the cards."""
    plan, folder = demonstration.plan(), tmp_path_factory.mktemp("floor")
    more = {name: TablePlan("rws-casino-stud", "stud", automatic=False) for name in (STUDS[1], APART)}
    more[SHARED] = TablePlan("mbs-texas-holdem-bonus-progressive", "bonus", automatic=False)
    more[ROOM] = TablePlan("rws-poker", automatic=False, anonymous=True)
    tables = {**plan.tables, **more}
    opening = Opening(db=str(folder / "f.db"), plan=replace(plan, tables=tables), pace=CALM, company=False, seed=1)
    with serving(folder, opening=opening) as served:
        yield served


@pytest.fixture(scope="module")
def dan(floor: Served) -> Visitor:
    return floor.visit(name="dan", role="dealer")


@pytest.fixture(scope="module")
def max_(floor: Served) -> Visitor:
    return floor.visit(name="max", role="pit_manager")


def done(who: Visitor, table: str, *commands: dict[str, Any]) -> None:
    for command in commands:
        answer = who.act(table, command)
        assert answer.status_code == 200, f"{command}: {answer.text}"


def on_link(who: Visitor, link: str, command: dict[str, Any]) -> None:
    answer = who.http.post(f"/api/streams/link:{link}/acts", json={"key": who.key(), "commands": [command]})
    assert answer.status_code == 200, answer.text


def works_again(floor: Served, max_: Visitor) -> None:
    """The multi-link does: read and tried by one, signed by two."""
    state, sid = floor.venue.floor.link("multi-link"), floor.visit(name="sid", role="shift_manager")
    works = {"type": "ProposeUp", "meter": state.shown, "coins": {"multi-link-1": True}}
    body = {
        "key": f"works again {state.proposed}",
        "commands": [works],
    }  # sid comes anew, with keys from 1 on
    assert sid.http.post("/api/streams/link:multi-link/acts", json=body).status_code == 200
    on_link(max_, "multi-link", {"type": "CountersignUp", "number": state.proposed + 1})


def card(text: str) -> int:
    return "23456789TJQKA".index(text[0]) * 4 + "cdhs".index(text[1])


def types(page: Page, way: str, field: Locator, text: str) -> None:
    """Into a field that has the focus already where somebody uses the keyboard alone."""
    if way == "keyboard":
        expect(field).to_be_focused()
        page.keyboard.type(text)
    else:
        field.fill(text)


def ticks(page: Page, way: str, box: Locator) -> None:
    if way == "keyboard":
        tab_to(page, box)
        page.keyboard.press("Space")
    else:
        box.check()
    expect(box).to_be_checked()


def upper_edge(one: Locator) -> float:
    place = one.bounding_box()
    assert place is not None
    return place["y"]


def lower_edge(one: Locator) -> float:
    place = one.bounding_box()
    assert place is not None
    return place["y"] + place["height"]


# ---- The order of awards --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def claims(floor: Served, dan: Visitor, max_: Visitor) -> Iterator[None]:
    """A Royal Flush at each of two tables, the first one's dealt first; both wait for signatures."""
    player = floor.visit().name
    head = {"type": "PlaceWager", "box": 1, "player": player}
    for table in STUDS:
        done(
            dan,
            table,
            {"type": "OpenRound"},
            {**head, "wager": "ante", "amount": 5_000},
            {**head, "wager": "jackpot", "amount": 500},
            {"type": "CloseBets"},
            {"type": "DealCards", "cards": [card(one) for one in ROYAL]},
            {"type": "Choose", "box": 1, "decision": "bet"},
            {"type": "Reveal"},
            {"type": "ShowHand", "box": 1},
            {"type": "Settle"},
        )
    yield
    for who in (max_, floor.visit(name="nora", role="pit_manager")):
        for table in STUDS:
            done(who, table, {"type": "SignClaim", "box": 1})
    found = floor.venue.floor.link("stud").found
    for place in found.order if found is not None else ():
        done(dan, place.table, {"type": "Settle"})


@pytest.mark.parametrize(("way", "size"), WAYS)
@pytest.mark.usefixtures("claims")
def test_a_supervisor_records_another_order_of_awards(
    visit: Visit, floor: Served, way: str, size: tuple[int, int]
) -> None:
    page = at_desk(visit, floor, "/pit", "pit_supervisor", "nadia", size)
    order = page.get_by_role("region", name="Order of payment")
    places = order.get_by_role("listitem")
    expect(places).to_have_count(2)
    before = [one.inner_text() for one in places.all()]
    first, second = (re.search(r"dealer-\d", one)[0] for one in before)  # type: ignore[index]
    # The second in line is told that it is paid after another.
    claim = page.get_by_role("region", name="Claim to sign").filter(has_text=second)
    expect(claim).to_contain_text("after 1 other award")
    record = order.get_by_role("button", name="Record this order")
    expect(record).to_have_count(0)  # nothing is changed yet
    press(page, way, order.get_by_role("button", name=f"Earlier: {second}, box 1"))
    expect(places.first).to_contain_text(second)
    if way == "keyboard":
        expect(record).to_be_focused()  # at the top, there is nothing more to move
    press(page, way, record)
    asks = page.get_by_role("dialog", name="A different order of payment")
    assert axe_faults(page) == []
    types(page, way, asks.get_by_label("Reason"), f"{first} was keyed late")
    press(page, way, asks.get_by_role("button", name="Record this order"), "Enter" if way == "keyboard" else "")
    expect(asks).to_be_hidden()
    expect(order).to_contain_text(f"recorded by nadia: {first} was keyed late")
    expect(places.first).to_contain_text(f"1. {second}, box 1: Royal Flush")
    expect(record).to_have_count(0)
    found = floor.venue.floor.link("stud").found
    assert found is not None
    assert [place.table for place in found.order] == [second, first]
    assert page.evaluate("document.activeElement !== document.body"), "the keyboard has lost its place"
    assert sideways(page) == 0


@pytest.mark.usefixtures("claims")
def test_an_order_that_was_not_recorded_is_left_alone(visit: Visit, floor: Served) -> None:
    page = at_desk(visit, floor, "/pit", "pit_supervisor", "nadia")
    order = page.get_by_role("region", name="Order of payment")
    places = order.get_by_role("listitem")
    before = places.first.inner_text()
    found = floor.venue.floor.link("stud").found
    order.get_by_role("button", name=re.compile("^Earlier: ")).click()
    order.get_by_role("button", name="Record this order").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="A different order of payment")).to_be_hidden()
    assert places.first.inner_text() == before
    assert floor.venue.floor.link("stud").found == found
    auditor = at_desk(visit, floor, "/pit", "auditor", "eve")
    seen = auditor.get_by_role("region", name="Order of payment")
    expect(seen.get_by_role("listitem")).to_have_count(2)
    expect(seen.get_by_role("button", name=re.compile("^Earlier: "))).to_have_count(0)


# ---- A link that is down --------------------------------------------------------------------------------------------


@pytest.fixture
def down(floor: Served, max_: Visitor) -> Iterator[None]:
    """The multi-link is down; afterwards it works again, also where nobody has chosen."""
    on_link(max_, "multi-link", {"type": "LinkDown", "reason": "no line"})
    yield
    state = floor.venue.floor.table("multi-link-1")
    if floor.venue.floor.link("multi-link").down:
        works_again(floor, max_)
    if engine_of(floor, "multi-link-1").jackpot is JackpotStatus.CLOSE_TABLE:
        jackpot_works(floor, max_, "multi-link-1")
    for one in state.engine.pending:
        asked = {"type": "TakeDecision", "number": one.number, "option": "close_table", "reason": "the test is over"}
        done(max_, "multi-link-1", asked)
        jackpot_works(floor, max_, "multi-link-1")


def jackpot_works(floor: Served, first: Visitor, table: str) -> None:
    done(first, table, {"type": "Propose", "what": {"type": "EndFailure"}})
    number = floor.venue.floor.table(table).info.proposed
    done(floor.visit(name="nina", role="pit_manager"), table, {"type": "Countersign", "number": number})


def engine_of_room(floor: Served) -> Any:
    return floor.venue.floor.table(ROOM).engine


def engine_of(floor: Served, table: str) -> Any:
    state = floor.venue.floor.table(table)
    assert isinstance(state, BankedTable)
    return state.engine


@pytest.mark.parametrize(("way", "size"), WAYS)
@pytest.mark.usefixtures("down")
def test_a_manager_closes_boxes_while_the_link_is_down(
    visit: Visit, floor: Served, way: str, size: tuple[int, int]
) -> None:
    """5.18.2.b: the boxes that he names, and no others; the Players see which."""
    player = visit(f"{floor.url}/table/multi-link-1", size)
    expect(player.get_by_text("the House has yet to choose how the table is played")).to_be_visible()
    page = at_desk(visit, floor, "/pit", "pit_manager", "omar", size)
    decision = page.get_by_role("article").filter(has_text="multi-link-1: Jackpot system down")
    expect(decision).to_contain_text("Known: Which round: The next")
    press(page, way, decision.get_by_role("button", name="Close boxes"))
    decide = decision.get_by_role("button", name="Decide: Close boxes")
    expect(decide).to_be_disabled()  # which boxes?
    if way == "keyboard":
        expect(decision.get_by_role("checkbox", name="Box 1")).to_be_focused()
    for box in (2, 3):
        ticks(page, way, decision.get_by_role("checkbox", name=f"Box {box}"))
    assert axe_faults(page) == []
    if way == "keyboard":
        tab_to(page, decision.get_by_label("Reason"))
    types(page, way, decision.get_by_label("Reason"), "their devices are dead")
    press(page, way, decide, "Enter" if way == "keyboard" else "")
    expect(decision).to_have_count(0)
    engine = engine_of(floor, "multi-link-1")
    assert (engine.jackpot, engine.closed_boxes) == (JackpotStatus.CLOSE_BOXES, (2, 3))
    expect(player.get_by_text("Boxes 2 and 3 are closed until the jackpot system works again.")).to_be_visible()
    for box, word in ((1, "empty"), (2, "closed"), (3, "closed"), (4, "empty")):
        expect(player.get_by_role("listitem", name=f"Box {box}, {word}", include_hidden=True)).to_have_count(1)
    assert sideways(page) == sideways(player) == 0


@pytest.mark.parametrize(
    ("option", "status"), [("Close the table", "close_table"), ("Play without jackpot", "without_jackpot"), ("", "")]
)
@pytest.mark.usefixtures("down")
def test_when_the_link_works_again_nothing_is_left_to_choose(
    visit: Visit, floor: Served, max_: Visitor, option: str, status: str
) -> None:
    """Its tables are released at once, but for one that a person has closed, and also if nothing was chosen."""
    page = at_desk(visit, floor, "/pit", "pit_manager", "omar")
    decision = page.get_by_role("article").filter(has_text="multi-link-1: Jackpot system down")
    expect(decision).to_have_count(1)
    if option:
        decision.get_by_role("button", name=option).click()
        decision.get_by_label("Reason").fill("until it works")
        page.keyboard.press("Enter")
        expect(decision).to_have_count(0)
        assert engine_of(floor, "multi-link-1").jackpot == status
    works_again(floor, max_)
    expect(decision).to_have_count(0)
    closed = status == "close_table"
    assert (engine_of(floor, "multi-link-1").jackpot is JackpotStatus.RUNNING) is not closed
    assert not engine_of(floor, "multi-link-1").pending
    page.get_by_role("button", name="multi-link-1: float, limits, opening and closing").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Reopen the jackpot here")).to_have_count(int(closed))


# ---- Another's signature, seats and shares --------------------------------------------------------------------------


def test_whoever_proposed_something_reads_who_turned_it_down_and_why(
    visit: Visit, floor: Served, max_: Visitor
) -> None:
    page = at_desk(visit, floor, "/pit", "pit_supervisor", "petra")
    expect(page.get_by_role("region", name="What you proposed")).to_have_count(0)
    petra = floor.visit(name="petra", role="pit_supervisor")
    limits = {"type": "ChangePolicy", "policy": {"minimum": 5_000}}
    done(petra, APART, {"type": "Propose", "what": limits})
    number = floor.venue.floor.table(APART).info.proposed
    done(max_, APART, {"type": "Reject", "number": number, "reason": "count it again"})
    answers = page.get_by_role("region", name="What you proposed").get_by_role("listitem")
    expect(answers).to_have_count(1)
    expect(answers).to_contain_text(re.compile(rf"{APART}: New limits.*turned down.*max, Pit Manager", re.S))
    expect(answers).to_contain_text("count it again")
    assert axe_faults(page) == []


def test_a_dealer_asks_who_sits_out_whether_he_will_be_back(visit: Visit, floor: Served, dan: Visitor) -> None:
    policy: Any = engine_of_room(floor).policy
    join = {"type": "JoinTable", "stake": policy.minimum_stake}
    done(
        dan,
        ROOM,
        {"type": "BuyChips", "cents": 2 * policy.minimum_stake},
        {**join, "seat": 1, "player": "Ann"},
        {**join, "seat": 2, "player": "Ben"},
    )
    page = at_desk(visit, floor, f"/dealer/{ROOM}", "dealer", "dan")
    page.get_by_role("button", name="More", exact=True).click()
    sheet = page.get_by_role("dialog", name="At this table")
    expect(sheet.get_by_role("button", name=re.compile("ack$|said$"))).to_have_count(0)  # not before it is asked
    sheet.get_by_role("button", name="Sit out, Seat 2: will they be back?").click()
    sheet.get_by_role("button", name="Will not be back").click()
    hands = page.get_by_role("region", name="Hands")
    expect(hands.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("Away")
    (away,) = [seat for seat in engine_of_room(floor).seats if seat.player == "Ben"]
    assert away.away
    assert away.will_return is False


def test_a_share_in_anothers_box_is_told_to_its_player_and_to_the_dealer(
    visit: Visit, floor: Served, dan: Visitor
) -> None:
    ann, ben = floor.visit(), floor.visit()
    ante = {"type": "PlaceWager", "box": 1, "wager": "ante"}
    done(
        dan,
        SHARED,
        {"type": "OpenRound"},
        {**ante, "amount": 10_000, "player": ann.name},
        {**ante, "amount": 5_000, "player": ben.name},
        {"type": "CloseBets"},
    )
    page = browser_of(visit, ben, f"/table/{SHARED}")
    share = page.get_by_role("region", name="Your share in box 1")
    expect(share).to_contain_text(re.compile(r"Ante.*50\.00.*of 150\.00.*On the table.*50\.00", re.S))
    desk = at_desk(visit, floor, f"/dealer/{SHARED}", "dealer", "dan")
    row = desk.get_by_role("region", name="Hands").get_by_role("listitem").filter(has_text=ann.name)
    expect(row).to_contain_text(f"{ben.name} 50")
    done(dan, SHARED, {"type": "Report", "irregularity": "foreign_card"})


# ---- A choice after a ruling ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [pytest.param((1366, 657), id="laptop"), pytest.param(PHONE, id="phone")])
def test_a_player_of_two_boxes_chooses_for_each(
    visit: Visit, floor: Served, dan: Visitor, max_: Visitor, size: tuple[int, int]
) -> None:
    """5.14: the Pit Supervisor says which card came first; then every Player plays on or takes his wagers back."""
    ann = floor.visit()
    ante = {"type": "PlaceWager", "wager": "ante", "amount": 5_000, "player": ann.name}
    done(dan, APART, {"type": "OpenRound"}, {**ante, "box": 2}, {**ante, "box": 5}, {"type": "CloseBets"})
    done(
        dan,
        APART,
        {"type": "DealCards", "cards": [UNSEEN] * 5},
        {"type": "Report", "irregularity": "simultaneous_draw"},
    )
    page = browser_of(visit, ann, f"/table/{APART}", size)
    bar = page.get_by_role("group", name="Your decision")
    expect(bar).to_contain_text("The table waits for the Pit Supervisor")
    (waits,) = engine_of(floor, APART).pending
    done(
        max_,
        APART,
        {"type": "TakeDecision", "number": waits.number, "option": "as_dealt", "reason": "nothing was seen"},
    )
    expect(page.get_by_role("status").filter(has_text="The cards stay as they were dealt.")).to_be_visible()
    assert axe_faults(page) == []
    if size != PHONE:  # where the bar lies over the felt, it leaves his chips in sight
        for box in (2, 5):
            spot = page.get_by_role("listitem", name=re.compile(f"^Box {box}, yours")).get_by_text("Ante", exact=True)
            assert lower_edge(spot) < upper_edge(bar)
    for box, choice in ((2, "Take the wagers back"), (5, "Play on")):
        expect(bar).to_contain_text(f"Box {box}")
        button = bar.get_by_role("button", name=choice)
        expect(button).to_be_in_viewport(ratio=1)
        bar_itself = bar.locator(".table-bar")
        assert upper_edge(bar_itself) < upper_edge(button) < lower_edge(button) < lower_edge(bar_itself)
        button.click()
    expect(bar.get_by_role("button", name="Play on")).to_have_count(0)
    boxes = {box.number: bool(box.out) for box in round_of(floor, APART).boxes}
    assert boxes == {2: True, 5: False}
    done(dan, APART, {"type": "Report", "irregularity": "foreign_card"})
