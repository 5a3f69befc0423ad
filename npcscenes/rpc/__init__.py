"""The wire of scenes."""
