import pytest

from undercroft.core.errors import BadOption
from undercroft.core.options import OptionSpec
from undercroft.games import catalogue, find_game

TOMB = find_game("tomb")


def test_options_are_read_from_text_or_from_values():
    options, seats = TOMB.read_options({"start-hp": "8", "lenient-discards": "on", "stake": 5})
    assert (options.start_hp, options.lenient_discards, options.stake, seats) == (8, True, 5, 1)
    assert TOMB.read_options({"chronicle": False})[0].chronicle is False


def test_what_is_not_at_its_default_is_written_as_text():
    options, _ = TOMB.read_options({"start-hp": 8, "card-count-aid": True, "stake": 1})
    assert options.given() == {
        "mode": "solo",
        "games": "1",
        "start-hp": "8",
        "card-count-aid": "on",
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": "red"}, "unknown option 'colour'; use one of: mode, games, stake"),
        ({"stake": "101"}, "option stake: expected a whole number from 0 to 100, got '101'"),
        ({"stake": "-1"}, "option stake: expected"),
        ({"stake": "many"}, "option stake: expected"),
        ({"stake": True}, "option stake: expected .*, got 'on'"),
        ({"stake": None}, "option stake: expected"),
        ({"start-hp": "5"}, "option start-hp: expected one of 10, 9, 8, 7, 6, got '5'"),
        ({"scroll": "lost"}, "option scroll: expected one of deck, hand, none, got 'lost'"),
        ({"chronicle": "maybe"}, "option chronicle: expected one of off, on, got 'maybe'"),
        ({"chronicle": 1}, "option chronicle: expected one of off, on, got '1'"),
    ],
)
def test_a_bad_option_is_refused_with_what_would_be_right(given, message):
    with pytest.raises(BadOption, match=message):
        TOMB.read_options(given)


def test_seats_presets_bots_and_games_are_refused_with_what_there_is():
    with pytest.raises(BadOption, match="has 1 to 2 seats, not 3"):
        TOMB.read_options({}, 3)
    with pytest.raises(BadOption, match="unknown preset 'easy'; use one of: standard, lantern"):
        TOMB.read_options({}, preset="easy")
    with pytest.raises(BadOption, match=r"unknown bot 'genius'; .* cautious, bold, expert"):
        TOMB.new_bot("genius", lambda: 0.0)
    with pytest.raises(BadOption, match=r"unknown game 'chess'; use one of: .*tomb"):
        find_game("chess")


def test_a_preset_gives_way_to_what_is_asked_for():
    options, _ = TOMB.read_options({"start-torches": 2}, preset="ordeal")
    assert (options.start_hp, options.start_torches) == (8, 2)


def test_specs_say_what_a_form_needs():
    specs = {spec.name: spec for spec in TOMB.option_specs}
    assert specs["stake"] == OptionSpec(
        "stake", 1, "a whole number from 0 to 100", least=0, most=100
    )
    assert specs["lenient-discards"].choices == (False, True)
    assert specs["mode"].choices == ("solo", "series", "duel")


def test_every_game_is_found_by_its_id():
    assert all(game.id == id for id, game in catalogue().items())
