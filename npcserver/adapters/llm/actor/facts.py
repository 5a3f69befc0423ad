"""What a character can honestly say: each memory and each authored sentence in its own words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from npcserver.adapters.llm.actor import grammar, words
from npcserver.adapters.llm.actor.grammar import Second, conjugated
from npcserver.adapters.llm.actor.hearing import is_request
from npcserver.adapters.llm.actor.retelling import PLACE_WORDS, Retold
from npcserver.adapters.llm.actor.turning import turned_round
from npcserver.model import stems
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Source
from npcserver.model.scene import Scene

_LONGEST = 260
_FULL_NAME = re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b")
_CLAUSE = re.compile(
    r"(?:I|I'm|I've|I'll|I'd|my|we|we're|our|the|there|it|it's|this|that|he|she|they|people"
    r"|everyone|someone|nobody|some|all)\b",
    re.IGNORECASE,
)
_ABOUT_ANOTHER = re.compile(
    r"(?:[A-Z][\w'-]+ ){1,3}(?:is|are|was|were|has|have|had|will|can|loves|likes|hates|lives"
    r"|works|wants|said|told|went|came|gave|stole|lost|found)\b"
)
_SMALL_TALK = re.compile(
    r"^(?:hello|hi|hey|good (?:morning|evening|day)|bye|goodbye|thanks?\b|thank you|yes|no"
    r"|ok(?:ay)?|please|sorry|tell me|nice to meet)",
    re.IGNORECASE,
)


_SECRET = re.compile(
    r"\b(?:told (?:nobody|no one|no-one)|nobody (?:else )?knows|no one (?:else )?knows|never told"
    r"|(?:not|n't) told anyone|secret(?:ly)?|keeps? (?:it|this) (?:quiet|to (?:your|him|her)self)"
    r"|must (?:not|never) (?:know|find out|learn))\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:do not|don't|never|always|be|please|let|make sure|try to)\b", re.IGNORECASE
)


class Origin(StrEnum):
    """Where a fact comes from."""

    MEMORY = "memory"
    PARTNER = "partner"  # the partner said so
    DOING = "doing"
    BACKGROUND = "background"
    HABIT = "habit"
    LIFE = "life"
    GOAL = "goal"
    RELATION = "relation"
    SETTING = "setting"
    LORE = "lore"  # it stands in a book


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something to say. `text` may stand after a comma or, with a capital, alone."""

    text: str
    origin: Origin
    content: frozenset[str]
    source: str = ""  # the text as it was remembered
    relevance: float = 0.0
    importance: int = 4
    person: str = ""

    @property
    def is_secret(self) -> bool:
        """Whether it is marked as something the character keeps to itself."""
        return _SECRET.search(self.source) is not None


def known_people(scene: Scene) -> tuple[str, ...]:
    """Return the names of everybody the character could have in mind."""
    names = [person.name for person in scene.company]
    names += [_name(relation.to, scene) for relation in scene.character.persona.relations]
    names += [one.memory.body.speaker for one in scene.recollections]
    for one in scene.recollections:
        names += filter(_is_person, _FULL_NAME.findall(one.memory.text))
    names.append(scene.partner.name)
    return tuple(dict.fromkeys(name for name in names if name))


def _others(scene: Scene) -> frozenset[str]:
    """Return full and first names of the people about, the character itself left out."""
    names = [person.name for person in scene.company]
    names += [_name(relation.to, scene) for relation in scene.character.persona.relations]
    own = {scene.character.name, *scene.character.name.split()[:1]}
    return frozenset(part for name in names for part in (name, *name.split()[:1])) - own - {""}


def _is_person(name: str) -> bool:
    parts = frozenset(part.lower() for part in name.split())
    return not parts & PLACE_WORDS and not parts & stems.STOP


def facts(scene: Scene) -> list[Fact]:
    """Return everything the character can say in this scene, recalled things first."""
    retold = Retold(scene.character.name, scene.partner.name, _others(scene))
    found = [fact for one in scene.recollections if (fact := _recalled(one, scene, retold))]
    found += _read(scene)
    found += _talked_of(scene)
    found += _authored(scene, retold)
    unique: dict[str, Fact] = {}
    for fact in found:
        unique.setdefault(fact.text.lower(), fact)
    return list(unique.values())


def _recalled(one: Recollection, scene: Scene, retold: Retold) -> Fact | None:
    memory = one.memory
    body = memory.body
    is_partners = bool(body.told_by) and body.told_by == scene.partner.id
    is_partners = is_partners or (bool(body.speaker) and body.speaker == scene.partner.name)
    text = _spoken(memory, scene, retold, is_partners=is_partners)
    if not text:
        return None
    return Fact(
        text=text,
        origin=Origin.PARTNER if is_partners else Origin.MEMORY,
        content=stems.content(f"{body.speaker} {memory.text}"),
        source=memory.text,
        relevance=one.relevance,
        importance=memory.importance,
    )


def _spoken(memory: Memory, scene: Scene, retold: Retold, *, is_partners: bool) -> str:
    """Return a memory as the character tells it, with who or what it is from."""
    if memory.kind is RecordKind.LINE:
        return ""  # the character's own words come back through what they were about
    if memory.kind is RecordKind.UTTERANCE:
        return _heard(memory, scene, is_partners=is_partners)
    told = retold.first_person(memory.text)
    if re.search(r"\b(?:told|tells|says|said)\b", told):
        return told  # it names who told it
    preface = _preface(memory, scene, is_partners=is_partners)
    is_thought = memory.kind in _THOUGHTS or memory.source in _INWARD
    if is_thought and (_ORDER.match(memory.text) or grammar.is_imperative(memory.text)):
        # a plan is a wish for a deed; a whispered order is a stage direction and no thought
        return f"I mean to {words.lower_first(told)}" if memory.kind is RecordKind.PLAN else ""
    if not preface or (is_thought and re.match(r"(?:I|My)\b", told)):
        return told
    return f"{preface} that {words.lower_first(told)}"


_THOUGHTS = (RecordKind.WHISPER, RecordKind.REFLECTION, RecordKind.PLAN)
_INWARD = (Source.INNER_VOICE, Source.INFERRED)


def _preface(memory: Memory, scene: Scene, *, is_partners: bool) -> str:
    if memory.source is Source.TOLD:
        teller = _name(memory.body.told_by, scene) or memory.body.speaker or "somebody"
        return "you told me" if is_partners else f"{teller} told me"
    return _PREFACES.get(memory.source, "")


_PREFACES = {
    Source.OVERHEARD: "I overheard",
    Source.READ: "I read",
    Source.INNER_VOICE: "something tells me",
    Source.INFERRED: "it seems to me",
}


def _heard(memory: Memory, scene: Scene, *, is_partners: bool) -> str:
    """Return who said what, unless it was a question or small talk."""
    text = _news(memory.text, scene)
    if not text:
        return ""
    speaker = memory.body.speaker or _name(memory.body.told_by, scene) or "somebody"
    if memory.source is Source.OVERHEARD:
        return f'I overheard {speaker} say, "{words.as_sentence(text)}"'
    if not is_partners:
        return f'{speaker} told me, "{words.as_sentence(text)}"'
    return _told_me(text)


def _news(text: str, scene: Scene) -> str:
    """Return what somebody said that is worth coming back to, if anything."""
    if text.strip().lower() == scene.heard.strip().lower():
        return ""
    said = " ".join(
        sentence
        for sentence in words.sentences(text)
        if "?" not in sentence
        and not is_request(sentence)
        and not grammar.is_imperative(sentence)
        and not _SMALL_TALK.match(sentence)
        and stems.content(sentence)
    )
    return said if len(said) <= _LONGEST else ""


def _told_me(text: str) -> str:
    if '"' in text or not (_CLAUSE.match(text) or _ABOUT_ANOTHER.match(text)):
        return ""  # half a sentence is no news to come back to
    return f"you told me that {words.lower_first(turned_round(text))}"


def _talked_of(scene: Scene) -> Iterator[Fact]:
    """Yield what the partner said in the conversation so far, newest first."""
    for spoken in reversed(scene.conversation):
        text = "" if spoken.is_own else _told_me(_news(spoken.text, scene))
        if text:
            yield Fact(
                text=text,
                origin=Origin.PARTNER,
                content=stems.content(f"{spoken.speaker} {spoken.text}"),
                source=spoken.text,
            )


def _read(scene: Scene) -> Iterator[Fact]:
    """Yield what stands in books, each with the title of its book."""
    for quote in scene.lore:
        begin, end = quote.highlight
        passage = quote.passage.text
        yield Fact(
            text=f'in "{quote.title}" it is written: {" ".join(passage[begin:end].split())}',
            origin=Origin.LORE,
            content=stems.content(f"{quote.title} {quote.chapter_title} {passage}"),
            relevance=quote.score,
        )


def _authored(scene: Scene, retold: Retold) -> Iterator[Fact]:
    persona = scene.character.persona
    for text, origin in (
        (persona.currently, Origin.DOING),
        (persona.background, Origin.BACKGROUND),
        (persona.daily_plan, Origin.HABIT),
        (persona.lifestyle, Origin.LIFE),
    ):
        told = retold.first_person(text, is_portrait=True)
        for sentence in words.sentences(told):
            if len(sentence) <= _LONGEST * 2:
                yield _fact(sentence, origin, sentence)
    for goal in persona.goals:
        yield _fact(_wish(retold, goal), Origin.GOAL, goal)
    for relation in persona.relations:
        name = _name(relation.to, scene)
        view = _view(retold.first_person(relation.view), name)
        if relation.to_id and relation.to_id == scene.partner.id:
            view = re.sub(
                rf"^{re.escape(name)}\b(.*)", lambda f: f"you{conjugated(f[1], Second)}", view
            )
        yield _fact(view, Origin.RELATION, f"{name} {relation.view}", person=name)
    place = scene.place
    if place is not None:
        for sentence in words.sentences(place.description):
            yield _fact(sentence, Origin.SETTING, f"{place.name} {sentence}")
    for sentence in words.sentences(scene.world.description):
        yield _fact(sentence, Origin.SETTING, sentence)


def _wish(retold: Retold, goal: str) -> str:
    """Return a goal as a wish: `Keep her post` becomes `I want to keep my post`."""
    if re.match(r"(?:I|You|My|Your)\b", goal) or goal.startswith(retold.name):
        return retold.first_person(goal)
    deed = goal.removeprefix("to ").removeprefix("To ")
    return retold.first_person(f"{retold.name} wants to {deed[:1].lower()}{deed[1:]}")


def _view(view: str, name: str) -> str:
    """Return an author's view of somebody as a sentence about them."""
    view = re.sub(r"^(?:She|He|They)\b", name, view)
    if name and (name.split(maxsplit=1)[0] in view or re.match(r"(?:I|My)\b", view)):
        return view
    if re.match(r"(?:A|An|The|My|One|Old|Dear|Good|Best)\b", view):
        return f"{name} is {words.lower_first(view)}"
    return f"when I think of {name}: {view[:1].lower()}{view[1:]}"


def _fact(text: str, origin: Origin, source: str, person: str = "") -> Fact:
    return Fact(
        text=text, origin=origin, content=stems.content(source), source=source, person=person
    )


def _name(identifier: str, scene: Scene) -> str:
    """Return the display name of somebody known by id or by name."""
    if not identifier:
        return ""
    if identifier == scene.partner.id:
        return scene.partner.name
    for person in scene.company:
        if identifier in (person.id, person.name):
            return person.name
    if identifier != identifier.lower():
        return identifier
    return " ".join(part.capitalize() for part in re.split(r"[-_ ]+", identifier))
