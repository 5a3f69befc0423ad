"""Prompts: their templates and schemas, and the readers of their answers."""
