"""Thinking on an account: every question of a mind is paid for by its timeline's budget."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from npcserver.app.context.conversation_line import Provenance
from npcserver.app.context.discretion import before
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Mindset
from npcserver.app.context.recall import LoreReader, PromptRecall, RecalledContext, recollections_of
from npcserver.app.thoughts.budgets import Budgets
from npcserver.memory.lore import NOTHING_READ
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.distortion import LineCast
from npcserver.mind.provenance import related, split
from npcserver.model.character import Person
from npcserver.model.errors import Unavailable
from npcserver.model.ids import TimelineId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.model_use import Budget, Purpose
from npcserver.model.question import TypedQuestion
from npcserver.model.record import SPEECH_KINDS, Draft, RecordKind, Source
from npcserver.model.thought import Thought
from npcserver.model.turn import RecalledMemory, ReplyAnswer
from npcserver.ports.storage import Reader
from npcserver.ports.thinker import Ask, AskResult, Check, Thinker
from npcserver.ports.view import View

T = TypeVar("T")


_LINES = 16  # memories of a talk's own words that may come to mind in it
_FRESH = 6  # memories that a later line of a talk calls up beside those that were kept


class ThoughtRuntime:
    """What a thought needs besides the mind it is thought in: memories, a model, and means."""

    def __init__(
        self,
        thinker: Thinker,
        stream: MemoryStream,
        budgets: Budgets,
        *,
        profile: Profile,
        reading: LoreReader | None = None,
    ) -> None:
        self._thinker = thinker
        self._stream = stream
        self._budgets = budgets
        self._recalling = PromptRecall(stream, profile)
        self._reading = reading

    @property
    def profile(self) -> Profile:
        """How memories are weighed."""
        return self._recalling.profile

    def asking(self, mindset: Mindset) -> Ask:
        """Return how this mind asks."""
        return self.asking_for(mindset.timeline_id, mindset.world.budget)

    def asking_for(self, timeline_id: TimelineId, budget: Budget) -> Ask:
        """Return how questions are put on the account of a timeline."""

        async def ask(question: TypedQuestion[T], check: Check[T] | None = None) -> AskResult[T]:
            return await self._budgets.ask(self._thinker, timeline_id, budget, question, check)

        return ask

    async def recall(
        self, reader: Reader, mindset: Mindset, text: str, k: int
    ) -> tuple[Recollection, ...]:
        """Return what comes to the mind at some words when it thinks: nothing that is secret."""
        found = await self.recall_before(reader, mindset, text, k, (), asked="")
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
        asked: str | None = None,
    ) -> RecalledContext:
        """Return what comes to the mind at some words before those who will hear of it.

        But for what was said in a circle, where one is named. `asked` is as in `PromptRecall`.
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
            asked=asked,
        )

    async def recall_in_talk(  # noqa: PLR0913 - what calls up what, before whom, since when
        self,
        reader: Reader,
        mindset: Mindset,
        text: str,
        k: int,
        audience: Sequence[Person],
        *,
        asked: str,
        since: int,
        kept: Sequence[RecalledMemory],
    ) -> RecalledContext:
        """Return what comes to the mind at some words in a talk that began at `since`.

        First what was `kept` from its first line of the talk, in that order; then the best of what
        else comes to mind now, but for the words of the talk itself. And what it has read that
        answers the words `asked`, if any.
        """
        cue = await self._stream.cue(text)
        cue = cue.asked(audience[0].id if audience else "", mindset.situation.now)
        view, world_id = mindset.view, mindset.world.id
        discretion = await before(view, mindset.character, audience)
        found = await self._recalling.recall(
            reader, view, world_id, mindset.id, cue, k + _LINES, discretion, asked=asked
        )
        seqs = {seq for one in kept for seq in (one.seq, *one.superseded)}
        memories = await self._stream.as_memories(
            reader, view, world_id, mindset.id, await view.get(sorted(seqs))
        )
        told, withheld = discretion.sift(recollections_of(kept, {one.seq: one for one in memories}))
        known = {one.memory.seq for one in (*told, *withheld)}
        spoken = {
            one.memory.seq
            for one in found.recollections
            if one.memory.kind in SPEECH_KINDS
            and one.memory.body.source is not Source.OVERHEARD
            and one.memory.seq > since
        }
        new = [one for one in found.recollections if one.memory.seq not in known | spoken]
        new = new[: _FRESH if told else k]
        outdated = {older.seq for one in new for older in one.superseded}
        stays = tuple(one for one in told if one.memory.seq not in outdated)
        lore = NOTHING_READ
        if self._reading is not None and asked.strip():
            about = replace(cue, text=asked)
            lore = await self._reading.found(reader, view, mindset.id, about, discretion)
        back = {one.memory.seq: one for one in (*withheld, *found.withheld)}
        return RecalledContext(
            recollections=(*stays, *new), withheld=tuple(back.values()), lore=lore
        )

    async def provenance(
        self, said: ReplyAnswer, known: Sequence[Memory], cast: LineCast, names: Sequence[str]
    ) -> Provenance:
        """Return the provenance of a line whose speaker had these memories before it.

        `names` are those of the people present.
        """
        named = [one for one in known if one.seq in said.tells]
        told = await self.told(said.say, named, cast.people)
        return Provenance.of_words(said.say, known, names, cast=cast, named=told)

    async def told(
        self, line: str, named: Sequence[Memory], people: Sequence[str]
    ) -> tuple[Memory, ...]:
        """Return the memories that a line may tell on, of those that its speaker names.

        None of them if the embedder fails: then the words tell.
        """
        if not named:
            return ()
        said = [line, *split(line)]
        known = [(one, part) for one in named for part in (one.text, *split(one.text))]
        try:
            cosines = await self._stream.cosines(said, [part for _, part in known])
        except Unavailable:
            return ()
        nearest: dict[int, float] = {}
        for (one, _), cosine in zip(known, cosines.max(axis=0), strict=True):
            nearest[one.seq] = max(nearest.get(one.seq, -1.0), float(cosine))
        return tuple(one for one in named if related(line, one.text, nearest[one.seq], people))

    def receipt(
        self,
        mindset: Mindset,
        purpose: Purpose,
        asked: AskResult[T],
        recalled: Sequence[Recollection] = (),
    ) -> Draft:
        """Return the record that says what a thought was made from."""
        body = asked.receipt(
            purpose,
            vantage_seq=mindset.seq,
            persona_version=mindset.authored.version,
            draft_seq=mindset.authored.draft_seq,
            seed=mindset.situation.seed,
            recalled=tuple(found.as_recalled for found in recalled),
        )
        return Draft(RecordKind.THOUGHT, body, mindset.id)


async def last_thought_from(view: View, character_id: str, purpose: Purpose) -> int:
    """Return the seq from which a mind last had a thought of a purpose; 0 when it never has."""
    async for record in newest_first(view, character_id, (RecordKind.THOUGHT,)):
        body = record.body
        if isinstance(body, Thought) and body.purpose is purpose:
            return body.vantage_seq
    return 0
