"""The check of the signatures under commits against the entries that they cover."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import Connection

from croupier.floor.journal import codec
from croupier.floor.journal.anchors import Anchor, parted
from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.schema import seals
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.signing import NO_HEAD, Seal, Signer, chained
from croupier.floor.journal.store import Reading
from croupier.floor.values.clock import STREAM as CLOCK
from croupier.floor.values.record import STREAM as RECORD
from croupier.floor.values.record import RecordCountersigned, RecordState, ReplaceKey
from croupier.floor.verify.checkpoints import Content
from croupier.floor.verify.finding import Finding, Kind, Summary, found, plain
from croupier.floor.verify.rows import Row, right_types, rows, wrong_types


class Seals:
    """The check of signatures and of the chain over all streams, along the entries in the order of writing.

    ``trusted`` are the public keys of the House. Without any, a signature only has to be that of the key which it
    names: a forger who signs everything again with a key of their own is detected by the House's key, or by an anchor.

    A key that replaces another is trusted once a trusted key has signed the commit that records the replacement. The
    key that replaces a lost one has no signature but its own, and is trusted only if the caller names it. A trusted key
    vouches for those before it, since its signatures cover all that they have signed.
    """

    def __init__(
        self,
        connection: Connection,
        trusted: frozenset[str],
        summary: Summary,
        since: Content | None = None,
        keys: KeyRing | None = None,
        kept: frozenset[int] = frozenset(),
    ) -> None:
        """Begin at the checkpoint ``since``, the end of a signed commit, or before the first entry.

        ``kept`` are the positions whose heads are also known from outside the database.
        """
        self.trusted, self.summary, self._kept = trusted, summary, kept
        self.heads: dict[int, str] = {}
        """The head that the entries lead to, by each position in ``kept``."""
        signers = () if keys is None else (Signer(one) for one in (keys.current, *keys.older))
        self._signers = {one.public: one for one in signers}
        self._rows = rows(connection, seals, seals.c.position)
        self._head, self._signed, self._clock = NO_HEAD, 0, 0
        self._replacing: list[ReplaceKey] = []
        """The replacements of keys that were recorded in the commit that has not ended yet."""
        self._before: dict[str, str] = {}
        """The key that signed for a replacement, by the new key."""
        self._strange: dict[str, int] = {}
        """The end of the first commit of each key that is not trusted, by key."""
        if since is not None:
            self._rows = rows(connection, seals, seals.c.position, after=seals.c.position > since.position)
            self._head, self._signed = since.head, since.position
        self._next: Row = None
        self._step()

    @property
    def reached(self) -> tuple[int, str]:
        """The last entry that is signed, and the head so far."""
        return self._signed, self._head

    def _step(self) -> None:
        self._next = next(self._rows, None)

    def take(self, row: Row) -> Iterator[Finding]:
        """Check the signatures up to an entry, which is given as its raw row."""
        position = row.position
        if type(position) is not int or type(row.hash) is not str:
            return  # the walk reports the wrong type
        self._head = chained(self._head, (row.hash,))
        if position in self._kept:
            self.heads[position] = self._head
        if row.stream == CLOCK and not self._clock:
            self._clock = position
        if row.stream == RECORD:
            self._replaced(row)
        while self._next is not None and (type(self._next.position) is not int or self._next.position < position):
            yield from self._unfit()
        if self._next is not None and self._next.position == position:
            yield from self._sealed()

    def _replaced(self, row: Row) -> None:
        """Collect the replacements of keys that two people have signed in an entry."""
        with suppress(msgspec.DecodeError, UnicodeError, TypeError):
            for event in codec.read_events(RECORD, row.schema, row.events):
                if isinstance(event, RecordCountersigned) and isinstance(event.what, ReplaceKey):
                    self._replacing.append(event.what)
                    self.summary.lost += event.what.lost

    def _sealed(self) -> Iterator[Finding]:
        row = self._next
        self._step()
        if not right_types("seals", row):
            yield from wrong_types("seals", row)
            return
        seal = Seal(*row)
        told = self._wrong(seal)
        if told:
            yield found(Kind.SEAL, "seals", told, version=seal.position)
        elif self.trusted:
            self._weigh(seal)
        self._replacing = []
        if not self._signed:
            self.summary.unsigned = seal.first - 1
        self._signed = seal.position
        self.summary.seals += 1
        if seal.key not in self.summary.keys:
            self.summary.keys = (*self.summary.keys, seal.key)

    def _weigh(self, seal: Seal) -> None:
        """Update the trusted and the untrusted keys by a signature, forwards and backwards along the replacements."""
        believed = seal.key in self.trusted
        if not believed:
            self._strange.setdefault(seal.key, seal.position)
        for one in self._replacing:
            if one.lost:
                self._strange = {} if believed else self._strange
                continue
            self._before[one.key] = seal.key
            if believed:
                self.trusted |= {one.key}
            elif one.key in self.trusted:
                before: str | None = seal.key
                while before is not None:
                    self._strange.pop(before, None)
                    before = self._before.pop(before, None)

    def strangers(self) -> Iterator[Finding]:
        """Report each key that signed and is not the House's, once."""
        for key, position in self._strange.items():
            wrong = f"it is signed with the key {key[:16]}…, which is not the House's"
            yield found(Kind.SEAL, "seals", wrong, version=position)

    def _wrong(self, seal: Seal) -> str:
        if not self._genuine(seal):
            return "the signature is not that of the key which it names, or it is under something else"
        if seal.head != self._head:
            return "what is signed is not what stands in the journal up to there"
        if self._signed and seal.first != self._signed + 1:
            return f"entries {self._signed + 1} to {seal.first - 1} are between two signatures and under none"
        return ""

    def _genuine(self, seal: Seal) -> bool:
        """Return whether a signature is that of the key which it names.

        If that key is at hand, it signs again and the two are compared, which takes a third of the time: Ed25519 gives
        the same signature each time.
        """
        signer = self._signers.get(seal.key)
        if signer is not None and signer.seal(seal.first, seal.position, seal.head) == seal:
            return True
        return seal.genuine

    def _unfit(self) -> Iterator[Finding]:
        wrong = f"position {plain(self._next.position)} has a signature and no entry that it could end with"
        yield found(Kind.SEAL, "seals", wrong, version=self._next.position)
        self._step()

    def close(self, last: int) -> Iterator[Finding]:
        """Report untrusted keys, signatures without their entries, and entries without a signature."""
        yield from self.strangers()
        beyond = 0
        while self._next is not None:
            if type(self._next.position) is int and self._next.position > last:
                beyond = self._next.position
                self._step()
            else:
                yield from self._unfit()
        if beyond:
            wrong = f"the House has signed up to entry {beyond}, and the journal ends with {last}: its tail was cut"
            yield found(Kind.HEAD, "journal", wrong, field="position")
        if self._signed < last and (self._signed or self._clock):
            begun = self._signed + 1 if self._signed else self._clock
            wrong = f"entries {begun} to {last} bear no signature of the House"
            yield found(Kind.SEAL, "journal", wrong, field="position")
        elif not self._signed:
            self.summary.unsigned = last


def witnessed(
    reading: Reading, cosigned: Sequence[Cosignature], keys: Sequence[str], heads: Mapping[int, str]
) -> Iterator[Finding]:
    """Report the last heads of witnesses that are not in this journal.

    ``keys`` are those that signed the journal; ``heads`` are the heads that its entries lead to, by position.
    """
    own = [one for one in cosigned if one.house in keys]
    if cosigned and not own:
        wrong = "the witness has signed no head of a House whose key signed this journal"
        yield found(Kind.HEAD, "journal", wrong, field="position")
    for one in own:
        anchor = Anchor(one.at, one.position, one.head, one.house, one.house_signature, one.first)
        told = parted(reading, anchor, heads.get(one.position, ""))
        if told:
            wrong = f"the witness {one.witness[:16]}… has signed another journal: {told}"
            yield found(Kind.HEAD, "journal", wrong, field="position")


def anchored(
    reading: Reading, anchors: Sequence[Anchor], record: RecordState | None, heads: Mapping[int, str]
) -> Iterator[Finding]:
    """Report anchors of another journal than this one.

    An anchor and those before it are skipped if two people have accepted the loss of the entries that it names.
    """
    given_up = False
    for anchor in reversed(anchors):
        given_up = given_up or (record is not None and record.accepted(anchor.position, anchor.head))
        told = "" if given_up else parted(reading, anchor, heads.get(anchor.position, ""))
        if told:
            yield found(Kind.HEAD, "journal", f"an anchor was cast on another journal: {told}", field="position")
