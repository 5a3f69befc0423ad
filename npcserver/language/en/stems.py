"""Stems of English words."""


def stem(word: str) -> str:
    """Return a word without its commonest endings, so that `parties` meets `party`."""
    word = word.removesuffix("'s")
    for ending, length in (("ies", 5), ("ied", 5)):
        if word.endswith(ending) and len(word) >= length:
            return word[: -len(ending)] + "y"
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            root = word[: -len(ending)]
            doubled = len(root) > 3 and root[-1] == root[-2] and root[-1] not in "aeiouls"
            root = root[:-1] if doubled else root
            return root.removesuffix("e") if len(root) > 3 else root
    return word
