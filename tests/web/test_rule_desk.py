"""The rule desk over HTTP: a search in plain words, facts asked together, a ruling of a document or of a table."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import UNKNOWN
from croupier.floor.house.config import DocumentPlan, TablePlan
from tests.web.server import Served, Visitor, serving, with_tables

STUD = "deal-cs"
ANTE, JACKPOT = 2_500, 500


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration with one table of Casino Stud that a Dealer deals: two boxes are dealt, nobody has looked."""
    by_hand = {STUD: TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True)}
    with pytest.MonkeyPatch.context() as patch:
        with_tables(patch, by_hand)
        with serving(tmp_path_factory.mktemp("floor")) as house:
            dealer = house.visit(name="rahim", role="dealer")
            do(dealer, {"type": "BuyChips", "cents": 500_000}, {"type": "OpenRound"})
            for box, player in enumerate(("Hana", "Mei"), 1):
                do(dealer, *wagers(box, player))
            do(dealer, {"type": "CloseBets"})
            for _ in range(1 + 5 * 2 + 4):
                do(dealer, {"type": "DealCards", "cards": [UNKNOWN]})
            yield house


def do(who: Visitor, *commands: dict[str, Any]) -> None:
    for command in commands:
        answer = who.act(STUD, command)
        assert answer.status_code == 200, answer.text
        assert answer.json()["refused"] is None, answer.text


def wagers(box: int, player: str) -> list[dict[str, Any]]:
    amounts = {"ante": ANTE, "jackpot": JACKPOT}
    return [
        {"type": "PlaceWager", "box": box, "wager": wager, "amount": amount, "player": player}
        for wager, amount in amounts.items()
    ]


@pytest.fixture(scope="module")
def pit(served: Served) -> Visitor:
    return served.visit(name="nadia", role="pit_supervisor")


def ask(who: Visitor, irregularity: str, **asked: Any) -> dict[str, Any]:
    answer = who.http.post("/api/rule-desk", json={"irregularity": irregularity, **asked})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_desk_names_documents_and_tables(pit: Visitor) -> None:
    page = pit.http.get("/api/rule-desk").json()
    stud = next(one for one in page["games"] if one["name"] == "rws-casino-stud")
    assert {"irregularity": "deck_miscount", "title": "Deck miscount", "why": ""} in stud["irregularities"]
    assert (STUD, "rws-casino-stud") in [(one["name"], one["game"]) for one in page["tables"]]
    assert [one["stage"] for one in page["stages"]] == ["keying", "open", "outcome", "settled", "later"]


def test_a_search_takes_words_of_the_floor(pit: Visitor) -> None:
    asked = {"words": "dealer exposed the turn early"}
    found = pit.http.get("/api/rule-desk/rws-poker/search", params=asked).json()["found"]
    assert found[0]["irregularity"] == "turn_exposed_early"
    assert pit.http.get("/api/rule-desk/whist/search", params=asked).status_code == 404


def test_a_document_asks_for_every_missing_fact_at_once(pit: Visitor) -> None:
    answer = ask(pit, "cards_exposed", game="rws-casino-stud")
    assert answer["missing"] == ["count", "seen", "whose"]
    assert (answer["ruling"], answer["refused"]) == (None, None)
    given = {"count": "2", "seen": "no", "whose": "player"}
    ruling = ask(pit, "cards_exposed", game="rws-casino-stud", facts=given, stage="open")["ruling"]
    assert (ruling["headline"], ruling["cites"]) == ("The round is void.", ["5.8.2"])
    assert [one["kind"] for one in ruling["steps"]] == ["call", "sign", "announce", "chips", "meter"]
    assert [(one["stage"], one["who"]) for one in ruling["signs"]] == [("open", "dealer+pit_supervisor")]


def test_a_stage_settles_facts_that_are_then_locked(pit: Visitor) -> None:
    answer = ask(pit, "interruption", game="rws-casino-stud", stage="open")
    assert [(one["name"], one["value"], one["known"]) for one in answer["facts"]] == [("outcome", "none", True)]
    assert answer["ruling"]["cites"] == ["5.7.2"]


def test_a_table_answers_from_its_own_state(pit: Visitor) -> None:
    """5.8.3: 30.00 a box go back, and nobody has looked, so that the Dealer alone says so."""
    answer = ask(pit, "deck_miscount", table=STUD)
    assert (answer["game"], answer["stage"], answer["round"]) == ("rws-casino-stud", "open", 1)
    ruling = answer["ruling"]
    assert [(one["box"], one["players"], one["lies"], one["back"], one["result"]) for one in ruling["money"]] == [
        (1, ["Hana"], {"ante": ANTE, "jackpot": JACKPOT}, ANTE + JACKPOT, 0),
        (2, ["Mei"], {"ante": ANTE, "jackpot": JACKPOT}, ANTE + JACKPOT, 0),
    ]
    assert ruling["signs"][0]["who"] == "dealer"


def test_a_report_about_a_box_says_which_boxes_there_are(pit: Visitor) -> None:
    answer = ask(pit, "player_absent", table=STUD)
    assert answer["about"] == ["box"]
    assert [one["box"] for one in answer["places"]] == [1, 2]
    assert answer["refused"]["sentence"] == "Player absent: say which box it is about"
    assert ask(pit, "player_absent", table=STUD, box=1)["ruling"]["headline"]


def test_a_jackpot_wager_without_an_ante_lies_at_a_free_box(pit: Visitor) -> None:
    """5.4: noticed after the close, it goes back; its amount is the prescribed one."""
    answer = ask(pit, "jackpot_without_ante", table=STUD, box=5, player="Hana")
    assert answer["about"] == ["box", "player"]
    assert 5 in [one["box"] for one in answer["places"]]
    assert not {1, 2} & {one["box"] for one in answer["places"]}
    (stray,) = (one for one in answer["ruling"]["money"] if one["box"] == 5)
    assert (stray["players"], stray["back"], stray["result"]) == (["Hana"], JACKPOT, 0)


def test_asking_changes_nothing(served: Served, pit: Visitor) -> None:
    before = served.venue.floor.table(STUD)
    ask(pit, "foreign_card", table=STUD)
    assert served.venue.floor.table(STUD) is before


def test_the_wording_comes_from_the_registered_file(served: Served, pit: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "stud.md"
    file.write_text("5.8 If so:\n5.8.3 too few cards,\n")
    digest = sha256(file.read_bytes()).hexdigest()
    asked = {"game": "rws-casino-stud", "stage": "open"}
    assert ask(pit, "deck_miscount", **asked)["ruling"]["wording"] == []
    try:
        served.venue.documents = {"rws-casino-stud-v6": DocumentPlan(str(file), digest)}
        said = ask(pit, "deck_miscount", **asked)["ruling"]
        assert said["wording"] == [
            {"paragraph": "5.8", "text": "If so:"},
            {"paragraph": "5.8.3", "text": "too few cards,"},
        ]
        file.write_text("5.8.3 many cards,\n")
        said = ask(pit, "deck_miscount", **asked)["ruling"]
        assert said["wording"] == []
        assert f"expected SHA-256 {digest}" in said["wording_refused"]
    finally:
        served.venue.documents = {}


def test_what_cannot_be_asked_is_a_sentence(served: Served, pit: Visitor) -> None:
    def refused(**body: Any) -> tuple[int, str]:
        answer = pit.http.post("/api/rule-desk", json=body)
        return answer.status_code, answer.json()["sentence"]

    assert refused(irregularity="misdael", game="rws-casino-stud")[0] == 422
    assert "did you mean “Misdeal, " in refused(irregularity="misdael", game="rws-casino-stud")[1]
    assert refused(irregularity="misdeal", table="none") == (404, "There is no table none")
    wrong = ask(pit, "cards_exposed", game="rws-casino-stud", facts={"colour": "red"})
    assert "“Colour” is not asked here" in wrong["refused"]["sentence"]
    guest = served.visit()
    assert guest.http.get("/api/rule-desk").status_code == 403
