// @ts-check
/** What the outbox holds: messages and changes of them, and requests. Pure. */

/**
 * @typedef {object} LocalFile a file that goes with a message that waits; its bytes are on disk
 * @property {string} id
 * @property {'image' | 'voice' | 'file'} kind as far as this device can tell
 * @property {string} name
 * @property {string} type
 * @property {number} bytes
 * @property {number} [width] of images, and the height
 * @property {number} [height]
 * @property {number} [duration] of voice notes, in milliseconds
 * @property {string} [wave] of voice notes: how loud each part is
 * @property {string} [alt] what an image shows
 * @property {boolean} [uploaded] the server has it
 */
/**
 * @typedef {object} Request what is asked of the server's REST interface, by the name of its
 *   operation there
 * @property {string} kind the operation, such as `changeInsight`
 * @property {string} subject requests about the same are carried out in their order
 * @property {string} [conversation] that it is about; it goes with that
 * @property {string} method
 * @property {string} path
 * @property {any} [body]
 * @property {boolean} [makes] the subject is not there before it: what follows waits for it, also
 *   where the server refuses it
 * @property {'field' | 'whole'} [joins] the one that waits: of each field the last word counts, or
 *   the whole body takes the place of the other
 * @property {boolean} [isDoneWhenGone] what is not there any more needs nothing done
 * @property {string} [answer] the key that its answer is kept by
 */
/**
 * @typedef {object} Operation
 * @property {'send' | 'edit' | 'delete' | 'request'} type
 * @property {string} id of the message, or the request's own
 * @property {string} [text]
 * @property {string} [replyTo]
 * @property {string} [editId]
 * @property {{id: string, alt?: string}[]} [attachments]
 * @property {Request} [request]
 */
/**
 * @typedef {object} Entry
 * @property {number} id rises
 * @property {string} conversation empty for a request that is about none
 * @property {Operation} operation
 * @property {LocalFile[]} [files] that the server must have before it gets the message
 * @property {number} createdAt
 * @property {number} attempts
 * @property {boolean} failed
 * @property {string} [failure]
 * @property {boolean} [doubted] the server did not take the files that it had; they are uploaded
 *   once more
 * @property {boolean} [transmitted] the server may have it, though it has not said so
 * @property {boolean} [cancelled] not to be sent: when it has come to the server all the same, it
 *   is deleted there
 */

/** Whose order an entry keeps. @param {Entry} entry */
export const laneOf = ({ operation, conversation }) => operation.request?.subject ?? conversation;

/**
 * @param {Entry[]} entries
 * @returns {Set<string>} conversations that the server does not have yet
 */
const pending = (entries) =>
  new Set(
    entries
      .filter(({ operation }) => operation.request?.kind === 'createConversation')
      .map(({ conversation }) => conversation),
  );

/**
 * Those that may not go yet: what they are about is still to be made.
 * @param {Entry[]} entries in their order @returns {Set<Entry>}
 */
export function heldBack(entries) {
  if (!entries.some(({ operation }) => operation.request?.makes)) return new Set();
  const [missing, held] = [pending(entries), new Set()];
  /** @type {Set<string>} */
  const lanes = new Set();
  for (const entry of entries) {
    const { request } = entry.operation;
    const isMaker = Boolean(request?.makes);
    const isFirst = request?.kind === 'createConversation';
    if ((!isMaker && lanes.has(laneOf(entry))) || (!isFirst && missing.has(entry.conversation)))
      held.add(entry);
    if (isMaker) lanes.add(laneOf(entry));
  }
  return held;
}

/** @type {Record<string, string>} A field, and the one that says the opposite. */
const OPPOSITES = {
  owner: 'removesOwner',
  removesOwner: 'owner',
  dueAt: 'removesDue',
  removesDue: 'dueAt',
};

/**
 * One body of two, the later of which has the last word on each field.
 * @param {any} earlier @param {any} later
 */
export function mergedBody(earlier, later) {
  const body = { ...earlier };
  for (const key of Object.keys(later ?? {})) delete body[OPPOSITES[key] ?? key];
  // A time belongs to being muted: without one it is until it is unmuted.
  if (later?.muted !== undefined) delete body.mutedUntil;
  return { ...body, ...later };
}

/**
 * The entry that a later request joins: the last about its subject, where that is of the same kind
 * and the server cannot have it yet.
 * @param {Entry[]} entries @param {Request} request @returns {Entry | undefined}
 */
export function joined(entries, request) {
  if (!request.joins) return undefined;
  const last = entries.findLast((entry) => laneOf(entry) === request.subject);
  const isWaiting = last && !last.transmitted && !last.failed;
  if (!isWaiting || last.operation.request?.kind !== request.kind) return undefined;
  const { body: former } = last.operation.request;
  const body = request.joins === 'whole' ? request.body : mergedBody(former, request.body);
  last.operation = { ...last.operation, request: { ...request, body } };
  return last;
}

/**
 * Entries of a conversation that has another name on the server.
 * @param {Entry[]} entries @param {string} from @param {string} to @returns {Entry[]}
 */
export function readdressed(entries, from, to) {
  const moved = entries.filter(({ conversation }) => conversation === from);
  for (const entry of moved) {
    entry.conversation = to;
    const { request } = entry.operation;
    if (!request) continue;
    const [subject, path] = [request.subject, request.path].map((text) =>
      text.replaceAll(from, to),
    );
    entry.operation = {
      ...entry.operation,
      request: { ...request, subject, path, conversation: to },
    };
  }
  return moved;
}
