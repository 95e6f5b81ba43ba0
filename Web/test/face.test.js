// @ts-check
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { usePage } from './page.js';

usePage();
const { avatar } = await import('../src/views/dom.js');
const { setFaces } = await import('../src/views/face.js');

const PHOTO = '00000000-0000-7000-8000-000000000001';
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** @param {(string | undefined)[]} urls what the server answers, one after the other */
function links(...urls) {
  /** @type {string[]} */
  const forgotten = [];
  setFaces(
    /** @type {any} */ ({
      known: () => undefined,
      get: async () => {
        if (!urls.length) throw new Error('offline');
        return urls.shift();
      },
      forget: (/** @type {string} */ _, /** @type {string} */ url) => forgotten.push(url),
    }),
  );
  return forgotten;
}
afterEach(() => setFaces(undefined));

test('initials stay until a photo has come, and where there is none', async () => {
  links('/f?link=1');
  const node = /** @type {any} */ (avatar('Ada Lindqvist', 'ada', { photo: PHOTO }));
  const face = node.querySelector('img');
  await settled();
  assert.equal(node.textContent, 'AL');
  assert.equal(face.src, '/f?link=1&size=64');
  assert.ok(face.classList.contains('fresh'));
  face.setAttribute('src', face.src);
  face.happen('load');
  assert.ok(!face.classList.contains('fresh'));
  assert.equal(/** @type {any} */ (avatar('Ada', 'ada')).querySelector('img'), null);
});

test('a photo that cannot be had leaves the initials', async () => {
  const forgotten = links('/f?link=1', '/f?link=2');
  const node = /** @type {any} */ (avatar('Ada', 'ada', { photo: PHOTO, size: 256 }));
  await settled();
  const face = node.querySelector('img');
  await face.happen('error');
  assert.equal(face.src, '/f?link=2&size=256', 'it is asked for once more');
  await face.happen('error');
  assert.deepEqual(forgotten, ['/f?link=1', '/f?link=2']);
  assert.equal(node.querySelector('img'), null);
  for (const answer of [[undefined], []]) {
    links(...answer);
    const other = /** @type {any} */ (avatar('Ada', 'ada', { photo: PHOTO }));
    await settled();
    assert.equal(other.querySelector('img'), null);
  }
});

test('what is no id of a file is never an address', () => {
  links('/f?link=1');
  for (const photo of ['https://example.org/me.png', '/v1/me', ''])
    assert.equal(/** @type {any} */ (avatar('Ada', 'ada', { photo })).querySelector('img'), null);
});
