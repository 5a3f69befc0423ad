"""Conversations: of players with characters, of two characters, and in circles."""
