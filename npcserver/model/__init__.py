"""Nouns of the field: frozen values and pure functions, standard library only."""
