"""The throttle on passwords: nobody tries them faster than a person would."""

from collections.abc import Sequence

import structlog
from starlette.requests import Request

from undercroft.core.errors import Refused
from undercroft.storage.people.accounts import Account
from undercroft.storage.people.names import folded
from undercroft.web.gateway.limits import Buckets, address_of
from undercroft.web.gateway.visitors import Devices
from undercroft.web.words import say

log = structlog.get_logger("undercroft.web")


class TooOften(Refused):
    """Somebody tries passwords too fast."""


class LoginThrottle:
    """Counts attempts by client and by name; on a device that was logged in before, by device."""

    def __init__(self, devices: Devices, rate: float, burst: float) -> None:
        self.devices = devices
        self.clients, self.names = Buckets(rate, burst), Buckets(rate, burst)
        self.trusted = Buckets(rate, burst)

    def knock(self, request: Request, name: str, account: Account | None) -> None:
        """Let one attempt through, or refuse it."""
        client = address_of(request.scope["client"])
        device = account and self.devices.known(cookies_of(request), account.id)
        if device:
            passes = self.trusted.take(device)
        else:
            passes = self.clients.take(client) and self.names.take(folded(name)[:80])
        if not passes:
            log.warning("log-in throttled", client=client)
            raise TooOften(say("login.too-often"))


def cookies_of(request: Request) -> Sequence[str]:
    """Give a request's `Cookie` headers."""
    return request.headers.getlist("cookie")
