"""Messages that no page sends to its desk."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Final

from tests.campaigns.strangers.requests import RequestKind, noise


def frame(payload: bytes, opcode: int = 1, *, masked: bool = True, first: int = 0x80) -> bytes:
    """Return a frame as a browser sends it."""
    sign = 0x80 if masked else 0
    size = len(payload)
    head = bytes([first | opcode])
    if size < 126:
        head += bytes([sign | size])
    elif size < 65536:
        head += bytes([sign | 126]) + struct.pack("!H", size)
    else:
        head += bytes([sign | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def _stdin(keys: str) -> bytes:
    return frame(json.dumps(["stdin", keys]).encode())


def _bomb() -> bytes:
    packed = zlib.compressobj(9, wbits=-15)
    return frame(packed.compress(b"[" * 30_000_000) + packed.flush(zlib.Z_SYNC_FLUSH), first=0xC0)


# What is said to a desk by somebody who was let in.
SAID: Final = (
    RequestKind(
        "what is no list", lambda chance: frame(chance.choice((b"{}", b"1", b"null", b"[]", b"zq7", b"", b'"zq7"')))
    ),
    RequestKind("what is no JSON", lambda chance: frame(noise(chance))),
    RequestKind("brackets in brackets", lambda chance: frame(b"[" * 60_000)),
    RequestKind(
        "a number without end", lambda chance: frame(b'["resize",{"width":' + b"9" * 20_000 + b',"height":1}]')
    ),
    RequestKind("a window", lambda chance: frame(b'["resize",{"width":' + b"9" * 4000 + b',"height":1000000000}]')),
    RequestKind(
        "another window", lambda chance: frame(b'["resize",{"width":"zq7","height":null}]') + frame(b'["resize"]')
    ),
    RequestKind("keys that are none", lambda chance: frame(b'["stdin",[1,2]]') + frame(b'["stdin"]')),
    RequestKind("half a letter", lambda chance: frame(b'["stdin","\\ud83d"]') * 20),
    RequestKind("any keys", lambda chance: _stdin(noise(chance).decode("latin-1")) * 5),
    RequestKind("a window told by keys", lambda chance: _stdin("\x1b[48;99999999;99999999;0;0t\x1b[<35;5;5M")),
    RequestKind("a paste without end", lambda chance: _stdin("\x1b[200~" + "zq7" * 9000)),
    RequestKind("a long message", lambda chance: _stdin("zq7" * 400_000)),
    RequestKind("a bomb", lambda chance: _bomb()),
    RequestKind("a frame without a mask", lambda chance: frame(b'["blur"]', masked=False)),
    RequestKind("a frame of no kind", lambda chance: frame(b"zq7", opcode=chance.choice((3, 7, 11, 15)))),
    RequestKind("letters that are none", lambda chance: frame(b"\xff\xfe\xed\xa0\x80")),
    RequestKind(
        "a message that goes on", lambda chance: frame(b"zq7", first=0) + frame(b"zq7" * 9000, opcode=0, first=0) * 9
    ),
    RequestKind(
        "a length without end", lambda chance: b"\x81\xff" + struct.pack("!Q", 2**63 - 1) + b"zq7", is_complete=False
    ),
    RequestKind("a ping of any length", lambda chance: frame(b"zq7" * 90, opcode=9)),
    RequestKind("bytes after the handshake", noise, is_complete=False),
)
