"""Make the Tomb's cover from its sprite: five cards fanned before two torches.

    python tools/make_cover.py    writes src/undercroft/games/tomb/static/cover.svg

A picture shown by <img> can use nothing outside itself, so the parts it needs are copied in.
"""

import re
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src/undercroft/games/tomb/static"
FAN = ("10s", "qh", "kd", "6c", "joker")
STEP = 14  # degrees between cards


def part(sprite: str, name: str) -> str:
    """Cut out the element of that id, whole."""
    start = re.search(rf'<(\w+) id="{re.escape(name)}"', sprite)
    if start is None:
        raise SystemExit(f"the sprite has no {name}")
    tag, depth = start[1], 0
    for found in re.finditer(rf"<{tag}\b[^>]*?(/?)>|</{tag}>", sprite[start.start() :]):
        if found[0].startswith("</"):
            depth -= 1
        elif not found[1]:
            depth += 1
        if depth == 0:
            return sprite[start.start() : start.start() + found.end()]
    raise SystemExit(f"{name} does not end")


def with_parts(sprite: str, names: list[str]) -> list[str]:
    """Cut out elements, and all that they use."""
    taken: dict[str, str] = {}
    while names:
        name = names.pop()
        if name not in taken:
            taken[name] = part(sprite, name)
            names += re.findall(r'href="#([^"]+)"', taken[name])
    inside = {  # a part of another part comes with it
        name
        for name in taken
        for text in taken.values()
        if f' id="{name}"' in text and text != taken[name]
    }
    return [text for name, text in taken.items() if name not in inside]


def main() -> None:
    """Write the cover."""
    sprite = (STATIC / "sprite.svg").read_text()
    parts = with_parts(sprite, [*FAN, "torch-lit"])
    middle = len(FAN) // 2
    cards = "\n".join(
        f'<g transform="rotate({(n - middle) * STEP} 300 520)"><use href="#{card}" '
        f'x="227" y="{84 if n == middle else 96}" width="146" height="204.4"/></g>'
        for n, card in enumerate(FAN)
    )
    torches = "".join(
        f'<use href="#torch-lit" x="{x}" y="16" width="90" height="126"/>' for x in (10, 500)
    )
    (STATIC / "cover.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="14 6 572 356">\n'
        "<!-- made by tools/make_cover.py from sprite.svg -->\n"
        f"<defs>\n{chr(10).join(parts)}\n</defs>\n{torches}\n{cards}\n</svg>\n"
    )


if __name__ == "__main__":
    main()
