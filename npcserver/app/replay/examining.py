"""Putting tests to a session: choosing turns, asking questions, looking into minds."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace

from npcserver.app.material.discretion import before, secrets_of
from npcserver.app.material.line import names_here
from npcserver.app.replay.expecting import Evidence, Finding, Said, chosen, judged
from npcserver.app.replay.reperforming import Performer
from npcserver.app.replay.session_reader import Cast
from npcserver.app.replay.sessions import SessionLog
from npcserver.app.speech.keeping import Turn
from npcserver.app.speech.staging import Say
from npcserver.mind.provenance import retells
from npcserver.mind.telling_words import split
from npcserver.model.affordance import Affordance
from npcserver.model.errors import InvalidInput
from npcserver.model.expectation import EVERYBODY, PersonaTest, PersonaTests, Probe
from npcserver.model.ids import CharacterId, TurnId, slug
from npcserver.model.person import Person
from npcserver.model.record import MEMORY_KINDS
from npcserver.model.scene import Scene
from npcserver.model.timeline import Vantage
from npcserver.model.turn import IntentProposed, Line

_STRANGER = "Traveller"


class Examining:
    """Examines the characters of a session: `cast` and `log` are as they are to be, `turns` too."""

    def __init__(
        self,
        log: SessionLog,
        cast: Cast,
        performer: Performer,
        turns: Sequence[Said],
        vantage: Vantage,
    ) -> None:
        self._log = log
        self._cast = cast
        self._performer = performer
        self._turns = turns
        self._vantage = vantage

    async def examine(self, tests: PersonaTests) -> AsyncGenerator[Finding, None]:
        """Yield what came of each expectation, in the order of the file."""
        for test, character in self._each(tests):
            if test.probe is not None:
                turns = tuple([one async for one in self._asked(test.probe, character)])
            else:
                own = [one for one in self._turns if one.character == character]
                turns = chosen(own, test.turns)
            memories = self._memories(character) if _looks_inside(test) else ()
            for finding in judged(test, Evidence(turns=turns, memories=memories)):
                yield finding

    def _each(self, tests: PersonaTests) -> Iterator[tuple[PersonaTest, str]]:
        """Yield every test with the id of its character; one of everybody once for each."""
        for test in tests.tests:
            if test.character == EVERYBODY:
                for one in self._cast.characters:
                    yield replace(test, character=one), one
            else:
                yield test, self._named(test)

    async def _asked(self, probe: Probe, character: str) -> AsyncGenerator[Said, None]:
        speaker = self._speaker(probe)
        offered: tuple[Affordance, ...] = (
            self._cast.world.affordances if probe.affordances is None else probe.affordances
        )
        for number in range(probe.times):
            say = Say(
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
        """Return who asks: a character, a player of the session, or somebody who comes in."""
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
        """Return the id of a character, however the test names it."""
        wanted = test.character.casefold()
        for known in self._cast.characters.values():
            if wanted in (known.id.casefold(), known.name.casefold()):
                return known.id
        there = ", ".join(sorted(self._cast.characters))
        raise InvalidInput(
            f"tests, line {test.line}",
            f"there is no character {test.character!r}; name one of these: {there}",
        )


async def said(log: SessionLog, number: int, turn: Turn) -> Said:
    """Return a turn as expectations look at it."""
    return Said(
        number=number,
        character=turn.say.character_id,
        partner=turn.say.speaker,
        heard=turn.say.text,
        lines=tuple(one for one in turn.delivered if isinstance(one, Line)),
        intents=tuple(one.intent for one in turn.delivered if isinstance(one, IntentProposed)),
        leaked=await leaked(log, turn),
    )


async def leaked(log: SessionLog, turn: Turn) -> tuple[str, ...]:
    """Return the memories that a turn passes on to somebody who may not be told."""
    scene = turn.staged.scene
    vantage = Vantage(turn.say.timeline_id, turn.staged.timeline.head)
    view = log.at(vantage)
    hearers = (scene.partner,) if turn.say.is_private else (scene.partner, *scene.company)
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


def _open_to(scene: Scene) -> tuple[str, ...]:
    """Return what was before a character that it may speak of here, in which much may stand too."""
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
        *(line.text for line in scene.conversation),
    )


def _looks_inside(test: PersonaTest) -> bool:
    return bool(test.checks.knows or test.checks.does_not_know)
