"""The questions of thought, a module for each family; `prompts.catalogue` finds them here."""
