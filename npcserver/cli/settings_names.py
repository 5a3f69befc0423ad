"""Names of settings and of their variables, and the closest ones to a misspelt name."""

import difflib
import json
from collections.abc import Collection, Iterator, Mapping
from typing import get_origin

from pydantic import BaseModel

from npcserver.config import Settings
from npcserver.model.errors import InvalidInput

PREFIX = "NPCSERVER_"
# Container platforms put such addresses into variables whose names may begin like ours.
_LINKS = ("tcp://", "udp://")


def setting_names(group: type[BaseModel] = Settings, prefix: str = "") -> Iterator[str]:
    """Yield the full name of every setting, such as `model.name`."""
    for name, field in group.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from setting_names(kind, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def environment_variable(setting: str) -> str:
    """Return the environment variable of a setting: `NPCSERVER_MODEL__NAME` of `model.name`."""
    return f"{PREFIX}{setting.upper().replace('.', '__')}"


def closest_setting(setting: str) -> str:
    """Return the setting or group whose name is most similar; empty if none is similar."""
    names = list(setting_names())
    if "." not in setting:
        names = [*names, *Settings.model_fields]
    return next(iter(difflib.get_close_matches(setting, names, n=1, cutoff=0.75)), "")


def settings_like(setting: str) -> str:
    """Return the alternatives to an unknown setting: those of its group, or all groups."""
    group, _, name = setting.rpartition(".")
    beside = [it.rpartition(".")[2] for it in setting_names() if it.rpartition(".")[0] == group]
    if name and group and beside:
        return f"{group} has {', '.join(beside)}"
    return f"there are {', '.join(Settings.model_fields)}"


def check_lists(environment: Mapping[str, str]) -> None:
    """Raise `InvalidInput` for a variable that must be a list in JSON and is not."""
    lists = {
        environment_variable(f"{group}.{name}")
        for group, whole in Settings.model_fields.items()
        if isinstance(whole.annotation, type) and issubclass(whole.annotation, BaseModel)
        for name, field in whole.annotation.model_fields.items()
        if get_origin(field.annotation) is tuple
    }
    for written, value in environment.items():
        if written.upper() not in lists:
            continue
        try:
            json.loads(value)
        except ValueError as error:
            raise InvalidInput(written, f"must be a list in JSON: {written}='[\"…\"]'") from error


def check_environment(environment: Mapping[str, str], others: Collection[str] = ()) -> None:
    """Raise `InvalidInput` for a variable that looks like a setting but is none.

    `others` are variables of ours that are no settings.
    """
    known = (*map(environment_variable, setting_names()), *others)
    groups = {name.rpartition(".")[0] for name in setting_names() if "." in name}
    for written, value in environment.items():
        name = written.upper()
        if not name.startswith(PREFIX) or name in known or value.startswith(_LINKS):
            continue
        setting = name.removeprefix(PREFIX).replace("__", ".").lower()
        if setting in groups:
            example = next(it for it in known if it.startswith(f"{name}__"))
            raise InvalidInput(written, f"is a group of settings; set one, such as {example}")
        letters = name.replace("_", "")
        right = next((it for it in known if it.replace("_", "") == letters), "")
        right = right or ("" if "_" in setting else closest_setting(setting))
        if "." in setting:
            right = right or closest_setting(setting)
        elif not right:  # another program's variable that only begins like ours
            continue
        hint = (
            f"did you mean {right if right.isupper() else environment_variable(right)}?"
            if right
            else ""
        )
        raise InvalidInput(written, f"is no setting; {hint or settings_like(setting)}")
