"""How a bot walks in the Labyrinth: by its plan, and past what stands in the way."""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.game import Advice
from undercroft.games.talisman.board import BY_NAME, NEXT, NOWHERE
from undercroft.games.talisman.bots.boons import TEMPO
from undercroft.games.talisman.bots.mind import About, Answer, Mind, Options
from undercroft.games.talisman.choices import Exit, Go, SecretDoor, To, Tunnel

SURE: Final = 0.1  # how much better a leap must be than a walk
WORTH_A_DOOR: Final = 3.0  # turns
WORTH_A_CLIMB: Final = 3.0


def main(options: Options, m: Mind, about: About) -> Advice:
    """L-1. Follow the plan: walk, climb, fight here, rest."""
    if not m.is_mine:
        return lead_astray(options, m, about)
    plan, here = m.below.plan, m.below.chart.here
    if "exit" in options and (found := leave(m)):
        return found
    if "seek" in options and not m.below.has_tower_stair:
        return Advice("seek", "seek")
    heals = "ab-meditation" in m.me.abilities and "poison" not in m.me.ailments
    if m.hurt and heals and "stay" in options:  # one who is afraid may not
        return Advice("stay", "rest")
    if "attack-gate" in options and m.fight(6, xp=False) > -0.25 * m.life:
        return Advice("attack-gate", "close-gate")
    if plan is None or (plan.rate < m.below.new_tile and has_tunnel(options)):
        return wander(options, m)
    if door := slip_through(options, m, plan.square):
        return Advice(door, plan.reason, plan.names)
    if plan.square == here and plan.reason == "hunt" and "arena-fight" in options:
        return Advice("arena-fight", "hunt", plan.names)
    if m.below.wants_out and m.below.has_land:
        for way in ("enter-sewers", "swim"):
            if way in options:
                return Advice(way, "leave", {"place": m.below.chart.tile(here)})
    step = m.below.next_step()
    for option in options:
        if isinstance(option, Go) and NEXT[here][option.direction] == step:
            return Advice(option, plan.reason, plan.names)
    for option in options:
        if isinstance(option, SecretDoor) and NEXT[here][option.direction] == step:
            return Advice(option, plan.reason, plan.names)
    if any(hold.kind == "flood" for hold in m.me.holds):
        return Advice(options[0], "flooded")
    return wander(options, m)


def has_tunnel(options: Options) -> bool:
    """Z-2. Whether it is walled in."""
    return any(isinstance(option, Tunnel) for option in options)


def slip_through(options: Options, m: Mind, goal: int) -> Any:
    """L-4. A Secret Door, where the goal is behind a wall and far to walk."""
    here = m.below.chart.here
    if m.below.own_walk.turns[goal] < WORTH_A_DOOR:
        return None
    for option in options:
        if isinstance(option, SecretDoor) and NEXT[here][option.direction] == goal:
            return option
    return None


def leave(m: Mind) -> Advice | None:
    """L-8. Take the stair it stands on, if that is where it wants to go."""
    tile = m.below.chart.tile(m.below.chart.here)
    if m.below.is_way_up(tile):
        return Advice("exit", "climb", {"place": tile})
    if m.below.is_way_out(tile):
        return Advice("exit", "leave", {"place": tile})
    plan = m.below.plan
    if m.below.is_hope(tile) and (plan is None or plan.reason == "last-hope"):
        return Advice("exit", "last-hope", {"place": tile})
    return None


def wander(options: Options, m: Mind) -> Advice:
    """With nothing to go for in reach: a Secret Door, a tunnel, any way but the one it came by."""
    here, back = m.below.chart.here, BY_NAME.get(m.me.way_back or "", NOWHERE)
    doors = [option for option in options if isinstance(option, Tunnel | SecretDoor)]
    if doors:
        step = m.below.through_walls(here)
        by = [option for option in doors if NEXT[here][option.direction] == step]
        if by:
            return Advice(by[0], "break-out")
    if "exit" in options:
        return Advice("exit", "no-way")
    ways = [option for option in options if isinstance(option, Go)]
    onward = [option for option in ways if NEXT[here][option.direction] != back]
    if ways:
        costs = m.below.chart.costs
        best = min(onward or ways, key=lambda option: costs[NEXT[here][option.direction]])
        return Advice(best, "no-way")
    return Advice(options[0], "no-way")


def second(options: Options, m: Mind, about: About) -> Advice:
    """L-6. On towards the goal."""
    if not m.is_mine:
        return Advice("stop", "puppet")
    plan, here = m.below.plan, m.below.chart.here
    if plan is not None:
        step = m.below.next_step()
        for option in options:
            if isinstance(option, Go) and NEXT[here][option.direction] == step:
                return Advice(option, plan.reason, plan.names)
    return Advice("stop", "no-way")


def lead_astray(options: Options, m: Mind, about: About) -> Advice:
    """T-9. Another's character: let it stay where it is."""
    return Advice("stay" if "stay" in options else options[0], "puppet")


def rotate(options: Options, m: Mind, about: About) -> Advice:
    """L-19. Keep as many ways open as can be."""
    shape, square = str(about["shape"]), BY_NAME[str(about["square"])]
    openness = m.below.chart.openness
    best = max(options, key=lambda option: openness(shape, option.rotation, square))
    return Advice(best, "open-ways")


def nearest(options: Options, m: Mind, about: About) -> Advice:
    """Choose the square from which most can be had."""
    squares = [option for option in options if isinstance(option, To)]
    return Advice(max(squares, key=lambda option: prospect(option.number, m)), "nearest")


def prospect(square: int, m: Mind) -> float:
    """What can be had from a square, less what it costs to come there."""
    chart = m.below.chart
    if chart.dark[square]:
        return m.below.new_tile + 0.3
    plan = m.below.plan_from(square)
    back = 0.3 * (square == BY_NAME.get(m.me.way_back or "", NOWHERE))
    rate = plan.rate - back if plan is not None else -back
    return rate - TEMPO * max(chart.costs[square] - 1, 0.0)


def pit(options: Options, m: Mind, about: About) -> Advice:
    """E. Only for want of another way."""
    if not m.is_mine:
        return Advice("refuse", "puppet")
    step = m.below.next_step()
    if m.below.plan is None:
        step = m.below.through_walls(m.below.chart.here)
    if step != NOWHERE and m.below.chart.tile(step) == "s-bottomless-pit":
        return Advice("enter", "no-other-way")
    return Advice("refuse", "pit")


def turns_back(m: Mind) -> bool:
    """Whether from where it came its plan would not lead over this square again."""
    back = BY_NAME.get(m.me.way_back or "", NOWHERE)
    if back == NOWHERE or not m.is_mine:
        return False
    return not m.below.leads_over(back, m.below.chart.here)


def vermin(options: Options, m: Mind, about: About) -> Advice:
    """D, V. With a light, by a Spell, by another way; else through."""
    for way in ("light", "spell"):
        if way in options:
            return Advice(way, "vermin-light")
    if "back" in options and turns_back(m):
        return Advice("back", "other-way")
    return Advice("fight", "no-other-way")


def chasm(options: Options, m: Mind, about: About) -> Advice:
    """H. Float or climb; leap if there is no better way."""
    for way in ("fly", "rope"):
        if way in options:
            return Advice(way, "chasm-safe")
    if "back" in options and m.passes("strength", 2) < 0.8 and turns_back(m):
        return Advice("back", "other-way")
    return Advice("leap", "no-other-way")


def onward(options: Options, m: Mind, about: About) -> Advice:
    """Out by the way that leads to most."""
    ways = [option for option in options if isinstance(option, Exit)]
    if not m.is_mine or not ways:
        return Advice(options[0], "puppet" if not m.is_mine else "no-other-way")
    here = m.below.chart.here
    if here == NOWHERE:
        return Advice(ways[0], "onward")
    plan, step = m.below.plan, m.below.next_step()
    for option in ways:
        if plan is not None and NEXT[here][option.direction] == step:
            return Advice(option, plan.reason, plan.names)
    best = max(ways, key=lambda option: prospect(NEXT[here][option.direction], m))
    return Advice(best, "onward")


def flood(options: Options, m: Mind, about: About) -> Advice:
    """The door that leads to most; another's victim has the last."""
    if m.me.character != str(about["victim"]):
        return Advice(options[-1], "puppet")
    here = m.below.chart.here
    best = max(options, key=lambda option: prospect(NEXT[here][option.direction], m))
    return Advice(best, "onward")


def revolve(options: Options, m: Mind, about: About) -> Advice:
    """W. Leave."""
    if "leave" in options:
        return Advice("leave" if m.is_mine else "stay", "onward" if m.is_mine else "puppet")
    return onward(options, m, about)


def tilt(options: Options, m: Mind, about: About) -> Advice:
    """Slide out, or climb, if it would slide into something worse."""
    if not m.is_mine:
        return Advice("stay", "puppet")
    chart, way = m.below.chart, options[0]
    if isinstance(way, Exit) and chart.costs[NEXT[chart.here][way.direction]] > WORTH_A_CLIMB:
        return Advice("climb", "other-way")
    return Advice(way, "onward")


def teleportal(options: Options, m: Mind, about: About) -> Advice:
    """AA. Through it where that leads to more than walking."""
    ways = [option for option in options if isinstance(option, To)]
    if not m.is_mine or not ways:
        return Advice(options[-1], "puppet")
    best = max(ways, key=lambda option: prospect(option.number, m))
    plan = m.below.plan
    if "pass" in options and plan is not None and prospect(best.number, m) <= plan.rate + SURE:
        return Advice("pass", plan.reason, plan.names)
    return Advice(best, "teleport")


def curtain(options: Options, m: Mind, about: About) -> Advice:
    """Corridor trap 2. Through, unless a Life is too dear."""
    if "turn-back" in options and m.is_weak and turns_back(m):
        return Advice("turn-back", "weak")
    return Advice("pass-through", "onward")


def piece(options: Options, m: Mind, about: About) -> Advice:
    """L-15. The piece that helps most."""
    if "draw" in options:
        return Advice("use-map", "map") if m.below.seeks_stairs else Advice("draw", "keep-map")
    return Advice(max(options, key=lambda option: piece_worth(option.tile, m)), "piece")


def piece_worth(tile: Any, m: Mind) -> float:
    """What a piece is worth to who must enter it."""
    if tile.kind == "stairs":
        return 5.0 if m.below.seeks_stairs or not m.below.is_expedition else 0.1
    if tile.kind == "secret-door":
        return 0.4
    return PIECES.get(tile.id, 0.3 if tile.kind == "corridor" else 0.1)


PIECES: Final[Mapping[str, float]] = {
    "s-tree-of-wisdom": 1.0,
    "s-treasure-chamber": 0.8,
    "s-halls-of-learning": 0.6,
    "s-well-of-life": 0.5,
    "s-bottomless-pit": -3.0,
    "s-lava-cavern": -1.0,
    "s-bats": -1.0,
    "s-rats": -1.0,
    "s-chasm-room": -0.5,
    "s-labyrinth": -1.0,
    "s-teleportation-room": -1.0,
}


ANSWERS: Final[Mapping[str, Answer]] = {
    "main": main,
    "second": second,
    "rotate": rotate,
    "stair": nearest,
    "secret-passage": nearest,
    "door-exit": nearest,
    "withdraw-to": nearest,
    "pit": pit,
    "vermin": vermin,
    "chasm": chasm,
    "run": onward,
    "boulder": onward,
    "eject": onward,
    "flood": flood,
    "revolve": revolve,
    "tilt": tilt,
    "teleportal": teleportal,
    "curtain": curtain,
    "piece": piece,
}
