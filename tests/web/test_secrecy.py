"""No card reaches a browser that may not have it: every byte of every role is kept and searched.

What each may see is worked out here from the journal alone, by the documents' own words: a hand is its Player's once he
has looked at it, and everybody's once it is shown; the Dealer's last card in the stud games lies face up; Community
Cards when they are turned; all of the Dealer's hand when he reveals it.
"""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cards import format_card
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import deck_context, events_of
from croupier.web.clock.pacing import Pace
from tests.web.restless import Restless, play_together
from tests.web.server import Served, serving

EVENINGS = [pytest.param(2, id="short"), pytest.param(41, id="long", marks=pytest.mark.long)]
"""Rounds at each of five tables."""
TABLES = ("stud-1", "multi-link-1", "holdem-1", "bonus-1", "poker-1")
SEATS = {"poker-1": (2, 3, 5)}
"""Two Players at each table but in the poker room, where two would always be heads-up."""
HURRY = Pace(bets=5, turn=5, choice=5, show=0.3, pause=0, room_pause=0, reveal=0.005)
QUOTED = re.compile(r'"([2-9TJQKA][shdc])"')
SPOKEN = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
SUITS = dict(zip("♠♥♦♣", "shdc", strict=True))
HEX = re.compile(r"[0-9a-f]{32,}")
STUD = ("stud-1", "multi-link-1")
TABLE_PAGES = re.compile(r'\{"type":"page","topic":"(?:table|dealer):([^"]+)"')
TOPIC = re.compile(r'\{"type":"page","topic":"([^"]+)"')
OTHER_PAGES = tuple(f'{{"type":"page","topic":"{topic}"' for topic in ("lobby", "me", "display", "pit"))
VERSION = re.compile(r'"version":([0-9]+)')
"""The first in a table's page is the stream's, in its head. An automatic table's console has no keys for cards."""


class Known:
    """What has been open to whom, by the version of a table's stream."""

    def __init__(self) -> None:
        self.rounds: list[tuple[int, int]] = []
        """First version and number of each round."""
        self.open: list[tuple[int, str, frozenset[str]]] = []
        """From a version on, to a Player or (empty) to everybody, these cards."""
        self.turned = 0
        """Community Cards of the last round that have been turned."""

    def allowed(self, version: int, player: str) -> frozenset[str]:
        began = max((first for first, _ in self.rounds if first <= version), default=0)
        found = (cards for at, who, cards in self.open if began <= at <= version and who in {"", player})
        return frozenset().union(*found)


def known(floor: Floor, table: str) -> Known:
    """From the journal."""
    found = Known()
    piles: dict[str, list[str]] = {}
    seats: dict[int, str] = {}
    state = floor.table(table)
    with floor.store.reading() as reading:
        for entry in reading.entries(f"table:{table}"):
            for event in events_of(state, entry):
                _note(found, event, entry.version, piles, seats, table)
    return found


def _note(
    found: Known, event: Any, version: int, piles: dict[str, list[str]], seats: dict[int, str], table: str
) -> None:
    def opened(who: str, cards: list[str]) -> None:
        found.open.append((version, who, frozenset(cards)))

    match type(event).__name__:
        case "RoundOpened":
            found.rounds.append((version, event.number))
            found.turned = 0
            piles.clear()
        case "PlayerJoined":
            seats[event.seat] = event.player
        case "CardsDealt":
            for card, place in zip(event.cards, event.places, strict=True):
                piles.setdefault(place, []).append(format_card(card))
            if table in STUD and len(piles.get("dealer", ())) == 5:
                opened("", piles["dealer"][4:])
            if table == "poker-1":
                opened("", piles.get("community", []))
        case "HandLookedAt":
            box = getattr(event, "box", None) or event.seat
            opened(getattr(event, "player", "") or seats[box], piles[str(box)])
        case "HandShown":
            box = getattr(event, "box", None) or event.seat
            opened("", piles[str(box)])
        case "CommunityRevealed":
            found.turned += event.count
            opened("", piles["community"][: found.turned])
        case "DealerRevealed":
            opened("", piles["dealer"])
        case _:
            pass


@contextmanager
def evening(folder: Path, rounds: int) -> Iterator[tuple[Served, list[Restless]]]:
    """Players at each table, passers-by, and somebody of every role; so many rounds, and all have been everywhere."""
    with serving(folder, pace=HURRY) as served:
        people = [
            Restless(served.visit(), (f"table:{table}", "me", "lobby"), seat=seat, seed=at * 10 + seat)
            for at, table in enumerate(TABLES)
            for seat in SEATS.get(table, (2, 5))
        ]
        every = tuple(f"table:{table}" for table in TABLES)
        consoles = tuple(f"dealer:{table}" for table in TABLES)
        people.append(Restless(served.visit(), ("display",), rounds=every))
        for role in ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "cage", "auditor", "display"):
            desk = consoles if role in {"dealer", "shift_manager"} else ()
            staff = served.visit(name=f"one-{role}", role=role)
            people.append(Restless(staff, ("pit", "lobby", "display"), rounds=(*every, *desk)))
        floor = served.venue.floor

        def over() -> bool:
            everywhere = all({*one.rounds} <= one.pages.keys() for one in people)
            return everywhere and all(floor.table(one).engine.rounds > rounds for one in TABLES)

        asyncio.run(play_together(people, over, limit=240))
        yield served, people


def shown_cards(text: str) -> set[str]:
    spoken = {f"{'T' if rank == '10' else rank}{SUITS[suit]}" for rank, suit in SPOKEN.findall(text)}
    return {*QUOTED.findall(text), *spoken}


def nobody_is_sent_a_card_that_he_may_not_see(served: Served, people: list[Restless], rounds: int) -> None:
    by_table = {table: known(served.venue.floor, table) for table in TABLES}
    searched = seen = 0
    for person in people:
        name = person.visitor.name if person.visitor.role == "player" else "nobody"
        for text in person.heard:
            page = TABLE_PAGES.match(text)
            if page is None:
                continue
            searched += 1
            found = shown_cards(text)
            seen += len(found)
            table, version = page[1], VERSION.search(text)
            assert version is not None
            allowed = by_table[table].allowed(int(version[1]), name)
            assert found <= allowed, f"{name} at {table}: {found - allowed} in {text}"
    assert searched > 120 * rounds
    assert seen > 240 * rounds  # the search does find cards where they may be


def whoever_goes_his_rounds_has_been_everywhere(people: list[Restless]) -> None:
    for person in people:
        heard = {found[1] for text in person.heard if (found := TOPIC.match(text))}
        assert heard >= {*person.rounds}, person.visitor.name


def pages_without_a_table_hold_no_card(people: list[Restless]) -> None:
    for person in people:
        for text in person.heard:
            if not text.startswith(OTHER_PAGES):
                continue
            assert not shown_cards(text), text


def nothing_of_a_shuffle_leaves_the_house(served: Served, people: list[Restless], rounds: int) -> None:
    floor = served.venue.floor
    secret: set[str] = set()
    shuffles = {table: floor.table(table).info.shuffles for table in TABLES}  # before the look: the house is open
    with floor.store.reading() as reading:
        for table in TABLES:
            stream = f"table:{table}"
            for number in range(1, shuffles[table] + 1):
                sealed = reading.deck(stream, number)
                assert sealed is not None
                secret.update(salt.hex() for salt in floor.keys.unseal(sealed, deck_context(stream, number)).salts)
    assert len(secret) > rounds * len(TABLES) * 52
    runs = {run for person in people for text in person.heard for run in HEX.findall(text)}
    assert runs  # the commitments, which are for everybody
    for run in runs:
        for at in range(len(run) - 31):
            assert run[at : at + 32] not in secret


def cards_are_never_sent_as_numbers(people: list[Restless]) -> None:
    for person in people:
        for text in person.heard:
            if text.startswith('{"type":"page","topic":"table:'):
                for path in _numbers(msgspec.json.decode(text)["page"], ""):
                    named = path.startswith((".hands", ".dealer"))  # which cards make a hand, by their places
                    assert named or not path.endswith(("cards", "dealer", "community", "burnt", "deck")), path


def _numbers(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(inner, f"{path}.{key}")
    elif isinstance(value, list):
        if value and all(isinstance(one, int) for one in value):
            yield path
        for inner in value:
            yield from _numbers(inner, path)


def the_search_finds_what_it_looks_for(served: Served, people: list[Restless]) -> None:
    """A page with one more card than its viewer has seen is found."""
    table = known(served.venue.floor, "stud-1")
    person = people[0]
    text = next(text for text in person.heard if '"phase":"play"' in text and '"??"' in text and "table:stud-1" in text)
    message = msgspec.json.decode(text)
    allowed = table.allowed(message["page"]["face"]["version"], person.visitor.name)
    assert shown_cards(text) <= allowed
    hidden = next(card for card in ("As", "Kd", "7c", "2h") if card not in allowed)
    assert not shown_cards(text.replace('"??"', f'"{hidden}"', 1)) <= allowed


@pytest.mark.parametrize("rounds", EVENINGS)
def test_no_card_reaches_anybody_who_may_not_have_it(tmp_path: Path, rounds: int) -> None:
    with evening(tmp_path, rounds) as (served, people):
        whoever_goes_his_rounds_has_been_everywhere(people)
        nobody_is_sent_a_card_that_he_may_not_see(served, people, rounds)
        pages_without_a_table_hold_no_card(people)
        nothing_of_a_shuffle_leaves_the_house(served, people, rounds)
        cards_are_never_sent_as_numbers(people)
        the_search_finds_what_it_looks_for(served, people)
