"""How assistants decline a request, in languages with a folder and in common ones without.

A model falls back to such a sentence in the language of the player, whatever that is; no character
says it.
"""

import re
import tomllib
from pathlib import Path

from npcserver.language import expression

_ELSEWHERE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_DECLINES = re.compile(
    "|".join((expression("machines", "declines"), *_ELSEWHERE["declines"])), re.IGNORECASE
)


def declines_request(text: str) -> bool:
    """Return whether a text declines a request as an assistant does."""
    return _DECLINES.search(text) is not None
