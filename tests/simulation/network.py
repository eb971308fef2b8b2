"""Between people and the floor: acts with keys on their way, answers that were heard, and those that were not.

An act is one request or several that happen together or not at all.
"""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from croupier.floor.values.requests import Accepted, Outcome, Rejected, Request

Act = tuple[Request, ...]


class Network:
    """Every message of a history."""

    def __init__(self) -> None:
        self.sent = 0
        self.under_way: list[Act] = []
        """Asked, and not arrived."""
        self.unanswered: list[Act] = []
        """Asked, and no answer was heard: it may have happened or not."""
        self.acknowledged: dict[tuple[str, str], int] = {}
        """What somebody was told is so, by stream and key: the version of the entry."""
        self.answered: list[Act] = []
        """The last acts whose answers were heard, newest last."""
        self.several: list[list[tuple[str, str]]] = []
        """The acts of several requests, by stream and key."""

    def keyed(self, *requests: Request) -> Act:
        """An act whose requests have keys of their own, which every copy of it has."""
        self.sent += 1
        keys = [f"key-{self.sent}"] if len(requests) == 1 else [f"key-{self.sent}.{at}" for at in range(len(requests))]
        act = tuple(replace(one, key=key) for one, key in zip(requests, keys, strict=True))
        if len(act) > 1:
            self.several.append([(one.stream, one.key) for one in act])
        return act

    def delay(self, act: Act) -> None:
        """It is on its way."""
        self.under_way.append(act)

    def arrived(self, rng: Random) -> list[Act]:
        """Some of what is on its way, in any order."""
        count = rng.randint(1, 3)
        rng.shuffle(self.under_way)
        some, self.under_way = self.under_way[:count], self.under_way[count:]
        return some

    def unheard(self, acts: Iterable[Act]) -> None:
        """No answer came back."""
        self.unanswered += [act for act in acts if act not in self.unanswered]

    def heard(self, act: Act, outcome: Outcome) -> None:
        """An answer came back. Raises AssertionError if it contradicts an earlier one."""
        self.unanswered = [one for one in self.unanswered if one != act]
        self.answered = [*self.answered[-20:], act]
        if isinstance(outcome, Rejected):
            known = [one.key for one in act if (one.stream, one.key) in self.acknowledged]
            assert not known, f"{known[0]} was accepted, and is now refused: {outcome.refusal.sentence}"
            return
        for request, reply in zip(act, outcome, strict=True):
            self._accepted(request, reply)

    def _accepted(self, request: Request, reply: Accepted) -> None:
        name = (request.stream, request.key)
        before = self.acknowledged.get(name)
        assert before in (None, reply.version), f"{request.key} was entry {before}, and is now {reply.version}"
        assert reply.repeated or before is None, f"{request.key} was accepted a second time"
        self.acknowledged[name] = reply.version
