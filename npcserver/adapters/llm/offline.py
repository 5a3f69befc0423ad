"""The offline actor: no language model, and yet a character that remembers and answers."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace

from npcserver.adapters.llm.actor import sentiment, thoughts
from npcserver.adapters.llm.actor.scene_member import Debater
from npcserver.adapters.llm.actor.speaker import OfflineSpeaker
from npcserver.adapters.llm.model_text import clean_surrogates, estimated_usage
from npcserver.language import codes
from npcserver.model import feelings as emotions
from npcserver.model.errors import ModelTalkedNonsense
from npcserver.model.group_inputs import MemberInput
from npcserver.model.inputs import (
    ConverseInput,
    InterviewInput,
    RatingInput,
    ReplyInput,
    ThoughtInput,
)
from npcserver.ports.language_model import JSON, Finished, Request


def reply_json(
    say: str,
    *,
    emotion: str = "neutral",
    intents: Sequence[tuple[str, Mapping[str, JSON]]] = (),
    importance: int = 4,
) -> str:
    """Return a reply: what is said, how it feels, what is wished for, how much it matters."""
    felt = emotions.named(emotion)
    return json.dumps(
        {
            "feeling": felt.label,
            "say": say,
            "intents": [{"name": name, "arguments": dict(given)} for name, given in intents],
            "valence": felt.valence,
            "arousal": felt.arousal,
            "importance": importance,
        },
        ensure_ascii=False,
    )


def line_json(say: str, *, emotion: str = "neutral", ends: bool = False) -> str:
    """Return a line of a conversation between characters, and whether it takes leave."""
    felt = emotions.named(emotion)
    return json.dumps(
        {
            "feeling": felt.label,
            "say": say,
            "ends": ends,
            "valence": felt.valence,
            "arousal": felt.arousal,
        },
        ensure_ascii=False,
    )


def said_json(say: str) -> str:
    """Return an answer that is words alone."""
    return json.dumps({"say": say}, ensure_ascii=False)


def ratings_json(numbers: Sequence[int]) -> str:
    """Return a rating: one importance per text, in order."""
    return json.dumps({"ratings": list(numbers)})


_FRAGMENT = 12


class OfflineActor:
    """Answers typed questions (`request.material`), and reads no prompt.

    Words come from `actor.speaker`: look-ups, quoted memories, authored lines. Thoughts come from
    `actor.pondering`, moves of scenes from `actor.debating`. The same material and seed get the
    same answer.
    """

    def __init__(self) -> None:
        self._lexicon = sentiment.load_lexicon()
        banks = {language: thoughts.load_thought_phrases(language) for language in codes()}
        self._ponderer = thoughts.ThoughtComposer(banks, self._lexicon)
        self._speaker = OfflineSpeaker(self._lexicon, banks)
        self._debater = Debater()

    @property
    def name(self) -> str:
        """`offline:actor-2`: the number goes up where the same material gets other words."""
        return "offline:actor-2"

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        """Yield the answer as a model would; raises `ModelTalkedNonsense` without material."""
        answer = self.answer(request.material)
        for start in range(0, len(answer), _FRAGMENT):
            yield answer[start : start + _FRAGMENT]
        yield Finished(model=self.name, usage=estimated_usage(request.messages, answer))

    def answer(self, material: ReplyInput | RatingInput | ThoughtInput | None) -> str:
        """Return the answer to a material; raises `ModelTalkedNonsense` without one."""
        if isinstance(material, RatingInput):
            return ratings_json(
                [sentiment.importance(text, self._lexicon) for text in material.texts]
            )
        if isinstance(material, ConverseInput):
            line = self._speaker.converse(material)
            return line_json(line.say, emotion=line.emotion, ends=line.ends)
        if isinstance(material, InterviewInput):
            return said_json(self._speaker.interview(material).say)
        if isinstance(material, MemberInput):
            return self._debater.act(material)
        if material is None:
            raise ModelTalkedNonsense("the offline actor answers from material and reads no prompt")
        if not isinstance(material, ReplyInput):
            return self._ponderer.think(material) or ""
        return self._spoken(material)

    def _spoken(self, material: ReplyInput) -> str:
        done = self._speaker.reply(replace(material, heard=clean_surrogates(material.heard)))
        return reply_json(
            done.say, emotion=done.emotion, intents=done.intents, importance=done.importance
        )
