"""The witnesses of a house, which get each new head every few seconds and are asked for the last one at a start.

A house goes on while a witness is away, and says so; the commits since then are sent once the witness is back. The
cosignatures are kept beside the anchors, in ``floor.db.witness``.
"""

import asyncio
import http.client
import logging
import ssl
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError

import msgspec
from msgspec import Struct
from sqlalchemy import select

from croupier.floor.house.config import WitnessPlan
from croupier.floor.journal.anchors import Anchor, parted
from croupier.floor.journal.cosigning import MOST, Cosignature, Offer, append, cosignature, follows
from croupier.floor.journal.schema import journal, seals
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.signing import Seal, Signer
from croupier.floor.journal.store import Reading, Store, StoreError
from croupier.floor.running.floor import Floor

_log = logging.getLogger(__name__)
EVERY: Final = 10.0
"""The seconds between two heads: younger entries could be cut off unseen."""
LATE: Final = 60.0
"""The seconds without a cosignature for a commit after which a page and a monitor say so."""
_PATIENCE: Final = 5.0
"""The seconds to wait for an answer."""
_LONGEST: Final = 1_000_000


class WitnessError(StoreError):
    """A witness's refusal of a head, or its signature of another record: the message is a sentence for a person."""


class AwayError(Exception):
    """A failure to reach a witness: the message says why."""


class _Answer(Struct, frozen=True):
    """An answer of a witness."""

    line: str | None = None
    last: str | None = None
    refused: str = ""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirection: it could leave HTTPS."""


class Client:
    """A client of one witness."""

    def __init__(self, name: str, plan: WitnessPlan) -> None:
        self.name, self.plan = name, plan
        context = ssl.create_default_context(cafile=plan.ca or None)
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context), _NoRedirect
        )

    def last(self, house: str) -> Cosignature | None:
        """Return the last head of a House that the witness has signed. Raises :class:`AwayError`."""
        answer = self._ask(f"heads/{house}")
        return self._read(answer.last, house) if answer.last else None

    def offer(self, offer: Offer) -> Cosignature | tuple[str, Cosignature | None]:
        """Return the cosignature of an offer, or the reason of a refusal and the last head that the witness signed.

        Raises :class:`AwayError`.
        """
        answer = self._ask("heads", msgspec.json.encode(offer))
        if answer.line:
            made = self._read(answer.line, offer.house)
            if (made.position, made.head) != (offer.position, offer.head):
                raise AwayError("it has answered with another head than it was sent")
            return made
        return answer.refused or "it gave no reason", self._read(answer.last, "") if answer.last else None

    def _read(self, line: str, house: str) -> Cosignature:
        found = cosignature(line)
        if found is None or found.witness != self.plan.key or (house and found.house != house):
            raise AwayError(f"what it answers does not bear the signature of the witness {self.plan.key[:16]}…")
        return found

    def _ask(self, path: str, data: bytes | None = None) -> _Answer:
        asked = urllib.request.Request(
            f"{self.plan.url.rstrip('/')}/{path}", data, {"Content-Type": "application/json"}
        )
        try:
            try:
                with self._opener.open(asked, timeout=_PATIENCE) as answer:
                    content = answer.read(_LONGEST)
            except HTTPError as refused:
                with refused:
                    content = refused.read(_LONGEST)
            return msgspec.json.decode(content, type=_Answer)
        except (URLError, http.client.HTTPException, OSError, ValueError) as wrong:
            reason = wrong.reason if isinstance(wrong, URLError) else wrong
            raise AwayError(f"it does not answer: {' '.join(str(reason).split())[:200]}") from None


class Standing(Struct):
    """The standing of a house with one witness."""

    name: str
    key: str
    last: Cosignature | None = None
    wrong: str = ""
    """The reason why the witness has not signed the last head; empty if it has."""
    since: float = 0.0
    """The monotonic time at which the oldest commit without its signature was seen; 0 if there is none."""
    longest: float = 0.0
    """The longest that a commit has waited for its cosignature, in seconds."""

    @property
    def waited(self) -> float:
        """The seconds for which the oldest commit has waited."""
        return time.monotonic() - self.since if self.since else 0.0


class Witnesses:
    """The witnesses of one house, to whom heads are sent."""

    def __init__(self, floor: Floor, plans: dict[str, WitnessPlan], database: str) -> None:
        """Take the clients of the planned witnesses.

        ``database`` is the beginning of the names of the house's other files; empty for a house in memory.
        """
        self.floor, self.path = floor, Path(f"{database}.witness") if database else None
        self.clients = [Client(name, plan) for name, plan in plans.items()]
        self.standings = [Standing(one.name, one.plan.key) for one in self.clients]
        self._tasks: list[asyncio.Task[None]] = []
        self.every = EVERY

    def latest(self) -> tuple[Cosignature, ...]:
        """Return the last cosignature of each witness."""
        return tuple(one.last for one in self.standings if one.last is not None)

    def late(self) -> tuple[str, ...]:
        """Return sentences about the witnesses that have not signed for longer than a minute, or have refused."""
        return tuple(
            f"The witness {one.name} has not signed for {one.waited:.0f} seconds: {one.wrong or 'it is slow'}"
            for one in self.standings
            if one.waited > LATE or (one.wrong and one.last is None)
        )

    def behind(self) -> tuple[str, ...]:
        """Return sentences about the witnesses that have not signed the last entry.

        Entries that no witness has signed could vanish unseen.
        """
        last = self.floor.position
        return tuple(
            f"The witness {one.name} has signed up to entry {0 if one.last is None else one.last.position} of {last}"
            f"{f': {one.wrong}' if one.wrong else ''}"
            for one in self.standings
            if one.last is None or one.last.position < last
        )

    def waiting(self) -> float:
        """Return the seconds for which the oldest commit has waited for the slowest witness."""
        return max((one.waited for one in self.standings), default=0.0)

    def start(self) -> None:
        """Start a task for each witness: one that does not answer makes no other wait."""
        self._tasks = [asyncio.create_task(self._keep_sending(*one), name="witness") for one in self._each()]

    async def stop(self) -> None:
        """Stop the tasks, and send the last head."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(self._send, *one) for one in self._each() if self._tasks))

    def _each(self) -> Iterator[tuple[Client, Standing]]:
        return zip(self.clients, self.standings, strict=True)

    async def _keep_sending(self, client: Client, standing: Standing) -> None:
        noted = 0
        while True:
            for _ in range(10):
                await asyncio.sleep(self.every / 10)
                if self.floor.position != noted:
                    noted = self.floor.position
                    self._note(noted, standing)
            with suppress(StoreError):
                await asyncio.to_thread(self._send, client, standing)

    def _note(self, position: int, standing: Standing) -> None:
        """Note when a commit that a witness has not signed was first seen."""
        if not standing.since and (standing.last is None or standing.last.position < position):
            standing.since = time.monotonic()

    def send(self) -> None:
        """Send the last commits to each witness. Call it in a thread: a witness may be far away."""
        for client, standing in self._each():
            self._send(client, standing)

    def _send(self, client: Client, standing: Standing) -> None:
        begun, target = time.monotonic(), self.floor.position
        try:
            self._find(client, standing)
            while standing.last is None or standing.last.position < target:
                if not self._sent(client, standing):
                    break
        except (AwayError, StoreError) as wrong:
            if not standing.wrong:
                _log.warning("witness %s: %s", client.name, wrong)
            standing.wrong = str(wrong)
        else:
            if standing.since:
                standing.longest = max(standing.longest, time.monotonic() - standing.since)
                newer = standing.last is not None and standing.last.position < self.floor.position
                standing.since = begun if newer else 0.0
            standing.wrong = ""

    def _find(self, client: Client, standing: Standing) -> None:
        """Ask a witness, after a start, for the last head that it has signed."""
        for key in (self.floor.keys.current, *self.floor.keys.older) if standing.last is None else ():
            last = client.last(Signer(key).public)
            if last is not None:
                self._seen(client, standing, last)
                return

    def _seen(self, client: Client, standing: Standing, last: Cosignature) -> None:
        with self.floor.store.reading() as reading:
            check_seen(reading, client, last)
        standing.last = last

    def _sent(self, client: Client, standing: Standing) -> bool:
        """Send one head; return whether there may be more. Raises :class:`AwayError` or :class:`WitnessError`."""
        with self.floor.store.reading() as reading:
            offer = _offer(reading, standing.last, self.floor.keys)
        if offer is None:
            return False
        done = client.offer(offer)
        if isinstance(done, Cosignature):
            standing.last = done
            if self.path is not None:
                append(self.path, str(done))
            return True
        refused, last = done
        before = 0 if standing.last is None else standing.last.position
        if last is None or last.position <= before:
            raise WitnessError(f"it refuses: {refused}")
        self._seen(client, standing, last)  # another server of this house has sent later heads
        return True


def _offer(reading: Reading, last: Cosignature | None, keys: KeyRing) -> Offer | None:
    """Return the next head for a witness; None if it has signed the last one."""
    after = 0 if last is None else last.position
    seal = reading.seal()
    if seal is None or seal.position <= after:
        return None
    hashes: tuple[str, ...] = ()
    if last is not None:
        if seal.position - after > MOST:
            asked = select(seals).where(seals.c.position <= after + MOST).order_by(seals.c.position.desc()).limit(1)
            row = reading.connection.execute(asked).one()
            seal = Seal(*row)
        between = (journal.c.position > after) & (journal.c.position <= seal.position)
        found = select(journal.c.hash).where(between).order_by(journal.c.position)
        hashes = tuple(reading.connection.execute(found).scalars())
    old = next((one for one in keys.older if last is not None and Signer(one).public == last.house != seal.key), None)
    before, signature = ("", "") if old is None else (Signer(old).public, follows(Signer(old), seal.key))
    return Offer(seal.position, seal.first, seal.head, seal.key, seal.signature.hex(), after, hashes, before, signature)


def check_seen(reading: Reading, client: Client, last: Cosignature) -> None:
    """Raise :class:`WitnessError` if a record is not the one that a witness has signed."""
    anchor = Anchor(last.at, last.position, last.head, last.house, last.house_signature, last.first)
    if told := parted(reading, anchor):
        raise WitnessError(
            f"the record is not the one that the witness {client.name} has signed: {told}. Bring the right database "
            f"back; if the House goes on from a copy all the same, whoever runs the witness lets it begin anew: "
            f"croupier witness --anew {last.house}"
        )


def check_witnessed(store: Store, keys: KeyRing, plans: dict[str, WitnessPlan]) -> Sequence[str]:
    """Compare a record with its witnesses before the house opens. Return sentences about those that could not be asked.

    Raises :class:`WitnessError` if one of them has signed another record.
    """
    notices = []
    for name, plan in plans.items():
        client = Client(name, plan)
        try:
            for key in (keys.current, *keys.older):
                last = client.last(Signer(key).public)
                if last is not None:
                    with store.reading() as reading:
                        check_seen(reading, client, last)
                    break
        except AwayError as wrong:
            notices.append(f"the witness {name} could not be asked: {wrong}")
    return notices
