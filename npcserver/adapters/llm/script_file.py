"""Scripts by name: `scripted:echo`, `scripted:delay=0.2`, or a file, `scripted:x.yaml`.

first_word_delay: 0.2          # seconds; all three are optional
fragment_delay: 0.01
fragment_size: 6               # characters
answers:                       # played in order, then again from the first
  - say: Good morning!
    emotion: joy
    importance: 2
    intents: [{name: wave, arguments: {target: player}}]
  - when: party                # instead of the order, whenever this text is heard
    say: It starts at five.
  - raw: '{"say": "half an ans'   # the very text of the model
  - fault: too_slow            # unreachable, too_slow, truncated or nonsense
    retry_after: 3
"""

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from npcserver.adapters.llm import answers
from npcserver.adapters.llm.scripted import Answer, ScriptedLanguageModel, heard
from npcserver.model.emotion import LABELS
from npcserver.model.errors import (
    InvalidInput,
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.purpose import Purpose
from npcserver.ports.language_model import JSON, Request

_FAULTS: Mapping[str, type[ModelFault]] = {
    "unreachable": ModelUnreachable,
    "too_slow": ModelTooSlow,
    "truncated": ModelTruncated,
    "nonsense": ModelTalkedNonsense,
}
_KNOBS = ("first_word_delay", "fragment_delay", "fragment_size")
_SHORT = {"delay": "first_word_delay", "fragment_size": "fragment_size"}
_ANSWER_FIELDS = {"when", "say", "emotion", "importance", "intents", "raw", "fault", "retry_after"}


def scripted_model(name: str) -> ScriptedLanguageModel:
    """Return the model named `scripted:…`; raises `InvalidInput` for a script that cannot be."""
    _, _, script = name.partition(":")
    if script in ("", "echo"):
        return ScriptedLanguageModel(name="scripted:echo")
    if script.endswith((".yaml", ".yml", ".json")):
        return _from_file(name, Path(script))
    knobs: dict[str, float] = {}
    for part in script.split(","):
        key, _, value = part.partition("=")
        knob = _SHORT.get(key.strip(), key.strip())
        if knob not in _KNOBS:
            known = f"echo, delay=SECONDS, {', '.join(_KNOBS)}, or a .yaml or .json file"
            raise InvalidInput("model.name", f"no script {part!r}; known: {known}")
        knobs[knob] = _number("model.name", value)
    return _model(name, (), knobs)


def _from_file(name: str, path: Path) -> ScriptedLanguageModel:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))  # JSON is YAML
    except OSError as error:
        raise InvalidInput(
            "model.name", f"cannot read the script {path}: {error.strerror}"
        ) from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidInput("model.name", f"cannot read the script {path}: {error}") from error
    if not isinstance(content, dict):
        raise InvalidInput(str(path), "a script is a mapping with the key `answers`")
    _no_others(str(path), content, {"answers", *_KNOBS})
    given = content.get("answers", [])
    if not isinstance(given, list):
        raise InvalidInput(f"{path}: answers", "must be a list")
    entries = [_entry(f"{path}: answers[{i}]", entry) for i, entry in enumerate(given)]
    knobs = {knob: _number(f"{path}: {knob}", content[knob]) for knob in _KNOBS if knob in content}
    return _model(name, entries, knobs)


def _model(
    name: str, entries: "list[tuple[str, Answer]] | tuple[()]", knobs: Mapping[str, float]
) -> ScriptedLanguageModel:
    return ScriptedLanguageModel(
        _player(list(entries)) if entries else (),
        name=name,
        first_word_delay=knobs.get("first_word_delay", 0.0),
        fragment_delay=knobs.get("fragment_delay", 0.0),
        fragment_size=int(knobs.get("fragment_size", 8)),
    )


def _player(entries: list[tuple[str, Answer]]) -> Callable[[Request], Answer | None]:
    """Return what plays a script: matching entries first, the others in turn."""
    turns = itertools.cycle([answer for when, answer in entries if not when])
    matching = [(when, answer) for when, answer in entries if when]

    def answer(request: Request) -> Answer | None:
        if request.purpose is not Purpose.REPLY:
            return None
        words = heard(request).casefold()
        for when, scripted in matching:
            if when in words:
                return scripted
        return next(turns, None)

    return answer


def _entry(field: str, entry: object) -> tuple[str, Answer]:
    if isinstance(entry, str):
        return "", answers.reply(entry)
    if not isinstance(entry, dict):
        raise InvalidInput(field, "must be a text or a mapping")
    _no_others(field, entry, _ANSWER_FIELDS)
    when = str(entry.get("when", "")).casefold()
    if "fault" in entry:
        kind = _FAULTS.get(str(entry["fault"]))
        if kind is None:
            raise InvalidInput(f"{field}.fault", f"must be one of {', '.join(_FAULTS)}")
        pause = entry.get("retry_after")
        seconds = None if pause is None else _number(f"{field}.retry_after", pause)
        return when, kind("the script says so", retry_after=seconds)
    if "raw" in entry:
        return when, str(entry["raw"])
    return when, _reply(field, entry)


def _reply(field: str, entry: Mapping[str, object]) -> str:
    emotion = str(entry.get("emotion", "neutral"))
    if emotion not in LABELS:
        raise InvalidInput(f"{field}.emotion", f"must be one of {', '.join(LABELS)}")
    importance = entry.get("importance", 4)
    if not isinstance(importance, int) or not 1 <= importance <= 10:
        raise InvalidInput(f"{field}.importance", "must be a whole number from 1 to 10")
    intents = entry.get("intents", [])
    if not isinstance(intents, list):
        raise InvalidInput(f"{field}.intents", "must be a list")
    return answers.reply(
        str(entry.get("say", "")),
        emotion=emotion,
        importance=importance,
        intents=[_intent(f"{field}.intents[{i}]", intent) for i, intent in enumerate(intents)],
    )


def _intent(field: str, intent: object) -> tuple[str, Mapping[str, JSON]]:
    if not isinstance(intent, dict) or not isinstance(intent.get("name"), str):
        raise InvalidInput(field, "must be a mapping with a name and, if need be, arguments")
    arguments = intent.get("arguments", {})
    if not isinstance(arguments, dict):
        raise InvalidInput(f"{field}.arguments", "must be a mapping")
    return intent["name"], {str(key): value for key, value in arguments.items()}


def _number(field: str, value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = -1.0
    if not 0 <= number < 3600:
        raise InvalidInput(field, f"{value!r} must be a number from 0 to 3600")
    return number


def _no_others(field: str, mapping: Mapping[object, object], known: set[str]) -> None:
    for key in mapping:
        if key not in known:
            raise InvalidInput(field, f"knows no {key!r}; known: {', '.join(sorted(known))}")
