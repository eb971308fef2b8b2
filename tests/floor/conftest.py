from pathlib import Path

import pytest

from croupier.floor.running import transaction
from tests.floor.house import House

OFTEN = 20


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of an evening. Snapshots are taken often enough for it to have some."""
    path = tmp_path_factory.mktemp("house") / "floor.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "SNAPSHOT_EVERY", OFTEN)
        house = House(path)
        house.evening()
        house.close()
    return path
