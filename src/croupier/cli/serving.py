"""``croupier serve``: the floor of a house, or a demonstration."""

from pathlib import Path

from croupier.cli.problems import OK
from croupier.floor.house.config import ConfigError
from croupier.floor.journal.sealing import KeyFileError
from croupier.floor.journal.store import StoreError
from croupier.notation.problem import InputError
from croupier.web.serving import Opening, PortError, Reached, TlsError, serve


def serve_floor(
    floor: str, db: str, reached: Reached, *, anchor: str, json: bool, browser: bool | None, accounts: bool
) -> int:
    """Serve until interrupted. Raises InputError with a sentence if the house cannot start."""
    opening = Opening(Path(floor) if floor else None, db, anchor=anchor, accounts=accounts)
    if browser is None and (floor or json):
        browser = False  # the staff of a real house have their own machines
    try:
        serve(opening, reached, json=json, browser=browser)
    except (ConfigError, KeyFileError, PortError, StoreError, TlsError) as error:
        raise InputError(str(error)) from None
    return OK
