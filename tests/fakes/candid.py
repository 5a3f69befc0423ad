"""A deterministic model that speaks of a persona as a language model does: it has read it."""

import re
from collections.abc import AsyncGenerator

from npcserver.adapters.llm import answers
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.tokens import estimated_usage
from npcserver.language.first_person import first_person
from npcserver.model.scene import Scene
from npcserver.ports.language_model import Finished, Request

_OPINION = re.compile(r"\bthink of (\w+)")


class CandidModel:
    """Reads trade, goals, business and views off the persona; all else the offline actor says."""

    def __init__(self) -> None:
        self._actor = OfflineActor()

    @property
    def name(self) -> str:
        """`candid:model`."""
        return "candid:model"

    async def close(self) -> None:
        """Nothing is open."""

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        material = request.material
        told = _told(material) if isinstance(material, Scene) else ""
        answer = answers.reply(first_person(told)) if told else self._actor.answer(material)
        yield answer
        yield Finished(model=self.name, usage=estimated_usage(request.messages, answer))


def _told(scene: Scene) -> str:
    """Return what the persona holds of what was asked; empty where it was asked something else."""
    persona, heard = scene.character.persona, scene.heard
    if persona.language != "en":
        return ""
    whom = _OPINION.search(heard)
    if whom is not None:
        views = (
            one.view for one in persona.relations if whom[1] in f"{one.to} {one.to_id.title()}"
        )
        return next(views, "")
    if "What do you do" in heard:
        return ". ".join(persona.background.split(". ")[:2])
    if "What do you want" in heard:
        return ". ".join(persona.goals)
    return persona.currently if "What are you doing" in heard else ""
