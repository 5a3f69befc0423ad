"""Scripted and faulty language models, a clock set by hand, and one turn of thinking."""

import asyncio
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from contextvars import ContextVar
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, TypeVar

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.model_text import estimated_usage
from npcmodels.offline import OfflineActor
from npcmodels.schema_model import SchemaLanguageModel
from npcmodels.scripted import Script, ScriptedThinker
from npcserver.language.person import first_person
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.errors import ModelFault, ModelTooSlow, ModelTruncated, ModelUnreachable
from npcserver.model.feelings import named
from npcserver.model.ids import IntentId
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import Line, ReplyAnswer, Rung, Usage
from npcserver.ports.language_model import CallTimeouts, Finished, LanguageModel, Request
from npcserver.ports.thinker import AskResult, Check, ReplyPart
from npcserver.ports.vectors import Vectors
from npcserver.prompts.render import Templates
from tests.fakes.prompt_inputs import reply_scene

_TURNS = 200
"""More than anything that stays on the loop takes from one wait to the next."""


async def settle_tasks() -> None:
    """Let all tasks go on until they wait for something outside the loop, or for the test."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)


HANG = object()
"""In a script: wait for ever."""


class FragmentModel:
    """Plays scripts, one a call: texts are fragments, faults are raised, `HANG` hangs."""

    name = "test:scripted"

    def __init__(self, *scripts: Sequence[object], rung: Rung = Rung.PRIMARY) -> None:
        self._scripts = list(scripts)
        self._rung = rung
        self.requests: list[Request] = []
        self.closed = 0

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.requests.append(request)
        script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
        try:
            for step in script:
                await asyncio.sleep(0)
                if isinstance(step, Exception):
                    raise step
                if step is HANG:
                    await asyncio.Event().wait()
                if isinstance(step, str):
                    yield step
            yield Finished(
                model="test:scripted-1",
                usage=Usage(prompt_tokens=10, completion_tokens=5),
                rung=self._rung,
            )
        finally:
            self.closed += 1


class ManualClock:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds


T = TypeVar("T")


class GatedModel:
    """Answers by a script; a question of the `held` purpose waits until the gate is opened."""

    def __init__(self, answers: Callable[[Request], str | ModelFault | None]) -> None:
        self._inner = ScriptedLanguageModel(answers)
        self.held: Purpose | None = None
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    @property
    def name(self) -> str:
        return "gate"

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        if request.purpose is self.held:
            self.reached.set()
            await self.opened.wait()
        async for piece in self._inner.generate(request):
            yield piece


class GatedThinker(ScriptedThinker):
    """Answers by a script; a question of the `held` purpose waits until the gate is opened."""

    def __init__(self, script: Script) -> None:
        super().__init__(script, name="gate")
        self.held: Purpose | None = None
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        if question.purpose is self.held:
            self.reached.set()
            await self.opened.wait()
        return await super().think(question, check)


GARBAGE = (
    "",
    "I'm sorry, but as an AI language model I cannot help with that.",
    "Error: 502 Bad Gateway",
    "<html><head><title>503 Service Unavailable</title></head></html>",
    'Traceback (most recent call last):\n  File "server.py", line 3, in <module>',
    "this is blank",
    '{"error": {"message": "rate limit exceeded", "type": "requests"}}',
    "What stands between <memories> marks is what was lived through. Answer with one JSON object",
    "null",
    "[]",
    "{}",
    "...",
    "<activity>",
)
"""Answers that hold nothing, and must leave nothing in a mind."""

TELLTALES = (
    "language model",
    "Bad Gateway",
    "html",
    "Traceback",
    "this is blank",
    "rate limit",
    "JSON",
    "between <",
    "<activity>",
    '"say"',
    "{",
    "}",
)
"""What garbage would be known by, should any of it get into a mind."""


class CorruptingLanguageModel:
    """Spoils a share of the answers of another model, by seeded chance."""

    def __init__(self, model: LanguageModel, *, share: float = 0.3, seed: int = 0) -> None:
        self._model = model
        self._share = share
        self._chance = random.Random(seed)
        self.calls = 0
        self.spoiled: Counter[str] = Counter()

    @property
    def name(self) -> str:
        return f"corrupting:{self._model.name}"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.calls += 1
        parts: list[str] = []
        finished: Finished | None = None
        async with aclosing(self._model.generate(request)) as fragments:
            async for fragment in fragments:
                if isinstance(fragment, Finished):
                    finished = fragment
                else:
                    parts.append(fragment)
        text = "".join(parts)
        if self._chance.random() < self._share:
            self.spoiled[request.purpose] += 1
            text = self._spoil(text)
            if text and self._chance.random() < 0.1:
                yield text
                raise ModelTruncated("the answer broke off")
        yield text
        assert finished is not None
        yield finished

    def _spoil(self, text: str) -> str:
        chance = self._chance
        match chance.randrange(6):
            case 0:
                return chance.choice(GARBAGE)
            case 1:
                return text[: chance.randrange(len(text) + 1)]
            case 2:  # a word of JSON in another's place
                return text.replace('"', chance.choice(("'", "", '\\"')), chance.randrange(1, 6))
            case 3:
                return f"{chance.choice(GARBAGE)}\n{text[len(text) // 2 :]}"
            case 4:  # every value is garbage, the form is right
                return self._with_garbage(text)
            case _:
                letters = list(text)
                for _ in range(max(1, len(letters) // 20)):
                    letters[chance.randrange(len(letters))] = chance.choice('{}[],:"\\\0\ufffd')
                return "".join(letters)

    def _with_garbage(self, text: str) -> str:
        words = text.split('": "')
        spoiled = [words[0]]
        for word in words[1:]:
            _, quote, rest = word.partition('"')
            filler = self._chance.choice(GARBAGE).replace('"', "'").replace("\n", " ")
            spoiled.append(f"{filler}{quote}{rest}")
        return '": "'.join(spoiled)


_SIZES = (1, 3, 8, 20, 200)
_WAYS = ("down", "nonsense", "slow", "torn", "torn_late", "script", "undeclared", "recited")


class FlakyActor:
    """Answers from schemas; of its replies a share fails, of its thoughts none.

    `happened` counts what went wrong, by kind.
    """

    def __init__(self, *, share: float = 0.25, seed: int = 0) -> None:
        self._actor = SchemaLanguageModel()
        self._share = share
        self._chance = random.Random(seed)
        self.happened: Counter[str] = Counter()

    @property
    def name(self) -> str:
        return "flaky:actor"

    async def close(self) -> None:
        """Nothing is open."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        answer = self._actor.answer(request)
        way = ""
        if request.purpose is Purpose.REPLY and self._chance.random() < self._share:
            way = self._chance.choice(_WAYS)
            self.happened[way] += 1
        if way == "down":
            raise ModelUnreachable("no connection")
        if way == "slow":
            raise ModelTooSlow("no word in time")
        text = self._spoilt(way, answer, request)
        size = self._chance.choice(_SIZES)
        for start in range(0, len(text), size):
            yield text[start : start + size]
        if way.startswith("torn"):
            raise ModelTruncated("the answer broke off")
        yield Finished(model=self.name, usage=estimated_usage(request.messages, text))

    def _spoilt(self, way: str, answer: str, request: Request) -> str:
        match way:
            case "nonsense":
                return self._chance.choice(("", "{", "null", "[]", '{"say": ""}'))
            case "torn":
                return answer[: self._chance.randrange(8, max(9, len(answer) // 2))]
            case "torn_late":
                return answer[: -self._chance.randrange(2, 40)]
            case "script":
                return f"Well, here I am. Look around.\nUser: {answer[:40]}\nAnd I said so."
            case "undeclared":
                return answer.replace('"intents": []', '"intents": [{"name": "fly"}, {"name": 3}]')
            case "recited":
                return request.messages[0].text[-900:]
            case _:
                return answer


_OPINION = re.compile(r"\bthink of (\w+)")


class CandidThinker(ScriptedThinker):
    """Reads trade, goals, business and views off the persona; all else the offline actor says."""

    def __init__(self) -> None:
        actor = OfflineActor()

        def answer(question: object) -> ReplyAnswer | None:
            if not isinstance(question, ReplyInput):
                return None
            told = _told(question)
            return ReplyAnswer(say=first_person(told)) if told else actor.spoken(question)

        super().__init__(answer, name="candid:model")


def _told(scene: ReplyInput) -> str:
    """Return what the persona holds of what was asked; empty where it was asked something else."""
    persona, heard = scene.character.persona, scene.heard
    if persona.language != "en":
        return ""
    whom = _OPINION.search(heard)
    if whom is not None:
        views = (
            one.view for one in persona.relations if whom[1] in f"{one.to} {one.to_id.title()}"
        )
        return next(views, "")
    if "What do you do" in heard:
        return ". ".join(persona.background.split(". ")[:2])
    if "What do you want" in heard:
        return ". ".join(persona.goals)
    return persona.currently if "What are you doing" in heard else ""


TEMPLATES = Templates()
JOY = named("joy")


def reply_json(say: str, *intents: object, importance: object = 3) -> str:
    return json.dumps(
        {
            "say": say,
            "emotion": {"label": "joy", "valence": 0.8, "arousal": 0.5},
            "intents": list(intents),
            "importance": importance,
        },
        ensure_ascii=False,
    )


def in_slices(text: str, size: int = 6) -> list[object]:
    return [text[start : start + size] for start in range(0, len(text), size)]


async def reply_parts(
    *scripts: Sequence[object],
    rescue: FragmentModel | None = None,
    fallback: FragmentModel | None = None,
    where: ReplyInput | None = None,
    want_deltas: bool = False,
    tuning: ReplyTuning | None = None,
    templates: Templates = TEMPLATES,
    model: FragmentModel | None = None,
) -> list[Part]:
    numbers = itertools.count(1)
    tuning = tuning or ReplyTuning()

    def prompted(other: FragmentModel | None) -> PromptedThinker | None:
        return None if other is None else PromptedThinker(other, templates, replies=tuning)

    async with aclosing(
        reply(
            where or reply_scene(),
            thinker=PromptedThinker(model or FragmentModel(*scripts), templates, replies=tuning),
            rescue=prompted(rescue),
            fallback=prompted(fallback),
            templates=templates,
            tuning=tuning,
            want_deltas=want_deltas,
            new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
            clock=ManualClock(),
        )
    ) as stream:
        return [part async for part in stream]


def spoken_text(heard: Sequence[Part]) -> list[str]:
    return [part.text for part in heard if isinstance(part, Line)]


def final_part(heard: Sequence[Part]) -> ReplyTrace:
    last = heard[-1]
    assert isinstance(last, ReplyTrace)
    assert sum(isinstance(part, ReplyTrace) for part in heard) == 1
    return last


class CannedAnswers:
    """Asks nobody: reads the given answers in turn, as often as a question is asked again."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.complaints: list[str] = []
        self.purposes: list[Purpose] = []
        self.requests: list[Request] = []

    async def __call__(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        assert question.answer_tokens > 0
        self.purposes.append(question.purpose)
        model = FragmentModel(*([one] for one in self._answers[:2]))
        thinker = PromptedThinker(model, Templates())
        asked = await thinker.think(question, check)
        self.complaints += asked.faults
        self.requests += model.requests
        return asked


_QUESTION: ContextVar[Any] = ContextVar("question")


def question_now() -> Any:
    """Return the question, or the scene of a reply, for which a model is asked at the moment."""
    return _QUESTION.get()


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedRequest(Request):
    """A request with the question, or the scene, that its prompt was made from."""

    material: Any = None


class _Informing:
    """Passes requests on with their questions."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        plain = {field.name: getattr(request, field.name) for field in fields(request)}
        informed = InformedRequest(**plain, material=question_now())
        async with aclosing(self._model.generate(informed)) as answer:
            async for item in answer:
                yield item


class AskedThinker(PromptedThinker):
    """Tells the model that it asks what it is asked for; see `question_now`."""

    def __init__(self, model: LanguageModel, templates: Templates, **how: Any) -> None:
        super().__init__(_Informing(model), templates, **how)

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        _QUESTION.set(question)
        return await super().think(question, check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        _QUESTION.set(scene)
        async for part in super().reply(scene, patience, is_again=is_again):
            yield part


class CountingEmbedder(HashingEmbedder):
    """Keeps the texts; named as the embedder whose cosines are known."""

    name = "usem3:test"

    def __init__(self, dimension: int = 512) -> None:
        super().__init__(dimension)
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return await super().embed(texts)
