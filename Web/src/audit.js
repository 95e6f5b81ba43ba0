// @ts-check
/** What entries of the audit log say, as people read it. */

/** @typedef {import('./generated/types.js').AuditEntry} Entry */

const READINGS = {
  accounts: 'everybody’s accounts',
  invitations: 'the invitations',
  workspace: 'the settings of the workspace',
  mailOutcomes: 'what became of letters',
  pushOutcomes: 'what became of notifications',
  auditLog: 'the audit log',
  pipeline: 'the AI’s work',
  fileCheck: 'whether files are missing',
  features: 'whom features reach',
  featurePeople: 'who has a feature',
  crashes: 'what went wrong in clients',
  identities: 'with which accounts elsewhere somebody signs in',
  totals: 'how much the workspace has',
  conversations: 'which groups there are',
  aiUsage: 'what the AI is used for, and what it costs',
  retention: 'for how long messages are kept',
  clientEvents: 'how long things take in clients',
  modelConnection: 'which language model is asked',
  modelServers: 'which models run on the server',
};

const FAILURES = {
  password: 'with a wrong password',
  unknown: 'with an address that nobody has',
  disabled: 'to an account that is disabled',
};

/** @param {string | undefined} word */
const keeping = (word) =>
  word === 'forever'
    ? 'for ever'
    : word === 'workspace'
      ? 'as the workspace says'
      : `${word} ${word === '1' ? 'day' : 'days'}`;

/** @param {Entry} entry @param {string} whom */
const held = ({ subject }, whom) =>
  subject?.startsWith('conversation:') ? 'a conversation' : whom;

/**
 * What somebody did, behind their name, and what it is called in the choice of kinds.
 * @type {Record<string, [label: string, deed: (entry: Entry, whom: string) => string]>}
 */
const DEEDS = {
  signedIn: ['Sign-ins', () => 'signed in'],
  signInFailed: [
    'Failed sign-ins',
    ({ detail, subject }, whom) =>
      `tried to sign in${subject ? ` as ${whom}` : ''} ${FAILURES[/** @type {'password'} */ (detail)] ?? ''}`,
  ],
  failuresOmitted: [
    'Failed sign-ins, counted only',
    ({ detail }) => `counted ${detail} more failed attempts to sign in`,
  ],
  signedOut: ['Sign-outs', () => 'signed a device out'],
  sessionsEnded: ['Signed out by an admin', (_, whom) => `signed ${whom} out everywhere`],
  sessionRevoked: [
    'Stolen sessions',
    (_, whom) => `presented a used token of ${whom}; that device was signed out`,
  ],
  passwordChanged: ['Passwords changed', () => 'changed their password'],
  passwordReset: ['Passwords reset', (_, whom) => `gave ${whom} a new password`],
  resetRequested: [
    'Links for a password asked for',
    (_, whom) => `asked for a new password of ${whom}`,
  ],
  resetUsed: [
    'Links for a password used',
    (_, whom) => `chose a new password of ${whom} by a link`,
  ],
  emailWished: ['Addresses to be verified', () => 'asked for a link for an address'],
  emailVerified: ['Addresses verified', (_, whom) => `verified the address of ${whom} by a link`],
  emailSet: ['Addresses set by an admin', (_, whom) => `gave ${whom} an address`],
  identityLinked: [
    'Accounts elsewhere linked',
    (_, whom) => `linked ${whom} with an account elsewhere`,
  ],
  identityUnlinked: [
    'Accounts elsewhere unlinked',
    (_, whom) => `unlinked ${whom} from an account elsewhere`,
  ],
  identityRefused: [
    'Answers of providers refused',
    () => 'came back from a provider with an answer that is not good',
  ],
  accountMade: ['Accounts made', ({ detail }, whom) => `made the account of ${whom}, as ${detail}`],
  accountDisabled: ['Accounts disabled', (_, whom) => `disabled ${whom}`],
  accountEnabled: ['Accounts enabled', (_, whom) => `enabled ${whom}`],
  accountDeleted: ['Accounts deleted', (_, whom) => `deleted the account of ${whom}`],
  roleChanged: [
    'Roles',
    ({ detail }, whom) => `made ${whom} ${detail === 'admin' ? 'an admin' : 'a member'}`,
  ],
  invitationMade: [
    'Invitations made',
    ({ detail }) => `made an invitation${detail === 'admin' ? ' for an admin' : ''}`,
  ],
  invitationUsed: ['Invitations used', () => 'joined by an invitation'],
  invitationEnded: ['Invitations withdrawn', () => 'withdrew an invitation'],
  workspaceChanged: [
    'Settings of the workspace',
    ({ detail }) =>
      `changed the workspace: ${(detail ?? '').replaceAll(',', ', ').replaceAll('=', ': ')}`,
  ],
  retentionChanged: [
    'How long messages are kept',
    ({ detail, subject }) => {
      const [now, before] = (detail ?? '').split(',before=');
      const place = subject ? 'a conversation' : 'the workspace';
      return `has messages of ${place} kept ${keeping(now)}${before ? `; it was ${keeping(before)}` : ''}`;
    },
  ],
  holdSet: ['Legal holds set', (entry, whom) => `set a legal hold on ${held(entry, whom)}`],
  holdLifted: [
    'Legal holds lifted',
    (entry, whom) => `lifted the legal hold on ${held(entry, whom)}`,
  ],
  intelligenceSwitched: [
    'AI switched',
    ({ detail }) => `switched the AI ${detail} for a conversation`,
  ],
  featureRolledOut: [
    'Features rolled out',
    ({ detail }) =>
      `rolled a feature out: ${(detail ?? '').replace(',people=', ', people by name: ').replace('=', ' ')}`,
  ],
  modelConnected: [
    'Language models connected',
    ({ detail }) => `connected a language model: ${(detail ?? '').replace(',share=', ', for ')}`,
  ],
  modelDisconnected: ['Language models disconnected', () => 'disconnected the language model'],
  modelTried: [
    'Language models tried',
    ({ detail }) =>
      `tried a language model: ${detail === 'options' ? 'that of the server’s settings' : detail}`,
  ],
  crashRemoved: ['Problems dealt with', () => 'forgot a problem of clients that was dealt with'],
  keysRotated: ['Keys', () => 'made a new signing key'],
  pipelineRetried: ['AI’s work tried again', () => 'had the AI try again what it had given up'],
  filesMoved: ['Files moved', () => 'moved the stored files'],
  backedUp: ['Backups', () => 'made a backup'],
  restored: ['Restores', () => 'restored a backup'],
  workspaceMoved: [
    'Moves between databases',
    ({ detail }) =>
      `moved the workspace here: ${(detail ?? '')
        .replace('rows=', 'rows ')
        .replace(',replaced=', ', texts with U+FFFD for U+0000 ')}`,
  ],
  exported: [
    'Exports',
    ({ detail }) => (detail === 'workspace' ? 'exported the workspace' : 'exported data'),
  ],
  read: [
    'What admins looked at',
    ({ detail }) => `looked at ${READINGS[/** @type {'accounts'} */ (detail)] ?? detail}`,
  ],
  verified: [
    'Verifications',
    ({ detail }) =>
      detail === 'whole'
        ? 'verified the audit log: it is whole'
        : `verified the audit log: ${detail}`,
  ],
  entriesForgotten: [
    'Entries forgotten',
    ({ detail }) => `forgot entries up to number ${(detail ?? '').split(' ')[0]}, for their age`,
  ],
};

/** @type {[kind: string, label: string][]} */
export const KINDS = Object.entries(DEEDS).map(([kind, [label]]) => [kind, label]);

/**
 * @param {string | undefined} id as entries have it
 * @param {Map<string, string>} names of accounts
 */
export function who(id, names) {
  if (id === 'command-line') return 'The command line';
  if (id === 'server') return 'The server';
  if (!id || id === 'nobody') return 'Somebody';
  return names.get(id.replace(/^account:/, '')) ?? 'Somebody who left';
}

/** @param {Entry} entry @param {Map<string, string>} names */
export function sentence(entry, names) {
  const isOwn = entry.subject === entry.actor;
  const whom = isOwn ? 'themselves' : who(entry.subject, names);
  const deed = DEEDS[entry.kind]?.[1](entry, whom).trim() ?? entry.kind;
  const text = `${who(entry.actor, names)} ${deed}.`;
  return entry.outcome === 'done' ? text : `Refused (${entry.outcome}): ${text}`;
}
