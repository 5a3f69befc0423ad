"""The simulation: what begins by the clock, who reacts, and what the server carries out."""
