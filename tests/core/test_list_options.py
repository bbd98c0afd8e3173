"""Options that are a list of choices: `--option order=left,right`."""

from typing import Literal

import msgspec
import pytest

from undercroft.core.errors import BadOption
from undercroft.core.options import Options, read_options, specs


class Ways(Options, frozen=True, kw_only=True):
    order: tuple[Literal["left", "right"], ...] | None = None


@pytest.mark.parametrize("given", ["left,right", ["left", "right"], ("left", "right")])
def test_a_list_is_read_from_text_and_from_values(given):
    assert read_options(Ways, {"order": given}).order == ("left", "right")


def test_a_list_is_written_as_it_is_read():
    options = read_options(Ways, {"order": "right,left"})
    assert options.given() == {"order": "right,left"}
    assert read_options(Ways, options.given()) == options


def test_a_list_goes_through_json():
    options = read_options(Ways, {"order": "right"})
    assert msgspec.convert(msgspec.to_builtins(options), Ways) == options


@pytest.mark.parametrize("given", ["left,up", "", "left, right", 3, {"left": 1}])
def test_what_is_no_list_of_choices_is_refused_with_what_is_allowed(given):
    with pytest.raises(BadOption, match="with commas between, of any of left, right"):
        read_options(Ways, {"order": given})


def test_a_list_is_described():
    (spec,) = specs(Ways)
    assert (spec.name, spec.default, spec.choices) == ("order", None, None)
    assert spec.allowed == "a list, with commas between, of any of left, right"
