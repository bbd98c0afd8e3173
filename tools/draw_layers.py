"""Draw the two pictures of docs/architecture.md.

python tools/draw_layers.py    writes docs/pictures/layers.svg and docs/pictures/answer.svg
"""

from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs/pictures"
STYLE = """<style>
.box{fill:#231d15;stroke:#8d7f63;stroke-width:1.5}.hot{fill:#4a2a14;stroke:#e0803a}
text{font:600 15px "DejaVu Sans","Segoe UI",sans-serif;fill:#efe3c8;text-anchor:middle}
.small{font-weight:400;font-size:12px;fill:#cfc0a0}.line{stroke:#e0803a;stroke-width:2;fill:none}
.note{font-weight:400;font-size:12px;fill:#cfc0a0;text-anchor:start}
</style><rect width="100%" height="100%" rx="10" fill="#16130f"/>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
 orient="auto"><path d="M0 0l8 4-8 4z" fill="#e0803a"/></marker></defs>"""
# from the top: what a row holds, and under each name what it is
LAYERS = (
    (("cli", "the commands"),),
    (
        ("web", "server and pages"),
        ("terminal", "plain and full"),
        ("research", "environments"),
        ("fast", "compiled rules"),
    ),
    (
        ("lab", "studies"),
        ("puzzles", "find the best"),
        ("review", "what choices cost"),
        ("protocol", "what is sent"),
        ("rulebook", "rules to read"),
        ("accel", "Tomb in C++"),
    ),
    (("tomb", ""), ("tin", ""), ("labyrintheus", ""), ("talisman", "")),
    (("bots", "any game"), ("storage", "SQLite, PostgreSQL"), ("sketch", "characters")),
    (("core", "questions, plays, journals, piles"),),
)
STEPS = (
    ("You press 2", "browser, terminal or a program"),
    ("Gateway", "size, form, rate, who you are"),
    ("Table", "is the question still open?"),
    ("Play", "is it among the options?"),
    ("Rules", "a generator goes on from its yield"),
    ("Journal", "the answer is stored, durably"),
    ("Views", "to each seat, only what it may see"),
)
BACK = ("Fate", "a card or a die is a question, too: the seed answers it")


def picture(width: int, height: int, parts: list[str], title: str) -> str:
    """Put parts into a picture."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    return "\n".join([head, f"<title>{title}</title>", STYLE, *parts, "</svg>\n"])


def box(x: float, y: float, wide: float, name: str, what: str, kind: str = "box") -> list[str]:
    """Draw a box with a name and what it is."""
    parts = [f'<rect class="{kind}" x="{x}" y="{y}" width="{wide}" height="46" rx="8"/>']
    middle = x + wide / 2
    parts.append(f'<text x="{middle}" y="{y + (20 if what else 28)}">{name}</text>')
    if what:
        parts.append(f'<text class="small" x="{middle}" y="{y + 37}">{what}</text>')
    return parts


def layers() -> str:
    """Draw the layers, each above those that it may import."""
    parts, width = [], 820
    for row, boxes in enumerate(LAYERS):
        y, gap = 20 + row * 66, 10
        wide = (width - 40 - gap * (len(boxes) - 1)) / len(boxes)
        for at, (name, what) in enumerate(boxes):
            kind = "box hot" if name == "core" else "box"
            parts += box(20 + at * (wide + gap), y, wide, name, what, kind)
        if row:
            parts.append(f'<path class="line" d="M410 {y - 18}v14" marker-end="url(#tip)"/>')
    return picture(width, 20 + len(LAYERS) * 66, parts, "Layers: each imports only what is below")


def answer() -> str:
    """Draw the way of one answer."""
    parts = []
    for row, (name, what) in enumerate(STEPS):
        y = 20 + row * 62
        parts += box(20, y, 330, name, what, "box hot" if name == "Rules" else "box")
        if row:
            parts.append(f'<path class="line" d="M185 {y - 15}v12" marker-end="url(#tip)"/>')
    y = 20 + 4 * 62
    parts += box(430, y, 370, *BACK)
    parts.append(f'<path class="line" d="M350 {y + 14}h76" marker-end="url(#tip)"/>')
    parts.append(f'<path class="line" d="M430 {y + 34}h-76" marker-end="url(#tip)"/>')
    for row, text in ((1, "refused: one line, 4xx"), (2, "too late: nothing is changed")):
        parts.append(f'<text class="note" x="370" y="{48 + row * 62}">{text}</text>')
    return picture(820, 20 + len(STEPS) * 62, parts, "The way of one answer")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "layers.svg").write_text(layers())
    (PICTURES / "answer.svg").write_text(answer())
