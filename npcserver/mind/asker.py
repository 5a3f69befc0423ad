"""Questions to a model whose answers are read, asked for again once, or given up.

An answer that cannot be read goes no further: the result of a thought is typed, or it is None and
the caller has a default. The text of the answer is kept in the receipt alone.
"""

from collections.abc import Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar, cast

import structlog

from npcserver.mind.reply_trace import kept_answer
from npcserver.mind.speech import SpeechCutter
from npcserver.model.errors import (
    Fault,
    ModelDeclined,
    ModelTalkedNonsense,
    ModelTruncated,
    PromptTooLong,
    unforeseen,
)
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import (
    JSON,
    CallLane,
    CallTimeouts,
    Finished,
    LanguageModel,
    Message,
    PromptBudget,
    Request,
)
from npcserver.ports.thinker import AskResult, Check
from npcserver.prompts.answer import texts_in
from npcserver.prompts.garbage import echo_in
from npcserver.prompts.question import WHOLE_PROMPT
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.schemas import bounded, longest_text

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_AGAIN = 0.7  # temperature of a second attempt: without chance a small model only repeats itself
_SHOWN_AGAIN = 2_000  # characters of an unreadable answer that the model sees again
_log = structlog.get_logger(__name__)


class Question(Protocol[T_co]):
    """A question of `prompts`: how it is put, the form of its answer, and how that is read."""

    @property
    def template(self) -> str: ...  # noqa: D102
    @property
    def schema_name(self) -> str: ...  # noqa: D102
    def within(
        self, templates: Templates, language: str, tokens: int
    ) -> "tuple[Question[T_co], int]":
        """Return as much of the question as fits in the budget, and how much is left out."""
        ...

    def messages(self, templates: Templates, language: str) -> tuple[Message, ...]: ...  # noqa: D102
    def complaint(self, templates: Templates, language: str, problem: str) -> Message: ...  # noqa: D102
    def schema(self) -> Mapping[str, JSON]: ...  # noqa: D102
    def read(self, text: str) -> T_co:
        """Return the answer, or raise `Unparseable` saying what is wrong with it.

        What can be made of it all the same by rule comes with the error, as `usable`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTuning:
    """How thoughts are asked for; nobody waits for them."""

    patience: CallTimeouts = field(
        default_factory=lambda: CallTimeouts(first_word=60.0, between_words=20.0, total=180.0)
    )
    temperature: float = 0.7


class Asker:
    """Puts questions to a model; `budget` says how long a prompt may be at the moment."""

    def __init__(
        self,
        model: LanguageModel,
        templates: Templates,
        tuning: AskTuning | None = None,
        budget: PromptBudget = WHOLE_PROMPT,
    ) -> None:
        self._model = model
        self._templates = templates
        self._tuning = tuning or AskTuning()
        self._budget = budget

    async def ask(  # noqa: PLR0913 - a question, and how it is to be put
        self,
        question: Question[T],
        *,
        purpose: Purpose,
        language: str,
        max_tokens: int,
        seed: int = 0,
        temperature: float | None = None,
        lane: CallLane = CallLane.BACKGROUND,
        check: Check[T] | None = None,
    ) -> AskResult[T]:
        """Return the answer as `check` keeps it, asking once more where it cannot be used.

        Where that brings no better one, it is what can be made of the two by rule, if anything.
        As much of the question is put as fits in the budget; where the endpoint finds that
        too long, the second attempt is as short as the budget then says, and there is none where
        it says the same. Raises `ModelUnreachable` and `ModelTooSlow`: asking again later will
        help.
        """
        attempt = _Attempt(
            templates=self._templates, language=language, question=question, check=check
        )
        chosen = self._tuning.temperature if temperature is None else temperature
        for again in range(2):
            if not attempt.fit(self._budget(purpose, max_tokens)):
                break
            request = Request(
                purpose=purpose,
                messages=attempt.messages(),
                schema=bounded(question.schema(), longest_text(max_tokens, language)),
                schema_name=question.schema_name,
                max_tokens=max_tokens,
                temperature=max(chosen, _AGAIN) if again else chosen,
                seed=seed + again,
                lane=lane,
                patience=self._tuning.patience,
            )
            answer = await attempt.make(self._model, request)
            if answer is not None:
                return attempt.asked(answer)
            if attempt.is_declined:
                break
        return attempt.asked(attempt.usable)


@dataclass(slots=True, kw_only=True)
class _Attempt(Generic[T]):
    templates: Templates
    language: str
    question: Question[T]
    check: Check[T] | None
    made: AskResult[T] = field(default_factory=lambda: AskResult(answer=None))
    again: tuple[Message, ...] = ()
    usable: T | None = None
    is_too_long: bool = False
    is_declined: bool = False

    def fit(self, tokens: int) -> bool:
        """Cut the question to so many tokens; False where just that was found too long."""
        made = self.made
        if self.is_too_long and tokens >= made.prompt_budget:
            return False
        self.question, left_out = self.question.within(self.templates, self.language, tokens)
        self.made = replace(made, prompt_budget=tokens, left_out=made.left_out + left_out)
        return True

    def messages(self) -> tuple[Message, ...]:
        return (*self.question.messages(self.templates, self.language), *self.again)

    async def make(self, model: LanguageModel, request: Request) -> T | None:
        """Ask; None when the answer cannot be read."""
        self.made = replace(
            self.made,
            calls=self.made.calls + 1,
            model=model.name,
            prompt_digest=request.digest,
        )
        so_far: list[str] = []
        try:
            text, finished = await complete(model, request, so_far)
            usage = self.made.usage.plus(finished.usage)
            self.made = replace(self.made, model=finished.model, usage=usage)
            self._keep(text)
            return self._read(text, request)
        except Unparseable as fault:
            problem, shown = fault.message, "".join(so_far)
        except (ModelTalkedNonsense, ModelTruncated, PromptTooLong) as fault:
            problem, shown = fault.message, ""  # who went round in circles is not shown them again
            self.is_too_long = isinstance(fault, PromptTooLong)
            self.is_declined = isinstance(fault, ModelDeclined)
            if so_far:
                self._keep("".join(so_far))
        self.usable = self._usable("".join(so_far), request) or self.usable
        self.made = replace(self.made, faults=(*self.made.faults, problem))
        _log.info("answer_unreadable", purpose=request.purpose)
        _log.debug("answer_problem", purpose=request.purpose, problem=problem)
        if not self.is_too_long:
            self.again = (
                Message("assistant", kept_answer(shown)[:_SHOWN_AGAIN]),
                self.question.complaint(self.templates, self.language, problem),
            )
        return None

    def _usable(self, text: str, request: Request) -> T | None:
        """Return what can be made of an answer that was refused or broken off, None if nothing."""
        if "{" not in text:
            return None  # of a form the whole members count; of plain words there is no whole part
        try:
            answer = self._checked(text)
        except Unparseable as fault:
            answer = cast("T", fault.usable)
        if answer is None or echo_in(texts_in(text), request.messages):
            return None
        return answer

    def _read(self, text: str, request: Request) -> T:
        answer = self._checked(text)
        echo = echo_in(texts_in(text), request.messages)
        if echo:
            raise Unparseable(echo)
        return answer

    def _checked(self, text: str) -> T:
        try:
            answer = self.question.read(text)
            return answer if self.check is None else self.check(answer)
        except Fault:
            raise
        except Exception as error:  # what nobody foresaw in an answer costs this answer alone
            raise Unparseable(unforeseen(error).message) from error

    def _keep(self, text: str) -> None:
        self.made = replace(self.made, raw_answers=(*self.made.raw_answers, kept_answer(text)))

    def asked(self, answer: T | None) -> AskResult[T]:
        verdict = AnswerStatus.REPAIRED if self.made.faults else AnswerStatus.ANSWERED
        template = self.question.template
        return replace(
            self.made,
            answer=answer,
            verdict=AnswerStatus.DEFAULTED if answer is None else verdict,
            template=template,
            template_digest=self.templates.digest(template, self.language),
        )


async def complete(
    model: LanguageModel, request: Request, so_far: list[str] | None = None
) -> tuple[str, Finished]:
    """Return the whole answer to `request` and what it cost; raises a `ModelFault`.

    `so_far` takes the fragments as they come, for those who can use a broken-off answer.
    """
    text = [] if so_far is None else so_far
    async with aclosing(model.generate(request)) as fragments:
        async for fragment in fragments:
            if isinstance(fragment, Finished):
                return "".join(text), fragment
            text.append(fragment)
    raise ModelTruncated("the answer ended without saying that it was finished")


MOST_SENTENCES = 4
"""Sentences of a line; one to three are asked for."""


def own_speech(
    text: str, own_name: str, others: Iterable[str], language: str, most: int = MOST_SENTENCES
) -> str:
    """Return what of a line is speech of one's own: no name in front, no stage directions.

    What is said for `others` (their names), and all after it, is left out; so is what exceeds
    `most` sentences. Empty when nothing remains.
    """
    own = names_of(own_name)
    theirs = [name for known in others for name in names_of(known) if name not in own]
    cutter = SpeechCutter(own_names=own, other_names=theirs)
    sentences = (*cutter.feed(text), *cutter.finish())[:most]
    return ("" if language[:2] == "zh" else " ").join(sentences)


def names_of(name: str) -> tuple[str, ...]:
    """Return what a person may be called: the whole name, and its first part."""
    first = name.partition(" ")[0]
    return tuple(dict.fromkeys((name, first)))
