"""The rules of Tomb of Four Kings: read them beside `docs/rules/tomb.md`, clause by clause."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from undercroft.core.game import ids
from undercroft.core.piles import Pile
from undercroft.core.questions import Option, Rules, choose
from undercroft.games.tomb.cards import (
    DANGERS,
    DODGE,
    PICK_LOCK,
    SCROLL,
    SKILL_AGAINST,
    SKILLS,
    TREASURE,
    Card,
    Skill,
)
from undercroft.games.tomb.events import (
    ActionTried,
    BlowDodged,
    BlowStruck,
    CardDiscarded,
    CardTurned,
    DoorHeld,
    EncounterFailed,
    EncounterMet,
    EncounterWon,
    FavourGranted,
    GameBegan,
    GameScored,
    HoardFound,
    LastTorch,
    Means,
    MonsterEvaded,
    PlayerDied,
    PlayerLost,
    PlayerOut,
    Role,
    ScrollFound,
    ScrollRead,
    SkillGained,
    SkillPlayed,
    TorchBurnt,
    TreasureCollected,
    TreasureDropped,
    TreasureForfeited,
    TreasureLeft,
    TurnBegan,
    TurnedBack,
    TurnEnded,
    TurnResult,
    Way,
    WayChosen,
    Wounded,
)
from undercroft.games.tomb.options import TombOptions
from undercroft.games.tomb.scoring import score, settle
from undercroft.games.tomb.state import HEARTS, Match, Result, Tomb


class Drop(Option, frozen=True, tag="drop"):
    """Throw a treasure to the monster."""

    card: Card


class Leave(Option, frozen=True, tag="leave"):
    """Leave this treasure behind."""

    card: Card


Victor: TypeAlias = Literal["action", "favour"] | Skill
WayToFace: TypeAlias = Literal["draw"] | Skill | Drop

NEXT: Final[Sequence[Way]] = ("deeper", "turn-back")
BLOW: Final = ("dodge", "take")
LOCK: Final = ("pick-lock", "discard")
TORCH: Final = ("read-scroll", "let-it-burn")


class TombOver(Exception):
    """One seat's game has ended in the middle of a turn, at whatever depth."""


# -- setup ----------------------------------------------------------------------------------------


def lay(options: TombOptions, rows: Mapping[str, Card], seats: int) -> Match:
    """Lay out a pack for each seat (section 2)."""
    match = Match(options, rows, [])
    match.tombs = [new_tomb(match, seat, seats) for seat in range(seats)]
    return match


def new_tomb(match: Match, seat: int, seats: int) -> Tomb:
    """U-1, U-2, and the options that change what lies where at the start."""
    options, pack = match.options, match.pack
    deck = [card for card in pack.values() for _ in range(card.copies)]
    id = "deck" if seats == 1 or options.deal == "same" else f"deck-{seat + 1}"
    tomb = Tomb(seat, Pile(id if match.game == 1 else f"{id}.{match.game}", deck))
    tomb.match = match
    tomb.turned = 10 - options.start_hp
    tomb.covered = options.deal == "same"
    for card in match.set_aside:
        deck.remove(card)
        if card.kind == "torch":
            tomb.torches.append(card)
        elif options.scroll == "hand":
            tomb.hand.append(card)
    return tomb


def setup(match: Match) -> Rules[None]:
    """U-3. The table is laid; the first turn begins with no question."""
    begin(match)
    yield from ()


def begin(match: Match) -> None:
    """Begin the match's present game (D-8: seat 1 begins odd games, seat 2 even ones)."""
    match.to_play = (match.game - 1) % len(match.tombs)
    for tomb in match.tombs:
        tomb.tell(GameBegan, match.game, match.options)


# -- game flow ------------------------------------------------------------------------------------


def turn(match: Match) -> Rules[None]:
    """D-6. One go: a seat chooses its way, if it is due to, and plays one turn."""
    tomb = match.tombs[match.to_play]
    try:  # noqa: SIM105 (`suppress` costs as much as a card)
        yield from go(tomb)
    except TombOver:
        pass
    pass_on(match)


def go(tomb: Tomb) -> Rules[None]:
    """Choose the way, except on the retreat (T-5), then play a turn to its end."""
    is_due = tomb.phase == "delve" and tomb.delve_done >= tomb.match.options.min_delve
    if is_due and tomb.encounter is None:  # else it goes on from a checkpoint
        return choose_way(tomb)
    return play_turn(tomb)


def choose_way(tomb: Tomb) -> Rules[None]:
    """T-2. After every finished delve turn: deeper (T-3), or back (T-4); then it is played."""
    way = yield from choose(tomb.seat, "next", NEXT, secret=tomb.covered, to_go=tomb.delve_done - 1)
    tomb.tell(WayChosen, way, tomb.delve_done)
    if way == "turn-back":
        tomb.phase = "retreat"
        tomb.tell(TurnedBack, tomb.delve_done, tomb.delve_done - 1)
        maybe_leave(tomb)
    if not tomb.result:
        yield from play_turn(tomb)


def finish_turn(tomb: Tomb) -> None:
    """T-35. Count the turn."""
    if tomb.phase == "delve":
        tomb.delve_done += 1
    else:
        tomb.retreat_done += 1
        maybe_leave(tomb)


def maybe_leave(tomb: Tomb) -> None:
    """T-6. Out, once the retreat has one turn fewer than the delve."""
    if tomb.retreat_done == tomb.delve_done - 1:
        tomb.tell(PlayerOut, tomb.delve_done + tomb.retreat_done)
        end(tomb, score(tomb.hand))


def end(tomb: Tomb, result: Result) -> None:
    """The seat's game has a result."""
    tomb.result = result
    tomb.tell(game_scored, result)


def game_scored(seat: int, turn: int, result: Result) -> GameScored:
    """Say what a game came to."""
    kings, points, record = result.kings, result.points, result.record
    return GameScored(seat, turn, result.outcome, kings, points, record, result.gold)


def pass_on(match: Match) -> None:
    """D-6. Whose go is next; a seat whose game is over is passed over."""
    tombs = match.tombs
    if match.options.duel_order == "alternate" or tombs[match.to_play].result:
        match.to_play = (match.to_play + 1) % len(tombs)
    if tombs[match.to_play].result:
        match.to_play = (match.to_play + 1) % len(tombs)
        if tombs[match.to_play].result:
            settle(match)
            start_next_game(match)


def start_next_game(match: Match) -> None:
    """G-1, D-8. The next game starts from a fresh setup; nothing is carried over (G-2)."""
    match.game += 1
    match.order = []
    match.tombs = [new_tomb(match, tomb.seat, len(match.tombs)) for tomb in match.tombs]
    begin(match)


# -- turning a card -------------------------------------------------------------------------------


def turn_over(tomb: Tomb) -> Rules[Card]:
    """T-7. The deck's next card; the returned torch comes last, and is no matter of fate."""
    deck = tomb.deck
    if not deck.fog and not deck.bottom:
        lose(tomb, None)
    if tomb.covered and deck.fog:
        return turn_over_common(tomb)
    return tomb.match.draw(deck)


def turn_over_common(tomb: Tomb) -> Rules[Card]:
    """D-7. The first seat to turn its n-th card asks fate; the other gets the same card."""
    match, deck = tomb.match, tomb.deck
    turned = match.deck_size - len(deck.fog)
    if turned < len(match.order):
        card = match.order[turned]
        deck.fog.remove(card)
        return card
    card = yield from match.draw(deck)
    match.order.append(card)
    return card


def turn_card(tomb: Tomb) -> Rules[Card]:
    """T-8. Turn a card in a turn, and put it where it belongs."""
    card = yield from turn_over(tomb)
    is_first = tomb.encounter is None
    if card.kind in DANGERS:  # it lies there when it is told of
        tomb.column.append(card)
        if is_first:  # T-14
            tomb.encounter = card
    if tomb.match.listener is not None:
        tell_turned(tomb, card, is_first=is_first)
    match card.kind:
        case "torch":
            yield from burn_torch(tomb, card, "turn")
        case "skill":
            gain_skill(tomb, card)
        case "favour":
            tomb.column.append(card)
            tomb.favours += 1
            tomb.tell(FavourGranted, card.id, tomb.favours, tomb.encounter is None)
        case "hoard":
            tomb.column.append(card)
            tomb.tell(HoardFound, card.id)
        case "scroll":
            tomb.column.append(card)
            tomb.tell(ScrollFound)
    return card


def tell_turned(
    tomb: Tomb, card: Card, role: Role | None = None, *, is_first: bool = False
) -> None:
    """Every card that leaves the deck is told of, before anything it brings about."""
    if role is None and card.kind in DANGERS:
        role = "encounter" if is_first else "action"
    tomb.tell(CardTurned, card.id, role or card.kind, len(tomb.deck))
    if role == "encounter":
        tomb.tell(EncounterMet, card.kind, card.id, card.number, tomb.favours > 0)


def gain_skill(tomb: Tomb, card: Card) -> None:
    """A jack goes to the hand at once."""
    tomb.hand.append(card)
    tomb.tell(SkillGained, card.id, SKILLS.get(card.id, "dodge"))


# -- torches --------------------------------------------------------------------------------------


def burn_torch(tomb: Tomb, torch: Card, by: Means) -> Rules[None]:
    """T-9. A torch that appears goes to the torch row, unless it is the fourth."""
    if len(tomb.torches) < 3:
        tomb.torches.append(torch)
        tomb.tell(TorchBurnt, torch.id, len(tomb.torches), by)
        return
    scroll = tomb.held(SCROLL)  # T-11: only the hand counts
    tomb.tell(LastTorch, torch.id, by, scroll is not None)
    if (
        scroll
        and (yield from choose(tomb.seat, "torch", TORCH, secret=tomb.covered, torch=torch))
        == "read-scroll"
    ):
        tomb.hand.remove(scroll)
        tomb.scrolls_read.append(scroll)
        tomb.deck.bottom.append(torch)  # T-12: the last card of the deck
        tomb.tell(ScrollRead, torch.id)
        return
    tomb.torches.append(torch)
    lose(tomb, torch)


def lose(tomb: Tomb, torch: Card | None) -> None:
    """T-10. The last light is gone."""
    tomb.tell(PlayerLost, torch.id if torch else None, ids(tomb.hand))
    end(tomb, Result("lost", 0, 0))
    raise TombOver


# -- a turn ---------------------------------------------------------------------------------------


def play_turn(tomb: Tomb) -> Rules[None]:
    """T-13. Turn cards until the encounter appears; then settle it."""
    if tomb.encounter is None:  # else it goes on from a checkpoint
        tomb.tell(turn_began, tomb)
    while (encounter := tomb.encounter) is None:
        yield from turn_card(tomb)
    if tomb.favours:  # T-15
        result = win(tomb, encounter, "favour")
    else:
        result = yield from face(tomb, encounter)
    if result == "won":
        treasure = treasure_in(tomb.column)
        if treasure:
            yield from collect(tomb, treasure)
    stack(tomb, result)
    finish_turn(tomb)


def turn_began(seat: int, turn: int, tomb: Tomb) -> TurnBegan:
    """Say in, or under, which column of the delve row a turn begins."""
    back = tomb.phase == "retreat"
    column = tomb.delve_done - tomb.retreat_done - 1 if back else tomb.delve_done + 1
    return TurnBegan(seat, turn, tomb.phase, column)


def win(tomb: Tomb, encounter: Card, by: Victor) -> TurnResult:
    """Say by what the encounter was won; T-31 follows."""
    tomb.tell(EncounterWon, encounter.kind, encounter.id, by)
    return "won"


def fail(tomb: Tomb, encounter: Card) -> TurnResult:
    """A trap or a door was not passed: the treasure of the turn is lost."""
    tomb.tell(EncounterFailed, encounter.kind, encounter.id)
    forfeit(tomb)
    return "failed"


# -- facing an encounter --------------------------------------------------------------------------


def face(tomb: Tomb, encounter: Card) -> Rules[TurnResult]:
    """T-16. Face the encounter, card by card, until it is settled."""
    while True:
        way: WayToFace = "draw"
        if tomb.hand:
            tomb.match.checkpoint()
            ways = ways_to_face(tomb, encounter)
            way = yield from choose(
                tomb.seat, "face", ways, secret=tomb.covered, encounter=encounter
            )
        match way:
            case "draw":  # T-22: whatever is turned acts at once
                card = yield from turn_card(tomb)
                if tomb.favours:  # T-17
                    return win(tomb, encounter, "favour")
                if card.kind in DANGERS:
                    gap = encounter.number - card.number
                    if tomb.match.listener is not None:
                        tomb.tell(ActionTried, card.id, card.number, encounter.number, gap <= 0)
                    if gap <= 0:  # T-23: equal is enough
                        return win(tomb, encounter, "action")
                    settled = yield from fall_short(tomb, encounter, card, gap)
                    if settled:
                        return settled
            case Drop(card):
                return drop(tomb, encounter, card)
            case skill:
                return play_skill(tomb, encounter, skill)


def ways_to_face(tomb: Tomb, encounter: Card) -> Sequence[WayToFace]:
    """T-19. Drawing is always open; the rest depends on the hand."""
    ways: list[WayToFace] = ["draw"]
    skill = SKILL_AGAINST[encounter.kind]
    if tomb.held(skill):
        ways.append(SKILLS[skill])
    if encounter.kind == "monster":
        baits = [card for card in treasure_in(tomb.hand) if card.worth >= encounter.number]
        if baits:
            ways += [Drop(card) for card in dict.fromkeys(baits)]  # of copies, one is as good
    return ways


def play_skill(tomb: Tomb, encounter: Card, skill: Skill) -> TurnResult:
    """T-20. The jack goes to the column, spent, and the encounter is won."""
    jack = tomb.match.pack[SKILL_AGAINST[encounter.kind]]
    tomb.hand.remove(jack)
    tomb.column.append(jack)
    tomb.tell(SkillPlayed, jack.id, skill, encounter.kind)
    return win(tomb, encounter, skill)


def drop(tomb: Tomb, monster: Card, bait: Card) -> TurnResult:
    """T-21. The monster is settled but not won."""
    tomb.hand.remove(bait)
    tomb.tell(TreasureDropped, bait.id, bait.worth, monster.number)
    tomb.tell(MonsterEvaded, monster.id, bait.id)
    forfeit(tomb)
    tomb.column.append(bait)
    return "evaded"


# -- action cards ---------------------------------------------------------------------------------


def fall_short(tomb: Tomb, encounter: Card, action: Card, gap: int) -> Rules[TurnResult | None]:
    """T-24. A failed action card; what follows depends on the encounter. None: it goes on."""
    if encounter.kind == "door":
        return (yield from try_lock(tomb, encounter, gap))
    yield from suffer(tomb, encounter, action, gap)
    return fail(tomb, encounter) if encounter.kind == "trap" else None


def suffer(tomb: Tomb, encounter: Card, action: Card, blow: int) -> Rules[None]:
    """T-25. A blow falls; Dodge Blow cancels the whole of it, and nothing else (T-27)."""
    tomb.tell(BlowStruck, encounter.kind, blow, blow >= tomb.hit_points)
    dodge = tomb.held(DODGE)
    if dodge:
        answer = yield from choose(
            tomb.seat,
            "blow",
            BLOW,
            secret=tomb.covered,
            encounter=encounter,
            amount=blow,
            showing=tomb.showing,
            deadly=blow >= tomb.hit_points,
        )
        if answer == "dodge":
            tomb.hand.remove(dodge)
            tomb.dodges.append(dodge)
            tomb.tell(BlowDodged, blow)
            return
    tomb.turned = min(tomb.turned + blow, HEARTS)  # T-26
    tomb.tell(Wounded, blow, tomb.showing, tomb.hit_points)
    if tomb.turned == HEARTS:
        tomb.tell(PlayerDied, action.id, encounter.kind, ids(tomb.hand))
        end(tomb, Result("dead", 0, 0))
        raise TombOver


def try_lock(tomb: Tomb, door: Card, gap: int) -> Rules[TurnResult]:
    """T-24, doors. Pick Lock may still be played, after the action card failed."""
    if tomb.held(PICK_LOCK):
        answer = yield from choose(
            tomb.seat, "lock", LOCK, secret=tomb.covered, door=door, discards=gap
        )
        if answer == "pick-lock":
            return play_skill(tomb, door, "pick-lock")
    yield from discard(tomb, door, gap)
    return fail(tomb, door)  # T-30


# -- doors that stay shut -------------------------------------------------------------------------


def discard(tomb: Tomb, door: Card, count: int) -> Rules[None]:
    """T-28. Cards are lost from the deck, one at a time; torches burn all the same."""
    tomb.tell(DoorHeld, door.id, count)
    for n in range(1, count + 1):
        if not tomb.deck:
            return  # T-29
        card = yield from turn_over(tomb)
        tell_turned(tomb, card, "discard")
        if card.kind == "torch":
            yield from burn_torch(tomb, card, "discard")
        elif card.kind == "skill" and tomb.match.options.lenient_discards:
            gain_skill(tomb, card)
        else:
            tomb.discards.append(card)
            tomb.tell(CardDiscarded, card.id, n, count)


# -- the end of a turn ----------------------------------------------------------------------------


def treasure_in(cards: Sequence[Card]) -> list[Card]:
    """Find the treasure cards."""
    return [card for card in cards if card.kind in TREASURE]


def collect(tomb: Tomb, treasure: list[Card]) -> Rules[None]:
    """T-31. Treasure of a won turn goes to the hand."""
    if len(treasure) == len(tomb.column):  # T-32: nothing but treasure
        left = yield from choose(
            tomb.seat,
            "leave",
            [Leave(card) for card in dict.fromkeys(treasure)],
            secret=tomb.covered,
        )
        treasure.remove(left.card)
        tomb.tell(TreasureLeft, left.card.id)
    tomb.hand += treasure
    for card in treasure:
        tomb.column.remove(card)
    tomb.tell(collected, treasure)


def forfeit(tomb: Tomb) -> None:
    """T-33. A turn that is not won loses its treasure with the stack."""
    treasure = treasure_in(tomb.column)
    if treasure:
        tomb.tell(forfeited, treasure)


def stack(tomb: Tomb, result: TurnResult) -> None:
    """T-34. What is left in the column is stacked face down."""
    tomb.tell(turn_ended, result, tomb.column)
    tomb.stacks.append(tomb.column)
    tomb.column = []
    tomb.encounter = None
    tomb.favours = 0


def turn_ended(seat: int, turn: int, result: TurnResult, column: Sequence[Card]) -> TurnEnded:
    """Say how a turn ended, and what was stacked."""
    return TurnEnded(seat, turn, result, ids(column))


def collected(seat: int, turn: int, treasure: list[Card]) -> TreasureCollected:
    """Say what came to the hand, and what it is worth."""
    return TreasureCollected(seat, turn, ids(treasure), worth_of(treasure))


def forfeited(seat: int, turn: int, treasure: list[Card]) -> TreasureForfeited:
    """Say what was lost, and what it was worth."""
    return TreasureForfeited(seat, turn, ids(treasure), worth_of(treasure))


def worth_of(treasure: list[Card]) -> int:
    """P-1. What treasure counts."""
    worth = 0
    for card in treasure:
        worth += card.worth
    return worth
