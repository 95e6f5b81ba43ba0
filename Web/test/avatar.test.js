// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = ['app.css', 'chat.css', 'intelligence.css']
  .map((name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
  .join('\n');

/** @param {string} colour */
function luminance(colour) {
  const parts = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

/** Every rule for avatars, in whichever look it stands. */
const rules = [...css.matchAll(/([^{}]*\.avatar[^{}]*)\{([^}]*)\}/g)].map(([, selector, body]) => ({
  selector: selector.trim(),
  body,
}));

test('initials are read on every colour that an avatar can have, in light and dark: a contrast of 4.5 and more', () => {
  const inks = rules.flatMap(({ body }) =>
    [...body.matchAll(/(?<![-\w])color: ([^;]+)/g)].map(([, ink]) => ink.trim()),
  );
  assert.deepEqual(inks, ['#fff'], 'one ink in every look');
  const colours = rules.flatMap(({ selector, body }) =>
    [...body.matchAll(/background(?:-color)?: ([^;]+)/g)].map(([, colour]) => ({
      selector,
      colour: colour.trim(),
    })),
  );
  assert.equal(colours.length, 9);
  for (let hue = 0; hue < 8; hue += 1)
    assert.ok(
      colours.some(({ selector }) => selector.includes(`data-hue="${hue}"`)),
      `hue ${hue}`,
    );
  for (const { selector, colour } of colours) {
    assert.match(colour, /^#[0-9a-f]{6}$/, `${selector} is a colour that can be measured`);
    const contrast = 1.05 / (luminance(colour) + 0.05);
    assert.ok(contrast >= 4.5, `${selector}: ${contrast.toFixed(2)}`);
  }
});
