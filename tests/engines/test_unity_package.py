"""The Unity package as Unity's package manager will take it."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from clients.unity import meta
from tests.engines.home import need
from tests.engines.recipes import why_missing

PACKAGE = meta.PACKAGE
ASMDEFS = sorted(PACKAGE.rglob("*.asmdef"))
OURS = {"NpcDialogue", "NpcDialogue.Admin", "NpcDialogue.Unity", "NpcDialogue.Grpc"}
# of Unity, and of the one package that the optional assembly is compiled for
OF_OTHERS = {"UnityEngine.TestRunner", "UnityEditor.TestRunner", "YetAnotherHttpHandler"}
STAND_IN = Path(__file__).parent / "unity"
LONGEST_FILE = 500
CLASS = re.compile(
    r"^    (?:public|internal) (?:sealed |static |abstract )*class (\w+)[^\n]*", re.MULTILINE
)


def manifest() -> dict[str, object]:
    read = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def asmdef(path: Path) -> dict[str, object]:
    read = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def shipped() -> set[str]:
    """Return what npm would pack, as registries of Unity packages do."""
    ended = subprocess.run(
        ["npm", "pack", "--dry-run", "--json"],
        cwd=PACKAGE,
        capture_output=True,
        check=True,
        text=True,
    )
    return {file["path"] for file in json.loads(ended.stdout)[0]["files"]}


def test_manifest_has_what_the_package_manager_asks_for() -> None:
    """Name, version, least editor and every address are there and well-formed."""
    fields = manifest()

    assert fields["name"] == PACKAGE.name
    assert re.fullmatch(r"\d+\.\d+\.\d+", str(fields["version"]))
    assert fields["unity"] == "2022.3"
    assert {"displayName", "description", "license", "documentationUrl", "changelogUrl"} <= set(
        fields
    )
    assert f"## [{fields['version']}]" in (PACKAGE / "CHANGELOG.md").read_text(encoding="utf-8")


def test_manifest_asks_for_nothing_but_parts_of_unity() -> None:
    """A game gets no library of anybody else with this package."""
    dependencies = manifest()["dependencies"]

    assert isinstance(dependencies, dict)
    assert [name for name in dependencies if not name.startswith("com.unity.modules.")] == []
    assert sorted(PACKAGE.rglob("*.dll")) == []


def test_samples_are_where_the_manifest_says() -> None:
    """Each sample that is offered is a folder with a readme and its own assembly."""
    samples = manifest()["samples"]

    assert isinstance(samples, list)
    assert samples
    for sample in samples:
        folder = PACKAGE / sample["path"]
        assert (folder / "README.md").is_file()
        assert list(folder.glob("*.asmdef"))


@pytest.mark.parametrize("path", ASMDEFS, ids=lambda path: path.stem)
def test_assemblies_refer_to_what_there_is(path: Path) -> None:
    """An assembly is named as its file, and refers to assemblies of the package or of Unity."""
    fields = asmdef(path)
    references = fields["references"]

    assert fields["name"] == path.stem
    assert isinstance(references, list)
    assert [name for name in references if name not in OURS | OF_OTHERS] == []


def test_core_knows_no_engine_and_nobody_else() -> None:
    """The engine-free assembly stays so: mono and .NET run the same files."""
    core = asmdef(PACKAGE / "Runtime/Core/NpcDialogue.asmdef")

    assert core["noEngineReferences"] is True
    assert core["references"] == []


def test_optional_assembly_is_compiled_only_where_its_handler_is() -> None:
    """Without YetAnotherHttpHandler nothing of the gRPC assembly is compiled."""
    grpc = asmdef(PACKAGE / "Runtime/Grpc/NpcDialogue.Grpc.asmdef")
    defines = grpc["versionDefines"]

    assert isinstance(defines, list)
    handlers = [one for one in defines if one["name"] == "com.cysharp.yetanotherhttphandler"]
    assert [one["define"] for one in handlers] == grpc["defineConstraints"]


def test_tests_are_not_part_of_a_game() -> None:
    """Test assemblies are compiled for the Test Runner only."""
    for path in (PACKAGE / "Tests").rglob("*.asmdef"):
        assert "UNITY_INCLUDE_TESTS" in str(asmdef(path)["defineConstraints"])


def test_every_asset_has_its_meta() -> None:
    """Unity ignores assets without one in a package from git; stale ones make it complain."""
    wrong, stale = meta.differences(PACKAGE)

    assert sorted(map(str, wrong)) == []
    assert stale == []


def test_guids_are_unique_and_depend_on_nothing_but_the_path() -> None:
    """Two assets never share a GUID, and a GUID that was released never changes."""
    guids = {asset: meta.guid(PACKAGE, asset) for asset in meta.assets(PACKAGE)}

    assert len(set(guids.values())) == len(guids)
    assert guids[PACKAGE / "package.json"] == "c91188382ac7b42ddbcebaa909de1d98"


def test_components_stand_in_files_of_their_own_name() -> None:
    """Unity attaches a script by the class that its file is named after."""
    for path in (PACKAGE / "Runtime/Unity").glob("*.cs"):
        found = CLASS.finditer(path.read_text(encoding="utf-8"))
        attached = [one[1] for one in found if "MonoBehaviour" in one[0] or "Scriptable" in one[0]]
        assert attached in ([], [path.stem])


def test_icons_are_where_the_components_say() -> None:
    """The path of an icon begins at the package's name, as Unity mounts it."""
    texts = [path.read_text(encoding="utf-8") for path in (PACKAGE / "Runtime").rglob("*.cs")]
    named = [found for text in texts for found in re.findall(r'\[Icon\("Packages/(.+?)"\)\]', text)]

    assert len(named) >= 3
    assert [name for name in named if not (PACKAGE.parent / name).is_file()] == []


def test_nothing_changeable_is_static() -> None:
    """What is static outlives play mode where the editor does not reload the domain."""
    field = re.compile(r"\bstatic (?!readonly|class|partial|implicit)[^(){}=]*(?:=[^>]|;)")
    found = [
        f"{path.relative_to(PACKAGE)}: {one[0]}"
        for folder in ("Runtime/Core", "Runtime/Unity", "Runtime/Grpc", "Editor", "Samples~")
        for path in sorted((PACKAGE / folder).rglob("*.cs"))
        for one in field.finditer(path.read_text(encoding="utf-8"))
    ]

    assert found == []


def test_files_of_people_are_one_idea_long() -> None:
    """No file of the package or of its stand-in that people write has more than 500 lines."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for folder in (PACKAGE, STAND_IN)
        for path in folder.rglob("*.cs")
    }
    sizes = {name: text.count("\n") for name, text in texts.items() if "do not edit" not in text}

    assert sizes["NpcCharacter.cs"] > 1
    assert {name: size for name, size in sizes.items() if size > LONGEST_FILE} == {}


def test_package_ships_code_samples_and_pages_and_nothing_else() -> None:
    """What is packed is each file of the folder, without what tools leave there."""
    need(why_missing("npm"))
    packed = shipped()

    assert {"package.json", "README.md", "Samples~/Tavern/Tavern.cs", "Runtime.meta"} <= packed
    kinds = {
        ".asmdef",
        ".asset",
        ".cs",
        ".jslib",
        ".json",
        ".md",
        ".meta",
        ".png",
        ".prefab",
        ".unity",
    }
    assert {Path(name).suffix for name in packed} == kinds
    assert packed == {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file()
    }
