"""The conversations of `npcserver bench talk`, and the checks of each answer without a judge."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import npcserver.prompts
from npcserver.model.errors import InvalidInput

CHECKS = {
    "name": "name from turn 1 known in turn 6",
    "follow": "follow-up answered about the right thing",
    "unknown": "nothing said that nobody told",
    "asked": "asked action proposed, arguments right",
    "unasked": "no action proposed that was not asked for",
    "language": "the player's language",
    "echo": "no form, heading or prompt text",
    "feeling": "feeling fits",
}
"""The checks by key, with what a correct answer does."""

_FOLDER = Path(__file__).resolve().parents[1] / "worlds" / "talks"
_WORDS_IN_A_ROW = 6
_HANZI_IN_A_ROW = 12
_HANZI = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_FORM = re.compile(
    r"""[{}<>]|^\s*\#|```|"(say|feeling|emotion|intents?|arguments|importance|promises)"|
    \byour\ words\b|\bvalence\b|\barousal\b|\baffordances?\b|\bjson\b|你的话|\bas\ an\ ai\b""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkTurn:
    """The player's line, and the checks of the answer; an empty field checks nothing."""

    say: str
    known: tuple[str, ...] = ()
    """One of these must occur: the player's name."""
    follow: tuple[str, ...] = ()
    """One of these must occur: what the question is about."""
    unknown: tuple[str, ...] = ()
    """None of these may occur."""
    action: str = ""
    """The affordance that is asked for; without one none may be proposed."""
    arguments: Mapping[str, str | int | float | bool] | None = None
    """Arguments that the proposed action must have; it may have others."""
    allow: tuple[str, ...] = ()
    """Affordances that may be proposed without being asked for."""
    feelings: tuple[str, ...] = ()
    """Labels of which the last line must have one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Ten turns with one character."""

    id: str
    half: str
    """`open` or `kept`."""
    world: str
    character: str
    language: str
    speaker: str
    """Display name of the player, which is not the name they give."""
    turns: tuple[TalkTurn, ...]


def world_file(world: str) -> Path:
    """Return the file of a talk's world."""
    beside = _FOLDER / f"{world}.yaml"
    return beside if beside.is_file() else _FOLDER.parent / f"{world}.yaml"


def load(half: str = "all", ids: Sequence[str] = ()) -> tuple[Talk, ...]:
    """Return the talks of a half (`open`, `kept` or `all`), or those named by id.

    Raises `InvalidInput` for an id that no talk has.
    """
    talks = tuple(_talk(path) for path in sorted(_FOLDER.glob("*.toml")))
    for name in ids:
        if name not in {talk.id for talk in talks}:
            there = ", ".join(talk.id for talk in talks)
            raise InvalidInput("talks", f"no talk {name!r}; there are: {there}")
    return tuple(talk for talk in talks if (talk.id in ids if ids else half in ("all", talk.half)))


def _talk(path: Path) -> Talk:
    with path.open("rb") as file:
        written: dict[str, Any] = tomllib.load(file)
    turns = tuple(
        TalkTurn(**{name: _frozen(value) for name, value in turn.items()})
        for turn in written.pop("turns")
    )
    return Talk(id=path.stem, turns=turns, **written)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The checked parts of an answer."""

    said: str
    feeling: str
    """Label of the last line; empty if there is no line."""
    intents: Sequence[Mapping[str, Any]]
    """Actions that were proposed, each with `name` and `arguments`."""


def judge(talk: Talk, turn: TalkTurn, heard: Heard) -> dict[str, bool]:
    """Return the checks that this turn has, and whether the answer passes each."""
    names = [intent["name"] for intent in heard.intents]
    found = {
        "language": _is_in(talk.language, heard.said),
        "echo": not echoes(heard.said, talk.language),
    }
    if turn.known:
        found["name"] = _has_any(turn.known, heard.said)
    if turn.follow:
        found["follow"] = _has_any(turn.follow, heard.said)
    if turn.unknown:
        found["unknown"] = bool(heard.said) and not _has_any(turn.unknown, heard.said)
    if turn.feelings:
        found["feeling"] = heard.feeling in turn.feelings
    if turn.action:
        found["asked"] = any(_is_asked(turn, intent) for intent in heard.intents)
    else:
        found["unasked"] = all(name in turn.allow for name in names)
    return found


def _is_asked(turn: TalkTurn, intent: Mapping[str, Any]) -> bool:
    wanted = turn.arguments or {}
    return bool(
        intent["name"] == turn.action
        and all(intent["arguments"].get(key) == value for key, value in wanted.items())
    )


def _has_any(words: Iterable[str], text: str) -> bool:
    return any(_has(word, text) for word in words)


def _has(word: str, text: str) -> bool:
    """Return whether a word occurs in a text: as a whole word, except in Chinese."""
    if _HANZI.search(word):
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE | re.ASCII) is not None


def _is_in(language: str, text: str) -> bool:
    """Return whether a text is in the language, en or zh; some foreign names may occur."""
    hanzi, latin = len(_HANZI.findall(text)), len(_LATIN.findall(text))
    if language == "zh":
        return hanzi > 0 and hanzi >= 2 * latin
    return latin > 0 and hanzi * 5 <= latin


def echoes(said: str, language: str) -> bool:
    """Return whether words contain parts of the answer's form or of the prompt's fixed text."""
    return _FORM.search(said) is not None or not _runs(said).isdisjoint(_template_runs(language))


def _runs(text: str) -> set[str]:
    """Return all runs of several words, or of many Chinese characters, in a text."""
    found: set[str] = set()
    words = re.findall(r"[a-z']+", text.casefold())
    for start in range(len(words) - _WORDS_IN_A_ROW + 1):
        found.add(" ".join(words[start : start + _WORDS_IN_A_ROW]))
    hanzi = "".join(_HANZI.findall(text))
    for start in range(len(hanzi) - _HANZI_IN_A_ROW + 1):
        found.add(hanzi[start : start + _HANZI_IN_A_ROW])
    return found


@cache
def _template_runs(language: str) -> frozenset[str]:
    """Return the runs of the fixed text of all prompts of a language, except lines to speak."""
    templates = Path(npcserver.prompts.__file__).parent / "templates" / language
    found: set[str] = set()
    for path in templates.rglob("*.j2"):
        if "lines" in path.relative_to(templates).parts:
            continue
        for line in _TAGS.sub("\n", path.read_text(encoding="utf-8")).splitlines():
            found |= _runs(line)
    return frozenset(found)
