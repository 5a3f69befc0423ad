"""What an agent may do in the worlds of a server: look, and try changes on branches of its own.

Each tool is a call of the server with the key of the agent, so its role decides what it may.
None changes what players play in, and none publishes.
"""

from contextlib import suppress
from typing import Annotated, Any, Final

from npcclient.client import NpcClient
from npcclient.errors import NotAllowed, NpcError
from npcclient.listing import Listing
from npcclient.messages import MemoryKind, Persona, Speaker
from pydantic import Field

from npctools.agents import views
from npctools.agents.views import Plain

LABEL: Final = "Agent: "
"""Begins the labels of branches that an agent has made, in which alone it drafts."""
_NAME: Final = 80
_MOST: Final = 100
_UTTERANCES: Final = (MemoryKind.MEMORY_KIND_UTTERANCE, MemoryKind.MEMORY_KIND_LINE)

World = Annotated[str, Field(description="Id of a world, from `list_worlds`.")]
Timeline = Annotated[str, Field(description="Id of a timeline or branch, from `list_timelines`.")]
Character = Annotated[str, Field(description="Id of a character, from `list_characters`.")]
Turn = Annotated[str, Field(description="Id of a turn, from `read_transcript`.")]
Seq = Annotated[int | None, Field(description="Position to look from; left out, the newest.")]
Few = Annotated[int, Field(description="How many at most, 1 to 100.", ge=1, le=_MOST)]
Changes = Annotated[
    dict[str, Any],
    Field(
        description="Fields of the persona with their new values, such as "
        '{"voice": "Short and dry."}; the names and forms are those of `read_persona`.'
    ),
]
Why = Annotated[str, Field(description="Why, in a sentence; people read it.", max_length=500)]


class InvalidChangeError(Exception):
    """A change that the server cannot be asked for; the message says how to mend it."""


class AgentTools:
    """The tools, over a client of a server. Their docstrings are what an agent reads of them."""

    def __init__(self, npc: NpcClient) -> None:
        self._npc = npc

    async def list_worlds(self) -> Plain:
        """List the worlds that your key is for."""
        worlds = await _first(self._npc.worlds.list(), _MOST)
        return {"worlds": [{"world": one.world_id, "name": one.name} for one in worlds]}

    async def list_characters(self, world: World) -> Plain:
        """List the characters of a world."""
        found = await _first(self._npc.characters.list(world), 500)
        return {
            "characters": [{"character": c.character_id, "name": c.persona.name} for c in found]
        }

    async def read_persona(self, world: World, character: Character) -> Plain:
        """Read who a character is, as its authors published it."""
        found = await self._npc.characters.get(world, character)
        return {"version": found.persona_version, "persona": views.plain(found.persona)}

    async def list_timelines(self, world: World) -> Plain:
        """List the timelines and branches of a world, and its saves."""
        lines = await _first(self._npc.timelines.list(world), 500)
        saves = await _first(self._npc.timelines.saves(world), 500)
        kept = [
            {"save": one.save_id, "name": views.quoted(one.name), "timeline": one.timeline_id}
            for one in saves
        ]
        return views.noticed(timelines=[views.timeline(one) for one in lines], saves=kept)

    async def read_mind(self, timeline: Timeline, character: Character, seq: Seq = None) -> Plain:
        """Read what a character does, feels and plans, its standings, beliefs and promises."""
        found = await self._npc.characters.mind(timeline, character, seq=seq)
        return views.noticed(mind=views.quoted(views.plain(found)))

    async def list_memories(
        self, timeline: Timeline, character: Character, containing: str = "", limit: Few = 20
    ) -> Plain:
        """List memories of a character, newest first, with these words in them if there are any."""
        found = self._npc.memories.list(timeline, character, text=containing, page_size=limit)
        return views.noticed(memories=[views.memory(one) for one in await _first(found, limit)])

    async def recall(
        self, timeline: Timeline, character: Character, question: str, limit: Few = 10
    ) -> Plain:
        """See which memories a question would bring to a character's mind; nothing is said."""
        found = await self._npc.memories.recall(timeline, character, question, limit=limit)
        return views.noticed(memories=[views.recollection(one) for one in found])

    async def read_transcript(
        self, timeline: Timeline, character: Character, limit: Few = 30, containing: str = ""
    ) -> Plain:
        """Read what a character said and heard last, oldest first; `turn` leads to its receipt."""
        listed = self._npc.memories.list(
            timeline, character, kinds=_UTTERANCES, text=containing, page_size=limit
        )
        lines = [
            {
                "turn": one.turn_id,
                "game_time": one.world_create_time.ToJsonString(),
                "who": {"id": one.told_by_id, "name": views.quoted(one.speaker_name)},
                "words": views.quoted(one.text),
            }
            for one in reversed(await _first(listed, limit))
        ]
        return views.noticed(lines=lines)

    async def read_receipt(self, timeline: Timeline, turn: Turn) -> Plain:
        """Read why a line was said: what came to mind, what was kept back, model and prompt."""
        return views.receipt(await self._npc.memories.explain(timeline, turn))

    async def say_again(
        self,
        timeline: Timeline,
        turn: Turn,
        words: str = "",
        changes: Changes | None = None,
        why: Why = "",
    ) -> Plain:
        """Say a line to a character again, on a branch that begins just before it.

        Other `words` may be said in its place, and the character may have other `changes`, drafted
        on the branch alone. What was played stays as it is. A model answers, which costs a turn.
        """
        was = await self._npc.memories.explain(timeline, turn)
        if not was.heard:
            raise InvalidChangeError(
                "nobody said anything to the character in this turn; "
                "take one whose receipt has `heard`"
            )
        persona, fields = _persona(changes or {})
        heard = words or was.heard
        branch = await self._branch(timeline, was.vantage_seq, heard)
        if fields:
            await self._draft(branch, was.character_id, persona, fields, why)
        speaker = Speaker(id=was.speaker_id, name=was.speaker_name)
        said = self._npc.play.say(branch, was.character_id, heard, speaker=speaker)
        answer = await said.text()
        return views.noticed(
            branch=branch,
            turn=said.turn_id,
            heard=views.quoted(heard),
            said_before=views.said(was.lines),
            said_now=views.quoted(answer),
        )

    async def propose_draft(
        self, timeline: Timeline, character: Character, changes: Changes, why: Why
    ) -> Plain:
        """Draft a character anew, on a branch of your own, where people can try and publish it.

        Where `timeline` is a branch that an agent made, the draft there is changed.
        """
        persona, fields = _persona(changes)
        if not fields:
            raise InvalidChangeError("`changes` names no field; name one, such as `voice`")
        known = await self._npc.timelines.get(timeline)
        branch = timeline
        if not known.label.startswith(LABEL):
            branch = await self._branch(timeline, None, why)
            await self._draft(branch, character, persona, fields, why)
        else:
            await self._npc.drafts.update(timeline, character, persona, *fields, why=why)
        return await self.read_draft(branch, character)

    async def read_draft(self, timeline: Timeline, character: Character) -> Plain:
        """Read a draft: the fields that differ from what is published, and who would be reached."""
        reach = await self._npc.drafts.preview(timeline, character)
        draft = reach.draft
        return views.noticed(
            branch=draft.timeline_id,
            character=draft.character_id,
            changes=views.quoted(views.changes(draft.changed, draft.published, draft.persona)),
            why=views.quoted(draft.why),
            contested=list(draft.contested),
            would_reach={
                "timelines": len(reach.timeline_ids),
                "players": views.quoted(list(reach.player_ids)),
            },
        )

    async def publish_draft(self, timeline: Timeline, character: Character) -> Plain:
        """Say what a person has to do to publish a draft; an agent cannot, and nothing is done."""
        found = await self.read_draft(timeline, character)
        return {
            "published": False,
            "what_to_do": "Nothing was published: that takes a person. Ask one who has a key of "
            f"the role designer to open the studio, choose the branch {timeline}, look at the "
            f"draft of {character} below Drafts, and publish it there.",
            **found,
        }

    async def _draft(
        self, branch: str, character: str, persona: Persona, fields: tuple[str, ...], why: str
    ) -> None:
        """Draft on a branch that was made for it, and is not left behind where that is refused."""
        try:
            await self._npc.drafts.update(branch, character, persona, *fields, why=why)
        except NpcError:
            with suppress(NpcError):  # a key that may not draft may still delete
                await self._npc.timelines.delete_timeline(branch)
            raise

    async def _branch(self, timeline: str, seq: int | None, about: str) -> str:
        label = f"{LABEL}{' '.join(about.split())}"[:_NAME]
        saved = await self._npc.timelines.save(timeline, label, seq=seq)
        branch = await self._npc.timelines.load(saved, label)
        with suppress(NotAllowed):  # designers may not delete; the save stays, by that name
            await self._npc.timelines.delete_save(saved)
        return branch.timeline_id


async def _first(listing: Listing[Any], most: int) -> list[Any]:
    found: list[Any] = []
    async for one in listing:
        found.append(one)
        if len(found) == most:
            break
    return found


def _persona(changes: dict[str, Any]) -> tuple[Persona, tuple[str, ...]]:
    """Return a message with the changed fields, and their names."""
    try:
        return Persona(**changes), tuple(changes)
    except (TypeError, ValueError) as error:
        there = ", ".join(one.name for one in Persona.DESCRIPTOR.fields)
        raise InvalidChangeError(f"`changes`: {error}. A persona has: {there}") from error
