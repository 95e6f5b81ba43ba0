// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { unread } from '../src/derived.js';
import {
  applyDelta,
  applyPage,
  compareHistory,
  emptyFeed,
  feedsOf,
  growIsland,
  islandOf,
  joinIsland,
  touchIsland,
} from '../src/law.js';
import { FEED, ME, ModelServer, OTHER, THIRD, agrees, hear } from './model.js';
import { chance } from './support.js';

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

for (const seed of SEEDS) {
  test(`stale plus delta is fresh, through lost, doubled and late frames (seed ${seed})`, () => {
    const pick = chance(seed);
    const server = new ModelServer();
    for (let step = 0; step < 40; step += 1) server.act(pick);
    let feed = applyDelta(undefined, server.window(), ME).feed;
    /** @type {any[]} */
    const late = [];
    /** @type {any} a page on its way; a window that comes first makes it worthless */
    let page;
    let window = server.window();
    const forget = () => {
      page = undefined;
    };
    for (let step = 0; step < 200; step += 1) {
      const delta = server.act(pick);
      const fate = pick(14);
      if (!delta) continue;
      if (fate === 0) continue;
      if (fate === 1) {
        late.push(delta);
        continue;
      }
      feed = hear(server, feed, delta, forget);
      if (fate === 2) feed = hear(server, feed, server.live[pick(server.live.length)], forget);
      if (fate === 3 && late.length)
        feed = hear(server, feed, late.splice(pick(late.length), 1)[0], forget);
      if (fate === 4 && feed.windowStart > 1) feed = applyPage(feed, server.page(feed.windowStart));
      if (fate === 5) feed = hear(server, feed, server.window(), forget);
      if (fate === 6) {
        feed = hear(server, feed, window, forget);
        window = server.window();
      }
      if (fate === 7 && feed.windowStart > 1) page = server.page(feed.windowStart);
      if (fate === 8 && page) feed = applyPage(feed, page);
      if (feed.cursor === server.rev) agrees(server, feed);
    }
    for (const delta of late) feed = hear(server, feed, delta);
    feed = hear(server, feed, server.pull(feed.cursor));
    agrees(server, feed);
  });
}

/**
 * An island as a client keeps it beside its feed: what lies far back, brought up to
 * date by every frame.
 */
class Islander {
  /** @type {any} */
  island;
  /** @type {any} a page on its way; a window that comes first makes it worthless */
  page;

  /** @param {ModelServer} server */
  constructor(server) {
    this.server = server;
    this.feed = applyDelta(undefined, server.window(), ME).feed;
  }

  /** @param {any} frame */
  hear(frame) {
    this.feed = hear(this.server, this.feed, frame, () => {
      this.island = undefined;
      this.page = undefined;
    });
    if (this.island && !frame.reset) this.island = touchIsland(this.island, frame.messages ?? []);
  }

  join() {
    const joined = this.island && joinIsland(this.feed, this.island, ME);
    if (joined) [this.feed, this.island] = [joined, undefined];
  }

  agrees() {
    agrees(this.server, this.feed);
    const { island, server } = this;
    if (island)
      assert.deepEqual(
        island.messages,
        server.messages.slice(island.start - 1, island.end),
        'the island has a hole or an old row',
      );
  }
}

for (const seed of SEEDS) {
  test(`an island is kept up to date and grows into the window (seed ${seed})`, () => {
    const pick = chance(seed);
    const server = new ModelServer();
    for (let step = 0; step < 150; step += 1) server.act(pick);
    const client = new Islander(server);
    for (let step = 0; step < 250; step += 1) {
      const delta = server.act(pick);
      const fate = pick(8);
      if (delta && fate !== 0) {
        // What comes by a pull comes as one delta, which the island hears too.
        client.hear(delta.fromRev > client.feed.cursor ? server.pull(client.feed.cursor) : delta);
      }
      const { island } = client;
      if (fate === 1)
        client.page = island
          ? pick(2)
            ? server.page(island.start)
            : server.pageAfter(island.end)
          : server.pageAround(1 + pick(server.messages.length));
      if (fate >= 5 && client.page) {
        client.island = island
          ? growIsland(island, client.page, client.feed)
          : islandOf(client.feed, client.page);
        client.page = undefined;
      }
      client.join();
      if (client.feed.cursor === server.rev) client.agrees();
    }
    for (let pages = 0; client.island && pages < 100; pages += 1) {
      client.island = growIsland(client.island, server.pageAfter(client.island.end), client.feed);
      client.join();
    }
    client.hear(server.pull(client.feed.cursor));
    client.agrees();
    assert.equal(client.island, undefined, 'it never joined');
  });
}

test('a page that does not touch the island is ignored', () => {
  const server = new ModelServer();
  for (let count = 0; count < 200; count += 1) server.send(OTHER);
  const client = new Islander(server);
  const island = islandOf(client.feed, server.pageAround(50));
  assert.ok(island);
  assert.equal(growIsland(island, server.pageAround(90), client.feed), island);
  assert.equal(islandOf(client.feed, { type: 'page', messages: [] }), undefined);
  assert.equal(joinIsland(client.feed, island, ME), undefined);
});

test('an island read before an edit that came first does not bring the old text back', () => {
  const server = new ModelServer();
  for (let count = 0; count < 100; count += 1) server.send(OTHER);
  const client = new Islander(server);
  const page = server.pageAround(20);
  client.hear(server.replace(server.messages[19], { text: 'edited meanwhile' }));
  client.island = islandOf(client.feed, page);
  client.agrees();
  assert.equal(
    client.island.messages.find((/** @type {any} */ row) => row.seq === 20).text,
    'edited meanwhile',
  );
});

/**
 * What a client does with a welcome, and then with what comes.
 * @param {ModelServer} server @param {any} feed @param {string} known @param {string} said
 */
function greet(server, feed, known, said) {
  const kept = compareHistory(known, said) === 'other' ? undefined : feed;
  // The server takes revisions of another history for none.
  return hear(server, kept, server.pull(known === said ? (kept?.cursor ?? 0) : 0));
}

for (const seed of SEEDS.slice(0, 20)) {
  test(`after a restore a stale client is a fresh one, whatever it had seen and whatever came since (seed ${seed})`, () => {
    const pick = chance(seed);
    const server = new ModelServer();
    for (let step = 0; step < 20; step += 1) server.act(pick);
    const backup = server.copy();
    let feed = applyDelta(undefined, server.window(), ME).feed;
    for (let step = 0; step < 1 + pick(40); step += 1) {
      const delta = server.act(pick);
      if (delta) feed = hear(server, feed, delta);
    }
    // Behind what the client has seen, at it, or past it.
    for (let step = 0; step < pick(80); step += 1) backup.act(pick);
    agrees(backup, greet(backup, feed, 'a', 'b'));
  });
}

test('a client that does not compare histories keeps ghosts: what the test above would see', () => {
  const server = new ModelServer();
  for (let count = 0; count < 5; count += 1) server.send(OTHER);
  const backup = server.copy();
  let feed = applyDelta(undefined, server.window(), ME).feed;
  for (let count = 0; count < 3; count += 1) feed = hear(server, feed, server.send(OTHER));
  for (let count = 0; count < 4; count += 1) backup.send(THIRD);
  assert.throws(() => agrees(backup, greet(backup, feed, 'a', 'a')));
});

test('histories are compared, and copies on disk are kept only of the one that is known', () => {
  assert.equal(compareHistory('a', 'a'), 'same');
  assert.equal(compareHistory('a', undefined), 'same');
  assert.equal(compareHistory(undefined, undefined), 'same');
  assert.equal(compareHistory(undefined, 'a'), 'first');
  assert.equal(compareHistory('a', 'b'), 'other');
  const feeds = [
    { ...emptyFeed('x'), history: 'a' },
    { ...emptyFeed('y'), history: 'b' },
    emptyFeed('z'),
  ];
  assert.deepEqual(feedsOf('b', feeds), [feeds[1]]);
  assert.deepEqual(feedsOf(undefined, feeds), []);
});

test('a client that has been away for long gets a window and forgets what was before it', () => {
  const server = new ModelServer();
  for (let count = 0; count < 5; count += 1) server.send(OTHER);
  const stale = applyDelta(undefined, server.window(), ME).feed;
  for (let count = 0; count < 100; count += 1) server.send(OTHER);
  const feed = hear(server, stale, server.pull(stale.cursor));
  assert.equal(feed.windowStart, 96);
  assert.equal(feed.messages.length, 10);
  agrees(server, feed);
});

test('a gap applies nothing and asks from the cursor', () => {
  const feed = { ...emptyFeed(FEED), cursor: 5 };
  const row = { id: '1', seq: 1, rev: 8, sender: OTHER };
  const answer = applyDelta(
    feed,
    { type: 'delta', feed: FEED, fromRev: 7, toRev: 8, messages: [row] },
    ME,
  );
  assert.deepEqual(answer, { feed, result: { kind: 'gap', fromRev: 5 } });
});

test('an ack over a gap shows its own row and asks for the rest', () => {
  const feed = { ...emptyFeed(FEED), cursor: 5 };
  const row = { id: '1', seq: 1, rev: 8, sender: ME };
  const answer = applyDelta(
    feed,
    { type: 'ack', ref: 1, feed: FEED, fromRev: 7, toRev: 8, messages: [row] },
    ME,
  );
  assert.equal(answer.feed.cursor, 5);
  assert.deepEqual(answer.feed.messages, [row]);
  assert.deepEqual(answer.result, { kind: 'gap', fromRev: 5 });
});

test('a row never goes backwards', () => {
  const feed = {
    ...emptyFeed(FEED),
    cursor: 9,
    messages: [{ id: '1', seq: 1, rev: 9, text: 'new' }],
  };
  const old = {
    type: 'delta',
    feed: FEED,
    fromRev: 3,
    toRev: 4,
    messages: [{ id: '1', seq: 1, rev: 4, text: 'old' }],
  };
  const answer = applyDelta(feed, old, ME);
  assert.equal(answer.feed.messages[0].text, 'new');
  assert.equal(answer.feed.cursor, 9);
  assert.equal(answer.result.kind, 'stale');
});

test('rows below the window are left to pages', () => {
  const feed = { ...emptyFeed(FEED), cursor: 9, windowStart: 50 };
  const answer = applyDelta(
    feed,
    { type: 'delta', feed: FEED, fromRev: 9, toRev: 10, messages: [{ id: '1', seq: 49, rev: 10 }] },
    ME,
  );
  assert.deepEqual(answer.feed.messages, []);
  assert.equal(answer.feed.cursor, 10);
});

test('a page that was read before an edit does not bring the old text back', () => {
  const server = new ModelServer();
  for (let count = 0; count < 30; count += 1) server.send(OTHER);
  let feed = applyDelta(undefined, server.window(), ME).feed;
  const page = server.page(feed.windowStart);
  feed = hear(server, feed, server.replace(server.messages[15], { text: 'edited meanwhile' }));
  feed = applyPage(feed, page);
  assert.equal(
    feed.messages.find((/** @type {any} */ row) => row.seq === 16).text,
    'edited meanwhile',
  );
  agrees(server, feed);
});

test('a window that a delta has overtaken is taken, and the rest asked for', () => {
  const server = new ModelServer();
  server.send(OTHER);
  const window = server.window();
  const feed = applyDelta(undefined, server.window(), ME).feed;
  const ahead = hear(server, feed, server.send(OTHER));
  const answer = applyDelta(ahead, window, ME);
  assert.deepEqual(answer.result, { kind: 'gap', fromRev: window.toRev });
  agrees(server, hear(server, answer.feed, server.pull(window.toRev)));
});

test('marked as unread below the window: the window is asked for again', () => {
  const server = new ModelServer();
  for (let count = 0; count < 30; count += 1) server.send(OTHER);
  const read = (/** @type {number} */ readSeq) =>
    server.commit((rev) => ({
      members: [server.putMember({ ...server.members.get(ME), rev, readSeq })],
    }));
  let feed = applyDelta(undefined, server.window(), ME).feed;
  feed = hear(server, feed, read(30));
  assert.equal(unread(feed, ME), 0);
  feed = hear(server, feed, read(12));
  assert.equal(unread(feed, ME), 18);
});

test('a page joins the window, a page elsewhere does not', () => {
  const server = new ModelServer();
  for (let count = 0; count < 40; count += 1) server.send(OTHER);
  const feed = applyDelta(undefined, server.window(), ME).feed;
  const joined = applyPage(feed, server.page(feed.windowStart));
  assert.equal(joined.windowStart, 21);
  assert.equal(unread(joined, ME), 40);
  assert.equal(applyPage(feed, server.page(20)), feed);
});
