"""Speaking: with a player, and characters with each other."""
