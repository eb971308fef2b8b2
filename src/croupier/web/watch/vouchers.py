"""Claims, vouchers and counts of an open house: the open ones, those closed last, and any other by its number.

They are read from the journal when the house opens, and updated from the notices of each commit.
"""

from collections.abc import Sequence
from itertools import chain

from msgspec import UNSET

from croupier.floor.reading.vouchers import Voucher, Vouchers, follow, oldest
from croupier.floor.running.floor import Floor
from croupier.floor.values.gaming_day import begins, day_of
from croupier.floor.values.house import hours_of
from croupier.floor.values.ports import Notice


class VoucherBook:
    """The claims, vouchers and counts of the gaming day, and those of earlier days that are open."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._vouchers = Vouchers()
        trays = [floor.table(name).info.tray for name in floor.tables()]
        claims = floor.cage().claims if "cage" in floor.streams else UNSET
        now, hours = floor.now(), hours_of(floor.house())
        since = min(begins(day_of(now, *hours), *hours), oldest(claims, trays, now))
        with floor.store.reading() as reading:
            follow(self._vouchers, reading, floor.streams, since)

    @property
    def all(self) -> tuple[Voucher, ...]:
        """The claims, vouchers and counts, the open ones first."""
        return self._vouchers.all

    def find(self, number: str) -> Voucher | None:
        """Return the claim, voucher or count with this number, of any day; None if there is none."""
        known = self._vouchers.of(number)
        if known is not None:
            return known
        found = Vouchers()
        with self.floor.store.reading() as reading:
            follow(found, reading, self.floor.streams)
        return found.of(number)

    def heard(self, notices: Sequence[Notice]) -> None:
        """Update the book from the notices of a commit."""
        for one in chain.from_iterable(notice.entries for notice in notices):
            self._vouchers.take(one.entry, one.events)
        self._vouchers.forget()
