"""Embedders: an embedded one, endpoints, and one without weights for tests."""
