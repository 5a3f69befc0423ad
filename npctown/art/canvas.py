"""Pictures of few colours, and the form in which they are kept (PNG with a palette)."""

import struct
import tomllib
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np

TILE: Final = 16
"""Pixels of a tile's side."""

COLOURS: Final[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("palette.toml").read_text(encoding="utf-8")
)["colours"]
_NUMBERS: Final = {name: number for number, name in enumerate(COLOURS, 1)}


def chance(*key: object) -> int:
    """Return a number from 0 to 2^32 - 1 that looks random and is always the same for a key."""
    mixed = zlib.crc32("/".join(map(str, key)).encode()) * 0x9E3779B1
    return (mixed ^ (mixed >> 15)) & 0xFFFFFFFF


class Canvas:
    """A picture: rows of numbers of colours, of which 0 is transparent."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = np.zeros((height, width), np.uint8)

    def dot(self, x: int, y: int, colour: str) -> None:
        """Colour one pixel; outside the picture nothing happens."""
        self.rect(x, y, 1, 1, colour)

    def rect(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill a rectangle."""
        number = _NUMBERS[colour] if colour != "none" else 0
        self.rows[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = number

    def ellipse(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill the ellipse that fits in a rectangle."""
        across = (2 * np.arange(width) + 1 - width) / width
        down = (2 * np.arange(height) + 1 - height) / height
        for row, column in np.argwhere(across**2 + down[:, np.newaxis] ** 2 <= 1):
            self.dot(x + column, y + row, colour)

    def outline(self, colour: str = "ink") -> None:
        """Draw a line round everything that is not transparent, within the picture."""
        full = np.pad(self.rows > 0, 1)
        near = full[:-2, 1:-1] | full[2:, 1:-1] | full[1:-1, :-2] | full[1:-1, 2:]
        self.rows[near & (self.rows == 0)] = _NUMBERS[colour]

    def paste(self, other: "Canvas", x: int, y: int) -> None:
        """Lay another picture over this one."""
        there = self.rows[max(y, 0) : max(y + other.height, 0), max(x, 0) : max(x + other.width, 0)]
        height, width = there.shape
        part = other.rows[max(-y, 0) :, max(-x, 0) :][:height, :width]
        np.copyto(there, part, where=part > 0)

    def cut(self, x: int, y: int, width: int = TILE, height: int = TILE) -> "Canvas":
        """Return a part of the picture."""
        part = Canvas(width, height)
        part.paste(self, -x, -y)
        return part

    def mirrored(self) -> "Canvas":
        """Return the picture as a mirror shows it."""
        other = Canvas(self.width, self.height)
        other.rows = self.rows[:, ::-1].copy()
        return other

    def key(self) -> bytes:
        """Return all pixels; equal pictures of one size have equal keys."""
        return self.rows.tobytes()

    def png(self) -> bytes:
        """Return the picture as a PNG file with a palette."""
        colours = bytes(3) + b"".join(bytes.fromhex(code[1:]) for code in COLOURS.values())
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row.tobytes() for row in self.rows), 9)
        chunks = ((b"IHDR", head), (b"PLTE", colours), (b"tRNS", b"\0"), (b"IDAT", pixels))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks((*chunks, (b"IEND", b""))))


def _chunks(chunks: Iterable[tuple[bytes, bytes]]) -> Iterable[bytes]:
    for name, data in chunks:
        check = zlib.crc32(name + data)
        yield struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
