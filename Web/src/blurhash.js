// @ts-check
/**
 * A picture's colours from its BlurHash (https://blurha.sh), to be seen until it is loaded. Pure.
 */

const DIGITS =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';

/** @param {string} text @returns {number} NaN for what is no number in base 83 */
const number = (text) =>
  [...text].reduce((sum, letter) => {
    const digit = DIGITS.indexOf(letter);
    return digit < 0 ? NaN : sum * 83 + digit;
  }, 0);

/** @param {number} value 0 to 255 */
const linear = (value) =>
  value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

/** @param {number} value @returns {number} 0 to 255 */
function standard(value) {
  const part = Math.max(0, Math.min(1, value));
  return Math.trunc(
    (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255 + 0.5,
  );
}

/** @param {number} value */
const square = (value) => Math.sign(value) * value * value;

/**
 * @param {string} hash @param {number} width @param {number} height
 * @returns {Uint8ClampedArray<ArrayBuffer> | undefined} four bytes for each pixel; nothing for what
 *   is no hash
 */
export function pixelsOf(hash, width, height) {
  const size = number(hash.slice(0, 1));
  const [across, down] = [(size % 9) + 1, Math.floor(size / 9) + 1];
  if (hash.length < 6 || hash.length !== 4 + 2 * across * down) return undefined;
  const most = (number(hash[1]) + 1) / 166;
  const average = number(hash.slice(2, 6));
  const colours = [[average >> 16, (average >> 8) & 255, average & 255].map(linear)];
  for (let at = 6; at < hash.length; at += 2) {
    const part = number(hash.slice(at, at + 2));
    const steps = [Math.floor(part / 361), Math.floor(part / 19) % 19, part % 19];
    colours.push(steps.map((step) => square((step - 9) / 9) * most));
  }
  if (Number.isNaN(average) || colours.flat().some(Number.isNaN)) return undefined;
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const sum = [0, 0, 0];
      for (const [index, colour] of colours.entries()) {
        const wave =
          Math.cos((Math.PI * x * (index % across)) / width) *
          Math.cos((Math.PI * y * Math.floor(index / across)) / height);
        for (let channel = 0; channel < 3; channel += 1) sum[channel] += colour[channel] * wave;
      }
      pixels.set([...sum.map(standard), 255], 4 * (y * width + x));
    }
  return pixels;
}
