"""Sessions: recording, replaying, rehearsing with new content, and testing expectations."""
