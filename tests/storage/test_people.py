"""Friends, invitations, rated games and kept settings, in both databases."""

import asyncio

from undercroft.storage.boards import week
from undercroft.storage.endings import Ended
from undercroft.storage.export import export_plays
from undercroft.storage.journals import Journals, Record, Seat
from undercroft.storage.people.accounts import Accounts
from undercroft.storage.people.friends import Friend, People

BASE = Record("p1", "tin", 1, 2, {}, None, "sealed", "7", "play", "guest")


def test_people_who_know_each_other(journals: Journals) -> None:
    accounts, people = Accounts(journals), People(journals)

    async def meet() -> None:
        ann = await accounts.claim("Ann-of-Arc", "hash", "g1", "code")
        bob = await accounts.claim("Bobolink", "hash", "g2", "code")
        await people.add(ann.id, bob.id)
        await people.add(ann.id, bob.id)  # twice is once
        assert people.friends(ann.id) == [Friend(bob.id, "Bobolink", mutual=False)]
        assert people.admirers(bob.id) == [Friend(ann.id, "Ann-of-Arc", mutual=False)]
        await people.add(bob.id, ann.id)
        assert people.friends(bob.id) == [Friend(ann.id, "Ann-of-Arc", mutual=True)]
        assert people.admirers(bob.id) == []
        seats = {"P1": Seat(ann.id, "Ann"), "P2": Seat(key="key")}
        await journals.create(BASE._replace(owner=ann.id), [], seats)
        await people.invite("p1", bob.id)
        (invited,) = people.invitations(bob.id)
        assert (invited.play, invited.game, invited.host, invited.key) == (
            *("p1", "tin", "Ann-of-Arc"),
            "key",
        )
        assert people.invitations(ann.id) == []
        await people.decline("p1", ann.id)
        assert people.invitations(bob.id) != []
        assert any('"friend"' in line for line in export_plays(journals.engine))
        await accounts.keep_settings(ann.id, {"theme": "light"})
        found = accounts.find(ann.id)
        assert found is not None
        assert found.settings == '{"theme": "light"}'
        await accounts.delete(ann.id)  # with all that leads to her
        assert not people.friends(bob.id) + people.admirers(bob.id)
        assert not people.invitations(bob.id)

    asyncio.run(meet())


def test_games_between_accounts_are_rated(journals: Journals) -> None:
    accounts, people = Accounts(journals), People(journals)

    async def play(id: str, *guests: str | None, **changes: object) -> None:
        seats = {
            f"P{n}": Seat(guest, bot=None if guest else "bold") for n, guest in enumerate(guests, 1)
        }
        record = BASE._replace(id=id, seats=len(guests), **changes)  # type: ignore[arg-type]
        await journals.create(record, [], seats)
        scores = [float(n) for n in range(len(guests))]
        await journals.append(id, 0, ["P1 next: stop"], ended=Ended("win", scores, (1,)))

    async def rate() -> None:
        ann = (await accounts.claim("Ann-of-Arc", "hash", "g1", "code")).id
        bob = (await accounts.claim("Bobolink", "hash", "g2", "code")).id
        await play("counts", ann, bob, None)
        await play("with-a-guest", ann, "guest-9")
        await play("on-one-screen", ann, ann)
        await play("two-seats", ann, ann, bob)
        await play("practice", ann, bob, kind="practice")
        await play("variant", ann, bob, variant="game = 'tin'")
        (rated,) = people.rated_since((0, ""), 10)
        assert (rated.play, rated.game) == ("counts", "tin")
        assert sorted(rated.seats) == sorted([(ann, False, 0.0), (bob, True, 1.0)])
        assert people.rated_since((rated.ended, rated.play), 10) == []

    asyncio.run(rate())


def test_a_week_is_empty_without_finishers(journals: Journals) -> None:
    assert week(journals, "tomb", ["2026-11-16", "2026-11-17"]) == []
