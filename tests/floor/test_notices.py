"""What the floor tells after a commit: entries, with all that reading them and playing them again would give."""

import random
from collections.abc import Sequence
from pathlib import Path

from croupier.floor.journal import codec
from croupier.floor.journal.hidden import opened
from croupier.floor.running.loading import events_of, evolved
from croupier.floor.values.ports import Notice
from tests.floor.random_floor import KEYS, furnish, open_floor, wanted


class Listening:
    """An outbox that keeps what it is sent, commit by commit."""

    def __init__(self) -> None:
        self.commits: list[list[Notice]] = []

    def send(self, notices: Sequence[Notice]) -> None:
        self.commits.append([*notices])


def test_a_notice_says_what_its_entries_read_and_played_again_would(tmp_path: Path) -> None:
    floor = open_floor(tmp_path / "floor.db")
    outbox = floor.outbox = Listening()
    furnish(floor)
    rng = random.Random(20_261_117)
    for _ in range(300):
        floor.submit(*(wanted(floor, rng) for _ in range(rng.choice((1, 1, 3)))))
    states: dict[str, object] = {}
    versions: dict[str, int] = {}
    for commit in outbox.commits:
        assert len({notice.stream for notice in commit}) == len(commit), "one notice for each stream"
        for notice in commit:
            for one in notice.entries:
                entry, state = one.entry, states.get(notice.stream)
                assert (entry.stream, entry.version) == (notice.stream, versions.get(notice.stream, 0) + 1)
                clear = opened(entry, KEYS, lambda _stream, _first: "")
                assert clear is not None
                assert one.events == events_of(state, clear)
                assert one.posted == codec.read_postings(entry.postings)
                assert one.before == state
                for event, after in zip(one.events, one.states[1:], strict=True):
                    state = evolved(notice.stream, state, event, entry.at, entry.entered)[0]
                    assert after == state
                assert one.after == state
                states[notice.stream], versions[notice.stream] = state, entry.version
            assert notice.version == versions[notice.stream]
    assert {name: (kept.state, kept.version) for name, kept in floor.streams.items()} == {
        name: (states[name], versions[name]) for name in states
    }


def test_what_is_refused_is_told_to_nobody(tmp_path: Path) -> None:
    floor = open_floor(tmp_path / "floor.db")
    furnish(floor)
    outbox = floor.outbox = Listening()
    rng, before = random.Random(7), floor.heads()
    while floor.heads() == before:
        told = len(outbox.commits)
        floor.submit(wanted(floor, rng))
        assert (len(outbox.commits) == told) == (floor.heads() == before)
