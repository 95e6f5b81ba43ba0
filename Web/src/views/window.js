// @ts-check
/** Which rows of a long list are in the page, and how much room the others would take. Pure. */
import { heightOf } from '../attachments.js';

/** Rows kept ready beyond each edge of what is on screen. */
export const MARGIN = 24;
/** Rows in the page at most. */
export const MAXIMUM = 150;
const FIRST_GUESS = 56;

/** @typedef {{id: string, seq?: number, attachments?: any[]}} Item */
/** @typedef {{first: number, last: number}} Range from the first to before the last */

/**
 * Heights of rows as they were last seen; of those never seen, what the others have on average, and
 * what their files take.
 */
export class Heights {
  /** @type {Map<number | string, number>} */
  #known = new Map();
  /** @type {Map<number | string, number>} the same without files */
  #rest = new Map();
  #sum = 0;

  /** @param {Item} item @param {number} height */
  set(item, height) {
    const key = item.seq ?? item.id;
    const files = heightOf(item.attachments);
    this.#sum += height - files - (this.#rest.get(key) ?? 0);
    this.#known.set(key, height);
    this.#rest.set(key, height - files);
  }

  /** The width has changed: nothing is known any more. */
  clear() {
    this.#known.clear();
    this.#rest.clear();
    this.#sum = 0;
  }

  get average() {
    return this.#known.size ? this.#sum / this.#known.size : FIRST_GUESS;
  }

  /** @param {Item} item */
  of(item) {
    return this.#known.get(item.seq ?? item.id) ?? this.average + heightOf(item.attachments);
  }

  /** @param {Item[]} items @param {number} first @param {number} last */
  sum(items, first, last) {
    const { average } = this;
    let total = 0;
    for (let index = first; index < last; index += 1) {
      const item = items[index];
      total += this.#known.get(item.seq ?? item.id) ?? average + heightOf(item.attachments);
    }
    return total;
  }

  /**
   * Which row is at a distance from the top of the first one.
   * @param {Item[]} items @param {number} offset @returns {{index: number, top: number}}
   */
  at(items, offset) {
    let top = 0;
    for (let index = 0; index < items.length - 1; index += 1) {
      const height = this.of(items[index]);
      if (top + height > offset) return { index, top };
      top += height;
    }
    return { index: Math.max(0, items.length - 1), top };
  }

  /**
   * Rows that a screen shows from a row on, and those beside them.
   * @param {Item[]} items @param {number} index @param {number} room @returns {Range}
   */
  rangeFrom(items, index, room) {
    let [end, filled] = [index, 0];
    for (; end < items.length && filled < room; end += 1) filled += this.of(items[end]);
    return bounded(Math.max(0, index - MARGIN), Math.min(items.length, end + MARGIN), index);
  }

  /** The last rows. @param {Item[]} items @param {number} room @returns {Range} */
  rangeAtEnd(items, room) {
    let [start, filled] = [items.length, 0];
    for (; start > 0 && filled < room; start -= 1) filled += this.of(items[start - 1]);
    return bounded(Math.max(0, start - MARGIN), items.length, items.length);
  }
}

/**
 * Never more than the maximum, and the row that counts among them.
 * @param {number} first @param {number} last @param {number} index @returns {Range}
 */
function bounded(first, last, index) {
  if (last - first <= MAXIMUM) return { first, last };
  const start = Math.max(first, Math.min(index - (MARGIN >> 1), last - MAXIMUM));
  return { first: start, last: Math.min(last, start + MAXIMUM) };
}
