"""Passwords: read, hashed and checked, never on the event loop and never many at once."""

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from undercroft.core.errors import Refused

SHORTEST, LONGEST = 10, 200  # characters of a password
_HASHER: Final = PasswordHasher()  # argon2id, 64 MiB
_THREADS: Final = ThreadPoolExecutor(2, "passwords")  # so many hashes, and their memory, at once


class BadPassword(Refused):
    """No password that an account can have."""


def read_password(text: str, name: str) -> str:
    """Read a new password, or say what is wrong with it."""
    if not SHORTEST <= len(text) <= LONGEST:
        raise BadPassword(f"A password has at least {SHORTEST} characters.")
    if text.casefold() == name.casefold() or len(set(text)) < 4:
        raise BadPassword("That password is too easy to guess.")
    return text


async def hash_password(password: str) -> str:
    """Hash a password, with a salt of its own."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _hash, password)


async def is_password(known: str | None, password: str) -> bool:
    """Whether a password is the one that was hashed. Without one it takes as long to say no."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _check, known, password)


def is_outdated(known: str) -> bool:
    """Whether a hash was made with other parameters than new ones are."""
    return _HASHER.check_needs_rehash(known)


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
