"""``croupier serve``: a floor on its database, and the web server in front of it."""

import asyncio
import socket
import ssl
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
from msgspec import Struct

from croupier.floor.house.config import ConfigError, DocumentPlan, FloorPlan, House, WitnessPlan, establish, read_floor
from croupier.floor.house.credentials import Credentials, Terms
from croupier.floor.house.opening import Opened, kept_at, open_house
from croupier.floor.house.recovery import recover
from croupier.floor.house.second_factor import Factors
from croupier.floor.house.taking_over import ask_for_passkeys, book_of, take_over
from croupier.floor.journal.database import is_begun
from croupier.floor.journal.store import StoreError, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.entropy import Entropy, SystemEntropy
from croupier.floor.values.ports import Clock, Notice, Stopwatch, SystemClock, SystemStopwatch
from croupier.play.refusal import Reason, Refusal
from croupier.web.allowance import Allowance
from croupier.web.clock.pacing import Pace, Pacer
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue
from croupier.web.demo import demonstration
from croupier.web.demo.company import Company
from croupier.web.demo.dealers import Dealers
from croupier.web.demo.managers import Managers
from croupier.web.peers import Owned, Peers
from croupier.web.tidying import Tidying
from croupier.web.venue import GUESTS_A_SECOND, Crowd, Venue
from croupier.web.views.awards import Awards
from croupier.web.views.names import Names
from croupier.web.views.reveals import Reveals
from croupier.web.views.telling import Telling
from croupier.web.watch.books import Books
from croupier.web.watch.failures import Failures
from croupier.web.watch.pulse import Pulse
from croupier.web.watch.vouchers import VoucherBook
from croupier.web.welcome import FIRST_STEPS, is_built, show_page
from croupier.web.witnesses import Witnesses, check_witnessed

if TYPE_CHECKING:
    import uvicorn

PORT: Final = 8460
TRIED: Final = 50
"""The number of ports that are tried if none was named."""
TURN_SECONDS: Final = 0.0001
"""The seconds for which the event loop may keep the interpreter while the floor's thread waits, where servers share a
house.

Python's own five milliseconds are nothing to a person who waits for an answer. But a commit asks PostgreSQL some six
times while all other servers wait for its lock, and after each answer its thread waits for the loop, which makes pages.
"""
LEAN: Final[dict[str, Any]] = {"ws_per_message_deflate": False, "server_header": False, "ws_max_size": 131_072}
"""Settings of the web server: pages are a few thousand characters, so compressing them costs more time than it saves.

A browser's messages are shorter still, and longer ones are refused.
"""
_GUESTS: Final = Terms(session_minutes=30 * 24 * 60, idle_minutes=7 * 24 * 60)


_OPEN: Final = (
    "in this house nobody needs an account, and --accounts refuses that: name managers under [house] in its floor.toml"
)


class PortError(Exception):
    """A failure to find an available port: the message is a sentence for a person."""


class TlsError(Exception):
    """A certificate or key that cannot be used: the message is a sentence for a person."""


class Reached(Struct, frozen=True):
    """The address, the certificate and the names under which the house is reached."""

    host: str = "127.0.0.1"
    port: int | None = None
    tls: tuple[Path, Path] | None = None
    """A certificate with its chain, and its key; None where a proxy in front encrypts, or nobody else listens."""
    names: frozenset[str] = frozenset()
    """The names of the house, beside those of this machine and addresses in numbers."""

    @property
    def exposed(self) -> bool:
        """True if passwords could travel unencrypted over a network."""
        try:
            here = ip_address(self.host).is_loopback
        except ValueError:
            here = self.host == "localhost"
        return self.tls is None and not here


class Opening(Struct, frozen=True):
    """The house to open, and how to open it."""

    floor: Path | None = None
    """The house's floor.toml; None for the demonstration."""
    db: str = ""
    """The database of the house; if none is named, the demonstration has its own."""
    plan: FloorPlan | None = None
    """The plan of a demonstration floor, if not the usual one."""
    pace: Pace = Pace()
    company: bool = True
    """True if bots play on a demonstration floor, and deal there where no person does."""
    seed: int | None = None
    """The seed of the bots' choices, for tests."""
    anchor: str = ""
    """The place of the anchors; beside the database if none is named."""
    terms: Terms | None = None
    """The House's terms for passwords and sessions; None for the usual ones."""
    crowd: Crowd = Crowd()
    """The limits to open pages and guests."""
    accounts: bool = False
    """True to refuse a house in which nobody needs an account."""


class Reception:
    """The reception of a demonstration, which gives guests their play money."""

    def __init__(self, desk: CommandQueue) -> None:
        self._desk = desk
        self._refilling = asyncio.Lock()

    async def welcome(self, name: str) -> None:
        """Give a new guest their play money."""
        await demonstration.welcome(self._desk, name)

    async def refill(self, name: str) -> Refusal | None:
        """Give a guest more play money, if they have little left; refused otherwise."""
        async with self._refilling:  # a second request at the same time finds the refilled wallet
            if await demonstration.refill(self._desk, name):
                return None
        return Refusal(Reason.MOMENT, "You still have enough play money in your wallet", ())


def open_venue(
    opening: Opening, *, clock: Clock | None = None, stopwatch: Stopwatch | None = None, entropy: Entropy | None = None
) -> Venue:
    """Open a house: its database, its floor, and a ruling on every round that a stop had interrupted.

    Time and chance are the machine's, unless others are named.
    """
    engine = open_engine(opening.db or str(default_database(opening.floor)))
    plan = _plan(opening, begun=is_begun(engine))
    stopwatch = stopwatch or (SystemStopwatch() if clock is None else None)  # a clock that is given needs no stopwatch
    clock, entropy = clock or SystemClock(), entropy or SystemEntropy()
    opened = open_house(engine, entropy, opening.anchor, shared=True)
    store = opened.store
    plans, files = _held_on(opening, plan)
    witnessed = _witnessed(opened, plans)
    floor = _started(opened, clock, entropy, stopwatch)
    desk = CommandQueue(floor)
    notices = (*opened.notices, *witnessed, *_furnished(floor, opening, plan))
    telling, owned = Telling(floor), Owned(store)
    interrupted = [one.table for one in recover(floor, _taken_over(floor, owned))]
    telling.heard(desk.take_news())  # rulings on interrupted rounds, which the views below read from the floor
    awards, books, pulse = Awards(floor), Books(floor), Pulse(floor)
    failures, vouchers, names, presence = Failures(floor), VoucherBook(floor), Names(), Presence()
    reveals = Reveals(floor, telling, presence, opening.pace.reveal)
    host = Reception(desk) if opening.floor is None else None
    first = host is not None and not store.joined  # only the first server of a house runs bots
    plays = first and opening.company
    dealers = Dealers(desk, presence, opening.pace, demonstration.dealers(floor), entropy) if plays else None
    stands_in = None
    if dealers is not None:
        stands_in, owned.stands_in = dealers.dealing, dealers.stands_in
    pace, until = opening.pace, reveals.until
    pacer = Pacer(desk, pace, presence, shown_until=until, stands_in=stands_in, interrupted=interrupted, owns=owned)
    reveals.on_change.append(lambda table, *_: pacer.shown(table))
    company = Company(desk, presence, pacer, demonstration.company(), Random(opening.seed)) if plays else None
    managers = Managers(desk, demonstration.MANAGERS, opening.pace.signs, stands_in) if first else None
    if managers is not None:
        presence.on_change.append(managers.look)
    credentials = _credentials(floor, opening.terms or (_GUESTS if opening.floor is None else None))
    notices = (*notices, *take_over(floor, credentials), *_asked_for(floor, plan))
    house = House() if isinstance(plan, ConfigError) else plan.house
    _listen(desk, names, telling, reveals, awards, books, pulse, failures, vouchers, pacer, company, dealers, managers)
    return Venue(
        floor,
        desk,
        credentials,
        telling,
        reveals,
        awards,
        books,
        pulse,
        failures,
        vouchers,
        presence,
        pacer,
        house.name,
        Factors(credentials, lambda: floor.keys, house.factors(), clock=clock),
        company=company,
        dealers=dealers,
        managers=managers,
        host=host,
        peers=Peers(desk, presence, pacer, owned) if store.shared else None,
        witnesses=Witnesses(floor, plans, kept_at(engine)) if plans else None,
        documents=files,
        crowd=opening.crowd,
        newcomers=Allowance(opening.crowd.guests_of_address, GUESTS_A_SECOND),
        notices=notices,
        names=names,
    )


class _Listener(Protocol):
    """A view of the house that follows what is committed."""

    def heard(self, notices: Sequence[Notice]) -> None: ...


def _listen(desk: CommandQueue, *listeners: _Listener | None) -> None:
    """Register these listeners at the desk: they are told of each commit in this order."""
    for one in listeners:
        if one is not None:
            desk.listen(one.heard)


def _held_on(opening: Opening, plan: FloorPlan | ConfigError) -> tuple[dict[str, WitnessPlan], dict[str, DocumentPlan]]:
    """Return what takes effect at each start: the witnesses, and the House's files of its documents.

    A relative path of a document begins in the folder of the floor's file.
    """
    if isinstance(plan, ConfigError):
        return {}, {}
    folder = Path() if opening.floor is None else Path(opening.floor).parent
    files = {name: DocumentPlan(str(folder / one.file), one.sha256) for name, one in plan.documents.items()}
    return plan.witnesses, files


def _witnessed(opened: Opened, plans: dict[str, WitnessPlan]) -> Sequence[str]:
    """Compare the record with its witnesses, before anything is written; close the store if that raises."""
    try:
        return check_witnessed(opened.store, opened.keys, plans)
    except BaseException:
        opened.store.close()
        raise


def _started(opened: Opened, clock: Clock, entropy: Entropy, stopwatch: Stopwatch | None) -> Floor:
    """Start the floor of an opened database, and anchor it."""
    floor = Floor(
        opened.store,
        clock=clock,
        entropy=entropy,
        keys=opened.keys,
        stopwatch=stopwatch,
        anchors=opened.anchors,
        key_files=opened.key_files,
    )
    floor.start()
    floor.anchor()
    return floor


def _credentials(floor: Floor, terms: Terms | None) -> Credentials:
    """Return the passwords and sessions of a house, whose changes are recorded in its door's book."""
    return Credentials(
        floor.store,
        clock=floor.time,
        entropy=floor.entropy,
        terms=terms,
        recorded=lambda *asked: book_of(floor).changed(*asked),
    )


def _taken_over(floor: Floor, owned: Owned) -> list[str] | None:
    """Return the tables that this server takes over from one that was lost; None for a single server."""
    if not floor.store.shared:
        return None
    share = floor.store.share_out(f"table:{name}" for name in floor.tables())
    owned.streams = share.owned
    return [stream.partition(":")[2] for stream in share.interrupted]


def _plan(opening: Opening, *, begun: bool) -> FloorPlan | ConfigError:
    """Return the plan of a new house, or the error of its file: a house that has begun opens in spite of the error.

    Raises :class:`ConfigError` for a house that has not begun.
    """
    if opening.floor is None:
        plan = opening.plan or demonstration.plan()
    else:
        try:
            plan = read_floor(opening.floor)
        except ConfigError as error:
            if not begun:
                raise
            return error
    if opening.accounts and not begun and not plan.house.managers:
        raise ConfigError(_OPEN)  # before anything is written
    return plan


def _asked_for(floor: Floor, plan: FloorPlan | ConfigError) -> tuple[str, ...]:
    """Record what the House's file asks of signatures; a file that cannot be read asks for nothing."""
    return () if isinstance(plan, ConfigError) else ask_for_passkeys(floor, plan.house.signatures)


def _check_accounts(opening: Opening, floor: Floor) -> None:
    """Raise :class:`ConfigError` for a house in which nobody needs an account, if such a house is refused."""
    if opening.accounts and floor.house() is None:
        floor.store.close()
        raise ConfigError(_OPEN)


def _furnished(floor: Floor, opening: Opening, plan: FloorPlan | ConfigError) -> tuple[str, ...]:
    """Set up on the floor what is not there yet. Return sentences about what in the file does not count."""
    if isinstance(plan, ConfigError):
        if "cage" not in floor.streams:
            raise plan
        return (f"{plan}; nothing of this file counts, and the house opens as it was",)
    if opening.floor is None:
        return demonstration.furnish(floor, plan)
    notices = tuple(f"{opening.floor}: {one}" for one in establish(floor, plan))
    _check_accounts(opening, floor)
    return notices


def default_database(floor: Path | None) -> Path:
    """Return the path of a house's database: beside its floor.toml; in the user's data folder without one."""
    if floor is not None:
        return floor.with_suffix(".db")
    from croupier.floor.values.folders import data_folder

    return data_folder() / "demonstration.db"


def listening(host: str, port: int | None) -> socket.socket:
    """Return a socket on the named port, or on the first free port from the usual one. Raises :class:`PortError`."""
    ports = range(PORT, PORT + TRIED) if port is None else (port,)
    for tried in ports:
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, tried))
            bound.listen(128)
        except (OSError, OverflowError):
            bound.close()
            continue
        return bound
    if port is None:
        raise PortError(f"no port from {PORT} to {PORT + TRIED - 1} is free")
    raise PortError(f"port {port} is not available: another program is using it, or you are not allowed to")


def check_tls(certificate: Path, key: Path) -> None:
    """Raise :class:`TlsError` if a certificate and its key cannot be used."""
    for path in (certificate, key):
        if not path.is_file():
            raise TlsError(f"{path}: there is no such file")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except (ssl.SSLError, OSError) as wrong:
        reason = getattr(wrong, "reason", None) or wrong.strerror or "unreadable"
        told = str(reason).lower().replace("_", " ")
        raise TlsError(f"{certificate} and {key} are no certificate with its key: {told}") from None


def configured(app: Any, reached: Reached) -> "uvicorn.Config":
    """Return the web server's settings."""
    import uvicorn

    from croupier.web.connections import LegibleProtocol, TimedProtocol, room

    class Protocol(TimedProtocol):
        most = room()

    certificate, key = reached.tls or (None, None)
    return uvicorn.Config(
        app,
        http=Protocol,
        ws=LegibleProtocol,
        log_config=None,
        access_log=False,
        ws_ping_interval=20,
        timeout_graceful_shutdown=3,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        **LEAN,
    )


def _tell_anchor(venue: Venue) -> None:
    """Print how far the journal had come when the house closed, and the last head that each witness has signed.

    The House keeps them on paper or photographs them.
    """
    floor, witnesses = venue.floor, venue.witnesses
    found = None if floor.anchors is None else floor.anchors.latest()
    if found is not None:
        sys.stderr.write(f"closed, and anchored: {found}\n")
        if sys.stderr.isatty():
            found.drawn().terminal(sys.stderr, border=2, compact=True)
    for one in () if witnesses is None else witnesses.latest():
        sys.stderr.write(f"cosigned: {one}\n")
    for sentence in () if witnesses is None else witnesses.behind():
        sys.stderr.write(f"{sentence}\n")


def serve(opening: Opening, reached: Reached, *, json: bool = False, browser: bool | None = False) -> None:
    """Serve until interrupted. Print the address once the server answers there.

    ``browser`` says whether a browser opens there; None opens one where there is a screen.
    """
    import uvicorn

    from croupier.web.app import create_app
    from croupier.web.http.logs import to_standard_error

    to_standard_error(at_terminal=sys.stderr.isatty(), entries=opening.floor is not None)
    if reached.tls is not None:
        check_tls(*reached.tls)
    bound = listening(reached.host, reached.port)
    try:
        venue = open_venue(opening)
    except BaseException:
        bound.close()
        raise
    for notice in venue.notices:
        sys.stderr.write(f"{notice}\n")
    if reached.exposed:
        sys.stderr.write("passwords and cards travel unencrypted: serve with --tls, or behind a proxy that encrypts\n")
    app = create_app(venue, names=frozenset({socket.gethostname().lower(), reached.host.lower(), *reached.names}))

    class Server(uvicorn.Server):
        """A server that prints its address once it is listening, not before."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                tidying.start()
                if venue.peers is not None:
                    sys.setswitchinterval(TURN_SECONDS)
                scheme = "http" if reached.tls is None else "https"
                address = f"{scheme}://{reached.host}:{bound.getsockname()[1]}/"
                told = msgspec.json.encode({"house": venue.name, "address": address}).decode()
                sys.stdout.write(f"{told if json else f'{venue.name}: {address}'}\n")
                sys.stdout.flush()
                if venue.host is not None and not json:
                    sys.stderr.write(FIRST_STEPS + (f"  The manual is at {address}docs.\n" if is_built() else ""))
                show_page(address, browser)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """Ignore a second Ctrl-C: closing takes seconds, and writes the last anchor."""
            if not self.should_exit:
                super().handle_exit(sig, frame)

    stopped: list[str] = []
    tidying = Tidying(lambda: app.state.hub.closed)
    server = Server(configured(app, reached))

    def fenced(sentence: str) -> None:
        """Stop, because another server has the floor: pages of this one may be wrong."""
        stopped.append(sentence)
        server.should_exit = True

    venue.desk.on_fenced = fenced
    try:
        with suppress(KeyboardInterrupt):  # Ctrl-C is how a house is closed; requests in flight have been answered
            server.run(sockets=[bound])
    finally:
        tidying.stop()
        venue.floor.store.close()
    if stopped:
        raise StoreError(stopped[0])
    if opening.floor is not None:
        _tell_anchor(venue)
