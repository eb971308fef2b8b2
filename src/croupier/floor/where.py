"""Which tables something concerns, kept by name, so that an act does not cost more where a house has more tables."""

from collections.abc import Iterable
from typing import Any

from croupier.floor.tables.kinds import BankedTable

NOWHERE: frozenset[str] = frozenset()


class Where:
    """The streams of the tables on each link, of those of them with major awards that wait, and of those where each
    Player has wagers in the round or the last."""

    def __init__(self, states: Iterable[tuple[str, Any]]) -> None:
        self._links: dict[str, frozenset[str]] = {}
        self._claims: dict[str, frozenset[str]] = {}
        self._players: dict[str, frozenset[str]] = {}
        for stream, state in states:
            self.note(stream, None, state)

    def note(self, stream: str, before: Any, after: Any) -> None:
        """What was committed of a stream. Sets are replaced, not changed: pages read them in another thread."""
        if not isinstance(after, BankedTable):
            return
        if before is None and after.info.link:
            self._links[after.info.link] = self.linked(after.info.link) | {stream}
        if after.info.claims:
            self._claims[after.info.link] = self.claiming(after.info.link) | {stream}
        elif stream in self.claiming(after.info.link):
            self._claims[after.info.link] -= {stream}
        if isinstance(before, BankedTable) and before.engine.round is after.engine.round:
            return
        here, now = before.players if isinstance(before, BankedTable) else NOWHERE, after.players
        for player in here - now:
            self._players[player] = self.of(player) - {stream}
            if not self._players[player]:
                del self._players[player]
        for player in now - here:
            self._players[player] = self.of(player) | {stream}

    def linked(self, link: str) -> frozenset[str]:
        """The tables on a link."""
        return self._links.get(link, NOWHERE)

    def claiming(self, link: str) -> frozenset[str]:
        """Those of them where a major award waits."""
        return self._claims.get(link, NOWHERE)

    def of(self, player: str) -> frozenset[str]:
        """The tables where a Player has wagers, or had in the last round there."""
        return self._players.get(player, NOWHERE)
