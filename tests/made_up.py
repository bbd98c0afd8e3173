"""The language that is made up: what is not in brackets there stands in no catalogue."""

import re

# Numbers, signs, seats (P2) and clauses (T-12) are the same in every language.
FREE = re.compile(r"([\W\d]|\bP\d\b|\b[A-Z]{1,3}-\d+\b)*")


def outside(text: str) -> str:
    """Give what of a text stands outside of brackets; all of it if they do not close."""
    depth, rest = 0, ""
    for sign in text:
        depth -= sign == "]"
        if depth < 0:
            return text
        rest += sign if depth == 0 and sign != "]" else ""
        depth += sign == "["
    return text if depth else rest.replace("[", "")
