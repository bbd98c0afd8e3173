"""Downloading one's data: journals, talk and what is stored about the visitor, in one file."""

import asyncio
import json
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import IO, Any, Final, TypeAlias

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from undercroft.core.errors import BadVariant
from undercroft.core.records.entries import fold
from undercroft.storage.journals import Journals, Seat, Stored
from undercroft.storage.people.accounts import Accounts
from undercroft.storage.people.friends import People
from undercroft.storage.people.sessions import StoredSessions
from undercroft.storage.puzzles import Tries
from undercroft.storage.remarks import Remarks
from undercroft.storage.seats import Said, Seats
from undercroft.web.gateway.sessions import Visit
from undercroft.web.live.people.seating import Seating
from undercroft.web.live.records import journal_of, variant_of
from undercroft.web.words import say

Json: TypeAlias = dict[str, Any]
PIECE: Final = 64 * 1024  # bytes


async def data_zip(request: Request) -> Response:
    """Give all that somebody has in one file."""
    visit: Visit = request.scope["visit"]
    file = await asyncio.to_thread(packed, request.app.state.journals, visit)
    headers = {
        "content-disposition": 'attachment; filename="undercroft-data.zip"',
        "cache-control": "no-store",
    }
    return StreamingResponse(pieces(file), headers=headers, media_type="application/zip")


def packed(journals: Journals, visit: Visit) -> IO[bytes]:
    """Pack the data, one play after the other, into a file that nobody else can open."""
    file, seats, left = TemporaryFile(), list[Json](), 0  # noqa: SIM115 (closed when it is sent)
    talk: dict[str, list[Json]] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for play in Accounts(journals).plays_of(visit.guest):
            stored = journals.load(play)
            if stored is None:
                continue  # deleted meanwhile
            seats += seats_data(stored, visit.guest)
            if said := Seats(journals).talk(play):
                talk[play] = [line_data(stored, line, visit.guest) for line in said]
            if stored.record.seats > 1 and stored.record.outcome is None:
                left += 1
                continue
            with suppress(BadVariant):  # of a time when a variant could be anything
                archive.writestr(name_of(stored), text_of(stored))
        archive.writestr("account.json", written(account_data(journals, visit) | {"seats": seats}))
        archive.writestr("talk.json", written(talk))
        archive.writestr("remarks.json", written({"said": remarks_data(journals, visit.guest)}))
        archive.writestr("puzzles.json", written({"tried": puzzles_data(journals, visit.guest)}))
        archive.writestr("README.txt", say("export.about", left=left or say("export.none-left")))
    file.seek(0)
    return file


def account_data(journals: Journals, visit: Visit) -> Json:
    """Give what is stored about somebody."""
    account = visit.account
    if account is None:
        return {"id": visit.guest, "account": None}
    sessions = [
        {"device": it.device, "logged_in": time_of(it.created), "last_seen": time_of(it.seen)}
        for it in StoredSessions(journals).of(account.id)
    ]
    people = People(journals)
    about = {
        "name": account.name,
        "created": time_of(account.created),
        "has_recovery_code": account.recovery is not None,
        "settings": json.loads(account.settings or "{}"),
        "friends": [it.name for it in people.friends(account.id)],
        "invitations": [
            {"game": it.game, "host": it.host, "made": time_of(it.made_at)}
            for it in people.invitations(account.id)
        ],
        "sessions": sessions,
    }
    return {"id": visit.guest, "account": about}


def puzzles_data(journals: Journals, guest: str) -> list[Json]:
    """Give the puzzles that somebody has tried, and the errors that wait."""
    tries = Tries(journals)
    return [
        {"game": it.game, "puzzle": it.puzzle, "answer": it.answer, "solved": it.solved}
        for it in [*tries.of(guest), *tries.due(guest)]
    ]


def remarks_data(journals: Journals, guest: str) -> list[Json]:
    """Give what somebody has said about games that were reviewed together."""
    return [
        {"play": it.play, "answer": it.at, "text": it.text, "at": time_of(it.said_at)}
        for it in Remarks(journals).by(guest)
    ]


def seats_data(stored: Stored, guest: str) -> list[Json]:
    """Give where somebody sits at a table, and how it came out."""
    record = stored.record
    about: Json = {"game": record.game, "play": record.id, "created": time_of(record.created)}
    about |= {"kind": record.kind, "outcome": record.outcome, "yours": record.owner == guest}
    mine = [(role, seat) for role, seat in stored.seats.items() if seat.guest == guest]
    return [about | {"seat": role, "name": seat.name} for role, seat in mine]


def line_data(stored: Stored, line: Said, guest: str) -> Json:
    """Give a line of talk."""
    seat = stored.seats.get(line.role, Seat())
    about = {"seat": line.role, "name": seat.name, "yours": seat.guest == guest}
    return about | {"text": line.text, "at": time_of(line.said_at)}


def time_of(milliseconds: int) -> str:
    """Write a time for programs."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")


def written(data: Json) -> str:
    """Write data as JSON that people can read, too."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def name_of(stored: Stored) -> str:
    """Name a play's file."""
    record = stored.record
    day = f"{datetime.fromtimestamp(record.created / 1000, UTC):%Y-%m-%d}"
    return f"{day}-{record.game}-{record.id}.journal"


def text_of(stored: Stored) -> str:
    """Write a stored play as a journal, without playing it again."""
    record = stored.record
    persons = Seating(record, stored.seats).persons
    given = record.fate not in ("sealed", "lesson")
    answers = fold(stored.entries, fates_given=given, persons=persons).answers
    return str(journal_of(record, variant_of(record), answers, over=record.outcome is not None))


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Read a file piece by piece, then close it."""
    with file:
        while piece := file.read(PIECE):
            yield piece


ROUTES: Final = [Route("/account/journals.zip", data_zip)]
