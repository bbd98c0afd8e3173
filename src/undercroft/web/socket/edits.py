"""What has changed in a part of the table that a page has been sent already.

A hand of ten cards that gains one is a hundred words of HTML, of which ten are new.
"""

from typing import Final, TypeAlias

Edit: TypeAlias = tuple[int, str, int]
"""So many characters from the old part's start, then this, then so many from its end."""

LEAST: Final = 600  # characters of a part that is worth it
HALF: Final = LEAST // 2


def edited(old: str, new: str) -> str | Edit:
    """Write a part as an edit of the old one, if that is much shorter.

    Scripts count UTF-16 units: a part with a character that takes two of them comes whole.
    """
    most = min(len(old), len(new))
    if most < LEAST:
        return new
    if not (old.startswith(new[:HALF]) or old.endswith(new[-HALF:])):
        return new  # so that both ends together have less than is worth it
    head = _same(old, new, most, -1)
    tail = _same(old, new, most - head, 1)
    if head + tail < LEAST or not (_is_plain(old) and _is_plain(new)):
        return new
    return head, new[head : len(new) - tail], tail


def _same(old: str, new: str, most: int, end: int) -> int:
    """Count the characters, of so many, that two texts have in common at one end."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if end < 0:
            same = old.startswith(new[low:middle], low)
        else:
            same = old.endswith(new[len(new) - middle : len(new) - low], 0, len(old) - low)
        if same:
            low = middle
        else:
            high = middle - 1
    return low


def _is_plain(text: str) -> bool:
    return text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)
