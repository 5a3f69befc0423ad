"""Domain types of the server: frozen dataclasses and pure functions, standard library only."""
