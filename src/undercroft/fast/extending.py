"""Run by `compiling.py` in a process of its own: mypyc makes C of modules, setuptools libraries."""

import sys

from mypyc.build import mypycify
from setuptools import setup  # type: ignore[import-untyped]


def main() -> None:
    """Compile modules in place: where to work, what to call the library, and the paths."""
    made, group, *paths = sys.argv[1:]
    flags = ["--config-file=", f"--cache-dir={made}", "--allow-untyped-globals"]
    flags += ["--disable-error-code=func-returns-value"]
    extensions = mypycify(
        [*flags, *paths],
        opt_level="3",
        debug_level="0",
        multi_file=True,
        target_dir=made,
        group_name=group,
    )
    inplace = ["-q", "build_ext", "--inplace", "--build-temp", made, "--build-lib", made]
    setup(name=group, packages=[], ext_modules=extensions, script_args=inplace)


if __name__ == "__main__":
    main()
