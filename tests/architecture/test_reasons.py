"""Reasons stand in three places, and the three agree: the model, the proto, the status table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from npcserver.model import errors
from npcserver.model.errors import Fault, NotFound, Reason
from npcserver.rpc import status
from npcserver.v1 import error_reason_pb2

ROOT = Path(__file__).parents[2]
PREFIX = "ERROR_REASON_"


def documented() -> dict[str, dict[str, Any]]:
    """Return the example of each reason in the comments of the proto."""
    text = (ROOT / "proto/npcserver/v1/error_reason.proto").read_text()
    found = re.findall(r"((?:  //[^\n]*\n)+)  ERROR_REASON_(\w+) = [1-9]\d*;", text)
    return {
        name: json.loads("".join(re.findall(r"^  //     (.*)$", comment, flags=re.MULTILINE)))
        for comment, name in found
    }


def faults() -> Iterator[type[Fault]]:
    """Yield every kind of fault there is."""
    for value in vars(errors).values():
        if isinstance(value, type) and issubclass(value, Fault) and value is not Fault:
            yield value


def test_each_reason_has_its_enum_value_and_the_other_way_round() -> None:
    """A client that switches over the enum knows every reason there is."""
    values = {
        name.removeprefix(PREFIX) for name in error_reason_pb2.ErrorReason.DESCRIPTOR.values_by_name
    }

    assert values - {"UNSPECIFIED"} == {reason.value for reason in Reason}


def test_each_reason_is_documented_with_the_error_a_client_receives() -> None:
    """The example names its own reason, our domain, and metadata in lowerCamelCase."""
    examples = documented()

    assert set(examples) == {reason.value for reason in Reason}
    for name, example in examples.items():
        metadata = example["metadata"]
        assert (example["reason"], example["domain"]) == (name, status.DOMAIN)
        assert isinstance(metadata, dict)
        assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", key) for key in metadata)


@pytest.mark.parametrize("reason", [r for r in Reason if r.value.endswith("_NOT_FOUND")])
def test_what_is_not_found_is_told_as_documented(reason: Reason) -> None:
    """The metadata of the example is the metadata that is sent."""
    kind = reason.value.removesuffix("_NOT_FOUND").lower()

    fault = NotFound(kind, "x", "look elsewhere")

    assert fault.reason is reason
    assert set(fault.metadata) == set(documented()[reason]["metadata"])


def test_each_kind_of_fault_has_a_code() -> None:
    """No fault of ours leaves as an internal error."""
    coded = {kind for kind in faults() if any(base in status.CODES for base in kind.__mro__)}

    assert coded == set(faults())


def test_the_tree_in_the_docstring_names_each_fault_with_its_code() -> None:
    """What a reader of the model is told is what the table says."""
    tree = errors.__doc__ or ""
    told = dict(re.findall(r"[├└]── (\w+) .* ([A-Z_]{5,})(?:,|$)", tree, re.MULTILINE))

    assert told == {kind.__name__: code.name for kind, code in status.CODES.items()}
