"""Past rounds: the list, the replay, the proof. What each may see is reckoned here from the stacked shoe."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import UNKNOWN, format_card, parse_card, parse_cards
from croupier.floor.values.table_kinds import RoomTable
from croupier.notation.phh import read_phh
from croupier.notation.phh_play import replay
from croupier.play.banked.commands import CloseBets, OpenRound, PlaceWager, Report, WithdrawWager
from croupier.play.room import commands as room
from croupier.play.room.showdown import next_to_show
from croupier.play.room.state import Phase, Round
from croupier.rulebooks import load_room
from croupier.rules.room import Move
from croupier.rules.terms import Role, WagerName
from croupier.web.desks.records.checkpoints import EVERY, Checkpoints
from croupier.web.desks.records.history import last_rounds
from tests.floor.random_floor import PLAN, open_floor
from tests.floor.rigged import a_floor, act, in_order
from tests.web.past import STUD, house_of, stud_round

SCRIPT = Path(__file__).parents[2] / "examples" / "verify_shuffle.py"
OWN = ["Ah", "8c", "Tc", "Qd", "2c"]
UNSEEN = ["3s", "4s", "5s", "6s", "7s"]
"""Box 2, which bob folds without a look: nobody ever sees it."""
DEALER = ["7c", "9c", "Jd", "Kd", "3d"]


def test_the_list_has_what_the_ledger_moved(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        (ann,) = house.someone("ann").json("/api/rounds")["rounds"]
        (bob,) = house.someone("bob").json("/api/rounds")["rounds"]
        assert house.someone("cho").json("/api/rounds")["rounds"] == []
        assert house.nobody().get("/api/rounds").status_code == 401
        assert house.someone("aud", Role.AUDITOR).json("/api/rounds")["rounds"] == []
    # King high does not qualify: the Ante of 50.00 wins 1 to 1, the BET goes back (3.13). Bob's Ante is lost (3.12.1).
    assert (ann["title"], ann["net"], ann["boxes"]) == ("Dealer not qualified", 5_000, [1])
    assert (bob["title"], bob["net"], bob["boxes"]) == ("Folded", -5_000, [2])
    assert (ann["table"], ann["game"], ann["number"]) == ("stud-1", "rws-casino-stud", 1)
    assert ann["at"] < ann["ended"]


def test_the_list_says_what_the_session_has_come_to_however_short_it_is(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    for _ in range(3):
        stud_round(floor)
    with house_of(floor) as house:
        pages = [house.someone("ann").json("/api/rounds", limit=limit) for limit in (1, 2, 3, 50)]
        assert house.someone("cho").json("/api/rounds")["session"] == 0
    assert [len(page["rounds"]) for page in pages] == [1, 2, 3, 3]
    nets = [one["net"] for one in pages[-1]["rounds"]]
    assert nets[-1] == 5_000  # the round above; the others come as they come
    assert {page["session"] for page in pages} == {sum(nets)}


def test_a_round_in_play_is_neither_listed_nor_replayed_nor_proven(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor, over=False)
    with house_of(floor) as house:
        ann, auditor = house.someone("ann"), house.someone("aud", Role.AUDITOR)
        assert ann.json("/api/rounds")["rounds"] == []
        for asker in (ann, auditor):
            for path in ("/api/rounds/stud-1/1", "/api/rounds/stud-1/1/proof"):
                answer = asker.get(path)
                assert answer.status_code in {404, 409}
                assert "still in play" in answer.json()["sentence"]


def test_the_replay_shows_each_what_the_table_showed_him(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        ann = house.someone("ann").json("/api/rounds/stud-1/1")
        bob = house.someone("bob").get("/api/rounds/stud-1/1")
        auditor = house.someone("aud", Role.AUDITOR).get("/api/rounds/stud-1/1")
        shift = house.someone("max", Role.SHIFT_MANAGER).get("/api/rounds/stud-1/1")
        assert house.someone("cho").get("/api/rounds/stud-1/1").status_code == 403
        for role in (Role.DEALER, Role.CAGE, Role.DISPLAY, Role.PIT_MANAGER):
            assert house.someone("x", role).get("/api/rounds/stud-1/1").status_code == 403
    names = [step["event"] for step in ann["steps"]]
    assert names[:2] == ["ShuffleCommitted", "RoundOpened"]
    assert names[-1] == "RoundEnded"
    faces = {step["event"]: step["banked"] for step in ann["steps"]}

    def box(event: str, number: int) -> list[str]:
        return next(one["cards"] for one in faces[event]["boxes"] if one["box"] == number)

    assert box("CardsDealt", 1) == ["??"] * 5
    assert box("HandLookedAt", 1) == OWN
    assert faces["HandLookedAt"]["dealer"] == ["??"] * 4 + ["3d"]
    assert faces["DealerRevealed"]["dealer"] == DEALER
    for answer in (bob, auditor, shift):
        assert answer.status_code == 200
        early = answer.json()["steps"][6]
        assert early["event"] == "HandLookedAt"  # ann's hand is hers until it is laid open
        assert early["banked"]["boxes"][0]["cards"] == ["??"] * 5
    for text in (json.dumps(ann), bob.text, auditor.text, shift.text):
        assert not [card for card in UNSEEN if f'"{card}"' in text]
    assert all(step["sentence"] for step in ann["steps"])
    assert ann["won"] == 5_000
    assert [(line["wager"], line["paid"], line["returned"], line["cites"]) for line in ann["lines"]] == [
        ("ante", 5_000, 5_000, ["3.13", "4.1"]),
        ("bet", 0, 10_000, ["3.13"]),
    ]


def test_what_is_not_there(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    stud_round(floor)
    with house_of(floor) as house:
        ann = house.someone("ann")
        for path in (
            "/api/rounds/stud-1/0",
            "/api/rounds/stud-1/2",
            "/api/rounds/none/1",
            "/api/rounds/stud-1/1/proof/2",
        ):
            assert ann.get(path).status_code == 404, path
        assert ann.get("/api/rounds", limit=0).status_code == 400
        assert ann.get("/api/rounds", limit=1_000).status_code == 400


def test_the_proof_is_the_one_that_the_script_accepts(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        ann = house.someone("ann")
        page = ann.json("/api/rounds/stud-1/1/proof")
        file = ann.get("/api/rounds/stud-1/1/proof/1")
        everything = house.someone("aud", Role.AUDITOR).json("/api/rounds/stud-1/1/proof")
    assert {one["card"] for one in page["proofs"][0]["openings"]} == {*OWN, *DEALER}
    assert len(everything["proofs"][0]["openings"]) == 52
    assert 'filename="stud-1-round-1-shuffle-1.json"' in file.headers["content-disposition"]
    (tmp_path / "proof.json").write_bytes(file.content)
    run = subprocess.run(
        [sys.executable, "-I", SCRIPT, tmp_path / "proof.json"], capture_output=True, text=True, check=False
    )
    assert "10 of 52 cards opened" in run.stdout, run.stderr
    assert json.loads(file.content)["root"] == page["proofs"][0]["root"]


def test_a_wager_taken_back_is_no_part_in_a_round(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(3, WagerName.ANTE, 5_000), "cho")
    act(floor, "stud-1", WithdrawWager(3, WagerName.ANTE), "cho")
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Report("interruption"))
    assert [one.title for one in last_rounds(floor, "ann", 50)] == ["The round is void"]
    assert last_rounds(floor, "ann", 50)[0].net == 0
    assert last_rounds(floor, "cho", 50) == []


def test_rounds_of_the_poker_room_are_found_by_the_sitting(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    for seat, name in ((1, "ann"), (2, "bob")):
        act(floor, "poker-1", room.JoinTable(seat, 20_000), name)
    for _ in range(3):
        act(floor, "poker-1", room.OpenRound())
        state: Any = floor.table("poker-1").engine
        turn = state.round.hands[state.round.turn]
        act(floor, "poker-1", room.Act(turn.seat, Move.FOLD), turn.player)
    # Two play: whoever has the Button posts the Small Blind of 1.00 and folds; the other wins it, without a Rake below
    # a whole unit. The Button moves, so that over three hands one loses it twice.
    ann, bob = last_rounds(floor, "ann", 50), last_rounds(floor, "bob", 50)
    assert [one.number for one in ann] == [3, 2, 1] == [one.number for one in bob]
    assert [one.net for one in ann] == [-one.net for one in bob]
    assert sorted(one.net for one in ann) in ([-100, -100, 100], [-100, 100, 100])
    assert {one.title for one in ann} == {"Folded before the Flop", "Won without a showdown"}
    act(floor, "poker-1", room.LeaveTable(1), "ann")
    assert last_rounds(floor, "ann", 50) == ann  # who has left has still played
    assert [one.number for one in last_rounds(floor, "ann", 2)] == [3, 2]
    with house_of(floor) as house:
        page = house.someone("ann").json("/api/rounds/poker-1/2")
        assert page["won"] == ann[1].net
        assert page["kind"] == "room"
        assert page["mine"] == [1]
        assert house.someone("cho").get("/api/rounds/poker-1/2").status_code == 403


def test_a_round_of_the_poker_room_downloads_with_the_cards_that_one_has_seen(tmp_path: Path) -> None:
    """Three play. Ann looks and folds, cho folds unseen; a second round ends with bob and ann at the showdown."""
    floor = a_floor(tmp_path, PLAN)
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cho")):
        act(floor, "poker-1", room.JoinTable(seat, 20_000), name)

    def round_now() -> Round:
        found: Any = floor.table("poker-1").engine.round
        assert isinstance(found, Round)
        return found

    def play(folds: set[str]) -> dict[str, str]:
        """A round in which some fold and the others check or call down; the cards of each, as text."""
        act(floor, "poker-1", room.OpenRound())
        dealt = {hand.player: "".join(format_card(card) for card in hand.cards) for hand in round_now().hands}
        act(floor, "poker-1", room.Look(1), "ann")
        while (round_ := round_now()).phase in {Phase.BETTING, Phase.SHOWDOWN}:
            if round_.phase is Phase.SHOWDOWN:
                at = next_to_show(load_room("rws-poker"), round_)
                act(floor, "poker-1", room.ShowHand(round_.hands[at].seat), round_.hands[at].player)
                continue
            hand = round_.hands[round_.turn]
            called = Move.CALL if hand.bet < round_.level else Move.CHECK
            act(floor, "poker-1", room.Act(hand.seat, Move.FOLD if hand.player in folds else called), hand.player)
        return dealt

    first, second = play({"ann", "cho"}), play({"cho"})
    game, table = load_room("rws-poker"), floor.table("poker-1")
    assert isinstance(table, RoomTable)
    with house_of(floor) as house:
        everybody = {name: house.someone(name) for name in ("ann", "bob", "cho")}
        everybody |= {"sue": house.someone("sue", Role.PIT_SUPERVISOR)}  # the desk has what the table has shown
        auditor = house.someone("aud", Role.AUDITOR)
        for number, dealt in ((1, first), (2, second)):
            path = f"/api/rounds/poker-1/{number}/phh"
            whole = auditor.get(path)
            assert (whole.status_code, whole.headers["content-type"]) == (200, "text/plain; charset=utf-8")
            assert f'filename="poker-1-round-{number}.phh"' in whole.headers["content-disposition"]
            ended = auditor.json(f"/api/rounds/poker-1/{number}")["steps"][-1]["room"]["seats"]
            shown = {one["player"] for one in ended if one["shown"]}
            for name, text in {"": whole.text, **{name: who.get(path).text for name, who in everybody.items()}}.items():
                fields = tomllib.loads(text)
                assert set(fields["players"]) == {"ann", "bob", "cho"}
                for at, player in enumerate(fields["players"], 1):
                    # Ann alone has looked. What was shown, everybody has seen; the journal has every card.
                    seen = not name or player in shown or name == player == "ann"
                    assert f"d dh p{at} {dealt[player] if seen else '????'}" in fields["actions"], (number, name)
                again = replay(game, table.engine.policy, read_phh(text), "")
                assert list(again.finishing_stacks) == fields["finishing_stacks"]
        for name, role, status in (("dan", Role.DEALER, 403), ("cas", Role.CAGE, 403), ("pit", Role.PIT_MANAGER, 200)):
            assert house.someone(name, role).get("/api/rounds/poker-1/1/phh").status_code == status
        assert house.someone("pit", Role.PIT_MANAGER).get("/api/rounds/poker-1/1").status_code == 403
        stranger = house.someone("dee").get("/api/rounds/poker-1/1/phh")
        assert (stranger.status_code, stranger.json()["sentence"]) == (403, "You had no part in round 1 at this table")
        assert house.nobody().get("/api/rounds/poker-1/1/phh").status_code == 401
        assert auditor.get("/api/rounds/poker-1/3/phh").status_code == 404
        assert auditor.get("/api/rounds/none/1/phh").status_code == 404


def test_the_list_tells_a_hand_that_was_shown_from_one_that_was_mucked(tmp_path: Path) -> None:
    """Ann and bob have a pair of Aces each, with a King and a Queen beside it; cho, who has none, need not show."""
    floor = a_floor(tmp_path, '[tables.room]\ngame = "rws-poker"\nautomatic = false\n')
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cho")):
        act(floor, "room", room.JoinTable(seat, 20_000), name)

    def round_now() -> Round:
        found: Any = floor.table("room").engine.round
        assert isinstance(found, Round)
        return found

    act(floor, "room", room.OpenRound())
    act(floor, "room", room.DealCards((UNKNOWN,) * 6))
    for street in ("4c As 7d 9h", "4d 2c", "4h 3s", ""):
        for _ in range(3):
            hand = round_now().hands[round_now().turn]
            called = Move.CALL if hand.bet < round_now().level else Move.CHECK
            act(floor, "room", room.Act(hand.seat, called), hand.player)
        if street:
            act(floor, "room", room.DealCards(parse_cards(street)))
    act(floor, "room", room.TurnMarker())
    for seat, cards in ((2, "AhQd"), (1, "AdKd")):
        act(floor, "room", room.ShowHand(seat, parse_cards(cards)))
    act(floor, "room", room.MuckHand(3), "cho")
    act(floor, "room", room.Settle())
    in_order(floor)
    found = {name: last_rounds(floor, name, 1)[0] for name in ("ann", "bob", "cho")}
    assert {name: (one.title, one.net) for name, one in found.items()} == {
        "ann": ("Won with One Pair", 400),
        "bob": ("One Pair, beaten", -200),
        "cho": ("Mucked at the showdown", -200),
    }


def test_a_round_that_phh_has_no_words_for_says_so(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    for seat, name in ((1, "ann"), (2, "bob")):
        act(floor, "poker-1", room.JoinTable(seat, 20_000), name)
    act(floor, "poker-1", room.OpenRound())
    told = room.Report("not_covered", reason="the power failed")
    act(floor, "poker-1", told, "sue", Role.PIT_SUPERVISOR)
    for name in ("sid", "una"):
        act(floor, "poker-1", room.TakeDecision(1, "void_round", "so it is"), name, Role.SHIFT_MANAGER)
    with house_of(floor) as house:
        ann = house.someone("ann")
        void, stud = ann.get("/api/rounds/poker-1/1/phh"), ann.get("/api/rounds/stud-1/1/phh")
    assert (void.status_code, void.json()["sentence"]) == (409, "A void round has no result to write down")
    assert stud.status_code == 404
    assert stud.json()["sentence"] == "Only rounds of the poker room can be written as PHH"


def test_a_corrected_card_is_in_the_list_and_the_replay(tmp_path: Path) -> None:
    """Ann's Ace was an 8, and so was the River's King: with the one on the Flop they are three, not a pair of Kings."""
    floor = a_floor(tmp_path, '[tables.room]\ngame = "rws-poker"\nautomatic = false\n')
    for seat, name in ((1, "ann"), (2, "bob")):
        act(floor, "room", room.JoinTable(seat, 20_000), name)
    act(floor, "room", room.OpenRound())
    act(floor, "room", room.DealCards((UNKNOWN,) * 4))
    for street in ("4c 2c 3d 8h", "4d 9s", "4h Kc", ""):
        for _ in range(2):
            round_: Any = floor.table("room").engine.round
            hand = round_.hands[round_.turn]
            move = Move.CALL if hand.bet < round_.level else Move.CHECK
            act(floor, "room", room.Act(hand.seat, move), hand.player)
        if street:
            act(floor, "room", room.DealCards(parse_cards(street)))
    act(floor, "room", room.TurnMarker())
    act(floor, "room", room.ShowHand(2, parse_cards("QdJs")))
    act(floor, "room", room.ShowHand(1, parse_cards("AhKd")))
    for place, index, card in (("1", 0, parse_card("8d")), ("community", 4, parse_card("8c")), ("burn", 0, UNKNOWN)):
        act(floor, "room", room.CorrectCard(place, index, card, "misread"))
    act(floor, "room", room.Settle())
    in_order(floor)
    (ann,) = last_rounds(floor, "ann", 50)
    assert ann.title == "Won with Three of a Kind"
    with house_of(floor) as house:
        steps = house.someone("bob").json("/api/rounds/room/1")["steps"]
        audit = house.someone("aud", Role.AUDITOR).get("/api/audit/events", table="room").text
    told = [step["sentence"] for step in steps if step["event"] == "CardCorrected"]
    assert told == [
        "A card of ann was keyed in wrongly (misread).",
        "A Community Card was keyed in wrongly (misread).",
        "A Burnt Card was keyed in wrongly (misread).",
    ]
    assert '"before":"Kc","after":"8c"' in audit


@pytest.fixture(scope="module")
def long_past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More rounds than the floor remembers the beginnings of, and its process over."""
    folder = tmp_path_factory.mktemp("past")
    floor = a_floor(folder, PLAN)
    for _ in range(EVERY * 2 + 4):
        stud_round(floor)
    floor.store.close()
    return folder


def test_old_rounds_begin_from_a_checkpoint(long_past: Path) -> None:
    floor = open_floor(long_past / "floor.db")
    kept = Checkpoints(floor, str(long_past / "floor.db.rounds"))
    last = EVERY * 2 + 3
    with floor.store.reading() as reading:
        begun = kept.begun(reading, "table:stud-1", last)
        assert begun.state.engine.rounds == last - 1
        assert not begun.state.info.root
        read: list[int] = []
        plain = reading.entries

        def counted(stream: str, after: int = 0) -> Any:
            read.append(after)
            return plain(stream, after)

        reading.entries = counted  # type: ignore[method-assign]
        again = kept.begun(reading, "table:stud-1", last)
        assert again == begun
        assert read[0] > begun.version / 2  # not from the first entry: from the sixteenth round before
    kept.close()
    reopened = Checkpoints(floor, str(long_past / "floor.db.rounds"))
    with floor.store.reading() as reading:
        assert reopened.begun(reading, "table:stud-1", last) == begun
    reopened.close()
    floor.store.close()


def test_a_checkpoint_of_another_journal_is_not_believed(long_past: Path, tmp_path: Path) -> None:
    kept_at = str(tmp_path / "other.rounds")
    other = a_floor(tmp_path, PLAN)
    for _ in range(EVERY + 1):
        stud_round(other)
    theirs = Checkpoints(other, kept_at)
    with other.store.reading() as reading:
        theirs.begun(reading, "table:stud-1", 1)
    theirs.keep("table:stud-1", 5, other.begun["table:stud-1"][EVERY])
    theirs.close()
    other.store.close()
    floor = open_floor(long_past / "floor.db")
    ours = Checkpoints(floor, kept_at)
    with floor.store.reading() as reading:
        assert ours.begun(reading, "table:stud-1", 6).state.engine.rounds == 5
    ours.close()
    floor.store.close()
