// @ts-check
/**
 * As much of a document as the views need to be built in a test: elements, text, attributes,
 * listeners. Nothing here reads HTML.
 */

class Item {
  /** @type {Item | undefined} */
  parent;
  get textContent() {
    return '';
  }
}

class Text extends Item {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  get textContent() {
    return this.text;
  }
}

export class Element extends Item {
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Item[]} */
  childNodes = [];
  /** @type {Record<string, string>} */
  dataset = {};
  /** @type {Map<string, ((event: any) => any)[]>} */
  listeners = new Map();
  /** Of a field. */
  value = '';

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
  }

  /** As much of it as the views use. */
  classList = {
    add: (/** @type {string} */ kind) =>
      this.setAttribute('class', `${this.getAttribute('class') ?? ''} ${kind}`.trim()),
    contains: (/** @type {string} */ kind) =>
      (this.getAttribute('class') ?? '').split(' ').includes(kind),
    toggle: (/** @type {string} */ kind, /** @type {boolean} */ isOn) => {
      const rest = (this.getAttribute('class') ?? '')
        .split(' ')
        .filter((name) => name && name !== kind);
      this.setAttribute('class', [...rest, ...(isOn ? [kind] : [])].join(' '));
    },
  };

  /** @param {any} other */
  contains(other) {
    return other === this || this.below.includes(other);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get nextElementSibling() {
    const around = /** @type {any[]} */ (
      this.parent instanceof Element ? this.parent.children : []
    );
    return around[around.indexOf(this) + 1] ?? null;
  }
  /** @param {any} node @param {any} place */
  insertBefore(node, place) {
    node.remove();
    const index = place ? this.childNodes.indexOf(place) : this.childNodes.length;
    const rest = this.childNodes.splice(index);
    this.append(node, ...rest);
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join('');
  }
  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
    if (name.startsWith('data-')) this.dataset[name.slice(5)] = value;
  }

  scrollIntoView() {}

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {...any} nodes */
  append(...nodes) {
    for (const node of nodes) {
      const item = node instanceof Item ? node : new Text(String(node));
      item.parent = this;
      this.childNodes.push(item);
    }
  }

  /** @param {...any} nodes */
  replaceChildren(...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }

  /** @param {...any} nodes */
  replaceWith(...nodes) {
    const parent = /** @type {Element} */ (this.parent);
    const index = parent.childNodes.indexOf(this);
    const rest = parent.childNodes.splice(index);
    parent.append(...nodes, ...rest.slice(1));
  }

  /** As much of it as the views set. @type {any} */
  style = { setProperty: () => undefined };
  getContext() {
    return null;
  }
  focus() {}
  showModal() {}
  close() {
    return this.happen('close');
  }

  /** @param {string} tag @returns {Element | null} */
  closest(tag) {
    return this.tag === tag ? this : (/** @type {any} */ (this.parent)?.closest(tag) ?? null);
  }

  /** @param {string} selector tags, or classes after a dot, with commas between */
  querySelector(selector) {
    const isOne = (/** @type {Element} */ node, /** @type {string} */ one) =>
      one[0] === '.' ? this.ofClass(one.slice(1)).includes(node) : node.tag === one;
    return this.below.find((node) => selector.split(', ').some((one) => isOne(node, one))) ?? null;
  }

  remove() {
    if (this.parent instanceof Element)
      this.parent.childNodes = this.parent.childNodes.filter((node) => node !== this);
  }

  /** @param {string} name @param {(event: any) => any} listener */
  addEventListener(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }
  click() {
    return this.happen('click');
  }
  /** @param {string} name of the event @param {any} [more] */
  happen(name, more) {
    return Promise.all(
      (this.listeners.get(name) ?? []).map((listener) =>
        listener({ currentTarget: this, target: this, ...more }),
      ),
    );
  }

  /** All elements below this one, in their order. @returns {Element[]} */
  get below() {
    return this.children.flatMap((/** @type {any} */ child) => [child, ...child.below]);
  }
  /** @param {string} selector */
  querySelectorAll(selector) {
    return this.ofClass(selector.slice(1));
  }
  /** @param {string} kind @returns {Element[]} those with a class */
  ofClass(kind) {
    return this.below.filter((node) =>
      (node.attributes.get('class') ?? '').split(' ').includes(kind),
    );
  }
}

/** Puts the document where the views look for it. */
export function usePage() {
  const document = {
    createElement: (/** @type {string} */ tag) => new Element(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new Element(tag),
    querySelectorAll: () => [],
    body: new Element('body'),
  };
  const ResizeObserver = class {
    observe() {}
  };
  Object.assign(globalThis, { document, ResizeObserver });
  return document;
}
