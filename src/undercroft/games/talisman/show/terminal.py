"""The table in colour characters: the Labyrinth, the Land around it, and the heroes' sheets.

Only a terminal that can show it imports this. Rich is its one need besides the game itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace
from rich.text import Text

from undercroft.games.talisman.board import LETTERS, SIZE, name
from undercroft.games.talisman.components.kinds import Space
from undercroft.games.talisman.show.telling import (
    draw_belongings,
    draw_head,
    draw_piles,
    symbol,
    tile_in_words,
)
from undercroft.games.talisman.view import HeroView, MazeView, PlaceView, SquareView
from undercroft.sketch import (
    GAP,
    Lines,
    Pen,
    beside,
    boxed,
    cut,
    flowed,
    if_room,
    inked,
    introduced,
    largest,
    side_by_side,
    wrapped,
)

CELL: Final = 5  # columns of a square
EDGE: Final = 2  # columns for the numbers of the rows
BOARD: Final = EDGE + SIZE * CELL
SHEET: Final = 30  # the least columns of a sheet beside the board
AHEAD: Final = 3  # spaces of a ring to each side, where there is little room

LIGHT: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by passages: north 1, east 2, south 4, west 8
HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"

Rings = dict[str, list[str]]


def draw(view: MazeView, pen: Pen) -> Lines:
    """Draw the board with the sheets beside it; where that is too narrow, below."""
    if not view.board:
        return largest(draw_sheets, view, pen)
    tall = pen.height >= 1 + 3 * SIZE
    board = draw_board(view, pen, tall=tall)
    if pen.width < BOARD + GAP + SHEET:
        return [*board, *largest(draw_sheets, view, pen)]
    sheet = pen.within(pen.width - BOARD - GAP)
    return beside(board, largest(draw_sheets, view, sheet))


def looker(view: MazeView) -> PlaceView:
    """Give the seat that looks, or the one whose turn it is."""
    return view.places[view.to_play if view.seat is None else view.seat]


# -- the Labyrinth --------------------------------------------------------------------------------


def draw_board(view: MazeView, pen: Pen, *, tall: bool) -> Lines:
    """Draw seven by seven squares, each in three lines or in one."""
    squares = {square.square: square for square in view.board}
    letters = "".join(letter.center(CELL) for letter in "abcdefg")
    lines = [pen.text(" " * EDGE + letters, "muted")]
    for line in range(SIZE):
        cells = [
            draw_cell(view, squares, name(line * SIZE + column), pen, tall=tall)
            for column in range(SIZE)
        ]
        for part in range(len(cells[0])):
            label = str(line + 1) if part == len(cells[0]) // 2 else ""
            row = pen.text(label.ljust(EDGE), "muted")
            for cell in cells:
                row.append_text(cell[part])
            lines.append(row)
    return lines


def draw_cell(
    view: MazeView, squares: Mapping[str, SquareView], at: str, pen: Pen, *, tall: bool
) -> Lines:
    """Draw a square."""
    square = squares.get(at)
    if square is None:
        dark = pen.text("░" * CELL, "muted")
        return [dark, dark, dark] if tall else [dark]
    sign = sign_of(view, square, at, pen)
    if square.destroyed or square.hidden:
        filler = "▒" if square.destroyed else " "
        middle = Text(filler) + centred(sign, 3) + Text(filler)
        blank = pen.text(filler * CELL, "muted")
        return [blank, middle, blank] if tall else [middle]
    sides = sum(1 << at for at, letter in enumerate(LETTERS) if letter in square.passages)
    here = view.seat is not None and is_on(view.places[view.seat], at)
    style = pen.style("primary" if here else "muted" if square.spent else "")
    is_room = getattr(pen.rows[square.tile], "kind", "") != "corridor" if square.tile else False
    if not tall:
        return [flat(sides, sign, style, is_room=is_room)]
    return chamber(sides, sign, style) if is_room else crossing(sides, sign, style)


def flat(sides: int, sign: Text, style: str, *, is_room: bool) -> Text:
    """Draw a square in one line: its passages, then its sign."""
    glyphs = HEAVY if is_room else LIGHT
    edge = glyphs[10]
    west, east = edge if sides & 8 else " ", edge if sides & 2 else " "
    line = inked(west + glyphs[sides], style)
    if not sign.plain.strip():
        return line.append(east * 3, style)
    line.append_text(sign if sign.cell_len > 1 else sign + inked(east, style))
    return line.append(east, style)


def crossing(sides: int, sign: Text, style: str) -> Lines:
    """Draw a corridor: nothing but its passages."""
    west, east = ("──" if sides & 8 else "  "), ("──" if sides & 2 else "  ")
    blank = not sign.plain.strip()
    if blank:
        middle = inked(west + LIGHT[sides] + east, style)
    else:
        middle = inked(west[:1], style) + centred(sign, 3) + inked(east[:1], style)
    north, south = ("  │  " if sides & 1 else "     "), ("  │  " if sides & 4 else "     ")
    return [inked(north, style), middle, inked(south, style)]


def chamber(sides: int, sign: Text, style: str) -> Lines:
    """Draw a room: walls, with a stub where there is a passage."""
    north, south = ("┷" if sides & 1 else "━"), ("┯" if sides & 4 else "━")
    west, east = ("┨" if sides & 8 else "┃"), ("┠" if sides & 2 else "┃")
    return [
        inked(f"┏━{north}━┓", style),
        inked(west, style) + centred(sign, 3) + inked(east, style),
        inked(f"┗━{south}━┛", style),
    ]


def centred(sign: Text, width: int) -> Text:
    """Set a sign in the middle."""
    left = (width - sign.cell_len) // 2
    return Text(" " * left) + sign + Text(" " * (width - sign.cell_len - left))


def sign_of(view: MazeView, square: SquareView, at: str, pen: Pen) -> Text:
    """Give the sign of a square: who is there, a monster, a counter, or what room it is."""
    people = "".join(str(place.seat + 1) for place in view.places if is_on(place, at))
    if people:
        return pen.text(people[:2] if len(people) < 3 else f"{people[0]}+", "primary", "bold")
    if square.destroyed:
        return pen.text("▒", "muted")
    if square.hidden:
        return pen.text("?", "accent", "bold")
    if any(where == at for _, where in view.monsters):
        return pen.text("!", "error", "bold")
    if square.counter:
        return pen.text("*", "warning", "bold")
    found = symbol(pen.rows, square)
    if found in "+o":
        return Text(" ")
    return pen.text(found[:2], "success" if found == "^" else "secondary")


def is_on(place: PlaceView, at: str) -> bool:
    """Whether a seat's hero is on a square or space."""
    return place.hero is not None and place.hero.place == at


# -- beside the board -----------------------------------------------------------------------------


def draw_sheets(view: MazeView, pen: Pen) -> Lines:
    """Draw the hero of the seat that looks, where he is, the others, the Land, and the piles."""
    me = looker(view)
    head = [line for text in draw_head(view, pen.say) for line in wrapped(text, pen, "muted")]
    if view.dealt and pen.size != "small":  # nothing else matters yet
        return [*head, *draw_dealt(view, pen)]
    lines = [*head, *draw_dealt(view, pen), *draw_sheet(view, me, pen), *draw_here(view, me, pen)]
    for place in view.places:
        if place is not me:
            lines += draw_other(place, pen)
    lines += draw_land(view, pen)
    if pen.size != "large":
        return lines
    for text in draw_piles(view, pen.say):
        lines += wrapped(text, pen, "muted", hang=2)
    signs = wrapped(pen.say("signs"), pen, "muted", hang=2)
    return lines + if_room(signs, lines, pen) if view.board else lines


def draw_dealt(view: MazeView, pen: Pen) -> Lines:
    """Draw the characters to choose from: face, numbers and abilities, or in little room a line."""
    if pen.size == "small":
        said = [pen.say("dealt", character=it, **dealt_numbers(it, pen)) for it in view.dealt]
        return [line for text in said for line in wrapped(f"▪ {text}", pen, "", hang=2)]
    return side_by_side([partial(draw_character, id, pen) for id in view.dealt], pen)


def dealt_numbers(id: str, pen: Pen) -> dict[str, int]:
    """Give a character's numbers."""
    return {"strength": pen.rows[id].strength, "craft": pen.rows[id].craft}


def draw_character(id: str, pen: Pen, within: int) -> Lines:
    """Draw a character's card."""
    row = pen.rows[id]
    said = pen.say("character", **dealt_numbers(id, pen), alignment=row.alignment)
    return introduced(pen, id, said.split("; "), pen.words.text(row), within)


def draw_sheet(view: MazeView, place: PlaceView, pen: Pen) -> Iterator[Text]:
    """Draw a hero's sheet: his numbers, what he has, and his own Spells; with room, in a box."""
    hero = place.hero
    if hero is not None and pen.size != "small":
        whose = pen.say("whose", seat=hero.seat, character=hero.character)
        inner = pen.within(pen.width - 2)
        yield from boxed([*draw_printed(view, place, hero, inner)], pen, whose)
        return
    if hero is None:
        said = pen.say("empty-seat", seat=place.seat, out=place.out, spares=place.spares)
        yield from wrapped(said, pen, "muted")
        return
    yield from flowed(
        [
            pen.text(pen.say("whose", seat=hero.seat, character=hero.character), "", "bold"),
            *numbers(hero, pen),
            pen.text(pen.say("score", score=place.score, scales=place.scales), "muted"),
        ],
        pen,
        gap=2,
    )
    for text in draw_belongings(hero, pen.say):
        yield from wrapped(text, pen, hang=2)
    secrets = (*view.hand, *view.scrolls, *view.stored) if view.seat == place.seat else ()
    if secrets:
        yield from wrapped(pen.say("your-spells", spells=secrets), pen, "accent", hang=2)


def draw_printed(view: MazeView, place: PlaceView, hero: HeroView, pen: Pen) -> Iterator[Text]:
    """Draw a sheet like a printed one: numbers, what has befallen him, each card with its text."""
    score = pen.text(pen.say("score", score=place.score, scales=place.scales), "muted")
    yield from flowed([*numbers(hero, pen), score], pen, gap=2)
    rest = replace(hero, objects=(), followers=(), abilities=(), spells=0, scrolls=0, stored=0)
    for text in draw_belongings(rest, pen.say):
        yield from wrapped(text.strip(), pen, hang=2)
    mine = (*view.hand, *view.scrolls, *view.stored) if view.seat == place.seat else ()
    cards = [item.card for item in hero.objects]
    for card in dict.fromkeys([*cards, *hero.followers, *hero.abilities, *mine]):
        yield from described(card, pen, "accent" if card in mine else "")


def described(id: str, pen: Pen, style: str) -> Iterator[Text]:
    """Draw what a card is called and what it does, in one line where there is little room."""
    title = pen.words.title(id)
    said = Text.assemble("▪ ", (title, pen.style(style, "bold")), "  ")
    text = pen.words.text(pen.rows[id])
    if pen.size != "large":
        yield cut(said.append(text, pen.style("muted")), pen.width)
        return
    first, *more = wrapped(f"{said.plain}{text}", pen, "muted", hang=2)
    first.stylize(pen.style(style, "bold"), 2, 2 + len(title))
    yield from [first, *more]


def numbers(hero: HeroView, pen: Pen) -> Iterator[Text]:
    """Draw Strength, Craft, Lives, Gold and experience."""
    yield pen.gauge(hero.lives, hero.quota)
    yield pen.text(pen.say("strength", strength=hero.strength), "error")
    yield pen.text(pen.say("craft", craft=hero.craft), "secondary")
    yield pen.text(pen.say("gold", gold=hero.gold), "warning")
    if hero.xp:
        yield pen.text(pen.say("experience", xp=hero.xp), "success")


def draw_here(view: MazeView, place: PlaceView, pen: Pen) -> Iterator[Text]:
    """Tell where the hero is: the tile or space, what lies and lurks there."""
    hero = place.hero
    if hero is None:
        return
    square = next((square for square in view.board if square.square == hero.place), None)
    text = tile_in_words(square, pen.say) if square else pen.words.title(hero.place)
    cards = [card for where, cards in view.lying if where == hero.place for card in cards]
    lurking = [pen.words.title(card) for card, at in view.monsters if at == hero.place]
    more = [*lurking, *[pen.words.title(card) for card in cards]]
    yield from wrapped(f"▸ {'; '.join([text, *more])}", pen, "primary", hang=2)
    known = square.tile if square else hero.place
    if known and pen.size != "small":
        yield from wrapped(f"  {pen.words.text(pen.rows[known])}", pen, "muted", hang=2)


def draw_other(place: PlaceView, pen: Pen) -> Iterator[Text]:
    """Draw another seat, in as few lines as may be."""
    hero = place.hero
    if hero is None:
        said = pen.say("empty-seat", seat=place.seat, out=place.out, spares=place.spares)
        yield from wrapped(said, pen, "muted")
        return
    who = pen.say("whose", seat=hero.seat, character=hero.character)
    name = pen.text(f"{who} [{pen.words.title(hero.place)}]", "", "bold")
    if pen.size == "small":
        fields = {"strength": hero.strength, "craft": hero.craft, "gold": hero.gold}
        short = [pen.gauge(hero.lives, hero.quota), pen.text(pen.say("short", **fields))]
        yield from flowed([name, *short], pen, gap=1)
        return
    yield from flowed([name, *numbers(hero, pen)], pen, gap=2)
    for text in draw_belongings(hero, pen.say):
        yield from wrapped(text, pen, "muted", hang=2)


# -- the Land -------------------------------------------------------------------------------------


def draw_land(view: MazeView, pen: Pen) -> Iterator[Text]:
    """Draw the rings that somebody walks: whole, or round the one who looks."""
    me = looker(view).hero
    people = [place.hero for place in view.places if place.hero and not place.hero.below]
    lying = {space: cards for space, cards in view.lying if space in pen.rows}
    for ring in rings(pen).values():
        if not any(hero.place in ring for hero in people) and not lying.keys() & set(ring):
            continue
        if pen.size == "small":
            if me is None or me.place not in ring:
                continue
            at = ring.index(me.place)
            ring = [ring[(at + by) % len(ring)] for by in range(-AHEAD, AHEAD + 1)]
            ring = [*dict.fromkeys(ring)]
        yield from flowed([space_text(space, people, lying, pen) for space in ring], pen, gap=1)
    if pen.size != "small":
        for space, cards in view.lying:
            yield from wrapped(pen.say("lying", space=space, cards=cards), pen, "muted", hang=2)


def rings(pen: Pen) -> Rings:
    """List the spaces of each region, in their order."""
    found: Rings = {}
    for row in pen.rows.values():
        if isinstance(row, Space):
            found.setdefault(row.region, []).append(row.id)
    return found


def space_text(
    space: str, people: Sequence[HeroView], lying: Mapping[str, Sequence[str]], pen: Pen
) -> Text:
    """Write a space; who is there stands before it, cards that lie there behind."""
    here = "".join(str(hero.seat + 1) for hero in people if hero.place == space)
    mark = "*" * len(lying.get(space, ()))
    title = pen.words.title(space)
    if here:
        return pen.text(f"[{here} {title}{mark}]", "primary", "bold")
    return pen.text(f"{title}{mark} ·", "warning" if mark else "muted")
