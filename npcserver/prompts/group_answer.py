"""Reading what all answers in a group chat have in common: a line, a note, the reasons."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from npcserver.language import expression, words
from npcserver.ports.language_model import JSON
from npcserver.prompts.answer import items, tidy
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.putting import object_schema
from npcserver.prompts.tokens import clip

LONGEST_LINE = 600
"""Characters of an answer that is still one line."""
LONGEST_REASONS = 120
"""Tokens that are kept of reasons."""

_TEXT: Mapping[str, JSON] = {"type": "string"}
_SILENCE = re.compile(rf"\W*(?:{expression('answers', 'silence')})?\W*", re.IGNORECASE)


def form(properties: Mapping[str, JSON], *, has_thinking: bool) -> dict[str, JSON]:
    """Return the schema of an answer, with the reasons first where they are asked for."""
    first: dict[str, JSON] = {"reasons": dict(_TEXT)} if has_thinking else {}
    return object_schema({**first, **properties})


def text_schema() -> dict[str, JSON]:
    """Return the schema of a text."""
    return dict(_TEXT)


def reasons_of(found: Mapping[str, object], *, has_thinking: bool) -> str:
    """Return the reasons, where they were asked for and can be kept."""
    return note(found.get("reasons"), LONGEST_REASONS) if has_thinking else ""


def note(value: object, tokens: int) -> str:
    """Return a text of some tokens at most; empty for what cannot be kept."""
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        value = " ".join(map(str, value))
    if not isinstance(value, str) or is_garbage(value):
        return ""
    return clip(tidy(value), tokens)


def line(value: object) -> str:
    """Return what is said, as it was written, or raise `Unparseable`."""
    said = tidy(value) if isinstance(value, str) else ""
    if not said:
        raise Unparseable('"say" must hold what is said')
    if len(said) > LONGEST_LINE:
        raise Unparseable('"say" is too long; one to three sentences')
    if is_garbage(said):
        raise Unparseable('"say" must be spoken words and nothing else')
    return said


def is_silence(value: object) -> bool:
    """Say whether an answer passes: it says nothing, in whatever words."""
    if value is None:
        return True
    return (
        isinstance(value, str)
        and _SILENCE.fullmatch(unicodedata.normalize("NFKC", value)) is not None
    )


def is_yes(value: object) -> bool:
    """Read a flag; models write it in words as well."""
    if isinstance(value, str):
        return value.strip().casefold() in words("answers", "yes")
    return value is True or (isinstance(value, int) and value == 1)


def pairs(value: object, *keys: str) -> Iterator[tuple[object, object]]:
    """Yield (who or what, change) of an object, or of a list of objects with one of `keys`."""
    if isinstance(value, dict) and not any(key in value for key in keys):
        for name, change in value.items():
            yield name, _change(change)
        return
    for item in items(value):
        if isinstance(item, dict):
            name = next((item[key] for key in keys if key in item), None)
            if name is None and len(item) == 1:
                yield from pairs(item, *keys)
            elif name is not None:
                yield name, _change(item)


def _change(value: object) -> object:
    if isinstance(value, dict):
        return next((value[key] for key in ("change", "score", "delta") if key in value), None)
    return value
