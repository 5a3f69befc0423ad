"""The schema of world files takes what the parser takes, and refuses what it can tell is wrong."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from docs import world_schema
from npcserver.adapters.files import dump_world, load_world, parse_world
from npcserver.cli.worlds import sample_world
from npcserver.model.errors import BrokenFile
from tests.architecture.sources import ROOT

FILE = ROOT / "worlds" / "world.schema.json"
PAGE = (ROOT / "docs" / "world-files.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
GLANCE = PAGE.partition("## The whole form at a glance")[2].split("```")[1].removeprefix("yaml")


class Loader(yaml.SafeLoader):
    """Reads YAML as editors do, in which a time is a text."""


Loader.yaml_implicit_resolvers = {
    letter: [(tag, form) for tag, form in resolvers if not tag.endswith(":timestamp")]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def faults(text: str) -> list[str]:
    found = jsonschema.Draft7Validator(SCHEMA).iter_errors(yaml.load(text, Loader))  # noqa: S506
    return [f"{one.json_path}: {one.message}" for one in found]


def described(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, inner in node.get("properties", {}).items():
        if "$ref" not in inner:
            yield f"{path}.{key}", inner.get("description", "")
        yield from described(inner, f"{path}.{key}")
    for inner in (*([node["items"]] if "items" in node else ()), *node.get("anyOf", ())):
        yield from described(inner, path)


def test_the_schema_is_that_of_the_parser() -> None:
    """It is made by running the parser, and each key of it is explained in the docs."""
    assert FILE.read_text(encoding="utf-8") == world_schema.text(PAGE), "run: make docs"
    keys = dict(described(SCHEMA)) | dict(described(SCHEMA["definitions"]["places"], ".places"))
    assert len(keys) > 90
    assert [path for path, meaning in keys.items() if not meaning] == []
    meant = set(world_schema.meanings(PAGE))
    assert {one for one in meant if f".{one}" not in keys} == {"places.places", "places"}


@pytest.mark.parametrize("name", ["sample", "glance", "dumped", "brief"])
def test_what_the_parser_takes_is_valid(name: str) -> None:
    """The sample world, also as it is written by an export, and the form at a glance."""
    sample = sample_world()
    text = {
        "sample": sample.read_text(encoding="utf-8"),
        "glance": GLANCE,
        "dumped": dump_world(load_world(sample)),
        "brief": "format: npcserver/world/1\nworld: {name: 1912, id: }\nplaces:\ncharacters: []",
    }[name]
    parse_world(text, "a file")
    assert faults(text) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("format: npcserver/world/1", "format: npcserver/world/2"),
        ("format: npcserver/world/1", "world_name: x"),
        ("  name: The Mill", "  nmae: The Mill"),
        ("  name: The Mill", "  name:"),
        ("id: the-mill", "id: The Mill"),
        ("language: en", "language: English, please"),
        ("calls: 2000", "calls: -1"),
        ("calls: 2000", "calls: many"),
        ("gossip: false", "gossip: perhaps"),
        ("Bakeday, Restday]", "Bakeday]"),
        ("fades: {per_day: 2, after_days: 3}", "fades: {after_days: 3}"),
        ("capacity: 12", "capacity: 0"),
        ("capacity: 12", "capactiy: 12"),
        ('hours: "06:00-20:00"', "hours: always"),
        ("objects: [pump, cart]", "objects: pump"),
        ("prices: {a sack of flour: four shillings}", "prices: [flour]"),
        ("max_uses: 2", "max_uses: 17"),
        ("name: hand_over", "name: Hand over"),
        ("type: integer", "type: float"),
        ("type: choice, options: [flour, bread]", "type: choice"),
        ("type: entity, kinds: [person]", "type: boolean, kinds: [person]"),
        ("min: 1, max: 50", "min: one, max: 50"),
        ("{id: player, name: the visitor, kind: person}", "{name: the visitor}"),
        ("age: 61", "age: old"),
        ("affinity: -60", "affinity: -160"),
        ("emotion: worry", "emotion: worried"),
        ("importance: 9", "importance: 11"),
        ("importance: 9", "importance: 9, secret: perhaps"),
        ("importance: 9", "importance: 9, secret: {trust: 101}"),
        ("importance: 9", "importance: 9, secret: {flag: Not A Flag}"),
        ("importance: 9", "importance: 9, secret: {to:}"),
        ("importance: 9", "importance: 9, secret:"),
        ("deaf: true", "deaf: [true]"),
        ("title: The Mill Book", "author: The Mill Book"),
        ("      - title: Debts\n", "      - title: Debts\n        file: debts.txt\n"),
        ("readers: [berta]", "readers:"),
    ],
)
def test_planted_mistakes_are_refused_by_both(right: str, wrong: str) -> None:
    """An editor marks what the parser refuses."""
    assert right in GLANCE
    text = GLANCE.replace(right, wrong, 1)
    if "author: The Mill Book" in text:
        text = text.replace("    author: Old Holm\n", "")
    with pytest.raises(BrokenFile):
        parse_world(text, "a file")
    assert faults(text) != []


def test_the_sample_world_names_the_schema_beside_it() -> None:
    """In a checkout and in the installed package the schema lies in the folder of the world."""
    first = sample_world().read_text(encoding="utf-8").splitlines()[0]
    named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert named is not None
    assert (Path(sample_world()).parent / named[1]).is_file()
