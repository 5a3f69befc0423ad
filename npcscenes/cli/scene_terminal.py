"""A scene on the terminal: what is said, the result, and a seat that the user takes."""

from collections.abc import Iterator, Mapping
from typing import Any

from npcclient.chat.keyboard import Interrupted, Keyboard
from rich.console import Console
from rich.table import Table
from rich.text import Text

from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_requests import ChooseFromSeat, RequestToChat, Speak, VoteFromSeat
from npcscenes.app.scene_view import Eyes, Paused, VisibleEvent, Watcher
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import AwaitedPerson
from npcscenes.model.report import Report
from npcscenes.model.visibility import Meeting
from npcscenes.model.votes import is_default
from npcscenes.studio.scene_report import Words, words_of
from npcserver.model.character import Person
from npcserver.model.errors import Fault
from npcserver.model.group.moves import (
    Began,
    Chose,
    Closed,
    LineSpoken,
    Seated,
    Updated,
    Voted,
    VoteTally,
)
from npcserver.model.group.script import TALKS, Knowledge, Member, Script, Stage

_ASIDE = "dim"
_COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red")
_INDENT = "  "


class SceneConsole:
    """Prints one scene. A quiet console prints nothing: the result is then printed as JSON."""

    def __init__(self, console: Console, script: Script, eyes: Eyes = Watcher.EVERYTHING) -> None:
        self._console = console
        self._eyes = eyes
        self.words = words_of(script.language)
        self._names = script.names
        self._styles = {
            one.id: _COLOURS[at % len(_COLOURS)] for at, one in enumerate(script.members)
        }

    def introduce(self, script: Script) -> None:
        """Print the scene's title, premise and opening."""
        self._print(Text(script.title, style="bold"))
        self._print(Text(script.premise))
        if script.opening:
            self._print(Text(script.opening, style="italic"))

    def brief(self, member: Member) -> None:
        """Tell the person at this terminal about their member, private information included."""
        self._print(Text("\n" + self.words["you_are"].format(name=member.name), style="bold"))
        parts = (member.public, member.scratch, member.private, member.goal)
        for part in parts:
            if part.strip():
                self._print(Text(part.strip()))
        for belief in member.beliefs:
            self._print(Text(f"{_INDENT}{belief.text} ({belief.score})"))

    def show(self, seen: VisibleEvent) -> None:
        """Print one event."""
        for line in self._lines(seen):
            self._print(line)

    def note(self, text: str) -> None:
        """Print a remark that is no part of the scene."""
        self._print(Text(text, style=_ASIDE))

    def warn(self, text: str) -> None:
        """Print a warning."""
        self._print(Text(text, style="yellow"))

    def name(self, one_id: str) -> str:
        """Return the name of a member or candidate."""
        return self._names.get(one_id, one_id)

    def _lines(self, seen: VisibleEvent) -> Iterator[Text]:
        match seen.what:
            case Began(round=number, stage=stage):
                title = self.words[f"stage_{stage}"]
                if stage is not Stage.SETTLEMENT:
                    in_round = self.words["round"].format(round=number)
                    title = in_round + self.words["comma"] + title
                yield Text(f"\n— {title} —", style="bold")
            case Meeting(first=first, second=second):
                yield self._aside("met", first=self.name(first), second=self.name(second))
            case Seated(member=member, person=None):
                yield self._aside("seat_left", name=self.name(member))
            case Seated(member=member, person=person) if person is not None:
                yield self._aside("seat_taken", name=self.name(member), person=person.name)
            case AwaitedPerson(member=member):
                yield self._aside("awaited", name=self.name(member))
            case Paused():
                yield self._aside("paused")
            case Closed(is_settled=is_settled):
                ending = self.words["settled" if is_settled else "broken_off"]
                yield Text("\n" + ending, "bold")
            case Chose() | LineSpoken() | Updated() | Voted() as done:
                yield from self._done(done, seen.chat)

    def _done(self, done: Chose | LineSpoken | Updated | Voted, chat: GroupChat) -> Iterator[Text]:
        match done:
            case Chose():
                yield self._chosen(done)
            case LineSpoken():
                yield from self._spoken(done)
            case Updated():
                yield from self._updated(done, chat)
            case Voted():
                yield from self._voted(done)

    def _chosen(self, chose: Chose) -> Text:
        who = self.name(chose.member)
        if not chose.partner:
            return self._aside("keeps_apart", name=who)
        key = "turns_to_why" if chose.strategy else "turns_to"
        return self._aside(key, name=who, partner=self.name(chose.partner), why=chose.strategy)

    def _spoken(self, spoke: LineSpoken) -> Iterator[Text]:
        if not spoke.text:
            return
        person = spoke.person.name if spoke.person else ""
        speaker = self._names.get(spoke.member, person)
        is_private = spoke.stage in TALKS and spoke.to
        _, _, after = self.words["speaks_to" if is_private else "speaks"].partition("{name}")
        text = Text(_INDENT)
        text.append(speaker, style=self._styles.get(spoke.member, "bold"))
        text.append(after.format(partner=self.name(spoke.to)), style=_ASIDE if is_private else "")
        text.append(spoke.text)
        yield text

    def _updated(self, updated: Updated, chat: GroupChat) -> Iterator[Text]:
        words = self.words
        said = updated.reflection or words["unchanged"]
        who = words["speaks"].format(name=self.name(updated.member))
        yield Text(f"{_INDENT}{who}{said}", style=_ASIDE)
        moved = [f"{self.name(other)} {change:+d}" for other, change in updated.relations if change]
        backs = chat.backs(updated.member)
        if backs and backs != updated.member:
            moved.append(words["backs"].format(name=self.name(backs)))
        if moved:
            yield Text(f"{_INDENT * 2}{words['comma'].join(moved)}", style=_ASIDE)

    def _voted(self, voted: Voted) -> Iterator[Text]:
        who = self.name(voted.member)
        if voted.statement:
            yield Text(f"{_INDENT}{self.words['speaks'].format(name=who)}{voted.statement}")
        if not voted.choice and self._eyes not in (Watcher.EVERYTHING, voted.member):
            return  # what these eyes see of it holds no choice
        key = "votes_for" if voted.choice else "abstains"
        if voted.knowledge is Knowledge.ALL:
            key += "_knowing_all"
        line = self._aside(key, name=who, candidate=self.name(voted.choice))
        if is_default(voted):
            line.append(f" {self.words['by_default']}")
        yield line

    def _aside(self, key: str, **values: object) -> Text:
        return Text(_INDENT + self.words[key].format(**values), style=_ASIDE)

    def _print(self, line: Text) -> None:
        self._console.print(line)


def show_result(console: Console, report: Report, eyes: Eyes = Watcher.EVERYTHING) -> None:
    """Print the winner, the votes that these eyes may see, and the effort.

    The audience learns who won and by how many votes, a member also its own votes.
    """
    words = words_of(report.script.language)
    effort = report.effort
    if report.is_mostly_default:
        told = words["mostly_default"].format(
            defaulted=effort.defaulted, answers=len(report.receipts)
        )
        console.print(Text(told, style="yellow"))
    winners = words["and"].join(one.name for one in report.winners)
    if winners:
        camp = f" ({report.camp})" if report.camp else ""
        line = words["speaks"].format(name=winners + camp) + report.because
        console.print(Text(line, style="bold"))
    elif report.because:
        console.print(Text(report.because, style="bold"))
    if report.summary:
        console.print(Text(report.summary))
    if report.tallies:
        _show_votes(console, report, words, eyes)
    told = words["effort"].format(
        calls=f"{effort.calls:,}",
        repaired=effort.repaired,
        defaulted=effort.defaulted,
        tokens=f"{effort.prompt_tokens + effort.completion_tokens:,}",
        nats=f"{report.language.agc_char2_nats:.3f}",
    )
    console.print(Text(told, style=_ASIDE))


def _show_votes(console: Console, report: Report, words: Words, eyes: Eyes) -> None:
    if eyes is Watcher.AUDIENCE:
        console.print(Text(words["audience_eyes"], style=_ASIDE))
        return
    members = report.script.members
    if eyes is not Watcher.EVERYTHING:
        members = tuple(one for one in members if one.id == eyes)
    table = Table(words["votes"], *(words[f"rule_{one.rule}"] for one in report.tallies), box=None)
    for member in members:
        cells = [_vote(report, tally, member.id, words) for tally in report.tallies]
        table.add_row(member.name, *cells)
    console.print(table)
    if any(one.id in tally.by_default for tally in report.tallies for one in members):
        console.print(Text(words["default_legend"], style=_ASIDE))
    if eyes is not Watcher.EVERYTHING:
        told = words["own_eyes"].format(name=report.name(eyes))
        console.print(Text(told, style=_ASIDE))


def _vote(report: Report, tally: VoteTally, member: str, words: Words) -> str:
    vote = dict(tally.votes).get(member, "")
    shown = report.name(vote) if vote else "–"
    if member in tally.abstained:
        shown = words["nobody"]
    return words["default_mark"].format(name=shown) if member in tally.by_default else shown


YOU = Person(id="you", name="You")
_NOBODY = ("", "nobody", "none", "-")


class SeatLeft(Exception):  # noqa: N818 - what happened, in a word
    """The person at this terminal has left: by Ctrl-C, or because the input ended."""


class TerminalSeat:
    """The person at this terminal, in the seat of one member."""

    def __init__(
        self,
        chats: GroupChats,
        at: Mapping[str, Any],
        keyboard: Keyboard,
        view: SceneConsole,
        member: str,
    ) -> None:
        self._chats = chats
        self._at = at  # timeline and scene
        self._seat = {**at, "member_id": member}
        self._keyboard = keyboard
        self._view = view
        self._words = view.words
        self._member = member

    async def act(self, awaited: AwaitedPerson, seq: int) -> None:
        """Ask until an answer is accepted; return at once if another member is awaited.

        Returns as well if the member has acted since it was awaited at position `seq`. Raises
        `SeatLeft`.
        """
        while awaited.member == self._member:
            chat = await self._chats.get(**self._at)
            if chat.is_closed or self._has_acted(chat, seq):
                return
            answer = await self._answer(chat, awaited)
            try:
                await self._chats.move(answer)
            except Fault as fault:
                self._view.warn(fault.message)
            else:
                return

    def _has_acted(self, chat: GroupChat, seq: int) -> bool:
        return any(
            isinstance(move, Chose | LineSpoken | Voted) and move.member == self._member
            for at, move in chat.moves
            if at > seq
        )

    async def _answer(self, chat: GroupChat, awaited: AwaitedPerson) -> RequestToChat:
        match awaited.task:
            case "choose":
                return await self._choose(awaited)
            case "vote":
                return await self._vote(chat)
            case "speak":
                return await self._speak(awaited)

    async def _choose(self, awaited: AwaitedPerson) -> RequestToChat:
        self._view.note(self._words["may_talk"].format(names=self._listed(awaited.partners)))
        partner = await self._one_of(self._words["whom"], awaited.partners)
        text = await self._line(self._words["first_words"]) if partner else ""
        return ChooseFromSeat(**self._seat, partner_id=partner, text=text)

    async def _speak(self, awaited: AwaitedPerson) -> RequestToChat:
        key = "your_line" if awaited.partners else "your_line_to_all"
        text = await self._line(self._words[key].format(name=self._listed(awaited.partners)))
        return Speak(**self._seat, person=YOU, text=text, ends=not text)

    async def _vote(self, chat: GroupChat) -> RequestToChat:
        ballot = chat.script.ballot
        candidates = tuple(one.id for one in ballot.candidates)
        names = self._listed(candidates)
        self._view.note(self._words["may_vote"].format(question=ballot.question, names=names))
        choice = await self._one_of(self._words["your_vote"], candidates)
        own = {one.id for one in ballot.candidates if one.member == self._member}
        other = ""
        if choice in own:
            others = tuple(one for one in candidates if one not in own)
            while others and not other:
                other = await self._one_of(self._words["not_yourself"], others)
        statement = await self._line(self._words["last_words_wanted"])
        return VoteFromSeat(
            **self._seat, candidate_id=choice, other_candidate_id=other, statement=statement
        )

    async def _line(self, prompt: str) -> str:
        try:
            return (await self._keyboard.line(prompt)).strip()
        except (EOFError, Interrupted) as end:
            raise SeatLeft from end

    def _listed(self, ids: tuple[str, ...]) -> str:
        return self._words["comma"].join(self._view.name(one) for one in ids)

    async def _one_of(self, prompt: str, ids: tuple[str, ...]) -> str:
        """Ask until one of `ids` is named; an answer such as "nobody" returns an empty text."""
        while (said := await self._line(prompt)).casefold() not in _NOBODY:
            found = self._meant(said, ids)
            if len(found) == 1:
                return found[0]
            key = "several_meant" if found else "none_meant"
            names = self._listed(found or ids)
            told = self._words[key].format(said=repr(said), found=self._listed(found), names=names)
            self._view.warn(told)
        return ""

    def _meant(self, said: str, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids with that id or name, else with such a word in the name, else prefix."""
        wanted = said.casefold()
        names = {one: self._view.name(one).casefold() for one in ids}
        for found in (
            tuple(one for one in ids if one.casefold() == wanted),
            tuple(one for one in ids if names[one] == wanted),
            tuple(one for one in ids if wanted in names[one].split()),
            tuple(one for one in ids if names[one].startswith(wanted)),
        ):
            if found:
                return found
        return ()
