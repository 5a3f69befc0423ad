"""The offline actor: understanding questions, choosing and wording answers, feeling and acting."""
