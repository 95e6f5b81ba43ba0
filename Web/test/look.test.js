// @ts-check
/** What the style sheets promise to everybody's eyes and fingers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const sheets = ['app.css', 'chat.css', 'files.css', 'intelligence.css'].map((name) =>
  readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'),
);
const blocks = [...sheets[0].matchAll(/:root[^{]*\{([^}]*--paper[^}]*)\}/g)].map(([, body]) =>
  Object.fromEntries(
    [...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  ),
);

/** @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Ink, and the grounds that it is written on. @type {[string, string[]][]} */
const TEXTS = [
  ['ink', ['paper', 'surface', 'sunken', 'hover', 'accent-wash', 'theirs', 'danger-wash']],
  ['ink-soft', ['paper', 'surface', 'sunken', 'hover', 'accent-wash']],
  ['ink-faint', ['paper', 'surface', 'sunken', 'hover', 'theirs', 'accent-wash']],
  ['accent', ['paper', 'surface', 'hover', 'accent-wash']],
  ['accent-strong', ['accent-wash']],
  ['accent-ink', ['accent', 'accent-strong']],
  ['mine-ink', ['mine']],
  ['danger', ['paper', 'surface', 'hover', 'danger-wash', 'sunken']],
  ['warn-ink', ['warn-wash']],
  ['surface', ['danger']],
];

test('there is a light and a dark look, the dark one the same by the system and by choice', () => {
  assert.equal(blocks.length, 3);
  assert.deepEqual(blocks[1], blocks[2]);
  assert.deepEqual(Object.keys(blocks[0]), Object.keys(blocks[1]));
});

test('text has a contrast of 4.5 to what it is written on, in both looks', () => {
  for (const tokens of blocks) {
    for (const [ink, grounds] of TEXTS)
      for (const ground of grounds) {
        const found = contrast(tokens[ink], tokens[ground]);
        assert.ok(
          found >= 4.5,
          `${ink} ${tokens[ink]} on ${ground} ${tokens[ground]}: ${found.toFixed(2)}`,
        );
      }
  }
});

test('the borders of fields and what shows a state have a contrast of 3, in both looks', () => {
  for (const tokens of blocks) {
    for (const mark of ['field', 'accent', 'danger'])
      for (const ground of ['paper', 'surface', 'sunken']) {
        const found = contrast(tokens[mark], tokens[ground]);
        assert.ok(
          found >= 3,
          `${mark} ${tokens[mark]} on ${ground} ${tokens[ground]}: ${found.toFixed(2)}`,
        );
      }
    for (const ground of ['mine', 'surface'])
      assert.ok(contrast(tokens.read, tokens[ground]) >= 3, `read on ${ground}`);
    assert.ok(
      contrast(tokens.online, tokens.surface) >= 3,
      `online ${contrast(tokens.online, tokens.surface).toFixed(2)}`,
    );
  }
});

test('letters grow with the size that the reader has chosen', () => {
  for (const sheet of sheets) {
    assert.doesNotMatch(sheet, /font(-size)?:[^;]*\dpx/);
    assert.match(sheet, /font-size: [\d.]+rem/);
  }
});
