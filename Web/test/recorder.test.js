// @ts-check
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { usePage } from './page.js';

const page = /** @type {any} */ (usePage());
const { Player } = await import('../src/player.js');
const { composerView } = await import('../src/views/composer.js');
const { LONGEST } = await import('../src/views/recorder.js');

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** What can be listened to. @type {Sound[]} */
let sounds = [];
/** Addresses of bytes that are held. @type {Set<string>} */
let addresses = new Set();
let now = 0;

class Sound extends EventTarget {
  paused = true;
  currentTime = 0;
  playbackRate = 1;
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    sounds.push(this);
  }
  async play() {
    assert.ok(addresses.has(this.address), 'its bytes are still there');
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  removeAttribute() {}
}

class Microphone extends EventTarget {
  static isTypeSupported = () => true;
  mimeType = 'audio/webm;codecs=opus';
  state = 'inactive';
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }));
    this.dispatchEvent(new Event('stop'));
  }
}

class Ears {
  createAnalyser = () => ({ fftSize: 8, getFloatTimeDomainData: () => undefined });
  createMediaStreamSource = () => ({ connect: () => undefined });
  close() {}
}

beforeEach(() => {
  sounds = [];
  addresses = new Set();
  now = 0;
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  mock.method(performance, 'now', () => now);
  mock.method(URL, 'createObjectURL', () => {
    const address = `blob:${addresses.size}`;
    addresses.add(address);
    return address;
  });
  mock.method(URL, 'revokeObjectURL', (/** @type {string} */ address) => addresses.delete(address));
  Object.assign(globalThis, {
    Audio: Sound,
    MediaRecorder: Microphone,
    AudioContext: Ears,
    requestAnimationFrame: (/** @type {() => void} */ action) => action(),
  });
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) } },
  });
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** A composer on a page. */
function scene({ perMessage = 10, fails = false } = {}) {
  /** @type {any[]} */
  const sent = [];
  const files = {
    trays: new Map(),
    limits: { bytes: 1_000, perMessage, room: Infinity },
    player: new Player(),
    links: { get: async () => assert.fail('it is not on the server yet') },
  };
  const client = {
    files,
    drafts: new Map(),
    saveDraft: () => undefined,
    setTyping: () => undefined,
    send: async (/** @type {any[]} */ ...what) => {
      if (fails) throw new Error('The disk is full.');
      sent.push(what);
    },
  };
  page.body.replaceChildren();
  page.querySelectorAll = (/** @type {string} */ selector) => page.body.querySelectorAll(selector);
  const view = composerView(/** @type {any} */ (client), 'c', { afterSend: () => undefined });
  const node = /** @type {any} */ (view.node);
  page.body.append(node);
  const find = (/** @type {string} */ label) =>
    node.below.find((/** @type {any} */ one) => one.getAttribute('aria-label') === label);
  const press = async (/** @type {string} */ label) => {
    await find(label).click();
    await settled();
  };
  /** Speaks for some milliseconds. @param {number} time */
  const speak = async (time) => {
    await press('Record a voice message');
    now += time;
    mock.timers.tick(100);
    await settled();
  };
  const told = () =>
    node.below
      .filter((/** @type {any} */ one) => one.getAttribute('role') === 'status')
      .map((/** @type {any} */ one) => one.textContent)
      .filter(Boolean);
  const picks = () => files.trays.get('c') ?? [];
  return { view, node, find, press, speak, told, picks, sent, files };
}

test('a recording is stopped, listened to and paused, and then sent with its length', async () => {
  const { node, find, press, speak, told, sent, files } = scene();
  await speak(3_000);
  await press('Stop and listen');
  assert.equal(find('Recording').hidden, true);
  assert.deepEqual(told(), ['Recording stopped. You can listen to it before you send it.']);
  const note = find('Voice message, 0:03');
  assert.equal(note.ofClass('voice-time')[0].textContent, '0:03');
  assert.equal(sent.length, 0);
  assert.equal(find('Record a voice message').hidden, true);

  await press('Play');
  assert.equal(sounds[0].paused, false);
  sounds[0].currentTime = 2;
  sounds[0].dispatchEvent(new Event('timeupdate'));
  assert.equal(note.ofClass('voice-time')[0].textContent, '0:02');
  await press('Pause');
  assert.equal(sounds[0].paused, true);
  await press('Play');

  assert.equal(find('Send').disabled, false);
  await node.happen('submit', { preventDefault: () => undefined });
  await settled();
  const [[conversation, text, , [pick]]] = sent;
  assert.deepEqual([conversation, text, pick.kind, pick.duration], ['c', '', 'voice', 3_000]);
  assert.equal(await pick.blob.text(), 'sound');
  assert.equal(sounds[0].paused, true, 'what is gone from the composer is not heard any more');
  assert.equal(files.player.id, undefined);
  assert.equal(find('Voice message, 0:03'), undefined);
});

test('a recording that was listened to is discarded, also its bytes', async () => {
  const { find, press, speak, told, picks } = scene();
  await speak(1_000);
  await press('Stop and listen');
  await press('Play');
  assert.equal(addresses.size, 1);
  await press('Discard the voice message');
  assert.equal(sounds[0].paused, true);
  assert.equal(addresses.size, 0);
  assert.deepEqual(picks(), []);
  assert.ok(told().includes('Voice message discarded'));
  assert.equal(find('Record a voice message').hidden, false);
  assert.equal(find('Send').disabled, true);
});

test('a recording of full length stops by itself, to be listened to', async () => {
  const { find, press, speak } = scene();
  await speak(LONGEST);
  assert.equal(find('Recording').hidden, true);
  await press('Play');
  assert.equal(sounds[0].paused, false);
});

test('a recording is sent at once, and only once, without listening', async () => {
  const { find, speak, sent } = scene();
  await speak(2_000);
  find('Send voice message').click();
  find('Send voice message').click();
  await settled();
  assert.equal(sent.length, 1);
  assert.equal(find('Voice message, 0:02'), undefined);
});

test('a recording that could not be sent can be listened to and sent again', async () => {
  const { press, speak, picks } = scene({ fails: true });
  await speak(2_000);
  await press('Send voice message');
  assert.equal(picks().length, 1);
  await press('Play');
  assert.equal(sounds[0].paused, false);
});

test('a recording without room beside the files stays where it can be sent alone', async () => {
  const { find, press, speak, told, sent } = scene({ perMessage: 0 });
  await speak(2_000);
  await press('Stop and listen');
  assert.notEqual(find('Recording').hidden, true);
  assert.deepEqual(told(), ['The recording is over. Send it or discard it.']);
  await press('Send voice message');
  assert.equal(sent.length, 1);
});

test('too short a recording, or one that is discarded while it ends, is not kept', async () => {
  const { find, press, speak, picks, sent } = scene();
  await speak(400);
  await press('Stop and listen');
  assert.deepEqual(picks(), []);
  await speak(2_000);
  find('Stop and listen').click();
  find('Discard the recording').click();
  await settled();
  assert.deepEqual(picks(), []);
  assert.equal(sent.length, 0);
});
