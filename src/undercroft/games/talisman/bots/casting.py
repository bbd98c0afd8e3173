"""What a bot does in its free actions: grows, heals, casts, and at whom."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from undercroft.core.game import Advice
from undercroft.games.talisman.board import AROUND, BY_NAME
from undercroft.games.talisman.bots.above import turns_to
from undercroft.games.talisman.bots.mind import About, Answer, Mind, Options
from undercroft.games.talisman.bots.walking import prospect
from undercroft.games.talisman.choices import Cast, Target, To, Toward, Trade, Use
from undercroft.games.talisman.components.kinds import Spell

WORTH_A_THREAD: Final = 2.0  # turns to the nearest stair
FOR_THE_HURT: Final = ("t-healing-draught", "a-bitter-herbs", "t-old-sister")


def window(options: Options, m: Mind, about: About) -> Advice:
    """T-10. Heal when hurt, grow, cast what helps now."""
    for option in options:
        match option:
            case Trade(gain) if gain == growth(m, options):
                return Advice(option, "trade", {"gain": gain})
            case Use(card) if card.id not in FOR_THE_HURT or m.hurt >= 2:
                return Advice(option, "use", {"card": card})
            case "eat-ration" if m.hurt >= 2:
                return Advice(option, "use-ration")
            case Cast(spell) if wants_to_cast(spell, m):
                return Advice(option, "cast", {"card": spell})
    return Advice("done", "keep")


def growth(m: Mind, options: Options) -> str:
    """X-2. What experience is traded for."""
    if m.me.lives <= 2 and Trade("life") in options:
        return "life"
    return m.favourite


def wants_to_cast(spell: Spell, m: Mind) -> bool:
    """Whether a Spell does more now than it would later."""
    if spell.id == "sp-mend":
        return m.hurt >= 2
    if spell.id == "sp-teleport":
        return teleport_saves(m) >= 2
    if spell.id == "sp-destroy-magic":
        return m.me.spells >= m.me.spell_limit and not any(card.magic for card in m.things)
    if spell.id == "sp-wild-magic":
        return bool(rivals_here(m))
    wish = WISHES.get(spell.id)
    return wish is None or wish(m)


def has_full_hand(m: Mind) -> bool:
    """Whether the next Spell would cost one."""
    return m.me.spells >= m.me.spell_limit


def wants_thread(m: Mind) -> bool:
    """Homeward Thread: it wants up or out, and the stair is far, or behind walls."""
    below = m.below
    stairs = [
        below.own_walk.turns[square]
        for square, seen in below.chart.board.items()
        if seen.tile in m.lore.entrances
        and not seen.destroyed
        and (below.is_way_up(seen.tile) or below.is_way_out(seen.tile))
    ]
    return bool(stairs) and min(stairs) >= WORTH_A_THREAD


def wants_to_stride(m: Mind) -> bool:
    """Long Stride: the goal is within reach, and rolling for it would take longer."""
    if m.me.below or not m.above.aim.goals:
        return has_full_hand(m)
    ring, goals = m.above.ring, m.above.aim.goals
    at = ring.index(m.me.place)
    near = {ring[(at + way * step) % len(ring)] for step in range(1, 7) for way in (1, -1)}
    return bool(near & goals) and m.me.place not in goals


def wants_certainty(m: Mind) -> bool:
    """Certainty: something holds it that a test breaks, or the Iron Gate bars its way."""
    if any(hold.kind in TESTED for hold in m.me.holds):
        return True
    return m.me.place == "iron-gate" and "iron-gate" in m.above.aim.goals


def wants_other_place(m: Mind) -> bool:
    """Changed Places: a rival stands where it wants to be; or its hand is full."""
    if has_full_hand(m):
        return True
    if not m.me.below:
        return False
    plan = m.below.plan
    return plan is not None and any(
        BY_NAME.get(rival.place) == plan.square for rival in rivals_here(m)
    )


TESTED: Final = ("pit", "prison", "frozen", "throne")
WISHES: Final[Mapping[str, Callable[[Mind], bool]]] = {
    "sp-homeward-thread": wants_thread,
    "sp-long-stride": wants_to_stride,
    "sp-certainty": wants_certainty,
    "sp-changed-places": wants_other_place,
    "sp-turning-stone": has_full_hand,
}
"""Spells that are worth keeping for the right moment."""


def rivals_here(m: Mind) -> list[Any]:
    """The other characters of its realm that a Spell can reach."""
    return [
        place.hero
        for place in m.view.places
        if place.hero is not None
        and place.seat != m.seat
        and place.hero.below == m.me.below
        and place.hero.place != "wizards-tower"
    ]


def teleport_saves(m: Mind) -> float:
    """How many turns a Teleport brings it nearer to what it is after."""
    if m.me.below:
        if any(hold.kind in ("pit", "prison", "frozen", "throne") for hold in m.me.holds):
            return 2.0
        plan, walk = m.below.plan, m.below.own_walk
        if plan is None or plan.square not in AROUND[walk.start] or m.below.chart.dark[plan.square]:
            return 0.0
        return min(walk.turns[plan.square], 9.0) - 1
    aim = m.above.aim
    if not aim.goals:
        return 0.0
    return turns_to(m.above.ring, aim.goals)[m.me.place] - 1


def target(options: Options, m: Mind, about: About) -> Advice:
    """Aim at the leader; teleport to where it wants to be."""
    if isinstance(options[0], Target):
        rivals = [option for option in options if option.target != m.seat]
        best = max(rivals or options, key=lambda option: m.view.places[option.target].score)
        return Advice(best, "leader", {"seat": best.target})
    if isinstance(options[0], To):
        plan = m.below.plan
        for option in options:
            if plan is not None and option.number == plan.square:
                return Advice(option, plan.reason, plan.names)
        return Advice(max(options, key=lambda option: prospect(option.number, m)), "teleport")
    ways = [option for option in options if isinstance(option, Toward)]
    best = max(ways, key=lambda option: m.above.landing(option.space))
    return Advice(best, m.above.aim.reason, m.above.aim.names)


ANSWERS: Final[Mapping[str, Answer]] = {"window": window, "target": target}
