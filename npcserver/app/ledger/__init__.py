"""Looking back: why something was said, who knows what from whom, and how much is junk."""
