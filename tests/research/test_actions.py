"""Every answer has a number, and keeps it."""

from dataclasses import replace
from random import Random

import pytest

from examples import lamps, well
from undercroft.core.errors import BadOption
from undercroft.core.questions import Option
from undercroft.core.variants import with_variant
from undercroft.games import catalogue, find_game
from undercroft.research.actions import SPARE, Actions, actions_of
from undercroft.research.episode import Episode
from undercroft.research.survey import any_terms

GAMES = [*catalogue().values(), lamps.GAME, well.GAME]
PLAYS = {"tomb": 300, "tin": 20, "labyrintheus": 25, "talisman": 3}

FIRST = {  # numbers that trained agents rely on: an action may come after these, never among them
    "tomb": (47, {"deeper": 0, "turn-back": 1, "draw": 2, "drop:2d": 11, "leave:joker": 38}),
    "tin": (78, {"level-up": 0, "done": 3, "go:N": 35, "play:parry-1": 56, "no-bomb": 69}),
    "labyrintheus": (799, {"oxgrave": 0, "pass": 6, "attack:P1": 772, "special:stalk": 790}),
    "talisman": (888, {"be:ch-warden": 0, "pass": 143, "go:N": 259, "withdraw": 861}),
}


@pytest.mark.parametrize("id", FIRST)
def test_numbers_stay_what_they_are(id):
    actions = actions_of(find_game(id))
    size, numbers = FIRST[id]
    moved = {name: at for name, at in numbers.items() if actions.numbers.get(name) != at}
    file = f"src/undercroft/games/{id}/actions.txt"
    assert not moved, f"{file}: new answers go to its end, so that numbers stay: {moved}"
    assert len(actions) == size, (
        f"{file} comes to {len(actions)} actions, and FIRST has {size}: write {len(actions)} there"
    )
    assert [actions.numbers[name] for name in actions.names[:-SPARE]] == [*range(size - SPARE)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_answer_that_comes_up_is_listed_and_has_a_number_of_its_own(game):
    actions, random = actions_of(game), Random(11)
    for _ in range(PLAYS.get(game.id, 50)):
        options, seats = any_terms(game, random)
        episode = Episode(game, game.lay(options, game.rows, seats), random.random)
        while episode.decision is not None:
            choices = episode.decision.choices
            named = {actions.numbers[str(option)]: option for option in choices}
            assert actions.legal(choices) == named
            assert len(named) == len(choices)
            episode.answer(random.choice(choices))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_that_has_words_is_listed(game):
    names = actions_of(game).names
    known = {*names, *(name.partition(":")[0] for name in names), "r"}  # r: 0, 1, 2, 3 (L-19)
    for question in game.words.tables["options"].values():
        assert {*question} <= known


def test_an_answer_that_is_not_listed_takes_a_spare_number():
    actions = Actions(["stay", "go:N"])
    assert actions.legal(["go:N", "swim", "fly"]) == {1: "go:N", 2: "fly", 3: "swim"}
    with pytest.raises(BadOption, match=r"9 answers are not in actions.txt, such as w0"):
        actions.legal([f"w{n}" for n in range(9)])


def test_an_option_that_cannot_be_remembered_has_its_number():
    class Pick(Option, frozen=True, tag="pick"):
        cards: list[str]

        def __str__(self) -> str:
            return "+".join(self.cards)

    option = Pick(["7s", "8s"])
    assert Actions(["stay", "7s+8s"]).legal(["stay", option]) == {0: "stay", 1: option}


def test_a_variant_keeps_its_games_numbers_and_adds_its_own_at_the_end():
    tomb = find_game("tomb")
    richer = with_variant('game = "tomb"\n[rows.ks]\nworth = 15\n', "rich.toml", find_game)
    assert actions_of(richer).names == actions_of(tomb).names
    more = replace(
        tomb,
        rows={
            "11d": replace(tomb.rows["10d"], id="11d"),  # type: ignore[type-var]
            **tomb.rows,
        },
    )
    names = actions_of(more).names
    assert names[: 47 - SPARE] == actions_of(tomb).names[: 47 - SPARE]
    assert names[47 - SPARE : -SPARE] == ("drop:11d", "leave:11d")


def test_a_mask_marks_what_is_legal():
    actions = Actions(["stay", "go:N", "go:E"])
    assert actions.mask([0, 2])[:3].tolist() == [1, 0, 1]
    assert actions.mask([0, 2]).sum() == 2
