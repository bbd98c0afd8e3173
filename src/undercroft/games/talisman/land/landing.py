"""Landing on a space of the Land (land part, G-5, G-6, G-9 to G-12, G-19)."""

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NOWHERE
from undercroft.games.talisman.combat.duels import can_be_attacked, maybe_attack
from undercroft.games.talisman.combat.fights import fight
from undercroft.games.talisman.components.kinds import Effect, Enemy, Happening, Space, Thing
from undercroft.games.talisman.events.base import How
from undercroft.games.talisman.heroes.possessions import draw_card, gain_follower, gain_object
from undercroft.games.talisman.heroes.vitals import maybe_empty_labyrinth
from undercroft.games.talisman.movement.arriving import let_go
from undercroft.games.talisman.movement.gate import feed_gate, foe_of
from undercroft.games.talisman.pieces import Item, Lying
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.tasks import finish_task
from undercroft.games.talisman.state import Hero, Maze

TAKE = ("take", "leave")
RANK = {
    "event": 0,
    "monster": 1,
    "spirit": 1,
    "stranger": 2,
    "follower": 3,
    "object": 3,
    "place": 4,
}


# -- coming onto a space --------------------------------------------------------------------------


def put_on(maze: Maze, hero: Hero, space: Space, how: How) -> None:
    """Put him on a space, with nothing said of an encounter."""
    origin = hero.place
    was_below = hero.in_labyrinth
    let_go(maze, hero, fear_too=True)
    hero.square = hero.way_back = NOWHERE
    hero.space = space
    hero.visit += 1
    hero.tries = 0
    hero.host_beaten = False
    maze.tell_of(hero, told.Moved, origin, space.id, how)
    if was_below:
        maze.tell_of(hero, told.LabyrinthLeft, space.id)
        maybe_empty_labyrinth(maze)


def land_on(
    maze: Maze, hero: Hero, space: Space, how: How = "road", place: Effect | None = None
) -> Rules[None]:
    """G-5, G-6. He lands on a space and encounters it; `place` is the one place he visits there."""
    put_on(maze, hero, space, how)
    yield from encounter_space(maze, hero, place)


def encounter_space(maze: Maze, hero: Hero, place: Effect | None = None) -> Rules[None]:
    """G-5, G-11. A character there, or the cards there and then the space's instruction."""
    space, visit = hero.space, hero.visit
    assert space is not None  # noqa: S101 (he has landed on one)
    yield from tell_tasks(maze, hero, space)
    others = [other for other in maze.on_space(space, but=hero) if can_be_attacked(other)]
    if (yield from maybe_attack(maze, hero, others)) or hero.visit != visit:
        return
    if space.draws:
        yield from draw_cards(maze, hero, space.draws)
    goes_on = yield from meet_cards(maze, hero, maze.lying.get(space.id, [])[:])
    instruction = place or space.entry
    if goes_on and instruction is not None:
        yield from apply(instruction, maze, hero)


def tell_tasks(maze: Maze, hero: Hero, space: Space) -> Rules[None]:
    """G-20. Tasks that are done by landing somewhere."""
    if space.id == ("village" if hero.outcast else "city"):
        yield from finish_task(maze, hero, "q-letter")
    if space.id == "temple-of-voices" and maze.is_catacombs:
        yield from finish_task(maze, hero, "q-depths")


# -- cards on a space -----------------------------------------------------------------------------


def draw_cards(maze: Maze, hero: Hero, count: int) -> Rules[list[Lying]]:
    """G-9. Bring the number of cards on his space up to so many; gives the new ones."""
    assert hero.space is not None  # noqa: S101 (only the Land has cards)
    cards = maze.lying.setdefault(hero.space.id, [])
    drawn: list[Lying] = []
    while len(cards) < count:
        card = yield from draw_card(maze, "adventure")
        if card is None:  # G-12
            break
        cards.append(Lying(card))
        drawn.append(cards[-1])
        maze.tell_of(hero, told.AdventureDrawn, card.id)
    return drawn


def draw_and_meet(maze: Maze, hero: Hero, count: int) -> Rules[None]:
    """`draw k` as a later part of an instruction: no card is met twice (G-11)."""
    drawn = yield from draw_cards(maze, hero, count)
    yield from meet_cards(maze, hero, drawn)


def meet_cards(maze: Maze, hero: Hero, cards: list[Lying]) -> Rules[bool]:
    """G-10. Events, enemies, strangers, followers and objects, places. False: it is over."""
    visit = hero.visit
    for lying in sorted(cards, key=lambda lying: RANK[kind_of(lying)]):
        goes_on = yield from meet_card(maze, hero, lying)
        if not goes_on or hero.visit != visit:
            return False
    return True


def kind_of(lying: Lying) -> str:
    """What kind of card it is."""
    card = lying.card
    return card.kind if isinstance(card, Enemy | Happening | Thing) else "object"


def meet_card(maze: Maze, hero: Hero, lying: Lying) -> Rules[bool]:
    """G-10. Meet one card. False: an enemy was not overcome, and the encounter is over."""
    card = lying.card
    if isinstance(card, Enemy):
        ending = yield from fight(maze, hero, foe_of(card))
        if ending == "win":
            pick_up(maze, hero, lying)
            if not (yield from feed_gate(maze, hero, card)):  # GT-1
                maze.put_back(card)
        return ending in ("win", "evaded")
    if isinstance(card, Happening) and card.happens is not None:
        if card.kind != "place":
            pick_up(maze, hero, lying)
            maze.put_back(card)
        maze.tell_of(hero, told.EventStruck, card.id)
        yield from apply(card.happens, maze, hero)
    elif isinstance(card, Thing):
        yield from meet_thing(maze, hero, lying, card)
    return True


def pick_up(maze: Maze, hero: Hero, lying: Lying) -> None:
    """Take a card off his space."""
    assert hero.space is not None  # noqa: S101 (only the Land has cards)
    maze.lying[hero.space.id].remove(lying)


def meet_thing(maze: Maze, hero: Hero, lying: Lying, card: Thing) -> Rules[None]:
    """G-10. Take a Follower or an Object, or leave it; O-3: outcasts lose Followers."""
    if card.kind == "follower" and hero.outcast:
        pick_up(maze, hero, lying)
        maze.put_back(card)
    elif (yield from choose(hero.seat, "take", TAKE, card=card)) == "take":
        pick_up(maze, hero, lying)
        if card.kind == "follower":
            gain_follower(maze, hero, card)
        else:
            yield from gain_object(maze, hero, Item(card, lying.enchanted))
