"""A source that a battery must find out."""


class Counting:
    """Bytes that only look busy."""

    def __init__(self) -> None:
        self.at = 0

    def draw(self, count: int) -> bytes:
        """Four thousand that follow from a number, over and over."""
        self.at += 1
        return bytes((self.at * 7 + at * 13) % 256 for at in range(4_096)) * (count // 4_096)
