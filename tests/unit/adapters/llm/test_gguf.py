"""The context that a GGUF file was trained for, and what a local model is loaded with."""

import struct
from pathlib import Path

import pytest

from npcserver.adapters.llm import embedded
from npcserver.adapters.llm.gguf import ModelShape, read_shape


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
@pytest.mark.skipif(not embedded.is_installed(), reason="needs xllamacpp")
def test_local_model_is_loaded_with_what_prompts_need(
    tmp_path: Path, content: bytes, context: int, loaded: int
) -> None:
    """A local model makes room for the longest prompt, as far as it was trained for that."""
    path = written(tmp_path, content)
    model = embedded.embedded_model(path, context=context, wanted_context=9216)

    assert model.context == loaded
