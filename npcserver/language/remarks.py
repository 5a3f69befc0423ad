"""What a model writes that no character says: remarks of its prompt, and how it declines a request.

Prompts put around a memory, behind it in brackets, how often it was, doubts and what was held
before; before it, when it was and how it is known. Models repeat these as parts of it. A model
declines in the language of the player, also in one without a folder, so `refusals.toml` has
sentences of common languages. Other data: `answers.toml`, `machines.toml`.
"""

import re
import tomllib
from pathlib import Path

from npcserver.language import expression

_OPEN, _CLOSE = "[(\uff08]", "[)\uff09]"
_INSIDE = r"(?:[^()\uff08\uff09]|[(\uff08][^()\uff08\uff09]*[)\uff09])*"
_BEHIND = re.compile(
    rf"\s*{_OPEN}\s*(?:(?:{expression('answers', 'earlier')}){_INSIDE}{_CLOSE}?"
    rf"|(?:{expression('answers', 'remarks')})\s*{_CLOSE})",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"^\s*(?:-\s+)?(?:{expression('answers', 'stamp')})")


def without_remarks(text: str) -> str:
    """Return a text without what prompts put around memories."""
    return _BEFORE.sub("", _BEHIND.sub("", text))


_ELSEWHERE = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))
_DECLINES = re.compile(
    "|".join((expression("machines", "declines"), *_ELSEWHERE["declines"])), re.IGNORECASE
)


def declines_request(text: str) -> bool:
    """Return whether a text declines a request as an assistant does."""
    return _DECLINES.search(text) is not None
