"""The table in colour characters: cards in boxes, hearts, torches, the way in and the way out.

Only a terminal that can show it imports this. Rich is its one need besides the game itself.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from undercroft.games.tomb.cards import ROWS, Card
from undercroft.games.tomb.show.telling import (
    delve_row,
    is_treasure,
    result_text,
    retreat_row,
    unseen_by_kind,
)
from undercroft.games.tomb.state import HEARTS
from undercroft.games.tomb.view import Covered, MatchView, TombView
from undercroft.sketch import (
    GAP,
    HEAVY,
    LIGHT,
    Lines,
    Pen,
    beside,
    flowed,
    largest,
    width_of,
    wrapped,
)

TORCHES: Final = 4
SIGNS: Final = {"s": "♠", "d": "♦", "c": "♣", "h": "♥"}
COLOURS: Final = {
    "monster": "error",
    "trap": "warning",
    "door": "secondary",
    "skill": "success",
    "favour": "accent",
    "hoard": "warning",
    "torch": "primary",
    "scroll": "accent",
}
CELL: Final = 5  # a stack of the delve row


def draw(view: MatchView, pen: Pen) -> Lines:
    """Draw the table."""
    return largest(draw_all, view, pen)


def draw_all(view: MatchView, pen: Pen) -> Lines:
    """Draw the match and every table in it; in little room, the others' in brief."""
    lines: Lines = [*draw_match(view, pen)]
    for at, tomb in enumerate(seated(view)):
        if lines:
            lines.append(Text())
        lines += draw_tomb(view, tomb, pen, brief=at > 0 and pen.size == "small")
    return lines


def seated(view: MatchView) -> Sequence[TombView | Covered]:
    """List the tables, that of the seat which looks before the others."""
    mine = view.to_play if view.seat is None else view.seat
    return sorted(view.tombs, key=lambda tomb: tomb.seat != mine)


def draw_match(view: MatchView, pen: Pen) -> Iterator[Text]:
    """Draw what concerns several games."""
    several = view.games > 1
    parts = [pen.say("game", game=min(view.game, view.games), games=view.games)] if several else []
    if view.results and (several or len(view.tombs) > 1):
        games = (" - ".join(result_text(r, pen.say) for r in game) for game in view.results)
        parts.append(f"{pen.say('results')}: {'; '.join(games)}")
    yield from wrapped(" · ".join(parts), pen, "muted") if parts else ()


def draw_tomb(view: MatchView, tomb: TombView | Covered, pen: Pen, *, brief: bool) -> Lines:
    """Draw one seat's table."""
    if isinstance(tomb, Covered):
        return [pen.text(pen.say("covered", seat=tomb.seat, finished=tomb.finished), "muted")]
    lines = []
    if len(view.tombs) > 1:
        playing = view.to_play == tomb.seat and not tomb.result
        lines.append(pen.text(pen.say("whose", seat=tomb.seat, to_play=playing), "", "bold"))
    if brief:
        return [*lines, *draw_status(tomb, pen), draw_hand(tomb, pen)[0]]
    lines += [*draw_status(tomb, pen), *draw_dungeon(tomb, pen), *draw_cards(tomb, pen)]
    if view.card_count_aid and not tomb.result:
        unseen = "; ".join(unseen_by_kind(tomb.unseen, pen.say))
        lines += wrapped(f"{pen.say('unseen')}: {unseen}", pen, "muted")
    if tomb.result:
        lines += draw_end(tomb, pen)
    return lines


def draw_status(tomb: TombView, pen: Pen) -> Iterator[Text]:
    """Draw hit points, torches and the deck."""
    hearts = pen.gauge(tomb.hit_points, HEARTS)
    life = pen.say("hit-points", showing=tomb.showing, left=tomb.hit_points)
    burnt = len(tomb.torches)
    torches = Text.assemble(
        (f"{pen.say('torches')} {'△' * burnt}", pen.style("muted")),
        ("▲" * (TORCHES - burnt), pen.style("primary")),
    )
    deck = pen.say("left", left=tomb.left, discards=tomb.discards)
    parts = [
        Text.assemble(hearts, f" {life}"),
        torches,
        Text.assemble(("▒ ", pen.style("muted")), deck),
    ]
    notes = [pen.say("dodge-used")] if tomb.dodge_used else []
    notes += [pen.say("scroll-used")] if tomb.scroll_used else []
    notes += [pen.say("returned", returned=tomb.returned)] if tomb.returned else []
    parts += [pen.text(note, "muted") for note in notes]
    yield from flowed(parts, pen)


def draw_dungeon(tomb: TombView, pen: Pen) -> Iterator[Text]:
    """Draw the delve row and, under it, the retreat row; a very long delve goes on below itself."""
    delve, retreat = delve_row(tomb), retreat_row(tomb)
    label = max(len(pen.say("delve")), len(pen.say("retreat"))) + 1
    across = max(1, (pen.width - label) // CELL)
    for start in range(0, len(delve), across):
        part = slice(start, start + across)
        yield from stacks("" if start else pen.say("delve"), delve[part], pen, label, start)
        if retreat:
            yield from stacks(pen.say("retreat"), retreat[part], pen, label)


def stacks(
    name: str, cells: Sequence[str], pen: Pen, label: int, numbered: int | None = None
) -> Lines:
    """Draw stacks side by side; `[2]` is done, `<2>` is now, `.` is yet to come, `^` turns back."""
    lines = [Text(" " * label), pen.text(name.ljust(label), "muted"), Text(" " * label)]
    for at, cell in enumerate(cells, 1):
        depth = "" if numbered is None else str(numbered + at)
        mark, count = cell.strip()[0], cell.strip(" []<>")
        if mark == "[":
            style, box = "", (f"╭{depth.rjust(2, '─')}╮", f"│▒{count}".ljust(3) + "│", "╰──╯")
        elif mark == "<":
            style, box = "primary", (f"┏{depth.rjust(2, '━')}┓", f"┃ {count}┃", "┗━━┛")
        elif mark == "^":
            style, box = "muted", ("    ", "◂──╯", "    ")
        else:
            style, box = "muted", ("┌╌╌┐", "╎  ╎", "└╌╌┘")
        for line, text in zip(lines, box, strict=True):
            line.append(text, pen.style(style)).append(" ")
    return lines[1:2] if pen.size == "small" else lines


def draw_cards(tomb: TombView, pen: Pen) -> Lines:
    """Draw the active column and the hand: side by side where there is room."""
    now, hand = draw_now(tomb, pen), draw_hand(tomb, pen)
    if now and width_of(now) + GAP + width_of(hand) <= pen.width:
        return beside(now, hand)
    return [*now, *hand]


def draw_now(tomb: TombView, pen: Pen) -> Lines:
    """Draw the active turn: where it is, and its cards, of which the danger stands out."""
    if tomb.result:
        return []
    done = tomb.delve_done if tomb.phase == "delve" else tomb.retreat_done
    where = {"phase": tomb.phase, "of": tomb.delve_done - 1, "under": tomb.delve_done - done - 1}
    if not tomb.column:
        return [pen.caption(pen.say("now"), pen.say("ready", number=done, **where))]
    here = pen.say("here", number=done + 1, **where)
    return [pen.caption(pen.say("now"), here), *fanned(tomb.column, "number", pen, tomb.encounter)]


def draw_hand(tomb: TombView, pen: Pen) -> Lines:
    """Draw the hand, treasure first."""
    treasure = [card for card in tomb.hand if is_treasure(card)]
    skills = [card for card in tomb.hand if not is_treasure(card)]
    worth = pen.say("treasure", points=tomb.points, kings=tomb.kings, cards=()).rstrip(": ")
    text = worth if treasure else pen.say("no-treasure")
    return [pen.caption(pen.say("hand"), text), *fanned([*treasure, *skills], "worth", pen)]


def draw_end(tomb: TombView, pen: Pen) -> Iterator[Text]:
    """Draw the result, and what lay face down."""
    result = tomb.result
    if result is None:
        return
    fields = {"outcome": result.outcome, "kings": result.kings, "points": result.points}
    score = pen.say("score", record=result.record, **fields)
    colour = "success" if result.outcome in ("won", "escaped") else "error"
    yield Text.assemble(
        (f"{pen.say('over')}  ", pen.style("muted")), (score, pen.style(colour, "bold"))
    )
    if tomb.opened:
        piles = [pen.say("stacks"), *(shorts(stack) for stack in tomb.opened.stacks)]
        yield from flowed([pen.text(pile, "muted") for pile in piles], pen)
        if tomb.opened.discards:
            yield from wrapped(
                f"{pen.say('discards')}  {shorts(tomb.opened.discards)}", pen, "muted"
            )


# -- cards ----------------------------------------------------------------------------------------


def fanned(cards: Sequence[str], counted: str, pen: Pen, danger: str | None = None) -> Lines:
    """Draw cards as a fan, each over the next; a fan too wide goes on below.

    `counted` is what counts here, the cards' numbers or their worth: a variant's own is shown.
    """
    face = large_face if pen.size == "large" else small_face
    step = 5 if pen.size == "large" else 4
    most = max(1, (pen.width - step) // step)
    lines: Lines = []
    for start in range(0, len(cards), most):
        part = cards[start : start + most]
        fan = [Text() for _ in face("2s", "", heavy=False)]
        for card in part:
            heavy = card == danger
            row: Card = pen.rows[card]
            style = pen.style(COLOURS[row.kind], "bold" if heavy else "")
            amount = getattr(row, counted)
            whole = face(
                card, f"={amount}" if amount != getattr(ROWS[card], counted) else "", heavy=heavy
            )
            cut = whole if card == part[-1] or heavy else [text[:step] for text in whole]
            for line, text in zip(fan, cut, strict=True):
                line.append(text, style)
        lines += fan
    return lines


def small_face(card: str, counts: str, *, heavy: bool) -> list[str]:
    """Draw a card in three lines."""
    tl, tr, bl, br, side, edge = HEAVY if heavy else LIGHT
    return [
        tl + edge * 3 + tr,
        side + short(card).rjust(3) + side,
        bl + counts.center(3, edge) + br,
    ]


def large_face(card: str, counts: str, *, heavy: bool) -> list[str]:
    """Draw a card in five lines, with what it is in play."""
    tl, tr, bl, br, side, edge = HEAVY if heavy else LIGHT
    return [
        tl + edge * 5 + tr,
        side + short(card).ljust(5) + side,
        side + PICTURES[ROWS[card].kind].center(5) + side,
        side + short(card).rjust(5) + side,
        bl + counts.center(5, edge) + br,
    ]


PICTURES: Final = {
    "monster": "<Ö>",
    "trap": "\\◇/",
    "door": "▐∙▌",
    "skill": "†",
    "favour": "✶",
    "hoard": "◆◆",
    "torch": "▲",
    "scroll": "≡",
}


def short(card: str) -> str:
    """Write a card as on its corner: `10♠`, `K♥`."""
    if card == "joker":
        return "≡≡"
    return card[:-1].upper() + SIGNS[card[-1]]


def shorts(cards: Sequence[str]) -> str:
    """Write several cards in a word each."""
    return " ".join(map(short, cards))
