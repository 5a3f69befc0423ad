"""The question how a block of a day goes, step by step (Generative Agents, section 4.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.language.clock import shifted
from npcserver.model.day import STEP_MINUTES, Block, Step, faults_of_steps
from npcserver.model.inputs import DecomposeInput, KnownPlace
from npcserver.model.job import JobKind
from npcserver.ports.language_model import JSON
from npcserver.prompts.action_reader import (
    ActionAnswer,
    action_in,
    come_again,
    offered,
    place_schema,
    place_views,
    short_ids,
    states_of,
)
from npcserver.prompts.answer import found_object, items, whole_number
from npcserver.prompts.question import MemoryQuestion, but_plans, first_within, views
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import integer_schema, object_schema
from npcserver.prompts.situation import StepView, shown, situation_view, step_view
from npcserver.prompts.texts import mark_of

_MEMORY_TOKENS = 1_000
_STROKES = 24
_ACTIVITY = 40
_MOST_STEPS = 60
_MOST_TAKEN_UP = 2  # times in a block for one activity
_FEWEST = 8
"""Most steps demanded; small models that must give more repeat one without end."""
_MENDED = 0.25  # share of a block by which a few steps may be too short or too long


@dataclass(frozen=True, slots=True, kw_only=True)
class DecomposeQuestion(MemoryQuestion):
    """Ask for steps of 5 to 15 minutes that fill a block.

    `begins` and `ends` are times (14:05), `fewest` is how many steps there are at least, `day` is
    all that is planned for it, `place` the short id of where the block is to happen, or empty.
    """

    template: ClassVar[str] = "decompose"
    asks: ClassVar = DecomposeInput
    job: ClassVar = JobKind.DECOMPOSE

    activity: str
    begins: str
    ends: str
    shortest: int
    longest: int
    fewest: int
    day: tuple[StepView, ...]
    place: str
    places: tuple[KnownPlace, ...]
    states: tuple[str, ...]
    input: DecomposeInput

    @classmethod
    def of(cls, question: DecomposeInput, *_: int) -> Self:
        """Return the question about a block."""
        situation, block = question.situation, question.block
        memories = but_plans(question.recollections)
        places = _choice(question)
        return cls(
            situation=situation_view(situation),
            activity=shown(block.activity, _ACTIVITY),
            begins=f"{block.starts_at:%H:%M}",
            ends=f"{block.ends_at:%H:%M}",
            shortest=STEP_MINUTES[0],
            longest=STEP_MINUTES[1],
            fewest=min(-(-block.minutes // STEP_MINUTES[1]), _FEWEST),
            day=tuple(step_view(one.as_step) for one in question.day.blocks[:_STROKES]),
            place=next(
                (
                    it
                    for one, it in zip(places, short_ids(places), strict=True)
                    if one.id == block.place_id
                ),
                "",
            ),
            places=place_views(places),
            states=states_of(places),
            memories=first_within(views(memories, situation), _MEMORY_TOKENS),
            input=question,
            mark=mark_of(situation),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer; places are a closed list."""
        step = object_schema(
            {
                "minutes": integer_schema(self.shortest, self.longest),
                "activity": {"type": "string"},
                "place": place_schema(self.places),
                "object": {"type": "string"},
                "object_state": {"type": "string"},
                "emoji": {"type": "string"},
            }
        )
        most = max(1, self.input.block.minutes // self.shortest)
        steps: JSON = {"type": "array", "items": step, "minItems": self.fewest, "maxItems": most}
        return object_schema({"steps": steps})

    def read(self, text: str) -> tuple[Step, ...]:
        """Return steps that fill the block exactly, at known places, or raise `Unparseable`."""
        block = self.input.block
        places, who = _choice(self.input), self.input.situation.character.persona
        found = found_object(text, "steps")
        told: list[tuple[int, ActionAnswer]] = []
        for item in items(found.get("steps"))[:_MOST_STEPS]:
            members = item if isinstance(item, dict) else {}
            minutes = whole_number(members.get("minutes"), 0, block.minutes)
            deed = action_in(members, who, places, block.place_id)
            if minutes and deed is not None:
                told.append((minutes, deed))
        surplus = come_again([deed.activity for _, deed in told], _MOST_TAKEN_UP)
        if not surplus:
            return _fitted(told, block, self.fewest)
        kept = [one for place, one in enumerate(told) if place not in surplus]
        problem = (
            f"{told[min(surplus)][1].activity!r} comes again and again; do something else then"
        )
        raise Unparseable(problem, usable=_steps(_spread(kept, block.minutes), block))


def _choice(question: DecomposeInput) -> tuple[KnownPlace, ...]:
    return offered(question.places, question.block.place_id)


def _fitted(
    told: Sequence[tuple[int, ActionAnswer]], block: Block, fewest: int
) -> tuple[Step, ...]:
    """Return steps whose minutes were scaled in proportion to fill a block.

    As in the reference, except that minutes far from the block's, in fewer steps than `fewest`,
    raise `Unparseable` with `usable` steps: asked again, a model may give more.
    """
    shortest, longest = STEP_MINUTES
    total = sum(minutes for minutes, _ in told)
    problem = f"the minutes add up to {total} instead of {block.minutes}"
    if not told or block.minutes < shortest:
        raise Unparseable(problem)
    pieces = [(part, deed) for minutes, deed in told for part in _short(minutes)]
    is_near = abs(total - block.minutes) <= max(longest, _MENDED * block.minutes)
    if is_near and shortest * len(pieces) <= block.minutes <= longest * len(pieces):
        return _steps(pieces, block)
    steps = _steps(_spread(told, block.minutes), block)
    if len(told) < fewest:
        raise Unparseable(problem, usable=steps)
    return steps


def _spread(told: Sequence[tuple[int, ActionAnswer]], total: int) -> list[tuple[int, ActionAnswer]]:
    """Return scaled steps, only as many as fit in `total` minutes."""
    shortest, longest = STEP_MINUTES
    kept = told[: total // shortest]
    scale = total / sum(minutes for minutes, _ in kept)
    parts = [(part, deed) for minutes, deed in kept for part in _short(round(minutes * scale))]
    pieces = parts[: total // shortest]
    while longest * len(pieces) < total:  # minutes lost by rounding
        pieces.append(pieces[-1])
    return pieces


def _steps(pieces: Sequence[tuple[int, ActionAnswer]], block: Block) -> tuple[Step, ...]:
    lengths = _lengths([minutes for minutes, _ in pieces], block.minutes)
    steps: list[Step] = []
    at = block.starts_at
    for minutes, (_, deed) in zip(lengths, pieces, strict=True):
        steps.append(deed.as_step(at, minutes))
        at = shifted(at, minutes=minutes)
    faults = faults_of_steps(block, steps)
    if faults:
        raise Unparseable("; ".join(faults[:6]))
    return tuple(steps)


def _short(minutes: int) -> list[int]:
    """Return the minutes of a step, in equal parts if it is too long."""
    count = max(-(-minutes // STEP_MINUTES[1]), 1)
    each, more = divmod(minutes, count)
    return [each + (index < more) for index in range(count)]


def _lengths(wanted: list[int], total: int) -> list[int]:
    """Return whole minutes near the wanted ones that add up to `total`, within a step's bounds.

    Such a list exists: `total` is between all steps at their shortest and at their longest.
    """
    shortest, longest = STEP_MINUTES
    lengths = [min(max(minutes, shortest), longest) for minutes in wanted]
    while (rest := total - sum(lengths)) != 0:
        if rest > 0:
            lengths[lengths.index(min(lengths))] += 1
        else:
            lengths[len(lengths) - 1 - lengths[::-1].index(max(lengths))] -= 1
    return lengths
