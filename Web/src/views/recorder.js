// @ts-check
/** Records a voice note: what is heard is shown while it goes on. */
import { el, icon, iconButton } from './dom.js';
import { durationText, waveOf } from '../attachments.js';
import { uuidv7 } from '../protocol.js';

/** @typedef {import('../files.js').Pick} Pick */

export const LONGEST = 15 * 60_000;
const RATE = 24_000;
const TICK = 100;
const BARS = 120;
const SHORTEST = 500;
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4', 'audio/ogg'];

const PROBLEMS = /** @type {Record<string, string>} */ ({
  NotAllowedError: 'The microphone is not allowed. Allow it for this address in your browser.',
  NotFoundError: 'No microphone was found.',
  NotReadableError: 'The microphone is in use by another program.',
});

/** Whether this browser can record at all. */
export const canRecord = () =>
  Boolean(navigator.mediaDevices?.getUserMedia) && typeof MediaRecorder === 'function';

/** @param {unknown} error @returns {Error} in words for whoever wanted to record */
const problemOf = (error) =>
  new Error(PROBLEMS[/** @type {Error} */ (error).name] ?? 'The microphone cannot be used now.');

/** A recording under way. */
class Recording {
  /** @type {number[]} how loud it was, ten times a second */
  levels = [];
  /** @type {Blob[]} */
  #parts = [];
  #start = performance.now();
  #end = 0;

  /** @param {MediaStream} stream @param {() => void} ticked */
  constructor(stream, ticked) {
    this.stream = stream;
    this.type = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    this.recorder = new MediaRecorder(stream, {
      mimeType: this.type,
      audioBitsPerSecond: RATE,
    });
    this.recorder.addEventListener('dataavailable', (event) => this.#parts.push(event.data));
    this.context = new AudioContext();
    const analyser = this.context.createAnalyser();
    this.context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      this.levels.push(Math.min(1, 3 * Math.sqrt(power)));
      if (this.duration >= LONGEST) this.stop();
      ticked();
    }, TICK);
    this.recorder.start(1_000);
  }

  /** Milliseconds. */
  get duration() {
    return Math.min(LONGEST, (this.#end || performance.now()) - this.#start);
  }

  get isOver() {
    return this.#end > 0;
  }

  stop() {
    if (this.isOver) return;
    this.#end = performance.now();
    clearInterval(this.timer);
    if (this.recorder.state !== 'inactive') this.recorder.stop();
    for (const track of this.stream.getTracks()) track.stop();
    this.context.close();
  }

  /** @returns {Promise<Pick>} */
  async result() {
    const isStopped = new Promise((resolve) => {
      if (this.recorder.state === 'inactive') resolve(undefined);
      else this.recorder.addEventListener('stop', resolve, { once: true });
    });
    const duration = Math.round(this.duration);
    this.stop();
    await isStopped;
    const type = (this.recorder.mimeType || this.type || 'audio/webm').split(';')[0];
    const blob = new Blob(this.#parts, { type });
    return {
      id: uuidv7(),
      kind: 'voice',
      name: `Voice message.${type === 'audio/mp4' ? 'm4a' : type.split('/')[1]}`,
      type,
      bytes: blob.size,
      duration,
      wave: waveOf(this.levels),
      blob,
    };
  }
}

/**
 * What takes the place of the text while a voice note is recorded.
 * @param {{send: (pick: Pick) => Promise<void>, review: (pick: Pick) => boolean,
 *   changed: () => void, failed: (message: string) => void}} actions `review` shows a recording
 *   that can be listened to before it is sent, and says whether there was room for it; `changed`
 *   when a recording has begun or ended
 */
export function recorderView(actions) {
  /** @type {Recording | undefined} */
  let recording;
  let isStarting = false;
  let isWanted = false;
  let isEnding = false;
  const bars = Array.from({ length: BARS }, () => el('span', {}));
  const time = el('span', { class: 'voice-time', role: 'timer', 'aria-label': 'Recorded' }, '0:00');
  const note = el('p', { class: 'visually-hidden', role: 'status' });
  const send = el(
    'button',
    {
      type: 'button',
      class: 'send',
      'aria-label': 'Send voice message',
      onclick: () => finish(),
    },
    icon('send'),
  );
  const row = el(
    'div',
    { class: 'composer-row recording', hidden: true, role: 'group', 'aria-label': 'Recording' },
    iconButton('trash', 'Discard the recording', () => cancel()),
    el('span', { class: 'recording-dot', 'aria-hidden': 'true' }),
    time,
    el('span', { class: 'levels', 'aria-hidden': 'true' }, ...bars),
    iconButton('stop', 'Stop and listen', () => stop(), 'stop'),
    send,
  );

  const tick = () => {
    if (!recording) return;
    const { levels } = recording;
    for (const [index, bar] of bars.entries()) {
      const level = levels[levels.length - BARS + index] ?? 0;
      bar.style.height = `${Math.round(3 + 25 * level)}px`;
    }
    const text = durationText(recording.duration);
    if (time.textContent !== text) time.textContent = text;
    if (recording.isOver) stop();
  };

  const end = () => {
    recording = undefined;
    row.hidden = true;
    row.classList.toggle('over', false);
    actions.changed();
  };

  const start = async () => {
    if (recording || isStarting) return;
    isStarting = isWanted = true;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (!isWanted) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      recording = new Recording(stream, tick);
      row.hidden = false;
      actions.changed();
      time.textContent = '0:00';
      note.textContent = 'Recording';
      tick();
      send.focus();
    } catch (error) {
      end();
      actions.failed(problemOf(error).message);
    } finally {
      isStarting = false;
    }
  };

  const cancel = () => {
    isWanted = false;
    recording?.stop();
    if (recording) note.textContent = 'Recording discarded';
    end();
  };

  /** What was said; nothing if it was too short, or discarded meanwhile. */
  const take = async () => {
    const done = recording;
    if (!done || isEnding) return undefined;
    if (done.duration < SHORTEST) {
      cancel();
      actions.failed('That was too short for a voice message.');
      return undefined;
    }
    isEnding = true;
    try {
      const pick = await done.result();
      return recording === done ? pick : undefined;
    } finally {
      isEnding = false;
    }
  };

  const finish = async () => {
    const pick = await take();
    if (!pick) return;
    note.textContent = '';
    end();
    await actions.send(pick);
  };

  const stop = async () => {
    const pick = await take();
    if (!pick) return;
    if (actions.review(pick)) {
      note.textContent = 'Recording stopped. You can listen to it before you send it.';
      end();
    } else {
      row.classList.toggle('over', true);
      note.textContent = 'The recording is over. Send it or discard it.';
    }
  };

  row.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  return {
    row,
    note,
    start,
    finish,
    cancel,
    get isRecording() {
      return Boolean(recording);
    },
  };
}
