"""Who notices a forged record: by the forger's access, with a witness and without."""

import pytest

from tests.faults.forgeries import CASES, Access, Case, Forgery, Found, Made, make, sound, table, tried
from tests.postgresql import PostgreSQL

NOTHING = ("yes", "yes", "not looked at")
COMPLETE = ("yes", "yes", "yes")
ELSEWHERE = frozenset({Forgery.CUT, Forgery.ROLLED_BACK})
"""Forgeries that need no signature: an earlier record is the House's own."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(tmp_path_factory.mktemp("forged"))


def server(request: pytest.FixtureRequest, postgresql: bool) -> PostgreSQL | None:
    """The run's PostgreSQL, where a case asks for it."""
    if not postgresql:
        return None
    found: PostgreSQL = request.getfixturevalue("postgresql")
    return found


def ids(case: Case) -> str:
    return f"{case.forgery}-{case.access}-{'postgresql' if case.postgresql else 'sqlite'}"


SHORT = [case for case in CASES if not case.postgresql]
LONG = [pytest.param(case, marks=pytest.mark.long) for case in CASES if case.postgresql]


@pytest.mark.parametrize("case", [*SHORT, *LONG], ids=ids)
def test_a_forgery_is_noticed_where_the_table_says(made: Made, case: Case, request: pytest.FixtureRequest) -> None:
    found = tried(made, case, server(request, case.postgresql))
    assert found.stand_alone == found.verify, "the stand-alone check answers alike"
    assert found.stand_alone_witnessed == found.witnessed
    earlier, planted = case.forgery in ELSEWHERE, case.forgery is Forgery.PLANTED
    if case.access is Access.KEY or (earlier and case.access is Access.FILES):
        assert (found.verify, found.start) == (NOTHING, False), "nothing on the machine shows it"
        seen = not planted
        assert found.witnessed == (("yes", "yes", "no") if seen else COMPLETE)
        assert (found.start_with_witness, found.next_head) == (seen, seen)
        return
    assert (found.start, found.start_with_witness, found.next_head) == (True, True, None)
    assert found.verify[2 if earlier else 1] == "no"
    assert found.witnessed[2] == ("yes" if planted else "no")


@pytest.mark.parametrize("elsewhere", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_sound_house_is_well_in_every_way(made: Made, elsewhere: bool, request: pytest.FixtureRequest) -> None:
    found = sound(made, server(request, elsewhere))
    assert found == Found(NOTHING, NOTHING, False, COMPLETE, COMPLETE, False, False)


def test_a_table_names_the_parts_and_where_databases_differ() -> None:
    case = Case(Forgery.CUT, Access.FILES)
    one = Found(NOTHING, NOTHING, False, ("yes", "no", "no"), COMPLETE, True, None)
    other = Found(NOTHING, NOTHING, True, ("yes", "no", "no"), COMPLETE, True, True)
    text = table({case: one, Case(Forgery.CUT, Access.FILES, True): other})
    cells = ("– / refused", "authentic, complete / –", "refused", "not reached / refused")
    assert f"| cut | all files but the key | – | {' | '.join(cells)} |\n" in text
