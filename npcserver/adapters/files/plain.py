"""What stands in a file once it is written: single values, lists, and groups of keys."""

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"]
