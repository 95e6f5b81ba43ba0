// @ts-check
/**
 * Carries out what the outbox wants: what is to be stored, waits, and the frames of
 * the tab that sends.
 */

/** @typedef {import('./outbox.js').Action} Action */

export class Transmitter {
  /**
   * @param {import('./outbox.js').Outbox} outbox
   * @param {object} host
   * @param {() => boolean} host.isLeader whether this tab sends
   * @param {(frame: any) => void} host.send
   * @param {(entry: import('./entries.js').Entry, ref: number) => void}
   *   host.request carries out what goes by REST
   * @param {(actions: Action[]) => void} host.write
   * @param {(files: string[]) => void} [host.abandon] takes back what was uploaded
   */
  constructor(outbox, host) {
    this.outbox = outbox;
    this.host = host;
  }

  /** @param {Action[]} actions */
  run(actions) {
    this.host.write(actions);
    this.perform(actions);
  }

  /** What is left to do once others have stored it. @param {Action[]} actions */
  perform(actions) {
    for (const action of actions) {
      if (action.type === 'wait') {
        setTimeout(() => this.run(this.outbox.waited(action.lane)), action.seconds * 1000);
      }
      if (action.type === 'abandon') this.host.abandon?.(action.files);
      if (action.type === 'transmit' && this.host.isLeader()) {
        const { entry, ref } = action;
        if (entry.operation.request) this.host.request(entry, ref);
        else this.host.send({ ref, conversation: entry.conversation, ...entry.operation });
      }
    }
  }
}
