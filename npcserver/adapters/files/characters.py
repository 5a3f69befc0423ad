"""The characters of a world file: persona, place, seed memories and their secrets."""

from collections.abc import Collection, Iterator

from npcserver.adapters.files.document import Plain, did_you_mean, written
from npcserver.adapters.files.fields import Field, IdRegistry, Table
from npcserver.model import limits
from npcserver.model.character import (
    Beat,
    FallbackLine,
    People,
    Persona,
    Relation,
    SeedMemory,
    folded,
)
from npcserver.model.feelings import LABELS
from npcserver.model.foreign_marks import unspoken
from npcserver.model.ids import CharacterId, PlaceId, is_authored_id, slug
from npcserver.model.secret import Secret, key_for
from npcserver.model.worldfile import Role


def read_secret(table: Table, text: str, people: People) -> Secret | None:
    """Return the secret of a text, or None; `secret: true` means that no one may be told.

    Names of people become their ids.
    """
    field = table.get("secret")
    if field is None:
        _refuse_blank(table, "secret", "write `true`, or who may be told")
        return None
    if field.is_scalar:
        return Secret(key=key_for(text)) if field.claim() else None
    inner = field.table()
    return None if inner is None else _secret(inner, text, people)


def dump_secret(secret: Secret | None, text: str) -> Plain:
    """Return a secret as the content of a file, without its key if that follows from the text."""
    if secret is None:
        return None
    has_own_key = secret.key != key_for(text)
    if secret.is_absolute and not has_own_key:
        return True
    return {
        "key": secret.key if has_own_key else None,
        **written(secret, "to affinity trust flag"),
    }


def _secret(table: Table, text: str, people: People) -> Secret:
    flag = table.get("flag")
    name = "" if flag is None else flag.text(limits.FLAG, is_one_line=True)
    problem = limits.flag_problem(name) if name else None
    if flag is not None and problem is not None:
        flag.wrong(problem)
    secret = Secret(
        key=table.text("key", limits.NAME, is_one_line=True) or key_for(text),
        to=tuple(dict.fromkeys(_told(table, people))),
        affinity=table.integer("affinity", -100, 100),
        trust=table.integer("trust", 0, 100),
        flag=name,
    )
    for condition in ("to", "affinity", "trust", "flag"):
        _refuse_blank(table, condition, "write the condition, or leave the key out")
    if not secret.to and table.get("to") is not None:
        table.wrong("names nobody; name somebody, or leave the key out", "to")
    table.finish()
    return secret


def _told(table: Table, people: People) -> Iterator[str]:
    """Yield the ids of the people who may be told; an unknown word may be a player's id."""
    for item in table.items("to", limits.SECRET_TO):
        word = item.text(limits.IDENTIFIER, is_one_line=True)
        problem = people.ambiguous(word)
        if problem:
            item.wrong(problem)
        yield next(iter(people.named(word)), word)


def _refuse_blank(table: Table, key: str, advice: str) -> None:
    """Note an empty key, which would otherwise leave the text without the condition."""
    if key in table.written and table.get(key) is None:
        table.wrong(f"is empty; {advice}", key)


def people(table: Table, known: People) -> People:
    """Return the ids and names of a file's characters, which other parts of it refer to.

    Also those that the world has `known` before, unless the file has one of their name.
    """
    names: dict[str, str] = {}
    for part in table.tables("characters", limits.CHARACTERS):
        written, called = part.get("id"), part.get("name")
        name = "" if called is None else called.plain
        identifier = slug(name) if written is None else written.plain
        names.setdefault(identifier, name)
    own = {folded(name) for name in names.values()}
    others = {one: name for one, name in known.names.items() if folded(name) not in own}
    return People(others | names)


def read_characters(
    table: Table, world_language: str, place_ids: Collection[str], people: People
) -> tuple[Role, ...]:
    """Return the characters of a file in the order written."""
    ids = IdRegistry("character")
    return tuple(
        _role(part, ids, world_language, place_ids, people)
        for part in table.tables("characters", limits.CHARACTERS)
    )


def read_character(
    table: Table, world_language: str, place_ids: Collection[str], people: People
) -> Role:
    """Return the character of a file of its own, in a world with these people."""
    return _role(table, IdRegistry("character"), world_language, place_ids, people)


def read_language(table: Table, default: str) -> str:
    """Return the language of a world or character, such as `en` or `pt-BR`."""
    written = table.text("language", limits.LABEL, is_one_line=True)
    if written and limits.language_problem(written) is not None:
        table.wrong(f"{written!r} is no language; write a tag such as `en` or `pt-BR`", "language")
        return default
    return written or default


def _role(
    table: Table, ids: IdRegistry, world_language: str, place_ids: Collection[str], people: People
) -> Role:
    persona = Persona(
        name=table.text("name", limits.NAME, is_required=True, is_one_line=True),
        age=table.integer("age", 0, limits.AGE),
        traits=table.text("traits", limits.DESCRIPTION),
        background=table.text("background", limits.DESCRIPTION),
        currently=table.text("currently", limits.DESCRIPTION),
        lifestyle=table.text("lifestyle", limits.DESCRIPTION),
        voice=table.text("voice", limits.DESCRIPTION),
        goals=table.texts("goals", limits.VIEW, limits.GOALS),
        relations=tuple(_relations(table, people)),
        greetings=tuple(_line(item) for item in _items(table, "greetings", limits.LINES)),
        fallback_lines=tuple(_fallback_lines(table)),
        daily_plan=table.text("daily_plan", limits.DESCRIPTION),
        language=read_language(table, world_language),
        is_deaf=table.claim("deaf"),
        is_blind=table.claim("blind"),
        beats=tuple(_beats(table)),
    )
    place_id = table.one_of("place", place_ids)
    role = Role(
        id=CharacterId(ids.authored_id(table, persona.name)),
        persona=persona,
        place_id=None if place_id is None else PlaceId(place_id),
        knows=tuple(
            PlaceId(known)
            for item in table.items("knows", limits.PLACES)
            if (known := item.one_of(place_ids)) is not None
        ),
        memories=tuple(_memories(table, people)),
    )
    table.finish()
    return role


def _relations(table: Table, people: People) -> Iterator[Relation]:
    lines: dict[str, int] = {}
    for part in table.tables("relations", limits.RELATIONS):
        to, player = part.get("to", is_required=True), part.get("player")
        affinity = part.integer("affinity", -100, 100)
        name = "" if to is None else to.text(limits.NAME, is_one_line=True)
        identifier = "" if player is None else player.text(limits.IDENTIFIER, is_one_line=True)
        if player is not None and identifier in people.names:
            player.wrong(f"{identifier!r} is a character; name it under `to`, without `player`")
        if to is not None and player is None:
            identifier = _character(to, name, people)
        yield Relation(
            to=people.name_of(identifier) if player is None and identifier else name,
            to_id=identifier,
            view=part.text("view", limits.VIEW),
            affinity=0 if affinity is None else affinity,
        )
        if identifier and lines.setdefault(identifier, part.line) != part.line:
            part.wrong(f"is to {identifier!r}, as that in line {lines[identifier]}; keep one", "to")
        part.finish()


def _character(field: Field, name: str, people: People) -> str:
    """Return the id of the character a relation is to; empty if it is to no character."""
    found = people.named(name)
    problem = people.ambiguous(name)
    if not found and is_authored_id(name) and ("-" in name or "_" in name):
        advice = did_you_mean(name, people.names)
        problem = f"no character here has the id {name!r}; {advice} (others go by their name)"
    if problem:
        field.wrong(problem)
    return found[0] if len(found) == 1 else ""


def _beats(table: Table) -> Iterator[Beat]:
    keys: set[str] = set()
    for item in _items(table, "beats", limits.BEATS):
        part = item.table()
        if part is None:
            continue
        flag = part.text("flag", limits.FLAG, is_required=True, is_one_line=True)
        key = part.text("key", limits.NAME, is_one_line=True) or flag
        if key in keys:
            item.wrong(f"two beats have the key {key!r}; give one a `key` of its own")
        if flag and (problem := limits.flag_problem(flag)):
            item.wrong(f"flag {problem}")
        keys.add(key)
        written = part.get("line", is_required=True)
        yield Beat(
            key=key,
            fact=part.text("tell", limits.VIEW, is_required=True),
            flag=flag,
            line="" if written is None else _line(written),
            within=part.integer("within", 1, limits.BEAT_TURNS) or 3,
        )
        part.finish()


def _fallback_lines(table: Table) -> Iterator[FallbackLine]:
    for item in _items(table, "fallback_lines", limits.LINES):
        if item.is_scalar:
            yield FallbackLine(text=_line(item))
            continue
        part = item.table()
        if part is None:
            continue
        label = part.one_of("emotion", LABELS)
        written = part.get("text", is_required=True)
        text = "" if written is None else _line(written)
        yield FallbackLine(text=text, emotion=label or "neutral")
        part.finish()


def _line(field: Field) -> str:
    """Return the text of an authored line, of which all should be spoken."""
    text = field.text(limits.UTTERANCE)
    advice = unspoken(text)
    if advice is not None:
        field.doubt(advice)
    return text


def _items(table: Table, key: str, most: int) -> Iterator[Field]:
    """Yield the items of a list of sentences, and note those that YAML cut at a comma."""
    before: Field | None = None
    for item in table.items(key, most):
        if before is not None and _is_cut(before, item):
            before.doubt(
                f"ends without a full stop, and {item.plain[:40]!r} begins like the rest of it; "
                'a text with a comma needs "double quotes" between [ and ]'
            )
        before = item
        yield item


def _is_cut(before: Field, after: Field) -> bool:
    """Return whether two items of a list in brackets look like one sentence with a comma in it."""
    if not (before.is_scalar and after.is_scalar and before.line == after.line):
        return False
    if before.is_quoted or after.is_quoted or not before.plain or not after.plain:
        return False
    return before.plain[-1] not in _ENDS and not after.plain[0].isupper()


_ENDS = ".!?\u2026\u3002\uff01\uff1f\"'\u201d\u2019\u300d\u300f)\uff09~-\u2014"


def _memories(table: Table, people: People) -> Iterator[SeedMemory]:
    for item in _items(table, "memories", limits.SEED_MEMORIES):
        if item.is_scalar:
            yield SeedMemory(text=item.text(limits.MEMORY))
            continue
        part = item.table()
        if part is None:
            continue
        text = part.text("text", limits.MEMORY, is_required=True)
        importance = part.integer("importance", 1, 10)
        yield SeedMemory(text=text, importance=importance, secret=read_secret(part, text, people))
        part.finish()
