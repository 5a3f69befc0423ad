"""Lines of play beside each other: what is undone in one, freed of another, and differs."""
