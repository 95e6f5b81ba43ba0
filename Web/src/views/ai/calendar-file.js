// @ts-check
import { el } from '../dom.js';

/** Hands an iCalendar file to the browser. @param {string} file @param {string} name */
export function saveCalendar(file, name) {
  const link = el('a', {
    href: URL.createObjectURL(new Blob([file], { type: 'text/calendar' })),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}
