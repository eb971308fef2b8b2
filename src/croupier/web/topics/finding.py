"""The search for a topic by the name that the browser uses."""

from collections.abc import Callable, Mapping
from typing import Final

from croupier.floor.house.credentials import Session
from croupier.play.refusal import Reason, Refusal
from croupier.web.acting.sessions import beyond_console
from croupier.web.topics import books, cage, dealer, display, lobby, me, pit, tables
from croupier.web.topics.topic import Topic
from croupier.web.venue import Venue

Finder = Callable[[Venue, Session, str], Topic | Refusal]

_FINDERS: Final[Mapping[str, Finder]] = {
    "me": me.find,
    "lobby": lobby.find,
    "display": display.find,
    "table": tables.find,
    "dealer": dealer.find,
    "pit": pit.find,
    "books": books.find,
    "cage": cage.find,
}


def find_topic(venue: Venue, session: Session, name: str) -> Topic | Refusal:
    """Return the topic of a name, or the refusal of a person who may not watch it."""
    kind, _, rest = name.partition(":")
    if session.console and name != "me" and (rest != session.console or kind not in {"dealer", "table"}):
        return beyond_console(session)
    if kind not in _FINDERS:
        return Refusal(Reason.FACT, f"There is nothing called {name[:80]!r} to watch", ())
    return _FINDERS[kind](venue, session, rest)
