"""Holds the rows that docs/protocol.md writes out against the schemas."""

import re


def keys(text):
    """Of `{"id","name"?,"edits"?:[{"at"}]}`: [("id", False), ("name", True), ("edits", True)]."""
    depth = 0
    found = []
    for match in re.finditer(r'[{\[]|[}\]]|[:|]?"(\w+)"(\?)?', text):
        if match[0] in "{[":
            depth += 1
        elif match[0] in "}]":
            depth -= 1
        elif depth == 1 and match[0][0] == '"':
            found.append((match[1], bool(match[2])))
    return found


def differences(model, text):
    """What is not as the schema has it, of each shape that the document writes out."""
    found = []
    for match in re.finditer(r"\b([A-Z]\w+)(?: \([^)]*\))?(?::| =) `(\{[^`]*\})`", text):
        shape = model.shapes.get(match[1])
        if shape:
            wanted = [(property.key, property.is_left_out) for property in shape.properties]
            if keys(match[2]) != wanted:
                written = ",".join(f'"{key}"' + "?" * is_left_out for key, is_left_out in wanted)
                found.append(f"docs/protocol.md: {shape.name} is {{{written}}}")
    return found
