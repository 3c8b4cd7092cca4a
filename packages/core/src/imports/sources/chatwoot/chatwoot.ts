/** Chatwoot, by the application API of an account (https://developers.chatwoot.com), with an administrator's token. */
import { type Json, listOf } from '@parley/contracts/json';
import type { ImportApi } from '../../api.ts';
import type { ApiSource, SourceStep } from '../../source.ts';
import { fileRecord, hostOf, numbered, trimmedUrl, whole } from '../shared.ts';
import { fieldsOf, idOf, instantOf, textOf, textsOf } from '../../values.ts';

/** Ids of the messages that a call returns before another one. */
const messagesPerCall = 20;
const messageTypes = { incoming: 0, outgoing: 1, activity: 2 } as const;

const user = (item: Json): Json => ({
  type: 'user',
  id: idOf(item['id']),
  name: textOf(item['name']) ?? '',
  email: textOf(item['email']),
});

const inbox = (item: Json): Json => ({
  type: 'inbox',
  id: idOf(item['id']),
  name: textOf(item['name']) ?? '',
  address: textOf(item['email']) ?? hostOf(textOf(item['website_url'])),
  isMail: item['channel_type'] === 'Channel::Email',
});

const valueTypes: Readonly<Record<string, string>> = {
  number: 'number',
  date: 'date',
  checkbox: 'yes_no',
  list: 'choice',
};

const attribute = (item: Json): Json => ({
  type: 'attribute',
  id: idOf(item['attribute_key']),
  subject: item['attribute_model'] === 'conversation_attribute' ? 'conversation' : 'contact',
  name: textOf(item['attribute_display_name']) ?? idOf(item['attribute_key']),
  valueType: valueTypes[textOf(item['attribute_display_type']) ?? ''] ?? 'text',
  choices: textsOf(item['attribute_values']),
});

const label = (item: Json): Json => ({ type: 'tag', id: idOf(item['id']), name: textOf(item['title']) ?? '' });

const cannedResponse = (item: Json): Json => ({
  type: 'canned_reply',
  id: idOf(item['id']),
  name: textOf(item['short_code']) ?? '',
  shortcut: textOf(item['short_code']),
  text: textOf(item['content']),
});

const contacts = numbered(
  async (api, page) => fieldsOf(await api.get('/contacts', { page, sort: 'id' }))['payload'],
  async (item, api) => {
    const company = textOf(fieldsOf(item['additional_attributes'])['company_name']);
    const companies = company === null ? [] : [{ type: 'company', id: company.toLowerCase(), name: company }];
    return [...companies, await contact(api, item, company)];
  },
);

async function contact(api: ImportApi, item: Json, company: string | null): Promise<Json> {
  const notes = listOf(await api.get(`/contacts/${idOf(item['id'])}/notes`));
  return {
    type: 'contact',
    id: idOf(item['id']),
    name: textOf(item['name']),
    email: textOf(item['email']),
    phone: textOf(item['phone_number']),
    companyId: company?.toLowerCase() ?? null,
    isBlocked: item['blocked'] === true,
    attributes: fieldsOf(item['custom_attributes']),
    createdAt: instantOf(item['created_at']),
    notes: notes.map((note) => ({
      id: idOf(note['id']),
      userId: textOf(fieldsOf(note['user'])['id']),
      text: textOf(note['content']),
      createdAt: instantOf(note['created_at']) ?? '',
    })),
  };
}

// Oldest first: what is written in between moves no page.
const listed = { status: 'all', assignee_type: 'all', sort_by: 'created_at_asc' };

const conversations = numbered(
  async (api, page) => fieldsOf(fieldsOf(await api.get('/conversations', { ...listed, page }))['data'])['payload'],
  async (item, api) => [await conversation(api, item)],
);

async function conversation(api: ImportApi, item: Json): Promise<Json> {
  const meta = fieldsOf(item['meta']);
  const messages = await messagesOf(api, idOf(item['id']));
  const createdAt = instantOf(item['created_at']) ?? instantOf(messages[0]?.['created_at']) ?? '';
  const status = textOf(item['status']) ?? 'open';
  const priority = textOf(item['priority']);
  return {
    type: 'conversation',
    id: idOf(item['id']),
    inboxId: textOf(item['inbox_id']),
    contactId: textOf(fieldsOf(meta['sender'])['id']),
    subject: textOf(fieldsOf(item['additional_attributes'])['mail_subject']),
    status,
    isClosed: status === 'resolved',
    assigneeId: textOf(fieldsOf(meta['assignee'])['id']),
    ...(priority !== null && { priority: priority === 'medium' ? 'normal' : priority }),
    tags: textsOf(item['labels']),
    attributes: fieldsOf(item['custom_attributes']),
    createdAt,
    closedAt: status === 'resolved' ? instantOf(item['last_activity_at']) : null,
    messages: messages.flatMap((message) => messageOf(message) ?? []),
  };
}

/** Returns all messages, oldest first. A call returns those before one, newest pages first. */
async function messagesOf(api: ImportApi, conversationId: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let before: number | undefined; ; ) {
    const path = `/conversations/${conversationId}/messages`;
    const page = listOf(fieldsOf(await api.get(path, before === undefined ? {} : { before }))['payload']);
    const [first] = page;
    all.unshift(...page);
    const id = Number(first?.['id']);
    if (page.length < messagesPerCall || !Number.isFinite(id) || (before !== undefined && id >= before)) return all;
    before = id;
  }
}

/** Activities, such as “assigned to”, are no messages. */
function messageOf(message: Json): Json | undefined {
  const type = message['message_type'];
  if (type === messageTypes.activity) return undefined;
  const sender = fieldsOf(message['sender']);
  const isBot = sender['type'] === 'agent_bot' || sender['type'] === 'captain_assistant';
  const isUser = type !== messageTypes.incoming;
  return {
    id: idOf(message['id']),
    sender: isUser ? (isBot ? 'assistant' : 'user') : 'customer',
    userId: isUser && !isBot ? textOf(sender['id']) : null,
    name: textOf(sender['available_name']) ?? textOf(sender['name']),
    isNote: message['private'] === true,
    text: textOf(message['content']),
    createdAt: instantOf(message['created_at']) ?? '',
    files: listOf(message['attachments']).flatMap(({ id, data_url: url, file_size: size }) =>
      fileRecord({ id, url, size }),
    ),
  };
}

/** A portal's articles, portal by portal. */
const articles: SourceStep = async (api, position) => {
  const portals = listOf(fieldsOf(await api.get('/portals'))['payload']);
  const { portal = 0, page = 1 } = fieldsOf(position) as { portal?: number; page?: number };
  const slug = textOf(portals[portal]?.['slug']);
  if (slug === null) return { records: [], next: null };
  const list = listOf(fieldsOf(await api.get(`/portals/${encodeURIComponent(slug)}/articles`, { page }))['payload']);
  const records = list.map((item) => ({
    type: 'article',
    id: idOf(item['id']),
    title: textOf(item['title']) ?? '',
    text: textOf(item['content']),
    locale: textOf(fieldsOf(item['category'])['locale']) ?? textOf(item['locale']),
    isPublished: item['status'] === 'published',
    createdAt: instantOf(item['created_at'] ?? item['updated_at']),
  }));
  return { records, next: list.length === 0 ? { portal: portal + 1, page: 1 } : { portal, page: page + 1 } };
};

export const chatwoot: ApiSource = {
  access: ({ address = '', account = '', token = '' }) => ({
    url: `${trimmedUrl(address)}/api/v1/accounts/${encodeURIComponent(account)}`,
    headers: { api_access_token: token },
    secrets: [token],
  }),
  async identify(api, { address = '', account = '' }) {
    await api.get('/agents');
    return `${new URL(address).host}, ${account}`;
  },
  steps: [
    whole('/agents', null, user),
    whole('/inboxes', 'payload', inbox),
    whole('/custom_attribute_definitions?attribute_model=0', null, (item) =>
      attribute({ attribute_model: 'conversation_attribute', ...item }),
    ),
    whole('/custom_attribute_definitions?attribute_model=1', null, (item) =>
      attribute({ attribute_model: 'contact_attribute', ...item }),
    ),
    whole('/labels', 'payload', label),
    contacts,
    conversations,
    whole('/canned_responses', null, cannedResponse),
    articles,
  ],
};
