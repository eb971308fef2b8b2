"""Whoever stands for others when a page is made once for many sees exactly what each of them would."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.play.banked.view import KnownBoxes, seen_as, view
from croupier.play.room import view as room
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked, load_room
from croupier.rules.terms import Role
from tests.play import room_walk
from tests.play.table_walk import PLAYERS
from tests.play.trouble_walk import trouble_walk
from tests.sitting import HOUSE_GAMES

ROLES = (Role.PLAYER, Role.DISPLAY, Role.DEALER, Role.PIT_SUPERVISOR)
EVERYBODY = [Viewer(role, player) for role in ROLES for player in (*PLAYERS, "stranger", "")]


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(HOUSE_GAMES), st.integers(0, 2**32 - 1))
def test_a_view_made_for_many_is_each_ones_own(name: str, seed: int) -> None:
    game = load_banked(name)
    shared, own, known = 0, 0, KnownBoxes()
    for step in trouble_walk(game, random.Random(seed), 80):
        made = {viewer: view(game, step.after, viewer) for viewer in EVERYBODY}
        for viewer, alone in made.items():
            stands = seen_as(step.after, viewer)
            assert view(game, step.after, stands) == view(game, step.after, stands, known) == alone, viewer
            shared += stands != viewer
            own += stands == viewer != Viewer(viewer.role)
    assert shared > own


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_so_is_one_of_the_poker_room(seed: int) -> None:
    game = load_room("rws-poker")
    for step in room_walk.walk(game, random.Random(seed), 90):
        table = step.after
        players = {seat.player for seat in table.seats} | {"stranger", ""}
        for viewer in [Viewer(role, player) for role in ROLES for player in players]:
            stands = room.seen_as(table, viewer)
            assert room.room_view(game, table, stands) == room.room_view(game, table, viewer), viewer
