"""A sent prompt by its parts, for display."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from types import MappingProxyType

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from npcclient.admin.v1.memory_service_pb2 import PromptSection, PromptStatus, RenderedPrompt
from npcclient.chat.flow import printable

_STANDS: Mapping["PromptStatus.ValueType", str] = MappingProxyType(
    {
        PromptStatus.PROMPT_STATUS_AS_SENT: "The prompt as it was sent.",
        PromptStatus.PROMPT_STATUS_NOT_AS_SENT: "Not the prompt as it was sent.",
        PromptStatus.PROMPT_STATUS_NOT_ASKED: "There was no prompt.",
        PromptStatus.PROMPT_STATUS_NOT_RECORDED: "The prompt is not stored.",
    }
)
_UNKNOWN = "Whether this is the prompt that was sent, this client cannot tell."


def prompt(it: RenderedPrompt) -> Iterator[RenderableType]:
    """Yield a prompt: whether it is as sent, its parts with their tokens, and their text."""
    is_sent = it.status == PromptStatus.PROMPT_STATUS_AS_SENT
    yield Text(_STANDS.get(it.status, _UNKNOWN), style="bold" if is_sent else "bold yellow")
    if it.why:
        yield Text(printable(f"{it.why[:1].upper()}{it.why[1:]}."))
    if it.missing_sections:
        yield Text(f"{it.missing_sections} of its parts cannot be shown; those below are as sent.")
    if it.sections:
        yield _budget(it)
    for role, sections in groupby(it.sections, lambda one: one.role):
        yield from _message(role, list(sections))


def _budget(it: RenderedPrompt) -> RenderableType:
    """Return the tokens by part, largest first, and what did not fit."""
    rows = Table.grid(padding=(0, 2))
    if it.template:
        template = f"{it.template} (sha256 {it.template_digest[:12]})"
        rows.add_row(Text("template", style="dim"), template)
    rows.add_row(Text("prompt", style="dim"), f"sha256 {it.digest[:12]}")
    budget = f" of {it.budget_tokens:,}" if it.budget_tokens else ""
    rows.add_row(Text("tokens", style="dim"), f"about {it.tokens:,}{budget}")
    for section in sorted(it.sections, key=lambda one: -one.tokens):
        name = printable(section.name) or f"(other words of {section.role})"
        rows.add_row(Text(f"{section.tokens:,}", style="dim", justify="right"), Text(name))
    for left in it.left_out:
        rows.add_row(Text("left out", style="dim"), f"{left.count} of {printable(left.part)}")
    return rows


def _message(role: str, sections: list[PromptSection]) -> Iterator[RenderableType]:
    tokens = sum(section.tokens for section in sections)
    yield Rule(f"{printable(role)}, {tokens:,} tokens", style="cyan")
    for section in sections:
        if section.name:
            yield Text(f"{printable(section.name)} · {section.tokens:,}", style="cyan")
        yield Padding(Text(printable(section.text)), (0, 0, 0, 2))
