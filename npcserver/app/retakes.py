"""Retakes: the words of a turn said again on a branch that begins just before it."""

from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum

from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.turn_request import said_in
from npcserver.app.timelines import Timelines
from npcserver.model.affordance import ActionIntent
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import Record, TurnTaken
from npcserver.model.timeline import Timeline
from npcserver.model.turn import IntentProposed, Line, TurnEvent, TurnFinished, TurnOutcome
from npcserver.ports.storage import Store


class RetakeProblem(StrEnum):
    """Why a turn cannot be said again."""

    IS_CIRCLE = "is_circle"  # or nobody said anything
    IS_AMONG_CHARACTERS = "is_among_characters"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetakenTurn:
    """What a character said on a branch. `finished` is None if the turn never ended."""

    text: str
    intents: tuple[ActionIntent, ...] = ()
    finished: TurnFinished | None = None

    @classmethod
    def of(cls, events: tuple[TurnEvent, ...]) -> "RetakenTurn":
        """Return what some events of a turn tell."""
        return cls(
            text=" ".join(one.text for one in events if isinstance(one, Line)),
            intents=tuple(one.intent for one in events if isinstance(one, IntentProposed)),
            finished=next((one for one in events if isinstance(one, TurnFinished)), None),
        )

    @property
    def is_without_model(self) -> bool:
        """Whether no model was asked, or none answered: the line is authored."""
        return self.finished is None or self.finished.outcome in (
            TurnOutcome.FALLBACK,
            TurnOutcome.OVER_BUDGET,
            TurnOutcome.SHED,
        )


class Retakes:
    """Says the words of a turn again on branches."""

    def __init__(self, store: Store, timelines: Timelines, dialogue: Dialogue) -> None:
        self._store = store
        self._timelines = timelines
        self._dialogue = dialogue

    async def problem(self, world_id: WorldId, turn: TurnTaken) -> RetakeProblem | None:
        """Return why a turn cannot be said again; None where it can."""
        if turn.circle is not None or not turn.heard:
            return RetakeProblem.IS_CIRCLE
        async with self._store.read() as reader:
            try:
                await reader.character(world_id, CharacterId(turn.speaker_id))
            except NotFound:
                return None
        return RetakeProblem.IS_AMONG_CHARACTERS

    async def branch(
        self, timeline_id: TimelineId, turn: TurnTaken, label: str, *, is_played_on: bool = True
    ) -> Timeline:
        """Start the branch of a turn that a timeline sees."""
        return await self._timelines.branch(
            timeline_id=timeline_id,
            seq=turn.receipt.vantage_seq,
            label=label,
            is_played_on=is_played_on,
        )

    async def say(
        self, branch_id: TimelineId, record: Record, turn: TurnTaken, words: str
    ) -> RetakenTurn:
        """Say words on a branch as the player of a turn, with all that the turn was offered.

        What the world offers is offered as the branch has it, so with its drafts.
        """
        taken = said_in(turn, branch_id, record.character_id, is_player=True)
        say = replace(taken, text=words, want_deltas=False, circle=None)
        async with self._store.read() as reader:
            world = await reader.world((await reader.timeline(branch_id)).world_id)
        if turn.affordances == world.affordances:
            say = replace(say, affordances=None)
        async with aclosing(self._dialogue.say(say)) as events:
            return RetakenTurn.of(tuple([one async for one in events]))
