"""The offline actor's craft: hearing, choosing what to say, retelling, feeling and acting."""
