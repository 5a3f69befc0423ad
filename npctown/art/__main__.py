"""`python -m npctown.art [TOWN]`: draws all maps and people of a town's folder anew."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from npctown.art.layout import read_layout
from npctown.art.people import people_sheet, read_looks, sheet_form
from npctown.art.tiled import town_map

TOWNS: Final = Path(__file__).resolve().parents[1] / "towns"


def files_of(town: Path) -> dict[Path, bytes]:
    """Return all that is drawn for a town, by path."""
    files: dict[Path, bytes] = {}
    looks = read_looks(town / "people.toml")
    world = yaml.safe_load((town / "world.yaml").read_text(encoding="utf-8"))
    titles = dict(_titles(world["places"]))
    for plan in sorted(town.glob("*.toml")):
        if plan.name not in {"buildings.toml", "people.toml"}:
            layout, image = read_layout(town, plan.stem), f"{plan.stem}.png"
            form, picture = town_map(layout, image, titles, sheet_form(looks))
            text = json.dumps(form, ensure_ascii=False, separators=(",", ":")) + "\n"
            files[plan.with_suffix(".tmj")] = text.encode()
            files[town / image] = picture.png()
    files[town / "people.png"] = people_sheet(looks).png()
    return files


def _titles(places: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for place in places:
        yield place["id"], place["name"]
        yield from _titles(place.get("places") or ())


def main() -> None:
    """Draw what the command line names, else the towns of the package."""
    named = [Path(one) for one in sys.argv[1:]]
    for folder in named or sorted(TOWNS.glob("*/")):
        for path, content in files_of(folder).items():
            path.write_bytes(content)


if __name__ == "__main__":
    main()
