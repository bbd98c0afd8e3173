"""The API keeps to its description, whatever is sent to it."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.web.harness import Server
from undercroft.web.api.openapi import describe

CASES = [
    (method.upper(), path, mode)
    for path, methods in describe()["paths"].items()
    for method in methods
    for mode in schemathesis.GenerationMode
    if method != "parameters" and (path != "/api/games" or mode.is_positive)  # takes nothing
]


def test_the_description_is_served(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    assert schema.raw_schema == describe()


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_the_api_keeps_to_its_description(
    server: Server, method: str, path: str, mode: schemathesis.GenerationMode
) -> None:
    operation = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")[path][method]

    @given(operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=30,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    def run(case: Any) -> None:
        # whether options fit a game is for the game to say: what fits the schema may be refused
        case.call_and_validate(excluded_checks=[positive_data_acceptance])

    run()
