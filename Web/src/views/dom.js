// @ts-check
/**
 * Builds DOM nodes. Text is always a text node: nothing here reads HTML.
 */
import { faceView } from './face.js';

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on…` are listeners, `class`, `data-…` and `aria-…` as
 *   in HTML; false and undefined are left out
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'value') /** @type {any} */ (node).value = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/**
 * @param {string} name @param {string} [label] read aloud; without one the icon is decoration
 * @returns {SVGElement}
 */
export function icon(name, label) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', `icon icon-${name}`);
  if (label) {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
  } else {
    svg.setAttribute('aria-hidden', 'true');
  }
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/**
 * @param {string} name @param {string} label @param {(event: Event) => void} onclick
 * @param {string} [kind]
 */
export const iconButton = (name, label, onclick, kind = '') =>
  el(
    'button',
    { class: `icon-button ${kind}`, type: 'button', title: label, 'aria-label': label, onclick },
    icon(name),
  );

/**
 * @param {string} text @param {string} id decides the colour
 * @param {{presence?: string, photo?: string, size?: 64 | 256}} [shown]
 */
export function avatar(text, id, { presence, photo, size = 64 } = {}) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const initials = (words.length > 1 ? [words[0], words[words.length - 1]] : words)
    .map((word) => [...word][0])
    .join('');
  const hue =
    ([...id].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 7) >>> 13) %
    8;
  return el(
    'span',
    { class: 'avatar', 'data-hue': hue, 'aria-hidden': 'true' },
    initials.toUpperCase() || '?',
    faceView(photo, size),
    presence && presence !== 'offline' && el('span', { class: `presence ${presence}` }),
  );
}

/**
 * A modal dialog with a title; Escape and the button close it.
 * @param {string} title @param {...(Node | false)} children @returns {HTMLDialogElement}
 */
export function openDialog(title, ...children) {
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      'dialog',
      { class: 'dialog', 'aria-label': title },
      el(
        'header',
        {},
        el('h2', {}, title),
        iconButton('close', 'Close', () => dialog.close()),
      ),
      ...children,
    )
  );
  dialog.addEventListener('close', () => dialog.remove());
  // A field for searching would only empty itself.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || /** @type {HTMLInputElement} */ (event.target).type !== 'search')
      return;
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  });
  dialog.addEventListener('pointerdown', (event) => {
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (event.target === dialog && !isInside) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Arrow keys go from a field down to what it has found, and back up.
 * @param {HTMLElement} area @param {HTMLElement} field
 * @param {string} selector of what can be chosen
 */
export function arrowKeys(area, field, selector) {
  area.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step) return;
    const stops = [field, .../** @type {HTMLElement[]} */ ([...area.querySelectorAll(selector)])];
    const index = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (index < 0) return;
    event.preventDefault();
    stops[Math.max(0, index + step)]?.focus();
  });
}

/**
 * Puts a text on the clipboard, and says whether the browser allows it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied.');
    return true;
  } catch {
    toast('Copy it by hand: the browser does not allow it.');
    return false;
  }
}

/**
 * @param {string} text for a moment at the bottom of the page
 * @param {{label: string, action: () => void}} [undo] what can be done about it
 */
export function toast(text, undo) {
  for (const old of document.querySelectorAll('.toast')) old.remove();
  const node = el(
    'div',
    { class: 'toast', role: 'status' },
    text,
    undo &&
      el(
        'button',
        {
          type: 'button',
          class: 'link',
          onclick: () => {
            node.remove();
            undo.action();
          },
        },
        undo.label,
      ),
  );
  topLayer().append(node);
  setTimeout(() => node.remove(), undo ? 8_000 : 5_000);
}

/** What lies above everything: the newest dialog, or the page. @returns {Element} */
const topLayer = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

/** @type {WeakMap<Element, {key: string, signature: string}>} */
const built = new WeakMap();

/**
 * Makes the given entries the children of a list and touches only those that have changed; the
 * focus stays where it is.
 * @param {Element} parent @param {{key: string, signature: string, build: () => Element}[]} entries
 */
export function reconcile(parent, entries) {
  const keys = new Set(entries.map((entry) => entry.key));
  const old = new Map();
  for (const node of [...parent.children]) {
    const key = built.get(node)?.key;
    if (key !== undefined && keys.has(key)) old.set(key, node);
    else node.remove();
  }
  let place = parent.firstElementChild;
  for (const { key, signature, build } of entries) {
    let node = old.get(key);
    if (!node || built.get(node)?.signature !== signature) {
      const fresh = build();
      built.set(fresh, { key, signature });
      if (node) replace(node, fresh);
      if (place === node) place = fresh;
      node = fresh;
    }
    if (place === node) place = node.nextElementSibling;
    else keepingFocus(node, () => parent.insertBefore(node, place));
  }
}

/** @param {Element} node @param {Element} fresh */
function replace(node, fresh) {
  const focusable = (/** @type {Element} */ root) =>
    /** @type {HTMLElement[]} */ ([root, ...root.querySelectorAll('button, a')]);
  const index = focusable(node).indexOf(/** @type {HTMLElement} */ (document.activeElement));
  node.replaceWith(fresh);
  if (index < 0) return;
  // Some have more in them once they have the focus.
  /** @type {HTMLElement} */ (fresh).focus({ preventScroll: true });
  focusable(fresh)[index]?.focus({ preventScroll: true });
}

/** @param {Element} node @param {() => void} move */
function keepingFocus(node, move) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const hasFocus = node.contains(active);
  move();
  if (hasFocus) active.focus({ preventScroll: true });
}

/**
 * A small menu at a button.
 * @param {HTMLElement} anchor
 * @param {{label: string, action: () => void, danger?: boolean}[]} items
 */
export function openMenu(anchor, items) {
  document.querySelector('.menu')?.remove();
  const close = () => {
    menu.remove();
    document.removeEventListener('pointerdown', outside, true);
    anchor.setAttribute('aria-expanded', 'false');
    anchor.focus();
  };
  const outside = (/** @type {Event} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close();
  };
  const menu = el(
    'div',
    { class: 'menu', role: 'menu', 'aria-label': anchor.getAttribute('aria-label') },
    ...items.map((item) =>
      el(
        'button',
        {
          type: 'button',
          role: 'menuitem',
          tabindex: -1,
          class: item.danger ? 'danger' : '',
          onclick: () => {
            close();
            item.action();
          },
        },
        item.label,
      ),
    ),
  );
  menu.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const buttons = [...menu.children];
    const index = buttons.indexOf(/** @type {Element} */ (document.activeElement));
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (event.key === 'Tab') close();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? buttons.length - 1 : 0;
    if (!step) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (buttons[(index + step) % buttons.length]).focus();
  });
  anchor.setAttribute('aria-haspopup', 'menu');
  anchor.setAttribute('aria-expanded', 'true');
  // Inside the landmark that it belongs to.
  (anchor.closest('dialog, main, aside, [role="main"], [role="navigation"]') ?? topLayer()).append(
    menu,
  );
  const box = anchor.getBoundingClientRect();
  menu.style.top = `${Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  document.addEventListener('pointerdown', outside, true);
  menu.firstElementChild?.focus();
}
