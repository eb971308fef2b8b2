"""``verify`` from a page: the verification of the whole record."""

from typing import Final

from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.verify.finding import Finding, Summary
from croupier.floor.verify.restating import Restating, totals
from croupier.floor.verify.verdict import Evidence, verdict
from croupier.floor.verify.verification import verify
from croupier.web.desks.records.background import Background
from croupier.web.wire.records import FindingShown, RestatedPage, VerifyPage
from croupier.web.witnesses import Witnesses

SHOWN: Final = 200
"""The most findings that a page lists; the others are counted."""


class Checking(Background):
    """A runner of one verification at a time, shared by all viewers."""

    name = "verification"

    def __init__(self, floor: Floor, witnesses: Witnesses | None = None) -> None:
        super().__init__(floor)
        self._witnesses = witnesses
        self.forget()

    def forget(self) -> None:
        """Reset the results before a verification."""
        self._summary, self._restating = Summary(), Restating()
        self._found: list[Finding] = []
        self._cosigned: tuple[Cosignature, ...] = ()

    def begin(self, by: str) -> VerifyPage:
        """Start a verification unless one is under way, and return its page."""
        self.start(by)
        return self.page()

    def page(self) -> VerifyPage:
        """Return the page with the progress and the findings so far."""
        one = self._summary
        evidence = Evidence(
            key=True, witnessed=self._cosigned, named=True, beside=self.floor.anchors is not None, inside=True
        )
        answer = verdict(one, evidence)
        return VerifyPage(
            state=self.state,
            by=self.by,
            begun=self.begun,
            milliseconds=self.milliseconds,
            total=one.total,
            entries=one.entries,
            streams=one.streams,
            events=one.events,
            rounds=one.rounds,
            postings=one.postings,
            accounts=one.accounts,
            decks=one.decks,
            opened=one.opened,
            findings=one.findings,
            shown=tuple(_shown(finding) for finding in tuple(self._found)),
            consistent=answer.consistent,
            authentic=answer.authentic,
            complete=answer.complete,
            not_looked_at=answer.not_looked_at,
            signed_by=answer.signed_by,
            restated=len(self._restating.rounds),
            undecided=len(self._restating.undecided),
            sentence=self.sentence,
        )

    def restated(self) -> RestatedPage:
        """Return the rounds found so far that today's rules decide differently."""
        rounds, undecided = tuple(self._restating.rounds), tuple(self._restating.undecided)
        return RestatedPage(self.state, self.begun, rounds, undecided, totals(rounds))

    def work(self, reading: Reading) -> None:
        """Verify the whole record, and list the findings as they appear."""
        if self._witnesses is not None:
            self._cosigned = self._witnesses.latest()
        told = verify(
            reading,
            keys=self.floor.keys,
            trusted=(Signer(one).public for one in (self.floor.keys.current, *self.floor.keys.older)),
            anchors=self.floor.anchors.read() if self.floor.anchors is not None else (),
            cosigned=self._cosigned,
            summary=self._summary,
            progress=lambda _: self.breathe(),
            restating=self._restating,
        )
        for finding in told:
            if len(self._found) < SHOWN:
                self._found.append(finding)


def _shown(finding: Finding) -> FindingShown:
    where = str(finding).removesuffix(f": {finding.wrong}")
    return FindingShown(finding.kind.value, where, finding.wrong)
