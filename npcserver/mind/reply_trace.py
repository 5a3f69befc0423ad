"""What is known about a reply."""

from dataclasses import dataclass, field, replace

from npcserver.model.affordance import DroppedIntent
from npcserver.model.commitment import Promise, PromiseVerdict
from npcserver.model.errors import Fault
from npcserver.model.feelings import Emotion
from npcserver.model.prompt import ContextLimit, PromptProfile
from npcserver.model.turn import PromptPart, ReplyAnswer, Rung, TurnOutcome, Usage
from npcserver.ports.clock import Clock
from npcserver.ports.thinker import PromptSent

AUTHORED = "authored"
"""Name of the model that speaks when none does."""
_KEPT = 8_000  # characters of a raw answer that the receipt of a thought keeps


@dataclass(slots=True, kw_only=True)
class ReplyTrace:
    """A reply while it comes about, and as it ended: all of a receipt that the mind knows.

    `outcome` is that of its end, and `INTERRUPTED` until then. `model` is the one whose words went
    out (`AUTHORED` when an author's did), `raw_answer` what a model wrote, in full, and `answer`
    the reply of a thinker without a prompt, as far as it came. `first_word_ms` counts from the call
    of `reply` to its first event, None when there was none. `promises` and `verdicts` are what the
    answer says of promises, the latter by their place in the prompt. `faults` are in the order they
    happened and hold no prompt and no words of players.
    """

    outcome: TurnOutcome = TurnOutcome.INTERRUPTED
    model: str = ""
    rung: Rung = Rung.PRIMARY
    usage: Usage = field(default_factory=Usage)
    raw_answer: str = ""
    dropped: tuple[DroppedIntent, ...] = ()
    importance: int | None = None
    felt: Emotion | None = None
    promises: tuple[Promise, ...] = ()
    verdicts: tuple[PromiseVerdict, ...] = ()
    template: str = ""
    template_digest: str = ""
    prompt_digest: str = ""
    prompt_budget: int = 0
    prompt_profile: PromptProfile = PromptProfile.FULL
    prompt_parts: tuple[PromptPart, ...] = ()
    context_limit: ContextLimit | None = None
    answer: ReplyAnswer | None = None
    faults: tuple[str, ...] = ()
    started_at: float | None = None
    first_word_ms: float | None = None

    def begin(self, clock: Clock) -> float:
        """Start the watch; return the moment (monotonic seconds)."""
        self.started_at = clock.monotonic()
        return self.started_at

    def word_went_out(self, clock: Clock) -> None:
        """Stop the watch at the first event."""
        if self.first_word_ms is None and self.started_at is not None:
            self.first_word_ms = (clock.monotonic() - self.started_at) * 1000

    def add_fault(self, fault: Fault) -> None:
        """Remember what went wrong."""
        self.faults += (f"{type(fault).__name__}: {fault.message}",)

    def add_prompt(self, prompt: PromptSent) -> None:
        """Remember the prompt that was sent last."""
        self.template, self.template_digest = prompt.template, prompt.template_digest
        self.prompt_digest, self.prompt_budget = prompt.digest, prompt.budget
        self.prompt_profile, self.context_limit = prompt.profile, prompt.context_limit
        self.prompt_parts = prompt.parts

    def add_usage(self, usage: Usage) -> None:
        """Add the price of one more call."""
        self.usage = self.usage.plus(usage)

    def so_far(self, outcome: TurnOutcome) -> "ReplyTrace":
        """Return a copy of the reply as it stands, with an outcome."""
        return replace(self, outcome=outcome, raw_answer=storable(self.raw_answer))


def kept_answer(text: str) -> str:
    """Return as much of a raw answer as the receipt of a thought keeps."""
    return storable(text)[:_KEPT]


def storable(text: str) -> str:
    """Return `text` as UTF-8 can hold it, without the NUL that PostgreSQL refuses."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
