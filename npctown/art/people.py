"""People: for each a block of pictures, four ways to look by three steps."""

import tomllib
from enum import StrEnum, auto
from pathlib import Path
from typing import Any, Final

from npctown.art.canvas import Canvas

WIDTH, HEIGHT = 16, 24


class Facing(StrEnum):
    """Where a person looks, in the order of the rows of the sheet."""

    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()
    UP = auto()


ACROSS: Final = 8
"""People beside each other in the picture."""
STEPS: Final = 3
"""Standing, and a step with each foot."""


def read_looks(path: Path) -> dict[str, dict[str, Any]]:
    """Return the looks of people from a file, in its order."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def people_sheet(looks: dict[str, dict[str, Any]]) -> Canvas:
    """Return all people, a block for each: a row for each facing, a column for each step."""
    rows = -(-len(looks) // ACROSS)
    sheet = Canvas(WIDTH * STEPS * ACROSS, HEIGHT * len(Facing) * rows)
    for number, look in enumerate(looks.values()):
        left, top = number % ACROSS * STEPS, number // ACROSS * len(Facing)
        for row, facing in enumerate(Facing):
            for step in range(STEPS):
                figure = _figure(look, facing, step)
                sheet.paste(figure, (left + step) * WIDTH, (top + row) * HEIGHT)
    return sheet


def sheet_form(looks: dict[str, dict[str, Any]]) -> dict[str, object]:
    """Return how the sheet is laid out, as properties of a map."""
    return {
        "people_image": "people.png",
        "people_width": WIDTH,
        "people_height": HEIGHT,
        "people_columns": STEPS,
        "people_across": ACROSS,
        "people_directions": ",".join(Facing),
        "people_count": len(looks),
    }


def _figure(look: dict[str, Any], facing: Facing, step: int) -> Canvas:
    """Return one person in one step."""
    if facing is Facing.RIGHT:
        return _figure(look, Facing.LEFT, step).mirrored()
    small = 4 if look.get("is_small") else 0
    canvas = Canvas(WIDTH, HEIGHT)
    bob = 1 if step else 0
    _draw_legs(canvas, look, facing, step, small)
    _draw_body(canvas, look, facing, step, small - bob + 1)
    _draw_head(canvas, look, facing, small - bob + 1)
    canvas.outline()
    return canvas


def _draw_legs(canvas: Canvas, look: dict[str, Any], facing: Facing, step: int, small: int) -> None:
    cloth, shoe = look["legs"], look.get("shoes", "wood1")
    if look.get("is_skirt"):
        canvas.rect(4, 16 + small // 2, 8, 6 - small // 2, f"{cloth}1")
        canvas.rect(5, 16 + small // 2, 3, 5 - small // 2, f"{cloth}2")
        lifted = {1: (5,), 2: (9,)}.get(step, (5, 9))
        for x in lifted:
            canvas.rect(x, 22, 2, 1, shoe)
        return
    top = 17 + small // 2
    shifts = {0: (0, 0), 1: (0, -2), 2: (-2, 0)}[step]
    is_side = facing is Facing.LEFT
    for x, shift in zip((5, 8 if is_side else 9), shifts, strict=True):
        lean = (1 if shift else -1) if step and is_side else 0
        canvas.rect(x + lean, top, 2, 22 + shift - top, f"{cloth}1")
        canvas.rect(x + lean, 22 + shift, 2, 1, shoe)


def _draw_body(canvas: Canvas, look: dict[str, Any], facing: Facing, step: int, down: int) -> None:
    cloth, skin = look["body"], look.get("skin", "skin2")
    top = 10 + down
    long = 7 if not look.get("is_small") else 5
    narrow = 1 if facing is Facing.LEFT else 0
    canvas.rect(4 + narrow, top, 8 - 2 * narrow, long, f"{cloth}1")
    canvas.rect(5 + narrow, top, 5 - narrow, long - 2, f"{cloth}2")
    swing = {1: 1, 2: -1}.get(step, 0)
    if facing is Facing.LEFT:
        canvas.rect(7 + swing, top + 1, 2, long - 2, f"{cloth}3")
        canvas.rect(7 + swing, top + long - 1, 2, 1, skin)
    else:
        canvas.rect(3, top + 1, 2, long - 2 + min(swing, 0), f"{cloth}1")
        canvas.rect(11, top + 1, 2, long - 2 - max(swing, 0), f"{cloth}1")
        canvas.rect(3, top + long - 1 + min(swing, 0), 2, 1, skin)
        canvas.rect(11, top + long - 1 - max(swing, 0), 2, 1, skin)
    apron = look.get("apron")
    if apron and facing is not Facing.UP:
        canvas.rect(5 + narrow, top + 2, 6 - 2 * narrow, long + 1, f"{apron}2")
        canvas.rect(6 + narrow, top, 4 - 2 * narrow, 2, f"{apron}2")
        canvas.rect(5 + narrow, top + 4, 6 - 2 * narrow, 1, f"{apron}1")
    scarf = look.get("scarf")
    if scarf:
        canvas.rect(5 + narrow, top - 1, 6 - 2 * narrow, 2, f"{scarf}2")


def _draw_head(canvas: Canvas, look: dict[str, Any], facing: Facing, down: int) -> None:
    skin, hair, style = look.get("skin", "skin2"), look["hair"], look.get("style", "short")
    top = 2 + down
    canvas.ellipse(4, top, 8, 9, skin)
    canvas.rect(4, top + 3, 8, 3, skin)
    if facing is Facing.UP:
        canvas.ellipse(4, top - 1, 8, 9, skin if style == "bald" else hair)
        canvas.rect(4, top + 2, 8, 3, hair)
    elif facing is Facing.LEFT:
        _draw_side(canvas, hair, style, top)
        canvas.rect(5, top + 4, 1, 2, "ink")
    else:
        _draw_front(canvas, hair, style, top)
        canvas.rect(6, top + 4, 1, 2, "ink")
        canvas.rect(9, top + 4, 1, 2, "ink")
        canvas.dot(5, top + 6, "rose3")
        canvas.dot(10, top + 6, "rose3")
    _draw_long_hair(canvas, hair, style, facing, top)
    if look.get("beard") and facing is not Facing.UP:
        canvas.rect(
            4 if facing is Facing.LEFT else 5, top + 6, 5 if facing is Facing.LEFT else 6, 3, hair
        )
    if look.get("hat"):
        _draw_hat(canvas, look["hat"], look.get("hat_form", "cap"), facing, top)


def _draw_front(canvas: Canvas, hair: str, style: str, top: int) -> None:
    if style == "bald":
        canvas.rect(4, top + 3, 1, 3, hair)
        canvas.rect(11, top + 3, 1, 3, hair)
        return
    canvas.rect(5, top - 1, 6, 2, hair)
    canvas.rect(4, top, 8, 3, hair)
    canvas.rect(4, top + 3, 1, 2, hair)
    canvas.rect(11, top + 3, 1, 2, hair)
    canvas.rect(6 if style == "parted" else 8, top + 2, 2, 1, "skin3")


def _draw_side(canvas: Canvas, hair: str, style: str, top: int) -> None:
    if style == "bald":
        canvas.rect(8, top + 3, 4, 3, hair)
        return
    canvas.rect(5, top - 1, 6, 2, hair)
    canvas.rect(4, top, 8, 2, hair)
    canvas.rect(7, top + 2, 5, 4, hair)


def _draw_long_hair(canvas: Canvas, hair: str, style: str, facing: Facing, top: int) -> None:
    if style == "bun":
        canvas.ellipse(
            *((10, top - 1, 4, 4) if facing is Facing.LEFT else (6, top - 3, 4, 4)), hair
        )
    elif style == "long":
        if facing is Facing.UP:
            canvas.rect(4, top + 3, 8, 7, hair)
        elif facing is Facing.LEFT:
            canvas.rect(9, top + 3, 3, 7, hair)
        else:
            canvas.rect(3, top + 2, 2, 7, hair)
            canvas.rect(11, top + 2, 2, 7, hair)
    elif style == "plaits":
        for x in (10,) if facing is Facing.LEFT else (3, 11):
            canvas.rect(x, top + 4, 2, 7, hair)
            canvas.rect(x, top + 9, 2, 1, "red2")


def _draw_hat(canvas: Canvas, cloth: str, form: str, facing: Facing, top: int) -> None:
    canvas.rect(5, top - 2, 6, 2, f"{cloth}2")
    canvas.rect(4, top - 1, 8, 2, f"{cloth}2")
    canvas.rect(4, top + 1, 8, 1, f"{cloth}1")
    if form == "brim":
        canvas.rect(2, top + 1, 12, 1, f"{cloth}1")
    elif form == "kerchief":
        canvas.rect(4, top + 1, 1, 4, f"{cloth}2")
        canvas.rect(11, top + 1, 1, 4, f"{cloth}2")
        if facing is Facing.UP:
            canvas.rect(4, top + 1, 8, 5, f"{cloth}2")
    elif facing is Facing.LEFT:
        canvas.rect(2, top + 1, 4, 1, f"{cloth}0")
    elif facing is Facing.DOWN:
        canvas.rect(4, top + 1, 8, 1, f"{cloth}0")
