"""Scenes: group chats of characters that debate and vote by a script."""
