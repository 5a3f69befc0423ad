"""What the packages beside this one bring, by name: imported when it is used, and not before.

`npcserver` imports none of them (docs/architecture.md).
"""

from importlib import import_module
from typing import Any

_TOOLS = ("play", "check", "record", "replay", "diff", "report", "top")
COMMANDS = {name: f"npctools.cli:{name}" for name in _TOOLS}
COMMANDS["mcp"] = "npctools.cli.agents:mcp"
GROUPS = {
    "models": "npcmodels.cli:models",
    "scene": "npcscenes.cli:scene",
    "prompts": "npctools.cli:prompts",
    "incident": "npctools.cli.playtests:incident",
    "expect": "npctools.cli.playtests:expect",
    "town": "npctown.cli:town",
    "eval": "npceval.cli:evaluations",
}
"""Commands, and groups of commands, by their names."""

QUESTIONS = ("npcserver.prompts.questions", "npcscenes.prompts.questions")
"""Packages whose modules have questions to models."""

SCENES = "npcscenes.assembly"
"""The module with what `bootstrap.packages_beside.Scenes` describes."""

INCIDENTS = "npctools.bootstrap.incident_files:IncidentFiles"
"""What makes incidents of turns, and opens them."""

PERSONA_PROMPTS = "npctools.bootstrap.persona_previews:PersonaPreviews"
"""What previews the prompts that a persona enters."""

STUDIO = "npcstudio.app:studio_app"
"""What makes the pages for designers of the use cases."""

SERVICERS = ("npcscenes.rpc.group_chat_service:GroupChatServicer",)
"""Servicers, as `rpc.methods` has them."""

SCRIPTED_MEMBER = "npcscenes.scripted_members:answer_member"
"""What answers for members of scenes where a model is scripted."""

RECORDED_SESSION = "npctools.files.session_file:read_session"
SMALLVILLE = "npctools.files.smallville:load_smallville"
"""What reads a file."""

MODELS = "npcmodels.endpoints"
"""The module with what `bootstrap.model_package.Models` describes."""


def load(name: str) -> Any:
    """Return a module, or what a name of the form `module:attribute` stands for."""
    module, _, attribute = name.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
