"""What a member knows of a group chat so far, as a prompt shows it.

The newest lines are kept and shown last. Lines of one talk stand together under one heading,
which says who hears of it, so that nobody takes a private word for a public one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from npcserver.model.group.known import Known, Met
from npcserver.model.group.moves import AUDIENCE, Spoke, Updated, Voted
from npcserver.model.group.script import Stage
from npcserver.prompts.situation import shown
from npcserver.prompts.spoken import name_of
from npcserver.prompts.tokens import clip, estimate_tokens

LINES_IN_TALKS = 20
"""Newest lines kept in prompts of talks (released code: history lines)."""
LINES_AT_REST = 30
"""Newest lines kept where a round is looked back on."""

ALL_LINES = 240
"""Lines kept for who knows everything: no fewer than anybody has before them."""

_LONGEST, _SHORTEST = 60, 12  # tokens of one line
_NEWEST = 5  # lines that may be twice as long as older ones
_PER_LINE = 7
_PER_HEADING = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidView:
    """A line: `kind` is said, met, expects, last_words, or notes.

    Of `met` and `expects`, `other` is whom it is about. `is_audience` marks who is no member.
    """

    kind: str
    speaker: str
    text: str
    other: str = ""
    is_own: bool = False
    is_audience: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterView:
    """What was known at a stage of a round: of one talk, or of all that was public.

    `parties` are who talked, but for oneself; empty where all heard it. `is_own` says that one was
    party to it.
    """

    round: int
    stage: str
    parties: tuple[str, ...]
    is_own: bool
    lines: tuple[SaidView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """Who looks back: the member's id (empty for nobody's), and what members are called."""

    member_id: str
    label: Callable[[str], str]
    candidate: Callable[[str], str] = field(default=lambda _: "")


_Key = tuple[int, str, tuple[str, ...]]


def chapters(
    known: Sequence[Known], eyes: Eyes, *, most: int, room: int
) -> tuple[ChapterView, ...]:
    """Return the newest `most` lines of what is known, oldest first.

    Where they are too many tokens for the room, the longest of them are cut short; none is left
    out, so that what somebody knows is before them.
    """
    heard = {_parties(what) for what in known if isinstance(what, Spoke) and what.talk}
    views = [
        view
        for what in known
        # That two met goes without saying where their words stand here.
        if not (isinstance(what, Met) and _parties(what) in heard)
        for view in _views(what, eyes)
    ]
    kept = views[max(0, len(views) - most) :]
    room -= _PER_HEADING * len({key for key, _ in kept})
    shorter = fitted([view for _, view in kept], room)
    return _grouped([(key, view) for (key, _), view in zip(kept, shorter, strict=True)], eyes)


def fitted(lines: Sequence[SaidView], room: int) -> tuple[SaidView, ...]:
    """Return lines, oldest first, cut short until they fit, the newest less than the others."""
    long, short = _LONGEST + 1, _SHORTEST  # between them lies the most that fits
    found = _shortened(lines, short)
    while long - short > 1:
        tokens = _LONGEST if long > _LONGEST else (long + short) // 2  # mostly all fits
        shorter = _shortened(lines, tokens)
        if cost(shorter) <= room:
            short, found = tokens, shorter
        else:
            long = tokens
    return found


def cost(lines: Sequence[SaidView]) -> int:
    """Return about how many tokens lines take."""
    texts = (f"{line.speaker}{line.other}{line.text}" for line in lines)
    return sum(estimate_tokens(text) + _PER_LINE for text in texts)


def said(line: Spoke, eyes: Eyes) -> SaidView:
    """Return one line as data, at length; empty text for a silence."""
    is_audience = line.member == AUDIENCE
    speaker = eyes.label(line.member)
    if is_audience:
        speaker = name_of(line.person.name) if line.person else ""
    return SaidView(
        kind="said",
        speaker=speaker,
        text=shown(line.text, _LONGEST),
        is_own=line.member == eyes.member_id,
        is_audience=is_audience,
    )


def _views(what: Known, eyes: Eyes) -> list[tuple[_Key, SaidView]]:
    if isinstance(what, Spoke):
        key = _parties(what) if what.talk else (what.round, what.stage.value, ())
        view = said(what, eyes)
        return [(key, view)] if view.text else []
    if isinstance(what, Met):
        return [((what.round, what.stage.value, ()), _met(what, eyes))]
    if isinstance(what, Updated):
        return _noted(what, eyes)
    return _voted(what, eyes)


def _parties(what: Spoke | Met) -> _Key:
    pair = (what.member, what.to) if isinstance(what, Spoke) else (what.first, what.second)
    return what.round, what.stage.value, tuple(sorted(pair))


def _met(what: Met, eyes: Eyes) -> SaidView:
    first, second = what.first, what.second
    if second == eyes.member_id:
        first, second = second, first
    return SaidView(
        kind="met",
        speaker=eyes.label(first),
        other=eyes.label(second),
        text="",
        is_own=first == eyes.member_id,
    )


def _noted(what: Updated, eyes: Eyes) -> list[tuple[_Key, SaidView]]:
    """Return what others keep to themselves; one's own stands elsewhere in a prompt."""
    text = " ".join(part for part in (what.summary, what.reflection) if part)
    if what.member == eyes.member_id or not text:
        return []
    view = SaidView(kind="notes", speaker=eyes.label(what.member), text=shown(text, _LONGEST))
    return [((what.round, Stage.UPDATE.value, ()), view)]


def _voted(what: Voted, eyes: Eyes) -> list[tuple[_Key, SaidView]]:
    key: _Key = (0, Stage.SETTLEMENT.value, ())
    is_own = what.member == eyes.member_id
    speaker = eyes.label(what.member)
    views = []
    if what.guess:
        guess = eyes.candidate(what.guess)
        views.append(SaidView(kind="expects", speaker=speaker, other=guess, text="", is_own=is_own))
    if what.statement:
        words = shown(what.statement, _LONGEST)
        views.append(SaidView(kind="last_words", speaker=speaker, text=words, is_own=is_own))
    return [(key, view) for view in views]


def _shortened(lines: Sequence[SaidView], tokens: int) -> tuple[SaidView, ...]:
    """Return lines of so many tokens at most; of twice as many the newest, and notes of others.

    What somebody noted stands for a whole round.
    """
    old = len(lines) - _NEWEST
    limits = (
        tokens if at < old and line.kind != "notes" else min(_LONGEST, 2 * tokens)
        for at, line in enumerate(lines)
    )
    texts = (clip(line.text, limit) for line, limit in zip(lines, limits, strict=True))
    return tuple(
        line if text == line.text else replace(line, text=text)
        for line, text in zip(lines, texts, strict=True)
    )


def _grouped(kept: Sequence[tuple[_Key, SaidView]], eyes: Eyes) -> tuple[ChapterView, ...]:
    """Return lines by talk; talks that were held side by side stand one after the other."""
    by_key: dict[_Key, list[SaidView]] = {}
    for key, view in kept:
        by_key.setdefault(key, []).append(view)
    return tuple(
        ChapterView(
            round=key[0],
            stage=key[1],
            parties=tuple(eyes.label(one) for one in key[2] if one != eyes.member_id),
            is_own=eyes.member_id in key[2],
            lines=tuple(lines),
        )
        for key, lines in by_key.items()
    )
