"""What one seat may see (section 8 of the rules of record), built up from nothing."""

from collections.abc import Sequence

import msgspec

from undercroft.core.game import Row
from undercroft.games.labyrintheus.combat.contest import total
from undercroft.games.labyrintheus.state import Blow, Contest, Hero, Maze


class WornView(msgspec.Struct, frozen=True, gc=False):
    """A slot, and what lies in it."""

    slot: str
    card: str | None
    counters: int


class HeroView(msgspec.Struct, frozen=True, gc=False):
    """One seat, as all see it; the backpack only as far as the looker knows it."""

    seat: int
    persona: str
    undead: bool
    crumbled: bool
    health: int
    most_health: int
    defence: int
    damage: int
    stones: int
    slots: tuple[WornView, ...]
    backpack: int  # how many cards
    known: tuple[str, ...]  # those of them that the looker knows; of its own, all
    might: int
    stoneskin: int
    broad_back_used: bool
    patient_eye_used: bool


class ContestView(msgspec.Struct, frozen=True, gc=False):
    """The contest on the table."""

    kind: str
    fighter: int
    defender: int | None
    card: str | None
    special: str | None
    dice: int
    critical: bool
    total: int
    number: int
    used: tuple[str, ...]


class BlowView(msgspec.Struct, frozen=True, gc=False):
    """The damage on its way."""

    victim: int
    amount: int
    source: str
    special: str | None
    attacker: int | None
    card: str | None


class MazeView(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table, to one seat or to a spectator."""

    seat: int | None
    heroes: tuple[HeroView, ...]
    personas: tuple[str, ...]  # those left, while they are being chosen
    direction: int
    acting: int
    phase: str
    window: str | None
    turn: int
    round: int
    round_cap: int
    stones_to_leave: int
    portal_owner: int | None
    still_to_move: tuple[int, ...]
    treasures: int
    treasure_discard: tuple[str, ...]
    encounters: int  # with the difficulty cards among them
    edis: int
    encounter_discard: tuple[str, ...]
    in_play: tuple[str, ...]
    wrath: int
    guile: int
    unused_difficulty: int
    encounter: str | None
    hunting: bool
    contest: ContestView | None
    blow: BlowView | None
    explode: str

    @property
    def me(self) -> HeroView:
        """The looker's own seat."""
        return self.heroes[self.seat or 0]


def view(maze: Maze, seat: int | None) -> MazeView:
    """Show the labyrinth to a seat; `None` is a spectator."""
    portal, edis = maze.portal, maze.edis
    return MazeView(
        seat=seat,
        heroes=tuple([hero_view(hero, seat) for hero in maze.heroes]),
        personas=ids(maze.personas) if maze.phase == "setup" else (),
        direction=maze.direction,
        acting=maze.acting,
        phase=maze.phase,
        window=maze.window,
        turn=maze.turns + 1,
        round=maze.turns // maze.seats + 1,
        round_cap=maze.options.round_cap,
        stones_to_leave=maze.options.stones_to_leave,
        portal_owner=portal.owner if portal else None,
        still_to_move=tuple(portal.still_to_move) if portal else (),
        treasures=len(maze.treasures.fog),
        treasure_discard=ids(maze.treasure_discard),
        encounters=len(maze.encounters.fog),
        edis=edis,
        encounter_discard=ids(maze.encounter_discard),
        in_play=ids(maze.in_play),
        wrath=maze.wrath,
        guile=maze.guile,
        unused_difficulty=len(maze.difficulty) - edis,
        encounter=maze.encounter.id if maze.encounter else None,
        hunting=maze.hunting,
        contest=contest_view(maze, maze.contest) if maze.contest else None,
        blow=blow_view(maze.blow) if maze.blow else None,
        explode=maze.options.explode,
    )


def hero_view(hero: Hero, looker: int | None) -> HeroView:
    """Show a seat to a looker."""
    if hero.seat == looker:
        known = ids(hero.backpack)
    else:
        known = tuple([card.id for card, seats in hero.known.items() if looker in seats])
    return HeroView(
        seat=hero.seat,
        persona=hero.persona.id,
        undead=hero.undead,
        crumbled=hero.crumbled,
        health=hero.health,
        most_health=hero.most_health,
        defence=hero.defence,
        damage=hero.damage,
        stones=hero.stones,
        slots=() if hero.undead else slots_view(hero),
        backpack=len(hero.backpack),
        known=known,
        might=hero.might,
        stoneskin=hero.stoneskin,
        broad_back_used=hero.broad_back_used,
        patient_eye_used=hero.patient_eye_used,
    )


def slots_view(hero: Hero) -> tuple[WornView, ...]:
    """Show what a player wears."""
    worn = zip(hero.kinds, hero.slots, hero.counters, strict=True)
    return tuple([WornView(kind, card.id if card else None, n) for kind, card, n in worn])


def contest_view(maze: Maze, contest: Contest) -> ContestView:
    """Show a contest."""
    return ContestView(
        kind=contest.kind,
        fighter=contest.fighter,
        defender=contest.defender,
        card=contest.card.id if contest.card else None,
        special=contest.special,
        dice=contest.dice,
        critical=contest.critical,
        total=total(maze, contest),
        number=contest.number,
        used=ids(contest.used),
    )


def blow_view(blow: Blow) -> BlowView:
    """Show damage on its way."""
    return BlowView(
        victim=blow.victim,
        amount=blow.amount,
        source=blow.source,
        special=blow.special,
        attacker=blow.attacker,
        card=blow.card.id if blow.card else None,
    )


def ids(rows: Sequence[Row]) -> tuple[str, ...]:
    """Name components."""
    return tuple([row.id for row in rows])
