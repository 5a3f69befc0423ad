"""The questions of scenes; `npcserver.prompts.catalogue` finds them here."""
