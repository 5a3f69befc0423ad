"""What `npcserver check` tries, and how it shows what came of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from npcserver.cli.error_messages import messages
from npcserver.config import Settings

Attempt = Callable[[Settings], Awaitable[str | tuple[str, str]]]
Part = tuple[str, Attempt, str]
"""A name, what tries it, and what to do where it fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What came of trying one part."""

    name: str
    is_fine: bool
    detail: str
    advice: str = ""


def check_console() -> Console:
    """Return the console of the results; output that is not a terminal gets a wide width."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=200)


async def try_part(name: str, attempt: Attempt, settings: Settings, advice: str) -> CheckResult:
    """Try a part; one that works may come with advice of its own."""
    try:
        found = await attempt(settings)
    except Exception as failure:  # noqa: BLE001 - finding failures is what this is for
        told = " ".join(messages(failure))
        return CheckResult(name=name, is_fine=False, detail=told, advice=advice)
    detail, own_advice = (found, "") if isinstance(found, str) else found
    return CheckResult(name=name, is_fine=True, detail=detail, advice=own_advice)


def result_line(finding: CheckResult) -> Text:
    """Return a result as a line: name, mark, what was found, and what to do."""
    mark, style = ("ok", "green") if finding.is_fine else ("failed", "red")
    line = Text.assemble((f"{finding.name:<9} {mark:<7}", style), finding.detail)
    if finding.advice:
        line.append(f"\n{'':<17}→ {finding.advice}", style="yellow")
    return line
