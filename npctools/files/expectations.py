"""Files of expectations: persona tests. `docs/replay.md` describes each key."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from npcserver.adapters.files import characters, world_file
from npcserver.adapters.files.document import Problems, did_you_mean, read_text
from npcserver.adapters.files.fields import Field, Table, root_table
from npcserver.model import limits
from npcserver.model.affordance import Value
from npcserver.model.expectation import TextPattern
from npcserver.model.feelings import LABELS
from npctools.session import (
    EVERYBODY,
    Checks,
    PersonaTest,
    PersonaTests,
    Probe,
    TurnSelector,
    WantedIntent,
    WantedMood,
)

FORMAT = "npcserver/expectations/1"
_MOST_TESTS = 2_000
_MOST = 100
_MOST_TIMES = 100
_CHECKS = (
    "says", "never_says", "offers_intent", "never_offers", "knows", "does_not_know", "mood",
    "language", "max_sentences", "leaks",
)  # fmt: skip
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")

Shared = Mapping[str, Sequence[Field]]


def load_expectations(path: Path) -> PersonaTests:
    """Read a file of expectations. Raises `BrokenFile` with all its problems."""
    return parse_expectations(read_text(path, Problems(str(path))), str(path), path.name)


def parse_expectations(text: str, file: str, name: str = "") -> PersonaTests:
    """Read the text of such a file; messages call it `file`. Raises `BrokenFile`."""
    problems = Problems(file)
    table = root_table(text, problems, FORMAT)
    shared = _shared(table)
    tests = [test for part in table.tables("tests", _MOST_TESTS) for test in _tests(part, shared)]
    if not tests:
        table.wrong("expects nothing; add a test", "tests")
    table.finish()
    problems.raise_if_any()
    return PersonaTests(name=name or file, tests=tuple(tests))


def _shared(table: Table) -> Shared:
    """Return the lists that tests can refer to, by name."""
    inner = table.table("lists")
    if inner is None:
        return {}
    found: dict[str, tuple[Field, ...]] = {}
    for name in inner.written:
        if _NAME.fullmatch(name) is None:
            inner.wrong("is no name of a list; write a-z, 0-9, _ and -", name)
        found[name] = tuple(_fields(inner, name, {}))
    return found


def _tests(table: Table, shared: Shared) -> tuple[PersonaTest, ...]:
    """Return a copy of a test for each character it names."""
    field = table.get("character", is_required=True)
    named = [] if field is None else _fields(table, "character", {})
    test = PersonaTest(
        name=table.text("name", limits.NAME, is_required=True, is_one_line=True),
        character="",
        line=table.line,
        turns=_choice(table),
        probe=_probe(table),
        checks=_checks(table, shared),
    )
    if field is not None and not named:
        field.wrong(f"names nobody; name characters, or write `{EVERYBODY}`")
    if test.probe is not None and test.turns != TurnSelector():
        table.wrong("asks a question of its own, so it cannot be about `turns` too", "probe")
    if not any(check in table.written for check in _CHECKS):
        table.wrong(f"expects nothing; add one of: {', '.join(_CHECKS)}")
    table.finish()
    names = [one.text(limits.NAME, is_one_line=True) for one in named]
    return tuple(replace(test, character=one) for one in dict.fromkeys(names))


def _choice(table: Table) -> TurnSelector:
    numbers = [item.integer(1, 10**9) for item in table.items("turns", 10_000)]
    inner = table.table("when")
    heard, by = None, ""
    if inner is not None:
        heard_field = inner.get("heard")
        heard = None if heard_field is None else _pattern(heard_field, heard_field.scalar("text"))
        by = inner.text("by", limits.NAME, is_one_line=True)
        inner.finish()
    return TurnSelector(numbers=tuple(one for one in numbers if one), heard=heard, by=by)


def _probe(table: Table) -> Probe | None:
    inner = table.table("probe")
    if inner is None:
        return None
    times = inner.integer("times", 1, _MOST_TIMES)
    probe = Probe(
        say=inner.text("say", limits.UTTERANCE, is_required=True),
        by=inner.text("by", limits.NAME, is_one_line=True),
        times=times or 1,
        affordances=world_file.read_affordances(inner) if "affordances" in inner.written else None,
    )
    inner.finish()
    return probe


def _checks(table: Table, shared: Shared) -> Checks:
    return Checks(
        says=_wordings(table, "says", shared),
        never_says=_wordings(table, "never_says", shared),
        offers_intent=_intents(table, "offers_intent"),
        never_offers=_intents(table, "never_offers"),
        knows=_one_or_more(table, "knows", shared),
        does_not_know=_one_or_more(table, "does_not_know", shared),
        mood=_mood(table),
        language=characters.read_language(table, ""),
        max_sentences=table.integer("max_sentences", 1, 1_000) or 0,
        leaks_nothing=table.one_of("leaks", ("none",)) is not None,
    )


def _fields(table: Table, key: str, shared: Shared) -> list[Field]:
    """Return the fields of a list, or a single value as a list of one.

    If the file shares lists, `$name` stands for the items of the list with that name.
    """
    field = table.get(key)
    if field is None:
        return []
    found: list[Field] = []
    for one in [field] if field.is_scalar else field.items(_MOST):
        name = one.plain.removeprefix("$")
        if not shared or not one.plain.startswith("$") or _NAME.fullmatch(name) is None:
            found.append(one)
        elif name in shared:
            found += shared[name]
        else:
            one.wrong(f"there is no list {name!r}; {did_you_mean(name, shared)}")
    return found


def _one_or_more(table: Table, key: str, shared: Shared) -> tuple[str, ...]:
    return tuple(field.text(limits.MEMORY) for field in _fields(table, key, shared))


def _wordings(table: Table, key: str, shared: Shared) -> tuple[TextPattern, ...]:
    found: list[TextPattern] = []
    for field in _fields(table, key, shared):
        text = field.text(limits.UTTERANCE)
        is_pattern = len(text) > 2 and text.startswith("/") and text.endswith("/")
        pattern = _pattern(field, text) if is_pattern else None
        found.append(TextPattern(text=text, pattern=pattern))
    return tuple(found)


def _pattern(field: Field, text: str | None) -> re.Pattern[str] | None:
    """Return a pattern, written with or without slashes; None, and a problem, if it is invalid."""
    plain = (text or "").removeprefix("/").removesuffix("/")
    try:
        return re.compile(plain, re.IGNORECASE)
    except re.error as error:
        field.wrong(f"is no regular expression ({error}); correct it")
        return None


def _intents(table: Table, key: str) -> tuple[WantedIntent, ...]:
    field = table.get(key)
    if field is None:
        return ()
    items = [field] if field.is_scalar or field.is_group else list(field.items(_MOST))
    return tuple(_intent(item) for item in items)


def _intent(field: Field) -> WantedIntent:
    if field.is_scalar:
        return WantedIntent(affordance=field.text(limits.NAME, is_one_line=True))
    inner = field.table()
    if inner is None:
        return WantedIntent(affordance="")
    name = inner.text("name", limits.NAME, is_required=True, is_one_line=True)
    arguments = inner.table("arguments")
    wanted: list[tuple[str, Value]] = []
    if arguments is not None:
        for key in arguments.written:
            value = arguments.get(key, is_required=True)
            if value is not None:
                wanted.append((key, _value(value)))
    inner.finish()
    return WantedIntent(affordance=name, arguments=tuple(wanted))


def _value(field: Field) -> Value:
    """Return an argument; text that looks like a number becomes one, as in a game's calls."""
    text = field.scalar("a value") or ""
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text


def _mood(table: Table) -> WantedMood | None:
    field = table.get("mood")
    if field is None:
        return None
    if not field.is_group:
        labels = [field] if field.is_scalar else list(field.items(len(LABELS)))
        return WantedMood(labels=tuple(label.one_of(LABELS) or "" for label in labels))
    inner = field.table()
    if inner is None:
        return None
    mood = WantedMood(
        labels=tuple(item.one_of(LABELS) or "" for item in inner.items("label", len(LABELS))),
        valence=_bounds(inner, "valence"),
        arousal=_bounds(inner, "arousal"),
    )
    inner.finish()
    return mood


def _bounds(table: Table, name: str) -> tuple[float, float]:
    inner = table.table(name)
    if inner is None:
        return -1.0, 1.0
    low, high = inner.number("min"), inner.number("max")
    inner.finish()
    return (-1.0 if low is None else low), (1.0 if high is None else high)
