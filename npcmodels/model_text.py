"""Text that models send: split surrogates joined, tokens estimated, endless repetition noticed."""

import re

from npcserver.model.turn import Usage
from npcserver.ports.language_model import Message

_HIGH = range(0xD800, 0xDC00)


def clean_surrogates(text: str) -> str:
    """Join surrogate pairs and replace unpaired ones, so that the text can be encoded as UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class SurrogateJoiner:
    """Cleans fragments of one text; a high surrogate at the end waits for the next fragment."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, fragment: str) -> str:
        """Return the complete characters so far."""
        text = self._half + fragment
        self._half = ""
        if text and ord(text[-1]) in _HIGH:
            text, self._half = text[:-1], text[-1]
        return clean_surrogates(text)

    def flush(self) -> str:
        """Return what stays incomplete, as the replacement character."""
        rest, self._half = self._half, ""
        return clean_surrogates(rest)


_LETTERS_PER_TOKEN = 4
_WIDE = re.compile("[\u2e80-\U0010ffff]")
_PER_MESSAGE = 4  # role and separators of a chat template


def estimate_tokens(text: str) -> int:
    """Return an estimate of the tokens in a text: one for four Latin letters, one per CJK sign."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // _LETTERS_PER_TOKEN)


def estimated_usage(messages: tuple[Message, ...], answer: str) -> Usage:
    """Return the usage of one call, estimated from its texts."""
    return Usage(
        prompt_tokens=sum(estimate_tokens(message.text) + _PER_MESSAGE for message in messages),
        completion_tokens=estimate_tokens(answer),
        estimated=True,
    )


_STRIDE = 32
# (characters looked at, longest period): short loops are found early, long ones after 3 rounds
_WINDOWS = ((240, 48), (900, 300))
_KEPT = 900


class LoopGuard:
    """Checks the end of one answer for an exact period."""

    def __init__(self) -> None:
        self._tail = ""
        self._unseen = 0

    def is_looping(self, fragment: str) -> bool:
        """Take the next fragment and return whether the answer repeats itself by now."""
        self._tail = (self._tail + fragment)[-_KEPT:]
        self._unseen += len(fragment)
        if self._unseen < _STRIDE:
            return False
        self._unseen = 0
        return any(
            text[period:] == text[:-period]
            for size, longest in _WINDOWS
            if len(text := self._tail[-size:]) == size
            for period in range(1, longest + 1)
        )
