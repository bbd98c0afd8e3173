"""The turn (5.1): read it beside `docs/rules/labyrintheus.md`, clause by clause."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.combat.attack import attack
from undercroft.games.labyrintheus.combat.fight import face_trap, fight, revealed
from undercroft.games.labyrintheus.components.chests import open_chest
from undercroft.games.labyrintheus.components.party import party
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.events import (
    PhaseStarted,
    Side,
    TurnCutShort,
    TurnEnded,
    TurnStarted,
)
from undercroft.games.labyrintheus.rules.death import rise, time_out
from undercroft.games.labyrintheus.rules.decks import draw_encounter, steal_at_random
from undercroft.games.labyrintheus.rules.items import discard_equipped, heal
from undercroft.games.labyrintheus.rules.phases import cleanup, prep
from undercroft.games.labyrintheus.rules.portal import hunt, leave
from undercroft.games.labyrintheus.rules.undead import undead_encounter
from undercroft.games.labyrintheus.rules.ways import Play, Way
from undercroft.games.labyrintheus.rules.windows import abilities, open_window, spend
from undercroft.games.labyrintheus.state import Hero, Maze, Phase

ANNOUNCE: Final = ("announce", "draw")


def turn(maze: Maze) -> Rules[None]:
    """T-1. One turn of the acting player, living or undead."""
    if maze.step == "turn":  # else it goes on from a checkpoint
        begin_turn(maze)
    hero = maze.hero
    if hero.crumbled:
        rise(maze, hero)  # T-3
    else:
        yield from take_turn(maze, hero)
    end_turn(maze)


def begin_turn(maze: Maze) -> None:
    """T-2. What lasts for a turn is cleared; the acting seat has moved, as the portal sees it."""
    for hero in maze.heroes:
        hero.might = hero.stoneskin = 0
        hero.broad_back_used = hero.patient_eye_used = False
    maze.phase = "turn"
    if maze.portal is not None and maze.acting in maze.portal.still_to_move:
        maze.portal.still_to_move.remove(maze.acting)
    side: Side = "undead" if maze.hero.undead else "living"
    maze.tell(TurnStarted, maze.acting, maze.turns + 1, maze.turns // maze.seats + 1, side)


def take_turn(maze: Maze, hero: Hero) -> Rules[None]:
    """T-4 to T-8; T-10: what is left is skipped when the acting player falls."""
    undead = hero.undead
    if maze.step == "turn":
        yield from open_window(maze, "turn", ways_in_turn, carry_out_in_turn, about_turn)
        if has_fallen(maze, hero, undead):  # T-5
            return
        go_on_to(maze, "prep")
    if maze.step == "prep":
        if not undead and not (yield from prep(maze, hero)):
            maze.tell(TurnCutShort, hero.seat, "orb")
            return
        go_on_to(maze, "encounter")
    if maze.step == "encounter":
        maze.phase = "encounter"
        maze.tell(PhaseStarted, hero.seat, "encounter")
        if undead:
            yield from undead_encounter(maze, hero)
        else:
            yield from encounter(maze, hero)
        if has_fallen(maze, hero, undead) or undead:
            return
        go_on_to(maze, "cleanup")
    yield from cleanup(maze, hero)


def go_on_to(maze: Maze, step: Phase) -> None:
    """Leave a step of the turn behind."""
    maze.step = step
    maze.checkpoint()


def has_fallen(maze: Maze, hero: Hero, undead: bool) -> bool:
    """T-10, R-37, X-3. Whether the acting player has died or crumbled in this turn."""
    if hero.undead == undead and not hero.crumbled:
        return False
    maze.tell(TurnCutShort, hero.seat, "crumbled" if undead else "death")
    return True


def end_turn(maze: Maze) -> None:
    """T-9. Count the turn; the next seat moves, or the cap ends the game."""
    maze.step = "turn"
    maze.turns += 1
    seat = maze.acting
    maze.acting = maze.next_seat(seat)
    maze.tell(TurnEnded, seat, maze.acting)
    if maze.turns >= maze.options.round_cap * maze.seats:
        time_out(maze)


def encounter(maze: Maze, hero: Hero) -> Rules[None]:
    """5.4. The Encounter phase of a living player."""
    portal = maze.portal
    if portal is not None and portal.owner == hero.seat:  # E-1
        yield from leave(maze, hero, portal)
        return
    if portal is None and hero.stones >= maze.options.stones_to_leave:  # E-2, R-43, R-45
        answer = yield from choose(
            hero.seat,
            "announce",
            ANNOUNCE,
            stones=hero.stones,
            wrath=maze.wrath,
            guile=maze.guile,
        )
        if answer == "announce":
            yield from hunt(maze, hero)
            return
    card = yield from draw_encounter(maze)  # E-3
    match card.type:
        case "monster" | "titan":
            yield from fight(maze, hero, card)  # E-11: no stones are lost to a Titan drawn
        case "trap":
            yield from face_trap(maze, hero, card)
        case "chest":
            yield from open_chest(maze, hero, card)
        case _:
            maze.tell(revealed, maze, hero, card)
            yield from party(maze, card)


# -- the turn window ------------------------------------------------------------------------------


def ways_in_turn(maze: Maze, hero: Hero) -> list[Way]:
    """2.7. Ambush, pilfer, mend and rust, each with its targets."""
    ways: list[Way] = []
    for card in abilities(hero, "turn"):
        ways += ways_to_play(maze, hero, card)
    return ways


def ways_to_play(maze: Maze, hero: Hero, card: Treasure) -> list[Play]:
    """2.7. The targets of an ability card in a turn window, by seat number."""
    others = [other for other in maze.heroes if other is not hero]
    match card.effect:
        case "ambush":
            targets = [h for h in others if not (h.undead if hero.undead else h.crumbled)]
        case "pilfer":
            targets = [h for h in others if h.backpack]
        case "mend":
            targets = [h for h in maze.living if h.health < h.most_health]
        case _:
            return [Play(card, h.seat, aim) for h in maze.heroes for aim in h.equipped]
    return [Play(card, target.seat) for target in targets]


def carry_out_in_turn(maze: Maze, hero: Hero, way: Way) -> Rules[None]:
    """Carry out what was chosen in a turn window. W-5: an ambush is a whole attack."""
    if isinstance(way, Play) and way.target is not None:
        spend(maze, hero, way)
        target = maze.heroes[way.target]
        match way.card.effect:
            case "ambush":
                special = hero.persona.undead_special if hero.undead else None
                yield from attack(maze, hero, target, "ambush", special)
            case "pilfer":
                yield from steal_at_random(maze, target, hero)
            case "mend":
                heal(maze, target, way.card.amount, way.card.id)
            case _:
                if way.aim is not None:
                    discard_equipped(maze, target, way.aim, "rust")


def about_turn(maze: Maze, hero: Hero) -> Mapping[str, object]:
    """Say what a person needs to see to choose in a turn window."""
    return {"acting": maze.acting}
