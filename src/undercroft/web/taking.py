"""Taking everything along: all journals of the visitor's plays, in one file."""

import asyncio
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import IO, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from undercroft.core.errors import BadVariant
from undercroft.storage.accounts import Accounts
from undercroft.storage.folding import fold
from undercroft.storage.journals import Journals, Stored
from undercroft.web.records import journal_of, variant_of
from undercroft.web.seating import Seating

PIECE: Final = 64 * 1024  # bytes
ABOUT: Final = """\
Your plays at Undercroft, a journal each.
`undercroft replay FILE` shows one in the terminal; the home page of any Undercroft takes one in.
{left} more are not here yet: others have hands to hide in them until they are over.
"""


async def journals_zip(request: Request) -> Response:
    """Give all journals in one file."""
    state = request.app.state
    file = await asyncio.to_thread(packed, state.accounts, state.journals, request.scope["guest"])
    headers = {
        "content-disposition": 'attachment; filename="undercroft-journals.zip"',
        "cache-control": "no-store",
    }
    return StreamingResponse(pieces(file), headers=headers, media_type="application/zip")


def packed(accounts: Accounts, journals: Journals, guest: str) -> IO[bytes]:
    """Pack the journals, one play after the other, into a file that nobody else can open."""
    file = TemporaryFile()  # noqa: SIM115 (closed when all of it is sent)
    left = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for play in accounts.plays_of(guest):
            stored = journals.load(play)
            if stored is None:
                continue  # deleted meanwhile
            if stored.record.seats > 1 and stored.record.outcome is None:
                left += 1
                continue
            with suppress(BadVariant):  # of a time when a variant could be anything
                archive.writestr(name_of(stored), text_of(stored))
        archive.writestr("README.txt", ABOUT.format(left=left or "No"))
    file.seek(0)
    return file


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
    lines = fold(stored.entries, fates_given=given, persons=persons).lines
    return str(journal_of(record, variant_of(record), lines, over=record.outcome is not None))


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Read a file piece by piece, then close it."""
    with file:
        while piece := file.read(PIECE):
            yield piece


ROUTES: Final = [Route("/account/journals.zip", journals_zip)]
