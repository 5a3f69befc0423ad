"""`npcserver expect`: runs the expectations of a world, for CI."""

from rich.console import Console

from npcserver import bootstrap
from npcserver.app.suites import SuiteLine
from npcserver.cli.event_log import logging_to
from npcserver.config import Settings
from npcserver.model.ids import TimelineId, WorldId


async def run(settings: Settings, world: str, draft: str = "") -> int:
    """Say all lines of a world with an expectation again, and print which hold.

    With `draft` by what is drafted in that timeline. Returns the exit code: 1 if one
    does not.
    """
    # No thoughts meanwhile: what is said again is to rest on what was.
    screen = Console(highlight=False, markup=False, soft_wrap=True)
    still = settings.changed(cognition={"workers": 0})
    with logging_to(settings.data / "npcserver.log", settings.log):
        async with bootstrap.running(still, serve=False) as here:
            suite = await here.services.suites.start(
                WorldId(world), drafted_id=TimelineId(draft) if draft else None
            )
            await suite.finished.wait()
    lines = sorted(suite.lines, key=lambda one: (one.flag.timeline_id, one.flag.seq))
    for line in lines:
        _show(screen, line)
    screen.print(
        f"{suite.held:,} of {suite.total:,} lines hold, {suite.changed:,} changed",
        style="green" if suite.held == suite.total else "red",
    )
    return 0 if suite.held == suite.total else 1


def _show(screen: Console, line: SuiteLine) -> None:
    screen.print(f'{"✓" if line.holds else "✗"} {line.character}, to "{line.heard}"')
    if line.is_changed and line.after is not None:
        screen.print(f"    was: {line.before.text}")
        screen.print(f"    now: {line.after.text}")
    if line.problem:
        screen.print(f"    {line.problem}", style="red")
    for one in line.verdicts:
        told = f"{one.expectation.kind} {one.expectation.text}"
        measure = f" ({one.measure})" if one.measure else ""
        screen.print(f"    {'✓' if one.holds else '✗'} {told}{measure}")
