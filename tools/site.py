"""What MkDocs does not do by itself: pages that stand at the repository's root, links out, lists.

`CONTRIBUTING.md` and `CHANGELOG.md` stay where people look for them, and are pages here, too.
A link from a page to a file that is no page (an example, a test) shows its path instead. Lists are
read as CommonMark reads them, which everything else that shows our pages does.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
AT_ROOT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
ITEM = re.compile(r" *(?:[-*]|\d+\.) +")
ALONE = ("#", "|", "---")  # at the left, these end a list even without an empty line
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Bring in the pages from the root."""
    for name, page in AT_ROOT.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Any, files: Files, **_: Any) -> str:
    """Lead links to where their pages are on the site."""
    uri = Path(page.file.src_uri)
    name = next((name for name, own in AT_ROOT.items() if own == page.file.src_uri), None)
    folder = ROOT if name else (ROOT / "docs" / uri).parent

    def lead(match: re.Match[str]) -> str:
        text, target, part = match.groups()
        if "://" in target:
            return match[0]
        path = (folder / target).resolve()
        known = AT_ROOT.get(str(path.relative_to(ROOT)))
        if known is None and path.is_relative_to(ROOT / "docs"):
            known = str(path.relative_to(ROOT / "docs"))
        if known is None or files.get_file_from_path(known) is None:
            return text
        up = "../" * (len(uri.parts) - 1)
        return f"[{text}]({up}{known}{part or ''})"

    return nested(LINK.sub(lead, markdown))


def nested(markdown: str) -> str:
    """Indent what belongs to an item by four spaces a level, and begin lists after an empty line.

    Python-Markdown asks for both. In CommonMark, an item's text says how far to indent.
    """
    lines: list[str] = []
    levels: list[int] = []  # where the text of each open item begins
    fenced = of_item = False  # in code; in the first paragraph of an item
    before = ""
    for line in markdown.split("\n"):
        text = line.lstrip()
        indent = len(line) - len(text)
        item = None if fenced else ITEM.match(line)
        fence = text.startswith("```")
        if text and not fenced and (item or fence or not before or line.startswith(ALONE)):
            while levels and indent < levels[-1]:  # else a paragraph goes on, however indented
                levels.pop()
        if item and before and not of_item:
            lines.append("")
        of_item = bool(item) or (of_item and before != "")
        kept = min(indent, levels[-1]) if levels else 0
        lines.append("    " * len(levels) + line[kept:] if text else "")
        if item:
            lines[-1] = "    " * len(levels) + text
            levels.append(len(item[0]))
        fenced ^= fence
        before = line
    return "\n".join(lines)
