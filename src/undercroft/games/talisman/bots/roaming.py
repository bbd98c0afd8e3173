"""How a bot roams the Land: by its aim, over bridges, through portals, to the Hermit and inward."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.game import Advice
from undercroft.games.talisman.bots.above import BRIDGES, turns_to
from undercroft.games.talisman.bots.mind import About, Answer, Mind, Options
from undercroft.games.talisman.choices import Clockwise, CounterClockwise, Toward

WAYS: Final = ("portal", "force-gate", "cross", "free-move")
TRAINING: Final = 0.75  # the chance against the King at which it leaves the Bone Field


def land_main(options: Options, m: Mind, about: About) -> Advice:
    """G-2. Down, across, through the Gate where the aim is that; else roll."""
    if not any(option in WAYS for option in options):
        return Advice("roll", "roll")
    if not m.is_mine:
        return Advice("roll", "puppet")
    aim = m.above.aim
    if "portal" in options and m.me.place in aim.goals and aim.reason in ("dive", "depths"):
        return Advice("portal", aim.reason, aim.names)
    if "force-gate" in options and "iron-gate" in aim.goals:
        return Advice("force-gate", aim.reason, aim.names)
    if "cross" in options and BRIDGES[m.above.region] in aim.goals and can_cross(m):
        return Advice("cross", aim.reason, aim.names)
    if "free-move" in options and aim.goals and m.above.region == "outer":
        return Advice("free-move", aim.reason, aim.names)
    return Advice("roll", aim.reason, aim.names)


def can_cross(m: Mind) -> bool:
    """G-13. For a Gold, or past the Keeper."""
    return m.me.gold > 0 or m.battle >= 5


def direction(options: Options, m: Mind, about: About) -> Advice:
    """G-3. To the better of the two spaces."""
    known = [o for o in options if isinstance(o, Clockwise | CounterClockwise | Toward)]
    if not m.is_mine:
        return Advice(known[0], "puppet")
    if m.me.below:
        return Advice(known[0], "onward")
    best = max(known, key=lambda option: m.above.landing(option.space))
    aim = m.above.aim
    return Advice(best, aim.reason, aim.names)


def guide(options: Options, m: Mind, about: About) -> Advice:
    """G-3. Whichever lands better."""
    roll, more = int(about["roll"]), {"exact": 0, "plus": 1, "minus": -1}
    aim = m.above.aim
    best = max(options, key=lambda way: landing_after(roll + more[str(way)], m))
    return Advice(best, aim.reason, aim.names)


def pace(options: Options, m: Mind, about: About) -> Advice:
    """G-3. As far as lands best."""
    aim = m.above.aim
    best = max(options, key=lambda steps: landing_after(int(steps), m))
    return Advice(best, aim.reason, aim.names)


def landing_after(steps: int, m: Mind) -> float:
    """What so many steps are worth, the better way round."""
    ring = m.above.ring
    at = ring.index(m.me.place)
    there = [ring[(at + way * steps) % len(ring)] for way in (1, -1)]
    return max([m.above.landing(m.rows[space]) for space in there])


def toll(options: Options, m: Mind, about: About) -> Advice:
    """G-13. Fight the Keeper only if that is safe."""
    return Advice("fight", "toll-fight") if m.battle >= 9 else Advice("pay", "toll-pay")


def gate_test(options: Options, m: Mind, about: About) -> Advice:
    """By what it is better at."""
    better = m.passes("strength", 2) >= m.passes("craft", 2)
    return Advice("strength" if better else "craft", "better-at")


def inner(options: Options, m: Mind, about: About) -> Advice:
    """G-17. Train with the Bone Host, then on to the Tower; back when it is too weak."""
    if str(about["next"]) == "catacombs" and "step-back" not in options:
        return Advice("step-on" if "step-on" in options else "stay", "enter")
    place = m.me.place
    is_late = m.lateness > 0.8
    if not m.has_talisman and "step-back" in options and not is_late:
        return Advice("step-back", "no-talisman")
    if place == "bone-field" and trains(m):
        return Advice("stay", "train")
    if "step-on" in options:
        return Advice("step-on", "onward")
    if m.is_weak and "step-back" in options and not is_late:
        return Advice("step-back", "weak")
    return Advice("stay", "train")


def trains(m: Mind) -> bool:
    """Whether another fight with the Host is worth it."""
    if m.king >= TRAINING or m.has_rival_in_tower or m.lateness > 0.85:
        return False
    return m.me.lives >= 2 and m.training > 0.1


def hermit(options: Options, m: Mind, about: About) -> Advice:
    """G-20. Accept; change a task that asks for what it has not."""
    if "accept" in options:
        return Advice("accept", "hermit")
    keeps = m.me.task in ("q-trophy", "q-depths", "q-delve")
    return Advice("keep", "keep-task") if keeps else Advice("abandon", "new-task")


def deliver(options: Options, m: Mind, about: About) -> Advice:
    """G-21. A Talisman is worth whatever it costs."""
    return Advice("deliver", "deliver")


def donjon(options: Options, m: Mind, about: About) -> Advice:
    """G-30. Pay, or break out."""
    return Advice("bribe" if "bribe" in options and m.me.gold >= 4 else "escape", "donjon")


def escape(options: Options, m: Mind, about: About) -> Advice:
    """By what it is better at."""
    better = m.passes("strength") >= m.passes("craft")
    return Advice("strength" if better else "craft", "better-at")


def sail(options: Options, m: Mind, about: About) -> Advice:
    """By boat where the aim is in another region, or nearer by sea."""
    aim = m.above.aim if not m.me.below else None
    if "toll-bridge-inner" in options and aim is not None and m.above.goes_on:
        return Advice("toll-bridge-inner", aim.reason, aim.names)
    if aim is not None and aim.goals and "pass" in options and m.above.region == "outer":
        turns = turns_to(m.above.ring, aim.goals)
        known = [option for option in options if str(option) in turns]
        best = min(known, key=lambda option: turns[str(option)], default="pass")
        if best != "pass" and turns[str(best)] + 1 < turns[m.me.place]:
            return Advice(best, aim.reason, aim.names)
    return Advice("pass" if "pass" in options else options[0], "no-way")


ANSWERS: Final[Mapping[str, Answer]] = {
    "land-main": land_main,
    "direction": direction,
    "guide": guide,
    "pace": pace,
    "toll": toll,
    "gate-test": gate_test,
    "inner": inner,
    "hermit": hermit,
    "deliver": deliver,
    "donjon": donjon,
    "escape": escape,
    "sail": sail,
}
