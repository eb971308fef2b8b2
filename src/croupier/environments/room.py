"""A table of the poker room, a round an episode, the Players one after the other."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from croupier.cards import UNKNOWN, parse_card
from croupier.library.playing import Act
from croupier.library.room import Room
from croupier.play.room.state import Phase

ACTIONS: Final = ("fold", "check or call", "least raise", "raise by the pot", "all in")
_HOLE, _BOARD = 2, 5


class RoomEnv(AECEnv[str, dict[str, Any], int]):
    """Players with equal stacks; an action is one of :data:`ACTIONS`, and the mask says which are allowed.

    An observation has own cards and board as numbers (52 for none), then stacks and bets of all seats and the pot, in
    Big Blinds. The reward comes when the round is over: what a Player has won, in Big Blinds, after the Rake.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "croupier_room_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, players: int = 2, big_blinds: int = 100, policy: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.render_mode = None
        self._policy = {"small_blind": 100, "minimum_stake": 200, "maximum_stake": 200 * big_blinds, **(policy or {})}
        self._stack = 200 * big_blinds
        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        width = _HOLE + _BOARD + 2 * players + 1
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(0.0, np.inf, (width,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, which all agents share."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, which all agents share."""
        return self._acted

    _acted: ClassVar[spaces.Discrete] = spaces.Discrete(len(ACTIONS))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a new table, post the Blinds and deal the cards."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.room = Room(policy=self._policy, seed=int(self._random.integers(2**62)))
        for seat, agent in enumerate(self.possible_agents, 1):
            self.room.act(f"{agent}: join {seat} {self._stack}")
        self.room.act("dealer: place your blind bets")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Act; one whose round is over says None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        chosen = self._offered(agent)[int(action or 0)]
        if chosen is None:
            raise ValueError(f"{agent} cannot {ACTIONS[int(action or 0)]} now: the mask says what is allowed")
        self.room.act(*chosen)
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a Player may see."""
        view = self.room.view(agent)
        own = next(seat for seat in view.seats if seat.player == agent)
        blind = view.signage.big_blind
        cards = [*_numbers(own.cards, _HOLE), *_numbers(view.community, _BOARD)]
        money = [seat.stack / blind for seat in view.seats] + [seat.bet / blind for seat in view.seats]
        pot = sum(one.amount for one in view.pots) / blind
        mask = np.zeros(len(ACTIONS), np.int8)
        if not self.terminations.get(agent, True) and agent == self.agent_selection:
            mask[[at for at, one in enumerate(self._offered(agent)) if one is not None]] = 1
        return {"observation": np.array([*cards, *money, pot], np.float32), "action_mask": mask}

    def _go_on(self) -> None:
        """Deal, turn and show until a Player is to act, or the round is over."""
        while True:
            ended = any(line.event == "RoundEnded" for line in self.room.go_on())
            view = self.room.view()
            if ended or view.turn is None:
                self._end()
                return
            agent = next(seat.player for seat in view.seats if seat.seat == view.turn)
            if view.phase is not Phase.SHOWDOWN:
                if not next(seat for seat in view.seats if seat.player == agent).looked:
                    self.room.act(f"{agent}: look {view.turn}")
                self.agent_selection = agent
                return
            self.room.act(f"{agent}: show {view.turn}")

    def _end(self) -> None:
        blind = self.room.view().signage.big_blind
        self.rewards = {agent: (self.room.stacks[agent] - self._stack) / blind for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _offered(self, agent: str) -> list[tuple[Act, int | None] | tuple[Act] | None]:
        """Return for each action the act that it stands for now, or None."""
        said = {one.form.split(maxsplit=2)[2]: one for one in self.room.legal(agent)}
        sized = said.get("raise {}") or said.get("bet {}")
        pot = sum(one.amount for one in self.room.view().pots)
        by_pot = None if sized is None else min(sized.most, sized.least + pot // sized.step * sized.step)
        return [
            _alone(said.get("fold")),
            _alone(said.get("check") or said.get("call")),
            None if sized is None else (sized, sized.least),
            None if sized is None else (sized, by_pot),
            _alone(said.get("all in")),
        ]


def _alone(act: Act | None) -> tuple[Act] | None:
    return None if act is None else (act,)


def _numbers(cards: tuple[str, ...], size: int) -> list[int]:
    known = [int(parse_card(card)) for card in cards]
    return known + [int(UNKNOWN)] * (size - len(known))
