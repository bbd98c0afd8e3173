"""Connections that are begun and not ended, over real sockets."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.web.harness import Server, running

SECONDS = 3.0
BODY = b"POST /journals HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\njournal="
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("connections")
    with running(folder, head_seconds=SECONDS, body_seconds=SECONDS) as started:
        yield started


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 60)


def heard(connection: socket.socket) -> bytes:
    """Give all that comes until the server hangs up; after a minute the test fails."""
    said = b""
    while piece := connection.recv(65536):
        said += piece
    return said


BEGUN = {
    b"": b"",
    b"GET": b"HTTP/1.1 408 ",
    b"GET /heal": b"HTTP/1.1 408 ",
    b"GET /healthz HTTP/1.1\r\nHost: 127": b"HTTP/1.1 408 ",
    BODY: b"",
    BODY.replace(b"Content-Length: 100", b"Transfer-Encoding: chunked"): b"HTTP/1.1 400 ",
    b"\r\n": b"",
    GET + b"\r\n": b"HTTP/1.1 200 ",
    GET + b"GET /healthz HTTP/1.1\r\nHost": b"HTTP/1.1 200 ",
}


def test_what_is_begun_and_not_ended_is_closed(server: Server) -> None:
    with ExitStack() as stack:
        connections = [stack.enter_context(closing(connect(server))) for _ in BEGUN]
        for connection, sent in zip(connections, BEGUN, strict=True):
            connection.sendall(sent)
        for connection, (sent, answer) in zip(connections, BEGUN.items(), strict=True):
            assert heard(connection).startswith(answer), sent


def test_a_byte_now_and_then_wins_no_time(server: Server) -> None:
    began = time.monotonic()
    with closing(connect(server)) as connection:
        connection.settimeout(0.2)
        pieces = iter(b"GET /healthz HTTP/1.1\r\n" + b"X: y\r\n" * 1000)
        said = b""
        while not said and time.monotonic() < began + 60:
            connection.sendall(bytes([next(pieces)]))
            try:
                said = connection.recv(1000)
            except TimeoutError:
                continue
        assert said.startswith(b"HTTP/1.1 408 ")


def test_what_comes_slowly_but_in_time_is_taken_and_the_next_request_has_its_own_time(
    server: Server,
) -> None:
    with closing(connect(server)) as connection:
        for _ in range(3):
            for piece in (GET[:10], GET[10:30], GET[30:]):
                connection.sendall(piece)
                time.sleep(SECONDS / 10)
            said = b""
            while b'"status"' not in said:
                said += connection.recv(65536)
            assert said.startswith(b"HTTP/1.1 200 ")


def test_headers_without_end_are_refused(server: Server) -> None:
    with closing(connect(server)) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        try:
            for _ in range(1000):
                connection.sendall(b"X-Long: " + b"y" * 1000 + b"\r\n")
            said = heard(connection)
        except ConnectionError:  # it hung up while more was being sent
            said = b"HTTP/1.1 431 "
        assert said.startswith(b"HTTP/1.1 431 ")


def test_a_client_that_hangs_up_in_mid_body_is_no_bug(server: Server) -> None:
    form = BODY.replace(b"/journals", b"/plays").replace(b"\r\n\r\n", b"\r\nX: y\r\n\r\n")
    json = b"POST /api/plays HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    json += b"Content-Length: 100\r\n\r\n{"
    begun = len(server.log.read_text())
    for sent in (BODY, form, json):
        with closing(connect(server)) as connection:
            connection.sendall(sent)
            time.sleep(0.1)
    end = time.monotonic() + 60
    while (log := server.log.read_text()[begun:]).count('"status": 499') < 3:
        assert time.monotonic() < end, log
        time.sleep(0.1)
    assert "Traceback" not in log
    assert '"bug"' not in log
    assert '"status": 500' not in log
