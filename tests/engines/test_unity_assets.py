"""The scene, the prefab and the settings of the Unity sample, as Unity will read them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from clients.unity import meta

PACKAGE = meta.PACKAGE
SAMPLE = PACKAGE / "Samples~/Tavern"
SCENE, PREFAB, SETTINGS = ASSETS = tuple(
    SAMPLE / name for name in ("Tavern.unity", "Keeper.prefab", "TavernSettings.asset")
)
DOCUMENT = re.compile(r"^--- !u!(\d+) &(\d+)( stripped)?\n", re.MULTILINE)
SERIALIZED = re.compile(r"\[SerializeField[^]]*\]\s+private [\w<>.]+ (\w+)")
# of a whole prefab, and of the class in a script
WHOLE = {100100000, 11500000}


@dataclass(frozen=True, slots=True)
class Part:
    """One object of an asset: Unity's number of its class, and its fields."""

    kind: int
    fields: dict[str, Any]


@cache
def parts(asset: Path) -> dict[int, Part]:
    """Return the objects of an asset by their local id."""
    head, *found = DOCUMENT.split(asset.read_text(encoding="utf-8"))
    assert head == "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n"
    read: dict[int, Part] = {}
    for kind, local, _, body in zip(*(found[at::4] for at in range(4)), strict=True):
        ((_, fields),) = yaml.safe_load(body).items()
        assert int(local) not in read, f"{asset.name}: two objects have the id {local}"
        read[int(local)] = Part(int(kind), fields)
    return read


@cache
def by_guid() -> dict[str, Path]:
    return {meta.guid(PACKAGE, asset): asset for asset in meta.assets(PACKAGE)}


def references(value: object) -> Iterator[dict[str, Any]]:
    """Yield each reference to an object that is anywhere inside."""
    if isinstance(value, dict):
        if "fileID" in value:
            yield value
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_no_asset_of_a_sample_is_left_out_here() -> None:
    """A designer opens the scene, or drags the prefab into another."""
    found = [path for kind in ("unity", "prefab", "asset") for path in PACKAGE.rglob(f"*.{kind}")]
    assert set(found) == set(ASSETS)


@pytest.mark.parametrize("asset", ASSETS, ids=lambda path: path.name)
def test_every_reference_leads_to_an_object(asset: Path) -> None:
    """A GUID names an asset of the package, and a local id an object there, or in this file."""
    found = [one for part in parts(asset).values() for one in references(part.fields)]
    assert found
    for one in found:
        if one["fileID"] == 0:
            continue
        other = by_guid()[one["guid"]] if "guid" in one else asset
        if other in ASSETS and one["fileID"] not in WHOLE:
            assert one["fileID"] in parts(other), one
        elif other not in ASSETS:
            assert (one["fileID"], other.suffix) == (11500000, ".cs"), one


@pytest.mark.parametrize("asset", ASSETS, ids=lambda path: path.name)
def test_components_have_the_fields_of_their_scripts(asset: Path) -> None:
    """A field that a script no longer has would be lost in silence when the scene is opened."""
    scripts = []
    for part in parts(asset).values():
        if part.kind != 114:
            continue
        script = by_guid()[part.fields["m_Script"]["guid"]]
        scripts.append(script.stem)
        known = set(SERIALIZED.findall(script.read_text(encoding="utf-8")))
        own = {name for name in part.fields if not name.startswith("m_")}
        assert own <= known, f"{script.name} has no field {sorted(own - known)}"
    assert scripts


def test_objects_and_components_know_each_other() -> None:
    """Each component is listed by its object, and each object that stands alone is a root."""
    for asset in (SCENE, PREFAB):
        found = parts(asset)
        for local, part in found.items():
            owner = part.fields.get("m_GameObject", {}).get("fileID", 0)
            if owner:
                listed = [one["component"]["fileID"] for one in found[owner].fields["m_Component"]]
                assert local in listed
    scene = parts(SCENE)
    roots = [one["fileID"] for part in scene.values() for one in part.fields.get("m_Roots", [])]
    assert sorted(roots) == sorted(local for local, part in scene.items() if part.kind in (4, 1001))


def test_the_scene_talks_with_a_character_of_the_sample_world() -> None:
    """Play works without a click: script, character, settings and world are wired."""
    scene, prefab, settings = map(parts, ASSETS)
    (talk,) = [part.fields for part in scene.values() if "keeper" in part.fields]
    keeper = scene[talk["keeper"]["fileID"]].fields["m_CorrespondingSourceObject"]
    character = prefab[keeper["fileID"]].fields
    world = settings[character["settings"]["fileID"]].fields["worldId"]
    file = Path(__file__).parents[2] / "worlds" / f"{world}.yaml"

    told = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert character["characterId"] in [one["id"] for one in told["characters"]]
