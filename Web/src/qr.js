// @ts-check
/**
 * QR codes (ISO/IEC 18004) of texts up to 213 bytes: byte mode, error correction M, versions 1
 * to 10.
 */

/** By version: all code words, code words for correction in each block, blocks. */
const VERSIONS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
];
/** By version: the middles of the alignment patterns. */
const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const FORMAT_MASK = 0x5412;

/** @typedef {boolean[][]} Grid rows of modules, dark ones true */

/**
 * The code without its quiet zone, or undefined when the text is too long.
 * @param {string} text @returns {Grid | undefined}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + VERSIONS.findIndex((_, index) => bytes.length <= capacity(index + 1));
  if (!version) return undefined;
  const words = withCorrection(dataWords(bytes, version), version);
  const plans = Array.from({ length: 8 }, (_, mask) => draw(words, version, mask));
  return plans.reduce((best, plan) => (penalty(plan) < penalty(best) ? plan : best));
}

/** Bits that say how long the text is. @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** Code words of data. @param {number} version */
function room(version) {
  const [all, correction, blocks] = VERSIONS[version - 1];
  return all - correction * blocks;
}

/** Bytes of text. @param {number} version */
const capacity = (version) => Math.floor((room(version) * 8 - 4 - lengthBits(version)) / 8);

/** @param {Uint8Array} bytes @param {number} version @returns {number[]} */
function dataWords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room(version) * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let start = 0; start < bits.length; start += 8)
    words.push(bits.slice(start, start + 8).reduce((word, bit) => word * 2 + bit, 0));
  for (let fill = 0; words.length < room(version); fill += 1) words.push(fill % 2 ? 0x11 : 0xec);
  return words;
}

/**
 * Splits into blocks, corrects each, and weaves them.
 * @param {number[]} data @param {number} version
 */
function withCorrection(data, version) {
  const [, correction, count] = VERSIONS[version - 1];
  const short = Math.floor(data.length / count);
  const shortBlocks = count - (data.length % count);
  /** @type {number[][]} */
  const blocks = [];
  let start = 0;
  for (let number = 0; number < count; number += 1) {
    const length = short + (number < shortBlocks ? 0 : 1);
    blocks.push(data.slice(start, start + length));
    start += length;
  }
  const divisor = generator(correction);
  const corrections = blocks.map((block) => remainder(block, divisor));
  return [...woven(blocks), ...woven(corrections)];
}

/** The first of each, then the second of each. @param {number[][]} lists */
function woven(lists) {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.filter((list) => index < list.length).map((list) => list[index]),
  ).flat();
}

/**
 * In the field of 256 elements that is made by x⁸ + x⁴ + x³ + x² + 1.
 * @param {number} a @param {number} b
 */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/**
 * The polynomial with the roots 1, 2, 4 and so on, without its leading 1.
 * @param {number} degree
 */
function generator(degree) {
  let factors = [1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    const shifted = [...factors, 0];
    factors = shifted.map((value, index) => value ^ (index ? times(factors[index - 1], root) : 0));
    root = times(root, 2);
  }
  return factors.slice(1);
}

/** @param {number[]} data @param {number[]} divisor */
function remainder(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ /** @type {number} */ (rest.shift());
    rest.push(0);
    divisor.forEach((value, index) => (rest[index] ^= times(value, factor)));
  }
  return rest;
}

/** @param {number[]} words @param {number} version @param {number} mask @returns {Grid} */
function draw(words, version, mask) {
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => new Array(size).fill(false));
  const isFixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y][x] = isDark;
    isFixed[y][x] = true;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (
    /** @type {number} */ middleX,
    /** @type {number} */ middleY,
    /** @type {number} */ reach,
  ) => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        // The finders' third ring is light, and so is their border; the alignment's second is.
        set(middleX + x, middleY + y, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  };
  square(3, 3, 4);
  square(size - 4, 3, 4);
  square(3, size - 4, 4);
  const middles = ALIGNMENT[version - 1];
  const last = middles[middles.length - 1];
  for (const y of middles)
    for (const x of middles) {
      const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!isFinder) square(x, y, 2);
    }
  drawFormat(set, size, mask);
  if (version >= 7) drawVersion(set, size, version);
  const bits = words.flatMap((word) =>
    Array.from({ length: 8 }, (_, bit) => (word >> (7 - bit)) & 1),
  );
  let next = 0;
  for (const [x, y] of way(size))
    if (!isFixed[y][x]) grid[y][x] = Boolean(bits[next++] ?? 0) !== isMasked(mask, x, y);
  return grid;
}

/** Up and down in pairs of columns from the right, past the timing column. @param {number} size */
function* way(size) {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
    isUp = !isUp;
  }
}

/** @param {number} mask @param {number} x @param {number} y */
function isMasked(mask, x, y) {
  const product = x * y;
  switch (mask) {
    case 0:
      return (x + y) % 2 === 0;
    case 1:
      return y % 2 === 0;
    case 2:
      return x % 3 === 0;
    case 3:
      return (x + y) % 3 === 0;
    case 4:
      return (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0;
    case 5:
      return (product % 2) + (product % 3) === 0;
    case 6:
      return ((product % 2) + (product % 3)) % 2 === 0;
    default:
      return (((x + y) % 2) + (product % 3)) % 2 === 0;
  }
}

/**
 * The value with the remainder of its division behind it.
 * @param {number} value @param {number} divisor @param {number} length
 */
function coded(value, divisor, length) {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit = 31 - Math.clz32(rest || 1))
    rest ^= divisor << (bit - length);
  return (value << length) | rest;
}

/**
 * @param {(x: number, y: number, isDark: boolean) => void} set
 * @param {number} size
 * @param {number} mask
 */
function drawFormat(set, size, mask) {
  // 00 is the error correction M.
  const bits = coded(mask, 0x537, 10) ^ FORMAT_MASK;
  for (let index = 0; index < 15; index += 1) {
    const isDark = Boolean((bits >> index) & 1);
    const near = index < 6 ? index : index < 8 ? index + 1 : 14 - index;
    if (index < 8) set(8, near, isDark);
    else set(index === 8 ? 7 : near, 8, isDark);
    if (index < 8) set(size - 1 - index, 8, isDark);
    else set(8, size - 15 + index, isDark);
  }
  set(8, size - 8, true);
}

/**
 * @param {(x: number, y: number, isDark: boolean) => void} set
 * @param {number} size
 * @param {number} version
 */
function drawVersion(set, size, version) {
  const bits = coded(version, 0x1f25, 12);
  for (let index = 0; index < 18; index += 1) {
    const isDark = Boolean((bits >> index) & 1);
    const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(far, near, isDark);
    set(near, far, isDark);
  }
}

/** How hard the code is to read, by the four rules of the standard. @param {Grid} grid */
function penalty(grid) {
  const columns = grid[0].map((_, x) => grid.map((row) => row[x]));
  let sum = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (let at = 0; at <= text.length - 11; at += 1) {
      const part = text.slice(at, at + 11);
      if (part === '10111010000' || part === '00001011101') sum += 40;
    }
  }
  for (let y = 1; y < grid.length; y += 1)
    for (let x = 1; x < grid.length; x += 1) {
      const square = [grid[y][x - 1], grid[y - 1][x], grid[y - 1][x - 1]];
      if (square.every((module) => module === grid[y][x])) sum += 3;
    }
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2;
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
