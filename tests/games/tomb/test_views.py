"""Who sees what (section 10)."""

import pytest

from tests.games.tomb.builders import a_match, arrange, cards, names, play, question
from undercroft.games.tomb.cards import ROWS
from undercroft.games.tomb.secrets import components, hidden
from undercroft.games.tomb.state import Match
from undercroft.games.tomb.view import Covered, TombView, view

EVERYBODY = [0, 1, None]


def seen(match: Match, of: int, by: int | None) -> TombView:
    table = view(match, by).tombs[of]
    assert isinstance(table, TombView)
    return table


def in_the_middle(deal: str) -> Match:
    """Seat 1 has read the scroll, discarded a card, dodged a blow and faces a monster."""
    match = a_match(2, deal=deal)
    tomb = match.tombs[0]
    arrange(tomb, "js kd", "ah ad ac", showing=7, delved=1)
    taken = cards("as joker jh 2c 2s 9c 3c")
    tomb.deck.fog = [card for card in tomb.deck.fog if card not in taken]
    tomb.deck.bottom, tomb.scrolls_read, tomb.dodges = cards("as"), cards("joker"), cards("jh")
    tomb.discards, tomb.stacks = cards("2c"), [cards("9c 3c")]
    deck = "deck" if deal == "same" else "deck-1"
    if deal == "same":
        match.order = [card for card in match.pack.values() if card not in tomb.deck.fog]
        match.order.remove(ROWS["2s"])
        tomb.deck.fog.append(ROWS["2s"])
    else:
        tomb.deck.fog.append(ROWS["2s"])
    question(match, f"P1 next: deeper\ndraw {deck}: 2s")
    return match


@pytest.mark.parametrize("by", EVERYBODY)
def test_on_own_decks_everybody_sees_the_table_but_not_what_lies_face_down(by: int | None) -> None:
    table = seen(in_the_middle("own"), of=0, by=by)
    assert (table.hand, table.torches, table.showing) == (("js", "kd"), ("ah", "ad", "ac"), 7)
    assert (table.hit_points, table.points, table.kings) == (6, 10, 1)
    assert (table.column, table.encounter, table.favoured) == (("2s",), "2s", False)
    assert (table.phase, table.delve_done, table.retreat_done) == ("delve", 1, 0)
    assert (table.returned, table.scroll_used, table.dodge_used) == ("as", True, True)
    assert (table.stacks, table.discards, table.opened) == ((2,), 1, None)
    assert table.result is None


@pytest.mark.parametrize("by", EVERYBODY)
def test_the_unseen_cards_are_those_in_the_deck_but_for_the_returned_torch(by: int | None) -> None:
    match = in_the_middle("own")
    table = seen(match, of=0, by=by)
    tomb = match.tombs[0]
    assert set(table.unseen) == {card.id for card in tomb.deck.fog}
    assert table.left == len(table.unseen) + 1 == 33


@pytest.mark.parametrize("by", EVERYBODY)
def test_on_own_decks_a_result_is_known_at_once_and_the_table_turned_up(by: int | None) -> None:
    match = a_match(2)
    arrange(match.tombs[0], "kd", delved=1)
    match.tombs[0].stacks, match.tombs[0].discards = [cards("4c 3s")], cards("5s")
    play(match, "P1 next: turn-back")
    table = seen(match, of=0, by=by)
    assert table.result is not None
    assert table.result.record == "1/10"
    assert table.opened is not None
    assert (table.opened.stacks, table.opened.discards) == ((("4c", "3s"),), ("5s",))


@pytest.mark.parametrize("by", [1, None])
def test_on_the_same_deal_nothing_of_a_game_is_shown_to_others(by: int | None) -> None:
    match = in_the_middle("same")
    assert view(match, by).tombs[0] == Covered(0, finished=False)


def test_on_the_same_deal_the_owner_sees_all_of_its_table() -> None:
    match = in_the_middle("same")
    table = seen(match, of=0, by=0)
    assert (table.hand, table.encounter, table.returned) == (("js", "kd"), "2s", "as")
    assert view(match, 0).tombs[1] == Covered(1, finished=False)


def test_on_the_same_deal_a_rivals_game_looks_the_same_whatever_it_holds() -> None:
    rich, poor = (a_match(2, deal="same") for _ in range(2))
    arrange(rich.tombs[0], "ks kd kc kh", showing=9, delved=3)
    arrange(poor.tombs[0], torches="ah ad ac", showing=2, delved=3, retreated=1)
    assert view(rich, 1) == view(poor, 1)
    assert view(rich, None) == view(poor, None)


def test_d7_on_the_same_deal_all_is_open_once_both_games_are_over() -> None:
    match = a_match(2, deal="same")
    for tomb in match.tombs:
        arrange(tomb, delved=1)
    match.tombs[0].hand = cards("kd")
    play(match, "P1 next: turn-back")
    for by, shown in ((1, Covered), (None, Covered), (0, TombView)):
        assert isinstance(view(match, by).tombs[0], shown)
    play(match, "P2 next: turn-back")
    for by in EVERYBODY:
        for of in (0, 1):
            assert seen(match, of, by).result is not None
            assert seen(match, of, by).opened is not None
        assert [[game.record for game in games] for games in view(match, by).results] == [
            ["1/10", "0/0"]
        ]


def test_d7_in_a_match_the_next_game_is_covered_again_and_results_are_open() -> None:
    match = a_match(2, deal="same", games=3)
    for tomb in match.tombs:
        arrange(tomb, delved=1)
    play(match, "P1 next: turn-back\n\nP2 next: turn-back")
    assert view(match, 0).tombs[1] == Covered(1, finished=False)
    assert len(view(match, 0).results) == 1
    assert view(match, 0).game == 2


@pytest.mark.parametrize("by", EVERYBODY)
def test_the_match_itself_is_open_to_all(by: int | None) -> None:
    match = a_match(2, games=5, stake=7, deal="same")
    shown = view(match, by)
    assert (shown.seat, shown.mode, shown.game, shown.games) == (by, "duel", 1, 5)
    assert (shown.stake, shown.to_play, shown.results) == (7, 0, ())


def test_what_is_hidden_from_a_seat_on_the_same_deal() -> None:
    """What a rival has turned is hidden from the other seat, but its own cards are not."""
    match = a_match(2, deal="same")
    play(match, "draw deck: 2s\ndraw deck: 2c")
    assert {"2s", "2c"} & hidden(match, 0) == set()
    assert {"2s", "2c"} <= hidden(match, 1)
    assert len(hidden(match, None)) == 44


def test_every_card_of_every_pack_lies_somewhere() -> None:
    match = in_the_middle("own")
    assert sorted(components(match)) == sorted(
        f"P{seat} {card.id}" for seat in (1, 2) for card in match.pack.values()
    )
    assert names(match.tombs[0].deck.bottom) == "as"
