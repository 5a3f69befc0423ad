"""What an author should look at in a world file: people who are not there, secrets given away."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from npcserver.language.detection import is_in, tongue_of
from npcserver.mind.beats import tells
from npcserver.mind.provenance import SHARE, retells, split, stated
from npcserver.model.character import People, Persona, SeedMemory, addressed
from npcserver.model.foreign_marks import unspoken
from npcserver.model.secret import Secret
from npcserver.model.worldfile import WorldFile
from npcserver.prompts.texts import WHOLE
from npcserver.prompts.tokens import estimate_tokens

_OF_ALL, _OF_ONE = 0.3, 0.75
"""Shares of a secret, and of one of its sentences, that an open sentence must state to be reported.

In the sample world the first separates the background that gives a secret away (0.32) from goals
that only touch theirs (up to 0.25), the second from mentioning the same thing (0.67).
"""
_SLIP = 0.75  # so alike a relation's name and a character's are: many lead to people elsewhere
_COMPARED = 20_000
"""Names with which those of people elsewhere are compared: 17 microseconds each. In a town of
1,000 the first twenty are, of 100 the first two hundred."""
_SHOWN = 60  # characters of a sentence in a warning


@dataclass(frozen=True, slots=True)
class PersonaDoubt:
    """What an author should look at in a persona: its field, such as `goals[0]`, and why."""

    field: str
    text: str


def review(world: WorldFile, people: People | None = None) -> tuple[str, ...]:
    """Return warnings about a world, in the order of its file; empty when there are none.

    `people` are all characters of the world, by default those of the file.
    """
    known = people or world.people
    found = [*world.doubts, *_unknown_people(world, known), *_unknown_kinds(world)]
    found += _lone_flags(world)
    names = tuple(one.persona.name for one in world.characters)
    for role in world.characters:
        for doubt in _prose_doubts(role.persona, role.memories, names):
            found.append(f"{role.id}.{doubt.field} {doubt.text}")
    return tuple(dict.fromkeys(found))


def review_persona(
    persona: Persona, memories: Sequence[SeedMemory], people: People
) -> tuple[PersonaDoubt, ...]:
    """Return warnings about one persona, whose character has these seed memories."""
    found = list(_strangers(addressed(persona, people), people))
    found += _prose_doubts(persona, memories, tuple(people.names.values()))
    found += _foreign_texts(persona)
    for field, line in _texts(persona, _SPOKEN):
        if advice := unspoken(line):
            found.append(PersonaDoubt(field, advice))
    return tuple(found)


def _strangers(persona: Persona, people: People) -> Iterator[PersonaDoubt]:
    for place, relation in enumerate(persona.relations):
        if relation.to_id or not relation.to:
            continue
        near = people.nearest(relation.to, _SLIP)
        advice = f"did you mean {near!r}?" if near else "it stays a name that is spoken of"
        problem = people.ambiguous(relation.to) or f"{relation.to!r} is nobody here; {advice}"
        yield PersonaDoubt(f"relations[{place}].to", problem)


def _prose_doubts(
    persona: Persona, memories: Sequence[SeedMemory], names: tuple[str, ...]
) -> Iterator[PersonaDoubt]:
    yield from _disclosed_secrets(persona, memories, names)
    yield from _cut_texts(persona)
    yield from _beat_doubts(persona)


def _foreign_texts(persona: Persona) -> Iterator[PersonaDoubt]:
    for field, text in _texts(persona, (*_OPEN, *_BEATS)):
        if persona.language and not is_in(text, persona.language):
            yield PersonaDoubt(
                field,
                f"reads like the language {tongue_of(text)!r}, and the character speaks "
                f"{persona.language!r}; write it in that, or change the language",
            )


def _cut_texts(persona: Persona) -> Iterator[PersonaDoubt]:
    """Yield what is longer than any prompt shows of it."""
    texts = [(name, getattr(persona, name), most) for name, most in WHOLE.texts.items()]
    texts += [(f"goals[{at}]", text, WHOLE.goal) for at, text in enumerate(persona.goals)]
    for field, text, most in texts:
        if (tokens := estimate_tokens(text)) > most:
            yield PersonaDoubt(
                field,
                f"has about {tokens:,} tokens, and a prompt shows at most {most:,} of them; "
                "shorten it, or put the rest into seed memories",
            )
    if len(persona.goals) > WHOLE.goals:
        advice = f"a prompt shows the first {WHOLE.goals} goals; this one is left out"
        yield PersonaDoubt(f"goals[{WHOLE.goals}]", advice)


def _beat_doubts(persona: Persona) -> Iterator[PersonaDoubt]:
    for place, beat in enumerate(persona.beats):
        if beat.line and stated(beat.fact, beat.line) < SHARE:
            yield PersonaDoubt(
                f"beats[{place}].line",
                "does not tell the fact by its words; a player who hears it alone may not learn it",
            )
        for field, text in _texts(persona, _OPEN):
            if beat.fact and tells(beat, text):
                yield PersonaDoubt(
                    field,
                    f"tells the story beat {beat.key!r}, which is kept until its flag is set; a "
                    "persona is before the model in every talk; take it out there",
                )


_BEATS = ("beats[].fact", "beats[].line")
_SPOKEN = ("greetings[]", "fallback_lines[].text", "beats[].line")
_OPEN = (
    *("traits", "background", "currently", "lifestyle", "daily_plan", "voice"),
    *("goals[]", "greetings[]", "relations[].view", "fallback_lines[].text"),
)


def _texts(persona: Persona, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a persona at some paths, each with its own path."""
    for path in paths:
        name, is_list, part = path.partition("[]")
        found = getattr(persona, name)
        for place, one in enumerate(found) if is_list else ():
            yield f"{name}[{place}]{part}", getattr(one, part[1:]) if part else one
        if not is_list:
            yield name, found


def _unknown_people(world: WorldFile, people: People) -> Iterator[str]:
    yield from _relations(world, people)
    for role in world.characters:
        for memory in role.memories:
            yield from _secret(f"{role.id}: the memory", memory.secret, people)
    for book in world.books:
        for chapter in book.chapters:
            yield from _secret(f"book {book.id}: the chapter", chapter.secret, people)
        yield from _listed(f"book {book.id}: the reader", book.readers, people)
    for place in world.places:
        yield from _listed(f"place {place.id}: the owner", place.owner_ids, people)


def _unknown_kinds(world: WorldFile) -> Iterator[str]:
    there = {one.kind for one in world.world.entities if one.kind}
    for affordance in world.world.affordances if there else ():
        for parameter in affordance.parameters:
            for kind in parameter.entity_kinds:
                if kind in there:
                    continue
                near = next(iter(get_close_matches(kind, there, n=1)), "")
                advice = f"did you mean {near!r}?" if near else "your game has to declare one"
                yield (
                    f"affordance {affordance.name}: no entity here is of the kind {kind!r}, which "
                    f"{parameter.name!r} asks for; {advice}"
                )


def _lone_flags(world: WorldFile) -> Iterator[str]:
    """Yield the flags that one secret names and that look like a slip in those of others."""
    secrets = [one.secret for role in world.characters for one in role.memories]
    secrets += [chapter.secret for book in world.books for chapter in book.chapters]
    flags = Counter(one.flag for one in secrets if one is not None and one.flag)
    for flag, count in flags.items():
        near = next(iter(get_close_matches(flag, [one for one in flags if one != flag], n=1)), "")
        if count == 1 and near and flags[near] >= count:
            yield (
                f"the flag {flag!r} is named by one secret alone; did you mean {near!r}? Your game "
                "has to set it, or nobody is told"
            )


def _relations(world: WorldFile, people: People) -> Iterator[str]:
    elsewhere: list[str] = []
    nearest: dict[str, str] = {}
    for role in world.characters:
        for to in (one.to for one in role.persona.relations if not one.to_id):
            if to not in nearest:
                is_affordable = len(nearest) * len(people.names) < _COMPARED
                nearest[to] = people.nearest(to, _SLIP) if is_affordable else ""
            problem, near = people.ambiguous(to), nearest[to]
            if not problem and near:
                problem = f"{to!r} is nobody here; did you mean {near!r}?"
            if problem:
                yield f"{role.id}: the relation to {to!r}: {problem}"
            else:
                elsewhere.append(f"{to!r} ({role.id})")
    if elsewhere:
        yield f"relations to people who are no characters here: {', '.join(elsewhere)}"


def _secret(where: str, secret: Secret | None, people: People) -> Iterator[str]:
    for to in () if secret is None else secret.to:
        if secret is None or to in people.names:
            continue
        near = people.nearest(to)
        problem = (
            people.ambiguous(to)
            or (f"{to!r} is nobody here; " + (f"did you mean {near!r}? " if near else ""))
            + "only a player with this id may be told"
        )
        yield f"{where} with the secret {secret.key!r}: {problem}"


def _listed(where: str, identifiers: Iterable[str], people: People) -> Iterator[str]:
    for one in identifiers:
        if one not in people.names:
            near = people.nearest(one)
            advice = f"did you mean {near!r}?" if near else "remove it"
            yield f"{where} {one!r} is nobody here; {advice}"


def _disclosed_secrets(
    persona: Persona, memories: Sequence[SeedMemory], names: tuple[str, ...]
) -> Iterator[PersonaDoubt]:
    """Yield the open fields of a persona that state what one of its secrets states."""
    for memory in memories:
        if memory.secret is None:
            continue
        for field, text in _texts(persona, _OPEN):
            sentence = _stating(text, memory.text, names)
            if sentence:
                shown = sentence if len(sentence) <= _SHOWN else f"{sentence[: _SHOWN - 1]}…"
                yield PersonaDoubt(
                    field,
                    f"states what the secret {memory.secret.key!r} keeps: {shown!r}. A persona is "
                    "before the model in every talk; take it out there",
                )


def _stating(text: str, secret: str, names: tuple[str, ...]) -> str:
    """Return the sentence of an open text that states most of a secret; empty for none."""
    found = [
        (stated(secret, sentence), sentence.strip())
        for sentence in split(text)
        if retells(sentence, secret, names)
        and (
            stated(secret, sentence) >= _OF_ALL
            or any(stated(one, sentence) >= _OF_ONE for one in split(secret))
        )
    ]
    return max(found, default=(0.0, ""))[1]
