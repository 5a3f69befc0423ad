"""Needs, as Protocols: what the rooms above ask of the outside, in words of the model."""
