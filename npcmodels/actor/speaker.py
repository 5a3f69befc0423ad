"""The words of a character without a language model.

Typed questions in (a scene, an exchange between characters, an interview), typed answers out.
"""

from collections.abc import Mapping
from dataclasses import replace

from npcmodels.actor import authored_words
from npcmodels.actor.answers import SpokenAnswer
from npcmodels.actor.next_line import NextLine
from npcmodels.actor.sentiment import Lexicon
from npcmodels.actor.spoken_reply import SpokenReply
from npcmodels.actor.thoughts import ThoughtPhrases
from npcserver.language import is_served
from npcserver.model.inputs import (
    INTERVIEWER,
    ConverseInput,
    InterviewInput,
    ReplyInput,
)


class OfflineSpeaker:
    """Answers from a character's knowledge; the same question gets the same answer."""

    def __init__(self, lexicon: Lexicon, banks: Mapping[str, ThoughtPhrases]) -> None:
        self._lexicon = lexicon
        self._banks = banks

    def reply(self, scene: ReplyInput) -> SpokenAnswer:
        """Return the answer to the player's utterance."""
        if not is_served(scene.character.persona.language):
            return authored_words.reply(scene)
        return SpokenReply(scene, self._lexicon).answer()

    def looked_up(self, scene: ReplyInput) -> str:
        """Return the fact that answers the player's utterance, "" where none is looked up."""
        is_known = is_served(scene.character.persona.language)
        return SpokenReply(scene, self._lexicon).looked_up() if is_known else ""

    def interview(self, asked: InterviewInput) -> SpokenAnswer:
        """Return the answer to an interviewer."""
        scene = replace(
            asked.situation.scene(INTERVIEWER, asked.question),
            recollections=asked.recollections,
            town=asked.town,
            lore=asked.lore,
            commitments=asked.commitments,
        )
        return self.reply(scene)

    def converse(self, exchange: ConverseInput) -> SpokenAnswer:
        """Return the next line of a conversation with another character."""
        if not is_served(exchange.situation.character.persona.language):
            return authored_words.converse(exchange)
        return NextLine(exchange, self._lexicon, self._banks).line()
