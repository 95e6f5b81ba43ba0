// @ts-check
/** Tabs: one of several panels at a place. */
import { el } from './dom.js';

/**
 * A row of tabs over a panel; `choose` is called at once for the first.
 * @param {string} label @param {[string, string][]} choices key and name @param {string} first
 * @param {HTMLElement} panel @param {(key: string) => unknown} choose
 */
export function tabs(label, choices, first, panel, choose) {
  const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  const name = `tabs-${label.toLowerCase().replaceAll(' ', '-')}`;
  panel.id = `${name}-panel`;
  panel.setAttribute('role', 'tabpanel');
  const select = (/** @type {string} */ key) => {
    for (const tab of list.children) {
      const isChosen = tab.dataset.key === key;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.setAttribute('tabindex', isChosen ? '0' : '-1');
      if (isChosen) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    panel.setAttribute('aria-labelledby', `${name}-${key}`);
    return choose(key);
  };
  list.append(
    ...choices.map(([key, text]) =>
      el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `${name}-${key}`,
          'aria-controls': panel.id,
          'data-key': key,
          onclick: () => select(key),
        },
        text,
      ),
    ),
  );
  list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const all = [...list.children];
    const now = all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    const places = /** @type {Record<string, number>} */ ({
      ArrowRight: now + 1,
      ArrowLeft: now - 1,
      Home: 0,
      End: -1,
    });
    if (!Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    const next = all[(places[event.key] + all.length) % all.length];
    next.focus();
    select(next.dataset.key);
  });
  const edges = () => {
    list.classList.toggle('more-before', list.scrollLeft > 1);
    list.classList.toggle('more-after', list.scrollLeft + list.clientWidth < list.scrollWidth - 1);
  };
  list.addEventListener('scroll', edges, { passive: true });
  new ResizeObserver(edges).observe(list);
  select(first);
  return list;
}
