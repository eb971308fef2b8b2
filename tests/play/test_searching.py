"""An irregularity found by words of the floor."""

import pytest

from croupier.play.searching import LONGEST, MOST, near_names, search
from croupier.rulebooks import all_games, load
from croupier.rules.floor_words import SAID
from croupier.rules.irregularities import HOUSE_CATALOGUE, ROOM_CATALOGUE
from croupier.rules.questions import in_words

STUD, HOLDEM, BONUS, ROOM = (
    "rws-casino-stud",
    "rws-progressive-texas-holdem",
    "mbs-texas-holdem-bonus-progressive",
    "rws-poker",
)


@pytest.mark.parametrize(
    ("game", "words", "first"),
    [
        (STUD, "exposed", "cards_exposed"),
        (STUD, "The dealer flashed a card!", "cards_exposed"),
        (STUD, "two cards stuck together", "simultaneous_draw"),
        (STUD, "patron walked away", "player_absent"),
        (STUD, "six cards in a hand", "wrong_hand_count"),
        (STUD, "dealer has too many cards", "wrong_dealer_count"),
        (STUD, "chips added after no more bets", "late_wager"),
        (STUD, "boxed card", "card_face_up_in_shoe"),
        (STUD, "progressive meter is not working", "jackpot_system_down"),
        (STUD, "coin without ante", "jackpot_without_ante"),
        (STUD, "peeked at both hands", "extra_hand_examined"),
        (STUD, "bet too big", "wager_over_maximum"),
        (STUD, "mucked", "hand_not_shown"),
        (STUD, "fire alarm", "interruption"),
        (STUD, "joker", "foreign_card"),
        (STUD, "fifty-one cards, one missing from the deck", "deck_miscount"),
        (HOLDEM, "dealer exposed the turn early", "cards_exposed"),
        (HOLDEM, "four card flop", "wrong_community_count"),
        (HOLDEM, "forgot to burn", "burn_missed"),
        (BONUS, "player on two boxes", "multiple_positions"),
        (BONUS, "collusion", "confidentiality_breach"),
        (ROOM, "dealer exposed the turn early", "turn_exposed_early"),
        (ROOM, "flop too soon", "flop_exposed_early"),
        (ROOM, "raise out of turn", "out_of_turn"),
        (ROOM, "came back after missed blinds", "player_returns"),
        (ROOM, "hand dealt to an empty seat", "extra_hand_dealt"),
        # misspelt
        (STUD, "delaer exposd a crad", "cards_exposed"),
        (STUD, "forgot to shufle", "unshuffled_cards"),
        (STUD, "jakpot meter down", "jackpot_system_down"),
        (ROOM, "rivr too erly", "river_exposed_early"),
    ],
)
def test_words_of_the_floor_find_what_they_mean(game: str, words: str, first: str) -> None:
    assert search(load(game), words)[0].irregularity == first


@pytest.mark.parametrize("game", all_games())
def test_every_irregularity_is_found_by_its_own_name_title_and_phrases(game: str) -> None:
    loaded = load(game)
    for name in loaded.irregularities.rules:
        assert search(loaded, name)[0].irregularity == name
        assert search(loaded, in_words(name))[0].irregularity == name
        for phrase in SAID[name]:
            assert name in [one.irregularity for one in search(loaded, phrase)[:3]], phrase


def test_the_floor_has_words_for_every_irregularity_and_for_nothing_else() -> None:
    assert SAID.keys() == HOUSE_CATALOGUE.keys() | ROOM_CATALOGUE.keys()


@pytest.mark.parametrize("game", all_games())
def test_a_title_with_two_letters_exchanged_is_still_found(game: str) -> None:
    loaded = load(game)
    for name in loaded.irregularities.rules:
        for at, word in enumerate(words := in_words(name).split()):
            if len(word) >= 6:
                swapped = [*words[:at], word[:2] + word[3] + word[2] + word[4:], *words[at + 1 :]]
                assert name in [one.irregularity for one in search(loaded, " ".join(swapped))[:3]], swapped


def test_the_reason_shows_how_the_words_were_read() -> None:
    found = search(load(STUD), "exposd")[0]
    assert found.title == "Cards exposed"
    assert found.why == "“exposd” (read as expose): 5.16: An exposed Dealer's card becomes the face-up card."


def test_what_the_same_event_may_be_reported_as_follows() -> None:
    found = {one.irregularity: one.why for one in search(load(STUD), "exposed")}
    assert found["card_face_up_in_shoe"] == (
        "may be the same event: A card is face up in the shoe, and so on the table."
    )
    assert len(found) <= MOST


@pytest.mark.parametrize("words", ["", "   ", "the a of", "zebra", "!?", "x" * 10_000])
def test_words_that_mean_nothing_find_nothing(words: str) -> None:
    assert search(load(STUD), words) == ()


def test_only_the_beginning_of_a_long_question_is_read() -> None:
    assert search(load(STUD), "zebra " * (LONGEST // 6 + 1) + "exposed") == ()


def test_near_names_are_at_most_three_and_of_this_game() -> None:
    assert near_names(load(STUD), "card-exposed")[0] == "cards_exposed"
    assert near_names(load(STUD), "turn_exposed_early")[0] == "cards_exposed"
    assert near_names(load(STUD), "earthquake") == ()
    assert all(len(near_names(load(ROOM), name)) <= 3 for name in HOUSE_CATALOGUE)
