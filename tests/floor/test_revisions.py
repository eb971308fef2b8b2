"""A house's database of revision 1: read, verified, restated, recovered, and still not to be tampered with.

What each restated round should have paid is worked out here from the documents; ``tests/fixtures/evening.txt`` has the
rounds act for act.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cli.verifying import Kept, Manner, verify_database
from croupier.floor.house.recovery import recover
from croupier.floor.journal import codec
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import load
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import ClaimsOpened, PlayBanked
from croupier.floor.verify.finding import Finding, Kind, Summary
from croupier.floor.verify.restating import Restated, Restating
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import OpenRound
from croupier.rulebooks import all_games
from croupier.rulebooks import load as load_game
from croupier.rulebooks.revisions import REVISION, REVISIONS, corrected
from croupier.rules.terms import Role
from tests.fixtures.house import KEYS, REVISION_1, Clock, Evening, restore
from tests.floor.chance import SeededEntropy
from tests.floor.tampering import ask, change, entries, rewrite
from tests.sampling import first


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return restore(REVISION_1, tmp_path_factory.mktemp("earlier") / "house.db")


@pytest.fixture
def house(kept: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copy(kept, tmp_path / "house.db"))


def verified(path: Path) -> tuple[list[Finding], Restating, Summary]:
    store, restating, summary = Store(open_engine(str(path))), Restating(), Summary()
    with store.reading() as reading:
        told = list(verify(reading, keys=KEYS, summary=summary, restating=restating))
    store.close()
    return told, restating, summary


@pytest.fixture(scope="module")
def restating(kept: Path) -> Restating:
    told, found, _ = verified(kept)
    assert told == []
    return found


def by_round(rounds: list[Restated]) -> dict[tuple[str, int], Restated]:
    return {(one.table, one.round): one for one in rounds}


# ---- Verified as it was written


def test_a_database_of_revision_1_is_in_order(kept: Path) -> None:
    told, restating, summary = verified(kept)
    assert told == []
    assert {row[0] for row in ask(kept, "SELECT DISTINCT schema FROM journal")} == {1}
    assert (summary.entries, summary.snapshots) == (ask(kept, "SELECT count(*) FROM journal")[0][0], 1)
    assert summary.opened == summary.decks > 0
    assert (summary.seals, summary.unsigned) == (0, summary.entries), "nothing was signed then, and it is said"
    assert restating.rounds


def test_what_todays_code_writes_restates_to_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "house.db").all()
    evening.close()
    told, restating, summary = verified(tmp_path / "house.db")
    assert told == []
    assert (restating.rounds, restating.undecided, restating.alike) == ([], [], 0)
    assert summary.rounds > 40
    assert {row[0] for row in ask(tmp_path / "house.db", "SELECT DISTINCT schema FROM journal")} == {REVISION}


# ---- Restated


@pytest.mark.parametrize(
    ("table", "number", "paragraph", "players", "house", "jackpot"),
    [
        # Two cards exposed void the round: each had won 10,000 on the Ante and 20,000 on the BET, at 1 to 1.
        ("csp", 3, "5.8.2", {"p1": -30_000, "p2": -30_000}, 60_000, 0),
        # The Dealer alone says that the Ante is 2,000: 10,000 and 20,000 are won, and not 2,000 and 20,000.
        ("csp", 4, "I16", {"p1": 8_000}, -8_000, 0),
        # One person each says that 26,000 lie there, and 15,000: 10,000 and 20,000 are won, not 15,000 and 30,000.
        ("csp", 5, "I16", {"p1": -15_000}, 15_000, 0),
        # The settled round stands: 30,000 each, less the jackpot wager of 500, of which 350 feed the meter.
        ("csp", 6, "5.8.3", {"p1": 29_500, "p2": 29_500}, -2 * 30_000 + 2 * 150, 2 * 350),
        # Registered were 5,000,000 and this wager's 350; a tenth of it is 500,035, paid 500,000 from the new meter.
        # The House bears it, for the meter's money was won elsewhere: 500,000 stay there.
        ("csp", 15, "5.18.1", {"p1": 35}, -500_035, 500_000),
        # The Dealer alone says that a settled hand was wrong, which voided it: 30,000 were won, less 500 for the meter.
        ("mlp", 2, "I16", {"p1": 29_500}, -30_000 + 150, 350),
        # The Dealer alone says that the Ante is 2,000: 10,000 are lost, and not 2,000.
        ("pthp", 2, "I18", {"p1": -8_000}, 8_000, 0),
        # Two Antes of 10,000 were folded and came back.
        ("pthp", 3, "5.8.3", {"p1": -10_000, "p2": -10_000}, 20_000, 0),
        # The Dealer alone says that 6,000 lie there, 3,600 and 2,400: by the record 3,000 and 2,000 are lost.
        ("thbp", 2, "I20", {"p1": 600, "p2": 400}, -1_000, 0),
        # Likewise for p2, who declined; p1's Flop is twice 3,000, not twice 3,600, and wins 1,200 less.
        ("thbp", 3, "I20", {"p1": -1_200, "p2": 400}, 800, 0),
        # Two cards exposed void the round; the Flop of 4,000 had won 4,000.
        ("thbp", 4, "5.4", {"p1": -4_000}, 4_000, 0),
        # The Dealer alone says that the Ante is 500: 2,000 are lost, and not 500.
        ("thbp", 5, "I20", {"p1": -1_500}, 1_500, 0),
        # Who played box 1 was present for box 2, and has folded its 2,000.
        ("thbp", 8, "5.11", {"p1": -2_000}, 2_000, 0),
    ],
)
def test_what_a_round_should_have_paid(
    restating: Restating,
    table: str,
    number: int,
    paragraph: str,
    players: dict[str, int],
    house: int,
    jackpot: int,
) -> None:
    one = by_round(restating.rounds)[table, number]
    assert paragraph in one.paragraphs
    assert (one.players, one.house, one.jackpot) == (players, house, jackpot)
    assert one.corrections
    assert one.revision == 1


def test_every_round_that_is_paid_otherwise_is_worked_out_above(restating: Restating) -> None:
    assert len(restating.rounds) == 13


def test_no_cent_is_made_or_lost(restating: Restating) -> None:
    for one in restating.rounds:
        assert sum(one.players.values()) + one.house + one.jackpot == 0
        assert one.players == {
            name: one.restated[name] - one.recorded[name]
            for name in one.recorded
            if one.restated[name] != one.recorded[name]
        }


@pytest.mark.parametrize(
    ("table", "number", "waits", "lies"),
    [
        # p2's card was exposed, and p1 took his wager back: what he would have decided nobody knows.
        ("csp", 7, "would have gone on", {"p1": 10_000, "p2": 10_000}),
        # Of a card that was not in the deck, the Dealer alone speaks: p1 has bet 20,000 on 10,000 and 500, p2 has not.
        ("csp", 2, "would have gone on", {"p1": 30_500, "p2": 10_500}),
        ("csp", 9, "pit supervisor would have to decide first: intentional", {"p1": 20_000}),
        # The deal was over, and two cards exposed then void nothing: p1 has bet, p2 has not decided.
        ("csp", 10, "would have gone on", {"p1": 30_000, "p2": 10_000}),
        # Ten cards were dealt, the first of them to the hand: it should have been burnt, and one is missing.
        ("mlp", 4, "would have gone on", {"p1": 10_500}),
        # Nothing is burnt at a shuffler, so that the round was not void.
        ("csp-shuffler", 2, "would have gone on", {"p1": 10_000, "p2": 10_000}),
        # p4 still owed the Blind that he had missed, and would not have been dealt in.
        ("poker", 3, "would have gone on", {"p5": 100, "p6": 200}),
        # The Dealer alone says that p6 showed a card: the bet of 1,000 stands, and p1 would have to answer it.
        ("poker", 4, "would have gone on", {"p6": 1_200, "p1": 200}),
        # One Shift Manager alone barred p1, whose hand with 2,000 and the jackpot wager of 500 is folded.
        ("thbp", 9, "shift manager would have to decide first: prohibit", {"p1": 2_500, "p2": 2_000}),
    ],
)
def test_what_the_record_does_not_tell_is_left_open(
    restating: Restating, table: str, number: int, waits: str, lies: dict[str, int]
) -> None:
    one = by_round(restating.undecided)[table, number]
    assert waits in one.waits
    assert {name: cents for name, cents in one.lies.items() if cents} == lies
    assert (one.players, one.house, one.jackpot) == ({}, 0, 0)


def test_who_said_something_alone_is_named(restating: Restating) -> None:
    (note,) = by_round(restating.rounds)["csp", 4].notes
    assert note.startswith("dealer: report wager_under_minimum box=1 wager=ante amount=2000: this takes ")
    assert note.endswith("; dealer alone said it")


def test_what_had_to_be_assumed_is_said(restating: Restating) -> None:
    notes = by_round(restating.undecided)["csp", 7].notes
    assert notes[0] == "box 3 has a choice now; there is no answer on record, so its clock runs out"
    assert notes[1] == "p1: answer 1 return_wager is refused: Box 1 has nothing to choose"


def test_the_next_round_begins_from_the_record(restating: Restating) -> None:
    """Rounds 11 to 13 of the table, after rounds that were decided otherwise, were played as today.

    In round 13 two Shift Managers gave the same decision, one after the other: the second signed for the first.
    """
    found = by_round([*restating.rounds, *restating.undecided])
    assert {number for table, number in found if table == "csp"} == {2, 3, 4, 5, 6, 7, 9, 10, 15}


# ---- Tampering


UNTROUBLED = 1
"""The first round of table csp, in which nothing went wrong: its settlement is version 16."""
SETTLED = 16


def kinds(path: Path) -> set[Kind]:
    return {one.kind for one in verified(path)[0]}


@pytest.mark.parametrize(
    ("column", "old", "new"),
    [
        ("events", '"paid":20000', '"paid":90000'),
        ("postings", "40000", "90000"),
        ("command", "Settle", "Reveal"),
        ("actor", "dealer", "eve"),
    ],
)
def test_an_entry_that_was_changed_is_found(house: Path, column: str, old: str, new: str) -> None:
    where = f"stream = 'table:csp' AND version = {SETTLED}"
    assert old in ask(house, f"SELECT {column} FROM journal WHERE {where}")[0][0]
    change(house, f"UPDATE journal SET {column} = replace({column}, '{old}', '{new}') WHERE {where}")
    assert Kind.HASH in kinds(house)


def test_its_revision_is_part_of_what_is_hashed(house: Path) -> None:
    change(house, f"UPDATE journal SET schema = 2 WHERE stream = 'table:csp' AND version = {SETTLED}")
    assert Kind.HASH in kinds(house)


def test_postings_that_the_events_do_not_mean_are_found_though_the_chain_was_made_anew(house: Path) -> None:
    entry = entries(house, "table:csp")[SETTLED - 1]
    rewrite(house, "table:csp", SETTLED, postings=entry.postings.replace("40000", "90000"))
    assert Kind.POSTINGS in kinds(house)


def paid_more(path: Path, version: int, wager: str, cents: int) -> None:
    """p1 is paid more at table csp, in the journal, the ledger and the balances alike, in a chain made anew."""
    entry = entries(path, "table:csp")[version - 1]
    events = json.loads(entry.events)
    at = next(number for number, one in enumerate(events) if one.get("wager") == wager and one["player"] == "p1")
    events[at]["paid"] += cents
    moves = json.loads(entry.postings)
    for move in moves:
        if move[0] == at and move[1] in {"wallet:p1", "float:csp"}:
            move[2] += cents if move[1] == "wallet:p1" else -cents
            row = ("table:csp", version, at, move[1])
            change(
                path,
                f"UPDATE ledger SET cents = {move[2]} WHERE stream = ? AND version = ? AND event = ? AND account = ?",
                values=row,
            )
    for account, more in (("wallet:p1", cents), ("float:csp", -cents)):
        change(path, f"UPDATE balances SET cents = cents + {more} WHERE account = ?", values=(account,))
    rewrite(path, "table:csp", version, events=_text(events), postings=_text(moves))


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def test_a_decision_that_nothing_was_corrected_about_is_found(house: Path) -> None:
    """Consistent through and through: but no revision since has changed what 3.14.1 pays."""
    paid_more(house, SETTLED, "bet", 70_000)
    told, restating, _ = verified(house)
    assert [(one.kind, one.stream) for one in told] == [(Kind.DECISION, "table:csp")]
    assert "nothing was corrected there" in told[0].wrong
    assert by_round(restating.rounds)["csp", UNTROUBLED].players == {"p1": -70_000}


def test_a_false_decision_is_not_excused_by_an_earlier_revision(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "house.db")
    evening.furnish()
    evening.close()
    last = entries(tmp_path / "house.db", "cage")[-1]
    rewrite(tmp_path / "house.db", "cage", last.version, schema=1)
    assert Kind.REVISION in kinds(tmp_path / "house.db")


def test_a_snapshot_that_was_changed_is_found(house: Path) -> None:
    (stream, state) = ask(house, "SELECT stream, state FROM snapshots")[0]
    told = json.loads(state)
    told["engine"]["seats"][0]["stake"] += 100
    change(house, "UPDATE snapshots SET state = ?", values=(msgspec.json.encode(told),))
    found, _, _ = verified(house)
    assert [(one.kind, one.stream) for one in found] == [(Kind.SNAPSHOT, stream)]


@pytest.mark.parametrize("state", first(1, [b"[]", b"", b"[", b'{"info":{"name":"another"}}']))
def test_a_snapshot_that_is_none_is_found(house: Path, state: bytes) -> None:
    change(house, "UPDATE snapshots SET state = ?", values=(state,))
    assert Kind.SNAPSHOT in kinds(house)


# ---- Opened again


def opened(path: Path) -> Floor:
    clock = Clock()
    clock.at += 4 * 10**10
    return Floor(Store(open_engine(str(path))), clock=clock, entropy=SeededEntropy(5), keys=KEYS)


def test_a_floor_is_loaded_from_the_beginning_where_its_snapshot_is_of_another_form(house: Path) -> None:
    floor = opened(house)
    kept = floor.streams["table:auto-poker"]
    (last,) = ask(house, "SELECT max(version) FROM journal WHERE stream = 'table:auto-poker'")[0]
    assert (kept.snapshot, kept.version) == (0, last)
    assert set(floor.tables()) >= {"csp", "mlp", "pthp", "thbp", "poker", "auto-poker"}
    floor.store.close()


def test_a_restart_recovers_rounds_of_revision_1_and_play_goes_on(house: Path) -> None:
    floor = opened(house)
    running = {name for name in floor.tables() if floor.table(name).running}
    assert running == {"csp", "poker", "auto-csp", "auto-mlp", "auto-thbp"}
    assert {one.table for one in recover(floor)} == running
    dealer = Request("table:mlp", "dealer", Role.DEALER, PlayBanked(OpenRound()))
    assert isinstance(floor.submit(dealer)[0], Accepted)
    assert entries(house, "table:mlp")[-1].schema == REVISION
    floor.store.close()
    told, restating, summary = verified(house)
    assert told == []
    assert summary.seals > 0
    assert 0 < summary.unsigned < summary.entries
    assert len(restating.rounds) >= 13


def test_the_next_entry_brings_a_snapshot_of_todays_form(house: Path) -> None:
    floor = opened(house)
    recover(floor)
    floor.store.close()
    again = Store(open_engine(str(house)))
    with again.reading() as reading:
        for stream in reading.streams():
            assert load(reading, stream).version > 0
    again.close()


def test_claims_of_revision_1_have_one_moment_for_all_hands() -> None:
    text = '[{"type":"ClaimsOpened","boxes":[1,3],"awards":["a","b"],"dealt":7,"cites":["4.5"],"entered":9}]'
    assert codec.read_events("banked", 1, text) == (ClaimsOpened((1, 3), ("a", "b"), (7, 7), ("4.5",), 9),)


# ---- The list of revisions


def test_revisions_are_numbered_and_the_last_is_todays() -> None:
    assert [one.number for one in REVISIONS] == list(range(1, REVISION + 1))


@pytest.mark.parametrize("game", all_games())
def test_corrections_name_paragraphs_of_their_document(game: str) -> None:
    document = load_game(game).document
    for paragraph, text in corrected(game, 1).items():
        assert document.knows(paragraph), paragraph
        assert text.endswith(".")
    assert corrected(game, REVISION) == {}


# ---- The command


@pytest.mark.long
def test_the_command_lists_them_apart(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_database(str(kept), Kept(), Manner()) == 0
    told = capsys.readouterr().out
    assert told.startswith("consistent: yes (")
    assert "today's rules would pay 13 rounds of earlier revisions differently, and leave 17 undecided" in told
    assert verify_database(str(kept), Kept(), Manner(restate=True)) == 0
    told = capsys.readouterr().out
    assert "csp 9: undecided: a pit supervisor would have to decide first" in told
    assert verify_database(str(kept), Kept(), Manner(restate=True, json=True)) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["findings"] == []
    (third,) = (one for one in answer["restated"] if (one["stream"], one["round"]) == ("table:csp", 3))
    assert third["players"] == {"p1": -30_000, "p2": -30_000}
    assert "5.8.2" in third["paragraphs"]
    assert len(answer["undecided"]) == 17
    assert answer["totals"]["p2"] == -30_000 + 29_500 - 10_000 + 400 + 400
