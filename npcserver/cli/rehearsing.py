"""`npcserver replay --persona` and `--expect`: changed lines and failed expectations."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from npcserver.app.replay.examination import ExpectationResult
from npcserver.app.replay.rehearsal import RehearsedTurn
from npcserver.app.replay.transcript import wish
from npcserver.app.replay.turn_replay import ReplayedReply
from npcserver.model.turn import IntentProposed, Line

_WIDE = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A turn that comes out differently with today's content."""

    turn: int
    seq: int
    who: str
    to: str
    heard: str
    before: str
    after: str
    intents_before: tuple[str, ...] = ()
    intents_after: tuple[str, ...] = ()
    mood_before: str = ""
    mood_after: str = ""
    problem: str = ""


def change_of(rehearsed: RehearsedTurn) -> Change | None:
    """Return the change of a turn, or None if nothing changed."""
    taken, then, now = rehearsed.taken, rehearsed.then, rehearsed.now
    before = _side(then)
    after = ("", (), "") if now is None else _side(now)
    if before == after:
        return None
    whose = then if now is None else now
    return Change(
        turn=taken.number,
        seq=taken.record.seq,
        who=whose.loaded.scene.character.name,
        to=taken.body.speaker_name,
        heard=taken.body.heard,
        before=before[0],
        after=after[0],
        intents_before=before[1],
        intents_after=after[1],
        mood_before=before[2],
        mood_after=after[2],
        problem=rehearsed.problem,
    )


def _side(performed: ReplayedReply) -> tuple[str, tuple[str, ...], str]:
    """Return the words, the intents and the mood of a turn."""
    lines = [event for event in performed.events if isinstance(event, Line)]
    intents = [event.intent for event in performed.events if isinstance(event, IntentProposed)]
    felt = lines[-1].emotion if lines else None
    mood = "" if felt is None else felt.label
    return " ".join(line.text for line in lines), tuple(map(wish, intents)), mood


def console() -> Console:
    """Return the console for results; output that is not a terminal gets a wide width."""
    made = Console(highlight=False, markup=False)
    return made if made.is_terminal else Console(highlight=False, markup=False, width=_WIDE)


def show_changes(screen: Console, changes: Sequence[Change]) -> None:
    """Print changed lines side by side, before and after."""
    if not changes:
        return
    table = Table(show_lines=True)
    table.add_column("turn", justify="right")
    table.add_column("heard", ratio=2, overflow="fold")
    table.add_column("before", ratio=4, overflow="fold")
    table.add_column("after", ratio=4, overflow="fold")
    for change in changes:
        heard = Text.assemble((f"{change.who} \u2190 {change.to}\n", "bold"), change.heard)
        has_other_mood = change.mood_before != change.mood_after
        before = _cell(change.before, change.mood_before * has_other_mood)
        after = _cell(change.problem or change.after, change.mood_after * has_other_mood)
        if change.intents_before != change.intents_after:
            before.append("".join(f"\n\u2192 {one}" for one in change.intents_before), "cyan")
            after.append("".join(f"\n\u2192 {one}" for one in change.intents_after), "cyan")
        table.add_row(str(change.turn), heard, before, after)
    screen.print(table)


def _cell(words: str, mood: str) -> Text:
    cell = Text(words or "(nothing)")
    if mood:
        cell.append(f" [{mood}]", "magenta")
    return cell


def show_findings(screen: Console, findings: Sequence[ExpectationResult]) -> None:
    """Print the expectations that fail, each with its reason, and how many hold."""
    for finding in findings:
        if finding.holds:
            continue
        screen.print(f"\u2717 {finding.test} ({finding.character}): {finding.what}", style="red")
        for line in finding.problem.splitlines():
            screen.print(f"    {line}", soft_wrap=True)
    failed = sum(not finding.holds for finding in findings)
    held = len(findings) - failed
    screen.print(
        f"{held:,} of {len(findings):,} expectations hold", style="red" if failed else "green"
    )
