"""Every order is equally likely: exactly, where all streams can be tried, and by chi-square on whole decks."""

import math
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations, product
from random import Random

import pytest

from croupier.cards import DECK, Card
from croupier.floor.values.entropy import Entropy, SystemEntropy, below, permuted
from croupier.floor.values.shuffle import shuffled
from tests.floor.chance import GivenEntropy, SeededEntropy, UsedUpError


@pytest.mark.parametrize("count", range(1, 257))
def test_every_number_has_as_many_bytes_as_any_other(count: int) -> None:
    taken: Counter[int] = Counter()
    refused = 0
    for byte in range(256):
        try:
            taken[below(GivenEntropy([byte]), count)] += 1
        except UsedUpError:
            refused += 1
    assert taken == dict.fromkeys(range(count), 256 // count)
    assert refused == 256 % count


def test_a_refused_byte_is_followed_by_another() -> None:
    entropy = GivenEntropy([255, 254, 253, 7, 9])
    assert below(entropy, 23) == 7  # 253 = 11 * 23 is the first that is refused
    assert entropy.left == bytes([9])


@pytest.mark.parametrize("count", [-1, 0, 257])
def test_a_byte_cannot_choose_among_none_or_too_many(count: int) -> None:
    with pytest.raises(ValueError, match="one byte"):
        below(SeededEntropy(1), count)


@pytest.mark.parametrize("size", range(8))
def test_every_row_of_choices_gives_another_order_and_none_is_missing(size: int) -> None:
    """All rows of choices, each choice as a byte: with equally likely choices, every order is equally likely."""
    rows = product(*(range(count) for count in range(size, 1, -1)))
    orders = Counter(permuted(GivenEntropy(row), range(size)) for row in rows)
    assert orders == dict.fromkeys(permutations(range(size)), 1)


def test_every_stream_of_bytes_tried_all_orders_come_equally_often() -> None:
    """Three cards and every stream of three bytes: one that is done after two stands for 256."""
    streams: Counter[tuple[int, ...]] = Counter()
    unfinished = 0
    for one, two in product(range(256), repeat=2):
        try:
            streams[permuted(GivenEntropy([one, two]), range(3))] += 256
        except UsedUpError:
            for three in range(256):
                try:
                    streams[permuted(GivenEntropy([one, two, three]), range(3))] += 1
                except UsedUpError:
                    unfinished += 1
    assert set(streams) == set(permutations(range(3)))
    assert len(set(streams.values())) == 1
    assert unfinished == 256  # 255 twice, and then one more byte is too few
    assert streams.total() + unfinished == 256**3


def chi_square(counts: Counter[tuple[int, int]], cells: int) -> float:
    expected = counts.total() / cells
    return sum((seen - expected) ** 2 / expected for seen in counts.values()) + expected * (cells - len(counts))


def bounds(freedom: int) -> tuple[float, float]:
    """Between these a chi-square lies but for once in 10,000 (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return (
        freedom * (1 - spread - 3.891 * math.sqrt(spread)) ** 3,
        freedom * (1 - spread + 3.891 * math.sqrt(spread)) ** 3,
    )


def naive(entropy: Entropy, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The well-known mistake: every place is exchanged with any place, not only with those before it."""
    order = list(cards)
    for at in range(len(order)):
        other = below(entropy, len(order))
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def lopsided(entropy: Entropy, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The other well-known mistake: a remainder of a byte, none refused."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = entropy.draw(1)[0] % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def places_of(shuffle: Callable[[Entropy, tuple[Card, ...]], tuple[Card, ...]]) -> Counter[tuple[int, int]]:
    entropy = SeededEntropy(20_240_601)
    return Counter(place for _ in range(6_000) for place in enumerate(shuffle(entropy, DECK)))


def test_every_card_is_in_every_place_equally_often() -> None:
    low, high = bounds(51 * 51)
    assert low < chi_square(places_of(shuffled), 52 * 52) < high


@pytest.mark.parametrize("mistake", [naive, lopsided])
def test_that_test_finds_the_well_known_mistakes(
    mistake: Callable[[Entropy, tuple[Card, ...]], tuple[Card, ...]],
) -> None:
    assert chi_square(places_of(mistake), 52 * 52) > bounds(51 * 51)[1]


def test_every_card_follows_every_other_equally_often() -> None:
    entropy = SeededEntropy(7)
    followed: Counter[tuple[int, int]] = Counter(
        pair for _ in range(6_000) for pair in pairwise(shuffled(entropy, DECK))
    )
    low, high = bounds(52 * 51 - 1)
    assert low < chi_square(followed, 52 * 51) < high


def test_a_shuffle_loses_no_card_and_leaves_what_it_was_given() -> None:
    cards = tuple(Random(5).sample(DECK, 20))
    before = cards
    assert sorted(shuffled(SeededEntropy(3), cards)) == sorted(cards)
    assert cards == before
    assert sorted(shuffled(SeededEntropy(3))) == list(DECK)


def test_the_system_gives_what_is_asked_for_and_nothing_twice() -> None:
    entropy = SystemEntropy()
    drawn = {entropy.draw(32) for _ in range(100)}
    assert len(drawn) == 100
    assert {len(part) for part in drawn} == {32}
    assert len({shuffled(entropy) for _ in range(100)}) == 100
