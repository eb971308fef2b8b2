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
    told = assess(heard.append, ("-d", "15"))  # runs up and down
    assert (len(told["PASSED"]), told["FAILED"]) == (2, [])
    assert heard[-1] == 2
    assert len(assess(heard.append, ("-d", "15"), Counting())["FAILED"]) == 2
