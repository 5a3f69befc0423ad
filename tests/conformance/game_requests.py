"""What a case in the words of a game must bring to the server, whichever client plays it.

Each step that sets something becomes a request with the fields that it sets and their values, and
the server must have received one like it in that case. A field whose value is None must not be
set; `*` stands for anything that is set.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf import json_format

from tests.conformance.arrivals import Arrival
from tests.conformance.schema import message_class, method

Step = Mapping[str, Any]
_ITEMS = ("observations", "movements", "objects", "flags")
_BATCH = ("requestId", "timelineId")
_PLAY, _TIMELINE = "npcserver.v1.PlayService/", "npcserver.v1.TimelineService/"
_GUEST = {"id": "guest-1", "name": "Guest"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request: its method, and its fields as proto JSON; `item` for one in a batch of Observe."""

    method: str
    fields: Mapping[str, Any]
    item: str = ""


def wanted(case: Mapping[str, Any]) -> Iterator[Wanted]:
    """Yield what the steps of a case bring to the server, in order."""
    has_token = is_shut_out = False
    for step in case["steps"]:
        has_token = has_token or step["do"] == "token"
        if step["do"] == "key":
            is_shut_out = "key" in step
        if is_shut_out:  # a call without a key is refused before the server reads it
            continue
        if step["do"] in ("say", "circle_say"):
            yield _of_words(step, has_token=has_token)
        elif step["do"] in _OF:
            yield _OF[step["do"]](step)


def _of_words(step: Step, *, has_token: bool) -> Wanted:
    declares = not has_token and bool(step.get("offers") or step.get("things"))
    by_name = step.get("set") or (None if declares else step.get("client_set"))
    offers = not by_name and not has_token
    source = step.get("source") or step.get("client_source")
    common = {
        "text": step.get("text"),
        "language": step.get("language"),
        "affordances": step.get("offers") if offers else None,
        "entities": step.get("things") if offers else None,
        "affordanceSet": by_name,
        "affordanceSource": source and f"AFFORDANCE_SOURCE_{source}",
        "streamDeltas": step.get("letters"),
        "firstBeatMs": step.get("first_beat_ms"),
        "totalMs": step.get("total_ms"),
        "requestId": "*",
        "timelineId": "*",
    }
    if step["do"] == "say":
        speaker = {**step.get("speaker", _GUEST)}
        if "as_character" in step:
            speaker["isCharacter"] = step["as_character"]
        of_one = {"characterId": step["to"], "speaker": speaker, "isPrivate": step.get("private")}
        if "loudness" in step:
            of_one["loudness"] = f"LOUDNESS_{step['loudness']}"
        return Wanted(f"{_PLAY}Say", common | of_one)
    of_many = {
        "circleId": "*",
        "speakerId": step.get("who"),
        "toIds": step.get("to"),
        "isWhisper": step.get("private"),
        "mostTurns": step.get("most_turns"),
        "waitSeconds": step.get("wait_seconds"),
    }
    return Wanted(f"{_PLAY}SayInCircle", common | of_many)


def _of_put(step: Step) -> Wanted:
    (item,) = (key for key in step if key in _ITEMS)
    return Wanted(f"{_PLAY}Observe", step[item], item)


_OF: Mapping[str, Callable[[Step], Wanted]] = {
    "start": lambda step: Wanted(
        f"{_TIMELINE}StartTimeline",
        {
            "worldId": step["world"],
            "label": step["label"],
            "language": step.get("language"),
            "requestId": "*",
        },
    ),
    "interrupt": lambda _: Wanted(f"{_PLAY}Interrupt", {"turnId": "*"}),
    "register": lambda step: Wanted(
        "npcserver.admin.v1.AccessService/PutAffordanceSet",
        {
            "timelineId": "*",
            "name": step["set"],
            "affordances": step.get("offers"),
            "entities": step.get("things"),
            "playerId": step.get("of"),
        },
    ),
    "report": lambda step: Wanted(
        f"{_PLAY}ReportOutcome",
        {
            "timelineId": "*",
            "turnId": "*",
            "intentId": "*",
            "status": f"OUTCOME_STATUS_{step['status']}",
            "detail": step.get("detail"),
            "requestId": "*",
        },
    ),
    "observe": lambda step: Wanted(
        f"{_PLAY}Observe",
        {"text": step["text"], "witnessIds": step["witnesses"]},
        "observations",
    ),
    "go": lambda step: Wanted(
        f"{_PLAY}Observe",
        {"id": step["id"], "name": "Guest", "placeId": step["place"]},
        "movements",
    ),
    "put": _of_put,
    "circle": lambda step: Wanted(
        f"{_PLAY}OpenCircle",
        {
            "requestId": "*",
            "timelineId": "*",
            "members": step["members"],
            "placeId": step["place"],
        },
    ),
    "save": lambda step: Wanted(
        f"{_TIMELINE}Save",
        {
            "timelineId": "*",
            "name": step["as"],
            "seq": step.get("at"),
            "overwrite": step.get("overwrite"),
            "requestId": "*",
        },
    ),
    "load": lambda step: Wanted(
        f"{_TIMELINE}Load",
        {
            "saveId": step.get("save_id", "*"),
            "label": step.get("label"),
            "leavingTimelineId": "*",
            "requestId": "*",
        },
    ),
    "watch": lambda step: Wanted(
        f"{_PLAY}Watch",
        {"timelineId": "*", "afterSeq": step["after"], "characterIds": step.get("of")},
    ),
}


def not_as_wanted(case: Mapping[str, Any], arrivals: Sequence[Arrival]) -> Iterator[str]:
    """Yield what did not arrive as the steps of a case set it, for people."""
    left = [one for one in arrivals if one["case"] == case["name"]]
    said = [one for one in left if one["method"].endswith("/Say")]
    for want in wanted(case):
        found = [pair for one in left for pair in _candidates(want, one)]
        name = want.method.rpartition("/")[2]
        if not found:
            yield f"{name} {want.item or 'request'} did not arrive"
            continue
        problems, request, source = min(
            ((list(_unlike(want, one)), one, source) for one, source in found),
            key=lambda one: len(one[0]),
        )
        yield from (f"{name}: {problem}" for problem in problems)
        if want.item:
            yield from (f"{name} without {key}" for key in _BATCH if not source["request"].get(key))
            source["request"][want.item].remove(request)
        else:
            left.remove(source)
    yield from _said_twice(case, said)


def _candidates(want: Wanted, arrival: Arrival) -> Iterator[tuple[Any, Any]]:
    if arrival["method"] != want.method:
        return
    if not want.item:
        yield arrival["request"], arrival
    else:
        yield from ((one, arrival) for one in arrival["request"].get(want.item, []))


def _unlike(want: Wanted, request: Mapping[str, Any]) -> Iterator[str]:
    name = _message(want)
    expected = _canonical(name, {k: v for k, v in want.fields.items() if v not in ("*", None)})
    for field, value in want.fields.items():
        shown, found = _plain(expected.get(field)), _plain(request.get(field))
        if value == "*" and not found:
            yield f"{field} arrived empty"
        elif value != "*" and shown != found:
            yield f"{field} arrived as {found!r}, wanted {shown!r}"


def _plain(value: Any) -> Any:
    """Return a value without `maxUses` of 1, which is what an affordance without one has."""
    if isinstance(value, list):
        # members of a circle have no order, and the server has the names of its characters
        is_circle = any("isCharacter" in one for one in value if isinstance(one, dict))
        return sorted(one["id"] for one in value) if is_circle else [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if (key, one) != ("maxUses", 1)}
    return value


def _said_twice(case: Mapping[str, Any], said: Sequence[Arrival]) -> Iterator[str]:
    """Yield words that arrived as more turns than the game began: a retry keeps its request id."""
    texts = [step["text"] for step in case["steps"] if step["do"] == "say"]
    for text in dict.fromkeys(texts):
        ids = {
            one["request"].get("requestId") for one in said if one["request"].get("text") == text
        }
        if len(ids) > texts.count(text):
            yield f"Say: {text!r} arrived under {len(ids)} request ids, wanted {texts.count(text)}"


def _message(want: Wanted) -> str:
    called = method(want.method)
    assert called is not None
    input_type = called.input_type
    if want.item:
        of_item = input_type.fields_by_name[want.item].message_type
        assert of_item is not None
        return str(of_item.full_name)
    return str(input_type.full_name)


def _canonical(name: str, fields: Mapping[str, Any]) -> Any:
    message = message_class(name)()
    json_format.ParseDict(dict(fields), message)
    return json_format.MessageToDict(message)


def filled(want: Wanted) -> Any:
    """Return the message that is wanted, with something where anything may be."""
    fields = {k: "1" if v == "*" else v for k, v in want.fields.items() if v is not None}
    message = message_class(_message(want))()
    json_format.ParseDict(fields, message)
    return message
