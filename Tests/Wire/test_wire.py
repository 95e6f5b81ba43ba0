"""What scripts/wire refuses, and what it makes of each rule of wire/README.md."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/wire"))

import documents  # noqa: E402
from model import Model, SchemaError  # noqa: E402
from openapi import OpenAPI, case  # noqa: E402
from swift import Swift  # noqa: E402
from web import Web  # noqa: E402


def model(properties, **shape):
    """The model of one shape `Thing`, beside one list of words."""
    document = {
        "shapes": {"Thing": {"module": "Domain", "row": True, "properties": properties} | shape},
        "words": {"Thing.Kind": {"words": {"one": "", "two_more": ""}}},
    }
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "things.json").write_text(json.dumps(document))
        return Model(folder)


def codec(**property):
    return Swift(model({"key": property})).files()["WireProtocol/Generated/Thing+Wire.swift"]


class Slips(unittest.TestCase):
    def expect(self, words, properties, **shape):
        with self.assertRaisesRegex(SchemaError, words):
            model(properties, **shape)

    def test_are_refused_with_their_place(self):
        self.expect("Thing.key: unknown \\['nullable'\\]", {"key": {"type": "text", "nullable": True}})
        self.expect("Thing: unknown \\['kind'\\]", {}, kind="row")
        self.expect("Thing.key: no type 'texts'", {"key": {"type": "texts"}})
        self.expect("Thing.key: None is no type", {"key": {}})
        self.expect("'\\[text' is no type", {"key": {"type": "[text"}})
        self.expect("'three' is none of the words", {"key": {"type": "Thing.Kind?", "default": "three"}})
        self.expect("can be cleared", {"key": {"type": "text", "clearable": True}})
        self.expect("can be inverted", {"key": {"type": "flag", "name": "!isOn"}})
        self.expect("only a text has a length", {"key": {"type": "count", "most": 3}})
        self.expect("only a text has a length", {"key": {"type": "text", "mostOfEach": 3}})
        for words in ({"type": "text", "range": [1, 2]}, {"type": "count", "range": [2, 1]}, {"type": "count", "range": [1]}):
            self.expect("a range is", {"key": words})
        self.expect("demands 'other'", {"key": {"type": "text", "default": ""}}, demands=["other"])
        self.expect("has a group", {}, module="WireProtocol")
        self.expect("has a group", {}, group="Thing")

    def test_include_a_key_that_stands_twice(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "things.json").write_text('{"shapes": {}, "shapes": {}}')
            with self.assertRaisesRegex(SchemaError, "'shapes' stands twice"):
                Model(folder)


class Files(unittest.TestCase):
    def files(self, *documents):
        with tempfile.TemporaryDirectory() as folder:
            for place, shapes in enumerate(documents):
                body = {"module": "WireProtocol", "group": "Thing", "properties": {"key": {"type": "text"}}}
                document = {"shapes": {name: body for name in shapes}}
                pathlib.Path(folder, f"things{place}.json").write_text(json.dumps(document))
            return Swift(Model(folder)).files()

    def test_bodies_of_a_group_stand_in_one(self):
        text = self.files(["ThingRequest", "ThingResponse"])["WireProtocol/Generated/ThingBodies.swift"]
        self.assertEqual(text.count("import Domain"), 1)
        self.assertIn("struct ThingRequest:", text)
        self.assertIn("struct ThingResponse:", text)

    def test_a_group_is_described_in_one(self):
        with self.assertRaisesRegex(SchemaError, "the bodies of Thing stand in things0.json and things1.json"):
            self.files(["ThingRequest"], ["ThingResponse"])


class Rules(unittest.TestCase):
    def test_required(self):
        text = codec(type="time")
        self.assertIn('key: try key.required("key")', text)
        self.assertIn('writer.field("key", key)', text)

    def test_required_with_a_default(self):
        text = codec(type="count", default=3)
        self.assertIn("key: Int(key ?? 3)", text)
        self.assertIn('writer.field("key", key)', text)

    def test_bounds_reach_every_side(self):
        bounded = model({"words": {"type": "[text]", "most": 3, "mostOfEach": 40}, "text": {"type": "text?", "most": 300}})
        swift = "\n".join(Swift(bounded).files().values())
        for constant in ("mostWords = 3", "mostWordsEach = 40", "mostText = 300"):
            self.assertIn(f"public static let {constant}", swift)
        shape = OpenAPI(bounded).shape(bounded.shapes["Thing"])
        self.assertIn('"words":{"type":"array","items":{"type":"string","maxLength":40},"maxItems":3}', shape)
        self.assertIn('"text":{"type":"string","maxLength":300}', shape)
        self.assertIn("  thing: { words: 3, text: 300 },", Web(bounded).files()["shapes.js"])

    def test_ranges_reach_the_rule_and_the_document(self):
        bounded = model({"days": {"type": "[count]", "range": [1, 7]}, "at": {"type": "time?"}})
        self.assertIn("public static let daysRange: ClosedRange<Int> = 1...7", "\n".join(Swift(bounded).files().values()))
        shape = OpenAPI(bounded).shape(bounded.shapes["Thing"])
        self.assertIn('"days":{"type":"array","items":{"type":"integer","format":"int64","minimum":1,"maximum":7}', shape)
        self.assertIn('"at":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999}', shape)

    def test_left_out(self):
        text = codec(type="number?")
        self.assertIn("self.init(key: key)", text)
        self.assertIn('if let key { writer.field("key", key) }', text)

    def test_left_out_when_it_is_the_default(self):
        self.assertIn('writer.field("key", ifTrue: key)', codec(type="flag?", default=False))
        self.assertIn('if key != true { writer.field("key", key) }', codec(type="flag?", default=True))
        self.assertIn("key: key ?? .twoMore", codec(type="Thing.Kind?", default="two_more"))

    def test_lists_tell_null_from_empty_where_that_means_something(self):
        self.assertIn("key = try reader.strings()", codec(type="[text]"))
        self.assertIn("key = try reader.null() ? nil : reader.strings()", codec(type="[text]?"))
        self.assertIn("key = try reader.null() ? nil : reader.integers()", codec(type="[count]", default=[1]))

    def test_openapi_and_web(self):
        properties = {"key": {"type": "count", "default": 3}, "kind": {"type": "Thing.Kind?"}}
        schema = OpenAPI(model(properties)).shape(model(properties).shapes["Thing"])
        self.assertIn('"required":["key"]', schema)
        self.assertIn('"enum":["one","two_more"]', schema)
        self.assertIn("key: { type: 'integer', default: 3 },", Web(model(properties)).shapes())
        self.assertIn("'kind?': { words: ['one', 'two_more'] },", Web(model(properties)).shapes())
        self.assertIn("kind?: 'one' | 'two_more';", Web(model(properties)).types())
        self.assertEqual([case(name) for name in ("AIOutput", "OpenAPIDocument", "User")],
                         ["aiOutput", "openAPIDocument", "user"])

    def test_the_protocol_page(self):
        things = model({"id": {"type": "text"}, "key": {"type": "flag?", "default": False}})
        self.assertEqual(documents.differences(things, 'Thing (key `id`): `{"id","key"?:true}`.'), [])
        self.assertEqual(
            documents.differences(things, 'Thing: `{"id":"one"|"two"}`.'),
            ['docs/protocol.md: Thing is {"id","key"?}'])


unittest.main(verbosity=0)
