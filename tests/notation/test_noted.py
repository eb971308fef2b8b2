import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.notation.actors import Deed
from croupier.notation.answer import answer
from croupier.notation.noted import NotedRound, note, play_noted, settle_noted, unexpected, write_noted
from croupier.notation.problem import InputError
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.events import BankedEvent, RoundEnded
from croupier.play.refusal import Refusal
from croupier.rulebooks import load_banked
from tests.notation.reading import read_noted
from tests.play.table_walk import walk
from tests.rulebooks import meter_of
from tests.sitting import HOUSE_GAMES

ROUND = """
notation = 1
game = "rws-casino-stud"
meter = 1000000
acts = [
    "dealer: place your bets",
    "p1: 1 ante 10000",
    "dealer: no more bets",
    "dealer: deal ?? 2c Ah 2d Kd 5h 9d 5s 5c 9h 3h",
    "p1: bet 1",
    "dealer: reveal",
    "p1: show 1",
    "dealer: settle",
]
"""


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(HOUSE_GAMES), st.integers(0, 2**32))
def test_a_round_that_was_played_is_written_and_read_without_loss(name: str, seed: int) -> None:
    """Whatever happened at a table, its notation replays to the same settlement."""
    game = load_banked(name)
    acts: list[Deed[BankedCommand]] = []
    events: list[BankedEvent] = []
    opening = None
    for step in walk(game, random.Random(seed), 160):
        opening = opening or step.before
        if isinstance(step.outcome, Refusal):
            continue
        acts.append(step.deed)
        events += step.outcome.events
        if isinstance(step.outcome.events[-1], RoundEnded):
            settled = answer(game, opening, step.outcome.table, events)
            noted = note(game, opening, acts, settled)
            again = read_noted(write_noted(noted))
            assert again == noted
            assert settle_noted(again) == settled
            assert unexpected(again, settled) is None
            assert play_noted(again).events == tuple(events)
            return


def test_the_round_above_settles() -> None:
    settled = settle_noted(read_noted(ROUND))
    ante, bet = settled.lines
    # Two pairs, Fives and Deuces, against a Dealer with Ace and King: 1 to 1 and 2 to 1 on twice the Ante.
    assert (ante.paid, ante.returned, bet.staked, bet.paid) == (10_000, 10_000, 20_000, 40_000)


def test_a_deck_deals_by_itself() -> None:
    cards = "?? 2c Ah 2d Kd 5h 9d 5s 5c 9h 3h"
    rest = "As Ks Qs Js Ts 9s 8s 7s 6s 4s 3s 2s Kh Qh Jh Th 8h 7h 6h 4h 2h Ad Qd Jd Td 8d 7d 6d 5d 4d 3d Ac Kc Qc Jc Tc"
    deck = f"3c {cards[3:]} {rest} 9c 8c 7c 6c 4c"
    text = ROUND.replace("deal " + cards, "deal").replace("meter", f'deck = "{deck}"\nmeter')
    assert settle_noted(read_noted(text)) == settle_noted(read_noted(ROUND))


@pytest.mark.parametrize("cards", [0, 1, 51])
def test_a_deck_has_52_cards(cards: int) -> None:
    from croupier.cards import DECK, format_cards

    noted = msgspec.structs.replace(read_noted(ROUND), deck=format_cards(DECK[:cards]))
    if not cards:
        assert settle_noted(noted)
        return
    with pytest.raises(InputError, match=f"deck: {cards} cards, where a deck has 52"):
        settle_noted(noted)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("notation = 1", "", "notation"),
        ("notation = 1", "notation = 2", "notation: must be 1"),
        ('game = "rws-casino-stud"', 'game = "whist"', "game: there is no game 'whist'"),
        ('game = "rws-casino-stud"', 'game = "rws-casino-stud"\nrulebook = "rws-casino-stud-v5"', "no rulebook"),
        ("meter = 1000000", "meter = -1", "meter: must be from 0"),
        ("meter = 1000000", "meter = 1.5", "meter: Expected `int | null`"),
        ("meter = 1000000", "metre = 1", "metre"),
        ("p1: bet 1", "p1: bet 2", r"acts\[4\] \(p1: bet 2\): Nobody plays box 2 \(2\.1\.1\.a\)"),
        ("p1: bet 1", "p1: sing 1", r"acts\[4\]"),
        ('    "dealer: settle",\n', "", "the round is not finished"),
        ("acts = [", "acts = {", "this is not TOML"),
        ("notation = 1", "notation = 1\n[policy]\nminimum = 0\n[x]", "x"),
    ],
)
def test_bad_notation_is_refused_in_a_sentence(old: str, new: str, says: str) -> None:
    assert old in ROUND
    with pytest.raises(InputError, match=says) as caught:
        settle_noted(read_noted(ROUND.replace(old, new, 1)))
    assert "\n" not in str(caught.value)


def test_an_unexpected_settlement_is_told() -> None:
    noted = read_noted(ROUND)
    settled = settle_noted(noted)
    right = msgspec.structs.replace(noted, settlement=settled.lines, jackpot=settled.meter)
    assert unexpected(right, settled) is None
    for field in ("paid", "returned", "staked"):
        wrong_line = msgspec.structs.replace(settled.lines[1], **{field: 1})
        wrong = msgspec.structs.replace(right, settlement=(settled.lines[0], wrong_line))
        assert "box 1 bet" in (unexpected(wrong, settled) or "")
    short = msgspec.structs.replace(right, settlement=settled.lines[:1])
    assert "2 wagers were settled, 1 expected" in (unexpected(short, settled) or "")
    meter = msgspec.structs.replace(meter_of(settled), after=1)
    assert "jackpot" in (unexpected(msgspec.structs.replace(right, jackpot=meter), settled) or "")


@given(st.text(max_size=40), st.text(max_size=20))
def test_any_title_survives(title: str, deck: str) -> None:
    clean = "".join(one for one in title if not 0xD800 <= ord(one) <= 0xDFFF)
    noted = NotedRound(1, "rws-casino-stud", ("dealer: place your bets",), title=clean)
    assert read_noted(write_noted(noted)) == noted


def test_the_example_of_the_documentation_settles_as_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    noted = read_noted(page.partition("```toml\n")[2].partition("```")[0])
    assert noted.settlement
    assert unexpected(noted, settle_noted(noted)) is None
