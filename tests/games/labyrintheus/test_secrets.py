"""Who may see what (section 8): views, knowledge of others' backpacks, and imagining."""

import random
from collections import Counter

import pytest

from tests.games.labyrintheus.builders import a_maze, card_named, holds, names, play, treasure
from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.secrets import hidden, redeal
from undercroft.games.labyrintheus.state import Maze
from undercroft.games.labyrintheus.view import view

THREE = "oxgrave hale ashgrove"


def deal_anew(maze: Maze, seat: int, seed: int = 1) -> None:
    """Drive a redeal by plain luck."""
    luck = random.Random(seed)
    rules: Rules[None] = redeal(maze, seat)
    try:
        question = next(rules)
        while True:
            question = rules.send(luck.choice(question.choices))
    except StopIteration:
        pass


def test_a_rivals_backpack_looks_the_same_whatever_it_holds():
    shield = a_maze(THREE, p2={"holds": "hand-bow"})
    draught = a_maze(THREE, p2={"holds": "inn-brandy"})
    for seat in (0, 2, None):
        assert view(shield, seat) == view(draught, seat)
    assert view(shield, 1) != view(draught, 1)


def test_all_see_everything_but_backpacks():
    maze = a_maze(THREE, p2={"wears": "padded-coat", "stones": 2, "holds": "hand-bow"})
    seen = view(maze, None).heroes[1]
    assert (seen.stones, seen.backpack, seen.known) == (2, 1, ())
    assert [worn.card for worn in seen.slots if worn.card] == ["padded-coat"]
    assert view(maze, 1).me.known == ("hand-bow",)


def test_the_decks_show_only_their_counts():
    maze = a_maze(deck="edi scree-rat loose-stair")
    seen = view(maze, 0)
    assert (seen.encounters, seen.edis, seen.unused_difficulty) == (3, 1, 24)
    assert seen.treasures == 20


def test_hidden_are_the_deck_and_what_others_hold():
    maze = a_maze(THREE, p1={"holds": "dead-weight"}, p2={"holds": "hand-bow"})
    assert "hand-bow" in hidden(maze, 0)
    assert "dead-weight" not in hidden(maze, 0)
    assert {"hand-bow", "dead-weight", "flare-up"} <= hidden(maze, None)
    assert "scree-rat" not in hidden(maze, 0)


def test_a_giver_knows_what_the_taker_holds_until_it_may_have_gone_on():
    maze = a_maze(
        "quickthorn hale oxgrave", p1={"holds": "light-fingers"}, p2={"holds": "called-out"}
    )
    script = "P1 turn: play:light-fingers>P2\ndraw backpack: called-out\nP1 turn: pass"
    play(maze, f"{script}\ndraw encounter: loose-stair\nroll combat: 3\ndraw treasure: tangle")
    assert view(maze, 1).heroes[0].known == ("called-out",)
    assert "called-out" not in hidden(maze, 1)
    assert "called-out" in hidden(maze, 2)
    assert "tangle" in hidden(maze, 1)


def test_whoever_knew_a_card_is_no_longer_sure_when_one_has_gone_on_unseen():
    maze = a_maze("oxgrave fennimore hale", p1={"holds": "tangle"}, p2={"holds": "flare-up"})
    play(maze, "draw encounter: bog-market")  # tangle to P2, flare-up to P3
    assert view(maze, 0).heroes[1].known == ("tangle",)
    maze.heroes[1].backpack.append(treasure(maze, "toadsweat"))
    maze.encounter_discard.remove(card_named("bog-market"))
    maze.encounters.fog.append(card_named("bog-market"))
    maze.acting = 0
    play(maze, "draw encounter: bog-market\nP2 bog-market: give:toadsweat")
    assert view(maze, 0).heroes[1].known == ()
    assert "tangle" in hidden(maze, 0)


def test_a_played_card_is_known_no_more_because_it_is_seen_by_all():
    maze = a_maze("oxgrave fennimore hale", p1={"holds": "cool-poultice"})
    play(maze, "draw encounter: bog-market")
    maze.heroes[1].health = 5
    play(maze, "P2 turn: play:cool-poultice>P2\ndraw encounter: loose-stair\nroll combat: 5")
    assert maze.heroes[1].known == {}
    assert "cool-poultice" not in hidden(maze, 0)


def test_imagining_deals_others_hands_out_of_what_is_unseen():
    before = a_maze(THREE, p1={"holds": "dead-weight"}, p2={"holds": "hand-bow inn-brandy"})
    dealt: Counter[str] = Counter()
    for seed in range(300):
        maze = before.copy()
        deal_anew(maze, 0, seed)
        assert holds(maze, 1) == "dead-weight"
        assert len(maze.heroes[1].backpack) == 2
        assert view(maze, 0) == view(before, 0)
        dealt.update(holds(maze, 2).split())
    assert len(dealt) == 29  # all thirty but the one in hand
    assert max(dealt.values()) < 60


def test_imagining_keeps_what_the_seat_knows():
    maze = a_maze("oxgrave fennimore hale", p1={"holds": "tangle"}, p2={"holds": "flare-up"})
    play(maze, "draw encounter: bog-market")
    for seed in range(20):
        deal_anew(maze, 0, seed)
        assert holds(maze, 2) == "tangle"


def test_imagining_knows_that_cards_held_over_a_rebuilding_are_not_in_the_new_deck():
    maze = a_maze(THREE, p2={"holds": "hand-bow"}, p3={"holds": "flare-up"})
    maze.treasure_discard, maze.treasures.fog = maze.treasures.fog, []
    script = "draw encounter: carrion-crow\nroll combat: 5\ndraw treasure: dead-weight"
    play(maze, script)
    assert names([*maze.held_over]) == "hand-bow flare-up"
    maze.heroes[1].backpack.append(treasure(maze, "inn-brandy"))
    for seed in range(30):
        deal_anew(maze, 0, seed)
        first, second = holds(maze, 2).split()
        assert {first, holds(maze, 3)} == {"hand-bow", "flare-up"}
        assert second not in ("hand-bow", "flare-up", "dead-weight")


def test_imagining_does_not_know_which_card_another_has_offered():
    maze = a_maze(THREE, p2={"holds": "hand-bow inn-brandy road-rapier"})
    maze.heroes[1].offered = 2
    offers = set()
    for seed in range(30):
        deal_anew(maze, 0, seed)
        offers.add(maze.heroes[1].offered)
    assert offers == {0, 1, 2}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_imagining_keeps_every_card_exactly_once(seat):
    maze = a_maze(THREE, p1={"holds": "dead-weight"}, p2={"holds": "hand-bow"})
    whole = Counter(names([*maze.treasures, *(c for h in maze.heroes for c in h.backpack)]).split())
    deal_anew(maze, seat)
    cards = [*maze.treasures, *(c for h in maze.heroes for c in h.backpack)]
    assert Counter(names(cards).split()) == whole
