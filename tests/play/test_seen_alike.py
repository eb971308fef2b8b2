"""Whoever stands for others when a page is made once for many sees exactly what each of them would."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.play.banked.view import seen_as, view
from croupier.play.viewer import Viewer
from croupier.rulebooks import load_banked
from croupier.rules.terms import Role
from tests.play.table_walk import PLAYERS
from tests.play.trouble_walk import trouble_walk
from tests.sitting import HOUSE_GAMES

ROLES = (Role.PLAYER, Role.DISPLAY, Role.DEALER, Role.PIT_SUPERVISOR)
EVERYBODY = [Viewer(role, player) for role in ROLES for player in (*PLAYERS, "stranger", "")]


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(HOUSE_GAMES), st.integers(0, 2**32 - 1))
def test_a_view_made_for_many_is_each_ones_own(name: str, seed: int) -> None:
    game = load_banked(name)
    shared = own = 0
    for step in trouble_walk(game, random.Random(seed), 80):
        made = {viewer: view(game, step.after, viewer) for viewer in EVERYBODY}
        for viewer, alone in made.items():
            stands = seen_as(step.after, viewer)
            assert view(game, step.after, stands) == alone, viewer
            shared += stands != viewer
            own += stands == viewer != Viewer(viewer.role)
    assert shared > own
