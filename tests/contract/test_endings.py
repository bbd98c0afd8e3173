"""Every game tells every seat how it ended, in whole sentences, with a picture that is there."""

import random
import re
from importlib import resources

import pytest

from undercroft.core.fates import Seeded
from undercroft.core.game import Laid, Outcome
from undercroft.core.language.endings import tell_ending
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue

NAMES = ("Ada", "Ben", "Cid", "Dot")
SHORT = {"talisman": ("round-cap", (15, 200)), "tin": ("turn-cap", (12, 200))}


def ended(game_id: str, number: int) -> Play:
    """Play a game to its end, at random or by rule of thumb, with few seats or several."""
    game, luck = catalogue()[game_id], random.Random(number)
    least, most = game.seats
    seats = least + number % (min(most, len(NAMES)) - least + 1)
    options: dict[str, object] = {}
    if game_id in SHORT:
        name, caps = SHORT[game_id]
        options[name] = caps[number // 2 % 2]
    if game_id == "tomb":
        options["mode"] = "duel" if seats == 2 else ("solo", "series")[number // 2 % 2]
    play = Play(game, options, seats, Seeded(f"end {number}"))
    bot = ("random", game.rule_of_thumb)[number // 3 % 2]
    bots = [game.new_bot(bot, luck.random) for _ in range(seats)]
    while play.question is not None:
        asked = play.question
        assert isinstance(asked, Decision)
        play.answer(bots[asked.seat](asked, play.look(asked.seat)))
    return play


def is_drawn(package: str, piece: Laid) -> bool:
    """Whether a piece of a scene is in its file."""
    file, _, symbol = piece.symbol.rpartition("#")
    art = resources.files(package).joinpath("static", file or "sprite.svg").read_text("utf-8")
    return f'id="{symbol}"' in art


@pytest.mark.parametrize("game_id", catalogue())
def test_every_seat_is_told_how_it_ended(game_id: str) -> None:
    outcomes = set()
    for number in range(24):
        play = ended(game_id, number)
        outcome, names = play.outcome, NAMES[: play.seats]
        assert outcome is not None
        outcomes.add(outcome.name)
        for reader in (*range(play.seats), None):
            view = play.view(reader)
            told = tell_ending(play.game, view, play.events, outcome, names, reader)
            assert len(told.said) == 3, told
            for text in told.said:
                assert re.fullmatch(r"[A-Z0-9][^{}]*\.", text), text
                assert not re.search(r"\bNone\b|\bnone\b|  ", text), text
                assert reader is None or names[reader] not in text, text
            assert told.scene is not None
            assert all(is_drawn(play.game.package, it) for it in told.scene.laid), told.scene
    assert len(outcomes) > 1


def test_a_game_that_was_given_up_is_told_by_its_name_alone() -> None:
    play = Play(catalogue()["tin"], {}, 1, Seeded("given up"))
    over = Outcome("abandoned", (), (0,))
    told = tell_ending(play.game, play.view(0), play.events, over, NAMES[:1], 0)
    assert told.said == ()
    assert told.headline
