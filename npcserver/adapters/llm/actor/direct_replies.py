"""Direct answers about places, hours, people and wares, and lines about promises."""

from collections.abc import Iterable

from npcserver.adapters.llm.actor import knowledge
from npcserver.adapters.llm.actor.phrase_book import Inquiry, PhraseChooser, Phrases
from npcserver.language import stems
from npcserver.language.actor_grammar import grammar_of
from npcserver.language.deadlines import names_a_time
from npcserver.language.scripts import QUESTION_MARKS
from npcserver.model.affordance import ParameterType
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.inputs import ReplyInput
from npcserver.model.world import TownFact

UNFRIENDLY = -40
"""Affinity below which a character neither promises nor does what it is asked."""


def broken(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str]:
    """Return words and emotion for a broken promise not mentioned yet; empty ones for none."""
    for promise in scene.commitments:
        if promise.status is CommitmentStatus.BROKEN and not promise.has_come_up:
            is_own = promise.by_id == scene.character.id
            occasion = "broken_own" if is_own else "broken_theirs"
            say = wording.say(occasion, what=_between_us(promise, scene, phrases))
            return say, "shame" if is_own else "annoyance"
    return "", ""


def spoken_of(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str]:
    """Return words and emotion for making, accepting or listing a promise; empty ones for none."""
    return (
        _given(scene, wording, phrases)
        or _taken(scene, wording, phrases)
        or _pending(scene, wording, phrases)
        or ("", "")
    )


def _given(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str] | None:
    """Promise what is asked for, if it lies in the future.

    The request is repeated with "me" for "you"; where more words would have to change, nothing is
    promised.
    """
    marks = phrases.marks
    found = marks["promise_asked"].search(scene.heard) if names_a_time(scene.heard) else None
    if found is None:
        return None
    deed = (found.groupdict().get("when") or "") + found["deed"].strip(" ,.")
    if not deed or marks["promise_no_deed"].search(deed):
        return None
    if scene.relation is not None and scene.relation.affinity < UNFRIENDLY:
        return wording.say("decline"), "annoyance"
    what = grammar_of(phrases.language).answered(deed)
    return wording.say("promising", what=what), "calm"


def _taken(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str] | None:
    """Accept the partner's promise."""
    heard = scene.heard.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    is_question = heard.rstrip().endswith(QUESTION_MARKS)
    if is_question or not (phrases.marks["promise_given"].search(heard) and names_a_time(heard)):
        return None
    return wording.say("promised"), "hope"


def _pending(scene: ReplyInput, wording: PhraseChooser, phrases: Phrases) -> tuple[str, str] | None:
    """List the open promise between the two, when asked about promises."""
    pending = [one for one in scene.commitments if one.status is CommitmentStatus.OPEN]
    if not pending or not phrases.marks["promise_asked_after"].search(scene.heard):
        return None
    first = pending[0]
    occasion = "pending_own" if first.by_id == scene.character.id else "pending_theirs"
    return wording.say(occasion, what=_between_us(first, scene, phrases)), "calm"


def _between_us(promise: Commitment, scene: ReplyInput, phrases: Phrases) -> str:
    """Return a promise as one of the two says it to the other: without names, `me` and `you`."""
    own, other = scene.character.name, scene.partner.name
    return grammar_of(phrases.language).between_two(promise.what, own, other)


_COVERED = 0.5
"""The least share of a question's words that the place or person it means must have."""
_ALL = 0.99
"""The same for an answer that is a name: the chapel's builder need not be its warden."""


class Lookup:
    """The facts that a character can look up in one scene."""

    def __init__(self, scene: ReplyInput, phrases: Phrases) -> None:
        self._scene = scene
        self._phrases = phrases

    def answer(self, inquiry: Inquiry, quoted: str) -> str:
        """Return the answer to a question; `quoted` is the memory that would be quoted instead.

        Empty if nothing is known of what the question names, or if the quote answers better.
        """
        marks, text = self._phrases.marks, inquiry.text
        if marks["opening"].search(text):
            return self._hours(inquiry)
        if inquiry.asks == "where":
            return self._where(inquiry)
        if marks["trade"].search(text):
            return self._sold(inquiry)
        is_of_people = inquiry.asks in ("", "who") and not inquiry.is_about_asker
        person = self._person(inquiry, _ALL) if is_of_people else ""
        if not person or inquiry.asks:
            return person
        more = self._phrases.forms["no_views"] if inquiry.is_opinion else quoted
        return self._joined(person, more)

    def knows(self, name: str) -> bool:
        """Return whether the character has heard of a person of that name."""
        low = name.casefold()
        named = [one.name for one in self._scene.town]
        named += [one.name for one in self._scene.company]
        for relation in self._scene.character.persona.relations:
            named += [relation.to, relation.to_id, relation.to.replace("-", " ")]
        named += [one.memory.text for one in self._scene.recollections]
        return any(low in one.casefold() for one in named)

    def _hours(self, inquiry: Inquiry) -> str:
        fact = self._best(inquiry, _COVERED, (one for one in self._scene.town if one.hours))
        if fact is not None:
            return self._form("hours", place=fact.name, hours=fact.hours)
        place = self._scene.place
        if place is None or place.hours is None or inquiry.words - stems.content(place.name):
            return ""
        hours = f"{place.hours.opens:%H:%M}-{place.hours.closes:%H:%M}"
        return self._form("hours", place=place.name, hours=hours)

    def _where(self, inquiry: Inquiry) -> str:
        fact = self._best(inquiry, _COVERED, self._scene.town)
        if fact is None:
            return ""
        if fact.is_here and not fact.is_person:
            return self._form("right_here", place=fact.name)
        within = self._phrases.forms["comma"].join(fact.within)
        if not within:
            return knowledge.first_sentence(fact.about) if not fact.is_person else ""
        if fact.is_person:
            return self._form("found_person", person=self._called(fact), within=within)
        return self._form("found", place=fact.name, within=within)

    def _person(self, inquiry: Inquiry, least: float) -> str:
        fact = self._best(inquiry, least, (one for one in self._scene.town if one.is_person))
        if fact is None:
            return ""
        form = "person" if fact.about else "person_only"
        return self._form(form, person=fact.name, about=fact.about)

    def _called(self, fact: TownFact) -> str:
        return f"{fact.name}{self._phrases.forms['comma']}{fact.about}" if fact.about else fact.name

    def _sold(self, inquiry: Inquiry) -> str:
        """Return what is for sale: in the character's own shop, or by a declared affordance."""
        place = self._scene.place
        for affordance in self._scene.affordances:
            known = stems.content(f"{affordance.name.replace('_', ' ')} {affordance.description}")
            for one in affordance.parameters:
                is_choice = one.type is ParameterType.CHOICE
                if is_choice and stems.content(one.name) & inquiry.words & known:
                    text = self._phrases.forms["comma"].join(one.options)
                    return self._form("things", text=text)
        if place is None or self._scene.character.id not in place.owner_ids:
            return ""
        return knowledge.first_sentence(place.description)

    def _best(self, inquiry: Inquiry, least: float, facts: Iterable[TownFact]) -> TownFact | None:
        """Return the fact that has most of a question's words: names first, then places."""
        best: tuple[float, TownFact] | None = None
        for fact in facts:
            named = stems.content(fact.name)
            held = named | stems.content(f"{fact.about} {' '.join(fact.things)}")
            shared = [
                one
                for one in inquiry.words
                if one in held or knowledge.is_akin(one, held, self._phrases)
            ]
            share = len(shared) / len(inquiry.words) if inquiry.words else 0.0
            share += 0.001 * len(named & inquiry.words) + 0.0005 * (not fact.is_person)
            if share >= least and (best is None or share > best[0]):
                best = (share, fact)
        return None if best is None else best[1]

    def _form(self, name: str, **slots: str) -> str:
        return self._phrases.forms[name].format(**slots)

    def _joined(self, *parts: str) -> str:
        return self._phrases.forms["gap"].join(part for part in parts if part)
