"""Benchmarks of npcserver: `npcserver bench …` in a checkout. They are not part of the wheel."""
