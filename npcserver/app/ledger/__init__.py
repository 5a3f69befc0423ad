"""Queries over the log: why something was said, who knows what from whom, and memory hygiene."""
