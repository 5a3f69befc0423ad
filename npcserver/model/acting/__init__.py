"""What members of a group chat have before them when they act, and what they answer."""
