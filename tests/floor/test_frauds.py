"""The record of a house in which one person moved money alone."""

from pathlib import Path

import pytest

from croupier.floor.journal.store import Store, open_engine
from croupier.floor.verify.finding import Finding
from croupier.floor.verify.restating import Restating
from croupier.floor.verify.verification import verify
from tests.fixtures.frauds import FRAUDS
from tests.fixtures.house import KEYS, restore


def verified(path: Path) -> tuple[list[Finding], Restating]:
    store, restating = Store(open_engine(str(path))), Restating()
    with store.reading() as reading:
        told = list(verify(reading, keys=KEYS, restating=restating))
    store.close()
    return told, restating


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return restore(FRAUDS, tmp_path_factory.mktemp("frauds") / "house.db")


def test_the_record_is_in_order_for_it_was_allowed(kept: Path) -> None:
    told, _ = verified(kept)
    assert told == []
