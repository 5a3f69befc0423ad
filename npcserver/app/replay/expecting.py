"""Holding a session against what an author expects: which expectations hold, and if not, why."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from npcserver.language.detection import is_in, tongue_of
from npcserver.mind.provenance import SHARE, stated
from npcserver.model.affordance import ActionIntent
from npcserver.model.emotion import NEUTRAL, Emotion
from npcserver.model.expectation import (
    Checks,
    Choice,
    PersonaTest,
    WantedIntent,
    WantedMood,
    Wording,
)
from npcserver.model.person import Person
from npcserver.model.turn import Line

_SHOWN = 5  # turns that a report quotes
_EVERYBODY = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn as expectations look at it; `number` is 0 for an answer to a probe.

    `leaked` are memories that it passes on to somebody who may not be told.
    """

    number: int
    character: str
    partner: Person
    heard: str
    lines: tuple[Line, ...]
    intents: tuple[ActionIntent, ...] = ()
    leaked: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All that was said."""
        return " ".join(line.text for line in self.lines)

    @property
    def feeling(self) -> Emotion:
        """The strongest feeling in it."""
        felt = (line.emotion for line in self.lines if line.emotion is not None)
        return max(felt, key=lambda one: abs(one.valence) + abs(one.arousal), default=NEUTRAL)

    @property
    def quoted(self) -> str:
        """The turn for a report."""
        where = f"turn {self.number}" if self.number else "asked"
        return f'{where}, to "{self.heard}": "{self.text}"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What came of one expectation: `what` was expected in the test of that name."""

    test: str
    character: str
    what: str
    line: int = 0
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is as expected."""
        return not self.problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a test is held against: the turns it chose, and the memories of its character."""

    turns: Sequence[Said]
    memories: Sequence[str] = ()


def chosen(turns: Sequence[Said], choice: Choice) -> tuple[Said, ...]:
    """Return the turns that a test is about."""
    return tuple(
        said
        for said in turns
        if (not choice.numbers or said.number in choice.numbers)
        and (choice.heard is None or choice.heard.search(said.heard) is not None)
        and _is_by(said.partner, choice.by)
    )


def judged(test: PersonaTest, evidence: Evidence) -> tuple[Finding, ...]:
    """Return what came of each expectation of a test."""
    return tuple(
        Finding(
            test=test.name,
            character=test.character,
            what=what,
            line=test.line,
            problem=problem,
        )
        for what, problem in _problems(test.checks, evidence)
    )


def knows(memories: Sequence[str], fact: str) -> str:
    """Return a memory that states a fact, by the measure of `WhoKnows`; empty for none."""
    return next((text for text in memories if stated(fact, text) >= SHARE), "")


def _problems(checks: Checks, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Yield what is expected, and what is wrong with it: nothing where it holds."""
    turns = evidence.turns
    if checks.says:
        yield f"says {_any_of(checks.says)}", _missing(turns, lambda one: _says(one, checks.says))
    for wording in checks.never_says:
        yield f"never says {wording.text}", _found(turns, lambda one: _says(one, (wording,)))  # noqa: B023 - used at once
    if checks.offers_intent:
        wanted = " or ".join(map(_told, checks.offers_intent))
        problem = _missing(turns, lambda one: _offers(one, checks.offers_intent))
        yield f"offers {wanted}", problem
    for intent in checks.never_offers:
        problem = _found(turns, lambda one: _offers(one, (intent,)))  # noqa: B023 - used at once
        yield f"never offers {_told(intent)}", problem
    yield from _of_every_turn(checks, turns)
    for fact in checks.knows:
        held = knows(evidence.memories, fact)
        yield f"knows {fact}", "" if held else "no memory says so"
    for fact in checks.does_not_know:
        held = knows(evidence.memories, fact)
        yield f"does not know {fact}", f'remembers: "{held}"' if held else ""


def _of_every_turn(checks: Checks, turns: Sequence[Said]) -> Iterator[tuple[str, str]]:
    mood, language, most = checks.mood, checks.language, checks.max_sentences
    if mood is not None:
        yield (
            f"mood {_mood(mood)}",
            _found(turns, lambda one: not _fits(one.feeling, mood), _felt),
        )
    if language:
        problem = _found(
            turns,
            lambda one: not is_in(one.text, language),
            lambda one: tongue_of(one.text),
        )
        yield f"language {language}", problem or _silent(turns)
    if most:
        yield (
            f"at most {most} sentences",
            _found(turns, lambda one: len(one.lines) > most, lambda one: str(len(one.lines)))
            or _silent(turns),
        )
    if checks.leaks_nothing:
        problem = _found(turns, lambda one: bool(one.leaked), lambda one: "; ".join(one.leaked))
        yield "leaks nothing", problem


def _says(said: Said, wordings: Sequence[Wording]) -> bool:
    return any(wording.occurs_in(said.text) for wording in wordings)


def _offers(said: Said, wanted: Sequence[WantedIntent]) -> bool:
    return any(_is_wanted(intent, one) for intent in said.intents for one in wanted)


def _is_wanted(intent: ActionIntent, wanted: WantedIntent) -> bool:
    given: Mapping[str, object] = dict(intent.arguments)
    return intent.affordance == wanted.affordance and all(
        name in given and (given[name] == value or str(given[name]) == str(value))
        for name, value in wanted.arguments
    )


def _missing(turns: Sequence[Said], has: Callable[[Said], bool]) -> str:
    if any(has(said) for said in turns):
        return ""
    return _silent(turns) or f"not in {_listed(turns)}"


def _found(
    turns: Sequence[Said],
    has: Callable[[Said], bool],
    why: Callable[[Said], str] | None = None,
) -> str:
    found = [said for said in turns if has(said)]
    if not found:
        return ""
    return "\n".join(
        said.quoted if why is None else f"{why(said)}: {said.quoted}" for said in found[:_SHOWN]
    )


def _silent(turns: Sequence[Said]) -> str:
    return "" if turns else "the session has no such turn"


def _listed(turns: Sequence[Said]) -> str:
    more = f"\nand not in {len(turns) - _SHOWN} more" if len(turns) > _SHOWN else ""
    return "\nnor in ".join(said.quoted for said in turns[:_SHOWN]) + more


def _is_by(partner: Person, by: str) -> bool:
    if not by:
        return True
    if by == _EVERYBODY:
        return partner.is_player
    return by.casefold() in (partner.id.casefold(), partner.name.casefold())


def _fits(felt: Emotion, wanted: WantedMood) -> bool:
    if wanted.labels and felt.label not in wanted.labels:
        return False
    (low, high), (calm, stirred) = wanted.valence, wanted.arousal
    return low <= felt.valence <= high and calm <= felt.arousal <= stirred


def _felt(said: Said) -> str:
    felt = said.feeling
    return f"{felt.label} ({felt.valence:g}, {felt.arousal:g})"


def _mood(wanted: WantedMood) -> str:
    parts = [" or ".join(wanted.labels)] if wanted.labels else []
    for name, (low, high) in (("valence", wanted.valence), ("arousal", wanted.arousal)):
        if (low, high) != (-1.0, 1.0):
            parts.append(f"{name} {low:g} to {high:g}")
    return ", ".join(parts) or "any"


def _any_of(wordings: Sequence[Wording]) -> str:
    return " or ".join(wording.text for wording in wordings)


def _told(wanted: WantedIntent) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in wanted.arguments)
    return f"{wanted.affordance}({given})" if given else wanted.affordance
