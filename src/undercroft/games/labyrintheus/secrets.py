"""What a seat cannot know, and how it may be dealt anew (section 8 of the rules of record)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from undercroft.core.piles import Pile
from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.beliefs import Held, Step, as_seen, deck, recall, still_sure
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.rules.decks import begin_traces
from undercroft.games.labyrintheus.state import Hero, Maze, Trace


def hidden(maze: Maze, seat: int | None) -> set[str]:
    """Name the treasures in the deck and in others' backpacks that the seat cannot place."""
    unseen = {card.id for card in maze.treasures.fog}
    for hero in maze.heroes:
        unseen |= {hero.backpack[place].id for place in unknown_places(hero, seat)}
    return unseen


def unknown_places(hero: Hero, seat: int | None) -> list[int]:
    """Give the places in a backpack whose cards the seat does not know."""
    if hero.seat == seat:
        return []
    return [at for at, card in enumerate(hero.backpack) if seat not in hero.known.get(card, ())]


def components(maze: Maze) -> Iterator[str]:
    """Name every card, wherever it lies; an `edi` only stands for a difficulty card."""
    yield from map(str, maze.personas)
    yield from map(str, maze.box)
    yield from map(str, [*maze.difficulty, *maze.in_play])
    yield from map(str, [*maze.treasures, *maze.treasure_discard])
    yield from (str(card) for card in maze.encounters if card.type != "edi")
    yield from map(str, maze.encounter_discard)
    if maze.encounter is not None:
        yield str(maze.encounter)
    for hero in maze.heroes:
        yield from map(str, [hero.persona, *hero.backpack, *hero.equipped])


def redeal(maze: Maze, seat: int) -> Rules[None]:
    """Deal anew what the seat cannot know: the others' backpacks, and what they offer (Y-4).

    First what became of which kind of card, as far as that is open (`beliefs.py`); then which cards
    they were. Cards of the present deck could as well still be in it; those of earlier decks are
    dealt among the places that they lie in.
    """
    has_traces = bool(maze.traces)
    if not has_traces:
        begin_traces(maze)
    steps, kinds = as_seen(maze.traces, maze.seats, seat)
    path = yield from recall(maze, steps)
    slips, hands = yield from follow(maze, seat, steps, path)
    others = [hero for hero in maze.heroes if hero.seat != seat]
    piles = {deck(maze.rebuilt): maze.treasures}
    for card in [card for hero in others for card in hero.backpack]:
        piles.setdefault(kinds[card], Pile("treasure", [])).shuffle_in([card])
    for hero in others:
        hero.backpack.clear()
        hero.known.clear()
        for (kind, seats), slip in hands[hero.seat]:
            slip.card = yield from maze.draw(piles[kind])
            hero.backpack.append(slip.card)
            if seats:
                hero.known[slip.card] = [*seats]
        if hero.offered is not None:
            hero.offered = yield from maze.roll("backpack", range(len(hero.backpack)))
    maze.traces = [
        Trace(trace.what, slip.card, trace.seat, trace.other, trace.deck)
        if slip is not None and slip.card is not None
        else trace
        for trace, slip in zip(maze.traces, slips, strict=True)
    ]
    if not has_traces:
        maze.traces = []


@dataclass
class Slip:
    """Stands for a card as long as it is not said which."""

    card: Treasure | None = None


def follow(
    maze: Maze, seat: int, steps: Sequence[Step | None], path: Sequence[Held | None]
) -> Rules[tuple[list[Slip | None], list[list[tuple[Held, Slip]]]]]:
    """Go along a path; give a slip for the card of each trace, and those in each hand."""
    hands: list[list[tuple[Held, Slip]]] = [[] for _ in range(2 * maze.seats)]
    slips: list[Slip | None] = []
    for trace, step, held in zip(maze.traces, steps, path, strict=True):
        if step is None or held is None:
            slips.append(None)
            continue
        hand = hands[step.at]
        if step.what == "comes":
            slip = Slip()
            hand.append((held, slip))
        else:
            alike = [at for at, (other, _) in enumerate(hand) if other == held]
            at = (yield from maze.roll("world", alike)) if len(alike) > 1 else alike[0]
            _, slip = hand.pop(at)
            hands[step.at] = [(still_sure(other, step.by), it) for other, it in hand]
            if step.what == "goes":
                slip.card = trace.card
            else:
                seats = (step.by,) if step.what == "arrives" else held[1]
                hands[step.to].append(((held[0], seats), slip))
        slips.append(slip)
    return slips, hands
