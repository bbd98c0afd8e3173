"""The cookie by which a visitor is known again.

Browsers send one server's cookies to others, too: to every port of a host, and from a parent domain
to all hosts below it. So what stands beside ours may be malformed, and may even have our name.
Cookies are read one by one, the first with a good signature counts, and nobody else's is replaced.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from starlette.requests import cookie_parser
from starlette.responses import Response

COOKIE: Final = "undercroft-guest"
HOST: Final = "__Host-"  # browsers take such a cookie over HTTPS alone, and from this host alone
A_YEAR: Final = 365 * 24 * 3600
MOST: Final = 50  # cookies of our names that are tried


class Known(NamedTuple):
    """What a cookie says: who, and of which epoch, if it is an account's."""

    guest: str
    epoch: int | None
    cookie: str  # its name


class Guests:
    """Names guests and knows them again."""

    def __init__(self, secret: str, *, secure: bool = False) -> None:
        self._signer = Signer(secret, salt="undercroft guest")
        self.secure = secure
        self.name = HOST + COOKIE if secure else COOKIE
        mark = hashlib.sha256(f"undercroft cookie {secret}".encode()).hexdigest()[:8]
        self.own = f"{self.name}-{mark}"  # for browsers in which another server has the name
        self.names = dict.fromkeys((self.own, self.name, COOKIE))

    def new(self) -> str:
        """Name a new guest."""
        return secrets.token_urlsafe(12)

    def sign(self, guest: str, epoch: int | None = None) -> str:
        """Write a cookie's value."""
        return self._signer.sign(guest if epoch is None else f"{guest}:{epoch}").decode()

    def read(self, headers: Sequence[str]) -> Known | None:
        """Read a request's `Cookie` headers. A forged cookie is nobody's."""
        sent = list(islice(cookies(headers, self.names), MOST))
        tried = (
            self._read(name, value)
            for wanted in self.names
            for name, value in sent
            if name == wanted
        )
        return next((known for known in tried if known is not None), None)

    def _read(self, name: str, value: str) -> Known | None:
        try:
            guest, _, epoch = self._signer.unsign(value).decode().partition(":")
            return Known(guest, int(epoch) if epoch else None, name)
        except (BadSignature, ValueError):
            return None

    def is_old(self, known: Known) -> bool:
        """Whether a cookie has a name that this server no longer gives."""
        return known.cookie not in (self.own, self.name)

    def write(self, headers: Sequence[str], guest: str, epoch: int | None) -> list[str]:
        """Give the `Set-Cookie` headers for a browser that has sent these cookies."""
        response, known = Response(), self.read(headers)
        before = known.cookie if known else None
        is_taken = before != self.name and any(True for _ in cookies(headers, [self.name]))
        name = self.own if is_taken or before == self.own else self.name
        keep(response, name, self.sign(guest, epoch), secure=self.secure)
        if known is not None and self.is_old(known):
            response.delete_cookie(known.cookie)
        return response.headers.getlist("set-cookie")


def cookies(headers: Sequence[str], names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Give the cookies of some names, however often each was sent and whatever is beside them."""
    for header in headers:
        for piece in header.split(";"):
            yield from ((n, value) for n, value in cookie_parser(piece).items() if n in names)


def keep(response: Response, name: str, value: str, *, secure: bool) -> None:
    """Have a browser keep something for a year, out of reach of its scripts."""
    response.set_cookie(name, value, A_YEAR, httponly=True, samesite="lax", secure=secure)
