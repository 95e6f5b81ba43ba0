// @ts-check
/**
 * A list of which only the rows near the screen are in the page: two spacers stand for the others.
 * What the reader looks at stays where it is while rows come and go around it, and what they have
 * selected stays in the page.
 */
import { reconcile } from './dom.js';
import { placeOf } from '../law.js';
import { Heights, MARGIN } from './window.js';

/** @typedef {import('./window.js').Item} Item */
/** @typedef {import('./window.js').Range} Range */
/** @typedef {{key: string, signature: string, build: () => Element}} Entry */

/** Rows that a selection may keep in the page. */
const MAXIMUM_SELECTED = 1_000;
const ROOM = 900;

export class Rows {
  /** @type {Item[]} */
  items = [];
  /** @type {Range} */
  range = { first: 0, last: 0 };
  #heights = new Heights();
  #width = 0;

  /**
   * @param {HTMLElement} scroller @param {HTMLElement} list inside of it
   * @param {(range: Range) => Entry[]} entriesOf what stands for these items, in their order; the
   *   node of each has `data-id`
   */
  constructor(scroller, list, entriesOf) {
    this.scroller = scroller;
    this.list = list;
    this.entriesOf = entriesOf;
  }

  /** Shows the last rows. @param {Item[]} items */
  showEnd(items) {
    this.items = items;
    this.#draw(this.#heights.rangeAtEnd(items, this.#room));
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /**
   * Shows a row in the middle of the screen.
   * @param {Item[]} items @param {number} index @returns {HTMLElement | undefined}
   */
  showAt(items, index) {
    this.items = items;
    this.#draw(this.#heights.rangeFrom(items, Math.max(0, index - (MARGIN >> 1)), this.#room));
    const node = this.nodeOf(items[index]);
    node?.scrollIntoView({ block: 'center' });
    this.scrolled();
    return node;
  }

  /** Shows other items while what is on screen stays where it is. @param {Item[]} items */
  hold(items) {
    const { scroller } = this;
    const node = this.#firstOnScreen();
    const top = scroller.scrollTop;
    const offset = node ? node.offsetTop - top : 0;
    this.items = items;
    const index = node ? this.indexOf(node) : -1;
    if (node && index >= 0) {
      const item = items[index];
      this.#draw(this.#heights.rangeFrom(items, index, this.#room));
      const now = this.nodeOf(item);
      if (now && now.offsetTop - scroller.scrollTop !== offset)
        scroller.scrollTop = now.offsetTop - offset;
    } else {
      this.#drawAtPlace();
    }
  }

  /** Brings rows before they come on screen. */
  scrolled() {
    const { first, last } = this.range;
    const node = this.#firstOnScreen();
    if (!node) return this.#drawAtPlace();
    const index = this.indexOf(node);
    const wanted = this.#heights.rangeFrom(this.items, Math.max(0, index), this.#room);
    const isShort =
      (first > wanted.first && index - first < MARGIN / 2) ||
      (last < wanted.last && wanted.last - last > MARGIN / 2);
    if (isShort) this.hold(this.items);
  }

  /** The width may have changed, and with it all heights. */
  resized() {
    const width = this.list.clientWidth;
    if (width !== this.#width) this.#heights.clear();
    this.#width = width;
  }

  /**
   * @param {number} index
   * @returns {HTMLElement | undefined} its node, brought into the page if need be
   */
  bring(index) {
    const { first, last } = this.range;
    if (index < first || index >= last) {
      this.#draw(
        this.#heights.rangeFrom(this.items, Math.max(0, index - (MARGIN >> 1)), this.#room),
      );
    }
    return this.nodeOf(this.items[index]);
  }

  /** @param {Element} node @returns {number} -1 when its row is not in the list any more */
  indexOf(node) {
    const { id, seq } = /** @type {HTMLElement} */ (node).dataset;
    if (seq) {
      const index = placeOf(/** @type {any[]} */ (this.items), Number(seq));
      if (this.items[index]?.id === id) return index;
    }
    return this.items.findLastIndex((item) => item.id === id);
  }

  /** @param {Item | undefined} item @returns {HTMLElement | undefined} */
  nodeOf(item) {
    const found = item && this.list.querySelector(`li[data-id="${CSS.escape(item.id)}"]`);
    return /** @type {HTMLElement | undefined} */ (found ?? undefined);
  }

  /** @returns {number} the first row on screen; -1 when there is none */
  get firstIndex() {
    const node = this.#firstOnScreen();
    return node ? this.indexOf(node) : -1;
  }

  get #room() {
    return this.scroller.clientHeight || ROOM;
  }

  get #nodes() {
    return /** @type {NodeListOf<HTMLElement>} */ (
      this.list.querySelectorAll(':scope > li[data-id]')
    );
  }

  #firstOnScreen() {
    const top = this.scroller.scrollTop;
    const bottom = top + this.scroller.clientHeight;
    const nodes = this.#nodes;
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[middle].offsetTop + nodes[middle].offsetHeight > top) high = middle;
      else low = middle + 1;
    }
    return nodes[low]?.offsetTop < bottom ? nodes[low] : undefined;
  }

  /** The reader has gone to where no rows are. */
  #drawAtPlace() {
    const { scroller, items } = this;
    if (!items.length) return this.#draw({ first: 0, last: 0 });
    const place = scroller.scrollTop;
    const start = this.list.offsetTop;
    const { index, top } = this.#heights.at(items, place - start);
    this.#draw(this.#heights.rangeFrom(items, index, this.#room));
    const node = this.nodeOf(items[index]);
    // What is on screen is what stood there by the guess: the scroll bar does not jump
    // under the pointer.
    if (node)
      scroller.scrollTop =
        node.offsetTop + Math.min(node.offsetHeight, Math.max(0, place - start - top));
  }

  /** @param {Range} wanted */
  #draw(wanted) {
    const { list, items } = this;
    const range = this.#withSelection(wanted);
    const focused = /** @type {HTMLElement | null} */ (
      document.activeElement?.closest('li[data-id]') ?? null
    );
    if (focused && list.contains(focused)) {
      const index = this.indexOf(focused);
      if (index >= 0 && (index < range.first || index >= range.last))
        list.focus({ preventScroll: true });
    }
    this.range = range;
    const spacer = (/** @type {string} */ key) => ({
      key,
      signature: '',
      build: () => spacerView(),
    });
    reconcile(list, [spacer('above'), ...this.entriesOf(range), spacer('below')]);
    const [above, below] = [
      /** @type {HTMLElement} */ (list.firstElementChild),
      /** @type {HTMLElement} */ (list.lastElementChild),
    ];
    above.style.height = `${this.#heights.sum(items, 0, range.first)}px`;
    below.style.height = `${this.#heights.sum(items, range.last, items.length)}px`;
    this.#measure(above);
  }

  /** @param {HTMLElement} above */
  #measure(above) {
    if (!this.list.isConnected) return;
    let bottom = above.offsetTop + above.offsetHeight;
    let index = this.range.first;
    for (const node of this.#nodes) {
      const end = node.offsetTop + node.offsetHeight;
      this.#heights.set(this.items[index], end - bottom);
      bottom = end;
      index += 1;
    }
  }

  /** What is selected stays in the page. @param {Range} range @returns {Range} */
  #withSelection({ first, last }) {
    const selection = document.getSelection?.();
    if (!selection || selection.isCollapsed) return { first, last };
    const ends = [selection.anchorNode, selection.focusNode]
      .flatMap((node) => {
        const row = (node instanceof Element ? node : node?.parentElement)?.closest('li[data-id]');
        return row && this.list.contains(row) ? this.indexOf(row) : [];
      })
      .filter((index) => index >= 0);
    if (!ends.length) return { first, last };
    const wider = {
      first: Math.min(first, ...ends),
      last: Math.max(last, ...ends.map((index) => index + 1)),
    };
    return wider.last - wider.first <= MAXIMUM_SELECTED ? wider : { first, last };
  }
}

function spacerView() {
  const node = document.createElement('li');
  node.className = 'spacer';
  node.setAttribute('aria-hidden', 'true');
  return node;
}
