"""Whom authors address: names in relations and secrets become ids when a call or file is read."""

from dataclasses import replace

from npcserver.model.character import Persona, SeedMemory
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book
from npcserver.model.people import People, addressed
from npcserver.model.secret import Secret
from npcserver.ports.storage import Reader


async def people_of(reader: Reader, world_id: WorldId) -> People:
    """Return the characters of a world."""
    return People({one.id: one.name for one in await reader.roster(world_id)})


def with_ids(
    persona: Persona, people: People, field: str, *, before: Persona | None = None
) -> Persona:
    """Return a persona whose relations lead to ids, where they are to characters or players.

    Raises `InvalidInput` for a name that several characters bear, and for two relations to one
    person; relations that stood there `before` are not looked at.
    """
    found = addressed(persona, people)
    known = () if before is None else before.relations
    seen: set[str] = set()
    relations = []
    for place, relation in enumerate(found.relations):
        path = f"{field}.relations[{place}].to"
        problem = "" if relation.to_id or relation in known else people.ambiguous(relation.to)
        if relation.to_id in seen:
            problem = f"{relation.to_id!r} comes twice; drop one"
        if problem:
            raise InvalidInput(path, problem)
        seen |= {relation.to_id} - {""}
        relations.append(
            relation if relation.to else replace(relation, to=people.name_of(relation.to_id))
        )
    return replace(found, relations=tuple(relations))


def seeds_with_ids(
    seeds: tuple[SeedMemory, ...], people: People, field: str
) -> tuple[SeedMemory, ...]:
    """Return seed memories whose secrets name people by id. Raises `InvalidInput`."""
    return tuple(
        replace(seed, secret=secret_with_ids(seed.secret, people, f"{field}[{place}].secret"))
        for place, seed in enumerate(seeds)
    )


def book_with_ids(book: Book, people: People) -> Book:
    """Return a book whose secrets and readers are named by id. Raises `InvalidInput`."""
    chapters = tuple(
        replace(one, secret=secret_with_ids(one.secret, people, f"chapters[{place}].secret"))
        for place, one in enumerate(book.chapters)
    )
    return replace(book, chapters=chapters)


def secret_with_ids(secret: Secret | None, people: People, field: str) -> Secret | None:
    """Return a secret that names people by id. Raises `InvalidInput` below `field`."""
    if secret is None or not secret.to:
        return secret
    named = (_told(to, people, f"{field}.to[{place}]") for place, to in enumerate(secret.to))
    return replace(secret, to=tuple(dict.fromkeys(named)))


def _told(word: str, people: People, path: str) -> str:
    """Return the id of a character, or of the player that a word is the id of.

    A word with blanks that no character is called is refused: it is a name, and a name that
    nobody here bears would lock what it was to open, or open it to a player who takes that name.
    """
    found = people.named(word)
    if len(found) == 1:
        return found[0]
    problem = people.ambiguous(word)
    if not problem and len(word.split()) > 1:
        near = people.nearest(word)
        advice = f"did you mean {near!r}?" if near else "create the character first"
        problem = f"{word!r} is nobody here; {advice} Players are named by an id without blanks"
    if problem:
        raise InvalidInput(path, problem)
    return word
