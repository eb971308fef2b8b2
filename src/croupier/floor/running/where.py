"""An index of the tables that a link or a Player concerns: an act's cost does not grow with the number of tables."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.state import Box

NOWHERE: frozenset[str] = frozenset()


class Where:
    """An index of the tables' streams.

    It finds the tables of a link, those of them with major awards that wait, and those where a Player has wagers in the
    round or the last.
    """

    def __init__(self, states: Iterable[tuple[str, object]]) -> None:
        self._links: dict[str, frozenset[str]] = {}
        self._claims: dict[str, frozenset[str]] = {}
        self._players: dict[str, frozenset[str]] = {}
        for stream, state in states:
            self.note(stream, None, state)

    def note(self, stream: str, before: object, after: object) -> None:
        """Note the new state of a stream. Sets are replaced, not changed: pages read them in another thread."""
        if type(after) is not BankedTable:
            return
        if before is None and after.info.link:
            self._links[after.info.link] = self.linked(after.info.link) | {stream}
        if after.info.claims:
            self._claims[after.info.link] = self.claiming(after.info.link) | {stream}
        elif stream in self.claiming(after.info.link):
            self._claims[after.info.link] -= {stream}
        gone, come = _changed(_boxes(before), _boxes(after))
        for player in come:
            if stream not in self.of(player):
                self._players[player] = self.of(player) | {stream}
        for player in gone - after.players if gone else ():  # a Player who has left one box may have wagers on another
            self._players[player] = self.of(player) - {stream}
            if not self._players[player]:
                del self._players[player]

    def linked(self, link: str) -> frozenset[str]:
        """Return the tables on a link."""
        return self._links.get(link, NOWHERE)

    def claiming(self, link: str) -> frozenset[str]:
        """Return the tables on a link where a major award waits."""
        return self._claims.get(link, NOWHERE)

    def of(self, player: str) -> frozenset[str]:
        """Return the tables where a Player has wagers, or had in the last round there."""
        return self._players.get(player, NOWHERE)


def newcomers(before: object, after: object) -> AbstractSet[str]:
    """Return the Players who may have come to a table with an act; all who have are among them."""
    return _changed(_boxes(before), _boxes(after))[1] if type(after) is BankedTable else NOWHERE


def _boxes(state: object) -> tuple[Box, ...]:
    """Return the boxes of a table's round; none for any other state."""
    return state.engine.round.boxes if type(state) is BankedTable and state.engine.round is not None else ()


def _changed(were: tuple[Box, ...], are: tuple[Box, ...]) -> tuple[AbstractSet[str], AbstractSet[str]]:
    """Return the Players who may have left and those who may have come: those on boxes whose wagers changed."""
    if were is are:
        return NOWHERE, NOWHERE
    both = min(len(were), len(are))
    others = [(was, now) for was, now in zip(were, are, strict=False) if was.wagers is not now.wagers]
    here = _wagering([was for was, _ in others] + [*were[both:]])
    there = _wagering([now for _, now in others] + [*are[both:]])
    return here - there, there - here


def _wagering(boxes: Iterable[Box]) -> AbstractSet[str]:
    return {share.player for box in boxes for wager in box.wagers for share in wager.shares}
