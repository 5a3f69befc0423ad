"""Cognition: when and why to ask a model, and what follows from its answer. Stores nothing."""
