"""Questions: the form of what is asked of a model and of what it answers."""
