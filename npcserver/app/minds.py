"""Looking into minds: what a character does, means, feels and believes, seen from one vantage."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from npcserver.app.context.commitments import commitments_of
from npcserver.app.context.mindset import (
    Minds,
    Mindset,
    beliefs,
    latest,
    standing_of,
    standings,
)
from npcserver.app.context.town_knowledge import in_words, known_places
from npcserver.app.thoughts.budgets import Budgets
from npcserver.model.act import Acting
from npcserver.model.commitment import Commitment
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.person import Person
from npcserver.model.record import RecordKind
from npcserver.model.thought import Conversed, Spent
from npcserver.model.timeline import Vantage
from npcserver.ports.view import View

_OF_THE_TIMELINE = ""
_PLACES = 500
_COMMITMENTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MindView:
    """A mind with all that can be shown of it.

    `act` is what it does at that moment. `standings` are to everybody it knows of, the most
    familiar first; `beliefs` the strongest first. `conversation` is the one under way, `spent` what
    the game day has cost the timeline: at the head all that is known of it, at an earlier position
    what the accounts in the log had come to. `surroundings` are what it knows of places, in words.
    `commitments` are the promises it made or was given, the open ones first.
    """

    mindset: Mindset
    act: Acting | None = None
    standings: tuple[Standing, ...]
    beliefs: tuple[Belief, ...]
    conversation: Conversed | None = None
    spent: Spent | None = None
    surroundings: tuple[str, ...] = ()
    commitments: tuple[Commitment, ...] = ()


class MindViews:
    """The use case of `CharacterService.GetMind`. It leaves no trace."""

    def __init__(self, minds: Minds, budgets: Budgets) -> None:
        self._minds = minds
        self._budgets = budgets

    async def get(
        self, timeline_id: TimelineId, character_id: CharacterId, seq: int | None = None
    ) -> MindView:
        """Return a mind as `seq` sees it, by default the head. Raises `NotFound`."""
        async with self._minds.store.read() as reader:
            head = (await reader.timeline(timeline_id)).vantage
            view = await reader.at(head if seq is None else Vantage(timeline_id, seq))
            mindset = await self._minds.load_at(reader, view, character_id)
            moved = await standings(view, character_id)
            known = await known_places(reader, view, mindset.world, mindset.character)
            found = MindView(
                mindset=mindset,
                act=_at(mindset.act, mindset.situation.now),
                standings=_everybody(mindset, moved),
                beliefs=await beliefs(view, character_id),
                conversation=await _conversation(view, character_id),
                spent=await _spent(view, mindset),
                surroundings=in_words(known[:_PLACES], mindset.language),
                commitments=(await commitments_of(view, character_id))[:_COMMITMENTS],
            )
        if view.vantage != head:
            return found
        return replace(found, spent=await self._budgets.standing(timeline_id))


def _at(act: Acting | None, now: datetime) -> Acting | None:
    return act if act is not None and now < act.ends_at else None


def _everybody(mindset: Mindset, moved: Mapping[str, Standing]) -> tuple[Standing, ...]:
    """Return the standings in the log, and those authored to people that play has not moved."""
    authored = {relation.to_id for relation in mindset.character.persona.relations}
    moved = {
        other: standing
        for other, standing in moved.items()
        if not (standing.is_first and other in authored)
    }
    found = list(moved.values())
    for relation in mindset.character.persona.relations:
        known = mindset.present.get(relation.to_id)
        # Whom an author wrote of without putting them in the world has a name and no id.
        other = Person(id=relation.to_id, name=relation.to) if known is None else known.person
        if relation.to_id not in moved:
            found.append(standing_of(relation, other))
    return tuple(sorted(found, key=lambda one: (-one.familiarity, one.other_name, one.other_id)))


async def _conversation(view: View, character_id: CharacterId) -> Conversed | None:
    found = await latest(view, RecordKind.CONVERSATION, character_id, Conversed)
    return None if found is None or found.is_over else found


async def _spent(view: View, mindset: Mindset) -> Spent | None:
    found = await latest(view, RecordKind.SPENDING, _OF_THE_TIMELINE, Spent)
    today = mindset.situation.now.date().isoformat()
    return found if found is not None and found.day == today else None
