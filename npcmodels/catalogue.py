"""The catalogue of `npcserver models`: where each model is published, and what it needs."""

import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from npcmodels.hardware import machine_memory, usable_cores
from npcserver.model.errors import InvalidInput

PUBLISHER = "https://huggingface.co"
PUBLISHER_VARIABLE = "HF_ENDPOINT"
"""The environment variable that names a mirror, as for the publisher's own tools."""

_BESIDE = 900_000_000  # bytes for a context of 8192 tokens, and for the process itself
_BYTES_A_CORE = 600_000_000  # of weights: a processor reads all of them for each token
_SHARE = 1 / 3  # of the memory of a machine; a game needs the rest

Progress = Callable[[int, int], None]
"""Takes the bytes that have arrived, and the total."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of a file: its size in bytes (0: unknown), its tag and its SHA-256."""

    size: int = 0
    tag: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """A model that can be pulled.

    `path` is its publisher's repository, empty for the model that comes in a Python package. `size`
    is in bytes, exact if `sha256` is known, else approximate. `sha256` was computed from the
    publisher's file; if it is empty, the checksum that the publisher's server states at the
    download counts.
    """

    name: str
    path: str
    file: str
    size: int
    licence: str
    languages: str
    good_for: str
    sha256: str = ""
    is_suggested: bool = True

    @property
    def memory(self) -> int:
        """Bytes of memory needed to run it."""
        return self.size * 115 // 100 + _BESIDE

    @property
    def url(self) -> str:
        """The address of the file, at the publisher or the mirror that the environment names."""
        root = os.environ.get(PUBLISHER_VARIABLE, "").strip() or PUBLISHER
        return f"{root.rstrip('/')}/{self.path}/resolve/main/{self.file}"


_DATA = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
CATALOGUE = tuple(CatalogueEntry(**one) for one in _DATA["models"])
"""Smallest first; all are quantised to four bits."""
PACKAGED = CATALOGUE[0]


def catalogue_entry(name: str) -> CatalogueEntry:
    """Return the model of that name; raises `InvalidInput`, which lists all names."""
    for each in CATALOGUE:
        if each.name == name.strip().casefold():
            return each
    there = ", ".join(each.name for each in CATALOGUE)
    raise InvalidInput("NAME", f"no model {name!r} in the catalogue; choose one of: {there}")


def recommended(memory: int | None = None, cores: int | None = None) -> CatalogueEntry:
    """Return the largest suggested model that this machine runs beside a game.

    It takes at most a third of the memory (bytes), and 600 MB of weights for each core, so that
    words come about as fast as they are read. Suggested models are free for commercial use.
    """
    memory = machine_memory() if memory is None else memory
    cores = usable_cores() if cores is None else cores
    fitting = [
        each
        for each in CATALOGUE
        if each.is_suggested
        and each.memory <= memory * _SHARE
        and each.size <= cores * _BYTES_A_CORE
    ]
    return fitting[-1] if fitting else PACKAGED
