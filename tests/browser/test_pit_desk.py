"""The pit's new acts in the managers' browsers: a table made, a code given, a claim returned, the desk at work."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from croupier.floor.house.config import TablePlan
from croupier.web.demo import demonstration
from croupier.web.serving import Opening
from tests.browser.conftest import PHONE, UNDRAWN, Visit, axe_faults, sideways
from tests.browser.keyboard import Hands
from tests.web.server import BRISK, Served, keeping_accounts, serving

PASSWORD = "a long enough secret"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration with two tables of the poker room that have the same Blinds."""
    folder = tmp_path_factory.mktemp("desk")
    plan = demonstration.plan()
    tables = {**plan.tables, "poker-2": TablePlan("rws-poker", policy=plan.tables["poker-1"].policy)}
    opening = Opening(db=str(folder / "floor.db"), plan=replace(plan, tables=tables), pace=BRISK, company=False, seed=1)
    with serving(folder, opening=opening) as served:
        yield served


def test_the_desk_keeps_a_list_and_moves_a_player(visit: Visit, floor: Served) -> None:
    for table, seat in (("poker-1", 1), ("poker-1", 2), ("poker-2", 4)):
        guest = floor.visit()
        stake = floor.venue.floor.table(table).engine.policy.minimum_stake  # type: ignore[union-attr]
        joined = guest.act(table, {"type": "JoinTable", "seat": seat, "stake": stake})
        assert joined.status_code == 200, joined.text
    who = floor.visit(name="nadia", role="pit_supervisor")
    page = visit(f"{floor.url}/pit/room", (1440, 900), session=who.token)
    page.get_by_role("button", name="Add").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Daniel Koh")
    dialog.get_by_role("button", name="Add").click()
    row = page.get_by_role("button", name="Daniel Koh")
    expect(row).to_contain_text("seat at")
    page.get_by_role("button", name="Call next").click()
    expect(row).to_contain_text("called")
    page.get_by_role("button", name="Gone").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("went home")
    page.get_by_role("dialog").get_by_role("button", name="Gone").click()
    expect(page.get_by_text("Nobody waits.")).to_be_visible()
    assert (axe_faults(page), sideways(page)) == ([], 0)

    page.set_viewport_size({"width": 390, "height": 844})
    words = page.get_by_role("region", name="Move", exact=True).get_by_role("heading").bounding_box()
    assert words is not None
    assert words["width"] > 200, words
    page.get_by_role("region", name="Move", exact=True).get_by_role("button", name="Move").click()
    expect(page.get_by_role("region", name="Move", exact=True)).to_have_count(0)
    seated = floor.venue.floor.table("poker-1").engine.seats  # type: ignore[union-attr]
    assert len(seated) == 3


def test_the_desk_is_worked_by_keys_alone(visit: Visit, tmp_path: Path) -> None:
    """Add, call and seat somebody, let another go, move whoever is next: to the seat offered, and to another."""
    plan = demonstration.plan()
    ours = TablePlan("rws-poker", automatic=False, policy=plan.tables["poker-1"].policy)
    tables = {**plan.tables, "poker-1": ours, "poker-2": ours}
    opening = Opening(db=str(tmp_path / "f.db"), plan=replace(plan, tables=tables), pace=BRISK, company=False, seed=1)
    with serving(tmp_path, opening=opening) as house:
        stake = house.venue.floor.table("poker-1").engine.policy.minimum_stake  # type: ignore[union-attr]
        guests = [house.visit() for _ in range(4)]
        for guest, table, seat in zip(guests, ("poker-1", "poker-1", "poker-2", "poker-2"), (1, 2, 3, 4), strict=True):
            assert guest.act(table, {"type": "JoinTable", "seat": seat, "stake": stake}).status_code == 200
        waiting = house.visit().name

        def seated(table: str) -> dict[int, tuple[str, int]]:
            seats = house.venue.floor.table(table).engine.seats  # type: ignore[union-attr]
            return {one.number: (one.player, one.stake) for one in seats}

        who = house.visit(name="nadia", role="pit_supervisor")
        page = visit(f"{house.url}/pit/room", (1440, 900), session=who.token)
        Hands(page)
        expect(page.get_by_role("region", name="poker-1 5 / 10")).to_contain_text("Nobody deals yet")
        row = page.get_by_role("button", name=waiting)
        expect(page.get_by_role("region", name="Move", exact=True)).to_be_visible()
        for name in (waiting, "Petra"):
            page.keyboard.press("a")
            expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
            page.keyboard.type(name)
            page.keyboard.press("Enter")
            expect(page.get_by_role("dialog")).to_have_count(0)
        expect(row).to_contain_text("seat at")
        page.keyboard.press("c")
        expect(row).to_contain_text("called")
        page.keyboard.press("s")
        expect(page.get_by_role("dialog").get_by_label("Table Stake")).to_be_focused()
        page.keyboard.press("Enter")
        expect(row).to_have_count(0)
        assert (waiting, stake) in seated("poker-1").values() or (waiting, stake) in seated("poker-2").values()
        page.keyboard.press("x")
        expect(page.get_by_role("dialog").get_by_label("Reason")).to_be_focused()
        page.keyboard.type("went home")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Nobody waits.")).to_be_visible()

        fewer = min(("poker-1", "poker-2"), key=lambda table: len(seated(table)))
        more = "poker-2" if fewer == "poker-1" else "poker-1"
        players = [player for _, (player, _) in sorted(seated(fewer).items())]
        page.keyboard.press("+")
        expect(page.get_by_text(f"{players[0]} now sits at {more}.")).to_be_visible()
        expect(page.get_by_role("region", name="Move", exact=True)).to_contain_text(players[1])
        page.keyboard.press("o")
        dialog = page.get_by_role("dialog", name=f"Where does {players[1]} sit at {more}?")
        expect(dialog).to_be_visible()
        free = dialog.get_by_label("Seat").locator("option").all_inner_texts()
        Hands(page).chooses(dialog.get_by_label("Seat"), free[-1])
        Hands(page).does(dialog.get_by_role("button", name=f"Move {players[1]}"))
        expect(dialog).to_have_count(0)
        assert seated(more)[int(free[-1])] == (players[1], stake)
        assert seated(fewer) == {}
        assert Hands(page).pointed is None


def test_a_table_is_made_in_the_pit(visit: Visit, floor: Served) -> None:
    who = floor.visit(name="mia", role="shift_manager")
    page = visit(f"{floor.url}/pit/money", (1440, 900), session=who.token)
    page.get_by_role("button", name="New table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("stud-9")
    dialog.get_by_label("Game").select_option("rws-casino-stud")
    dialog.get_by_label("Jackpot link").select_option("stud")
    dialog.get_by_text("A Dealer", exact=True).click()
    assert (axe_faults(page), sideways(page)) == ([], 0)
    dialog.get_by_role("button", name="New table").click()
    expect(page.get_by_text("stud-9 is on the floor.")).to_be_visible()
    info = floor.venue.floor.table("stud-9").info
    assert (info.game, info.link, info.automatic, info.open) == ("rws-casino-stud", "stud", False, False)


def test_a_code_is_given_and_a_password_chosen_at_the_door(visit: Visit, browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, opening=keeping_accounts(tmp_path)) as kept:
        assert kept.venue.credentials.set_password("mia", PASSWORD) is None
        who = kept.visit(name="mia", password=PASSWORD, role="shift_manager")
        page = visit(f"{kept.url}/pit/money", (1440, 900), session=who.token)
        page.get_by_role("button", name="New account").click()
        page.get_by_role("dialog").get_by_label("Name").fill("wall")
        page.get_by_role("dialog").get_by_label("Role").select_option("display")
        page.get_by_role("dialog").get_by_role("button", name="New account").click()
        page.get_by_role("button", name="Give wall a code").click()
        code = page.get_by_role("dialog").get_by_role("status").inner_text()
        page.get_by_role("dialog").get_by_role("button", name="I have passed it on").click()

        # Whoever has to choose a password is first turned away, which a browser calls an error: a context of its own.
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, reduced_motion="reduce")
        context.add_init_script(UNDRAWN)
        door = context.new_page()
        door.goto(f"{kept.url}/sign-in")
        door.get_by_label("Name").fill("wall")
        door.get_by_label("Password").fill(code)
        door.locator("select[name=role]").select_option("display")
        door.locator("form button[type=submit]").click()
        form = door.get_by_role("form", name="New password")
        form.get_by_label("New password").fill("walls have eyes too")
        form.get_by_label("Once more").fill("walls have ears too")
        expect(form.get_by_text("The two differ.")).to_be_visible()
        form.get_by_label("Once more").fill("walls have eyes too")
        assert (axe_faults(door), sideways(door)) == ([], 0)
        form.get_by_role("button", name="Use this password").click()
        expect(door).to_have_url(f"{kept.url}/display")
        context.close()
