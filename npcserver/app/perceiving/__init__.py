"""Taking in what happens: who perceives it, and what of it is news."""
