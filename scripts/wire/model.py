"""The shapes of wire/*.json, read and checked. The rules stand in wire/README.md."""

import json
import pathlib
import re

# Swift's name of each type that is no shape and no list of words.
SCALARS = {
    "text": "String", "integer": "Int64", "count": "Int", "time": "Timestamp", "number": "Double",
    "flag": "Bool", "feed": "FeedID", "object": None,
}
SHAPE_KEYS = {
    "description", "swift", "module", "codable", "framed", "row", "rest", "properties", "local",
    "demands", "group",
}
PROPERTY_KEYS = {
    "type", "default", "init", "name", "clearable", "fixed", "rest", "description", "most", "mostOfEach", "range",
}


class SchemaError(Exception):
    """A slip in a schema file, with the place where it stands."""


class Words:
    """A closed list of words: an enumeration in Swift."""

    def __init__(self, name, spec):
        self.swift = name
        self.description = spec.get("description", "")
        self.words = spec["words"]

    def case(self, word):
        head, *tail = word.split("_")
        return head + "".join(part.capitalize() for part in tail)

    @property
    def expected(self):
        """As an error says it: `direct or group`."""
        words = list(self.words)
        return " or ".join([", ".join(words[:-1]), words[-1]])


class Property:
    """A key of a shape. `is_optional`: `nil` in Swift. `is_left_out`: not written when it says nothing."""

    def __init__(self, key, spec, place):
        unknown = set(spec) - PROPERTY_KEYS
        if unknown:
            raise SchemaError(f"{place}: unknown {sorted(unknown)}")
        match = re.fullmatch(r"(\[?)([A-Za-z.]+)(\]?)(\??)", spec.get("type", ""))
        if not match or bool(match[1]) != bool(match[3]):
            raise SchemaError(f"{place}: {spec.get('type')!r} is no type")
        self.key = key
        self.place = place
        self.type = match[2]
        self.is_list = bool(match[1])
        self.is_left_out = bool(match[4])
        self.has_default = "default" in spec
        self.default = spec.get("default")
        self.is_optional = self.is_left_out and not self.has_default
        self.is_clearable = spec.get("clearable", False)
        if self.is_clearable and (not self.is_optional or self.type != "text" or self.is_list):
            raise SchemaError(f"{place}: only a text that may be absent can be cleared")
        name = spec.get("name", key)
        # `!isOn` for the key `off`: the wire has the opposite of Swift's property.
        self.is_inverted = name.startswith("!")
        self.name = name.lstrip("!")
        self.init = spec.get("init")
        self.is_fixed = spec.get("fixed", False)
        self.description = spec.get("description", "")
        # Of a text, and of each in a list: Unicode scalar values. Of a list: what is in it.
        self.most = spec.get("most")
        self.most_of_each = spec.get("mostOfEach")
        bounds_length = self.most_of_each is not None or self.most is not None and not self.is_list
        if bounds_length and self.type != "text" or self.most_of_each is not None and not self.is_list:
            raise SchemaError(f"{place}: only a text has a length")
        # The least and the greatest that a number may be, each in a list too.
        self.range = spec.get("range")
        if self.range is not None and (
            self.type not in ("integer", "count") or len(self.range) != 2 or self.range[0] > self.range[1]
        ):
            raise SchemaError(f"{place}: a range is the least and the greatest of a whole number")
        # Which is more than `is_left_out` says where a frame may leave out what REST always has.
        self.is_documented_as_required = not self.is_left_out or spec.get("rest") == "required"

    @property
    def is_identifier(self):
        return self.type.endswith("ID")


class Shape:
    """An object on the wire."""

    def __init__(self, name, spec, file):
        unknown = set(spec) - SHAPE_KEYS
        if unknown:
            raise SchemaError(f"{file}: {name}: unknown {sorted(unknown)}")
        self.name = name
        self.file = file
        self.swift = spec.get("swift", name)
        # `None`: Swift's side is written by hand.
        self.module = spec.get("module")
        # Bodies of a group stand in one file: that of its routes, with `Bodies` for `Routes`.
        self.group = spec.get("group")
        if bool(self.group) != (self.module == "WireProtocol"):
            raise SchemaError(f"{file}: {name}: what is declared in WireProtocol, and nothing else, has a group")
        self.is_codable = spec.get("codable", False)
        self.is_framed = spec.get("framed", False)
        self.is_row = spec.get("row", False)
        self.is_in_rest = spec.get("rest", True)
        self.description = spec.get("description", "")
        self.local = spec.get("local", {})
        # What a request has to have although what is kept may lack it.
        self.demands = spec.get("demands", [])
        self.properties = [
            Property(key, property, f"{file}: {name}.{key}") for key, property in spec["properties"].items()
        ]
        for key in self.demands:
            if key not in spec["properties"]:
                raise SchemaError(f"{file}: {name} demands {key!r}, which it has not")

    @property
    def parent(self):
        """The Swift type that this one is declared in."""
        return self.swift.rpartition(".")[0]

    @property
    def has_identity(self):
        return any(property.name == "id" and property.is_identifier for property in self.properties)


class Model:
    """All shapes and lists of words, in the files' order."""

    def __init__(self, folder):
        self.shapes = {}
        self.words = {}
        self.files = {}
        for path in sorted(pathlib.Path(folder).glob("*.json")):
            document = json.loads(path.read_text(), object_pairs_hook=unique)
            unknown = set(document) - {"description", "shapes", "words"}
            if unknown:
                raise SchemaError(f"{path.name}: unknown {sorted(unknown)}")
            self.files[path.name] = []
            for name, spec in document["shapes"].items():
                if name in self.shapes:
                    raise SchemaError(f"{path.name}: {name} stands twice")
                self.shapes[name] = Shape(name, spec, path.name)
                self.files[path.name].append(self.shapes[name])
            for name, spec in document.get("words", {}).items():
                self.words[name] = Words(name, spec)
                self.words[name].file = path.name
        for shape in self.shapes.values():
            for property in shape.properties:
                self.check(property)

    def check(self, property):
        known = property.type in SCALARS or property.type in self.shapes or property.type in self.words
        if not known and not property.is_identifier:
            raise SchemaError(f"{property.place}: no type {property.type!r}")
        if property.is_inverted and (property.type != "flag" or property.default is not False):
            raise SchemaError(f"{property.place}: only a flag that is false by default can be inverted")
        if property.type in self.words and property.has_default and not property.is_list:
            if property.default not in self.words[property.type].words:
                raise SchemaError(f"{property.place}: {property.default!r} is none of the words")


def unique(pairs):
    """An object; refuses a key that stands twice, which JSON would let the last one win."""
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise SchemaError(f"{key!r} stands twice in one object")
    return dict(pairs)
