"""Scene files."""
