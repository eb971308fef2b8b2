"""The live sockets: one for each page that is open, and the topics that it watches.

A page is sent whole, in its state at the moment of sending; only a jackpot's meter that moves on a page where nothing
else happens is sent alone. A change only marks a page as due, so a slow browser gets fewer pages but never old ones,
and no messages pile up for it. Each socket has one writer, so that an answer and the page that shows its effect never
overtake each other.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from msgspec import Struct

from croupier.floor.deciding.played import moved
from croupier.floor.house.credentials import Session
from croupier.floor.journal.store import DoubtError, StoreError
from croupier.floor.values.entries import Written
from croupier.floor.values.house import HouseState
from croupier.floor.values.links import MeterMoved
from croupier.floor.values.ports import Notice
from croupier.money import Cents
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.acting.acts import LONGEST_KEY, act
from croupier.web.acting.sessions import end_barred, still_enters
from croupier.web.http.answers import LOST
from croupier.web.topics.finding import find_topic
from croupier.web.topics.pit import PitTopic
from croupier.web.topics.tables import Metered, TablePage, TableTopic
from croupier.web.topics.topic import Topic, wallet_of
from croupier.web.venue import Venue
from croupier.web.views.reveals import Whom
from croupier.web.wire import Answer, Do, Ended, Hint, Leave, MeterMessage, PageMessage, Ping, Said, Watch

MOST_TOPICS: Final = 40
MOST_UNREAD: Final = 200
"""The most unread answers; until a browser reads them, its messages are not read either."""
MOST_WAITING: Final = 64
"""The most acts of one socket in progress; further ones are refused."""
LONGEST_MESSAGE: Final = 65_536
CROWDED: Final = 4429
"""The code with which a surplus socket is closed; its reason is a sentence."""
TRY_LATER: Final = 1013
"""The code with which a socket is closed that should be opened again, here or at another server."""
CHECK_SECONDS: Final = 30.0
"""The seconds between two checks of a page's session. The check alone does not renew the session: only acts do."""
LOOK_SECONDS: Final = 1.0
"""The seconds between two passes of that check over the pages that are due."""
LAST_SECONDS: Final = 1.0
"""The seconds that a page whose session is over has to read that."""
USED_SECONDS: Final = 60.0
"""The seconds between two records of a session's use by acts of a page."""
RETRY_SECONDS: Final = 1.0
"""The seconds until a retry to end sessions that a failing disk has kept open."""
METER_SECONDS: Final = 2.0
"""The greatest age in seconds of a meter on pages where nothing has happened at their own table."""
METER_PARTS: Final = 100
"""The number of parts in which those pages get the meter, so that no act waits for all of them."""
FRESH_SECONDS: Final = 0.02
"""The seconds for which a page is used again for the same person's other pages."""
ANSWER_TURNS: Final = 2
"""The turns of the event loop from a commit until all its acts can be answered: no page is made before that."""
EARLY_SECONDS: Final = 0.002
"""The seconds by which an event loop may call back before the time."""

_log = logging.getLogger(__name__)
_decoder: Final = msgspec.json.Decoder(Said)
_encoder = msgspec.json.Encoder()


class Says(Protocol):
    """A socket to which text can be sent."""

    async def send_text(self, data: str) -> None:
        """Send a text."""
        ...


class Watching:
    """An index of the watched topics, by the streams whose changes may concern them.

    A house has many pages, and an act concerns few of them: only those are asked.
    """

    def __init__(self) -> None:
        self._pages: dict[str, dict[tuple[Connection, str], Topic]] = {}

    def add(self, connection: "Connection", topic: Topic) -> None:
        """Register a topic that a page watches."""
        for key in topic.keys:
            self._pages.setdefault(key, {})[connection, topic.name] = topic

    def remove(self, connection: "Connection", topic: Topic) -> None:
        """Remove a topic that a page no longer watches."""
        for key in topic.keys:
            pages = self._pages[key]
            del pages[connection, topic.name]
            if not pages:
                del self._pages[key]

    def about(self, streams: Iterable[str]) -> list[tuple["Connection", Topic]]:
        """Return the pages, with their topics, that a change of these streams may concern."""
        found: dict[tuple[Connection, str], Topic] = {}
        for stream in sorted(streams):  # in a fixed order: viewers can observe it
            kind, colon, _ = stream.partition(":")
            for key in (stream, kind + colon):
                found.update(self._pages.get(key, {}))
        return [(connection, topic) for (connection, _), topic in found.items()]


class Pages:
    """A cache of the pages that were just made, for the other pages that the same person has open at the same topic.

    A change of a topic discards what was made for it; a clock on a page is never older than ``FRESH_SECONDS``.
    """

    def __init__(self, venue: Venue) -> None:
        self._venue = venue
        self._made: dict[str, dict[tuple[str, Role], tuple[float, bytes]]] = {}
        self._whole: dict[str, dict[tuple[str, Role], TablePage]] = {}
        """The pages of tables, for as long as nothing but a meter changes there."""

    def discard(self, topic: Topic) -> None:
        """Discard the pages of a topic that has changed, or that a browser no longer watches."""
        self._made.pop(topic.name, None)
        self._whole.pop(topic.name, None)

    def discard_meter(self, topic: Topic) -> None:
        """Discard the encoded pages of a table whose link's meter has moved, and nothing else."""
        self._made.pop(topic.name, None)

    def metered(self, topic: Topic, session: Session) -> Metered | None:
        """Return the meter and clock of a person's page of a table where only a meter has changed; None otherwise."""
        page = self._whole.get(topic.name, {}).get((session.account, session.role))
        return topic.metered(self._venue, session, page) if isinstance(topic, TableTopic) and page is not None else None

    def page(self, topic: Topic, session: Session) -> bytes:
        """Return the encoded page that a person sees now."""
        now, who = asyncio.get_running_loop().time(), (session.account, session.role)
        known = self._made.setdefault(topic.name, {})
        at, made = known.get(who, (-FRESH_SECONDS, b""))
        if now - at >= FRESH_SECONDS:
            page = topic.page(self._venue, session)
            if isinstance(page, TablePage):
                self._whole.setdefault(topic.name, {})[who] = page
            made = _encoder.encode(page)
            known[who] = (now, made)
        return made


class Connection:
    """The connection of one open page."""

    def __init__(
        self, venue: Venue, session: Session, token: str, watching: Watching, pages: Pages, address: str = ""
    ) -> None:
        self.venue, self.session, self.token, self.address = venue, session, token, address
        self._watching, self._pages = watching, pages
        self.topics: dict[str, Topic] = {}
        self._dirty: dict[str, float] = {}
        """The topics due, with the time from which each may be sent."""
        self._metered: set[str] = set()
        """The due topics for which only a meter has moved."""
        self._sent_at: dict[str, float] = {}
        self._last: dict[str, bytes] = {}
        """The page sent last, by topic: one that has not changed is not sent again."""
        self._meters: dict[str, Cents] = {}
        """The meter that was sent alone since then, by topic."""
        self._answers: deque[Struct] = deque()
        self._wake = asyncio.Event()
        self._read = asyncio.Event()
        self._seq = 0
        self._acting: set[asyncio.Task[None]] = set()
        self._used = float("-inf")
        """The time at which use of the session was last recorded: by an act, since opening a page is no use of it."""
        self.over = False
        self.hung_up = asyncio.Event()
        """An event that is set when the browser must come again, here or at another server."""
        self.ended = asyncio.Event()
        """An event that is set when the session has been found to be over."""
        self.looked = asyncio.get_running_loop().time()
        """The time of the last check of the session."""

    # ---- Messages to the browser ------------------------------------------------------------------------------------

    def mark(self, topic: Topic, *, metered: bool = False) -> None:
        """Mark a topic's page as due, now or when the pause after the last one is over.

        ``metered`` is True if only a meter has moved.
        """
        if not metered:
            self._metered.discard(topic.name)
        if topic.name in self._dirty:
            return
        if metered:
            self._metered.add(topic.name)
        loop = asyncio.get_running_loop()
        now, due = loop.time(), self._sent_at.get(topic.name, 0.0) + topic.pause
        self._dirty[topic.name] = due
        if due <= now:
            self._wake.set()
        else:
            loop.call_at(due, self._wake.set)

    def say(self, message: Struct) -> None:
        """Queue a message, which is sent before any page that is marked now."""
        self._answers.append(message)
        self.over = self.over or isinstance(message, Ended)
        self._wake.set()

    async def listens(self) -> None:
        """Wait until the browser has read most of its answers, so that they do not pile up."""
        while len(self._answers) >= MOST_UNREAD:
            self._read.clear()
            await self._read.wait()

    async def keep_sending(self, socket: Says) -> None:
        """Send answers and due pages until the session is over; this is the socket's one writer."""
        loop = asyncio.get_running_loop()
        while True:
            if self._dirty:
                await _turns(ANSWER_TURNS)
            self._wake.clear()
            while self._answers:
                answer = self._answers.popleft()
                self._read.set()
                await socket.send_text(_encoder.encode(answer).decode())
                if isinstance(answer, Ended):
                    return
            if self._dirty:
                await _turns(1)
            now = loop.time() + EARLY_SECONDS
            for name in [name for name, due in self._dirty.items() if due <= now]:
                del self._dirty[name]
                metered = name in self._metered
                self._metered.discard(name)
                topic = self.topics.get(name)
                if topic is None:
                    continue
                self._sent_at[name] = now
                message = self._news(topic, metered=metered)
                if message is not None:
                    await socket.send_text(_encoder.encode(message).decode())
            await self._wake.wait()

    def _news(self, topic: Topic, *, metered: bool) -> PageMessage | MeterMessage | None:
        """Return the message that brings a browser up to date on a topic; None if it has nothing new.

        ``metered`` is True if perhaps only a meter has moved.
        """
        name = topic.name
        moved = self._pages.metered(topic, self.session) if metered and name in self._last else None
        if moved is not None:
            if moved[0] == self._meters.get(name):
                return None
            self._meters[name] = moved[0]
            self._seq += 1
            return MeterMessage(name, self._seq, *moved)
        page = self._pages.page(topic, self.session)
        if self._meters.pop(name, None) is None and page == self._last.get(name):
            return None
        self._last[name] = page
        self._seq += 1
        return PageMessage(name, self._seq, msgspec.Raw(page))

    # ---- Messages from the browser ----------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Handle a message from the browser; ignored once its session is over."""
        if self.over:
            return
        try:
            said: Said = _decoder.decode(text)
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as wrong:
            self.say(Answer("", Refusal(Reason.FACT, f"This is not a message: {wrong}", ())))
            return
        match said:
            case Watch():
                self._watch(said.topic)
            case Leave():
                self.forget(said.topic)
            case Do():
                self._act(said)
            case Hint():
                self._hint(said)
            case Ping():
                self.say(Answer("ping"))

    def _watch(self, name: str) -> None:
        topic = find_topic(self.venue, self.session, name)
        if isinstance(topic, Refusal):
            self.say(Answer(f"watch {name[:80]}", topic))
            return
        if name not in self.topics:
            if len(self.topics) >= MOST_TOPICS:
                self.say(
                    Answer(
                        f"watch {name[:80]}",
                        Refusal(Reason.FACT, "This page already watches as many topics as it may", ()),
                    )
                )
                return
            self.topics[name] = topic
            self._watching.add(self, topic)
            topic.entered(self.venue, self.session)
            if stream_of(name).startswith("table:"):  # a person who comes, or comes back, sees the current state
                self.venue.reveals.show_all(self.session.account, stream_of(name).partition(":")[2])
        self._last.pop(name, None)
        self.mark(topic)

    def forget(self, name: str) -> None:
        """Stop watching a topic."""
        topic = self.topics.pop(name, None)
        if topic is not None:
            self._dirty.pop(name, None)
            self._watching.remove(self, topic)
            self._pages.discard(topic)
            topic.left(self.venue, self.session)

    def _act(self, said: Do) -> None:
        if len(self._acting) >= MOST_WAITING:
            self.say(Answer(said.key, Refusal(Reason.MOMENT, "Too many acts at once: wait for their answers", ())))
            return
        task = asyncio.create_task(self._acted(said))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _acted(self, said: Do) -> None:
        stream = stream_of(said.topic)
        try:
            await self._use()
            if self.over:
                return
            given = (said.key, said.commands, said.version, said.moment, said.signed)
            answer = await act(self.venue, self.session, stream, *given)
        except DoubtError as doubt:  # the page reconnects, and repeats the act with the same key
            _log.warning("%s", doubt)
            self.hung_up.set()
            return
        except StoreError as wrong:  # such as a full disk; a commit in doubt is handled above
            _log.error("an act on %s failed: %s", stream, wrong)
            answer = Answer(said.key, Refusal(Reason.MOMENT, LOST, ()))
        except Exception:  # a bug: no table has changed
            _log.exception("an act on %s failed", stream)
            sentence = "This could not be done because of a system error, which has been logged. Nothing has changed."
            answer = Answer(said.key, Refusal(Reason.MOMENT, sentence, ()))
        self.say(answer)

    async def _use(self) -> None:
        """Record the use of the session by an act, at most once a minute; end the page if the session has ended."""
        now = asyncio.get_running_loop().time()
        if now - self._used < USED_SECONDS:
            return
        self._used = now
        if await asyncio.to_thread(self.venue.credentials.use, self.token) is None:
            self.say(Ended())

    def _hint(self, said: Hint) -> None:
        table = stream_of(said.topic).partition(":")[2]
        if self.venue.has_table(table):
            refused = hinted(self.venue, self.session, table, said.hint, said.box)
        else:
            refused = Refusal(Reason.FACT, f"There is no table {table[:40]}", ())
        self.say(Answer(said.key[:LONGEST_KEY] or f"hint {said.hint}", refused))

    def close(self) -> None:
        """Leave all topics of a closed page. Its acts in progress are still carried out."""
        for name in [*self.topics]:
            self.forget(name)


def stream_of(topic: str) -> str:
    """Return the stream that acts of a topic go to."""
    return f"table:{topic.removeprefix('dealer:')}" if topic.startswith("dealer:") else topic


def hinted(venue: Venue, session: Session, table: str, hint: str, box: int | None) -> Refusal | None:
    """Take a hint on how to show a round's end or, from a Player, for the automatic Dealer; return a refusal."""
    account = session.account
    match hint:
        case "show_all":
            venue.reveals.show_all(account, table)
            return None
        case "calm" | "lively":
            venue.reveals.be_calm(account, calm=hint == "calm")
            return None
        case _ if session.role is not Role.PLAYER:  # an employee may have a Player's name
            return Refusal(Reason.ROLE, "Only a Player may do this", ())
        case _:
            if hint in {"ready", "next"}:
                venue.reveals.show_all(account, table)
            return venue.pacer.hint(table, account, hint, box)


def _only_meter(notice: Notice) -> bool:
    """Return whether a link's meter has moved, and nothing else about it has changed."""
    if not notice.stream.startswith("link:"):
        return False
    return all(isinstance(event, MeterMoved) for one in notice.entries for event in one.events)


def _whom(one: Written) -> list[str]:
    """Return the account that acted, and the accounts whose wallets were concerned."""
    return [one.entry.actor, *moved(one.posted)]


class Hub:
    """The hub of all open pages of a house."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.connections: set[Connection] = set()
        self.closed = 0
        """The number of pages that have been closed so far."""
        self.watching = Watching()
        self.pages = Pages(venue)
        self._moved: set[str] = set()
        """Links whose meters have moved since pages were last told of that."""
        self._telling = False
        """True while pages are being told."""
        self._ending: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        """The task that checks the sessions of all pages, while there are any."""
        venue.desk.listen(self.heard)
        venue.presence.on_change.append(self.changed)
        venue.pacer.on_noted.append(self.noted)
        venue.exposures.on_change.append(self.exposed)
        venue.reveals.on_change.append(self.revealed)

    def heard(self, notices: Sequence[Notice]) -> None:
        """Mark the pages that a commit concerns, and end those of accounts that may no longer enter."""
        meters = {notice.stream for notice in notices if _only_meter(notice)}
        streams = {notice.stream for notice in notices} - meters
        moved = {wallet_of(name) for notice in notices for one in notice.entries for name in _whom(one)}
        self._mark(streams | {f"meter:{stream.partition(':')[2]}" for stream in meters} | moved)
        self._mark_later(meters)
        if "house" in streams:  # an account may have been locked or given other roles
            for connection in self.connections:
                if not still_enters(self.venue, connection.session):
                    connection.say(Ended())
            entries = (one for notice in notices if notice.stream == "house" for one in notice.entries)
            houses = [(one.entry.at, one.states[-1]) for one in entries]
            task = asyncio.create_task(self._end_barred(houses))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _end_barred(self, houses: Sequence[tuple[int, HouseState]]) -> None:
        """End the sessions of people who may no longer enter; retry while the disk fails."""
        while True:
            try:
                await asyncio.to_thread(end_barred, self.venue, houses)
            except StoreError as wrong:
                _log.warning("sessions could not be ended: %s", wrong)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    def concerned(self, streams: Iterable[str]) -> bool:
        """Return whether a change of these streams may concern a page that is open here."""
        return bool(self.watching.about(streams))

    def _mark_later(self, meters: set[str]) -> None:
        """Schedule the pages that show these meters to be told now and then.

        A meter moves with every round of every table on its link, and concerns all their pages: told at once, an act at
        one table would cost more the more tables there are.
        """
        self._moved |= meters
        if self._moved and not self._telling:
            self._tell_meters()

    def _tell_meters(self) -> None:
        """Tell the pages of moved meters, one part after the other, and again if a meter has moved meanwhile.

        Each page shows the meter's value when its turn comes, and its next turn comes ``METER_SECONDS`` later.
        """
        moved, self._moved = self._moved, set()
        self._telling = bool(moved)
        pages = [(one, topic) for one, topic in self.watching.about(moved) if topic.concerns(moved)]
        loop, size = asyncio.get_running_loop(), -(-len(pages) // METER_PARTS)
        for part, first in enumerate(range(0, len(pages), max(1, size))):
            told = pages[first : first + size]
            loop.call_later(part * METER_SECONDS / METER_PARTS, self._tell_meter, told)
        if moved:
            loop.call_later(METER_SECONDS, self._tell_meters)

    def _tell_meter(self, pages: Iterable[tuple[Connection, Topic]]) -> None:
        for connection, topic in pages:
            if connection.topics.get(topic.name) is topic:
                self.pages.discard_meter(topic)
                connection.mark(topic, metered=True)

    def changed(self, table: str) -> None:
        """Mark the pages that show who is present at a table, or its clock."""
        self._mark({f"presence:{table}"})

    def noted(self, table: str, player: str) -> None:
        """Mark a Player's own pages of a table after they were noted as ready."""
        for connection, topic in self.watching.about({f"presence:{table}"}):
            if isinstance(topic, TableTopic) and connection.session.account == player:
                self.pages.discard(topic)
                connection.mark(topic)

    def exposed(self, table: str) -> None:
        """Mark the pit's pages of a table whose highest possible cost was found: only its row there changes."""
        streams = {f"table:{table}"}
        for connection, topic in self.watching.about(streams):
            if isinstance(topic, PitTopic) and topic.concerns(streams):
                self.pages.discard(topic)
                connection.mark(topic)

    def revealed(self, table: str, link: str, whom: Whom, players: Iterable[str]) -> None:
        """Mark the pages that may show more of a round's end now, and the wallets that it moved.

        Elsewhere on the link only the meter moves.
        """
        streams = {f"table:{table}", *([f"meter:{link}"] if link else ()), *map(wallet_of, players)}
        for connection, topic in self.watching.about(streams):
            if whom(connection.session) and topic.concerns(streams):
                self.pages.discard(topic)
                connection.mark(topic)
        self._mark_later({f"link:{link}"} if link else set())

    def _mark(self, streams: set[str]) -> None:
        """Mark the pages that a change concerns."""
        for connection, topic in self.watching.about(streams):
            if topic.concerns(streams):
                self.pages.discard(topic)
                connection.mark(topic)

    def full(self, token: str, address: str) -> str:
        """Return a sentence if one more page is too many for a session or for an address; empty if it is not."""
        crowd = self.venue.crowd
        if sum(one.token == token for one in self.connections) >= crowd.of_session:
            return f"You have {crowd.of_session} pages of this house open, and no more may be: close one of them"
        if sum(one.address == address for one in self.connections) >= crowd.of_address:
            return "Too many pages of this house are open from your address: close one of them"
        return ""

    async def serve(self, socket: WebSocket[Any, Any, Any], session: Session, token: str, address: str) -> None:
        """Serve one page, from its first message to its last."""
        connection = Connection(self.venue, session, token, self.watching, self.pages, address)
        self.connections.add(connection)
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch_sessions())
        work = [
            asyncio.create_task(connection.keep_sending(socket)),
            asyncio.create_task(_hear(socket, connection)),
            asyncio.create_task(_hung_up(connection)),
            asyncio.create_task(_cut_off(connection)),
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            if connection.hung_up.is_set():
                await socket.close(code=TRY_LATER, reason="This server has lost the house's database")
        finally:
            self.connections.discard(connection)
            self.closed += 1
            if self._watching is not None and not self.connections:
                self._watching.cancel()
                self._watching = None
            connection.close()
            for task in work:
                task.cancel()
            for done in await asyncio.gather(*work, return_exceptions=True):
                if isinstance(done, Exception) and not isinstance(done, WebSocketDisconnect | OSError):
                    _log.error("a page's socket failed", exc_info=done)
            if not self.connections:  # no later check would record these uses soon
                await asyncio.to_thread(self._note_uses)

    def _note_uses(self) -> None:
        try:
            self.venue.credentials.note_uses()
        except Exception as wrong:  # recording is retried, and the sessions are checked all the same
            told = not isinstance(wrong, StoreError)
            _log.warning("that sessions are used could not be noted: %s", wrong, exc_info=told)

    async def _watch_sessions(self) -> None:
        """Check the sessions of all pages: end the pages of a session that is over, and record use of the others.

        Uses are recorded together, since each record would be a commit that the tables wait for.
        """
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, CHECK_SECONDS))
            await asyncio.to_thread(self._note_uses)
            now = asyncio.get_running_loop().time()
            due = [one for one in self.connections if now - one.looked >= CHECK_SECONDS]
            for connection in due:
                connection.looked = now
            try:
                tokens = {connection.token for connection in due}
                alive = await asyncio.to_thread(self.venue.credentials.look_at, tokens) if tokens else {}
                over = [one for one in due if not self._still_enters(alive.get(one.token))]
            except Exception as wrong:  # a page whose session is in doubt is closed, and reconnects
                _log.warning("sessions could not be looked at: %s", wrong, exc_info=not isinstance(wrong, StoreError))
                for connection in due:
                    connection.hung_up.set()
                continue
            for connection in over:
                connection.say(Ended())
                connection.ended.set()

    def _still_enters(self, session: Session | None) -> bool:
        return session is not None and still_enters(self.venue, session)

    def hang_up(self) -> None:
        """Close every page with the request to come again at another server: this one may show an old state."""
        for connection in self.connections:
            connection.hung_up.set()

    def end_account(self, account: str) -> None:
        """End all pages of an account whose password was changed."""
        for connection in self.connections:
            if connection.session.account == account:
                connection.say(Ended())

    def end_sessions(self, names: Iterable[str]) -> None:
        """End the pages of sessions, given by their names in the door's book."""
        ended = set(names)
        for connection in self.connections:
            if connection.session.name in ended:
                connection.say(Ended())

    def end(self, tokens: Iterable[str]) -> None:
        """End the pages of sessions that are over, given by their tokens."""
        ended = set(tokens)
        for connection in self.connections:
            if connection.token in ended:
                connection.say(Ended())


async def _turns(count: int) -> None:
    """Let the event loop run all other ready tasks, ``count`` times."""
    for _ in range(count):
        await asyncio.sleep(0)


async def _hung_up(connection: Connection) -> None:
    await connection.hung_up.wait()


async def _cut_off(connection: Connection) -> None:
    """Return when a page whose session is over has had time to read that, whether or not its browser has."""
    await connection.ended.wait()
    await asyncio.sleep(LAST_SECONDS)


async def _hear(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    while True:
        await connection.listens()
        text = await socket.receive_text()
        if len(text) > LONGEST_MESSAGE:
            connection.say(Answer("", Refusal(Reason.FACT, "A message has at most 65,536 characters", ())))
            continue
        connection.hear(text)
