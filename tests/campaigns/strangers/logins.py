"""How strangers try to log in, or to pass for an officer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from typing import TypeVar
from urllib.parse import urlencode

from tests.campaigns.strangers.requests import (
    HANDSHAKE,
    ORIGIN,
    ORIGINS,
    PASSWORD,
    SIGN,
    RequestKind,
    basic,
    form,
    request,
    text,
)

T = TypeVar("T")


def _anything(chance: random.Random, *headers: str, origin: str = ORIGIN) -> bytes:
    """Ask for any of what only who has logged in is given, or may do."""
    return chance.choice(
        (
            request(f"Origin: {origin}", *headers),
            request(f"Origin: {origin}", *headers, *HANDSHAKE, path="/ws"),
            request(f"Origin: {origin}", *headers, path="/static/js/textual.js"),
            request(f"Origin: {origin}", *headers, path=f"/download/{SIGN}"),
            form("", *headers, origin=origin, path="/logout"),
        )
    )


def login_requests(officer: str, other_login: str, other: str) -> tuple[RequestKind, ...]:
    """Return how strangers try to log in, or to pass for an officer.

    They know the cookie of an officer who is logged in so far as to change it or to have a page of another site send
    it, one that has logged out, and one that another server gave.
    """
    name, _, secret = officer.partition("=")
    old, foreign = (cookie.partition("=")[2] for cookie in (other_login, other))
    right = urlencode({"password": PASSWORD})
    guessed = (
        *(PASSWORD[:-1], f"{PASSWORD}x", PASSWORD.upper(), f" {PASSWORD}", f"{PASSWORD}\0"),
        *("", "zq7" * 999, secret, SIGN),
    )
    none = (
        *("", "x", "\xff", "\x00", "x" * 7000, "zq7", '"', '"zq7', "\\", "%00", "\udcff", "None", "True", "0"),
        *(secret[:-1], secret[1:], f"{secret}x", f"x{secret}", secret.swapcase(), secret[::-1], f"{secret}%00"),
        *(sha256(secret.encode()).hexdigest(), sha256(b"").hexdigest(), PASSWORD, old, foreign),
    )
    misnamed = (
        *(f"{name.upper()}={secret}", f"{name}x={secret}", f"x{name}={secret}", f"desk={secret}", f"={secret}", secret),
        *(f"{name}[]={secret}", f"{name}:{secret}", f"zq7 \x1b[={secret}", f"zq7@()={secret}", f"$Version=1; {name}"),
        *(other, f"{other.partition('=')[0]}={secret}", f"{name}={name}={secret}", f"{name}={PASSWORD}"),
    )
    http = ("", "Basic Og==", "Basic !!!!", "Basic /w==", "Bearer zq7", "Basic \xe9", "zq7 " * 99, f"Bearer {secret}")
    authorized = (
        *((basic(password, user),) for password in (PASSWORD, SIGN, secret) for user in ("", "fay", name)),
        *((basic(PASSWORD), basic(SIGN)), (basic(SIGN), basic(PASSWORD)), (f"Proxy-{basic(PASSWORD)}",)),
        *((f"Authorization: {password}",) for password in (*http, f"Bearer {PASSWORD}", f"Basic {PASSWORD}", "Basic")),
    )
    no_form = (
        form("", path=f"/login?{right}"),
        request(path=f"/login?{right}"),
        request(path=f"/?{right}"),
        form(right, path="/"),
        form(right, path="/ws"),
        form(right, path="/login/"),
        form(f"{right}&{right}"),
        form(f"password={SIGN}&{right}"),
        form(f"{right}&password="),
        form(f"{right};x", "Content-Encoding: gzip"),
        form(right).replace(b"x-www-form-urlencoded", b"json"),
        form(right).replace(b"application/x-www-form-urlencoded", b"text/plain"),
        form(right).replace(b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=zq7"),
        form(right).replace(b"POST", b"PUT"),
        form(right).replace(b"POST", b"GET"),
        form("password=%ff%fe"),
        form("zq7" * 9000),
    )
    return (
        *_each("a wrong password", lambda password, _: form(urlencode({"password": password})), guessed, guesses=True),
        *_each("the password in no form of ours", lambda password, _: password, no_form),
        *_each("the password on another page", lambda origin, _: form(right, origin=origin), (*ORIGINS, None)),
        *_each("the password on two pages", lambda origin, _: form(right, f"Origin: {origin}"), ORIGINS),
        *_each("a cookie that is none", lambda value, chance: _anything(chance, f"Cookie: {name}={value}"), none),
        *_each("another cookie", lambda cookie, chance: _anything(chance, f"Cookie: {cookie}"), misnamed),
        *_each("a cookie that was logged out", lambda _, chance: _anything(chance, f"Cookie: {other_login}"), range(9)),
        *_each(
            "an officer's cookie on another page",
            lambda origin, chance: _anything(chance, f"Cookie: {officer}", origin=origin),
            ORIGINS,
        ),
        *_each(
            "a cookie twice",
            lambda value, chance: _anything(chance, f"Cookie: {name}={chance.choice(none)}; {name}={value}"),
            none,
        ),
        *_each(
            "two headers of cookies",
            lambda value, chance: _anything(chance, f"Cookie: {name}={value}", f"Cookie: {name}={chance.choice(none)}"),
            none,
        ),
        RequestKind(
            "a cookie of any letters", lambda chance: _anything(chance, f"Cookie: {text(chance)}={text(chance)}")
        ),
        RequestKind(
            "many cookies",
            lambda chance: _anything(chance, "Cookie: " + "; ".join(f"{name}={old[:length]}" for length in range(99))),
        ),
        *_each("a header with a password", lambda header, chance: _anything(chance, *header), authorized),
    )


def _each(
    label: str, make: Callable[[T, random.Random], bytes], variants: Iterable[T], *, guesses: bool = False
) -> list[RequestKind]:
    return [RequestKind(label, partial(make, variant), guesses=guesses) for variant in variants]
