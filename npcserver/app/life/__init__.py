"""Living by the clock: what begins, who reacts, and what the server itself carries out."""
