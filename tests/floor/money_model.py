"""A second set of books, kept in plain Python from the journal's events alone.

It shares nothing with the floor: events are read as plain data, each moves money by a rule of its own, and whatever the
floor's accounts say is then compared with it. Tables' layouts, floats and jackpot meters are all part of it.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MILLION = 1_000_000
SHARES_OF_THE_METER = {
    "stud": {"royal_flush", "straight_flush"},  # 100 % and 10 %
    "holdem": {"royal_flush_on_the_flop", "royal_flush_on_the_turn", "royal_flush_on_the_river"},  # 100 %, 25 % and 5 %
}
"""The documents' tables of awards; all others are fixed amounts, and handed out from the tray, also a Straight Flush at
hold'em."""
Event = Mapping[str, Any]
Area = tuple[int, str]


class TableBooks:
    """What the books know of one table."""

    def __init__(self, link: str, anonymous: bool, tray: bool, rulebook: str) -> None:
        self.link, self.anonymous, self.tray = link, anonymous, tray
        self.shares = SHARES_OF_THE_METER["holdem" if "holdem" in rulebook else "stud"]
        self.lying: dict[Area, dict[str, int]] = {}
        self.lines: list[Event] = []
        self.seats: dict[int, str] = {}


class Money:
    """All accounts of a house."""

    def __init__(self) -> None:
        self.accounts: dict[str, int] = defaultdict(int)
        self.meters: dict[str, int] = {}
        """In millionths of a cent, as the tables have moved them."""
        self.told: dict[str, int] = {}
        """The same, as the links' own entries have it."""
        self.contributed: dict[str, int] = defaultdict(int)
        self.awarded: dict[str, int] = defaultdict(int)
        self.seeded: dict[str, int] = defaultdict(int)
        self.tables: dict[str, TableBooks] = {}

    # ---- Reading ------------------------------------------------------------------------------------------------

    def entry(self, stream: str, events: str) -> None:
        """One entry of the journal."""
        self.told_of(stream, json.loads(events))

    def told_of(self, stream: str, events: Iterable[Event]) -> None:
        """The same for whoever has read it already."""
        kind, _, name = stream.partition(":")
        for event in events:
            match kind:
                case "cage":
                    self._cage(event)
                case "link":
                    self._link(name, event)
                case "table":
                    self._table(name, event)
                case _:
                    assert kind not in {"cage", "link", "table"}  # streams without money of their own

    def differences(self, balances: Mapping[str, int]) -> dict[str, tuple[int, int]]:
        """Accounts that hold something else than they should: (what they hold, what these books have)."""
        names = {*self.accounts, *balances}
        return {
            name: (balances.get(name, 0), self.accounts.get(name, 0))
            for name in sorted(names)
            if balances.get(name, 0) != self.accounts.get(name, 0)
        }

    def check(self, balances: Mapping[str, int]) -> None:
        """Everything agrees, and all accounts together come to nothing."""
        assert not self.differences(balances), self.differences(balances)
        assert sum(balances.values()) == 0
        assert all(cents >= 0 for name, cents in balances.items() if name.startswith(("wallet:", "public:", "layout:")))
        for link, meter in self.meters.items():
            assert meter == self.told[link], f"the tables have another meter of {link} than the link"
            assert meter == self.seeded[link] + self.contributed[link] - self.awarded[link], f"the meter of {link}"
            assert balances.get(f"meter:{link}", 0) == meter // MILLION, f"the books of the meter of {link}"

    # ---- Money between two hands --------------------------------------------------------------------------------

    def move(self, giver: str, taker: str, cents: int) -> None:
        self.accounts[giver] -= cents
        self.accounts[taker] += cents

    def _cage(self, event: Event) -> None:
        match event["type"]:
            case "CageEstablished":
                self.move("cash", "cage", event["capital"])
            case "CashMoved":
                self.move("cash", f"wallet:{event['player']}", event["cents"])
            case "CashBooked":
                self._through(event, event["drawer"], event["cents"])
            case "CashVoided":
                self._through(event["act"], event["drawer"], -event["act"]["cents"], -1)
            case "DrawerOpened":
                self.move("cage", f"drawer:{event['drawer']}", sum(note * number for note, number in event["counts"]))
            case "DrawerFilled":
                self.move("cage", f"drawer:{event['drawer']}", event["cents"])
            case "DrawerClosed" | "DrawerHandedOver":
                self.move("variance", f"drawer:{event['drawer']}", event["difference"])
                if event["type"] == "DrawerClosed":
                    counted = sum(note * number for note, number in event["counts"])
                    self.move(f"drawer:{event['drawer']}", "cage", counted)
            case _:
                pass

    def _through(self, act: Event, drawer: str, cents: int, sign: int = 1) -> None:
        """Cash into a drawer for chips of the cage, or the other way round; a cheque leaves without a drawer."""
        if "cheque" in act:
            self.move(f"slips:{act['table']}", "cash", sign * act["cheque"]["cents"])
        owed = {"chips": f"public:{act['table']}", "slip": f"slips:{act['table']}"}
        self.move("cash", f"drawer:{drawer}", cents)
        self.move("cage", owed.get(act["kind"], f"wallet:{act['person']}"), cents)

    def _link(self, name: str, event: Event) -> None:
        match event["type"]:
            case "LinkEstablished":
                self.meters[name] = self.told[name] = self.seeded[name] = event["seed"] * MILLION
                self.move("cage", f"meter:{name}", event["seed"])
            case "MeterMoved":
                assert event["before"] == self.told[name]
                assert event["after"] == event["before"] + event["move"]["millionths"]
                self.told[name] = event["after"]
            case "TermsChanged":
                assert event["before"] == self.told[name]
                self.move("cage", f"meter:{name}", event["after"] // MILLION - event["before"] // MILLION)
                self.seeded[name] += event["after"] - event["before"]
                self.told[name] = event["after"]
                self.meters[name] += event["after"] - event["before"]
            case _:
                pass

    def _table(self, name: str, event: Event) -> None:
        if event["type"] == "TableEstablished":
            self.tables[name] = TableBooks(event["link"], event["anonymous"], "tolerance" in event, event["rulebook"])
            return
        books = self.tables[name]
        floor = f"float:{name}"
        match event["type"]:
            case "FloatMoved":
                self.move("cage", floor, event["cents"])
            case "TableClosedForPlay":
                assert event["difference"] == -self.accounts[floor]
                self.move(floor, "variance", self.accounts[floor])
            case "ChipsBought":
                self.move(floor, f"public:{name}", event["cents"])
                self.move("cash", f"drop:{name}", event["cents"])
            case "ChipsRedeemed":
                self.move(f"public:{name}", "cash", event["cents"])
            case "DropTaken":
                self.move(f"drop:{name}", "cage", event["cents"])
            case "TrayKept":
                books.tray = True
            case "SlipReceived":
                giver, taker = ("cage", floor) if event["fill"] else (floor, "cage")
                self.move(giver, taker, _worth(event["counts"]))
            case "CountSigned":
                assert self.accounts[floor] + event["difference"] == _worth(event["counts"])
                self.move("variance", floor, event["difference"])
            case "BoxPulled":
                assert event["cents"] == self.accounts[f"drop:{name}"]
                self.move(f"drop:{name}", f"box:{name}", event["cents"])
            case "BoxEmptied":
                self.move(f"box:{name}", "cage", event["cents"])
                self.move("variance", f"box:{name}", event["difference"])
            case "AwardPaidOut":
                self.move(f"slips:{name}", "cash", event["cents"])
            case "PlayerJoined":
                books.seats[event["seat"]] = event["player"]
                self.move(self._wallet(name, event["player"]), f"stakes:{name}", event["stake"])
            case "StakeIncreased":
                self.move(self._wallet(name, books.seats[event["seat"]]), f"stakes:{name}", event["amount"])
            case "PlayerLeft" if "seat" in event:  # of the poker room; at a bank one walks away
                assert books.seats.pop(event["seat"]) == event["player"]
                self.move(f"stakes:{name}", self._wallet(name, event["player"]), event["stake"])
            case "GonePaid":
                self.move(f"stakes:{name}", self._wallet(name, event["player"]), event["amount"])
            case "PotAwarded":
                self.move(f"stakes:{name}", f"rake:{name}", event["rake"])
            case "RegisteredRead":
                pass  # no money
            case "MeterRead":
                assert event["millionths"] == self.meters[books.link]
            case "JackpotFed" | "JackpotUnfed" | "MeterRestored" | "JackpotPaid":
                self._jackpot(name, event)
            case _:
                self._layout(name, books, event)

    def _wallet(self, table: str, player: str) -> str:
        return f"public:{table}" if self.tables[table].anonymous else f"wallet:{player}"

    # ---- A jackpot ----------------------------------------------------------------------------------------------

    def _jackpot(self, table: str, event: Event) -> None:
        link = self.tables[table].link
        before = self.meters[link]
        match event["type"]:
            case "JackpotFed":
                after = before + event["millionths"]
                self.contributed[link] += event["millionths"]
            case "JackpotUnfed":
                after = before - event["millionths"]
                self.contributed[link] -= event["millionths"]
            case "MeterRestored":
                after = before + event["millionths"]
                self.awarded[link] -= event["millionths"]
            case _:
                assert event["meter_before"] == before
                after = event["meter_after"]
                self.awarded[link] += before - after
        self.meters[link] = after
        giver = "house" if self.tables[table].tray else "float"  # no chip moves for a contribution
        self.move(f"{giver}:{table}", f"meter:{link}", after // MILLION - before // MILLION)

    # ---- Chips on a layout --------------------------------------------------------------------------------------

    def _layout(self, name: str, books: TableBooks, event: Event) -> None:
        match event["type"]:
            case "RoundOpened":
                assert not books.lying, f"table {name}: chips lie from the round before"
                books.lines = []
            case "WagerPlaced":
                self._lay(name, (event["box"], event["wager"]), event["player"], event["amount"])
            case "WagerWithdrawn":
                self._lay(name, (event["box"], event["wager"]), event["player"], -event["amount"])
            case "Decided":
                for share in event["shares"]:
                    self._lay(name, (event["box"], event["wager"]), share["player"], share["amount"])
            case "WagerCorrected":
                more = event["after"] - event["before"]
                self._lay(name, (event["box"], event["wager"]), event["player"], more)
            case "ActTakenBack":
                self._unlay(name, event["act"])
            case "DecisionCorrected":
                for act in event["dropped"]:
                    self._unlay(name, act)
                self._unlay(name, [event["before"]])
                self._layout(name, books, event["after"])
            case "WagerCounted":
                area = (event["box"], event["wager"])
                ((player, lies),) = books.lying[area].items()  # these books do not divide: only a lone wager is counted
                self._lay(name, area, player, event["lies"] - lies)
            case "WagerSettled":
                self._settle(name, books, event)
            case "RoundVoided":
                self._undo(name, books, books.lines)
            case "HandInvalidated":
                self._undo(name, books, [line for line in books.lines if line["box"] == event["box"]])
            case _:
                pass

    def _unlay(self, name: str, act: Sequence[Event]) -> None:
        """Chips that an act had put down, or picked up, go back to where they were."""
        for event in reversed(act):
            area = (event.get("box", 0), event.get("wager", ""))
            match event["type"]:
                case "WagerPlaced":
                    self._lay(name, area, event["player"], -event["amount"])
                case "WagerWithdrawn":
                    self._lay(name, area, event["player"], event["amount"])
                case "Decided":
                    for share in event["shares"]:
                        self._lay(name, area, share["player"], -share["amount"])
                case "WagerCorrected":
                    self._lay(name, area, event["player"], event["before"] - event["after"])
                case _:
                    pass

    def _lay(self, name: str, area: Area, player: str, cents: int) -> None:
        lying = self.tables[name].lying.setdefault(area, {})
        lying[player] = lying.get(player, 0) + cents
        self.move(self._wallet(name, player), f"layout:{name}", cents)
        if not lying[player]:
            del lying[player]
        if not lying:
            del self.tables[name].lying[area]

    def _settle(self, name: str, books: TableBooks, line: Event) -> None:
        area = (line["box"], line["wager"])
        if area not in books.lying:  # never taken, so not given back either
            assert (line["paid"], line["returned"]) == (0, line["staked"])
            return
        lay = books.lying.pop(area)
        assert sum(lay.values()) == line["staked"]
        self.move(f"layout:{name}", f"float:{name}", line["staked"])
        self._pay(name, line, 1)
        books.lines.append({**line, "lay": lay})

    def _undo(self, name: str, books: TableBooks, lines: Sequence[Event]) -> None:
        for line in tuple(lines):
            self._pay(name, line, -1)
            self.move(f"float:{name}", f"layout:{name}", line["staked"])
            books.lying[(line["box"], line["wager"])] = dict(line["lay"])
            books.lines.remove(line)

    def _pay(self, name: str, line: Event, sign: int) -> None:
        """Chips from the tray; but a share of the meter goes into the wallet, or is taken at the cage with a slip."""
        books = self.tables[name]
        drawn = books.tray and line["award"] in books.shares
        for player, paid, returned in _gets(line):
            taker = f"slips:{name}" if drawn and books.anonymous else self._wallet(name, player)
            self.move(f"{'house' if drawn else 'float'}:{name}", taker, sign * paid)
            self.move(f"float:{name}", self._wallet(name, player), sign * returned)


def _worth(counts: Iterable[Sequence[int]]) -> int:
    return sum(chip * number for chip, number in counts)


def _gets(line: Event) -> Iterable[tuple[str, int, int]]:
    """Who gets what of a settled wager: what it pays, and what comes back."""
    if line["shares"]:
        assert sum(one["paid"] for one in line["shares"]) == line["paid"]
        assert sum(one["returned"] for one in line["shares"]) == line["returned"]
        return [(one["player"], one["paid"], one["returned"]) for one in line["shares"]]
    return [(line["player"], line["paid"], line["returned"])]
