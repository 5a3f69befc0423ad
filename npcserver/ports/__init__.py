"""Protocols: what the application needs from databases, models, embedders and the clock."""
