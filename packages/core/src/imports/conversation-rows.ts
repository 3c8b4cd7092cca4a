/** Rows of an imported conversation, as they would be had it taken place here. */
import { createHash } from 'node:crypto';
import { attachmentsPerMessageMax, attachmentNameMaxLength } from '@parley/contracts/messages/limits';
import { subjectMaxLength } from '@parley/contracts/conversations/limits';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { ImportedMessage, ImportedOf } from '@parley/contracts/imports/records';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { derivedId } from '../derived-id.ts';
import { cleanFileName } from '../files/file-name.ts';
import type { Tally } from './tally.ts';
import { adopt } from './text.ts';

type Row = Record<string, unknown>;

/** Ours for what the conversation refers to. */
export interface ConversationPlace {
  importId: string;
  accountKey: string;
  visitorId: string;
  customerName: string | null;
  customerEmail: string | null;
  isBlocked: boolean;
  websiteId: string | null;
  websiteDomain: string | null;
  mailboxId: string | null;
  isMail: boolean;
  isClosed: boolean;
  tagIds: readonly string[];
  attributes: StoredAttributes;
  /** Returns our user for a member of their team. */
  userOf(externalId: string | null | undefined): { id: string; name: string } | undefined;
  storesFiles: boolean;
}

export interface ConversationRows {
  id: string;
  conversation: Row;
  messages: Row[];
  activities: Row[];
  answers: Row[];
  firstAnswers: Row[];
  files: Row[];
}

/** Longest preview of a message in lists. */
const previewLength = 300;

/** Returns a UUID of version 7 from a time and parts: equal for the same parts, and in the order of time. */
export function datedId(at: string, ...parts: readonly string[]): string {
  const time = Date.parse(at).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** Message that is stored, with its text and files. */
interface Kept {
  message: ImportedMessage;
  content: string;
  markdown: string | null;
  files: NonNullable<ImportedMessage['files']>;
}

export function conversationRows(
  record: ImportedOf<'conversation'>,
  place: ConversationPlace,
  tally: Tally,
): ConversationRows {
  const id = datedId(record.createdAt, place.accountKey, 'conversation', record.id);
  const rows: ConversationRows = {
    id,
    conversation: {},
    messages: [],
    activities: [],
    answers: [],
    firstAnswers: [],
    files: [],
  };
  const waiting: number[] = [];
  let customerMessages = 0;
  let firstByRepresentative: Row | undefined;
  let lastByRepresentative: Row | undefined;
  for (const kept of keptMessages(record, place, tally)) {
    const { message, content, markdown } = kept;
    const { createdAt } = message;
    const user = message.sender === 'user' ? place.userOf(message.userId) : undefined;
    const name = user?.name ?? cleanLine(message.name ?? '', 120);
    const seq = rows.messages.length;
    if (message.isNote) {
      const activityNo = rows.activities.length + 1;
      rows.activities.push(noteRow(kept, { id, activityNo, seq, user, name, place }));
      rows.files.push(...fileRows(kept, { id, activityNo }, place, user?.id));
      continue;
    }
    const isCustomer = message.sender === 'customer';
    if (isCustomer) customerMessages += 1;
    const row = {
      conversation_id: id,
      seq: seq + 1,
      id: datedId(createdAt, place.accountKey, 'message', record.id, message.id),
      sender_type: isCustomer ? 'customer' : message.sender === 'assistant' ? 'ai' : 'representative',
      sender_id: isCustomer ? place.visitorId : (user?.id ?? null),
      sender_name: isCustomer ? (place.customerName ?? (name || null)) : name || null,
      content,
      markdown,
      via: message.sender === 'assistant' ? 'ai' : place.isMail ? 'email' : isCustomer ? 'widget' : 'dashboard',
      customer_message_count: customerMessages,
      attachment_ids: kept.files.length === 0 ? null : kept.files.map((file) => fileIdOf(file.id, message, id, place)),
      created_at: createdAt,
      message_type: 'text',
    };
    rows.messages.push(row);
    rows.files.push(...fileRows(kept, { id, seq: seq + 1 }, place, isCustomer ? undefined : user?.id));
    const at = Date.parse(createdAt);
    if (isCustomer) {
      waiting.push(at);
      continue;
    }
    if (waiting.length > 0) {
      rows.answers.push(answerRow(row, waiting, at));
      rows.firstAnswers.push(...firstAnswerRows(row, waiting, at, { customerMessages, firstByRepresentative }));
    }
    waiting.length = 0;
    if (row.sender_type !== 'representative') continue;
    firstByRepresentative ??= row;
    lastByRepresentative = row;
  }
  const { isClosed } = place;
  const closedAt = isClosed ? closingTime(record) : null;
  if (closedAt !== null) rows.activities.push(closingRow(rows, closedAt, place));
  const last = rows.messages.at(-1);
  const waitingSince = !isClosed && waiting[0] !== undefined ? new Date(waiting[0]).toISOString() : null;
  rows.conversation = {
    ...columnsOf(record, place, id),
    status: isClosed ? 'closed' : waitingSince === null ? 'active' : 'waiting',
    last_seq: rows.messages.length,
    imported_seq: rows.messages.length,
    last_activity_no: rows.activities.length,
    last_message_id: last?.id ?? null,
    last_message_sender_type: last?.sender_type ?? null,
    last_message_sender_id: last?.sender_id ?? null,
    last_message_sender_name: last?.sender_name ?? null,
    last_message_preview: last ? previewOf(last, rows.files) : null,
    last_message_at: last?.created_at ?? null,
    last_activity_at: last?.created_at ?? record.createdAt,
    customer_message_count: customerMessages,
    customer_messages_read: customerMessages,
    customer_read_seq: rows.messages.length,
    customer_delivered_seq: rows.messages.length,
    staff_read_seq: rows.messages.length,
    staff_delivered_seq: rows.messages.length,
    emailed_until_seq: rows.messages.length,
    representative_seq: lastByRepresentative?.['seq'] ?? 0,
    representative_seq_by: lastByRepresentative?.['sender_id'] ?? null,
    waiting_since: waitingSince,
    closed_at: closedAt,
    updated_at: last?.created_at ?? record.createdAt,
  };
  return rows;
}

function columnsOf(record: ImportedOf<'conversation'>, place: ConversationPlace, id: string): Row {
  return {
    id,
    website_id: place.websiteId,
    website_domain: place.websiteDomain,
    mailbox_id: place.mailboxId,
    channel: place.isMail ? 'email' : 'widget',
    visitor_id: place.visitorId,
    customer_email: place.customerEmail,
    customer_name: place.customerName,
    mail_token: createHash('sha256').update(`${place.accountKey}\n${record.id}\nmail`).digest('hex').slice(0, 16),
    subject: cleanLine(record.subject ?? '', subjectMaxLength) || null,
    assigned_representative_id: place.userOf(record.assigneeId)?.id ?? null,
    is_ai_assisted: false,
    ai_epoch: 0,
    hidden: false,
    tag_ids: place.tagIds,
    attributes: place.attributes,
    priority: record.priority ?? 'normal',
    is_blocked: place.isBlocked,
    other_representative_seq: 0,
    unanswered_count: 0,
    unanswered_offset_seconds: 0,
    last_edit_no: 0,
    snooze_wakes_on_reply: true,
    merged_ids: [],
    participants: [],
    related_ids: [],
    mail_state: 'none',
    sla_stale: false,
    rating: 'none',
    is_to_follow_up: false,
    created_at: record.createdAt,
  };
}

/** Returns the messages to store, each id once, and notes what is left out. */
function* keptMessages(record: ImportedOf<'conversation'>, place: ConversationPlace, tally: Tally): Generator<Kept> {
  const seen = new Set<string>();
  for (const message of record.messages) {
    const kind = message.isNote ? 'note' : 'message';
    if (seen.has(message.id)) {
      tally.skip(kind, 'collision', message.id);
      continue;
    }
    seen.add(message.id);
    const { content, markdown, isShortened } = adopt(message);
    const files = takenFiles(message, place, tally);
    if (content === '' && files.length === 0) {
      tally.skip(kind, 'empty', message.id);
      continue;
    }
    if (isShortened) tally.note(kind, 'shortened', message.id);
    tally.count(kind, 'created');
    tally.count('file', 'created', files.length);
    yield { message, content, markdown, files };
  }
}

function takenFiles({ files = [] }: ImportedMessage, { storesFiles }: ConversationPlace, tally: Tally): Kept['files'] {
  const taken: Kept['files'] = [];
  for (const file of files) {
    if (!storesFiles || taken.length >= attachmentsPerMessageMax) tally.skip('file', 'limit', file.name);
    else if (!/^https?:\/\//.test(file.url)) tally.skip('file', 'file_address', file.name);
    else taken.push(file);
  }
  return taken;
}

const fileIdOf = (fileId: string, { id }: ImportedMessage, conversationId: string, place: ConversationPlace): string =>
  derivedId('imported file', place.importId, conversationId, id, fileId);

function fileRows(
  { message, files }: Kept,
  at: { id: string; seq?: number; activityNo?: number },
  place: ConversationPlace,
  userId: string | undefined,
): Row[] {
  return files.map((file) => ({
    id: fileIdOf(file.id, message, at.id, place),
    visitor_id: message.sender === 'customer' ? place.visitorId : null,
    user_id: userId ?? null,
    conversation_id: at.id,
    seq: at.seq ?? null,
    activity_no: at.activityNo ?? null,
    state: 'receiving',
    name: cleanFileName(file.name).slice(0, attachmentNameMaxLength),
    size: file.size ?? 0,
    source: { channel: 'import', reference: file.url },
    received: 0,
    created_at: message.createdAt,
    updated_at: new Date().toISOString(),
  }));
}

function noteRow(
  { message, content, markdown, files }: Kept,
  {
    id,
    activityNo,
    seq,
    user,
    name,
    place,
  }: {
    id: string;
    activityNo: number;
    seq: number;
    user: { id: string } | undefined;
    name: string;
    place: ConversationPlace;
  },
): Row {
  return {
    ...activityRow(id, activityNo, seq, message.createdAt),
    kind: 'noted',
    cause: user ? { by: 'representative', userId: user.id } : { by: 'import', name: name || null },
    before: {},
    after: {},
    body: content,
    markdown,
    client_note_id: derivedId('imported note', place.accountKey, id, message.id),
    attachment_ids: files.length === 0 ? null : files.map((file) => fileIdOf(file.id, message, id, place)),
  };
}

const closingRow = ({ id, activities, messages }: ConversationRows, at: string, place: ConversationPlace): Row => ({
  ...activityRow(id, activities.length + 1, messages.length, at),
  kind: 'closed',
  cause: { by: 'import', name: null },
  before: { status: 'active' },
  after: { status: 'closed' },
  body: null,
  markdown: null,
  client_note_id: derivedId('imported closing', place.accountKey, id),
  attachment_ids: null,
});

const activityRow = (id: string, activityNo: number, afterSeq: number, createdAt: string): Row => ({
  conversation_id: id,
  activity_no: activityNo,
  after_seq: afterSeq,
  created_at: createdAt,
  is_copied: true,
});

/** A conversation ends with its last message, where the other product doesn't say when. */
function closingTime({ closedAt, createdAt, messages }: ImportedOf<'conversation'>): string {
  const last = messages.at(-1)?.createdAt ?? createdAt;
  return closedAt && Date.parse(closedAt) > Date.parse(last) ? closedAt : last;
}

function answerRow(row: Row, waiting: readonly number[], at: number): Row {
  return {
    conversation_id: row['conversation_id'],
    seq: row['seq'],
    sender_type: row['sender_type'],
    sender_id: row['sender_id'],
    customer_messages: waiting.length,
    waited_seconds: waiting.reduce((sum, since) => sum + Math.max(0, at - since) / 1000, 0),
    answered_at: row['created_at'],
  };
}

function firstAnswerRows(
  row: Row,
  waiting: readonly number[],
  at: number,
  { customerMessages, firstByRepresentative }: { customerMessages: number; firstByRepresentative: Row | undefined },
): Row[] {
  const first = {
    conversation_id: row['conversation_id'],
    seconds: Math.max(0, at - (waiting[0] ?? at)) / 1000,
    answered_at: row['created_at'],
  };
  const isFirst = waiting.length === customerMessages;
  const isFirstOfTeam = row['sender_type'] === 'representative' && firstByRepresentative === undefined;
  return [
    ...(isFirst ? [{ ...first, answered_by: 'anybody' }] : []),
    ...(isFirstOfTeam ? [{ ...first, answered_by: 'representative' }] : []),
  ];
}

function previewOf({ seq, content }: Row, files: readonly Row[]): string {
  const words = String(content);
  const names = files.filter((file) => file['seq'] === seq).map(({ name }) => String(name));
  return (words === '' ? names.join(', ') : words).slice(0, previewLength);
}
