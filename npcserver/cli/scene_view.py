"""A scene on the terminal: what is said, as it is said, and what came of it."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from npcserver.app.group.seen import Paused, Seen
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.known import Met
from npcserver.model.group.moves import (
    Began,
    Chose,
    Closed,
    Seated,
    Spoke,
    Updated,
    Voted,
)
from npcserver.model.group.report import Report
from npcserver.model.group.script import TALKS, Knowledge, Member, Script, Stage, VoteRule
from npcserver.model.group.tasks import Awaited

STAGES = {
    Stage.PRIVATE_CHAT: "private chats",
    Stage.CONFIDENTIAL_MEETING: "confidential meetings",
    Stage.GROUP_CHAT: "before all",
    Stage.UPDATE: "making up their minds",
    Stage.SETTLEMENT: "settlement",
}
RULES = {
    VoteRule.OWN: "by what each knows",
    VoteRule.OWN_NOT_SELF: "the same, but for oneself",
    VoteRule.ALL: "by what all know",
    VoteRule.ALL_NOT_SELF: "the same, but for oneself",
}
_ASIDE = "dim"
_COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red")
_INDENT = "  "


class SceneView:
    """Shows one scene. Where it is `quiet` it shows nothing: the result is printed as JSON."""

    def __init__(self, console: Console, script: Script) -> None:
        self._console = console
        self._names = _names(script)
        self._styles = {
            one.id: _COLOURS[at % len(_COLOURS)] for at, one in enumerate(script.members)
        }

    def introduce(self, script: Script, model: str, note: str) -> None:
        """Say what is about to be played, and who thinks."""
        self._print(Text(script.title, style="bold"))
        self._print(Text(script.premise))
        if script.opening:
            self._print(Text(script.opening, style="italic"))
        self._print(Text(f"Mind: {model} ({note}).", style=_ASIDE))

    def brief(self, member: Member) -> None:
        """Tell who sits at this terminal who they are, and what only they know."""
        self._print(Text(f"\nYou are {member.name}.", style="bold"))
        parts = (member.public, member.scratch, member.private, member.goal)
        for part in parts:
            if part.strip():
                self._print(Text(part.strip()))
        for belief in member.beliefs:
            self._print(Text(f"{_INDENT}{belief.text} ({belief.score})"))

    def show(self, seen: Seen) -> None:
        """Show one thing that happened."""
        for line in self._lines(seen):
            self._print(line)

    def note(self, text: str) -> None:
        """Say something that is no part of the scene."""
        self._print(Text(text, style=_ASIDE))

    def warn(self, text: str) -> None:
        """Say that something does not go as it should."""
        self._print(Text(text, style="yellow"))

    def name(self, one_id: str) -> str:
        """Return what a member or candidate is called."""
        return self._names.get(one_id, one_id)

    def _lines(self, seen: Seen) -> Iterator[Text]:
        match seen.what:
            case Began(round=number, stage=stage):
                title = STAGES[stage] if stage is Stage.SETTLEMENT else f"round {number}"
                title += "" if stage is Stage.SETTLEMENT else f", {STAGES[stage]}"
                yield Text(f"\n— {title} —", style="bold")
            case Met(first=first, second=second):
                yield self._aside(f"{self.name(first)} and {self.name(second)} met.")
            case Seated(member=member, person=person):
                who = "speaks for itself again" if person is None else f"is {person.name} now"
                yield self._aside(f"{self.name(member)} {who}.")
            case Awaited(member=member):
                yield self._aside(f"{self.name(member)} is awaited.")
            case Paused():
                yield self._aside("It waits to be told to go on.")
            case Closed(is_settled=is_settled):
                yield Text("\nIt is settled." if is_settled else "\nIt was broken off.", "bold")
            case done:
                yield from self._done(done, seen.chat)

    def _done(self, done: Chose | Spoke | Updated | Voted, chat: GroupChat) -> Iterator[Text]:
        """Yield what members do."""
        match done:
            case Chose():
                yield self._chosen(done)
            case Spoke():
                yield from self._spoken(done)
            case Updated():
                yield from self._updated(done, chat)
            case Voted():
                yield from self._voted(done)

    def _chosen(self, chose: Chose) -> Text:
        who = self.name(chose.member)
        if not chose.partner:
            return self._aside(f"{who} keeps to themselves.")
        why = f": {chose.strategy}" if chose.strategy else ""
        return self._aside(f"{who} turns to {self.name(chose.partner)}{why}")

    def _spoken(self, spoke: Spoke) -> Iterator[Text]:
        if not spoke.text:
            return
        person = spoke.person.name if spoke.person else ""
        speaker = self._names.get(spoke.member, person)
        text = Text(_INDENT)
        text.append(speaker, style=self._styles.get(spoke.member, "bold"))
        if spoke.stage in TALKS and spoke.to:
            text.append(f" to {self.name(spoke.to)}", style=_ASIDE)
        text.append(f": {spoke.text}")
        yield text

    def _updated(self, updated: Updated, chat: GroupChat) -> Iterator[Text]:
        who = self.name(updated.member)
        yield self._aside(f"{who}: {updated.reflection or 'nothing changes for me.'}")
        moved = [f"{self.name(other)} {change:+d}" for other, change in updated.relations if change]
        backs = chat.backs(updated.member)
        if backs and backs != updated.member:
            moved.append(f"backs {self.name(backs)}")
        if moved:
            yield self._aside(f"{_INDENT}{', '.join(moved)}")

    def _voted(self, voted: Voted) -> Iterator[Text]:
        who = self.name(voted.member)
        if voted.statement:
            yield Text(f"{_INDENT}{who}: {voted.statement}")
        if voted.choice:
            on = "" if voted.knowledge is Knowledge.OWN else ", knowing all,"
            yield self._aside(f"{who}{on} votes for {self.name(voted.choice)}.")

    def _aside(self, text: str) -> Text:
        return Text(f"{_INDENT}{text}", style=_ASIDE)

    def _print(self, line: Text) -> None:
        self._console.print(line)


def show_result(console: Console, report: Report) -> None:
    """Show who won, how everybody voted, who stands closest, and what it took."""
    winners = " and ".join(one.name for one in report.winners)
    if winners:
        camp = f" ({report.camp})" if report.camp else ""
        console.print(Text(f"{winners}{camp}: {report.because}", style="bold"))
    elif report.because:
        console.print(Text(report.because, style="bold"))
    if report.summary:
        console.print(Text(report.summary))
    if report.tallies:
        console.print(_votes(report))
    effort = report.effort
    language = report.language
    console.print(
        Text(
            f"{effort.calls:,} model calls ({effort.repaired} repaired, {effort.defaulted} "
            f"defaults), {effort.prompt_tokens + effort.completion_tokens:,} tokens; entropy of "
            f"character pairs {language.agc_char2_nats:.3f} nats.",
            style=_ASIDE,
        )
    )


def _votes(report: Report) -> Table:
    table = Table("votes", *(RULES[one.rule] for one in report.tallies), box=None)
    for member in report.script.members:
        votes = [dict(tally.votes).get(member.id, "") for tally in report.tallies]
        table.add_row(member.name, *(report.name(vote) if vote else "–" for vote in votes))
    return table


def _names(script: Script) -> dict[str, str]:
    names = {one.id: one.name for one in script.ballot.candidates}
    return names | {one.id: one.name for one in script.members}
