"""How an answer begins: where its JSON starts, or that it is plain words after all.

Models think aloud first, wrap answers in Markdown fences, greet before the brace, or ignore the
form altogether. The verdict is a function of the text so far, and once given it stands.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

DECIDED_AFTER = 200
"""Characters without an opening brace after which an answer is plain words."""

_THINKING, _THOUGHT = "<think>", "</think>"
_FENCE = re.compile(r"```[A-Za-z]*\s*")
_BRACE = re.compile(r"\{\s*(.)?", re.DOTALL)
_BARE_KEY = re.compile(r'"say"\s*:')
_PLAIN_ENDS = re.compile(r"[{}]|```|<\||<think>|\"say\"\s*:")


class Form(StrEnum):
    """What the answer turned out to be."""

    UNDECIDED = "undecided"
    JSON = "json"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Opening:
    """The form of an answer and its text without what stood before."""

    form: Form
    text: str = ""


def opening(answer: str, *, is_whole: bool = False) -> Opening:
    """Tell what `answer` is so far; a whole answer is never undecided."""
    text = answer.lstrip("\ufeff \t\r\n")
    if text.startswith(_THINKING):
        _, found, text = text.partition(_THOUGHT)
        if not found:
            return Opening(Form.PLAIN) if is_whole else Opening(Form.UNDECIDED)
        text = text.lstrip()
    if not is_whole and (_could_become(text, _THINKING) or _could_become(text, "```")):
        return Opening(Form.UNDECIDED)
    fence = _FENCE.match(text)
    if fence is not None:
        if fence.end() == len(text) and not is_whole:
            return Opening(Form.UNDECIDED)
        text = text[fence.end() :]
    return _json_or_plain(text, is_whole=is_whole)


def _json_or_plain(text: str, *, is_whole: bool) -> Opening:
    head = text[:DECIDED_AFTER]
    if text.startswith("{"):
        return Opening(Form.JSON, text)
    if _BARE_KEY.match(head):
        return Opening(Form.JSON, "{" + text)
    for brace in _BRACE.finditer(head):
        if brace[1] == '"':
            return Opening(Form.JSON, text[brace.start() :])
    if not is_whole and len(text) < DECIDED_AFTER:
        return Opening(Form.UNDECIDED)
    end = _PLAIN_ENDS.search(text)
    # The last characters could still become one of the ends; they wait.
    safe = text if is_whole else text[: len(text) - _pending(text)]
    return Opening(Form.PLAIN, text[: end.start()] if end else safe)


def _pending(text: str) -> int:
    """Return how many of the last characters may begin something that plain words never hold."""
    tail = re.search(r"(`{1,2}|<[a-z]{0,6}|\"(?:s(?:a(?:y(?:\"\s*)?)?)?)?)$", text)
    return len(tail[0]) if tail else 0


def _could_become(text: str, start: str) -> bool:
    return len(text) < len(start) and start.startswith(text)
