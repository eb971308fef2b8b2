"""Connections: those who begin a request and do not finish it, those who merely close, and names that are not ours."""

import logging
import resource
import socket
import ssl
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.web.connections import MOST, SPARE, TimedProtocol, crowded, room
from croupier.web.http.hosts import is_ours
from croupier.web.serving import Reached, TlsError, check_tls
from tests.web.server import HOST, PATIENCE, Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TimedProtocol, "head_seconds", 0.3)
        patched.setattr(TimedProtocol, "body_seconds", 0.3)
        with serving(
            tmp_path_factory.mktemp("connections"), reached=Reached(names=frozenset({"house.example"}))
        ) as one:
            yield one


# ---- Slow ones ------------------------------------------------------------------------------------------------------

HEAD = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "sent",
    [b"", b"POST", HEAD, HEAD + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"],
    ids=["nothing", "a word", "half a head", "half a body"],
)
def test_half_a_request_is_not_waited_for(served: Served, sent: bytes) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection((HOST, served.port), PATIENCE)) for _ in range(20)]
        for one in slow:
            one.sendall(sent)
        assert served.get("/api/session/door").status_code == 200
        began = time.monotonic()
        for one in slow:
            assert closed(one)
        assert time.monotonic() - began < 3


def test_a_head_that_comes_byte_by_byte_is_not_waited_for_either(served: Served) -> None:
    with socket.create_connection((HOST, served.port), PATIENCE) as slow:
        end = time.monotonic() + 3
        with suppress(ConnectionError):
            for byte in HEAD * 40:
                slow.sendall(bytes([byte]))
                time.sleep(0.01)
        assert time.monotonic() < end
        assert closed(slow)


def closed(one: socket.socket) -> bool:
    """Whether the other side has hung up."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def test_who_takes_their_time_between_requests_or_watches_is_left_alone(served: Served) -> None:
    guest = served.visit()
    with guest.live("lobby") as socket_:
        socket_.page("lobby")
        time.sleep(0.5)
        assert guest.http.get("/api/session").status_code == 200
        socket_.say(type="watch", topic="me")
        assert socket_.page("me")["name"] == guest.name


class At:
    def __init__(self, host: str) -> None:
        self.client = (host, 1)


@pytest.mark.parametrize(
    ("host", "count", "refused"),
    [("192.0.2.7", 3, False), ("192.0.2.7", 4, True), ("127.0.0.1", 6, False), ("127.0.0.1", 7, True)],
)
def test_how_many_there_may_be(host: str, count: int, refused: bool) -> None:
    """Three from one machine, and six from all; this machine's proxy speaks for many."""
    assert crowded([At(host) for _ in range(count)], (host, 1), 6, 3) is refused


def asked_by(served: Served, client: str) -> socket.socket:
    """A page's socket through the proxy on this machine, for a client of it."""
    opened = socket.create_connection((HOST, served.port), PATIENCE)
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    upgrade = f"Connection: Upgrade\r\nUpgrade: websocket\r\n{key}Cookie: croupier={served.visit().token}\r\n"
    opened.sendall(f"GET /live HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-For: {client}\r\n{upgrade}\r\n".encode())
    return opened


def test_the_client_behind_a_trusted_proxy_is_counted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three connections for each client of the proxy; the fourth is answered in a sentence."""
    monkeypatch.setattr(TimedProtocol, "of_address", 3)
    with ExitStack() as stack:
        for client in ("192.0.2.7", "192.0.2.8"):
            for _ in range(3):
                assert stack.enter_context(asked_by(served, client)).recv(4_096).startswith(b"HTTP/1.1 101")
        fourth = stack.enter_context(asked_by(served, "192.0.2.7")).recv(4_096)
        assert fourth.startswith(b"HTTP/1.1 429")
        assert b"close some of them" in fourth
        for _ in range(2):  # a request that has been answered no longer counts
            assert served.get("/health", headers={"x-forwarded-for": "192.0.2.9"}).status_code == 200
        assert served.get("/health", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 429
        assert served.get("/health").status_code == 200


def test_a_proxy_is_not_counted_as_one_client() -> None:
    """Six from all; the proxy's own address is nobody's."""
    proxy = [At("172.30.60.4") for _ in range(6)]
    assert crowded(proxy, ("172.30.60.4", 1), 6, 3)
    assert not crowded(proxy, None, 6, 3)
    assert crowded([*proxy, At("172.30.60.4")], None, 6, 3)


# ---- Those who merely close -----------------------------------------------------------------------------------------


def watching(served: Served, token: str) -> socket.socket:
    """A page's socket, without a library that would say goodbye."""
    opened = socket.create_connection((HOST, served.port), PATIENCE)
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    upgrade = f"Connection: Upgrade\r\nUpgrade: websocket\r\n{key}Cookie: croupier={token}\r\n\r\n"
    opened.sendall(f"GET /live HTTP/1.1\r\nHost: {HOST}\r\n{upgrade}".encode())
    assert opened.recv(4_096).startswith(b"HTTP/1.1 101")
    for topic in ("lobby", "table:stud-1"):
        text = f'{{"type":"watch","topic":"{topic}"}}'.encode()
        opened.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)  # masked with zeros
    return opened


def test_sockets_that_are_gone_leave_no_traceback(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    guest = served.visit()
    caplog.set_level(logging.WARNING)
    for number in range(12):
        with watching(served, guest.token) as opened:
            if number % 3:  # reset, without goodbye: at once, or while pages are on their way
                time.sleep(0.01 * (number % 3 - 1))
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    for _ in range(3):
        guest.http.post("/api/tables/stud-1/hints", json={"hint": "sit", "box": 1})
        guest.http.post("/api/tables/stud-1/hints", json={"hint": "stand", "box": 1})
    end = time.monotonic() + PATIENCE
    while served.app.state.hub.connections and time.monotonic() < end:
        time.sleep(0.02)
    assert not served.app.state.hub.connections
    assert [record.getMessage() for record in caplog.records] == []


# ---- Names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8460", True),
        ("LOCALHOST", True),
        ("house.example", True),
        ("House.Example.:443", True),
        ("192.0.2.7:8460", True),
        ("[::1]:8460", True),
        ("evil.example", False),
        ("house.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
    ],
)
def test_names_that_a_house_goes_by(host: str, ours: bool) -> None:
    assert is_ours(host, frozenset({"house.example"})) is ours


def test_a_name_that_points_here_is_not_ours(served: Served) -> None:
    for path in ("/", "/api/session/door"):
        refused = httpx.get(served.url + path, headers={"host": "evil.example"}, verify=False)
        assert refused.status_code == 421
        assert "'evil.example'" in refused.json()["sentence"]
        assert httpx.get(served.url + path, headers={"host": "house.example"}, verify=False).status_code == 200
    guest = served.visit()
    with socket.create_connection((HOST, served.port)) as raw, pytest.raises(InvalidStatus):
        connect("ws://evil.example/live", sock=raw, additional_headers={"Cookie": f"croupier={guest.token}"})


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:9300.evil.example", "127.0.0.1:99999", "127.0.0.1:abc", "localhost:80:80", "user@127.0.0.1"),
        *("[::1", "[::1]x:3", "evil.example#.localhost", ""),
    ],
)
def test_a_host_that_is_none_is_answered_in_a_sentence(
    served: Served, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/", "/api/session/door"):
        with socket.create_connection((HOST, served.port), PATIENCE) as raw:
            raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: raw.recv(4_096), b"")).decode()
        assert answer.partition(" ")[2].startswith(("421", "400")), answer
        assert '"sentence":"' in answer
    assert not [one for one in caplog.records if one.exc_info]


def frame(kind: int, payload: bytes) -> bytes:
    """A frame of a socket, masked with zeros."""
    return bytes([0x80 | kind, 0x80 | len(payload), 0, 0, 0, 0]) + payload


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (frame(1, b"\xff\xfe"), b"A message must be text in UTF-8"),
        (frame(1, b'{"type":"\xed\xa0\x80"}'), b"A message must be text in UTF-8"),
        (frame(2, b"\xff\xfe"), b"This is not a message"),
        (frame(1, b'{"type":'), b"This is not a message"),
        (bytes([0x81, 2]) + b"{}", b"incorrect masking"),
        (frame(0x73, b""), b"invalid opcode"),
        (bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8, "big") + bytes(4), b"exceeds limit of 131072 bytes"),
    ],
)
def test_a_broken_frame_is_answered_in_a_sentence(
    served: Served, sent: bytes, told: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with asked_by(served, "192.0.2.20") as opened:
        assert opened.recv(4_096).startswith(b"HTTP/1.1 101")
        opened.sendall(sent)
        assert told in opened.recv(4_096)
    time.sleep(0.1)
    assert not [one for one in caplog.records if one.exc_info]


def test_wallets_and_cards_are_left_in_no_cache(served: Served) -> None:
    guest = served.visit()
    assert guest.http.get("/api/tables/stud-1").headers["cache-control"] == "no-store"
    assert guest.http.get("/api/nothing").headers["cache-control"] == "no-store"
    assert guest.http.get("/api/rules/rws-casino-stud").headers["cache-control"] == "public, max-age=300"
    assert "strict-transport-security" not in guest.http.get("/api/tables").headers


# ---- TLS ------------------------------------------------------------------------------------------------------------


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate of one's own for this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form: Any = serialization.PrivateFormat.PKCS8
    paths[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    return paths


def test_a_house_over_tls(tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    with serving(tmp_path, reached=Reached(tls=(certificate, key))) as house:
        trusted = ssl.create_default_context(cafile=str(certificate))
        answer = httpx.post(f"https://{HOST}:{house.port}/api/session", json={}, verify=trusted)
        assert answer.status_code == 201
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        headers = {"Cookie": f"croupier={answer.json()['token']}"}
        with connect(f"wss://{HOST}:{house.port}/live", ssl=trusted, additional_headers=headers) as live:
            live.send('{"type":"watch","topic":"me"}')
            assert '"page"' in str(live.recv(PATIENCE))


def test_what_is_no_certificate_gets_a_sentence(tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    check_tls(certificate, key)
    with pytest.raises(TlsError, match=r"nowhere\.pem: there is no such file"):
        check_tls(tmp_path / "nowhere.pem", key)
    with pytest.raises(TlsError, match="no certificate with its key"):
        check_tls(key, certificate)


@pytest.mark.parametrize(
    ("host", "exposed"), [("127.0.0.1", False), ("::1", False), ("localhost", False), ("0.0.0.0", True), ("h.ex", True)]
)
def test_who_is_warned(host: str, exposed: bool) -> None:
    assert Reached(host).exposed is exposed
    assert not Reached(host, tls=(Path("a"), Path("b"))).exposed


def test_a_limit_that_is_called_infinite_and_is_not_is_lived_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS says that there is no highest number of descriptors, and refuses more than it has."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, resource.RLIM_INFINITY))

    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert room() == 1_024 - SPARE
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    assert room() == MOST
