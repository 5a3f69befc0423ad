"""What a member knows of a group chat so far, for a prompt within a token budget.

The newest lines are shown whole and last. Where not everything fits, the oldest lines are replaced
by the notes or the digest of their round, and where there is neither they are cut short. Lines of
one talk are grouped under one heading, which says who hears it, so that no private word is taken
for a public one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate

from npcscenes.model.visibility import Known, Meeting
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Updated, Voted
from npcserver.model.group.script import Stage
from npcserver.prompts.texts import name_of, neutralised
from npcserver.prompts.tokens import clip, estimate_tokens

LONGEST_LINE = 300
"""Tokens of one line; a longer one is cut after a sentence and marked."""
LEAST_LINES = 8
"""Newest lines that are never left out; where they do not fit whole, they are cut."""

_LONGEST = 4_000  # characters, before tokens are counted
_PER_LINE = 3  # dash, colon and line break
_PER_HEADING = 26
_SHORTEST = 12  # tokens; a line cut shorter says nothing
_LEAST_BUDGET = 160
_OF_CUT_LINES = 4  # this fraction of the budget is for lines that are only shown in part
_GRAIN = 128  # tokens; the budgets of two prompts in a row differ by less
_STEPS = 4  # the window over the past advances by this fraction of the budget
_MARK = " \N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidView:
    """A line: `kind` is said, met, expects, last_words, notes, or digest.

    `other` is the other person for `met` and `expects`. `is_audience` is true for a speaker who is
    no member.
    """

    kind: str
    speaker: str
    text: str
    other: str = ""
    is_own: bool = False
    is_audience: bool = False

    @property
    def tokens(self) -> int:
        """Its estimated tokens."""
        return estimate_tokens(f"{self.speaker}{self.other}{self.text}") + _PER_LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterView:
    """What was known at a stage of a round: of one talk, or all that was public.

    `parties` are the talkers apart from the viewer; empty where all heard it. `is_own` is true
    where the viewer was one of them. `left_out` counts the lines at its beginning that are not
    shown.
    """

    round: int
    stage: str
    parties: tuple[str, ...]
    is_own: bool
    lines: tuple[SaidView, ...]
    left_out: int = 0

    @property
    def is_summary(self) -> bool:
        """Whether it replaces lines: own notes, or a digest."""
        return self.stage == "digest" or (self.is_own and self.stage == Stage.UPDATE.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberPerspective:
    """The viewer: a member's id (empty for none), and the labels of members and candidates."""

    member_id: str
    label: Callable[[str], str]
    candidate: Callable[[str], str] = field(default=lambda _: "")


_Key = tuple[int, str, tuple[str, ...]]


def chapters(
    known: Sequence[Known], eyes: MemberPerspective, digests: Sequence[tuple[int, str]] = ()
) -> tuple[ChapterView, ...]:
    """Return all that is known, oldest first, with the digest of a round before the round."""
    heard = {_parties(what) for what in known if isinstance(what, LineSpoken) and what.talk}
    by_key: dict[_Key, list[SaidView]] = {}
    for what in known:
        # That two met is implied by the lines of their talk.
        if isinstance(what, Meeting) and _parties(what) in heard:
            continue
        for key, view in _views(what, eyes):
            by_key.setdefault(key, []).append(view)
    found = [
        ChapterView(
            round=key[0],
            stage=key[1],
            parties=tuple(eyes.label(one) for one in key[2] if one != eyes.member_id),
            is_own=eyes.member_id in key[2],
            lines=tuple(lines),
        )
        for key, lines in by_key.items()
    ]
    return (*(_digest(round_, text) for round_, text in digests if text), *found)


def fitted(
    found: Sequence[ChapterView],
    budget: int,
    *,
    beside: int = 0,
    moves_in_steps: bool = False,
    shows_parts: bool = True,
) -> tuple[ChapterView, ...]:
    """Return the parts of chapters that fit in `budget` tokens, of which a talk takes `beside`.

    Digests are shown of rounds with lines left out, own notes always. Lines of rounds without
    either are cut short, unless `shows_parts` is False. With `moves_in_steps` more is left out than
    must be, so that the beginning stays the same while the next few lines are said, and a model
    that has read it need not read it again.
    """
    notes = [one for one in found if one.is_summary and one.stage != "digest"]
    digests = {one.round: one for one in found if one.stage == "digest"}
    rest = [one for one in found if not one.is_summary]
    left = max(budget // _GRAIN * _GRAIN if moves_in_steps else budget, _LEAST_BUDGET)
    notes = _shorter(notes, left // 3)
    left -= _cost(notes)
    first, shown = _with_digests(rest, digests, left - beside)
    left -= _cost(shown.values())
    told = {one.round for one in (*notes, *shown.values(), *(() if shows_parts else rest))}
    parts = 0
    if _rounds_before(rest, first) - told:  # some of their lines are shown in part
        parts = left // _OF_CUT_LINES
        first = _first_shown(rest, left - beside - parts)
    if moves_in_steps and first:
        first = max(first, _stepped(rest, left - parts, beside))
    lines = _cut(rest, first, max(0, left - beside), parts, told)
    return tuple(_in_order([*shown.values(), *lines, *notes], found))


def fitted_lines(lines: Sequence[SaidView], budget: int) -> tuple[SaidView, ...]:
    """Return the lines of a talk, the newest whole; the oldest are cut short, then left out."""
    chapter = ChapterView(round=0, stage="", parties=(), is_own=True, lines=tuple(lines))
    first = _first_shown([chapter], budget)
    parts = budget // _OF_CUT_LINES if first else 0
    kept = _cut([chapter], _first_shown([chapter], budget - parts), budget, parts, ())
    return kept[0].lines if kept else ()


def cut(text: str, tokens: int) -> str:
    """Return a text; one longer than some tokens is cut after a sentence, with a mark."""
    kept = clip(text, tokens)
    return kept if kept == text or kept.endswith(_MARK[-1]) else kept + _MARK


def said(line: LineSpoken, eyes: MemberPerspective) -> SaidView:
    """Return one line as data; its text is empty for silence."""
    is_audience = line.member == AUDIENCE
    speaker = eyes.label(line.member)
    if is_audience:
        speaker = name_of(line.person.name) if line.person else ""
    return SaidView(
        kind="said",
        speaker=speaker,
        text=_text(line.text),
        is_own=line.member == eyes.member_id,
        is_audience=is_audience,
    )


@lru_cache(maxsize=4096)
def _text(text: str) -> str:
    """Return words as a prompt shows them; cached, since a long scene repeats its lines."""
    return cut(neutralised(text, _LONGEST), LONGEST_LINE)


def _digest(round_: int, text: str) -> ChapterView:
    line = SaidView(
        kind="digest", speaker="", text=cut(neutralised(text, _LONGEST), 2 * LONGEST_LINE)
    )
    return ChapterView(round=round_, stage="digest", parties=(), is_own=False, lines=(line,))


def _views(what: Known, eyes: MemberPerspective) -> list[tuple[_Key, SaidView]]:
    if isinstance(what, LineSpoken):
        key = _parties(what) if what.talk else (what.round, what.stage.value, ())
        view = said(what, eyes)
        return [(key, view)] if view.text else []
    if isinstance(what, Meeting):
        return [((what.round, what.stage.value, ()), _met(what, eyes))]
    if isinstance(what, Updated):
        return _noted(what, eyes)
    return _voted(what, eyes)


def _parties(what: LineSpoken | Meeting) -> _Key:
    pair = (what.member, what.to) if isinstance(what, LineSpoken) else (what.first, what.second)
    return what.round, what.stage.value, tuple(sorted(pair))


def _met(what: Meeting, eyes: MemberPerspective) -> SaidView:
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


def _noted(what: Updated, eyes: MemberPerspective) -> list[tuple[_Key, SaidView]]:
    is_own = what.member == eyes.member_id
    # The viewer's own reflection is in another part of the prompt, only the latest.
    parts = (what.summary,) if is_own else (what.summary, what.reflection)
    text = " ".join(part for part in parts if part)
    if not text:
        return []
    view = SaidView(kind="notes", speaker=eyes.label(what.member), text=_text(text), is_own=is_own)
    return [((what.round, Stage.UPDATE.value, (what.member,) if is_own else ()), view)]


def _voted(what: Voted, eyes: MemberPerspective) -> list[tuple[_Key, SaidView]]:
    key: _Key = (0, Stage.SETTLEMENT.value, ())
    is_own = what.member == eyes.member_id
    speaker = eyes.label(what.member)
    views = []
    if what.guess:
        guess = eyes.candidate(what.guess)
        views.append(SaidView(kind="expects", speaker=speaker, other=guess, text="", is_own=is_own))
    if what.statement:
        words = _text(what.statement)
        views.append(SaidView(kind="last_words", speaker=speaker, text=words, is_own=is_own))
    return [(key, view) for view in views]


def _cost(found: Iterable[ChapterView]) -> int:
    return sum(_PER_HEADING + sum(line.tokens for line in one.lines) for one in found)


def _sums(rest: Sequence[ChapterView]) -> list[int]:
    """Return the running totals of tokens, headings counted with the first line of a chapter."""
    costs = [
        line.tokens + (_PER_HEADING if at == 0 else 0)
        for chapter in rest
        for at, line in enumerate(chapter.lines)
    ]
    return [0, *accumulate(costs)]


def _first_shown(rest: Sequence[ChapterView], budget: int) -> int:
    """Return the index of the first line from which on all lines fit whole."""
    sums = _sums(rest)
    return next(at for at, before in enumerate(sums) if sums[-1] - before <= max(0, budget))


def _stepped(rest: Sequence[ChapterView], budget: int, beside: int) -> int:
    """Return the index of the first line shown, advancing in steps of the budget."""
    sums, step = _sums(rest), max(1, budget // _STEPS)
    over = sums[-1] + beside - budget
    least = -(-over // step) * step
    return next((at for at, before in enumerate(sums) if before >= least), len(sums) - 1)


def _with_digests(
    rest: Sequence[ChapterView], digests: Mapping[int, ChapterView], budget: int
) -> tuple[int, dict[int, ChapterView]]:
    """Return the first line shown, and the digests of the rounds before it."""
    shown: dict[int, ChapterView] = {}
    # A digest takes tokens of its own, which may push out lines of a further round: repeat.
    while True:
        first = _first_shown(rest, budget - _cost(shown.values()))
        lost = _rounds_before(rest, first)
        more = {round_: one for round_, one in digests.items() if round_ in lost}
        if more.keys() <= shown.keys():
            return first, shown
        kept = _shorter(sorted(more.values(), key=lambda one: one.round), budget // 2)
        shown = {one.round: one for one in kept}


def _rounds_before(rest: Sequence[ChapterView], first: int) -> set[int]:
    found: set[int] = set()
    for chapter in rest:
        if first > 0:
            found.add(chapter.round)
        first -= len(chapter.lines)
    return found


def _shorter(found: Sequence[ChapterView], budget: int) -> list[ChapterView]:
    """Return summaries that fit together in a budget; the oldest are cut most."""
    if _cost(found) <= budget:
        return list(found)
    weights = range(1, len(found) + 1)  # the newest keeps most
    share = budget / max(1, sum(weights))
    return [
        replace(one, lines=tuple(_clipped(line, int(share * weight)) for line in one.lines))
        for one, weight in zip(found, weights, strict=True)
    ]


def _cut(
    rest: Sequence[ChapterView], first: int, budget: int, parts: int, told: Collection[int]
) -> list[ChapterView]:
    """Return chapters without the lines before `first`.

    Lines of rounds without a summary (`told`) are kept, cut short to `parts` tokens in all. The
    last `LEAST_LINES` are always kept.
    """
    lines = [(at, line) for at, chapter in enumerate(rest) for line in chapter.lines]
    newest = max(0, len(lines) - LEAST_LINES)
    kept: dict[int, SaidView] = {}
    for place in range(min(first, newest), len(lines)):
        line = lines[place][1]
        kept[place] = line if place >= first else _clipped(line, budget // LEAST_LINES)
    untold = [at for at in range(min(first, newest)) if rest[lines[at][0]].round not in told]
    kept |= _in_part({at: lines[at][1] for at in untold}, parts)
    shown: list[ChapterView] = []
    place = 0
    for chapter in rest:
        places = range(place, place + len(chapter.lines))
        here = tuple(kept[at] for at in places if at in kept)
        place = places.stop
        if here:
            shown.append(replace(chapter, lines=here, left_out=len(places) - len(here)))
    return shown


def _in_part(lines: Mapping[int, SaidView], budget: int) -> dict[int, SaidView]:
    """Return lines cut short to fit; the older half by a third more, the oldest are dropped."""
    most = max(1, budget // (_SHORTEST + _PER_LINE + 2))
    places = sorted(lines)[-most:]
    share = budget // max(1, len(places))
    found: dict[int, SaidView] = {}
    for number, at in enumerate(places):
        is_older = number < len(places) // 2
        found[at] = _clipped(lines[at], share * 2 // 3 if is_older else share)
    return found


def _clipped(line: SaidView, tokens: int) -> SaidView:
    left = tokens - estimate_tokens(f"{line.speaker}{line.other}") - _PER_LINE
    return replace(line, text=cut(line.text, max(_SHORTEST, left)))


def _in_order(kept: Sequence[ChapterView], found: Sequence[ChapterView]) -> Iterator[ChapterView]:
    """Yield chapters in the order of `found`, digests right before their round."""
    places = {(one.round, one.stage, one.parties, one.is_own): at for at, one in enumerate(found)}
    firsts: dict[int, int] = {}
    for at, one in enumerate(found):
        if one.stage != "digest":
            firsts.setdefault(one.round, at)

    def place(one: ChapterView) -> tuple[int, int]:
        if one.stage == "digest":
            return firsts.get(one.round, 0), 0
        return places[one.round, one.stage, one.parties, one.is_own], 1

    yield from sorted(kept, key=place)
