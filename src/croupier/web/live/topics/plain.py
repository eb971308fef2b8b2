"""What most topics have in common."""

from croupier.floor.people.credentials import Session
from croupier.web.live.topics import Streams
from croupier.web.venue import Venue


class PlainTopic:
    """A topic that concerns whole kinds of streams, and does not care who watches."""

    kinds: tuple[str, ...] = ()
    pause = 0.25

    def __init__(self, name: str) -> None:
        self.name = name

    def concerns(self, streams: Streams, actors: frozenset[str], session: Session | None) -> bool:
        """Any stream of its kinds."""
        return any(stream.startswith(self.kinds) for stream in streams)

    def entered(self, venue: Venue, session: Session) -> None:
        """Somebody begins to watch."""
        venue.presence.entered("", None)

    def left(self, venue: Venue, session: Session) -> None:
        """Somebody watches no more."""
        venue.presence.left("", None)
