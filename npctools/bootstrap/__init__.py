"""Puts together what recording, replaying and previewing need."""
