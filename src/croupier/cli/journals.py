"""The record of a floor, as commands read it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from croupier.floor.journal.database import check_form, open_for_reading
from croupier.floor.journal.engines import said
from croupier.floor.journal.store import Reading, Store, StoreError
from croupier.floor.reading.reports import ReportError
from croupier.floor.running.loading import load
from croupier.floor.values.house import HouseState
from croupier.notation.problem import InputError


@contextmanager
def recorded(db: str) -> Iterator[Reading]:
    """Yield a database of the current schema, for reading alone: a mistyped name creates none.

    Raises InputError with a sentence if the database is wrong, or cannot be reported on.
    """
    try:
        engine = open_for_reading(db)
        try:
            with engine.connect() as connection:
                check_form(connection)
            with Store(engine).reading() as reading:
                yield reading
        except DBAPIError as error:
            raise StoreError(f"the database cannot be read: {said(error)}") from None
        finally:
            engine.dispose()
    except (StoreError, ReportError) as error:
        raise InputError(str(error)) from None


def house_of(reading: Reading) -> HouseState | None:
    """Return the House's accounts; None if it keeps none."""
    house = load(reading, "house").state
    return house if isinstance(house, HouseState) else None
