// @ts-check
// Made from wire/*.json: change those and run `make wire`.

/**
 * Rows that frames carry, with what each key holds: a type, `[a type]` for a list, a list of
 * words, or a type with its default. A trailing `?` marks a key that may be left out.
 *
 * @type {Record<string, Record<string, any>>}
 */
export const rows = {
  conversation: {
    id: 'id',
    rev: 'integer',
    kind: { words: ['direct', 'group'] },
    'name?': 'text',
    'photo?': 'text',
    createdAt: 'integer',
    createdBy: 'id',
    'intelligenceOff?': 'flag',
    'renamed?': 'renaming',
  },
  renaming: {
    at: 'integer',
    by: 'id',
    from: 'text',
  },
  member: {
    user: 'id',
    rev: 'integer',
    role: { words: ['member', 'admin'] },
    name: 'text',
    'photo?': 'text',
    joinSeq: { type: 'integer', default: 0 },
    deliveredSeq: { type: 'integer', default: 0 },
    readSeq: { type: 'integer', default: 0 },
    'leftAt?': 'integer',
  },
  settings: {
    conversation: 'id',
    rev: 'integer',
    'muted?': 'flag',
    'mutedUntil?': 'integer',
    'archived?': 'flag',
    'archivedAt?': 'integer',
    'pinned?': 'flag',
  },
  attachment: {
    id: 'id',
    kind: { words: ['image', 'voice', 'file'] },
    name: 'text',
    type: 'text',
    bytes: 'integer',
    'width?': 'integer',
    'height?': 'integer',
    'duration?': 'integer',
    'preview?': 'text',
    'wave?': 'text',
    'alt?': 'text',
  },
  insight: {
    id: 'id',
    rev: 'integer',
    kind: { words: ['action_item', 'decision', 'scheduling'] },
    status: { words: ['open', 'done', 'dismissed', 'withdrawn'] },
    text: 'text',
    citations: ['id'],
    'owner?': 'id',
    'ownerName?': 'text',
    'dueAt?': 'integer',
    'dueText?': 'text',
    participants: ['id'],
    tags: ['text'],
    'context?': 'text',
    confidence: { type: 'number', default: 0 },
    reason: { type: 'text', default: '' },
    'model?': 'text',
    'createdBy?': 'id',
    createdAt: 'integer',
    updatedAt: 'integer',
    isEdited: { type: 'flag', default: false },
  },
  messageEdit: {
    id: 'id',
    text: 'text',
    at: 'integer',
  },
  message: {
    id: 'id',
    seq: 'integer',
    rev: 'integer',
    sender: 'id',
    text: 'text',
    createdAt: 'integer',
    'replyTo?': 'id',
    'editCount?': 'integer',
    'editedAt?': 'integer',
    'edits?': ['messageEdit'],
    'deletedAt?': 'integer',
    'deletedBy?': 'id',
    'attachments?': ['attachment'],
  },
  profile: {
    id: 'id',
    rev: 'integer',
    email: 'text',
    name: 'text',
    'photo?': 'text',
    'timeZone?': 'text',
    'locale?': 'text',
    'language?': 'text',
    workspaceRole: { words: ['member', 'admin'] },
    createdAt: 'integer',
  },
  presence: {
    user: 'id',
    state: { words: ['online', 'away', 'offline'] },
    'lastSeen?': 'integer',
  },
};

/** How long texts and lists may be. */
export const most = {
  attachment: { alt: 1000 },
  attachmentReference: { alt: 1000 },
  fileLinksRequest: { files: 100 },
  insightChange: { text: 300, tags: 10 },
  pushSubscription: { address: 2048, publicKey: 200, secret: 100 },
  workspacePatchRequest: { domains: 50 },
};
