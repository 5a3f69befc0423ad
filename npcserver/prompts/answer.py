"""Reading the answer to a thought: the JSON in it, and the sentences in that.

Models think aloud first, wrap answers in fences, greet before the brace, add commas, and are cut
off. Complete values are taken; a string that was cut off never is.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import jiter

from npcserver.language import expression, words
from npcserver.language.remarks import without_remarks
from npcserver.language.scripts import WIDE_LIST_MARKS, WIDE_QUOTES
from npcserver.prompts.garbage import is_garbage
from npcserver.prompts.loose_json import closed, strict_json
from npcserver.prompts.reply_reader import LONGEST_ANSWER, Unparseable
from npcserver.prompts.schemas import unannotated
from npcserver.prompts.tokens import half_words, words_in

T = TypeVar("T")

LONGEST_STATEMENT = 300
"""Characters of one sentence that is kept."""

_THOUGHT = re.compile(r"(?s)^.*</think>")
_STRING = re.compile(r'\s*"\s*(?:\\n\s*)*[{\[]')
_STARTS = re.compile(r"[{\[]")
_MOST_STARTS = 24
_NUMBER = re.compile(rf"^\s*(?:[-*\u2022]\s+|\(?\d{{1,2}}\s*(?:[.):]\s+|[{WIDE_LIST_MARKS}]\s*))")
_QUOTES = (('"', '"'), ("\u201c", "\u201d"), WIDE_QUOTES, ("'", "'"), ("\u2018", "\u2019"))
_NOTHING = re.compile(rf"[\s\-]*|\W*(?:{expression('answers', 'nothing')})\W*", re.IGNORECASE)


def read_answer(answer: type[T], schema: Mapping[str, Any], text: str) -> T:
    """Return the answer in a text, read by its schema.

    What cannot be read is the default of its field, and an item of a list is left out. Raises
    `Unparseable`, naming the first field without a default that cannot be read, and where something
    was written but no sentence of it can be kept.
    """
    sentences = [one for one, kind in get_type_hints(answer).items() if kind is str]
    found = found_object(text, *(sentences or schema["properties"]))
    read: T = _object(answer, schema, found)
    is_empty = sentences and not any(getattr(read, one) for one in sentences)
    if is_empty and any(optional_sentence(found.get(one)) is None for one in sentences):
        raise Unparseable("no text is a whole sentence of ordinary length")
    return read


def _object(kind: Any, schema: Mapping[str, Any], value: object) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    members = value if isinstance(value, dict) else {}
    values: dict[str, object] = {}
    for one in fields(kind):
        inner = schema["properties"][one.name]
        read = _read(unannotated(hints[one.name]), inner, members.get(one.name))
        if read is not None:
            values[one.name] = read
        elif one.default is MISSING:
            told = {key: inner[key] for key in inner.keys() - {"items", "properties"}}
            raise Unparseable(f'"{one.name}" must be a value as in {told}')
    return kind(**values)


def _read(kind: Any, schema: Mapping[str, Any], value: object) -> Any:  # noqa: PLR0911 - one for each type
    """Return a value as the schema has it, or None if it cannot be read as that."""
    if is_dataclass(kind):
        try:
            return _object(kind, schema, value)
        except Unparseable:
            return None
    if get_origin(kind) is tuple:
        item = unannotated(get_args(kind)[0])
        read = (_read(item, schema["items"], one) for one in items(value))
        found = tuple(dict.fromkeys(one for one in read if one is not None))
        return found[: schema.get("maxItems")] if len(found) >= schema.get("minItems", 0) else None
    plain = value.strip().casefold() if isinstance(value, str) else value
    if "enum" in schema:
        return next((one for one in schema["enum"] if one.casefold() == plain), None)
    if kind is bool:
        return is_yes(value)
    if kind is int:
        return whole_number(value, schema["minimum"], schema["maximum"])
    return optional_sentence(value, schema.get("maxLength", LONGEST_STATEMENT)) or None


def found_object(text: str, *keys: str) -> Mapping[str, object]:
    """Return the JSON object of an answer that has one of `keys`.

    A bare list is taken for the member `keys[0]`. Of an answer that was cut off, the complete
    members and items are returned. Raises `Unparseable`.
    """
    if len(text) > LONGEST_ANSWER:
        raise Unparseable(f"the answer is longer than {LONGEST_ANSWER} characters")
    for found in (_within(value, keys) for value in _values_in(thought_through(text))):
        if isinstance(found, dict) and any(key in found for key in keys):
            return found
        if isinstance(found, list) and found and isinstance(found[0], dict | str):
            if isinstance(found[0], dict) and any(key in found[0] for key in keys):
                return found[0]
            return {keys[0]: found}
    raise Unparseable(f"the answer is no JSON object with {keys[0]!r}")


def _within(found: object, keys: Sequence[str]) -> object:
    """Return an object with its keys as they were asked for, or that in a string within it."""
    if not isinstance(found, dict) or any(key in found for key in keys):
        return found
    names = {key.casefold(): key for key in keys}
    named = {names.get(str(key).strip().casefold(), key): value for key, value in found.items()}
    texts = (value for value in found.values() if isinstance(value, str))
    inner = (_whole(text, text.find("{")) for text in texts if text.lstrip().startswith("{"))
    return next(
        (one for one in (named, *inner) if isinstance(one, dict) and one.keys() & set(keys)), found
    )


def texts_in(text: str) -> Iterator[str]:
    """Yield every string in an answer; the whole text where it has no JSON."""
    text = thought_through(text)
    yield from _texts(next(filter(None, _values_in(text)), text))


def _values_in(text: str) -> Iterator[object]:
    """Yield what may be the JSON in a text: whole values first, then mended and cut off ones."""
    starts = [match.start() for match in _STARTS.finditer(text)][:_MOST_STARTS]
    return (read(text, start) for read in (_whole, _mended, _begun) for start in starts)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def thought_through(text: str) -> str:
    """Return an answer without the thinking before it (`</think>`), and out of a JSON string."""
    text = _THOUGHT.sub("", text)
    if not _STRING.match(text):
        return text
    try:
        decoded = json.loads(text, strict=False)
    except ValueError:
        return text
    return decoded if isinstance(decoded, str) else text


def is_yes(value: object) -> bool:
    """Return whether a value means yes."""
    if isinstance(value, str):
        return value.strip().casefold() in words("answers", "yes")
    return value is True or value == 1


def items(value: object) -> Sequence[object]:
    """Return the items of a list; a single value is a list of one, None and "" are empty lists."""
    if isinstance(value, list):
        return value
    return () if value is None or value == "" else (value,)


def whole_number(value: object, low: int, high: int) -> int | None:
    """Return a whole number clamped to two bounds; None for a value that is no number."""
    if isinstance(value, str):
        match = re.fullmatch(r"\s*([+-]?\d{1,4})(?:\.0*)?(?:\s*/\s*\d+)?\s*", value)
        value = int(match[1]) if match else None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124 - NaN
        return None
    return round(max(float(low), min(float(high), float(value))))


def sentence(value: object, longest: int = LONGEST_STATEMENT, *, words: int = 2) -> str | None:
    """Return a sentence fit to be kept; None for none, one too long, or garbage.

    At least `words` words; two Chinese characters count as one.
    """
    if not isinstance(value, str) or is_garbage(without_remarks(value)):
        return None
    text = tidy(value)
    is_whole = half_words(words_in(text)) >= 2 * words
    return text if len(text) <= longest and is_whole else None


def optional_sentence(value: object, longest: int = LONGEST_STATEMENT) -> str | None:
    """Return a sentence, empty where none was meant; None for one that cannot be kept."""
    if value is None or (isinstance(value, str) and _NOTHING.fullmatch(value)):
        return ""
    return sentence(value, longest)


def tidy(text: str) -> str:
    """Return a text on one line, without invisible characters, list marks, and outer quotes.

    Everything that is kept of an answer passes here, so remarks of prompts end here.
    """
    text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    visible = "".join(letter if letter.isprintable() else " " for letter in text)
    text = without_remarks(_NUMBER.sub("", " ".join(visible.split()))).strip()
    for left, right in _QUOTES:
        if len(text) > 1 and text[0] == left and text[-1] == right:
            inner = text[1:-1]
            if left not in inner and right not in inner:
                return inner.strip()
    return text


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """Return texts without those that differ from an earlier one by `sameness` only."""
    first: dict[str, str] = {}
    for text in texts:
        first.setdefault(sameness(text), text)
    return tuple(first.values())


def sameness(text: str) -> str:
    """Return a text's words, equal for texts that differ in case, marks and spaces only."""
    return " ".join(words_in(text.casefold()))


def repeats(text: str, shown: Iterable[str]) -> bool:
    """Say whether a text is, word for word, a part of what was shown."""
    part = f" {sameness(text)} "
    return any(part in f" {sameness(one)} " for one in shown)


def _whole(text: str, start: int) -> object:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def _mended(text: str, start: int) -> object:
    strict = strict_json(text[start:])
    ends_whole = strict.rstrip().endswith(('"', "]", "}"))  # a number may lack digits
    return _whole(strict, 0) or (_whole(closed(strict), 0) if ends_whole else None)


def _begun(text: str, start: int) -> object:
    """Return the complete part of a value that was cut off: strings and items that ended."""
    begun = text[start:].encode("utf-8", "replace")
    try:
        found = jiter.from_json(begun, partial_mode="on")
    except ValueError:
        return None
    return _finished(found)


def _finished(found: object) -> object:
    """Drop a number at the very end, which may lack digits, and what is empty without it."""
    if isinstance(found, list) and found:
        last = _finished(found[-1])
        return found[:-1] if last is None else [*found[:-1], last]
    if isinstance(found, dict) and found:
        key = next(reversed(found))
        last = _finished(found[key])
        rest = {name: value for name, value in found.items() if name != key}
        return rest if last is None else {**rest, key: last}
    return found if isinstance(found, str | bool) else None
