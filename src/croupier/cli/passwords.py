"""``croupier password``: a first or a new password for an account of a house."""

import sys
from getpass import getpass

from sqlalchemy import Engine

from croupier.cli.journals import house_of, recorded
from croupier.cli.output import write_json
from croupier.cli.problems import OK
from croupier.floor.house.credentials import Credentials
from croupier.floor.house.opening import kept_at, keys_of
from croupier.floor.journal.sealing import KeyFileError
from croupier.floor.journal.store import Store, StoreError, open_engine
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.house import HouseState
from croupier.floor.values.ports import SystemClock
from croupier.notation.problem import InputError


def set_password(name: str, db: str, *, json: bool) -> int:
    """Ask for a password and store its hash. The floor may be running: all of the account's sessions end."""
    try:
        house = _house(db)
        if name not in house.accounts:
            raise InputError(
                f"{name[:40]!r} has no account in this house; its accounts are {', '.join(sorted(house.accounts))}"
            )
        password = _asked(name)
        engine = open_engine(db)
        try:
            credentials = Credentials(_store(engine), clock=SystemClock(), entropy=SystemEntropy())
            refused = credentials.set_password(name, password)
        finally:
            engine.dispose()
    except (StoreError, KeyFileError) as error:
        raise InputError(str(error)) from None
    if refused is not None:
        raise InputError(refused.sentence)
    if json:
        write_json({"account": name, "roles": house.accounts[name].roles})
    else:
        sys.stdout.write(f"{name} has a new password\n")
    return OK


def _store(engine: Engine) -> Store:
    """Return the store with the key of the house, under which passwords are kept."""
    store = Store(engine)
    with store.reading() as reading:
        store.keys = keys_of(reading, kept_at(engine), SystemEntropy())
    return store


def _house(db: str) -> HouseState:
    """Return the accounts of a house. Raises InputError if it keeps none."""
    with recorded(db) as reading:
        house = house_of(reading)
    if house is None:
        raise InputError("this house keeps no accounts: nobody needs a password")
    return house


def _asked(name: str) -> str:
    """Return a password: typed twice without echo at a terminal, otherwise the first line of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        password = getpass(f"New password for {name}: ")
        if getpass("Once more: ") != password:
            raise InputError("the two passwords differ: nothing was changed")
    except EOFError:
        raise InputError("no password was given: nothing was changed") from None
    return password
