"""Each check of the contract, on a game that breaks what it checks: every check can fail."""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.contract import checks, lantern
from tests.contract.lantern import Cellar, Drawn, Lit
from undercroft.core.events import Event
from undercroft.core.game import GameOver, Outcome
from undercroft.core.language.words import Words
from undercroft.core.questions import Option, Rules, choose

GAME = lantern.GAME
Check = Callable[[Any, int, str], None]
NEVER_THE_SAME = itertools.count()


def breaks(check: Check, seats: int = 2, **broken: Any) -> bool:
    """Whether the check finds fault with Lantern when these parts of it are broken."""
    game = replace(GAME, **broken)
    for number in range(3):
        check(GAME, seats, f"sample {number}")
    try:
        for number in range(20):
            check(game, seats, f"sample {number}")
    except Exception:
        return True
    return False


def complaint(check: Check, **broken: Any) -> str:
    """What the check says of Lantern when these parts of it are broken."""
    assert breaks(check, **broken)
    for number in range(20):
        try:
            check(replace(GAME, **broken), 2, f"sample {number}")
        except AssertionError as error:
            return str(error).partition("\n")[0]
    return ""


def without(table: str, key: str) -> Any:
    """Lantern, less one of its words."""
    game, tables = replace(GAME), {**GAME.words.tables}
    tables[table] = {name: text for name, text in tables[table].items() if name != key}
    vars(game)["words"] = Words(tables)
    return game


def endless(cellar: Cellar) -> Rules[None]:
    yield from choose(0, "light", ["on", "and-on"])


def nobody_wins(cellar: Cellar) -> Rules[None]:
    yield from choose(0, "light", ["a", "b"])
    raise GameOver(Outcome("nothing", (7,), ()))


def test_a_game_that_does_not_end():
    assert breaks(checks.check_it_ends, turn=endless)


def test_an_outcome_that_does_not_fit_the_seats():
    assert breaks(checks.check_it_ends, turn=nobody_wins)


def test_a_bound_that_is_too_low_is_named():
    for check in (checks.check_it_ends, checks.check_simulation_agrees):
        said = complaint(check, bound=lambda options, seats: 2)
        assert said.startswith("lantern with 2 seats asked more than its bound of 2 questions")
        assert "raise `bound` in its GAME" in said


@pytest.mark.parametrize("options", [[], ["a", "a"]], ids=["none", "two alike"])
def test_options_that_are_none_or_alike(options):
    def turn(cellar: Cellar) -> Rules[None]:
        yield from choose(0, "light", options)
        yield from lantern.turn(cellar)

    assert breaks(checks.check_options, turn=turn)


def test_an_option_that_cannot_be_taken():
    def turn(cellar: Cellar) -> Rules[None]:
        if (yield from choose(0, "light", [*"abcdefgh"])) == "h" and not cellar.rows[0]:
            raise ZeroDivisionError
        yield from lantern.turn(cellar)

    assert breaks(checks.check_every_option_can_be_taken, turn=turn)


def test_a_component_that_vanishes():
    def turn(cellar: Cellar) -> Rules[None]:
        yield from lantern.turn(cellar)
        cellar.deck.fog.pop()

    said = complaint(checks.check_components_are_conserved, turn=turn)
    assert re.match(r"lantern lost \['lantern-\d+'\] after '.*': no place in `components`", said)


def test_a_component_that_is_doubled():
    def turn(cellar: Cellar) -> Rules[None]:
        yield from lantern.turn(cellar)
        cellar.rows[0].append(lantern.ROWS["lantern-7"])

    said = complaint(checks.check_components_are_conserved, turn=turn)
    assert said.startswith("lantern has ['lantern-7'] in two places after ")


def test_a_play_that_does_not_repeat_itself():
    def turn(cellar: Cellar) -> Rules[None]:
        cellar.tell(Lit, next(NEVER_THE_SAME), "lantern-1")
        yield from lantern.turn(cellar)

    assert breaks(checks.check_replay, turn=turn)
    assert breaks(checks.check_undo, turn=turn)


def test_an_option_that_no_journal_can_hold():
    class Shout(Option, frozen=True, tag="light"):
        def __str__(self) -> str:
            return "light it\nnow"

    def turn(cellar: Cellar) -> Rules[None]:
        yield from choose(0, "light", [Shout(), "wait"])
        yield from lantern.turn(cellar)

    assert breaks(checks.check_replay, turn=turn)


def test_a_copy_that_shares_something():
    def copy(cellar: Cellar) -> Cellar:
        return Cellar(
            cellar.rounds, cellar.deck, [h[:] for h in cellar.hands], cellar.rows, cellar.to_play
        )

    assert breaks(checks.check_fork, copy=copy)


def test_a_checkpoint_from_which_a_turn_goes_on_otherwise():
    def turn(cellar: Cellar) -> Rules[None]:
        cellar.checkpoint()
        again = cellar.keeper is None
        yield from choose(0, "light", ["light", "wait"])
        if again:  # in a fork alone
            cellar.to_play = (cellar.to_play + 1) % len(cellar.hands)
        yield from lantern.turn(cellar)

    assert breaks(checks.check_fork, turn=turn)


def test_an_undo_that_forgets():
    memory: list[int] = []

    def turn(cellar: Cellar) -> Rules[None]:
        memory.append(1)
        yield from choose(0, f"light-{len(memory)}", ["a", "b"])
        yield from lantern.turn(cellar)

    assert breaks(checks.check_undo, turn=turn)


def test_a_view_that_shows_a_rivals_hand():
    def view(cellar: Cellar, seat: int | None) -> Any:
        return lantern.view(cellar, 1)

    assert breaks(checks.check_views_are_blind, view=view)
    assert breaks(checks.check_views_name_nothing_hidden, view=view)


def test_a_redeal_that_deals_ones_own_hand():
    def redeal(cellar: Cellar, seat: int) -> Rules[None]:
        yield from lantern.redeal(cellar, 1 - seat)

    assert breaks(checks.check_views_are_blind, redeal=redeal)


def test_an_event_that_gives_a_secret_away():
    def turn(cellar: Cellar) -> Rules[None]:
        cellar.tell(Lit, 0, cellar.hands[1][0].id)
        yield from lantern.turn(cellar)

    assert breaks(checks.check_events_name_nothing_hidden, turn=turn)


@pytest.mark.parametrize("secret", [False, True])
def test_a_question_that_betrays_a_hand_by_being_asked(secret):
    def turn(cellar: Cellar) -> Rules[None]:
        seat = cellar.to_play
        if any(lantern.light > 18 for lantern in cellar.hands[seat]):
            yield from choose(seat, "light", ["shade", "bare"], secret=secret)
        yield from lantern.turn(cellar)

    assert breaks(checks.check_questions_betray_nothing, turn=turn) == (not secret)


def test_a_prompt_that_betrays_a_hand():
    def turn(cellar: Cellar) -> Rules[None]:
        seat = cellar.to_play
        brightest = max(lantern.light for lantern in cellar.hands[seat])
        yield from choose(seat, "light", ["shade", "bare"], brightest=brightest)
        yield from lantern.turn(cellar)

    assert breaks(checks.check_questions_betray_nothing, turn=turn)


def test_a_redeal_that_keeps_what_the_seat_cannot_know():
    def redeal(cellar: Cellar, seat: int) -> Rules[None]:
        """Deals even lanterns for even ones, and odd ones for odd ones."""
        for owner, hand in enumerate(cellar.hands):
            for place, held in enumerate(hand if owner != seat else ()):
                alike = [it for it in cellar.deck.fog if it.light % 2 == held.light % 2]
                hand[place] = yield from cellar.roll("lantern", [*alike, held])
                cellar.deck.fog.append(held)
                cellar.deck.fog.remove(hand[place])

    assert breaks(checks.check_imagined_worlds_are_fair, redeal=redeal)


def test_a_redeal_that_changes_nothing():
    def redeal(cellar: Cellar, seat: int) -> Rules[None]:
        yield from ()

    assert breaks(checks.check_imagined_worlds_are_fair, redeal=redeal)


def test_a_redeal_that_never_deals_what_is_true():
    def redeal(cellar: Cellar, seat: int) -> Rules[None]:
        true = [hand[:] for hand in cellar.hands]
        for owner, hand in enumerate(cellar.hands):
            for place, held in enumerate(true[owner] if owner != seat else ()):
                hand[place] = yield from cellar.draw(cellar.deck)
                cellar.deck.fog.append(held)

    assert breaks(checks.check_imagined_worlds_are_fair, redeal=redeal)


def test_a_redeal_that_favours_a_card():
    def redeal(cellar: Cellar, seat: int) -> Rules[None]:
        """Of two lanterns somebody else holds the brighter one, whatever is true."""
        yield from lantern.redeal(cellar, seat)
        for owner, hand in enumerate(cellar.hands):
            for place in range(len(hand) if owner != seat and cellar.deck.fog else 0):
                other = yield from cellar.draw(cellar.deck)
                lower, higher = sorted([hand[place], other], key=lambda lantern: lantern.light)
                hand[place] = higher
                cellar.deck.shuffle_in([lower])

    assert breaks(checks.check_imagined_worlds_are_uniform, redeal=redeal)


def test_a_question_without_words():
    def turn(cellar: Cellar) -> Rules[None]:
        yield from choose(0, "douse", ["yes", "no"])
        yield from lantern.turn(cellar)

    assert complaint(checks.check_words, turn=turn).startswith(
        "lantern has no words for 'douse': write prompt and clause under [questions.douse] in its "
        "words.toml"
    )


class Doused(Event, frozen=True):
    """Neither in Lantern's words nor among its events."""


def dousing(cellar: Cellar) -> Rules[None]:
    cellar.tell(Doused)
    yield from lantern.turn(cellar)


def test_an_event_without_words():
    assert complaint(checks.check_words, turn=dousing).startswith(
        "lantern has no words for 'doused': write text and clause under [events.doused] in its "
        "words.toml"
    )


def test_an_event_that_the_game_does_not_declare():
    assert complaint(checks.check_encoding, turn=dousing).startswith(
        "lantern told Doused, which is not among its events: add it to the `events` of its GAME"
    )


@pytest.mark.parametrize("id", ["lantern", "lantern-7"])
def test_a_component_without_a_title(id):
    with pytest.raises(AssertionError, match=rf"no title for {id}: write .* under \[titles\]"):
        checks.check_names(without("titles", id), 2, "sample")


def test_a_listed_field_without_a_name():
    with pytest.raises(AssertionError, match=r"held has no name: write .* under \[fields\]"):
        checks.check_names(without("fields", "held"), 2, "sample")


def test_a_state_that_cannot_be_written():
    @dataclass
    class Cave(Cellar):
        echo: Any = None

    def lay(options, rows, seats):
        cellar = lantern.lay(options, rows, seats)
        return Cave(cellar.rounds, cellar.deck, cellar.hands, cellar.rows, 0, lambda: None)

    assert breaks(checks.check_encoding, lay=lay, copy=lambda cave: cave, state=Cave)


def test_a_state_that_is_not_read_back_whole():
    assert breaks(checks.check_encoding, state=Drawn)


def test_every_check_is_broken_by_something():
    tried = Path(__file__).read_text()
    assert [c.__name__ for c in checks.CHECKS if f"checks.{c.__name__}" not in tried] == []
