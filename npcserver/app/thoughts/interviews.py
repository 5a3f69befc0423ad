"""Interviewing a character: it answers from memory and keeps nothing of it.

What it answers from can be taken away in parts, which is how Generative Agents (section 6.1) shows
what observation, reflection and planning are each good for: the same memories, less and less of
them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

import structlog

from npcserver.app.budget_accounts import Hold
from npcserver.app.context.commitments import commitments_of, is_unsettled
from npcserver.app.context.discretion import before
from npcserver.app.context.mindset import (
    Minds,
    Mindset,
    acquainted_with,
    settled_standings,
    standings,
)
from npcserver.app.context.open_intents import lately, recent_attempts
from npcserver.app.context.recall import LoreReader, PromptRecall, cue_of
from npcserver.app.context.town_knowledge import town_facts
from npcserver.app.memories import view_at
from npcserver.app.thoughts.budgets import Budgets
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import NOTHING_READ
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.authored_lines import fallback_line
from npcserver.mind.reply_trace import AUTHORED
from npcserver.model.bounds import Seq, Words
from npcserver.model.budget_accounts import BudgetReached, Payer
from npcserver.model.errors import InvalidInput, ModelFault
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.inputs import INTERVIEWER, InterviewInput
from npcserver.model.memory import Recollection
from npcserver.model.record import MEMORY_KINDS, RecordKind
from npcserver.model.turn import Usage
from npcserver.ports.storage import Reader
from npcserver.ports.thinker import AskResult, Thinker
from npcserver.prompts.render import Templates

T = TypeVar("T")
_log = structlog.get_logger(__name__)


class InterviewAblation(StrEnum):
    """What is taken away from a mind for an interview."""

    OBSERVATION = "observation"  # all it perceived, heard and said, and what it was given
    REFLECTION = "reflection"  # what it inferred, and what it makes of others
    PLAN = "plan"  # what it means to do, does, and who it means to be


NO_ABLATION: frozenset[InterviewAblation] = frozenset()

_KINDS: Mapping[InterviewAblation, frozenset[RecordKind]] = MappingProxyType(
    {
        InterviewAblation.OBSERVATION: frozenset(
            {RecordKind.OBSERVATION, RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.WHISPER}
        ),
        InterviewAblation.REFLECTION: frozenset({RecordKind.REFLECTION}),
        InterviewAblation.PLAN: frozenset({RecordKind.PLAN}),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InterviewAnswer:
    """What was answered, from what, and at what price.

    `is_default` says that no model answered: the words are the author's, or the server's.
    """

    answer: str
    recollections: tuple[Recollection, ...] = ()
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    is_default: bool = False


class Interviews:
    """The use case of `PersonaService.Interview`. It leaves no trace: no record, no access."""

    def __init__(  # noqa: PLR0913 - what an interview takes, and what pays for it
        self,
        minds: Minds,
        thinker: Thinker,
        stream: MemoryStream,
        templates: Templates,
        *,
        profile: Profile,
        recall: int = 20,
        reading: LoreReader | None = None,
        budgets: Budgets | None = None,
    ) -> None:
        self._minds = minds
        self._thinker = thinker
        self._stream = stream
        self._templates = templates
        self._recalling = PromptRecall(stream, profile)
        self._recall = recall
        self._reading = reading
        self._budgets = budgets

    async def interview(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        question: Words,
        seq: Seq | None = None,
        ablations: frozenset[InterviewAblation] = NO_ABLATION,
    ) -> InterviewAnswer:
        """Return the answer of a character. Raises `NotFound`, or `InvalidInput` for no question.

        Where no model can answer, or a budget of the day is used up, the character says so in the
        words of its author.
        """
        if not question.strip():
            raise InvalidInput("question", "is blank; ask something")
        cue, _ = await cue_of(self._stream, question)
        async with self._minds.store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            mindset = await self._minds.load_at(reader, view, character_id)
            cue = cue.asked("", mindset.situation.now)
            taken = {kind for ablation in ablations for kind in _KINDS[ablation]}
            kinds = tuple(kind for kind in MEMORY_KINDS if kind not in taken)
            recalled: tuple[Recollection, ...] = ()
            if kinds:
                found = await self._recalling.recall(
                    reader, view, mindset.world.id, mindset.id, cue, self._recall,
                    await before(view, mindset.character, ()), kinds=kinds,
                )  # fmt: skip
                recalled = found.recollections
            moved = await standings(view, mindset.id)
            is_planned = InterviewAblation.PLAN not in ablations
            situation, who = mindset.situation, mindset.character
            if not is_planned:  # it does and means nothing that its author did not write
                situation = replace(situation, act=None, currently=who.persona.currently)
            is_reflected = InterviewAblation.REFLECTION not in ablations
            stood = settled_standings(who, moved) if is_reflected else {}
            exchange = InterviewInput(
                situation=situation,
                question=question.strip(),
                recollections=recalled,
                day=mindset.day if is_planned else None,
                standings=tuple(stood.values()),
            )
            if InterviewAblation.OBSERVATION not in ablations:
                exchange = await self._knowing(reader, mindset, cue, moved, exchange)
        if not is_planned:
            exchange = replace(exchange, commitments=(), attempts=())
        payer = Payer(world_id=mindset.world.id, timeline_id=timeline_id, purpose=exchange.purpose)
        # An interview counts as talk, not as a thought.
        hold: Hold | BudgetReached = Hold()
        if self._budgets is not None:
            hold = await self._budgets.hold(payer, exchange.answer_tokens)
        return await self._answered(exchange, hold)

    async def _knowing(
        self,
        reader: Reader,
        mindset: Mindset,
        cue: Cue,
        moved: Mapping[str, Standing],
        exchange: InterviewInput,
    ) -> InterviewInput:
        """Return an interview with what a character knows besides its memories, but no secrets."""
        view, who = mindset.view, mindset.character
        discretion = await before(view, who, ())
        lore = NOTHING_READ
        if self._reading is not None:
            lore = await self._reading.found(reader, view, who.id, cue, discretion)
        records = await lately(view, who.id)
        tried = recent_attempts(records, mindset.situation.now, mindset.language, discretion)
        promised = await commitments_of(view, who.id)
        return replace(
            exchange,
            town=await town_facts(
                reader, view, mindset.world, who, mindset.present[who.id].place_id,
                acquainted=acquainted_with(who, moved), spoken=(cue.text,),
            ),
            lore=lore.quotes,
            commitments=tuple(
                one for one in promised if is_unsettled(one) and discretion.may_tell(one.secrets)
            ),
            attempts=tuple(one.attempt for one in tried),
        )  # fmt: skip

    async def _answered(
        self, question: InterviewInput, hold: Hold | BudgetReached
    ) -> InterviewAnswer:
        asked: AskResult[str] = AskResult(answer=None)
        if isinstance(hold, BudgetReached):
            _log.info("interview_unanswered", error=hold.fault)
        else:
            asked = await self._asked(question, hold)
        is_default, answer = asked.answer is None, asked.answer
        if answer is None:
            scene = question.situation.scene(INTERVIEWER, question.question)
            answer = fallback_line(scene, self._templates).text
        return InterviewAnswer(
            answer=answer,
            recollections=question.recollections,
            model=AUTHORED if is_default else asked.model,
            usage=asked.usage,
            is_default=is_default,
        )

    async def _asked(self, question: InterviewInput, hold: Hold) -> AskResult[str]:
        """Ask, and pay for it; a call that broke off may have cost all that was held."""
        cost = hold.most
        try:
            asked = await self._thinker.think(question)
            if self._budgets is not None:
                cost = self._budgets.price(question.purpose, asked.usage, asked.calls)
        except ModelFault as fault:
            _log.warning("interview_unanswered", error=fault)
            return AskResult(answer=None)
        finally:
            hold.settle(cost)
        return asked
