import asyncio
from datetime import UTC, datetime, timedelta
from importlib import resources

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select

from tests.storage.stores import Store
from undercroft import storage
from undercroft.storage import database
from undercroft.storage.boards import Begun, board, has_met, play_of_day, players
from undercroft.storage.database import open_database
from undercroft.storage.debts import Page, book, duels
from undercroft.storage.endings import Ended
from undercroft.storage.histories import plays, results, wins
from undercroft.storage.journals import Journals, Record, Seat
from undercroft.storage.people.accounts import Accounts, NameTaken
from undercroft.storage.seats import Seats
from undercroft.storage.tables import METADATA


def a_record(id: str, owner: str, **changes: object) -> Record:
    base = Record(id, "tomb", 1, 1, {}, None, "sealed", "7", "play", owner)
    return base._replace(**changes)  # type: ignore[arg-type]


def everything(journals: Journals) -> str:
    """All that the database holds, as text."""
    with journals.engine.connect() as connection:
        tables = [connection.execute(select(t)).all() for t in METADATA.sorted_tables]
    return repr(tables)


def test_a_name_is_given_out_once_however_it_is_spelt(journals: Journals) -> None:
    accounts = Accounts(journals)

    async def claim() -> None:
        await accounts.claim("Jörg", "hash", "guest-1", "code")
        with pytest.raises(NameTaken):
            await accounts.claim("JÖRG", "hash", "guest-2", "code")

    asyncio.run(claim())
    found = accounts.called(" jÖRG ")
    assert found is not None
    assert (found.name, found.password, found.epoch) == ("Jörg", "hash", 1)
    assert accounts.find(found.id) == found
    for unknown in ("Jorg", "", "\0", "x" * 500):
        assert accounts.called(unknown) is None


def test_two_who_claim_one_name_at_once_are_told_apart_and_nothing_of_the_loser_moves(
    journals: Journals,
) -> None:
    accounts = Accounts(journals)

    async def claim() -> list[object]:
        for guest in ("g1", "g2"):
            await journals.create(a_record(f"of-{guest}", guest), [])
        return list(
            await asyncio.gather(
                *(accounts.claim("Ann", guest, guest, "code") for guest in ("g1", "g2")),
                return_exceptions=True,
            )
        )

    won, lost = sorted(asyncio.run(claim()), key=lambda r: isinstance(r, Exception))
    assert isinstance(lost, NameTaken)
    account = accounts.called("Ann")
    assert account == won
    assert account is not None
    loser = "g2" if account.password == "g1" else "g1"  # noqa: S105 (stands for a hash)
    assert accounts.plays_of(account.id) == [f"of-{account.password}"]
    assert accounts.plays_of(loser) == [f"of-{loser}"]


def test_a_guests_plays_and_seats_come_along(journals: Journals) -> None:
    accounts = Accounts(journals)

    async def write() -> str:
        await journals.create(a_record("own", "g"), [])
        seats = {"P1": Seat("bob"), "fate": Seat(key="key")}
        await journals.create(a_record("other", "bob"), [], seats)
        await Seats(journals).take("other", "fate", "g", "Ann")
        account = await accounts.claim("Ann", "hash", "nobody", "code")
        await accounts.take_along("g", account.id)
        await accounts.take_along("g", account.id)  # once more changes nothing
        return account.id

    ann = asyncio.run(write())
    assert sorted(accounts.plays_of(ann)) == ["other", "own"]
    assert accounts.plays_of("g") == []
    other = journals.load("other")
    assert other is not None
    assert (other.record.owner, other.seats["fate"].guest) == ("bob", ann)


def test_another_password_is_another_epoch_and_another_hash_is_not(journals: Journals) -> None:
    accounts = Accounts(journals)

    async def write() -> None:
        account = await accounts.claim("Ann", "one", "g", "code")
        await accounts.rehash(account, "one, again")
        await accounts.rehash(account, "too late")  # somebody was faster
        await accounts.change_password(account, "two")
        assert await accounts.recover(account, "three", "another code")
        assert not await accounts.recover(account, "four", "yet another")  # it was used

    asyncio.run(write())
    account = accounts.called("ann")
    assert account is not None
    assert (account.password, account.epoch) == ("three", 3)


def test_deleting_leaves_nothing_but_seats_at_others_tables(journals: Journals) -> None:
    accounts = Accounts(journals)

    async def write() -> str:
        await journals.create(a_record("alone", "g"), ["P1 next: deeper"])
        bots = {"P1": Seat("g", "Annie"), "P2": Seat(bot="random")}
        await journals.create(a_record("bots", "g", seats=2), [], bots)
        await journals.create(
            a_record("open", "g"), [], {"P1": Seat("g"), "fate": Seat(key="open-key")}
        )
        ours = {"P1": Seat("g", "Annie"), "P2": Seat("bob", "Bob")}
        await journals.create(a_record("ours", "g", seats=2), ["P1 next: deeper"], ours)
        for role, text in (("P1", "said by Ann"), ("P2", "said by Bob")):
            await Seats(journals).say("ours", role, text)
        await journals.create(a_record("theirs", "bob", parent="alone", parent_at=1), [])
        account = await accounts.claim("Ann", "hash", "g", "code")
        await accounts.delete(account.id)
        return account.id

    ann = asyncio.run(write())
    left = everything(journals)
    for trace in (ann, "Ann", "hash", "'alone'", "'bots'", "open-key"):
        assert trace not in left, trace
    ours, theirs = journals.load("ours"), journals.load("theirs")
    assert ours is not None
    assert theirs is not None
    assert [*map(str, ours.entries)] == ["P1 next: deeper"]
    assert ours.seats["P2"][:2] == ("bob", "Bob")
    assert ours.record.owner == ours.seats["P1"].guest
    assert "said by Bob" in left
    assert theirs.record.parent is None


def test_a_board_and_a_history_of_results(journals: Journals) -> None:
    def ended(score: float, *, won: bool = False, name: str = "escaped") -> Ended:
        return Ended(name, (score,), (0,) if won else ())

    now = datetime.now(UTC)
    today, yesterday = (f"{now - timedelta(days=back):%Y-%m-%d}" for back in (0, 1))

    async def write() -> None:
        for id, owner, end in (
            ("p1", "ann", ended(12)),
            ("p2", "bob", ended(30)),
            ("p3", "cas", ended(12)),
            ("p4", "dee", ended(2, won=True)),
            ("p5", "ann", ended(99)),  # her second one
            ("p6", "eve", ended(50)._replace(practice=True)),
            ("p7", "fay", ended(0, name="abandoned")),
            ("late", "hal", ended(77)),  # when the day was over, and its seed told
        ):
            day = yesterday if id == "late" else today
            await journals.create(a_record(id, owner, kind="today", day=day), ["P1 next: x"])
            await journals.append(id, 1, ["P1 next: y"], ended=end)
            await asyncio.sleep(0.002)  # one after the other
        await journals.create(a_record("p8", "gus", kind="today", day=today), [])
        await Accounts(journals).claim("Anna", "hash", "ann", "code")

    asyncio.run(write())
    standings = board(journals, "tomb", today)
    assert [(row.rank, row.play, row.name) for row in standings] == [
        (1, "p4", None),
        (2, "p2", None),
        (3, "p1", "Anna"),
        (3, "p3", None),
    ]
    assert players(journals, today) == {"tomb": 4}
    assert board(journals, "tin", today) == board(journals, "tomb", yesterday) == []
    assert play_of_day(journals, "gus", "tomb", today) == Begun("p8", None, False)
    assert not has_met(journals, "gus", "tomb", today)
    assert has_met(journals, "fay", "tomb", today)

    anna = standings[2].owner
    listed, count = plays(journals, anna, None, 0, 1)
    assert ([record.id for record in listed], count) == (["p5"], 2)
    assert [(r.play, r.score, r.won) for r in results(journals, anna)] == [
        ("p5", 99, False),
        ("p1", 12, False),
    ]
    (result,) = results(journals, "dee")
    assert result.won is True
    assert wins(journals, "dee", ["p1", "p4", "p8"]) == {"p4": True}
    assert wins(journals, anna, ["p1"]) == {"p1": False}
    assert wins(journals, anna, []) == {}


def test_the_note_on_an_end_is_taken_off_when_a_play_goes_on(journals: Journals) -> None:
    async def write() -> None:
        await journals.create(a_record("p1", "ann"), ["P1 next: x"])
        await journals.append("p1", 1, ["P1 next: y"], ended=Ended("won", (40,), (0,)))
        await journals.append("p1", 2, ["undo-end"], reopened=True)

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert (stored.record.outcome, stored.record.score) == (None, None)
    assert results(journals, "ann") == []


def test_the_debt_book_adds_up_what_two_persons_owe_each_other(journals: Journals) -> None:
    async def duel(id: str, other: str, chips: int, **changes: object) -> None:
        winners = (0,) if chips > 0 else (1,) if chips < 0 else ()
        end = Ended("decided", (30, 30 - chips), winners, chips=(chips, -chips))
        record = a_record(id, "ann", seats=2, **changes)
        seat = Seat(bot="cautious") if other == "bot" else Seat(other)
        await journals.create(record, [], {"P1": Seat("ann"), "P2": seat}, end)
        await asyncio.sleep(0.002)

    async def write() -> None:
        await Accounts(journals).claim("Bob", "hash", "bob", "code")
        bob = Accounts(journals).called("Bob")
        assert bob is not None
        await duel("d1", bob.id, 12)
        await duel("d2", bob.id, -20)
        await duel("d3", "cas", 0)
        await duel("d4", "bot", 99)
        await duel("d5", "ann", 99)  # with herself, on one screen
        await duel("d6", bob.id, 99, kind="branch")

    asyncio.run(write())
    found = duels(journals, "ann")
    assert [(duel.play, duel.chips) for duel in found] == [("d3", 0), ("d2", -20), ("d1", 12)]
    assert book(found) == [Page(None, 1, 0, 0, 0), Page("Bob", 2, 1, 1, -8)]
    bob = found[1].other
    assert book(duels(journals, bob)) == [Page(None, 2, 1, 1, 8)]


def test_accounts_of_old_databases_that_look_alike_stay_and_no_third_comes(store: Store) -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.files(storage) / "migrations"))
    engine = database._make_engine(database._read(store.url))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.exec_driver_sql(
            "INSERT INTO accounts (id, name, folded, password, epoch, created)"
            " VALUES ('b', 'Ian', 'ian', 'hash', 1, 2), ('a', 'lan', 'lan', 'hash', 1, 1)"
        )
    engine.dispose()
    journals = Journals(open_database(store.url))
    accounts = Accounts(journals)
    for id, name in (("b", "Ian"), ("a", "lan")):
        found, owner = accounts.called(name), accounts.owner_of(name)
        assert found is not None
        assert owner is not None
        assert (found.id, owner.id, found.recovery) == (id, id, None)
    with pytest.raises(NameTaken):
        asyncio.run(accounts.claim("1an", "hash", "guest", "code"))
    journals.close()
