"""Whatever fits the interface's own description, and much that does not, is answered with a sentence: never a 5xx."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.sampling import first
from tests.web.server import Served, serving

SLOW = ("/api/odds/", "/api/audit/verify", "/advice")
"""What counts a game or goes through the whole record; their own tests ask them."""
ENDS = ("DELETE", "/api/session")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("floor")) as found:
        yield found


def operations(served: Served) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{served.url}/api/schema/openapi.json")
    found: list[Any] = [*schema.get_all_operations()]
    return [one.ok() for one in found]


@pytest.mark.parametrize(
    ("role", "examples"), first(1, [("player", 1), *((role, 6) for role in ("player", "shift_manager", "auditor"))])
)
def test_every_operation_answers_with_a_sentence(served: Served, role: str, examples: int) -> None:
    visitor = served.visit(**({} if role == "player" else {"name": f"one-{role}", "role": role}))
    header = {"Authorization": f"Bearer {visitor.token}"}
    asked = 0
    for operation in operations(served):
        if any(part in operation.path for part in SLOW) or (operation.method.upper(), operation.path) == ENDS:
            continue
        asked += 1

        @settings(
            max_examples=examples,
            deadline=None,
            suppress_health_check=[*HealthCheck],
            database=None,
            derandomize=True,
        )
        @given(case=operation.as_strategy())
        def answered(case: Any) -> None:
            answer = case.call(headers=header)
            assert answer.status_code < 500, f"{case.method} {case.formatted_path}: {answer.text}"
            if answer.status_code >= 400:
                assert answer.json()["sentence"], answer.text

        answered()
    assert asked > 15
