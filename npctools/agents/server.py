"""The MCP server: the tools of agents, with what MCP clients have to know of them."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from npcclient.client import NpcClient
from npcclient.errors import NotAllowed, NpcError, Unavailable

from npcserver import installed_version
from npctools.agents.tools import AgentTools, InvalidChangeError
from npctools.agents.views import NOTICE

_CHANGING: Final = ("say_again", "propose_draft")
_INSTRUCTIONS: Final = (
    "You look into the worlds of a game whose characters have minds, and try changes on branches "
    "of your own. Begin with list_worlds, list_characters and list_timelines. read_transcript and "
    "read_receipt tell why a line was said; say_again and propose_draft try what would be better, "
    f"and change nothing that players play in. Only people publish. {NOTICE}"
)


def agent_server(npc: NpcClient) -> MCPServer[Any]:
    """Return an MCP server whose tools call the server of a client."""
    tools = AgentTools(npc)
    server: MCPServer[Any] = MCPServer(
        "npcserver", version=installed_version(), instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    for name in vars(AgentTools):
        if not name.startswith("_"):
            is_look = name not in _CHANGING
            hints = ToolAnnotations(
                read_only_hint=is_look, destructive_hint=False, open_world_hint=False
            )
            server.add_tool(_told(getattr(tools, name)), annotations=hints)
    return server


def _told(tool: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return a tool whose faults tell an agent what is wrong, and what to do next."""

    @wraps(tool)
    async def call(*args: Any, **named: Any) -> Any:
        try:
            return await tool(*args, **named)
        except NotAllowed as fault:
            advice = (
                "Nothing was done. A person has to give you a key of another role "
                "(`npcserver keys create NAME --role designer`), as NPCSERVER_KEY."
            )
            raise ToolError(f"{fault.message}. {advice}") from fault
        except NpcError as fault:
            is_away = isinstance(fault, Unavailable)
            advice = ". Ask for `npcserver serve` to be started." if is_away else ""
            raise ToolError(f"{fault.message}{advice}") from fault
        except InvalidChangeError as fault:
            raise ToolError(str(fault)) from fault

    return call
