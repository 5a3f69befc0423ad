"""A model that plays given answers.

They come from code or by name: `scripted:echo`, `scripted:delay=0.2`, `scripted:x.yaml`.
"""

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from pathlib import Path

import yaml

from npcserver.adapters.llm import offline
from npcserver.adapters.llm.model_text import estimated_usage
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.errors import (
    InvalidInput,
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.feelings import LABELS
from npcserver.model.inputs import RatingInput, ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import JSON, Finished, Request

Answer = str | ModelFault
Script = Sequence[Answer] | Mapping[str, Answer] | Callable[[Request], Answer | None]


class ScriptedLanguageModel:
    """Plays a script, or echoes what it hears.

    A sequence answers REPLY requests in order and starts again at its end. A mapping answers with
    the first entry whose key occurs in what was heard. A callable is asked every time, and may
    answer None. Whatever the script has no answer for is echoed: a reply that says what was heard,
    middling ratings; thoughts are answered from their material, as the offline actor thinks them.
    An answer is the raw text of the model, or a fault to raise. `faults` are raised at the calls
    of those numbers (from 0), after `fault_after` fragments.
    """

    def __init__(  # noqa: PLR0913 - a script has many knobs, each with a quiet default
        self,
        script: Script = (),
        *,
        name: str = "scripted:echo",
        first_word_delay: float = 0.0,
        fragment_delay: float = 0.0,
        fragment_size: int = 8,
        faults: Mapping[int, ModelFault] | None = None,
        fault_after: int = 0,
        remembered: int = 200,
    ) -> None:
        self._name = name
        self._script = script
        self._turns: Iterator[Answer] = (
            itertools.cycle(script) if isinstance(script, Sequence) else iter(())
        )
        self._first_word_delay = first_word_delay
        self._fragment_delay = fragment_delay
        self._fragment_size = max(1, fragment_size)
        self._faults = dict(faults or {})
        self._fault_after = fault_after
        self._thinker: OfflineActor | None = None
        self.calls = 0
        self.requests: deque[Request] = deque(maxlen=remembered)

    @property
    def name(self) -> str:
        """`scripted:script`."""
        return self._name

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the next answer of the script, with its delays, within the request's patience."""
        number = self.calls
        self.calls += 1
        self.requests.append(request)
        answer = self._answer(request)
        fault = self._faults.get(number)
        if isinstance(answer, ModelFault):
            fault, answer = answer, ""
        pieces = self._pieces(answer)
        if fault is not None:
            pieces = pieces[: self._fault_after]
        async for piece in self._spoken(pieces, request):
            yield piece
        if fault is not None:
            raise fault
        yield Finished(model=self._name, usage=estimated_usage(request.messages, answer))

    async def _spoken(self, pieces: Sequence[str], request: Request) -> AsyncGenerator[str, None]:
        patience = request.patience
        loop = asyncio.get_running_loop()
        end = loop.time() + patience.total
        delay, bound = self._first_word_delay, patience.first_word
        for piece in pieces or [""]:
            bound = min(bound, max(0.0, end - loop.time()))
            if delay > bound:
                await asyncio.sleep(bound)
                raise ModelTooSlow(f"the script waits {delay:g} s, the request only {bound:g} s")
            if delay:
                await asyncio.sleep(delay)
            if piece:
                yield piece
            delay, bound = self._fragment_delay, patience.between_words

    def _pieces(self, answer: str) -> list[str]:
        size = self._fragment_size
        return [answer[start : start + size] for start in range(0, len(answer), size)]

    def _answer(self, request: Request) -> Answer:
        script = self._script
        if callable(script):
            answer = script(request)
            return self._echo(request) if answer is None else answer
        if request.purpose is Purpose.REPLY:
            if isinstance(script, Mapping):
                words = heard(request).casefold()
                for key, answer in script.items():
                    if key.casefold() in words:
                        return answer
            elif script:
                return next(self._turns)
        return self._echo(request)

    def _echo(self, request: Request) -> str:
        if request.purpose in (Purpose.REPLY, Purpose.RATE):
            return echo(request)
        if self._thinker is None:  # thoughts are few, and reading how they are put takes a while
            self._thinker = OfflineActor()
        return self._thinker.answer(request.material)


def heard(request: Request) -> str:
    """Return what was said to the character, from the material or else from the last message."""
    if isinstance(request.material, ReplyInput):
        return request.material.heard
    return request.messages[-1].text if request.messages else ""


def echo(request: Request) -> str:
    """Return a valid reply, or valid ratings."""
    if request.purpose is Purpose.RATE:
        count = len(request.material.texts) if isinstance(request.material, RatingInput) else 1
        return offline.ratings_json([5] * count)
    return offline.reply_json(f"You said: {heard(request)[:200].strip()}")


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
        return "", offline.reply_json(entry)
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
    return offline.reply_json(
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
