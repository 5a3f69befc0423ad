"""What prompts put around a memory, which models repeat as if it were a part of it.

Behind it, in brackets: how often it was, doubts, what was held before. Before it: when it was, and
how it is known. Data: `answers.toml`.
"""

import re

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
