"""Receipts of turns and thoughts as tables."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from npcclient.admin.v1.memory_service_pb2 import PromptPart, Receipt, ThoughtReceipt
from npcclient.chat.flow import printable
from npcclient.chat.screen import intent_text
from npcclient.chat.views import recollections, word
from npcclient.v1.mind_pb2 import CommitmentStatus, Purpose, Verdict
from npcclient.v1.play_service_pb2 import OutcomeStatus
from npcclient.v1.turn_pb2 import Rung, TurnOutcome

_RUNGS: Mapping["Rung.ValueType", str] = MappingProxyType(
    {
        Rung.RUNG_PRIMARY: "at the first try",
        Rung.RUNG_RETRY: "at the second try",
        Rung.RUNG_OFFLINE: "by the offline actor",
        Rung.RUNG_AUTHORED: "by an authored line",
    }
)
_Facts = Iterator[tuple[str, str]]


def receipt(it: Receipt) -> Iterator[RenderableType]:
    """Yield the parts of the receipt of a turn."""
    if it.reason.sentence:
        yield Text(printable(it.reason.sentence))
    yield _listed((*_kept_back(it), *_said(it), *_since(it), *_made(it)))
    if it.recollections:
        yield recollections(it.recollections, "What came to mind")
    else:
        yield Text("Nothing came to mind.", style="dim")


def thought(it: ThoughtReceipt) -> Iterator[RenderableType]:
    """Yield the parts of the receipt of a thought."""
    yield _listed(_thought(it))
    if it.recollections:
        yield recollections(it.recollections, "What came to mind")


def _kept_back(it: Receipt) -> _Facts:
    for memory in it.withheld:
        yield "kept back", memory.text
    for passage_id in it.withheld_passage_ids:
        yield "kept back", f"the passage {passage_id}"


def _said(it: Receipt) -> _Facts:
    yield "heard", f"{it.speaker_name}: {it.heard}"
    yield "said", " ".join(line.text for line in it.lines) or "nothing"
    for intent in it.intents:
        yield "wanted", intent_text(intent)
    for dropped in it.dropped_intents:
        yield "refused", f"{dropped.affordance}: {dropped.why}"
    if it.HasField("relation"):
        felt = it.relation
        view = f": {felt.view}" if felt.view else ""
        yield "relation", f"affinity {felt.affinity:+d}, trust {felt.trust}{view}"
    for passage in it.lore:
        yield "lore", f"{passage.title or passage.passage_id}: {passage.text or 'the book is gone'}"
    if it.secrets:
        yield "may carry", ", ".join(f"the secret {one.key}" for one in it.secrets)


def _since(it: Receipt) -> _Facts:
    """Yield the outcomes and promises of a turn."""
    for outcome in it.outcomes:
        status = word(OutcomeStatus.Name(outcome.status), "OUTCOME_STATUS_")
        yield "came of it", f"{status}{f': {outcome.detail}' if outcome.detail else ''}"
    for made in it.commitments:
        status = word(CommitmentStatus.Name(made.status), "COMMITMENT_STATUS_")
        yield "promised", f"{made.by_name} to {made.to_name}: {made.what} ({status})"


def _made(it: Receipt) -> _Facts:
    outcome = word(TurnOutcome.Name(it.outcome), "TURN_OUTCOME_")
    yield "outcome", f"{outcome}, {_RUNGS.get(it.rung, 'by an unknown step')}"
    yield "model", it.model or "none"
    yield "tokens", _tokens(it)
    if it.context_note:
        yield "shortened", it.context_note
    if it.prompt_parts:
        yield "by part", ", ".join(map(_part, it.prompt_parts))
    first, last = f"first word {it.first_word_ms:.0f} ms", f"finished {it.finished_ms:.0f} ms"
    yield "timings", f"recalled after {it.recalled_ms:.0f} ms, {first}, {last}"
    if it.template:
        yield "template", f"{it.template} (sha256 {it.template_digest[:12]})"
    if it.prompt_digest:
        profile = ", short profile" if it.prompt_profile == "short" else ""
        yield "prompt", f"sha256 {it.prompt_digest[:12]}{profile}"
    yield "persona", f"version {it.persona_version}; retrieval profile {it.profile}; seed {it.seed}"
    for fault in it.faults:
        yield "went wrong", fault


def _tokens(it: Receipt | ThoughtReceipt) -> str:
    cached = f" ({it.cached_tokens} of them cached)" if it.cached_tokens else ""
    budget = f"; there was room for {it.prompt_budget}" if it.prompt_budget else ""
    return f"{it.prompt_tokens} asked{cached}, {it.completion_tokens} answered{budget}"


def _part(it: PromptPart) -> str:
    missing = [f"{it.left_out} left out"] if it.left_out else []
    missing += [f"{it.cut} cut"] if it.cut else []
    return f"{printable(it.part)} {it.tokens}" + (f" ({', '.join(missing)})" if missing else "")


def _thought(it: ThoughtReceipt) -> _Facts:
    yield "thought", word(Purpose.Name(it.purpose), "PURPOSE_")
    for memory in it.left:
        yield "left", memory.text
    yield "verdict", f"{word(Verdict.Name(it.verdict), 'VERDICT_')} after {it.calls} calls"
    yield "model", it.model or "none"
    yield "tokens", _tokens(it)
    if it.template:
        yield "template", f"{it.template} (sha256 {it.template_digest[:12]})"
    yield "persona", f"version {it.persona_version}; seed {it.seed}"
    for fault in it.faults:
        yield "went wrong", fault


def _listed(facts: tuple[tuple[str, str], ...] | _Facts) -> RenderableType:
    rows = Table.grid(padding=(0, 2))
    for name, value in facts:
        rows.add_row(Text(name, style="dim"), Text(printable(value)))
    return rows
