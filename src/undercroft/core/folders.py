"""Where data lies on this machine."""

import os
from collections.abc import Mapping
from pathlib import Path

from undercroft.core.errors import Refused
from undercroft.core.words import say


def data_folder(variable: str, env: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that a variable names, or else the usual place for a person's data."""
    if named := env.get(variable):
        return Path(named)
    if data := env.get("XDG_DATA_HOME"):
        return Path(data) / "undercroft"
    try:
        return Path.home() / ".local/share/undercroft"
    except RuntimeError:  # a service's user, or a container's, may have no home
        raise Refused(say("folder.no-home", variable=variable)) from None
