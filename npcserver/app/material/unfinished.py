"""What is unfinished between two: promises, and deeds that were wanted and not done."""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.app.material.attempting import lately, recent_attempts
from npcserver.app.material.discretion import Discretion
from npcserver.app.material.owing import between
from npcserver.app.material.state import State
from npcserver.model.pondering import Exchange
from npcserver.model.record import Record, RecordKind, facet
from npcserver.model.scene import Scene
from npcserver.model.secret import joined
from npcserver.ports.view import View


def with_unfinished(
    scene: Scene, state: State, records: Sequence[Record], discretion: Discretion
) -> Scene:
    """Return a scene with the promises between the two and with what was not done.

    What may not be told to somebody there is left out; the secrets of the rest go with the scene.
    """
    mind = scene.character
    promised = between(state.commitments, mind.id, scene.partner.id, discretion)
    language = mind.persona.language
    tried = recent_attempts(records, scene.now, language, discretion)
    return replace(
        scene,
        commitments=promised,
        attempts=tried.shown,
        secrets=joined(scene.secrets, tried.secrets, *(one.secrets for one in promised)),
    )


async def with_unfinished_talk(view: View, exchange: Exchange, discretion: Discretion) -> Exchange:
    """Return what is before a character that talks with another, with the same."""
    situation = exchange.situation
    mind = situation.character
    records = await view.latest_by_subject(RecordKind.COMMITMENT, facet(mind.id, ""))
    promised = between(records, mind.id, exchange.partner.id, discretion)
    language = mind.persona.language
    records_then = await lately(view, mind.id)
    tried = recent_attempts(records_then, situation.now, language, discretion)
    return replace(
        exchange,
        commitments=promised,
        attempts=tried.shown,
        secrets=joined(exchange.secrets, tried.secrets, *(one.secrets for one in promised)),
    )
