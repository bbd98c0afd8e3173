"""Another position from the same answers: legal by construction, nothing lost or doubled."""

from collections import Counter

import pytest

from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.core.play import Play
from undercroft.core.questions import Fate
from undercroft.games import catalogue, find_game
from undercroft.lab.compare.equal_luck import record
from undercroft.lab.rearranging import rearranged
from undercroft.lab.study import Study, set_up


def recorded(game: str, seed: str = "7/3") -> Play:
    played = find_game(game)
    return record(set_up(Study(game, (played.rule_of_thumb,), 1, "7")), seed)


def fates_of(play: Play) -> list[tuple[int, Fate[object]]]:
    """Give the fates of a game, with their numbers."""
    again, found = Play(play.game, play.options.given(), play.seats), []
    for number, entry in enumerate(play.entries):
        if isinstance(again.question, Fate):
            question = again.question
            found.append((number, Fate(question.id, tuple(question.outcomes), question.verb)))
        again.answer(entry.answer)
    return found


@pytest.mark.parametrize("game", [*catalogue()])
def test_a_changed_draw_is_legal_and_changes_places_with_what_came_later(game: str) -> None:
    play = recorded(game)
    at = min(play.number, 120)
    same = rearranged(play.game, play.journal, at, {})
    assert same.fits
    assert same.play.lines == play.lines[:at]
    drawn = [(n, fate) for n, fate in fates_of(play) if n < at and len({*fate.weights}) > 1]
    whole = 0
    for number, fate in drawn[:: max(1, len(drawn) // 12)]:
        was = play.entries[number].answer
        other = next(text for text in map(str, fate.outcomes) if text != was)
        found = rearranged(play.game, play.journal, at, {number: other})
        assert found.play.entries[number].answer == other
        assert found.play.lines[:number] == play.lines[:number]
        assert found.play.number == at or not found.fits
        again = Play.resume(play.game, found.play.journal)  # the rules have allowed every step
        assert again.lines == found.play.lines
        if found.fits and fate.verb == "draw":
            whole += 1
            before, after = (
                Counter(e.answer for e in p.entries[:at] if e.question == fate.label)
                for p in (play, found.play)
            )
            moved = (before - after) + (after - before)
            assert not moved or moved == Counter([was, other])
    assert whole or not any(fate.verb == "draw" for _, fate in drawn)


def test_what_was_decided_about_one_card_is_decided_about_the_other() -> None:
    play = recorded("tomb")
    number, fate = fates_of(play)[0]
    was = play.entries[number].answer
    later = [e.answer for e in play.entries[number + 1 :] if e.question == fate.label]
    found = rearranged(play.game, play.journal, play.number, {number: later[0]})
    assert found.play.entries[number].answer == later[0]
    drawn = [e.answer for e in found.play.entries[number + 1 :] if e.question == fate.label]
    assert was in drawn or not found.fits
    assert later[0] not in drawn


def test_what_cannot_be_is_refused_in_a_line() -> None:
    play = recorded("tomb")
    number, fate = fates_of(play)[1]
    gone = play.entries[0].answer  # that card has been drawn
    with pytest.raises(IllegalAnswer, match=f"not open to '{fate.label}'"):
        rearranged(play.game, play.journal, play.number, {number: gone})
    with pytest.raises(Refused, match=f"no moment {play.number + 1}: the game has"):
        rearranged(play.game, play.journal, play.number + 1, {})
    with pytest.raises(Refused, match="choose one from 1 to 5"):
        rearranged(play.game, play.journal, 5, {5: "7s"})
