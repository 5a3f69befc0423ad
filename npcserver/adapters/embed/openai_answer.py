"""Parsing of an embeddings endpoint's answer, any part of which may be missing or wrong."""

import base64
import binascii
import json
from collections.abc import AsyncIterator

import numpy as np
from numpy.typing import NDArray

from npcserver.adapters.embed.openai_faults import EndpointFault
from npcserver.adapters.embed.texts import unit
from npcserver.ports.embedder import Vectors

LONGEST_ANSWER = 32 * 1024 * 1024
"""Bytes; 64 vectors of 8,192 numbers as text need half of it."""


def read(body: bytes, count: int) -> Vectors:
    """Return `count` unit vectors, in the order of the texts. Raises `EndpointFault`.

    Accepts numbers as a list or as base64 of little-endian float32, since endpoints may ignore the
    requested encoding.
    """
    try:
        items = json.loads(body)["data"]
        items = sorted(items, key=lambda item: int(item.get("index", 0)))
        rows = [_numbers(item["embedding"]) for item in items]
        if len(rows) != count:
            raise _garbled(f"{len(rows)} vectors for {count} texts")
        return unit(np.stack(rows)) if rows else np.empty((0, 0), np.float32)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _garbled(type(error).__name__) from error


def _numbers(given: object) -> NDArray[np.floating]:
    if isinstance(given, str):
        try:
            found = np.frombuffer(base64.b64decode(given, validate=True), "<f4")
        except binascii.Error as error:
            raise ValueError("no base64") from error
    elif isinstance(given, list):
        found = np.asarray(given, np.float64)
    else:
        raise TypeError("no numbers")
    if found.ndim != 1 or not found.size:
        raise ValueError("no flat list of numbers")
    return found


def _garbled(what: str) -> EndpointFault:
    return EndpointFault(f"answered with something unusable ({what})", is_passing=False)


async def body_of(chunks: AsyncIterator[bytes]) -> bytes:
    """Read the body of an answer, up to `LONGEST_ANSWER` bytes. Raises `EndpointFault`."""
    parts: list[bytes] = []
    size = 0
    async for part in chunks:
        size += len(part)
        if size > LONGEST_ANSWER:
            raise EndpointFault(f"sent more than {LONGEST_ANSWER} bytes", is_passing=False)
        parts.append(part)
    return b"".join(parts)
