"""What a local model is loaded with follows from its file and from the memory that is free."""

from pathlib import Path

import pytest

from npcserver.adapters.llm.gguf import MemoryUse, ModelShape, available_memory, memory_use

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
