"""Reading a reply while it is being written: its form, what is said so far, then all of it.

Models think aloud first, wrap answers in Markdown fences, greet before the brace, or ignore the
form altogether. The verdict is a function of the text so far, and once given it stands.
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import jiter

from npcserver.model.errors import ModelTalkedNonsense
from npcserver.model.feelings import LABELS, Emotion, named
from npcserver.model.turn import ReplyAnswer
from npcserver.prompts.commitments import promises_of, verdicts_of
from npcserver.prompts.loose_json import closed, strict_json


class Unparseable(ModelTalkedNonsense):
    """The answer cannot be read as the question demands; never leaves `mind`.

    The message names what is wrong and quotes neither the prompt nor a player. `usable` is what a
    rule can make of the answer, for the case that no better one comes; None for nothing.
    """

    def __init__(self, message: str, *, usable: object = None) -> None:
        super().__init__(message)
        self.usable = usable


DECIDED_AFTER = 200
"""Characters without an opening brace after which an answer counts as plain words."""

_THINKING, _THOUGHT = "<think>", "</think>"
_FENCE = re.compile(r"```[A-Za-z]*\s*")
_BRACE = re.compile(r"\{\s*([\"'\u201c\u201d\u2018\u2019\u201e\u00ab]|\w+\s*:)")
_BARE_KEY = re.compile(r"[\"']say[\"']\s*:", re.IGNORECASE)
_STRING = re.compile(r'"\s*(?:\\n\s*)*\{')
_ESCAPED = re.compile(r"\{\s*\\+\"")
_NOTHING = re.compile(r"\{\s*\}\s*(?=\S)")
_LABELLED = re.compile(r"(?:\W|response>)*(?:say|feeling|emotion)[*_]*\s*[:>]", re.IGNORECASE)
_LABEL = re.compile(r"[\W_]*?(\w+?)[*_]*\s*:[*_]*\s*(.*)")
_TAGGED = re.compile(r"(?s)<(say|feeling|emotion|intents|importance)>(.*?)</\1>")
_WRAPPER = re.compile(r"\{\s*[\"']?(\w+)[\"']?\s*:\s*\[?\s*(?=\{)")
# What chat templates put around a turn: nothing after it is the character's.
_MARK = re.compile(
    r"<\|[A-Za-z_]|<\uff5c|</?s>|<(?:start|end)_of_turn>|<eos>|<EOT>|\[/?INST\]|<</?SYS>>"
)
_MARK_BEGUN = re.compile(r"(?:<[|/\uff5c]?[A-Za-z_]{0,14}|<<[/SY]{0,4}|\[/?I?N?S?T?)$")
_HEADER = re.compile(
    r"\s*(?:(?:<\|(?:im_start|start_header_id|begin_of_text|startoftext)\|>|<s>|<bos>"
    r"|<start_of_turn>|\[/INST\])\s*(?:(?:assistant|model)\s*(?:\n|<\|end_header_id\|>))?\s*"
    r"|<\|assistant\|>\s*|<\uff5cAssistant\uff5c>\s*)+",
    re.IGNORECASE,
)
_LONGEST_HEADER = 64
_PLAIN_ENDS = re.compile(r"[{}]|```|<\||<think>|\"say\"\s*:")


class AnswerForm(StrEnum):
    """The form of an answer."""

    UNDECIDED = "undecided"
    JSON = "json"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Opening:
    """The form of an answer, and its text without what precedes it."""

    form: AnswerForm
    text: str = ""


def opening(answer: str, *, is_whole: bool = False) -> Opening:
    """Return the form of `answer` so far; a whole answer is never undecided."""
    text = answer.lstrip("\ufeff \t\r\n")
    if text.startswith(_THINKING):
        _, found, text = text.partition(_THOUGHT)
        if not found:
            return Opening(AnswerForm.PLAIN) if is_whole else Opening(AnswerForm.UNDECIDED)
        text = text.lstrip()
    is_begun = _could_become(text, _THINKING) or _could_become(text, "```")
    # it may be the begin of a chat template's turn, and of nothing else yet
    is_short = len(text) < _LONGEST_HEADER and text.startswith(("<", "[/"))
    may_be_header = is_short and (_HEADER.fullmatch(text) is not None or ">" not in text[:-1])
    if not is_whole and (is_begun or may_be_header):
        return Opening(AnswerForm.UNDECIDED)
    text = _without_header(text)
    fence = _FENCE.match(text)
    if fence is not None:
        if fence.end() == len(text) and not is_whole:
            return Opening(AnswerForm.UNDECIDED)
        text = text[fence.end() :]
    return _json_or_plain(text, is_whole=is_whole)


def _without_header(text: str) -> str:
    header = _HEADER.match(text)
    return text[header.end() :] if header else text


def _json_or_plain(text: str, *, is_whole: bool) -> Opening:  # noqa: PLR0911 - one a form
    if _STRING.match(text):
        text = _decoded(text)
    elif _ESCAPED.match(text):
        text = _decoded(f'"{text}')
    nothing = _NOTHING.match(text)
    text = text[nothing.end() :] if nothing else text
    head = text[:DECIDED_AFTER]
    if text.startswith("{"):
        return Opening(AnswerForm.JSON, _unwrapped(text))
    if _BARE_KEY.match(head):
        return Opening(AnswerForm.JSON, "{" + text)
    if _LABELLED.match(text):
        members = _labelled(text) if is_whole else {}
        if members:
            return Opening(AnswerForm.JSON, json.dumps(members))
        if not is_whole:
            return Opening(AnswerForm.UNDECIDED)
    brace = _BRACE.search(head)
    if brace is not None:
        return Opening(AnswerForm.JSON, _unwrapped(text[brace.start() :]))
    if not is_whole and len(text) < DECIDED_AFTER:
        return Opening(AnswerForm.UNDECIDED)
    end = _PLAIN_ENDS.search(text)
    # The last characters may be the start of an end mark: hold them back.
    safe = text if is_whole else text[: len(text) - _pending(text)]
    return Opening(AnswerForm.PLAIN, text[: end.start()] if end else safe)


def _labelled(text: str) -> Mapping[str, object]:
    """Return the members of an answer whose lines or tags name them: `say: Hello`."""
    found = {name.casefold(): value for name, value in _TAGGED.findall(text)}
    last = ""
    for line in text.splitlines() if not found else ():
        match = _LABEL.match(line)
        name = match[1].casefold() if match else ""
        if match is not None and name in _MEMBERS:
            last, found[name] = name, match[2]
        elif last == "say":
            found[last] = f"{found[last]}\n{line}"
    members: dict[str, object] = {}
    for name, value in found.items():
        parsed = _parsed(strict_json(value.strip())) if value.strip()[:1] in tuple('["{') else None
        members[name] = value.strip(" *_\t\n") if parsed is None else parsed
        if name != "say" and value.strip().isdecimal():
            members[name] = int(value.strip()[:4])
    return members if members.get("say") else {}


def _decoded(text: str) -> str:
    """Return the text that a JSON string holds, as far as it goes."""
    end = text.rfind('"')
    for known in (text, text[: end + 1]):
        found = _parsed(known, is_partial=True)
        if isinstance(found, str):
            return found.lstrip()
    return text


def _unwrapped(text: str) -> str:
    """Return the object within `{"response": {`, as some models wrap their answer."""
    for _ in range(_MOST_WRAPPERS):
        found = _WRAPPER.match(text)
        if found is None or found[1].casefold() in _MEMBERS:
            break
        text = text[found.end() :]
    return text


def spoken_part(say: str, *, is_whole: bool = True) -> str:
    """Return what a character says, up to the marks of a chat template.

    Unless it `is_whole`, the last characters are held back while they may begin a mark.
    """
    say = _without_header(say)
    found = _MARK.search(say)
    if found is None and not is_whole:
        found = _MARK_BEGUN.search(say)
    return say[: found.start()] if found else say


def _pending(text: str) -> int:
    """Return how many of the last characters may begin a mark that plain words never contain."""
    tail = re.search(r"(`{1,2}|<[a-z]{0,6}|\"(?:s(?:a(?:y(?:\"\s*)?)?)?)?)$", text)
    return len(tail[0]) if tail else 0


def _could_become(text: str, start: str) -> bool:
    return len(text) < len(start) and start.startswith(text)


LONGEST_ANSWER = 12_000
"""Characters of one answer; a reply of 300 tokens has about 1,500."""

_HOPELESS_AFTER = 8  # unreadable prefixes in a row; an unfinished number makes at most three
_CLOSING_BRACES = 8
# The next member as far as the parser does not show it yet: a comma, a key, half a number.
_BEGUN_MEMBER = re.compile(r',\s*(?:"(?:[^"\\]|\\.)*"?\s*(?::\s*[-+.\w]*)?)?$')
# "emotion" is the form of earlier versions and of templates that were written for it.
_FEELINGS = ("feeling", "emotion")
_MEMBERS = frozenset(
    (*_FEELINGS, "say", "does", "intents", "importance", "promises", "settles", "label", "feel")
)
_MOST_WRAPPERS = 3
_TEXTS = ("text", "line", "reply", "response", "answer", "message", "content", "speech", "dialogue")
"""Keys under which models answer that ignore the form; the value is what they say."""
_DOES = {"yes": True, "no": False}
_CONTROLS = dict.fromkeys(range(0x20), " ")  # small models break lines inside strings


class SayReader:
    """Turns fragments of an answer into growth of what it says.

    What comes out does not depend on how the answer was sliced. Plain words of a model that
    ignores the form count as said; braces and fences never do.
    """

    def __init__(self) -> None:
        self.answer = ""  # all that was fed
        self.emotion: Emotion | None = None  # once it is written out
        self.is_plain = False  # whether the answer turned out to be plain words instead of JSON
        self.is_felt_first = False  # whether the emotion came before the words, for every line
        self.is_overlong = False  # beyond `LONGEST_ANSWER`; there is no use in reading on
        self.is_closed = False  # whether what is said is complete, whatever else is still to come
        self._say = ""
        self._failures = 0
        self._is_hopeless = False

    def feed(self, fragment: str) -> str:
        """Take in a fragment; return what `say` grew by."""
        begin, said = len(self.answer), len(self._say)
        self.is_overlong |= begin + len(fragment) > LONGEST_ANSWER
        self.answer = (self.answer + fragment)[:LONGEST_ANSWER]
        if self._is_hopeless or len(self.answer) == begin:
            return ""
        if self._look(self.answer):
            self._failures = 0
            return self._say[said:]
        # find where the form breaks, as if the fragment had come in letters
        for end in range(begin + 1, len(self.answer) + 1):
            self._failures = 0 if self._look(self.answer[:end]) else self._failures + 1
            self._is_hopeless = self._failures >= _HOPELESS_AFTER
            if self._is_hopeless:
                break
        return self._say[said:]

    def finish(self) -> ReplyAnswer:
        """Read the whole answer, or raise `Unparseable`."""
        if self.is_overlong:
            raise Unparseable(f"the answer is longer than {LONGEST_ANSWER} characters")
        start = opening(self.answer, is_whole=True)
        if start.form is AnswerForm.JSON:
            return _reply(_whole_object(start.text))
        say = spoken_part(start.text)
        if not say.strip():
            raise Unparseable("the answer is empty")
        return ReplyAnswer(say=say)

    def _look(self, answer: str) -> bool:
        start = opening(answer)
        self.is_plain = start.form is AnswerForm.PLAIN
        if self.is_plain:
            self._grow(start.text)
        if start.form is not AnswerForm.JSON:
            return True
        text = start.text.translate(_CONTROLS)
        if self.is_closed and self.emotion is not None:
            return True
        found = _parsed(text, is_partial=True)
        if not isinstance(found, dict):
            text = strict_json(start.text)
            found = _parsed(text, is_partial=True)
        if not isinstance(found, dict):
            return False
        found = _named(found)
        say = found.get("say")
        if isinstance(say, str):
            self._grow(say)
        self._notice_ends(found, text)
        return True

    def _notice_ends(self, found: Mapping[str, object], text: str) -> None:
        """Mark what can no longer change: all members but the last, and that one if it closes."""
        last = next(reversed(list(found)), None)
        ended = _BEGUN_MEMBER.sub("", text)
        wholes = (ended + "}", ended, text[: text.rfind("}") + 1])
        is_last_closed = any(isinstance(_parsed(whole), dict) for whole in wholes)
        closed = [key for key in found if key != last or is_last_closed]
        say = found.get("say")
        # Words in another shape are read at the end.
        if "say" in closed and isinstance(say, str) and not say.lstrip().startswith("{"):
            self.is_closed = True
        keys = list(found)
        felt = next((key for key in _FEELINGS if key in keys), None)
        if felt in closed and self.emotion is None:
            self.emotion = emotion_of(found[felt])
        if felt is not None and "say" in keys and self.emotion is not None:
            self.is_felt_first = keys.index(felt) < keys.index("say")

    def _grow(self, say: str) -> None:
        say = spoken_part(say, is_whole=False)
        if say.startswith(self._say) and not say.lstrip().startswith("{"):
            self._say = say


def _parsed(text: str, *, is_partial: bool = False) -> object:
    """Parse, or return None; duplicate keys are refused, since the first was spoken already."""
    try:
        return jiter.from_json(
            text.encode("utf-8", "replace"),
            partial_mode="trailing-strings" if is_partial else False,
            catch_duplicate_keys=True,
        )
    except ValueError:
        return None


def _whole_object(text: str) -> Mapping[str, object]:
    """Return the JSON object `text` begins with, whatever stands after its closing brace."""
    plain = text.translate(_CONTROLS)
    for trusts_quotes in (None, True, False):  # the plain text first, as it nearly always serves
        tried = plain if trusts_quotes is None else strict_json(text, trusts_quotes=trusts_quotes)
        end = len(tried)
        for _ in range(_CLOSING_BRACES):
            end = tried.rfind("}", 0, end)
            if end < 0:
                break
            found = _parsed(tried[: end + 1])
            if isinstance(found, dict):
                return _with_words(found)
        found = _parsed(closed(tried))
        if isinstance(found, dict):
            return _with_words(found)
    raise Unparseable("the answer is no complete JSON object")


def _named(found: Mapping[str, object]) -> Mapping[str, object]:
    """Return members by lower-case names; of equal ones the first, which was spoken already."""
    members: dict[str, object] = {}
    for key, value in found.items():
        members.setdefault(str(key).strip().casefold(), value)
    return members


def _with_words(found: Mapping[str, object], depth: int = _MOST_WRAPPERS) -> Mapping[str, object]:
    """Return the object in which something is said: this one, or one within it."""
    found = _named(found)
    if "say" in found or not depth:
        return found
    for value in found.values():
        inner = value
        if isinstance(inner, str) and inner.lstrip().startswith("{"):
            inner = _parsed(inner.strip()) or _parsed(strict_json(inner.strip()))
        if isinstance(inner, dict):
            words = _with_words(inner, depth - 1)
            if "say" in words:
                return words
    said = next((found[key] for key in _TEXTS if isinstance(found.get(key), str)), None)
    return found if said is None else {**found, "say": said}


def _reply(found: Mapping[str, object]) -> ReplyAnswer:
    say = found.get("say")
    if isinstance(say, list) and all(isinstance(one, str) for one in say):
        say = " ".join(say)
    if isinstance(say, dict):
        say = next((say[key] for key in _TEXTS if isinstance(say.get(key), str)), None)
    say = spoken_part(say) if isinstance(say, str) else ""
    if say.lstrip().startswith("{"):  # the form again, within what is said
        within = _parsed(say.strip())
        return _reply(_with_words(within) if isinstance(within, dict) else {})
    if not say.strip():
        raise Unparseable("the answer says nothing")
    return ReplyAnswer(
        say=say,
        emotion=felt_in(found),
        does=_DOES.get(str(found.get("does")).strip().casefold()),
        intents=_intents(found.get("intents")),
        importance=rating(found.get("importance")),
        promises=promises_of(found.get("promises")),
        verdicts=verdicts_of(found.get("settles")),
    )


def rating(value: object) -> int | None:
    """Return a rating from 1 to 10, None for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and isinstance(value, int) and 1 <= value <= 10 else None


def felt_in(found: Mapping[str, object]) -> Emotion | None:
    """Return the feeling of an answer, with the numbers that were given after it; None for none."""
    key = next((key for key in _FEELINGS if key in found), None)
    if key is None:
        return None
    numbers = {name: found[name] for name in ("valence", "arousal") if name in found}
    value = found[key]
    members = value if isinstance(value, dict) else {"label": value}
    return emotion_of({**numbers, **members})


def emotion_of(value: object) -> Emotion | None:
    """Return a written emotion, None for an unknown label; numbers out of range are clamped."""
    members = value if isinstance(value, dict) else {"label": value}
    label = members.get("label")
    label = label.strip().lower() if isinstance(label, str) else ""
    if label not in LABELS:
        return None
    customary = named(label)
    return Emotion(
        label,
        _unit(members.get("valence"), customary.valence),
        _unit(members.get("arousal"), customary.arousal),
    )


def _unit(value: object, otherwise: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    if isinstance(value, float) and not math.isfinite(value):
        return otherwise
    return float(min(max(value, -1), 1))


def _intents(value: object) -> tuple[tuple[str, Mapping[str, object]], ...]:
    wishes: list[tuple[str, Mapping[str, object]]] = []
    for item in value if isinstance(value, list) else [value] if isinstance(value, dict) else ():
        members = _named(item) if isinstance(item, dict) else {"name": item}
        name, arguments = members.get("name"), members.get("arguments")
        if isinstance(arguments, str):
            arguments = _parsed(arguments)
        wishes.append(
            (
                name if isinstance(name, str) else "",
                arguments if isinstance(arguments, dict) else {},
            )
        )
    return tuple(wishes)
