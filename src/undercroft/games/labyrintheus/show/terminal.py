"""The table in colour characters: the others around, the encounter in the middle, and you.

Only a terminal that can show it imports this. Rich is its one need besides the game itself.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec
from rich.text import Text

from undercroft.games.labyrintheus.show.telling import counts, lasting
from undercroft.games.labyrintheus.view import HeroView, MazeView, WornView
from undercroft.sketch import (
    Lines,
    Pen,
    boxed,
    flowed,
    in_rows,
    introduced,
    largest,
    side_by_side,
    wrapped,
)

SEAT: Final = 36  # the least columns of a seat's box
CARD: Final = 24  # of a card's
PERSONA: Final = ("symbol", "health", "defence", "damage")
ADDS: Final = ("attack", "damage", "guard", "evade")


def draw(view: MazeView, pen: Pen) -> Lines:
    """Draw the table."""
    return largest(draw_all, view, pen)


def draw_all(view: MazeView, pen: Pen) -> Lines:
    """Draw what concerns all, the others, what lies in the middle, and the one who looks."""
    me = looker(view)
    others = [hero for hero in view.heroes if hero is not me]
    mine = [] if me is None else draw_me(view, me, pen)
    if pen.size == "small":
        rest = [line for hero in others for line in in_brief(view, hero, pen)]
        return [*draw_middle(view, pen), *mine, *rest, *draw_state(view, pen)]
    return [*draw_state(view, pen), *draw_others(view, others, pen), *draw_middle(view, pen), *mine]


def looker(view: MazeView) -> HeroView | None:
    """Give the seat that looks, or the one whose turn it is; nobody before they are chosen."""
    seat = view.acting if view.seat is None else view.seat
    return next((hero for hero in view.heroes if hero.seat == seat), None)


# -- what concerns all ----------------------------------------------------------------------------


def draw_state(view: MazeView, pen: Pen) -> Iterator[Text]:
    """Draw time, direction, difficulty, decks and portal; at first, the personas to choose from."""
    if view.phase == "setup":
        if pen.size == "small":
            for id in view.personas:
                yield from wrapped(f"{pen.words.name(id)}: {numbers_of(id, pen)}", pen)
            return
        yield from side_by_side([partial(draw_persona, id, pen) for id in view.personas], pen)
        return
    seen = msgspec.structs.asdict(view)
    arrow = "↻" if view.direction > 0 else "↺"
    parts = [
        pen.text(pen.say("time", **seen), "", "bold"),
        pen.text(f"{arrow} {pen.say('direction', **seen)}"),
        pen.text(pen.say("difficulty", **seen), "error" if view.wrath + view.guile else "muted"),
        pen.text(pen.say("decks", **seen), "muted"),
        pen.text(pen.say("discards", **counts(view)), "muted"),
    ]
    if view.portal_owner is not None:
        said = pen.say("portal", **seen, waiting=bool(view.still_to_move))
        parts.insert(0, pen.text(said, "accent", "bold"))
    yield from flowed(parts, pen)


def draw_persona(id: str, pen: Pen, within: int) -> Lines:
    """Draw a persona to choose: face, numbers and trait."""
    said = pen.say("trait", trait=pen.rows[id].trait)
    return introduced(pen, id, numbers_of(id, pen).split("; "), said, within)


def numbers_of(id: str, pen: Pen) -> str:
    """Say a persona's symbol and numbers."""
    row = pen.rows[id]
    return pen.say("persona-numbers", **{name: getattr(row, name) for name in PERSONA})


def draw_middle(view: MazeView, pen: Pen) -> Lines:
    """Draw the encounter, its numbers, and the damage on its way."""
    inner = pen.within(pen.width - 2)
    lines: Lines = []
    title, style = "", "warning"
    if view.encounter is not None:
        row = pen.rows[view.encounter]
        title = pen.words.title(view.encounter)
        style = {"chest": "success", "party": "secondary", "trap": "warning"}.get(row.type, "error")
        lines += wrapped(pen.words.text(row), inner)
    if view.contest is not None:
        contest = msgspec.structs.asdict(view.contest)
        thrown = "critical" if view.contest.critical else "yes" if view.contest.dice else "no"
        lines += wrapped(pen.say("contest", **contest, thrown=thrown), inner, "primary")
    if view.blow is not None:
        said = pen.say("blow", **msgspec.structs.asdict(view.blow))
        lines += wrapped(f"▸ {said}", inner, "error")
    if not lines:
        return []
    if pen.size != "small":
        return boxed(lines, pen, title, pen.style(style), heavy=True)
    if title:
        lines = [*wrapped(f"{title}: {lines[0].plain}", inner, style), *lines[1:]]
    return [pen.text("║", style) + line for line in lines]


# -- seats ----------------------------------------------------------------------------------------


def name_of(hero: HeroView, pen: Pen) -> str:
    """Call a seat by its number and persona."""
    return pen.say("name", seat=hero.seat, persona=hero.persona)


def is_acting(view: MazeView, hero: HeroView) -> bool:
    """Whether it is its turn."""
    return hero.seat == view.acting and view.phase != "setup"


def numbers(view: MazeView, hero: HeroView, pen: Pen) -> Iterator[Text]:
    """Draw health, defence, damage and gate stones."""
    life = pen.gauge(hero.health, hero.most_health)
    if pen.size == "small":
        life = pen.text("♥", "error")
    yield Text.assemble(life, f" {hero.health}/{hero.most_health}")
    yield pen.text(pen.say("strength", defence=hero.defence, damage=hero.damage))
    stones = pen.gauge(hero.stones, view.stones_to_leave, "◆◇", "accent")
    if pen.size == "large":
        stones.append(f" {pen.say('stones', stones=hero.stones)}", "")
    yield stones
    if lasts := lasting(hero, pen.say):
        yield pen.text(lasts, "success")


def in_brief(view: MazeView, hero: HeroView, pen: Pen) -> Iterator[Text]:
    """Draw a seat in as few lines as may be."""
    mark = "▸" if is_acting(view, hero) else " "
    parts = [
        pen.text(f"{mark}{name_of(hero, pen)}", "primary" if mark != " " else "", "bold"),
        *numbers(view, hero, pen),
    ]
    if hero.seat != view.seat:
        parts.append(pen.text(in_backpack(hero, pen), "muted"))
    yield from flowed(parts, pen, gap=2)
    if hero.undead:
        yield from draw_undead(hero, pen)


def draw_others(view: MazeView, others: list[HeroView], pen: Pen) -> Lines:
    """Draw the others, in boxes side by side, or in brief where there is little room."""
    if pen.size != "large":
        return [line for hero in others for line in in_brief(view, hero, pen)]
    abreast = max(1, min(len(others), (pen.width + 1) // (SEAT + 1)))
    wide = (pen.width - abreast + 1) // abreast
    return in_rows([draw_seat(view, hero, pen.within(wide)) for hero in others], pen.width)


def draw_seat(view: MazeView, hero: HeroView, pen: Pen) -> Lines:
    """Draw a seat in a box: numbers, what it wears, how much it carries."""
    inner = pen.within(pen.width - 2)
    lines = [*flowed(numbers(view, hero, inner), inner, gap=2)]
    if hero.undead:
        lines += draw_undead(hero, inner)
    for slot in hero.slots:
        if slot.card is not None:
            lines += flowed([worn(slot, inner)], inner)
    lines += wrapped(in_backpack(hero, pen), inner, "muted", hang=2)
    style = "primary" if is_acting(view, hero) else "muted" if hero.undead else "secondary"
    return boxed(lines, pen, name_of(hero, pen), pen.style(style), heavy=is_acting(view, hero))


def draw_undead(hero: HeroView, pen: Pen) -> Iterator[Text]:
    """Say what the undead side can do."""
    special = pen.rows[hero.persona].undead_special
    yield from wrapped(pen.say("undead", special=special, crumbled=hero.crumbled), pen, "accent")


def in_backpack(hero: HeroView, pen: Pen) -> str:
    """Say how much is in a backpack, and what of it is known."""
    fields = {"backpack": hero.backpack, "known": hero.known}
    return pen.say("others-backpack", **fields, sure=bool(hero.known))


def draw_me(view: MazeView, hero: HeroView, pen: Pen) -> Lines:
    """Draw the one who looks: numbers, slots, and the cards of the backpack."""
    if pen.size == "small":
        lines = [*in_brief(view, hero, pen)]
    else:
        inner = pen.within(pen.width - 2)
        lines = [*flowed(numbers(view, hero, inner), inner)]
        lines += draw_undead(hero, inner) if hero.undead else flowed(slots(hero, inner), inner)
        acting = is_acting(view, hero)
        style = pen.style("primary" if acting else "secondary")
        return [
            *boxed(lines, pen, name_of(hero, pen), style, heavy=acting),
            *(draw_backpack(hero, pen) if hero.seat == view.seat else ()),
        ]
    if not hero.undead:
        lines += flowed([*slots(hero, pen)], pen)
    return [*lines, *(draw_backpack(hero, pen) if hero.seat == view.seat else ())]


def slots(hero: HeroView, pen: Pen) -> Iterator[Text]:
    """Draw every slot, the empty ones too, if there is room."""
    for slot in hero.slots:
        if slot.card is not None:
            yield worn(slot, pen)
        elif pen.size != "small":
            yield pen.text(pen.say("empty", slot=slot.slot), "muted")


def worn(slot: WornView, pen: Pen) -> Text:
    """Draw what lies in a slot, with its uses: `▪` is used, `▫` is left."""
    row = pen.rows[slot.card or ""]
    uses = "▪" * slot.counters + "▫" * (row.hardness - slot.counters)
    name = f"{pen.words.title(slot.slot)} {pen.words.title(row.id)}"
    adds = [f" {pen.words.title(what)} {n}" for what in ADDS if (n := getattr(row, what))]
    return Text.assemble(name, ("".join(adds), pen.style("success")), f" {uses}" if uses else "")


def draw_backpack(hero: HeroView, pen: Pen) -> Lines:
    """Draw the cards of one's own backpack: in boxes, or a line each."""
    head = pen.text(pen.say("backpack", count=hero.backpack), "muted")
    if pen.size == "large" and hero.known:
        abreast = max(1, min(len(hero.known), (pen.width + 1) // (CARD + 1)))
        wide = min(36, (pen.width - abreast + 1) // abreast)
        card, inner = pen.within(wide), pen.within(wide - 2)
        texts = [[*wrapped(pen.words.text(pen.rows[id]), inner)] for id in hero.known]
        most = max(map(len, texts))
        cards = [
            boxed(text + [Text()] * (most - len(text)), card, pen.words.title(id), style(id, pen))
            for id, text in zip(hero.known, texts, strict=True)
        ]
        return [head, *in_rows(cards, pen.width)]
    lines = [head] if pen.size != "small" else []
    for id in hero.known:
        lines += wrapped(f"▪ {pen.say('card', card=pen.rows[id])}", pen, "secondary", hang=2)
    return lines


def style(id: str, pen: Pen) -> str:
    """Tell cards to be played from cards to be worn."""
    return pen.style("accent" if pen.rows[id].kind == "ability" else "secondary")
