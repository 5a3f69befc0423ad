"""All use cases together, as the API calls them."""

from dataclasses import dataclass, field

from npcserver.app.access import AccessControl, Accounts, KeyManagement, PlayerTokens
from npcserver.app.admission import Admission, unlimited
from npcserver.app.affordance_sets import RegisteredAffordances
from npcserver.app.attention import AttentionSettings
from npcserver.app.audit import AuditLog
from npcserver.app.author_changes import AuthorChanges
from npcserver.app.availability import CharacterAvailability
from npcserver.app.budget_accounts import SpendingAccounts
from npcserver.app.characters import Characters
from npcserver.app.circles import Circles
from npcserver.app.clock_steps import ClockSteps
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.opening_suggestions import OpeningSuggestions
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.conversation.turn_recovery import TurnRecovery
from npcserver.app.corrections import Corrections
from npcserver.app.draft_files import DraftFiles
from npcserver.app.drafts import Drafts
from npcserver.app.incidents import Incidents
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.ledger.foresight import Foresight
from npcserver.app.ledger.memory_report import MemoryReports
from npcserver.app.ledger.provenance import FactKnowledge
from npcserver.app.ledger.sent_prompts import SentPrompts
from npcserver.app.ledger.transcripts import Transcripts
from npcserver.app.lore import Lore
from npcserver.app.memories import Memories
from npcserver.app.persona_prompts import PersonaPrompts
from npcserver.app.play import Play
from npcserver.app.player_watch import PlayerWatch
from npcserver.app.players import Players
from npcserver.app.retakes import Retakes
from npcserver.app.server_description import ServerDescriptions
from npcserver.app.suites import Suites
from npcserver.app.thoughts.interviews import Interviews
from npcserver.app.thoughts.job_worker import ThoughtLateness
from npcserver.app.timeline_diff import TimelineComparer
from npcserver.app.timeline_watch import TimelineWatch
from npcserver.app.timelines import Timelines
from npcserver.app.world_texts import WorldTexts
from npcserver.app.worlds import ObjectStates, Worlds
from npcserver.model.ids import TimelineId


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The use cases by resource; `read_ahead` is None where no model reads ahead.

    `group_chats` are those of the package of scenes, which alone knows their type
    (`GroupChats.of`).
    """

    server: ServerDescriptions
    access: AccessControl
    keys: KeyManagement
    accounts: Accounts
    tokens: PlayerTokens
    affordance_sets: RegisteredAffordances
    players: Players
    audit: AuditLog
    worlds: Worlds
    author_changes: AuthorChanges
    world_texts: WorldTexts
    characters: Characters
    timelines: Timelines
    diffing: TimelineComparer
    lore: Lore
    memories: Memories
    corrections: Corrections
    drafts: Drafts
    draft_files: DraftFiles
    explaining: Explanations
    prompts: SentPrompts
    persona_prompts: PersonaPrompts
    transcripts: Transcripts
    incidents: Incidents
    retakes: Retakes
    suites: Suites
    knowing: FactKnowledge
    foreseeing: Foresight
    reporting: MemoryReports
    lateness: ThoughtLateness
    interviewing: Interviews
    surroundings: ObjectStates
    attending: AttentionSettings
    availability: CharacterAvailability
    play: Play
    clock_steps: ClockSteps
    dialogue: Dialogue
    suggestions: OpeningSuggestions
    turn_recovery: TurnRecovery
    circles: Circles
    watching: TimelineWatch
    player_watching: PlayerWatch
    group_chats: object
    spending: SpendingAccounts
    read_ahead: ReadAhead | None = None
    admission: Admission = field(default_factory=unlimited)

    async def settle(self, timeline_id: TimelineId) -> None:
        """Store the turns of a timeline that were left unfinished or are not stored yet."""
        await self.turn_recovery.settle_all(timeline_id)
        await self.dialogue.authored.store_all(timeline_id)
