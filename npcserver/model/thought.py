"""Receipts of thoughts: what was asked, what was answered, and how the answer was used."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from npcserver.model.model_use import Cost, ModelUse, Purpose
from npcserver.model.turn import RecalledMemory, Usage


class AnswerStatus(StrEnum):
    """How an answer was used."""

    ANSWERED = "answered"
    REPAIRED = "repaired"  # readable only after asking again or a repair by rule
    DEFAULTED = "defaulted"  # unreadable twice, or no model answered: a typed default


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """Body of a thought record; `raw_answers` are the model's texts in order, kept unparsed.

    `vantage_seq` is the seq it was based on. `recalled` are the memories in its prompt.
    `prompt_digest` is the SHA-256 of the last messages sent, empty if none were. `prompt_budget` is
    the limit of the prompt in estimated tokens, 0 if it was not recorded, and `left_out` counts the
    memories or lines of talk that did not fit. `prompt_sections` and `asked_at` are of records from
    before prompts were stored, which transcripts show; they are empty in later ones. `draft_seq` is
    as in a `Receipt`.
    """

    purpose: Purpose
    vantage_seq: int
    persona_version: int
    template: str = ""
    template_digest: str = ""
    model: str = ""
    seed: int = 0
    usage: Usage = field(default_factory=Usage)
    calls: int = 0
    verdict: AnswerStatus = AnswerStatus.ANSWERED
    raw_answers: tuple[str, ...] = ()
    recalled: tuple[RecalledMemory, ...] = ()
    faults: tuple[str, ...] = ()
    prompt_digest: str = ""
    prompt_budget: int = 0
    prompt_sections: tuple[str, ...] = ()
    left_out: int = 0
    asked_at: tuple[int, ...] = ()
    draft_seq: int = 0

    @property
    def is_mended(self) -> bool:
        """Whether no answer was usable as it came, and one was repaired by rule."""
        return self.verdict is AnswerStatus.REPAIRED and len(self.faults) >= self.calls


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Body of a spending record: what a game day (ISO date) of the timeline has cost so far.

    `total` includes `reserved`, which is for thoughts under way, and all turns up to seq
    `counted_to`. `by_use` splits it by model use; entries from before there was more than one use
    lack that. The latest entry of a day counts.
    """

    day: str
    total: Cost
    reserved: Cost = field(default_factory=Cost)
    counted_to: int = 0
    purpose: Purpose | None = None
    by_use: tuple[tuple[ModelUse, Cost], ...] = ()

    def of(self, use: ModelUse) -> Cost:
        """Return the cost of one model use."""
        return dict(self.by_use).get(use, Cost())

    def plus(self, use: ModelUse, cost: Cost) -> "Spent":
        """Return the entry with a cost added."""
        costs = dict(self.by_use)
        costs[use] = self.of(use).plus(cost)
        return replace(self, total=self.total.plus(cost), by_use=tuple(sorted(costs.items())))

    def minus(self, use: ModelUse, cost: Cost) -> "Spent":
        """Return the entry with a cost subtracted."""
        return self.plus(use, Cost().minus(cost))


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversed:
    """Body of a conversation record: its beginning (`is_over` False) or end, for one partner.

    `about` is why it began; `lines` how many were said; `ended_by` is goodbye, silence, limit,
    interruption or absence, and empty while it lasts. A partner who says goodbye before the end
    gets a record with `has_taken_leave`, which tells the job that continues the conversation.
    """

    conversation_id: str
    with_id: str
    with_name: str = ""
    about: str = ""
    is_over: bool = False
    lines: int = 0
    ended_by: str = ""
    has_taken_leave: bool = False
