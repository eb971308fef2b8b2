"""Policies of the poker room: what a table may be set to, and the sentence for what it may not."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from croupier.money import MOST, Rate
from croupier.rulebooks import load_room
from croupier.rules.banked import PolicyError
from croupier.rules.room import RakeTerms, RoomPolicy, read_room_policy, share_of

POKER = "rws-poker"
CHIP = {"chips": [1]}
"""A table whose lowest chip is a cent, so that every amount is whole chips."""
WIDE = {**CHIP, "small_blind": 1, "minimum_stake": 2, "maximum_stake": MOST}


def read(given: Mapping[str, Any]) -> RoomPolicy:
    return read_room_policy(load_room(POKER), given)


def refused(given: Mapping[str, Any]) -> str:
    with pytest.raises(PolicyError) as raised:
        read(given)
    return str(raised.value)


def test_defaults() -> None:
    policy = read({})
    assert (policy.small_blind, policy.minimum_stake, policy.maximum_stake) == (100, 4_000, 40_000)
    assert (policy.chips, policy.lowest_chip) == ((100, 500, 2_500, 10_000, 50_000), 100)
    assert policy.seats == 9
    assert policy.rake_terms == RakeTerms(Rate(50_000), unit=100, cap=1_000)
    assert (policy.no_flop_no_drop, policy.return_minutes) == (False, 0)
    assert share_of(load_room(POKER), policy) == Rate(500_000)


def test_seats_below_at_and_above() -> None:
    for seats in (2, 3, 9, 10):
        assert read({"seats": seats}).seats == seats
    for seats in (-1, 0, 1, 11):
        assert refused({"seats": seats}) == "policy.seats: rws-poker is for 2 to 10 Players (I1)"


@pytest.mark.parametrize(
    ("field", "least"),
    [("small_blind", 1), ("minimum_stake", 2), ("maximum_stake", 2), ("rake_unit", 1), ("rake_cap", 0)],
)
def test_amounts_below_at_and_above(field: str, least: int) -> None:
    wide = {**WIDE, "small_blind": 1}
    assert getattr(read({**wide, field: least}), field) == least
    most = MOST // 2 if field == "small_blind" else MOST
    high = {**wide, "minimum_stake": MOST} if field == "small_blind" else wide
    assert getattr(read({**high, field: most}), field) == most
    for amount in (-1, -MOST) if field == "rake_cap" else (0, -1):
        assert refused({**wide, field: amount}).startswith(f"policy.{field}: must ")
    assert refused({**wide, field: MOST + 1}) == f"policy.{field}: must be at most {MOST} cents"


@pytest.mark.parametrize("field", ["small_blind", "minimum_stake", "maximum_stake", "rake_unit"])
def test_nothing_is_no_amount(field: str) -> None:
    assert refused({field: 0}) == f"policy.{field}: must be positive"
    assert refused({field: -100}) == f"policy.{field}: must be positive"


@pytest.mark.parametrize(
    ("field", "amount"),
    [("small_blind", 500), ("minimum_stake", 4_000), ("maximum_stake", 40_000), ("rake_unit", 500), ("rake_cap", 500)],
)
def test_amounts_are_whole_chips(field: str, amount: int) -> None:
    chips = {"chips": [500, 1_000], "small_blind": 500, "rake_unit": 500}
    assert getattr(read({**chips, field: amount}), field) == amount
    for other in (amount - 1, amount + 1, amount + 100):
        sentence = f"policy.{field}: must be a multiple of the lowest chip, 500 cents"
        assert refused({**chips, field: other}) == sentence


def test_1_32_the_rake_may_be_an_amount() -> None:
    """In whole chips, and nothing below nothing; what it comes to is capped like a percentage (4.1)."""
    assert read({}).rake_terms.amount == 0
    assert read({"rake_amount": 300}).rake_terms == RakeTerms(Rate(50_000), unit=100, cap=1_000, amount=300)
    assert refused({"rake_amount": -100}) == "policy.rake_amount: must not be negative"
    assert refused({"rake_amount": 250}) == "policy.rake_amount: must be a multiple of the lowest chip, 100 cents"
    assert refused({"rake_amount": MOST + 100}).startswith("policy.rake_amount: must be at most")


def test_stake_covers_the_big_blind() -> None:
    """Twice the Small Blind of 100."""
    assert refused({"minimum_stake": 100}) == "policy.minimum_stake: must cover the Big Blind"
    assert read({"minimum_stake": 200}).minimum_stake == 200
    assert read({"minimum_stake": 300}).minimum_stake == 300
    assert read({"small_blind": 2_000}).small_blind == 2_000  # 2 × 2,000 is the least stake of 4,000
    assert refused({"small_blind": 2_100}) == "policy.minimum_stake: must cover the Big Blind"


def test_minimum_stake_is_not_above_the_maximum() -> None:
    assert read({"minimum_stake": 39_900}).minimum_stake == 39_900
    assert read({"minimum_stake": 40_000}).minimum_stake == 40_000
    assert refused({"minimum_stake": 40_100}) == "policy.minimum_stake: must not be above policy.maximum_stake"
    assert refused({"maximum_stake": 3_900}) == "policy.minimum_stake: must not be above policy.maximum_stake"
    assert read({"maximum_stake": 4_000}).maximum_stake == 4_000


def test_chips() -> None:
    assert read({"chips": [2_500, 100]}).lowest_chip == 100
    assert read({"chips": (1,)}).chips == (1,)
    assert read({"chips": [1, MOST]}).chips == (1, MOST)
    assert refused({"chips": []}) == "policy.chips: a table needs at least one denomination"
    assert refused({"chips": [1, MOST + 1]}) == f"policy.chips[1]: must be at most {MOST} cents"
    assert refused({"chips": [100, 250]}) == "policy.chips[1]: must be a multiple of the lowest chip, 100 cents"


@pytest.mark.parametrize("chips", [[100, 0], [0], [100, -100]])
def test_a_chip_is_worth_something(chips: list[int]) -> None:
    at = len(chips) - 1
    assert refused({"chips": chips}) == f"policy.chips[{at}]: must be positive"


@pytest.mark.parametrize(("text", "millionths"), [("0", 0), ("0.000001", 1), ("0.049999", 49_999), ("0.05", 50_000)])
def test_rake_up_to_five_percent(text: str, millionths: int) -> None:
    assert read({"rake": text}).rake_terms.rate == Rate(millionths)


@pytest.mark.parametrize("text", ["0.050001", "0.06", "1", "1.000000"])
def test_rake_above_five_percent(text: str) -> None:
    assert refused({"rake": text}) == "policy.rake: must not be above 5 % (4.1, I15)"


@pytest.mark.parametrize(
    "text", ["1.000001", "2", "-0.01", "5%", "", ".05", "0.0500000", "0,05", " 0", "1e-2", "x" * 99]
)
def test_rake_that_is_no_share(text: str) -> None:
    sentence = refused({"rake": text})
    assert sentence.startswith("policy.rake: ")
    assert len(sentence) < 120


@pytest.mark.parametrize(("text", "millionths"), [("", 500_000), ("0", 0), ("0.499999", 499_999), ("1", 10**6)])
def test_reopening_share(text: str, millionths: int) -> None:
    """Empty for the document's own, which is 50 % (3.15.3)."""
    game = load_room(POKER)
    assert share_of(game, read({"reopening_share": text})) == Rate(millionths)


@pytest.mark.parametrize("text", ["1.000001", "2", "-0.5", "50%", ".5", "0.5000000", "1/2"])
def test_reopening_share_that_is_none(text: str) -> None:
    assert refused({"reopening_share": text}).startswith("policy.reopening_share: ")


def test_return_minutes_below_at_and_above() -> None:
    for minutes in (0, 1, 60):
        assert read({"return_minutes": minutes}).return_minutes == minutes
    assert refused({"return_minutes": -1}) == "policy.return_minutes: must not be negative"


def test_no_flop_no_drop() -> None:
    for given in (True, False):
        assert read({"no_flop_no_drop": given}).no_flop_no_drop is given


@pytest.mark.parametrize(
    "key", ["small blind", "big_blind", "boxes", "Rake", "", "lowest_chip", "rake_terms", "minimum"]
)
def test_unknown_names(key: str) -> None:
    assert refused({key: 1}) == f"policy: rws-poker has no policy named {key!r}"


@pytest.mark.parametrize("key", ["time_rake", "rake_per_hour", "Minutes"])
def test_4_1_a_rake_is_not_taken_by_time(key: str) -> None:
    told = "a Rake is taken from the Pots, never by time (4.1, I15)"
    assert refused({key: 500}) == f"policy: rws-poker has no policy named {key!r}: {told}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            (field, value)
            for field in (
                "small_blind",
                "minimum_stake",
                "maximum_stake",
                "seats",
                "rake_cap",
                "rake_unit",
                "return_minutes",
            )
            for value in ("5", None, 100.0, True)
        ),
        ("chips", 100),
        ("chips", ["100"]),
        ("chips", [None]),
        ("rake", 0.05),
        ("rake", None),
        ("no_flop_no_drop", 1),
        ("no_flop_no_drop", "yes"),
        ("reopening_share", 0.5),
        ("reopening_share", None),
    ],
)
def test_wrong_types_are_refused_by_name(field: str, value: object) -> None:
    sentence = refused({field: value})
    assert sentence.startswith("policy")
    assert field in sentence


def test_a_policy_that_was_read_reads_the_same_again() -> None:
    policy = read({"seats": 6, "small_blind": 500, "rake": "0.03", "reopening_share": "1", "no_flop_no_drop": True})
    assert read(msgspec.to_builtins(policy)) == policy
