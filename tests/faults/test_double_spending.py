"""Money that is asked for at two servers at the same moment is spent once."""

import pytest

from croupier.floor.verify.verification import verify
from tests.faults.double_spending import WAYS, Spent, spend_twice, two_servers
from tests.floor.house import KEYS
from tests.postgresql import PostgreSQL

TRIES = 15


@pytest.mark.parametrize("way", WAYS)
def test_money_is_spent_once(postgresql: PostgreSQL, way: str) -> None:
    total = Spent()
    with two_servers(postgresql.fresh()) as servers:
        for _ in range(TRIES):
            spend_twice(servers, way, total)
        with servers[1].store.reading() as reading:
            assert [str(one) for one in verify(reading, keys=KEYS)] == []
    assert (total.tries, total.refused + total.repeated) == (TRIES, TRIES)
