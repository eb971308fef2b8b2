"""Cards as text: what is read, what is refused and with which words, and what is written."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    CardError,
    all_left,
    first_repeated,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    pretty_card,
    rank_of,
    suit_of,
)


def test_the_deck_is_every_rank_in_every_suit_once() -> None:
    assert [(rank_of(card), suit_of(card)) for card in DECK] == [
        (rank, suit) for rank in range(13) for suit in range(4)
    ]
    assert [format_card(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert len(set(DECK)) == 52
    assert UNKNOWN not in DECK


@pytest.mark.parametrize("text", ["As", "as", "AS", "aS"])
def test_capitals_do_not_matter(text: str) -> None:
    assert parse_card(text) == DECK[-1]


@pytest.mark.parametrize(("text", "number"), [("2c", 0), ("2d", 1), ("2h", 2), ("2s", 3), ("3c", 4), ("As", 51)])
def test_a_card_is_its_rank_times_four_and_its_suit(text: str, number: int) -> None:
    assert parse_card(text) == number


@pytest.mark.parametrize("card", [*DECK, UNKNOWN])
def test_every_card_reads_as_it_is_written(card: Card) -> None:
    assert parse_card(format_card(card)) == card


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "A",
        "s",
        "sA",
        "1s",
        "0s",
        "10s",
        "Ax",
        "As ",
        " As",
        "Ass",
        "A?",
        "?s",
        "?",
        "A♠",
        "-1",
        "\N{KELVIN SIGN}s",
    ],
)
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(
        CardError, match="is not a card; write a rank from 23456789TJQKA and a suit from cdhs"
    ) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(CardError) as caught:
        parse_card("A" * 10_000)
    assert "'" + "A" * 20 + "'" in str(caught.value)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("text", ["As Td 9c", "AsTd9c", " as\ttd\n9C ", "A s T d 9 c", "As Td9c"])
def test_spaces_are_optional(text: str) -> None:
    assert parse_cards(text) == (parse_card("As"), parse_card("Td"), parse_card("9c"))


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_no_cards_at_all(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize("text", ["As T", "AsTd9", "As,Td", "As Td xx", "As-Td", "10s As"])
def test_cards_among_which_one_is_none(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["As As", "AsTdas", "As 2c 3c 4c AS"])
def test_a_card_twice(text: str) -> None:
    with pytest.raises(CardError, match="As appears twice"):
        parse_cards(text)


def test_the_first_card_that_comes_again_is_named() -> None:
    with pytest.raises(CardError, match="Td appears twice"):
        parse_cards("As Td Td As")


def test_unknown_cards_may_be_many() -> None:
    assert parse_cards("?? ??") == (UNKNOWN, UNKNOWN)
    assert parse_cards("As????") == (DECK[-1], UNKNOWN, UNKNOWN)


@pytest.mark.parametrize("number", [51, 52])
def test_as_many_cards_as_a_deck_holds(number: int) -> None:
    assert parse_cards(format_cards(DECK[:number])) == DECK[:number]
    assert parse_cards("??" * number) == (UNKNOWN,) * number


@pytest.mark.parametrize(("text", "number"), [("??" * 53, 53), ("??" * 52 + "A", 53), ("As" * 1_000, 1_000)])
def test_more_cards_than_a_deck_holds(text: str, number: int) -> None:
    with pytest.raises(CardError, match=f"^{number} cards are more than a deck holds"):
        parse_cards(text)


@given(st.lists(st.sampled_from(DECK), unique=True))
def test_cards_read_as_they_are_written(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(CardError):
        assert format_cards(parse_cards(text)).replace(" ", "").lower() == "".join(text.split()).lower()


def test_the_first_repeated_card() -> None:
    assert first_repeated([]) is None
    assert first_repeated(DECK) is None
    assert first_repeated([UNKNOWN, UNKNOWN]) is None
    assert first_repeated([DECK[3], UNKNOWN, DECK[5], DECK[5], DECK[3]]) == DECK[5]
    assert first_repeated([*DECK, DECK[0]]) == DECK[0]


@pytest.mark.parametrize(
    ("text", "pretty"), [("As", "A♠"), ("Td", "10♦"), ("9h", "9♥"), ("2c", "2♣"), ("Ks", "K♠"), ("??", "??")]
)
def test_cards_for_people(text: str, pretty: str) -> None:
    assert pretty_card(parse_card(text)) == pretty


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ((), True),
        ((0, 3, 51), True),
        ((1,), False),
        ((50, 51, 1), False),
        ((0, 0), False),
        ((2, 2, 3), False),
        ((0, UNKNOWN), False),
        ((0, 53), False),
        ((-1, 0), False),
    ],
)
def test_cards_are_left_if_they_are_known_and_different_and_not_used(cards: tuple[int, ...], left: bool) -> None:
    assert all_left(0b10, tuple(map(Card, cards))) is left
