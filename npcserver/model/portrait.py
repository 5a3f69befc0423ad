"""Portraits of characters: pictures of bounded size, known by their bytes."""

from dataclasses import dataclass

from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId

MOST_BYTES = 500_000
"""A portrait is a row, and is sent with each page that shows it."""
MOST_PIXELS = 2_000
"""Width and height; a small file may unpack to a picture that fills the memory of a browser."""

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_JPEG, _JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # markers of frames


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """A picture of a character; `media_type` is image/png, image/jpeg or image/webp."""

    character_id: CharacterId
    media_type: str
    content: bytes


def portrait_of(character_id: CharacterId, content: bytes) -> Portrait:
    """Return the portrait that a file holds. Raises `InvalidInput`."""
    if len(content) > MOST_BYTES:
        raise InvalidInput(
            "file", f"has {len(content):,} bytes; a portrait has at most {MOST_BYTES:,}"
        )
    for media_type, read in _READERS.items():
        if (size := read(content)) is None:
            continue
        if not all(0 < side <= MOST_PIXELS for side in size):
            told = "{} x {}".format(*size)
            raise InvalidInput(
                "file", f"has {told} pixels; a portrait has 1 to {MOST_PIXELS:,} each way"
            )
        return Portrait(character_id=character_id, media_type=media_type, content=content)
    raise InvalidInput("file", "is no whole PNG, JPEG or WebP; choose a picture in one of these")


def _png(content: bytes) -> tuple[int, int] | None:
    if not (content.startswith(_PNG) and content[12:16] == b"IHDR" and _PNG_END in content[-16:]):
        return None
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])


def _jpeg(content: bytes) -> tuple[int, int] | None:
    if not (content.startswith(_JPEG) and _JPEG_END in content[-16:]):
        return None
    at = 2
    while at + 9 < len(content) and content[at] == _JPEG[0]:
        if content[at + 1] in _JPEG_SIZES:
            height, width = content[at + 5 : at + 7], content[at + 7 : at + 9]
            return int.from_bytes(width), int.from_bytes(height)
        at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return None


def _webp(content: bytes) -> tuple[int, int] | None:
    is_whole = int.from_bytes(content[4:8], "little") + 8 <= len(content)
    if not (content.startswith(b"RIFF") and content[8:12] == b"WEBP" and is_whole):
        return None
    kind, body = content[12:16], content[20:30]
    if kind == b"VP8X":
        width, height = body[4:7], body[7:10]
        return int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1
    if kind == b"VP8L" and body[:1] == b"/":
        bits = int.from_bytes(body[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = body[6:8], body[8:10]
        return int.from_bytes(width, "little") & 0x3FFF, int.from_bytes(height, "little") & 0x3FFF
    return None


_READERS = {"image/png": _png, "image/jpeg": _jpeg, "image/webp": _webp}
