"""``croupier witness``: a witness for Houses."""

import logging
import signal
import sys
import threading
import time
from ipaddress import ip_address
from pathlib import Path

from croupier.cli.output import write_json
from croupier.cli.problems import OK
from croupier.cli.public_keys import public_keys
from croupier.floor.journal.cosigning import CosigningError, Witness
from croupier.floor.journal.sealing import KeyFile, KeyFileError
from croupier.floor.journal.signing import Signer
from croupier.floor.values.entropy import SystemEntropy
from croupier.notation.problem import InputError
from croupier.web.serving import TlsError, check_tls
from croupier.web.witness import WitnessServer


def run_witness(key: str, file: str, listen: str, tls: tuple[str, str], houses: list[str], *, json: bool) -> int:
    """Sign heads until interrupted. Print the address and the public key once it listens."""
    logging.basicConfig(format="%(asctime)s %(message)s", stream=sys.stderr)
    host, port = _address(listen)
    certificate = (Path(tls[0]), Path(tls[1])) if any(tls) else None
    if certificate is None and not _is_here(host):
        raise InputError(f"--listen {listen}: over a network a witness answers by HTTPS alone: give --tls CERT KEY")
    try:
        if certificate is not None:
            check_tls(*certificate)
        server = WitnessServer(_witness(key, file, houses), (host, port), certificate)
    except TlsError as wrong:
        raise InputError(str(wrong)) from None
    except OSError as wrong:
        raise InputError(f"--listen {listen}: {wrong.strerror or wrong}") from None
    # In a thread of its own: shutdown() waits for the server's loop, which this thread runs.
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    at = f"{'http' if certificate is None else 'https'}://{host}:{server.server_address[1]}/"
    public = server.witness.public
    write_json({"address": at, "witness": public}) if json else sys.stdout.write(f"witness {public}: {at}\n")
    sys.stdout.flush()
    try:
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return OK


def let_begin_anew(key: str, file: str, house: str) -> int:
    """Sign that a House may begin anew. The witness is stopped meanwhile, and reads it at its next start."""
    (public,) = public_keys([house])
    try:
        _witness(key, file, []).anew(public, time.time_ns() // 1_000)
    except CosigningError as wrong:
        raise InputError(str(wrong)) from None
    sys.stdout.write(f"the House {public} may begin anew: start the witness again\n")
    return OK


def _witness(key: str, file: str, houses: list[str]) -> Witness:
    try:
        signer = Signer(KeyFile(Path(key)).read_or_create(SystemEntropy()))
        return Witness(signer, Path(file or f"{key}.heads"), public_keys(houses))
    except (KeyFileError, CosigningError) as wrong:
        raise InputError(str(wrong)) from None


def _address(listen: str) -> tuple[str, int]:
    host, colon, port = listen.rpartition(":")
    if not colon or not (port.isascii() and port.isdigit() and int(port[:6]) < 65_536):
        raise InputError(f"--listen {listen[:80]!r} is no address with a port, such as 127.0.0.1:8470")
    return host.strip("[]") or "127.0.0.1", int(port)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
