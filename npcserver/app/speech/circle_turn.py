"""What a turn in a circle leaves: what was heard stands in minds already, so only the answer does.

An answer is for whom its words address (`mind.turn_taking`); a whisper is for those in it.
"""

from dataclasses import dataclass, replace

from npcserver.app.material.audience import circle_listeners
from npcserver.app.material.circles import gathered
from npcserver.app.material.line import Listener
from npcserver.app.speech.promising import Exchanged
from npcserver.mind.notes import Reply
from npcserver.mind.turn_taking import Moment, Rule, Uttered, Voice, addressees
from npcserver.model.circle import InCircle
from npcserver.model.errors import NotFound
from npcserver.model.ids import TurnId
from npcserver.model.person import Person
from npcserver.model.record import Draft
from npcserver.model.scene import Scene
from npcserver.model.turn import Rung
from npcserver.ports.storage import Reader
from npcserver.ports.view import View

_OTHERS = 100  # more promises than one turn makes to whom it answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a character said in a circle, to words of somebody in it, or to nobody's.

    Whom it is for is told by the rules of the turn (`InCircle.rule`): a replay finds what was kept.
    """

    circle: InCircle
    speaker: Person
    partner: Person
    heard: str
    said: str

    @property
    def to_ids(self) -> tuple[str, ...]:
        """Whom the words are for; empty for all."""
        if self.circle.is_whisper:
            return tuple(one.id for one in self.circle.hearers)
        voices = (self.speaker, *self.circle.others)
        before = (Uttered(speaker_id=self.partner.id, text=self.heard, to_ids=self._heard_by),)
        moment = Moment(
            voices=tuple(map(voice_of, voices)),
            lines=(
                *(before if self.heard else ()),
                Uttered(speaker_id=self.speaker.id, text=self.said),
            ),
            rule=Rule(self.circle.rule),
        )
        return addressees(moment)

    @property
    def to(self) -> Person | None:
        """The one whom the words are for, None where they are for several or for all."""
        to_ids = self.to_ids
        found = [one for one in self.circle.others if one.id in to_ids]
        return found[0] if len(found) == 1 else None

    @property
    def _heard_by(self) -> tuple[str, ...]:
        return (self.speaker.id,) if self.circle.is_addressed else ()

    def promised(self, scene: Scene, reply: Reply, turn_id: TurnId) -> tuple[Draft, ...]:
        """Return how promises stand after it.

        What a player promised counts where it was said to this character, and what a character
        promised was noted when it said so. Its own promises are made to whom its words are for,
        else to whom they answer.
        """
        is_own = reply.rung is not Rung.AUTHORED
        is_told = self.circle.is_addressed and self.partner.is_player
        exchanged = Exchanged(
            speaker=self.speaker,
            partner=self.partner,
            turn_id=turn_id,
            now=scene.now,
            own=self.said if is_own else "",
            heard=self.heard if is_told else "",
            named=reply.promises if is_own else (),
            verdicts=reply.verdicts if is_own else (),
            shown=scene.commitments,
            secrets=scene.secrets,
            language=scene.character.persona.language,
        )
        to = self.to
        if to is None or to.id == self.partner.id:
            return exchanged.drafts()
        theirs = replace(exchanged, own="")
        own = replace(exchanged, partner=to, heard="", verdicts=(), shown=(), after=_OTHERS)
        return (*theirs.drafts(), *own.drafts())


def voice_of(person: Person) -> Voice:
    """Return somebody as the rules of taking turns know them, without a stake in anything."""
    return Voice(id=person.id, name=person.name, is_player=person.is_player)


async def listeners_of(
    reader: Reader, view: View, circle: InCircle, speaker: Person
) -> tuple[Listener, ...]:
    """Return the characters who hear an answer that is stored at a vantage.

    Those for whom it was made, as far as they still stand there: whoever joined since it was begun
    has missed it.
    """
    try:
        found = await gathered(reader, view, circle.circle_id)
    except NotFound:  # a save of before the circle was loaded: nobody stands there
        return ()
    among = tuple(one.id for one in circle.hearers)
    return await circle_listeners(reader, view, found, speaker, among)
