"""The memory stream: what is remembered, and what of it comes to mind. Reads only."""
