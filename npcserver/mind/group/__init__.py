"""How members of a group chat make up their minds (AgentGroupChat, arXiv 2403.13433)."""
