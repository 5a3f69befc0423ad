"""The question of how to react to something perceived (Generative Agents, section 4.3.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from npcserver.model.character import Person
from npcserver.model.day import Step, at_minute
from npcserver.model.inputs import KnownPlace, ReactInput, Reaction
from npcserver.model.job import JobKind
from npcserver.ports.language_model import JSON
from npcserver.prompts.action_reader import (
    action_in,
    offered,
    place_schema,
    place_views,
    states_of,
)
from npcserver.prompts.answer import found_object, optional_sentence, whole_number
from npcserver.prompts.question import NOT_SHOWN, MemoryQuestion, first_within, views
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import integer_schema, object_schema
from npcserver.prompts.situation import (
    PersonView,
    StepView,
    is_known_of,
    person_view,
    situation_view,
    step_view,
)
from npcserver.prompts.texts import mark_of
from npcserver.prompts.views import MemoryView

CHOICES = ("go_on", "react", "talk", "wait")
SHORTEST, LONGEST = 5, 120
"""Minutes of a reaction."""

_USUAL = 10
_MEMORY_TOKENS = 1_000
_OTHERS = 8
_LONGEST_TOPIC = 200
_SAME = {
    "continue": "go_on",
    "carry_on": "go_on",
    "ignore": "go_on",
    "nothing": "go_on",
    "act": "react",
    "chat": "talk",
    "speak": "talk",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactQuestion(MemoryQuestion):
    """Ask whether to go on, to do something, to talk to a person, or to wait."""

    template: ClassVar[str] = "react"
    asks: ClassVar = ReactInput
    job: ClassVar = JobKind.REACT

    event: MemoryView
    coming: tuple[StepView, ...]
    others: tuple[PersonView, ...]
    places: tuple[KnownPlace, ...]
    states: tuple[str, ...]
    shortest: int
    longest: int
    input: ReactInput = field(metadata=NOT_SHOWN)

    @classmethod
    def of(cls, question: ReactInput, *_: int) -> Self:
        """Return the question about an event."""
        situation = question.situation
        event = question.event
        memories = tuple(found for found in question.recollections if found.memory.seq != event.seq)
        following = None if question.day is None else question.day.next_after(situation.now)
        standings = {standing.other_id: standing for standing in question.standings}
        places = _choice(question)
        return cls(
            situation=situation_view(situation),
            event=views((event,), situation, question.others)[0],
            coming=() if following is None else (step_view(following),),
            others=tuple(
                person_view(
                    person,
                    standings.get(person.id),
                    situation,
                    is_known_of=is_known_of(person, memories),
                )
                for person in question.others[:_OTHERS]
            ),
            places=place_views(places),
            states=states_of(places),
            memories=first_within(views(memories, situation, question.others), _MEMORY_TOKENS),
            shortest=SHORTEST,
            longest=LONGEST,
            input=question,
            mark=mark_of(situation),
        )

    def schema(self) -> Mapping[str, JSON]:
        """Return the schema of the answer; choice, place and person are closed lists."""
        choices: list[JSON] = [*CHOICES] if self.others else ["go_on", "react", "wait"]
        people: list[JSON] = [*[person.id for person in self.input.others[:_OTHERS]], ""]
        return object_schema(
            {
                "choice": {"type": "string", "enum": choices},
                "activity": {"type": "string"},
                "minutes": integer_schema(SHORTEST, LONGEST),
                "place": place_schema(self.places),
                "object": {"type": "string"},
                "object_state": {"type": "string"},
                "emoji": {"type": "string"},
                "with": {"type": "string", "enum": people},
                "about": {"type": "string"},
            }
        )

    def read(self, text: str) -> Reaction:
        """Return the reaction, at a known place or with a person who is there.

        Raises `Unparseable`.
        """
        found = found_object(text, "choice")
        written = found.get("choice")
        word = "_".join(str(written).casefold().replace("-", " ").split())
        choice = _SAME.get(word, word)
        if choice not in CHOICES:
            raise Unparseable(f'"choice" must be one of {", ".join(CHOICES)}')
        if choice == "react":
            return Reaction(choice=choice, step=self._step(found))
        if choice == "talk":
            return self._talk(found)
        return Reaction(choice=choice)

    def _step(self, found: Mapping[str, object]) -> Step:
        situation = self.input.situation
        here = situation.place.id if situation.place else None
        deed = action_in(found, situation.character.persona, _choice(self.input), here)
        if deed is None:
            raise Unparseable('"activity" must say in a few plain words what is done')
        minutes = whole_number(found.get("minutes"), SHORTEST, LONGEST)
        return deed.as_step(at_minute(situation.now), _USUAL if minutes is None else minutes)

    def _talk(self, found: Mapping[str, object]) -> Reaction:
        partner = _person(found.get("with"), self.input.others[:_OTHERS])
        if partner is None:
            raise Unparseable('"with" must be the id of somebody who is there')
        about = optional_sentence(found.get("about"), _LONGEST_TOPIC)
        return Reaction(choice="talk", partner_id=partner.id, about=about or "")


def _choice(question: ReactInput) -> tuple[KnownPlace, ...]:
    here = question.situation.place
    return offered(question.places, here.id if here else None)


def _person(written: object, others: tuple[Person, ...]) -> Person | None:
    """Return the person meant by an id, a name or a first name; None for one not there."""
    if not isinstance(written, str) or not written.strip():
        return None
    plain = written.strip().casefold()
    for person in others:
        if plain in (person.id.casefold(), person.name.casefold()):
            return person
    first = [one for one in others if one.name.casefold().partition(" ")[0] == plain]
    return first[0] if len(first) == 1 else None
