"""Why something was said, with which prompt, who knows what from whom, and memory hygiene."""
