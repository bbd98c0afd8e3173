from collections import Counter
from hashlib import blake2b

import pytest

from undercroft.core.errors import BadOption, IllegalAnswer
from undercroft.core.fates import Scripted, Seeded, new_seed, seal
from undercroft.core.play import Play
from undercroft.core.questions import Fate
from undercroft.games import find_game

DECK = [f"card-{n}" for n in range(20)]


def deal(seed: str, count: int, deck: list[str] = DECK) -> list[str]:
    fog, fate, dealt = deck[:], Seeded(seed), []
    for n in range(count):
        dealt.append(fate(Fate("deck", fog), n))
        fog.remove(dealt[-1])
    return dealt


both = pytest.mark.parametrize("seed", ["rose", "q-rose"])  # lots are hashed, or multiplied


@both
def test_the_same_seed_deals_the_same_cards(seed):
    assert deal(seed, 20) == deal(seed, 20)
    assert sorted(deal(seed, 20)) == sorted(DECK)
    assert deal(seed, 20) != deal("thorn", 20)


@both
def test_the_order_in_which_outcomes_are_listed_is_of_no_account(seed):
    assert deal(seed, 20, DECK[::-1]) == deal(seed, 20)


@both
def test_a_card_taken_away_changes_no_draw_but_its_own(seed):
    dealt = deal(seed, 6)
    never_drawn = next(card for card in DECK if card not in dealt)
    assert deal(seed, 6, [card for card in DECK if card != never_drawn]) == dealt


@both
def test_each_pile_and_each_die_has_a_stream_of_its_own(seed):
    fate = Seeded(seed)
    first = [fate(Fate("red", range(1000)), n) for n in range(5)]
    second = [fate(Fate("blue", range(1000)), n) for n in range(5)]
    assert first != second
    assert first == [fate(Fate("red", range(1000)), n) for n in range(5)]


def test_any_answer_can_be_checked_on_its_own():
    assert Seeded("rose")(Fate("die", (1, 2, 3, 4, 5, 6), "roll"), 41) == Seeded("rose")(
        Fate("die", (6, 5, 4, 3, 2, 1), "roll"), 41
    )


@both
def test_outcomes_come_as_often_as_they_are_listed(seed):
    fate = Seeded(seed)
    seen = Counter(fate(Fate("bag", ["coin", "coin", "coin", "gem"]), n) for n in range(4000))
    assert 2870 < seen["coin"] < 3130  # 3,000 give or take five standard errors


@pytest.mark.parametrize("seed", ["thorn", "q-thorn"])
def test_faces_of_a_die_are_equally_likely(seed):
    fate = Seeded(seed)
    seen = Counter(fate(Fate("die", (1, 2, 3, 4, 5, 6), "roll"), n) for n in range(6000))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi_square < 20.5  # one seed in a thousand would be worse


def test_streams_do_not_change_between_versions():
    """Sealed plays must verify for ever: these are on record."""
    fate = Seeded("rose")
    assert [fate(Fate("die", (1, 2, 3, 4, 5, 6), "roll"), n) for n in range(10)] == [
        4,
        5,
        4,
        2,
        1,
        5,
        1,
        6,
        4,
        4,
    ]
    assert seal("rose") == "738cc1e3c130341eb2c89b141c4b40a52a82443b3f0abf0b4676169ee223af63"


def test_new_seeds_cannot_be_guessed():
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 34
    assert Seeded(new_seed()).is_quick


@pytest.mark.parametrize("seed", ["", " ", "a\nb", " a", "a ", "x" * 101])
def test_a_seed_is_one_line(seed):
    with pytest.raises(BadOption, match="one line"):
        Seeded(seed)


def test_a_script_answers_by_pile_and_leaves_the_rest_open():
    fate = Scripted(deck="b a", order_roll="6")
    assert fate(Fate("deck", ["a", "b"]), 0) == "b"
    assert fate(Fate("deck", ["a"]), 1) == "a"
    assert fate(Fate("order-roll", (1, 6), "roll"), 0) == 6
    assert fate(Fate("deck", ["c"]), 2) is None
    assert fate(Fate("other", ["c"]), 0) is None


@pytest.mark.parametrize(
    ("script", "count", "message"),
    [
        (
            "ah ah",
            1,
            "the script of 'deck', number 2 of 2: 'ah' is not open to 'draw deck'; expected",
        ),
        ("ah zz", 1, "number 2 of 2: 'zz' is not open to 'draw deck'; expected one of: 2h, 3h"),
        ("!!", 0, "number 1 of 1: '!!' is not an answer; expected a word such as"),
    ],
)
def test_a_script_that_gives_what_cannot_come_says_where_and_what_can(script, count, message):
    with pytest.raises(IllegalAnswer, match=message):
        Scripted(deck=script)(Fate("deck", ["2h", "3h"]), count)


def test_a_play_says_so_too():
    with pytest.raises(
        IllegalAnswer, match="the script of 'deck', number 2 of 2: 'ah' is not open"
    ):
        Play(find_game("tomb"), fates=Scripted(deck="ah ah"))


def test_an_outcomes_lot_is_the_hash_of_seed_stream_count_and_its_copy():
    """So that anybody can check a draw with nothing but a hash function."""
    key = blake2b(b"rose").digest()

    def lot(stream: str, count: int, written: str) -> bytes:
        return blake2b(f"{stream}/{count}/{written}".encode(), key=key, digest_size=8).digest()

    bag = ["rat", "owl", "rat", "wolf", "rat"]
    copies = ["rat/1", "owl/1", "rat/2", "wolf/1", "rat/3"]
    for count in range(50):
        best = min(copies, key=lambda written: lot("beasts", count, written))
        assert Seeded("rose")(Fate("beasts", bag), count) == best.split("/")[0]


def test_a_quick_lot_is_one_hash_a_draw_times_the_hash_of_each_outcome():
    """So that anybody can check it, as above."""
    key = blake2b(b"q-rose").digest()

    def odd(data: bytes, key: bytes = b"") -> int:
        return int.from_bytes(blake2b(data, key=key, digest_size=8).digest()) | 1

    bag = ["rat", "owl", "rat", "wolf", "rat"]
    copies = ["rat/1", "owl/1", "rat/2", "wolf/1", "rat/3"]
    for count in range(50):
        draw = odd(f"beasts/{count}/".encode(), key)
        best = min(copies, key=lambda written: draw * odd(written.encode()) % 2**64)
        assert Seeded("q-rose")(Fate("beasts", bag), count) == best.split("/")[0]


def test_quick_streams_do_not_change_between_versions():
    fate = Seeded("q-rose")
    rolled = [fate(Fate("die", (1, 2, 3, 4, 5, 6), "roll"), n) for n in range(10)]
    assert rolled == [1, 4, 2, 5, 4, 1, 5, 5, 3, 2]


def test_quick_lots_are_as_fair_as_hashed_ones():
    """Every card of a deck comes as often at each draw, and after each other card."""
    deck, games = "abcd", 4800
    orders: Counter[str] = Counter()
    for number in range(games):
        orders["".join(deal(f"q-{number}", 4, [*deck]))] += 1
    assert len(orders) == 24
    even = games / 24
    chi_square = sum((count - even) ** 2 / even for count in orders.values())
    assert chi_square < 49.7  # one set of seeds in a thousand would be worse
