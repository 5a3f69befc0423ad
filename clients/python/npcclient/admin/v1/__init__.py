"""Generated from proto/npcserver/admin/v1; do not edit."""
