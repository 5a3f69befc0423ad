"""The offline actor: no language model, and yet a character that remembers and answers."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, TypeVar, cast

from npcmodels.actor import authored_words, sentiment
from npcmodels.actor.spoken_reply import NextLine, SpokenReply
from npcmodels.actor.thoughts import ThoughtComposer
from npcmodels.model_text import clean_surrogates, estimated_usage
from npcserver.language import codes, filled, is_served
from npcserver.model.feelings import NEUTRAL
from npcserver.model.inputs import (
    INTERVIEWER,
    ConverseInput,
    InterviewInput,
    RatingInput,
    ReplyInput,
)
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import ReplyAnswer, in_pieces
from npcserver.ports.language_model import CallTimeouts, Finished
from npcserver.ports.thinker import AskResult, Check, ReplyPart, answered

T = TypeVar("T")
_UNREMARKABLE = 3  # importance of what was heard in a language without a lexicon


class OfflineActor:
    """Answers typed questions by rules, and sends no prompt.

    Words are look-ups, quoted memories and authored lines; in a language without a folder, only its
    author's own. The same material and seed get the same answer. Members of scenes need a
    language model: their questions raise `ModelUnreachable`.
    """

    name = "offline:actor-3"
    """The number goes up where the same material gets other words."""

    def __init__(self) -> None:
        self._lexicon = sentiment.load_lexicon()
        self._banks = {code: filled("actor_thoughts", code) for code in codes()}
        self._thoughts = ThoughtComposer(self._banks, self._lexicon)

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
        scene = replace(scene, heard=clean_surrogates(scene.heard))
        if is_served(scene.character.persona.language, "actor_speech"):
            return SpokenReply(scene, self._lexicon).answer()
        done = authored_words.reply(scene)
        return replace(done, emotion=done.emotion or NEUTRAL, importance=_UNREMARKABLE)

    def looked_up(self, scene: ReplyInput) -> str:
        """Return the fact of itself, a place, a person or a price that answers what was heard.

        Empty where none is known.
        """
        is_known = is_served(scene.character.persona.language, "actor_speech")
        return SpokenReply(scene, self._lexicon).looked_up() if is_known else ""

    def _answer(self, question: Any) -> object:
        if isinstance(question, RatingInput):
            return tuple(sentiment.importance(text, self._lexicon) for text in question.texts)
        if isinstance(question, ConverseInput):
            if is_served(question.situation.character.persona.language, "actor_thoughts"):
                line = NextLine(question, self._lexicon, self._banks).line()
            else:
                line = authored_words.converse(question)
            return ReplyAnswer(say=line.say, emotion=line.emotion or NEUTRAL, ends=line.ends)
        if isinstance(question, InterviewInput):
            return self._interviewed(question)
        return self._thoughts.think(question)

    def _interviewed(self, asked: InterviewInput) -> str:
        scene = replace(
            asked.situation.scene(INTERVIEWER, asked.question),
            recollections=asked.recollections,
            town=asked.town,
            lore=asked.lore,
            commitments=asked.commitments,
        )
        if is_served(scene.character.persona.language, "actor_speech"):
            return SpokenReply(scene, self._lexicon).answer().say
        return authored_words.reply(scene).say
