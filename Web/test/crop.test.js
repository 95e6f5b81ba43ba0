// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { usePage } from './page.js';

usePage();
const { bounded } = await import('../src/views/crop.js');

test('the square of a photo is as large as the picture lets it be, and inside of it', () => {
  const middle = { x: 200, y: 150, zoom: 1 };
  assert.deepEqual(bounded(middle, 400, 300), { x: 200, y: 150, zoom: 1, side: 300 });
  assert.deepEqual(bounded({ ...middle, x: 0 }, 400, 300).x, 150, 'never beyond the left edge');
  assert.deepEqual(bounded({ ...middle, x: 999, y: 999 }, 400, 300).x, 250);
  assert.equal(bounded({ ...middle, y: 999 }, 400, 300).y, 150, 'nothing to move this way');
  const close = bounded({ x: 390, y: 10, zoom: 3 }, 400, 300);
  assert.deepEqual(close, { x: 350, y: 50, zoom: 3, side: 100 });
  assert.equal(bounded({ ...middle, zoom: 0.1 }, 400, 300).side, 300);
  assert.equal(bounded({ ...middle, zoom: 99 }, 400, 300).zoom, 4);
});
