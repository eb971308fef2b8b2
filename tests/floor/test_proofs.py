"""The proof of a round: to each what his view showed, to an auditor everything, to nobody anything too early."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import format_card, parse_cards
from croupier.floor.reading.proofs import ProofError, proofs_for
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted
from croupier.floor.values.seeds import seed_digest
from croupier.floor.values.shuffle import Commitment
from croupier.floor.values.table import CommitSeed, CommitShuffle, PlayRoom, RevealSeed, ShuffleCommitted
from croupier.floor.values.table_kinds import RoomTable
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import Choose, CloseBets, Look, OpenRound, PlaceWager, Report, TakeDecision
from croupier.play.room import commands as room
from croupier.play.viewer import Viewer
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from tests.floor.random_floor import KEYS, PLAN, asked, done, open_floor, wanted
from tests.floor.rigged import StackedEntropy, a_floor, act, events, refusal
from tests.sampling import first

SCRIPT = Path(__file__).parents[2] / "examples" / "verify_shuffle.py"
TOO_MANY = room.Report("too_many_community_cards", {"street": "flop", "reconstructable": "no"})
AUDITOR = Viewer(Role.AUDITOR, "aud")
STUD = "2h Ah 3s 7c 8c 4s 9c Tc 5s Jd Qd 6s Kd 2c 7s 3d"
"""Burnt 2h; box 1 (ann) Ah 7c 9c Jd Kd, box 2 (bob) with the next, box 3 the Dealer's: as the shoe gives them."""


def player(name: str) -> Viewer:
    return Viewer(Role.PLAYER, name)


def proof_for(floor: Floor, table: str, round_: int, viewer: Viewer) -> str:
    """The proof of a round's first shuffle."""
    return proofs_for(floor, table, round_, viewer)[0]


def opened(text: str) -> dict[int, str]:
    """The cards of a proof, by their place in the deal."""
    return {one["dealt"]: one["card"] for one in json.loads(text)["openings"]}


def accepted(text: str, root: str, folder: Path) -> str:
    """What the script says of a proof that it accepts."""
    (folder / "proof.json").write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-I", SCRIPT, folder / "proof.json", root], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def roots(floor: Floor, stream: str) -> list[str]:
    """Every commitment that was published."""
    return [event.root for event in events(floor, stream) if isinstance(event, ShuffleCommitted)]


def stud_round(floor: Floor, *, seeds: bool = False) -> None:
    """Ann looks and bets, bob folds unseen."""
    act(floor, "stud-1", OpenRound())
    for box, name in ((1, "ann"), (2, "bob")):
        act(floor, "stud-1", PlaceWager(box, WagerName.ANTE, 5_000), name)
    if seeds:
        commitment = Commitment(floor.table("stud-1").info.root, 52)
        act(floor, "stud-1", CommitSeed(seed_digest(commitment, "ann", b"sixteen bytes or more")), "ann")
        act(floor, "stud-1", CommitSeed(seed_digest(commitment, "bob", b"and some that he keeps")), "bob")
        act(floor, "stud-1", RevealSeed(b"sixteen bytes or more"), "ann")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Look(1), "ann")
    act(floor, "stud-1", Choose(1, Decision.BET), "ann")
    act(floor, "stud-1", Choose(2, Decision.FOLD), "bob")
    assert not floor.table("stud-1").running


def test_each_gets_what_his_view_showed(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    root = roots(floor, "table:stud-1")[0]
    cards = [format_card(card) for card in parse_cards(STUD)]
    folded = set(range(2, 16, 3))  # bob's cards: the second of each turn of the deal, after the Burnt Card
    anyone = {place: card for place, card in enumerate(cards) if place and place not in folded}
    for viewer in (player("ann"), player("bob"), player("cho"), Viewer(Role.DISPLAY), Viewer(Role.DEALER, "dealer")):
        text = proof_for(floor, "stud-1", 1, viewer)
        assert opened(text) == anyone  # ann's hand was laid open and so were the Dealer's cards; bob's never was
        assert "10 of 52 cards opened" in accepted(text, root, tmp_path)
    everything = proof_for(floor, "stud-1", 1, AUDITOR)
    assert len(opened(everything)) == 52
    assert "52 of 52 cards opened" in accepted(everything, root, tmp_path)


def test_who_looked_and_folded_gets_his_own_hand_and_nobody_else_does(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    act(floor, "stud-1", OpenRound())
    for box, name in ((1, "ann"), (2, "bob")):
        act(floor, "stud-1", PlaceWager(box, WagerName.ANTE, 5_000), name)
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Look(1), "ann")
    act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
    act(floor, "stud-1", Choose(2, Decision.FOLD), "bob")
    own = set(range(1, 16, 3))
    seen = opened(proof_for(floor, "stud-1", 1, player("ann")))
    others = opened(proof_for(floor, "stud-1", 1, player("bob")))
    assert set(seen) - set(others) == own
    assert len(others) == 1  # the Dealer's face-up card


def test_seeds_are_part_of_the_proof(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    stud_round(floor, seeds=True)
    said = accepted(proof_for(floor, "stud-1", 1, player("ann")), roots(floor, "table:stud-1")[0], tmp_path)
    assert "Player 'bob'" in said
    assert "left out, not revealed" in said
    assert "10 of 52 cards opened" in said


def test_there_is_no_proof_before_the_end_nor_of_what_was_not(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    for table, number, why in (
        ("stud-1", 1, "no round 1"),
        ("bonus-2", 1, "enters the cards"),
        ("none", 1, "no table"),
    ):
        with pytest.raises(ProofError, match=why):
            proof_for(floor, table, number, AUDITOR)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    for command in (CloseBets(), Look(1), Choose(1, Decision.BET)):
        for viewer in (AUDITOR, player("ann"), Viewer(Role.SHIFT_MANAGER, "sue")):
            with pytest.raises(ProofError, match="still in play"):
                proof_for(floor, "stud-1", 1, viewer)
        act(floor, "stud-1", command, "dealer" if isinstance(command, CloseBets) else "ann")
    assert proof_for(floor, "stud-1", 1, player("ann"))


def test_a_round_without_a_card_proves_nothing_to_anybody_but_an_auditor(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    act(floor, "stud-1", Report("interruption"))
    if floor.table("stud-1").running:
        waiting = floor.table("stud-1").engine.pending[0]
        act(floor, "stud-1", TakeDecision(waiting.number, "void_round", "nothing was dealt"), "sue")
    with pytest.raises(ProofError, match="no card"):
        proof_for(floor, "stud-1", 1, player("ann"))
    assert len(opened(proof_for(floor, "stud-1", 1, AUDITOR))) == 52


# ---- The poker room -------------------------------------------------------------------------------------------------


def seated(floor: Floor, *names: str) -> None:
    for seat, name in enumerate(names, 1):
        act(floor, "poker-1", room.JoinTable(seat, 20_000), name)
    act(floor, "poker-1", room.OpenRound())


def turn(floor: Floor) -> tuple[int, str]:
    state = floor.table("poker-1")
    assert isinstance(state, RoomTable)
    round_ = state.engine.round
    assert round_ is not None
    hand = round_.hands[round_.turn]
    return hand.seat, hand.player


def bet_on(floor: Floor, street: int) -> None:
    """Everybody calls or checks until so many streets are dealt."""
    while True:
        state = floor.table("poker-1")
        assert isinstance(state, RoomTable)
        round_ = state.engine.round
        assert round_ is not None
        if round_.street >= street:
            return
        seat, name = turn(floor)
        mine = round_.hands[round_.turn].bet
        act(floor, "poker-1", room.Act(seat, Move.CALL if mine < round_.level else Move.CHECK), name)


def fold_out(floor: Floor) -> None:
    while floor.table("poker-1").running:
        seat, name = turn(floor)
        act(floor, "poker-1", room.Act(seat, Move.FOLD), name)


def test_a_mucked_hand_and_burnt_cards_stay_secret(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    seated(floor, "ann", "bob")
    act(floor, "poker-1", room.Look(1), "ann")
    bet_on(floor, 1)
    fold_out(floor)
    shown = {name: opened(proof_for(floor, "poker-1", 1, player(name))) for name in ("ann", "cho")}
    assert set(shown["cho"]) == {5, 6, 7}  # four Hole Cards, the Burnt Card, and the Flop
    assert len(shown["ann"]) == 5
    assert set(shown["ann"]) > {5, 6, 7}
    assert 4 not in shown["ann"]
    with_bob = opened(proof_for(floor, "poker-1", 1, player("bob")))
    assert set(with_bob) == {5, 6, 7}  # he never looked


def found(floor: Floor, command: room.Report) -> Accepted:
    """Have the program report a trouble of the cards that it deals itself, as no person may any more."""
    return done(floor, asked("table:poker-1", PlayRoom(command), SYSTEM, Role.DEALER))[0]


def in_order_but_for_who_said_it(floor: Floor) -> None:
    """The record is in order, except that the program does not give such a report by itself."""
    with floor.store.reading() as reading:
        findings = list(verify(reading, keys=KEYS))
    assert [(one.kind, one.field) for one in findings] == [(Kind.ACTOR, "role")]


def test_cards_taken_back_are_shuffled_under_a_new_commitment(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    seated(floor, "ann", "bob")
    bet_on(floor, 1)
    first = floor.shoe("table:poker-1")
    taken = found(floor, TOO_MANY)
    assert any(type(event).__name__ == "StreetTakenBack" for event in taken.events), taken.events
    committed = [one for one in events(floor, "table:poker-1") if isinstance(one, ShuffleCommitted)]
    assert [one.count for one in committed] == [52, 48]  # all but the four Hole Cards
    again = floor.shoe("table:poker-1")
    assert set(again.cards) == set(first.cards) - set(first.cards[:4])
    state = floor.table("poker-1")
    assert isinstance(state, RoomTable)
    assert state.engine.round is not None
    assert state.engine.round.community == again.cards[1:4]
    fold_out(floor)
    proofs = proofs_for(floor, "poker-1", 1, player("cho"))
    assert [set(opened(one)) for one in proofs] == [{5, 6, 7}, {1, 2, 3}]  # the Flop that he saw go, and the new one
    for text, root in zip(proofs, roots(floor, "table:poker-1"), strict=True):
        accepted(text, root, tmp_path)
    assert [len(opened(one)) for one in proofs_for(floor, "poker-1", 1, AUDITOR)] == [52, 48]
    in_order_but_for_who_said_it(floor)


def test_a_restart_finds_the_new_shuffle(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    seated(floor, "ann", "bob")
    bet_on(floor, 1)
    found(floor, TOO_MANY)
    shoe = floor.shoe("table:poker-1")
    again = open_floor(tmp_path / "floor.db", entropy=StackedEntropy())
    assert again.shoe("table:poker-1") == shoe
    bet_on(again, 2)
    state = again.table("poker-1")
    assert isinstance(state, RoomTable)
    assert state.engine.round is not None
    assert state.engine.round.community == (*shoe.cards[1:4], shoe.cards[5])


def test_nobody_names_a_card_of_the_shoe_or_another_order_of_those_dealt(tmp_path: Path) -> None:
    """Else a Dealer could take a card out of the shoe, learn where it is, or deal what he likes."""
    floor = a_floor(tmp_path, PLAN)
    seated(floor, "ann", "bob")
    bet_on(floor, 1)
    shoe = floor.shoe("table:poker-1").cards
    for report in (
        room.Report("card_face_up_in_shoe", cards=(shoe[9],)),
        room.Report("turn_exposed_early", cards=(shoe[9],)),
        room.Report("cards_exposed", {"count": "1"}, cards=(shoe[20],)),
    ):
        assert refusal(floor, "poker-1", report) == "At this table a report must be about cards that have been dealt"
    facts = {"seen": "no", "reconstructable": "yes"}
    swapped = room.Report("hand_left_out", facts, piles=(("1", shoe[:2]),))
    assert "no other order" in refusal(floor, "poker-1", swapped)
    assert floor.table("poker-1").info.shuffles == 1


def test_a_street_seen_too_early_is_shuffled_in_again(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    seated(floor, "ann", "bob")
    bet_on(floor, 1)
    seen = floor.shoe("table:poker-1").cards[9]
    found(floor, room.Report("turn_exposed_early"))
    committed = [one for one in events(floor, "table:poker-1") if isinstance(one, ShuffleCommitted)]
    assert [one.count for one in committed] == [52, 44]  # four Hole Cards, a Burnt Card and the Flop are out
    assert seen in floor.shoe("table:poker-1").cards
    bet_on(floor, 3)
    fold_out(floor)
    in_order_but_for_who_said_it(floor)


# ---- Everything at once ---------------------------------------------------------------------------------------------


def test_a_proof_after_a_restart_is_the_same(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    stud_round(floor)
    stud_round(floor)
    again = open_floor(tmp_path / "floor.db")
    for viewer in (player("ann"), AUDITOR):
        for number in (1, 2):
            assert proof_for(again, "stud-1", number, viewer) == proof_for(floor, "stud-1", number, viewer)


@pytest.mark.parametrize("seed", first(1, range(3)))
def test_random_rounds_are_proven(tmp_path: Path, seed: int) -> None:
    """Whatever happens at the tables, the script accepts what everybody is given, and an auditor's is whole."""
    floor, rng = a_floor(tmp_path, PLAN), random.Random(seed)
    names = [name for name in floor.tables() if floor.table(name).info.automatic]
    for _ in range(400):
        floor.submit(wanted(floor, rng, names))
    proven = 0
    for name in names:
        state = floor.table(name)
        published = set(roots(floor, f"table:{name}"))
        for number in range(1, state.engine.rounds + 1):
            if number == state.engine.rounds and state.running:
                continue
            whole: dict[Any, Any] = {}
            for text in proofs_for(floor, name, number, AUDITOR):
                assert json.loads(text)["root"] in published
                whole[json.loads(text)["root"]] = opened(text)
            try:
                proofs = proofs_for(floor, name, number, player("ann"))
            except ProofError:
                continue
            for text in proofs:
                root = json.loads(text)["root"]
                assert opened(text).items() <= whole[root].items()
                if proven < 5:
                    accepted(text, root, tmp_path)
                    proven += 1
    assert proven


def test_a_commitment_is_the_floors_own(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN)
    reply = floor.submit(asked("table:stud-1", CommitShuffle("0" * 64, 52), "dealer", Role.DEALER))[0]
    assert not isinstance(reply, Accepted)
