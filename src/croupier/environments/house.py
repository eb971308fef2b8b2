"""A game against the House, a round an episode."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards import UNKNOWN, parse_card
from croupier.library.games import Game, game_of
from croupier.library.playing import Act
from croupier.library.table import Table
from croupier.play.banked.flow import board_size, hand_size
from croupier.rulebooks import as_banked
from croupier.rules.terms import Decide, Decision

Seen = dict[str, Any]
PLAYER = "p1"
_FREE = {Decision.FOLD, Decision.CHECK}


class HouseEnv(gymnasium.Env[Seen, np.int64]):
    """One box with the least Ante. An action is the number of a choice: 0 folds or checks.

    An observation has the cards that the Player may see, as numbers, 52 for one that is face down or still to come, and
    how many decisions have been taken. The reward comes with the last one: what the round has won, in Antes.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (declared so by Gymnasium)

    def __init__(self, game: Game | str = "rws-casino-stud", policy: Mapping[str, Any] | None = None) -> None:
        self.game = game_of(game)
        self._policy = policy
        rules = as_banked(self.game.rules)
        dealing = self.table_of(None).state.policy.dealing
        steps = [step for step in rules.rounds[dealing] if isinstance(step, Decide)]
        self.decisions = len(steps)
        held = hand_size(rules, dealing)
        self._sizes = {"hand": held, "dealer": held, "board": board_size(rules, dealing)}
        cards = {name: spaces.MultiDiscrete([UNKNOWN + 1] * size) for name, size in self._sizes.items() if size}
        self.observation_space = spaces.Dict({**cards, "decisions": spaces.Discrete(self.decisions + 1)})
        self.action_space = spaces.Discrete(max(len(step.choices) for step in steps))
        self.table = self.table_of(None)
        self._offered: tuple[object, tuple[Act, ...]] = (None, ())

    def table_of(self, seed: int | None) -> Table:
        """Open a table of this game, under this policy."""
        return Table(self.game, self._policy, seed=seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Open a new table, deal, and look at the Player's cards."""
        super().reset(seed=seed)
        self.table = self.table_of(int(self.np_random.integers(2**62)))
        self.table.act("dealer: place your bets")
        self.table.act(next(one for one in self.table.legal(PLAYER) if one.form == f"{PLAYER}: 1 ante {{}}"))
        self.table.act("dealer: no more bets")
        self.table.go_on()
        self.table.act(f"{PLAYER}: look 1")
        self._ante = self.table.view().boxes[0].wagers[0].amount
        return self._seen(), self._told()

    def choices(self) -> tuple[Act, ...]:
        """Return what the Player may decide now, with the free choice first.

        The documents name it first or last.
        """
        state = self.table.state
        if self._offered[0] is not state:  # agents and callers ask several times at a decision
            offered = [one for one in self.table.legal(PLAYER) if word_of(one) != "look"]
            self._offered = state, tuple(sorted(offered, key=lambda one: word_of(one) not in _FREE))
        return self._offered[1]

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Decide; an action beyond the choices of this decision is the last of them."""
        offered = self.choices()
        self.table.act(offered[min(int(action), len(offered) - 1)])
        self.table.go_on()
        settled = self.table.settlement
        reward = settled.net(PLAYER) / self._ante if settled is not None else 0.0
        return self._seen(), reward, settled is not None, False, self._told()

    def _seen(self) -> Seen:
        view = self.table.view(PLAYER)
        lying = {"hand": view.boxes[0].cards, "dealer": view.dealer, "board": view.community}
        seen: Seen = {name: _numbers(lying[name], size) for name, size in self._sizes.items() if size}
        return {**seen, "decisions": np.int64(len(view.boxes[0].decisions))}

    def _told(self) -> dict[str, Any]:
        mask = np.zeros(int(self.action_space.n), np.int8)  # type: ignore[attr-defined]
        mask[: len(self.choices())] = 1
        return {"action_mask": mask, "choices": [one.form for one in self.choices()]}


def word_of(choice: Act) -> str:
    """Return the decision of an act, in a word."""
    return choice.form.split()[1]


def _numbers(cards: tuple[str, ...], size: int) -> NDArray[np.int64]:
    known = [int(parse_card(card)) for card in cards]
    return np.array(known + [int(UNKNOWN)] * (size - len(known)), np.int64)
