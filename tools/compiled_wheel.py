"""Packs the compiled rules into a wheel for this platform, where `make dist` asks for it."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface[Any]):
    """Without `UNDERCROFT_COMPILED=1` the wheel is as always: pure, for every platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add what `make fast` has built: packages, and the libraries beside them."""
        if os.environ.get("UNDERCROFT_COMPILED") != "1":
            return
        built = sorted(Path(self.root, "src").glob("undercroft_direct*"))
        if not built:
            raise SystemExit("Nothing is compiled: run `make fast` first.")
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"] |= {str(path): path.name for path in built}
