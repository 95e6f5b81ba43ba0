// @ts-check
/** Plays one voice note at a time; what is on the screen of it follows. */

const RATES = [1, 1.5, 2];

export class Player extends EventTarget {
  /** @type {HTMLAudioElement | undefined} */
  #audio;
  /** @type {string | undefined} of which note */
  id;
  rate = 1;

  /** @param {string} id */
  isPlaying(id) {
    return this.id === id && Boolean(this.#audio && !this.#audio.paused);
  }

  /** Milliseconds from the beginning. @param {string} id */
  time(id) {
    return this.id === id ? 1_000 * (this.#audio?.currentTime ?? 0) : 0;
  }

  /**
   * Plays a note, or pauses it.
   * @param {string} id @param {() => Promise<string | undefined>} address
   */
  async toggle(id, address) {
    if (this.id === id && this.#audio) {
      if (this.#audio.paused) await this.#audio.play();
      else this.#audio.pause();
      return;
    }
    this.stop();
    this.id = id;
    const url = await address();
    if (this.id !== id) return;
    if (!url) {
      this.stop();
      throw new Error('This voice message is not available.');
    }
    const audio = this.#begin(url);
    try {
      await audio.play();
    } catch (error) {
      if (this.#audio !== audio) return;
      this.stop();
      throw /** @type {Error} */ (error).name === 'AbortError'
        ? error
        : new Error('This voice message cannot be played.');
    }
  }

  /** @param {string} url */
  #begin(url) {
    const audio = new Audio(url);
    audio.preload = 'auto';
    audio.playbackRate = this.rate;
    for (const name of ['play', 'pause', 'timeupdate', 'seeked', 'ended'])
      audio.addEventListener(name, () => this.#audio === audio && this.#tell());
    audio.addEventListener('ended', () => {
      if (this.#audio === audio) this.stop();
    });
    this.#audio = audio;
    return audio;
  }

  /** @param {string} id @param {number} time milliseconds */
  seek(id, time) {
    if (this.id === id && this.#audio) this.#audio.currentTime = time / 1_000;
  }

  /** The next of three speeds, for this note and those after it. */
  faster() {
    this.rate = RATES[(RATES.indexOf(this.rate) + 1) % RATES.length];
    if (this.#audio) this.#audio.playbackRate = this.rate;
    this.#tell();
  }

  stop() {
    const audio = this.#audio;
    this.#audio = undefined;
    this.id = undefined;
    audio?.pause();
    audio?.removeAttribute('src');
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
