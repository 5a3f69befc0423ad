"""The offline actor: no language model, and yet a character that remembers and answers."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from npcserver.adapters.llm import answers
from npcserver.adapters.llm.actor import feeling, lexicon, pondering
from npcserver.adapters.llm.actor.debating import Debater
from npcserver.adapters.llm.actor.speaker import OfflineSpeaker
from npcserver.adapters.llm.surrogates import clean
from npcserver.adapters.llm.tokens import estimated_usage
from npcserver.language import codes
from npcserver.model.acting.material import Act
from npcserver.model.errors import ModelTalkedNonsense
from npcserver.model.pondering import Exchange, Pondering, Questioned
from npcserver.model.scene import Scene, Statements
from npcserver.ports.language_model import Finished, Request

_FRAGMENT = 12


class OfflineActor:
    """Answers typed questions (`request.material`), and reads no prompt.

    Words come from `actor.speaker`: look-ups, quoted memories, authored lines. Thoughts come from
    `actor.pondering`, moves of scenes from `actor.debating`. The same material and seed get the
    same answer.
    """

    def __init__(self) -> None:
        self._lexicon = lexicon.load()
        banks = {language: pondering.load(language) for language in codes()}
        self._ponderer = pondering.Ponderer(banks, self._lexicon)
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

    def answer(self, material: Scene | Statements | Pondering | None) -> str:
        """Return the answer to a material; raises `ModelTalkedNonsense` without one."""
        if isinstance(material, Statements):
            return answers.ratings(
                [feeling.importance(text, self._lexicon) for text in material.texts]
            )
        if isinstance(material, Exchange):
            line = self._speaker.converse(material)
            return answers.line(line.say, emotion=line.emotion, ends=line.ends)
        if isinstance(material, Questioned):
            return answers.said(self._speaker.interview(material).say)
        if isinstance(material, Act):
            return self._debater.act(material)
        if material is None:
            raise ModelTalkedNonsense("the offline actor answers from material and reads no prompt")
        if not isinstance(material, Scene):
            return self._ponderer.think(material) or ""
        return self._spoken(material)

    def _spoken(self, material: Scene) -> str:
        done = self._speaker.reply(replace(material, heard=clean(material.heard)))
        return answers.reply(
            done.say, emotion=done.emotion, intents=done.intents, importance=done.importance
        )
