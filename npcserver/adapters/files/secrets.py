"""Secrets in world files: the key `secret` of a memory or a chapter."""

from collections.abc import Iterator

from npcserver.adapters.files.fields import Table
from npcserver.adapters.files.plain import Plain
from npcserver.model import limits
from npcserver.model.people import People
from npcserver.model.secret import Secret, key_for


def read(table: Table, text: str, people: People) -> Secret | None:
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


def written(secret: Secret, text: str) -> Plain:
    """Return a secret as the content of a file, without its key if that follows from the text."""
    has_own_key = secret.key != key_for(text)
    if secret.is_absolute and not has_own_key:
        return True
    fields: dict[str, Plain] = {"key": secret.key} if has_own_key else {}
    fields["to"] = list(secret.to)
    if secret.affinity is not None:
        fields["affinity"] = secret.affinity
    if secret.trust is not None:
        fields["trust"] = secret.trust
    fields["flag"] = secret.flag
    return fields


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
