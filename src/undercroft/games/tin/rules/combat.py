"""Combat (5.12), experience and levels (5.13), death (5.14)."""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from undercroft.core.game import ids
from undercroft.core.questions import Option, Rules, choose
from undercroft.core.table import D6
from undercroft.games.tin.cards import draw_card
from undercroft.games.tin.components import BOMB, MAIDEN, Attack, Card, Monster, order_of
from undercroft.games.tin.events import (
    BombUsed,
    CardPlayed,
    CombatBegan,
    CombatEnded,
    ExperienceGained,
    FightResolved,
    HeartLost,
    KnightDied,
    LevelKept,
    LevelledUp,
    Modifiers,
    MonsterAttacked,
    MonsterSlain,
)
from undercroft.games.tin.rules.ending import end_if_nobody_is_left, lay_down_hand
from undercroft.games.tin.rules.entering import find_treasure
from undercroft.games.tin.state import (
    MOST_EXPERIENCE,
    MOST_HEARTS,
    MOST_LEVEL,
    Combat,
    Dungeon,
    Fight,
    Knight,
    Room,
)

LEVEL_UP: Final = ("level-up", "wait")
BOMB_WAYS: Final = ("bomb", "no-bomb")
ENOUGH: Final = 4
FUMBLE: Final = 1
PERFECT: Final = 6


class Target(Option, frozen=True, tag="monster"):
    """Fight the monster of this number; written `monster:2`. What it is, is for the eye."""

    number: int
    monster: Monster

    def __str__(self) -> str:
        return f"monster:{self.number}"


class PlayCard(Option, frozen=True, tag="play"):
    """Play a card from the hand; written `play:duck-1`. Its amount is for the eye."""

    card: Card
    amount: int

    def __str__(self) -> str:
        return f"play:{self.card}"


WayToAnswer: TypeAlias = PlayCard | Literal["draw"]


def fight_monsters(dungeon: Dungeon) -> Rules[None]:
    """X-1. Each room with knights and monsters, by the earliest of its knights in play order."""
    if dungeon.combat is None:  # else it goes on from a checkpoint
        dungeon.battles = [room.cell for room in dungeon.rooms_in_order() if room.monsters]
    while dungeon.battles:
        yield from fight_in(dungeon, dungeon.rooms[dungeon.battles[0]])
        del dungeon.battles[0]


def fight_in(dungeon: Dungeon, room: Room) -> Rules[None]:
    """X-2. Round and round, one monster each, until nobody has one left to fight."""
    combat = dungeon.combat or begin_combat(dungeon, room)
    knights = [dungeon.knights[seat] for seat in combat.fought]
    fighting = True
    while fighting:
        dungeon.checkpoint()
        fighting = False
        for knight in knights:
            targets = targets_of(combat, knight) if knight.is_active else []  # Y-2
            if targets:
                fighting = True
                target = yield from choose(knight.seat, "target", targets, room=room.tile)
                combat.fought[knight.seat].append(target.number)
                yield from fight(dungeon, room, knight, combat, target)
    dungeon.combat = None
    dungeon.tell(combat_ended, room)


def begin_combat(dungeon: Dungeon, room: Room) -> Combat:
    """X-2. Every knight in the room fights, and every monster gets a number."""
    knights = dungeon.knights_in(room.cell)
    combat = dungeon.combat = Combat(
        room.cell,
        [*room.monsters],
        {knight.seat: [] for knight in knights},
        alone=len(knights) == 1,
    )
    dungeon.tell(combat_began, room, combat)
    return combat


def combat_began(room: Room, combat: Combat) -> CombatBegan:
    """Say who fights what."""
    return CombatBegan(room.place, tuple(combat.fought), ids(room.monsters))


def combat_ended(room: Room) -> CombatEnded:
    """Say what is left."""
    return CombatEnded(room.place, ids(room.monsters))


def targets_of(combat: Combat, knight: Knight) -> Sequence[Target]:
    """X-3. Monsters that live and that it has not fought; to a lone knight equals are one."""
    fought = combat.fought[knight.seat]
    targets = [
        Target(number, foe)
        for number, foe in enumerate(combat.foes, 1)
        if foe is not None and number not in fought
    ]
    if combat.alone and len(targets) > 1:
        different = {target.monster: target for target in reversed(targets)}
        return [target for target in targets if different[target.monster] is target]
    return targets


def fight(
    dungeon: Dungeon, room: Room, knight: Knight, combat: Combat, target: Target
) -> Rules[None]:
    """X-4. One knight, one monster, one roll of the die."""
    bout = combat.fight = Fight(knight.seat, target.number, target.monster)
    attack: Attack = yield from dungeon.roll("attack", dungeon.kit.attacks)
    bout.attack = attack
    dungeon.tell(MonsterAttacked, knight.seat, room.place, bout.monster.id, bout.number, attack)
    yield from answer_attack(dungeon, knight, bout, attack)
    yield from maybe_bomb(dungeon, knight, bout)
    yield from maybe_level_up(dungeon, knight, "fight")
    roll = yield from dungeon.roll("fight", D6)
    won = resolve(dungeon, knight, bout, roll)
    if bout.card is not None:
        dungeon.fight_discard.append(bout.card)
    if bout.bomb is not None:
        dungeon.treasure_discard.append(bout.bomb)  # win or lose
    combat.fight = None
    if won:
        yield from slay(dungeon, room, knight, combat, target)
    else:
        suffer(dungeon, room, knight, target.monster)


def answer_attack(dungeon: Dungeon, knight: Knight, bout: Fight, attack: Attack) -> Rules[None]:
    """X-4.2. A card of the hand, or the top card of the deck, which must then be used."""
    ways: list[WayToAnswer] = []
    if knight.hand:
        ways += [
            PlayCard(card, card.against(attack))
            for card in sorted(set(knight.hand), key=lambda card: order_of(card.id))
        ]
    if dungeon.fight_cards.fog or dungeon.fight_discard:
        ways.append("draw")
    if not ways:
        return  # H-3
    way = yield from choose(
        knight.seat,
        "card",
        ways,
        secret="draw" not in ways,  # then it is asked only if its cards differ
        monster=bout.monster,
        attack=attack,
    )
    if isinstance(way, PlayCard):
        bout.card = way.card
        at = knight.hand.index(way.card)
        del knight.hand[at], knight.drawn_in[at]
        dungeon.tell(CardPlayed, knight.seat, way.card.id, "hand", way.amount)
    else:
        card = yield from draw_card(dungeon)
        assert card is not None  # noqa: S101 (or it would not have been offered)
        bout.card = card
        dungeon.tell(CardPlayed, knight.seat, card.id, "deck", card.against(attack))


def maybe_bomb(dungeon: Dungeon, knight: Knight, bout: Fight) -> Rules[None]:
    """X-4.3. At most one bomb a fight."""
    bomb = knight.carried(BOMB)
    if bomb is None:
        return
    way = yield from choose(
        knight.seat,
        "bomb",
        BOMB_WAYS,
        monster=bout.monster,
        so_far=total(modifiers(knight, bout)),
        bonus=bomb.bonus,
    )
    if way == "bomb":
        knight.items.remove(bomb)
        bout.bomb = bomb
        dungeon.tell(BombUsed, knight.seat)


def modifiers(knight: Knight, bout: Fight) -> Modifiers:
    """X-4.6. What is added to the roll."""
    maiden = knight.carried(MAIDEN)
    return Modifiers(
        bout.card.against(bout.attack) if bout.card and bout.attack else 0,
        bout.bomb.bonus if bout.bomb else 0,
        -bout.monster.horns,
        maiden.bonus if maiden else 0,
    )


def total(added: Modifiers) -> int:
    """Sum up what is added to the roll."""
    return added.card + added.bomb + added.horns + added.maiden


def wins(roll: int, added: int) -> bool:
    """X-4.7. A 1 loses and a 6 wins, whatever is added; else 4 is enough."""
    return roll == PERFECT or (roll != FUMBLE and roll + added >= ENOUGH)


@cache
def chance(added: int) -> int:
    """Count the rolls of six that win with so much added."""
    return sum([wins(roll, added) for roll in D6])


def resolve(dungeon: Dungeon, knight: Knight, bout: Fight, roll: int) -> bool:
    """X-4.6, X-4.7. Add what there is to add, and say who wins."""
    added = modifiers(knight, bout)
    won = wins(roll, total(added))
    dungeon.tell(fight_resolved, bout, roll, added, won)
    return won


def fight_resolved(bout: Fight, roll: int, added: Modifiers, won: bool) -> FightResolved:
    """Say what the die decided, and why."""
    assert bout.attack is not None  # noqa: S101 (the monster struck first)
    return FightResolved(
        bout.seat,
        bout.monster.id,
        bout.number,
        bout.attack,
        roll,
        added,
        roll + total(added),
        "win" if won else "loss",
        "fumble" if roll == FUMBLE else "perfect" if roll == PERFECT else "value",
    )


def slay(
    dungeon: Dungeon, room: Room, knight: Knight, combat: Combat, target: Target
) -> Rules[None]:
    """X-6. The die goes back to the supply; a chest on its face drops a token."""
    monster = target.monster
    combat.foes[target.number - 1] = None
    room.monsters = [foe for foe in combat.foes if foe is not None]
    dungeon.supply[monster.colour] += 1
    dungeon.tell(MonsterSlain, knight.seat, room.place, monster.id, target.number)
    if knight.level < MOST_LEVEL and knight.experience < MOST_EXPERIENCE:  # V-1, R-29
        knight.experience += 1
        dungeon.tell(ExperienceGained, knight.seat, knight.experience)
    for _ in range(monster.chests):
        yield from find_treasure(dungeon, room, "monster")


def suffer(dungeon: Dungeon, room: Room, knight: Knight, monster: Monster) -> None:
    """X-7. A heart is lost; the last one kills (R-30)."""
    knight.hearts -= 1
    dungeon.tell(HeartLost, knight.seat, knight.hearts)
    if not knight.hearts:
        die(dungeon, room, knight, monster)


# -- levels ---------------------------------------------------------------------------------------


def maybe_level_up(
    dungeon: Dungeon, knight: Knight, where: Literal["turn-start", "fight"]
) -> Rules[None]:
    """V-3. With ten tokens, at the start of a turn and before each roll (R-28)."""
    if knight.experience < MOST_EXPERIENCE or knight.level == MOST_LEVEL:
        return
    way = yield from choose(
        knight.seat, "level-up", LEVEL_UP, hearts=knight.hearts, next=knight.level + 1
    )
    if way == "wait":
        dungeon.tell(LevelKept, knight.seat)
        return
    hearts = knight.hearts
    knight.experience -= MOST_EXPERIENCE  # V-2
    knight.level += 1
    knight.hearts = MOST_HEARTS
    dungeon.tell(LevelledUp, knight.seat, knight.level, hearts, where)


# -- death ----------------------------------------------------------------------------------------


def die(dungeon: Dungeon, room: Room, knight: Knight, killer: Monster) -> None:
    """Y-1. Items fall, the maiden among them; coins go to the pool (R-40), cards to the discard."""
    knight.status = "dead"
    dungeon.tell(
        KnightDied, knight.seat, room.place, ids(knight.items), ids(knight.coins), killer.id
    )
    room.floor += knight.items
    dungeon.treasure.shuffle_in(knight.coins)
    knight.items, knight.coins = [], []
    lay_down_hand(dungeon, knight)
    if dungeon.is_solo:
        dungeon.combat = None
        end_if_nobody_is_left(dungeon)  # Z-1
