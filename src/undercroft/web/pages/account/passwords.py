"""Passwords and recovery codes: read, hashed and checked; off the event loop, two at a time."""

import asyncio
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from zxcvbn import zxcvbn  # type: ignore[import-untyped]

from undercroft.core.errors import Refused
from undercroft.web.words import say

SHORTEST, LONGEST = 10, 200  # characters of a password
LOOKED_AT: Final = 20  # ... of which so many are held against the commonest
EASY: Final = 1e6  # guesses
SIGNS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # of a recovery code
_HASHER: Final = PasswordHasher()  # argon2id, 64 MiB
_THREADS: Final = ThreadPoolExecutor(2, "passwords")  # so many hashes, and their memory, at once


class BadPassword(Refused):
    """No password that an account can have."""


async def read_password(text: str, name: str) -> str:
    """Read a new password, or say what is wrong with it."""
    if len(text) < SHORTEST:
        raise BadPassword(say("account.short-password", least=SHORTEST))
    if len(text) > LONGEST:
        raise BadPassword(say("account.long-password", most=LONGEST))
    if await asyncio.get_running_loop().run_in_executor(_THREADS, _is_common, text, name):
        raise BadPassword(say("account.common-password"))
    return text


def new_code() -> str:
    """Make a recovery code: 100 bits, in letters and digits that nobody mistakes."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(20))
    return "-".join(signs[at : at + 5] for at in range(0, 20, 5))


def read_code(text: str) -> str:
    """Read a recovery code, as somebody has typed it."""
    signs = "".join(sign for sign in text[:LONGEST].upper() if sign.isalnum())
    return "-".join(signs[at : at + 5] for at in range(0, len(signs), 5))


async def hash_password(password: str) -> str:
    """Hash a password, with a salt of its own."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _hash, password)


async def is_password(known: str | None, password: str) -> bool:
    """Whether a password is the one that was hashed. Without one it takes as long to say no."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _check, known, password)


def is_outdated(known: str) -> bool:
    """Whether a hash was made with other parameters than new ones are."""
    return _HASHER.check_needs_rehash(known)


def _is_common(password: str, name: str) -> bool:
    """Whether an attacker who tries the commonest first finds a password in a million tries.

    How long it takes to say so grows fast with the length: the beginning has to be enough.
    """
    head = _same(password)[:LOOKED_AT]
    return bool(zxcvbn(head, user_inputs=[name, "undercroft"])["guesses"] < EASY)


def _hash(password: str) -> str:
    return _HASHER.hash(_same(password))


def _check(known: str | None, password: str) -> bool:
    try:
        _HASHER.verify(known or _nobodys(), _same(password[:LONGEST]))
    except (VerificationError, InvalidHashError):
        return False
    return known is not None and len(password) <= LONGEST


def _same(password: str) -> str:
    """Have a password be the same from every keyboard."""
    return unicodedata.normalize("NFC", password)


@cache
def _nobodys() -> str:
    return _HASHER.hash("nobody's")
