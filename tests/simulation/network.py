"""Between people and the floor: requests with keys on their way, answers that were heard, and those that were not."""

from random import Random

from msgspec.structs import replace

from croupier.floor.requests import Accepted, Reply, Request


class Network:
    """Every message of a history."""

    def __init__(self) -> None:
        self.sent = 0
        self.under_way: list[Request] = []
        """Asked, and not arrived."""
        self.unanswered: list[Request] = []
        """Asked, and no answer was heard: it may have happened or not."""
        self.acknowledged: dict[tuple[str, str], int] = {}
        """What somebody was told is so, by stream and key: the version of the entry."""
        self.answered: list[tuple[Request, Reply]] = []
        """The last requests with the answers that were heard, newest last."""

    def keyed(self, request: Request) -> Request:
        """A request with a key of its own, which every copy of it has."""
        self.sent += 1
        return replace(request, key=f"key-{self.sent}")

    def delay(self, request: Request) -> None:
        """It is on its way."""
        self.under_way.append(request)

    def arrived(self, rng: Random) -> list[Request]:
        """Some of what is on its way, in any order."""
        count = rng.randint(1, 3)
        rng.shuffle(self.under_way)
        some, self.under_way = self.under_way[:count], self.under_way[count:]
        return some

    def unheard(self, requests: list[Request]) -> None:
        """No answer came back."""
        known = {one.key for one in self.unanswered}
        self.unanswered += [one for one in requests if one.key not in known]

    def heard(self, request: Request, reply: Reply) -> None:
        """An answer came back. Raises AssertionError if it contradicts an earlier one."""
        name = (request.stream, request.key)
        self.unanswered = [one for one in self.unanswered if one.key != request.key]
        if isinstance(reply, Accepted):
            before = self.acknowledged.get(name)
            assert before in (None, reply.version), f"{request.key} was entry {before}, and is now {reply.version}"
            assert reply.repeated or before is None, f"{request.key} was accepted a second time"
            self.acknowledged[name] = reply.version
        else:
            assert name not in self.acknowledged, f"{request.key} was accepted, and is now refused: {reply.sentence}"
        self.answered = [*self.answered[-20:], (request, reply)]
