"""What authors and operators look with: sessions, persona tests, previews, views of the log."""
