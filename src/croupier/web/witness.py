"""``croupier witness``: a witness for Houses, on a machine of its own, over HTTPS.

    GET  /             {"witness": its public key}
    GET  /heads/HOUSE  {"last": the line of the last head that it signed, or null}
    POST /heads        an offer (:class:`~croupier.floor.journal.cosigning.Offer`); answered with {"line": …}, or with
                       409 and {"refused": sentence, "last": line or null}

It needs no accounts: each head bears the signature of its House, and what it answers is public.
"""

import logging
import ssl
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.floor.journal.cosigning import MOST, Cosignature, CosigningError, Offer, Refused, Witness

_log = logging.getLogger(__name__)
_LONGEST: Final = 200 * MOST + 10_000
"""The bytes of the longest offer."""
_SECONDS: Final = 10.0
"""The seconds without a byte after which a connection is closed."""
_DECODER: Final = msgspec.json.Decoder(Offer)


class _Handler(BaseHTTPRequestHandler):
    """A connection from a House."""

    server: "WitnessServer"
    protocol_version = "HTTP/1.1"
    timeout = _SECONDS
    server_version, sys_version = "croupier-witness", ""

    def do_GET(self) -> None:
        """Answer which witness it is, or what it has signed last for a House."""
        kind, _, house = self.path.strip("/").partition("/")
        if not kind:
            self._answer(HTTPStatus.OK, {"witness": self.server.witness.public})
        elif kind == "heads" and house:
            self._answer(HTTPStatus.OK, {"last": _line(self.server.witness.last(house))})
        else:
            self._answer(HTTPStatus.NOT_FOUND, {"refused": "There is nothing here: ask for /heads/KEY"})

    def do_POST(self) -> None:
        """Sign a head that a House offers, or refuse it."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 10 and int(length) <= _LONGEST):
            self.close_connection = True
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"refused": f"An offer has at most {_LONGEST} bytes"})
            return
        body = self.rfile.read(int(length))
        if self.path.strip("/") != "heads":
            self._answer(HTTPStatus.NOT_FOUND, {"refused": "There is nothing here: offer a head to /heads"})
            return
        try:
            done = self.server.witness.sign(_DECODER.decode(body), time.time_ns() // 1_000)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
            self._answer(HTTPStatus.BAD_REQUEST, {"refused": f"This is no offer: {wrong}"})
            return
        except CosigningError as wrong:
            _log.error("%s", wrong)
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE, {"refused": "The witness cannot write its file"})
            return
        if isinstance(done, Refused):
            _log.warning("refused: %s", done.sentence)
            self._answer(HTTPStatus.CONFLICT, {"refused": done.sentence, "last": _line(done.last)})
        else:
            self._answer(HTTPStatus.OK, {"line": str(done)})

    def _answer(self, status: HTTPStatus, content: dict[str, str | None]) -> None:
        data = msgspec.json.encode(content)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing for each request."""


class WitnessServer(ThreadingHTTPServer):
    """The server of a witness, with a thread for each connection."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, witness: Witness, address: tuple[str, int], tls: tuple[Path, Path] | None = None) -> None:
        """Listen at the address; ``tls`` are a certificate with its chain, and its key."""
        self.witness = witness
        self.tls: ssl.SSLContext | None = None
        if tls is not None:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(*tls)
        super().__init__(address, _Handler)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Do the TLS handshake in the connection's own thread: a slow one keeps no other waiting."""
        if self.tls is not None:
            try:
                request.settimeout(_SECONDS)
                request = self.tls.wrap_socket(request, server_side=True)
            except OSError:
                self.handle_error(request, client_address)
                self.shutdown_request(request)
                return
        super().process_request_thread(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log a broken connection as one line."""
        _log.info("a connection from %s broke off", client_address[0])


def _line(one: Cosignature | None) -> str | None:
    return None if one is None else str(one)
