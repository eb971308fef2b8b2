"""``investigate`` from a page: tests whether the cards that were dealt can be chance."""

from collections.abc import Iterator
from typing import Final

from croupier.floor.journal.store import Reading
from croupier.floor.reading.dealt import Dealt, all_dealt
from croupier.floor.running.floor import Floor
from croupier.web.desks.records.background import Background
from croupier.web.wire.records import InvestigationPage, LookShown

SHOWN: Final = 40
"""The most looks that a page lists, the most unusual first. The looks that are outside of chance are all counted."""
_EVERY: Final = 10
"""The number of rounds between two rests."""


class Investigating(Background):
    """A runner of one investigation at a time, shared by all viewers."""

    name = "investigation"

    def __init__(self, floor: Floor) -> None:
        super().__init__(floor)
        self.forget()

    def forget(self) -> None:
        """Reset the results before an investigation."""
        self._rounds = self._left_out = self._too_few = self._looks = self._found = 0
        self._shown: tuple[LookShown, ...] = ()
        self._rate = ""

    def begin(self, by: str) -> InvestigationPage:
        """Start an investigation unless one is under way, and return its page."""
        self.start(by)
        return self.page()

    def page(self) -> InvestigationPage:
        """Return the page with the progress; its results appear once the investigation is complete."""
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
        """Investigate every table, Dealer and Player."""
        from croupier.trials.investigating import investigate, once_in, sentence  # imports NumPy, which is slow

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
