"""Thinking on an account: every question of a mind is paid for by its timeline's budget."""

from collections.abc import Sequence
from typing import TypeVar

from npcserver.app.material.discretion import before
from npcserver.app.material.history import newest_first
from npcserver.app.material.mindset import Mindset
from npcserver.app.material.recalling import Recalled, Recalling
from npcserver.app.thoughts.budgets import Budgets
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import Ask, Asked, Asker, Question
from npcserver.model.budget import Budget
from npcserver.model.ids import TimelineId
from npcserver.model.memory import Recollection
from npcserver.model.person import Person
from npcserver.model.pondering import Pondering
from npcserver.model.purpose import Purpose
from npcserver.model.record import Draft, RecordKind
from npcserver.model.thought import Thought, Verdict
from npcserver.ports.storage import Reader
from npcserver.ports.view import View

T = TypeVar("T")


class Thinking:
    """What a thought needs besides the mind it is thought in: memories, a model, and means."""

    def __init__(
        self, asker: Asker, stream: MemoryStream, budgets: Budgets, *, profile: Profile
    ) -> None:
        self._asker = asker
        self._stream = stream
        self._budgets = budgets
        self._recalling = Recalling(stream, profile)

    @property
    def profile(self) -> Profile:
        """How memories are weighed."""
        return self._recalling.profile

    def asking(self, mindset: Mindset) -> Ask:
        """Return how this mind asks."""
        return self.asking_for(
            mindset.timeline_id,
            mindset.world.budget,
            language=mindset.language,
            seed=mindset.situation.seed,
        )

    def asking_for(
        self,
        timeline_id: TimelineId,
        budget: Budget,
        *,
        language: str,
        seed: int,
    ) -> Ask:
        """Return how somebody asks on the account of a timeline."""

        async def ask(
            question: Question[T],
            *,
            purpose: Purpose,
            material: Pondering,
            max_tokens: int,
            temperature: float | None = None,
        ) -> Asked[T]:
            account = await self._budgets.reserve(
                timeline_id, budget, purpose, max_tokens=max_tokens
            )
            if account is None:
                return Asked(answer=None, verdict=Verdict.DEFAULTED, faults=("over budget",))
            asked: Asked[T] | None = None
            try:
                asked = await self._asker.ask(
                    question,
                    purpose=purpose,
                    language=language,
                    material=material,
                    max_tokens=max_tokens,
                    seed=seed,
                    temperature=temperature,
                )
            finally:
                calls, usage = (1, None) if asked is None else (asked.calls, asked.usage)
                await self._budgets.settle(account, calls, usage)
            return asked

        return ask

    async def recall(
        self, reader: Reader, mindset: Mindset, text: str, k: int
    ) -> tuple[Recollection, ...]:
        """Return what comes to the mind at some words when it thinks: nothing that is secret."""
        found = await self.recall_before(reader, mindset, text, k, ())
        return found.recollections

    async def recall_before(
        self,
        reader: Reader,
        mindset: Mindset,
        text: str,
        k: int,
        audience: Sequence[Person],
        *,
        but_circle: str = "",
    ) -> Recalled:
        """Return what comes to the mind at some words before those who will hear of it.

        But for what was said in a circle, where one is named.
        """
        cue = await self._stream.cue(text)
        discretion = await before(mindset.view, mindset.character, audience)
        return await self._recalling.recall(
            reader,
            mindset.view,
            mindset.world.id,
            mindset.id,
            cue,
            k,
            discretion,
            but_circle=but_circle,
        )

    def receipt(
        self,
        mindset: Mindset,
        purpose: Purpose,
        asked: Asked[T],
        recalled: Sequence[Recollection] = (),
    ) -> Draft:
        """Return the record that says what a thought was made from."""
        body = asked.receipt(
            purpose,
            vantage_seq=mindset.seq,
            persona_version=mindset.authored.version,
            seed=mindset.situation.seed,
            recalled=tuple(found.as_recalled for found in recalled),
        )
        return Draft(kind=RecordKind.THOUGHT, subject_id=mindset.id, body=body)


async def last_thought_from(view: View, character_id: str, purpose: Purpose) -> int:
    """Return the seq from which a mind last had a thought of a purpose; 0 when it never has."""
    async for record in newest_first(view, character_id, (RecordKind.THOUGHT,)):
        body = record.body
        if isinstance(body, Thought) and body.purpose is purpose:
            return body.vantage_seq
    return 0
