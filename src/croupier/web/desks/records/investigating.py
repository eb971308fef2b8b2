"""``investigate`` from a page: whether what was dealt can be chance."""

from collections.abc import Iterator
from typing import Final

from croupier.floor.journal.store import Reading
from croupier.floor.running import Floor
from croupier.floor.tables.dealt import Dealt, all_dealt
from croupier.web.desks.records.background import Background
from croupier.web.live.wire.records import InvestigationPage, LookShown

SHOWN: Final = 40
"""How many looks a page lists, the most unusual first; whatever is outside of chance is among them or counted."""
_EVERY: Final = 10
"""Rounds between two rests."""


class Investigating(Background):
    """Runs one investigation at a time, for everybody who asks."""

    name = "investigation"

    def __init__(self, floor: Floor) -> None:
        super().__init__(floor)
        self.forget()

    def forget(self) -> None:
        """Nothing has been looked at."""
        self._rounds = self._left_out = self._too_few = self._looks = self._found = 0
        self._shown: tuple[LookShown, ...] = ()
        self._rate = ""

    def begin(self, by: str) -> InvestigationPage:
        """Start, unless one is under way."""
        self.start(by)
        return self.page()

    def page(self) -> InvestigationPage:
        """How far it has come; what it shows is told once it is complete."""
        return InvestigationPage(
            state=self.state,
            by=self.by,
            begun=self.begun,
            milliseconds=self.milliseconds,
            rounds=self._rounds,
            left_out=self._left_out,
            looks=self._looks,
            too_few=self._too_few,
            found=self._found,
            shown=self._shown,
            rate=self._rate,
            sentence=self.sentence,
        )

    def work(self, reading: Reading) -> None:
        """Look at every table, Dealer and Player."""
        from croupier.trials.investigating import investigate, once_in, sentence  # NumPy, for those who ask

        found = investigate(self._counted(all_dealt(reading)))
        self._left_out, self._too_few, self._looks = found.left_out, found.too_few, len(found.looks)
        self._rate, self._found = once_in(found.rate), len(found.found)
        self._shown = tuple(
            LookShown(
                one.kind,
                one.name,
                one.place,
                one.question,
                one.high,
                one.rounds,
                one.unknown,
                once_in(one.chance),
                once_in(one.among_all),
                one.found,
                sentence(one),
            )
            for one in found.looks[:SHOWN]
        )

    def _counted(self, rounds: Iterator[Dealt]) -> Iterator[Dealt]:
        for one in rounds:
            self._rounds += 1
            if self._rounds % _EVERY == 0:
                self.breathe()
            yield one
