"""The reply to what was heard: one question, one model call, and always a line.

The ladder, under one absolute deadline (`patience.total`):

1. the model; its wrapper may have retried before the first word. Where the endpoint finds the
   prompt too long it is asked once more, with a prompt for the budget as it is by then; where
   the answer begins with what nobody says, once more with another seed;
2. it failed and nothing was spoken: the `fallback` model, if there is one and most of the time is
   left;
3. the `rescue` thinker (the offline actor), which takes no time;
4. a line an author wrote.

Once a word went out nothing restarts. A fault after that keeps the whole sentences and ends the
turn CUT_SHORT, trailing off if a sentence was torn. Intents come only from an answer that
finished and could be read.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import partial

import structlog

from npcserver.mind.authored_lines import fallback_line, trailing_line
from npcserver.mind.beats import due_lines
from npcserver.mind.copied_words import copied_by_small_models, others_description
from npcserver.mind.intents import sift, things_unnamed
from npcserver.mind.reply_trace import AUTHORED, ReplyTrace
from npcserver.mind.speech_stream import InstructionsRecited, RecitalGuard, SpeechStream
from npcserver.model.action_request import priced
from npcserver.model.errors import (
    Fault,
    ModelTooSlow,
    ModelTruncated,
    PromptTooLong,
    Unspeakable,
    unforeseen,
)
from npcserver.model.ids import IntentId
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.prompt import ContextLimit, PromptProfile
from npcserver.model.turn import (
    BY_RULE,
    IntentProposed,
    Line,
    LineDelta,
    Origin,
    OriginKind,
    ReplyAnswer,
    ReplyText,
    Rung,
    TurnOutcome,
    Usage,
)
from npcserver.ports.clock import Clock
from npcserver.ports.language_model import (
    CallLane,
    CallTimeouts,
    Finished,
    Message,
    PromptBudget,
    Request,
)
from npcserver.ports.thinker import PromptSent, ReplyPart, Thinker
from npcserver.prompts.budget import fit
from npcserver.prompts.garbage import scripts_of
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.tokens import estimate_tokens

_LEAST_SECONDS = 0.1  # for a call that begins at the last moment


Part = Line | LineDelta | IntentProposed | ReplyTrace

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyTuning:
    """How a reply is asked for.

    `patience_now` is asked at the beginning of each turn, `profile_now` for each prompt; where they
    are None, `patience` and `prompt_profile` hold.
    `budget` bounds the estimated prompt and is asked anew for each call; where it is None,
    `prompt_tokens` does. `limit_now` returns the proven context that bounds it, if there is one.
    `look_up` returns the fact that answers the words heard, "" where there is none; smaller models
    than those of the full profile are told it last.
    `fallback_within` is the share of `patience.total` in which the fallback
    model may still start.
    """

    patience: CallTimeouts = field(default_factory=CallTimeouts)
    max_tokens: int = 300
    temperature: float = 0.8
    prompt_tokens: int = 8192
    budget: PromptBudget | None = None
    prompt_profile: PromptProfile = PromptProfile.FULL
    patience_now: Callable[[], CallTimeouts] | None = None
    profile_now: Callable[[], PromptProfile] | None = None
    limit_now: Callable[[Purpose], ContextLimit | None] | None = None
    look_up: Callable[[ReplyInput], str] | None = None
    fallback_within: float = 0.6

    def profile(self) -> PromptProfile:
        """Return how much a prompt asks of the model at present."""
        return self.prompt_profile if self.profile_now is None else self.profile_now()

    def fact(self, scene: ReplyInput, profile: PromptProfile) -> str:
        """Return the fact that a prompt of this profile ends with, "" for none."""
        if self.look_up is None or profile is PromptProfile.FULL:
            return ""
        return self.look_up(scene)

    def context_limit(self) -> ContextLimit | None:
        """Return the proven context that bounds the next prompt, None if there is none."""
        return None if self.limit_now is None else self.limit_now(Purpose.REPLY)

    def prompt_budget(self) -> int:
        """Return how many tokens the next prompt may have, by estimate."""
        if self.budget is None:
            return self.prompt_tokens
        return self.budget(Purpose.REPLY, self.max_tokens)


async def reply(  # noqa: PLR0913 - what a turn needs, each injected by app
    scene: ReplyInput,
    *,
    thinker: Thinker,
    rescue: Thinker | None,
    fallback: Thinker | None = None,
    templates: Templates,
    tuning: ReplyTuning,
    new_intent_id: Callable[[], IntentId],
    clock: Clock,
    want_deltas: bool = False,
    notes: ReplyTrace | None = None,
    deadline: float | None = None,
    over_budget: str = "",
) -> AsyncGenerator[Part, None]:
    """Yield lines (and deltas) as they come, then intents, then exactly one `ReplyTrace`.

    Raises no fault of a model or template: those cost an authored line. `notes`, if given, holds
    what is known so far, for a caller that closes the generator early. Deltas are provisional
    until their `Line`, which is what was said. The `deadline`, in monotonic seconds, bounds the
    patience of the tuning. With the reason `over_budget` no thinker is asked,
    and the character says an authored line.
    """
    patience = tuning.patience if tuning.patience_now is None else tuning.patience_now()
    if deadline is not None:
        left = max(deadline - clock.monotonic(), _LEAST_SECONDS)
        patience = replace(patience, total=min(patience.total, left))
    tuning = replace(tuning, patience=patience)
    attempt = _Reply(
        scene=scene,
        templates=templates,
        tuning=tuning,
        new_intent_id=new_intent_id,
        clock=clock,
        want_deltas=want_deltas,
        notes=notes or ReplyTrace(),
    )
    said = attempt.unpaid(over_budget) if over_budget else attempt.parts(thinker, fallback, rescue)
    async with aclosing(said) as parts:
        async for part in parts:
            attempt.notes.word_went_out(clock)
            yield part


@dataclass(slots=True, kw_only=True)
class _Reply:
    scene: ReplyInput
    templates: Templates
    tuning: ReplyTuning
    new_intent_id: Callable[[], IntentId]
    clock: Clock
    want_deltas: bool
    notes: ReplyTrace

    async def unpaid(self, reason: str) -> AsyncGenerator[Part, None]:
        """Say an authored line in place of one that would cost something."""
        self.notes.begin(self.clock)
        self.notes.model, self.notes.rung = AUTHORED, Rung.AUTHORED
        self.notes.faults += (reason,)
        yield (line := fallback_line(self.scene, self.templates))
        for due in due_lines(self.scene, line.text):
            yield due
        yield self.notes.so_far(TurnOutcome.OVER_BUDGET)

    async def parts(
        self, thinker: Thinker, fallback: Thinker | None, rescue: Thinker | None
    ) -> AsyncGenerator[Part, None]:
        """Speak, and tell the story beats that are due where the words did not."""
        said = ""
        async with aclosing(self._ladder(thinker, fallback, rescue)) as parts:
            async for part in parts:
                if isinstance(part, Line):
                    said = f"{said} {part.text}"
                if isinstance(part, ReplyTrace):
                    for line in due_lines(self.scene, said):
                        yield line
                yield part

    async def _ladder(
        self, thinker: Thinker, fallback: Thinker | None, rescue: Thinker | None
    ) -> AsyncGenerator[Part, None]:
        """Climb the ladder until a thinker has spoken."""
        begun = self.notes.begin(self.clock)
        total = self.tuning.patience.total
        early = total * self.tuning.fallback_within
        ladder = (
            (thinker, TurnOutcome.COMPLETED, Rung.PRIMARY, total),
            (fallback, TurnOutcome.FALLBACK, Rung.FALLBACK_MODEL, early),
            (rescue, TurnOutcome.FALLBACK, Rung.OFFLINE, total),
        )
        for actor, outcome, rung, within in ladder:
            if actor is None or self.clock.monotonic() >= begun + within:
                continue
            self.notes.model, self.notes.rung = actor.name, rung
            async with aclosing(self._attempt(actor, outcome, rung, begun)) as parts:
                async for part in parts:
                    yield part
                    if isinstance(part, ReplyTrace):
                        return
        self.notes.model, self.notes.rung = AUTHORED, Rung.AUTHORED
        yield fallback_line(self.scene, self.templates)
        yield self.notes.so_far(TurnOutcome.FALLBACK)

    async def _attempt(
        self, actor: Thinker, outcome: TurnOutcome, rung: Rung, begun: float
    ) -> AsyncGenerator[Part, None]:
        """Let one thinker try; the last part is a `ReplyTrace` unless nothing was spoken."""
        performance = self._performance(rung, is_again=False)
        try:
            deadline = begun + self.tuning.patience.total
            for again in (False, True):
                if again:
                    performance = self._performance(rung, is_again=True)
                try:
                    async with aclosing(
                        self._act(actor, performance, deadline, is_again=again)
                    ) as events:
                        async for event in events:
                            yield event
                    break
                except (PromptTooLong, Unspeakable) as fault:
                    is_late = self.clock.monotonic() >= deadline
                    if again or is_late or performance.has_begun or rung is not Rung.PRIMARY:
                        raise
                    self.notes.add_fault(fault)
                    if isinstance(fault, Unspeakable):
                        self.notes.rung = Rung.RETRY
        except Exception as error:  # noqa: BLE001 - whatever an answer broke, a turn has a line
            saved = self._saved(performance, self._note_fault(error))
            for part in saved:
                yield part
            if not (saved or performance.has_begun):
                return
            outcome = TurnOutcome.CUT_SHORT
        yield self.notes.so_far(outcome)

    async def _act(
        self, actor: Thinker, performance: SpeechStream, deadline: float, *, is_again: bool
    ) -> AsyncGenerator[Line | LineDelta | IntentProposed, None]:
        """Let a thinker answer; raises the fault that stopped it, such as `InstructionsRecited`."""
        prompt: PromptSent | None = None
        finished: Finished | None = None
        whole: ReplyAnswer | None = None
        left = max(deadline - self.clock.monotonic(), 0.1)
        patience = replace(self.tuning.patience, total=left)
        try:
            async with (
                aclosing(actor.reply(self.scene, patience, is_again=is_again)) as unhurried,
                aclosing(_before(deadline, unhurried, self.clock)) as parts,
            ):
                async for part in parts:
                    match part:
                        case PromptSent():
                            prompt, performance.guard = part, self._guard(part)
                            performance.model = Origin(OriginKind.MODEL, actor.name)
                            performance.fact = part.fact
                            self.notes.add_prompt(part)
                        case ReplyText():
                            for event in performance.take(part):
                                self._note(performance, prompt, whole)
                                yield event
                        case Finished():
                            finished = part
                        case ReplyAnswer():
                            whole = part
                    if performance.is_over:
                        break
        finally:
            self._note(performance, prompt, whole)
            self._price(performance, prompt, finished)
        for left_over in self._rest(performance, whole):
            yield left_over

    def _rest(
        self, performance: SpeechStream, whole: ReplyAnswer | None
    ) -> Iterator[Line | LineDelta | IntentProposed]:
        if whole is None and not performance.is_over:
            raise ModelTruncated("the answer ended without saying that it was finished")
        answer = whole or performance.so_far
        yield from performance.rest(answer)
        yield from performance.add_fact(answer.emotion)
        yield from self._intents(answer, performance)

    def _performance(self, rung: Rung, *, is_again: bool) -> SpeechStream:
        return SpeechStream(
            self.scene,
            self._guard(None),
            want_deltas=self.want_deltas,
            is_last_try=is_again or rung is not Rung.PRIMARY,
        )

    def _guard(self, prompt: PromptSent | None) -> RecitalGuard:
        persona = self.scene.character.persona
        said = [one.text for one in self.scene.conversation if not one.is_own]
        own: list[str] = []
        fillers: list[str] = []
        is_small = self.tuning.profile() is not PromptProfile.FULL
        if is_small:
            own = [one.text for one in self.scene.conversation if one.is_own]
            said += copied_by_small_models(self.scene)
            fillers = [one.text for one in persona.fallback_lines]
        guard = partial(
            RecitalGuard,
            heard=self.scene.heard,
            said=said,
            own=own,
            fillers=fillers,
            is_small=is_small,
            others=others_description(self.scene),
            scripts=scripts_of((persona.name, persona.background, persona.voice, self.scene.heard)),
        )
        if prompt is None:
            return guard(canary="", instructions="")
        return guard(
            canary=prompt.canary,
            instructions=prompt.instructions,
            context=prompt.context,
            remarks=prompt.remarks,
            label=prompt.label,
            hint=prompt.hint,
        )

    def _intents(self, answer: ReplyAnswer, performance: SpeechStream) -> list[IntentProposed]:
        is_small = self.tuning.profile() is not PromptProfile.FULL
        accepted, dropped = sift(
            answer.intents,
            affordances=self.scene.affordances,
            entities=self.scene.entities,
            new_intent_id=self.new_intent_id,
            guard=performance.guard,
            unnamed=things_unnamed(self.scene, answer.say) if is_small else (),
            priced=partial(priced, scene=self.scene) if is_small else None,
        )
        self.notes.importance, self.notes.felt = answer.importance, answer.emotion
        self.notes.promises, self.notes.verdicts = answer.promises, answer.verdicts
        self.notes.dropped = dropped
        for one in dropped:
            is_known = any(one.affordance == each.name for each in self.scene.affordances)
            named = {"affordance": one.affordance} if is_known else {}  # or words of the model
            _log.info("intent_dropped", is_offered=is_known, **named)
        origin = performance.model or BY_RULE
        return [IntentProposed(intent=intent, origin=origin) for intent in accepted]

    def _saved(self, performance: SpeechStream, fault: Fault) -> list[Line | LineDelta]:
        saved: list[Line | LineDelta] = []
        is_fit_to_speak = not isinstance(fault, InstructionsRecited)
        if is_fit_to_speak:
            try:
                saved.extend(performance.kept())
            except Exception as error:  # noqa: BLE001 - as above
                self._note_fault(error)
                is_fit_to_speak = False
        if performance.has_begun and performance.is_torn:
            shown = performance.broken_off() if is_fit_to_speak else None
            saved.append(shown or trailing_line(self.scene, self.templates))
        return saved

    def _note_fault(self, error: Exception) -> Fault:
        fault = error if isinstance(error, Fault) else unforeseen(error)
        if fault is not error:
            _log.warning("answer_broke_reader", model=self.notes.model, problem=fault.message)
        self.notes.add_fault(fault)
        return fault

    def _note(
        self, performance: SpeechStream, prompt: PromptSent | None, whole: ReplyAnswer | None
    ) -> None:
        if prompt is None:
            self.notes.answer = whole or performance.so_far
        elif performance.written or not self.notes.raw_answer:
            self.notes.raw_answer = performance.written

    def _price(
        self, performance: SpeechStream, prompt: PromptSent | None, finished: Finished | None
    ) -> None:
        if finished is not None:
            self.notes.model = finished.model
            if finished.rung is not Rung.PRIMARY:
                self.notes.rung = finished.rung
            self.notes.add_usage(finished.usage)
        elif prompt is not None:
            tokens = estimate_tokens(performance.written)
            self.notes.add_usage(
                Usage(prompt_tokens=prompt.tokens, completion_tokens=tokens, estimated=True)
            )


async def _before(
    deadline: float, parts: AsyncGenerator[ReplyPart, None], clock: Clock
) -> AsyncGenerator[ReplyPart, None]:
    """Yield parts until the deadline (monotonic seconds); raises `ModelTooSlow` then.

    Thinkers keep their own patience; this is for those that do not. The timeout never spans a
    `yield`, where it would cancel the consumer.
    """
    while True:
        try:
            async with asyncio.timeout(max(deadline - clock.monotonic(), 0)):
                part = await anext(parts)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            raise ModelTooSlow("the answer did not end within the patience of the turn") from error
        yield part


_UNSAID = "."
"""Stands for the words to come: chat templates require a user message."""

_PATIENCE = CallTimeouts(first_word=300.0, between_words=60.0, total=300.0)


def reading(
    scene: ReplyInput,
    templates: Templates,
    tuning: ReplyTuning,
    *,
    knows_partner: bool,
    goes_on: bool,
) -> Request:
    """Return the request that makes a model read the beginning of a reply's prompt.

    With an unknown partner it ends before the people present. In a talk that `goes_on` it ends
    after the talk so far; in a new one before the memories that the words will recall.
    """
    language = scene.character.persona.language
    asked = ReplyQuestion.of(scene, tuning.profile())
    rendered = fit(asked, templates, language, tuning.prompt_budget()).rendered
    if goes_on and knows_partner:
        known = tuple(
            Message(role, "".join(text for _, text in parts)) for role, parts in rendered[:-1]
        )
    else:
        role, parts = rendered[0]
        known = (Message(role, "".join(_known(parts, knows_partner=knows_partner))),)
    return Request(
        purpose=Purpose.READ_AHEAD,
        messages=(*known, Message("user", _UNSAID)),
        max_tokens=1,
        temperature=0,
        lane=CallLane.BACKGROUND,
        patience=_PATIENCE,
    )


def _known(parts: tuple[tuple[str, str], ...], *, knows_partner: bool) -> Iterator[str]:
    """Yield the texts before the people present, or before the memories after those."""
    is_said_who = False
    for part, text in parts:
        is_said_who |= part == "people"
        if is_said_who and (not knows_partner or part == "memories"):
            return
        yield text
