"""Money: every rounding at its edge, every share below, at and above what it may be."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import (
    MILLION,
    MOST,
    For1,
    Odds,
    Rate,
    To1,
    format_money,
    in_proportion,
    percent_of,
    rounded_down,
)

amounts = st.integers(min_value=0, max_value=MOST)


# --- odds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", [0, 1, 2_500, MOST])
def test_to_1_gives_the_stake_back_and_for_1_keeps_it(stake: int) -> None:
    assert (To1(20).winnings(stake), To1(20).stake_back(stake)) == (20 * stake, stake)
    assert (For1(20).winnings(stake), For1(20).stake_back(stake)) == (20 * stake, 0)


def test_the_two_kinds_of_odds_are_never_equal() -> None:
    even: tuple[Odds, Odds] = (To1(1), For1(1))
    assert even[0] != even[1]
    assert [str(odds) for odds in even] == ["1 to 1", "1 for 1"]
    assert [msgspec.json.decode(msgspec.json.encode(odds), type=Odds) for odds in even] == list(even)


# --- rates ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "millionths"),
    [
        ("0", 0),
        ("0.0", 0),
        ("0.000001", 1),
        ("0.7", 700_000),
        ("0.70", 700_000),
        ("0.700000", 700_000),
        ("0.999999", 999_999),
        ("1", MILLION),
        ("1.0", MILLION),
        ("1.000000", MILLION),
    ],
)
def test_shares_that_are_read(text: str, millionths: int) -> None:
    assert Rate.parse(text) == Rate(millionths)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ".", ".5", "0.", "1.", "0.7000001", "0.0000000", "00.5", "01", "10", "-0.1", "-0", "+0.5", "0.-5",
        "0.+5", " 0.5", "0.5 ", "0. 5", "0,5", "0.5.5", "0..5", "1e-3", "0.1e1", "5e0", "0_1", "0.1_0", "0x1", "1/2",
        "70%", "nan", "inf", "٣", "0.٣", "²", "0.5²", "½", "0.5\n", "0.5" * 10_000,
    ],
)  # fmt: skip
def test_what_is_no_share(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a share such as 0\.70") as caught:
        Rate.parse(text)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("text", ["1.000001", "1.1", "1.999999", "2", "2.0", "9.999999"])
def test_more_than_the_whole(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text} is more than the whole$"):
        Rate.parse(text)


@pytest.mark.parametrize(
    ("millionths", "text"),
    [(0, "0.00"), (1, "0.000001"), (500, "0.0005"), (50_000, "0.05"), (700_000, "0.70"), (123_456, "0.123456"),
     (999_999, "0.999999"), (MILLION, "1.00")],
)  # fmt: skip
def test_how_a_share_is_written(millionths: int, text: str) -> None:
    assert str(Rate(millionths)) == text


@given(st.integers(min_value=0, max_value=MILLION))
def test_a_share_reads_as_it_is_written(millionths: int) -> None:
    assert Rate.parse(str(Rate(millionths))) == Rate(millionths)


@given(st.integers(min_value=0, max_value=MILLION), amounts)
def test_a_share_of_an_amount_is_exact(millionths: int, amount: int) -> None:
    assert Fraction(Rate(millionths).of(amount), MILLION) == Fraction(millionths, MILLION) * amount


# --- rounding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exact", "cents"),
    [("0", 0), ("1/1000000", 0), ("999999/1000000", 0), ("1", 1), ("3/2", 1), ("199/100", 1), ("2", 2), ("5/2", 2)],
)
def test_fractions_of_a_cent_are_dropped(exact: str, cents: int) -> None:
    assert rounded_down(Fraction(exact)) == cents


@pytest.mark.parametrize(
    ("percent", "amount", "cents"),
    [
        (10, 0, 0), (10, 9, 0), (10, 10, 1), (10, 11, 1), (10, 19, 1), (10, 20, 2),
        (0, 12_345, 0), (100, 12_345, 12_345), (10, 12_345_999, 1_234_599), (1, MOST, MOST // 100),
    ],
)  # fmt: skip
def test_a_percentage_is_rounded_down(percent: int, amount: int, cents: int) -> None:
    assert percent_of(percent, amount) == cents


@given(st.integers(min_value=0, max_value=100), amounts)
def test_a_percentage_is_less_than_a_cent_from_exact_and_never_above(percent: int, amount: int) -> None:
    exact = Fraction(percent * amount, 100)
    assert 0 <= exact - percent_of(percent, amount) < 1


# --- splitting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "weights", "parts"),
    [
        (0, (1, 2), (0, 0)),
        (100, (1,), (100,)),
        (100, (1, 1), (50, 50)),
        (101, (1, 1), (51, 50)),  # equal remainders: the first is served first
        (100, (1, 1, 1), (34, 33, 33)),
        (101, (1, 1, 1), (34, 34, 33)),
        (1, (1, 1, 1), (1, 0, 0)),
        (100, (1, 2), (33, 67)),  # 33.33 and 66.67: the larger remainder first
        (100, (2, 1), (67, 33)),
        (10, (1, 1, 2, 2), (2, 2, 3, 3)),  # 1.67, 1.67, 3.33, 3.33
        (7, (0, 1), (0, 7)),
        (7, (1, 0, 1), (4, 0, 3)),
        (5, (0, 0, 1, 0), (0, 0, 5, 0)),
    ],
)
def test_splitting_to_the_cent(total: int, weights: tuple[int, ...], parts: tuple[int, ...]) -> None:
    assert in_proportion(total, weights) == parts


@pytest.mark.parametrize("weights", [(), (0,), (0, 0)])
def test_nothing_to_divide_by(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="nothing to divide by"):
        in_proportion(100, weights)


some_weights = st.lists(amounts, min_size=1, max_size=12).filter(any).map(tuple)


@given(amounts, some_weights)
def test_no_cent_is_lost_and_nobody_is_a_cent_off(total: int, weights: tuple[int, ...]) -> None:
    parts = in_proportion(total, weights)
    assert sum(parts) == total
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - Fraction(total * weight, sum(weights))) < 1


@given(amounts, some_weights)
def test_leftover_cents_go_to_the_largest_remainders_in_the_order_given(total: int, weights: tuple[int, ...]) -> None:
    parts = in_proportion(total, weights)
    exact = [Fraction(total * weight, sum(weights)) for weight in weights]
    served = [part > share for part, share in zip(parts, exact, strict=True)]
    remainders = [share - int(share) for share in exact]
    for at, is_served in enumerate(served):
        if is_served:
            for other, remainder in enumerate(remainders):
                ahead = (-remainder, other) < (-remainders[at], at)
                assert served[other] or not ahead


@given(amounts, st.lists(amounts, min_size=1, max_size=6).filter(any).map(tuple), st.integers(1, 1_000))
def test_only_the_proportion_of_weights_matters(total: int, weights: tuple[int, ...], factor: int) -> None:
    assert in_proportion(total, tuple(factor * weight for weight in weights)) == in_proportion(total, weights)


# --- writing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "SGD 0.00"),
        (1, "SGD 0.01"),
        (99, "SGD 0.99"),
        (100, "SGD 1.00"),
        (99_999, "SGD 999.99"),
        (100_000, "SGD 1,000.00"),
        (123_450, "SGD 1,234.50"),
        (MOST, "SGD 100,000,000,000.00"),
        (-1, "-SGD 0.01"),
        (-123_450, "-SGD 1,234.50"),
    ],
)
def test_how_money_is_written(amount: int, text: str) -> None:
    assert format_money(amount) == text
