"""The catalogue of `npcserver models`: where each model is published, and what it needs."""

import os
from collections.abc import Callable
from dataclasses import dataclass

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


PACKAGED = CatalogueEntry(
    name="smollm2-135m",
    path="",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    licence="Apache-2.0",
    languages="English",
    good_for="trying the embedded path; a weak actor",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    is_suggested=False,
)
_QWEN = "English, Chinese, 27 more"
_LLAMA = "English, German, French, Italian, Portuguese, Hindi, Spanish, Thai"
CATALOGUE: tuple[CatalogueEntry, ...] = (
    PACKAGED,
    CatalogueEntry(
        name="qwen2.5-0.5b",
        path="Qwen/Qwen2.5-0.5B-Instruct-GGUF",
        file="qwen2.5-0.5b-instruct-q4_k_m.gguf",
        size=491_000_000,
        licence="Apache-2.0",
        languages=_QWEN,
        good_for="very small machines; short lines, few rules kept",
    ),
    CatalogueEntry(
        name="qwen2.5-coder-0.5b",
        path="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
        file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        size=491_400_064,
        licence="Apache-2.0",
        languages=_QWEN,
        good_for="forms and ratings on very small machines; plain talk",
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="llama-3.2-1b",
        path="bartowski/Llama-3.2-1B-Instruct-GGUF",
        file="Llama-3.2-1B-Instruct-Q4_K_M.gguf",
        size=808_000_000,
        licence="Llama 3.2 Community",
        languages=_LLAMA,
        good_for="quick talk in English on two cores",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="smollm2-1.7b",
        path="HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF",
        file="smollm2-1.7b-instruct-q4_k_m.gguf",
        size=1_056_000_000,
        licence="Apache-2.0",
        languages="English",
        good_for="talk in English on two cores",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="qwen2.5-1.5b",
        path="Qwen/Qwen2.5-1.5B-Instruct-GGUF",
        file="qwen2.5-1.5b-instruct-q4_k_m.gguf",
        size=1_117_000_000,
        licence="Apache-2.0",
        languages=_QWEN,
        good_for="talk and thoughts on two cores",
    ),
    CatalogueEntry(
        name="qwen2.5-coder-1.5b",
        path="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
        file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        size=1_117_320_768,
        licence="Apache-2.0",
        languages=_QWEN,
        good_for="plans, ratings and other forms; the one measured in docs/models.md",
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="llama-3.2-3b",
        path="bartowski/Llama-3.2-3B-Instruct-GGUF",
        file="Llama-3.2-3B-Instruct-Q4_K_M.gguf",
        size=2_019_000_000,
        licence="Llama 3.2 Community",
        languages=_LLAMA,
        good_for="talk in European languages on four cores",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="qwen2.5-3b",
        path="Qwen/Qwen2.5-3B-Instruct-GGUF",
        file="qwen2.5-3b-instruct-q4_k_m.gguf",
        size=2_105_000_000,
        licence="Qwen Research (non-commercial)",
        languages=_QWEN,
        good_for="talk and thoughts on four cores, for research and trial",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="gemma-3-4b",
        path="ggml-org/gemma-3-4b-it-GGUF",
        file="gemma-3-4b-it-Q4_K_M.gguf",
        size=2_490_000_000,
        licence="Gemma",
        languages="English, Chinese, over 100 more",
        good_for="lively talk in many languages on five cores",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="qwen3-4b",
        path="Qwen/Qwen3-4B-GGUF",
        file="Qwen3-4B-Q4_K_M.gguf",
        size=2_497_000_000,
        licence="Apache-2.0",
        languages="English, Chinese, over 100 more",
        good_for="talk, thoughts and plans on five cores",
    ),
    CatalogueEntry(
        name="mistral-7b",
        path="bartowski/Mistral-7B-Instruct-v0.3-GGUF",
        file="Mistral-7B-Instruct-v0.3-Q4_K_M.gguf",
        size=4_373_000_000,
        licence="Apache-2.0",
        languages="English, some French, German, Spanish",
        good_for="long lines in English on eight cores",
        is_suggested=False,
    ),
    CatalogueEntry(
        name="qwen2.5-7b",
        path="bartowski/Qwen2.5-7B-Instruct-GGUF",
        file="Qwen2.5-7B-Instruct-Q4_K_M.gguf",
        size=4_683_000_000,
        licence="Apache-2.0",
        languages=_QWEN,
        good_for="talk, thoughts and scenes on eight cores",
    ),
    CatalogueEntry(
        name="qwen3-8b",
        path="Qwen/Qwen3-8B-GGUF",
        file="Qwen3-8B-Q4_K_M.gguf",
        size=5_028_000_000,
        licence="Apache-2.0",
        languages="English, Chinese, over 100 more",
        good_for="talk, thoughts and scenes on nine cores",
    ),
    CatalogueEntry(
        name="qwen3-14b",
        path="Qwen/Qwen3-14B-GGUF",
        file="Qwen3-14B-Q4_K_M.gguf",
        size=9_002_000_000,
        licence="Apache-2.0",
        languages="English, Chinese, over 100 more",
        good_for="scenes and thoughts that may take their time, on 16 cores",
    ),
)
"""Smallest first; all are quantised to four bits."""


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
