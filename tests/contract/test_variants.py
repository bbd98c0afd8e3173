"""Variants at the extremes of what may be changed: all that is accepted can be played and shown."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pkgutil import resolve_name
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.contract.checks import ask_in_words, tell_in_words, too_low
from undercroft.core.errors import BadVariant
from undercroft.core.fates import Seeded
from undercroft.core.game import Game, advice_of
from undercroft.core.language.endings import tell_ending
from undercroft.core.measuring.measures import Notes
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.variants import numbers_of, with_variant, write_variant
from undercroft.games import catalogue
from undercroft.sketch import Pen
from undercroft.terminal.app.themes import inks
from undercroft.web.draw.drawing import Drawing, templates

AnyGame = Game[Any, Any]

PARTS = 10  # tests that share the variants of a game
PLAYED = 500 // PARTS  # in each of them; at the least and the most seats in turn
NIGHTLY = 12_500 // PARTS
AT_LEAST = 6  # numbers that a variant changes
SWEEPING = 10  # one variant in so many changes a number of all components of a kind
SHORT = 8  # rounds or turns, where an option caps them


class Change(NamedTuple):
    """A number of a component, as small or as large as it may be."""

    id: str
    field: str
    value: object


def changes_of(game: AnyGame) -> list[Change]:
    """List what may be changed, at both extremes, unless it is printed so."""
    return [
        Change(row.id, spec.name, value)
        for row in game.rows.values()
        for spec in numbers_of(row)
        for value in spec.choices or (spec.least, spec.most)
        if value != spec.default
    ]


def kinds_of(game: AnyGame, changes: list[Change]) -> list[list[Change]]:
    """Gather the changes that are alike, on all components of a kind."""
    kinds: dict[object, list[Change]] = {}
    for change in changes:
        kind = type(game.rows[change.id]), change.field, change.value
        kinds.setdefault(kind, []).append(change)
    return [*kinds.values()]


def variants(game: AnyGame, part: int, count: int) -> Iterator[str]:
    """Draw variants, without end; among the first `count` of all parts is every change."""
    changes = changes_of(game)
    Random(game.id).shuffle(changes)
    luck = Random(f"{game.id} {part}")
    own = [changes[n :: PARTS * count] for n in range(part, PARTS * count, PARTS)]
    sweeping = kinds_of(game, changes)
    likes = [row.id for row in game.rows.values() if game.adds(row)]
    while True:
        dealt = own.pop() if own else []
        if len(dealt) < AT_LEAST:
            dealt = dealt + luck.sample(changes, AT_LEAST - len(dealt))
        if luck.randrange(SWEEPING) == 0:
            dealt = dealt + luck.choice(sweeping)[:150]  # of a text of 12,000 bytes
        yield text_of(game, dealt, luck.choice(likes) if likes else None)


def text_of(game: AnyGame, changes: Iterable[Change], like: str | None = None) -> str:
    """Write a variant; it may have one more card, like another with its changes."""
    rows: dict[str, dict[str, object]] = {}
    for id, field, value in changes:
        rows.setdefault(id, {})[field] = value
    cards = {"one-more": {"like": like, **rows.get(like, {})}} if like else {}
    return write_variant({"game": game.id, "rows": rows, "cards": cards})


def begin(game: AnyGame, seats: int, luck: Random) -> Play:
    """Begin a game that is over soon, with one of its presets."""
    caps = {
        spec.name: max(spec.least, SHORT)
        for spec in game.option_specs
        if spec.least is not None and spec.name.endswith("-cap")
    }
    preset = luck.choice([None, *game.presets])
    return Play(game, caps, seats, Seeded(str(luck.random())), preset=preset)


def play_and_show(game: AnyGame, seats: int, luck: Random) -> None:
    """Play at random, and show everything at some moments, fewer and fewer, and at the end."""
    play = begin(game, seats, luck)
    drawing = Drawing(game, templates())
    bot = game.new_bot(luck.choice(game.quick_bots), luck.random)
    bound, decided = game.bound(play.options, seats), 0
    while play.question is not None:
        decision = play.question
        assert isinstance(decision, Decision)
        if luck.random() < 1 / (1 + decided):
            ask_in_words(play, decision)
            draw(play, drawing, decision.seat)
            draw(play, drawing, luck.choice([None, *range(seats)]))
            advice = advice_of(bot, decision, play.look(decision.seat))
            assert advice.answer in decision.options
            advice.why(game.words)
        play.answer(luck.choice(decision.options))
        decided += 1
        assert play.number <= bound, too_low(game, seats, bound)
    tell_in_words(play, "a seed")
    end(play, drawing)


def draw(play: Play, drawing: Drawing, seat: int | None) -> None:
    """Draw the table as a seat sees it: in the browser, in the terminal and as a picture."""
    game, question, view = play.game, play.question, play.view(seat)
    is_asked = isinstance(question, Decision) and question.seat == seat
    told = play.events_for(seat)[-20:]
    assert drawing.layout(drawing.parts(view, question if is_asked else None, told=told))
    drawing.prompt(question, not is_asked, view=view if is_asked else None)
    assert game.draw_terminal is not None
    resolve_name(game.draw_terminal)(view, Pen(game.words, game.rows, inks("crypt"), 80, 24))
    assert game.still is not None
    list(game.still(game.rows, view))
    assert game.race is not None
    game.race(view)


def end(play: Play, drawing: Drawing) -> None:
    """Tell how it ended, to everybody; count what a study counts."""
    game, outcome = play.game, play.outcome
    assert outcome is not None
    names = [f"Player {seat + 1}" for seat in range(play.seats)]
    for seat in (None, *range(play.seats)):
        tell_ending(game, play.view(seat), play.events, outcome, names, seat)
        drawing.score(play.view(seat))
    draw(play, drawing, play.seats - 1)
    drawing.luck(play.events, game.rows)
    for event in play.events:
        drawing.line(event)
    if game.measure is not None:
        game.measure(play.events, outcome, Notes())
    if game.stakes is not None:
        game.stakes(play.events)


def play_variants(game: AnyGame, part: int, count: int) -> None:
    """Play so many variants; those that are refused are not counted, and are few."""
    luck, played, refused = Random(f"{game.id} {part} {count}"), 0, 0
    drawn = variants(game, part, count)
    while played < count:
        text, seats = next(drawn), game.seats[played % 2]
        try:
            variant = with_variant(text, "drawn.toml", lambda _: game)
        except BadVariant:
            refused += 1
            assert refused <= count / 4
            continue
        try:
            play_and_show(variant, seats, luck)
        except Exception as error:
            error.add_note(f"with {seats} seats, and this variant:\n{text}")
            raise
        played += 1


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_a_variant_that_is_accepted_can_be_played_and_shown(game: AnyGame, part: int) -> None:
    play_variants(game, part, PLAYED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_variants_by_the_ten_thousand(game: AnyGame, part: int) -> None:
    play_variants(game, part, NIGHTLY)


@pytest.mark.nightly
@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_a_number_changed_on_a_whole_kind_breaks_no_rules(game: AnyGame) -> None:
    """Whole games: none may come to a decision without options, or a draw from nothing."""
    for changes in kinds_of(game, changes_of(game)):
        with suppress(BadVariant):  # without any of a kind that the game cannot do without
            play_through(with_variant(text_of(game, changes[:200]), "kind.toml", lambda _: game))


@pytest.mark.parametrize("name", ["spell_limit", "pieces"])
def test_no_ability_leaves_a_hero_with_less_than_nothing(name: str) -> None:
    game = catalogue()["talisman"]
    ids = [id for id in game.rows if id.startswith(("ch-", "ab-"))]
    none, less = (text_of(game, [Change(id, name, value) for id in ids]) for value in (0, -1))
    play_through(with_variant(none, "none.toml", lambda _: game))
    with pytest.raises(BadVariant, match="expected a whole number from 0"):
        with_variant(less, "less.toml", lambda _: game)


def play_through(game: AnyGame) -> None:
    """Play whole games at random."""
    for seats in {game.seats[0], min(3, game.seats[1])}:
        options, _ = game.read_options({}, seats)
        luck = Random(f"{game.variant} {seats}").random
        bots = [game.new_bot("random", luck) for _ in range(seats)]
        played = simulate(game, options, seats, bots, luck)
        assert played.questions <= game.bound(options, seats)
