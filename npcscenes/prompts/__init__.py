"""The questions to members of scenes as prompts."""
