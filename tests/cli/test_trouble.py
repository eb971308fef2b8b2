"""``croupier play`` when something goes wrong: ``w`` at every prompt."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.notation.noted import settle_noted, unexpected
from croupier.rulebooks import load_banked
from tests.cli.test_play import BANKROLL, BONUS, LINKED, METHODS, ONE_ROUND, PROGRESSIVE, STUD, Said, sat
from tests.notation.reading import read_noted
from tests.sampling import first, spread
from tests.sitting import HOUSE_GAMES

CASES = [(game, name) for game in HOUSE_GAMES for name in load_banked(game).irregularities.rules]
PROMPTS = [(game, at) for game in HOUSE_GAMES for at in range(len(ONE_ROUND[game]))]


def adds_up(told: Said, bankroll: int = BANKROLL) -> None:
    """Whether the person leaves with what the lines of the rounds say; what stays on the table he has lost."""
    assert told.code == 0
    assert "Traceback" not in told.out + told.err
    had, lines = bankroll, 0
    wagers: dict[tuple[int, str], int] = {}
    for event in told.events:
        match event:
            case {"event": "RoundOpened"}:
                had, lines, wagers = had + lines, 0, {}
            case {"event": "RoundVoided"}:
                lines = 0
            case {"event": "WagerSettled"}:
                lines += event["paid"] + event["returned"] - event["staked"]
            case {"event": "WagerPlaced" | "WagerWithdrawn" as kind}:
                key, sign = (event["box"], event["wager"]), 1 if kind == "WagerPlaced" else -1
                wagers[key] = wagers.get(key, 0) + sign * event["amount"]
            case {"event": "Decided", "wager": str(wager), "shares": shares}:
                wagers[event["box"], wager] = sum(share["amount"] for share in shares)
            case {"event": "WagerCounted"}:
                wagers[event["box"], event["wager"]] = event["lies"]
            case {"event": "StrayWager", "at_end": True}:
                wagers[event["box"], f"stray {len(wagers)}"] = event["amount"]
            case {"event": "RoundEnded"}:
                wagers = {}
            case _:
                pass
    assert told.left_with == had + lines - sum(wagers.values())


def until(game: str, at: int) -> Sequence[str]:
    """The answers of a round up to a prompt."""
    return ONE_ROUND[game][:at]


# --- w at every prompt ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "at"), spread(12, PROMPTS))
def test_a_foreign_card_voids_the_round_at_every_prompt(game: str, at: int) -> None:
    between = at == len(ONE_ROUND[game]) - 1
    told = sat((*until(game, at), "w", "foreign card", "q"), game, json=True)
    adds_up(told)
    if between:
        (ruled,) = told.of("IrregularityRuled")
        assert ruled["ruling"] == "continue", "what is settled stands"
        assert not told.of("RoundVoided")
        assert told.left_with == sat(ONE_ROUND[game], game, json=True).left_with
        return
    assert "Foreign card: the round is void." in told.err
    assert "The round is void; every wager goes back." in told.err
    assert {line["result"] for line in told.of("WagerSettled")} <= {"void"}
    assert told.kinds()[-1] == "RoundEnded"
    assert told.left_with == BANKROLL
    assert "Next round" in told.err


@pytest.mark.parametrize(("game", "at"), spread(10, PROMPTS))
def test_w_and_nothing_after_all_changes_nothing(game: str, at: int) -> None:
    plain = sat(ONE_ROUND[game], game, json=True)
    for said in ("", "x"):
        told = sat((*until(game, at), "w", said, *ONE_ROUND[game][at:]), game, json=True)
        assert told.out == plain.out
        assert "Nothing is reported." in told.err


@pytest.mark.parametrize(("game", "at"), spread(5, PROMPTS))
@pytest.mark.parametrize(
    "more", [(), ("cards exposed",), ("wager over maximum",), ("not covered",), ("not covered", "1")]
)
def test_the_end_of_input_inside_the_menus_ends_politely(game: str, at: int, more: tuple[str, ...]) -> None:
    told = sat((*until(game, at), "w", *more), game, json=True)
    adds_up(told)
    assert "You leave with" in told.err


def test_it_is_offered_at_every_prompt_and_in_the_help() -> None:
    said = sat(("?", *ONE_ROUND[STUD]))
    assert said.out.count("[w] something went wrong…") == 6
    assert "w       something went wrong…" in said.out or "w      something went wrong…" in said.out


def test_garbage_is_asked_again() -> None:
    told = sat(
        (
            "25",
            "n",
            "w",
            "99",
            "zebra",
            "w",
            "cards_exposed",
            "0",
            "many",
            "1",
            "9",
            "?",
            "player",
            "9",
            "",
            "1",
            "f",
            "q",
        ),
        json=True,
    )
    adds_up(told)
    assert told.err.count("is not in the list") == 3
    assert told.err.count("Enter a number, 1 or more.") == 2
    assert "'9' is not one of the answers" in told.err


# --- choices and decisions --------------------------------------------------------------------------------------------


def test_an_exposed_card_lets_the_player_choose_and_he_takes_his_wagers_back() -> None:
    answers = ("25", "y", "w", "cards exposed", "1", "player", "2", "return wager", "q")
    told = sat(answers, STUD, json=True)
    adds_up(told)
    (shown,) = told.of("CardsExposed")
    assert len(shown["cards"]) == 1
    assert isinstance(shown["cards"][0], str)
    assert told.left_with == BANKROLL
    assert {line["result"] for line in told.of("WagerSettled")} == {"returned"}
    assert "your wagers added" not in sat(answers, STUD).out


def test_an_exposed_card_lets_the_player_choose_and_he_plays_on() -> None:
    told = sat(("25", "y", "w", "cards exposed", "1", "1", "", "", "f", "q"), STUD, json=True)
    adds_up(told)
    assert [event["option"] for event in told.of("ChoiceMade")] == ["continue"]
    assert told.of("Decided")[0]["decision"] == "fold"


def test_the_dealers_exposed_card_lies_face_up_and_nobody_has_to_name_it() -> None:
    told = sat(("25", "y", "w", "cards exposed", "1", "dealer", "2", "f", "q"), STUD, json=True)
    adds_up(told)
    (up,) = told.of("DealerCardUp")
    assert up["index"] == 1
    assert [card == "??" for card in up["cards"]] == [True, False, True, True, True]


def test_a_decision_is_taken_in_the_role_with_a_reason() -> None:
    told = sat(("25", "n", "w", "not covered", "2", "", "q"), LINKED, json=True)
    adds_up(told)
    assert "Not covered · as shift manager: which?" in told.err
    (taken,) = told.of("DecisionTaken")
    assert (taken["option"], taken["role"], taken["reason"]) == ("void_round", "shift_manager", "decided at the table")
    assert "You sign this as Pit Supervisor too." in told.err
    assert told.left_with == BANKROLL


@pytest.mark.parametrize(("typed", "stated"), [("4,000", 400_000), ("", None)])
def test_the_value_from_which_awards_are_paid_is_asked_after_a_failure(typed: str, stated: int | None) -> None:
    """6.1: Enter is the value registered before the failure; another one is stated, and a second role signs it."""
    more = ("w", "jackpot system down", "continue", "lots", typed, "", "", "f", "q")
    told = sat(("25", "25", "25", "y", *more), BONUS, json=True)
    adds_up(told)
    assert "'lots' is not an amount" in told.err
    assert "As shift manager: from which value are awards paid?  instead of 50,003.50" in told.err
    assert [one["value"] for one in told.of("JackpotValued")] == ([] if stated is None else [stated])
    assert ("You sign this as Pit Supervisor too." in told.err) is (stated is not None)


def test_a_hand_is_invalidated_by_decision_with_its_box() -> None:
    told = sat(("25", "y", "w", "not covered", "3", "9", "1", "it was bent", "q"), LINKED, json=True)
    adds_up(told)
    assert "Enter one or more of 1" in told.err
    assert told.of("DecisionTaken")[0]["reason"] == "it was bent"
    assert told.left_with == BANKROLL


def test_who_is_barred_cannot_go_on() -> None:
    told = sat(("25", "25", "y", "w", "confidentiality breach", "", "prohibit", "", "", "25"), BONUS, json=True)
    adds_up(told)
    assert "You may no longer play at this table." in told.err
    assert told.kinds().count("RoundOpened") == 1


def test_a_power_failure_lets_all_withdraw() -> None:
    told = sat(("25", "25", "n", "25", "n", "n", "w", "interruption", "withdraw", "q"), BONUS, boxes=2, json=True)
    adds_up(told)
    assert told.left_with == BANKROLL


def test_reconstructed_cards_stay_hidden_in_the_lines() -> None:
    """No card was burnt: a Pit Supervisor finds that the order can be restored (5.9), and the Player plays on."""
    answers = ("25", "25", "n", "w", "burn missed", "yes", "reconstructable", "", "1", "f", "q")
    told = sat(answers, PROGRESSIVE, json=True, dealing="shoe")
    adds_up(told)
    (moved,) = told.of("CardsReconstructed")
    assert set(moved) == {"event", "cites"}


# --- wagers -----------------------------------------------------------------------------------------------------------


def test_too_much_is_settled_at_the_maximum_and_comes_out_of_the_bankroll() -> None:
    most = load_banked(STUD)
    told = sat(
        ("25", "n", "w", "wager over maximum", "20000", "7.77", "1000", "w", "1", "q"),
        most.name,
        json=True,
        maximum=50_000,
    )
    adds_up(told)
    assert "You cannot have put down more than 10,000.00." in told.err
    assert "The lowest chip is" in told.err
    (counted,) = told.of("WagerCounted")
    assert (counted["lies"], counted["excess"]) == (100_000, 50_000)
    assert told.left_with == BANKROLL


def test_a_wager_found_too_small_before_the_close_has_to_be_mended() -> None:
    chip = load_banked(STUD)
    told = sat(("25", "w", "wager under minimum", "5", "n", "25", "n", "f", "q"), chip.name, json=True)
    adds_up(told)
    assert told.of("WagerCounted")[0]["lies"] == 500
    assert "increase or withdraw it" in told.err
    assert told.left_with == BANKROLL - 2_500


def test_a_refused_report_is_asked_again_or_given_up() -> None:
    told = sat(("25", "n", "w", "wager over maximum", "30", "y", "40", "n", "f", "q"), json=True)
    adds_up(told)
    assert told.err.count("The amount named is not too much.") == 2
    assert not told.of("IrregularityRuled")


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_jackpot_wager_without_an_ante_comes_back(game: str) -> None:
    told = sat(
        (*until(game, len(ONE_ROUND[game]) - 4), "w", "jackpot without ante", "2", "f", "f", "q", "y"), game, json=True
    )
    adds_up(told)


# --- the jackpot ------------------------------------------------------------------------------------------------------


def test_the_jackpot_is_down_the_house_chooses_and_it_works_again() -> None:
    answers = (
        "25",
        "y",
        "",
        "w",
        "jackpot system down",
        "f",
        "without jackpot",
        "",
        "",
        "f",
        "w",
        "o",
        "c",
        "",
        "y",
        "f",
        "q",
    )
    told = sat(answers, json=True)
    adds_up(told)
    assert "Jackpot system down · as pit manager: which?" in told.err
    assert [event["status"] for event in told.of("JackpotArranged")] == ["without_jackpot", "running"]
    assert [event["wager"] for event in told.of("WagerPlaced")] == ["ante", "jackpot", "ante", "ante", "jackpot"]


def test_a_closed_table_opens_again() -> None:
    told = sat(("25", "y", "w", "jackpot system down", "close table", "", "w", "o", "", "f", "q"), json=True)
    adds_up(told)
    assert "The table is closed until the jackpot system works again; use w to say that it does." in told.err
    assert told.kinds().count("RoundOpened") == 2


def test_closed_boxes_take_no_wagers() -> None:
    told = sat(("25", "y", "w", "jackpot system down", "close boxes", "1", "", "c", "q"), json=True)
    adds_up(told)
    assert told.kinds().count("WagerPlaced") == 2
    assert told.err.count("Nobody has wagered") == 1


@pytest.mark.parametrize("seed", first(2, range(6)))
def test_a_settled_round_is_voided_before_the_next(seed: int) -> None:
    told = sat(("25", "y", "", "b", "", "w", "wrong dealer count", "no", "q"), LINKED, seed=seed, json=True)
    adds_up(told)
    assert told.left_with == BANKROLL
    assert "You sign this as Shift Manager too." in told.err, "it voids a settled round against the record"
    assert [one["by"] for one in told.of("StatementSigned")] == ["shift_manager"]


def test_a_round_with_trouble_is_saved_and_settles_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sat(
        (
            "25",
            "y",
            "w",
            "cards exposed",
            "1",
            "player",
            "",
            "",
            "",
            "b",
            "",
            "s",
            "",
            "w",
            "not covered",
            "2",
            "a = 'b\" #",
            "s",
            "q",
        )
    )
    assert len(list(tmp_path.iterdir())) == 2
    for path in tmp_path.iterdir():
        noted = read_noted(path.read_text())
        assert unexpected(noted, settle_noted(noted)) is None


# --- everything, at random --------------------------------------------------------------------------------------------

WORDS = (
    "",
    "",
    "1",
    "1",
    "2",
    "3",
    "y",
    "n",
    "b",
    "f",
    "c",
    "l",
    "x",
    "25",
    "5",
    "600",
    "yes",
    "no",
    "player",
    "dealer",
    "some",
    "w",
)


@pytest.mark.parametrize(("game", "name"), spread(12, CASES))
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_any_irregularity_at_any_moment_and_the_money_adds_up(game: str, name: str, seed: int) -> None:
    luck = random.Random(f"{game} {name} {seed}")
    boxes, bankroll = luck.choice((1, 1, 2, 3)), luck.choice((4_000, 12_000, BANKROLL))
    dealing = luck.choice([method for one, method in METHODS if one == game])
    answers: list[str] = []
    for _ in range(3):
        answers += (luck.choice(WORDS[:-1]) for _ in range(luck.randrange(3)))
        answers += ["w", name, *(luck.choice(WORDS) for _ in range(luck.randrange(10)))]
    answers += ["x", "n", "k", "", "1", "f", "", "y"] * 8
    policy: dict[str, Any] = {"dealing": dealing}
    told = sat(answers, game, seed=seed, boxes=boxes, bankroll=bankroll, json=True, **policy)
    adds_up(told, bankroll)
    kinds = told.kinds()
    for at, kind in enumerate(kinds):
        running = "RoundOpened" in kinds[:at] and "RoundEnded" not in kinds[_last("RoundOpened", kinds[:at]) : at]
        assert kind != "IrregularityRuled" or not running or "RoundEnded" in kinds[at:], "the round never ended"


def _last(kind: str, kinds: list[str]) -> int:
    return len(kinds) - 1 - kinds[::-1].index(kind)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_hand_that_is_reported_as_not_shown_and_a_late_wager(game: str) -> None:
    late = sat((*until(game, len(ONE_ROUND[game]) - 3), "w", "late wager", "1", "c", "f", "y", "q"), game, json=True)
    hidden = sat((*until(game, len(ONE_ROUND[game]) - 2), "w", "hand not shown", "q"), game, json=True)
    for told in (late, hidden):
        adds_up(told)
        assert told.kinds().count("IrregularityRuled") == 1
        assert told.kinds()[-1] == "RoundEnded"
