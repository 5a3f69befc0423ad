"""A model that plays given answers.

They come from code or by name: `scripted:echo`, `scripted:delay=0.2`, `scripted:x.yaml`.
"""

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import yaml

from npcmodels.model_text import estimated_usage
from npcmodels.offline import OfflineActor
from npcserver import plugins
from npcserver.model.errors import (
    InvalidInput,
    ModelFault,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.feelings import LABELS, NEUTRAL, named
from npcserver.model.inputs import RatingInput, ReplyInput
from npcserver.model.model_use import ModelUse
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import ReplyAnswer, in_pieces
from npcserver.ports.language_model import CallTimeouts, Finished
from npcserver.ports.thinker import AskResult, Check, ReplyPart, answered

T = TypeVar("T")
P = TypeVar("P")

Question = ReplyInput | TypedQuestion[Any]
Reply = ReplyAnswer | ModelFault
Script = (
    Sequence[ReplyAnswer | str | ModelFault]
    | Mapping[str, ReplyAnswer | str | ModelFault]
    | Callable[[Question], object]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds before the first word and between pieces of so many characters."""

    first_word: float = 0.0
    fragment: float = 0.0
    size: int = 8

    async def kept(self, pieces: Iterable[P], patience: CallTimeouts) -> AsyncGenerator[P, None]:
        """Yield pieces at this pace. Raises `ModelTooSlow` where the patience ends before it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience.total
        delay, bound = self.first_word, patience.first_word
        for piece in pieces:
            bound = min(bound, max(0.0, end - loop.time()))
            if delay > bound:
                await asyncio.sleep(bound)
                raise ModelTooSlow(f"the script waits {delay:g} s, the request only {bound:g} s")
            if delay:
                await asyncio.sleep(delay)
            yield piece
            delay, bound = self.fragment, patience.between_words


_AT_ONCE = Pace()


class ScriptedScenes(OfflineActor):
    """The offline actor, with scripted answers of members of scenes."""

    def answer(self, question: TypedQuestion[T]) -> T:
        """Return the answer to a question."""
        if question.purpose.use is ModelUse.SCENES:
            return cast("T", plugins.load(plugins.SCRIPTED_MEMBER)(question))
        return super().answer(question)


class ScriptedThinker:
    """Plays a script of replies, or echoes; members of scenes speak in numbered lines.

    Other questions are answered by the offline actor.

    A sequence answers in order and starts again at its end. A mapping answers with the first entry
    whose key occurs in what was heard. A callable is given every question, a `ReplyInput` for a
    reply, and may answer None, which leaves it to the echo or the actor. A reply is a whole one,
    its words, or a fault to raise.
    """

    def __init__(
        self,
        script: Script = (),
        *,
        name: str = "scripted:echo",
        pace: Pace = _AT_ONCE,
        remembered: int = 200,
    ) -> None:
        self.name = name
        self._script = script
        self._turns: Iterator[Any] = (
            itertools.cycle(script) if isinstance(script, Sequence) else iter(())
        )
        self._pace = pace
        self._actor: ScriptedScenes | None = None
        self.questions: deque[Question] = deque(maxlen=remembered)

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return what the script or the actor answers; importance is middling."""
        self.questions.append(question)
        answer: Any = self._script(question) if callable(self._script) else None
        if isinstance(answer, ModelFault):
            raise answer
        if answer is None and isinstance(question, RatingInput):
            answer = (5,) * len(question.texts)
        if answer is None:
            if self._actor is None:  # reading how its thoughts are put takes a while
                self._actor = ScriptedScenes()
            answer = self._actor.answer(question)
        return answered(self.name, answer, check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield the next reply of the script, at its pace."""
        del is_again
        self.questions.append(scene)
        answer = self._reply(scene)
        fault = answer if isinstance(answer, ModelFault) else None
        said = ReplyAnswer(say="") if isinstance(answer, ModelFault) else answer
        async for part in self._pace.kept(in_pieces(said, self._pace.size), patience):
            if fault is not None:
                raise fault
            yield part
        yield Finished(model=self.name, usage=estimated_usage((), said.say))
        yield said

    def _reply(self, scene: ReplyInput) -> Reply:
        script, answer = self._script, None
        if callable(script):
            answer = script(scene)
        elif isinstance(script, Mapping):
            heard = scene.heard.casefold()
            answer = next((one for key, one in script.items() if key.casefold() in heard), None)
        else:
            answer = next(self._turns, None)
        if answer is None:
            answer = f"You said: {scene.heard[:200].strip()}"
        if isinstance(answer, ReplyAnswer | ModelFault):
            return answer
        return ReplyAnswer(say=str(answer), importance=4)


Entry = ReplyAnswer | ModelFault

_FAULTS: Mapping[str, type[ModelFault]] = {
    "unreachable": ModelUnreachable,
    "too_slow": ModelTooSlow,
    "truncated": ModelTruncated,
    "nonsense": ModelTalkedNonsense,
}
_KNOBS = ("first_word_delay", "fragment_delay", "fragment_size")
_SHORT = {"delay": "first_word_delay", "fragment_size": "fragment_size"}
_ANSWER_FIELDS = {"when", "say", "emotion", "importance", "intents", "fault", "retry_after"}


def scripted_model(name: str) -> ScriptedThinker:
    """Return what plays the script named `scripted:…`. Raises `InvalidInput` if it cannot be."""
    _, _, script = name.partition(":")
    if script in ("", "echo"):
        return ScriptedThinker()
    if script == "town":
        from npcmodels.scripted_town import TownMind  # noqa: PLC0415 - needs much that others do not

        return ScriptedThinker(TownMind(), name=name, remembered=1)
    if script.endswith((".yaml", ".yml", ".json")):
        return _from_file(name, Path(script))
    knobs: dict[str, float] = {}
    for part in script.split(","):
        key, _, value = part.partition("=")
        knob = _SHORT.get(key.strip(), key.strip())
        if knob not in _KNOBS:
            known = f"echo, town, delay=SECONDS, {', '.join(_KNOBS)}, or a .yaml or .json file"
            raise InvalidInput("model.name", f"no script {part!r}; known: {known}")
        knobs[knob] = _number("model.name", value)
    return _model(name, (), knobs)


def _from_file(name: str, path: Path) -> ScriptedThinker:
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
    name: str, entries: Sequence[tuple[str, Entry]], knobs: Mapping[str, float]
) -> ScriptedThinker:
    pace = Pace(
        first_word=knobs.get("first_word_delay", 0.0),
        fragment=knobs.get("fragment_delay", 0.0),
        size=max(1, int(knobs.get("fragment_size", 8))),
    )
    play = _player(entries)

    def answer(question: object) -> Entry | None:
        return play(question.heard) if isinstance(question, ReplyInput) else None

    return ScriptedThinker(answer, name=name, pace=pace)


def _player(entries: Sequence[tuple[str, Entry]]) -> Callable[[str], Entry | None]:
    """Return what plays a script: entries that match what was heard first, the others in turn."""
    turns = itertools.cycle([entry for when, entry in entries if not when])
    matching = [(when, entry) for when, entry in entries if when]

    def answer(heard: str) -> Entry | None:
        words = heard.casefold()
        found = next((entry for when, entry in matching if when in words), None)
        return next(turns, None) if found is None else found

    return answer


def _entry(field: str, entry: object) -> tuple[str, Entry]:
    if isinstance(entry, str):
        return "", ReplyAnswer(say=entry, emotion=NEUTRAL, importance=4)
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
    return when, _reply(field, entry)


def _reply(field: str, entry: Mapping[str, object]) -> ReplyAnswer:
    emotion = entry.get("emotion", "neutral")
    if emotion is not None and emotion not in LABELS:
        raise InvalidInput(f"{field}.emotion", f"must be one of {', '.join(LABELS)}")
    importance = entry.get("importance", 4)
    if not isinstance(importance, int) or not 1 <= importance <= 10:
        raise InvalidInput(f"{field}.importance", "must be a whole number from 1 to 10")
    intents = entry.get("intents", [])
    if not isinstance(intents, list):
        raise InvalidInput(f"{field}.intents", "must be a list")
    return ReplyAnswer(
        say=str(entry.get("say", "")),
        emotion=None if emotion is None else named(str(emotion)),
        importance=importance,
        intents=tuple(_intent(f"{field}.intents[{i}]", intent) for i, intent in enumerate(intents)),
    )


def _intent(field: str, intent: object) -> tuple[str, Mapping[str, object]]:
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
