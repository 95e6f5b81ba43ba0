"""The schemas of the OpenAPI document, and an enumeration of their names."""

import json
import pathlib
import re

from swift import comment, header

WIDTH = 118
# Milliseconds that are taken as a moment: to the end of the year 9999, as `Timestamp.calendar` says.
CALENDAR = {"minimum": 0, "maximum": 253_402_300_799_999}
# Types of JSON Schema.
SCALARS = {
    "text": {"type": "string"}, "integer": {"type": "integer", "format": "int64"},
    "count": {"type": "integer", "format": "int64"}, "time": {"type": "integer", "format": "int64", **CALENDAR},
    "number": {"type": "number"}, "flag": {"type": "boolean"}, "feed": {"type": "string"}, "object": {"type": "object"},
}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def case(name):
    """`AIOutput` as `aiOutput`."""
    return re.sub(r"^[A-Z]+(?=[A-Z][a-z])|^[A-Z]", lambda match: match[0].lower(), name)


class OpenAPI:
    def __init__(self, model):
        self.model = model

    def property(self, property):
        if property.type in SCALARS:
            schema = dict(SCALARS[property.type])
        elif property.type in self.model.words:
            schema = {"type": "string", "enum": list(self.model.words[property.type].words)}
        elif property.type in self.model.shapes:
            schema = {"$ref": f"#/components/schemas/{property.type}"}
        else:
            schema = {"type": "string", "format": "uuid"}
        if property.is_clearable:
            schema["type"] = [schema["type"], "null"]
        length = property.most_of_each if property.is_list else property.most
        if length is not None:
            schema["maxLength"] = length
        if property.range is not None:
            schema["minimum"], schema["maximum"] = property.range
        if property.is_list:
            schema = {"type": "array", "items": schema}
            if property.most is not None:
                schema["maxItems"] = property.most
        if property.has_default and (property.default not in ([], "") or property.is_left_out):
            schema["default"] = property.default
        if property.description:
            schema["description"] = property.description
        return schema

    def shape(self, shape):
        required = [property.key for property in shape.properties if property.is_documented_as_required]
        schema = {
            "type": "object", "description": shape.description,
            "properties": {property.key: self.property(property) for property in shape.properties},
        }
        if required:
            schema["required"] = required
        return f'"{shape.name}":{compact(schema)}'

    def files(self):
        """Text by path below Sources/Server/ServerHTTP/Generated."""
        shapes = [shape for shape in self.model.shapes.values() if shape.is_in_rest]
        parts = []
        files = {}
        for file in self.model.files:
            group = [shape for shape in self.model.files[file] if shape.is_in_rest]
            words = pathlib.Path(file).stem.split("-")
            name = words[0] + "".join(word.capitalize() for word in words[1:])
            name += "Schemas"
            parts.append(name)
            text = ",\n".join(self.shape(shape) for shape in group)
            body = "\n".join(f"    {part}" for line in text.split("\n") for part in broken(line))
            files[f"OpenAPISchema+{''.join(word.capitalize() for word in words)}.swift"] = (
                header(file) + f'\nextension OpenAPISchema {{\n  static let {name} = #"""\n{body}\n    """#\n}}\n')
        lines = comment("The schemas of the OpenAPI document by name, so that a route cannot name one that is not there.", 0)
        lines += ["package enum OpenAPISchema: String, Sendable {"]
        lines += [f'  case {case(shape.name)} = "{shape.name}"' for shape in sorted(shapes, key=lambda shape: shape.name)]
        lines += ["", "  /// All of them, as one JSON object."]
        lines += ['  static let components = "{\\(parts.joined(separator: ","))}"', ""]
        lines += ["  private static let parts = ["] + [f"    {part}," for part in parts] + ["  ]", "}"]
        files["OpenAPISchema.swift"] = header("*.json") + "\n" + "\n".join(lines) + "\n"
        return files


def broken(line):
    """The line in parts that Swift joins again, each but the last with `\\#` at its end."""
    parts = []
    while len(line) > WIDTH - 4:
        end = max(line.rfind(mark, 0, WIDTH - 6) for mark in " ,") + 1
        parts.append(line[:end] + "\\#")
        line = line[end:]
    return parts + [line]
