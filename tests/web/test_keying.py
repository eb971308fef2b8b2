"""What a Dealer keys, against a real server: amounts that say what lies there, cards in a stream, hands that open."""

from typing import Any

import httpx
import pytest

from croupier.cards import UNKNOWN
from croupier.rules.terms import WagerName
from tests.web.server import Served
from tests.web.test_dealer import BONUS, POKER, STUD, Console, at
from tests.web.test_dealer import served as served  # noqa: PLC0414  a fixture

LIMITS = (2_500, 500_000)
"""25 to 5,000, as the demonstration's tables have them."""
COIN = 500


@pytest.fixture
def dealer(served: Served) -> Console:
    """A Dealer at the stud table, whose bets are open."""
    console = at(served, STUD)
    console.main()
    return console


def post(console: Console, path: str, **body: Any) -> httpx.Response:
    """Something that the console asks over HTTP; its page is up to date afterwards."""
    answer = console.visitor.http.post(
        f"/api/tables/{console.table}/{path}", json={"key": console.visitor.key()} | body
    )
    if answer.status_code == 200:
        seen = answer.json()["version"]
        console.page = console.socket.until(console.topic, lambda page: page["face"]["version"] >= seen)
    return answer


def lay(console: Console, box: int, amount: int, player: str = "Hana", wager: str = "ante") -> dict[str, Any]:
    answer = post(console, "wagers", lying=[{"box": box, "wager": wager, "player": player, "amount": amount}])
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def layout(console: Console) -> dict[tuple[str, str], int]:
    return {(row["place"], wager["wager"]): wager["amount"] for row in console.page["rows"] for wager in row["wagers"]}


def entry(console: Console, *commands: dict[str, Any]) -> None:
    answer = post(console, "entries", commands=commands)
    assert answer.json().get("refused", answer.text) is None


def read(console: Console, card: str, **more: Any) -> httpx.Response:
    return post(console, "cards", card=card, **more)


def read_any(console: Console) -> None:
    """A card that is still in the shoe; of those that lie face down the page does not tell."""
    assert any(read(console, key["text"]).status_code == 200 for key in console.page["keys"] if not key["used"])


def struck(console: Console) -> set[str]:
    """The keys of cards that need not be pressed."""
    return {key["text"] for key in console.page["keys"] if key["used"]}


# ---- Amounts --------------------------------------------------------------------------------------------------------


def test_an_amount_says_what_lies_there(dealer: Console) -> None:
    for amount in (10_000, 10_000, 5_000, 12_500):  # the same twice, less, more
        assert lay(dealer, 3, amount)["left"] == []
        assert layout(dealer) == {("3", "ante"): amount}
    assert lay(dealer, 3, COIN, wager="jackpot")["left"] == []
    assert layout(dealer) == {("3", "ante"): 12_500, ("3", "jackpot"): COIN}
    assert lay(dealer, 3, 0, wager="jackpot")["left"] == []
    assert lay(dealer, 3, 0)["left"] == []
    assert layout(dealer) == {}


@pytest.mark.parametrize(
    ("amount", "lies"),
    [(LIMITS[0] - 500, 0), (LIMITS[0], LIMITS[0]), (LIMITS[1], LIMITS[1]), (LIMITS[1] + 500, 0), (2_600, 0)],
)
def test_limits_and_chips_are_checked_at_once(dealer: Console, amount: int, lies: int) -> None:
    """3.4: below, at and above the limits; and an amount for which there are no chips."""
    left = lay(dealer, 3, amount)["left"]
    assert bool(left) is (lies == 0)
    assert layout(dealer) == ({("3", "ante"): lies} if lies else {})
    for one in left:
        assert one["refused"]["sentence"]
        assert one["lying"]["amount"] == amount


def test_a_smaller_amount_below_the_limit_changes_nothing(dealer: Console) -> None:
    lay(dealer, 3, 5_000)
    (left,) = lay(dealer, 3, 2_000)["left"]
    assert left["refused"]["reason"] == "limits"
    assert layout(dealer) == {("3", "ante"): 5_000}


def finish(console: Console) -> None:
    """Close the bets, deal unseen, everybody folds, settle, and open the next round."""
    console.main()
    entry(console, {"type": "DealCards", "cards": [UNKNOWN] * console.page["entering"]["downs"]})
    if console.page["entering"]:
        assert read(console, "Kh").status_code == 200
    while any(one["command"].get("decision") == "fold" for one in console.page["offers"]):
        fold = next(one["command"] for one in console.page["offers"] if one["command"].get("decision") == "fold")
        entry(console, fold)
    while console.page["phase"] != "ended":
        if console.page["entering"] is not None:  # Community Cards that can still decide a jackpot wager
            read_any(console)
            continue
        offered = [one["command"] for one in console.page["offers"]]
        entry(console, next(one for one in offered if one["type"] in {"WithholdHand", "Settle"}))
    console.main()


def test_as_in_the_last_round_with_shares_and_coins(served: Served) -> None:
    """Owner by owner: a shared box is its first Player's again, who alone may play for the jackpot."""
    console = at(served, BONUS)
    console.main()
    for player, box, amount in (("Hana", 2, 5_000), ("Arjun", 2, 2_500), ("Mei", 6, 10_000)):
        assert lay(console, box, amount, player)["left"] == []
    assert lay(console, 2, COIN, "Hana", "jackpot")["left"] == []
    before = layout(console)
    shares = console.row("2")["shares"]
    assert shares == [["Arjun", 2_500]]
    finish(console)
    assert layout(console) == {}
    answer = post(console, "wagers", again=True).json()
    assert answer["left"] == []
    assert len(answer["laid"]) == 4
    assert layout(console) == before
    assert (console.row("2")["player"], console.row("2")["shares"]) == ("Hana", shares)
    assert post(console, "wagers", again=True).json()["laid"] == []
    assert layout(console) == before


def test_as_in_the_last_round_only_where_nothing_lies_and_what_can_be(dealer: Console) -> None:
    """5,000 were bought for cash: 2,000, 2,000 and 500 are lost, so 500 of chips are left for the three of them."""
    for box, player, amount in ((1, "Hana", 200_000), (2, "Mei", 200_000), (3, "Paulo", 50_000)):
        assert lay(dealer, box, amount, player)["left"] == []
    finish(dealer)
    answer = post(dealer, "wagers", again=True).json()
    assert [one["lying"]["box"] for one in answer["left"]] == [1, 2]
    assert all(one["refused"]["sentence"] for one in answer["left"])
    assert layout(dealer) == {("3", "ante"): 50_000}
    lay(dealer, 3, 2_500, "Paulo")
    assert lay(dealer, 1, 2_500)["left"] == []
    answer = post(dealer, "wagers", again=True).json()
    assert [one["lying"]["box"] for one in answer["left"]] == [2]
    assert layout(dealer) == {("1", "ante"): 2_500, ("3", "ante"): 2_500}


# ---- Cards ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def dealing(dealer: Console) -> Console:
    """Two boxes, the bets closed."""
    lay(dealer, 1, 10_000)
    lay(dealer, 4, 10_000, "Mei")
    lay(dealer, 4, COIN, "Mei", "jackpot")
    dealer.main()
    return dealer


def test_a_card_is_entered_once_for_its_key(dealing: Console) -> None:
    answers = [read(dealing, card, key=key).json() for card, key in (("??", "a"), ("9d", "b"), ("9d", "b"))]
    assert [(one["place"], one["repeated"]) for one in answers] == [("burn", False), ("1", False), ("1", True)]
    again = read(dealing, "9d", key="c")
    assert again.status_code == 409
    assert again.json()["sentence"] == "9d has been dealt already"
    other = read(dealing, "8d", key="b")
    assert other.json()["sentence"] == "This key has been used for something else"
    assert [slot["card"] for slot in dealing.row("1")["slots"]] == ["??", "", "", "", ""]
    assert dealing.page["entering"]["slots"][0] == {"place": "4", "index": 0}


def test_what_means_nothing_is_refused_in_words(dealing: Console) -> None:
    before = dealing.page["face"]["version"]
    for given, sentence in (
        ({"card": "9x"}, "card: '9x' is not a card"),
        ({"card": "9d", "place": "4"}, "The next card goes to box 1, not to box 4"),
        ({"card": "9d", "place": "dealer"}, "The next card goes to box 1, not to the Dealer"),
    ):
        answer = read(dealing, **given)
        assert answer.status_code in {409, 422}
        assert answer.json()["sentence"].startswith(sentence)
    player = dealing.visitor.served.visit()
    body = {"key": "p", "card": "9d"}
    assert player.http.post(f"/api/tables/{dealing.table}/cards", json=body).status_code == 403
    entry(dealing, {"type": "DealCards", "cards": [UNKNOWN] * dealing.page["entering"]["downs"]})
    read(dealing, "Kh")
    answer = read(dealing, "Qs")
    assert answer.json()["sentence"] == "No card is to be entered now"
    assert dealing.page["face"]["version"] == before + 2


def test_whoever_names_the_place_after_a_burnt_card_has_burnt_it(dealing: Console) -> None:
    for repeated in (False, True):
        answer = read(dealing, "9d", key="once", place="1").json()
        assert (answer["place"], answer["repeated"]) == ("1", repeated)
    assert dealing.page["entering"]["slots"][0] == {"place": "4", "index": 0}


def test_a_refused_entry_is_an_answer(dealing: Console) -> None:
    """A key that means nothing is nothing wrong: the console is told why, and nothing has changed."""
    before = dealing.page["face"]["version"]
    answer = dealing.visitor.http.post(
        f"/api/tables/{dealing.table}/entries", json={"key": "no", "commands": [{"type": "Settle"}]}
    )
    assert answer.status_code == 200
    assert answer.json()["refused"]["sentence"]
    card = dealing.visitor.http.post(
        f"/api/tables/{dealing.table}/entries", json={"key": "nn", "card": "9d", "place": "7"}
    )
    assert card.json()["refused"]["sentence"] == "The next card goes to box 1, not to box 7"
    assert dealing.visitor.served.venue.kept(dealing.table).version == before


def test_the_rest_face_down_stops_at_the_card_that_is_face_up(dealing: Console) -> None:
    """3.10: the Dealer's last card is face up. One burnt, two boxes and the Dealer with five each: fifteen down."""
    assert dealing.page["entering"]["downs"] == 1 + 3 * 5 - 1
    for _ in range(3):
        read(dealing, "??")
    assert dealing.page["entering"]["downs"] == 12
    entry(dealing, {"type": "DealCards", "cards": [UNKNOWN] * 12})
    assert (dealing.page["entering"]["down"], dealing.page["entering"]["downs"]) == (False, 0)


def test_hands_that_were_turned_open_by_themselves(dealing: Console) -> None:
    entry(dealing, {"type": "DealCards", "cards": [UNKNOWN] * 15})
    read(dealing, "Kh")
    bets = [{"type": "Choose", "box": box, "decision": "bet"} for box in (1, 4)]
    entry(dealing, *bets)
    assert [one["label"] for one in dealing.page["offers"] if one["main"]] == []
    for card in ("Qs", "Qd", "8c", "4s"):
        read(dealing, card)
    assert dealing.row("dealer")["hand"]["name"] == "One Pair, Queens, King Eight Four"
    for card in ("As", "Ah", "9c", "7d", "2s"):  # the stream goes on at box 4
        assert read(dealing, card, place="4").json()["place"] == "4"
    assert dealing.row("4")["shown"] is True
    assert dealing.row("1")["shown"] is None
    for card in ("Jc", "Td", "5h", "3h", "2h"):
        read(dealing, card)
    assert dealing.row("1")["shown"] is True
    # 3.14.1: Aces beat Queens: Ante and BET 1 to 1; the Jack-high loses both; the coin buys nothing with a pair.
    lines = {(one["box"], one["wager"]): one["paid"] for one in dealing.page["paying"]["lines"]}
    assert lines == {(1, "ante"): 0, (1, "bet"): 0, (4, "ante"): 10_000, (4, "bet"): 20_000, (4, "jackpot"): 0}
    assert dealing.page["paying"]["ends"] is True
    assert dealing.page["phase"] == "settling"
    entry(dealing, {"type": "Settle"}, {"type": "OpenRound"})
    assert (dealing.page["phase"], dealing.page["round"]) == ("betting", 2)


def test_with_a_reader_no_face_reaches_the_page_before_it_is_turned(dealing: Console) -> None:
    """Two hands and the Dealer's, all read as they leave the shoe: the decisions open them."""
    one, four, own = ("Jc", "Td", "5h", "3h", "2h"), ("As", "Ah", "9c", "7d", "2s"), ("Qs", "Qd", "8c", "4s", "Kh")
    read(dealing, "6c")
    assert read(dealing, "6c").json()["sentence"] == "6c has been dealt already"
    for at_ in range(5):
        for card in (one[at_], four[at_], own[at_]):
            assert read(dealing, card).status_code == 200
    faces = {slot["card"] for row in dealing.page["rows"] for slot in row["slots"]}
    assert faces == {"??", "Kh"}
    assert struck(dealing) == {"Kh"}  # nor do the keys name the cards one after the other
    entry(dealing, {"type": "Choose", "box": 1, "decision": "fold"}, {"type": "Choose", "box": 4, "decision": "bet"})
    assert dealing.row("dealer")["hand"]["name"] == "One Pair, Queens, King Eight Four"
    assert dealing.row("4")["shown"] is True
    assert [slot["card"] for slot in dealing.row("1")["slots"]] == ["??"] * 5
    assert struck(dealing) == {*own, *four}
    assert dealing.page["paying"]["ends"] is True


def test_a_seat_of_the_poker_room_shows_what_is_entered_for_it(served: Served) -> None:
    console = at(served, POKER)
    policy: Any = served.venue.floor.table(POKER).engine.policy
    stake = policy.minimum_stake
    console.do({"type": "BuyChips", "cents": 2 * stake})
    for seat, player in ((1, "Ann"), (2, "Ben")):
        console.do({"type": "JoinTable", "seat": seat, "stake": stake, "player": player})
    console.main()
    entry(console, {"type": "DealCards", "cards": [UNKNOWN] * console.page["entering"]["downs"]})
    for _ in range(4):
        while (turn := next((row["place"] for row in console.page["rows"] if row["turn"]), "")) and (
            console.page["entering"] is None
        ):
            moves = [one["command"] for one in console.page["offers"] if one["place"] == turn]
            entry(console, next(one for one in moves if one.get("move") in {"check", "call"}))
        while (entering := console.page["entering"]) is not None and entering["what"] == "deal":
            if entering["downs"]:
                entry(console, {"type": "DealCards", "cards": [UNKNOWN] * entering["downs"]})
            else:
                read_any(console)
    assert console.page["marker"] == "showdown"
    first = console.page["entering"]["slots"][0]["place"]
    read(console, "2c")
    assert console.row(first)["shown"] is None
    second = read(console, "2d")
    assert second.status_code == 200, second.text
    assert second.json()["place"] == first
    assert console.row(first)["shown"] is True


# ---- What the table knows -------------------------------------------------------------------------------------------


def test_the_record_is_shown_with_its_time_and_may_be_contradicted(dealing: Console) -> None:
    """A look that was recorded: the Dealer may say otherwise, which stands once a supervisor confirms it."""
    entry(dealing, {"type": "DealCards", "cards": [UNKNOWN] * 14})
    for card in ("9d", "Kh"):  # the Dealer's fourth card is seen, and their fifth is face up
        read(dealing, card)
    before = dealing.visitor.served.venue.floor.now()
    entry(dealing, {"type": "Look", "box": 1})
    shown = {fact["name"]: fact for fact in dealing.ruling("cards_exposed")["facts"]}
    assert (shown["seen"]["value"], shown["seen"]["recorded"], shown["seen"]["known"]) == ("yes", "yes", False)
    assert shown["seen"]["since"] >= before
    other = dealing.ruling("cards_exposed", facts={"seen": "no"})
    said = next(fact for fact in other["facts"] if fact["name"] == "seen")
    assert (said["value"], said["recorded"]) == ("no", "yes")
    assert other["ruling"] is not None
    nadia = Console(dealing.visitor.served, dealing.table, "nadia", "pit_supervisor")
    confirmed = nadia.ruling("cards_exposed", facts={"seen": "no"}, reason="the mark was a slip")
    assert confirmed["ruling"] is not None


def test_whose_cards_they_are_follows_from_the_cards(dealing: Console) -> None:
    entry(dealing, {"type": "DealCards", "cards": [UNKNOWN] * 9})
    for place, whose in (("dealer", "dealer"), ("4", "player")):
        preview = dealing.ruling("cards_exposed", slots=[{"place": place, "index": 0}], facts={"seen": "no"})
        values = {fact["name"]: fact["value"] for fact in preview["facts"]}
        assert (values["count"], values["whose"]) == ("1", whose)


# ---- An amount that cannot be, and lies there all the same ----------------------------------------------------------


def signed_by_the_pit(dealer: Console) -> None:
    """A Pit Supervisor signs what the Dealer has said against the record."""
    nadia = Console(dealer.visitor.served, dealer.table, "nadia", "pit_supervisor")
    nadia.do({"type": "SignStatement", "number": 1, "reason": "counted again"})
    dealer.page = dealer.socket.until(
        dealer.topic, lambda page: page["face"]["version"] >= nadia.page["face"]["version"]
    )


def to_decide(console: Console) -> None:
    """Hana has 100 on box 3 and is to decide."""
    lay(console, 3, 10_000)
    console.main()
    entry(console, {"type": "DealCards", "cards": [UNKNOWN] * console.page["entering"]["downs"]})
    assert read(console, "Kh").status_code == 200


@pytest.mark.parametrize(
    ("amount", "cites", "counts"), [(15_000, "5.3.2", 15_000), (19_500, "5.3.2", 19_500), (20_500, "5.3.1", 20_000)]
)
def test_a_bet_of_another_size_is_entered_with_its_report(
    served: Served, dealer: Console, amount: int, cites: str, counts: int
) -> None:
    """5.3: more than twice the Ante goes back in part, less counts as it lies; exactly twice is no irregularity."""
    to_decide(dealer)
    (offer,) = [one for one in dealer.page["offers"] if one["command"].get("decision") == "bet"]
    assert offer["wager"] == "bet"
    refused = post(dealer, "entries", commands=[{**offer["command"], "amount": amount}]).json()["refused"]
    assert refused["reason"] == "amount"
    report = {"box": 3, "wager": "bet", "amount": amount}
    before = dealer.page["face"]["version"]
    asked = dealer.ruling("wager_wrong_size", **report)
    assert asked["enters"] == "Box 3: BET 200.00."
    assert cites in asked["ruling"]["cites"]
    assert dealer.ruling("wager_wrong_size", **report | {"amount": 20_000})["ruling"] is None
    assert dealer.page["face"]["version"] == before, "nothing happens by asking"
    dealer.report("wager_wrong_size", **report)
    signed_by_the_pit(dealer)
    assert dealer.row("3")["decisions"] == ["bet"]
    assert layout(dealer)["3", "bet"] == amount
    round_: Any = served.venue.floor.table(STUD).engine.round
    assert sum(share.counts for share in round_.box(3).wager(WagerName.BET).shares) == counts
    (ruled,) = dealer.page["rulings"]
    assert cites in ruled["cites"]


def test_a_report_that_is_refused_enters_no_wager(dealer: Console) -> None:
    """Both or neither; and who may not deal may not enter a wager by a report either."""
    lay(dealer, 1, 10_000, "Mei")
    to_decide(dealer)
    report = {"irregularity": "wager_wrong_size", "box": 3, "wager": "bet", "amount": 15_000}
    answer = post(dealer, "reports", report=report)  # box 1 is to decide first
    assert answer.status_code == 409, answer.text
    assert answer.json()["sentence"] == "It is the turn of box 1"
    exact = post(dealer, "reports", report=report | {"box": 1, "amount": 20_000})
    assert exact.status_code == 409, exact.text
    assert [row["decisions"] for row in dealer.page["rows"] if row["number"]] == [[], []]


@pytest.mark.parametrize("above", [500, 100_000])
def test_chips_above_the_maximum_are_laid_up_to_it_by_their_report(dealer: Console, above: int) -> None:
    """5.1: the House rejects the excess before the bets are closed, and the wager stands at the maximum."""
    dealer.do({"type": "BuyChips", "cents": 100_000})
    lay(dealer, 3, 10_000)
    (left,) = lay(dealer, 3, LIMITS[1] + above)["left"]
    report = left["report"]
    assert (report["irregularity"], report["box"], report["amount"]) == ("wager_over_maximum", 3, LIMITS[1] + above)
    asked = dealer.ruling(**{key: report[key] for key in ("irregularity", "box", "wager", "amount", "player")})
    assert "5.1" in asked["ruling"]["cites"]
    dealer.report(**{key: report[key] for key in ("irregularity", "box", "wager", "amount", "player")})
    assert layout(dealer) == {("3", "ante"): LIMITS[1]}


@pytest.mark.parametrize("amount", [LIMITS[0] - 500, 2_600])
def test_below_the_minimum_and_chips_that_are_not_are_only_said(dealer: Console, amount: int) -> None:
    """5.2: the Player is told, and increases or withdraws; nothing lies there yet that could be ruled on."""
    (left,) = lay(dealer, 3, amount)["left"]
    assert left["report"] is None
