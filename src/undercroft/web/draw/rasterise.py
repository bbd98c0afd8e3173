"""`python -m undercroft.web.draw.rasterise`: a picture from standard input, PNG to standard output.

A picture is JSON: its `svg` and `width`, and `letters` to be set on it, each a text, where it
stands, its size, colour and anchor. It is a program of its own, since resvg lets nobody else work
while it draws (`pictures.py` runs it). Letters are Pillow's own font: a server needs no fonts.
"""

import json
import sys
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes


def main() -> None:
    """Draw."""
    asked = json.load(sys.stdin.buffer)
    png = bytes(svg_to_bytes(svg_string=asked["svg"], width=asked["width"], skip_system_fonts=True))
    if asked["letters"]:
        png = lettered(png, asked["letters"])
    sys.stdout.buffer.write(png)


def lettered(png: bytes, letters: list[tuple[str, int, int, int, str, str]]) -> bytes:
    """Set letters on a picture."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    pen, written = ImageDraw.Draw(picture), BytesIO()
    for text, x, y, size, colour, anchor in letters:
        pen.text((x, y), text, font=ImageFont.load_default(size), fill=colour, anchor=anchor)
    picture.save(written, "PNG")
    return written.getvalue()


if __name__ == "__main__":
    main()
