"""Composes a character's answer out of what it knows; what it does not know it admits."""

import re
from collections.abc import Callable, Mapping, Sequence

from npcserver.adapters.llm.actor import choosing, feeling, staging, words
from npcserver.adapters.llm.actor.facts import Fact, Origin, facts, known_people
from npcserver.adapters.llm.actor.grammar import contracted
from npcserver.adapters.llm.actor.hearing import Topic, hear
from npcserver.adapters.llm.actor.lexicon import Lexicon
from npcserver.adapters.llm.actor.performance import Performance
from npcserver.adapters.llm.actor.phrases import Phrases, Speech
from npcserver.adapters.llm.actor.turning import turned_round
from npcserver.model import stems
from npcserver.model.action_request import requested_action
from npcserver.model.affordance import ParameterType
from npcserver.model.scene import Scene
from npcserver.ports.language_model import JSON

_RECENT = 16
_UNFRIENDLY = -40
_TRUSTED = 60
"""Affinity from which a character tells what it tells nobody else."""

_TWO_SENTENCES = 230


def perform(scene: Scene, phrases: Phrases, lexicon: Lexicon) -> Performance:
    """Return the character's answer to what it heard; the same scene gives the same answer."""
    return _Turn(scene, phrases, lexicon).performance()


class _Turn:
    """One answer in the making."""

    def __init__(self, scene: Scene, phrases: Phrases, lexicon: Lexicon) -> None:
        persona = scene.character.persona
        self._scene = scene
        self._lexicon = lexicon
        self._persona = persona
        self._people = known_people(scene)
        self._facts = facts(scene)
        self._manner = phrases.manner(f"{persona.voice} {persona.traits}")
        self._said = " ".join(one.text for one in scene.conversation[-_RECENT:] if one.is_own)
        seed = f"{scene.seed}:{len(scene.conversation)}:{scene.heard}"
        self._speech = Speech(
            phrases, self._manner, seed, self._said, lambda name: staging.slot(scene, name)
        )
        heard = hear(scene.heard, persona.name, self._people, lexicon.topics)
        self._heard = staging.followed_up(heard, scene, self._people, self._facts)
        self._affinity = scene.relation.affinity if scene.relation is not None else 0
        matches = choosing.matching(self._heard, self._facts, phrases)
        self._matches = [one for one in matches if self._may_tell(one.fact)]
        self._hides = bool(matches) and not self._may_tell(matches[0].fact)
        self._facts = [fact for fact in self._facts if self._may_tell(fact)]
        self._is_known = True
        self._mood = ""

    def performance(self) -> Performance:
        """Compose the whole answer."""
        say, intents = self._acted()
        if not say:
            say = self._answered()
            if self._heard.is_greeting and self._heard.topic is not Topic.GREETING:
                say = f"{self._greeting()} {say}" if not self._said else say
        matters = feeling.importance(self._scene.heard, self._lexicon)
        return Performance(say=say, emotion=self._emotion(say), intents=intents, importance=matters)

    def _emotion(self, say: str) -> str:
        topic = self._heard.topic
        felt = self._mood or feeling.of_topic(topic, self._manner, self._affinity)
        if felt:
            return felt
        if not self._is_known:
            return feeling.of_ignorance(self._manner)
        if topic is Topic.TELLING:
            felt = feeling.of_words(f"{say} {self._scene.heard}", "plain", self._lexicon)
            return "curiosity" if felt == "neutral" else felt
        return feeling.of_words(say, self._manner, self._lexicon)

    # what it does

    def _acted(self) -> tuple[str, tuple[tuple[str, dict[str, JSON]], ...]]:
        asked = requested_action(self._scene)
        if asked is None:
            return "", ()
        if self._affinity < _UNFRIENDLY:
            return self._speech.say("decline"), ()
        if asked.missing is not None:
            numeric = asked.missing.type in (ParameterType.INTEGER, ParameterType.NUMBER)
            return self._speech.say("how_many" if numeric else "which"), ()
        return self._speech.say("agree"), ((asked.affordance, dict(asked.arguments)),)

    # what it says

    def _answered(self) -> str:
        answers: Mapping[Topic, Callable[[], str]] = {
            Topic.GREETING: self._greeted,
            Topic.WHO: self._introduced,
            Topic.WORK: lambda: self._of_myself(Origin.BACKGROUND, Origin.HABIT, Origin.DOING),
            Topic.DOING: lambda: self._of_myself(Origin.DOING, Origin.GOAL, Origin.HABIT),
            Topic.GOALS: lambda: self._of_myself(Origin.GOAL, Origin.DOING),
            Topic.HOW_ARE_YOU: self._how_it_goes,
            Topic.PLACE: self._around,
            Topic.COMPANY: self._in_company,
            Topic.TIME: lambda: self._speech.say("time"),
            Topic.ABOUT_ME: self._of_the_partner,
            Topic.REMEMBER: self._recalled,
            Topic.PERSON: self._of_a_person,
            Topic.QUESTION: lambda: self._fitting() or self._ignorant(),
            Topic.REQUEST: lambda: self._fitting() or self._speech.say("cannot"),
            Topic.TELLING: self._told,
            Topic.NAME: lambda: self._speech.say("ack_name", person=self._heard.person),
        }
        topic = self._heard.topic
        answer = answers.get(topic)
        return answer() if answer is not None else self._speech.say(topic.value)

    def _introduced(self) -> str:
        return self._joined(self._speech.say("who"), self._about(Origin.BACKGROUND))

    def _how_it_goes(self) -> str:
        about = self._about(Origin.DOING) if self._speech.happens(0.5) else ""
        return self._joined(self._speech.say("how_are_you"), about or self._turned_back())

    def _greeted(self) -> str:
        shared = [fact for fact in self._facts if fact.origin is Origin.PARTNER]
        if shared and not self._said and self._speech.happens(0.85):
            best = max(shared, key=lambda fact: (fact.importance, fact.relevance))
            return self._framed("greeting_again", best)
        return self._joined(self._greeting(), self._turned_back() if self._said else "")

    def _greeting(self) -> str:
        authored = [line for line in self._persona.greetings if line not in self._said]
        return self._speech.one_of(authored) if authored else self._speech.say("greeting")

    def _of_myself(self, *origins: Origin) -> str:
        for origin in origins:
            told = self._about(origin, "frame")
            if told:
                return self._joined(told, self._turned_back() if self._speech.happens(0.3) else "")
        own = [fact for fact in self._facts if fact.origin in origins]
        own.sort(key=lambda fact: origins.index(fact.origin))
        return self._framed("frame_again", own[0]) if own else self._fitting() or self._ignorant()

    def _about(self, origin: Origin, frame: str = "second") -> str:
        """Say a sentence or two about oneself that were not said lately."""
        own = [fact for fact in self._facts if fact.origin is origin]
        fresh = [fact for fact in own if not self._was_said(fact)]
        if not fresh:
            return ""
        said = (
            self._framed(frame, fresh[0]) if frame != "second" else words.as_sentence(fresh[0].text)
        )
        if len(fresh) > 1 and len(said) + len(fresh[1].text) < _TWO_SENTENCES:
            return self._joined(said, words.as_sentence(fresh[1].text))
        return said

    def _around(self) -> str:
        place = self._scene.place
        if place is None:
            return self._speech.say("nowhere")
        described = words.sentences(place.description)
        return self._joined(self._speech.say("place"), described[0] if described else "")

    def _in_company(self) -> str:
        own = (self._scene.character.id, self._scene.partner.id)
        others = [one.name for one in self._scene.company if one.id not in own]
        if not others:
            return self._speech.say("alone")
        people = " and ".join(filter(None, (", ".join(others[:-1]), others[-1])))
        return self._speech.say("company", people=people, People=people)

    def _of_the_partner(self) -> str:
        name = self._scene.partner.name
        known = [
            fact
            for fact in self._facts
            if fact.origin is Origin.PARTNER or (name and name in f"{fact.source} {fact.person}")
        ]
        if re.search(r"\bmy name\b|\bwho am i\b", self._heard.text, re.IGNORECASE) and staging.slot(
            self._scene, "partner"
        ):
            return f"You're {name}, of course."
        if not known:
            self._is_known = False
            return self._speech.say("strangers")
        is_opinion = re.search(r"\b(?:think|feel|like|trust)\b", self._heard.text) is not None
        known.sort(
            key=lambda fact: (
                self._was_said(fact),
                is_opinion and fact.origin is not Origin.RELATION,
                -fact.importance,
                -fact.relevance,
            )
        )
        first = self._framed("opinion" if is_opinion else "remember", known[0])
        if len(known) > 1 and not self._was_said(known[1]):
            return self._joined(first, self._framed("second", known[1]))
        return first

    def _recalled(self) -> str:
        if self._matches:
            return self._framed("remember", self._fresh(self._matches).fact)
        self._is_known = False
        return self._speech.say("forgotten")

    def _of_a_person(self) -> str:
        told = self._fitting()
        if told:
            return told
        if self._hides:
            return self._ignorant()
        self._is_known = False
        person = self._heard.person
        if person == self._scene.partner.name:
            return self._speech.say("strangers")
        if person in self._people or person in self._said:
            return self._speech.say("no_opinion")
        return self._speech.say("unknown_person", person=person)

    def _fitting(self) -> str:
        """Say the one or two things that answer what was heard."""
        if not self._matches:
            return ""
        first = self._fresh(self._matches)
        topic = "opinion" if re.search(r"\bthink of\b|\bopinion\b", self._heard.text) else "frame"
        said = self._framed("frame_again" if self._was_said(first.fact) else topic, first.fact)
        rest = [match for match in self._matches if match is not first]
        second = choosing.beside(first, [one for one in rest if not self._was_said(one.fact)])
        if second is not None and len(first.fact.text) < 140 and self._manner != "gruff":
            return self._joined(said, self._framed("second", second.fact))
        return said

    def _may_tell(self, fact: Fact) -> bool:
        return not fact.is_secret or self._affinity >= _TRUSTED

    def _ignorant(self) -> str:
        """Admit not to know, in the character's own way; or that one would rather not say."""
        self._is_known = False
        if self._hides:
            self._mood = "worry"
            return self._speech.say("guarded")
        lines = [line for line in self._persona.fallback_lines if line.text not in self._said]
        if lines and self._speech.happens(0.4):
            text = self._speech.one_of([line.text for line in lines])
            self._mood = next(line.emotion for line in lines if line.text == text)
            return text
        admitted = self._speech.say("unknown")
        own = [
            fact
            for fact in self._facts
            if fact.origin in (Origin.DOING, Origin.GOAL) and not self._was_said(fact)
        ]
        if own and self._speech.happens(0.5):
            return self._joined(admitted, self._framed("instead", own[0]))
        return admitted

    def _told(self) -> str:
        """Take in news: say it back, feel with the teller, perhaps be reminded of something."""
        text = words.sentences(self._heard.text)[0]
        if not self._matches and not stems.STOP & set(stems.words(text)):
            self._is_known = False
            return self._speech.say("puzzled")
        if feeling.is_sad(text, self._lexicon):
            return self._speech.say("sorry")
        clause = contracted(turned_round(text)).rstrip(" .!,")
        is_clause = re.match(r"(?:I|I'm|I've|my|we|the|there)\b", text, re.IGNORECASE) is not None
        if is_clause and len(clause) < 90 and "," not in clause and not text.endswith("!"):
            told = words.lower_first(clause)
            reaction = self._speech.say("telling", told=told, Told=told[:1].upper() + told[1:])
        else:
            reaction = self._speech.say("glad" if feeling.is_glad(text, self._lexicon) else "news")
        others = [one for one in self._matches if one.fact.origin is not Origin.PARTNER]
        if others and others[0].score > 0.6 and not self._was_said(others[0].fact):
            return self._joined(reaction, self._framed("reminds", others[0].fact))
        return self._joined(reaction, self._turned_back() if self._speech.happens(0.2) else "")

    # how it says it

    def _framed(self, topic: str, fact: Fact) -> str:
        text = words.as_sentence(fact.text)
        if topic == "frame" and feeling.is_sad(text, self._lexicon):
            return text  # no `I'm glad you ask` before a death
        return self._speech.say(topic, Fact=text, fact=words.lower_first(text))

    def _fresh(self, matches: Sequence[choosing.Match]) -> choosing.Match:
        """Return the best match that was not said lately, if one is nearly as good."""
        for match in matches:
            if not self._was_said(match.fact) and match.score > 0.6 * matches[0].score:
                return match
        return matches[0]

    def _was_said(self, fact: Fact) -> bool:
        return fact.text.strip(" .").lower() in self._said.lower()

    def _turned_back(self) -> str:
        asked = "?" in self._said.rsplit(".", 1)[-1]
        return "" if asked else self._speech.say("turn_back")

    def _joined(self, *parts: str) -> str:
        return " ".join(part for part in parts if part)
