"""Use cases: load, think, save. One module for each noun of the wire."""
