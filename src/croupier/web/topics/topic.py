"""Topics that a page can watch. A topic knows the changes that concern it, and makes the page that one person sees."""

from typing import Any, Protocol

from croupier.floor.house.credentials import Session
from croupier.web.venue import Venue

Streams = set[str] | frozenset[str]


def wallet_of(account: str) -> str:
    """Return the key under which pages that show an account's wallet are watched.

    A house has as many such pages as are open, and an act moves few wallets.
    """
    return f"wallet:{account}"


class Topic(Protocol):
    """A topic to watch."""

    @property
    def name(self) -> str:
        """The name that the browser uses."""
        ...

    @property
    def pause(self) -> float:
        """The least time between two pages, in seconds: zero if a person waits for an answer."""
        ...

    @property
    def keys(self) -> frozenset[str]:
        """The streams whose changes may concern the topic, or kinds of them such as ``table:``, and wallets.

        ``concerns`` is called for no others.
        """
        ...

    def concerns(self, streams: Streams) -> bool:
        """Return whether a change of these streams and wallets changes the page."""
        ...

    def page(self, venue: Venue, session: Session) -> Any:
        """Return the page as it is now, for the person who watches."""
        ...

    def entered(self, venue: Venue, session: Session) -> None:
        """Publish that a person begins to watch."""
        ...

    def left(self, venue: Venue, session: Session) -> None:
        """Publish that a person stops watching."""
        ...


class PlainTopic:
    """A topic about whole kinds of streams, for which it does not matter who watches."""

    kinds: tuple[str, ...] = ()
    pause = 0.25

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def keys(self) -> frozenset[str]:
        """The kinds of streams of the topic."""
        return frozenset(self.kinds)

    def concerns(self, streams: Streams) -> bool:
        """Return whether one of the streams is of the topic's kinds."""
        return any(stream.startswith(self.kinds) for stream in streams)

    def entered(self, venue: Venue, session: Session) -> None:
        """Publish that a person begins to watch."""
        venue.presence.entered("", None)

    def left(self, venue: Venue, session: Session) -> None:
        """Publish that a person stops watching."""
        venue.presence.left("", None)
