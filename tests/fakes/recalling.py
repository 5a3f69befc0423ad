"""Asking the memory stream of one character in a tiny log."""

from dataclasses import replace

import numpy as np

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.memory.cue import Cue
from npcserver.memory.profiles import PROFILES, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.memory import Recollection
from tests.fakes.tiny_log import SUBJECT, TinyEmbedder, TinyLog, TinyView

TOWN = WorldId("town")
MIRA = CharacterId(SUBJECT)
AXES = np.eye(8, dtype=np.float32)
PAPER = PROFILES["paper_v2"]
BY_MEANING = replace(PAPER, name="meaning", w_recency=0.0, w_importance=0.0)
BY_IMPORTANCE = replace(PAPER, name="importance", w_recency=0.0, w_relevance=0.0)
BY_RECENCY = replace(PAPER, name="recency", w_importance=0.0, w_relevance=0.0)


def asking(axis: int, text: str = "?") -> Cue:
    return Cue(text, AXES[axis], AXES[axis])


def new_stream(budget_bytes: int = 1 << 30) -> MemoryStream:
    return MemoryStream(FaissIndex, TinyEmbedder(), budget_bytes=budget_bytes)


async def recall(
    stream: MemoryStream,
    log: TinyLog,
    cue: Cue | None = None,
    profile: Profile = PAPER,
    *,
    view: TinyView | None = None,
    k: int = 3,
) -> tuple[Recollection, ...]:
    return await stream.recall(
        log.snapshot(), view or log.view(), TOWN, MIRA, cue or asking(0), k, profile
    )


def seqs(recollections: tuple[Recollection, ...]) -> list[int]:
    return [recollection.memory.seq for recollection in recollections]
