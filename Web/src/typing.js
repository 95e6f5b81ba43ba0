// @ts-check
/**
 * Who types where: what this device tells, at the pace that the protocol allows, and what it hears.
 */

/**
 * The server refuses less than 3 s; frames may arrive a little closer to each other
 * than they were sent.
 */
const INTERVAL = 3_100;
const EXPIRY = 10_000;

/** What one device tells of its own typing in one conversation. */
export class TypingSignal {
  #toldAt = -Infinity;
  #isTold = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** @param {(active: boolean) => void} send */
  constructor(send) {
    this.send = send;
  }

  /**
   * Call at every keystroke, and when nothing is being written any more.
   * @param {boolean} isActive
   */
  set(isActive) {
    clearTimeout(this.#later);
    if (!isActive) {
      if (this.#isTold) this.send(false);
      this.#isTold = false;
      return;
    }
    const wait = this.#toldAt + INTERVAL - Date.now();
    if (wait <= 0) this.#tell();
    else if (!this.#isTold) this.#later = setTimeout(() => this.#tell(), wait);
  }

  #tell() {
    this.#toldAt = Date.now();
    this.#isTold = true;
    this.send(true);
  }
}

/** What it tells in all of them. */
export class TypingSignals {
  /** @type {Map<string, TypingSignal>} */
  #signals = new Map();

  /** @param {(frame: any) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** @param {string} conversation @param {boolean} isActive */
  set(conversation, isActive) {
    const signal =
      this.#signals.get(conversation) ??
      new TypingSignal((active) => this.send({ type: 'typing', conversation, active }));
    this.#signals.set(conversation, signal);
    signal.set(isActive);
  }

  /** The connection is gone, and with it what was told. */
  clear() {
    this.#signals.clear();
  }
}

/** Who else types, by conversation. What is not renewed expires. */
export class TypingBoard {
  /** @type {Map<string, Map<string, ReturnType<typeof setTimeout>>>} */
  #people = new Map();

  /** @param {() => void} changed called when somebody's typing expires */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {string} conversation @returns {string[]} */
  in(conversation) {
    return [...(this.#people.get(conversation)?.keys() ?? [])];
  }

  /** @param {string} conversation @param {string} user @param {boolean} isActive */
  hear(conversation, user, isActive) {
    const people = this.#people.get(conversation) ?? new Map();
    this.#people.set(conversation, people);
    clearTimeout(people.get(user));
    people.delete(user);
    if (isActive)
      people.set(
        user,
        setTimeout(() => {
          people.delete(user);
          this.changed();
        }, EXPIRY),
      );
  }

  clear() {
    for (const people of this.#people.values())
      for (const timer of people.values()) clearTimeout(timer);
    this.#people.clear();
  }
}
