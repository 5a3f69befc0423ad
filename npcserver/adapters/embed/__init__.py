"""Embedders: one inside the process, endpoints, and one without weights for tests."""
