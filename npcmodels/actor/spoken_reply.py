"""One answer of a character without a language model, to what it hears in a scene.

It looks up places, people, hours and prices, quotes the memory that matches, and otherwise is an
authored fallback line or says that the character does not know.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from npcmodels.actor import direct_replies, knowledge, promise_lines, quotables, sentiment
from npcmodels.actor import phrase_book as inquiries
from npcmodels.actor.direct_replies import Lookup, OwnFacts
from npcmodels.actor.knowledge import Match
from npcmodels.actor.phrase_book import (
    Inquiry,
    PhraseChooser,
    inquiry_of,
    phrases_of,
    slot_of,
    telling,
)
from npcmodels.actor.quotables import Quotable
from npcmodels.actor.sentiment import Lexicon
from npcmodels.actor.thoughts import ThoughtPhrases
from npcserver.language import pattern, stems, texts
from npcserver.language.caught_words import question_about
from npcserver.language.scripts import ENDS, FULL_STOPS, ends_with_question
from npcserver.language.sentences import as_sentence
from npcserver.model.action_request import requested_action
from npcserver.model.affordance import ParameterType
from npcserver.model.canned_lines import is_goodbye
from npcserver.model.feelings import named
from npcserver.model.inputs import ConverseInput, ReplyInput
from npcserver.model.past_claim import ClaimVerdict
from npcserver.model.record import RecordKind, Source
from npcserver.model.turn import AnswerBasis, BasisKind, ReplyAnswer
from npcserver.ports.language_model import JSON

_COURTEOUS = pattern("hearsay", "courteous")
_RECENT = 16
_TRUSTED = 60
"""Affinity from which a character tells private memories."""
_AS_GOOD = 0.8
"""Share of the best answer's score from which an answer not said recently is preferred."""


class SpokenReply:
    """One answer while it is composed."""

    def __init__(self, scene: ReplyInput, lexicon: Lexicon) -> None:
        persona = scene.character.persona
        self.scene = scene
        self.phrases = phrases_of(persona.language)
        self._lexicon = lexicon
        self._said = " ".join(one.text for one in scene.conversation[-_RECENT:] if one.is_own)
        self._manner = self.phrases.manner(f"{persona.voice} {persona.traits}")
        seed = f"{scene.seed}:{len(scene.conversation)}:{scene.heard}"
        self.wording = PhraseChooser(
            self.phrases, self._manner, seed, self._said, lambda name: slot_of(scene, name)
        )
        self._affinity = scene.relation.affinity if scene.relation is not None else 0
        self._inquiry = inquiry_of(scene, self.phrases)
        self._known = quotables.statements(scene, self.phrases, self._inquiry)
        self._lookup = Lookup(scene, self.phrases)
        self._own = OwnFacts(scene, self.wording, self.phrases)
        self._emotion = ""
        self._basis = AnswerBasis(kind=BasisKind.COURTESY)

    @property
    def is_rhetorical(self) -> bool:
        """Whether the utterance asks for nothing, as in `Is that so?`."""
        return self._inquiry.kind == inquiries.QUESTION and not self._inquiry.words

    def looked_up(self) -> str:
        """Return the fact that answers the utterance, "" where a memory, manners or nothing do."""
        is_retold = self._inquiry.kind in inquiries.RETOLD
        # who is asked for what it hands out hands it out, and tells no price
        say = "" if is_retold or requested_action(self.scene) else self._by_kind()
        is_fact = self._basis.kind is BasisKind.LOOK_UP
        if self._inquiry.asks == "why":  # an event alone gives no reason
            is_fact = is_fact and self.phrases.asks["why"].answered.search(say) is not None
        is_time = self._basis.kind is BasisKind.PASSAGE and self._inquiry.asks == "when"
        return say if is_fact or is_time else ""

    def answer(self) -> ReplyAnswer:
        """Compose the whole answer; a broken promise comes first."""
        owed, felt = promise_lines.broken(self.scene, self.wording, self.phrases)
        say, intents = self._acted()
        if not say:
            word, self._emotion = promise_lines.spoken_of(self.scene, self.wording, self.phrases)
            say = word or self._answered()
        emotion = (
            felt
            or self._emotion
            or sentiment.of_kind(self._inquiry.kind, self._manner, self._affinity)
            or sentiment.of_words(say, self._manner, self._lexicon)
        )
        matters = sentiment.importance(self.scene.heard, self._lexicon)
        say = self._joined(owed, say)
        return ReplyAnswer(
            say=say, emotion=named(emotion), intents=intents, importance=matters, basis=self._basis
        )

    def _acted(self) -> tuple[str, tuple[tuple[str, Mapping[str, JSON]], ...]]:
        """Return words and intent for a declared action that was clearly asked for."""
        asked = requested_action(self.scene)
        if asked is None:
            return "", ()
        self._basis = AnswerBasis(kind=BasisKind.ACTION)
        if self._affinity < promise_lines.UNFRIENDLY:
            self._emotion = "annoyance"
            return self.wording.say("decline"), ()
        if asked.missing is not None:
            is_count = asked.missing.type in (ParameterType.INTEGER, ParameterType.NUMBER)
            is_named = asked.missing.name in asked.affordance
            return self.wording.say("how_many" if is_count and not is_named else "which"), ()
        intent = (asked.affordance, dict(asked.arguments))
        if not asked.ordered:
            return self.wording.say("agree"), (intent,)
        what = self._lookup.with_price(asked.ordered)
        return as_sentence(self.wording.say("ordered", what=what)), (intent,)

    def _answered(self) -> str:
        answer, kind = self._by_kind(), self._inquiry.kind
        is_first = not self._said and self._inquiry.is_greeting
        if is_first and kind not in (inquiries.GREETING, inquiries.SILENCE):
            return self._joined(self._greeting(), answer)
        return answer

    def _by_kind(self) -> str:
        kind = self._inquiry.kind
        by_kind: Mapping[str, Callable[[], str]] = {
            inquiries.SILENCE: lambda: self.wording.say(
                "quiet" if self.scene.circle else "greeting"
            ),
            inquiries.GREETING: self._greeted,
            inquiries.TELLING: self._told,
            inquiries.REQUEST: lambda: self._known_of() or self._refused(),
            inquiries.QUESTION: lambda: self._known_of() or self._ignorant(),
            "self": self._introduced,
            "age": lambda: self._own.age() or self._ignorant(),
            "married": lambda: self._own.household(direct_replies.MARRIED) or self._asked_after(),
            "children": lambda: self._own.household(direct_replies.CHILDREN) or self._asked_after(),
            "siblings": lambda: self._own.household(direct_replies.SIBLINGS) or self._asked_after(),
            "family": lambda: self._own.household() or self._asked_after(),
            "home": lambda: self._own.home() or self._asked_after(),
            "day": self._own.date,
            "year": self._own.year,
            "my_name": self._name_of_asker,
            "my_trade": lambda: self._told_of_asker("trade_told"),
            "my_origin": lambda: self._told_of_asker("origin_told"),
            "name_given": lambda: self.wording.say("name_given", person=self._inquiry.name),
            "i_told": self._told_by_asker,
            "last_said": self._last_said,
            "about_me": self._of_asker,
            "remember": self._remembered,
            "company": self._company,
            "here": self._here,
            "weather": lambda: self._known_of() or self.phrases.forms["no_weather"],
        }
        if kind in by_kind and kind not in inquiries.GENERIC:
            self._basis = AnswerBasis(kind=BasisKind.LOOK_UP)
        return by_kind.get(kind, lambda: self.wording.say(kind))()

    def _greeted(self) -> str:
        theirs = [one for one in self._known if one.is_partners and one.memory is not None]
        if theirs and not self._said:
            best = max(theirs, key=lambda one: one.worth)
            return self.wording.say("greeting_again", text=quotables.whole(best, self.phrases))
        return self._greeting()

    def _greeting(self) -> str:
        """Return an authored greeting for a player; characters get a generic one."""
        greetings = self.scene.character.persona.greetings
        fresh = [one for one in greetings if one not in self._said]
        if not self.scene.partner.is_player:
            fresh = []
        self._basis = AnswerBasis(kind=BasisKind.COURTESY, is_authored=bool(fresh))
        return self.wording.one_of(fresh) or self.wording.say("greeting")

    def _introduced(self) -> str:
        """Return the character's name and trade, and its place if it is asked about its work."""
        name = self.wording.say("self")
        if not self.phrases.marks["work"].search(self._inquiry.text):
            return name
        return self._joined(name, self._own.trade() or self._here())

    def _asked_after(self) -> str:
        """Return what a memory says of the character's own person, or that it does not say."""
        own = [one for one in self._known if one.memory is not None]
        found = knowledge.matches(self._inquiry, own, self.phrases)
        if not found or not self._may_tell(found[0].statement):
            return self._ignorant()
        self._basis = found[0].statement.basis
        return found[0].text

    def _name_of_asker(self) -> str:
        told = quotables.told_of_self(self.scene, self.phrases, "name_told")
        known = told or self.wording.filled(self.phrases.forms["known_name"], {})
        return known or self._stranger()

    def _told_of_asker(self, mark: str) -> str:
        return quotables.told_of_self(self.scene, self.phrases, mark) or self._stranger()

    def _told_by_asker(self) -> str:
        """Return what the partner told, about what the question names where it names anything."""
        theirs = [one for one in self._known if one.is_partners]
        about = telling(self._inquiry.name, self.phrases)
        asked = replace(self._inquiry, words=about, is_about_asker=True)
        found = knowledge.matches(asked, theirs, self.phrases)
        if found:
            self._basis = found[0].statement.basis
            return found[0].text
        return self.wording.say("forgotten") if about else self._of_asker()

    def _last_said(self) -> str:
        name = self.scene.partner.name
        said = [one for one in self.scene.conversation if not one.is_own and one.speaker == name]
        if said:
            text = quotables.longest_sentence(said[-1].text)
            return self.phrases.forms["they_told"].replace("{text}", text)
        return self._of_asker()

    def _of_asker(self) -> str:
        theirs = sorted((one for one in self._known if one.is_partners), key=lambda one: -one.worth)
        texts = [quotables.whole(one, self.phrases) for one in theirs]
        fresh = [one for one in dict.fromkeys(texts) if one and one not in self._said]
        if fresh:
            return self._joined(*fresh[:2])
        if texts:
            return texts[0]
        return self.phrases.forms["no_views"] if self._inquiry.is_opinion else self._stranger()

    def _stranger(self) -> str:
        self._basis = AnswerBasis(kind=BasisKind.NOTHING)
        self._emotion = sentiment.of_ignorance(self._manner)
        return self.wording.say("strangers")

    def _remembered(self) -> str:
        found = self._known_of()
        if not found:
            self._emotion = sentiment.of_ignorance(self._manner)
        return found or self.wording.say("forgotten")

    def _company(self) -> str:
        own = (self.scene.character.id, self.scene.partner.id)
        others = [one.name for one in self.scene.company if one.id not in own]
        if not others:
            return self.wording.say("alone")
        comma, also = self.phrases.forms["comma"], self.phrases.forms["and"]
        return self.wording.say(
            "company", people=also.join(filter(None, (comma.join(others[:-1]), others[-1])))
        )

    def _here(self) -> str:
        place = self.scene.place
        if place is None:
            return self.wording.say("nowhere")
        about = quotables.first_sentence(place.description)
        return self._joined(self.wording.say("here"), about)

    def _known_of(self) -> str:
        """Return a looked-up or quoted answer; empty if nothing matches.

        A request or an offer is answered by what the thing costs, or by its own words.
        """
        is_wish = self._inquiry.is_wish
        if is_wish and (price := self._lookup.priced(self._inquiry, is_here=True)):
            self._basis = AnswerBasis(kind=BasisKind.LOOK_UP)
            return price
        found = self._fresh(knowledge.matches(self._inquiry, self._known, self.phrases))
        looked_up = ""
        if not is_wish:
            looked_up = self._lookup.answer(self._inquiry, "" if found is None else found.text)
        if looked_up:
            self._basis = AnswerBasis(kind=BasisKind.LOOK_UP)
            return looked_up
        if found is None or not self._may_tell(found.statement):
            return ""
        self._basis = found.statement.basis
        return self.wording.say("again", text=found.text) if self._was_said(found) else found.text

    def _fresh(self, found: list[Match]) -> Match | None:
        """Return the best match not said recently, if one is nearly as good.

        A follow-up question keeps the best match, since it asks about what was just said.
        """
        is_again = bool(self._inquiry.about)
        for one in found:
            if is_again or (not self._was_said(one) and one.score > _AS_GOOD * found[0].score):
                return one
        return found[0] if found else None

    def _was_said(self, found: Match) -> bool:
        return found.text.strip(f" {FULL_STOPS}") in self._said

    def _may_tell(self, statement: Quotable) -> bool:
        return not statement.is_private or self._affinity >= _TRUSTED

    def _refused(self) -> str:
        self._basis = AnswerBasis(kind=BasisKind.NOTHING)
        return self.wording.say("cannot")

    def _ignorant(self) -> str:
        """Refuse to tell, or admit not to know, with an authored or a generic line."""
        anything = replace(self._inquiry, asks="", is_yes_no=False)
        found = knowledge.matches(anything, self._known, self.phrases)
        fit, needed = knowledge.nearest(self._inquiry, self._known, self.phrases) or (0.0, 0.0)
        self._basis = AnswerBasis(kind=BasisKind.NOTHING, fit=fit, needed=needed)
        if found and not self._may_tell(found[0].statement):
            self._emotion = "worry"
            return self.wording.say("guarded")
        self._emotion = sentiment.of_ignorance(self._manner)
        if self._inquiry.name:
            if not self._lookup.knows(self._inquiry.name):
                return self.wording.say("unknown_person", person=self._inquiry.name)
            if self._inquiry.is_opinion:
                return self.phrases.forms["no_views"]
        authored = self.scene.character.persona.fallback_lines
        lines = [one for one in authored if one.text not in self._said]
        if not lines:
            return self.wording.say("unknown")
        chosen = self.wording.one_of([one.text for one in lines])
        self._basis = replace(self._basis, is_authored=True)
        self._emotion = next(one.emotion for one in lines if one.text == chosen)
        return chosen

    def _told(self) -> str:
        """React to news by its kind, and ask about a past that is not remembered."""
        marks, text = self.phrases.marks, self._inquiry.text
        own = next((one for one in self.scene.claims if one.is_of_listener), None)
        if own is not None and own.verdict is ClaimVerdict.KNOWN:
            return self._known_of() or self.wording.say("telling")
        if own is not None:
            self._basis = AnswerBasis(kind=BasisKind.NOTHING)
            code = self.scene.character.persona.language
            return self.wording.one_of(texts("hearsay", own.answered_with, code))
        if self.phrases.has_spaces and not stems.STOP & set(stems.words(text)):
            self._emotion = sentiment.of_ignorance(self._manner)
            return self.wording.say("puzzled")
        if _COURTEOUS.search(text) and not marks["denied"].search(text):
            return self.wording.say("compliment")
        for occasion, felt in (("alarming", "fear"), ("sorry", "sadness"), ("glad", "joy")):
            if marks[occasion].search(text):
                self._emotion = felt
                return self.wording.say(occasion)
        felt = sentiment.of_words(self.scene.heard, "plain", self._lexicon)
        self._emotion = "curiosity" if felt == "neutral" else felt
        return self.wording.say("telling")

    def _joined(self, *parts: str) -> str:
        return self.phrases.forms["gap"].join(filter(None, parts))


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
        self._partner = exchange.partner
        self._scene = _scene_of(exchange)
        self._reply = SpokenReply(self._scene, lexicon)
        self._phrases = self._reply.phrases
        self._bank = banks[self._phrases.language]
        self._lexicon = lexicon

    def line(self) -> ReplyAnswer:
        """Return the line."""
        owed, felt = promise_lines.broken(self._scene, self._reply.wording, self._phrases)
        if owed and not self._is_repeat(owed):
            ends = not self._exchange.is_opening and self._is_over()
            leave = self._farewell().say if ends else ""
            gap = self._phrases.forms["gap"]
            return ReplyAnswer(say=f"{owed}{gap}{leave}".strip(), emotion=named(felt), ends=ends)
        if self._is_over():
            return self._farewell()
        choose = self._reply.wording.one_of
        if self._exchange.is_opening:
            if question := self._question():
                return ReplyAnswer(say=question, emotion=named("curiosity"))
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

    def _is_over(self) -> bool:
        if self._exchange.should_end or self._exchange.is_opening:
            return self._exchange.should_end
        lines = self._exchange.conversation
        situation = self._exchange.situation
        has_left = is_goodbye(lines[-1].text, situation.character.persona.language)
        return has_left or len(lines) >= _ENOUGH_LINES + situation.seed % 3

    def _farewell(self) -> ReplyAnswer:
        say = self._reply.wording.say("farewell")
        return ReplyAnswer(say=say, emotion=named("calm"), ends=True)

    def _question(self) -> str:
        """Return what it came to ask of words that it half heard; empty where it did not."""
        about, tag = self._exchange.about, self._phrases.language
        caught = (
            one.memory.text
            for one in self._exchange.recollections
            if one.memory.body.is_half_heard and one.memory.body.told_by == self._partner.id
        )
        return about if about in [question_about(text, tag) for text in caught] else ""

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
            one for one in quotables.statements(self._scene, self._phrases) if self._is_fit(one)
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
            *(quotables.whole(one, self._phrases) for one in lived),
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
