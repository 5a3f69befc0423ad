"""One turn of thinking for tests: answers in slices, and what came of them."""

import itertools
import json
from collections.abc import Sequence
from contextlib import aclosing

from npcserver.mind.notes import Reply
from npcserver.mind.reply import Part, ReplyTuning, reply
from npcserver.model.emotion import named
from npcserver.model.ids import IntentId
from npcserver.model.scene import Scene
from npcserver.model.turn import Line
from npcserver.prompts.render import Templates
from tests.fakes.scenes import scene
from tests.fakes.small_models import ManualClock, Scripted

TEMPLATES = Templates()
JOY = named("joy")


def answer(say: str, *intents: object, importance: object = 3) -> str:
    return json.dumps(
        {
            "say": say,
            "emotion": {"label": "joy", "valence": 0.8, "arousal": 0.5},
            "intents": list(intents),
            "importance": importance,
        },
        ensure_ascii=False,
    )


def sliced(text: str, size: int = 6) -> list[object]:
    return [text[start : start + size] for start in range(0, len(text), size)]


async def parts(
    *scripts: Sequence[object],
    rescue: Scripted | None = None,
    where: Scene | None = None,
    want_deltas: bool = False,
    tuning: ReplyTuning | None = None,
    templates: Templates = TEMPLATES,
    model: Scripted | None = None,
) -> list[Part]:
    numbers = itertools.count(1)
    async with aclosing(
        reply(
            where or scene(),
            model=model or Scripted(*scripts),
            rescue=rescue,
            templates=templates,
            tuning=tuning or ReplyTuning(),
            want_deltas=want_deltas,
            new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
            clock=ManualClock(),
        )
    ) as stream:
        return [part async for part in stream]


def said(heard: Sequence[Part]) -> list[str]:
    return [part.text for part in heard if isinstance(part, Line)]


def ending(heard: Sequence[Part]) -> Reply:
    last = heard[-1]
    assert isinstance(last, Reply)
    assert sum(isinstance(part, Reply) for part in heard) == 1
    return last
