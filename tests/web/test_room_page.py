"""The page of the poker room: what lies in the middle, who is to act, what the round came to, and its log."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.play.room.state import Table
from croupier.play.room.verdict import nets
from croupier.play.room.view import room_view
from croupier.web.topics.room import gathered, marker_cites, pots_shown, to_act
from croupier.web.views.room_log import acts_after, group_of, lines_of
from croupier.web.views.telling import PASSER_BY
from croupier.web.wire import ActShown, Told
from tests.room import ComeBack, PayIn, RoomSitting, SitOut
from tests.web.opened import pace
from tests.web.server import serving

BOARD = "Qd 9s 4c 7s 2h"


def middle(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.seats) for pot in gathered(table)]


def over_the_line(table: Table) -> int:
    assert table.round is not None
    return sum(hand.bet for hand in table.round.hands)


def all_in_before_the_flop() -> RoomSitting:
    """Seats 1 to 3, the Button at 1; seat 3 has 4,000 and goes all-in, the two others call."""
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 4_000})
    assert sitting.start(board=BOARD).button == 1
    sitting.play("1 call", "2 call", "3 all_in", "1 call", "2 call")
    return sitting


class TestMiddle:
    def test_blinds_lie_before_their_seats(self) -> None:
        sitting = RoomSitting((1, 2, 3))
        sitting.start()
        assert middle(sitting.table) == []
        assert over_the_line(sitting.table) == 100 + 200

    def test_a_betting_round_that_is_over_lies_in_the_middle(self) -> None:
        sitting = all_in_before_the_flop()
        # Three times 4,000.
        assert middle(sitting.table) == [(12_000, (2, 3, 1))]

    def test_a_bet_comes_to_it_when_it_is_called(self) -> None:
        sitting = all_in_before_the_flop()
        sitting.deal(board=BOARD)
        sitting.play("2 bet 1500")
        # A Side Pot has nothing in it yet: seat 3 contends for all that lies there.
        assert middle(sitting.table) == [(12_000, (2, 3, 1))]
        assert over_the_line(sitting.table) == 1_500
        sitting.play("1 call")
        assert middle(sitting.table) == [(12_000, (2, 3, 1)), (3_000, (2, 1))]
        sitting.deal(board=BOARD)
        assert over_the_line(sitting.table) == 0

    def test_with_the_bets_it_is_all_that_was_bet(self) -> None:
        sitting = all_in_before_the_flop()
        sitting.deal(board=BOARD)
        for act in ("2 check", "1 bet 2000", "2 raise 5000", "1 fold"):
            sitting.play(act)
            pots = sitting.seen_by("display").pots
            lies = 0 if sitting.round.phase == "showdown" else over_the_line(sitting.table)
            assert sum(amount for amount, _ in middle(sitting.table)) + lies == sum(pot.amount for pot in pots)

    def test_nothing_after_the_round(self) -> None:
        sitting = RoomSitting((1, 2))
        sitting.whole(board=BOARD)
        assert middle(sitting.table) == []


class TestTurns:
    def test_in_order_from_the_one_whose_turn_it_is(self) -> None:
        sitting = RoomSitting((1, 2, 3, 4))
        assert sitting.start().button == 1
        # Small Blind 2, Big Blind 3: seat 4 begins, and the Big Blind has the last word.
        assert to_act(sitting.round) == (4, 1, 2, 3)
        sitting.play("4 raise 600")
        assert to_act(sitting.round) == (1, 2, 3)
        sitting.play("1 raise 1200")
        assert to_act(sitting.round) == (2, 3, 4)

    def test_nobody_outside_a_betting_round(self) -> None:
        sitting = RoomSitting((1, 2))
        sitting.whole(board=BOARD)
        assert to_act(sitting.round) == ()

    def test_the_marker_and_its_paragraph(self) -> None:
        sitting = RoomSitting((1, 2))
        assert marker_cites(sitting.game, None) == ()
        sitting.start(board=BOARD)
        assert marker_cites(sitting.game, sitting.round) == ("1.19.i",)
        sitting.check_down(BOARD)
        sitting.finish(BOARD)
        assert marker_cites(sitting.game, sitting.round) == ("1.19.ii",)


class TestResults:
    def test_are_what_each_has_more_or_less_than_before(self) -> None:
        before = {1: 20_000, 2: 20_000, 3: 4_000}
        sitting = all_in_before_the_flop()
        sitting.deal(board=BOARD)
        sitting.play("2 bet 1500", "1 raise 6000", "2 fold")
        sitting.finish(BOARD)
        assert nets(sitting.round) == {seat: sitting.stacks[seat] - before[seat] for seat in (2, 3, 1)}
        assert sum(nets(sitting.round).values()) == 0

    def test_the_rake_is_missing_from_their_sum_and_has_its_own_paragraph(self) -> None:
        sitting = RoomSitting((1, 2), {"rake": "0.05", "rake_cap": 500})
        sitting.start({1: "As Ah", 2: "Kc Kh"}, BOARD)
        sitting.play("1 raise 4000", "2 call")
        sitting.check_down(BOARD)
        sitting.finish(BOARD)
        # 5 % of 8,000 is 400.
        assert nets(sitting.round) == {2: -4_000, 1: 3_600}
        (pot,) = pots_shown(sitting.game, sitting.round)
        assert (pot.amount, pot.rake, pot.winners) == (8_000, 400, ((1, 7_600),))
        assert "4.1" in pot.rake_cites
        assert "4.4" in pot.cites
        assert not {*pot.cites} & {*pot.rake_cites}

    def test_count_what_was_paid_to_return(self) -> None:
        sitting, dead = RoomSitting((1, 2, 3, 4)), 0
        for number in range(12):
            if number == 2:
                sitting.do(SitOut(4), by="p4")
            elif number == 7:
                sitting.do(ComeBack(4), by="p4")
                sitting.do(PayIn(4), by="p4")
            before = sitting.stacks
            sitting.whole(board=BOARD)
            dead += sum(hand.dead for hand in sitting.round.hands)
            for seat, net in nets(sitting.round).items():
                assert net == sitting.stacks[seat] - before[seat]
        assert dead == 100  # the Small Blind that was missed

    def test_of_a_void_round_there_is_none(self) -> None:
        sitting = RoomSitting((1, 2, 3))
        sitting.start()
        sitting.play("1 raise 800")
        sitting.report("foreign_card")
        assert nets(sitting.round) == {2: 0, 3: 0, 1: 0}


def log(sitting: RoomSitting, *acts: str) -> list[Told]:
    """What the log says about acts, each told as the table is after it."""
    lines: list[Told] = []
    for act in acts:
        group = group_of(sitting.game, sitting.table)
        for event in sitting.play(act):
            lines += lines_of(sitting.game, event, sitting.seen_by("display"), 0, group)
    return lines


class TestLog:
    def test_lines_have_their_amount_apart(self) -> None:
        sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 900})
        sitting.start()
        lines = log(sitting, "1 raise 600", "2 fold", "3 all_in", "1 call")
        assert [(line.brief, line.amount) for line in lines] == [
            ("p1 raises to", 600),
            ("p2 folds", None),
            ("p3 all-in, a Raise to", 900),  # 300 more, of a Raise of 400: at least half of it
            ("p1 calls", 300),
        ]
        assert {line.group for line in lines} == {"before_flop"}
        assert all(line.cites for line in lines)

    def test_an_all_in_below_half_of_a_raise_is_none(self) -> None:
        sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 700})
        sitting.start()
        *_, line = log(sitting, "1 raise 600", "2 fold", "3 all_in")
        assert (line.brief, line.amount) == ("p3 BETs, all-in", 700)
        assert "3.15.3" in line.cites

    def test_goes_by_betting_rounds(self) -> None:
        sitting = RoomSitting((1, 2))
        groups = [group_of(sitting.game, sitting.table)]
        sitting.start(board=BOARD)
        while sitting.round.phase in {"betting", "dealing"}:
            groups.append(group_of(sitting.game, sitting.table))
            if sitting.round.phase == "dealing":
                sitting.deal(board=BOARD)
            else:
                hand = sitting.round.hands[sitting.round.turn]
                sitting.play(f"{hand.seat} {'call' if hand.bet < sitting.round.level else 'check'}")
        groups.append(group_of(sitting.game, sitting.table))
        assert list(dict.fromkeys(groups)) == ["after", "before_flop", "flop", "turn", "river", "showdown"]

    def test_the_last_one_left_comes_to_no_showdown(self) -> None:
        sitting = RoomSitting((1, 2))
        sitting.start()
        sitting.play("1 fold")
        assert group_of(sitting.game, sitting.table) == "after"

    def test_a_pot_is_told_with_rake_and_winners(self) -> None:
        sitting = RoomSitting((1, 2), {"rake": "0.05", "rake_cap": 500})
        sitting.start({1: "As Ah", 2: "Kc Kh"}, BOARD)
        sitting.play("1 raise 4000", "2 call")
        sitting.check_down(BOARD)
        seen = room_view(sitting.game, sitting.table, PASSER_BY)
        told = [line for event in sitting.finish(BOARD) for line in lines_of(sitting.game, event, seen, 0, "after")]
        assert [(line.brief, line.amount) for line in told] == [
            ("Rake from the Main Pot", 400),
            ("p1 wins the Main Pot", 7_600),
        ]

    def test_what_each_did_last_in_this_betting_round(self) -> None:
        sitting = RoomSitting((1, 2, 3))
        acts: dict[int, ActShown] = {}
        for event in (sitting.start(board=BOARD), *sitting.events[-4:]):
            acts = acts_after(acts, event)
        assert acts == {2: ActShown("small_blind", 100), 3: ActShown("big_blind", 200)}
        for act in ("1 raise 600", "2 call"):
            for event in sitting.play(act):
                acts = acts_after(acts, event)
        assert acts[1] == ActShown("raise", 600)
        assert acts[2] == ActShown("call", 500)
        sitting.play("3 fold")
        sitting.deal(board=BOARD)
        assert acts_after(acts, sitting.events[-1]) == {}


def offered(page: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [option for option in page["options"] if option["type"] == kind]


def later_than(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda page: bool(page["view"]["round"] > number)


def test_seats_and_stakes_over_a_real_server(tmp_path: Path) -> None:
    """Taking a seat, what the wallet allows, and a round that is told to both."""
    with serving(tmp_path, pace=pace(room_pause=0.05)) as served:
        mei, noor, late = served.visit(), served.visit(), served.visit()
        joins = mei.table("poker-1")["joins"]
        # Between the signage's least and most, and half way between them first: (400 + 2,000) / 2.
        assert (joins["least"], joins["most"], joins["usual"]) == (40_000, 200_000, 120_000)
        assert joins["seats"] == [1, 2, 3, 4, 5, 6]
        assert joins["owes"] is False
        assert mei.act("poker-1", {"type": "JoinTable", "seat": 3, "stake": 40_000}).status_code == 200
        with mei.live("table:poker-1") as socket:
            page = socket.until("table:poker-1", lambda page: page["seat"] == 3)
            assert page["joins"] is None
            (more,) = offered(page, "top_up")
            assert more["most"] == 200_000 - 40_000  # her wallet has more than that
            assert noor.act("poker-1", {"type": "JoinTable", "seat": 5, "stake": 200_000}).status_code == 200
            page = socket.until("table:poker-1", lambda page: page["view"]["phase"] == "betting")
            blinds = {line["brief"]: line["amount"] for line in page["told"] if "Blind" in line["brief"]}
            assert sorted(blinds.values()) == [500, 1_000]
            assert {line["group"] for line in page["told"] if line["brief"]} == {"before_flop"}
            assert set(page["to_act"]) == {3, 5}
            assert {number: one["what"] for number, one in page["acts"].items()}.keys() == {"3", "5"}
            first = mei if page["view"]["turn"] == 3 else noor
            fold = {"type": "Act", "seat": page["view"]["turn"], "move": "fold"}
            assert first.act("poker-1", fold).status_code == 200
            page = socket.until("table:poker-1", lambda page: page["view"]["phase"] == "ended")
            assert sorted(page["result"].values()) == [-500, 500]
            assert page["void"] is False
            assert late.table("poker-1")["joins"]["owes"] is False  # the first Orbit is not over
            for _ in range(6):
                page = socket.until("table:poker-1", lambda page: page["view"]["phase"] == "betting")
                if not page["view"]["first_orbit"]:
                    break
                seat, number = page["view"]["turn"], page["view"]["round"]
                fold = {"type": "Act", "seat": seat, "move": "fold"}
                assert (mei if seat == 3 else noor).act("poker-1", fold).status_code == 200
                socket.until("table:poker-1", later_than(number))
        joins = late.table("poker-1")["joins"]
        assert joins["owes"] is True
        assert joins["owes_cites"][0] == "5.4"
