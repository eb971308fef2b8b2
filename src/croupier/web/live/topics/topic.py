"""What a page can watch. A topic knows what concerns it, and makes the page that one person sees."""

from typing import Any, Protocol

from croupier.floor.people.credentials import Session
from croupier.web.venue import Venue

Streams = set[str] | frozenset[str]


def wallet_of(account: str) -> str:
    """What a page watches by that shows somebody's wallet, wherever it is moved: a house has as many such pages as are
    open, and an act moves few wallets."""
    return f"wallet:{account}"


class Topic(Protocol):
    """Something to watch."""

    @property
    def name(self) -> str:
        """The name that the browser uses."""
        ...

    @property
    def pause(self) -> float:
        """The least time between two pages, in seconds: zero if somebody waits for an answer."""
        ...

    @property
    def keys(self) -> frozenset[str]:
        """The streams whose changes may concern it, or kinds of them such as ``table:``, and wallets; it is asked of no
        others."""
        ...

    def concerns(self, streams: Streams) -> bool:
        """Whether a change of these streams and wallets changes the page."""
        ...

    def page(self, venue: Venue, session: Session) -> Any:
        """The page as it is now, for the one who watches."""
        ...

    def entered(self, venue: Venue, session: Session) -> None:
        """Somebody begins to watch."""
        ...

    def left(self, venue: Venue, session: Session) -> None:
        """Somebody stops watching."""
        ...


class PlainTopic:
    """A topic about whole kinds of streams, for which it does not matter who watches."""

    kinds: tuple[str, ...] = ()
    pause = 0.25

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def keys(self) -> frozenset[str]:
        """Its kinds."""
        return frozenset(self.kinds)

    def concerns(self, streams: Streams) -> bool:
        """Whether a stream is of one of its kinds."""
        return any(stream.startswith(self.kinds) for stream in streams)

    def entered(self, venue: Venue, session: Session) -> None:
        """Somebody begins to watch."""
        venue.presence.entered("", None)

    def left(self, venue: Venue, session: Session) -> None:
        """Somebody stops watching."""
        venue.presence.left("", None)
