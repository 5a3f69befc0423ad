"""All use cases together, as the wire receives them."""

from dataclasses import dataclass

from npcserver.app.attending import Attending
from npcserver.app.branches.diffing import Diffing
from npcserver.app.characters import Characters
from npcserver.app.circles import Circles
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.conversation.turn_recovery import TurnRecovery
from npcserver.app.groupchats import GroupChats
from npcserver.app.ledger.explaining import Explaining
from npcserver.app.ledger.knowing import Knowing
from npcserver.app.ledger.reflection_tree import ReflectionTrees
from npcserver.app.ledger.reporting import Reporting
from npcserver.app.ledger.tracing import Tracing
from npcserver.app.lore import Lore
from npcserver.app.memories import Memories
from npcserver.app.minds import MindViews
from npcserver.app.pinning import Pinning
from npcserver.app.play import Play
from npcserver.app.prompts.rendering import PromptRendering
from npcserver.app.surroundings import Surroundings
from npcserver.app.thoughts.interviewing import Interviewing
from npcserver.app.timelines import Timelines
from npcserver.app.watching import Watching
from npcserver.app.worlds import Worlds


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One object per noun; `read_ahead` is None where no model reads ahead."""

    worlds: Worlds
    characters: Characters
    timelines: Timelines
    diffing: Diffing
    lore: Lore
    memories: Memories
    explaining: Explaining
    prompts: PromptRendering
    tracing: Tracing
    knowing: Knowing
    pinning: Pinning
    reporting: Reporting
    minds: MindViews
    interviewing: Interviewing
    reflections: ReflectionTrees
    surroundings: Surroundings
    attending: Attending
    play: Play
    dialogue: Dialogue
    turn_recovery: TurnRecovery
    circles: Circles
    watching: Watching
    group_chats: GroupChats
    read_ahead: ReadAhead | None = None
