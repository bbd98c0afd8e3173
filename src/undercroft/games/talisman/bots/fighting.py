"""How a bot fights, robs, and stands before the King."""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.game import Advice
from undercroft.games.talisman.bots.boons import boon
from undercroft.games.talisman.bots.lore import ends, odds_of_king
from undercroft.games.talisman.bots.mind import About, Answer, Mind, Options
from undercroft.games.talisman.bots.steady.estimates import lead
from undercroft.games.talisman.choices import Attack, Cast, Steal

SAFE: Final = 4  # ahead by so much, a fight is lost once in 36


def evade(options: Options, m: Mind, about: About) -> Advice:
    """F-2. Fight what is worth it."""
    wins, loses = ends(lead(about))
    if wins * int(about["against"]) / 7 < loses * m.life:
        return Advice("evade", "too-strong", {"foe": about["foe"]})
    return Advice("fight", "worth-it", {"foe": about["foe"]})


def fight_window(options: Options, m: Mind, about: About) -> Advice:
    """F-5. Cast what turns the fight, as cheaply as can be; slip away from what is hopeless."""
    ahead = lead(about)
    if ahead >= SAFE:
        return Advice("fight", "worth-it", {"foe": about["foe"]})
    named = {"foe": about["foe"]}
    _wins, loses = ends(ahead)
    is_king = about["foe"] == "dragon-king"
    if loses * m.life < 0.25 and not (is_king and loses > 0.1):
        return Advice("fight", "worth-it", named)
    psychic = about["kind"] == "psychic"
    spells = [option for option in options if isinstance(option, Cast)]
    blows = [option for option in spells if not option.spell.evades]
    enough = [o for o in blows if ahead + power(o.spell, psychic=psychic) >= 1]
    if enough:
        return Advice(min(enough, key=lambda o: power(o.spell, psychic=psychic)), "blow", named)
    veils = [option for option in spells if option.spell.evades]
    if veils and ahead <= -2:
        return Advice(veils[0], "too-strong", named)
    if blows and len(blows) > 1:
        return Advice(max(blows, key=lambda o: power(o.spell, psychic=psychic)), "blow", named)
    return (
        Advice(veils[0], "too-strong", named)
        if veils and m.is_weak
        else Advice("fight", "worth-it", named)
    )


def power(spell: Any, *, psychic: bool) -> int:
    """What a Spell adds in a fight."""
    return int(spell.in_psychic if psychic else spell.in_battle)


def counter(options: Options, m: Mind, about: About) -> Advice:
    """M-14. Counter what hurts."""
    return Advice("counter", "counter")


def second_chance(options: Options, m: Mind, about: About) -> Advice:
    """D-6. The die again: it has not won."""
    return Advice(options[0], "reroll")


def life_spell(options: Options, m: Mind, about: About) -> Advice:
    """F-9. A Life is worth more than the Spell."""
    return Advice(options[0], "cast", {"card": options[0].spell})


def reroll(options: Options, m: Mind, about: About) -> Advice:
    """D-6. A failed test or die again; a table only when it fell low."""
    row = about.get("row")
    if isinstance(row, int) and row >= 3:
        return Advice("keep", "keep-roll")
    return Advice("reroll", "reroll")


def charm(options: Options, m: Mind, about: About) -> Advice:
    """D-6. Keep it for what decides."""
    what = about["what"]
    wanted = what in ("stairs", "seek") or (what == "fight" and (m.is_weak or m.king > 0.3))
    return Advice("use-charm", "charm") if wanted else Advice("keep", "keep-charm")


def barrier(options: Options, m: Mind, about: About) -> Advice:
    """H-10. A key, a break; back where that is likelier to lead on."""
    if "key" in options:
        return Advice("key", "barrier")
    if "back" in options and lead(about) < 0:
        return Advice("back", "too-strong", {"foe": about["foe"]})
    return Advice("break", "barrier")


def king(options: Options, m: Mind, about: About) -> Advice:
    """W-1. The better way; withdraw when hope is gone."""
    kind = max(("battle", "psychic"), key=lambda kind: lead(about[kind]))
    if "withdraw" not in options or lead(about[kind]) >= 0:
        return Advice(kind, "king")
    chance = odds_of_king(lead(about[kind]), int(about["scales"]), m.me.lives)
    hopeless = chance < 0.15 and m.me.lives <= 2
    if hopeless and m.lateness < 0.85:
        return Advice("withdraw", "hopeless")
    return Advice(kind, "king")


def fight_kind(options: Options, m: Mind, about: About) -> Advice:
    """By what it is better at; armour helps in battle alone."""
    return Advice("battle" if m.battle >= m.psychic else "psychic", "better-at")


def meet(options: Options, m: Mind, about: About) -> Advice:
    """F-40. Rob who is much weaker and has something worth it, above all a Talisman."""
    best, found = max(0.45, here_worth(m)), Advice("encounter", "encounter")
    for option in options:
        if isinstance(option, Attack):
            worth = spoils_worth(option.target, m)
            if worth > best:
                best, found = worth, Advice(option, "rob", {"seat": option.target})
        elif isinstance(option, Steal) and best < 0.5:
            rival = m.view.places[option.target].hero
            if rival is not None and rival.gold and m.me.lives < 3:
                found = Advice(option, "rob", {"seat": option.target})
    return found


def here_worth(m: Mind) -> float:
    """What the room is worth that an attack would take the place of."""
    seen = m.below.chart.board.get(m.below.chart.here) if m.me.below else None
    return 1.5 * boon(seen, m) if seen is not None else 0.0


def spoils_worth(seat: int, m: Mind) -> float:
    """What an attack on a seat promises."""
    rival = m.view.places[seat].hero
    if rival is None:
        return 0.0
    arms = max([m.rows[item.card].weapon for item in rival.objects], default=0)
    aid = sum([m.rows[card].battle for card in rival.followers])
    wins, loses = ends(m.battle - rival.strength - arms - aid)
    prize = 0.9 if rival.lives > 1 else 1.5
    if any(item.card == "talisman-card" for item in rival.objects) and wants_talisman(m):
        prize = 5.0
    return wins * prize - loses * m.life


def wants_talisman(m: Mind) -> bool:
    """Whether it still has to come by one."""
    return not m.has_talisman and m.view.scenario != "catacombs"


def spoils(options: Options, m: Mind, about: About) -> Advice:
    """F-40. A Talisman; else a Life, which ends a rival soonest."""
    if "object" not in options:
        return Advice("life", "spoils")
    rivals = [p.hero for p in m.view.places if p.hero and p.hero.character == str(about["rival"])]
    has = any(item.card == "talisman-card" for hero in rivals for item in hero.objects)
    if has and wants_talisman(m):
        return Advice("object", "rob-talisman")
    return Advice("life", "spoils")


ANSWERS: Final[Mapping[str, Answer]] = {
    "evade": evade,
    "fight-window": fight_window,
    "counter": counter,
    "second-chance": second_chance,
    "life-spell": life_spell,
    "reroll": reroll,
    "charm": charm,
    "barrier": barrier,
    "king": king,
    "fight-kind": fight_kind,
    "meet": meet,
    "spoils": spoils,
}
