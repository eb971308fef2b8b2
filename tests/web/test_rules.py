"""The documents as pages, compared with the rulebooks and with what the documents print."""

from collections.abc import Iterator

import msgspec
import pytest

from croupier.play.gaps import gaps
from croupier.rulebooks import all_games, load
from tests.floor.random_floor import PLAN
from tests.floor.rigged import a_floor
from tests.web.past import Asker, house_of


@pytest.fixture(scope="module")
def anybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """Somebody without a session: the rules are for everybody."""
    folder = tmp_path_factory.mktemp("rules")
    with house_of(a_floor(folder, PLAN)) as house:
        yield house.nobody()


def test_all_five_documents_are_listed_with_what_became_of_their_paragraphs(anybody: Asker) -> None:
    found = {one["game"]: one for one in anybody.json("/api/rules")["games"]}
    assert list(found) == list(all_games())
    # As the documents are numbered: README has the same table.
    assert {game: (one["version"], one["effective"].partition(",")[0]) for game, one in found.items()} == {
        "rws-casino-stud": (6, "not stated"),
        "rws-multi-link-casino-stud": (3, "8 December 2020"),
        "rws-progressive-texas-holdem": (6, "28 June 2020"),
        "mbs-texas-holdem-bonus-progressive": (6, "2 August 2019"),
        "rws-poker": (6, "7 April 2020"),
    }
    for one in found.values():
        assert one["carried_out"] == one["paragraphs"] == sum(one["dispositions"].values())
    assert found["rws-poker"]["kind"] == "room"


@pytest.mark.parametrize("game", all_games())
def test_a_document_is_sent_whole_by_its_game_or_its_rulebook(anybody: Asker, game: str) -> None:
    document = load(game).document
    page = anybody.json(f"/api/rules/{game}")
    assert page == anybody.json(f"/api/rules/{document.rulebook}")
    assert [one["number"] for one in page["paragraphs"]] == [one.number for one in document.paragraphs]
    assert [one["number"] for one in page["interpretations"]] == [one.number for one in document.interpretations]
    open_ = gaps(load(game))
    assert page["gaps"] == msgspec.json.decode(msgspec.json.encode(open_))


def test_pay_tables_are_those_that_the_document_prints(anybody: Asker) -> None:
    page = anybody.json("/api/rules/rws-casino-stud")
    tables = {one["wager"]: one for one in page["pays"]}
    # 4.1: the BET is paid by rank, from 1 to 1 for a pair or less to the Royal Flush.
    assert tables["bet"]["cite"] == "4.1"
    assert tables["bet"]["rows"][0]["title"] == "Royal Flush"
    assert all(row["pays"].endswith(" to 1") for row in tables["bet"]["rows"])
    assert [row["pays"] for row in tables["ante"]["rows"]] == ["1 to 1"]
    ladder = {one["title"]: one["pays"] for one in page["awards"]}
    assert ladder["Royal Flush"] == "100 % of the jackpot"
    assert ladder["Straight Flush"] == "10 % of the jackpot"
    assert {one["cite"] for one in page["awards"]} == {"4.2"}
    assert anybody.json("/api/rules/rws-poker")["pays"] == []


def test_a_paragraph_an_interpretation_and_what_is_neither(anybody: Asker) -> None:
    paragraph = anybody.json("/api/rules/rws-casino-stud-v6/3.13")
    assert paragraph["disposition"] == "MODELLED"
    assert "does not qualify" in paragraph["summary"]
    assert paragraph["interpretations"] == ["I5", "I9"]
    assert anybody.json("/api/rules/rws-casino-stud/3.13") == paragraph
    lettered = next(
        one.number for one in load("rws-multi-link-casino-stud").document.paragraphs if one.number.endswith(".c")
    )
    assert anybody.json(f"/api/rules/rws-multi-link-casino-stud/{lettered}")["number"] == lettered
    reading = anybody.json("/api/rules/rws-casino-stud-v6/I7")
    assert (reading["disposition"], reading["paragraphs"]) == ("INTERPRETATION", ["4.2", "1.13"])
    assert reading["question"].endswith("?")
    assert reading["choice"]
    assert anybody.json("/api/rules/rws-casino-stud-v6/I-7") == reading
    overlap = anybody.json("/api/rules/rws-casino-stud-v6/O4")
    assert (overlap["disposition"], overlap["paragraphs"]) == ("OVERLAP", ["3.13", "4.3"])
    assert overlap["interpretations"] == ["I5"]
    assert overlap["summary"].endswith("3.13 prevails.")
    for path, sentence in (
        ("/api/rules/rws-casino-stud/9.99", "has no paragraph '9.99'"),
        ("/api/rules/bridge", "There is no rulebook 'bridge'"),
        ("/api/rules/rws-casino-stud-v5/3.13", "There is no rulebook"),
    ):
        answer = anybody.get(path)
        assert answer.status_code == 404
        assert sentence in answer.json()["sentence"]


def test_code_and_tests_of_a_paragraph_are_named(anybody: Asker) -> None:
    page = anybody.json("/api/rules/rws-casino-stud")
    one = next(row for row in page["paragraphs"] if row["number"] == "3.13")
    assert "croupier.rulebooks.rws_casino_stud_v6:NOT_QUALIFIED" in one["code"]
    assert any("test_3_13_" in name for name in one["tests"])
