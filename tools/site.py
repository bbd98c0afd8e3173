"""What MkDocs does not do by itself: pages that stand at the repository's root, and links out.

`CONTRIBUTING.md` and `CHANGELOG.md` stay where people look for them, and are pages here, too.
A link from a page to a file that is no page (an example, a test) shows its path instead.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
AT_ROOT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
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

    return LINK.sub(lead, markdown)
