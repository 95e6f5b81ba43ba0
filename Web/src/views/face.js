// @ts-check
/** Photos of people and groups over their initials, which stay until the photo has come. */

/** @typedef {import('../links.js').Links} Links */

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST_SEEN = 1_000;
/** @type {Links | undefined} of whoever is signed in */
let links;
/** @type {Set<string>} addresses that have been loaded */
const seen = new Set();
/** @type {Set<() => void>} photos that could not be asked for without network */
const later = new Set();

/** Photos are asked for with these from now on. @param {Links | undefined} next */
export function setFaces(next) {
  links = next;
  seen.clear();
  later.clear();
}

/** The server can be asked again. */
export function facesAgain() {
  const waiting = [...later];
  later.clear();
  for (const again of waiting) again();
}

/**
 * @param {string | undefined} photo @param {64 | 256} size
 * @returns {HTMLImageElement | undefined} nothing where there is no photo
 */
export function faceView(photo, size) {
  if (!links || !photo || !ID.test(photo)) return undefined;
  const source = links;
  const image = document.createElement('img');
  image.alt = '';
  image.setAttribute('class', 'face fresh');
  let link = source.known(photo) ?? '';
  let isRenewed = false;
  const show = () => {
    const address = `${link}&size=${size}`;
    const isSeen = seen.has(address);
    image.classList.toggle('fresh', !isSeen);
    image.decoding = isSeen ? 'sync' : 'async';
    image.src = address;
  };
  const ask = () =>
    source.get(photo).then(
      (url) => {
        link = url ?? '';
        if (link) show();
        else image.remove();
      },
      // Initials are enough until then.
      () => {
        const place = image.parentElement;
        image.remove();
        if (later.size > MOST_SEEN) later.clear();
        later.add(() => {
          if (!place?.isConnected) return;
          place.append(image);
          ask();
        });
      },
    );
  image.addEventListener('load', () => {
    if (seen.size > MOST_SEEN) seen.clear();
    seen.add(image.getAttribute('src') ?? '');
    image.classList.toggle('fresh', false);
  });
  image.addEventListener('error', () => {
    source.forget(photo, link);
    if (isRenewed) return image.remove();
    isRenewed = true;
    return ask();
  });
  if (link) show();
  else ask();
  return image;
}
