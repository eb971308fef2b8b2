"""``croupier serve``."""

from pathlib import Path

from croupier.cli.problems import OK
from croupier.floor.chance.sealing import KeyFileError
from croupier.floor.config import ConfigError
from croupier.floor.journal.store import StoreError
from croupier.notation.problem import InputError
from croupier.web.serving import Opening, PortError, serve


def serve_floor(floor: str, db: str, host: str, port: int | None, *, json: bool) -> int:
    """Serve until interrupted; whatever prevents the start is reported in one sentence."""
    opening = Opening(Path(floor) if floor else None, db)
    try:
        serve(opening, host, port, json=json)
    except (ConfigError, KeyFileError, PortError, StoreError) as error:
        raise InputError(str(error)) from None
    return OK
