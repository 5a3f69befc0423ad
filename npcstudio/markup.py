"""PageTemplates, and the words of the pages, which stand in one catalogue for each language."""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote, urlencode

import jinja2
from markupsafe import Markup

HERE: Final = files("npcstudio")


class Catalogue:
    """The words of one language, by keys such as `mind.help`."""

    def __init__(self, language: str) -> None:
        self.language = language
        text = (HERE / "words" / f"{language}.toml").read_text(encoding="utf-8")
        self.texts: Mapping[str, str] = dict(_flat(tomllib.loads(text)))

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of a key, with values in the place of its `{names}`."""
        return self.texts[key].format(**values)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield f"{prefix}{name}", value
        else:
            yield from _flat(value, f"{prefix}{name}.")


def address(*parts: object, **query: object) -> str:
    """Return the address of a page; parts of a query that are empty are left out."""
    path = "/".join(quote(str(part), safe="") for part in parts)
    asked = {name: value for name, value in query.items() if value not in (None, "", (), False)}
    return f"/{path}" + (f"?{urlencode(asked, doseq=True)}" if asked else "")


def inside(target: str) -> str:
    """Return a page of the studio, whatever an address names."""
    is_own = target.startswith("/") and not target.startswith(("//", "/\\"))
    return target if is_own else "/"


def moment(time: datetime) -> str:
    """Return a time as it is read by people."""
    return f"{time:%a} {time.day} {time:%b} {time.year}, {time:%H:%M}"


class PageTemplates:
    """Renders the pages. Whatever comes from outside is escaped."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        self._made = jinja2.Environment(
            loader=jinja2.PackageLoader("npcstudio"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._made.globals.update(t=words, url=address, language=words.language)
        self._made.filters.update(
            moment=moment,
            rounded=lambda number: f"{number:.2f}",
            clock=lambda time: f"{time:%H:%M}",
            hour=lambda time: f"{time:%a %H:%M}",
        )

    def render(self, name: str, /, **fields: object) -> Markup:
        """Return a page."""
        return Markup(self._made.get_template(f"{name}.html").render(fields))  # noqa: S704 - escaped


@cache  # the pages are compiled as they are first shown, which takes longer than to show them
def page_templates(language: str) -> PageTemplates:
    """Return the pages in the words of a language."""
    return PageTemplates(Catalogue(language))
