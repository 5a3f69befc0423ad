"""Viewing prompts: those that were sent, and those that would be."""
