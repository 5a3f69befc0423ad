"""What tests of C# compile once and share."""

import shutil
from pathlib import Path

import pytest

from tests.engines.compiling import Wish, compile_once, wish


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPCSERVER_ENGINES", str(tmp_path / "engines"))


def wanted(folder: Path, text: str, *symbols: str, reference: bytes = b"") -> Wish:
    """Return a wish for one source that refers to one assembly."""
    source, other = folder / "A.cs", folder / "Other.dll"
    source.write_text(text)
    other.write_bytes(reference)
    return wish(
        [source],
        folder / "out/A.dll",
        references=[other],
        symbols=symbols,
        language="9",
        is_program=False,
    )


def compiled(one: Wish, compiler: str = "c 1") -> list[Path]:
    """Compile, and return where the compiler was let write: nowhere when nothing was to do."""
    asked: list[Path] = []

    def compile_into(path: Path) -> None:
        asked.append(path)
        path.write_bytes(one.key(compiler).encode())

    assert compile_once(one, compiler, compile_into) == one.output
    assert one.output.read_bytes() == one.key(compiler).encode()
    return asked


def test_the_same_is_compiled_once(tmp_path: Path) -> None:
    """A second wish for the same gets a copy, also where its symbols are of no account."""
    assert len(compiled(wanted(tmp_path, "class A { }"))) == 1
    (tmp_path / "out/A.dll").unlink()
    assert compiled(wanted(tmp_path, "class A { }")) == []
    assert compiled(wanted(tmp_path, "class A { }", "UNITY_EDITOR")) == []


def test_what_was_forgotten_meanwhile_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker may forget an old assembly between a look at it and the copy of it."""
    one, copy = wanted(tmp_path, "class A { }"), shutil.copyfile
    compiled(one)

    def forget(kept: Path, output: Path) -> None:
        monkeypatch.setattr(shutil, "copyfile", copy)
        shutil.rmtree(kept.parent)
        copy(kept, output)

    monkeypatch.setattr(shutil, "copyfile", forget)
    assert len(compiled(one)) == 1


def test_whatever_changes_is_compiled_anew(tmp_path: Path) -> None:
    """Source, reference, compiler, and a symbol that a source looks at make another assembly."""
    text = "#if UNITY_EDITOR\n#endif\nclass A { }"
    assert compiled(wanted(tmp_path, text)) != []
    assert compiled(wanted(tmp_path, text, "UNITY_EDITOR")) != []
    assert compiled(wanted(tmp_path, text + "// other")) != []
    assert compiled(wanted(tmp_path, text, reference=b"other")) != []
    assert compiled(wanted(tmp_path, text), "c 2") != []


def test_what_does_not_compile_leaves_nothing_behind(tmp_path: Path) -> None:
    """A failure is raised each time, and nobody gets half an assembly."""
    broken = wanted(tmp_path, "class A {")

    def fail(path: Path) -> None:
        path.write_bytes(b"half")
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            compile_once(broken, "c 1", fail)
    assert not broken.output.exists()
    assert compiled(broken) != []
