"""The web client's checks of rows, and the types of all shapes."""

import json
import textwrap

from openapi import case

WIDTH = 100
# What the client checks, and the type it has then.
SCALARS = {
    "text": ("text", "string"), "integer": ("integer", "number"), "count": ("integer", "number"),
    "time": ("integer", "number"), "number": ("number", "number"), "flag": ("flag", "boolean"),
    "feed": ("feed", "string"), "object": ("object", "Record<string, unknown>"),
}
HEADER = "// Made from wire/*.json: change those and run `make wire`.\n"


def text(value):
    return "'" + json.dumps(value, ensure_ascii=False)[1:-1].replace("'", "\\'").replace('\\"', '"') + "'"


def comment(description, indent):
    margin = " " * indent
    line = f"{margin}/** {description} */"
    if len(line) <= WIDTH and "\n" not in description:
        return [line]
    lines = [f"{margin}/**"]
    for position, paragraph in enumerate(description.split("\n\n")):
        lines += [f"{margin} *"] if position else []
        lines += textwrap.wrap(
            paragraph, WIDTH, initial_indent=f"{margin} * ", subsequent_indent=f"{margin} * ",
            break_long_words=False, break_on_hyphens=False)
    return lines + [f"{margin} */"]


class Web:
    def __init__(self, model):
        self.model = model

    def rule(self, property):
        words = self.model.words.get(property.type)
        if words:
            rule = f"{{ words: [{', '.join(text(word) for word in words.words)}] }}"
        elif property.type in self.model.shapes:
            rule = text(case(property.type))
        else:
            rule = text("id" if property.is_identifier else SCALARS[property.type][0])
        if property.is_list:
            return f"[{rule}]"
        if property.has_default and not property.is_left_out:
            value = text(property.default) if isinstance(property.default, str) else json.dumps(property.default)
            return f"{{ type: {rule}, default: {value} }}"
        return rule

    def rows(self):
        """Those that are marked, and those that they are made of."""
        names = [shape.name for shape in self.model.shapes.values() if shape.is_row]
        for name in names:
            types = (property.type for property in self.model.shapes[name].properties)
            names += [type for type in types if type in self.model.shapes and type not in names]
        return [shape for shape in self.model.shapes.values() if shape.name in names]

    def shapes(self):
        lines = [
            "// @ts-check", HEADER.rstrip(), "",
            "/**",
            " * Rows that frames carry, with what each key holds: a type, `[a type]` for a list, a list of",
            " * words, or a type with its default. A trailing `?` marks a key that may be left out.",
            " *",
            " * @type {Record<string, Record<string, any>>}",
            " */",
            "export const rows = {",
        ]
        for shape in self.rows():
            lines.append(f"  {case(shape.name)}: {{")
            for property in shape.properties:
                key = text(property.key + "?") if property.is_left_out else property.key
                lines += broken(f"    {key}: ", self.rule(property))
            lines.append("  },")
        lines += ["};", "", "/** How long texts and lists may be. */", "export const most = {"]
        for shape in self.model.shapes.values():
            bounds = [f"{property.key}: {property.most}" for property in shape.properties if property.most is not None]
            lines += [f"  {case(shape.name)}: {{ {', '.join(bounds)} }},"] if bounds else []
        return "\n".join(lines + ["};", ""])

    def type(self, property):
        words = self.model.words.get(property.type)
        if words:
            name = " | ".join(text(word) for word in words.words)
            name = f"({name})" if property.is_list else name
        elif property.type in self.model.shapes:
            name = property.type
        else:
            name = "string" if property.is_identifier else SCALARS[property.type][1]
        return name + "[]" * property.is_list + " | null" * property.is_clearable

    def types(self):
        lines = [HEADER]
        for shape in self.model.shapes.values():
            lines += comment(shape.description, 0) if shape.description else []
            lines.append(f"export interface {shape.name} {{")
            for property in shape.properties:
                lines += comment(property.description, 2) if property.description else []
                mark = "" if property.is_documented_as_required else "?"
                lines.append(f"  {property.key}{mark}: {self.type(property)};")
            lines += ["}", ""]
        return "\n".join(lines)

    def files(self):
        """Text by path below Web/src/generated."""
        return {"shapes.js": self.shapes(), "types.d.ts": self.types()}


def broken(key, rule):
    """A property in one line, or a list of words in one line each, as the formatter wants it."""
    if len(key + rule) < WIDTH:
        return [f"{key}{rule},"]
    if not rule.startswith("{ words: ["):
        raise ValueError(f"{key}{rule} is too long for a line")
    words = rule.removeprefix("{ words: [").removesuffix("] }").split(", ")
    return [f"{key}{{", "      words: ["] + [f"        {word}," for word in words] + ["      ],", "    },"]
