// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Links } from '../src/links.js';

const MINUTE = 60_000;

/** @param {(id: string) => boolean} [mayRead] */
function server(mayRead = () => true) {
  const clock = { now: 0 };
  /** @type {string[][]} */
  const asked = [];
  const state = { isOffline: false };
  const links = new Links(
    async (files) => {
      asked.push(files);
      if (state.isOffline) throw new Error('offline');
      return {
        links: files.filter(mayRead).map((id) => ({ id, url: `/${id}?at=${clock.now}` })),
        expiresAt: clock.now + 10 * MINUTE,
      };
    },
    () => clock.now,
  );
  return { links, clock, asked, state };
}

test('what is wanted at once is asked for together, each once, at most a hundred in a request', async () => {
  const { links, asked } = server();
  const ids = Array.from({ length: 230 }, (_, index) => `f${index}`);
  const urls = await Promise.all([...ids, 'f0', 'f7'].map((id) => links.get(id)));
  assert.deepEqual(
    asked.map((files) => files.length),
    [100, 100, 30],
  );
  assert.deepEqual(asked.flat(), ids);
  assert.equal(urls[7], '/f7?at=0');
  assert.equal(urls[231], '/f7?at=0');
});

test('a link is kept until a minute before it ends', async () => {
  const { links, clock, asked } = server();
  await links.get('a');
  clock.now = 9 * MINUTE - 1;
  assert.equal(await links.get('a'), '/a?at=0');
  assert.equal(links.known('a'), '/a?at=0');
  clock.now += 1;
  assert.equal(links.known('a'), undefined);
  assert.equal(await links.get('a'), `/a?at=${clock.now}`);
  assert.equal(asked.length, 2);
});

test('what may not be read has no link, and a link that was not taken is asked for anew', async () => {
  const { links, clock, asked } = server((id) => id !== 'b');
  assert.deepEqual(await Promise.all([links.get('a'), links.get('b')]), ['/a?at=0', undefined]);
  clock.now = 5;
  links.forget('a', '/a?at=of-another-time');
  assert.equal(links.known('a'), '/a?at=0', 'only the one that was refused is forgotten');
  links.forget('a', '/a?at=0');
  assert.equal(await links.get('a'), '/a?at=5');
  assert.deepEqual(asked, [['a', 'b'], ['a']]);
});

test('without network all who asked are told, and the next one asks again', async () => {
  const { links, state, asked } = server();
  state.isOffline = true;
  const both = await Promise.allSettled([links.get('a'), links.get('b')]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  state.isOffline = false;
  assert.equal(await links.get('a'), '/a?at=0');
  assert.equal(asked.length, 2);
});
