"""What authors and operators call beside the wire of a game."""
