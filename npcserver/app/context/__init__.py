"""What goes into the prompts of a character: its state, memories, talk and knowledge."""
