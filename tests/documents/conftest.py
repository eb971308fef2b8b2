"""The made-up documents stand beside the product's while their tests run, and no longer."""

from collections.abc import Iterator

import pytest

from croupier.rulebooks import registered
from tests.documents import STUD, THREE_CARD


@pytest.fixture(autouse=True, scope="module")
def documents() -> Iterator[None]:
    """Both, as a House names its own."""
    with registered(STUD, THREE_CARD):
        yield
