"""What a game asks of a character in one turn."""

from dataclasses import dataclass

from npcserver.model.affordance import Affordance, Entity
from npcserver.model.bounds import Language, Words
from npcserver.model.character import Person
from npcserver.model.circle import CircleStandpoint
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import TurnTaken
from npcserver.model.secret import Secret, whispered
from npcserver.model.senses import Loudness
from npcserver.model.world import World
from npcserver.ports.storage import RequestKey


@dataclass(frozen=True, slots=True, kw_only=True)
class SayToCharacter:
    """Words for a character, and what the game offers at this moment.

    `affordances` and `entities` of None are those of the world. Private words are not overheard,
    and neither is the answer; of a whisper those next to the two catch a word. In a `circle` the
    words were said, and stored, before: only the answer is new. They are empty where there are
    none.

    The caller waits `beat_seconds` for a sign that it was heard and `total_seconds` for the whole
    turn; None where it does not say. `language` is that of the words; empty for that of the
    timeline.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    speaker: Person
    text: Words
    affordances: tuple[Affordance, ...] | None = ()
    entities: tuple[Entity, ...] | None = ()
    want_deltas: bool = False
    is_private: bool = False
    circle: CircleStandpoint | None = None
    key: RequestKey | None = None
    for_player: str = ""
    beat_seconds: float | None = None
    total_seconds: float | None = None
    language: Language = ""
    loudness: Loudness = Loudness.TALK

    @property
    def is_confidential(self) -> bool:
        """Whether nobody else hears whole what is said and answered."""
        return self.is_private or self.loudness is Loudness.WHISPER

    @property
    def player_id(self) -> str:
        """The player whose budget pays: `for_player`, else a player who speaks; else empty."""
        return self.for_player or (self.speaker.id if self.speaker.is_player else "")

    @property
    def calls_up(self) -> str:
        """The cue for recall: the words, or the names of those present where there are none."""
        if self.text or self.circle is None:
            return self.text
        return ", ".join(one.name for one in self.circle.others)


def said_in(
    turn: TurnTaken, timeline_id: TimelineId, character_id: CharacterId, *, is_player: bool
) -> SayToCharacter:
    """Return the words that a turn answered, with what the game offered then."""
    return SayToCharacter(
        timeline_id=timeline_id,
        character_id=character_id,
        speaker=Person(id=turn.speaker_id, name=turn.speaker_name, is_player=is_player),
        text=turn.heard,
        affordances=turn.affordances,
        entities=turn.entities,
        want_deltas=turn.want_deltas,
        is_private=turn.is_private,
        circle=turn.circle,
        language=turn.language,
        loudness=turn.loudness,
    )


def private_words(say: SayToCharacter, world: World) -> tuple[Secret, ...]:
    """Return the secret that protects a whispered or private turn; empty for words said aloud.

    Those who heard it may be told. Where a world `has_gossip`, private words are no secret.
    """
    if say.circle is not None:
        among = [one.id for one in say.circle.hearers] if say.circle.is_whisper else []
    else:
        among = [say.speaker.id] if say.is_confidential and not world.has_gossip else []
    return (whispered((say.character_id, *among)),) if among else ()
