"""The journals of some evenings are the same, byte for byte, as when they were kept."""

from tests.simulation.kept import KINDS, differing, digests, housed, kept


def test_every_entry_and_every_answer_is_the_kept_one() -> None:
    assert differing(digests(), kept()) == [], "if it is meant: python -m tests.simulation.kept --write, and say why"


def test_the_kept_evenings_have_entries_of_every_kind_of_stream() -> None:
    assert {kind for evening in kept().values() for kind in evening} == KINDS | {"answers"}


def test_an_evening_is_the_same_twice() -> None:
    assert housed() == housed()


def test_what_differs_is_named_by_evening_and_kind() -> None:
    before = {"one": {"table": "5 ab", "answers": "7 cd"}}
    assert differing({"one": {"table": "5 ab", "answers": "7 ce"}}, before) == ["one, answers"]
    assert differing({"one": {"answers": "7 cd"}}, before) == ["one, table"]
