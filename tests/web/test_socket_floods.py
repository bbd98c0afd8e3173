"""One guest's socket sends what costs the server, and reads nothing; another guest plays on."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from benchmarks.server import SERIES, Line
from tests.web.harness import Server, running
from tests.web.test_faults import memory, metric_of, read_on, to_and_fro

MASK = bytes(4)
FLOODS = {
    "pings": (b"", b"\x89\xfd" + MASK + bytes(125)),
    "pongs": (b"", b"\x8a\xfd" + MASK + bytes(125)),
    "empty fragments": (b"\x01\x80" + MASK, b"\x00\x80" + MASK),
}


async def flood(line: Line, first: bytes, frame: bytes, most: int = 60_000_000) -> int:
    """Send the same frame again and again, reading nothing; give the bytes until it is cut off."""
    line.writer.write(first)
    sent, many = 0, frame * 1000
    with contextlib.suppress(ConnectionError):
        while sent < most:
            line.writer.write(many)
            await line.writer.drain()
            sent += len(many)
    return sent


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_cut_off_and_another_guest_plays_on(kind: str, tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        guest, hostile = Line(server.port), Line(server.port)
        await guest.connect(SERIES)
        await hostile.connect(SERIES)
        held, worked = memory(server), server.worked()
        flooding = asyncio.create_task(flood(hostile, *FLOODS[kind]))
        await to_and_fro(guest, 5)
        assert await flooding < 20_000_000
        for _ in range(150):
            if metric_of((await guest.get("/metrics"))[1], "undercroft_sockets") <= 1:
                break
            await asyncio.sleep(0.2)
        else:
            raise AssertionError("it is still there")
        assert server.worked() - worked < 5  # seconds, with the guest's ten answers
        assert memory(server) - held < 60_000_000
        await hostile.close()
        await guest.close()

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(play(server), 30))


def test_who_is_cut_off_and_reads_is_told_why(tmp_path: Path) -> None:
    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        await line.receive()
        for _ in range(70):
            line.writer.write(b"\x89\x80" + MASK)
        with pytest.raises(ConnectionError, match="too many control frames or fragments"):
            await asyncio.wait_for(read_on(line), 60)
        await line.close()

    with running(tmp_path) as server:
        asyncio.run(play(server.port))


def test_a_message_in_parts_and_pings_now_and_then_are_fine(tmp_path: Path) -> None:
    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        await line.receive()
        beat = b'{"do":"beat"}'
        for number in range(20):
            line.writer.write(b"\x89\x80" + MASK)
            pieces = [beat[:number], beat[number:]] if 0 < number < len(beat) else [beat]
            for at, piece in enumerate(pieces):
                first = (0x80 if at == len(pieces) - 1 else 0) | (at == 0)
                for byte in bytes((first, 0x80 | len(piece))) + MASK + piece:
                    line.writer.write(bytes((byte,)))
                    await asyncio.sleep(0)
            assert '"beat"' in await line.receive()
        await line.close()

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(play(server.port), 60))


def test_many_messages_at_once_are_all_taken(tmp_path: Path) -> None:
    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        await line.receive()
        for _ in range(500):
            line.send('{"do":"beat"}')
        for _ in range(500):
            assert '"beat"' in await line.receive()
        await line.close()

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(play(server.port), 60))
