"""A rule of thumb for Talisman: keep alive, grow, then go for the Tower.

It looks at its own view and at nothing else: what it makes of that is in `estimates`, where it
goes in `routes`. Every question has an answer of its own, named after the question.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.talisman.board import BY_NAME
from undercroft.games.talisman.bots.steady.estimates import Glance, card_worth, king_chance, lead
from undercroft.games.talisman.bots.steady.routes import landing_worth
from undercroft.games.talisman.choices import (
    Attack,
    Cast,
    Clockwise,
    CounterClockwise,
    DropAbility,
    Exit,
    Go,
    Take,
    Target,
    To,
    Toward,
    Trade,
    Use,
)
from undercroft.games.talisman.view import MazeView

Answer: TypeAlias = Any
Options: TypeAlias = Sequence[Any]
About: TypeAlias = Mapping[str, Any]

NEEDED: Final[Mapping[str, int]] = {
    "claim": 4,
    "read": 3,
    "drink": 2,
    "sit": 2,
    "eat": 3,
    "investigate": 2,
    "search": 2,
    "step-through": 9,
    "trade": 9,
    "listen": 3,
    "dig": 2,
    "follow": 9,
}
"""How many Lives an offer is worth the danger at."""

AT_ONCE: Final = (
    *("sp-purge", "sp-weapon-charm", "sp-second-sight"),
    *("sp-fools-silver", "sp-wizards-tithe", "sp-door-in-the-dark"),
)
POTIONS: Final = ("t-antidote", "t-giants-draught", "t-sages-ink")


class Steady:
    """Keeps alive, grows, then goes for the Tower."""

    strength: ClassVar[str] = "sensible"
    budget: ClassVar[float] = 0.02

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.rows = rows
        self._random = random

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Answer:
        """Answer by the method named after the question; anything else by the first option."""
        name = f"on_{decision.id.replace('-', '_')}"
        answer = getattr(self, name, self.on_other)
        glance = Glance(self.rows, look, decision.seat)
        return answer(decision.options, glance, decision.about)

    def on_other(self, options: Options, g: Glance, about: About) -> Answer:
        """Take the first option: they are listed with the safer ones first."""
        return options[0]

    def on_choose_card(self, options: Options, g: Glance, about: About) -> Answer:
        """Cure the worst Ailment, grow what is grown already, take the best card."""
        if "strength" in options:
            return "strength" if g.me.strength_counters >= g.me.craft_counters else "craft"
        return max(options, key=lambda option: card_worth(option, g))

    on_prep = on_hoard = on_spoil_object = on_choose_card

    # -- free actions -----------------------------------------------------------------------------

    def on_window(self, options: Options, g: Glance, about: About) -> Answer:
        """Heal when hurt, trade experience for what it is best at."""
        hurt = g.me.quota - g.me.lives
        for option in options:
            match option:
                case Cast(spell) if spell.id == "sp-mend" and hurt >= 2:
                    return option
                case Cast(spell) if spell.id in AT_ONCE:
                    return option
                case Cast(spell) if spell.strikes is not None and spell.id != "sp-wild-magic":
                    return option
                case Use(card) if card.id in POTIONS or hurt >= 2:
                    return option
                case "eat-ration" if hurt >= 2:
                    return option
                case Trade(gain) if gain == self.growth(g):
                    return option
        return "done"

    def growth(self, g: Glance) -> str:
        """What experience is traded for."""
        if g.me.lives <= 2:
            return "life"
        return "strength" if g.me.strength_counters >= g.me.craft_counters else "craft"

    def on_target(self, options: Options, g: Glance, about: About) -> Answer:
        """Aim at the leader; teleport towards the goal."""
        if isinstance(options[0], Target):
            rivals = [option for option in options if option.target != g.seat]
            return max(rivals or options, key=lambda o: g.view.places[o.target].score)
        if isinstance(options[0], To):
            return min(options, key=lambda option: g.chart.distance(option.number, g))
        return max(options, key=lambda option: landing_worth(option.space, g))

    # -- moving below -----------------------------------------------------------------------------

    def on_main(self, options: Options, g: Glance, about: About) -> Answer:
        """Take the stairs when it is time, rest when hurt, else walk towards the goal."""
        if "exit" in options and self.wants_out(g):
            return "exit"
        if "seek" in options:
            return "seek"
        if g.is_weak and self.can_rest(g) and "stay" in options:
            return "stay"
        if "arena-fight" in options and g.me.lives >= 3 and not g.is_ready:
            return "arena-fight"
        moves = [option for option in options if isinstance(option, Go)]
        best = min(moves, key=lambda o: g.chart.step_cost(o.direction, g), default=None)
        if best is not None and g.chart.step_cost(best.direction, g) < 99:
            return best
        others = [o for o in options if not isinstance(o, str | Go | DropAbility)]
        return others[0] if others else best or options[0]

    def wants_out(self, g: Glance) -> bool:
        """Whether the stair it stands on is the one to take."""
        if g.view.scenario == "expedition":
            return g.is_weak or g.me.task == "q-depths" or g.view.round % 12 == 0
        tile = g.chart.tile_at(g.chart.here(g))
        return tile is not None and self.rows[tile].stair == "tower" and g.is_ready

    def can_rest(self, g: Glance) -> bool:
        """Whether staying heals."""
        return "ab-meditation" in g.me.abilities and g.me.lives < g.me.quota

    def on_second(self, options: Options, g: Glance, about: About) -> Answer:
        """Go on, unless that is dangerous or away from the goal."""
        moves = [option for option in options if isinstance(option, Go)]
        here = g.chart.distance(g.chart.here(g), g)
        for option in sorted(moves, key=lambda o: g.chart.step_cost(o.direction, g)):
            if not g.is_weak and g.chart.step_cost(option.direction, g) < max(here, 3):
                return option
        return "stop" if "stop" in options else options[0]

    def on_rotate(self, options: Options, g: Glance, about: About) -> Answer:
        """Keep as many ways open as can be."""
        shape, square = str(about["shape"]), str(about["square"])
        return max(options, key=lambda o: g.chart.openness(shape, o.rotation, square))

    def on_stair(self, options: Options, g: Glance, about: About) -> Answer:
        """Begin as near to the goal as can be."""
        return min(options, key=lambda option: g.chart.distance(option.number, g))

    on_secret_passage = on_door_exit = on_withdraw_to = on_stair

    def on_teleportal(self, options: Options, g: Glance, about: About) -> Answer:
        """Leave it alone; walking is safer."""
        return "pass" if "pass" in options else options[0]

    def on_pit(self, options: Options, g: Glance, about: About) -> Answer:
        """Only for want of another way."""
        here = g.chart.here(g)
        return "refuse" if g.chart.has_other_way(here, g) else "enter"

    def on_meet(self, options: Options, g: Glance, about: About) -> Answer:
        """Rob who is much weaker, above all of a Talisman."""
        for option in options:
            if isinstance(option, Attack):
                rival = g.view.places[option.target].hero
                if rival is not None and g.me.strength - rival.strength >= 3:
                    return option
        return "encounter"

    def on_spoils(self, options: Options, g: Glance, about: About) -> Answer:
        """A Life ends a rival soonest."""
        return "life"

    # -- fights -----------------------------------------------------------------------------------

    def on_evade(self, options: Options, g: Glance, about: About) -> Answer:
        """Fight what it is likelier to beat than to lose to."""
        return "fight" if lead(about) >= 0 else "evade"

    def on_fight_window(self, options: Options, g: Glance, about: About) -> Answer:
        """Cast when it would lose as likely as not."""
        if lead(about) >= 1:
            return "fight"
        spells = [option for option in options if isinstance(option, Cast)]
        return min(spells, key=lambda option: option.spell.evades and lead(about) > -3)

    def on_counter(self, options: Options, g: Glance, about: About) -> Answer:
        """Counter whatever hurts."""
        return "counter"

    def on_reroll(self, options: Options, g: Glance, about: About) -> Answer:
        """A failed test or die again; a table only when it fell low."""
        row = about.get("row")
        return "keep" if isinstance(row, int) and row >= 3 else "reroll"

    def on_charm(self, options: Options, g: Glance, about: About) -> Answer:
        """Keep it for fights and stairs."""
        return "use-charm" if about["what"] in ("fight", "stairs", "seek") else "keep"

    def on_barrier(self, options: Options, g: Glance, about: About) -> Answer:
        """Break what is likely to break."""
        if "key" in options:
            return "key"
        return "back" if "back" in options and lead(about) < -1 else "break"

    def on_king(self, options: Options, g: Glance, about: About) -> Answer:
        """Fight him the better way, and withdraw when hope is gone."""
        kind = max(("battle", "psychic"), key=lambda kind: lead(about[kind]))
        hopeless = king_chance(lead(about[kind]), g.view.scales, g.me.lives) < 0.1
        late = g.view.round / g.view.round_cap > 0.85
        return "withdraw" if "withdraw" in options and hopeless and not late else kind

    def on_fight_kind(self, options: Options, g: Glance, about: About) -> Answer:
        """By what it is better at."""
        return "battle" if g.me.strength >= g.me.craft else "psychic"

    # -- rooms ------------------------------------------------------------------------------------

    def on_room_offer(self, options: Options, g: Glance, about: About) -> Answer:
        """Accept what is worth its danger at so many Lives."""
        if "heal" in options:
            return "cure" if "cure" in options and g.me.lives >= g.me.quota - 1 else "heal"
        if "pass" not in options:
            return options[0]
        offer = str(options[0])
        if offer == "rest":
            return offer if g.me.quota - g.me.lives >= 2 or g.me.ailments else "pass"
        safe = str(about["place"]) in ("s-tree-of-wisdom", "s-well-of-life", "a-spring")
        return offer if safe or g.me.lives >= NEEDED.get(offer, 1) else "pass"

    def on_vermin(self, options: Options, g: Glance, about: About) -> Answer:
        """With a light, or by another way, or, if there is none, through."""
        ways = ("light", "spell", "back", "fight")
        if "back" in options and not self.can_turn_back(g):
            ways = ("light", "spell", "fight", "back")
        return next(way for way in ways if way in options)

    def can_turn_back(self, g: Glance) -> bool:
        """Whether the way it came by leads anywhere else."""
        return g.me.way_back is not None and g.chart.has_other_way(BY_NAME[g.me.way_back], g)

    def on_run(self, options: Options, g: Glance, about: About) -> Answer:
        """On, through the other side."""
        exits = [option for option in options if isinstance(option, Exit)]
        return exits[0] if exits else "stay"

    def on_boulder(self, options: Options, g: Glance, about: About) -> Answer:
        """Forward."""
        return options[-1]

    on_eject = on_boulder

    def on_flood(self, options: Options, g: Glance, about: About) -> Answer:
        """Out by the door that leads to the goal; another's victim by any."""
        if g.me.character != str(about["victim"]):
            return options[0]
        return min(options, key=lambda option: g.chart.step_cost(option.direction, g))

    def on_chasm(self, options: Options, g: Glance, about: About) -> Answer:
        """Float, climb, leap if it is strong or must, else turn back."""
        must = g.me.strength >= 8 or not self.can_turn_back(g)
        ways = ("fly", "rope", "leap", "back") if must else ("fly", "rope", "back", "leap")
        return next(way for way in ways if way in options)

    def on_burial(self, options: Options, g: Glance, about: About) -> Answer:
        """Only with Craft to spare."""
        return "challenge" if g.me.craft >= 6 and g.me.lives >= 3 else "retreat"

    def on_open(self, options: Options, g: Glance, about: About) -> Answer:
        """A crypt trap is a small price."""
        return "open"

    def on_tilt(self, options: Options, g: Glance, about: About) -> Answer:
        """Slide out, or climb."""
        return options[0]

    def on_gate_test(self, options: Options, g: Glance, about: About) -> Answer:
        """By what it is better at."""
        return "strength" if g.me.strength >= g.me.craft else "craft"

    on_escape = on_gate_test

    def on_give_up(self, options: Options, g: Glance, about: About) -> Answer:
        """What is worth least."""
        return min(options, key=lambda option: card_worth(option, g))

    # -- the Land ---------------------------------------------------------------------------------

    def on_land_main(self, options: Options, g: Glance, about: About) -> Answer:
        """Cross when grown, force the gate when ready, go below for the Hermit."""
        if "force-gate" in options and self.wants_tower(g):
            return "force-gate"
        if "portal" in options and g.me.task == "q-depths":
            return "portal"
        if "cross" in options and self.wants_to_cross(g):
            return "cross"
        return "free-move" if "free-move" in options else "roll"

    def wants_tower(self, g: Glance) -> bool:
        """With a Talisman, and fit for the Inner Region and the King."""
        has_talisman = any(item.card == "talisman-card" for item in g.me.objects)
        return has_talisman and g.me.lives >= 3 and (g.is_ready or g.power >= 9)

    def wants_to_cross(self, g: Glance) -> bool:
        """Towards the middle once grown; back only in need of the City's healing."""
        if g.me.place == "toll-bridge-outer":
            return g.power >= 6 and not g.is_weak
        return g.me.lives <= 1 and g.me.gold >= 3

    def on_direction(self, options: Options, g: Glance, about: About) -> Answer:
        """To the better of the two spaces."""
        spaces = (Clockwise, CounterClockwise, Toward)
        known = [option for option in options if isinstance(option, spaces)]
        return max(known, key=lambda option: landing_worth(option.space, g))

    def on_guide(self, options: Options, g: Glance, about: About) -> Answer:
        """Trust the die."""
        return "exact"

    def on_visit(self, options: Options, g: Glance, about: About) -> Answer:
        """The doctor when hurt, the market when rich, else whatever helps."""
        hurt = g.me.lives < g.me.quota and g.me.gold
        wants = ["doctors-surgery", "village-healer", "royal-doctor"] if hurt else []
        wants += ["town-square", "village-smith"] if g.me.gold >= 3 else []
        wants += ["enchantress", "audience", "high-temple", "pass"]
        return next((place for place in wants if place in options), options[0])

    def on_buy(self, options: Options, g: Glance, about: About) -> Answer:
        """Arms that it lacks."""
        slots = {self.rows[item.card].slot for item in g.me.objects}
        arms = [o for o in options if isinstance(o, Take) and self.rows[o.card.id].slot]
        lacking = [o for o in arms if self.rows[o.card.id].slot not in slots]
        return max(lacking, key=lambda option: card_worth(option, g), default="done")

    def on_sell(self, options: Options, g: Glance, about: About) -> Answer:
        """Nothing."""
        return "done"

    def on_sail(self, options: Options, g: Glance, about: About) -> Answer:
        """To the middle region, once grown."""
        if g.power >= 6 and "toll-bridge-inner" in options:
            return "toll-bridge-inner"
        return "pass" if "pass" in options else options[0]

    def on_inner(self, options: Options, g: Glance, about: About) -> Answer:
        """On to the Tower; back when too weak to go on."""
        if "step-on" in options:
            return "step-on"
        return "step-back" if g.is_weak and "step-back" in options else "stay"

    def on_hermit(self, options: Options, g: Glance, about: About) -> Answer:
        """Accept, and change a task that asks for what it has not."""
        if "accept" in options:
            return "accept"
        return "abandon" if g.me.task in ("q-companion", "q-wonder", "q-tithe") else "keep"

    def on_donjon(self, options: Options, g: Glance, about: About) -> Answer:
        """Pay, or break out."""
        return "bribe" if "bribe" in options else "escape"
