"""The Dealer's console against a real server: rounds that a Dealer enters, rulings before and after, slips."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from croupier.cards import DECK, UNKNOWN, format_card, parse_card, parse_cards
from croupier.floor.house.config import TablePlan
from croupier.rules.irregularities import HOUSE_CATALOGUE, OUTSIDE, ROOM_CATALOGUE
from croupier.web.desks.dealer.reporting import kind_of
from tests.web.server import Served, Socket, Visitor, serving, with_tables

STUD, MULTI, HOLDEM, BONUS, POKER = "deal-cs", "deal-ml", "deal-ph", "deal-hb", "deal-pr"
CASH = 500_000


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The demonstration with a dealer-operated table of every game, where chips are bought at the table."""
    by_hand = {
        STUD: TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True),
        MULTI: TablePlan("rws-multi-link-casino-stud", "multi-link", automatic=False, anonymous=True),
        HOLDEM: TablePlan("rws-progressive-texas-holdem", "holdem", automatic=False, anonymous=True),
        BONUS: TablePlan("mbs-texas-holdem-bonus-progressive", "bonus", automatic=False, anonymous=True),
        POKER: TablePlan("rws-poker", automatic=False, anonymous=True, policy={"small_blind": 500}),
    }
    with_tables(monkeypatch, by_hand)
    with serving(tmp_path) as house:
        yield house
        while Console.at_work:
            Console.at_work.pop().close()


class Console:
    """A Dealer at a table, who does only what his page offers."""

    at_work: ClassVar[list["Console"]] = []

    def __init__(self, served: Served, table: str, name: str = "rahim", role: str = "dealer") -> None:
        self.visitor = served.visit(name=name, role=role)
        self.table, self.topic = table, f"dealer:{table}"
        self._live = self.visitor.live(self.topic)
        self.socket: Socket = self._live.__enter__()
        self.at_work.append(self)
        self.page = self.socket.page(self.topic)

    def close(self) -> None:
        self._live.__exit__(None, None, None)

    def act(self, *commands: dict[str, Any]) -> dict[str, Any] | None:
        """Send commands; the refusal, if there is one."""
        answer = self.socket.act(self.topic, *commands, key=self.visitor.key())
        if answer["refused"] is None:
            seen = answer["version"]
            self.page = self.socket.until(self.topic, lambda page: page["face"]["version"] >= seen)
        refused: dict[str, Any] | None = answer["refused"]
        return refused

    def do(self, *commands: dict[str, Any]) -> None:
        assert self.act(*commands) is None

    def offered(self, kind: str, place: str = "") -> dict[str, Any]:
        """A command that the page offers, by its type and the hand it is for."""
        found = [
            one["command"] for one in self.page["offers"] if one["command"]["type"] == kind and one["place"] == place
        ]
        assert found, f"{kind} {place} is not offered: {[one['label'] for one in self.page['offers']]}"
        command: dict[str, Any] = found[0]
        return command

    def main(self) -> None:
        """The act that comes next."""
        (command,) = (one["command"] for one in self.page["offers"] if one["main"])
        self.do(command)

    def place(self, player: str, box: int, **wagers: int) -> None:
        """Wagers for a Player, each within what the server offers for him."""
        for wager, amount in wagers.items():
            answer = self.visitor.http.get(f"/api/tables/{self.table}/stakes", params={"player": player})
            stake = next(one for one in answer.json()["stakes"] if (one["box"], one["wager"]) == (box, wager))
            assert stake["least"] <= amount <= stake["most"]
            self.do({"type": "PlaceWager", "box": box, "wager": wager, "amount": amount, "player": player})

    def deal(self, cards: str) -> None:
        """The next cards, one after the other; ``??`` is dealt unseen."""
        for text in cards.split():
            assert self.page["entering"]["what"] == "deal"
            self.do({"type": "DealCards", "cards": [parse_card(text)]})

    def deal_unseen(self) -> None:
        """Everything that comes next face down."""
        while (entering := self.page["entering"]) is not None and entering["what"] == "deal" and entering["down"]:
            self.do({"type": "DealCards", "cards": [UNKNOWN]})

    def name(self, cards: str) -> None:
        """The cards that are turned now."""
        for text in cards.split():
            entering = self.page["entering"]
            assert entering["what"] == "name"
            self.do({"type": "CorrectCard", **entering["slots"][0], "card": parse_card(text)})

    def row(self, place: str) -> dict[str, Any]:
        row: dict[str, Any] = next(one for one in self.page["rows"] if one["place"] == place)
        return row

    def stage(self) -> str:
        return next((one["kind"] for one in self.page["stages"] if one["state"] == "now"), "")

    def ruling(self, irregularity: str, **report: Any) -> dict[str, Any]:
        """What would be ruled."""
        body = {"report": {"irregularity": irregularity, **report}}
        answer = self.visitor.http.post(f"/api/tables/{self.table}/rulings", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def report(self, irregularity: str, **report: Any) -> None:
        body = {"key": self.visitor.key(), "report": {"irregularity": irregularity, **report}}
        answer = self.visitor.http.post(f"/api/tables/{self.table}/reports", json=body)
        assert answer.status_code == 200, answer.text
        seen = answer.json()["version"]
        self.page = self.socket.until(self.topic, lambda page: page["face"]["version"] >= seen)


def at(served: Served, table: str) -> Console:
    """A Dealer at a table whose Players have bought chips."""
    console = Console(served, table)
    console.do({"type": "BuyChips", "cents": CASH})
    return console


def as_in_the_picture(console: Console) -> None:
    """Four boxes with Antes of 25, 50, 100 and 50, two of them with a jackpot wager of 5; the bets are closed."""
    console.main()
    console.place("Hana", 1, ante=2_500, jackpot=500)
    console.place("Viktor", 3, ante=5_000)
    console.place("Siew-Ling", 4, ante=10_000, jackpot=500)
    console.place("Paulo", 6, ante=5_000)
    assert console.stage() == "bets"
    console.main()


def amounts(lines: list[dict[str, Any]]) -> dict[str, int | None]:
    return {line["sentence"]: line["amount"] for line in lines}


# ---- A round --------------------------------------------------------------------------------------------------------


def test_a_round_is_dealt_unseen_and_named_when_the_cards_are_turned(served: Served) -> None:
    console = at(served, STUD)
    console.main()
    # Every spot has its place before anything lies there; the BET's is a decision's.
    assert [(one["wager"], one["first"]) for one in console.page["layout"] if one["shape"] != "coin"] == [
        ("ante", True),
        ("bet", False),
    ]
    assert console.page["limits"] == [2_500, 500_000]
    console.place("Hana", 1, ante=10_000)
    console.main()
    # A card is burnt first; then box and Dealer get theirs in turn, five each.
    slots = [(one["place"], one["index"]) for one in console.page["entering"]["slots"]]
    assert slots == [("burn", 0), *((place, at) for at in range(5) for place in ("1", "dealer"))]
    console.deal_unseen()
    # The Dealer's last card lies face up: it cannot be dealt unseen.
    assert console.page["entering"] == {
        "what": "deal",
        "slots": [{"place": "dealer", "index": 4}],
        "down": False,
        "downs": 0,
        "unseen": UNKNOWN,
        "cites": console.page["entering"]["cites"],
    }
    console.deal("Kd")
    assert console.stage() == "decide"
    assert [slot["card"] for slot in console.row("dealer")["slots"]] == ["??", "??", "??", "??", "Kd"]
    console.do(console.offered("Look", "1"))
    assert console.row("1")["looked"] is True
    console.do(console.offered("Choose", "1") | {"decision": "bet", "amount": 20_000})
    assert console.stage() == "reveal"
    console.name("Ac 9s 7h 2c")  # with the King of Diamonds: Ace and King, so the Dealer qualifies
    console.main()
    console.name("Qs Qh 8d 5c 3d")
    console.do(console.offered("ShowHand", "1"))
    console.main()
    row = console.row("1")
    # One Pair pays 1 to 1 on the BET, the Ante 1 to 1.
    assert {line["wager"]: (line["paid"], line["returned"]) for line in row["lines"]} == {
        "ante": (10_000, 10_000),
        "bet": (20_000, 20_000),
    }
    assert row["net"] == 30_000
    assert console.page["public"] == CASH + 30_000
    assert all(line["cites"] for line in row["lines"])
    assert console.page["offers"][0]["label"] == "Place your Bets"


def test_a_hand_that_is_not_named_can_be_withheld_but_not_shown(served: Served) -> None:
    console = at(served, STUD)
    console.main()
    console.place("Hana", 1, ante=10_000)
    console.main()
    console.deal_unseen()
    console.deal("Kd")
    console.do(console.offered("Choose", "1") | {"decision": "bet", "amount": 20_000})
    console.name("Ac 9s 7h 2c")
    console.main()
    assert not any(one["command"]["type"] == "ShowHand" for one in console.page["offers"])
    assert console.offered("WithholdHand", "1")
    refused = console.act({"type": "ShowHand", "box": 1})
    assert refused is not None
    assert refused["sentence"] == "The cards of box 1 are not known"


@pytest.mark.parametrize(("table", "cards"), [(HOLDEM, 2), (BONUS, 2)])
def test_the_community_is_named_before_it_is_turned(served: Served, table: str, cards: int) -> None:
    console = at(served, table)
    console.main()
    for box, player in ((2, "Omar"), (5, "Lena")):
        console.place(player, box, ante=5_000)
    console.main()
    console.deal_unseen()
    assert [len(console.row(place)["slots"]) for place in ("2", "community", "dealer")] == [cards, 5, cards]
    assert console.stage() == "decide"

    def decided() -> tuple[int, int]:
        stage = next(one for one in console.page["stages"] if one["kind"] == "decide")
        return stage["done"], stage["of"]

    assert decided() == (0, 2)
    console.do(console.offered("Choose", "2") | {"decision": "flop", "amount": 10_000})
    assert decided() == (1, 2)
    console.do(console.offered("Choose", "5") | {"decision": "fold", "amount": None})
    console.deal_unseen()
    assert console.page["entering"]["slots"] == [{"place": "community", "index": index} for index in range(3)]
    console.name("As Kd 7c")
    console.main()
    assert [slot["card"] for slot in console.row("community")["slots"]][:3] == ["As", "Kd", "7c"]
    assert decided() == (0, 1)  # at the Turn only those are asked who have gone on


# ---- Rulings, before and after --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "one_card"), [(STUD, ["5.10", "I11"]), (MULTI, ["5.12", "5.10"])])
def test_what_is_shown_before_is_what_happens(served: Served, table: str, one_card: list[str]) -> None:
    """Two cards exposed and nobody has looked: 5.8.2 voids the round, 5.22 gives every wager back."""
    console = at(served, table)
    as_in_the_picture(console)
    meter = console.page["face"]["meter"]
    dealt = 0
    while console.page["entering"]["slots"][0] != {"place": "3", "index": 2}:
        console.do({"type": "DealCards", "cards": [UNKNOWN]})
        dealt += 1
    console.deal("9d Js")
    assert console.page["stages"][1]["done"] == dealt + 2
    unsaid = console.ruling("cards_exposed")
    assert unsaid["ruling"] is None  # nobody has keyed a Look, and nobody has said that none was taken
    before = console.ruling("cards_exposed", facts={"seen": "no"})
    assert {fact["name"]: (fact["value"], fact["known"]) for fact in before["facts"]} == {
        "count": ("2", False),
        "seen": ("no", False),
        "whose": ("player", False),
        "when": ("during_deal", False),
    }
    assert before["slots"] == [{"place": "3", "index": 2}, {"place": "4", "index": 2}]
    ruling = before["ruling"]
    assert (ruling["ruling"], ruling["cites"]) == ("The round is void.", ["5.8.2"])
    # 25 + 50 + 100 + 50; two wagers of 5; seven tenths of each had gone into the meter
    assert amounts(ruling["lines"]) == {
        "Four Antes go back": 22_500,
        "Two jackpot wagers go back": 1_000,
        "Their contributions leave the meter": -700,
        "Earlier rounds stand": None,
    }
    assert {cite for line in ruling["lines"] for cite in line["cites"]} == {"5.8.2", "5.22", "5.20", "I14"}
    assert before["verb"] == "Void the round"
    changes = {one["sentence"]: one["cites"] for one in before["changes"]}
    assert changes["One card only: the Players choose"] == one_card
    assert changes["A Player had seen their cards: the round goes on"] == ["5.12"]
    assert console.page["phase"] == "play", "nothing happens by asking"
    assert console.page["face"]["meter"] == meter
    console.report("cards_exposed", facts={"count": "2", "whose": "player", "seen": "no"}, slots=before["slots"])
    assert console.page["phase"] == "ended"
    (after,) = console.page["rulings"]
    assert after == ruling
    assert console.page["face"]["meter"] == meter - 700
    assert console.page["public"] == CASH


def test_one_card_exposed_lets_its_player_choose(served: Served) -> None:
    console = at(served, STUD)
    as_in_the_picture(console)
    while console.page["entering"]["slots"][0] != {"place": "3", "index": 2}:
        console.do({"type": "DealCards", "cards": [UNKNOWN]})
    console.deal("9d")
    before = console.ruling("cards_exposed", facts={"seen": "no"}, box=3)
    assert amounts(before["ruling"]["lines"]) == {
        "Everybody has seen the card": None,
        "Box 3 chooses: play on or take the wagers back": None,
    }
    said = {"count": "1", "whose": "player", "seen": "no"}
    console.report("cards_exposed", facts=said, box=3, slots=before["slots"])
    assert console.row("3")["choice"] == ["continue", "return_wager"]
    assert console.row("3")["slots"][2]["card"] == "9d", "now everybody has seen it"
    refused = console.act({"type": "DealCards", "cards": [UNKNOWN]})
    assert refused is not None
    assert "waits for box 3" in refused["sentence"]
    console.do(console.offered("AnswerChoice", "3"))
    assert console.row("3")["choice"] == []


def test_a_decision_of_the_pit_is_told_and_the_round_settled(served: Served) -> None:
    """What no paragraph covers is for the Shift Manager (5.24); two of them make a round void."""
    console = at(served, STUD)
    as_in_the_picture(console)
    before = console.ruling("not_covered")
    assert before["verb"] == "Call the Shift Manager"
    console.report("not_covered")
    (waiting,) = console.page["pending"]
    assert (waiting["role"], waiting["mine"], waiting["cites"]) == ("shift_manager", False, ["5.24"])
    assert console.page["rulings"] == [before["ruling"]]
    decision = {"type": "TakeDecision", "number": waiting["number"], "option": "void_round", "reason": "fire alarm"}
    assert served.visit(name="ada", role="shift_manager").act(STUD, decision).status_code == 200
    page = console.socket.until(console.topic, lambda page: bool(page["pending"][0]["signed"]))
    assert (page["pending"][0]["signed"], page["phase"]) == ("ada", "play")
    assert served.visit(name="lin", role="shift_manager").act(STUD, decision).status_code == 200
    console.page = console.socket.until(console.topic, lambda page: bool(page["phase"] == "ended"))
    (after,) = console.page["rulings"]
    assert after["ruling"] == "The round is void."
    assert "fire alarm" in after["sentence"]
    assert amounts(after["lines"])["Four Antes go back"] == 22_500
    assert console.page["pending"] == []
    assert console.page["public"] == CASH


def test_a_fact_that_is_missing_is_asked_for(served: Served) -> None:
    console = at(served, STUD)
    as_in_the_picture(console)
    console.do({"type": "DealCards", "cards": [UNKNOWN]})
    asked = console.ruling("misdeal")
    assert asked["ruling"] is None
    assert asked["refused"]["sentence"] == "Misdeal: “Can the cards be put in order?” is answered with yes or no"
    assert [(fact["name"], fact["value"]) for fact in asked["facts"]] == [("seen", "no"), ("reconstructable", "")]


@pytest.mark.parametrize(
    ("role", "status", "told"),
    [("player", 403, "Only a Dealer or someone above them may do this"), ("auditor", 403, "Dealer")],
)
def test_rulings_are_for_the_dealer_or_above(served: Served, role: str, status: int, told: str) -> None:
    who = served.visit(name="eve", role=role) if role != "player" else served.visit()
    body = {"report": {"irregularity": "foreign_card"}}
    for answer in (
        who.http.post(f"/api/tables/{STUD}/rulings", json=body),
        who.http.post(f"/api/tables/{STUD}/reports", json=body | {"key": "k"}),
        who.http.get(f"/api/tables/{STUD}/stakes", params={"player": "Hana"}),
    ):
        assert answer.status_code == status
        assert told in answer.json()["sentence"]
    with who.live() as socket:
        socket.say(type="watch", topic=f"dealer:{STUD}")
        refused = socket.answer(f"watch dealer:{STUD}")["refused"]
        assert refused["sentence"] == "The console is for a Dealer or someone above them"


def test_a_name_that_is_none_is_refused(served: Served) -> None:
    console = at(served, STUD)
    answer = console.visitor.http.get(f"/api/tables/{STUD}/stakes", params={"player": "Siew Ling"})
    assert (answer.status_code, answer.json()["sentence"]) == (422, "'Siew Ling' is not a Player's name")


def test_what_cannot_be_reported_gets_a_sentence(served: Served) -> None:
    console = at(served, STUD)
    for name, status in (("flying_cards", 422), ("multiple_positions", 422)):
        body = {"report": {"irregularity": name}}
        answer = console.visitor.http.post(f"/api/tables/{STUD}/rulings", json=body)
        assert answer.status_code == status
        assert answer.json()["sentence"]
    assert console.visitor.http.post("/api/tables/none/rulings", json=body).status_code == 404


# ---- Slips ----------------------------------------------------------------------------------------------------------


def out(served: Served, table: str) -> set[str]:
    """The cards that are out of the shoe, by the record; no page tells of those that lie face down."""
    round_: Any = served.venue.floor.table(table).engine.round
    return {format_card(card) for card in DECK if round_.used >> card & 1}


def test_a_slip_is_corrected_until_the_next_card(served: Served) -> None:
    console = at(served, STUD)
    as_in_the_picture(console)
    console.deal("?? ?? 9d")  # burnt, box 1, box 3
    slip = console.page["card_slips"][0]
    assert (slip["place"], slip["reason"]) == ("3", False)
    assert out(served, STUD) == {"9d"}
    assert not any(key["used"] for key in console.page["keys"]), "it lies face down"
    console.do({"type": "CorrectCard", "place": "3", "index": slip["index"], "card": parse_card("9h")})
    assert out(served, STUD) == {"9h"}
    console.deal("??")
    console.do({"type": "CorrectCard", "place": "3", "index": slip["index"], "card": parse_card("9d")})
    (waits,) = console.page["statements"]
    assert "Pit Supervisor" in waits["missing"]
    assert out(served, STUD) == {"9h"}
    console.do(waits["refuse"])
    above = Console(served, STUD, "sue", "pit_supervisor")
    late = next(one for one in above.page["card_slips"] if one["place"] == "3")
    assert late["reason"] is True


def test_a_wager_is_corrected_before_the_deal(served: Served) -> None:
    console = at(served, STUD)
    as_in_the_picture(console)
    slip = next(one for one in console.page["wager_slips"] if (one["box"], one["wager"]) == (1, "ante"))
    assert (slip["amount"], slip["nothing"]) == (2_500, False)
    console.do({"type": "CorrectWager", "box": 1, "wager": "ante", "amount": 5_000})
    (waits,) = console.page["statements"]  # the bets are closed: it is no longer being keyed
    assert "Pit Supervisor" in waits["missing"]
    sue = Console(served, STUD, "sue", "pit_supervisor")
    sue.do({**sue.page["statements"][0]["sign"], "reason": "two chips lie there"})
    console.page = console.socket.until(console.topic, lambda page: not page["statements"])
    assert console.row("1")["wagers"][0] == {"wager": "ante", "amount": 5_000}
    missing = next(one for one in console.page["wager_slips"] if (one["box"], one["wager"]) == (3, "jackpot"))
    assert (missing["amount"], missing["least"], missing["most"]) == (0, 500, 500)


# ---- What it does not tell ------------------------------------------------------------------------------------------


def test_a_card_entered_face_down_is_not_sent_back(served: Served) -> None:
    console = at(served, STUD)
    as_in_the_picture(console)
    hidden = parse_cards("AsKsQsJsTs")
    while console.page["entering"]["slots"][0]["place"] == "burn":
        console.do({"type": "DealCards", "cards": [UNKNOWN]})
    for card in hidden:
        console.do({"type": "DealCards", "cards": [card]})
    rows = [slot for row in console.page["rows"] for slot in row["slots"]]
    assert {slot["card"] for slot in rows} == {"??", ""}
    assert sum(slot["entered"] for slot in rows) == 5
    preview = console.visitor.http.post(
        f"/api/tables/{STUD}/rulings", json={"report": {"irregularity": "cards_exposed", "facts": {"count": "5"}}}
    ).text
    assert not any(text in preview for text in ("As", "Ks", "Qs", "Js", "Ts", "♠"))


def test_where_the_floor_deals_there_is_no_keypad(served: Served) -> None:
    console = Console(served, "stud-1")
    assert console.page["keys"] == []
    assert console.page["entering"] is None
    assert console.page["card_slips"] == []
    assert console.page["irregularities"] == []  # a supervisor reports here, and no Dealer
    assert console.page["offers"] == []
    assert console.page["betting"] is False
    refused = console.visitor.http.post(
        "/api/tables/stud-1/rulings",
        json={"report": {"irregularity": "cards_exposed", "slots": [{"place": "1", "index": 0}]}},
    )
    assert "The floor deals at this table" in refused.json()["refused"]["sentence"]


@pytest.mark.parametrize("table", ["stud-1", "multi-link-1", "holdem-1", "bonus-1", "poker-1"])
def test_where_the_program_deals_the_pit_is_offered_what_happens_outside_it(served: Served, table: str) -> None:
    """Whatever else is reported is refused there, since the record of such a table is certain."""
    console = Console(served, table, "nadia", "pit_supervisor")
    game = served.venue.floor.table(table).game
    offered = {one["name"] for one in console.page["irregularities"]}
    assert offered == OUTSIDE & {*game.irregularities.rules}
    assert {one["name"] for one in console.visitor.http.get(f"/api/tables/{table}/irregularities").json()} == offered
    for slips in ("card_slips", "wager_slips", "act_slips", "tape"):
        assert console.page[slips] == [], slips
    for name in offered:
        report = {"irregularity": name, "reason": "on the camera"}
        answer = console.visitor.http.post(f"/api/tables/{table}/rulings", json={"report": report}).json()
        assert not (answer["refused"] and answer["refused"]["sentence"].startswith("The program deals")), name


# ---- The poker room -------------------------------------------------------------------------------------------------


def test_a_hand_of_poker_is_run_from_the_console(served: Served) -> None:
    console = at(served, POKER)
    stake = console.page["joins"]["least"]
    for seat, player in ((1, "Ann"), (2, "Ben"), (4, "Cem")):
        console.do({"type": "JoinTable", "seat": seat, "stake": stake, "player": player})
    console.main()
    assert console.stage() == "deal"
    streets = iter(("As Kd 7c", "2d", "9h"))
    for _ in range(60):
        entering = console.page["entering"]
        if console.page["phase"] == "ended":
            break
        if entering is not None and entering["what"] == "deal":
            if entering["down"]:
                console.do({"type": "DealCards", "cards": [UNKNOWN]})
            else:
                console.deal(next(streets))
        elif entering is not None:
            seat = int(entering["slots"][0]["place"])
            cards = {1: "AhAd", 2: "KhKc", 4: "QhQc"}[seat]
            console.do({"type": "ShowHand", "seat": seat, "cards": [*parse_cards(cards)]})
        elif any(one["main"] for one in console.page["offers"]):
            console.main()
        else:
            checks_or_calls(console)
    assert console.page["phase"] == "ended"
    (pot,) = console.page["awarded"]
    # Three Players with a Big Blind of 10 each; Aces win it but for the Rake.
    assert pot["amount"] == 3 * 1_000
    assert pot["winners"] == [[1, 3_000 - pot["rake"]]]
    assert pot["cites"]
    stacks = {row["player"]: row["stack"] for row in console.page["rows"] if row["player"]}
    assert stacks == {"Ann": stake + 2_000 - pot["rake"], "Ben": stake - 1_000, "Cem": stake - 1_000}


def test_a_slip_is_corrected_in_the_poker_room(served: Served) -> None:
    console = at(served, POKER)
    for seat, player in ((1, "Ann"), (2, "Ben")):
        console.do({"type": "JoinTable", "seat": seat, "stake": console.page["joins"]["least"], "player": player})
    assert console.page["card_slips"] == []
    console.main()
    first = console.page["entering"]["slots"][0]
    console.deal("9d")
    assert console.page["card_slips"] == [{**first, "card": "??", "reason": False}]
    console.do({"type": "CorrectCard", **first, "card": parse_card("9h")})
    assert out(served, POKER) == {"9h"}
    second = console.page["entering"]["slots"][0]
    console.deal("9d")  # it is in the shoe after all
    # The first is no longer the Dealer's alone; what they say of it waits for a second person.
    assert [(slot_of(one), one["reason"]) for one in console.page["card_slips"]] == [(second, False), (first, False)]
    refused = console.act({"type": "CorrectCard", **second, "card": parse_card("9h")})
    assert refused is not None
    assert refused["sentence"] == "9h has been dealt already"
    above = Console(served, POKER, "sue", "pit_supervisor")
    assert [(slot_of(one), one["reason"]) for one in above.page["card_slips"]] == [(second, False), (first, False)]
    console.do({"type": "CorrectCard", **first, "card": parse_card("9c"), "reason": "misread"})
    (waits,) = console.page["statements"]
    assert waits["missing"] == "a Pit Supervisor or someone above them"
    above.do({"type": "SignStatement", "number": waits["number"]})
    assert out(served, POKER) == {"9c", "9d"}


def test_a_board_that_was_misread_is_corrected_until_somebody_acts(served: Served) -> None:
    console = at(served, POKER)
    for seat, player in ((1, "Ann"), (2, "Ben")):
        console.do({"type": "JoinTable", "seat": seat, "stake": console.page["joins"]["least"], "player": player})
    console.main()
    console.deal_unseen()
    while console.page["entering"] is None:
        checks_or_calls(console)
    console.deal("?? As Kd 7c")
    slip = console.page["card_slips"][0]
    assert slip == {"place": "community", "index": 2, "card": "7c", "reason": False}
    console.do({"type": "CorrectCard", **slot_of(slip), "card": parse_card("7d")})
    assert [slot["card"] for slot in console.row("community")["slots"]] == ["As", "Kd", "7d", "", ""]
    checks_or_calls(console)
    late = next(one for one in console.page["card_slips"] if one["place"] == "community")
    console.do({"type": "CorrectCard", **slot_of(late), "card": parse_card("8c"), "reason": "misread"})
    assert [one["missing"] for one in console.page["statements"]] == ["a Pit Supervisor or someone above them"]


def slot_of(slip: dict[str, Any]) -> dict[str, Any]:
    return {"place": slip["place"], "index": slip["index"]}


def checks_or_calls(console: Console) -> None:
    """Whoever is to act puts in no more than he has to."""
    turn = next(row["place"] for row in console.page["rows"] if row["turn"])
    acts = [one["command"] for one in console.page["offers"] if one["place"] == turn]
    console.do(next(one for one in acts if one.get("move") in ("check", "call")))


def test_a_void_of_poker_gives_every_bet_back(served: Served) -> None:
    console = at(served, POKER)
    stake = console.page["joins"]["least"]
    for seat, player in ((1, "Ann"), (2, "Ben"), (4, "Cem")):
        console.do({"type": "JoinTable", "seat": seat, "stake": stake, "player": player})
    console.main()
    console.do({"type": "DealCards", "cards": [UNKNOWN]})
    before = console.ruling("foreign_card")
    # The Small Blind of 5 and the Big Blind of 10.
    assert [line["amount"] for line in before["ruling"]["lines"]] == [1_500]
    console.report("foreign_card")
    assert console.page["phase"] != "ended"  # a Void takes two people from the deal on
    above = Console(served, POKER, "sue", "pit_supervisor")
    above.do({"type": "SignStatement", "number": 1, "reason": "so it is"})
    console.page = console.socket.until(console.topic, lambda page: page["phase"] == "ended")
    assert {row["stack"] for row in console.page["rows"] if row["player"]} == {stake}
    assert console.page["rulings"] == [before["ruling"]]


def test_two_who_watch_see_the_same_round(served: Served) -> None:
    console = at(served, STUD)
    other: Visitor = served.visit(name="mira", role="dealer")
    with other.live(f"dealer:{STUD}") as socket:
        as_in_the_picture(console)
        page = socket.until(f"dealer:{STUD}", lambda seen: seen["phase"] == "play")
        assert page["rows"] == console.page["rows"]
        assert page["stages"] == console.page["stages"]
        assert all(stage["at"] for stage in page["stages"][:2])


# ---- Finding an irregularity ----------------------------------------------------------------------------------------


def test_every_irregularity_has_the_digit_of_its_kind() -> None:
    """One to nine, the same in every game; nine for what is none of the others."""
    names = {*HOUSE_CATALOGUE, *ROOM_CATALOGUE}
    kinds = {name: kind_of(name) for name in names}
    assert {*kinds.values()} == {*range(1, 10)}
    assert {name for name, kind in kinds.items() if kind == 9} == {
        *("not_covered", "error_noticed_late", "button_not_placed", "all_in_button_missing")
    }
    assert {kinds["wrong_hand_count"], kinds["misdeal"], kinds["burn_missed"]} == {2}


@pytest.mark.parametrize("table", [STUD, HOLDEM, BONUS, POKER])
def test_words_of_the_floor_find_what_may_be_reported(served: Served, table: str) -> None:
    dealer = served.visit(name="rahim", role="dealer").http
    path = f"/api/tables/{table}/irregularities"
    listed = {one["name"]: one["impossible"] for one in dealer.get(path).json()}
    assert listed["foreign_card"]  # no round has begun
    assert not listed["not_covered"]
    found = dealer.get(path, params={"words": "a card that does not belong"}).json()
    assert found[0]["name"] == "foreign_card"
    assert "card" in found[0]["why"]
    assert dealer.get(path, params={"words": "xqzt"}).json() == []
    player = served.visit().http
    assert player.get(path).status_code == 403
