"""One line for what went wrong."""

import sys
from difflib import get_close_matches
from typing import Any

from typer.exceptions import TyperException

from undercroft.cli.words import say


def complain(message: str, code: int) -> int:
    """Say in one line what went wrong."""
    if sys.stderr is not None:
        print(f"undercroft: {' '.join(message.split())}", file=sys.stderr)
    return code


def misused(error: TyperException) -> str:
    """Say in our own words what Typer found wrong, what is allowed, and what to type.

    Its errors are known by their names only: Typer hides the classes.
    """
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context else "undercroft"
    option, param = getattr(error, "option_name", ""), getattr(error, "param", None)
    kind = type(error).__name__
    if kind == "NoSuchOption":
        params = context.command.params if context else []
        known = [name.lstrip("-") for it in params for name in it.opts if name.startswith("--")]
        near = ", ".join(f"--{name}" for name in get_close_matches(option.lstrip("-"), known))
        return say("refused.no-option", option=option, near=near or None, command=command)
    if kind == "BadOptionUsage":
        return say("refused.option-value", option=option, takes="requires" in error.message)
    if kind == "MissingParameter" and param is not None:
        return say("refused.missing", name=_name(param), command=command)
    if kind == "BadParameter" and param is not None:
        if param.type_descriptor.parameter_info.parser is not None:  # of ours: it says why
            return say("refused.because", name=_name(param), why=error.message)
        return say("refused.bad-value", name=_name(param), **_expected(param))
    if kind == "UsageError" and context is not None:
        return say("refused.extra", command=command)
    return error.format_message()


def _name(param: Any) -> str:
    return str(param.opts[0] if param.param_type_name == "option" else param.metavar or param.name)


def _expected(param: Any) -> dict[str, object]:
    """Say what values a parameter takes."""
    descriptor = param.type_descriptor
    info, choices = descriptor.parameter_info, descriptor.choices
    if choices:
        return {"kind": "choice", "choices": [*map(str, choices)], "least": None, "most": None}
    whole = "int" in str(descriptor.annotation)
    bounds = {(False, False): "", (True, False): "-from", (False, True): "-to"}
    span = bounds.get((info.min is not None, info.max is not None), "-between")
    kind = f"{'whole' if whole else 'number'}{span}"
    return {"kind": kind, "choices": [], "least": info.min, "most": info.max}
