"""Prompts: their templates and schemas, and the readers of their answers."""

from pathlib import Path

SHIPPED = Path(__file__).parent / "templates"
"""The templates that come along."""
