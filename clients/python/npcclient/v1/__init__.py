"""Generated from proto/npcserver/v1; do not edit."""
