"""A cluster of the tests' own, for whatever is simulated on one."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package")
def cluster() -> Iterator[str]:
    """The address of two workers, each a process with one thread: to start them takes longest."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as started:
        yield started.scheduler_address
