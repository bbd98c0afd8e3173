"""`python -m undercroft.fast [GAME ...]`: build the direct text of games, or of all.

What is built and fresh is left alone.
"""

import sys
from time import perf_counter

from undercroft.core.errors import UndercroftError
from undercroft.core.running.direct import build_of
from undercroft.fast.building import build
from undercroft.fast.compiling import what_is_missing
from undercroft.games import catalogue, find_game


def main() -> int:
    """Build what is named, and say how it went."""
    try:
        games = [find_game(id) for id in sys.argv[1:]] or [*catalogue().values()]
    except UndercroftError as error:
        print(error, file=sys.stderr)
        return 2
    missing = what_is_missing()
    if missing is not None:
        print(f"Nothing compiled: this needs {missing}. Games run without it.", file=sys.stderr)
        return 1
    failed = 0
    for game in games:
        if build_of(game.id) is not None:
            print(f"{game.title}: up to date.")
            continue
        print(f"{game.title}: compiling ...", flush=True)
        began = perf_counter()
        try:
            compared = build(game)
        except UndercroftError as error:
            print(f"{game.title}: not compiled, and runs without. {error}", file=sys.stderr)
            failed = 1
        else:
            seconds = perf_counter() - began
            print(f"{game.title}: compiled in {seconds:.0f} s; {compared} games came out the same.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
