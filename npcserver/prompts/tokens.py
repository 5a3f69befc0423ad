"""How long a text is in tokens, without a tokenizer: models differ, budgets need only a bound."""

import math
import re

from npcserver.language.scripts import WIDE

_WIDE = re.compile(f"[{WIDE}]")
_ENDS_SENTENCE = re.compile(r"[.!?]['\")\u201d\u2019]*\s|[\u3002\uff01\uff1f]")

# Current tokenizers make 3.8 to 4.6 characters of English prose and 1.0 to 1.6 Chinese characters
# into one token; the estimate leans to the high side, so that a budget kept here is kept there.
_NARROW_PER_TOKEN = 3.6
_ELLIPSIS = "\u2026"


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of `text`: one per wide (CJK) character, one per 3.6 others."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + math.ceil((len(text) - wide) / _NARROW_PER_TOKEN)


def clip(text: str, tokens: int) -> str:
    """Shorten `text` to about `tokens`, ending after a whole sentence where there is one."""
    if estimate_tokens(text) <= tokens:
        return text
    kept = text[: _fitting_length(text, tokens)]
    ends = [match.end() for match in _ENDS_SENTENCE.finditer(kept)]
    if ends and ends[-1] * 2 >= len(kept):
        return kept[: ends[-1]].rstrip()
    head, space, _ = kept.rpartition(" ")
    return (head if space and len(head) * 2 >= len(kept) else kept).rstrip() + _ELLIPSIS


def cut_at_sentence(text: str, tokens: int) -> str:
    """Shorten `text` to about `tokens` after a whole sentence; an ellipsis says that it goes on."""
    kept = clip(text, tokens)
    if kept == text or kept.endswith(_ELLIPSIS):
        return kept
    return kept + (_ELLIPSIS if _WIDE.match(kept[-1:]) else f" {_ELLIPSIS}")


def pieces(text: str, tokens: int) -> tuple[str, ...]:
    """Split a text into pieces of `tokens` at most, after whole sentences where there are any.

    Joined they are the text again.
    """
    found: list[str] = []
    while text:
        kept = text[: max(_fitting_length(text, tokens), 1)]
        if len(kept) < len(text):
            ends = [match.end() for match in _ENDS_SENTENCE.finditer(kept)]
            kept = kept[: ends[-1] if ends else kept.rfind(" ") + 1 or len(kept)]
        found.append(kept)
        text = text[len(kept) :]
    return tuple(found)


def _fitting_length(text: str, tokens: int) -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= tokens:
            low = middle
        else:
            high = middle - 1
    return low
