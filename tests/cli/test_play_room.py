"""``croupier play rws-poker``: whole rounds among bots at a terminal that is a text, and at real ones."""

import io
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cli.terminal import play
from croupier.cli.terminal.room_screen import pots
from croupier.notation.room_noted import settle_sitting, unexpected
from croupier.notation.speech import MINUS, POINTER, read_money
from croupier.rulebooks import all_games, load, load_room
from tests.cli.test_play import Said
from tests.cli.test_terminals import at_terminal, piped
from tests.command import croupier
from tests.notation.reading import read_sitting
from tests.room import RoomSitting
from tests.sampling import first

BANKROLL = 200_000
GAME = load_room("rws-poker")
PROGRAM = (
    "import sys; from croupier.cli.terminal import play;"
    "sys.exit(play('rws-poker', seed=5, players=4, bankroll=200000, policy={}, json=False))"
)


def sat(
    answers: Sequence[str],
    *,
    seed: int | None = 5,
    bankroll: int = BANKROLL,
    players: int | None = None,
    level: str | None = None,
    json: bool = False,
    **policy: Any,
) -> Said:
    """Play in the room with these answers, then the end of input."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.StringIO("".join(f"{answer}\n" for answer in answers))
    sys.stdout, sys.stderr = out, err = io.StringIO(), io.StringIO()
    try:
        code = play("rws-poker", seed=seed, players=players, level=level, bankroll=bankroll, policy=policy, json=json)
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    return Said(code, out.getvalue(), err.getvalue())


def stacks_by_events(events: list[dict[str, Any]]) -> tuple[dict[int, int], int, int]:
    """What lies before each seat by the events alone, all Rake, and what the person at seat 1 has put on the table."""
    stacks: dict[int, int] = {}
    rake = brought = 0
    opening: dict[int, int] = {}
    for event in events:
        seat = event.get("seat")
        match event["event"]:
            case "PlayerJoined":
                stacks[event["seat"]] = event["stake"]
                brought += event["stake"] if seat == 1 else 0
            case "StakeIncreased":
                stacks[event["seat"]] += event["amount"]
                brought += event["amount"] if seat == 1 else 0
            case "PlayerLeft":
                assert stacks.pop(event["seat"]) == event["stake"]
            case "RoundOpened":
                opening = dict(stacks)
            case "BlindPosted" | "Acted":
                stacks[event["seat"]] -= event["amount"]
            case "BetReturned":
                stacks[event["seat"]] += event["amount"]
            case "RoundVoided":
                stacks = dict(opening)
            case "PotAwarded":
                assert event["amount"] == event["rake"] + sum(won for _, won in event["winners"])
                rake += event["rake"]
                for winner, won in event["winners"]:
                    stacks[winner] += won
            case "RoundEnded":
                pass
            case _:
                continue
        assert all(stack >= 0 for stack in stacks.values())
    return stacks, rake, brought


def adds_up(told: Said, bankroll: int = BANKROLL) -> None:
    """Whether the person leaves with exactly what the events leave him."""
    assert told.code in (0, 130)
    assert "Traceback" not in told.out + told.err
    left = [event["stake"] for event in told.of("PlayerLeft") if event["seat"] == 1]
    stacks, _, brought = stacks_by_events(told.events)
    assert told.left_with == bankroll - brought + (left[0] if left else stacks.get(1, 0))


def mine(told: Said) -> list[tuple[str, int]]:
    """What the person did, and what then lay before him."""
    return [(event["move"], event["to"]) for event in told.of("Acted") if event["seat"] == 1]


# --- whole rounds -----------------------------------------------------------------------------------------------------


def test_a_whole_round_by_its_seed() -> None:
    # Three come to the Flop with 21 each, and the Blinds of 1 and 2 are folded: 66, of which 5 % in whole dollars is 3.
    said = sat(("", "", "c", "c", "c", "c", "q"))
    assert (said.code, said.err) == (0, "")
    for sentence in (
        "Blinds 1.00 and 2.00, Table Stake 40.00 to 400.00, Rake 5 %, at most 10.00. ¶3.6 ¶4.1",
        "“Place your Blind Bets, please.” You have the Button. ¶3.7",
        "Ada posts the Small Blind, 1.00. ¶3.8",
        "Bruno posts the Big Blind, 2.00. ¶3.8",
        "  You    ?? ??\n",
        "  You    8♠ 8♦\n",
        "You call 21.00. ¶1.9",
        "The Flop: 10♣ 9♣ 9♠. ¶3.10",
        "Your turn · Flop · Pot 66.00\n",
        "The Turn: 7♦. ¶3.11",
        "The River: 7♣. ¶3.12",
        "The Game Marker is turned to SHOWDOWN. ¶1.19.ii",
        "You show 8♠ 8♦: Two Pairs, Nines and Eights, Ten. ¶3.14.2.d",
        "Your Table Stake 200.00 → 242.00 (+42.00).",
        "You take 242.00 from the table.",
        "You leave with 2,042.00 (+42.00).",
    ):
        assert sentence in said.out, sentence
    assert re.search(r"Main Pot +66.00 +3.00 +You +63.00 +¶4.4", said.out)
    assert re.search(r"^All +66.00 +3.00 +63.00", said.out, re.MULTILINE)
    told = sat(("", "", "c", "c", "c", "c", "q"), json=True)
    adds_up(told)
    assert told.left_with == said.left_with == BANKROLL + 4_200


def test_a_sitting_is_written_down_and_settles_to_the_same_pots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # A round called down, one more folded at once; a name that is taken, and one that is not.
    said = sat(("", "", "c", "c", "c", "c", "d", "save mine", "d mine", "", "f", "d", "q"), json=True)
    assert (said.code, "mine.toml exists already" in said.err) == (0, True)
    won = [pot for pot in said.of("PotAwarded") if pot["amount"]]
    for name, rounds in (("rws-poker-sitting-1", 1), ("mine", 1), ("rws-poker-sitting-2", 2)):
        noted = read_sitting((tmp_path / f"{name}.toml").read_text(encoding="utf-8"))
        came_to = settle_sitting(noted)
        assert unexpected(noted, came_to) is None
        assert {pot.round for pot in came_to.pots} == set(range(1, rounds + 1))
        played = won[: len(came_to.pots)]
        assert [(pot.amount, pot.rake) for pot in came_to.pots] == [(one["amount"], one["rake"]) for one in played]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("players", first(1, [3, 2, 10, 6]))
@pytest.mark.parametrize("level", ["novice", "regular", "expert", "mixed"])
def test_rounds_with_any_company_add_up(players: int, level: str) -> None:
    answers = ("", *("", "c") * 7, "q")
    told = sat(answers, players=players, level=level, seed=players, json=True)
    adds_up(told)
    assert told.of("RoundEnded")
    seen = sat(answers, players=players, level=level, seed=players)
    assert (seen.err, seen.left_with) == ("", told.left_with)
    document = GAME.document
    for event in told.events:
        assert all(document.knows(cite) for cite in event.get("cites", ()))


def test_the_same_seed_is_the_same_evening() -> None:
    answers = ("", *("", "c") * 8, "q")
    assert sat(answers) == sat(answers)
    assert sat(answers).out != sat(answers, seed=6).out


def test_a_fold_loses_nothing_but_what_was_bet() -> None:
    told = sat(("", "f", "q"), json=True)
    adds_up(told)
    assert [event["move"] for event in told.of("Acted") if event["seat"] == 1] == ["fold"]
    assert told.left_with == BANKROLL


def test_all_in_takes_everything_and_is_settled() -> None:
    for seed in range(12):
        told = sat(("", "a", "q"), seed=seed, players=3, level="novice", json=True)
        adds_up(told)
        mine = [event for event in told.of("Acted") if event["seat"] == 1]
        assert mine[0]["all_in"]
        assert mine[0]["amount"] == 20_000
    said = sat(("", "a", "q"), seed=1, players=3, level="novice")
    assert "You raise to 200.00, all-in. ¶3.15" in said.out


def test_who_has_lost_everything_brings_a_new_stake_or_leaves() -> None:
    for seed in range(60):
        told = sat(("", "a", "", "100", "q"), seed=seed, players=4, level="novice", json=True)
        if any(event["seat"] == 1 for event in told.of("StakeIncreased")):
            break
    adds_up(told)
    assert [event["amount"] for event in told.of("StakeIncreased") if event["seat"] == 1] == [10_000]
    assert told.left_with == BANKROLL - 20_000
    said = sat(("", "a", "", "q"), seed=seed, players=4, level="novice", bankroll=22_000)
    assert "You have no chips left and a bankroll of 20.00; the minimum Table Stake is 40.00." in said.out
    assert (said.code, said.left_with) == (0, 2_000)


def test_bets_and_raises_are_named_with_their_amount_or_asked_for() -> None:
    told = sat(("", "", "r 50", *("c",) * 4, "q"), json=True)
    assert mine(told)[0] == ("raise", 5_000)
    asked = sat(("", "", "r", "50", *("c",) * 4, "q"), json=True)
    assert asked.out == told.out
    least = sat(("", "", "r", "", *("c",) * 4, "q"), json=True)
    assert mine(least)[0] == ("raise", 3_600)  # 15 more, as Elif raised from 6 to 21
    back = sat(("", "", "raise", "x", "raise to 50", *("c",) * 4, "q"), json=True)
    assert back.out == told.out
    bet = sat(("", "", "c", "b 10", *("c",) * 4, "q"), json=True)
    assert mine(bet)[1] == ("bet", 1_000)
    for one in (told, least, bet):
        adds_up(one)


def test_everything_typed_as_an_amount_is_all_in() -> None:
    told = sat(("", "", "r 200", "q"), json=True)
    assert [event["all_in"] for event in told.of("Acted") if event["seat"] == 1] == [True]


def test_k_checks_too() -> None:
    told = sat(("", "", "c", "k", "check", "c", "q"), json=True)
    assert [event["move"] for event in told.of("Acted") if event["seat"] == 1] == ["call", "check", "check", "check"]


# --- what is not taken ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("r 35", "A Raise goes to at least SGD 36.00. ¶"),
        ("r 6", "A Raise goes above SGD 21.00."),
        ("r 36.50", "The lowest chip is SGD 1.00."),
        ("r 1000", "You have SGD 200.00 in all: betting it is all-in. ¶3.15"),
        ("b 20", "There is a bet already: call, raise or fold. ¶"),
        ("k", "There is a bet: call SGD 21.00, raise or fold. ¶"),
        ("r much", "'much' is not an amount; write 25 or 25.50."),
        ("zebra", "'zebra' is not one of the answers; enter f, c, r or a, with an amount such as r 6; ? lists them."),
        ("", "Enter alone is not an answer here"),
        ("-5", "'-5' is not one of the answers"),
        ("\x1b[31m", "is not one of the answers"),
        ("9" * 5_000, "is not one of the answers"),
    ],
)
def test_what_cannot_be_taken_is_one_sentence_and_asked_again(typed: str, sentence: str) -> None:
    said = sat(("", "", typed, "c", "c", "c", "c", "q"))
    assert said.out.count(sentence) == 1, said.out
    assert said.left_with == BANKROLL + 4_200


def test_a_table_stake_outside_the_limits_is_asked_for_again() -> None:
    told = sat(("39", "401", "50.50", "plenty", "50", "f", "q"), json=True)
    assert told.err.count("Enter 40.00 to 400.00 in steps of 1.00.") == 3
    assert "'plenty' is not an amount" in told.err
    assert told.of("PlayerJoined")[0]["stake"] == 5_000
    assert "40.00 to 90.00" in sat((), bankroll=9_000).out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("rws-poker", "--boxes", "1"), "boxes: rws-poker is played in the poker room and has no such option"),
        (("rws-poker", "--dealing", "shoe"), "dealing: rws-poker is played in the poker room and has no such option"),
        (("rws-casino", "--players", "6"), "players: rws-casino-stud is played against the House and has no such"),
        (("rws-casino", "--level", "expert"), "level: rws-casino-stud is played against the House and has no such"),
        (("rws-poker", "--level", "genius"), "level: 'genius' is not one of novice, regular, expert, mixed"),
        (("rws-poker", "--players", "1"), "--players"),
        (("rws-poker", "--players", "11"), "--players"),
        (("rws-poker", "--bankroll", "3999"), "bankroll: must be at least the minimum Table Stake, SGD 40.00"),
    ],
)
def test_options_of_the_other_kind_of_game_and_bad_ones_are_one_sentence(args: tuple[str, ...], sentence: str) -> None:
    done = croupier("play", *args)
    assert done.returncode == 2
    assert done.stdout == b""
    assert sentence in done.stderr.decode()
    assert len(done.stderr.decode().strip().splitlines()) == 1


# --- seats ------------------------------------------------------------------------------------------------------------


def test_sitting_out_coming_back_and_paying_what_was_missed() -> None:
    answers = ("", "f", "s", *("",) * 6, "s", "y", "", "f", "q")
    told = sat(answers, players=4, level="regular", json=True)
    adds_up(told)
    kinds = [event["event"] for event in told.events if event.get("seat") == 1]
    assert [kinds.count(kind) for kind in ("PlayerAway", "PlayerBack", "PaymentChosen")] == [1, 1, 1]
    missed = [event["blind"] for event in told.of("BlindMissed") if event["seat"] == 1]
    assert missed
    paid = [(one["post"], one["amount"]) for one in told.of("BlindPosted") if one["seat"] == 1]
    assert paid in ([("dead_small_blind", 100), ("live_big_blind", 200)], [("big_blind", 200)])
    said = sat(answers, players=4, level="regular")
    for words in (
        "You sit out from the next round on and will be back. ¶5.4.2",
        "you sit out with 200.00",
        "You come back to the table.",
    ):
        assert words in said.out


def test_who_is_back_may_wait_for_the_big_blind_instead() -> None:
    told = sat(("", "f", "s", *("",) * 6, "s", *("", "f") * 8, "q"), players=4, level="regular", json=True)
    adds_up(told)
    assert next(one["post"] for one in told.of("BlindPosted") if one["seat"] == 1) == "big_blind"
    assert told.of("PaymentChosen") == []


def test_sitting_out_in_the_middle_of_a_round() -> None:
    said = sat(("", "s", "s", "s", "f", "q"))
    assert said.out.count("You sit out from the next round on and will be back.") == 2
    assert said.out.count("You come back to the table.") == 1
    assert "you sit out with 200.00" in said.out


def test_the_stake_is_topped_up_between_rounds_only() -> None:
    told = sat(("", "f", "t", "500", "60", "t", "", "q"), json=True)
    adds_up(told)
    mine = [event["amount"] for event in told.of("StakeIncreased") if event["seat"] == 1]
    assert mine[0] == 6_000
    assert "Enter 1.00 to 200.00 in steps of 1.00." in told.err
    assert "'t' is not one of the answers" in sat(("", "t")).out


def test_two_players_and_one_sits_out_needs_another() -> None:
    said = sat(("", "f", "s", "", "s", "", "f", "q"), players=2)
    assert "A round needs two Players with chips who owe nothing, or pay what they owe. I1" in said.out
    assert said.code == 0


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_the_end_of_input_leaves_politely_at_every_prompt() -> None:
    answers = ("x", "", "", "c", "b 10", "r", "20", "c", "c", "s", "s", "t", "", "", "f", "w", "1", "q")
    for count in range(len(answers) + 1):
        told = sat(answers[:count], json=True)
        adds_up(told)
        assert told.code == 0
        assert told.err.rstrip().endswith(").")
        if told.of("PlayerJoined"):
            assert told.events[-1]["event"] == "PlayerLeft"


def test_q_in_a_round_asks_and_folds() -> None:
    said = sat(("", "", "c", "q", "", "q", "n", "q", "y"))
    assert said.out.count("Leave now? Your hand is folded; what you have bet, 21.00, stays in the Pot.") == 3
    assert "You fold." in said.out
    assert said.left_with == BANKROLL - 2_100
    assert f"You leave with 1,979.00 ({MINUS}21.00)." in said.out


def test_q_between_rounds_and_before_sitting_down_asks_nothing() -> None:
    assert "Leave now?" not in sat(("", "f", "q")).out
    said = sat(("q",))
    assert "You leave with 2,000.00 (0.00)." in said.out
    assert "from the table" not in said.out


def test_ctrl_c_leaves_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "\n", "\n\n", "\n\nc\n", "\nf\n"):
        stream = io.StringIO(text)
        lines = stream.readline

        def readline(size: int = -1, /) -> str:
            line = lines(size)  # noqa: B023
            if not line:
                raise KeyboardInterrupt
            return line

        monkeypatch.setattr(stream, "readline", readline)
        monkeypatch.setattr(sys, "stdin", stream)
        monkeypatch.setattr(sys, "stdout", out := io.StringIO())
        assert play("rws-poker", seed=5, bankroll=BANKROLL, policy={}, json=False) == 130
        assert "You leave with" in out.getvalue()
        monkeypatch.undo()


# --- JSON lines -------------------------------------------------------------------------------------------------------


def test_json_lines_tell_no_more_than_the_player_may_know() -> None:
    told = sat(("", "", *("c",) * 4, "", "", "f", "q"), json=True)
    assert told.kinds()[0] == "RoomOpened"
    shown = {seat: event["cards"] for event in told.of("HandShown") if (seat := event["seat"])}
    assert all(isinstance(card, str) and len(card) == 2 for cards in shown.values() for card in cards)
    for event in told.of("CardsDealt"):
        for card, spot in zip(event["cards"], event["places"], strict=True):
            assert (card == "??") is (spot != "community")
    for event in told.of("HandLookedAt"):
        assert ("cards" in event) is (event["seat"] == 1)
    assert "Your turn" in told.err
    assert "Your turn" not in told.out


def test_the_program_itself_answers_in_lines() -> None:
    done = croupier("play", "rws-poker", "--seed", "5", "--json", "--players", "3", stdin=b"\n\nc\nc\nc\nc\nq\ny\n")
    assert done.returncode == 0
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [events[0]["event"], events[-1]["event"]] == ["RoomOpened", "PlayerLeft"]
    said = Said(0, done.stdout.decode(), done.stderr.decode())
    adds_up(said)


# --- help and rules ---------------------------------------------------------------------------------------------------


def test_help_rules_and_the_order_of_hands() -> None:
    said = sat(("r", "p", "", "?", "rules", "rules 3.5", "3.14.1", "p", "q", "y"))
    for cite in ("3.6", "3.5", "3.14.1", "1.18"):
        paragraph = GAME.document.paragraph(cite)
        assert paragraph is not None
        assert f"¶{cite} {paragraph.summary}" in said.out
    assert said.out.count("Royal Flush") == 2
    assert "the order of the hands" in said.out
    assert "rules 3.4" in said.out


@pytest.mark.parametrize("answer", ["5", "rws-poker"])
def test_the_menu_offers_all_five(answer: str) -> None:
    streams = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO(f"{answer}\n\nf\nq\n"), (out := io.StringIO())
    try:
        assert play(None, seed=5, bankroll=BANKROLL, policy={}, json=False) == 0
    finally:
        sys.stdin, sys.stdout = streams
    text = out.getvalue()
    assert all(load(game).document.title in text for game in all_games())
    assert "You leave with 2,000.00 (0.00)." in text


# --- when something goes wrong ----------------------------------------------------------------------------------------


def test_a_foreign_card_voids_the_round_and_every_bet_goes_back() -> None:
    told = sat(("", "", "c", "w", "foreign card", "q"), json=True)
    adds_up(told)
    assert told.left_with == BANKROLL
    assert "Foreign card: the round is void." in told.err
    assert "The round is void; every bet goes back." in told.err
    assert told.of("PotAwarded") == []


@pytest.mark.parametrize("name", [one for one in GAME.irregularities.rules if not one.startswith("player_")])
@pytest.mark.parametrize("before", first(1, [(("", "", "c"),), (("", "f"),), (("", ""),), (("", "", "c", "c", "c"),)]))
def test_every_irregularity_can_be_reported_at_every_prompt(name: str, before: tuple[str, ...]) -> None:
    told = sat((*before, "w", name.replace("_", " "), *("1",) * 6, "", "n", *("c",) * 4, "q", "y"), json=True)
    adds_up(told)


def test_the_end_of_input_inside_the_menus_ends_politely() -> None:
    for more in (
        (),
        ("not covered",),
        ("not covered", "1"),
        ("out of turn",),
        ("out of turn", "2"),
        ("cards exposed",),
    ):
        told = sat(("", "", "c", "w", *more), json=True)
        adds_up(told) if "not covered" not in more else None
        assert told.code == 0
        assert "You leave with" in told.err


def test_a_flop_shown_too_early_goes_back_and_another_comes() -> None:
    told = sat(("", "", "w", "flop exposed early", "c", *("c",) * 4, "q"), json=True)
    adds_up(told)
    (back,) = told.of("StreetTakenBack")
    assert len(back["community"]) == 3
    assert "and the Burnt Card go back into the shoe, which is shuffled." in told.err
    assert told.of("CardsDealt")[1]["places"] == ["burn", "community", "community", "community"]


def test_a_card_found_face_up_never_comes_again() -> None:
    told = sat(("", "", "w", "card face up in shoe", *("c",) * 5, "q"), json=True)
    adds_up(told)
    (out,) = told.of("CardDiscarded")
    assert out["card"] not in {card for event in told.of("CardsDealt") for card in event["cards"]}


def test_an_act_out_of_turn_is_taken_back() -> None:
    told = sat(("", "", "w", "out of turn", "Ada", "raise", "60", "f", "q"), json=True)
    adds_up(told)
    (meant,) = told.of("ActedOutOfTurn")
    assert (meant["seat"], meant["move"], meant["to"]) == (2, "raise", 6_000)
    assert "Ada meant to raise to 60.00 before the turn." in told.err


def test_what_the_document_leaves_open_is_decided_with_a_reason() -> None:
    told = sat(("", "", "w", "not covered", "1", "the lights went out", "f", "q"), json=True)
    assert told.of("DecisionTaken")[0]["reason"] == "the lights went out"


# --- whatever is answered ---------------------------------------------------------------------------------------------

ANSWERS = ("", "c", "f", "k", "r", "r 20", "b 10", "a", "s", "t", "y", "n", "m", "x", "20", "w", "1", "2", "q", "?")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    answers=st.lists(st.sampled_from(ANSWERS), max_size=30),
    seed=st.integers(0, 999),
    players=st.integers(2, 5),
    bankroll=st.sampled_from([4_000, 25_000, BANKROLL]),
)
def test_whatever_is_answered_the_chips_add_up(answers: list[str], seed: int, players: int, bankroll: int) -> None:
    told = sat(["", *answers], seed=seed, players=players, bankroll=bankroll, level="novice", json=True)
    assert told.code == 0
    assert "Traceback" not in told.err
    if not told.of("DecisionPending"):
        adds_up(told, bankroll)


# --- pots and terminals -----------------------------------------------------------------------------------------------


def test_a_side_pot_is_named_only_where_somebody_is_all_in() -> None:
    sitting = RoomSitting({1: 20_000, 2: 3_000, 3: 20_000})
    sitting.start()
    sitting.play("1 raise 1000")
    assert pots(sitting.seen_by("p1")) == "Pot 13.00"
    sitting.play("2 all_in", "3 call", "1 raise 8000", "3 call")
    assert pots(sitting.seen_by("p1")) == "Main Pot 90.00 · Side Pot 1 100.00"


@pytest.mark.parametrize("environment", first(1, [{"COLORTERM": "truecolor"}, {"NO_COLOR": "1"}]))
def test_at_a_terminal_of_80_columns_nothing_is_torn(environment: dict[str, str]) -> None:
    code, out = at_terminal("\n\nc\nc\nc\nc\nc\nq\ny\n", PROGRAM, **environment)
    assert code == 0
    pages = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out).replace("\r", "")
    assert "╭─ Poker · round 1 · before the Flop" in pages
    assert "Traceback" not in pages
    assert max(len(line.removeprefix(f"{POINTER} ")) for line in pages.splitlines()) <= 80
    amounts = re.findall(r"Stack ([\d,.]+) · Bankroll ([\d,.]+)", pages)
    assert amounts
    assert all(read_money(purse) == 180_000 for _, purse in amounts)


def test_a_terminal_without_our_characters_gets_letters() -> None:
    done = piped(b"\n\nc\nc\nc\nc\nq\ny\n", PROGRAM, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.search(rb"You    [2-9TJQKA][cdhs] [2-9TJQKA][cdhs]", done.stdout)
    assert re.search(rb"The Flop: (?:10|[2-9JQKA])[cdhs] ", done.stdout)
    assert b"?" not in re.sub(rb"\?\?|wrong\?|beaten: show it\?|now\?", b"", done.stdout)
