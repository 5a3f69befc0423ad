"""Files of sessions and of expectations, and the personas of Smallville."""
