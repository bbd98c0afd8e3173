"""A line between a browser and a server that can be held: nothing passes, and nobody is told."""

import socket
import threading
from contextlib import suppress

from tests.web.harness import free_port


class HeldLine:
    """A relay on a port of its own. While it is held, bytes wait in it, as on a dead wireless."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lost: set[socket.socket] = set()
        self._to = port
        self._flows = threading.Event()
        self._flows.set()
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self) -> None:
        """Let nothing through."""
        self._flows.clear()

    def go_on(self) -> None:
        """Let everything through again, what has waited first."""
        self._flows.set()

    def go_on_anew(self) -> None:
        """Let new connections through; those of before never hear anything again."""
        self.lost |= self._open
        self._flows.set()

    def close(self) -> None:
        self._listener.close()
        self._flows.set()
        for end in self._open:
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                self._open |= {here, there}
                for ends in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self._flows.wait()
                if source not in self.lost:
                    target.sendall(data)
        if source not in self.lost:
            with suppress(OSError):
                target.shutdown(socket.SHUT_WR)
