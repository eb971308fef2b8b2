"""Random examples: the same ones each time, so that a failure is the change's own; ``./run soak`` looks for others."""

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("chance", max_examples=1_000, deadline=None, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Unless another profile was asked for."""
    if not config.getoption("--hypothesis-profile", None):
        settings.load_profile("repeatable")
