// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { pixelsOf } from '../src/blurhash.js';

/** As another implementation decodes them at 4 by 3. @type {[string, number[]][]} */
const VECTORS = [
  [
    'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
    [
      135, 164, 177, 161, 173, 177, 181, 180, 171, 160, 172, 174, 124, 154, 169, 148, 148, 154, 164,
      145, 134, 146, 152, 155, 124, 144, 154, 144, 134, 132, 163, 130, 104, 148, 140, 134,
    ],
  ],
  [
    'LGF5]+Yk^6#M@-5c,1J5@[or[Q6.',
    [
      176, 118, 163, 167, 119, 184, 118, 100, 169, 167, 79, 126, 149, 142, 180, 109, 138, 198, 113,
      117, 143, 149, 108, 109, 145, 161, 153, 92, 153, 178, 100, 129, 135, 119, 116, 108,
    ],
  ],
];

for (const [hash, expected] of VECTORS)
  test(`${hash} has the colours that others see in it`, () => {
    const pixels = pixelsOf(hash, 4, 3) ?? [];
    const colours = [...pixels].filter((_, index) => index % 4 < 3);
    assert.equal(colours.length, expected.length);
    for (const [index, value] of colours.entries())
      assert.ok(Math.abs(value - expected[index]) <= 1, `${index}: ${value} ${expected[index]}`);
    assert.ok(
      [...pixels].every((value, index) => index % 4 < 3 || value === 255),
      'opaque',
    );
  });

test('one colour is that colour everywhere', () => {
  assert.deepEqual([...(pixelsOf('00TSUA', 2, 1) ?? [])], Array(8).fill(255));
});

test('what is no hash has no colours', () => {
  for (const text of [
    '',
    'L',
    'LEHV6nWB2yk8pyo0adR*.7kCMdn',
    'LEHV6nWB2yk8pyo0adR*.7kCMdn"',
    '00"""""',
  ])
    assert.equal(pixelsOf(text, 4, 3), undefined, text);
});
