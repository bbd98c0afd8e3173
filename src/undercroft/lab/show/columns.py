"""Texts in columns: what they name to the left, numbers to the right."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"


def aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Write rows under each other, the first of which has the headings."""
    rows = [*rows]
    widths = [max(map(len, texts)) for texts in zip(*rows, strict=True)]
    for texts in rows:
        first, *rest = (
            f"{text:{'>' if at else ''}{width}}"
            for at, (text, width) in enumerate(zip(texts, widths, strict=True))
        )
        yield "  " + "  ".join([first, *rest]).rstrip()


def number(value: float, *, is_share: bool, signed: bool = False) -> str:
    """Write a number, or a share in percent, with a real minus."""
    text = (
        f"{100 * value:{'+' if signed else ''}.2f}%"
        if is_share
        else f"{value:{'+' if signed else ''},.{2 if abs(value) < 1000 else 0}f}"
    )
    return text.replace("-", MINUS)


def span(interval: Sequence[float], *, is_share: bool) -> str:
    """Write an interval: `-0.31% … +0.12%`, with a real minus."""
    low, high = (number(it, is_share=is_share, signed=True) for it in interval)
    return f"{low} … {high}"
