"""Use cases: load, think, save.

The modules here are one for each resource of the API; the packages hold their parts.
"""
