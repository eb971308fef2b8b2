"""What a Player of the poker room is told at the end of a round. Blinds 1 and 2; seat 1 has the Button."""

import random
import re

from croupier.notation.room_verdicts import room_reason
from croupier.play.room.state import Phase
from croupier.play.room.verdict import room_verdict
from croupier.rulebooks import load_room
from tests.play.room_walk import walk
from tests.room import MuckHand, RoomSitting, Settle, ShowHand, TurnMarker

BOARD = "Qd 9s 4s 7s 4h"


def told(sitting: RoomSitting, seat: int) -> tuple[str, int, str]:
    found = room_verdict(sitting.game, sitting.table, f"p{seat}")
    assert found is not None
    return found.kind, found.net, room_reason(sitting.game, found)


def test_a_showdown_tells_both_hands_the_pot_and_its_rake() -> None:
    # Three put in 100 each; a twentieth of 300 is the Rake.
    sitting = RoomSitting((1, 2, 3), {"rake": "0.05", "rake_unit": 100, "rake_cap": 100_000})
    hands = {1: "As Js", 2: "Kc Qc", 3: "8d 2c"}
    sitting.start(hands, BOARD)
    sitting.play("1 raise 10000", "2 call", "3 call")
    sitting.check_down(BOARD)
    sitting.finish(BOARD)
    assert told(sitting, 1) == ("win", 18_500, "Flush beats Two Pairs. The pot of 300 is yours, Rake 15")
    assert told(sitting, 2) == ("lose", -10_000, "Your Two Pairs lose to p1’s Flush")
    assert told(sitting, 3) == ("lose", -10_000, "Your One Pair loses to p1’s Flush")


def test_side_pots_are_told_apart() -> None:
    # Seat 3 is all-in for 50: Main Pot 150. Seats 1 and 2 go on to 200 each: Side Pot 300.
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 5_000})
    hands = {1: "Kc Qc", 2: "8d 2c", 3: "9d 9c"}
    sitting.start(hands, BOARD)
    sitting.play("1 raise 20000", "2 call", "3 call")
    sitting.finish(BOARD)
    assert told(sitting, 1) == (
        "win",
        30_000 - 20_000,
        "Two Pairs win you the Side Pot. Main Pot to p3: Full House",
    )
    assert told(sitting, 2) == ("lose", -20_000, "Your One Pair loses to p3’s Full House and p1’s Two Pairs")
    assert told(sitting, 3) == ("win", 10_000, "Full House beats Two Pairs. The pot of 150 is yours")


def test_who_was_beaten_is_told_by_whom() -> None:
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 5_000})
    hands = {1: "As Js", 2: "Kc Qc", 3: "9d 9c"}
    sitting.start(hands, BOARD)
    sitting.play("1 raise 20000", "2 call", "3 call")
    sitting.finish(BOARD)
    assert told(sitting, 2) == ("lose", -20_000, "Your Two Pairs lose to p3’s Full House and p1’s Flush")


def test_a_pot_that_nobody_contested() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.play("1 raise 600", "2 fold", "3 fold")
    sitting.do(Settle())
    # 1 + 2 of the Blinds; what was raised beyond them goes back.
    assert told(sitting, 1) == ("win", 300, "All others folded. The pot of 5 is yours")
    assert told(sitting, 2) == ("lose", -100, "You folded. Your 1 stays in the pot")


def test_a_shared_pot_names_who_shares_it() -> None:
    sitting = RoomSitting((1, 2, 3))
    hands = {1: "Ah Kh", 2: "Ad Kd", 3: "7c 2c"}
    board = "Qs Jc Th 3d 4s"
    sitting.start(hands, board)
    sitting.check_down(board)
    sitting.finish(board)
    assert told(sitting, 1) == ("win", 100, "Same Straight as p2. The pot is shared")
    assert told(sitting, 2) == ("win", 100, "Same Straight as p1. The pot is shared")


def test_kickers_are_told_with_the_names() -> None:
    sitting = RoomSitting((1, 2))
    hands = {1: "Ac 9d", 2: "Kc 9c"}
    board = "9h 7s 5c 3d 2s"
    sitting.start(hands, board)
    sitting.check_down(board)
    sitting.finish(board)
    assert told(sitting, 2) == ("lose", -200, "Same pair. p1’s Ace kicker plays against your King")
    assert told(sitting, 1)[2].startswith("Same pair. Your Ace kicker plays against the other’s King")


def test_a_hand_that_was_not_shown_is_not_told() -> None:
    board = "9h 7s 5c 3d 2s"
    beaten = RoomSitting((1, 2))
    beaten.start({1: "Kc 9c", 2: "Ac 9d"}, board)
    beaten.check_down(board)
    beaten.do(TurnMarker())
    beaten.do(ShowHand(2), "p2")
    beaten.do(MuckHand(1), "p1")
    beaten.do(Settle())
    assert told(beaten, 1) == ("lose", -200, "You mucked your hand. The pot goes to p2: One Pair")
    assert told(beaten, 2) == ("win", 200, "One Pair wins; no other hand was shown. The pot of 4 is yours")


def test_every_settled_round_has_a_verdict_that_says_what_the_chips_say() -> None:
    game = load_room("rws-poker")
    rng = random.Random("verdicts of the poker room")
    settled = 0
    for step in walk(game, rng, 6_000):
        table = step.after
        round_ = table.round
        if round_ is None or round_.phase is not Phase.ENDED or step.before is table:
            continue
        settled += 1
        total = 0
        for hand in round_.hands:
            found = room_verdict(game, table, hand.player)
            assert found is not None
            total += found.net
            sentence = room_reason(game, found)
            assert sentence[0].isupper()
            assert not sentence.endswith((".", " ", ":"))
            assert "None" not in sentence
            assert "  " not in sentence
            assert not re.search(r"¶|\d\.\d+\.\d", sentence)
            unseen = [one for one in round_.hands if not one.shown and one.player != hand.player]
            for other in unseen:
                assert f"{other.player}’s " not in sentence or f"{other.player}’s hand" in sentence
        rake = sum(pot.rake for pot in round_.pots)
        assert round_.voided or total == -rake, "what all have lost is the Rake"
    assert settled > 20
