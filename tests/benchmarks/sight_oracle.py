"""Who may and who must see what in a group chat, written from the rules as they are told.

Nothing here is taken from the code that decides it. Told in one breath: a private talk is known to
the two alone, not even that it took place. Of a confidential meeting the others learn, once the
stage is over, that the two met, and nothing else. What is said before all is seen by all when its
chat round is over, by who said it at once. What a member notes for itself, plans and thinks stays
its own. Last words are heard when all have voted. Words from the audience are before all at once.
Who votes on all knowledge sees everything. All that a character knows is before it where there is
space, and in any case what it made last of where it stands, what it learnt last, and its own notes.
A digest of a round holds what was said and noted in it, and only who votes on all knowledge sees
it.
"""

import re
from dataclasses import dataclass, field

from npcscenes.model.group_inputs import MemberInput, SpeakInput
from npcserver.model.group.moves import AUDIENCE, Began, Chose, LineSpoken, Move, Updated
from npcserver.model.group.script import Script, Stage
from tests.benchmarks.marked_scenes import Kind, Marks
from tests.benchmarks.sight_eyes import Eyes

_MEANWHILE = re.compile(r"Round (\d+), meanwhile(?: \(\d+ earlier lines? not shown\))?:")
_MET = re.compile(r"- (\w+) and (\w+) met; what they said is not known\.")
_OF_OTHERS = re.compile(r"Round \d+, in (?:private|a meeting), \w+ and \w+:")
Meeting = tuple[int, frozenset[str]]
"""The round, and who met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Something that was said: its mark, to whom, and who began the talk."""

    mark: str
    by: str
    to: str
    talk: str
    stage: Stage
    round: int
    chat_round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """That two met, known to others from its place on; they met at the place `met_at`."""

    meeting: Meeting
    met_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What stands in a prompt and may not, and what does not and must."""

    leaks: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Oracle:
    """Looks on at a group chat, and judges every prompt that is put meanwhile."""

    script: Script
    marks: Marks
    is_narrow: bool = False  # not everything fits in a prompt
    round: int = 0
    stage: Stage | None = None
    happened: list[Line | Met] = field(default_factory=list)
    notes: dict[tuple[str, int], frozenset[str]] = field(default_factory=dict)
    outlooks: dict[str, frozenset[str]] = field(default_factory=dict)
    learnt: dict[str, frozenset[str]] = field(default_factory=dict)
    plans: dict[str, Chose] = field(default_factory=dict)
    _pairs: list[Met] = field(default_factory=list)
    _ended: dict[str, int] = field(default_factory=dict)
    _turns: dict[int, set[str]] = field(default_factory=dict)  # who spoke or passed before all

    def see(self, move: Move) -> None:
        """Take note of what happened."""
        if isinstance(move, Chose | LineSpoken) and move.situation:
            self.outlooks[move.member] = self.marks.found(move.situation)
        match move:
            case Began():
                self._begin(move)
            case Chose() if move.partner:
                self.plans[move.member] = move
            case LineSpoken():
                self._hear(move)
            case Updated():
                self.notes[move.member, move.round] = self.marks.found(move.summary)
                self.learnt[move.member] = self.marks.found(move.reflection)
            case _:
                pass

    def _begin(self, move: Began) -> None:
        if self.stage is Stage.CONFIDENTIAL_MEETING:
            self.happened += self._pairs
        self._pairs, self._ended, self._turns, self.plans = [], {}, {}, {}
        self.round, self.stage = move.round, move.stage

    def _hear(self, move: LineSpoken) -> None:
        if move.member != AUDIENCE and not move.to:
            self._turns.setdefault(move.chat_round, set()).add(move.member)
        if move.ends:
            self._ended.setdefault(move.member, move.chat_round)
        if not move.text:
            return
        if move.to and move.stage is Stage.CONFIDENTIAL_MEETING:
            met = (move.round, frozenset((move.member, move.to)))
            if met not in [one.meeting for one in self._pairs]:
                self._pairs.append(Met(meeting=met, met_at=len(self.happened)))
        self.happened.append(
            Line(
                mark=self.marks.first(move.text),
                by=move.member,
                to=move.to,
                talk=move.talk,
                stage=move.stage,
                round=move.round,
                chat_round=move.chat_round,
            )
        )

    def judge(self, act: MemberInput, prompt: str) -> Judgement:
        """Return what is wrong with a prompt."""
        eyes = Eyes.of(act)
        found = self.marks.found(prompt)
        leaks = [f"{self.marks.of(one).kind}:{one}" for one in found if not self._may(eyes, one)]
        missing = [f"{self.marks.of(one).kind}:{one}" for one in self._must(eyes) - found]
        if eyes.viewer:
            met = _met_in(prompt, eyes.name)
            leaks += [f"met:{one}" for one in met - self._meetings(eyes)]
            missing += [f"met:{one}" for one in self._must_know_of(eyes) - met]
            if not eyes.knows_all and _OF_OTHERS.search(prompt):
                leaks.append("heading of a talk of others")
        return Judgement(leaks=tuple(leaks), missing=tuple(missing))

    def is_early(self, act: MemberInput) -> bool:
        """Say whether a chat round before all begins while a character still has to speak."""
        if not isinstance(act, SpeakInput) or act.partner is not None or act.chat_round <= 1:
            return False
        last = act.chat_round - 1
        waited = {one.id for one in self.script.members if self._ended.get(one.id, last) >= last}
        return bool(waited - self._turns.get(last, set()))

    def _may(self, eyes: Eyes, word: str) -> bool:
        mark = self.marks.of(word)
        is_own = mark.by == eyes.viewer
        match mark.kind:
            case Kind.PUBLIC:
                return True
            case Kind.HIDDEN | Kind.NATURE | Kind.BELIEF | Kind.PLAN:
                return is_own or (eyes.knows_all and not eyes.condenses)
            case Kind.DIGEST:
                return eyes.knows_all and not eyes.condenses
            case Kind.NOTE:
                return (is_own or eyes.knows_all) and self.script.course.has_summaries
            case Kind.LINE | Kind.AUDIENCE:
                return self._may_hear(eyes, word, is_own=is_own)
            case Kind.STATEMENT:
                return not eyes.viewer or is_own
            case Kind.REASONS:
                return False

    def _may_hear(self, eyes: Eyes, word: str, *, is_own: bool) -> bool:
        line = next(
            (one for one in self.happened if isinstance(one, Line) and one.mark == word), None
        )
        if line is None:
            return is_own and self.stage is not None and self.marks.of(word).kind is Kind.LINE
        if not self._hears(eyes, line):
            return False
        if self.script.course.has_memory or not eyes.viewer:
            return True
        return self._is_under_way(eyes, line)

    def _hears(self, eyes: Eyes, line: Line) -> bool:
        """Say whether a line has reached a character by now."""
        if eyes.knows_all or line.by == AUDIENCE:
            return True
        if line.to:
            return eyes.viewer in (line.by, line.to)
        is_over = (line.round, line.stage) != (self.round, self.stage)
        return is_over or line.by == eyes.viewer or line.chat_round < eyes.chat_round

    def _is_under_way(self, eyes: Eyes, line: Line) -> bool:
        """Say whether a line belongs to what a character is just taking part in."""
        if not eyes.is_speaking or (line.round, line.stage) != (self.round, self.stage):
            return False
        if eyes.partner:
            return {line.by, line.to} == {eyes.viewer, eyes.partner} and line.talk == eyes.talk
        return not line.to

    def _must(self, eyes: Eyes) -> frozenset[str]:
        """Return the marks that have to stand in a prompt."""
        public = self.marks.all(Kind.PUBLIC)
        if not eyes.viewer:
            return public if self.is_narrow else public | self._condensed(eyes)
        kinds = (Kind.HIDDEN, Kind.NATURE, Kind.BELIEF)
        own = {
            word
            for kind in kinds
            for word in self.marks.all(kind)
            if self.marks.of(word).by == eyes.viewer
        }
        hidden = self.marks.all(Kind.HIDDEN) if eyes.knows_all else frozenset()
        lines = {one.mark for one in self._before(eyes) if isinstance(one, Line)}
        return public | own | hidden | lines | self._planned(eyes) | self._thought(eyes)

    def _condensed(self, eyes: Eyes) -> frozenset[str]:
        """Return what has to be before who condenses a round: everything that was said in it."""
        lines = [one for one in self.happened if isinstance(one, Line)]
        return frozenset(one.mark for one in lines if one.round == eyes.condenses)

    def _thought(self, eyes: Eyes) -> frozenset[str]:
        """Return what a member made of where it stands, learnt and noted; it always sees that."""
        course = self.script.course
        if not course.has_memory:
            return frozenset()
        found = set(self.outlooks.get(eyes.viewer, frozenset()))
        if course.has_summaries:
            found |= self.learnt.get(eyes.viewer, frozenset())
            for (member, _), marks in self.notes.items():
                found |= marks if member == eyes.viewer else frozenset()
        return frozenset(found)

    def _planned(self, eyes: Eyes) -> frozenset[str]:
        """Return what who began a talk meant to do in it."""
        chose = self.plans.get(eyes.viewer)
        if chose is None or not eyes.has_plan:
            return frozenset()
        topics = chose.topics[eyes.chat_round - 1 : eyes.chat_round]
        return self.marks.found(" ".join((chose.strategy, *topics)))

    def _before(self, eyes: Eyes) -> list[Line | Met]:
        """Return what happened that a character knows of and has to have before it."""
        known = [one for one in self.happened if self._knows(eyes, one)]
        if not self.script.course.has_memory:
            here = [one for one in known if isinstance(one, Line)]
            # What the audience calls out is no part of a talk.
            return [one for one in here if self._is_under_way(eyes, one) and one.by != AUDIENCE]
        return [] if self.is_narrow else known

    def _knows(self, eyes: Eyes, one: Line | Met) -> bool:
        if isinstance(one, Line):
            return self._hears(eyes, one)
        return not eyes.knows_all and eyes.viewer not in one.meeting[1]

    def _meetings(self, eyes: Eyes) -> set[Meeting]:
        """Return the meetings that a character may know of: those in it, and others once over."""
        over = {one.meeting for one in self.happened if isinstance(one, Met)}
        own = {one.meeting for one in self._pairs if eyes.viewer in one.meeting[1]}
        return over | own

    def _must_know_of(self, eyes: Eyes) -> set[Meeting]:
        return {one.meeting for one in self._before(eyes) if isinstance(one, Met)}


def _met_in(prompt: str, name: str) -> set[Meeting]:
    """Return the meetings that a prompt tells of, by round and by who met."""
    found: set[Meeting] = set()
    round_ = 0
    for line in prompt.splitlines():
        if heading := _MEANWHILE.match(line.strip()):
            round_ = int(heading[1])
        elif met := _MET.match(line.strip()):
            first, second = (name if one == "You" else one for one in met.groups())
            found.add((round_, frozenset((first.casefold(), second.casefold()))))
    return found
