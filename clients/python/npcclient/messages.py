"""The messages of `npcserver.v1` that a game makes or reads, in one place."""

from npcserver.v1.affordance_pb2 import (
    ActionIntent,
    Affordance,
    Argument,
    Entity,
    Parameter,
    ParameterType,
)
from npcserver.v1.character_service_pb2 import (
    Character,
    FallbackLine,
    Persona,
    PersonaVersion,
    Relation,
    SeedMemory,
)
from npcserver.v1.memory_pb2 import Memory, MemoryKind, MemorySource, Recollection
from npcserver.v1.memory_service_pb2 import Receipt
from npcserver.v1.play_service_pb2 import Movement, Observation, OutcomeStatus, Speaker
from npcserver.v1.timeline_service_pb2 import SaveSlot, Timeline
from npcserver.v1.turn_pb2 import Emotion, Line, Rung, TurnEvent, TurnFinished, TurnOutcome
from npcserver.v1.world_service_pb2 import OpeningHours, Place, World

__all__ = [
    "ActionIntent",
    "Affordance",
    "Argument",
    "Character",
    "Emotion",
    "Entity",
    "FallbackLine",
    "Line",
    "Memory",
    "MemoryKind",
    "MemorySource",
    "Movement",
    "Observation",
    "OpeningHours",
    "OutcomeStatus",
    "Parameter",
    "ParameterType",
    "Persona",
    "PersonaVersion",
    "Place",
    "Receipt",
    "Recollection",
    "Relation",
    "Rung",
    "SaveSlot",
    "SeedMemory",
    "Speaker",
    "Timeline",
    "TurnEvent",
    "TurnFinished",
    "TurnOutcome",
    "World",
]
