"""Direct text: the rules as plain functions, for simulations, in which nobody pauses.

Generators are the only source that people read. `python -m undercroft.fast` (`make fast`) turns
them into plain functions, in a package of their own beside this one, and compiles those.
"""
