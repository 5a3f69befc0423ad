"""Ids of authored things: given by the author or made from the name, and unique."""

from npcserver.adapters.files.fields import Table
from npcserver.model.ids import is_authored_id, slug


class Names:
    """The ids of one kind of thing that a file has used so far; `key` is the key that has them."""

    def __init__(self, kind: str, key: str = "id") -> None:
        self._kind = kind
        self._key = key
        self._lines: dict[str, int] = {}

    def authored_id(self, table: Table, name: str) -> str:
        """Return the id of the thing in `table`; notes one that is malformed or taken."""
        field = table.get(self._key)
        if field is None:
            return self._from_name(table, name)
        written = field.scalar("an id") or ""
        if not is_authored_id(written):
            if field.is_scalar:
                proposed = slug(written) if _has_latin(written) else f"{self._kind}-1"
                field.wrong(
                    f"{written[:40]!r} is no id (a-z, 0-9, - and _, at most 63); "
                    f"write {proposed!r}, for instance"
                )
            return ""
        if written in self._lines:
            field.wrong(
                f"{written!r} is the id of another {self._kind}, in line "
                f"{self._lines[written]}; choose a different one"
            )
        self._lines.setdefault(written, field.line)
        return written

    def _from_name(self, table: Table, name: str) -> str:
        if not name:
            return ""
        if not _has_latin(name):
            # slug() would give a random id, so every import would create a new thing.
            table.wrong(
                f"no id can be made from the name {name[:40]!r}; add one in Latin letters",
                self._key,
            )
            return ""
        made = slug(name)
        if made in self._lines:
            article = "an" if self._key == "id" else "a"
            table.wrong(
                f"{name[:40]!r} would get the id {made!r} of the {self._kind} in line "
                f"{self._lines[made]}; add {article} `{self._key}` of its own",
                self._key,
            )
        self._lines.setdefault(made, table.line)
        return made


def _has_latin(text: str) -> bool:
    made = slug(text)
    return made == slug(text)  # a random id differs every time
