import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK, format_cards
from croupier.notation.actors import Deed
from croupier.notation.form import is_of_the_room, read_toml
from croupier.notation.problem import InputError
from croupier.notation.room_acts import parse_room_act
from croupier.notation.room_noted import (
    NotedSitting,
    PotLine,
    answer,
    expecting,
    note_sitting,
    play_sitting,
    settle_sitting,
    sitting_of,
    unexpected,
    write_sitting,
)
from croupier.play.refusal import Refusal
from croupier.play.room import act
from croupier.play.room.commands import JoinTable, RoomCommand
from croupier.play.room.table import RoomTurn
from croupier.rulebooks import load_room
from tests.notation.reading import read_sitting
from tests.play.room_walk import walk

HOLE, FLOP, TURN, RIVER = "Ac Kc Ad Kd", "?? 2c 7d 9h", "?? Jc", "?? 3s"
SITTING = f"""
notation = 1
game = "rws-poker"
acts = [
    "ann: join 1 5000",
    "bob: join 2 4000",
    "dealer: place your blind bets",
    "dealer: deal {HOLE}",
    "ann: 1 raise 600",
    "bob: 2 call",
    "dealer: deal {FLOP}",
    "bob: 2 check",
    "ann: 1 bet 1000",
    "bob: 2 all in",
    "ann: 1 call",
    "dealer: showdown",
    "bob: show 2",
    "ann: show 1",
    "dealer: deal {TURN}",
    "dealer: deal {RIVER}",
    "dealer: settle",
]
"""
"""Two Players all-in on the Flop: Aces against Kings, Button and Small Blind at seat 1."""


def deck_of(*parts: str) -> str:
    """A deck that deals these cards first; an unseen one is any other."""
    named = [card for part in parts for card in part.split()]
    spare = iter(card for card in format_cards(DECK).split() if card not in named)
    cards = [next(spare) if card == "??" else card for card in named]
    return " ".join([*cards, *spare])


ALL_IN_WINS = ("4.4", "3.14.2.e", "4.6.1", "3.15.4", "4.1", "I15")


def test_the_sitting_above_comes_to_what_it_should() -> None:
    came_to = settle_sitting(read_sitting(SITTING))
    # 8,000 in the pot; 5 % are 400. Bob's Aces win, Ann keeps what he could not call.
    assert came_to.pots == (PotLine(1, 0, 8000, 400, {"bob": 7600}, ALL_IN_WINS),)
    assert (came_to.rake, came_to.stacks) == (400, {"ann": 1000, "bob": 7600})
    assert (came_to.game, came_to.rulebook) == ("rws-poker", "rws-poker-v6")


def test_who_has_left_is_counted_with_what_he_took() -> None:
    acts = (*read_sitting(SITTING).acts, "ann: leave 1", "cho: join 1 6000")
    came_to = settle_sitting(replace(read_sitting(SITTING), acts=acts))
    assert list(came_to.stacks.items()) == [("cho", 6000), ("bob", 7600), ("ann", 1000)]
    back = replace(read_sitting(SITTING), acts=(*acts[:-1], "ann: join 1 5000"))
    assert settle_sitting(back).stacks == {"ann": 5000, "bob": 7600}


def named(*acts: str) -> NotedSitting:
    return replace(read_sitting(SITTING), acts=acts)


def test_a_deck_deals_by_itself() -> None:
    noted = read_sitting(SITTING)
    bare = tuple("dealer: deal" if text.startswith("dealer: deal") else text for text in noted.acts)
    dealt = replace(noted, acts=bare, decks=(deck_of(HOLE, FLOP, TURN, RIVER),))
    assert settle_sitting(dealt) == settle_sitting(noted)
    twice = replace(dealt, acts=bare + bare[2:4] + ("bob: 2 fold", "dealer: settle"))
    with pytest.raises(InputError, match=r"acts\[18\] \(dealer: deal\): No card was named"):
        settle_sitting(twice)
    second = replace(twice, decks=(*dealt.decks, deck_of("2c 2d 3c 3d")))
    cards = play_sitting(second).turns[18][0].command
    assert cards == parse_room_act("dealer: deal 2c 2d 3c 3d").command
    one_named = replace(second, acts=(*bare[:3], noted.acts[3], *second.acts[4:]))
    assert settle_sitting(one_named) == settle_sitting(second)


def test_a_round_whose_cards_are_named_needs_no_deck() -> None:
    noted = read_sitting(SITTING)
    acts = (*noted.acts, "dealer: place your blind bets", "dealer: deal", "bob: 2 fold", "dealer: settle")
    assert len(settle_sitting(replace(noted, acts=acts, decks=("", deck_of()))).pots) == 2


@pytest.mark.parametrize(
    ("decks", "reshuffled", "says"),
    [
        (("2c 3c",), (), r"decks\[0\]: 2 cards, where a deck has 52"),
        (("2c 2c",), (), r"decks\[0\]: 2c appears twice"),
        (("", deck_of()), (), "decks: 2 decks, where 1 rounds were opened"),
        ((), (deck_of(),), "reshuffled: 1 shoes, where cards were taken back 0 times"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(decks: tuple[str, ...], reshuffled: tuple[str, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        settle_sitting(replace(read_sitting(SITTING), decks=decks, reshuffled=reshuffled))


EARLY = (
    "ann: join 1 5000",
    "bob: join 2 4000",
    "dealer: place your blind bets",
    "dealer: deal",
    "ann: 1 call",
    "bob: 2 check",
    "dealer: deal",
    "dealer: report turn_exposed_early",
    "bob: 2 check",
    "ann: 1 check",
    "dealer: deal",
)


def test_a_shoe_that_was_shuffled_again_deals_in_its_new_order() -> None:
    first = deck_of(HOLE, FLOP, TURN, RIVER).split()
    left = first[8:]
    dealt = replace(named(*EARLY), decks=(" ".join(first),), reshuffled=(" ".join(reversed(left)),))
    board = play_sitting(dealt).closing.round
    assert board is not None
    assert format_cards(board.burnt[1:] + board.community[3:]).split() == left[:-3:-1]
    for wrong, says in (
        (left[1:], r"reshuffled\[0\]: 43 cards, where the shoe has 44"),
        (["Ac", *left[1:]], r"reshuffled\[0\]: Ac is out of the shoe"),
        ([], r"acts\[10\] \(dealer: deal\): No card was named"),
    ):
        with pytest.raises(InputError, match=says):
            play_sitting(replace(dealt, reshuffled=(" ".join(wrong),)))


def test_a_card_that_is_discarded_from_the_shoe_is_not_dealt_from_it() -> None:
    deck = deck_of(HOLE, "2c 2d 2h 2s 3c 3d 3h 3s").split()
    acts = (*EARLY[:6], "dealer: report card_face_up_in_shoe cards=2h", "dealer: deal")
    board = play_sitting(replace(named(*acts), decks=(" ".join(deck),))).closing.round
    assert board is not None
    assert format_cards(board.burnt + board.community) == "2c 2d 2s 3c"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("notation = 1", "", "notation"),
        ("notation = 1", "notation = 2", "notation: must be 1"),
        ('game = "rws-poker"', 'game = "rws-casino-stud"', "game: rws-casino-stud is played against the House"),
        ('game = "rws-poker"', 'game = "whist"', "game: there is no game 'whist'"),
        ('game = "rws-poker"', 'game = "rws-poker"\nrulebook = "rws-poker-v5"', "there is no rulebook"),
        ('game = "rws-poker"', 'game = "rws-poker"\nmeter = 5', "meter"),
        ('game = "rws-poker"', 'game = "rws-poker"\nstacks = { ann = "1" }', "stacks"),
        ("ann: 1 bet 1000", "ann: 1 bet 100", r"acts\[8\] \(ann: 1 bet 100\): A BET is at least SGD 2.00 \(3\.5, "),
        ("ann: 1 bet 1000", "ann: 1 limp", r"acts\[8\]: 'limp'"),
        ('    "dealer: settle",\n', "", "acts: round 1 is not finished"),
        ("acts = [", "acts = []\nx = [", "x"),
        ("acts = [", "acts = {", "this is not TOML"),
        ("]\n", "]\n[policy]\nsmall_blind = 0\n", "policy.small_blind: must be positive"),
        ("]\n", "]\n[policy]\nminimum = 5\n", "no policy named 'minimum'"),
    ],
)
def test_bad_notation_is_refused_in_a_sentence(old: str, new: str, says: str) -> None:
    assert old in SITTING
    with pytest.raises(InputError, match=says) as caught:
        settle_sitting(read_sitting(SITTING.replace(old, new, 1)))
    assert "\n" not in str(caught.value)


def test_a_sitting_without_a_round_comes_to_nothing() -> None:
    with pytest.raises(InputError, match="no round was opened"):
        settle_sitting(named("ann: join 1 5000"))


def test_an_unexpected_result_is_told() -> None:
    noted = read_sitting(SITTING)
    came_to = settle_sitting(noted)
    right = expecting(noted, came_to)
    assert unexpected(noted, came_to) is None
    assert unexpected(right, came_to) is None
    for field, value in {"amount": 1, "rake": 1, "winners": {"ann": 7600}, "cites": ("4.4",)}.items():
        wrong = replace(right, pots=(replace(came_to.pots[0], **{field: value}),))
        assert "round 1 pot 0: expected { round = 1" in (unexpected(wrong, came_to) or "")
    assert "1 pots were awarded, 2 expected" in (unexpected(replace(right, pots=came_to.pots * 2), came_to) or "")
    assert "rake: expected 1" in (unexpected(replace(right, rake=1), came_to) or "")
    assert "stacks: expected { ann = 1 }" in (unexpected(replace(right, stacks={"ann": 1}), came_to) or "")


@given(st.text(max_size=40))
def test_any_title_and_any_name_survive(title: str) -> None:
    clean = "".join(one for one in title if not 0xD800 <= ord(one) <= 0xDFFF)
    noted = NotedSitting(1, "rws-poker", ("dealer: settle",), title=clean, stacks={clean: 1, "a.b": 2})
    assert read_sitting(write_sitting(noted)) == noted


@pytest.mark.parametrize(
    ("text", "is_room"),
    [
        ('game = "rws-poker"', True),
        ('game = "rws-pok"', True),
        ('game = "rws-casino-stud"', False),
        ('game = "rws-p"', False),
        ('game = "whist"', False),
        ('game = ""', False),
        ("game = 1", False),
        ("", False),
    ],
)
def test_the_game_tells_which_form_it_is(text: str, is_room: bool) -> None:
    assert is_of_the_room(read_toml(text)) is is_room


def test_the_example_of_the_documentation_comes_to_what_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    texts = [part.partition("```")[0] for part in page.split("```toml\n")[1:]]
    (noted,) = (read_sitting(text) for text in texts if is_of_the_room(read_toml(text)))
    assert noted.pots
    assert noted.stacks
    assert unexpected(noted, settle_sitting(noted)) is None


def _writable(deed: Deed[RoomCommand]) -> Deed[RoomCommand]:
    """The same by somebody whose name has no space, which the notation cannot write."""
    command = deed.command
    if isinstance(command, JoinTable):
        command = replace(command, player=command.player.replace(" ", "-"))
    return Deed(replace(deed.actor, name=deed.actor.name.replace(" ", "-")), command)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_sitting_that_was_played_is_written_and_read_without_loss(seed: int) -> None:
    """Whatever happened at a table, its notation replays to the same chips."""
    game = load_room("rws-poker")
    acts: list[Deed[RoomCommand]] = []
    opening = table = None
    turns: list[RoomTurn] = []
    finished = 0
    for step in walk(game, random.Random(seed), 250):
        opening = opening or step.before
        table = table or opening
        if isinstance(step.outcome, Refusal):
            continue
        deed = _writable(step.deed)
        turn = act(game, table, deed.actor, deed.command)
        assert isinstance(turn, RoomTurn)
        table = turn.table
        acts.append(deed)
        turns.append(turn)
        if table.round is not None and not table.playing:
            finished = len(acts)
    if not finished:
        return
    assert opening is not None
    turns = turns[:finished]
    came_to = answer(game, turns[-1].table, turns)
    noted = note_sitting(game, opening, acts[:finished], came_to)
    again = read_sitting(write_sitting(noted))
    assert again == noted
    assert settle_sitting(again) == came_to
    assert unexpected(again, came_to) is None
    assert play_sitting(again).events == tuple(event for turn in turns for event in turn.events)


@given(st.recursive(st.integers() | st.text(max_size=5) | st.booleans(), st.lists, max_leaves=5))
def test_noise_in_a_field_is_a_sentence(noise: object) -> None:
    for field in NotedSitting.__struct_fields__:
        plain = {"notation": 1, "game": "rws-poker", "acts": [], field: msgspec.to_builtins(noise)}
        with suppress(InputError):
            settle_sitting(sitting_of(plain))
