"""Worlds for authors' agents, over the Model Context Protocol (`npcserver mcp`)."""
