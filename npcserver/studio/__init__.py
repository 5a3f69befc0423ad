"""The designers' pages: what a game's authors look at. Templates show, views prepare."""
