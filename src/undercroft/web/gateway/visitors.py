"""The cookies by which visitors are known again, and the devices on which they were.

Browsers send one server's cookies to others, too: to every port of a host, and from a parent domain
to all hosts below it. So what stands beside ours may be malformed, and may even have our name.
Cookies are read one by one, the first with a good signature counts, and nobody else's is replaced.
"""

import contextlib
import hashlib
import secrets
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from itsdangerous import BadSignature, Signer
from starlette.requests import cookie_parser
from starlette.responses import Response

COOKIE: Final = "undercroft-guest"
DEVICE: Final = "undercroft-device"
HOST: Final = "__Host-"  # browsers take such a cookie over HTTPS alone, and from this host alone
A_YEAR: Final = 365 * 24 * 3600
MOST: Final = 50  # cookies of our names that are tried


class Known(NamedTuple):
    """What a cookie says: who, and of which session, if it is an account's.

    Cookies from before there were sessions name an epoch of the account instead.
    """

    guest: str
    session: str | None
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

    def sign(self, guest: str, session: str | None = None) -> str:
        """Write a cookie's value."""
        return self._signer.sign(f"{guest}:s{session}" if session else guest).decode()

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
            guest, _, rest = self._signer.unsign(value).decode().partition(":")
            if rest.startswith("s"):
                return Known(guest, rest[1:], None, name)
            return Known(guest, None, int(rest) if rest else None, name)
        except (BadSignature, ValueError):
            return None

    def is_old(self, known: Known) -> bool:
        """Whether a cookie has a name that this server no longer gives."""
        return known.cookie not in (self.own, self.name)

    def write(self, headers: Sequence[str], guest: str, session: str | None) -> list[str]:
        """Give the `Set-Cookie` headers for a browser that has sent these cookies."""
        response, known = Response(), self.read(headers)
        before = known.cookie if known else None
        is_taken = before != self.name and any(True for _ in cookies(headers, [self.name]))
        name = self.own if is_taken or before == self.own else self.name
        keep(response, name, self.sign(guest, session), secure=self.secure)
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


class Devices:
    """Knows devices on which somebody was logged in before (OWASP's device cookies).

    Such a device has a throttle of its own for that account: strangers who try passwords elsewhere
    do not keep its owner out. The cookie names the device and the accounts, and gives nothing else.
    """

    MOST: Final = 8  # accounts of a device

    def __init__(self, secret: str, *, secure: bool) -> None:
        self._signer = Signer(secret, salt="undercroft device")
        self.secure = secure
        self.name = HOST + DEVICE if secure else DEVICE

    def read(self, headers: Sequence[str]) -> list[str]:
        """Give the device's own name, and the accounts that were logged in on it."""
        for _, value in islice(cookies(headers, [self.name]), MOST):
            with contextlib.suppress(BadSignature, ValueError):
                return self._signer.unsign(value).decode().split(":")
        return []

    def known(self, headers: Sequence[str], account: str) -> str | None:
        """Name the device, if an account was logged in on it."""
        read = self.read(headers)
        return f"{read[0]}:{account}" if account in read[1:] else None

    def remember(self, response: Response, headers: Sequence[str], account: str) -> None:
        """Have a device keep that an account was logged in on it."""
        device, *accounts = self.read(headers) or [secrets.token_urlsafe(12)]
        accounts = [account, *[known for known in accounts if known != account]][: self.MOST]
        value = self._signer.sign(":".join([device, *accounts])).decode()
        keep(response, self.name, value, secure=self.secure)
