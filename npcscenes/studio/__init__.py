"""HTML pages for the authors of a game: views prepare the data, templates show it."""
