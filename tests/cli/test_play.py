"""``croupier play``: whole rounds at a terminal that is a text."""

import io
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.cli.terminal import play
from croupier.cli.terminal.shoe import Shoe
from croupier.notation.noted import settle_noted, unexpected
from croupier.notation.speech import MINUS, POINTER, net, read_money
from croupier.rulebooks import load_banked
from tests.notation.reading import read_noted
from tests.sitting import HOUSE_GAMES

STUD, LINKED, PROGRESSIVE, BONUS = HOUSE_GAMES
METHODS = [(game, dealing) for game in HOUSE_GAMES for dealing in load_banked(game).rounds]
BANKROLL = 1_000_000
ONE_ROUND = {
    STUD: ("25", "y", "", "b", "", "q"),
    LINKED: ("25", "y", "", "b", "", "q"),
    PROGRESSIVE: ("25", "25", "y", "", "b", "b", "c", "", "q"),
    BONUS: ("25", "25", "y", "", "b", "c", "b", "", "q"),
}
"""Ante, Bonus and jackpot wagered, hand looked at, played to the end, shown."""


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == kind]

    @property
    def left_with(self) -> int:
        found = re.findall(r"You leave with ([\d,.]+) ", self.out + self.err)
        return read_money(found[0]) or 0


def sat(
    answers: Sequence[str],
    game: str | None = STUD,
    *,
    seed: int | None = 7,
    boxes: int = 1,
    bankroll: int = BANKROLL,
    json: bool = False,
    **policy: Any,
) -> Said:
    """Play with these answers, then the end of input."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.StringIO("".join(f"{answer}\n" for answer in answers))
    sys.stdout, sys.stderr = out, err = io.StringIO(), io.StringIO()
    try:
        code = play(game, seed=seed, boxes=boxes, bankroll=bankroll, policy=policy, json=json)
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    return Said(code, out.getvalue(), err.getvalue())


def flows(events: list[dict[str, Any]]) -> int:
    """What the events put into the Player's hand, all in all."""
    total = 0
    for event in events:
        match event:
            case {"event": "WagerPlaced", "amount": amount}:
                total -= amount
            case {"event": "WagerWithdrawn", "amount": amount}:
                total += amount
            case {"event": "Decided", "shares": shares}:
                total -= sum(share["amount"] for share in shares)
            case {"event": "WagerSettled", "paid": paid, "returned": returned}:
                total += paid + returned
            case _:
                pass
    return total


def ledger_net(out: str) -> str:
    """The net result in the last line of the last settlement."""
    return str(re.findall(r"^All .*?(\S+)\s*$", out, re.MULTILINE)[-1])


# --- whole rounds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "dealing"), METHODS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_round_of_every_game_under_every_dealing_method(game: str, dealing: str, seed: int) -> None:
    told = sat(ONE_ROUND[game], game, seed=seed, dealing=dealing, json=True)
    assert told.code == 0
    assert told.kinds()[0] == "TableOpened"
    assert told.kinds()[-1] == "RoundEnded"
    settled = told.of("WagerSettled")
    staked = sum(line["staked"] for line in settled)
    assert flows(told.events) == sum(line["paid"] + line["returned"] for line in settled) - staked
    assert told.left_with == BANKROLL + flows(told.events)
    seen = sat(ONE_ROUND[game], game, seed=seed, dealing=dealing)
    assert (seen.code, seen.err, seen.left_with) == (0, "", told.left_with)
    assert ledger_net(seen.out) == net(flows(told.events))
    document = load_banked(game).document
    for line in settled:
        assert line["cites"]
        assert all(document.knows(cite) for cite in line["cites"])
        assert " ".join(cite if cite[0] == "I" else f"¶{cite}" for cite in line["cites"]) in seen.out


def test_a_round_at_the_terminal_as_one_reads_it() -> None:
    """Queen high does not qualify: the Ante wins 1 to 1, the BET comes back, the jackpot wager has fed 70 % of 5.00."""
    said = sat(("25", "y", "", "b", "", "q"))
    begun = said.out.index("“No more Bets.”")
    assert [line.rstrip() for line in said.out[begun:].splitlines()] == [
        "“No more Bets.” ¶3.9",
        "Round 1 · Jackpot 50,003.50 · Bankroll 9,970.00",
        "  Dealer     ?? ?? ?? ?? 6♣",
        f"  Box 1 {POINTER}    ?? ?? ?? ?? ??  Ante 25.00, Jackpot 5.00",
        "Box 1 · your decision",
        "[f] Fold ¶3.12.1   [b] BET 50.00 ¶3.12.2   [l, Enter] look ¶3.12",
        "[w] something went wrong…",
        POINTER,
        "Round 1 · Jackpot 50,003.50 · Bankroll 9,970.00",
        "  Dealer     ?? ?? ?? ?? 6♣",
        f"  Box 1 {POINTER}    J♠ 4♥ 4♠ 6♠ A♥  One Pair, Fours, Ace Jack Six  Ante 25.00, Jackpot 5.00",
        "Box 1 · your decision",
        "[f] Fold ¶3.12.1   [b] BET 50.00 ¶3.12.2   [w] something went wrong…",
        f"{POINTER} b",
        "Box 1: BET 50.00. ¶3.12.2",
        "The Dealer’s cards are turned. ¶3.13",
        "Round 1 · Jackpot 50,003.50 · Bankroll 9,920.00",
        "  Dealer     9♠ Q♣ 2♣ 5♥ 6♣  Five Odd Cards, Queen Nine Six Five Deuce",
        "  Box 1      J♠ 4♥ 4♠ 6♠ A♥  One Pair, Fours, Ace Jack Six  Ante 25.00, BET 50.00, Jackpot 5.00",
        "Show the hand of box 1?",
        "[y, Enter] show ¶4.4   [n] do not show ¶4.3   [w] something went wrong…",
        POINTER,
        "Box  Wager    Staked  Result        Won   Back     Net  Why",
        "1    Ante      25.00   wins       25.00  25.00  +25.00  ¶3.13 ¶4.1",
        "1    BET       50.00   returned    0.00  50.00    0.00  ¶3.13",
        f"1    Jackpot    5.00   loses       0.00   0.00   {MINUS}5.00  ¶4.2",
        "All            80.00              25.00  75.00  +20.00",
        "Jackpot 50,000.00 → 50,003.50: your wagers added 3.50.",
        "Bankroll 10,020.00.",
        "Next round",
        "[Enter] Ante 25.00 and Jackpot 5.00   [c] change the wagers   [b] boxes (1)",
        "[s] save the round   [w] something went wrong…",
        f"{POINTER} q",
        "You leave with 10,020.00 (+20.00).",
    ]


def test_a_fold_loses_the_ante_alone() -> None:
    told = sat(("25", "n", "", "f", "q"), json=True)
    assert [(line["wager"], line["result"]) for line in told.of("WagerSettled")] == [("ante", "lose")]
    assert "DealerRevealed" not in told.kinds()
    assert told.left_with == BANKROLL - 2_500


def test_a_hand_that_is_not_shown_says_so_with_its_paragraph() -> None:
    said = sat(("25", "n", "", "b", "n", "q"), LINKED)
    assert "The hand of box 1 is not shown. ¶4.3" in said.out
    assert ledger_net(said.out) == net(-7_500)


def test_a_second_box_brings_the_word_about_one_hand_and_is_played_blind() -> None:
    answers = ("25", "n", "50", "y", "l2", "b", "b", "a", "q")
    said = sat(answers, boxes=2)
    assert "The Dealer tells you: you may examine only one hand" in said.out
    assert "Box 1 · played blind" in said.out
    assert "Box 2 · played blind" not in said.out
    told = sat(answers, boxes=2, json=True)
    assert [event["box"] for event in told.of("HandLookedAt")] == [2]
    assert [event["box"] for event in told.of("HandShown")] == [1, 2]
    assert told.left_with == said.left_with


def test_after_one_look_no_other_hand_is_offered() -> None:
    said = sat(("25", "n", "50", "n", "", "l2", "l", "f", "f", "q"), boxes=2)
    assert "'l2' is not one of the answers" in said.out
    assert "'l' is not one of the answers" in said.out


def test_a_box_may_be_left_empty_and_enter_repeats_what_there_was() -> None:
    told = sat(("n", "50", "n", "f", "", "f", "q"), boxes=2, json=True)
    assert [(event["box"], event["amount"]) for event in told.of("WagerPlaced")] == [(2, 5_000)] * 2


def test_enter_repeats_the_last_wagers_and_c_changes_them() -> None:
    told = sat(("30", "y", "f", "", "f", "c", "", "n", "f", "q"), json=True)
    placed = [(event["wager"], event["amount"]) for event in told.of("WagerPlaced")]
    assert placed == [("ante", 3_000), ("jackpot", 500)] * 2 + [("ante", 3_000)]


def test_the_number_of_boxes_can_be_changed_between_rounds() -> None:
    told = sat(("25", "n", "f", "b", "8", "x", "2", "c", "", "n", "", "n", "f", "f", "q"), json=True)
    assert [event["box"] for event in told.of("WagerPlaced")] == [1, 1, 2]
    assert told.err.count("Enter a number from 1 to 7.") == 2


def test_nobody_wagers_and_nothing_is_dealt() -> None:
    said = sat(("0", "c", "n", "q"))
    assert said.out.count("Nobody has wagered, so nothing is dealt.") == 2
    assert said.left_with == BANKROLL


def test_the_jackpot_grows_by_what_was_contributed_and_by_nothing_else() -> None:
    said = sat(("25", "y", "f", "c", "", "n", "f", "", "f", "q"), contribution="0.333333")
    shown = re.findall(r"Round \d+ · Jackpot ([\d,.]+) ·", said.out)
    assert list(dict.fromkeys(shown)) == ["50,000.00", "50,001.66"]
    assert "Jackpot 50,000.00 → 50,001.66: your wagers added 1.66." in said.out


def test_a_jackpot_award_is_told_with_what_it_did() -> None:
    for seed in range(2_000):
        shoe = Shoe(seed)
        shoe.shuffle()
        hand = shoe.take(11)[1::2]
        if len({card & 3 for card in hand}) == 1:
            break
    said = sat(("25", "y", "", "b", "", "q"), LINKED, seed=seed)
    assert "Box 1 wins the jackpot’s award for Flush: 200.00. ¶4.2" in said.out
    assert re.search(r"Jackpot +5.00 +wins +200.00 +0.00 +\+195.00 +¶4.2 +Flush", said.out)


# --- money ------------------------------------------------------------------------------------------------------------


def test_nobody_wagers_more_than_he_has() -> None:
    said = sat(("105", "100"), bankroll=10_000)
    assert "That is more than the 100.00 you have left." in said.out
    assert "Box 1: the Jackpot takes 5.00; you have 0.00 left." in said.out


def test_who_cannot_pay_the_bet_is_warned_and_can_only_fold() -> None:
    said = sat(("25", "n", "k", "", "b", "f", ""), bankroll=7_000)
    assert "you will need 50.00 more, and you have 45.00 left" in said.out
    assert "The BET costs 50.00 and you have 45.00 left: you can only fold. ¶3.12.2" in said.out
    assert "'b' is not one of the answers: f for Fold" in said.out
    assert said.left_with == 4_500


def test_warned_he_may_change_his_wagers() -> None:
    told = sat(("50", "n", "c", "25", "n", "", "b", "", "q"), bankroll=7_500, json=True)
    assert [event["amount"] for event in told.of("WagerWithdrawn")] == [5_000]
    assert told.of("Decided")[0]["decision"] == "bet"


def test_who_cannot_pay_the_turn_can_only_check() -> None:
    said = sat(("40", "n", "n", "", "b", "b", "c", "c", "", "q"), BONUS, bankroll=12_000)
    assert "The Turn costs 40.00 and you have 0.00 left: you can only check." in said.out
    assert said.code == 0


def test_a_bankroll_below_the_minimum_ends_the_play() -> None:
    said = sat(("25", "n", "k", "f", ""), bankroll=3_000)
    assert "You have 5.00 left and the table’s minimum is 25.00." in said.out
    assert (said.code, said.left_with) == (0, 500)


def test_wagers_that_cannot_be_repeated_are_asked_for_anew() -> None:
    said = sat(("50", "n", "k", "f", "", "25", "n", "k", "f", "q"), bankroll=9_000)
    assert said.left_with == 1_500


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_end_of_input_leaves_politely_at_every_prompt(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = ("x", *ONE_ROUND[game][:-1], "b", "2", "s", "c", "25", *("",) * 6, "q")
    for count in range(len(answers)):
        told = sat(answers[:count], game, json=True, boxes=2)
        assert told.code == 0
        assert told.left_with == BANKROLL + flows(told.events)
        assert told.err.rstrip().endswith(")."), told.err


@pytest.mark.parametrize(
    "garbage", ["zzz", "-5", "1e3", "\x1b[31m", "[bold]x[/bold]", "١٢", "9" * 5_000, "é" * 300, "y n"]
)
def test_garbage_is_asked_about_again_in_one_sentence(garbage: str) -> None:
    said = sat((garbage, "25", garbage, "n", garbage, "f", garbage, "q"))
    assert said.code == 0
    assert said.left_with == BANKROLL - 2_500
    sentences = ("is not an amount; write 25 or 25.50.", "is not one of the answers")
    assert [said.out.count(sentence) for sentence in sentences] == [1, 3]


@pytest.mark.parametrize(
    ("typed", "cents"), [("25", 2_500), ("25.00", 2_500), ("1,000", 100_000), ("SGD 30", 3_000), ("$35.0", 3_500)]
)
def test_amounts_as_people_type_them(typed: str, cents: int) -> None:
    assert sat((typed, "n"), json=True).of("WagerPlaced")[0]["amount"] == cents


def test_a_refusal_of_the_engine_is_its_sentence_with_its_paragraph() -> None:
    said = sat(("20", "26", "6000", "25"))
    assert "The ante must be at least SGD 25.00. ¶3.4" in said.out
    assert "SGD 26.00 is not a multiple of the lowest chip, SGD 5.00. ¶3.4" in said.out
    assert "The ante must be at most SGD 5,000.00 on a box. ¶3.4" in said.out


def test_less_than_the_minimum_is_not_enough_where_nobody_shares() -> None:
    said = sat(("5", "25"), BONUS)
    assert "On its own in the box it must be at least 25.00." in said.out


def test_help_rules_and_pay_tables_at_any_prompt() -> None:
    said = sat(("?", "r", "p", "r 3.12.1", "25", "n", "?", "r", "3.12.2", "¶3.13", "i5", "r 9.9", "f", "r", "q"))
    document = load_banked(STUD).document
    for cite in ("3.6", "3.4", "3.12", "3.12.1", "3.12.2", "3.13"):
        paragraph = document.paragraph(cite)
        assert paragraph is not None
        assert f"¶{cite} {paragraph.summary}" in said.out
    assert f"I5 {document.interpretations[4].question}" in said.out
    assert "has no paragraph '9.9'" in said.out
    assert re.search(r"Full House +7 to 1", said.out)
    assert re.search(r"Royal Flush +100 % of the jackpot", said.out)
    assert said.out.count("leave the table") == 2


def test_a_decision_by_its_word() -> None:
    told = sat(("25", "n", "n", "", "flop", "turn", "check", "yes", "q"), PROGRESSIVE, json=True)
    assert [event["decision"] for event in told.of("Decided")] == ["flop", "turn", "check"]


def test_q_in_a_round_asks_whether_the_chips_may_stay() -> None:
    said = sat(("25", "n", "q", "", "q", "n", "q", "y"))
    assert said.out.count("Leave now? Your wagers, 25.00, stay on the table.") == 3
    assert said.left_with == BANKROLL - 2_500


def test_q_between_rounds_leaves_at_once() -> None:
    """What is typed after it is read by nobody: neither a question nor another round follows."""
    said = sat(("25", "n", "f", "q", "", "f", "q"))
    assert said.out.endswith(f"\n{POINTER} q\nYou leave with 9,975.00 ({MINUS}25.00).\n")
    assert "Round 2" not in said.out


def test_q_before_the_close_takes_the_chips_back() -> None:
    said = sat(("25", "y", "25", "y", "q"), boxes=3)
    assert said.left_with == BANKROLL
    assert "stay on the table" not in said.out


@pytest.mark.parametrize(("answer", "title"), [("", 0), ("2", 1), ("mbs", 3), ("rws-pro", 2)])
def test_the_menu(answer: str, title: int) -> None:
    said = sat((answer,), None)
    assert [load_banked(game).document.title in said.out for game in HOUSE_GAMES] == [True] * 4
    assert f"\n{load_banked(HOUSE_GAMES[title]).document.title} (" in said.out


def test_the_menu_asks_again_and_can_be_left() -> None:
    said = sat(("rws", "7", "r", "q"), None)
    assert "'rws' could be" in said.out
    assert (said.code, sat((), None).code) == (0, 0)
    assert "You leave" not in said.out


def test_ctrl_c_leaves_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(text: str) -> io.StringIO:
        """Lines, and then the key."""
        stream = io.StringIO(text)
        lines = stream.readline

        def readline(size: int = -1, /) -> str:
            line = lines(size)
            if not line:
                raise KeyboardInterrupt
            return line

        monkeypatch.setattr(stream, "readline", readline)
        return stream

    for text in ("", "25\n", "25\nn\n", "25\nn\n\nb\n"):
        monkeypatch.setattr(sys, "stdin", typed(text))
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdout", out)
        assert play(STUD, seed=1, boxes=1, bankroll=BANKROLL, policy={}, json=False) == 130
        assert "You leave with" in out.getvalue()
    monkeypatch.setattr(sys, "stdin", typed(""))
    assert play(None, seed=1, boxes=1, bankroll=BANKROLL, policy={}, json=False) == 130


@pytest.mark.parametrize(
    ("given_", "sentence"),
    [
        ({"game": "nope"}, "there is no game 'nope'"),
        ({"game": "rws"}, "'rws' could be"),
        ({"boxes": 0}, "boxes: "),
        ({"boxes": 8}, "boxes: "),
        ({"bankroll": 2_499}, "bankroll: "),
        ({"bankroll": -1}, "bankroll: "),
        ({"bankroll": 10**14}, "bankroll: "),
        ({"minimum": 0}, "policy.minimum: "),
        ({"colour": "red"}, "policy: "),
        ({"dealing": "hat"}, "policy.dealing: "),
    ],
)
def test_what_cannot_be_is_one_sentence_and_exit_2(given_: dict[str, Any], sentence: str) -> None:
    said = sat((), **given_)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith(f"croupier: {sentence}")
    assert said.err.count("\n") == 1


WORDS = st.sampled_from(["", "", "", "25", "50", "l1", "l2", "3.4", "zz", *"yynnbbffccalqrpk?0125"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    answers=st.lists(WORDS, max_size=60),
    method=st.sampled_from(METHODS),
    boxes=st.integers(1, 3),
    seed=st.integers(0, 999),
    bankroll=st.sampled_from([2_500, 7_500, 20_000, BANKROLL]),
)
def test_whatever_is_answered_the_money_adds_up(
    answers: list[str], method: tuple[str, str], boxes: int, seed: int, bankroll: int
) -> None:
    game, dealing = method
    told = sat(answers, game, seed=seed, boxes=boxes, bankroll=bankroll, dealing=dealing, json=True)
    assert told.code == 0
    assert told.left_with == bankroll + flows(told.events)
    running = bankroll
    for event in told.events:
        running += flows([event])
        assert running >= 0, "more wagered than he had"


# --- JSON lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "dealing"), METHODS)
def test_json_lines_tell_no_more_than_the_player_may_know(game: str, dealing: str) -> None:
    told = sat(("25", *ONE_ROUND[game]), game, dealing=dealing, json=True)
    known: set[str] = set()
    for event in told.events:
        cards = set(event.get("cards", ())) - {"??"}
        if event["event"] == "CardsDealt":
            up = [card for card, place in zip(event["cards"], event["places"], strict=True) if place == "dealer"][-1:]
            assert cards <= set(up if game in (STUD, LINKED) else ())
        elif event["event"] == "CommunityRevealed":
            assert len(cards) == event["count"]
            assert not cards & known
        known |= cards
    (looked,) = told.of("HandLookedAt")
    assert len(looked["cards"]) == (5 if game in (STUD, LINKED) else 2)
    assert told.of("DealerRevealed")[0]["cards"].count("??") == 0
    assert POINTER in told.err
    assert POINTER not in told.out


# --- the shoe ---------------------------------------------------------------------------------------------------------


def test_a_seed_repeats_the_cards_and_says_so() -> None:
    assert sat(ONE_ROUND[STUD], json=True) == sat(ONE_ROUND[STUD], json=True)
    said = sat(ONE_ROUND[STUD])
    assert "Seed 7: the shuffle is predictable. For practice, not for real play." in said.out
    assert "Seed" not in sat((), seed=None).out


def test_without_a_seed_the_order_comes_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    import random

    monkeypatch.setattr(random.Random, "seed", lambda *_: pytest.fail("a seeded generator was made"))
    orders = set()
    for _ in range(5):
        shoe = Shoe()
        shoe.shuffle()
        orders.add(shoe.take(52))
    assert len(orders) == 5
    assert all(sorted(order) == list(DECK) for order in orders)


def test_every_round_is_dealt_from_a_whole_deck_in_a_new_order() -> None:
    shoe = Shoe(1)
    orders = []
    for _ in range(2):
        shoe.shuffle()
        orders.append(shoe.take(52))
    assert orders[0] != orders[1]
    assert sorted(orders[1]) == list(DECK)


# --- saving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "dealing"), METHODS)
def test_a_saved_round_settles_to_the_same(
    game: str, dealing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first, second = (*ONE_ROUND[game][:-1], "s"), ("", "", *ONE_ROUND[game][-5:-1], "s", "q")
    told = sat((*first, *second), game, dealing=dealing, json=True)
    files = sorted(tmp_path.iterdir())
    assert files[0].name == f"{game}-round-1.toml"
    assert f"`croupier settle {files[0].name}` settles it again." in told.err
    noted = read_noted(files[0].read_text())
    settled = settle_noted(noted)
    assert unexpected(noted, settled) is None
    lines = told.of("WagerSettled")[: len(settled.lines)]
    assert [(one.wager, one.paid, one.returned, list(one.cites)) for one in settled.lines] == [
        (one["wager"], one["paid"], one["returned"], one["cites"]) for one in lines
    ]


def test_a_fraction_of_a_cent_is_saved_with_the_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third of 500 cents is 166.6665: the second round begins with a fraction, which the file must hold."""
    monkeypatch.chdir(tmp_path)
    said = sat(("25", "y", "f", "s", "", "f", "s", "q"), contribution="0.333333")
    assert said.out.count("Saved as") == 2
    for path in tmp_path.iterdir():
        noted = read_noted(path.read_text())
        assert unexpected(noted, settle_noted(noted)) is None
    assert sorted(read_noted(path.read_text()).carried for path in tmp_path.iterdir()) == [0, 666_500]


def test_a_saved_round_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = sat(("25", "n", "f", "s", "s", "s mine", "s mine", "s mine.txt", "s no/where", "s \0", "q"))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "mine.toml",
        "mine.txt",
        "rws-casino-stud-round-1-2.toml",
        "rws-casino-stud-round-1.toml",
    ]
    assert "mine.toml exists already; choose another name." in said.out
    assert "no/where.toml cannot be written: No such file or directory." in said.out
    assert said.code == 0
