"""What a client may set in a request of `npcserver.v1`, and which case sets it in which client.

An option is a field of a request, or of a message in one: `SayRequest.is_private`. Clients that
games use have two ways to set one: what they offer games (the cases in `cases/game`), and the call
with its message (the other cases). Where a case of a game sets a field of a message, each field of
it is set by a case of a game in each of these clients, or `lacking.yaml` says why not.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from tests.conformance import schema
from tests.conformance.cases import all_cases, is_of_game
from tests.conformance.game_requests import Wanted, filled, wanted

_KEPT = re.compile(r"\$\{\w+\}")
_PACKAGE = "npcserver.v1"
BEGIN = "<!-- options: written by `make docs` -->"
END = "<!-- options: end -->"
GAME_CLIENTS = ("python", "npc.js", "godot", "unity")
"""Clients that offer games more than calls."""


@cache
def lacking() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return for each client the words of steps (`steps`) and `options` it lacks, with reasons."""
    text = Path(__file__).with_name("lacking.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Mapping[str, str]]] = yaml.safe_load(text)
    return found


def why_unable(case: Mapping[str, Any], client: str) -> str:
    """Return why a client cannot play a case; empty if it can."""
    words = lacking()[client].get("steps", {})
    return next((words[word] for word in _words(case) if word in words), "")


def _words(case: Mapping[str, Any]) -> Iterator[str]:
    if is_of_game(case):
        yield "game"
    for step in case["steps"]:
        yield from (key for key, value in step.items() if value is not False)
        yield str(step.get("do", ""))
        if "method" in step and schema.method(step["method"]) is None:
            yield "unknown method"


@cache
def all_options() -> tuple[str, ...]:
    """Return every option there is, in the order of the files."""
    found: dict[str, None] = {}

    def add(message: Descriptor) -> None:
        for field in message.fields:
            name = f"{message.name}.{field.name}"
            if name not in found:
                found[name] = None
                if field.message_type is not None and _is_ours(field.message_type):
                    add(field.message_type)

    for file in schema.files():
        if file.package == _PACKAGE:
            for service in file.services_by_name.values():
                for method in service.methods:
                    add(method.input_type)
    return tuple(sorted(found, key=lambda name: list(found).index(name)))


def _is_ours(message: Descriptor) -> bool:
    return str(message.full_name).startswith("npcserver.")


def options_of(message: Message) -> Iterator[str]:
    """Yield the options that a request sets, with those of the messages in it."""
    for field, value in message.ListFields():
        yield f"{message.DESCRIPTOR.name}.{field.name}"
        if field.message_type is not None and _is_ours(field.message_type):
            for one in value if field.is_repeated else (value,):
                yield from options_of(one)


@cache
def set_by_games() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return for each client the cases of a game that set each option in it."""
    return {
        client: _collected(
            (option, case["name"])
            for case in all_cases()
            if is_of_game(case) and not why_unable(case, client)
            for want in wanted(case)
            for option in (*options_of(filled(want)), *_around(want))
        )
        for client in GAME_CLIENTS
    }


def _around(want: Wanted) -> Iterator[str]:
    """Yield what is set around what a step sets in a batch."""
    if want.item:
        yield from ("ObserveRequest.request_id", "ObserveRequest.timeline_id")
        yield f"ObserveRequest.{want.item}"


@cache
def set_by_calls() -> Mapping[str, tuple[str, ...]]:
    """Return the cases of calls that set each option; all clients play them."""
    return _collected(
        (option, case["name"])
        for case in all_cases()
        if not is_of_game(case)
        for step in called(case)
        for option in options_of(requested(step))
    )


def called(case: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the steps of a case that call a method of ours with a request that it can hold."""
    for step in case["steps"]:
        for one in (step, *([step["during"]["step"]] if "during" in step else [])):
            if "method" in one and schema.method(one["method"]) is not None:
                yield one


def requested(step: Mapping[str, Any]) -> Message:
    """Return the request of a call, with something in place of what is kept."""
    method = schema.method(step["method"])
    assert method is not None
    message = schema.message_class(method.input_type.full_name)()
    try:
        json_format.ParseDict(_without_kept(step["request"]), message)
    except json_format.ParseError:  # a case of what no message can hold
        return schema.message_class(method.input_type.full_name)()
    return message


def _without_kept(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_kept(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_without_kept(one) for one in value]
    return _KEPT.sub("1", value) if isinstance(value, str) else value


def _collected(pairs: Iterator[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for option, case in pairs:
        found.setdefault(option, {})[case] = None
    return {option: tuple(cases) for option, cases in found.items()}


@cache
def _of_games() -> frozenset[str]:
    """Return the names of the messages of which a case of a game sets something."""
    return frozenset(option.partition(".")[0] for of in set_by_games().values() for option in of)


def without_case_or_reason() -> Iterator[str]:
    """Yield each option that neither a case sets nor a reason explains, with the client."""
    calls, games = set_by_calls(), set_by_games()
    for option in all_options():
        if option in calls and option.partition(".")[0] not in _of_games():
            continue
        for client in GAME_CLIENTS:
            if option not in games[client] and not why_lacking(option, client):
                kind = "case of a game" if option in calls else "case"
                yield f"{option}: no {kind} sets it in {client}, and no reason is given"


def why_lacking(option: str, client: str) -> str:
    """Return why games do not set an option in a client; empty where nothing is said."""
    reasons = lacking()[client].get("options", {})
    return reasons.get(option) or reasons.get(option.partition(".")[0], "")


def needless_reasons() -> Iterator[str]:
    """Yield what `lacking.yaml` explains though a case sets it, or though nobody has it."""
    known = {*all_options(), *(option.partition(".")[0] for option in all_options())}
    for client in GAME_CLIENTS:
        for option in lacking()[client].get("options", {}):
            if option not in known or option in set_by_games()[client]:
                yield f"{client}: {option}"


def markdown() -> str:
    """Return the table of options and clients, and the reasons, for the docs."""
    reasons: dict[str, int] = {}
    lines = [
        f"| option | set by | {' | '.join(GAME_CLIENTS)} | by a call in every client |",
        f"| --- | --- |{' :---: |' * len(GAME_CLIENTS)} --- |",
    ]
    for option in all_options():
        cells = [_cell(option, client, reasons) for client in GAME_CLIENTS]
        of = [case for client in GAME_CLIENTS for case in set_by_games()[client].get(option, ())]
        game = f"`{of[0]}`" if of else ""
        call = set_by_calls().get(option, ("",))[0]
        lines.append(f"| `{option}` | {game} | {' | '.join(cells)} | {call and f'`{call}`'} |")
    lines += ["", *(f"{number}. {why}" for why, number in reasons.items())]
    return "\n".join(lines) + "\n"


def _cell(option: str, client: str, reasons: dict[str, int]) -> str:
    if option in set_by_games()[client]:
        return "✓"
    why = why_lacking(option, client)
    return f"[{reasons.setdefault(why, len(reasons) + 1)}]" if why else ""
