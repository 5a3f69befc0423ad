"""Locks of seed memories and chapters: who may be told, and from when on."""

from collections.abc import Mapping
from typing import Final

from npcserver.model import limits
from npcserver.model.secret import Secret, key_for
from npcstudio.forms import FormField, FormReader, lined, several
from npcstudio.persons import persons_of
from npcstudio.visits import Visit

LOCKS: Final = ("open", "some", "never")


async def lock_fields(visit: Visit) -> tuple[FormField, ...]:
    """Return the fields of a lock; those of its conditions are used with `some` alone."""
    words = visit.studio.templates.words
    persons = await persons_of(visit)
    return (
        FormField(
            name="lock", kind="choice", choices=tuple((one, words(f"lock.{one}")) for one in LOCKS)
        ),
        FormField(name="to", word="told", kind="checks", choices=persons.choices, only="for-some"),
        several("to_players", only="for-some"),
        FormField(name="affinity", kind="number", only="for-some"),
        FormField(name="trust", kind="number", only="for-some"),
        FormField(name="flag", longest=limits.FLAG, only="for-some"),
        FormField(name="lock_key", only="for-some"),
    )


def lock_values(secret: Secret | None, text: str) -> Mapping[str, str]:
    """Return what a lock fills into its fields."""
    if secret is None:
        return {"lock": "open"}
    return {
        "lock": "never" if secret.is_absolute else "some",
        "to": lined(secret.to),
        "affinity": "" if secret.affinity is None else str(secret.affinity),
        "trust": "" if secret.trust is None else str(secret.trust),
        "flag": secret.flag,
        "lock_key": "" if secret.key == key_for(text) else secret.key,
    }


def read_secret(reader: FormReader, text: str) -> Secret | None:
    """Return the lock of a text as typed, None for an open one."""
    lock = reader.text("lock")
    if lock not in ("some", "never"):
        return None
    key = reader.read(Secret, "key", "lock_key") or key_for(text)
    if lock == "never":
        return Secret(key=key)
    to = (one for name in ("to", "to_players") for one in reader.lines(name, limits.SECRET_TO))
    secret = Secret(
        key=key,
        to=tuple(dict.fromkeys(to)),
        affinity=reader.read(Secret, "affinity"),
        trust=reader.read(Secret, "trust"),
        flag=reader.read(Secret, "flag"),
    )
    if secret.is_absolute:
        reader.wrong("lock", "has no condition; fill in one below, or choose that nobody is told")
    return secret
