// @ts-check
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../', import.meta.url);
const text = (/** @type {string} */ name) => readFileSync(new URL(name, root), 'utf8');
const modules = readdirSync(new URL('src/', root), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.js'))
  .map((name) => `/src/${name.replaceAll('\\', '/')}`);

test('the service worker keeps every file that the page needs', () => {
  const kept = [...text('service-worker.js').matchAll(/'(\/[^']*)'/g)].map((match) => match[1]);
  const linked = [...text('index.html').matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(
    (match) => match[1],
  );
  for (const path of [...modules, ...linked, '/icons.svg'])
    assert.ok(kept.includes(path), `${path} is not kept`);
});

test('every icon that is drawn is in the sprite', () => {
  const sprite = new Set(
    [...text('icons.svg').matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]),
  );
  for (const path of modules) {
    for (const [, name] of text(path.slice(1)).matchAll(/\bicon(?:Button)?\('([a-z]+)'/g))
      assert.ok(sprite.has(name), `${name} of ${path} is not in icons.svg`);
  }
});

test('the page runs and styles nothing inline, as its content security policy wants', () => {
  const page = text('index.html');
  assert.doesNotMatch(page, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  for (const path of modules)
    assert.doesNotMatch(text(path.slice(1)), /setAttribute\('style'|[{,]\s*style:/, path);
});

test('no module reads or writes markup', () => {
  for (const path of modules)
    assert.doesNotMatch(
      text(path.slice(1)),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|setHTML/,
      path,
    );
});

test('the manifest names icons that are there, as pictures of the sizes that it says, one of them for a mask', () => {
  const { icons } = JSON.parse(text('manifest.webmanifest'));
  const pictures = icons.filter((/** @type {any} */ icon) => icon.type === 'image/png');
  assert.deepEqual(
    pictures.map((/** @type {any} */ icon) => icon.sizes),
    ['192x192', '512x512', '512x512'],
  );
  assert.equal(pictures.filter((/** @type {any} */ icon) => icon.purpose === 'maskable').length, 1);
  for (const { src, sizes } of pictures) {
    const bytes = readFileSync(new URL(src.slice(1), root));
    assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
    assert.ok(bytes.length < 20_000, src);
  }
});
