/** Makes rows of a table into records: a table of contacts, or one of messages. Columns have many names. */
import { type Json } from '@parley/contracts/json';
import { createHash } from 'node:crypto';
import { instantOf, textOf } from '../values.ts';

/** Names of columns, without case and signs, of contacts and of messages. */
const names = {
  contact: {
    id: ['id', 'contact_id', 'external_id', 'user_id', 'customer_id'],
    name: ['name', 'full_name', 'contact_name', 'nickname'],
    firstName: ['first_name', 'firstname', 'given_name'],
    lastName: ['last_name', 'lastname', 'surname', 'family_name'],
    email: ['email', 'email_address', 'e_mail', 'mail', 'contact_email'],
    phone: ['phone', 'phone_number', 'mobile', 'telephone'],
    company: ['company', 'company_name', 'organization', 'organisation'],
    createdAt: ['created_at', 'created', 'date_created', 'signed_up', 'first_seen'],
    note: ['note', 'notes'],
  },
  message: {
    conversationId: ['conversation_id', 'conversation', 'ticket_id', 'ticket', 'thread_id'],
    messageId: ['message_id', 'id', 'comment_id'],
    sender: ['sender', 'sender_type', 'author_type', 'direction', 'type', 'from_type'],
    senderName: ['sender_name', 'author', 'author_name', 'from', 'agent', 'agent_name'],
    senderEmail: ['sender_email', 'author_email', 'agent_email'],
    contactId: ['contact_id', 'customer_id'],
    contactName: ['contact_name', 'customer_name', 'customer', 'contact'],
    contactEmail: ['contact_email', 'customer_email', 'email'],
    text: ['text', 'message', 'body', 'content', 'comment'],
    html: ['html', 'body_html', 'html_body'],
    createdAt: ['created_at', 'date', 'timestamp', 'sent_at', 'time', 'created'],
    subject: ['subject', 'title'],
    status: ['status', 'state'],
    tags: ['tags', 'labels'],
    assignee: ['assignee', 'assignee_email', 'assigned_to'],
    isNote: ['is_note', 'private', 'note', 'internal'],
    inbox: ['inbox', 'channel', 'website', 'mailbox'],
  },
} as const;

type Kind = keyof typeof names;
type Row<K extends Kind> = Partial<Record<keyof (typeof names)[K], string>> & { rest: Record<string, string> };

export const columnName = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/** Returns the kind of table that has these columns; undefined for another one. */
export function kindOfTable(columns: readonly string[]): Kind | undefined {
  const has = (aliases: readonly string[]): boolean => aliases.some((alias) => columns.includes(alias));
  const { message, contact } = names;
  if (has(message.conversationId) && (has(message.text) || has(message.html))) return 'message';
  return has(contact.email) || has(contact.phone) || has(contact.name) ? 'contact' : undefined;
}

/** Returns the cells of a row by what they are; `rest` has the others by the name of their column. */
function readRow<K extends Kind>(kind: K, headers: readonly string[], cells: readonly string[]): Row<K> {
  const columns = headers.map(columnName);
  const used = new Set<number>();
  const row: Record<string, string> = {};
  for (const [key, aliases] of Object.entries<readonly string[]>(names[kind])) {
    const at = aliases.map((alias) => columns.indexOf(alias)).find((index) => index >= 0 && !used.has(index));
    if (at === undefined) continue;
    used.add(at);
    const cell = textOf(cells[at]);
    if (cell !== null) row[key] = cell.trim();
  }
  const rest = headers.flatMap((header, at) => {
    const cell = textOf(cells[at]);
    return used.has(at) || header.trim() === '' || cell === null ? [] : [[header.trim(), cell]];
  });
  return { ...(row as Omit<Row<K>, 'rest'>), rest: Object.fromEntries(rest) } as Row<K>;
}

const hashed = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** Returns the records of a row of contacts. */
export function contactRecords(headers: readonly string[], cells: readonly string[]): Json[] {
  const { id, name, firstName, lastName, email, phone, company, createdAt, note, rest } = readRow(
    'contact',
    headers,
    cells,
  );
  const whole = name ?? [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const contactId = id ?? email?.toLowerCase() ?? phone ?? hashed(...cells);
  return [
    ...(company === undefined ? [] : [{ type: 'company', id: company.toLowerCase().slice(0, 200), name: company }]),
    {
      type: 'contact',
      id: contactId,
      name: whole || null,
      email: email ?? null,
      phone: phone ?? null,
      companyId: company?.toLowerCase().slice(0, 200) ?? null,
      attributes: rest,
      createdAt: instantOf(createdAt),
      ...(note !== undefined && {
        notes: [
          { id: hashed(contactId, note), text: note, createdAt: instantOf(createdAt) ?? new Date(0).toISOString() },
        ],
      }),
    },
  ];
}

const closedStatus = /closed|resolved|solved|done|archived/i;
const yes = /^(true|yes|1|y|private|internal|note)$/i;
const byCustomer = /^(customer|contact|visitor|user|client|end.?user|in|incoming|inbound|lead)$/i;
const byAssistant = /^(bot|ai|assistant|agent_bot|automation)$/i;

/** Collects rows of messages into conversations; rows of one conversation follow each other. */
export class Conversations {
  #id: string | undefined;
  #rows: Row<'message'>[] = [];
  readonly #headers: readonly string[];

  constructor(headers: readonly string[]) {
    this.#headers = headers;
  }

  /** Adds a row. Returns the records of the conversation before it once that has ended. */
  add(cells: readonly string[]): Json[] {
    const row = readRow('message', this.#headers, cells);
    const id = row.conversationId ?? '';
    const ended = this.#id !== undefined && id !== this.#id ? this.end() : [];
    this.#id = id;
    this.#rows.push(row);
    return ended;
  }

  /** Returns the records of the last conversation. */
  end(): Json[] {
    const [first] = this.#rows;
    const rows = this.#rows;
    this.#rows = [];
    if (!first || this.#id === undefined) return [];
    const find = (key: keyof Omit<Row<'message'>, 'rest'>): string | undefined =>
      rows.find((row) => row[key] !== undefined)?.[key];
    const email = find('contactEmail')?.toLowerCase();
    const contactId = find('contactId') ?? email ?? `conversation ${this.#id}`.slice(0, 200);
    const status = rows.findLast((row) => row.status !== undefined)?.status ?? 'open';
    const users = new Map<string, string>();
    const userId = (address: string | undefined, name: string | undefined): string | null => {
      const id = (address ?? name)?.toLowerCase().slice(0, 200);
      if (id === undefined) return null;
      users.set(id, name ?? id);
      return id;
    };
    const inbox = find('inbox');
    const conversation = {
      type: 'conversation',
      id: this.#id.slice(0, 200),
      contactId,
      inboxId: inbox?.slice(0, 200) ?? null,
      subject: find('subject') ?? null,
      status,
      isClosed: closedStatus.test(status),
      assigneeId: userId(find('assignee'), undefined),
      tags: [
        ...new Set(
          rows.flatMap(({ tags = '' }) =>
            tags
              .split(/[,;|]/)
              .map((tag) => tag.trim())
              .filter(Boolean),
          ),
        ),
      ],
      createdAt: instantOf(first.createdAt) ?? '',
      messages: rows.map((row, at) => {
        const isNote = yes.test(row.isNote ?? '') || /note/i.test(row.sender ?? '');
        const sender = senderOf(row, isNote);
        return {
          id: row.messageId?.slice(0, 200) ?? String(at + 1),
          sender,
          userId: sender === 'user' ? userId(row.senderEmail, row.senderName) : null,
          name: row.senderName ?? (sender === 'customer' ? row.contactName : null) ?? null,
          isNote,
          text: row.text ?? null,
          html: row.html ?? null,
          createdAt: instantOf(row.createdAt) ?? instantOf(first.createdAt) ?? '',
        };
      }),
    };
    return [
      ...[...users].map(([id, name]) => ({ type: 'user', id, name, email: id.includes('@') ? id : null })),
      ...(inbox === undefined
        ? []
        : [{ type: 'inbox', id: inbox.slice(0, 200), name: inbox, address: inbox, isMail: inbox.includes('@') }]),
      {
        type: 'contact',
        id: contactId,
        name: find('contactName') ?? null,
        email: email ?? null,
      },
      conversation,
    ];
  }
}

/** Without a column for it, the one who has the contact's name or no name is the customer. */
function senderOf({ sender, senderEmail, senderName, contactEmail, contactName }: Row<'message'>, isNote: boolean) {
  if (isNote) return 'user';
  if (sender !== undefined)
    return byCustomer.test(sender) ? 'customer' : byAssistant.test(sender) ? 'assistant' : 'user';
  if (senderEmail !== undefined) return senderEmail.toLowerCase() === contactEmail?.toLowerCase() ? 'customer' : 'user';
  return senderName === undefined || senderName === contactName ? 'customer' : 'user';
}
