"""The vectors of docs/unreal.md, played by a socket against a server."""

import json
import re

import pytest

from tests.engines import wire_vectors
from tests.engines.servers import Server

pytestmark = pytest.mark.engines
VECTORS = json.loads(wire_vectors.VECTORS.read_text(encoding="utf-8"))
AGAIN = "; make them anew: python -m tests.engines.wire_vectors"


def test_the_vectors_are_what_a_server_answers(
    tavern_server: Server, prompted_server: Server
) -> None:
    """Status, messages and their order; ids, times and the size of pieces are those of each run."""
    *scripted, disclosure = VECTORS
    found = wire_vectors.played(tavern_server.http, scripted)
    found += wire_vectors.played(prompted_server.http, [scripted[0], disclosure])[1:]

    for recorded, now in zip(VECTORS, found, strict=True):
        told = wire_vectors.facts(recorded), wire_vectors.facts(now)
        assert told[0] == told[1], recorded["name"] + AGAIN


def test_the_requests_are_those_that_are_described() -> None:
    """The length of each body and envelope fits, and the wire is that of this server."""
    for vector in VECTORS:
        head, _, body = wire_vectors.as_bytes(vector["request"]).partition(b"\r\n\r\n")
        assert f"content-length: {len(body)}".encode() in head, vector["name"] + AGAIN
        assert b" wire/2" in head
        if b"connect+json" in head:
            assert (body[0], int.from_bytes(body[1:5])) == (0, len(body) - 5)


def test_the_page_shows_a_vector_as_it_is() -> None:
    """And names all of them."""
    page = wire_vectors.PAGE.read_text(encoding="utf-8")
    (say,) = (one for one in VECTORS if one["name"] == "say")

    assert wire_vectors.shown(say) in page, AGAIN
    assert {one["name"] for one in VECTORS} <= {*re.findall(r"`(\w+)`", page)}
