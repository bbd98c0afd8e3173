"""The table drawn with characters, and the story told from events."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from tests.games.tomb.builders import a_match, a_tomb, arrange, question
from tests.games.tomb.test_words import WAYS, complete, decisions
from undercroft.core.fates import Scripted, Seeded, seal
from undercroft.core.play import Play
from undercroft.core.records.journal import read_journal
from undercroft.games.tomb import GAME
from undercroft.games.tomb.cards import ROWS
from undercroft.games.tomb.events import DuelScored, GameScored
from undercroft.games.tomb.state import Match, Tomb
from undercroft.games.tomb.view import view

WORDS = GAME.words
STORY: dict[str, Any] = WORDS.tables["chronicle"]
SELDOM = {"favour-granted", "series-scored", "duel-scored", "match-scored"}


def drawn(of: Tomb | Match, seat: int = 0) -> list[str]:
    match = of.match if isinstance(of, Tomb) else of
    return GAME.draw_table(GAME.rows, view(match, seat), WORDS).split("\n")


def played(seed: str, boldness: float = 0.8, way: str = "standard") -> Play:
    seats, options = WAYS[way]
    play = Play(GAME, options, seats, Seeded(seed))
    for _ in decisions(play, boldness, Random(seed)):
        pass
    return play


def told(play: Play, key: str = "key") -> list[str]:
    return GAME.chronicle(play.events, WORDS, key)


def wordings(texts: Any) -> Iterator[list[str]]:
    """Give every list of wordings in a part of the chronicle."""
    if isinstance(texts, dict):
        for text in texts.values():
            yield from wordings(text)
    elif isinstance(texts, list):
        yield texts


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_every_table_fits_80_columns_of_plain_characters(way: str) -> None:
    seats, options = WAYS[way]
    for number in range(20):
        play = Play(GAME, options, seats, Seeded(f"{way} {number}"))
        tables = [
            GAME.draw_table(GAME.rows, play.view(seat), WORDS)
            for _ in decisions(play, number / 20, Random(number))
            for seat in (*range(seats), None)
        ]
        tables.append(GAME.draw_table(GAME.rows, play.view(0), WORDS))
        assert all(len(line) <= 80 for table in tables for line in table.split("\n"))
        assert all(table.isascii() and "{" not in table for table in tables)


def test_a_turn_on_the_way_out_lies_under_the_way_in() -> None:
    tomb = a_tomb("ks 3d jh", torches="ad ah", showing=5, delved=3, retreated=1)
    tomb.stacks = [[ROWS["5d"], ROWS["3s"]], [ROWS["9c"]], [ROWS["8d"], ROWS["10s"]], [ROWS["js"]]]
    question(tomb, "draw deck: 7s")
    assert drawn(tomb) == [
        "Torches  2 of 4 burnt out: ad, ah",
        "Depth     1    2    3",
        "Delve    [2]  [1]  [2]",
        "Retreat  <1>  [1]   ^",
        "Now      retreat turn 2 of 2, depth 1: 7s",
        "Facing   monster: 7 of spades",
        "Life     5 showing, 4 left",
        "Hand     13 points, 1 king: king of spades, 3 of diamonds; skill: Dodge Blow",
        "Deck     38 cards left; 0 discarded",
    ]


def test_a_table_at_the_start_is_short() -> None:
    assert drawn(a_tomb()) == [
        "Torches  all 4 burning",
        "Now      at the entrance",
        "Life     10 showing, 9 left",
        "Hand     no treasure",
        "Deck     44 cards left; 0 discarded",
    ]


def test_the_returned_torch_is_shown_to_be_the_last_card() -> None:
    assert "Deck     44 cards left; 0 discarded; the last card is the ace of spades" in drawn(
        a_tomb(returned="as")
    )


def test_the_card_count_aid_lists_what_is_unseen_and_nothing_else_does() -> None:
    assert drawn(a_tomb(deck="7s kd joker", card_count_aid=True))[-1] == (
        "Unseen   monsters 7s; hoards kd; the scroll"
    )
    assert not any("Unseen" in line for line in drawn(a_tomb(deck="7s kd joker")))


def test_a_covered_rival_is_said_to_be_covered() -> None:
    match = a_match(2, deal="same")
    arrange(match.tombs[1], "ks kd", torches="ah")
    *_, rival = drawn(match)
    assert rival == "Player 2 is still playing; the cards stay covered."


def test_a_finished_game_shows_its_result_and_what_lay_face_down() -> None:
    play = played("opened")
    lines = GAME.draw_table(GAME.rows, play.view(0), WORDS).split("\n")
    assert any(line.startswith("Over     ") for line in lines)
    assert any(line.startswith("Stacks   ") for line in lines)


# -- the chronicle --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_every_play_can_be_told(way: str) -> None:
    for number in range(40):
        play = played(f"{way} {number}", number / 40, way)
        for seat in (*range(play.seats), None):
            story = GAME.chronicle(play.events_for(seat), WORDS, play.journal.sealed or "")
            assert all(complete(paragraph) for paragraph in story)
            assert all(paragraph[0].isupper() and paragraph[-1] == "." for paragraph in story)


def test_the_same_journal_tells_the_same_story() -> None:
    play = played("one")
    replayed = Play.resume(GAME, read_journal(str(play.journal)))
    assert told(replayed, seal("one")) == told(play, seal("one"))


def test_another_seed_tells_another_story() -> None:
    first, second = told(played("one"), seal("one")), told(played("two"), seal("two"))
    assert first != second


def test_the_same_cards_are_told_in_other_words_under_another_key() -> None:
    assert told(played("one"), "a key") != told(played("one"), "another key")


def test_with_real_cards_the_wording_comes_from_the_cards() -> None:
    assert told(played("one"), "") == told(played("one"), "")
    assert told(played("one"), "")[1:] != told(played("two"), "")[1:]


@pytest.mark.parametrize("key", ["a key", ""])
def test_what_has_been_told_stays_told(key: str) -> None:
    play = played("long", 0.9, "duel")
    whole = "\n".join(told(play, key))
    for count in range(1, len(play.events)):
        assert whole.startswith("\n".join(GAME.chronicle(play.events[:count], WORDS, key)))


def test_no_turn_says_the_same_thing_twice() -> None:
    for number in range(40):
        for paragraph in told(played(str(number), 0.9)):
            sentences = paragraph.split(". ")
            assert len(set(sentences)) == len(sentences)


def test_every_turn_is_a_paragraph_that_names_its_depth() -> None:
    play = played("deep", 0.9)
    turns = [event for event in play.events if event.id == "turn-began"]
    story = "\n".join(told(play))
    assert turns
    for event in turns:
        ordinal = WORDS.fill("{column:ordinal}", {"column": getattr(event, "column", 0)})
        assert ordinal in story


def test_the_way_out_leads_through_the_chambers_of_the_way_in() -> None:
    play = Play(GAME, fates=Scripted(deck="2d 10c 3d 9c 4d 8c"))
    play.answer("deeper")
    play.answer("turn-back")
    _, first, _, _, last, daylight = told(play)
    sights: dict[str, str] = STORY["rooms"]["shallow"]
    (room,) = (name for name in sights if name.lower() in last.lower())
    assert sights[room] in first
    assert "900 in gold" in daylight


def test_in_a_duel_every_paragraph_says_whose_delve_it_is() -> None:
    play = played("duel", 0.7, "duel")
    *turns, settled = told(play)
    assert all(paragraph.startswith(("Player 1: ", "Player 2: ")) for paragraph in turns)
    assert isinstance(play.events[-2], DuelScored)
    assert ": " not in settled[:10]


def test_a_king_who_pays_no_debt_is_told() -> None:
    forgiven = DuelScored(winner=0, debt=0, cancelled=True, debtor=None)
    (paragraph,) = GAME.chronicle([forgiven], WORDS, "key")
    assert "four kings" in paragraph


def test_the_reckoning_is_in_gold() -> None:
    won = GameScored(0, 13, "won", 4, 68, "4/68", 6800)
    (paragraph,) = GAME.chronicle([won], WORDS, "key")
    assert "6,800" in paragraph


def test_n3_the_27_dangers_are_named_differently() -> None:
    dangers = STORY["dangers"]
    kinds = ("monster", "trap", "door")
    assert set(dangers) == {id for id, card in ROWS.items() if card.kind in kinds}
    for part in ("a", "the", "look"):
        assert len({danger[part] for danger in dangers.values()}) == 27


def test_n3_every_king_and_every_favour_has_sentences_of_its_own() -> None:
    hoards = [*wordings(STORY["hoard-found"])]
    favours = [*wordings(STORY["favour-granted"]["1"])]  # each before and after the encounter
    assert (len(hoards), len(favours)) == (4, 8)
    sentences = [*chain(*hoards, *favours)]
    assert len(set(sentences)) == len(sentences)


def test_what_happens_often_has_three_wordings_or_more() -> None:
    for part, texts in STORY.items():
        if part not in SELDOM:
            assert all(len(choices) >= 3 for choices in wordings(texts)), part
