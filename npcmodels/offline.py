"""The offline actor: no language model, and yet a character that remembers and answers."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, TypeVar, cast

from npcmodels.actor import sentiment, thoughts
from npcmodels.actor.speaker import OfflineSpeaker
from npcmodels.model_text import clean_surrogates, estimated_usage
from npcserver.language import codes
from npcserver.model import feelings as emotions
from npcserver.model.inputs import ConverseInput, InterviewInput, RatingInput, ReplyInput
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import ReplyAnswer, in_pieces
from npcserver.ports.language_model import CallTimeouts, Finished
from npcserver.ports.thinker import AskResult, Check, ReplyPart, answered

T = TypeVar("T")


class OfflineActor:
    """Answers typed questions by rules, and sends no prompt.

    Words come from `actor.speaker`: look-ups, quoted memories, authored lines. Thoughts come from
    `actor.thoughts`. The same material and seed get the same answer. Members of scenes need a
    language model: their questions raise `ModelUnreachable`.
    """

    def __init__(self) -> None:
        self._lexicon = sentiment.load_lexicon()
        banks = {language: thoughts.load_thought_phrases(language) for language in codes()}
        self._ponderer = thoughts.ThoughtComposer(banks, self._lexicon)
        self._speaker = OfflineSpeaker(self._lexicon, banks)

    @property
    def name(self) -> str:
        """`offline:actor-2`: the number goes up where the same material gets other words."""
        return "offline:actor-2"

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return the answer."""
        return answered(self.name, self.answer(question), check)

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield the answer to what was heard."""
        del patience, is_again
        answer = self.spoken(scene)
        for part in in_pieces(answer):
            yield part
        yield Finished(model=self.name, usage=estimated_usage((), answer.say))
        yield answer

    def answer(self, question: TypedQuestion[T]) -> T:
        """Return the answer to a question."""
        return cast("T", self._answer(question))

    def spoken(self, scene: ReplyInput) -> ReplyAnswer:
        """Return the answer to what was heard."""
        done = self._speaker.reply(replace(scene, heard=clean_surrogates(scene.heard)))
        return ReplyAnswer(
            say=done.say,
            emotion=emotions.named(done.emotion),
            intents=done.intents,
            importance=done.importance,
            basis=done.basis,
        )

    def looked_up(self, scene: ReplyInput) -> str:
        """Return the fact of itself, a place, a person or a price that answers what was heard.

        Empty where none is known.
        """
        return self._speaker.looked_up(scene)

    def _answer(self, question: Any) -> object:
        if isinstance(question, RatingInput):
            return tuple(sentiment.importance(text, self._lexicon) for text in question.texts)
        if isinstance(question, ConverseInput):
            line = self._speaker.converse(question)
            return ReplyAnswer(say=line.say, emotion=emotions.named(line.emotion), ends=line.ends)
        if isinstance(question, InterviewInput):
            return self._speaker.interview(question).say
        return self._ponderer.think(question)
