"""Claims about the past, true and false, made from a world's own log."""
