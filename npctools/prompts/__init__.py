"""What a model would be asked next, made by the code that asks it."""
