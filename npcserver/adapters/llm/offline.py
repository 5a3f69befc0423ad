"""The offline actor: no language model, and yet a character that remembers and answers."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from npcserver.adapters.llm import answers
from npcserver.adapters.llm.actor import feeling, lexicon, phrases, pondering
from npcserver.adapters.llm.actor.chatting import Chatter
from npcserver.adapters.llm.actor.debating import Debater
from npcserver.adapters.llm.surrogates import clean
from npcserver.adapters.llm.tokens import estimated_usage
from npcserver.model.acting.material import Act
from npcserver.model.errors import ModelTalkedNonsense
from npcserver.model.pondering import Exchange, Pondering, Questioned
from npcserver.model.scene import Scene, Statements
from npcserver.ports.language_model import Finished, Request

_FRAGMENT = 12


class OfflineActor:
    """Answers from the scene itself: authored lines, persona, recalled memories, affordances.

    Thoughts it answers from their material: usual days, what was said, what was remembered.

    It reads `request.material` and no prompt, invents nothing, and says the same thing again for
    the same scene and seed.
    """

    def __init__(self) -> None:
        self._lexicon = lexicon.load()
        banks = {language: pondering.load(language) for language in ("en", "zh")}
        self._ponderer = pondering.Ponderer(banks, self._lexicon)
        spoken = {language: phrases.load(language) for language in ("en", "zh")}
        self._chatter = Chatter(self._ponderer, spoken, self._lexicon)
        self._debater = Debater()

    @property
    def name(self) -> str:
        """`offline:actor`."""
        return "offline:actor"

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
            return self._chatter.converse(material)
        if isinstance(material, Questioned):
            return self._chatter.answer(material)
        if isinstance(material, Act):
            return self._debater.act(material)
        if material is None:
            raise ModelTalkedNonsense("the offline actor answers from material and reads no prompt")
        if not isinstance(material, Scene):
            return self._ponderer.think(material) or ""
        return self._spoken(material)

    def _spoken(self, material: Scene) -> str:
        done = self._chatter.perform(replace(material, heard=clean(material.heard)))
        return answers.reply(
            done.say, emotion=done.emotion, intents=done.intents, importance=done.importance
        )
