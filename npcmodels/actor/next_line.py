"""The next line of a character without a language model in a conversation between characters."""

from collections.abc import Mapping
from dataclasses import replace

from npcmodels.actor import direct_replies, knowledge, sentiment
from npcmodels.actor import phrase_book as inquiries
from npcmodels.actor.knowledge import Quotable
from npcmodels.actor.phrase_book import Inquiry
from npcmodels.actor.sentiment import Lexicon
from npcmodels.actor.spoken_reply import SpokenReply
from npcmodels.actor.thoughts import ThoughtPhrases
from npcserver.language.scripts import ENDS, ends_with_question
from npcserver.model.canned_lines import is_goodbye
from npcserver.model.character import Person
from npcserver.model.feelings import named
from npcserver.model.inputs import ConverseInput, ReplyInput
from npcserver.model.record import RecordKind, Source
from npcserver.model.turn import ReplyAnswer

_UNPOPULAR = -10
"""Affinity below which a character has no news for its partner."""
_ENOUGH_LINES = 4
"""Lines after which a conversation between characters may end."""


class NextLine:
    """The next line of a conversation between characters.

    Its news is chosen for this listener and topic: something that happened in play, or that matches
    the topic; never just the most important memory.
    """

    def __init__(
        self, exchange: ConverseInput, lexicon: Lexicon, banks: Mapping[str, ThoughtPhrases]
    ) -> None:
        self._exchange = exchange
        self._scene = _scene_of(exchange)
        self._reply = SpokenReply(self._scene, lexicon)
        self._phrases = self._reply.phrases
        self._bank = banks[self._phrases.language]
        self._lexicon = lexicon

    def line(self) -> ReplyAnswer:
        """Return the line."""
        owed, felt = direct_replies.broken(self._scene, self._reply.wording, self._phrases)
        if owed and not self._is_repeat(owed):
            ends = not self._exchange.is_opening and self._is_over()
            leave = self._leave() if ends else ""
            gap = self._phrases.forms["gap"]
            return ReplyAnswer(say=f"{owed}{gap}{leave}".strip(), emotion=named(felt), ends=ends)
        if self._is_over():
            return self._farewell()
        choose = self._reply.wording.one_of
        if self._exchange.is_opening:
            text = self._news()
            lines = self._bank["opening"]["news" if text else "plain"]
            say = choose([one.format(person=self._partner.name, text=text) for one in lines])
            return ReplyAnswer(say=say, emotion=named("curiosity"))
        return self._going_on()

    def _going_on(self) -> ReplyAnswer:
        """Answer a question; to a statement, react or tell something that matches."""
        left = [one for one in self._bank["going_on"]["plain"] if not self._is_repeat(one)]
        is_asked = ends_with_question(self._scene.heard) and not self._reply.is_rhetorical
        if is_asked or not left:
            answer = self._reply.answer()
            if not self._is_repeat(answer.say):
                return answer
        if not left:
            return self._farewell()
        say = self._reply.wording.one_of(left)
        text = "" if ends_with_question(say) else self._news()
        felt = sentiment.of_words(self._scene.heard, "plain", self._lexicon)
        told = self._phrases.forms["gap"].join(filter(None, (say, text)))
        return ReplyAnswer(say=told, emotion=named(felt))

    @property
    def _partner(self) -> Person:
        return self._exchange.partner

    def _is_over(self) -> bool:
        if self._exchange.should_end or self._exchange.is_opening:
            return self._exchange.should_end
        lines = self._exchange.conversation
        situation = self._exchange.situation
        has_left = is_goodbye(lines[-1].text, situation.character.persona.language)
        return has_left or len(lines) >= _ENOUGH_LINES + situation.seed % 3

    def _farewell(self) -> ReplyAnswer:
        return ReplyAnswer(say=self._leave(), emotion=named("calm"), ends=True)

    def _leave(self) -> str:
        return self._reply.wording.say("farewell")

    def _news(self) -> str:
        """Return a memory worth telling this partner; empty for none."""
        standing = self._exchange.standing
        if standing is not None and standing.affinity < _UNPOPULAR:
            return ""
        topic = f"{self._exchange.about} {self._scene.heard if self._exchange.conversation else ''}"
        asked = Inquiry(
            text=topic, kind=inquiries.TELLING, words=inquiries.telling(topic, self._phrases)
        )
        known = [
            one for one in knowledge.statements(self._scene, self._phrases) if self._is_fit(one)
        ]
        fitting = knowledge.matches(asked, known, self._phrases)
        routine = self._phrases.marks["routine"]
        lived = [
            one
            for one in known
            if one.memory is not None and _is_lived(one) and not routine.search(one.memory.text)
        ]
        lived.sort(key=lambda one: -one.memory.seq if one.memory is not None else 0)
        texts = [
            *(one.text for one in fitting),
            *(knowledge.whole(one, self._phrases) for one in lived),
        ]
        return next((one for one in texts if one and not self._is_repeat(one)), "")

    def _is_fit(self, one: Quotable) -> bool:
        """Return whether this partner may hear a statement and does not know it first-hand."""
        memory = one.memory
        if memory is None or one.is_private or one.is_partners:
            return False
        names = (self._partner.name, self._partner.name.split()[0])
        is_about_them = any(name in memory.text for name in names if name)
        return not is_about_them and memory.body.told_by != self._partner.id

    def _is_repeat(self, say: str) -> bool:
        plain = say.casefold().strip(f" {ENDS}")
        lines = (*self._exchange.own_lines, *(one.text for one in self._exchange.conversation))
        return any(plain in line.casefold() for line in lines)


def _is_lived(one: Quotable) -> bool:
    memory = one.memory
    return (
        memory is not None
        and memory.source in (Source.WITNESSED, Source.TOLD, Source.OVERHEARD)
        and memory.kind in (RecordKind.OBSERVATION, RecordKind.UTTERANCE)
    )


def _scene_of(exchange: ConverseInput) -> ReplyInput:
    """Return an exchange between characters as a scene in which the partner spoke last."""
    heard = exchange.conversation[-1].text if exchange.conversation else exchange.about
    return replace(
        exchange.situation.scene(exchange.partner, heard),
        conversation=exchange.conversation[:-1],
        recollections=exchange.recollections,
        town=exchange.town,
        lore=exchange.lore,
        commitments=exchange.commitments,
        attempts=exchange.attempts,
    )
