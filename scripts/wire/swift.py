"""Swift types with their initialisers, and their codec on JSONReader and JSONWriter."""

import textwrap

from model import SCALARS, SchemaError

WIDTH = 120
COMMENT_WIDTH = 100


def header(file):
    return f"// Made from wire/{file}: change that and run `make wire`.\n"


def comment(text, indent):
    """A documentation comment; an empty line divides paragraphs."""
    margin = " " * indent + "///"
    lines = []
    for paragraph in text.split("\n\n") if text else []:
        if lines:
            lines.append(margin)
        lines += textwrap.wrap(
            paragraph, COMMENT_WIDTH, initial_indent=margin + " ", subsequent_indent=margin + " ",
            break_long_words=False, break_on_hyphens=False)
    return lines


def spread(opening, items, closing, indent):
    """`opening(items)closing` in one line, or the items filled into lines of their own."""
    margin = " " * indent
    line = f"{margin}{opening}({', '.join(items)}){closing}"
    if len(line) <= WIDTH:
        return [line]
    # A bracket that opens a block stands alone; one that ends a call ends the last line.
    ending = "" if closing else ")"
    lines = [f"{margin}{opening}("]
    current = ""
    for position, item in enumerate(items):
        item += "," if position < len(items) - 1 else ending
        if not current:
            current = f"{margin}  {item}"
        elif len(current) + 1 + len(item) <= WIDTH:
            current += f" {item}"
        else:
            lines.append(current)
            current = f"{margin}  {item}"
    lines.append(current)
    if closing:
        lines.append(f"{margin}){closing}")
    return lines


class Swift:
    def __init__(self, model):
        self.model = model

    # Names

    def base(self, property, owner):
        """Swift's name of the type, as it is written inside `owner`."""
        if property.type in SCALARS:
            return SCALARS[property.type]
        name = property.type
        if name in self.model.shapes:
            name = self.model.shapes[name].swift
        prefix = owner + "."
        return name[len(prefix):] if name.startswith(prefix) else name

    def type(self, property, owner):
        name = self.base(property, owner)
        if property.is_list:
            name = f"[{name}]"
        return name + "?" * (property.is_optional + property.is_clearable)

    def literal(self, value, type):
        """A default in Swift's notation."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, list):
            return f"[{', '.join(self.literal(item, type) for item in value)}]"
        if isinstance(value, dict):
            shape = self.model.shapes[type]
            fields = [
                f"{item.name}: {self.literal(value[item.key], item.type)}" for item in shape.properties
                if item.key in value
            ]
            return f"{shape.swift.rpartition('.')[2]}({', '.join(fields)})"
        if isinstance(value, str):
            words = self.model.words.get(type)
            return f".{words.case(value)}" if words else f'"{value}"'
        return str(value)

    # Types

    def declaration(self, shape, indent=0):
        """The struct with its initialiser, and what is declared inside."""
        access = "public" if shape.module == "Domain" else "package"
        margin = " " * indent
        kinds = ["Hashable", "Sendable"] if shape.module == "Domain" else ["WireBody", "Hashable"]
        if shape.has_identity and shape.module == "Domain":
            kinds.append("Identifiable")
        if shape.is_codable:
            kinds.append("Codable")
        name = shape.swift.rpartition(".")[2]
        lines = comment(shape.description, indent)
        lines.append(f"{margin}{access} struct {name}: {', '.join(kinds)} {{")
        for inner in self.model.shapes.values():
            if inner.parent == shape.swift:
                lines += self.declaration(inner, indent + 2) + [""]
        for words in self.model.words.values():
            if words.swift.rpartition(".")[0] == shape.swift:
                lines += self.enumeration(words, indent + 2) + [""]
        for property in shape.properties:
            lines += comment(property.description, indent + 2)
            keyword = "let" if property.is_fixed else "var"
            lines.append(f"{margin}  {access} {keyword} {property.name}: {self.type(property, shape.swift)}")
        for property in shape.properties:
            name = property.name[0].upper() + property.name[1:]
            for bound, suffix in ((property.most, ""), (property.most_of_each, "Each")):
                if bound is not None:
                    lines.append(f"{margin}  {access} static let most{name}{suffix} = {bound}")
            if property.range is not None:
                least, greatest = property.range
                number = SCALARS[property.type]
                lines.append(
                    f"{margin}  {access} static let {property.name}Range: ClosedRange<{number}> = {least:_}...{greatest:_}")
        for local in shape.local.values():
            lines += comment(local["description"], indent + 2) + [f"{margin}  {local['swift']}"]
        if shape.local and shape.is_codable:
            names = ", ".join(property.name for property in shape.properties)
            lines += ["", f"{margin}  private enum CodingKeys: CodingKey {{"]
            lines += textwrap.wrap(
                f"case {names}", WIDTH, initial_indent=margin + "    ", subsequent_indent=margin + "      ")
            lines.append(f"{margin}  }}")
        lines += [""] + self.initialiser(shape, access, indent + 2)
        lines.append(f"{margin}}}")
        return lines

    def initialiser(self, shape, access, indent):
        margin = " " * indent
        parameters = []
        lines = []
        for property in shape.properties:
            type = self.type(property, shape.swift)
            value = property.name
            if any(property.init == other.name for other in shape.properties):
                # Another property's value unless said otherwise.
                type, default, value = f"{type}?", "nil", f"{property.name} ?? {property.init}"
            elif property.init is not None:
                default = property.init or None
            elif property.has_default:
                default = self.literal(property.default, property.type)
            else:
                default = "nil" if property.is_optional else None
            parameters.append(f"{property.name}: {type}" + (f" = {default}" if default is not None else ""))
            lines.append(f"{margin}  self.{property.name} = {value}")
        return spread(f"{access} init", parameters, " {", indent) + lines + [f"{margin}}}"]

    def enumeration(self, words, indent=0):
        margin = " " * indent
        name = words.swift.rpartition(".")[2]
        lines = comment(words.description, indent)
        lines.append(f"{margin}public enum {name}: String, Sendable, Codable, CaseIterable {{")
        for word, description in words.words.items():
            lines += comment(description, indent + 2)
            case = words.case(word)
            lines.append(f"{margin}  case {case}" + (f' = "{word}"' if case != word else ""))
        return lines + [f"{margin}}}"]

    # Codec

    def reading(self, property, owner):
        """The expression that reads the value behind a key."""
        if property.is_list:
            if property.is_identifier:
                return "try reader.identifiers()" + ("" if property.is_optional else " ?? []")
            call = {"text": "strings", "count": "integers"}.get(property.type, "bodies")
            # Of a list without keys of its own `null` reads as empty, which is another thing where that means something.
            has_meaning = property.is_optional or property.default
            return f"try reader.null() ? nil : reader.{call}()" if has_meaning else f"try reader.{call}()"
        if property.type in self.model.words:
            return f'try reader.word("{self.model.words[property.type].expected}")'
        if property.is_identifier:
            return "try reader.identifier()"
        if property.type == "time":
            return f'try reader.timestamp("{property.key}")'
        call = {
            "text": "string", "integer": "integer", "count": "integer", "number": "number",
            "flag": "boolean", "feed": "feed",
        }.get(property.type, "body")
        expression = f"try reader.{call}()"
        return f".some({expression})" if property.is_clearable else expression

    def local(self, property, owner):
        """The variable that holds what was read so far."""
        name = self.base(property, owner)
        if property.is_list:
            if not property.is_optional and not property.default:
                return f"var {property.name}: [{name}] = []"
            return f"var {property.name}: [{name}]?"
        if property.type == "count":
            name = "Int64"
        return f"var {self.variable(property)}: {name}{'??' if property.is_clearable else '?'}"

    def variable(self, property):
        return property.key if property.is_inverted else property.name

    def argument(self, property, owner):
        """The value that the initialiser takes, made of what was read."""
        name = self.variable(property)
        if property.is_list and not property.is_optional and not property.default:
            value = name
        elif property.is_optional:
            value = f"{name}.map(Int.init)" if property.type == "count" and not property.is_list else name
        elif property.has_default:
            value = f"{name} ?? {self.literal(property.default, property.type)}"
            if property.is_inverted:
                value = f"!({value})"
            elif property.type == "count" and not property.is_list:
                value = f"Int({value})"
        else:
            value = f'try {name}.required("{property.key}")'
            if property.type == "count":
                value = f"Int({value})"
        return f"{property.name}: {value}"

    def writing(self, property):
        """The statements that write a key and its value."""
        key, name = property.key, property.name
        plain = f'writer.field("{key}", {name})'
        if property.type in self.model.words and not property.is_list:
            if property.is_optional:
                return [f'writer.field("{key}", {name}?.rawValue)']
            plain = f'writer.field("{key}", {name}.rawValue)'
        if property.is_clearable:
            return [f'writer.clearableField("{key}", {name})']
        if property.is_optional:
            if property.type == "count" and not property.is_list:
                return [f'writer.field("{key}", {name}.map(Int64.init))']
            if property.is_list or property.type in ("flag", "number"):
                return [f"if let {name} {{ {plain} }}"]
            return [plain]
        if not property.is_left_out:
            return [plain]
        if property.is_inverted:
            return [f'writer.field("{key}", ifTrue: !{name})']
        if property.type == "flag" and property.default is False:
            return [f'writer.field("{key}", ifTrue: {name})']
        if property.type == "count" and property.default == 0 and not property.is_list:
            return [f'writer.field("{key}", ifPositive: {name})']
        if property.is_list and property.type in self.model.shapes and not property.default:
            return [f'writer.field("{key}", ifAny: {name})']
        return [f"if {name} != {self.literal(property.default, property.type)} {{ {plain} }}"]

    def reader(self, shape, indent):
        margin = " " * indent
        lines = [f"{margin}  {self.local(property, shape.swift)}" for property in shape.properties]
        lines.append(f"{margin}  try reader.requireObject()")
        lines.append(f"{margin}  while let key = try reader.nextKey() {{")
        lines.append(f"{margin}    switch key {{")
        for property in shape.properties:
            reading = self.reading(property, shape.swift)
            line = f'{margin}    case "{property.key}": {self.variable(property)} = {reading}'
            if len(line) > WIDTH:
                call, argument = reading.split("(", 1)
                head = f'{margin}    case "{property.key}":'
                # Words that are too long for a line stand alone in it.
                if len(f"{margin}        {argument}") > WIDTH:
                    argument = f"{argument[:-1]}\n{margin}      )"
                line = f"{head}\n{margin}      {self.variable(property)} = {call}(\n{margin}        {argument}"
            lines.append(line)
        if shape.is_framed:
            lines.append(f'{margin}    case "ref": ref = try reader.integer()')
        lines += [f"{margin}    default: try reader.skipValue()", f"{margin}    }}", f"{margin}  }}"]
        arguments = [self.argument(property, shape.swift) for property in shape.properties]
        call = f"return {shape.swift}" if shape.is_framed else "self.init"
        return lines + spread(call, arguments, "", indent + 2)

    def codec(self, shape, indent=2):
        """The two members of `WireBody`; for what stands in frames too, those that a frame uses."""
        margin = " " * indent
        signature = "from reader: inout JSONReader"
        lines = []
        if shape.demands:
            keys = ", ".join(f'"{key}"' for key in shape.demands)
            if len(shape.demands) == 1:
                lines += [f"{margin}package static let demandedKeys = [{keys}]", ""]
            else:
                lines += [f"{margin}package static let demandedKeys = ["]
                lines += textwrap.wrap(
                    keys + ",", WIDTH, initial_indent=margin + "  ", subsequent_indent=margin + "  ")
                lines += [f"{margin}]", ""]
        lines += [f"{margin}package init({signature}) throws(Refusal) {{"]
        if shape.is_framed:
            lines += [
                f"{margin}  var ref: Int64?", f"{margin}  self = try Self.read(from: &reader, ref: &ref)", f"{margin}}}",
                "", f"{margin}/// Reads the object of a frame or of a REST answer; `ref` is what a frame has of it.",
                f"{margin}static func read({signature}, ref: inout Int64?) throws(Refusal) -> {shape.swift} {{",
            ]
        lines += self.reader(shape, indent) + [f"{margin}}}", ""]
        lines += [f"{margin}package func write(to writer: inout JSONWriter) {{", f"{margin}  writer.beginObject()"]
        fields = [f"{margin}  {line}" for property in shape.properties for line in self.writing(property)]
        if shape.is_framed:
            lines += [f"{margin}  writeFields(to: &writer)", f"{margin}  writer.endObject()", f"{margin}}}", ""]
            lines += [f"{margin}func writeFields(to writer: inout JSONWriter) {{"] + fields
        else:
            lines += fields + [f"{margin}  writer.endObject()"]
        return lines + [f"{margin}}}"]

    # Files

    def files(self):
        """Text by path below Sources/Shared."""
        files = {}
        groups = {}
        for shape in self.model.shapes.values():
            if shape.module == "Domain":
                if not shape.parent:
                    lines = self.declaration(shape)
                    files[f"Domain/Generated/{shape.swift}.swift"] = header(shape.file) + "\n" + "\n".join(lines) + "\n"
                kind = "ReplacingBody" if shape.demands else "WireBody"
                lines = ["import Domain", "", f"extension {shape.swift}: {kind} {{"] + self.codec(shape) + ["}"]
                name = shape.swift.replace(".", "+")
                path = f"WireProtocol/Generated/{name}+Wire.swift"
                files[path] = header(shape.file) + "\n" + "\n".join(lines) + "\n"
            elif shape.module == "WireProtocol":
                lines = self.declaration(shape)
                groups.setdefault(shape.group, []).append((shape.file, lines[:-1] + [""] + self.codec(shape) + ["}"]))
        for group, bodies in groups.items():
            made = {file for file, _ in bodies}
            if len(made) > 1:
                raise SchemaError(f"the bodies of {group} stand in {' and '.join(sorted(made))}")
            text = "\n\n".join("\n".join(lines) for _, lines in bodies)
            files[f"WireProtocol/Generated/{group}Bodies.swift"] = header(*made) + "\nimport Domain\n\n" + text + "\n"
        for words in self.model.words.values():
            if "." not in words.swift:
                text = header(words.file) + "\n" + "\n".join(self.enumeration(words)) + "\n"
                files[f"Domain/Generated/{words.swift}.swift"] = text
        return files
