"""What every game must satisfy. Each check plays one game once, with its own seed."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tests.contract.twins import Twin, dealt_anew, turns
from undercroft.core.errors import BadOption
from undercroft.core.events import Event
from undercroft.core.fates import Fates, Seeded
from undercroft.core.game import Game, Outcome, fields_of, list_fields
from undercroft.core.language.standing import standing
from undercroft.core.options import OptionSpec
from undercroft.core.play import Play, simulate, verify
from undercroft.core.questions import Decision, Fate, Question, word_of
from undercroft.core.records.encode import from_plain, to_plain
from undercroft.core.records.journal import read_journal

AnyGame = Game[Any, Any]


def begin(
    game: AnyGame, seats: int, seed: str, fates: Fates | None = None
) -> tuple[Play, random.Random]:
    """Begin a play, with about one option in four at random, as far as they go together.

    A game of many hours has a preset `brief`, whose options are left as they are. There, one play
    in two has another preset besides: some options mean nothing without others.
    """
    luck = random.Random(f"{game.id} {seats} {seed}")
    brief = game.presets.get("brief", {})
    specs = [spec for spec in game.option_specs if spec.name not in brief]
    form: Mapping[str, object] = {}
    if brief and luck.random() < 0.5:
        form = game.presets[luck.choice([name for name in game.presets if name != "brief"])]
    while True:
        given = {spec.name: some_value(spec, luck) for spec in specs if luck.random() < 0.25}
        try:
            return Play(game, {**form, **given, **brief}, seats, fates or Seeded(seed)), luck
        except BadOption:
            continue


def some_value(spec: OptionSpec, luck: random.Random) -> object:
    """Give an option some value that it may have."""
    if spec.choices:
        return luck.choice(spec.choices)
    if spec.least is not None and spec.most is not None:
        return luck.randint(spec.least, spec.most)
    return spec.default


def decisions(play: Play, luck: random.Random) -> Iterator[Decision[Any]]:
    """Play to the end by random answers; stop at each decision before it is answered."""
    bound = play.game.bound(play.options, play.seats)
    while play.question is not None:
        assert isinstance(play.question, Decision), "fate was left unanswered"
        yield play.question
        play.answer(luck.choice(play.question.options))
        assert play.number <= bound, too_low(play.game, play.seats, bound)


def too_low(game: AnyGame, seats: int, bound: int) -> str:
    """Say that a game asks more than it says it does."""
    return (
        f"{game.id} with {seats} seats asked more than its bound of {bound} questions: raise "
        f"`bound` in its GAME, or end the game sooner"
    )


def some_decisions(play: Play, luck: random.Random) -> Iterator[Decision[Any]]:
    """Stop at the first twenty decisions, then at one in ten: each costs a whole play or more."""
    for number, decision in enumerate(decisions(play, luck)):
        if number < 20 or luck.random() < 0.1:
            yield decision


def finish(play: Play, luck: random.Random) -> Play:
    for _ in decisions(play, luck):
        pass
    return play


def asked(question: Question[Any] | None) -> object:
    """Give what must be equal in two questions that are the same."""
    return question and (question.label, sorted(map(str, question.choices)))


def check_it_ends(game: AnyGame, seats: int, seed: str) -> None:
    """It ends within its stated bound, with an outcome that fits the seats."""
    play, luck = begin(game, seats, seed)
    finish(play, luck)
    assert play.outcome is not None
    assert len(play.outcome.scores) == seats
    assert set(play.outcome.winners) <= set(range(seats))
    fit(play.outcome, game)


def fit(outcome: Outcome, game: AnyGame) -> None:
    """Places are one for each seat, shared by equals, told in words; winners come first."""
    ranked = [place for place in outcome.places if place]
    assert len(outcome.places) in (0, len(outcome.scores))
    assert all(place == 1 + sum(other < place for other in ranked) for place in ranked)
    if ranked:
        first = sorted(ranked)[: len(outcome.winners)]
        assert sorted(outcome.places[seat] for seat in outcome.winners) == first
        lines = standing(game.words, outcome.places, outcome.scores, outcome.ends)
        assert len(lines) == len(outcome.scores)


def check_simulation_agrees(game: AnyGame, seats: int, seed: str) -> None:
    """A simulation ends as a play does, and asks no more."""
    play, luck = begin(game, seats, seed)
    bots = [game.new_bot(name, luck.random) for name in game.quick_bots]
    for bot in bots:
        simulated = simulate(game, play.options, seats, [bot] * seats, luck.random)
        assert len(simulated.outcome.scores) == seats
        bound = game.bound(play.options, seats)
        assert simulated.questions <= bound, too_low(game, seats, bound)


def check_options(game: AnyGame, seats: int, seed: str) -> None:
    """No decision has fewer than two options, or two that are written alike."""
    play, luck = begin(game, seats, seed)
    for decision in decisions(play, luck):
        texts = [str(option) for option in decision.options]
        assert len(texts) >= 2, f"{decision.label}: {texts}"
        assert len(set(texts)) == len(texts), f"{decision.label}: {texts}"
        assert 0 <= decision.seat < seats


def check_every_option_can_be_taken(game: AnyGame, seats: int, seed: str) -> None:
    """Whatever is offered can be answered, by its text, and leaves the others untouched."""
    play, luck = begin(game, seats, seed)
    for decision in some_decisions(play, luck):
        before = to_plain(play.state)
        for option in decision.options:
            play.fork().answer(str(option))
        assert to_plain(play.state) == before, "a fork's answer changed the play"


def check_components_are_conserved(game: AnyGame, seats: int, seed: str) -> None:
    """Each component exists exactly once, somewhere."""
    play, luck = begin(game, seats, seed)
    whole = Counter(game.components(game.lay(play.options, game.rows, seats)))
    for _ in decisions(play, luck):
        conserved(play, whole)
    conserved(play, whole)


def conserved(play: Play, whole: Counter[str]) -> None:
    """Name what was lost, and what there is too much of."""
    found = Counter(play.game.components(play.state))
    last = play.lines[-1] if play.lines else "the setup"
    lost, doubled = sorted((whole - found).elements()), sorted((found - whole).elements())
    assert not lost, f"{play.game.id} lost {lost} after {last!r}: no place in `components` has it"
    assert not doubled, f"{play.game.id} has {doubled} in two places after {last!r}"


def check_replay(game: AnyGame, seats: int, seed: str) -> None:
    """The journal, as text, gives the same play again; every fate is what the seed gives."""
    play, luck = begin(game, seats, seed)
    finish(play, luck)
    text = str(play.journal)
    journal = read_journal(text)
    assert str(journal) == text
    again = verify(game, journal)
    assert again.events == play.events
    assert again.outcome == play.outcome
    assert to_plain(again.state) == to_plain(play.state)


def check_fork(game: AnyGame, seats: int, seed: str) -> None:
    """At every question a fork equals its original, and goes its own way from there."""
    play, luck = begin(game, seats, seed)
    for decision in some_decisions(play, luck):
        fork = play.fork(listen=True)
        before = to_plain(play.state)
        assert to_plain(fork.state) == before
        assert asked(fork.question) == asked(decision)
        assert (fork.lines, fork.events) == (play.lines, play.events)
        finish(fork, random.Random(seed))
        assert to_plain(play.state) == before, "a fork shares something with its original"
        if luck.random() < 0.2:
            whole = Play.resume(game, fork.journal)
            assert (whole.outcome, whole.events) == (fork.outcome, fork.events), (
                "a fork goes on otherwise than its original would"
            )
            assert to_plain(whole.state) == to_plain(fork.state)


def check_undo(game: AnyGame, seats: int, seed: str) -> None:
    """Undo leads back to the question before; redo is the same answer again."""
    play, luck = begin(game, seats, seed)
    for decision in some_decisions(play, luck):
        question, lines, state = asked(decision), play.lines, to_plain(play.state)
        play.answer(luck.choice(decision.options))
        after = (asked(play.question), play.lines, to_plain(play.state), list(play.events))
        play.undo()
        assert (asked(play.question), play.lines, to_plain(play.state)) == (question, lines, state)
        assert play.redo()
        redone = (asked(play.question), play.lines, to_plain(play.state), list(play.events))
        assert redone == after
        play.undo()


def check_views_are_blind(game: AnyGame, seats: int, seed: str) -> None:
    """What a seat cannot know may be dealt anew, and its view and its question stay the same."""
    play, luck = begin(game, seats, seed)
    for decision in some_decisions(play, luck):
        seat = decision.seat
        imagined = play.imagine(seat, luck.random)
        assert imagined.view(seat) == play.view(seat), "a view shows what its seat cannot know"
        assert asked(imagined.question) == asked(decision)
        assert Counter(game.components(imagined.state)) == Counter(game.components(play.state))
        assert to_plain(imagined.fork().state) == to_plain(imagined.state)
        bots = [game.new_bot("random", luck.random) for _ in range(seats)]
        imagined.playout(bots, luck.random)


def check_views_name_nothing_hidden(game: AnyGame, seats: int, seed: str) -> None:
    """No view but the owner's, and no spectator's, names what is hidden from it."""
    play, luck = begin(game, seats, seed)
    for _ in decisions(play, luck):
        for seat in (None, *range(seats)):
            shown = words_of(msgspec.to_builtins(play.view(seat)))
            assert not shown & secret_from(game, play.state, seat), f"the view of {seat}"


def check_events_name_nothing_hidden(game: AnyGame, seats: int, seed: str) -> None:
    """No event names to its audience what is hidden from it at that moment."""
    play, luck = begin(game, seats, seed)

    class Eavesdropper(list[Event]):
        def append(self, event: Event) -> None:
            super().append(event)
            named = words_of(msgspec.to_builtins(event))
            for seat in (None, *range(seats)):
                if event.is_for(seat):
                    leaked = named & secret_from(game, play.state, seat)
                    assert not leaked, f"{event} tells seat {seat} of {leaked}"

    play.state.attend(Eavesdropper())
    finish(play, luck)


def check_questions_betray_nothing(game: AnyGame, seats: int, seed: str) -> None:
    """What is openly asked of a seat does not depend on what others cannot know.

    Each turn is played again with all that some seat cannot know dealt anew. As long as that seat
    learns the same, others must be seen to be asked the same.
    """
    play, luck = begin(game, seats, seed)
    if seats == 1:
        return
    for turn in turns(game, play.options, seats, luck):
        seat = luck.randrange(seats)
        world = dealt_anew(game, turn.start, seat, luck.random)
        betrays = Twin(turn, seat).differs(world)
        assert betrays is None, f"{betrays} tells seat {seat} what it cannot know"


def check_imagined_worlds_are_fair(game: AnyGame, seats: int, seed: str) -> None:
    """What a seat imagines depends on what it has learned, and on nothing else.

    The same is imagined from the true world and from another that the seat cannot tell from it; and
    what is true is imagined at times.
    """
    play, luck = begin(game, seats, seed)
    if seats == 1:
        return
    played = [*turns(game, play.options, seats, luck)]
    for turn in luck.sample(played, min(len(played), 3)):
        seat = luck.randrange(seats)
        others = [other for other in range(seats) if other != seat]
        twin = Twin(turn, seat)
        another = twin.another(dealt_anew(game, turn.start, seat, luck.random), luck)
        if another is not None:
            worlds = (twin.state, another)
            assert is_alike(game, worlds, seat, others, luck), f"seat {seat} imagines what is true"
        unseen = places(game, twin.state, seat, others[:1])
        for _ in range(2000):
            if not unseen:
                break
            unseen -= places(
                game, dealt_anew(game, twin.state, seat, luck.random), seat, others[:1]
            )
        assert not unseen, f"seat {seat} never imagines {unseen}"


def check_imagined_worlds_are_uniform(game: AnyGame, seats: int, seed: str) -> None:
    """What a seat has never heard of, it imagines in each place as often as the next.

    Of cards of one pile that nothing has ever named to it, a seat can tell none from another: in
    worlds that are uniform over what is consistent, each is in a hand as often as the next.
    """
    if seats == 1:
        return
    piles: dict[str, Counter[str]] = {}
    seeded = Seeded(seed)

    def watched(fate: Fate[Any], count: int) -> Any:
        if fate.verb == "draw":
            piles.setdefault(fate.id, Counter(map(str, fate.outcomes)))
        return seeded(fate, count)

    play, luck = begin(game, seats, seed, watched)
    seat = luck.randrange(seats)
    heard: set[str] = set()
    told = 0
    for decision in decisions(play, luck):
        heard |= words_of(msgspec.to_builtins(play.view(seat)))
        for event in play.events[told:]:
            heard |= words_of(msgspec.to_builtins(event)) if event.is_for(seat) else set()
        told = len(play.events)
        if decision.seat == seat:
            heard |= {word for option in decision.options for word in str(option).split(":")}
        if luck.random() < 0.03:
            never = secret_from(game, play.state, seat) - heard
            alike: dict[object, list[str]] = {}
            for card in sorted(never):
                lay = [(id, pile[card]) for id, pile in piles.items() if card in pile]
                alike.setdefault(tuple(lay), []).append(card)
            others = [other for other in range(seats) if other != seat]
            odd = uneven(game, play.state, seat, others, luck, [*alike.values()])
            assert not odd, f"seat {seat} imagines {odd[0]} too often or too seldom with {odd[1]}"


def uneven(
    game: AnyGame,
    state: Any,
    seat: int,
    others: list[int],
    luck: random.Random,
    alike: list[list[str]],
) -> tuple[str, str] | None:
    """Find a card that is imagined too often or too seldom, if there is one; and where."""
    odd = None
    for samples, most in ((80, 4), (1500, 6)):
        found = imagined_places(game, state, seat, others, luck, samples)
        odd = None
        for other in others:
            for cards in alike:
                counts = [found[other, card] for card in cards]
                mean = sum(counts) / len(counts)
                if len(cards) > 1 and mean:
                    apart = sum((count - mean) ** 2 / mean for count in counts)
                    if (apart - len(cards)) / (2 * len(cards)) ** 0.5 > most:
                        far = max(cards, key=lambda card: abs(found[other, card] - mean))
                        odd = far, f"P{other + 1}"
        if odd is None:
            return None
    return odd


def is_alike(
    game: AnyGame, worlds: tuple[Any, Any], seat: int, others: list[int], luck: random.Random
) -> bool:
    """Whether a seat imagines the same in two worlds: one look, and a close one if in doubt.

    Places are compared one by one, and all together; by how much chance alone may do is far off.
    """
    for samples, most, sum_most in ((60, 8, 3), (1000, 45, 12)):
        one, two = (imagined_places(game, it, seat, others, luck, samples) for it in worlds)
        apart = [(one[place] - two[place]) ** 2 / (one[place] + two[place]) for place in one | two]
        far = (sum(apart) - len(apart)) / (2 * len(apart) or 1) ** 0.5
        if max(apart, default=0) < most and far < sum_most:
            return True
    return False


def imagined_places(
    game: AnyGame, state: Any, seat: int, others: list[int], luck: random.Random, samples: int
) -> Counter[tuple[int, str]]:
    """Count where a seat imagines what it cannot place."""
    found: Counter[tuple[int, str]] = Counter()
    for _ in range(samples):
        found.update(places(game, dealt_anew(game, state, seat, luck.random), seat, others))
    return found


def places(game: AnyGame, state: Any, seat: int, others: list[int]) -> set[tuple[int, str]]:
    """Say which others see what a seat cannot place: it lies in their hands."""
    hidden = secret_from(game, state, seat)
    return {
        (other, word)
        for other in others
        for word in words_of(msgspec.to_builtins(game.view(state, other))) & hidden
    }


def secret_from(game: AnyGame, state: Any, seat: int | None) -> set[str]:
    return set(game.hidden(state, seat))


def words_of(plain: Any) -> set[str]:
    """Collect every text in plain values, but for what lies in a pile in no order (`unseen`)."""
    if isinstance(plain, str):
        return {plain}
    if isinstance(plain, dict):
        return {w for key, item in plain.items() if key != "unseen" for w in words_of(item)}
    if isinstance(plain, list | tuple):
        return {word for item in plain for word in words_of(item)}
    return set()


def check_words(game: AnyGame, seats: int, seed: str) -> None:
    """There are words for every question, option and event, and for the table and the story."""
    play, luck = begin(game, seats, seed)
    for decision in some_decisions(play, luck):
        ask_in_words(play, decision)
    tell_in_words(play, seed)


def ask_in_words(play: Play, decision: Decision[Any]) -> None:
    """Write out all that is said where a question is asked."""
    game, words, view = play.game, play.game.words, play.view(decision.seat)
    has_words(game, "questions", words.key(decision), "prompt", "clause")
    assert words.prompt(decision)
    assert words.clause(decision)
    for option in decision.options:
        has_words(game, "options", decision.id, word_of(option))
        assert words.option(decision, option)
    for seat in (None, *range(play.seats)):
        assert game.draw_table(game.rows, play.view(seat), words)
    for chances in game.odds(game.rows, view, decision).values():
        assert all(effect in words.tables["odds"] for effect in chances)
    warned = game.dangers(game.rows, view, decision)
    assert {*warned} <= {str(option) for option in decision.options}
    for key, fields in warned.values():
        assert words.fill(words.tables["dangers"][key], fields) is not None


def tell_in_words(play: Play, seed: str) -> None:
    """Tell what has happened, as a log and as a story."""
    game, words = play.game, play.game.words
    for event in play.events:
        has_words(game, "events", event.id, "text", "clause")
        assert words.event(event) is not None  # empty: another event's line says it
        assert words.clause(event)
    assert game.chronicle(play.events, words, seed)


def has_words(game: AnyGame, table: str, id: str, *parts: str) -> None:
    """Say what is missing in a game's words."""
    found = game.words.tables.get(table, {}).get(id, {})
    missing = [part for part in parts if part not in found]
    place = f'[{table}."{id}"]' if " " in id else f"[{table}.{id}]"
    assert not missing, (
        f"{game.id} has no words for {id!r}: write {' and '.join(missing)} under {place} in its "
        f"words.toml"
    )


def check_names(game: AnyGame, seats: int, seed: str) -> None:
    """The game and its components have titles; so have the fields of a view that is only listed."""
    titles, fields = (game.words.tables.get(table, {}) for table in ("titles", "fields"))
    untitled = [id for id in (game.id, *game.rows) if id not in titles]
    assert not untitled, (
        f"{game.id} has no title for {', '.join(untitled)}: write one for each under [titles] in "
        f"its words.toml"
    )
    play, _ = begin(game, seats, seed)
    if game.draw_table is list_fields:
        unnamed = [name for name, _ in fields_of(play.view(None)) if name not in fields]
        assert not unnamed, (
            f"{game.id} draws no table, so its view is listed, but {', '.join(unnamed)} has no "
            f"name: write one for each under [fields] in its words.toml"
        )


def check_encoding(game: AnyGame, seats: int, seed: str) -> None:
    """State, events and views are written as JSON and read again."""
    play, luck = begin(game, seats, seed)
    for _ in some_decisions(play, luck):
        plain = msgspec.json.decode(msgspec.json.encode(to_plain(play.state)))
        assert to_plain(from_plain(game.state, plain, game.rows)) == to_plain(play.state)
        assert msgspec.json.encode(play.view(None))
    kinds = {kind.__struct_config__.tag: kind for kind in game.events}
    for event in play.events:
        assert event.id in kinds, (
            f"{game.id} told {type(event).__name__}, which is not among its events: add it to the "
            f"`events` of its GAME"
        )
        assert msgspec.json.decode(msgspec.json.encode(event), type=kinds[event.id]) == event


CHECKS = [check for name, check in sorted(globals().items()) if name.startswith("check_")]
