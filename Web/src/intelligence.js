// @ts-check
/**
 * What the server's intelligence can be asked, over REST. Insights are not here: they
 * come with the feeds.
 */
import { uuidv7 } from './protocol.js';
import { directly } from './reminders.js';
import { RequestError, isAway, reaching, refusalIn } from './session.js';

/**
 * @typedef {{conversation: string, message: string, seq: number, sender: string, excerpt: string,
 *   createdAt: number}} Citation
 */
/** @typedef {{text: string, person?: string, citations: Citation[]}} Point */
/**
 * @typedef {{model: string, place: string, messagesRead: number, messagesSent: number,
 *   inputTokens: number, outputTokens: number, milliseconds: number, isCached: boolean,
 *   notice?: string}} Receipt
 */
/**
 * @typedef {{id: string, kind: string, conversation?: string, title: string, text: string,
 *   points: Point[], contributions: Point[], slots: any[], isFound: boolean, reason: string,
 *   receipt: Receipt, createdAt?: number, feedback?: string, feedbackNote?: string,
 *   sharedAs?: string}} Output
 */

/** Milliseconds that an answer may take: models of the owner's choice are not always quick. */
const PATIENCE = 120_000;
/** Milliseconds until the server has begun to answer a search. */
const FIRST_PATIENCE = 15_000;
const FOUND = 30;

/** Where an output is shared. @param {string} output */
export const sharePathOf = (output) => `/v1/ai/outputs/${output}/share`;

/**
 * Whose order a conversation's switch keeps, and what is shared there: off erases what is not
 * shared before. @param {string} conversation
 */
const switchOf = (conversation) => `intelligence:${conversation}`;

export class Intelligence {
  /**
   * @param {import('./session.js').Session} session
   * @param {<T>(ask: () => Promise<T>) => Promise<T>} [timed] carries out what asks for a summary
   * @param {import('./reminders.js').Perform} [perform] has a change done, now or with the
   *   connection
   */
  constructor(session, timed = (ask) => ask(), perform = directly(session)) {
    this.session = session;
    this.timed = timed;
    this.perform = perform;
  }

  status() {
    return this.session.call('GET', '/v1/ai/status');
  }
  preferences() {
    return this.session.call('GET', '/v1/ai/preferences');
  }
  /** @param {any} preferences */
  savePreferences(preferences) {
    return this.perform({
      kind: 'putPreferences',
      subject: 'preferences',
      method: 'PUT',
      path: '/v1/ai/preferences',
      body: preferences,
      joins: 'whole',
    });
  }
  /** @returns {Promise<{entries: any[]}>} */
  ledger() {
    return this.session.call('GET', '/v1/ai/ledger');
  }

  /** Whether the server works on a conversation at all. @param {string} id @param {boolean} isOn */
  switch(id, isOn) {
    return this.perform({
      kind: 'switchIntelligence',
      subject: switchOf(id),
      conversation: id,
      method: 'PUT',
      path: `/v1/conversations/${id}/intelligence`,
      body: { isOn },
      joins: 'whole',
    });
  }

  /** @param {string} id @param {any} body range and question @returns {Promise<Output>} */
  summarize(id, body) {
    return this.timed(() =>
      this.session.call('POST', `/v1/conversations/${id}/summary`, body, PATIENCE),
    );
  }
  /** @returns {Promise<Output>} */
  digest() {
    return this.timed(() => this.session.call('POST', '/v1/ai/digest', undefined, PATIENCE));
  }
  /** @param {string} question @returns {Promise<Output>} */
  ask(question) {
    return this.session.call('POST', '/v1/ai/ask', { question }, PATIENCE);
  }
  /**
   * All that is found for a query, as it comes: by words, by meaning, and the answer when it
   * `asks` for one. One request.
   * @param {string} query @param {boolean} asks
   * @returns {AsyncGenerator<import('./generated/types').Findings>}
   */
  async *find(query, asks) {
    const waiting = new AbortController();
    const wait = (/** @type {number} */ patience) => setTimeout(() => waiting.abort(), patience);
    let timer = wait(FIRST_PATIENCE);
    try {
      const body = { query, limit: FOUND, asks };
      const response = await this.#fetch('POST', '/v1/search', body, waiting.signal);
      clearTimeout(timer);
      timer = wait(PATIENCE);
      if (response.body) yield* events(response.body);
    } finally {
      clearTimeout(timer);
    }
  }
  /** @param {string} id @param {any} body topic and minutes @returns {Promise<Output>} */
  meetingTimes(id, body) {
    return this.#now(`/v1/conversations/${id}/meeting-times`, body);
  }

  /** Mine of the last weeks, newest first. @returns {Promise<{outputs: Output[]}>} */
  outputs() {
    return this.session.call('GET', '/v1/ai/outputs');
  }
  /** @param {string} output */
  dismiss(output) {
    return this.session.call('DELETE', `/v1/ai/outputs/${output}`);
  }
  /**
   * @param {string} output @param {string | undefined} feedback
   * @param {string} [note] what was wrong with it
   */
  setFeedback(output, feedback, note) {
    return this.perform({
      kind: 'setFeedback',
      subject: `output:${output}`,
      method: 'PUT',
      path: `/v1/ai/outputs/${output}/feedback`,
      body: { feedback, note },
      isDoneWhenGone: true,
    });
  }
  /** @param {string} output @returns {Promise<string>} what sharing it would post */
  async sharePreview(output) {
    return (await this.session.call('GET', `/v1/ai/outputs/${output}/share`)).text;
  }
  /** Posts what was seen of it, once. @param {string} output @param {string} conversation */
  share(output, conversation) {
    return this.perform({
      kind: 'shareOutput',
      subject: switchOf(conversation),
      conversation,
      method: 'POST',
      path: sharePathOf(output),
      body: { conversation },
    });
  }

  /**
   * Has a conversation read once more; what is found comes with its feed.
   * @param {string} id @param {string} kind @returns {Promise<{insights: any[], notice?: string}>}
   */
  lookAgain(id, kind) {
    const path = kind === 'decision' ? 'decisions' : 'action-items';
    return this.#now(`/v1/conversations/${id}/${path}`, {});
  }
  /** Asks what does not wait for a connection. @param {string} path @param {any} body */
  async #now(path, body) {
    try {
      return await this.session.call('POST', path, body, PATIENCE);
    } catch (error) {
      if (!isAway(error)) throw error;
      const text = 'This needs a connection. Try again when there is one.';
      throw new RequestError('offline', text, true);
    }
  }
  /** @param {string} id @param {string} kind @param {string} message */
  mark(id, kind, message) {
    return this.#mark(id, { kind, message });
  }
  /**
   * A task without a message.
   * @param {string} id of the conversation
   * @param {{text: string, owner?: string, dueAt?: number}} task
   */
  writeTask(id, task) {
    return this.#mark(id, { kind: 'action_item', ...task });
  }
  /** @param {string} id @param {any} body */
  #mark(id, body) {
    const insight = uuidv7();
    return this.perform({
      kind: 'markInsight',
      subject: `insight:${insight}`,
      conversation: id,
      method: 'POST',
      path: `/v1/conversations/${id}/insights`,
      body: { id: insight, ...body },
      makes: true,
    });
  }
  /**
   * How far the AI is with a conversation.
   * @param {string} id @returns {Promise<{waitingMessages: number}>}
   */
  work(id) {
    return this.session.call('GET', `/v1/conversations/${id}/intelligence`);
  }
  /** @param {string} id @param {string} insight @param {any} change */
  change(id, insight, change) {
    return this.perform({
      kind: 'changeInsight',
      subject: `insight:${insight}`,
      conversation: id,
      method: 'PATCH',
      path: `/v1/conversations/${id}/insights/${insight}`,
      body: change,
      joins: 'field',
    });
  }

  /** @param {boolean} unreadOnly @returns {Promise<{verdicts: any[]}>} */
  priorities(unreadOnly) {
    return this.session.call('GET', `/v1/ai/priorities?unread=${unreadOnly}`);
  }
  /** @param {string} id @param {string} message @param {string} priority */
  correct(id, message, priority) {
    return this.perform({
      kind: 'correctPriority',
      subject: `priority:${message}`,
      conversation: id,
      method: 'PUT',
      path: `/v1/conversations/${id}/messages/${message}/priority`,
      body: { priority },
      joins: 'whole',
    });
  }

  /** @returns {Promise<{messages: any[]}>} */
  history() {
    return this.session.call('GET', '/v1/ai/assistant');
  }
  eraseHistory() {
    return this.session.call('DELETE', '/v1/ai/assistant');
  }
  /** @returns {Promise<{entries: any[]}>} */
  memory() {
    return this.session.call('GET', '/v1/ai/memory');
  }
  /** @param {string} entry */
  eraseMemory(entry) {
    return this.session.call('DELETE', `/v1/ai/memory/${entry}`);
  }
  /** @param {string} proposal @param {boolean} approve */
  decide(proposal, approve) {
    return this.session.call('PUT', `/v1/ai/proposals/${proposal}`, { approve });
  }

  /**
   * @param {string} output @param {number} slot
   * @returns {Promise<string>} an iCalendar file
   */
  async calendar(output, slot) {
    const response = await this.#fetch('GET', `/v1/ai/outputs/${output}/slots/${slot}/calendar`);
    return response.text();
  }

  /** @returns {Promise<string>} my open action items as an iCalendar file */
  async tasksCalendar() {
    const response = await this.#fetch('GET', '/v1/ai/action-items/calendar');
    return response.text();
  }

  /**
   * The assistant's answer as it grows.
   * @param {{text: string, conversation?: string, id?: string}} body the conversation is what
   *   the person is looking at; words with one id stand in the talk once, with one answer, however
   *   often they are sent
   * @param {AbortSignal} [signal] stops it; that is thrown as what cannot be reached is
   * @returns {AsyncGenerator<any>}
   */
  async *talk(body, signal) {
    const response = await this.#fetch('POST', '/v1/ai/assistant', body, signal);
    if (response.body) yield* events(response.body);
  }

  /**
   * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal]
   * @returns {Promise<Response>}
   */
  async #fetch(method, path, body, signal) {
    let token = await this.session.accessToken();
    for (let attempt = 0; ; attempt += 1) {
      const response = await send(method, path, token, body, signal);
      if (response.ok) return response;
      const refused = refusalIn(response.status, await reaching(response.text()));
      if (refused.code !== 'unauthenticated' || attempt > 0) throw refused;
      token = await this.session.accessToken(token);
    }
  }
}

/**
 * @param {string} method @param {string} path @param {string} token @param {any} body
 * @param {AbortSignal} [signal]
 */
function send(method, path, token, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { Authorization: `Bearer ${token}` };
  if (body) headers['Content-Type'] = 'application/json';
  return reaching(fetch(path, { method, headers, body: body && JSON.stringify(body), signal }));
}

/**
 * The data of each server-sent event, however the bytes arrive and wherever lines end. An `error`
 * event is thrown.
 * @param {ReadableStream<Uint8Array>} stream @returns {AsyncGenerator<any>}
 */
export async function* events(stream) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readEvent(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError('offline', 'The answer was cut off.', true);
  } finally {
    // Who stops listening frees the connection.
    reader.cancel().catch(() => undefined);
  }
}

/** What a block of lines carries; nothing when it is only a sign of life. @param {string} block */
function readEvent(block) {
  const lines = block.split(/\r?\n/);
  const fields = (/** @type {string} */ name) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const text = fields('data').join('\n');
  if (!text) return undefined;
  const data = JSON.parse(text);
  if (fields('event').includes('error'))
    throw new RequestError(data.code, data.detail, Boolean(data.retry));
  return data;
}
