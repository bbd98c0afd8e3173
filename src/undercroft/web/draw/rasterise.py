"""`python -m undercroft.web.draw.rasterise WIDTH`: SVG from standard input, PNG to standard output.

A program of its own, since resvg lets nobody else work while it draws (`pictures.py` runs it).
"""

import sys

from resvg_py import svg_to_bytes

if __name__ == "__main__":
    svg = sys.stdin.buffer.read().decode()
    png = svg_to_bytes(svg_string=svg, width=int(sys.argv[1]), skip_system_fonts=True)
    sys.stdout.buffer.write(bytes(png))
