"""What authors and operators try and look with: talk, checks, sessions, persona tests, views."""
