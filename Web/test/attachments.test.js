// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  admitted,
  durationText,
  filesText,
  frameOf,
  gistOf,
  pictureText,
  shownName,
  sizeText,
  typeText,
  waveOf,
} from '../src/attachments.js';

const photo = { kind: /** @type {'image'} */ ('image'), name: 'IMG_1.jpg' };
const voice = { kind: /** @type {'voice'} */ ('voice'), name: 'Voice message.webm' };
const map = { kind: /** @type {'file'} */ ('file'), name: 'harbour map.pdf' };

test('a message is its text where there is one line for it, and else what its files are', () => {
  assert.equal(gistOf({ text: 'Look', attachments: [photo] }), 'Look');
  assert.equal(gistOf({ text: '', attachments: [photo] }), 'Photo');
  assert.equal(gistOf({ text: '', attachments: [voice] }), 'Voice message');
  assert.equal(gistOf({ text: '', attachments: [map] }), 'harbour map.pdf');
  assert.equal(filesText([photo, photo, photo]), '3 photos');
  assert.equal(filesText([photo, map]), '2 files');
  assert.equal(gistOf({}), '');
});

test('no name of a file hides its ending', () => {
  assert.equal(shownName('photo\u202egpj.exe'), 'photogpj.exe');
  assert.equal(filesText([{ kind: 'file', name: '\u2067map\u2069.pdf' }]), 'map.pdf');
  assert.equal(shownName('חוף 2026.pdf'), 'חוף 2026.pdf');
});

test('a picture is called as its sender described it, else by its place', () => {
  assert.equal(pictureText({ alt: 'Two boats' }, 0, 3), 'Two boats');
  assert.equal(pictureText({}, 1, 3), 'Photo 2 of 3');
  assert.equal(pictureText({}, 0, 1), 'Photo');
});

test('sizes, types and times are short', () => {
  const sizes = [1, 1023, 1024, 1_500_000, 25 * 1024 * 1024, 3 * 1024 ** 3].map(sizeText);
  assert.deepEqual(sizes, ['1 byte', '1023 bytes', '1 KB', '1.4 MB', '25 MB', '3 GB']);
  assert.deepEqual(['a.pdf', 'b.tar.gz', 'none', 'odd.toolong', '.env'].map(typeText), [
    'PDF',
    'GZ',
    'File',
    'File',
    'ENV',
  ]);
  assert.deepEqual([0, 7_400, 65_000, 754_000, 5_450_000].map(durationText), [
    '0:00',
    '0:07',
    '1:05',
    '12:34',
    '1:30:50',
  ]);
});

test('a wave has a digit for each part, at most a hundred, and the loudest is 9', () => {
  assert.equal(waveOf([]), '');
  assert.equal(waveOf([0, 0]), '00');
  assert.equal(waveOf([0.1, 0.2, 0.05]), '592');
  const levels = Array.from({ length: 9_000 }, (_, index) => (index === 4_711 ? 0.8 : 0.4));
  const wave = waveOf(levels);
  assert.equal(wave.length, 100);
  assert.match(wave, /^5*95*$/);
  assert.equal(wave.indexOf('9'), 52);
});

test('what the server would refuse is said before anything is sent, the rest is taken', () => {
  const limits = { bytes: 1_000, perMessage: 3, room: 2_000 };
  const file = (/** @type {string} */ name, /** @type {number} */ bytes) => ({ name, bytes });
  assert.deepEqual(admitted([], [file('a', 1_000), file('b', 1_000)], limits), {
    taken: [0, 1],
    problem: undefined,
  });
  const mixed = admitted(
    [file('x', 500)],
    [file('a', 1_001), file('b', 0), file('c', 900)],
    limits,
  );
  assert.deepEqual(mixed.taken, [2]);
  assert.equal(mixed.problem, '“a” is larger than 1000 bytes. “b” is empty.');
  const many = [file('a', 1), file('b', 1), file('c', 1), file('d', 1), file('e', 1)];
  assert.deepEqual(admitted([], many, limits), {
    taken: [0, 1, 2],
    problem: 'A message takes at most 3 files.',
  });
  assert.deepEqual(admitted([file('x', 1_000)], [file('a', 900), file('b', 200)], limits), {
    taken: [0],
    problem: 'There is no room for “b”: 100 bytes are left.',
  });
});

test('a picture has its room before it has come, never too large and never too small', () => {
  const frames = [
    [4000, 3000],
    [600, 1600],
    [200, 150],
    [16, 16],
    [9000, 300],
  ].map(([width, height]) => Object.values(frameOf({ width, height })));
  assert.deepEqual(frames, [
    [320, 240],
    [220, 360],
    [220, 165],
    [220, 72],
    [320, 72],
  ]);
  assert.deepEqual(frameOf({}), { width: 320, height: 320 });
});
