"""The question what a day is to be like, or its rest (Generative Agents, section 4.3).

One question where the reference makes eight: who the character is by now, the day in broad
strokes, its hours, and a place for each from a closed list.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from npcserver.language.habits import waking_hours
from npcserver.model.day import LONGEST_BLOCK, STEP_MINUTES, DayPlan
from npcserver.model.pondering import Dawn, KnownPlace
from npcserver.ports.language_model import JSON
from npcserver.prompts.doings import (
    PlaceView,
    StrokeView,
    offered,
    place_schema,
    place_views,
    states_of,
    stroke_view,
)
from npcserver.prompts.evidence import but_plans, first_within, views
from npcserver.prompts.plan_answer import read_day
from npcserver.prompts.putting import PutWithMemories, integer_schema, object_schema
from npcserver.prompts.situation import SituationView, shown, situation_view
from npcserver.prompts.spoken import mark_of
from npcserver.prompts.when import Moment, moment

_ROOM = 2_000  # tokens of memories
_WHISPER = 50
_SHORTEST_WHISPER = 8
_WHISPERS_ROOM = 600
_BECAUSE = 60
_STROKES = 16
_MOST_BLOCKS = 20
_FEWEST, _MINUTES_A_BLOCK = 5, 120  # demanded of small models, which else write one block and stop


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDay(PutWithMemories):
    """Ask what a character means to do with a day, or with what is left of it.

    `before` is the last plan, which `is_of_this_day` or of an earlier one. With `rest_from` (14:05)
    only what is left of the day is asked for.
    """

    template: ClassVar[str] = "plan"

    situation: SituationView
    day: Moment
    places: tuple[PlaceView, ...]
    states: tuple[str, ...]
    before: tuple[StrokeView, ...]
    is_of_this_day: bool
    whispers: tuple[str, ...]
    because: str
    rest_from: str
    dawn: Dawn
    mark: str

    @classmethod
    def of(cls, dawn: Dawn) -> Self:
        """Put the question."""
        situation = dawn.situation
        begins = dawn.rest_from or situation.now
        previous, whispers = dawn.previous, dawn.whispers
        memories = dawn.recollections if previous is None else but_plans(dawn.recollections)
        blocks = () if previous is None else previous.blocks[:_STROKES]
        # The more there are, the less of each: none of them is left out.
        room = max(_SHORTEST_WHISPER, min(_WHISPER, _WHISPERS_ROOM // max(1, len(whispers))))
        return cls(
            situation=situation_view(situation),
            day=moment(begins.replace(year=dawn.day.year, month=dawn.day.month, day=dawn.day.day)),
            places=place_views(_choice(dawn)),
            states=states_of(dawn.places),
            before=tuple(stroke_view(block.as_step) for block in blocks),
            is_of_this_day=previous is not None and previous.day == dawn.day,
            memories=first_within(views(memories, situation), _ROOM),
            whispers=tuple(shown(text, room) for text in whispers),
            because=shown(dawn.because, _BECAUSE),
            rest_from=f"{dawn.rest_from:%H:%M}" if dawn.rest_from else "",
            dawn=dawn,
            mark=mark_of(situation),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the form of the answer; places are a closed list."""
        block = object_schema(
            {
                "start": {"type": "string"},
                "minutes": integer_schema(STEP_MINUTES[0], LONGEST_BLOCK),
                "activity": {"type": "string"},
                "place": place_schema(self.places),
                "emoji": {"type": "string"},
            }
        )
        return object_schema(
            {
                "currently": {"type": "string"},
                "wake_up": {"type": "string"},
                "sleep": {"type": "string"},
                "outline": {"type": "array", "items": {"type": "string"}, "maxItems": 8},
                "blocks": {
                    "type": "array",
                    "items": block,
                    "minItems": self._fewest(),
                    "maxItems": _MOST_BLOCKS,
                },
            }
        )

    def _fewest(self) -> int:
        """Return how many blocks the hours that are planned have at least, one in two hours."""
        wakes, sleeps = waking_hours(self.dawn.situation.character.persona.lifestyle)
        begins = self.dawn.rest_from
        start = wakes if begins is None else begins.hour * 60 + begins.minute
        return min(max((sleeps - start) // _MINUTES_A_BLOCK, 1), _FEWEST)

    def read(self, text: str) -> DayPlan:
        """Return a sound plan, all of whose places are known, or raise `Unparseable`."""
        return read_day(text, self.dawn, _choice(self.dawn))


def _choice(dawn: Dawn) -> tuple[KnownPlace, ...]:
    return offered(dawn.places)
