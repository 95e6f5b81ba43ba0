import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrCode } from '../src/qr.js';

// That phones read them is seen in Tests/Browser/test_join.py, by a reader that knows nothing of
// this.
test('a code grows with its text, up to 213 bytes', () => {
  const size = (/** @type {string} */ text) => qrCode(text)?.length;
  assert.deepEqual(
    [1, 14, 15, 106, 107, 213, 214].map((count) => size('x'.repeat(count))),
    [21, 21, 25, 41, 45, 57, undefined],
  );
  assert.equal(size('é'.repeat(107)), undefined);
});

test('the three finders stand in their corners', () => {
  const grid = /** @type {boolean[][]} */ (qrCode('https://chat.example.org'));
  const ring = (/** @type {number} */ x, /** @type {number} */ y) =>
    grid.slice(y, y + 7).map((row) =>
      row
        .slice(x, x + 7)
        .map(Number)
        .join(''),
    );
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const far = grid.length - 7;
  assert.deepEqual([ring(0, 0), ring(far, 0), ring(0, far)], [finder, finder, finder]);
});
