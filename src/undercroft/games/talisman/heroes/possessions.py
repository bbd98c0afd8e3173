"""Objects, Followers, abilities: how they are gained, carried and lost (section 10, O)."""

from collections.abc import Callable, Sequence

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import GiveFollower, GiveObject, Take
from undercroft.games.talisman.components.kinds import Ability, Card, Effect, Thing
from undercroft.games.talisman.heroes.characteristics import carrying, carrying_limit
from undercroft.games.talisman.heroes.vitals import keep_spell_limit
from undercroft.games.talisman.pieces import Item, Lying
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.state import Hero, Maze


def draw_card(maze: Maze, id: str) -> Rules[Card | None]:
    """Draw from a deck. An empty one is made of its discards first; none at all: nothing (Z-3)."""
    deck = maze.decks[id]
    if not deck.fog:
        deck.fog, maze.discards[id] = maze.discards[id], []
        if not deck.fog:
            return None
    return (yield from maze.draw(deck))


# -- Objects --------------------------------------------------------------------------------------


def gain_object(maze: Maze, hero: Hero, item: Item) -> Rules[None]:
    """O-1, O-2. He takes an Object, and gives one up if that is one too many."""
    if item.card.found is not None:
        yield from find(maze, hero, item.card)
        return
    hero.objects.append(item)
    maze.tell_of(hero, told.ObjectGained, item.card.id)
    if item.is_talisman:
        maze.tell_of(hero, told.TalismanGained)
    yield from keep_carrying_limit(maze, hero)


def find(maze: Maze, hero: Hero, card: Thing) -> Rules[None]:
    """An instant find is applied and discarded."""
    assert card.found is not None  # noqa: S101 (callers have seen to it)
    maze.put_back(card)
    yield from apply(card.found, maze, hero)


def keep_carrying_limit(maze: Maze, hero: Hero) -> Rules[None]:
    """O-2. Beyond his limit he gives up Objects, on the Land by leaving them there."""
    while carrying(hero) > carrying_limit(hero):
        items = [item for item in hero.objects if not item.card.carries]
        given = yield from choose(hero.seat, "give-up", objects(items), why="carrying-limit")
        leave = hero.square < 0 and maze.has_land and not hero.in_tower
        yield from lose_object(maze, hero, given.item, leave=leave)


def objects(items: Sequence[Item]) -> list[GiveObject]:
    """Offer Objects; two that are alike are one offer."""
    return [GiveObject(item) for item in dict.fromkeys(items)]


def part_with(maze: Maze, hero: Hero, item: Item) -> None:
    """Take an Object from him; a Spell stored in it is lost (O-9)."""
    hero.objects.remove(item)
    if item.charge:
        maze.put_back(hero.stored.pop(item.charge))
    maze.tell_of(hero, told.ObjectLost, item.card.id)


def lose_object(maze: Maze, hero: Hero, item: Item, *, leave: bool = False) -> Rules[None]:
    """He loses an Object: to its pile, or left on the space. His limits may fall with it."""
    part_with(maze, hero, item)
    if leave and hero.space:
        maze.lying.setdefault(hero.space.id, []).append(Lying(item.card, item.enchanted))
        maze.tell_of(hero, told.CardLeft, item.card.id)
    else:
        maze.put_back(item.card)
    yield from keep_limits(maze, hero)


def keep_limits(maze: Maze, hero: Hero) -> Rules[None]:
    """O-2, M-3. After a loss, what he may carry and hold may be less."""
    yield from keep_carrying_limit(maze, hero)
    yield from keep_spell_limit(maze, hero)


def discard_object(maze: Maze, hero: Hero, *, magic: bool = False) -> Rules[bool]:
    """`discard object`, `discard magic-object`: one of his choice; nothing if he has none."""
    items = [item for item in hero.objects if item.is_magic or not magic]
    if not items:
        return False
    given = yield from choose(hero.seat, "give-up", objects(items), why="loss")
    yield from lose_object(maze, hero, given.item)
    return True


def spend(maze: Maze, hero: Hero, card: Thing) -> Rules[None]:
    """Use up an Object."""
    item = next(item for item in hero.objects if item.card is card)
    yield from lose_object(maze, hero, item)


# -- Followers ------------------------------------------------------------------------------------


def gain_follower(maze: Maze, hero: Hero, card: Thing) -> bool:
    """O-3. Any number; none for outcasts."""
    if hero.outcast:
        maze.put_back(card)
        return False
    hero.followers.append(card)
    maze.tell_of(hero, told.FollowerJoined, card.id)
    return True


def lose_follower(maze: Maze, hero: Hero, card: Thing) -> Rules[None]:
    """A Follower is gone, and with him what he carried or knew."""
    hero.followers.remove(card)
    maze.put_back(card)
    maze.tell_of(hero, told.FollowerLost, card.id)
    yield from keep_limits(maze, hero)


def discard_follower(maze: Maze, hero: Hero) -> Rules[bool]:
    """`discard follower`: one of his choice; nothing if he has none."""
    if not hero.followers:
        return False
    offers = [GiveFollower(card) for card in dict.fromkeys(hero.followers)]
    given = yield from choose(hero.seat, "give-up", offers, why="loss")
    yield from lose_follower(maze, hero, given.card)
    return True


def followers_roll(maze: Maze, hero: Hero, lost_up_to: int) -> Rules[None]:
    """Each Follower rolls, unmodified, and is lost on a low number."""
    for follower in hero.followers[:]:
        if (yield from maze.d6("follower")) <= lost_up_to:
            yield from lose_follower(maze, hero, follower)


# -- Treasure, Purchase cards, any card -----------------------------------------------------------


def draw_treasure(maze: Maze, hero: Hero) -> Rules[Card | None]:
    """`treasure`: draw one."""
    card = yield from draw_card(maze, "treasure")
    if isinstance(card, Thing):
        maze.tell_of(hero, told.TreasureFound, card.id)
        yield from receive(maze, hero, card)
    return card


def receive(maze: Maze, hero: Hero, card: Thing) -> Rules[None]:
    """Take a card: an Object, a Follower, or an instant find."""
    if card.kind == "follower":
        gain_follower(maze, hero, card)
    else:
        yield from gain_object(maze, hero, Item(card))


def purchasable(maze: Maze, fits: Callable[[Thing], bool]) -> list[Thing]:
    """List the kinds of Purchase cards that are left and match."""
    deck = dict.fromkeys(maze.decks["purchase"].fog)
    cards = [card for card in deck if isinstance(card, Thing) and fits(card)]
    return sorted(cards, key=lambda card: card.id)


def is_weapon(card: Thing) -> bool:
    """Whether it is a weapon."""
    return card.slot == "weapon"


def is_arms(card: Thing) -> bool:
    """Whether it is a weapon or a piece of armour."""
    return card.slot != ""


def is_anything(card: Thing) -> bool:
    """Whether it is any card at all."""
    return True


def choose_purchase(
    maze: Maze, hero: Hero, fits: Callable[[Thing], bool] = is_anything
) -> Rules[Thing | None]:
    """`purchase F`: choose a matching card, free; it is taken out of the deck."""
    offers = [Take(card) for card in purchasable(maze, fits)]
    if not offers:
        return None
    chosen = yield from choose(hero.seat, "choose-card", offers, why="purchase")
    return take_purchase(maze, hero, chosen.card, 0)


def take_purchase(maze: Maze, hero: Hero, card: Card, price: int) -> Thing:
    """Take a card out of the Purchase deck."""
    assert isinstance(card, Thing)  # noqa: S101 (that deck has nothing else)
    maze.decks["purchase"].fog.remove(card)
    maze.tell_of(hero, told.PurchaseTaken, card.id, price)
    return card


def purchase(fits: Callable[[Thing], bool] = is_anything) -> Effect:
    """Make an effect of it."""

    def take(maze: Maze, hero: Hero) -> Rules[None]:
        card = yield from choose_purchase(maze, hero, fits)
        if card is not None:
            yield from gain_object(maze, hero, Item(card))

    return take


# -- enchanting -----------------------------------------------------------------------------------


def enchantable(hero: Hero, *, weapons_only: bool = False) -> list[Item]:
    """O-8. His plain weapons and armour pieces."""
    return [
        item
        for item in hero.objects
        if not item.is_magic and item.card.slot and (item.card.slot == "weapon" or not weapons_only)
    ]


def enchant_one(maze: Maze, hero: Hero, *, weapons_only: bool = False) -> Rules[None]:
    """`enchant` one of his choice; nothing if none fits."""
    items = enchantable(hero, weapons_only=weapons_only)
    if items:
        offers = [Take(item.card) for item in dict.fromkeys(items)]
        chosen = yield from choose(hero.seat, "choose-card", offers, why="enchant")
        at = hero.objects.index(Item(chosen.card))  # type: ignore[arg-type]  # Things all
        hero.objects[at] = Item(hero.objects[at].card, enchanted=True)
        maze.tell_of(hero, told.ObjectEnchanted, chosen.card.id)


# -- Special Abilities ----------------------------------------------------------------------------


def draw_ability(maze: Maze, hero: Hero) -> Rules[None]:
    """`ability`: draw one; R-30: a second copy of the same is put back and drawn again."""
    deck = maze.decks["ability"]
    if all(card in hero.abilities for card in deck.fog):
        return
    useless: list[Card] = []
    while True:
        card = yield from maze.draw(deck)
        if card not in hero.abilities:
            break
        useless.append(card)
    deck.fog += useless
    yield from gain_ability(maze, hero, card)


def take_ability(maze: Maze, hero: Hero, id: str) -> Rules[None]:
    """`ability X`: a copy of X that is not in play, else draw one."""
    deck = maze.decks["ability"]
    for card in deck.fog:
        if card.id == id and card not in hero.abilities:
            deck.fog.remove(card)
            yield from gain_ability(maze, hero, card)
            return
    yield from draw_ability(maze, hero)


def choose_ability(maze: Maze, hero: Hero) -> Rules[None]:
    """Take any one Special Ability that is not in play."""
    deck = maze.decks["ability"]
    left = sorted({card for card in deck.fog if card not in hero.abilities}, key=str)
    if left:
        offers = [Take(card) for card in left]
        chosen = yield from choose(hero.seat, "choose-card", offers, why="ability")
        deck.fog.remove(chosen.card)
        yield from gain_ability(maze, hero, chosen.card)


def gain_ability(maze: Maze, hero: Hero, card: Card) -> Rules[None]:
    """He has a Special Ability."""
    assert isinstance(card, Ability)  # noqa: S101 (that deck has nothing else)
    hero.abilities.append(card)
    maze.tell_of(hero, told.AbilityGained, card.id)
    if card.on_gain is not None:
        yield from apply(card.on_gain, maze, hero)
