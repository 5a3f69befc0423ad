"""A model whose characters pass on what they have heard, and otherwise think like the actor."""

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from npcserver.model.pondering import Exchange
from npcserver.model.record import RecordKind
from npcserver.ports.language_model import Request
from tests.fakes.village import Days, Story

_NEWS = (RecordKind.WHISPER, RecordKind.UTTERANCE)
_CHAT = (
    "The swallows are back early.",
    "My left boot has begun to let water in.",
    "They say the ferry stops running on Sundays.",
    "I counted eleven boats from the bridge.",
    "Somebody has painted the gate a dreadful green.",
    "The bread came out flat again this morning.",
    "A fox took two of the hens last night.",
    "I am told the schoolmaster plays the viola.",
)
_LEAVE = (
    "I have a pot on the fire, so goodbye for now.",
    "Take care, and mind the puddles.",
    "Goodbye! My sister is waiting for me.",
    "It is late for me; see you tomorrow.",
)


def spoken(say: str, *, ends: bool = False) -> str:
    emotion = {"label": "neutral", "valence": 0.0, "arousal": 0.0}
    return json.dumps({"say": say, "emotion": emotion, "ends": ends})


@dataclass(slots=True)
class Gossip:
    """A script: whoever recalls something about `subject` tells it, in words of its own."""

    subject: str
    days: Days = field(default_factory=dict)
    chat: Iterator[str] = field(default_factory=lambda: itertools.cycle(_CHAT))
    leave: Iterator[str] = field(default_factory=lambda: itertools.cycle(_LEAVE))

    def __call__(self, request: Request) -> str | None:
        if isinstance(request.material, Exchange):
            return self._line(request.material)
        return Story(self.days, weighty=(self.subject,))(request)

    def _line(self, exchange: Exchange) -> str:
        if exchange.should_end:
            return spoken(next(self.leave), ends=True)
        news = [
            found.memory
            for found in exchange.recollections
            if found.memory.kind in _NEWS
            and self.subject in found.memory.text
            and found.memory.body.told_by != exchange.partner.id
        ]
        told = any(self.subject in line for line in exchange.own_lines)
        if not news or told:
            return spoken(next(self.chat))
        best = max(news, key=lambda memory: memory.importance)
        source = best.body.speaker or "My own heart"
        return spoken(f"{source} says there is a new candidate for {self.subject}.")
