"""What a local model is loaded with: its context, the free memory, and the cores that are ours."""

import os
import struct
from pathlib import Path

import pytest

from npcmodels import embedded, runtime
from npcmodels.gguf import (
    MemoryUse,
    ModelShape,
    available_memory,
    memory_use,
    read_shape,
)
from npcmodels.hardware import default_threads, usable_cores


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def entry(name: str, kind: int, value: bytes) -> bytes:
    return text(name) + struct.pack("<I", kind) + value


NAME = entry("general.architecture", 8, text("qwen2"))
FLAG = entry("general.flag", 7, b"\x01")
LIST = entry("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 2) + text("a") + text("b"))
NUMBERS = entry("tokenizer.ggml.scores", 9, struct.pack("<IQf", 6, 1, 0.5))
VISION = entry("qwen2.vision.context_length", 4, struct.pack("<I", 77))
CONTEXT = entry("qwen2.context_length", 4, struct.pack("<I", 32768))


def gguf(*entries: bytes, version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, 0, len(entries)) + b"".join(entries)


def written(folder: Path, content: bytes) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("content", "tokens"),
    [
        (gguf(NAME, FLAG, LIST, NUMBERS, VISION, CONTEXT), 32768),
        (gguf(entry("llama.context_length", 10, struct.pack("<Q", 8192))), 8192),
        (gguf(NAME, LIST), None),
        (gguf(entry("llama.context_length", 5, struct.pack("<i", -1))), None),
        (gguf(CONTEXT, version=1), None),
        (gguf(NAME, CONTEXT)[:-6], None),
        (gguf(entry("x", 9, struct.pack("<IQ", 4, 1 << 60)), CONTEXT), None),
        (gguf(entry("x", 99, b""), CONTEXT), None),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 60), None),
        (b"no model", None),
        (b"", None),
    ],
)
def test_trained_context_is_read_from_the_head(
    tmp_path: Path, content: bytes, tokens: int | None
) -> None:
    """The length is found behind entries of any type; a damaged head tells nothing."""
    found = read_shape(written(tmp_path, content))

    assert (found.context if found else 0) == (tokens or 0)
    assert read_shape(tmp_path / "missing") is None


def test_sizes_are_read_from_the_head(tmp_path: Path) -> None:
    """Up to the words of the tokenizer, which are many and stand behind what is wanted."""
    heads = entry("qwen2.attention.head_count_kv", 4, struct.pack("<I", 2))
    layers = entry("qwen2.block_count", 4, struct.pack("<I", 28))
    torn = entry("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 1 << 20))

    found = read_shape(written(tmp_path, gguf(NAME, heads, layers, CONTEXT, torn)))

    assert found == ModelShape(context=32768, layers=28, key_heads=2)


@pytest.mark.parametrize(
    ("content", "context", "loaded"),
    [
        (gguf(CONTEXT), 0, 9216),
        (gguf(entry("llama.context_length", 4, struct.pack("<I", 2048))), 0, 2048),
        (gguf(CONTEXT), 16384, 16384),
        (gguf(NAME), 0, 9216),
    ],
    ids=["as wanted", "as trained", "as set", "unknown"],
)
@pytest.mark.skipif(not runtime.has_runtime(), reason="needs xllamacpp")
def test_local_model_is_loaded_with_what_prompts_need(
    tmp_path: Path, content: bytes, context: int, loaded: int
) -> None:
    """A local model makes space for the longest prompt, as far as it was trained for that."""
    path = written(tmp_path, content)
    model = embedded.embedded_model(path, context=context, wanted_context=9216)

    assert model.context == loaded


GIB = 1 << 30
SMALL = ModelShape(context=32768, layers=28, width=1536, heads=12, key_heads=2)
"""1.5 billion parameters: 28,672 bytes a token, so 252 MiB for 9,216 tokens."""


def test_a_token_takes_what_all_layers_keep_of_it() -> None:
    """Keys and values of each head, in 16 bits; heads that share their keys share them here."""
    wide = ModelShape(layers=10, width=640, heads=10, key_width=128, value_width=32)

    assert SMALL.bytes_of_a_token == 28 * 2 * (128 + 128) * 2
    assert wide.bytes_of_a_token == 10 * 10 * (128 + 32) * 2
    assert ModelShape(context=4096).bytes_of_a_token == 0


@pytest.mark.parametrize(
    ("available", "use"),
    [
        (16 * GIB, MemoryUse(context=9216, slots=2, cache_mib=1024)),
        (4 * GIB, MemoryUse(context=9216, slots=2, cache_mib=130)),
        (int(2.9 * GIB), MemoryUse(context=9216, slots=1, cache_mib=52)),
        (int(2.3 * GIB), MemoryUse(context=5617, slots=1, cache_mib=0)),
        (GIB, MemoryUse(context=4096, slots=1, cache_mib=0)),
    ],
)
def test_slots_and_cache_are_what_half_of_the_free_memory_holds(
    available: int, use: MemoryUse
) -> None:
    """Two slots at most; where one does not fit its context is cut, to 4096 tokens at least."""
    assert memory_use(SMALL, GIB, 9216, available) == use


@pytest.mark.parametrize(("shape", "available"), [(None, GIB), (ModelShape(), GIB), (SMALL, None)])
def test_where_nothing_is_known_there_is_one_slot(
    shape: ModelShape | None, available: int | None
) -> None:
    """With the context that is wanted, and no cache."""
    assert memory_use(shape, GIB, 9216, available) == MemoryUse(context=9216)


def test_a_container_has_what_is_left_of_its_share(tmp_path: Path) -> None:
    """What it uses already is not free; a share of `max` is none."""
    free = available_memory(tmp_path / "none")
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("2000\n")
    bounded = available_memory(tmp_path)
    (tmp_path / "memory.max").write_text("max\n")

    assert bounded == 3000
    assert (free is None) == (available_memory(tmp_path) is None)


ALL = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.mark.parametrize(
    ("cores", "threads"), [(1, 1), (2, 1), (3, 2), (4, 3), (9, 8), (10, 8), (256, 8)]
)
def test_one_core_stays_free(cores: int, threads: int) -> None:
    """Up to eight threads, and one at least."""
    assert default_threads(cores) == threads


@pytest.mark.parametrize(
    ("told", "cores"),
    [
        ("100000 100000\n", 1),
        ("50000 100000\n", 1),
        ("max 100000\n", ALL),
        ("6400000 100000\n", min(ALL, 64)),
        ("", ALL),
        ("nonsense", ALL),
        ("100000 0\n", ALL),
    ],
)
def test_a_container_gets_its_share(tmp_path: Path, told: str, cores: int) -> None:
    """Of many cores a container with a quota of one may use one; else nothing bounds it."""
    (tmp_path / "cpu.max").write_text(told)

    assert usable_cores(tmp_path) == cores


@pytest.mark.parametrize(("quota", "cores"), [("100000", 1), ("-1", ALL)])
def test_older_control_groups_are_read_as_well(tmp_path: Path, quota: str, cores: int) -> None:
    """Version 1 tells quota and period in two files, and -1 for no quota."""
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")

    assert usable_cores(tmp_path) == cores


def test_without_control_groups_all_cores_count(tmp_path: Path) -> None:
    """As on systems other than Linux."""
    assert usable_cores(tmp_path / "none") == ALL
