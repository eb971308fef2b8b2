"""Reading PHH: what a record may say, and one sentence for everything that it may not."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import UNKNOWN, parse_cards
from croupier.cli.problems import guarded
from croupier.cli.replaying import Terms, replay_files
from croupier.notation.phh import (
    BetOrRaised,
    BoardDealt,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    Mucked,
    PhhHand,
    Showed,
    read_phh,
    read_phhs,
)
from croupier.notation.phh_play import PlayedHand, replay
from croupier.notation.problem import InputError
from croupier.rulebooks import load_room
from croupier.rules.room import read_room_policy
from tests.sampling import spread
from tests.sitting import SHARED

FIELDS: Final = {
    "variant": "'NT'",
    "ante_trimming_status": "false",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[50, 100, 0]",
    "min_bet": "100",
    "starting_stacks": "[5000, 5000, 5000]",
}
DEALT: Final = ("d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 ????")
TO_THE_RIVER: Final = (
    *("p3 cbr 300", "p1 cc", "p2 f", "d db 2h7d9c", "p1 cc", "p3 cbr 500", "p1 cc"),
    *("d db Jc", "p1 cc", "p3 cc", "d db 4s", "p1 cc", "p3 cc"),
)


def phh(*actions: str, **fields: str) -> str:
    """A hand in which three Players are dealt in; ``fields`` replaces, or with an empty text leaves out."""
    told = {**FIELDS, "actions": json.dumps(list(actions or (*DEALT, *TO_THE_RIVER, "p3 sm QsQd"))), **fields}
    return "".join(f"{name} = {value}\n" for name, value in told.items() if value)


def played(text: str) -> PlayedHand:
    game = load_room("rws-poker")
    policy = read_room_policy(game, {"rake": "0", "chips": [1], "small_blind": 1, "minimum_stake": 2})
    return replay(game, policy, read_phh(text), "hand")


def outcome(text: str) -> PlayedHand | str:
    """A hand played, or the sentence with which it is refused; an error of another kind stays one."""
    try:
        return played(text)
    except InputError as error:
        return str(error)


def complaint(text: str) -> str:
    """The sentence with which a hand is refused."""
    with pytest.raises(InputError) as caught:
        played(text)
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence


def test_the_hand_of_these_tests_is_played() -> None:
    assert played(phh()).finishing_stacks == (4200, 4900, 5900)


# ---- Fields ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in (*FIELDS, "actions") if name != "ante_trimming_status"])
@pytest.mark.parametrize(
    "value",
    ["", "true", "'text'", "1.5e400", "nan", "-inf", "{}", "{a = [1]}", "1979-05-27", "[[1, 2], 3, 4]", "['', 1, 2]"],
)
def test_a_field_that_is_missing_or_of_another_kind_is_named(name: str, value: str) -> None:
    assert name in complaint(phh(**{name: value}))


@pytest.mark.parametrize("name", ["antes", "blinds_or_straddles"])
@pytest.mark.parametrize("value", ["[]", "[0, 0]", "[0, 0, 0, 0]"])
def test_amounts_are_one_for_each_player(name: str, value: str) -> None:
    assert f"{name}: has" in complaint(phh(**{name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("starting_stacks", "[-1, 5000, 5000]"),
        ("starting_stacks", "[0, 0, 0]"),
        ("starting_stacks", f"[{10**30}, 5000, 5000]"),
        ("starting_stacks", "[nan, 5000, 5000]"),
        ("starting_stacks", "[inf, 5000, 5000]"),
        ("starting_stacks", "[true, 5000, 5000]"),
        ("starting_stacks", "[0.001, 5000, 5000]"),
        ("starting_stacks", f"[{10**13 - 1}.5, 5000, 5000]"),
        ("antes", "[-1, 0, 0]"),
        ("antes", "['1', 0, 0]"),
        ("antes", f"[0, 0, {10**14}]"),
        ("blinds_or_straddles", "[0, 0, 0]"),
        ("blinds_or_straddles", "[-100, -100, 0]"),
        ("blinds_or_straddles", f"[50, 100, -{10**14}]"),
        ("min_bet", "0"),
        ("min_bet", "-100"),
        ("min_bet", "nan"),
        ("min_bet", "[100]"),
        ("min_bet", str(10**40)),
        ("min_bet", "1e-999999"),
        ("min_bet", "1e1000000"),  # more than a decimal can be reckoned with, and less than can be written
        ("min_bet", "0e9999999"),
        ("actions", "['p3 f', 1]"),
        ("actions", "[['p3 f']]"),
        ("ante_trimming_status", "'no'"),
        ("ante_trimming_status", "1"),
    ],
)
def test_an_amount_that_is_none_is_named(name: str, value: str) -> None:
    assert name in complaint(phh(**{name: value}))


@pytest.mark.parametrize("count", [0, 1, 11, 12])
def test_ten_players_are_the_most_and_two_the_fewest(count: int) -> None:
    assert f"starting_stacks: {count} Players" in complaint(phh(starting_stacks=str([100] * count)))


@pytest.mark.parametrize(
    "variant", ["'FT'", "'NS'", "'PO'", "'N2L1D'", "''", "'nt'", "3", "['NT']", "'" + "N" * 999 + "'"]
)
def test_only_no_limit_holdem_is_played(variant: str) -> None:
    assert complaint(phh(variant=variant)).startswith("PHH: variant is")


@pytest.mark.parametrize(
    "text", ["= 1", "variant = 'NT", "[[[[", "a" * 10, "x = " + "[" * 5000, "variant = 'NT'\nvariant = 'NT'"]
)
def test_what_is_not_toml_says_so(text: str) -> None:
    assert complaint(text).startswith("PHH: this is not TOML: ")


def test_fields_that_nobody_asks_for_do_no_harm() -> None:
    assert played(phh(_note="{deep = {er = [1, {x = 2}]}}", venue="'anywhere'")).finishing_stacks == (4200, 4900, 5900)


# ---- Amounts in dollars ---------------------------------------------------------------------------------------------


def test_dollars_and_cents_are_read_as_cents() -> None:
    hand = read_phh(
        phh(
            *(*DEALT, "p3 cbr 3", "p1 cbr 7.5", "p2 f", "p3 f"),
            antes="[0, 0, 0.25]",
            blinds_or_straddles="[0.5, 1.00, -1]",
            min_bet="1",
            starting_stacks="[50, 50.10, 1e2]",
        )
    )
    assert hand.starting_stacks == (5000, 5010, 10_000)
    assert (hand.antes, hand.blinds, hand.min_bet) == ((0, 0, 25), (50, 100, -100), 100)
    assert [one.to for one in hand.actions if isinstance(one, BetOrRaised)] == [300, 750]


def test_whole_amounts_stay_as_they_are_also_when_written_with_a_point() -> None:
    hand = read_phh(phh(min_bet="100.0", starting_stacks="[5000.00, 5000, 5e3]"))
    assert (hand.min_bet, hand.starting_stacks) == (100, (5000, 5000, 5000))


@pytest.mark.parametrize("amount", ["300.005", "0.001"])
def test_nothing_is_finer_than_a_cent(amount: str) -> None:
    assert "finer than a cent" in complaint(phh(*DEALT, f"p3 cbr {amount}"))


# ---- Actions --------------------------------------------------------------------------------------------------------


def test_every_action_is_read() -> None:
    actions = ("# begins", "", "d dh p1 AsKs # known", "d dh p2 ????", "d db 2h7d9c", "p3 f", "p1 cc  # so be it")
    more = ("p2 cbr 300#at once", "p1 sm", "p2 sm -", "p3 sm QsQd", "p3   sm   Qs??")
    assert read_phh(phh(*actions, *more)).actions == (
        HoleDealt(1, parse_cards("As Ks")),
        HoleDealt(2, (UNKNOWN, UNKNOWN)),
        BoardDealt(parse_cards("2h 7d 9c")),
        Folded(3),
        CheckedOrCalled(1),
        BetOrRaised(2, 300),
        Mucked(1),
        Showed(2, ()),
        Showed(3, parse_cards("Qs Qd")),
        Showed(3, (*parse_cards("Qs"), UNKNOWN)),
    )


@pytest.mark.parametrize(
    "action",
    [
        *("p1", "f", "p1 x", "p0 f", "p4 f", "p-1 f", "p1 f f", "p f", "q1 f", "p\u0661 f", "p99999999999 f"),
        *(
            "p01x f",
            "p1 cc 5",
            "p1 cbr",
            "p1 cbr x",
            "p1 cbr -5",
            "p1 cbr 1e3",
            "p1 cbr nan",
            "p1 cbr .",
            "p1 cbr \u0663",
        ),
        *(f"p1 cbr {'9' * 21}", "p1 cbr 1.2.3", "p1 pb", "p1 sd", "p1 sd As", "p1 sm xx", "p1 sm As Ks"),
        *(
            "d",
            "d dh",
            "d dh p1",
            "d dh p9 AsKs",
            "d dh p1 AsK",
            "d dh p1 1s",
            "d dx AsKs",
            "d db",
            "d db 2h7d9",
            "d db 10c",
        ),
        *("d db ♠", "\u0000", "'", "p1\u00a0f f", "P1 f"),
    ],
)
def test_an_action_that_is_none_is_named_by_its_number(action: str) -> None:
    assert complaint(phh(*DEALT, action)).startswith("PHH: action 4, ")


def test_a_bet_above_all_money_is_refused() -> None:
    assert "actions" in complaint(phh(*DEALT, f"p3 cbr {'9' * 20}"))


@pytest.mark.parametrize("player", ["p01", "p003"])
def test_a_player_has_one_name(player: str) -> None:
    assert f"no Player '{player}'" in complaint(phh(*DEALT, f"{player} f"))


def test_cards_may_be_dealt_one_by_one_and_in_any_order() -> None:
    singly = ("d dh p3 ??", "d dh p1 As", "d dh p2 2c", "d dh p1 Ks", "d dh p3 ??", "d dh p2 3d")
    board = [f"d db {card}" for card in ("2h", "7d", "9c")]
    river = [one for text in TO_THE_RIVER for one in (board if text == "d db 2h7d9c" else [text])]
    assert played(phh(*singly, *river, "p3 sm QsQd")) == played(phh())


@pytest.mark.parametrize(
    ("shows", "winner"),
    [
        (("p3 sm QsQd",), 3),
        (("p1 sm AsKs", "p3 sm QsQd"), 3),
        (("p1 sm KsAs", "p3 sm QsQd"), 3),
        (("p1 sm -", "p3 sm QsQd"), 3),
        (("p3 sm QhTh", "p1 sm AsKs"), 1),
        (("p1 sm -", "p3 sm"), 1),
        (("p3 sm",), 1),
        ((), 1),
    ],
)
def test_hands_are_shown_or_mucked_as_the_record_says(shows: tuple[str, ...], winner: int) -> None:
    result = played(phh(*DEALT, *TO_THE_RIVER, *shows))
    assert result.pots[-1].winners == (f"p{winner}",)


def test_the_last_of_hands_that_nobody_saw_wins_when_the_others_are_mucked() -> None:
    unseen = [f"d dh p{player} ????" for player in (1, 2, 3)]
    assert played(phh(*unseen, *TO_THE_RIVER, "p3 sm")).pots[-1].winners == ("p1",)
    assert played(phh(*unseen, *TO_THE_RIVER, "p1 sm")).pots[-1].winners == ("p3",)
    assert "does not say who won" in complaint(phh(*unseen, *TO_THE_RIVER))


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ((), "ends before"),
        (("d dh p1 AsKs",), "ends before"),
        (("d dh p1 AsKs", "d dh p1 Qd"), "p1 has 3 Hole Cards"),
        (("d dh p1 AsKs", "d dh p2 As2d", "d dh p3 ????"), "As"),
        ((*DEALT, "d dh p1 QdQc"), "p1 gets cards"),
        ((*DEALT, "p1 f"), "turn"),
        ((*DEALT, "p3 cbr 150"), "at least"),
        ((*DEALT, "p3 cbr 5001"), "all-in"),
        ((*DEALT, "p3 cbr 0"), "above"),
        ((*DEALT, "d db 2h7d9c"), "No card"),
        ((*DEALT, *TO_THE_RIVER[:3], "d db 2h7d"), "ends before"),
        ((*DEALT, *TO_THE_RIVER[:3], "d db 2h7d9cJc"), "cards are to be dealt"),
        ((*DEALT, *TO_THE_RIVER[:3], "d db 2h7d??"), "face up"),
        ((*DEALT, *TO_THE_RIVER[:3], "d db 2h7dAs"), "As"),
        ((*DEALT, *TO_THE_RIVER, "d db 5s"), "more Community Cards"),
        ((*DEALT, *TO_THE_RIVER, "p3 sm AsQd"), "As is elsewhere"),
        ((*DEALT, *TO_THE_RIVER, "p3 sm QsQd", "p1 sm QhQc"), "dealt"),
        ((*DEALT, *TO_THE_RIVER, "p3 sm Qs??"), "cards"),
        ((*DEALT, *TO_THE_RIVER, "p3 sm -"), "Nobody knows"),
        ((*DEALT, *TO_THE_RIVER, "p3 cc"), "no Betting Round"),
    ],
)
def test_what_the_rules_refuse_says_why(actions: tuple[str, ...], says: str) -> None:
    assert says in complaint(phh(*(actions or ("#",))))


# ---- Files ----------------------------------------------------------------------------------------------------------


def run(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, Any]]]:
    code = replay_files([str(path)], Terms(reopen="1"), json=True)
    out, error = capsys.readouterr()
    assert error == ""
    return code, [json.loads(line) for line in out.splitlines()]


def test_a_file_of_several_hands_refuses_the_bad_ones_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.phhs"
    other = phh(variant="'FT'")
    file.write_text(f"[1]\n{phh()}\n['two']\n{other}\n[3]\n[4]\n{phh()}", encoding="utf-8")
    code, answers = run(file, capsys)
    assert code == 1
    assert [one["name"] for one in answers] == ["a.phhs#1", "a.phhs#two", "a.phhs#3", "a.phhs#4"]
    assert ["refused" in one for one in answers] == [False, True, True, False]


LONG = {
    "digits": "9" * 5_000,
    "hexadecimal": "0x" + "F" * 5_000,
    "much hexadecimal": "0x" + "F" * 500_000,
    "many decimals": "1." + "0" * 5_000 + "1",
    "a large exponent": "1e99999999999999999999",
    "a small exponent": "1e-99999999999999999999",
    "a smaller exponent": "1e-999999",
    "a list": "[0x" + "F" * 5_000 + "]",
}


@pytest.mark.parametrize("field", ["variant", "min_bet", "antes", "starting_stacks", "blinds_or_straddles", "actions"])
@pytest.mark.parametrize("kind", spread(3, LONG))
def test_a_number_beyond_all_measure_refuses_its_hand_alone(
    field: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = LONG[kind]
    bad = phh(**{field: f"[{number}, 0, 0]" if field in {"antes", "blinds_or_straddles"} else number})
    with pytest.raises(InputError):
        read_phh(bad)
    file = tmp_path / "a.phhs"
    file.write_text(f"[1]\n{phh()}\n[2]\n{bad}\n['3']\n{phh()}", encoding="utf-8")
    code, answers = run(file, capsys)
    assert code == 1
    assert [(one["name"], "refused" in one) for one in answers] == [
        ("a.phhs#1", False),
        ("a.phhs#2", True),
        ("a.phhs#3", False),
    ]


def test_a_file_that_cannot_be_taken_apart_is_refused_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.phhs"
    file.write_text(f"[1]\n{phh()}\n[1]\n{phh()}", encoding="utf-8")
    assert guarded(lambda: replay_files([str(file)], Terms(), json=True)) == 2
    assert "not TOML" in capsys.readouterr().err


def test_on_a_terminal_names_and_refusals_are_shown_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.phhs"
    file.write_text(f"['[/x]']\n{phh()}\n['[b']\n{phh('p1 [/x]')}", encoding="utf-8")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    assert replay_files([str(file)], Terms(), json=False) == 1
    out = capsys.readouterr().out
    assert "a.phhs#[/x]" in out
    assert "a.phhs#[b" in out
    assert "1 hands played, 1 refused" in out


@pytest.mark.parametrize("text", ["x = 1\n", f"[1]\n{phh()}\n[x.y]\n", f"[[hands]]\n{phh()}"])
def test_nested_and_stray_fields_are_no_hands(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.phhs").write_text(text, encoding="utf-8")
    code = guarded(lambda: replay_files([str(tmp_path / "a.phhs")], Terms(), json=True))
    out, error = capsys.readouterr()
    assert (code == 2 and "is outside a hand" in error) or (code == 1 and "refused" in out.splitlines()[-1])


def test_an_empty_text_has_no_hand() -> None:
    assert [name for name, _ in read_phhs("")] == [""]
    assert "variant" in complaint("")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"variant = '\xe9'", b"", b" \n\t", b"\x00\x01"])
@pytest.mark.parametrize("name", ["a.phh", "a.phhs"])
def test_a_file_that_is_no_text_is_one_sentence(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        replay_files([str(tmp_path / name)], Terms(), json=True)
    assert "\n" not in str(caught.value)


LINES: Final[tuple[bytes, ...]] = (
    b"{",
    b"[]",
    b"1",
    b"{}",
    b'{"phh": 1}',
    b'{"phh": null, "name": "x"}',
    b'{"phh": ""}',
    b'{"phh": "\xff"}',
    b"[" * 5000,
    json.dumps({"phh": phh(variant="'FT'"), "name": 5}).encode(),
)


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_line_that_is_no_hand_is_refused_by_its_number_and_the_next_is_played(
    line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jsonl").write_bytes(line + b"\n\n" + json.dumps({"phh": phh(), "name": "good"}).encode() + b"\n")
    code, answers = run(tmp_path / "a.jsonl", capsys)
    assert code == 1
    assert list(answers[0]) == ["name", "refused"]
    assert answers[0]["name"] in {"a.jsonl:1", "x"}
    assert answers[0]["refused"]
    assert answers[1]["name"] == "good"
    assert answers[1]["finishing_stacks"] == [4200, 4900, 5900]


# ---- Records that somebody has spoilt -------------------------------------------------------------------------------


@cache
def records() -> tuple[str, ...]:
    """Real hands where they are at hand, else the one of these tests."""
    path = SHARED / "data/hands.jsonl"
    if not path.exists():
        return (phh(),)
    return tuple(json.loads(line)["phh"] for line in path.read_text(encoding="utf-8").splitlines()[::7])


def actions_in(text: str) -> tuple[str, list[str]]:
    """A record without its actions, and those."""
    found = re.search(r"^actions = \[(.*)\]$", text, re.MULTILINE)
    assert found is not None
    return text.replace(found[0], "actions = ACTIONS"), re.findall(r"['\"]([^'\"]*)['\"]", found[1])


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    text, actions = actions_in(draw(st.sampled_from(records())))
    for _ in range(draw(st.integers(1, 4))):
        at, other = (draw(st.integers(0, max(0, len(actions) - 1))) for _ in range(2))
        match draw(st.integers(0, 5)) if actions else 5:
            case 0:
                del actions[at]
            case 1:
                actions.insert(at, actions[other])
            case 2:
                actions[at], actions[other] = actions[other], actions[at]
            case 3:
                number = str(draw(st.integers(0, 10**6) | st.integers(0, 10**25)))
                actions[at] = re.sub(r"\d+$", number, actions[at])
            case 4:
                word = draw(st.sampled_from(["f", "cc", "cbr 0.01", "sm", "sm -", "sm ????", "sm AsAs", "cbr 99999"]))
                actions[at] = f"{actions[at].split()[0]} {word}"
            case _:
                number = str(draw(st.integers(-(10**4), 10**6) | st.integers(0, 10**25)))
                places = list(re.finditer(r"(?<=[\[ ])-?\d+(?=[,\]\n])", text))
                place = places[draw(st.integers(0, len(places) - 1))]
                text = text[: place.start()] + number + text[place.end() :]
    return text.replace("ACTIONS", json.dumps(actions))


@settings(max_examples=300, deadline=2000)
@given(spoilt())
def test_a_spoilt_record_is_played_with_every_chip_or_refused_in_a_sentence(text: str) -> None:
    result = outcome(text)
    if isinstance(result, str):
        assert 0 < len(result) < 250
    else:
        assert sum(result.finishing_stacks) + result.rake == sum(result.starting_stacks)
        assert min(result.finishing_stacks) >= 0


@settings(max_examples=200, deadline=2000)
@given(st.sampled_from(records()), st.data())
def test_a_record_with_other_characters_in_it_is_played_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 20))
    changed = text[:start] + data.draw(st.text(max_size=8)) + text[end:]
    result = outcome(changed)
    assert result
    assert isinstance(result, str) or sum(result.finishing_stacks) == sum(result.starting_stacks)


@settings(max_examples=50)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_hand_or_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("any") / "any.phhs"
    file.write_bytes(data)
    assert guarded(lambda: replay_files([str(file)], Terms(), json=True)) in {1, 2}


def test_a_hand_is_a_value() -> None:
    assert isinstance(read_phh(phh()), PhhHand)
    assert read_phh(phh()) == read_phh(phh(_note="'the same'"))
