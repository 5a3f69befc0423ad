"""Use cases: load, think, save.

One module for each noun of the wire stands here; what they are made of stands in the folders.
"""
