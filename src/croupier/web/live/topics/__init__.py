"""What a page can watch. A topic says what concerns it, and makes the page that one person sees."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from croupier.floor.people.credentials import Session
from croupier.play.refusal import Reason, Refusal
from croupier.web.venue import Venue

Streams = set[str] | frozenset[str]


class Topic(Protocol):
    """Something to watch."""

    @property
    def name(self) -> str:
        """As the browser calls it."""
        ...

    @property
    def pause(self) -> float:
        """The least time between two pages, in seconds: none where somebody waits for an answer."""
        ...

    def concerns(self, streams: Streams, actors: frozenset[str], session: Session | None) -> bool:
        """Whether a change of these streams, by or about these people, changes the page."""
        ...

    def page(self, venue: Venue, session: Session) -> Any:
        """The page as it is now, for the one who watches."""
        ...

    def entered(self, venue: Venue, session: Session) -> None:
        """Somebody begins to watch."""
        ...

    def left(self, venue: Venue, session: Session) -> None:
        """Somebody watches no more."""
        ...


Finder = Callable[[Venue, Session, str], Topic | Refusal]


def find_topic(venue: Venue, session: Session, name: str) -> Topic | Refusal:
    """A topic by its name, for somebody who may watch it."""
    from croupier.web.live.topics import dealer, display, lobby, me, pit, tables

    finders: Final[Mapping[str, Finder]] = {
        "me": me.find,
        "lobby": lobby.find,
        "display": display.find,
        "table": tables.find,
        "dealer": dealer.find,
        "pit": pit.find,
    }
    kind, _, rest = name.partition(":")
    if kind not in finders:
        return Refusal(Reason.FACT, f"There is nothing called {name[:80]!r} to watch", ())
    return finders[kind](venue, session, rest)
