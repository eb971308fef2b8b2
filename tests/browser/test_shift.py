"""A whole shift with the keyboard alone: tables are opened, dealt, troubled, counted and closed; the report adds up.

What the trays and boxes must hold is added up by the test, from what it has keyed (`shift_rounds.py`).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.values.house import CountersignChange, CreateAccount, ProposeChange
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.verify.verification import verify
from croupier.rules.terms import Role
from croupier.web.serving import Opening
from tests.browser.conftest import DESK, Visit
from tests.browser.keyboard import Hands, Keys
from tests.browser.shift_rounds import Dealt, Hand, Tray, after, in_chips, play_hand, rounds, typed, worth
from tests.floor.cashiers import in_parts
from tests.reference import room
from tests.reference.house import CSP, MLP, PERCENT, PTHP, THBP
from tests.web.server import BRISK, LIGHT, serving

WORD = "a long password"
PLAN = """
[house]
name = "The House"
managers = ["mia", "max"]
""" + "".join(
    f"""
[links.{link}]

[tables.{table}]
game = "{game}"
link = "{link}"
automatic = false
anonymous = true
"""
    for table, game, link in (
        ("stud", CSP, "stud-link"),
        ("multi", MLP, "multi-link"),
        ("holdem", PTHP, "holdem-link"),
        ("bonus", THBP, "bonus-link"),
    )
)
POKER = """
[tables.poker]
game = "rws-poker"
automatic = false
anonymous = true

[tables.poker.policy]
small_blind = 500
minimum_stake = 20000
maximum_stake = 200000
"""
ROLES = {
    **dict.fromkeys(("dan", "dot", "eva", "hal", "ida", "pat"), Role.DEALER),
    "sue": Role.PIT_SUPERVISOR,
    "ken": Role.PIT_MANAGER,
    "tom": Role.CAGE,
    "tess": Role.CAGE,
    "mia": Role.SHIFT_MANAGER,
}
TITLES = {
    Role.DEALER: "Dealer",
    Role.PIT_SUPERVISOR: "Pit Supervisor",
    Role.PIT_MANAGER: "Pit Manager",
    Role.CAGE: "Cage",
    Role.SHIFT_MANAGER: "Shift Manager",
}
PINS = {name: f"{at}{at}57" for at, name in enumerate(("dan", "dot", "eva", "hal", "ida", "pat"), 1)}


class House:
    """The house, which may be shut and opened again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.stack = folder, ExitStack()
        plan = folder / "floor.toml"
        plan.write_text(PLAN + POKER, encoding="utf-8")
        self.opening = Opening(plan, str(folder / "floor.db"), pace=BRISK, terms=LIGHT)
        self.served = self.stack.enter_context(serving(folder, opening=self.opening))

    def restart(self) -> None:
        port = self.served.port
        self.stack.close()
        self.served = self.stack.enter_context(serving(self.folder, opening=self.opening, port=port))

    @property
    def floor(self) -> Any:
        return self.served.venue.floor

    def ask(self, command: Any, actor: str) -> None:
        reply = self.floor.submit(Request("house", actor, Role.SHIFT_MANAGER, command))[0]
        assert isinstance(reply, Accepted), reply


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Accounts and passwords are there; no tray has a chip in it, and nobody deals."""
    found = House(tmp_path)
    for name in ("mia", "max"):  # whoever acts is signed in, by the door's book
        assert found.served.venue.credentials.set_password(name, WORD) is None
        found.served.visit(name=name, password=WORD, role="shift_manager")
    for name, role in ROLES.items():
        if name != "mia":
            found.ask(ProposeChange(CreateAccount(name, (role,))), "mia")
            found.ask(CountersignChange(found.floor.house().proposed), "max")
            assert found.served.venue.credentials.set_password(name, WORD) is None
    with found.stack:
        yield found


Slips = dict[int, Callable[[], str]]
"""By step of a round, what happens before it; the answer is what has been keyed of the step."""


@dataclass
class Shift:
    """Everybody who works it, and what the trays ought to hold."""

    house: House
    visit: Visit
    at: dict[str, Hands] = field(default_factory=dict)
    trays: dict[str, Tray] = field(default_factory=dict)

    @property
    def floor(self) -> Any:
        return self.house.floor

    def come(self, name: str) -> Hands:
        """Somebody signs in, by keyboard."""
        page = self.visit(f"{self.house.served.url}/sign-in", DESK)
        who = Hands(page)
        who.fills(page.get_by_label("Name"), name)
        who.fills(page.get_by_label("Password"), WORD)
        who.chooses(page.locator("select[name=role]"), TITLES[ROLES[name]])
        who.does(page.get_by_role("button", name="Sign in", exact=True))
        expect(page).not_to_have_url(re.compile("sign-in"))
        self.at[name] = who
        return who

    def go(self, name: str, path: str) -> Page:
        """An address, typed."""
        page = self.at[name].page
        page.goto(self.house.served.url + path)
        return page

    def slip(self, table: str, numbers: dict[str, int], *, way: str = "Fill") -> None:
        """Chips asked for by the supervisor, sent by the cage, received by the manager: three names."""
        sue, tom, ken = self.at["sue"], self.at["tom"], self.at["ken"]
        for name in ("sue", "tom", "ken"):
            self.go(name, "/counts")
        sue.does(sue.page.get_by_role("button", name="Ask for chips"))
        sheet = sue.page.get_by_role("dialog")
        sue.chooses(sheet.get_by_label("Table"), table)
        for chip, number in numbers.items():
            sue.fills(sheet.get_by_role("textbox", name=f"Chips of {chip}", exact=True), str(number))
        sue.page.keyboard.press("+")
        expect(sheet).to_be_hidden()
        for who, act in ((tom, "Send"), (ken, "Receive")) if way == "Fill" else ((ken, "Send"), (tom, "Receive")):
            row = who.page.get_by_role("listitem").filter(has_text=table).filter(has_text="×")
            who.does(row.get_by_role("button", name=act))
        expect(tom.page.get_by_text("Nothing is on its way.")).to_be_visible()

    def count(self, table: str, *, closing: bool) -> None:
        """Both count blind what must lie there; the supervisor signs."""
        info = self.floor.table(table).info
        chips = self.floor.table(table).engine.policy.chips
        numbers = in_chips(self.trays[table].chips, chips)
        for name in ("sue", "ken"):
            who = self.at[name]
            page = self.go(name, "/counts")
            row = page.get_by_role("listitem").filter(has=page.get_by_text(table, exact=True))
            who.does(row.get_by_role("link", name=re.compile("^(Count to|Go on)")))
            expect(page.get_by_text(f"{info.float / 100:,.2f}")).to_have_count(0)
            expect(page.get_by_role("textbox").first).to_be_focused()
            who.counts(*numbers)
        ken = self.at["ken"]
        expect(ken.page.get_by_text("Counted and booked are the same.")).to_be_visible()
        ken.page.keyboard.press("+")
        final = re.compile(rf"^{re.escape(self.house.served.url)}/counts/{table}/N-\d{{4}}$")
        expect(ken.page).to_have_url(final)  # it is final, and shown as it was signed
        assert self.floor.table(table).info.open is not closing

    def open(self, table: str, numbers: dict[str, int]) -> None:
        """The first tray of a table: filled from the cage, then counted by two."""
        self.slip(table, numbers)
        chips = self.floor.table(table).engine.policy.chips
        first = worth(tuple(numbers.values()), chips)
        self.trays[table] = Tray(first, first)
        self.count(table, closing=False)

    def assign(self, table: str, *dealers: str) -> None:
        sue = self.at["sue"]
        page = self.go("sue", "/pit")
        sue.does(page.get_by_role("button", name=f"{table}: float, limits, opening and closing"))
        sue.does(page.get_by_role("button", name="Dealers", exact=True))
        for name in dealers:
            sue.reach(page.get_by_label(name))
            page.keyboard.press("Space")
        sue.does(page.get_by_role("button", name="Assign", exact=True))
        expect(page.get_by_text(f"The Dealers of {table} are assigned.")).to_be_visible()

    def sets_pin(self, name: str) -> None:
        who, page = self.at[name], self.go(name, "/sign-in")
        who.does(page.get_by_text("Set my PIN"))
        who.fills(page.get_by_label("Your password").first, WORD)
        who.fills(page.get_by_label("New PIN"), PINS[name])
        page.keyboard.press("Enter")
        expect(page.get_by_text("You have a new PIN.")).to_be_visible()

    def sign_on(self, table: str, name: str) -> Keys:
        """A Dealer comes to the console of a table, and signs on there with a PIN."""
        self.come(name)
        self.sets_pin(name)
        who, page = self.at[name], self.go(name, f"/dealer/{table}")
        expect(page.get_by_text("Nobody deals")).to_be_visible()
        page.keyboard.press("F9")
        dialog = page.get_by_role("dialog", name=f"{table}: who deals?")
        who.fills(dialog.get_by_label("Name of the Dealer"), name)
        who.fills(dialog.get_by_label("PIN", exact=True), PINS[name])
        page.keyboard.press("+")
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("group", name="Hand over").get_by_text(f"{name} deals", exact=True)).to_be_visible()
        keys = Keys(page, self.house.served, table)
        expect(keys.line.get_by_role("heading")).to_have_text(re.compile("^(NEXT|WAIT)"))
        return keys

    def sells(self, keys: Keys, cents: int) -> None:
        """F4: cash for chips, of nobody in particular and so each time less than what two people sign for."""
        keys.page.keyboard.press("F4")
        sheet, sold = keys.page.get_by_role("dialog"), 0
        for part in in_parts(cents):
            field = sheet.get_by_role("textbox", name="Cash", exact=True)
            self.at[self.dealer(keys.table)].fills(field, str(part // 100))
            keys.page.keyboard.press("Enter")
            sold += part
            expect(sheet).to_contain_text(f"Chips with the Players: {sold / 100:,.2f}")
        self.trays[keys.table].sold(cents)
        keys.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()

    def dealer(self, table: str) -> str:
        found: str = self.floor.table(table).info.duty.dealer
        return found

    def plays(self, keys: Keys, dealt: Dealt, slips: Slips | None = None) -> None:
        """A round from the announcement to "All paid", and the tray after it; slips of the hand come before a step."""
        meter = self.meter(keys.table)
        if not dealt.changes.startswith("*"):
            keys.type("+", "^BOX")
        if dealt.refused:  # what cannot lie there is left out and said, and the keys that follow are not taken
            keys.type("*")
            expect(keys.line.get_by_role("alert")).to_be_visible()
        keys.type(dealt.changes.removeprefix("*" if dealt.refused else "") + "+", "^CARD")
        for at, (step, then) in enumerate(dealt.steps):
            done = slips[at]() if slips and at in slips else ""
            keys.type(step.removeprefix(done), then)
        answer = dealt.answer(meter)
        if any(line.get("award") in PERCENT for line in answer["lines"]):
            keys.type("+", "^WAIT Waiting for signatures")
            self.signs(keys.table)
        keys.type("+", "^NEXT Place your Bets")
        self.trays[keys.table].settled(answer)
        self.agrees(keys.table)
        assert self.meter(keys.table) == answer["meter"]["after"]

    def meter(self, table: str) -> int:
        found: int = self.floor.link(self.floor.table(table).info.link).shown
        return found

    def signs(self, table: str) -> None:
        """A major award: the supervisor and the manager sign for it in the pit, each on their own screen."""
        for name, left in (("sue", "A second person has to sign too."), ("ken", "Both signatures are there.")):
            page = self.go(name, "/pit")
            claim = page.get_by_role("region", name="Claim to sign")
            expect(claim).to_contain_text(table)
            page.keyboard.press("s")
            expect(claim).to_contain_text(left)

    # ---- What goes wrong, and what comes between rounds ----

    def takes_back_a_fold(self, keys: Keys) -> str:
        """A fold that nobody made: nobody has looked since, and the Dealer takes it back by himself."""
        keys.type("1F")
        expect(keys.line).to_contain_text("Hana: Fold")
        keys.type("-")
        expect(keys.line).to_contain_text("Taken back")
        return ""

    def takes_back_a_card(self, keys: Keys, dealt: Dealt) -> str:
        """A card that was turned and is another."""
        wrong = next(card for card in ("2C", "3C") if card.capitalize() not in dealt.dealer)
        keys.type(wrong, "^CARD Dealer, card 2")
        keys.type("-", "^CARD Dealer, card 1")
        return ""

    def folds_wrongly(self, keys: Keys, dealt: Dealt) -> str:
        keys.type(f"{dealt.alive[0]}F")
        return ""

    def corrects(self, keys: Keys, dealt: Dealt) -> str:
        """A decision that was keyed wrongly, and found when a card had been turned: the supervisor's, with a reason."""
        box, first = dealt.alive[0], dealt.dealer[0].upper()
        keys.type(first, "^CARD Dealer, card 2")
        sue, page = self.at["sue"], self.go("sue", f"/dealer/{keys.table}")
        sue.does(page.get_by_role("button", name=re.compile("^Correct a slip")))
        sheet = page.get_by_role("dialog", name="What was entered wrongly?")
        sue.does(sheet.get_by_role("button", name=re.compile(f"Box {box} folds")))
        sue.fills(sheet.get_by_role("textbox", name="Reason"), "the Player had gone on")
        page.keyboard.press("Enter")
        expect(sheet).to_be_hidden()
        self.agrees_to_it(keys.table)
        assert [one.value for one in keys.round.box(box).decisions] == dealt.decisions[box]
        return first

    def agrees_to_it(self, table: str) -> None:
        """A fold decides an Ante: what changes it waits for the Shift Manager, who signs in her own session."""
        request = self.go("mia", "/pit").request
        for one in self.floor.table(table).engine.waiting:
            commands = [{"type": "SignStatement", "number": one.number, "reason": "seen on the recording"}]
            body = {"key": f"sign-{table}-{one.number}", "commands": commands, "moment": ""}
            answer = request.post(f"{self.house.served.url}/api/tables/{table}/acts", data=body)
            assert answer.ok, answer.text()

    def hands_over(self, keys: Keys, comes: str) -> None:
        """F9 between rounds; the console is the other's from then on, and goes on where it stood."""
        page, who = keys.page, self.at[self.dealer(keys.table)]
        page.keyboard.press("F9")
        dialog = page.get_by_role("dialog", name=re.compile(f"^{keys.table}, between round"))
        who.fills(dialog.get_by_label("Name of the Dealer"), comes)
        who.fills(dialog.get_by_label("PIN", exact=True), PINS[comes])
        page.keyboard.press("+")
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("group", name="Hand over").get_by_text(f"{comes} deals", exact=True)).to_be_visible()
        self.at[comes] = who
        assert self.dealer(keys.table) == comes
        keys.type("", "^NEXT Place your Bets")

    def asks(self, keys: Keys, numbers: dict[int, int], *, fill: bool) -> None:
        """F6 on the console; the cage and the pit do the rest on their screens."""
        page, sheet = keys.page, keys.page.get_by_role("dialog", name="A fill or a credit")
        chips = sorted(self.floor.table(keys.table).engine.policy.chips, reverse=True)
        page.keyboard.press("F6")
        expect(sheet.get_by_role("textbox").first).to_be_focused()
        if not fill:
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Tab")
        for chip in chips:
            page.keyboard.type(str(numbers.get(chip, 0)))
            page.keyboard.press("Enter")
        page.keyboard.press("+")
        expect(sheet).to_be_hidden()
        steps = (("tom", "Send"), ("ken", "Receive")) if fill else (("ken", "Send"), ("tom", "Receive"))
        for name, act in steps:
            who, desk = self.at[name], self.go(name, "/counts")
            row = desk.get_by_role("listitem").filter(has_text=keys.table).filter(has_text="×")
            who.does(row.get_by_role("button", name=act))
            expect(row.get_by_role("button", name=act)).to_have_count(0)
        expect(desk.get_by_text("Nothing is on its way.")).to_be_visible()
        moved = sum(chip * number for chip, number in numbers.items())
        self.trays[keys.table].moved(**{"fill" if fill else "credit": moved})
        self.agrees(keys.table)

    def decides(self, name: str, table: str, option: str, reason: str) -> None:
        """A decision of the pit, with its reason."""
        who, page = self.at[name], self.go(name, "/pit")
        decision = page.get_by_role("article").filter(has_text=table)
        who.does(decision.get_by_role("button", name=option, exact=True))
        expect(decision.get_by_label("Reason")).to_be_focused()
        page.keyboard.type(reason)
        page.keyboard.press("Enter")
        expect(decision).to_have_count(0)

    def link_fails(self, keys: Keys) -> None:
        """The jackpot system of a table fails; the Shift Manager has it played without."""
        link = self.floor.table(keys.table).info.link
        ken, page = self.at["ken"], self.go("ken", "/pit/jackpots")
        ken.does(page.get_by_role("region", name=link).get_by_role("button", name="Report it down"))
        page.keyboard.type("no line")
        page.keyboard.press("Enter")
        expect(page.get_by_role("list", name="Alerts")).to_contain_text("no line")
        self.decides("mia", keys.table, "Play without jackpot", "tonight")

    def link_works(self, keys: Keys) -> None:
        """What the display shows and a test coin at the table, said by the supervisor; the manager signs second."""
        link = self.floor.table(keys.table).info.link
        sue, ken = self.at["sue"], self.at["ken"]
        panels = {name: self.go(name, "/pit/jackpots").get_by_role("region", name=link) for name in ("sue", "ken")}
        again = panels["sue"].get_by_role("region", name="It works again")
        sue.fills(again.get_by_label("What does the meter show?"), f"{self.meter(keys.table) / 100:.2f}")
        sue.does(again.get_by_role("button", name=f"{keys.table}: a test coin lights at every device"))
        sue.does(again.get_by_role("button", name="Sign first"))
        ken.does(panels["ken"].get_by_role("button", name="Link up, release 1 table"))
        expect(panels["ken"].get_by_role("button", name="Report it down")).to_be_visible()

    def restarts(self, keys: Keys) -> str:
        """The server stops in the middle of a round; the page comes back by itself, and the pit resumes the round."""
        self.house.restart()
        keys.house = self.house.served
        expect(keys.page.get_by_text("held").first).to_be_visible()
        self.decides("sue", keys.table, "Resume as it lies", "the cards lie as they did")
        keys.type("", "^BOX")
        return ""

    def exposes(self, keys: Keys) -> None:
        """Two cards are seen that should be face down, and nobody has looked: the round is void (5.8.2, 5.22)."""
        meter = self.meter(keys.table)
        keys.type("*+", "^CARD the burnt card")
        keys.type(".9D.JS", "^CARD box 6, card 1")
        keys.type("I")
        sheet = keys.page.get_by_role("dialog", name="What went wrong?")
        expect(sheet).to_be_visible()
        keys.page.keyboard.type("cards exposed")
        keys.page.keyboard.press("Enter")
        sheet = keys.page.get_by_role("dialog", name="Cards exposed")
        seen = sheet.get_by_role("group", name=re.compile("^Has any Player seen their cards?"))
        expect(seen).to_be_visible()
        self.at[self.dealer(keys.table)].reach(seen.get_by_role("radio").first)
        keys.page.keyboard.press("ArrowRight")
        expect(seen.get_by_role("radio", name="No")).to_be_checked()
        expect(sheet.get_by_role("status").filter(has_text="Ruling, preview")).to_contain_text("The round is void.")
        keys.page.keyboard.press("+")
        expect(sheet).to_be_hidden()
        keys.type("", "^NEXT Place your Bets")
        self.agrees(keys.table)
        assert self.meter(keys.table) == meter

    # ---- The poker room ----

    def sits(self, keys: Keys, seat: int, player: str, cents: int) -> None:
        who = self.at[self.dealer(keys.table)]
        keys.page.keyboard.press("F4")
        sheet = keys.page.get_by_role("dialog")
        who.fills(sheet.get_by_role("textbox", name="Player"), player)
        who.chooses(sheet.get_by_role("combobox", name="Seat"), str(seat))
        who.fills(sheet.get_by_role("textbox", name="Table Stake"), str(cents // 100))
        keys.page.keyboard.press("Enter")
        expect(sheet.get_by_role("textbox", name="Player")).to_have_value("")
        keys.page.keyboard.press("Escape")

    def plays_hand(self, keys: Keys, hand: Hand) -> None:
        keys.type("+", "^CARD seat")
        keys.type("*", "^SEAT")
        shown = 0
        for at, street in enumerate(hand.streets):
            if at and len(hand.board) >= at + 2:
                keys.type("", "^CARD")
                keys.type(typed(hand.board[shown : at + 2]), "^SEAT" if street else "")
                shown = at + 2
            keys.type("".join(done for _, done in street))
        keys.type(typed([card for seat in hand.shows for card in hand.holes[seat]]), "^NEXT")
        keys.type("+", "^NEXT Place your Blind Bets")
        seats = {one.number: one.stake for one in self.floor.table(keys.table).engine.seats}
        assert seats == hand.stacks
        self.agrees(keys.table)

    # ---- The end ----

    def counts_box(self, table: str) -> None:
        """The box of cash was pulled with the close; two of the cage count it, each on their own screen."""
        cash = self.trays[table].cash
        for name in ("tom", "tess"):
            who, page = self.at[name], self.go(name, "/counts")
            row = page.get_by_role("listitem").filter(has_text=re.compile(rf"^D-\d{{4}} of {table}"))
            who.fills(row.get_by_role("textbox"), str(cash // 100))
            page.keyboard.press("Enter")
            expect(row.get_by_role("textbox")).to_have_count(0)
        expect(row).to_have_count(0)

    def reads_report(self) -> None:
        """What the report of the shift has of each table is what the test has added up."""
        page = self.go("mia", "/report")
        expect(page.get_by_role("heading", name="Shift report")).to_be_visible()
        # A hundred rounds are read again for it.
        expect(page.get_by_text("Every count found what the books say.")).to_be_visible(timeout=60_000)
        for table, tray in self.trays.items():
            row = page.get_by_role("row").filter(has=page.get_by_text(table, exact=True)).first
            for cents in (tray.cash, tray.filled, tray.credited, tray.chips):
                expect(row).to_contain_text(f"{cents / 100:,.2f}")
            if table != "poker":
                expect(row).to_contain_text(signed(tray.win))

    def agrees(self, table: str) -> None:
        """Tray and box are what the test has added up, and no money was made or lost."""
        info, tray = self.floor.table(table).info, self.trays[table]
        balances = self.floor.balances
        assert (info.float, info.tray.cash) == (tray.chips, tray.cash)
        assert balances[f"float:{table}"] == tray.chips
        assert not sum(balances.values())


BANKED = {"1,000": 40, "500": 40, "100": 200, "25": 200, "5": 400}
ROOM = {"500": 20, "100": 100, "25": 200, "5": 400, "1": 500}


def deals_stud(shift: Shift) -> None:
    """Twenty rounds, with slips of the hand, a major award, a hand-over, a fill and a credit."""
    keys = shift.sign_on("stud", "dan")
    shift.sells(keys, 2_000_000)
    for at, dealt in enumerate(rounds(CSP, 20)):
        slips: Slips = {}
        if at == 2:
            slips[2] = partial(shift.takes_back_a_fold, keys)
        if at == 3:
            slips[3] = partial(shift.takes_back_a_card, keys, dealt)
        shift.plays(keys, dealt, slips)
        if at == 6:
            shift.hands_over(keys, "dot")
        if at == 9:
            shift.asks(keys, {10_000: 20, 500: 100}, fill=True)
            shift.asks(keys, {100_000: 3}, fill=False)


def deals_multi(shift: Shift) -> None:
    """Twenty rounds, an irregularity reported by keys, and a decision that the supervisor corrects."""
    keys = shift.sign_on("multi", "eva")
    shift.sells(keys, 2_000_000)
    for at, dealt in enumerate(rounds(MLP, 20)):
        slips: Slips = {}
        if at == 3:
            slips = {2: partial(shift.folds_wrongly, keys, dealt), 3: partial(shift.corrects, keys, dealt)}
        shift.plays(keys, dealt, slips)
        if at == 1:
            shift.exposes(keys)


def deals_holdem(shift: Shift) -> None:
    """A link that fails and works again; a restart in the middle of a round."""
    keys = shift.sign_on("holdem", "hal")
    shift.sells(keys, 2_000_000)
    for at, dealt in enumerate(rounds(PTHP, 20, dry=range(8, 10))):
        if at == 8:
            shift.link_fails(keys)
        if at == 10:
            shift.link_works(keys)
        shift.plays(keys, dealt, {1: partial(shift.restarts, keys)} if at == 4 else None)


def deals_bonus(shift: Shift) -> None:
    keys = shift.sign_on("bonus", "ida")
    shift.sells(keys, 2_000_000)
    for dealt in rounds(THBP, 20):
        shift.plays(keys, dealt)


def deals_poker(shift: Shift) -> None:
    keys = shift.sign_on("poker", "pat")
    shift.sells(keys, 400_000)
    stacks = {1: 100_000, 2: 100_000, 4: 100_000, 5: 100_000}
    for seat, player in zip(stacks, ("Hana", "Viktor", "Mei", "Tomas"), strict=True):
        shift.sits(keys, seat, player, stacks[seat])
    order, rng = [2, 4, 5, 1], Random("shift poker")  # 3.7: the Button begins at the Dealer's left
    for _ in range(20):
        hand = play_hand(order, stacks, TERMS, 500, rng)
        shift.plays_hand(keys, hand)
        stacks, order = hand.stacks, after(order)


TERMS = room.Terms(big_blind=1_000, rate=Fraction(1, 20), unit=100, cap=1_000, lowest_chip=100)


def signed(cents: int) -> str:
    """As the pages write a sum that was won or lost."""
    sign = "+" if cents > 0 else "\N{MINUS SIGN}" if cents < 0 else ""
    return f"{sign}{abs(cents) / 100:,.2f}"


def test_a_whole_shift(house: House, visit: Visit) -> None:
    shift = Shift(house, visit)
    for name in ("sue", "ken", "tom", "tess", "mia", "dot"):
        shift.come(name)
    shift.sets_pin("dot")
    for table, (deals, dealers, numbers) in TABLES.items():
        shift.open(table, numbers)
        shift.assign(table, *dealers)
        deals(shift)
        shift.count(table, closing=True)
        shift.counts_box(table)
    shift.reads_report()
    floor = shift.floor
    assert not sum(floor.balances.values())
    with floor.store.reading() as reading:
        assert not list(verify(reading, keys=floor.keys))
    assert [who.pointed for who in shift.at.values()] == [None] * len(shift.at)


TABLES: dict[str, tuple[Callable[[Shift], None], tuple[str, ...], dict[str, int]]] = {
    "stud": (deals_stud, ("dan", "dot"), BANKED),
    "multi": (deals_multi, ("eva",), BANKED),
    "holdem": (deals_holdem, ("hal",), BANKED),
    "bonus": (deals_bonus, ("ida",), BANKED),
    "poker": (deals_poker, ("pat",), ROOM),
}
