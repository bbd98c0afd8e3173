"""Lay every symbol of the Tomb's sprite out on one page, large and at phone size, to look at.

python tools/preview_art.py            writes build/art.html
python tools/preview_art.py 's$' 300   only the ids that end in s, 300 pixels wide
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPRITE = ROOT / "src/undercroft/games/tomb/static/sprite.svg"
PAGE = ROOT / "build/art.html"
STYLE = """
body { margin: 12px; background: #0d0b09; color: #e8dcc0; font: 12px system-ui; }
section { display: flex; flex-wrap: wrap; gap: 10px; margin-bottom: 16px; }
figure { margin: 0; text-align: center; }
svg.art { display: block; }
"""


def main(pattern: str = ".", width: int = 150) -> None:
    """Write the page: the sprite itself, then each symbol at `width` and at 56 pixels."""
    sprite = SPRITE.read_text()
    symbols = re.findall(r'<symbol id="([^"]+)" viewBox="0 0 (\d+) (\d+)">', sprite)
    chosen = [symbol for symbol in symbols if re.search(pattern, symbol[0])]
    rows = []
    for wide in (width, 56):
        figures = "".join(
            f'<figure><svg class="art" width="{wide}" height="{wide * int(h) // int(w)}">'
            f'<use href="#{name}"/></svg>{name}</figure>'
            for name, w, h in chosen
        )
        rows.append(f"<section>{figures}</section>")
    PAGE.parent.mkdir(exist_ok=True)
    hidden = sprite.replace("<svg ", '<svg width="0" height="0" style="position:absolute" ', 1)
    head = f"<!doctype html><meta charset=utf-8><title>Art</title><style>{STYLE}</style>"
    PAGE.write_text("\n".join((head, hidden, *rows)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".", int(sys.argv[2]) if len(sys.argv) > 2 else 150)
