"""Prompts looked at: those that were sent, and those that would be."""
