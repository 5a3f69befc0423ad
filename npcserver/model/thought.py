"""The receipt of a thought: what was asked, what was answered, and what became of it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from npcserver.model.budget import Cost
from npcserver.model.purpose import ModelUse, Purpose
from npcserver.model.turn import RecalledMemory, Usage


class Verdict(StrEnum):
    """What became of an answer."""

    ANSWERED = "answered"
    REPAIRED = "repaired"  # unreadable, and readable when asked again or mended by rule
    DEFAULTED = "defaulted"  # unreadable twice, or nobody could be asked: a typed default instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """Body of a thought. `raw_answers` are what a model wrote, in order; nothing reads them again.

    `vantage_seq` is where it was thought from. `recalled` is what had come to mind.
    `prompt_digest` is the SHA-256 of the messages that were sent last, empty when none were, and
    `prompt_sections` are those of its sections (`prompts.sections`), shortened. `prompt_budget` is
    how many tokens (estimated) they might have, 0 where that was not noted down, and `left_out` how
    many memories, or lines of talk, they had no room for.
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
    verdict: Verdict = Verdict.ANSWERED
    raw_answers: tuple[str, ...] = ()
    recalled: tuple[RecalledMemory, ...] = ()
    faults: tuple[str, ...] = ()
    prompt_digest: str = ""
    prompt_budget: int = 0
    prompt_sections: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def is_mended(self) -> bool:
        """True where no answer could be used as it came, and one was mended by rule."""
        return self.verdict is Verdict.REPAIRED and len(self.faults) >= self.calls


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Body of an entry in the accounts of a timeline: what its game day (ISO date) cost so far.

    `total` includes what is only `reserved` for thoughts under way, and all turns up to
    `counted_to`; `by_use` divides it by the uses of models, but for what entries of before there
    was more than one. Of a day, the latest entry counts.
    """

    day: str
    total: Cost
    reserved: Cost = field(default_factory=Cost)
    counted_to: int = 0
    purpose: Purpose | None = None
    by_use: tuple[tuple[ModelUse, Cost], ...] = ()

    def of(self, use: ModelUse) -> Cost:
        """Return what one use of models has cost."""
        return dict(self.by_use).get(use, Cost())

    def plus(self, use: ModelUse, cost: Cost) -> "Spent":
        """Return the account with a cost added."""
        costs = dict(self.by_use)
        costs[use] = self.of(use).plus(cost)
        return replace(self, total=self.total.plus(cost), by_use=tuple(sorted(costs.items())))

    def minus(self, use: ModelUse, cost: Cost) -> "Spent":
        """Return the account with a cost taken off."""
        costs = dict(self.by_use)
        costs[use] = self.of(use).minus(cost)
        return replace(self, total=self.total.minus(cost), by_use=tuple(sorted(costs.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversed:
    """Body of a conversation's beginning (`is_over` False) or end, for one of those in it.

    `about` is why it began; `lines` how many were said; `ended_by` is goodbye, silence, limit,
    interruption or absence, and empty while it lasts. Who takes leave before the end says so with
    a record of its own (`has_taken_leave`), so that whoever carries it on knows what is left.
    """

    conversation_id: str
    with_id: str
    with_name: str = ""
    about: str = ""
    is_over: bool = False
    lines: int = 0
    ended_by: str = ""
    has_taken_leave: bool = False
