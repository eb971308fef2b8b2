"""Rubbish is looked for among what is new, and among everything after so many closed pages. A process of its own: what
is set aside there is all of its memory."""

import subprocess
import sys

import pytest

from croupier.web.tidying import CLOSED_PAGES, LITTLE, UNSEEN

_HOUSE = """
import asyncio, gc, sys, weakref
from croupier.web import tidying

class Ring:
    def __init__(self):
        self.ring = self

async def evening(pages, more):
    closed = [7]
    tidying.YOUNG_SECONDS, tidying.COUNT_SECONDS = 0.001, 0.01
    one = tidying.Tidying(lambda: closed[0])
    one.start()
    assert not gc.isenabled()
    young, old = weakref.ref(Ring()), Ring()
    await asyncio.sleep(0.02)
    kept = weakref.ref(old)
    before = gc.get_freeze_count()
    assert before and gc.get_count()[0] < 1_000  # all that is in use is set aside
    del old
    closed[0] += pages
    tidying.SET_ASIDE = 5_000
    rest = [[] for _ in range(more)]
    await asyncio.sleep(0.1)
    one.stop()
    assert gc.isenabled() and not gc.get_freeze_count()
    await asyncio.sleep(0.02)
    assert not gc.get_freeze_count()  # it has stopped
    print(young() is None, kept() is None)

asyncio.run(evening(*map(int, sys.argv[1:])))
"""


@pytest.mark.parametrize(
    ("pages", "more", "found"),
    [
        (CLOSED_PAGES - 1, 0, "True False"),
        (CLOSED_PAGES, 0, "True True"),
        (0, 4_000, "True False"),  # some hundreds are set aside besides
        (0, 5_000, "True True"),
    ],
)
def test_rubbish_is_found_among_what_is_new_and_among_everything_after_closed_pages_or_when_more_is_set_aside(
    pages: int, more: int, found: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _HOUSE, str(pages), str(more)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == found


_LITTLE = """
import asyncio, gc, sys
from croupier.web import tidying

class Ring:
    def __init__(self):
        self.ring = self

async def evening(rings):
    looks, real = [], gc.collect
    def collect(generation=2):
        looks.append(real(generation))
        return looks[-1]
    gc.collect = collect
    tidying.YOUNG_SECONDS = 3600
    one = tidying.Tidying(lambda: 0)
    one.start()
    gc.disable()
    for number in range(2 * (tidying.UNSEEN + 1)):
        made = [Ring() for _ in range(rings)]
        del made
        one._look()
    one.stop()
    print(len(looks))

asyncio.run(evening(int(sys.argv[1])))
"""


@pytest.mark.parametrize(("rings", "looks"), [(0, 2), (LITTLE // 2 - 1, 2), (LITTLE, 2 * (UNSEEN + 1))])
def test_where_there_is_little_rubbish_it_is_looked_for_less_often(rings: int, looks: int) -> None:
    """Each ring is an object and its dictionary, or one object where a version of Python needs no dictionary."""
    done = subprocess.run(
        [sys.executable, "-c", _LITTLE, str(rings)], capture_output=True, text=True, timeout=60, check=True
    )
    assert int(done.stdout) == looks
