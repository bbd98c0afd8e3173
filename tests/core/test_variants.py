import json
import random
from typing import Any

import pytest

from tests.cli.driving import undercroft
from undercroft.core.errors import BadJournal, BadVariant
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.records.journal import read_journal
from undercroft.core.variants import MOST_ADDED, with_variant
from undercroft.games import find_game

RICH = """
game = "tomb"
title = "Rich kings"
[options]
start-hp = 8
[rows.ks]
worth = 15
[rows.joker]
worth = 7
"""


def variant(toml: str = RICH) -> Game:  # type: ignore[type-arg]
    return with_variant(toml, "rich.toml", find_game)


def test_a_variant_of_a_game_is_a_game():
    game = variant()
    options, seats = game.read_options({})
    assert options.start_hp == 8
    assert [game.rows[id].worth for id in ("ks", "kd", "joker")] == [15, 10, 7]  # type: ignore[attr-defined]
    luck = random.Random(1)
    simulate(game, options, seats, [game.new_bot("cautious", luck.random)], luck.random)


def test_the_game_itself_is_left_alone():
    variant()
    assert find_game("tomb").rows["ks"].worth == 10  # type: ignore[attr-defined]
    assert find_game("tomb").variant is None


def test_options_given_by_hand_come_before_the_variants_own():
    assert variant().read_options({"start-hp": 9})[0].start_hp == 9


def test_its_content_is_hashed_into_the_journal():
    play = Play(variant(), fates=Seeded("rose"))
    assert f"variant: {variant().variant}" in str(play.journal)
    Play.resume(variant(), read_journal(str(play.journal)))
    with pytest.raises(BadJournal, match=r"played with .*; this is no variant"):
        Play.resume(find_game("tomb"), read_journal(str(play.journal)))


def test_the_hash_is_of_the_content_not_of_the_writing():
    reordered = 'title = "Rich kings"\n' + RICH.replace('title = "Rich kings"\n', "# kings\n")
    assert variant(reordered).variant == variant().variant
    assert variant(RICH.replace("15", "16")).variant != variant().variant


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"tomb"', '"chess"', "rich.toml: unknown game 'chess'; use one of: "),
        (
            'game = "tomb"',
            "",
            'rich.toml: game: expected the name of a game, such as game = "tomb"',
        ),
        ('"tomb"', "7", "rich.toml: game: expected the name of a game"),
        ('"Rich kings"', "[1, [2]]", "rich.toml: title: expected a text of one line"),
        ('"Rich kings"', '"a\\u0007"', "rich.toml: title: expected a text of one line"),
        ('"Rich kings"', '""', "rich.toml: title: expected a text of one line"),
        ("Rich kings", "x" * 61, "rich.toml: title: expected at most 60 characters"),
        ('title = "', 'name = "', "rich.toml: unknown key 'name'; use one of: game, title"),
        ("start-hp = 8", "start-hp = 3", "rich.toml: option start-hp: expected one of 10, 9"),
        ("start-hp = 8", "hp = 3", "rich.toml: unknown option 'hp'"),
        ("[rows.ks]", "[rows.xx]", "rich.toml: rows: unknown key 'xx'; use one of: 2s, 3s"),
        (
            "worth = 15",
            "wroth = 15",
            "rows.ks: unknown key 'wroth'; use one of: number, worth",
        ),
        (
            "worth = 15",
            'worth = "lots"',
            "rows.ks.worth: expected a whole number from 0 to 99, got 'l",
        ),
        ("worth = 15", "worth = 100", "rows.ks.worth: expected a whole number from 0 to 99"),
        ("worth = 15", 'kind = "door"', "rows.ks: unknown key 'kind'"),
        ("[rows.ks]\nworth = 15", "[rows]\nks = 3", "rich.toml: rows: ks: expected a table, got 3"),
        ("[options]\nstart-hp = 8", "options = 3", "rich.toml: options: expected a table, got 3"),
        ("worth = 15", "worth = = 15", "rich.toml: not TOML: .* line 7"),
    ],
)
def test_a_bad_variant_is_refused_with_file_key_and_what_is_allowed(old, new, message):
    toml = RICH.replace(old, new, 1)
    if new == "options = 3":
        toml = RICH.replace(old, "").replace("title", "options = 3\ntitle", 1)
    with pytest.raises(BadVariant, match=message):
        variant(toml)


def test_an_option_that_goes_back_on_the_variant_is_kept_in_the_journal():
    """The game's own default is no default here: the variant has another."""
    play = Play(variant(), {"start-hp": 10}, fates=Seeded("7"))
    journal = read_journal(str(play.journal))
    assert journal.options["start-hp"] == "10"
    assert Play.resume(variant(), journal, Seeded("7")).options == play.options


def test_what_a_variant_changes_is_named_with_it_and_nothing_else_is():
    words = variant().words
    assert words.title("ks") == f"{words.name('ks')} (worth 15)"
    assert words.note("joker") == "worth 7"
    assert words.title("kd") == words.name("kd") == find_game("tomb").words.title("kd")
    assert words.fill("{a:short} {b:short} {a:id}", {"a": "ks", "b": "kd"}) == "ks (worth 15) kd ks"
    same = variant(RICH.replace("15", "10"))
    assert same.words.title("ks") == same.words.name("ks")


def test_a_number_that_a_text_says_is_not_said_twice():
    toml = 'game = "labyrintheus"\n[rows.quarry-maul]\nattack = 9\nguard = 2\n'
    game = variant(toml)
    assert game.words.title("quarry-maul").endswith("(guard 2)")
    assert "attack +9" in game.words.text(game.rows["quarry-maul"])


TOO_MUCH = {
    "keys of 60,000 parts": ("a." * 60_000 + "b = 1", "at most 12,000 bytes"),
    "keys of 3,000 parts": ("a." * 3_000 + "b = 1", "a key has at most 4 parts"),
    "quoted keys": ("'a' . " * 1_000 + "b = 1", "a key has at most 4 parts"),
    "5,000 brackets": ("a = " + "[" * 5_000, "brackets are at most 4 deep"),
    "2,000 braces": ("a = " + "{b=" * 2_000, "brackets are at most 4 deep"),
    "5,000 braces": ("a = " + "{b=" * 5_000, "at most 12,000 bytes"),
    "brackets after texts": ("a = " + "['[', #]\n" * 500, "brackets are at most 4 deep"),
    "5,000 digits": ("a = " + "9" * 5_000, "a number has at most 20 digits"),
    "5,000 hex digits": ("a = 0x" + "f" * 5_000, "a number has at most 20 digits"),
    "digits in groups": ("a = -1" + "_0" * 2_000, "a number has at most 20 digits"),
    "quotes that never close": ('a = "' + '\\"' * 3_500, "not TOML|no end"),
    "a text of several lines": ('title = """\n[[[[[[[["""', "stands on one line"),
    "a text without an end": ("title = 'rich", "a text has no end"),
    "a date that is none": ("a = 2026-02-31", "not TOML"),
}


@pytest.mark.parametrize(("toml", "message"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_too_much_for_a_parser_is_refused_before_it_is_parsed(toml, message):
    with pytest.raises(BadVariant, match=message) as refused:
        variant(f'game = "tomb"\n{toml}\n')
    assert len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)


def test_brackets_dots_and_digits_in_texts_and_comments_are_no_trouble():
    plain = RICH.replace("Rich kings", "[[[[[ {{{{{ a.b.c.d.e # 123456789012345678901234")
    noted = plain + '# [[[[[[ a.b.c.d.e.f 1234567890123456789012345 """ \'never closed\n'
    assert variant(noted).variant == variant(plain).variant
    inline = """game = 'tomb'
options = { start-hp = 8 }
rows = { ks = { worth = 15 }, "kd" = { 'worth' = 1_5 } }
"""
    assert [variant(inline).rows[id].worth for id in ("ks", "kd")] == [15, 15]  # type: ignore[attr-defined]


def test_a_variant_with_a_line_for_every_row_is_not_too_much():
    games = [find_game(id) for id in ("tomb", "tin", "labyrintheus", "talisman")]
    for game in games:
        rows = "".join(f"[rows.'{id}']\n" for id in game.rows)
        assert with_variant(f'game = "{game.id}"\n{rows}', "all.toml", find_game).rows.keys() == (
            game.rows.keys()
        )


def test_a_variant_may_be_written_by_an_editor_on_windows(tmp_path):
    file = tmp_path / "rich.toml"
    file.write_bytes(b"\xef\xbb\xbf" + RICH.replace("\n", "\r\n").encode())
    done = undercroft(tmp_path, "rows", "tomb", "ks", "--variant", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "worth" in done.stdout


# -- what says nothing, and what cannot work ------------------------------------------------------

IDLE = {
    "tomb": "ks.number joker.number 9s.worth js.worth as.worth",
    "tin": "coin-2.price potion.value key.bonus coin-2.bonus maiden.count maiden.price "
    "stairs.chests stairs.chasm maiden-cell.chasm b-vault.chasm",
    "labyrintheus": "edi.copies called-out.amount quarry-maul.amount "
    "flare-up.attack cave-in.damage reed-hamper.defence",
    "talisman": "ch-warden.copies ch-warden.second_wind ent-keep.copies bare-passage.copies "
    "stairs-marker.heat c-t-quiet.starred s-pool.asks_leave meadow.entrance wizards-tower.draws "
    "p-sword.charm p-sword.save p-shield.weapon p-rope.metal t-coins.weapon t-gem.resale "
    "t-compass.price talisman-card.resale a-guide.weapon a-guide.price t-compass.steed "
    "sp-mend.by_enemies",
}


@pytest.mark.parametrize(
    ("id", "number"), [(id, number) for id, numbers in IDLE.items() for number in numbers.split()]
)
def test_a_number_that_says_nothing_of_a_component_is_refused(id, number):
    row, _, field = number.partition(".")
    with pytest.raises(BadVariant, match=f"^x.toml: rows.{row}: {field} has no meaning here"):
        with_variant(f'game = "{id}"\n[rows.{row}]\n{field} = 1\n', "x.toml", find_game)


@pytest.mark.parametrize(
    ("id", "number", "allowed"),
    [
        ("tin", "potion.price = 0", "from 1 to 99"),
        ("talisman", "talisman-card.copies = 1", "from 2 to 20"),
        ("talisman", "dragon-king.scales = 0", "from 1 to 20"),
        ("talisman", "ch-warden.strength_price = 0", "from 1 to 20"),
    ],
)
def test_a_number_that_cannot_work_is_refused(id, number, allowed):
    with pytest.raises(BadVariant, match=f"expected a whole number {allowed}"):
        with_variant(f'game = "{id}"\n[rows]\n{number}\n', "x.toml", find_game)


def test_what_is_refused_is_not_offered(tmp_path):
    offered = {
        row["id"]: [field["name"] for field in row["fields"]]
        for row in json.loads(undercroft(tmp_path, "rows", "tin", "--json").stdout)
    }
    assert offered["coin-2"] == ["count", "value"]
    assert offered["potion"] == ["count", "price"]
    assert offered["maiden"] == ["bonus"]
    assert offered["stairs"] == ["white", "red"]
    shown = undercroft(tmp_path, "rows", "tin").stdout
    assert "    price: a whole number from 1 to 99" in shown  # not of the first of its kind


# -- new cards ------------------------------------------------------------------------------------


def added(game: Game, likes: list[str]) -> str:  # type: ignore[type-arg]
    cards = [f'[cards.new-{n}]\nlike = "{like}"\n' for n, like in enumerate(likes)]
    return f'game = "{game.id}"\n' + "".join(cards)


NEW = """
game = "labyrintheus"
[cards.iron-maul]
like = "quarry-maul"
title = "Iron Maul"
attack = 4
"""


def test_a_new_card_has_an_id_a_title_and_numbers_of_its_own():
    game = variant(NEW)
    maul: Any = game.rows["iron-maul"]
    printed: Any = game.rows["quarry-maul"]
    assert (maul.id, maul.attack, maul.slot) == ("iron-maul", 4, printed.slot)
    assert printed.attack == 3
    assert game.words.name("iron-maul") == "Iron Maul"
    assert "iron-maul" not in find_game("labyrintheus").rows
    plain = variant(NEW.replace('title = "Iron Maul"\n', ""))
    assert plain.words.name("iron-maul") == "iron maul"


def test_a_new_card_can_be_changed_as_any_other():
    maul: Any = variant(NEW + "[rows.iron-maul]\ncopies = 0\n").rows["iron-maul"]
    assert (maul.copies, maul.attack) == (0, 4)


def test_a_game_of_playing_cards_takes_no_new_ones():
    with pytest.raises(BadVariant, match="takes no new cards: change a printed one"):
        variant('game = "tomb"\n[cards.silver-nine]\nlike = "9s"\n')


@pytest.mark.parametrize("id", ["tin", "labyrintheus", "talisman"])
def test_new_cards_are_played_with_recorded_and_drawn(id):
    """All bots that answer at once play with forty new cards; their games replay, and are drawn."""
    printed = find_game(id)
    likes = [row.id for row in printed.rows.values() if printed.adds(row)]
    step = max(1, len(likes) // MOST_ADDED)
    game = with_variant(added(printed, likes[::step][:MOST_ADDED]), "new.toml", find_game)
    luck, seats, met = random.Random(1), max(2, printed.seats[0]), set[str]()
    for number in range(2):
        for bot in game.quick_bots:
            play = Play(game, {}, seats, Seeded(str(number)))
            players = [game.new_bot(bot, luck.random) for _ in range(seats)]
            for _ in range(400):
                if play.outcome is not None:
                    break
                assert isinstance(play.question, Decision)
                seat = play.question.seat
                play.answer(str(players[seat](play.question, play.look(seat))))
                met |= {new for new in game.added if f"'{new}'" in repr(play.view(seat))}
            Play.resume(game, read_journal(str(play.journal)))
            drawn = game.draw_table(game.rows, play.view(0), game.words)
            assert drawn
    assert met


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ('[cards.x]\nlike = "nobody"', "cards.x: like: expected a card"),
        ("[cards.x]", "cards.x: like: expected a card"),
        ("[cards.x]\nlike = 9", "cards.x: like: expected a card"),
        ('[cards.x]\nlike = "hammer"', "cards.x: like: expected a card"),
        ('[cards.quarry-maul]\nlike = "quarry-maul"', "has this name already"),
        ('[cards.pass]\nlike = "quarry-maul"', "has this name already"),
        ('[cards.X]\nlike = "quarry-maul"', "small letters, digits and dashes"),
        ('[cards."a b"]\nlike = "quarry-maul"', "small letters, digits and dashes"),
        ('[cards.x-]\nlike = "quarry-maul"', "small letters, digits and dashes"),
        ('[cards.x]\nlike = "quarry-maul"\nattack = 100', "cards.x.attack: expected"),
        ('[cards.x]\nlike = "quarry-maul"\nrank = 1', "cards.x: unknown key 'rank'"),
        ('[cards.x]\nlike = "quarry-maul"\ntitle = ""', "expected a text of one line"),
        ("[cards]\nx = 1", "x: expected a table"),
        ("cards = 1", "cards: expected a table"),
        (
            "".join(f'[cards.x{n}]\nlike = "quarry-maul"\n' for n in range(41)),
            "expected at most 40",
        ),
    ],
)
def test_nonsense_about_a_new_card_is_refused_in_one_line(card, said):
    with pytest.raises(BadVariant) as error:
        variant(f'game = "labyrintheus"\n{card}\n')
    assert said in str(error.value)
    assert "\n" not in str(error.value)
