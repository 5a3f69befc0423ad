"""Testing a session against an author's expectations: which hold, and why others do not."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.context.conversation_line import names_here
from npcserver.app.context.discretion import before, secrets_of
from npcserver.app.conversation.turn_records import DialogueTurn
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.language.detection import is_in, tongue_of
from npcserver.mind.provenance import SHARE, retells, split, stated
from npcserver.model.affordance import ActionIntent, Affordance
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput
from npcserver.model.expectation import TextPattern
from npcserver.model.feelings import NEUTRAL, Emotion
from npcserver.model.ids import CharacterId, TurnId, slug
from npcserver.model.inputs import ReplyInput
from npcserver.model.record import MEMORY_KINDS
from npcserver.model.timeline import Vantage
from npcserver.model.turn import IntentProposed, Line
from npctools.replay.session_log import SessionLog
from npctools.replay.session_reader import Cast
from npctools.replay.turn_replay import TurnReplay
from npctools.session import (
    EVERYBODY,
    Checks,
    PersonaTest,
    PersonaTests,
    Probe,
    TurnSelector,
    WantedIntent,
    WantedMood,
)

_SHOWN = 5  # turns quoted by a report
_EVERYBODY = "player"
_STRANGER = "Traveller"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTurn:
    """A turn for expectations; `number` is 0 for an answer to a probe.

    `leaked` are memories that it reveals to a listener who may not be told.
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
        """All words said."""
        return " ".join(line.text for line in self.lines)

    @property
    def feeling(self) -> Emotion:
        """The strongest feeling in it."""
        felt = (line.emotion for line in self.lines if line.emotion is not None)
        return max(felt, key=lambda one: abs(one.valence) + abs(one.arousal), default=NEUTRAL)

    @property
    def quoted(self) -> str:
        """The turn as a report quotes it."""
        where = f"turn {self.number}" if self.number else "asked"
        return f'{where}, to "{self.heard}": "{self.text}"'


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectationResult:
    """The result of one expectation: `what` was expected in the test of that name."""

    test: str
    character: str
    what: str
    line: int = 0
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether the expectation is met."""
        return not self.problem


def chosen(turns: Sequence[JudgedTurn], choice: TurnSelector) -> tuple[JudgedTurn, ...]:
    """Return the turns that a test selects."""
    return tuple(
        said
        for said in turns
        if (not choice.numbers or said.number in choice.numbers)
        and (choice.heard is None or choice.heard.search(said.heard) is not None)
        and _is_by(said.partner, choice.by)
    )


def judged(
    test: PersonaTest, turns: Sequence[JudgedTurn], memories: Sequence[str] = ()
) -> tuple[ExpectationResult, ...]:
    """Return the result of each expectation of a test.

    `turns` are those that it chose, `memories` those of its character.
    """
    return tuple(
        ExpectationResult(
            test=test.name, character=test.character, what=what, line=test.line, problem=problem
        )
        for what, problem in _problems(test.checks, turns, memories)
    )


def knows(memories: Sequence[str], fact: str) -> str:
    """Return a memory that states a fact, by the measure of `WhoKnows`; empty for none."""
    return next((text for text in memories if stated(fact, text) >= SHARE), "")


def _problems(
    checks: Checks, turns: Sequence[JudgedTurn], memories: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield each expectation, and its problem: empty where it holds."""
    if checks.says:
        wordings = " or ".join(wording.text for wording in checks.says)
        yield f"says {wordings}", _missing(turns, lambda one: _says(one, checks.says))
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
        held = knows(memories, fact)
        yield f"knows {fact}", "" if held else "no memory says so"
    for fact in checks.does_not_know:
        held = knows(memories, fact)
        yield f"does not know {fact}", f'remembers: "{held}"' if held else ""


def _of_every_turn(checks: Checks, turns: Sequence[JudgedTurn]) -> Iterator[tuple[str, str]]:
    mood, language, most = checks.mood, checks.language, checks.max_sentences
    if mood is not None:
        yield (
            f"mood {_mood(mood)}",
            _found(turns, lambda one: not _fits(one.feeling, mood), _felt),
        )
    if language:
        problem = _found(
            turns, lambda one: not is_in(one.text, language), lambda one: tongue_of(one.text)
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


def _says(said: JudgedTurn, wordings: Sequence[TextPattern]) -> bool:
    return any(wording.occurs_in(said.text) for wording in wordings)


def _offers(said: JudgedTurn, wanted: Sequence[WantedIntent]) -> bool:
    return any(_is_wanted(intent, one) for intent in said.intents for one in wanted)


def _is_wanted(intent: ActionIntent, wanted: WantedIntent) -> bool:
    given: Mapping[str, object] = dict(intent.arguments)
    return intent.affordance == wanted.affordance and all(
        name in given and (given[name] == value or str(given[name]) == str(value))
        for name, value in wanted.arguments
    )


def _missing(turns: Sequence[JudgedTurn], has: Callable[[JudgedTurn], bool]) -> str:
    if any(has(said) for said in turns):
        return ""
    more = f"\nand not in {len(turns) - _SHOWN} more" if len(turns) > _SHOWN else ""
    quoted = "\nnor in ".join(said.quoted for said in turns[:_SHOWN])
    return _silent(turns) or f"not in {quoted}{more}"


def _found(
    turns: Sequence[JudgedTurn],
    has: Callable[[JudgedTurn], bool],
    why: Callable[[JudgedTurn], str] | None = None,
) -> str:
    found = [said for said in turns if has(said)]
    if not found:
        return ""
    return "\n".join(
        said.quoted if why is None else f"{why(said)}: {said.quoted}" for said in found[:_SHOWN]
    )


def _silent(turns: Sequence[JudgedTurn]) -> str:
    return "" if turns else "the session has no such turn"


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


def _felt(said: JudgedTurn) -> str:
    felt = said.feeling
    return f"{felt.label} ({felt.valence:g}, {felt.arousal:g})"


def _mood(wanted: WantedMood) -> str:
    parts = [" or ".join(wanted.labels)] if wanted.labels else []
    for name, (low, high) in (("valence", wanted.valence), ("arousal", wanted.arousal)):
        if (low, high) != (-1.0, 1.0):
            parts.append(f"{name} {low:g} to {high:g}")
    return ", ".join(parts) or "any"


def _told(wanted: WantedIntent) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in wanted.arguments)
    return f"{wanted.affordance}({given})" if given else wanted.affordance


class Examination:
    """Examines the characters of a session, in the state of `cast`, `log` and `turns`."""

    def __init__(
        self,
        log: SessionLog,
        cast: Cast,
        performer: TurnReplay,
        turns: Sequence[JudgedTurn],
        vantage: Vantage,
    ) -> None:
        self._log = log
        self._cast = cast
        self._performer = performer
        self._turns = turns
        self._vantage = vantage

    async def examine(self, tests: PersonaTests) -> AsyncGenerator[ExpectationResult, None]:
        """Yield the result of each expectation, in the order of the file."""
        for test, character in self._each(tests):
            if test.probe is not None:
                turns = tuple([one async for one in self._asked(test.probe, character)])
            else:
                own = [one for one in self._turns if one.character == character]
                turns = chosen(own, test.turns)
            looks_inside = test.checks.knows or test.checks.does_not_know
            memories = self._memories(character) if looks_inside else ()
            for finding in judged(test, turns, memories):
                yield finding

    def _each(self, tests: PersonaTests) -> Iterator[tuple[PersonaTest, str]]:
        """Yield every test with the id of its character; one of everybody once for each."""
        for test in tests.tests:
            if test.character == EVERYBODY:
                for one in self._cast.characters:
                    yield replace(test, character=one), one
            else:
                yield test, self._named(test)

    async def _asked(self, probe: Probe, character: str) -> AsyncGenerator[JudgedTurn, None]:
        speaker = self._speaker(probe)
        offered: tuple[Affordance, ...] = (
            self._cast.world.affordances if probe.affordances is None else probe.affordances
        )
        for number in range(probe.times):
            say = SayToCharacter(
                timeline_id=self._vantage.timeline_id,
                character_id=CharacterId(character),
                speaker=speaker,
                text=probe.say,
                affordances=offered,
                entities=self._cast.world.entities,
            )
            turn_id = TurnId(f"trn_probe_{slug(probe.say)}_{number}")
            yield await said(self._log, 0, await self._performer.ask(say, turn_id))

    def _speaker(self, probe: Probe) -> Person:
        """Return the asking person: a character, a player of the session, or a new player."""
        wanted = probe.by.casefold()
        for known in self._cast.characters.values():
            if wanted and wanted in (known.id.casefold(), known.name.casefold()):
                return Person(id=known.id, name=known.name, is_player=False)
        players = [one.partner for one in self._turns if one.partner.is_player]
        for player in reversed(players):
            if wanted in ("", player.id.casefold(), player.name.casefold()):
                return player
        name = probe.by or _STRANGER
        return Person(id=f"player-{slug(name)}", name=name)

    def _memories(self, character: str) -> tuple[str, ...]:
        seqs = (seq for kind in MEMORY_KINDS for seq in self._log.find(kind, character))
        found = (self._log.get(seq) for seq in sorted(seqs))
        return tuple(record.text for record in found if record is not None)

    def _named(self, test: PersonaTest) -> str:
        wanted = test.character.casefold()
        for known in self._cast.characters.values():
            if wanted in (known.id.casefold(), known.name.casefold()):
                return known.id
        there = ", ".join(sorted(self._cast.characters))
        raise InvalidInput(
            f"tests, line {test.line}",
            f"there is no character {test.character!r}; name one of these: {there}",
        )


async def said(log: SessionLog, number: int, turn: DialogueTurn) -> JudgedTurn:
    """Return a turn in the form that expectations check."""
    return JudgedTurn(
        number=number,
        character=turn.say.character_id,
        partner=turn.say.speaker,
        heard=turn.say.text,
        lines=tuple(one for one in turn.delivered if isinstance(one, Line)),
        intents=tuple(one.intent for one in turn.delivered if isinstance(one, IntentProposed)),
        leaked=await leaked(log, turn),
    )


async def leaked(log: SessionLog, turn: DialogueTurn) -> tuple[str, ...]:
    """Return the memories that a turn reveals to a listener who may not be told."""
    scene = turn.loaded.scene
    vantage = Vantage(turn.say.timeline_id, turn.loaded.timeline.head)
    view = log.at(vantage)
    hearers = (scene.partner,) if turn.say.is_confidential else (scene.partner, *scene.company)
    locked = [
        record
        for kind in MEMORY_KINDS
        for record in await view.tail(scene.character.id, (kind,), log.last + 1)
        if secrets_of(record)
    ]
    if not locked:
        return ()
    discretion = await before(view, scene.character, hearers)
    _, kept = discretion.sift(locked)
    names, public = names_here(scene), _open_to(scene)
    return tuple(
        record.text
        for record in kept
        if any(
            retells(sentence, record.text, names)
            and not any(retells(sentence, known, names) for known in public)
            for sentence in split(turn.spoken)
        )
    )


def _open_to(scene: ReplyInput) -> tuple[str, ...]:
    """Return the texts in the prompt that may be revealed; secrets may occur in them too."""
    persona = scene.character.persona
    return (
        scene.heard,
        scene.world.description,
        persona.background,
        persona.currently,
        *persona.goals,
        *(relation.view for relation in persona.relations),
        *(found.memory.text for found in scene.recollections),
        *(quote.passage.text for quote in scene.lore),
        *(" ".join((fact.name, fact.about, *fact.within)) for fact in scene.town),
        *(line.text for line in scene.conversation),
    )
