// Made from wire/*.json: change those and run `make wire`.

/** A direct conversation of two, or a group. */
export interface Conversation {
  id: string;
  /** Revision at which this row (not the feed) last changed. */
  rev: number;
  kind: 'direct' | 'group';
  /** Groups only. */
  name?: string;
  photo?: string;
  createdAt: number;
  createdBy: string;
  /**
   * Whether the server works on its messages. Off: nothing of it is summarised, searched by
   * meaning, found or sent to a model.
   */
  intelligenceOff?: boolean;
  /** Groups only: its last renaming. Absent until it is renamed. */
  renamed?: Renaming;
}

/** When a group got another name, from whom, and what it was called until then. */
export interface Renaming {
  at: number;
  by: string;
  from: string;
}

/**
 * A user's place in a conversation, with how far they have received and read. A tombstone once
 * `leftAt` is set.
 */
export interface Member {
  user: string;
  rev: number;
  role: 'member' | 'admin';
  name: string;
  photo?: string;
  /**
   * The conversation's last seq when the user joined: earlier messages are readable and never
   * unread.
   */
  joinSeq: number;
  deliveredSeq: number;
  readSeq: number;
  leftAt?: number;
}

/** How one user keeps one conversation: a row of the user's private feed. */
export interface Settings {
  conversation: string;
  rev: number;
  muted?: boolean;
  /** End of the mute; a mute without one lasts until it is taken off. */
  mutedUntil?: number;
  archived?: boolean;
  /** Since when; absent too when it was archived by a version that did not keep the time. */
  archivedAt?: number;
  pinned?: boolean;
}

/** A change of some of a conversation's settings: an absent key leaves a setting as it is. */
export interface SettingsRequest {
  muted?: boolean;
  /**
   * Only looked at together with `muted: true`; without it, the mute lasts until it is taken off.
   */
  mutedUntil?: number;
  archived?: boolean;
  pinned?: boolean;
}

/**
 * Something that a client or the server did not expect. No message of the error: it might quote
 * what somebody wrote.
 */
export interface CrashReport {
  platform: 'web' | 'ios' | 'terminal' | 'server';
  kind: 'error' | 'rejection' | 'crash' | 'hang';
  /** Of the program; that of the server that takes the report when absent. */
  version?: string;
  /** Type of the error, or the signal. */
  name: string;
  /** The innermost first, such as `send /src/outbox.js:12:3`. */
  frames: string[];
}

/** Reports of the same: platform, kind, name and functions are equal. */
export interface CrashGroup {
  id: string;
  platform: 'web' | 'ios' | 'terminal' | 'server';
  kind: 'error' | 'rejection' | 'crash' | 'hang';
  name: string;
  /** Of the newest report. */
  frames: string[];
  /** Of the newest report. */
  version: string;
  count: number;
  /** To how many people it happened; none of the server's. */
  people: number;
  firstAt: number;
  lastAt: number;
}

/** Newest first. */
export interface CrashGroups {
  crashes: CrashGroup[];
}

/** Something that took a while in a client. Nothing says whose it was or what it was about. */
export interface ClientEvent {
  kind: 'appLaunch' | 'conversationLoad' | 'messageSent' | 'messageDelivered' | 'summaryGenerated';
  /** How long it took: 0 to a day. */
  milliseconds: number;
  /** Whether it had to wait in the outbox, for there was no connection. */
  waited?: boolean;
}

/**
 * What a client has counted since it told last. The server adds it up at once and keeps nobody's.
 */
export interface ClientEventBatch {
  platform: 'web' | 'ios' | 'terminal' | 'server';
  /** Of the client; that of the server when absent. Letters, digits, `.`, `-`, `+` and `_`. */
  version?: string;
  events: ClientEvent[];
  /**
   * Of messages that are traced. They go where the operator has told the server to send traces, and
   * nowhere else.
   */
  spans?: ClientSpan[];
}

/**
 * What a client did for one message that is traced. Its ids are random; nothing says whose message
 * it was or what it says.
 */
export interface ClientSpan {
  kind: 'send' | 'receive' | 'show';
  /** 32 hexadecimal digits. */
  trace: string;
  /** 16 hexadecimal digits. */
  span: string;
  /** 16 hexadecimal digits; absent for `send`, with which a trace begins. */
  parent?: string;
  /** By the server's clock, as far as the client knows it. */
  start: number;
  end: number;
}

/** All events of one kind in clients of one platform and version on one day. */
export interface ClientEventSummary {
  /** When it began (UTC). */
  day: number;
  kind: 'appLaunch' | 'conversationLoad' | 'messageSent' | 'messageDelivered' | 'summaryGenerated';
  platform: 'web' | 'ios' | 'terminal' | 'server';
  /** `other` where there were too many of them. */
  version: string;
  count: number;
  /** How many of them had to wait in the outbox. */
  waited: number;
  /**
   * Milliseconds that half of them stayed within (p50), as exactly as the buckets of the histogram
   * say.
   */
  median: number;
  /** Milliseconds that 95 of 100 stayed within. */
  p95: number;
}

/** How long things took in clients, day by day. */
export interface ClientEventOverview {
  /** Whether the workspace takes them. */
  isCollecting: boolean;
  /** The newest day first. */
  summaries: ClientEventSummary[];
}

/** Whom a feature reaches. A change replaces all of it. */
export interface FeatureRollout {
  /**
   * 0 to 100: of all people, by a hash of the feature and the person, so that a larger share has
   * everybody of a smaller one.
   */
  percentage: number;
  /** Who has it whatever the percentage is. */
  people: string[];
  /** Nobody has it, whatever the rest says. */
  isStopped: boolean;
}

/** A feature, whom it reaches, and how many have met it. */
export interface FeatureState {
  name: 'ai' | 'pipeline' | 'summaries' | 'answers' | 'search' | 'extraction' | 'scheduling' | 'priorities' | 'assistant' | 'model' | 'modelPass' | 'reminders' | 'dailyDigest';
  description: string;
  /** Which part of the product it belongs to. */
  owner: string;
  /** Without a rollout of its own. */
  defaultPercentage: number;
  rollout: FeatureRollout;
  /** People who have it now. */
  enabled: number;
  /** People who do not. */
  disabled: number;
  /** Of those who asked for it: who had it when they last did. */
  admitted: number;
  /** Of those who asked for it: who did not. */
  refused: number;
}

/** All features. */
export interface FeatureStates {
  features: FeatureState[];
}

/** Whether a feature reaches somebody. */
export interface FeatureReach {
  user: User;
  isEnabled: boolean;
  /** Since when they, asking for it, have been told so. */
  exposedAt?: number;
}

/** Whom a feature reaches, by name. */
export interface FeaturePeople {
  people: FeatureReach[];
  /** For `after`: there are more. */
  next?: string;
}

/** A file that goes with a message. Its bytes are on the server before anybody hears of it. */
export interface Attachment {
  id: string;
  kind: 'image' | 'voice' | 'file';
  /** What its file is called, without a folder. */
  name: string;
  /**
   * Media type by content, such as `image/jpeg`; `application/octet-stream` for what is not known.
   */
  type: string;
  /** Of the file as it is downloaded. */
  bytes: number;
  /** Of images, in pixels, as they are seen upright. */
  width?: number;
  height?: number;
  /** Of voice notes, in milliseconds. */
  duration?: number;
  /** Of images: a BlurHash, to be drawn until the image is loaded. */
  preview?: string;
  /** Of voice notes: how loud each part is, a digit from 0 to 9 for each, at most 100. */
  wave?: string;
  /** What an image shows, in the sender's words. */
  alt?: string;
}

/** A file that was uploaded and goes with the message that is sent. */
export interface AttachmentReference {
  id: string;
  /** What an image shows. */
  alt?: string;
}

/** What `POST /v1/uploads` takes. The same `id` again answers how far that upload is. */
export interface UploadRequest {
  id: string;
  name: string;
  /** How large the file is. */
  bytes: number;
  /** `voice` for a voice note. Else the server says it by the content. */
  kind?: 'image' | 'voice' | 'file';
  /** Of voice notes, in milliseconds. */
  duration?: number;
  /** Of voice notes: how loud each part is, a digit for each. */
  wave?: string;
}

/** How far an upload is. */
export interface Upload {
  id: string;
  /** How large the file is. */
  bytes: number;
  /** Bytes that have come; the next byte to send. */
  offset: number;
  /** The file, once it can be sent with a message. */
  attachment?: Attachment;
}

/** What `POST /v1/files/links` takes. */
export interface FileLinksRequest {
  files: string[];
}

/**
 * An address for a file that needs no token; `&size=320` or `&size=1280` behind it is a smaller
 * image.
 */
export interface FileLink {
  id: string;
  /** A path on this server, with a query. */
  url: string;
}

/**
 * Addresses of those files that the asker may read. They hold until `expiresAt`, while the session
 * lasts, and while the asker may read the file.
 */
export interface FileLinks {
  links: FileLink[];
  expiresAt: number;
}

/** A file of a conversation, with where it was sent. */
export interface SharedFile {
  attachment: Attachment;
  message: string;
  /** Of the message. */
  seq: number;
  sender: string;
  /** When the message was sent. */
  createdAt: number;
}

/** Files of a conversation, newest first; `next` is passed back as `before`. */
export interface SharedFiles {
  files: SharedFile[];
  next?: string;
}

/** What files the server takes, and how much room is left. */
export interface FileLimits {
  /** Of one file. */
  bytes: number;
  /** Files of one message. */
  perMessage: number;
  /** Bytes of the asker's files. */
  used: number;
  /** Bytes that the asker may still upload. */
  room: number;
}

/** What `summarizeThread`, `extractActionItems` and `trackDecisions` take. */
export interface SummaryRequest {
  /** `unread` (the standard), `last`, `days` or `range`. */
  range?: string;
  /** For `last`: how many messages. */
  count?: number;
  /** For `days`. */
  days?: number;
  /** For `range`: the first seq. */
  from?: number;
  /** For `range`: the last seq. */
  to?: number;
  /** What the summary should answer; at most 500 characters. */
  question?: string;
}

/** Whether an output helped; an absent `feedback` takes it back. */
export interface FeedbackRequest {
  feedback?: 'helpful' | 'unhelpful';
  note?: string;
}

/** Where an output is posted. */
export interface ShareRequest {
  conversation: string;
}

/** What sharing an output would post. */
export interface SharePreview {
  text: string;
}

/** The message that shares an output. */
export interface SharedResponse {
  message: string;
}

/** Insights of the asker's conversations, newest first. */
export interface InsightsResponse {
  insights: PlacedInsight[];
  /** Said when they were looked for otherwise than the server's owner has chosen. */
  notice?: string;
}

/** A message that a member marks, or a task that a member writes without one. */
export interface MarkInsightRequest {
  kind: 'action_item' | 'decision' | 'scheduling';
  /** Absent for an action item with a text of its own alone. */
  message?: string;
  /** As long as that of a change; the message's own words when absent. */
  text?: string;
  /** Action items: a member of the conversation. */
  owner?: string;
  /** Action items. */
  dueAt?: number;
  /** Made by the client so that a retry marks once. */
  id?: string;
}

/** The priority inbox, most urgent first. */
export interface PrioritiesResponse {
  verdicts: PriorityVerdict[];
}

/** A reader's correction. */
export interface PriorityRequest {
  priority: 'urgent' | 'can_wait' | 'ai_handled';
}

/** A search by words and meaning, with the filters of the keyword search. */
export interface SmartSearchRequest {
  query: string;
  limit?: number;
}

/** What was found, best first. */
export interface SmartSearchResponse {
  hits: SmartSearchHit[];
  /** Said when the search went otherwise than the server's owner has chosen. */
  notice?: string;
}

/** One search by everything there is: by words, by meaning, and for an answer. */
export interface FindRequest {
  /** With the filters of the keyword search. */
  query: string;
  /** Messages of each kind; 20 unless told, at most 100. */
  limit?: number;
  /** Whether it is a question that is to be answered as well. */
  asks?: boolean;
}

/** All that has been found so far: first by words, then by meaning, then the answer. */
export interface Findings {
  /**
   * By words, newest first; those with the number at the end as a whole come before those with a
   * longer one.
   */
  results: SearchResult[];
  /** `before` of the next page of `GET /v1/search`. */
  next?: string;
  /** By words and meaning, best first; absent until they have been looked for. */
  hits?: SmartSearchHit[];
  /** As that of `searchConversations`. */
  notice?: string;
  /** As that of `askConversations`. */
  answer?: AIOutput;
}

/** A question to all conversations of the asker. */
export interface QuestionRequest {
  question: string;
}

/** What is known of a meeting that is to be; the rest is read from the conversation. */
export interface MeetingRequest {
  topic?: string;
  minutes?: number;
  participants?: string[];
}

/** The asker's outputs, newest first. */
export interface OutputsResponse {
  outputs: AIOutput[];
}

/** What text of the asker went where, newest first. */
export interface LedgerResponse {
  entries: LedgerEntry[];
}

/** How far the AI is with a conversation. */
export interface ConversationWork {
  /** Its messages that are not worked on yet; 10,000 stands for more too. */
  waitingMessages: number;
}

/** On or off. */
export interface SwitchRequest {
  isOn: boolean;
}

/** What the asker says to the assistant, and what they are looking at. */
export interface AssistantRequest {
  text: string;
  conversation?: string;
  /** Of the asker's choice: the same once more is one question. */
  id?: string;
}

/** The talk so far, oldest first. */
export interface AssistantHistoryResponse {
  messages: AssistantMessage[];
}

/** What the assistant keeps about the asker. */
export interface MemoryResponse {
  entries: MemoryEntry[];
}

/** The asker's word on a proposed change. */
export interface ProposalRequest {
  approve: boolean;
}

/** A function of the assistant, called by name. `arguments` is a JSON object as text. */
export interface FunctionRequest {
  function: string;
  arguments: string;
  conversation?: string;
}

/** What a member changes of an insight. Absent keys leave things as they are. */
export interface InsightChange {
  text?: string;
  status?: 'open' | 'done' | 'dismissed' | 'withdrawn';
  owner?: string;
  removesOwner?: boolean;
  dueAt?: number;
  removesDue?: boolean;
  tags?: string[];
  /** What led to it; empty takes it away. */
  context?: string;
  /** Decisions and meetings: members who took part. */
  participants?: string[];
}

/**
 * Something that was found in a conversation, or marked by a member: a row of the conversation's
 * feed that lives on.
 *
 * Names the messages that it rests on, unless it is a task that a member wrote without one. Revised
 * when one of them is edited, `withdrawn` (the tombstone) when none is left.
 */
export interface Insight {
  id: string;
  /** Revision of the conversation at which this row last changed. */
  rev: number;
  kind: 'action_item' | 'decision' | 'scheduling';
  status: 'open' | 'done' | 'dismissed' | 'withdrawn';
  /** The task, the decision, or what the meeting is about. Empty once withdrawn. */
  text: string;
  /**
   * The messages that say it, the main one first. Empty once withdrawn, and for a task that a
   * member wrote without a message.
   */
  citations: string[];
  /** Action items: the member who is to do it, when one could be told. */
  owner?: string;
  /** Action items: the owner as written, when it is nobody of the conversation. */
  ownerName?: string;
  /** Action items: when it is due. */
  dueAt?: number;
  /** The due time as written, such as "by Friday". */
  dueText?: string;
  /** Decisions and meetings: who took part. */
  participants: string[];
  tags: string[];
  /** What led to it, in a sentence. */
  context?: string;
  /**
   * 0...1; 1 for what a member marked or accepted. An open action item or decision below 0.5 is a
   * maybe: it waits to be accepted (`status` set to `open`) or dismissed.
   */
  confidence: number;
  /** Why it is here, in words. */
  reason: string;
  /** What found it, such as `on-box 1` or a model's name; absent when a member marked it. */
  model?: string;
  /** The member who marked it; absent when it was found. */
  createdBy?: string;
  createdAt: number;
  updatedAt: number;
  /**
   * The message that says that the action item is done, or by which people agreed on a time to
   * meet; absent when a member set that.
   */
  report?: TaskReport;
  /**
   * A member changed its words, owner, due time, tags, context, participants or status. What they
   * changed is theirs.
   */
  isEdited: boolean;
  /**
   * Action items: when it was ticked off or reported done; absent while it is not, and where that
   * was before servers kept it.
   */
  completedAt?: number;
}

/** A message that says that a task is done. The task cites it too. */
export interface TaskReport {
  message: string;
  sender: string;
  /** Its words that say so, at most 160 characters. */
  text: string;
}

/** An insight with the conversation it belongs to. */
export interface PlacedInsight {
  conversation: string;
  insight: Insight;
}

/** A message that supports a claim. Opens by conversation and seq. */
export interface Citation {
  conversation: string;
  message: string;
  seq: number;
  sender: string;
  /** The cited words, at most 160 characters. */
  excerpt: string;
  createdAt: number;
}

/** A claim with the messages that support it. */
export interface CitedPoint {
  text: string;
  /** Whom the point is about, when it is about one person. */
  person?: string;
  /** Never empty: a claim without one is dropped. */
  citations: Citation[];
}

/** What an output cost and where its text went: shown to the user with every output. */
export interface AIReceipt {
  /** Such as `on-box 1`, or the model's name. */
  model: string;
  /** `this server`, or the host that the text was sent to. */
  place: string;
  /** Messages whose text was read. */
  messagesRead: number;
  /** Messages whose text left this server; 0 on the box. */
  messagesSent: number;
  inputTokens: number;
  outputTokens: number;
  milliseconds: number;
  /** Answered from an earlier output: nothing was computed or sent. */
  isCached: boolean;
  /** Said when something went otherwise than asked, such as a provider that did not answer. */
  notice?: string;
  /** Of the server that made it. */
  version?: string;
}

/** What a feature answered one user: private to them until they share it. */
export interface AIOutput {
  id: string;
  kind: 'summary' | 'digest' | 'answer' | 'meeting';
  /** Absent for what spans several conversations. */
  conversation?: string;
  title: string;
  /** Prose. Empty when nothing could be said; `points` are then empty too. */
  text: string;
  /** The claims, in reading order. */
  points: CitedPoint[];
  /** Who said what: one point a person. */
  contributions: CitedPoint[];
  /** Meetings only. */
  slots: MeetingSlot[];
  /** Answers: `false` when nothing supports an answer. */
  isFound: boolean;
  confidence: number;
  reason: string;
  receipt: AIReceipt;
  createdAt: number;
  /** When it is forgotten. */
  expiresAt: number;
  feedback?: 'helpful' | 'unhelpful';
  feedbackNote?: string;
  isDismissed: boolean;
  /** The message that shared it. */
  sharedAs?: string;
}

/** What a slot means for one participant. */
export interface Seat {
  user: string;
  /** IANA name. */
  timeZone: string;
  /** The start on the participant's clock, such as `Tue 09:30`. */
  localTime: string;
  isInWorkingHours: boolean;
  /** 0 is convenient; 1 is the middle of the night. */
  burden: number;
}

/** A time for a meeting, and what it means for each participant. */
export interface MeetingSlot {
  start: number;
  end: number;
  seats: Seat[];
  /** Why this one, and who bears it. */
  reason: string;
}

/** The priority of one message for one reader, with the reason. */
export interface PriorityVerdict {
  message: string;
  conversation: string;
  seq: number;
  sender: string;
  excerpt: string;
  createdAt: number;
  priority: 'urgent' | 'can_wait' | 'ai_handled';
  /** 0...1, higher first. */
  score: number;
  reason: string;
  /** The reader set it. */
  isCorrected: boolean;
  isUnread: boolean;
}

/**
 * That a message is urgent for one reader, and why: a row of their private feed. Without `reason`
 * it is the tombstone.
 */
export interface PriorityMark {
  message: string;
  /** Revision of the private feed at which this row last changed. */
  rev: number;
  conversation: string;
  /** Of the message: it is unread above the reader's `readSeq`. */
  seq: number;
  /** Absent once it is not urgent for the reader any more. */
  reason?: string;
  /** The reason is in the words of a connected model that has read the message. */
  isByModel?: boolean;
  /**
   * It counts until then: the server forgets the row after that, tombstone or not, and so do
   * clients.
   */
  until: number;
}

/** Hours of some days of the week, on the user's clock. */
export interface Hours {
  /** 1 is Monday, 7 Sunday. */
  days: number[];
  /** Minutes after midnight. An end before the start is on the next day. */
  start: number;
  end: number;
}

/** When somebody is reminded of their tasks. */
export interface ReminderTimes {
  isOn: boolean;
  /** Of a task that is due at a time. */
  minutesBefore: number;
  /** Of a task that is due on a day. */
  daysBefore: number;
  /** On that day, in minutes after midnight on the user's clock. */
  time: number;
}

/** When somebody gets a digest by itself. */
export interface DigestTimes {
  /** 1 is Monday, 7 Sunday. */
  days: number[];
  /** Minutes after midnight on the user's clock. */
  time: number;
  inApp: boolean;
  /** To the user's verified address, where the server sends mail. */
  byMail: boolean;
}

/** What a user wants of the AI: private to them. */
export interface AIPreferences {
  /** Off: nothing is shown, computed for, or sent on behalf of this user. */
  isOn: boolean;
  /**
   * Whether text that this user can read may go to the model that the server's owner has chosen.
   * Off: everything stays on the box.
   */
  allowsRemoteModels: boolean;
  urgentContacts: string[];
  urgentKeywords: string[];
  /** Only urgent contacts and keywords are urgent then. */
  focusHours: Hours[];
  workingHours: Hours[];
  tone: 'neutral' | 'brief' | 'friendly' | 'formal';
  /** Of summaries and answers by a model, ISO 639-1; the profile's without one. */
  language?: string;
  /** In a change, what is absent stays. */
  reminders?: ReminderTimes;
  /** In a change, what is absent stays. */
  digest?: DigestTimes;
}

/** A message that answers a search, with what surrounds it. */
export interface SmartSearchHit {
  citation: Citation;
  /** Part of the text, or of the words of `file`, matches between U+0002 and U+0003. */
  snippet: string;
  /** Name of the file that the snippet is of, when the message's own text has no match. */
  file?: string;
  score: number;
  /** Why it was found: `words`, `meaning`, or both. */
  matchedBy: string[];
}

/** One entry of a user's talk with the assistant. */
export interface AssistantMessage {
  id: string;
  role: 'user' | 'assistant';
  text: string;
  citations: Citation[];
  /**
   * Changes that the assistant wants to make: nothing happens until the user approves exactly
   * these.
   */
  proposals: ActionProposal[];
  receipt?: AIReceipt;
  createdAt: number;
}

/** A change that the assistant asks leave for. Carried out exactly as shown, as the user, once. */
export interface ActionProposal {
  id: string;
  /** Name of the function, such as `sendMessage`. */
  function: string;
  /** Its arguments as a JSON object. */
  arguments: string;
  /** What will happen, in words that name conversation, people and text. */
  summary: string;
  state: 'waiting' | 'done' | 'rejected' | 'failed';
  /** What came of it, or why it failed. */
  result?: string;
}

/** Something that the assistant keeps about its user; they can see and erase each one. */
export interface MemoryEntry {
  id: string;
  text: string;
  createdAt: number;
}

/** One call of a model for a user: what it cost and what text went where. */
export interface LedgerEntry {
  at: number;
  /** Operation, such as `summarizeThread`. */
  feature: string;
  model: string;
  /** `this server` or a host. */
  place: string;
  conversations: string[];
  /** Messages whose text was sent. */
  messagesSent: number;
  inputTokens: number;
  outputTokens: number;
  /** In millionths of a US dollar; absent when nobody has told the server the model's price. */
  cost?: number;
  isCached: boolean;
}

/** What this server's intelligence can do for me now. */
export interface AIStatus {
  /** Off for the whole server. */
  isOn: boolean;
  /** Whether meaning is searched too; `false` means keywords only. */
  hasEmbeddings: boolean;
  /** The model's name, when the owner has chosen one. */
  model?: string;
  /** Where its text goes; `this server` without one. */
  place: string;
  requestsToday: number;
  requestsADay: number;
  /** Messages not yet worked on. */
  waitingMessages: number;
  /** The model elsewhere that embeds messages and queries too, when the owner has chosen one. */
  embeddingModel?: string;
  /** Why it does not work now, in words; searching then goes by this server's own. */
  embeddingNotice?: string;
}

/** A former text of a message: what stood there until the edit `id` replaced it at `at`. */
export interface MessageEdit {
  id: string;
  text: string;
  at: number;
}

/**
 * A committed message as the server's row has it. A message that is still in an outbox has no row.
 */
export interface Message {
  id: string;
  /** Position in the conversation, 1..n without a gap; the only thing that orders messages. */
  seq: number;
  rev: number;
  sender: string;
  /** Empty once deleted. */
  text: string;
  createdAt: number;
  replyTo?: string;
  /** Counts on when `edits` no longer grows. */
  editCount?: number;
  editedAt?: number;
  /** At most 10 former texts, oldest first. */
  edits?: MessageEdit[];
  deletedAt?: number;
  deletedBy?: string;
  /** At most 10. None once deleted. */
  attachments?: Attachment[];
}

/** All rows of a feed that changed in `(fromRev, toRev]`, or the whole window when `reset`. */
export interface Window {
  feed: string;
  /**
   * Absent only in the answer to a repeated request: the rows are current but no range is claimed.
   */
  fromRev?: number;
  toRev?: number;
  reset?: boolean;
  /** In a window: seq of the oldest message it holds, 1 when there is none older. */
  windowStart?: number;
  /** In a window: the asker's unread messages with `seq < windowStart`. */
  unreadBefore?: number;
  conversation?: Conversation;
  members?: Member[];
  messages?: Message[];
  /** What was found in the conversation or marked in it. */
  insights?: Insight[];
  settings?: Settings[];
  /** Of the private feed. */
  reminders?: Reminder[];
  /** Of the private feed. */
  opinions?: Opinion[];
  /** Of the private feed: what is urgent for its user. */
  priorities?: PriorityMark[];
  profile?: Profile;
  /**
   * Of which history the revisions are; only said outside a socket, whose welcome has said it for
   * all that follows.
   */
  history: string;
  /**
   * Of which trace the message is (W3C Trace Context); only in frames, and only where the message
   * is traced.
   */
  traceparent?: string;
}

/** Older or newer history of a conversation, oldest first. */
export interface Page {
  conversation: string;
  messages: Message[];
  /**
   * Seq of the oldest message that a client holds after joining this page to its window; 1 when
   * there is none older.
   */
  windowStart: number;
  /** The asker's unread messages with `seq < windowStart`. */
  unreadBefore: number;
  /** More in the asked direction. */
  hasMore?: boolean;
  /** As in a window. */
  history: string;
}

/** A message that matches a search, with the matching part of its text. */
export interface SearchResult {
  conversation: string;
  message: Message;
  /**
   * Part of the message's text, or of the words of `file`, with each match between U+0002 and
   * U+0003.
   */
  snippet: string;
  /** Name of the file that the snippet is of, when the message's own text has no match. */
  file?: string;
}

/** A connection to a language model as it is kept. The key is never told. */
export interface ModelConnection {
  kind: 'openai' | 'anthropic' | 'ollama' | 'compatible';
  /** Up to the version, such as `https://api.openai.com/v1`. */
  address: string;
  model: string;
  key: 'none' | 'kept' | 'unreadable';
  /** The last four characters of a key that is long enough for them to tell nothing else. */
  keyEnding?: string;
  /**
   * For a million tokens that the model reads. Absent, as `outputPrice` is then: nobody has said.
   */
  inputPrice?: number;
  /** For a million tokens that the model writes. */
  outputPrice?: number;
  setBy: string;
  setAt: number;
}

/** A connection to a language model as an admin wants it. It replaces the one before. */
export interface ModelConnectionForm {
  kind: 'openai' | 'anthropic' | 'ollama' | 'compatible';
  /** Up to the version. Absent: the usual one of `openai`, `anthropic` and `ollama`. */
  address?: string;
  /** As its provider names it. */
  model: string;
  /** Absent: the key that is kept for the same kind and address, if there is one. */
  key?: string;
  /** For a million tokens. Absent, as `outputPrice` is then: the usual price where it is known. */
  inputPrice?: number;
  outputPrice?: number;
  /** 0 to 100: of all people, who get it. Absent: as the feature `model` says. */
  percentage?: number;
}

/** Which model the server asks, and who says so. */
export interface ModelConnectionState {
  source: 'none' | 'stored' | 'options';
  /** That is asked now. Absent: none is. */
  model?: string;
  /** Where its text goes. */
  place?: string;
  /** Of all people, who get it: the feature `model`. */
  percentage: number;
  /** Nobody gets it, whatever the percentage is. */
  isStopped: boolean;
  /** What is kept, in use or not. */
  connection?: ModelConnection;
}

/** A server of models that was found on the machine. */
export interface ModelServer {
  kind: 'openai' | 'anthropic' | 'ollama' | 'compatible';
  /** For a `ModelConnectionForm`. */
  address: string;
  /** `false`: it is there and still loads its model. */
  isReady: boolean;
  models: string[];
}

/** Servers of models on the server's own machine. */
export interface ModelServers {
  servers: ModelServer[];
}

/** What the connected model and the server's own engine are compared on. */
export interface ModelComparisonForm {
  conversation: string;
  /** 1 to 31: the last so many. Absent: 7. */
  days?: number;
}

/** The same messages as the server's own engine and as the connected model read them. */
export interface ModelComparison {
  /** Of the conversation. */
  title: string;
  /** That were read. */
  messages: number;
  /** By the server. */
  own: ModelReading;
  model: string;
  place: string;
  /** By the model. Absent when it gave none. */
  other?: ModelReading;
  /** Why it gave none, and what can be done. */
  problem?: string;
  milliseconds: number;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of the currency of the prices. Absent: no price is known. */
  cost?: number;
}

/** What messages were read as, a line each. */
export interface ModelReading {
  summary: string[];
  tasks: string[];
  decisions: string[];
}

/** Which connection is to be tried. */
export interface ModelTrialForm {
  /** Tried without being kept. Absent: the model that is asked now. */
  connection?: ModelConnectionForm;
}

/** What a model answered to one small question. */
export interface ModelTrial {
  model: string;
  place: string;
  /** Absent when it gave none. */
  answer?: string;
  /** Why it gave none, and what can be done. */
  problem?: string;
  milliseconds: number;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of the currency of the prices. Absent: no price is known. */
  cost?: number;
}

/** How the server reaches devices that are not connected. */
export interface PushOffer {
  /** Those that the server can use now: `web`, `apns`, `fcm`. */
  services: string[];
  /** Key of the server for `web`: an uncompressed point of P-256 in base64url. */
  webKey?: string;
  /** By which this session gets notifications. */
  registered?: 'web' | 'apns' | 'fcm';
}

/** Where the notifications of a session go. */
export interface PushSubscription {
  service: 'web' | 'apns' | 'fcm';
  /** The `endpoint` of a browser's subscription, or the token that the system gave the app. */
  address: string;
  /** For `web`: `p256dh` of the subscription. */
  publicKey?: string;
  /** For `web`: `auth` of the subscription. */
  secret?: string;
  /** For `apns`; `production` when absent. */
  environment?: 'development' | 'production';
}

/** What became of notifications. */
export interface PushOutcomes {
  outcomes: PushOutcomeCount[];
}

/** How many notifications of a service came to the same. */
export interface PushOutcomeCount {
  service: 'web' | 'apns' | 'fcm';
  /** `waiting` for those that are still to be sent. */
  outcome: string;
  count: number;
}

/** What `POST /v1/notifications/lookup` takes. */
export interface NotificationLookupRequest {
  ticket: string;
}

/** What a browser shows of a message or a reminder. */
export interface NotificationContent {
  conversation?: string;
  message?: string;
  /** What is shown is this, and no message that came. */
  reminder?: string;
  /** Who sent it, and in which group. */
  title: string;
  body: string;
  /** Messages that are unread, but for muted conversations. */
  badge: number;
}

/** A group, as an admin who is not in it sees it. */
export interface ConversationOverview {
  id: string;
  name: string;
  /** People who are in it now. */
  members: number;
  /** All that were ever posted; deleted ones count. */
  messages: number;
  createdAt: number;
  lastMessageAt?: number;
  isIntelligenceOn: boolean;
}

/** Groups, oldest first. */
export interface ConversationOverviews {
  conversations: ConversationOverview[];
  /** For `after`: there are more. */
  next?: string;
}

/** How much a workspace has. */
export interface WorkspaceTotals {
  /** Accounts that may sign in. */
  people: number;
  /** Accounts that may not. */
  disabled: number;
  groups: number;
  directConversations: number;
  /** All that were ever posted; deleted ones count. */
  messages: number;
  /** Of all files together. */
  fileBytes: number;
  /** That all files together may have. */
  mostFileBytes: number;
  /** That one person's files may have. */
  mostFileBytesEach: number;
}

/** What a feature of the AI did with a model, for all people together. */
export interface AIUse {
  /** Operation, such as `summarizeThread`. */
  feature: string;
  model: string;
  /** `this server` or a host. */
  place: string;
  requests: number;
  /** Of those, answered from an earlier output. */
  cached: number;
  inputTokens: number;
  outputTokens: number;
  /**
   * In millionths of a US dollar; absent when nobody has told the server the price of some of it.
   */
  cost?: number;
}

/** How people found what the AI made, as far as they have said so. */
export interface AIRating {
  /** Of an output, such as `summary`, or the subject of an opinion, such as `priority`. */
  kind: string;
  model: string;
  /** Of the server that made it; empty where that was before it was noted. */
  version: string;
  helpful: number;
  unhelpful: number;
}

/** What the AI of the workspace did, what it cost, and how people found it. */
export interface AIUsage {
  since: number;
  /** The most requests first. */
  uses: AIUse[];
  /** Of outputs that are still kept, and of opinions. */
  ratings: AIRating[];
}

/** A person of the workspace as everyone in it may see them. */
export interface User {
  id: string;
  name: string;
  email: string;
  /** Reference to a photo; initials are shown without one. */
  photo?: string;
  /** IANA name, such as `Europe/Berlin`. */
  timeZone?: string;
}

/** What a user sees of themselves: the profile row of their private feed. */
export interface Profile {
  id: string;
  rev: number;
  email: string;
  name: string;
  photo?: string;
  /** IANA name, such as `Europe/Berlin`. */
  timeZone?: string;
  /** Such as `en-GB`; formats dates and numbers. */
  locale?: string;
  /** ISO 639-1 code of the language that the user reads. */
  language?: string;
  workspaceRole: 'member' | 'admin';
  /** Which of the features that admins roll out they do not have. */
  disabledFeatures?: string[];
  /** Whether clients of this user tell how long things take in them (`ClientEvent`). */
  sendsEvents?: boolean;
  createdAt: number;
  /** When they last showed that the address is theirs. */
  emailVerifiedAt?: number;
}

/** A change of some of a profile: an absent key leaves a value as it is, `null` clears it. */
export interface ProfilePatchRequest {
  name?: string;
  photo?: string | null;
  timeZone?: string | null;
  locale?: string | null;
  language?: string | null;
  sendsEvents?: boolean;
}

/** Whether a user is there. Never stored but for `lastSeen`. */
export interface Presence {
  user: string;
  state: 'online' | 'away' | 'offline';
  lastSeen?: number;
}

/** A signed-in device of a user. */
export interface DeviceSession {
  id: string;
  /** What the device calls itself, such as `Safari on Mac`. */
  device: string;
  createdAt: number;
  lastSeenAt: number;
  /** Whether this is the session that asks. */
  current?: boolean;
}

/** What is said of the workspace to whoever comes to it, also without an account. */
export interface Workspace {
  /** Absent until an admin has given one. */
  name?: string;
  registration: 'open' | 'invitation' | 'domain' | 'closed';
  /**
   * Where the addresses of people are who may have an invitation sent to them, such as
   * `example.org`.
   */
  domains?: string[];
  /** Whether it takes what clients tell of how long things take in them. */
  collectsEvents?: boolean;
  /** Whether the server sends mail: invitations, and links for new passwords. */
  sendsMail?: boolean;
  /** Whether the server's options say who may register, so that nobody can change it here. */
  isFixed?: boolean;
  /** Whether nobody has an account yet: the first one administers the workspace. */
  isNew?: boolean;
  /** With which other accounts people can sign in. */
  providers?: IdentityProvider[];
  /** Whether people sign in with one of these only, and never with a password. */
  hasNoPasswords?: boolean;
}

/** A service that says who somebody is, by OpenID Connect. */
export interface IdentityProvider {
  /** Lowercase letters, digits and hyphens. */
  id: string;
  /** What people call it, such as `Google`. */
  name: string;
}

/** An account elsewhere with which its owner can sign in here. */
export interface LinkedIdentity {
  provider: IdentityProvider;
  linkedAt: number;
}

/** A change of some of the workspace: an absent key leaves a value as it is. */
export interface WorkspacePatchRequest {
  name?: string;
  registration?: 'open' | 'invitation' | 'domain' | 'closed';
  /** Of `domain`: replaces the former ones. */
  domains?: string[];
  collectsEvents?: boolean;
}

/** A way into the workspace for those who are given its token. */
export interface Invitation {
  id: string;
  createdAt: number;
  /** Absent when the server's command line made it. */
  createdBy?: string;
  role: 'member' | 'admin';
  /** Groups that who comes is added to: those of them that the asker is in. */
  conversations: string[];
  /** The one address that it is for, where it was sent there. */
  email?: string;
  maximumUses: number;
  uses: number;
  expiresAt: number;
  /** Since when it has been withdrawn. */
  endedAt?: number;
}

/** What its user is reminded of, and when: a row of their private feed. `over` is the tombstone. */
export interface Reminder {
  id: string;
  /** Revision of the private feed at which this row last changed. */
  rev: number;
  kind: 'task' | 'message' | 'note' | 'digest';
  state: 'waiting' | 'due' | 'over';
  /** When it reminds, or did. */
  at: number;
  /** Of what. Empty when its user may not read it any more, and once it is over. */
  text: string;
  /** Where the message or the task is; absent once its user may not read it any more. */
  conversation?: string;
  /** The message, or the main one of the task. */
  message?: string;
  /** Of a task. */
  insight?: string;
  /** The digest that is there. */
  output?: string;
  /** When the task is due. */
  dueAt?: number;
  createdAt: number;
}

/** What somebody wants to be reminded of: a message, or words of their own. */
export interface ReminderRequest {
  /** Made by the client so that a retry makes one. */
  id: string;
  at: number;
  /** The beginning of the message when absent. */
  text?: string;
  conversation?: string;
  /** Of that conversation. */
  message?: string;
}

/** Later, or done. */
export interface ReminderChange {
  /** It reminds then, once more. */
  at?: number;
  isDone?: boolean;
}

/** The asker's reminders that are not over, those that have reminded first, then by time. */
export interface RemindersResponse {
  reminders: Reminder[];
}

/** The token of a link in a letter. */
export interface UnsubscribeRequest {
  token: string;
}

/**
 * Whether something that the AI shows of a message helps its reader: a row of their private feed.
 * Without `feedback` it is the tombstone.
 */
export interface Opinion {
  /** `subject:message`. */
  id: string;
  /** Revision of the private feed at which this row last changed. */
  rev: number;
  subject: 'digest' | 'priority' | 'action_item' | 'decision' | 'scheduling';
  conversation: string;
  message: string;
  feedback?: 'helpful' | 'unhelpful';
}

/** What the asker thinks of it; an absent `feedback` takes it back. */
export interface OpinionRequest {
  feedback?: 'helpful' | 'unhelpful';
}

/** What `POST /v1/accounts` takes. */
export interface SignUpRequest {
  email: string;
  password: string;
  name: string;
  device?: string;
  timeZone?: string;
  locale?: string;
  language?: string;
  /** The token of an invitation. */
  invitation?: string;
}

/** What `POST /v1/invitations` takes. */
export interface CreateInvitationRequest {
  /** Sends the invitation there; then only that address may use it, once. */
  email?: string;
  role?: 'member' | 'admin';
  /** Groups that the asker may add people to. */
  conversations?: string[];
  /** 1 to 1,000; 1 when absent. */
  maximumUses?: number;
  /** Until it expires: 1 to 365; 7 when absent. */
  days?: number;
}

/** An invitation with its token, which the server says this once. */
export interface CreatedInvitation {
  invitation: Invitation;
  token: string;
}

/** All invitations, newest first. */
export interface Invitations {
  invitations: Invitation[];
}

/** An account as admins of the workspace see it. */
export interface AccountSummary {
  user: User;
  role: 'member' | 'admin';
  isDisabled?: boolean;
  createdAt: number;
  lastSeen?: number;
  /** Who made the invitation that they came by. */
  invitedBy?: string;
  /** They have shown that the address is theirs. */
  isVerified?: boolean;
}

/** All accounts in the order in which they were made. */
export interface Accounts {
  accounts: AccountSummary[];
}

/** What `PATCH /v1/accounts/{id}` takes: an absent key leaves a value as it is. */
export interface AccountPatchRequest {
  role?: 'member' | 'admin';
  isDisabled?: boolean;
  /** The account's new address, or its present one: it counts as verified from now on. */
  email?: string;
}

/** A password that was made up, said this once. */
export interface MadePassword {
  password: string;
}

/** What `POST /v1/invitations/request` takes. */
export interface InvitationWishRequest {
  email: string;
}

/** What became of letters. */
export interface MailOutcomes {
  outcomes: MailOutcomeCount[];
}

/** How many letters came to the same. */
export interface MailOutcomeCount {
  /** `accepted`, `rejected`, `exhausted`, or `waiting` for those that are still to be sent. */
  outcome: string;
  count: number;
  /** What the mail server said of the last of them. */
  detail?: string;
}

/** Part of the audit log, newest first. */
export interface AuditPage {
  entries: AuditEntry[];
  /** `before` of the next page; absent behind the oldest entry. */
  next?: number;
}

/** What somebody did. docs/audit.md says what each kind has, and what the hash is of. */
export interface AuditEntry {
  number: number;
  at: number;
  /** `account:` and the id, `command-line`, `server` or `nobody`. */
  actor: string;
  session?: string;
  /** Of the network; absent where it was not known, or was erased. */
  address?: string;
  /** Hexadecimal, as the hashes. */
  salt?: string;
  /** SHA-256 of the salt and the address. */
  addressHash?: string;
  kind: string;
  /** `account:`, `session:`, `invitation:` or `conversation:`, and the id. */
  subject?: string;
  detail?: string;
  /** `done`, or the code of the refusal. */
  outcome: string;
  /** The hash of the entry before. */
  before: string;
  hash: string;
}

/** What was found of the whole audit log. */
export interface AuditVerification {
  entries: number;
  /** Of the newest entry, which tells of this verification. */
  number: number;
  /** Of that entry: keep it elsewhere. */
  hash: string;
  /** What is wrong; absent when nothing is. */
  finding?: string;
}

/** What `POST /v1/password-resets` takes. */
export interface PasswordResetRequest {
  email: string;
}

/** What `POST /v1/password-resets/use` takes. */
export interface PasswordResetUse {
  token: string;
  password: string;
}

/** What `POST /v1/me/email` takes. */
export interface EmailChangeRequest {
  /** The new address, or the present one, to verify it. */
  email: string;
  password: string;
}

/** What `POST /v1/email-changes/use` takes. */
export interface EmailChangeUse {
  token: string;
}

/** The address that an account has from now on. */
export interface EmailChanged {
  email: string;
}

/** What `POST /v1/invitations/lookup` takes. */
export interface InvitationLookupRequest {
  token: string;
}

/** What an invitation says to who was given it. */
export interface InvitationPreview {
  /** The name of the workspace. */
  workspace?: string;
  /** Who made the invitation. */
  invitedBy?: string;
  /** The one address that it is for. */
  email?: string;
  expiresAt: number;
}

/** What `POST /v1/sessions` takes. */
export interface SignInRequest {
  email: string;
  password: string;
  device?: string;
}

/** What `POST /v1/sessions/refresh` takes. */
export interface RefreshRequest {
  refreshToken: string;
}

/** What `PUT /v1/me/password` takes. */
export interface PasswordChangeRequest {
  current: string;
  new: string;
}

/** What `DELETE /v1/me` takes. */
export interface DeleteAccountRequest {
  password: string;
}

/** What `POST /v1/me/export` takes. */
export interface AccountExportRequest {
  password: string;
}

/** What `POST /v1/conversations` takes. `members` are the others. */
export interface CreateConversationRequest {
  kind: 'direct' | 'group';
  members: string[];
  name?: string;
  id?: string;
}

/**
 * What `PATCH /v1/conversations/{id}` takes: an absent key leaves a value as it is, `null` clears
 * the photo.
 */
export interface ConversationPatchRequest {
  name?: string;
  photo?: string | null;
}

/** What `POST /v1/conversations/{id}/members` takes. */
export interface AddMembersRequest {
  users: string[];
}

/** What `PATCH /v1/conversations/{id}/members/{user}` takes. */
export interface RoleRequest {
  role: 'member' | 'admin';
}

/** What `POST /v1/conversations/{id}/messages` takes. */
export interface PostMessageRequest {
  id: string;
  /** May be empty when files go with it. */
  text: string;
  replyTo?: string;
  /** Files that the asker has uploaded. */
  attachments?: AttachmentReference[];
}

/** What `PATCH /v1/conversations/{id}/messages/{message}` takes. */
export interface EditMessageRequest {
  editId: string;
  text: string;
}

/** What `PUT /v1/conversations/{id}/read` takes. */
export interface ReadRequest {
  seq: number;
  markUnread?: boolean;
}

/** What `PUT /v1/conversations/{id}/delivered` takes. */
export interface DeliveredRequest {
  seq: number;
}

/** A session with its tokens: the answer to signing up, signing in and refreshing. */
export interface Session {
  user: Profile;
  session: string;
  accessToken: string;
  accessExpiresAt: number;
  refreshToken: string;
}

/** The asker's sessions, newest first. */
export interface Sessions {
  sessions: DeviceSession[];
}

/** People of the workspace, best match first. */
export interface Users {
  users: User[];
}

/** A conversation and the rev of its feed. */
export interface FeedRev {
  id: string;
  rev: number;
}

/** The asker's conversations. */
export interface Conversations {
  conversations: FeedRev[];
}

/** Matching messages, newest first; `next` is passed back as `before`. */
export interface SearchResults {
  results: SearchResult[];
  next?: string;
}

/** Whether the server accepts work. */
export interface Health {
  status: string;
  version: string;
}

/** A refusal as problem details (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  /** Whether trying again may help. */
  retry?: boolean;
  /** Seconds to wait before. */
  retryAfter?: number;
}

/** This description. */
export interface OpenAPIDocument {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, unknown>;
  components: Record<string, unknown>;
}

/** For how long messages are kept. A change replaces it. */
export interface Retention {
  /** 1 to 3650; 0 keeps them for ever. */
  days: number;
}

/** A conversation that is kept otherwise than the workspace says. */
export interface ConversationRetention {
  conversation: string;
  kind: 'direct' | 'group';
  /** Groups only. */
  name?: string;
  /** Of its own, as in `Retention`. Absent: as the workspace says. */
  days?: number;
  /** A legal hold: nothing in it is erased. */
  isHeld: boolean;
}

/** For how long messages are kept, and what is held. */
export interface RetentionOverview {
  /** In the workspace; 0 keeps them for ever. */
  days: number;
  /** With a rule of their own, or held; oldest first. */
  conversations: ConversationRetention[];
  /** Held: nothing that they wrote is erased. */
  people: User[];
}

/** A legal hold that is set or lifted. */
export interface HoldRequest {
  isHeld: boolean;
}

/** What `POST /v1/openid/sign-ins` and `POST /v1/me/identities` take. */
export interface OpenIDStartRequest {
  provider: string;
  /**
   * Where the browser goes at the end: `web`, `app`, or `http://127.0.0.1:PORT/` of this device.
   */
  returnTo: string;
  /** Of the account that is to be linked, where it has one that may be used. */
  password?: string;
}

/** A sign-in that has begun. It ends after ten minutes. */
export interface OpenIDStart {
  /** Belongs to whoever has begun: it never leaves the client but to this server. */
  token: string;
  /** Comes back with the browser: an answer with another one is not for this sign-in. */
  state: string;
  /** Where the browser is sent. */
  address: string;
}

/**
 * What `POST /v1/openid/claims` takes: the answer of the provider, or what the step before has
 * asked for.
 */
export interface OpenIDClaimRequest {
  /** Of the start, or of the step before. */
  token: string;
  /** As the browser has brought it, like `state` and `issuer`. */
  code?: string;
  state?: string;
  /** The query's `iss`. */
  issuer?: string;
  /** Of the account that is to be linked. */
  password?: string;
  /** Of the account that is to be made. */
  name?: string;
  /** The token of an invitation. */
  invitation?: string;
  device?: string;
  timeZone?: string;
  locale?: string;
  language?: string;
}

/** What has come of a sign-in, or what it needs next. */
export interface OpenIDClaim {
  next: 'signedIn' | 'linked' | 'password' | 'account';
  /** Of `signedIn`. */
  session?: Session;
  /** Of `password` and `account`: for the request that follows. */
  token?: string;
  /** Of `password` and `account`: as the provider has verified it. */
  email?: string;
  /** Of `account`: as the provider knows it. */
  name?: string;
}

/** Where a person ends the session of a provider. */
export interface OpenIDSignOut {
  /** Absent where the provider does not offer that, or cannot be reached. */
  address?: string;
}

/** The asker's, in the order of the server's providers. */
export interface LinkedIdentities {
  identities: LinkedIdentity[];
  /** Whether the asker can sign in with a password too. */
  hasPassword: boolean;
}
