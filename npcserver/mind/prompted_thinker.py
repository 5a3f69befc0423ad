"""Thinking with a language model: prompts are rendered, and answers read and mended."""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import structlog

from npcserver.aio import begun
from npcserver.mind.asker import Asker, AskTuning
from npcserver.mind.reply import ReplyTuning
from npcserver.model.errors import ModelTruncated
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import ContextLimit, PromptProfile
from npcserver.model.question import TypedQuestion
from npcserver.model.turn import ReplyText
from npcserver.ports.language_model import (
    CallLane,
    CallTimeouts,
    Finished,
    LanguageModel,
    PromptBudget,
    Request,
)
from npcserver.ports.observer import span
from npcserver.ports.thinker import AskResult, Check, PromptSent, ReplyPart
from npcserver.prompts.budget import FittedPrompt, fit
from npcserver.prompts.catalogue import QUESTION_OF
from npcserver.prompts.question import WHOLE_PROMPT
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion, asks_the_time, reply_schema
from npcserver.prompts.reply_reader import SayReader
from npcserver.prompts.sections import remarks, request_to_act, unquoted
from npcserver.prompts.tokens import estimate_tokens

T = TypeVar("T")

_AGAIN = 1.0
"""Temperature of a second reply: with little chance a small model only repeats itself."""

_CLOCK = re.compile(r"\d:\d\d")
_log = structlog.get_logger(__name__)


class PromptedThinker:
    """Renders prompts for a language model; `budget` says how long they may be at the moment.

    Replies are bounded by the budget of `replies`.
    """

    def __init__(
        self,
        model: LanguageModel,
        templates: Templates,
        *,
        thoughts: AskTuning | None = None,
        replies: ReplyTuning | None = None,
        budget: PromptBudget | None = None,
    ) -> None:
        self._model = model
        self._templates = templates
        self._budget = budget or WHOLE_PROMPT
        self._asker = Asker(model, templates, thoughts, self._budget)
        self._replies = replies or ReplyTuning()

    @property
    def name(self) -> str:
        """Name of the model."""
        return self._model.name

    async def think(
        self, question: TypedQuestion[T], check: Check[T] | None = None
    ) -> AskResult[T]:
        """Return the answer of the model; see `Asker.ask`."""
        purpose, tokens = question.purpose, question.answer_tokens
        put: Any = QUESTION_OF[type(question)].of(question, self._budget(purpose, tokens))
        return await self._asker.ask(
            put,
            purpose=purpose,
            language=question.language,
            max_tokens=tokens,
            seed=question.seed,
            temperature=put.temperature,
            lane=CallLane.PLAYER if purpose is Purpose.INTERVIEW else CallLane.BACKGROUND,
            check=check,
        )

    async def reply(
        self, scene: ReplyInput, patience: CallTimeouts, *, is_again: bool = False
    ) -> AsyncGenerator[ReplyPart, None]:
        """Yield the prompt, what the model says as it comes, its price, and the whole answer."""
        tuning, loop = self._replies, asyncio.get_running_loop()
        began = loop.time()
        with span("prompt"):
            put = _RenderedReply.of(scene, self._templates, tuning)
        # Of a turn that ends by its own deadline the model reads on: the call has to know of it.
        left = max(patience.total - (loop.time() - began), 0.05)
        request = Request(
            purpose=Purpose.REPLY,
            messages=put.fitted.messages,
            schema=put.schema,
            schema_name="reply",
            max_tokens=tuning.max_tokens,
            temperature=max(tuning.temperature, _AGAIN) if is_again else tuning.temperature,
            seed=scene.seed + is_again,
            lane=CallLane.PLAYER,
            flow=scene.playthrough,
            patience=replace(patience, total=left),
        )
        reader = SayReader()
        is_finished = False
        async with begun(self._model.generate(request)) as fragments:
            # What is needed of the prompt besides is made while the model thinks.
            await asyncio.sleep(0)
            yield put.sent(self._templates, scene)
            async for fragment in fragments:
                if isinstance(fragment, Finished):
                    is_finished = True
                    yield fragment
                    break
                growth = reader.feed(fragment)
                yield ReplyText(
                    growth=growth,
                    emotion=reader.emotion,
                    is_felt_first=reader.is_felt_first,
                    is_closed=reader.is_closed,
                    is_plain=reader.is_plain,
                    written=reader.answer,
                )
                if reader.is_overlong:
                    break
        if not (is_finished or reader.is_overlong):
            raise ModelTruncated("the answer ended without saying that it was finished")
        answer = reader.finish()
        wish, wished = put.asked_for, {name for name, _ in answer.intents}
        if wish is not None and answer.does and wish[0] not in wished:
            answer = replace(answer, intents=(wish, *answer.intents))  # it says that it does it
        yield answer


@dataclass(frozen=True, slots=True)
class _RenderedReply:
    """The question what to reply, as it is put: what fits of it, and the form of an answer.

    `asked_for` is the offered action that the words plainly ask for, None where they do not.
    """

    fitted: FittedPrompt
    template_digest: str
    profile: PromptProfile
    budget: int
    context_limit: ContextLimit | None
    schema: Mapping[str, Any]
    asked_for: tuple[str, Mapping[str, object]] | None

    @classmethod
    def of(cls, scene: ReplyInput, templates: Templates, tuning: ReplyTuning) -> "_RenderedReply":
        """Render the question, with as much as fits in the budget."""
        language, profile = scene.character.persona.language, tuning.profile()
        budget = tuning.prompt_budget()
        whole = ReplyQuestion.of(scene, profile, tuning.fact(scene, profile))
        fitted = fit(whole, templates, language, budget)
        question = fitted.question
        if fitted.tokens > budget:
            _log.warning(
                "prompt_exceeds_budget",
                template=whole.template,
                tokens=fitted.tokens,
                budget=budget,
                advice="shorten the template or enlarge the context; see npcserver check",
            )
        asked_for = question.wish_asked_for()
        schema = reply_schema(
            question.offered(scene.affordances),
            question.within_reach(scene.entities),
            len(question.pledges),
            tuning.max_tokens,
            language,
            profile=profile,
            asks_to_act=asked_for is not None,
        )
        digest = templates.digest(whole.template, language)
        return cls(fitted, digest, profile, budget, tuning.context_limit(), schema, asked_for)

    def sent(self, templates: Templates, scene: ReplyInput) -> PromptSent:
        """Return the prompt with what receipts and the guard of the answer need of it."""
        language, fitted = scene.character.persona.language, self.fitted
        question, messages = fitted.question, fitted.messages
        is_time_asked = asks_the_time(scene.heard)
        is_shortened = any(part.left_out or part.cut for part in fitted.parts)
        return PromptSent(
            template=question.template,
            template_digest=self.template_digest,
            messages=messages,
            parts=fitted.parts,
            profile=self.profile,
            budget=self.budget,
            context_limit=self.context_limit if is_shortened else None,
            tokens=sum(estimate_tokens(message.text) for message in messages),
            canary=question.canary,
            instructions=question.instructions(templates, language),
            context=unquoted(messages[0].text),
            # which nobody says; the one with the time may answer who asks for it
            remarks=tuple(
                line
                for line in remarks(fitted.notes)
                if not (is_time_asked and _CLOCK.search(line))
            ),
            label=question.label(messages[-1].text),
            hint=request_to_act(fitted.notes),
            fact=question.fact,
        )
