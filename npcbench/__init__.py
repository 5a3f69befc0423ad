"""Benchmarks of npcserver: `npcserver bench …` in a checkout. They are no part of the wheel."""
