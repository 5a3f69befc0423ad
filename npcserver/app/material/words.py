"""What words leave behind: in who says them, in who is told, and in whoever overhears them.

How far a listener believes them is how far it trusts who says them: its standing to the speaker,
50 for a stranger, a little less for what was not meant for it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from npcserver.app.material.mindset import body_of, standing_from, standing_with
from npcserver.app.perceiving.around import overhearers
from npcserver.app.perceiving.presence import Presence, sleepers
from npcserver.model.affordance import ActionIntent
from npcserver.model.emotion import NEUTRAL, Emotion
from npcserver.model.feelings import NEUTRAL_TRUST, Mood, Standing
from npcserver.model.ids import CharacterId, PlaceId, TurnId
from npcserver.model.memory import Memory
from npcserver.model.person import Person
from npcserver.model.record import Draft, RecordKind, Remembered, Source, facet
from npcserver.model.secret import Secret
from npcserver.ports.storage import Reader
from npcserver.ports.view import View, Wanted

OVERHEARD_TRUST = 10
"""How much less is believed of what was said to somebody else."""
HEARERS = 8
"""How many overhear a line among characters, as `SIGHTS` bounds what one mind sees at a time."""
FELT = 0.3
"""How far a mood is drawn to the feeling of one's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Something said. `players` are those it stems from or is said to.

    `to` is None where it is meant for several, or for all who hear it. `evidence` are the speaker's
    memories that it passes on; `secrets` those it may carry. What is said in a circle has its id.
    `feeling` and `intents` are the speaker's own.
    """

    text: str
    speaker: Person
    to: Person | None
    turn_id: TurnId
    place_id: PlaceId | None
    players: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    secrets: tuple[Secret, ...] = ()
    circle_id: str = ""
    is_whisper: bool = False
    feeling: str = ""
    intents: tuple[ActionIntent, ...] = ()

    def resting_on(
        self, memories: Sequence[Memory], *, secrets: tuple[Secret, ...] = ()
    ) -> "Words":
        """Return the words with what of the speaker's memories they pass on, and what that holds.

        They stem from the players from whom these stem, and may carry these secrets.
        """
        in_order = sorted(memories, key=lambda memory: memory.seq)
        stems_from = (*self.players, *(who for one in in_order for who in one.body.players))
        return replace(
            self,
            players=tuple(dict.fromkeys(stems_from)),
            evidence=tuple(sorted({memory.seq for memory in memories})),
            secrets=secrets,
        )

    def said(self) -> Draft:
        """Return the memory of who said it."""
        return Draft(
            kind=RecordKind.LINE,
            subject_id=self.speaker.id,
            text=self.text,
            body=replace(
                self._body(Source.OWN, 100),
                evidence=self.evidence,
                feeling=self.feeling,
                intents=self.intents,
            ),
        )

    def told(self, trust: int, importance: int | None = None) -> Draft:
        """Return the memory of who was told."""
        return self._heard(self._to_id, Source.TOLD, trust, importance)

    def overheard(self, listeners: Sequence["Listener"]) -> Iterator[Draft]:
        """Yield the memories of who was only there."""
        for listener in listeners:
            trust = max(0, listener.trust.get(self.speaker.id, NEUTRAL_TRUST) - OVERHEARD_TRUST)
            yield self._heard(listener.id, Source.OVERHEARD, trust)

    def heard_among(
        self, listeners: Sequence["Listener"], meant_for: Collection[str]
    ) -> Iterator[Draft]:
        """Yield the memories of who stands in a circle with whoever says it.

        `meant_for` are ids, empty for all: those are told, the others overhear it.
        """
        for listener in listeners:
            if meant_for and listener.id not in meant_for:
                yield from self.overheard((listener,))
            else:
                trust = listener.trust.get(self.speaker.id, NEUTRAL_TRUST)
                yield self._heard(listener.id, Source.TOLD, trust)

    def _heard(self, mind: str, source: Source, trust: int, importance: int | None = None) -> Draft:
        return Draft(
            kind=RecordKind.UTTERANCE,
            subject_id=mind,
            text=self.text,
            importance=importance,
            body=self._body(source, trust),
        )

    def _body(self, source: Source, trust: int) -> Remembered:
        return Remembered(
            source=source,
            told_by=self.speaker.id,
            told_to=self._to_id,
            speaker=self.speaker.name,
            turn_id=self.turn_id,
            place_id=self.place_id,
            trust=trust,
            players=self.players,
            secrets=self.secrets,
            circle_id=self.circle_id,
            is_whisper=self.is_whisper,
        )

    @property
    def _to_id(self) -> str:
        return "" if self.to is None else self.to.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """A character who hears what is not said to it, and how far it trusts each who speaks."""

    id: CharacterId
    trust: Mapping[str, int] = field(default_factory=dict)


async def listeners(
    reader: Reader,
    view: View,
    present: Mapping[str, Presence],
    place_id: PlaceId | None,
    talkers: Sequence[Person],
    *,
    foreground: Collection[str] = (),
    most: int | None = None,
) -> tuple[Listener, ...]:
    """Return the characters who overhear some talkers at a place, at most so many.

    Only those in the very place hear it. Where there are more than `most`, those in the
    `foreground` come first, then the order of ids decides; without a bound all hear it.
    """
    apart_from = {one.id for one in talkers}
    is_alone = not any(
        one.place_id == place_id and not one.person.is_player and who not in apart_from
        for who, one in present.items()
    )
    if is_alone:
        return ()
    minds = overhearers(present, await sleepers(view), place_id, apart_from)
    if most is not None and len(minds) > most:
        minds = tuple(sorted(sorted(minds, key=lambda one: one not in foreground)[:most]))
    found = [Listener(id=one, trust=await _trusts(reader, view, one, talkers)) for one in minds]
    return tuple(found)


async def trust_in(reader: Reader, view: View, mind: CharacterId, other: Person) -> int:
    """Return how far a character believes somebody, 0..100."""
    character = await reader.character(view.timeline.world_id, mind)
    return (await standing_with(view, character, other)).trust


async def _trusts(
    reader: Reader, view: View, mind: CharacterId, others: Sequence[Person]
) -> dict[str, int]:
    """Return how far a character believes each of some people, in one look where play says it."""
    subjects = [facet(mind, other.id) for other in others]
    looked_up = await view.newest([Wanted(RecordKind.RELATION, subject) for subject in subjects])
    found = [body_of(one.get(at), Standing) for at, one in zip(subjects, looked_up, strict=True)]
    if all(standing is not None and not standing.is_first for standing in found):
        return {one.other_id: one.trust for one in found if one is not None}
    character = await reader.character(view.timeline.world_id, mind)
    return {
        other.id: standing_from(standing, character, other).trust
        for other, standing in zip(others, found, strict=True)
    }


def moved_mood(
    mood: Mood, felt: Sequence[Emotion | None], mind: str, why: str = ""
) -> tuple[Draft, ...]:
    """Return the mood after one's own words: drawn to the strongest feeling in them.

    Nothing where they were said without any.
    """
    strongest = max(
        filter(None, felt), key=lambda one: abs(one.valence) + abs(one.arousal), default=NEUTRAL
    )
    if strongest.valence == strongest.arousal == 0:
        return ()
    body = mood.moved(strongest, FELT, why)
    return (Draft(kind=RecordKind.MOOD, subject_id=mind, body=body),)
