import json
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from croupier.notation.problem import InputError
from croupier.notation.written import read_written, settle_written
from tests.rulebooks import meter_of
from tests.sitting import line, settled

EXAMPLE: dict[str, Any] = {
    "game": "rws-casino-stud",
    "policy": {
        "minimum": 2500,
        "maximum": 500000,
        "jackpot_wager": 500,
        "seed": 5000000,
        "contribution": "0.70",
    },
    "meter": 12345600,
    "dealer": "Ah Kd 9d 5c 2h",
    "boxes": [
        {
            "box": 1,
            "player": "p1",
            "cards": "Qs Js Ts 9s 8s",
            "wagers": {"ante": 10000, "jackpot": 500},
            "decisions": ["bet"],
        },
        {"box": 3, "player": "p2", "cards": "7c 7d 2s 3s 9h", "wagers": {"ante": 5000}, "decisions": ["fold"]},
    ],
}
HOLDEM: dict[str, Any] = {
    "game": "rws-progressive-texas-holdem",
    "dealer": "2c 7d",
    "community": "Ah Kh Qh 3c 4d",
    "boxes": [
        {"box": 2, "cards": "Jh Th", "wagers": {"ante": 5000, "jackpot": 500}, "decisions": ["flop", "turn", "check"]}
    ],
}


def test_the_example_of_the_interface_settles_to_the_cent() -> None:
    assert msgspec.to_builtins(settled(EXAMPLE), str_keys=True) == {
        "game": "rws-casino-stud",
        "rulebook": "rws-casino-stud-v6",
        "lines": (
            {
                "box": 1,
                "player": "p1",
                "wager": "ante",
                "staked": 10000,
                "result": "win",
                "paid": 10000,
                "returned": 10000,
                "cites": ("3.14.1", "4.1"),
            },
            {
                "box": 1,
                "player": "p1",
                "wager": "bet",
                "staked": 20000,
                "result": "win",
                "paid": 1000000,
                "returned": 20000,
                "cites": ("3.14.1", "4.1"),
            },
            {
                "box": 1,
                "player": "p1",
                "wager": "jackpot",
                "staked": 500,
                "result": "win",
                "paid": 1234595,
                "returned": 0,
                "cites": ("4.2",),
                "award": "straight_flush",
            },
            {
                "box": 3,
                "player": "p2",
                "wager": "ante",
                "staked": 5000,
                "result": "lose",
                "paid": 0,
                "returned": 0,
                "cites": ("3.12.1",),
            },
        ),
        "meter": {"before": 12345600, "contributed": 350, "after": 11111355},
    }


def test_a_holdem_round_settles_with_defaults() -> None:
    answer = settled(HOLDEM)
    # The Royal stands on the Flop: all of the meter, SGD 50,000.00 plus 70 % of SGD 5.00.
    assert line(answer, 2, "jackpot").paid == 5_000_000 + 350
    assert [one.wager for one in answer.lines] == ["ante", "flop", "turn", "jackpot"]
    assert meter_of(answer).after == 5_000_000


def _changed(base: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The base with one field set; ``None`` removes it."""
    copy = deepcopy(base)
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    at: Any = copy
    for part in parents:
        at = at[part]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("game", "whist", "game: there is no game 'whist'"),
        ("game", "rws", "game: 'rws' could be"),
        ("game", 7, "game"),
        ("meter", -1, "meter"),
        ("meter", 1.5, "meter"),
        ("meter", 10**30, "meter"),
        ("dealer", None, "dealer"),
        ("dealer", "Ah Kd 9d 5c", "dealer: 4 cards, where 5 are dealt"),
        ("dealer", "Ah Kd 9d 5c 2h 3h", "dealer: 6 cards"),
        ("dealer", "Ah Kd 9d 5c Qs", "Qs appears twice"),
        ("dealer", "Ah Kd 9d 5c 1x", "dealer: '1x' is not a card"),
        ("community", "Ah", "community: rws-casino-stud has no Community Cards"),
        ("boxes", [], "boxes: nobody plays"),
        ("boxes.0.box", 0, r"boxes\[0\].wagers.ante: There is no box 0 .*2.1.1.a"),
        ("boxes.0.box", 8, r"There is no box 8"),
        ("boxes.0.box", 3, "boxes: a box appears twice"),
        ("boxes.0.box", "1", r"boxes\[0\].box"),
        ("boxes.0.player", "no body", r"boxes\[0\].wagers.ante: 'no body' is not a Player's name"),
        ("boxes.0.cards", "Qs Js Ts 9s 9s", r"boxes\[0\].cards: 9s appears twice"),
        ("boxes.0.cards", "7c Js Ts 9s 8s", "7c appears twice in the round"),
        ("boxes.0.wagers", {}, r"boxes\[0\].wagers: nothing is wagered on box 1"),
        ("boxes.0.wagers", {"jackpot": 500}, r"boxes\[0\].wagers.jackpot: .* needs an Ante .*3.8"),
        ("boxes.0.wagers.ante", 2000, r"boxes\[0\].wagers.ante: The ante must be at least SGD 25.00 \(3.4\)"),
        ("boxes.0.wagers.ante", 500500, "at most SGD 5,000.00"),
        ("boxes.0.wagers.ante", 10001, "not a multiple of the lowest chip"),
        ("boxes.0.wagers.ante", -10000, "cannot be wagered"),
        ("boxes.0.wagers.ante", 10000.5, r"boxes\[0\].wagers"),
        ("boxes.0.wagers.ante", 10**40, "boxes"),
        ("boxes.0.wagers.jackpot", 1000, r"exactly SGD 5.00 \(3.4\)"),
        ("boxes.0.wagers.bonus", 2500, "There is no bonus wager"),
        ("boxes.0.wagers.pot", 2500, "there is no wager 'pot'"),
        ("boxes.0.wagers.bet", 10000, r"exactly SGD 200.00 \(3.12.2\)"),
        ("boxes.1.wagers.bet", 10000, "There is no BET wager to place"),
        ("boxes.0.decisions", [], r"boxes\[0\].decisions: a decision is missing: fold or bet"),
        ("boxes.0.decisions", ["check"], "may fold or bet now, not check"),
        ("boxes.0.decisions", ["raise"], "'raise' is not a decision here; the decisions are fold or bet"),
        ("boxes.0.decisions", ["bet", "bet"], "there is nothing left to decide after bet"),
        ("boxes.0.shown", "yes", r"boxes\[0\].shown"),
        ("boxes.0.colour", "red", "colour"),
        ("policy.minimum", 0, "policy.minimum"),
        ("policy.minimum", 600000, "policy.minimum: must not be above policy.maximum"),
        ("policy.maximum", 10**30, "policy.maximum"),
        ("policy.contribution", "1.1", "policy.contribution"),
        ("policy.contribution", 0.7, "policy"),
        ("policy.boxes", 8, "policy.boxes"),
        ("policy.dealing", "automated", "policy.dealing: must be one of shoe, shuffler"),
        ("policy.bonus_on_losing_hand", "loses", "has no policy named 'bonus_on_losing_hand'"),
        ("policy.rake", 5, "has no policy named 'rake'"),
    ],
)
def test_a_round_that_cannot_be_is_refused_in_a_sentence(path: str, value: object, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        settled(_changed(EXAMPLE, path, value))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("community", None, "community: the Community Cards are missing"),
        ("community", "Ah Kh Qh 3c", "community: 4 cards, where 5 are dealt"),
        ("dealer", None, "dealer: the Dealer's cards are missing"),
        ("boxes.0.decisions", ["flop", "river"], "may turn or check now, not river"),
        ("boxes.0.decisions", ["flop", "turn"], "a decision is missing: river or check"),
        ("boxes.0.decisions", ["fold", "turn"], "nothing left to decide after fold"),
    ],
)
def test_a_holdem_round_that_cannot_be_is_refused(path: str, value: object, says: str) -> None:
    with pytest.raises(InputError, match=says):
        settled(_changed(HOLDEM, path, value))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "7", '"x"', "{", '{"game": }', '{"game": "rws-casino-stud"}', "\x00\x01", "[" * 100_000, "NaN"],
)
def test_what_is_no_round_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        settle_written(read_written(text))
    assert "\n" not in str(caught.value)


def test_cards_nobody_saw_may_stay_unknown() -> None:
    """A folded hand, and one that is not shown, settle without their cards; a shown one does not."""
    folded = _changed(EXAMPLE, "boxes.1.cards", "?? ?? ?? ?? ??")
    assert settled(folded) == settled(EXAMPLE)
    hidden = _changed(_changed(EXAMPLE, "boxes.0.cards", "?? ?? ?? ?? ??"), "boxes.0.shown", False)
    assert line(settled(hidden), 1, "ante").result == "lose"
    with pytest.raises(InputError, match="The cards of box 1 are not known"):
        settled(_changed(EXAMPLE, "boxes.0.cards", "?? ?? ?? ?? ??"))


def test_json_is_read_as_text_or_bytes() -> None:
    assert settle_written(read_written(json.dumps(EXAMPLE).encode())) == settled(EXAMPLE)
