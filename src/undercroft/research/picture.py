"""A picture of a table that is drawn with characters: light on dark, in even rows."""

from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Picture = npt.NDArray[np.uint8]

MARGIN: Final = 8
LINE: Final = 15  # pixels from one row to the next
SIZE: Final = 12
PAPER: Final = (24, 20, 18)
INK: Final = (232, 220, 200)


def picture_of(text: str) -> Picture:
    """Draw text: height x width x 3."""
    font = ImageFont.load_default(SIZE)
    lines = text.splitlines()
    width = max([int(font.getlength(line)) for line in lines], default=0)
    sheet = Image.new("RGB", (width + 2 * MARGIN, LINE * len(lines) + 2 * MARGIN), PAPER)
    pen = ImageDraw.Draw(sheet)
    for row, line in enumerate(lines):
        pen.text((MARGIN, MARGIN + row * LINE), line, INK, font)
    return np.asarray(sheet)
