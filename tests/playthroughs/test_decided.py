"""No act of a golden round is decided otherwise without a new revision."""

from croupier.rulebooks.revisions import REVISION
from tests.playthroughs.decided import digest, digests, kept, otherwise

ACT = '> dealer: settle\n  {"type":"RoundEnded","cites":["1.16"]}\n  ann sees [] settling'


def test_what_is_decided_otherwise_has_a_new_revision() -> None:
    revision, before = kept()
    assert revision == REVISION, "./run golden writes the digests of a new revision"
    assert otherwise(digests(), revision, before) == [], "rulebooks/revisions.py needs a new revision"
    assert digests().keys() == before.keys(), "./run golden writes the digests of new rounds"


def test_events_count_and_views_do_not() -> None:
    assert digest(ACT) == digest(ACT.replace("settling", "ended"))
    assert digest(ACT) != digest(ACT.replace("1.16", "1.17"))
    assert digest(ACT) != digest(ACT.replace("settle", "reveal"))


def test_a_new_revision_may_decide_otherwise() -> None:
    assert otherwise({"a": "2", "b": "1"}, REVISION, {"a": "1", "b": "1"}) == ["a"]
    assert otherwise({"a": "2"}, REVISION - 1, {"a": "1"}) == []
