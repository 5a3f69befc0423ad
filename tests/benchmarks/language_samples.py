"""A few sentences in many languages, for what has to hold in each of them.

`memory` answers `question` in other forms of its words; `other` is a memory about something else.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSample:
    """One language: a greeting, a memory with a question to it, a place, two sentences."""

    code: str
    greeting: str
    memory: str
    other: str
    question: str
    unanswered: str
    """A question about what nothing tells of."""
    place: str
    going_there: str
    sentences: tuple[str, ...]


SAMPLES = tuple(
    LanguageSample(**{**one, "sentences": tuple(one["sentences"])})
    for one in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[
        "samples"
    ]
)
