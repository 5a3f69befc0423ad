"""Pictures of few colours, and the form in which they are kept (PNG with a palette)."""

import struct
import tomllib
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

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
        self.rows = [bytearray(width) for _ in range(height)]

    def dot(self, x: int, y: int, colour: str) -> None:
        """Colour one pixel; outside the picture nothing happens."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = _NUMBERS[colour] if colour != "none" else 0

    def rect(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill a rectangle."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.dot(column, row, colour)

    def ellipse(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill the ellipse that fits in a rectangle."""
        for row in range(height):
            for column in range(width):
                across = (2 * column + 1 - width) / width
                down = (2 * row + 1 - height) / height
                if across * across + down * down <= 1:
                    self.dot(x + column, y + row, colour)

    def outline(self, colour: str = "ink") -> None:
        """Draw a line round everything that is not transparent, within the picture."""
        around = [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if not self.rows[y][x]
            and any(self.at(x + dx, y + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        ]
        for x, y in around:
            self.dot(x, y, colour)

    def at(self, x: int, y: int) -> int:
        """Return the number of a pixel's colour, 0 outside the picture."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self.rows[y][x] if inside else 0

    def paste(self, other: "Canvas", x: int, y: int) -> None:
        """Lay another picture over this one."""
        for row, line in enumerate(other.rows):
            for column, number in enumerate(line):
                inside = 0 <= x + column < self.width and 0 <= y + row < self.height
                if number and inside:
                    self.rows[y + row][x + column] = number

    def cut(self, x: int, y: int, width: int = TILE, height: int = TILE) -> "Canvas":
        """Return a part of the picture."""
        part = Canvas(width, height)
        for row in range(height):
            for column in range(width):
                part.rows[row][column] = self.at(x + column, y + row)
        return part

    def mirrored(self) -> "Canvas":
        """Return the picture as a mirror shows it."""
        other = Canvas(self.width, self.height)
        other.rows = [bytearray(reversed(row)) for row in self.rows]
        return other

    def key(self) -> bytes:
        """Return all pixels; equal pictures of one size have equal keys."""
        return b"".join(self.rows)

    def png(self) -> bytes:
        """Return the picture as a PNG file with a palette."""
        colours = bytes(3) + b"".join(bytes.fromhex(code[1:]) for code in COLOURS.values())
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows), 9)
        chunks = ((b"IHDR", head), (b"PLTE", colours), (b"tRNS", b"\0"), (b"IDAT", pixels))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks((*chunks, (b"IEND", b""))))


def _chunks(chunks: Iterable[tuple[bytes, bytes]]) -> Iterable[bytes]:
    for name, data in chunks:
        check = zlib.crc32(name + data)
        yield struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
