"""Portraits in the studio: known by their bytes, bounded, and shown beside the name."""

import struct
from pathlib import Path

import pytest

from npcserver.model.access import KeyRole
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId
from npcserver.model.portrait import MOST_BYTES, portrait_of
from tests.fakes.pictures import png
from tests.fakes.studio_visitor import WORLD, Answer, Studio, Visitor, studio

AT = f"/w/{WORLD}/people/hester/persona"
HESTER = CharacterId("hester")


def jpeg(width: int = 640, height: int = 480) -> bytes:
    first = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0" + b"\0" * 9
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 8, 8, height, width, 0)
    return b"\xff\xd8" + first + frame + b"\xff\xd9"


def webp(kind: bytes, body: bytes) -> bytes:
    inner = b"WEBP" + kind + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(inner)) + inner


EXTENDED = b"\0" * 4 + (639).to_bytes(3, "little") + (479).to_bytes(3, "little")
LOSSLESS = b"/" + (639 | 479 << 14).to_bytes(4, "little") + b"\0" * 5
LOSSY = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 640, 480)


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (png(), "image/png"),
        (jpeg(), "image/jpeg"),
        (webp(b"VP8X", EXTENDED), "image/webp"),
        (webp(b"VP8L", LOSSLESS), "image/webp"),
        (webp(b"VP8 ", LOSSY), "image/webp"),
    ],
)
def test_a_picture_is_known_by_its_bytes(content: bytes, media_type: str) -> None:
    """Whatever its file is called."""
    assert portrait_of(HESTER, content).media_type == media_type


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no whole PNG, JPEG or WebP"),
        (b"GIF89a" + b"\0" * 20, "no whole"),
        (png()[:-14], "no whole"),
        (jpeg()[:-2], "no whole"),
        (webp(b"VP8L", LOSSLESS)[:-1], "no whole"),
        (b"\xff\xd8\xff", "no whole"),
        (b"\xff\xd8\xff\xe0\0\0" + b"\xff" * 30 + b"\xff\xd9", "no whole"),
        (b"\x89PNG\r\n\x1a\n", "no whole"),
        (jpeg(30_000, 30_000), "30000 x 30000 pixels"),
        (jpeg(0, 10), "0 x 10 pixels"),
        (png() + b"\0" * MOST_BYTES, "bytes; a portrait has at most"),
    ],
)
def test_what_is_no_portrait_is_refused(content: bytes, why: str) -> None:
    """Cut off, of another kind, too large as a file, or once it is unpacked."""
    with pytest.raises(InvalidInput, match=why):
        portrait_of(HESTER, content)


async def sent(visitor: Visitor, content: bytes, **fields: str) -> Answer:
    """Send the form of the portrait as a browser does."""
    bound = "----bound7MA4YWx"
    parts = [
        f'--{bound}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in {**visitor.hidden, **fields}.items()
    ]
    head = 'content-disposition: form-data; name="file"; filename="a.html"'
    parts.append(f"--{bound}\r\n{head}\r\ncontent-type: text/html\r\n\r\n".encode())
    body = b"".join([*parts, content, f"\r\n--{bound}--\r\n".encode()])
    kind = {"content-type": f"multipart/form-data; boundary={bound}"}
    return await visitor.send(f"{AT}/portrait", body, **kind)


async def picture(at: Studio) -> bytes:
    return (await at.here.services.characters.portrait(WORLD, HESTER)).content


async def test_a_portrait_stands_beside_the_name(tmp_path: Path) -> None:
    """In the persona and the mind; it goes with a form, and with its character."""
    async with studio(tmp_path) as at:
        visitor, pages = at.visitor, (AT, f"{at.at}/c/hester")
        for page in pages:
            assert 'class="face"' not in (await visitor.get(page)).html
        await visitor.get(AT)
        stored = await sent(visitor, png(), do="put")
        assert stored.status == 303
        assert await picture(at) == png()
        for page in pages:
            assert "/people/hester/persona/portrait?v=" in (await visitor.get(page)).html
        shown = await visitor.get(f"{AT}/portrait")
        assert shown.content == png()
        assert shown.headers["content-type"] == "image/png"
        assert shown.headers["x-content-type-options"] == "nosniff"
        refused = await sent(visitor, b"<script>alert(1)</script>", do="put")
        assert (refused.status, await picture(at)) == (400, png())
        _, secret = await at.here.services.keys.create(name="r", role=KeyRole.READ_ONLY)
        reader = Visitor(visitor.app)
        await reader.get("/sign-in")
        await reader.post("/sign-in", {"key": secret})
        assert (await sent(reader, jpeg(), do="put")).status == 403
        characters = at.here.services.characters
        await characters.put_portrait(WORLD, HESTER, jpeg())
        await characters.put_portrait(WORLD, HESTER, b"")
        assert dict(await characters.portraits(WORLD)) == {}
        await characters.put_portrait(WORLD, HESTER, jpeg())
        await characters.delete(WORLD, HESTER)
        assert dict(await characters.portraits(WORLD)) == {}
