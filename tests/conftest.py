"""What every test stands on: the same random examples each time, and one folder for what is counted and compiled.

The examples are the same so that a failure is the change's own; ``./run soak`` looks for others.
"""

import os

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("chance", max_examples=1_000, deadline=None, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Unless another profile was asked for.

    The workers of a run and the commands that tests start inherit the folder from the process that began the run:
    deals are counted and kernels compiled once for all of them, and not again as long as the sources stay the same.
    """
    if not config.getoption("--hypothesis-profile", None):
        settings.load_profile("repeatable")
    if not hasattr(config, "workerinput") and config.pluginmanager.has_plugin("cacheprovider"):
        assert config.cache is not None
        os.environ["CROUPIER_CACHE"] = str(config.cache.mkdir("croupier"))
