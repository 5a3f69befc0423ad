"""What characters perceive: reported events, presence, witnesses, and facts already known."""
