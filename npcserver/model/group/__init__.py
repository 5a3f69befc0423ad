"""Group chats after AgentGroupChat (arXiv 2403.13433): who talks, who hears what, who wins."""
