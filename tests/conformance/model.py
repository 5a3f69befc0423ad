"""The model of the conformance server: speaks sentence by sentence, and writes down who stops it.

What it answers is chosen by a word in what it hears; see `_ANSWERS`. Asked `what may you do` it
says what it was offered, who speaks and who overhears. Its log has one JSON line for
each call that begins, is cancelled, fails or ends: `at` (wall clock, milliseconds), `call`,
`purpose`, `event` and `heard`.
"""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from npcmodels.model_text import estimated_usage
from npcmodels.offline import OfflineActor
from npcserver.model.errors import ModelUnreachable
from npcserver.model.feelings import named
from npcserver.model.inputs import InterviewInput, ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.question import TypedQuestion
from npcserver.ports.language_model import Finished, Message, Request
from npcserver.ports.thinker import AskResult, Check
from npcserver.prompts.render import Templates
from tests.fakes.language_models import AskedThinker, question_now

T = TypeVar("T")

PAUSE = 0.04
"""Seconds between two sentences."""

WAITING_SECONDS = 3.0
"""Seconds after which the server says that a turn waits: longer than any other answer takes."""

EVERY_SCRIPT = (
    "Gr\u00fc\u00dfe aus K\u00f6ln. \u4f60\u597d\uff0c\u4e16\u754c\u3002 "
    "A dragon \U0001f409 and a family \U0001f468\u200d\U0001f469\u200d\U0001f467. "
    "\u05e9\u05dc\u05d5\u05dd, \u0645\u0631\u062d\u0628\u0627. "
    "Cafe\u0301 is caf\u00e9 in other letters. A zero\u200bwidth space. "
    'She said "go" \\ and went. \U0001d11e \U0001f1e9\U0001f1ea.'
)
_LONG = " ".join(f"Sentence number {number} goes by without any hurry." for number in range(1, 121))
_ENDLESS = " ".join(f"And on and on it goes, for the {number}th time." for number in range(1, 480))


def _written(
    say: str, *, emotion: str = "neutral", intents: Sequence[tuple[str, object]] = ()
) -> str:
    """Return a reply as a model writes it."""
    felt = named(emotion)
    return json.dumps(
        {
            "feeling": felt.label,
            "say": say,
            "intents": [{"name": name, "arguments": given} for name, given in intents],
            "valence": felt.valence,
            "arousal": felt.arousal,
            "importance": 4,
        },
        ensure_ascii=False,
    )


_INTENTS = _written(
    "As you wish. I shall see to it.",
    emotion="joy",
    intents=[
        (
            "serve",
            {
                "note": 'Gr\u00fc\u00dfe \U0001f409 "quoted"',
                "cups": 3,
                "warmth": 0.75,
                "as_gift": True,
                "drink": "black tea",
                "to": "guest-1",
            },
        ),
        ("count", {"least": -2147483648, "greatest": 2147483647}),
        ("nod", {}),
    ],
)
_ANSWERS = {
    "endless": _written(_ENDLESS),
    "everything": _written(EVERY_SCRIPT),
    "long story": _written(_LONG),
    "wish": _INTENTS,
    "never offered": _written("I would.", intents=[("fly", {}), ("nod", {"deep": True})]),
    "breaks down": _written("So far so good. And then it went. And so on."),
    # as models answered that named the feeling after the words
    "feeling that comes late": '{"say": "Who knows. Not I.", "emotion": {"label": "worry"}}',
    "angry": _written("Leave it. I said leave it.", emotion="anger"),
    "hello": _written("Good day. The kettle is on. Sit where you like.", emotion="calm"),
}


class SlowModel:
    """A language model that can be watched.

    `breaks down` fails in mid-turn, `is silent` before it; `think it over` lets a turn wait, and
    `for a second` one second. An interview whose question has `slow` takes half a minute, one with
    `breaks` breaks in a way nobody foresaw.
    """

    def __init__(self, log: Path) -> None:
        self.sent: Callable[[Sequence[Message]], None] = lambda _: None
        self._log = log
        self._calls = 0

    @property
    def name(self) -> str:
        """`conformance:slow`."""
        return "conformance:slow"

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield an answer sentence by sentence, at leisure."""
        self.sent(request.messages)
        self._calls += 1
        call, heard = self._calls, _heard()
        self._note(call, request, heard, "begin")
        event = "cancel"
        try:
            is_interview = request.purpose is Purpose.INTERVIEW
            answer = await _interviewed(heard) if is_interview else _reply(heard)
            if "think it over" in heard:
                await asyncio.sleep(WAITING_SECONDS + 1)
            if "for a second" in heard:
                await asyncio.sleep(1)
            for number, piece in enumerate(_pieces(answer)):
                if number == 2:
                    _break_down_if_asked(heard)
                yield piece
                await asyncio.sleep(PAUSE)
            yield Finished(model=self.name, usage=estimated_usage(request.messages, answer))
            event = "end"
        except Exception:
            event = "fail"
            raise
        finally:
            self._note(call, request, heard, event)

    def _note(self, call: int, request: Request, heard: str, event: str) -> None:
        line = {
            "at": time.time() * 1000,
            "call": call,
            "purpose": request.purpose.value,
            "event": event,
            "heard": heard,
        }
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


class SlowThinker(AskedThinker):
    """Replies and is interviewed by the slow model, and thinks as the offline actor does."""

    def __init__(self, log: Path) -> None:
        self.model = SlowModel(log)
        super().__init__(self.model, Templates())
        self._actor = OfflineActor()

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return an answer."""
        if question.purpose is Purpose.INTERVIEW:
            return await super().think(question, check)
        return await self._actor.think(question, check)


def _break_down_if_asked(heard: str) -> None:
    if "breaks down" in heard:
        raise ModelUnreachable("the model of the tests broke down, as it was asked to")


def _heard() -> str:
    material = question_now()
    if isinstance(material, ReplyInput):
        return material.heard
    return material.question if isinstance(material, InterviewInput) else ""


def _reply(heard: str) -> str:
    material = question_now()
    if "what may you do" in heard and isinstance(material, ReplyInput):
        return _written(_offered(material))
    if "is silent" in heard:
        raise ModelUnreachable("the model of the tests keeps silent, as it was asked to")
    said = _written(f"You said: {heard} There it is." if heard else "Well now. So it goes.")
    return next((answer for word, answer in _ANSWERS.items() if word in heard), said)


def _offered(scene: ReplyInput) -> str:
    """Return what a turn offers, in sentences that a game can compare."""

    def listed(names: Iterable[str]) -> str:
        return " and ".join(sorted(names)) or "nothing"

    others = [one.name for one in scene.company if one.id != scene.partner.id]
    return (
        f"I may do {listed(one.name for one in scene.affordances)}. "
        f"I see {listed(one.id for one in scene.entities)}. "
        f"You are {scene.partner.name}. Beside us {listed(others)}."
    )


async def _interviewed(question: str) -> str:
    if "slow" in question:
        await asyncio.sleep(30)
    if "breaks" in question:
        raise RuntimeError("the model of the tests breaks in a way nobody foresaw")
    return json.dumps({"say": "I keep the inn on the quay."})


def _pieces(answer: str) -> list[str]:
    """Cut an answer after each sentence."""
    return [piece for piece in answer.replace(". ", ".\0 ").split("\0") if piece]
