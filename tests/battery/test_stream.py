"""What dieharder is told, and what is made of its words; the whole of it is a campaign of its own."""

import pytest

from tests.battery.stream import assess, missing


class Counting:
    """Bytes that only look busy."""

    def __init__(self) -> None:
        self.at = 0

    def draw(self, count: int) -> bytes:
        self.at += 1
        return bytes((self.at * 7 + at * 13) % 256 for at in range(4_096)) * (count // 4_096)


@pytest.mark.long
def test_dieharder_hears_the_stream_and_is_heard() -> None:
    if (absent := missing()) is not None:
        pytest.skip(absent)
    heard: list[int] = []
    runs = [(15, None)]  # up and down, two lines of it
    told = assess(runs, heard.append)
    assert (len(told["PASSED"]), told["FAILED"], heard) == (2, [], [1])
    assert len(assess(runs, heard.append, Counting)["FAILED"]) == 2
