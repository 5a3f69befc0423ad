"""The state of a group chat, what is due in it, and who may know what."""
