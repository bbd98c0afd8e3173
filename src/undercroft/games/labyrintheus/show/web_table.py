"""The table in parts, for `templates/table.html`: what each part shows, taken from a view.

A part is drawn by the macro of its name, from these values alone: equal values, equal drawing.
`places` are the ids, drawn in that part, that an option may be laid on. `recent` adds what a view
does not tell: the dice that everybody has just rolled, and the last fight.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Rows, WebTable
from undercroft.core.questions import Decision, Question
from undercroft.games.labyrintheus import events as told
from undercroft.games.labyrintheus.components.personas import PERSONAS
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.rules.decks import BACKPACK_LIMIT
from undercroft.games.labyrintheus.rules.ways import (
    Attack,
    Equip,
    Play,
    TakeFrom,
    UseSpecial,
    UseTrait,
)
from undercroft.games.labyrintheus.show.last_fight import last_card, last_fight, wins_in_a_row
from undercroft.games.labyrintheus.show.odds import trait_bonus
from undercroft.games.labyrintheus.view import BlowView, ContestView, HeroView, MazeView

BEATS: Final[frozenset[type[Event]]] = frozenset(
    {
        told.FirstPlayer,
        told.EncounterRevealed,
        told.DifficultyRaised,
        told.FighterChanged,
        told.EncounterHardened,
        told.EncounterBanished,
        told.EncounterPassedOver,
        told.DieRolled,
        told.ItemUsed,
        told.AbilityPlayed,
        told.PotionDrunk,
        told.AttackDeclared,
        told.DamagePending,
        told.DamageRedirected,
        told.DamageTaken,
        told.PlayerDied,
        told.UndeadCrumbled,
        told.UndeadRose,
        told.GateStoneGained,
        told.GateStoneStolen,
        told.GateStonesLost,
        told.DirectionReversed,
        told.HuntAnnounced,
        told.PortalOpened,
        told.PortalClosed,
        told.PartyEnded,
        told.TurnEnded,
    }
)
"""The events at which there is something to see; a table shows them one after the other."""

HEADLINES: Final[frozenset[type[Event]]] = frozenset(
    {
        told.DifficultyRaised,
        told.GateStoneGained,
        told.GateStoneStolen,
        told.PlayerDied,
        told.HuntAnnounced,
        told.PortalOpened,
        told.PortalClosed,
    }
)
"""What concerns every player, even if it happens to another."""

SOUNDS: Final[Mapping[type[Event], str]] = {
    told.EncounterRevealed: "card",
    told.AbilityPlayed: "card",
    told.DieRolled: "die",
    told.DamageTaken: "blow",
    told.GateStoneGained: "gain",
    told.PlayerDied: "death",
}
"""What is heard of what happens, where somebody wants to hear it."""

TARGETS: Final[Mapping[str, str]] = {
    **{persona.id: persona.id for persona in PERSONAS},
    "done": "encounter-deck",
    "announce": "portal",
    "challenge": "portal",
}
"""Where an option lies on the table, by its word; for those that carry something see `place`."""

RIVALS: Final = 5  # the most there can be


def place(option: object) -> str:
    """Say where an option lies that carries something: on its card, and on whom or what it hits."""
    match option:
        case Play(card, target, aim):
            return f"{card} {aim or ('' if target is None else f'P{target + 1}')}".strip()
        case Attack(target) | TakeFrom(target):
            return f"P{target + 1}"
        case Equip(card, slot, k, replaced):
            return f"{card} {replaced or f'own-{slot}-{k}'}"
        case UseTrait():
            return "trait"
        case UseSpecial():
            return ""
    return str(option.card)  # type: ignore[attr-defined]  # all others carry a card


def is_pressing(decision: Decision[Any]) -> bool:
    """Say whether a window concerns the seat itself: it acts, fights or bleeds, or is attacked."""
    about = decision.about
    who = {about.get("acting"), about.get("fighter"), about.get("victim")}
    return decision.seat in who or about.get("kind") == "attack" or "pass" not in decision.options


# -- parts ----------------------------------------------------------------------------------------

Parts = dict[str, dict[str, Any]]


class Term(NamedTuple):
    """Something that is added: what it is, which card or trait, and how much."""

    what: str
    id: str
    number: int


def parts(rows: Rows, view: MazeView) -> Parts:
    """Lay out the table, from the viewer's seat around."""
    return {
        **turn(view),
        "piles": piles(view),
        "portal": {
            "owner": view.portal_owner,
            "waiting": view.still_to_move,
            "needed": view.stones_to_leave,
            "direction": view.direction,
            "seat": view.seat,
            "places": ("portal",),
        },
        "middle": middle(rows, view),
        "dice": dice(view),
        "sums": sums(rows, view),
        "pack": pack(view, own_seat(view)),
    }


def own_seat(view: MazeView) -> HeroView | None:
    """Give the seat that the table is laid out from, if it has its persona."""
    at = view.seat or 0
    return view.heroes[at] if at < len(view.heroes) else None


def turn(view: MazeView, *, over: bool = False) -> Parts:
    """Show the seats, and whose turn it is: nobody's when the game is over."""
    heroes, me = view.heroes, own_seat(view)
    at = me.seat + 1 if me else 0
    others = [*heroes[at:], *heroes[: max(0, at - 1)]]
    acting = None if over or view.phase == "setup" else view.acting
    parts: Parts = {
        "status": {
            "rivals": len(others),
            "setup": view.phase == "setup",
            "over": over,
            "round": view.round,
            "round_cap": view.round_cap,
            "acting": acting,
            "seat": view.seat,
            "phase": view.phase,
            "hunting": view.hunting,
            "undead": acting is not None and bool(heroes) and heroes[acting].undead,
        },
        "mine": {**one_seat(view, me, acting), "own": view.seat is not None},
    }
    for n in range(RIVALS):
        rival = others[n] if n < len(others) else None
        parts[f"rival_{n + 1}"] = one_seat(view, rival, acting)
    return parts


def piles(view: MazeView) -> dict[str, Any]:
    """Show decks and discards, and how hard the labyrinth has become."""
    return {
        "encounters": view.encounters,
        "edis": view.edis,
        "encounter_discard": view.encounter_discard[-1:],
        "encounters_gone": len(view.encounter_discard),
        "treasures": view.treasures,
        "treasure_discard": view.treasure_discard[-1:],
        "treasures_gone": len(view.treasure_discard),
        "wrath": view.wrath,
        "guile": view.guile,
        "in_play": len(view.in_play),
        "unused": view.unused_difficulty,
        "places": ("encounter-deck",),
    }


def one_seat(view: MazeView, hero: HeroView | None, acting: int | None) -> dict[str, Any]:
    """Show a seat: persona, numbers, slots; what it does just now."""
    if hero is None:
        return {"hero": None, "doing": "", "acting": False, "owner": False, "needed": 0}
    counts: dict[str, int] = {}
    free = []
    for slot in hero.slots:
        counts[slot.slot] = counts.get(slot.slot, 0) + 1
        free.append(slot.card or f"own-{slot.slot}-{counts[slot.slot]}")
    own = ("trait", *free) if hero.seat == view.seat else ()
    worn = tuple([slot.card for slot in hero.slots if slot.card])
    return {
        "hero": hero,
        "doing": doing(view, hero.seat),
        "acting": hero.seat == acting,
        "owner": hero.seat == view.portal_owner,
        "needed": view.stones_to_leave,
        "places": (f"P{hero.seat + 1}", *(own or worn)),
    }


def doing(view: MazeView, seat: int) -> str:
    """Say what a seat is in the midst of."""
    if view.blow is not None and view.blow.victim == seat:
        return "hurt"
    if view.contest is not None:
        if view.contest.fighter == seat:
            return "attacks" if view.contest.kind == "attack" else "fights"
        if view.contest.defender == seat:
            return "attacked"
    return ""


def pack(view: MazeView, me: HeroView | None) -> dict[str, Any]:
    """Show one's own backpack."""
    cards = me.known if me is not None and view.seat is not None else ()
    own = view.seat is not None
    count = me.backpack if me else 0
    return {
        "cards": cards,
        "count": count,
        "free": max(0, BACKPACK_LIMIT - count),
        "own": own,
        "places": cards,
    }


def middle(rows: Rows, view: MazeView) -> dict[str, Any]:
    """Show what lies in the middle: the personas left, a card, or who attacks whom."""
    contest, blow = view.contest, view.blow
    card = view.encounter or (contest and contest.card) or (blow and blow.card)
    pair: tuple[str, ...] = ()
    if card is None and contest is not None and contest.defender is not None:
        pair = (face(view, contest.fighter), face(view, contest.defender))
    elif card is None and blow is not None and blow.attacker is not None:
        pair = (face(view, blow.attacker), face(view, blow.victim))
    seat = view.seat
    mine = view.heroes[seat].persona if seat is not None and seat < len(view.heroes) else None
    return {
        "personas": view.personas,
        "card": card,
        "pair": pair,
        "symbol": rows[mine].symbol if mine else "",
        "wrath": view.wrath,
        "guile": view.guile,
        "past": False,
        "places": view.personas,
    }


def face(view: MazeView, seat: int) -> str:
    """Name the portrait of a seat: living, or undead."""
    hero = view.heroes[seat]
    return f"{hero.persona}-undead" if hero.undead else hero.persona


def dice(view: MazeView) -> dict[str, Any]:
    """Show the dice of a contest: sixes that were rolled on, and the last one (C-2)."""
    contest = view.contest
    if contest is None or not contest.dice:
        return {"faces": (), "critical": False, "all_rolled": (), "seat": view.seat}
    sixes = (contest.dice - 1) // 6
    return {
        "faces": (*[6] * sixes, contest.dice - 6 * sixes),
        "critical": contest.critical,
        "all_rolled": (),
        "seat": view.seat,
    }


def recent(
    rows: Rows, view: MazeView, question: Question[Any] | None, heard: Sequence[Event]
) -> Parts:
    """Show what a view does not tell.

    The dice that all have rolled in this turn, for a party card or for the first turn. While
    nothing else lies in the middle, the last card, and the fight with it. That the game is over.
    """
    shown = dice(view)
    parts: Parts = {} if shown["faces"] else {"dice": {**shown, "all_rolled": last_rolls(heard)}}
    fight = None
    if view.contest is None and not view.personas:
        fight = last_fight([hero.persona for hero in view.heroes], heard)
    wins = wins_in_a_row(heard, view.seat) if fight else 0
    parts["last"] = {"fight": fight, "seat": view.seat, "wins": wins}
    lies = middle(rows, view)
    card = last_card(heard)
    if card and not (lies["card"] or lies["pair"] or lies["personas"]):
        parts["middle"] = {**lies, "card": card[0], "past": True}
    if heard and isinstance(heard[-1], told.GameEnded):
        parts |= turn(view, over=True)
    return parts


def last_rolls(heard: Sequence[Event]) -> tuple[tuple[int, int], ...]:
    """Give each seat's last face, seats by number, since something else was met (Y-1, S-6)."""
    faces: dict[int, int] = {}
    for event in reversed(heard):
        match event:
            case told.PartyRolled(seat, face) | told.InitiativeRolled(seat, face):
                faces.setdefault(seat, face)
            case told.EncounterRevealed() | told.AttackDeclared() | told.PartyBegun():
                break
    return tuple(sorted(faces.items()))


def sums(rows: Rows, view: MazeView) -> dict[str, Any]:
    """Show who adds what, on both sides of a contest, and what is at stake."""
    contest, blow = view.contest, view.blow
    if contest is not None:
        ours, theirs = terms(rows, view, contest)
        return {
            "kind": contest.kind,
            "fighter": view.heroes[contest.fighter],
            "defender": None if contest.defender is None else view.heroes[contest.defender],
            "card": contest.card,
            "ours": ours,
            "theirs": theirs,
            "dice": contest.dice,
            "total": contest.total if contest.dice else None,
            "number": contest.number,
            "standing": standing(contest),
            "damage": stake(rows, view, contest),
            "special": contest.special,
            "seat": view.seat,
            "blow": None,
        }
    return {
        "kind": "",
        "fighter": None,
        "defender": None,
        "card": None,
        "ours": (),
        "theirs": (),
        "dice": 0,
        "total": None,
        "number": 0,
        "standing": "",
        "damage": 0,
        "special": blow.special if blow else None,
        "seat": view.seat,
        "blow": blow_shown(view, blow) if blow else None,
    }


def blow_shown(view: MazeView, blow: BlowView) -> tuple[Any, ...]:
    """Give what is to be known of damage on its way."""
    return (blow.amount, view.heroes[blow.victim], blow.source, blow.card, blow.attacker)


def standing(contest: ContestView) -> str:
    """Say how a contest stands: `open` before the dice."""
    if not contest.dice:
        return "open"
    if contest.critical:
        return "critical"
    gap = contest.total - contest.number
    return "winning" if gap > 0 or (gap == 0 and contest.kind != "trap") else "losing"


def stake(rows: Rows, view: MazeView, contest: ContestView) -> int:
    """Say how much damage it is about: to the fighter, or in an attack to the defender (A-6)."""
    card: Any = rows[contest.card] if contest.card else None
    if contest.kind != "attack":
        return int(card.damage) + view.wrath
    fighter = view.heroes[contest.fighter]
    ours, _ = shares(rows, view, contest)
    items = sum([rows[id].damage for id in ours])
    lent = card.damage if card is not None else 0
    return int(fighter.damage + lent + items + (contest.special == "savage"))


def terms(
    rows: Rows, view: MazeView, contest: ContestView
) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Take the total and the number apart (C-4, E-6, A-3)."""
    fighter = view.heroes[contest.fighter]
    ours, theirs = shares(rows, view, contest)
    card: Any = rows[contest.card] if contest.card else None
    added = [Term("trait", rows[fighter.persona].trait, trait_of(rows, fighter, contest))]
    if contest.kind == "attack" and contest.special == "keen":
        added.append(Term("special", "keen", 1))
    added.append(Term("might", "might", fighter.might))
    added += [Term("item", id, bonus(rows[id], contest)) for id in ours]
    rest = contest.total - contest.dice - sum([term.number for term in added])
    added.append(Term("cards", "cards", rest if contest.dice else 0))
    if contest.defender is not None:
        base = view.heroes[contest.defender].defence
        against = [Term("defence", "defence", base)]
    else:
        base = card.defence + view.guile
        against = [Term("printed", "printed", card.defence), Term("guile", "guile", view.guile)]
    against += [Term("item", id, rows[id].guard) for id in theirs]
    left = contest.number - sum([term.number for term in against])
    against.append(Term("hardened", "hardened", left))
    return shown(added), (against[0], *shown(against[1:]))


def shown(some: Iterable[Term]) -> tuple[Term, ...]:
    """Leave out what adds nothing."""
    return tuple([term for term in some if term.number])


def trait_of(rows: Rows, fighter: HeroView, contest: ContestView) -> int:
    """Say what the fighter's trait adds, once the dice lie there."""
    return trait_bonus(rows, fighter, contest.kind) if contest.dice else 0


def bonus(card: Treasure, contest: ContestView) -> int:
    """Say what an item adds for the fighter."""
    return int(card.evade if contest.kind == "trap" else card.attack)


def shares(rows: Rows, view: MazeView, contest: ContestView) -> tuple[list[str], list[str]]:
    """Tell the fighter's used items from the defender's, whether they are still worn or not."""
    if contest.defender is None:
        return [*contest.used], []
    worn = {slot.card for slot in view.heroes[contest.defender].slots}
    raised = contest.number - view.heroes[contest.defender].defence
    theirs = [id for id in contest.used if id in worn]
    raised -= sum([rows[id].guard for id in theirs])
    for id in contest.used:  # a shield that broke is worn no more
        guard = rows[id].guard
        if id not in theirs and 0 < guard <= raised:
            theirs.append(id)
            raised -= guard
    return [id for id in contest.used if id not in theirs], theirs


WEB_TABLE: Final = WebTable(
    parts=parts,
    recent=recent,
    beats=BEATS,
    sounds=SOUNDS,
    targets=TARGETS,
    place=place,
    is_pressing=is_pressing,
    headlines=HEADLINES,
    cover="cover.svg",
)
