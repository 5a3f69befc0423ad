"""The cases: read from the files of this folder and written out in full.

What the files may say shortly, and clients never see:

- `start: WORLD` is a step that starts a timeline and keeps its id as `timeline`, and its newest
  position as `head`.
- `say: WORDS` is a step in which the guest says something to Ada there; what `request` has besides
  is added.
- `Play/Say` is `npcserver.v1.PlayService/Say`; a service that is not there is of `npcserver.v1`.
- `{$text: WORDS, $times: N}` is a text repeated, `{$list: ITEM, $times: N}` a list of N items in
  which `#` in every text is the item's number.
- `$vectors: FILE` makes a case of decodings, one for each message of a proto file, `$oddities` one
  of those picked by hand, `$enums` one of the constants of all enums.

`expect` of a step and of a case is for the judge; see `expectations.py`.

The files in `game` are the second list: their steps are what a game does (`do`), and `told` is what
it must be told, by who tells it; see `game_expectations.py`.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from google.protobuf.descriptor import EnumDescriptor

from tests.conformance import oddities, schema, vectors

_FOLDER = Path(__file__).parent
_START = {
    "id": "start",
    "method": "Timeline/StartTimeline",
    "keep": {"timeline": "timeline.timelineId", "head": "timeline.headSeq"},
}
_SAY = {
    "timelineId": "${timeline}",
    "characterId": "ada",
    "speaker": {"id": "guest-1", "name": "Guest"},
}
_FOR_JUDGES = frozenset(("expect",))


@cache
def all_cases() -> tuple[dict[str, Any], ...]:
    """Return all cases in full, expectations included."""
    found = [
        _whole(case, file.stem)
        for file in sorted(_FOLDER.glob("*.yaml"))
        for case in yaml.safe_load(file.read_text(encoding="utf-8"))
    ]
    found += [
        {
            **case,
            "kind": f"game: {file.stem}",
            "steps": [_of_game(one, case) for one in case["steps"]],
        }
        for file in sorted(_FOLDER.glob("game/*.yaml"))
        for case in yaml.safe_load(file.read_text(encoding="utf-8"))
    ]
    names = [case["name"] for case in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"two cases have one name: {', '.join(sorted(twice))}")
    if empty := [case["name"] for case in found if not case["steps"]]:
        raise ValueError(f"cases without a step: {', '.join(empty)}")
    return tuple(found)


def is_of_game(case: Mapping[str, Any]) -> bool:
    """Say whether a case is of the second list, in the words of a game."""
    return "do" in case["steps"][0]


def makes_a_world(case: Mapping[str, Any]) -> bool:
    """Say whether a case makes a world, which can be done once at a server."""
    makers = ("/CreateWorld", "/ImportWorld")
    return any(str(step.get("method", "")).endswith(makers) for step in case["steps"])


def for_clients(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case without what only the judge reads."""
    return {"name": case["name"], "steps": [_bare(step) for step in case["steps"]]}


def _of_game(step: dict[str, Any], case: Mapping[str, Any]) -> dict[str, Any]:
    """Label the timelines of a case with its name, by which the server knows whose they are."""
    return {"label": case["name"], **step} if step["do"] == "start" else step


def _bare(step: Mapping[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in step.items() if key not in _FOR_JUDGES}
    if "during" in bare:
        bare["during"] = {**bare["during"], "step": _bare(bare["during"]["step"])}
    return bare


def _whole(case: dict[str, Any], kind: str) -> dict[str, Any]:
    if "$vectors" in case:
        return {**case, "kind": kind, "steps": list(_decodings(case["$vectors"]))}
    if "$enums" in case:
        return {**case, "kind": kind, "steps": [_constants(one) for one in schema.own_enums()]}
    if "$oddities" in case:
        return {**case, "kind": kind, "steps": list(_odd_decodings())}
    return {**case, "kind": kind, "steps": [_step(step) for step in case["steps"]]}


def _step(step: dict[str, Any]) -> dict[str, Any]:
    if "start" in step:
        step = {**_START, "request": {"worldId": step["start"]}, **step}
        del step["start"]
    if "say" in step:
        said = {**_SAY, "text": step["say"], **step.get("request", {})}
        step = {"id": "say", "method": "Play/Say", **step, "request": said}
        del step["say"]
    whole = dict(step)
    if "method" in step:
        service, _, name = step["method"].partition("/")
        whole["method"] = schema.path(f"{service}Service/{name}")
        whole["id"] = step.get("id", name)
        whole["request"] = _filled(step.get("request", {}))
    if "during" in step:
        whole["during"] = {**step["during"], "step": _step(step["during"]["step"])}
    return whole


def _filled(value: Any) -> Any:
    if isinstance(value, dict) and "$text" in value:
        return value["$text"] * value["$times"]
    if isinstance(value, dict) and "$list" in value:
        item = _filled(value["$list"])
        return [_numbered(item, number) for number in range(value["$times"])]
    if isinstance(value, dict):
        return {key: _filled(inner) for key, inner in value.items()}
    return [_filled(inner) for inner in value] if isinstance(value, list) else value


def _numbered(value: Any, number: int) -> Any:
    if isinstance(value, dict):
        return {key: _numbered(inner, number) for key, inner in value.items()}
    if isinstance(value, list):
        return [_numbered(inner, number) for inner in value]
    return value.replace("#", str(number)) if isinstance(value, str) else value


def _decodings(file: str) -> Iterator[dict[str, Any]]:
    kinds = {
        kind.full_name for kind in schema.own_messages() if kind.file.name.endswith(f"/{file}")
    }
    for vector in vectors.messages():
        if vector["type"] in kinds and "canonical" not in vector:
            yield _decoding(vector, json.loads(vector["json"]))


def _odd_decodings() -> Iterator[dict[str, Any]]:
    names = {odd.name for odd in oddities.MESSAGES}
    for vector in vectors.messages():
        if vector["name"] in names:
            yield _decoding(vector, vector["canonical"])


def _decoding(vector: Mapping[str, Any], becomes: Mapping[str, Any]) -> dict[str, Any]:
    facts = vector.get("facts", [])
    return {
        "id": vector["name"],
        "decode": vector["type"],
        "json": vector["json"],
        "hex": vector["hex"],
        "facts": [path for path, _ in facts],
        "expect": {"messages": [becomes], "facts": dict(facts)},
    }


def _constants(kind: EnumDescriptor) -> dict[str, Any]:
    return {
        "id": kind.name,
        "enum": kind.full_name,
        "facts": [one.name for one in kind.values],
        "expect": {"facts": {one.name: one.number for one in kind.values}},
    }
