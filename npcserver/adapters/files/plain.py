"""Values in a file to be written: single values, lists, and mappings."""

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"]
