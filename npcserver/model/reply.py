"""A reply as it is given: in parts while it comes about, and as a whole."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from npcserver.model.commitment import Promise, PromiseVerdict
from npcserver.model.feelings import Emotion


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyAnswer:
    """A reply as it was given. `intents` are wishes (name, arguments) nobody checked yet.

    `emotion` is None where the answer names no feeling that is known. `does` says whether what was
    asked for is done; None where the answer does not say. `promises` and `verdicts` are
    what it says of promises, which nobody checked either. `ends` says that the speaker takes leave
    with it, in a talk among characters.
    """

    say: str
    emotion: Emotion | None = None
    does: bool | None = None
    intents: tuple[tuple[str, Mapping[str, object]], ...] = ()
    importance: int | None = None
    promises: tuple[Promise, ...] = ()
    verdicts: tuple[PromiseVerdict, ...] = ()
    ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyText:
    """By what the words of a reply grew, and what is known of the reply by now.

    `emotion` is None until it is known; `is_felt_first` says that it was known before the words.
    `is_closed` says that no more words come. `is_plain` marks words of a model that ignores the
    form of an answer, `written` is all that the model wrote so far; empty where none wrote.
    """

    growth: str = ""
    emotion: Emotion | None = None
    is_felt_first: bool = False
    is_closed: bool = False
    is_plain: bool = False
    written: str = ""


def in_pieces(answer: ReplyAnswer, size: int = 0) -> Iterator[ReplyText]:
    """Yield the words of a reply in pieces of so many characters; whole where `size` is 0."""
    size = size or max(len(answer.say), 1)
    for start in range(0, max(len(answer.say), 1), size):
        yield ReplyText(
            growth=answer.say[start : start + size],
            emotion=answer.emotion,
            is_felt_first=True,
            is_closed=start + size >= len(answer.say),
        )
