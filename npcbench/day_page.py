"""A page of some characters' days: plans, acts, conversations, and the results of thoughts.

Markdown, for people who want to read what a model makes of a day. Nothing in it is selected: all
thoughts are counted, and each one that a default replaced is listed with the reason.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from npcserver.model.day import Act, DayPlan
from npcserver.model.ids import CharacterId
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken
from npcserver.model.thought import AnswerStatus, Conversed, Thought
from npcserver.model.turn import Rung
from npcserver.model.worldfile import WorldFile

_LONGEST_REASON = 160
_MENDED = "mended by rule"
_VERDICTS = {Rung.PRIMARY: AnswerStatus.ANSWERED, Rung.RETRY: AnswerStatus.REPAIRED}


def day_page(
    records: Sequence[Record],
    file: WorldFile,
    lived: Sequence[CharacterId],
    *,
    models: Sequence[str],
    begins: datetime,
) -> str:
    """Return the page of some records, oldest first, about the characters that `lived`.

    `models` are the names of the models asked; `begins` is game time.
    """
    page = _Page(records, file)
    ends = max((one.game_time for one in records), default=begins)
    who = ", ".join(models)
    span = f"{_when(begins)} to {_when(ends)}"
    return "\n".join(
        (
            f"# {len(lived)} people of {file.world.name}, {span}, by {who}",
            "",
            "Written by `npcserver bench day --page`, as it happened: nothing is chosen or edited.",
            "",
            *page.thoughts(),
            *(line for who in lived for line in page.life(who)),
            *page.talks(),
            *page.defaults(),
        )
    )


class _Page:
    """The parts of a page, as lines of Markdown."""

    def __init__(self, records: Sequence[Record], file: WorldFile) -> None:
        self._records = records
        self._names: Mapping[str, str] = {role.id: role.persona.name for role in file.characters}
        self._places: Mapping[str, str] = {place.id: place.name for place in file.places}

    def thoughts(self) -> Iterator[str]:
        """Yield how many thoughts of each purpose there were, and how their answers were used.

        Lines of conversations are included; decisions made by rules, without a model, are not.
        """
        counted: dict[str, Counter[str]] = {}
        calls: Counter[str] = Counter()
        for _, thought in self._thoughts():
            became = _MENDED if thought.is_mended else str(thought.verdict)
            counted.setdefault(str(thought.purpose), Counter())[became] += 1
            calls[str(thought.purpose)] += thought.calls
        for one in self._records:
            if isinstance(one.body, TurnTaken):
                purpose, rung = str(one.body.receipt.purpose), one.body.receipt.rung
                verdict = _VERDICTS.get(rung, AnswerStatus.DEFAULTED)
                counted.setdefault(purpose, Counter())[str(verdict)] += 1
                calls[purpose] += 1 + (verdict is not AnswerStatus.ANSWERED)
        yield from ("## Thoughts", "")
        yield (
            "| purpose | thoughts | calls | read | read when asked again | mended by rule "
            "| by default |"
        )
        yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
        total: Counter[str] = Counter()
        for purpose, verdicts in sorted(counted.items()):
            total += verdicts
            yield _row(purpose, calls[purpose], verdicts)
        yield _row("all", calls.total(), total)
        yield ""

    def life(self, who: CharacterId) -> Iterator[str]:
        """Yield the plans, acts and reflections of one character."""
        yield from (f"## {self._names.get(who, who)}", "")
        own = [one for one in self._records if one.subject_id == who]
        yield from self._plans(own)
        before = ""
        for one in own:
            match one.body:
                case Act(step=step):
                    where = self._places.get(step.place_id or "", "")
                    did = f"{step.emoji} {step.activity}{f' ({where})' if where else ''}"
                    if did != before:
                        yield f"- {_when(one.game_time)} {did}"
                    before = did
                case Remembered() if one.kind is RecordKind.REFLECTION:
                    yield f"- {_when(one.game_time)} *thinks:* {one.text}"
                case _:
                    pass
        yield ""

    def _plans(self, own: Sequence[Record]) -> Iterator[str]:
        """Yield each outline of a day once: a new plan for a step or a talk keeps its outline."""
        before: tuple[str, ...] = ()
        for one in own:
            if isinstance(one.body, DayPlan) and one.body.outline != before:
                before = one.body.outline
                by = ", by default" if one.body.is_default else ""
                items = "; ".join(item.rstrip(".。") for item in before)
                yield from (f"Planned at {_when(one.game_time)}{by}: {items}.", "")

    def talks(self) -> Iterator[str]:
        """Yield the lines of the conversations, one conversation after the other."""
        lines = [one for one in self._records if one.kind is RecordKind.LINE]
        begun: dict[str, tuple[Record, Conversed]] = {}
        ended: dict[str, tuple[Record, Conversed]] = {}
        for one in self._records:
            if isinstance(one.body, Conversed) and not one.body.has_taken_leave:
                if one.body.is_over:
                    ended[one.body.conversation_id] = one, one.body
                else:
                    begun.setdefault(one.body.conversation_id, (one, one.body))
        yield from ("## What they said to each other", "")
        if not begun:
            yield from ("Nothing.", "")
        for conversation_id, (first, beginning) in begun.items():
            last, end = ended.get(conversation_id, (None, None))
            both = {first.subject_id, beginning.with_id}
            names = " and ".join(self._names.get(who, who) for who in sorted(both))
            yield from (f"### {names}, {_when(first.game_time)}", "")
            if beginning.about:
                yield from (f"About: {beginning.about}", "")
            for line in lines:
                is_within = first.seq < line.seq and (last is None or line.seq <= last.seq)
                if is_within and line.subject_id in both:
                    yield f"- **{self._names.get(line.subject_id, '')}:** {line.text}"
            yield from ("", f"Ended by {end.ended_by}." if end else "Not over yet.", "")

    def defaults(self) -> Iterator[str]:
        """Yield each thought that a default replaced, with the reason."""
        yield from ("## Thoughts by default", "")
        found = [
            (record, thought)
            for record, thought in self._thoughts()
            if thought.verdict is AnswerStatus.DEFAULTED
        ]
        if not found:
            yield "None."
        for record, thought in found:
            reason = " ".join((thought.faults[-1] if thought.faults else "").split())
            who = self._names.get(record.subject_id, record.subject_id)
            when = _when(record.game_time)
            yield f"- {when} {who}, {thought.purpose}: {reason[:_LONGEST_REASON]}"
        yield ""

    def _thoughts(self) -> Iterator[tuple[Record, Thought]]:
        """Yield thoughts that needed a model, whether or not one could be asked."""
        for one in self._records:
            if isinstance(one.body, Thought) and (
                one.body.calls or one.body.verdict is AnswerStatus.DEFAULTED
            ):
                yield one, one.body


def _row(name: str, calls: int, verdicts: Counter[str]) -> str:
    shares = [
        verdicts[one]
        for one in (AnswerStatus.ANSWERED, AnswerStatus.REPAIRED, _MENDED, AnswerStatus.DEFAULTED)
    ]  # fmt: skip
    share = f" ({verdicts[AnswerStatus.DEFAULTED] / max(1, verdicts.total()):.0%})"
    cells = (name, verdicts.total(), calls, *shares)
    return f"| {' | '.join(str(cell) for cell in cells)}{share} |"


def _when(moment: datetime) -> str:
    return f"{moment:%a %H:%M}"
