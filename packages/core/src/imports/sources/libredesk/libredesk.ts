/** LibreDesk (https://github.com/abhinavxd/libredesk), with an agent's API key and secret. */
import { type Json, listOf } from '@parley/contracts/json';
import type { ImportApi } from '../../api.ts';
import type { ApiSource, SourceStep } from '../../source.ts';
import { fieldsOf, idOf, instantOf, textOf, textsOf } from '../../values.ts';
import { fileRecord, fullName, numbered, optional, trimmedUrl, whole } from '../shared.ts';

const perPage = 100;

/** Numbered pages, below `data.results`. */
const paged = (path: string, toRecords: Parameters<typeof numbered>[1]): SourceStep =>
  numbered(
    async (api, page) => fieldsOf(fieldsOf(await api.get(path, { page, page_size: perPage }))['data'])['results'],
    toRecords,
  );

const listed = (path: string, toRecord: (item: Json) => Json | undefined): SourceStep => whole(path, 'data', toRecord);

const valueTypes: Readonly<Record<string, string>> = {
  number: 'number',
  date: 'date',
  checkbox: 'yes_no',
  list: 'choice',
};

const attributes = (subject: 'contact' | 'conversation'): SourceStep =>
  listed(`/custom-attributes?applies_to=${subject}`, (item) => ({
    type: 'attribute',
    id: idOf(item['key']),
    subject,
    name: textOf(item['name']) ?? idOf(item['key']),
    valueType: valueTypes[textOf(item['data_type']) ?? ''] ?? 'text',
    choices: textsOf(item['values']),
  }));

async function contact({ id }: Json, api: ImportApi): Promise<Json[]> {
  const item = fieldsOf(fieldsOf(await api.get(`/contacts/${idOf(id)}`))['data']);
  const notes = listOf(fieldsOf(await optional(api.get(`/contacts/${idOf(id)}/notes`)))['data']);
  return [
    {
      type: 'contact',
      id: idOf(id),
      name: fullName(item['first_name'], item['last_name']) || null,
      email: textOf(item['email']),
      phone: fullName(item['phone_number_country_code'], item['phone_number']).replace(' ', '') || null,
      isBlocked: item['enabled'] === false,
      attributes: fieldsOf(item['custom_attributes']),
      createdAt: instantOf(item['created_at']),
      notes: notes.map((note) => ({
        id: idOf(note['id']),
        userId: textOf(note['user_id']),
        html: textOf(note['note']),
        createdAt: instantOf(note['created_at']) ?? '',
      })),
    },
  ];
}

const priorities: Readonly<Record<string, string>> = { Low: 'low', Medium: 'normal', High: 'high', Urgent: 'urgent' };

async function conversation({ uuid }: Json, api: ImportApi): Promise<Json[]> {
  const id = idOf(uuid);
  const item = fieldsOf(fieldsOf(await api.get(`/conversations/${id}`))['data']);
  const status = textOf(item['status']) ?? 'Open';
  const isClosed = item['status_category'] === 'resolved' || status === 'Resolved' || status === 'Closed';
  const priority = priorities[textOf(item['priority']) ?? ''];
  return [
    {
      type: 'conversation',
      id,
      inboxId: textOf(item['inbox_id']),
      contactId: textOf(item['contact_id']),
      subject: textOf(item['subject']),
      status,
      isClosed,
      assigneeId: textOf(item['assigned_user_id']),
      ...(priority && { priority }),
      tags: textsOf(item['tags']),
      attributes: fieldsOf(item['custom_attributes']),
      createdAt: instantOf(item['created_at']) ?? '',
      closedAt: isClosed ? instantOf(item['closed_at'] ?? item['resolved_at']) : null,
      messages: (await messagesOf(api, id)).map(messageOf),
    },
  ];
}

/** Returns the messages, in whichever order; activities, such as “assigned to”, are left out. */
async function messagesOf(api: ImportApi, uuid: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { results, total_pages: pages } = fieldsOf(
      fieldsOf(await api.get(`/conversations/${uuid}/messages`, { page, page_size: perPage }))['data'],
    );
    all.push(...listOf(results).filter(({ type }) => type !== 'activity'));
    if (listOf(results).length === 0 || page >= Number(pages)) return all;
  }
}

function messageOf(message: Json): Json {
  const isUser = message['sender_type'] === 'agent';
  const author = fieldsOf(message['author'] ?? message['sender']);
  return {
    id: idOf(message['uuid']),
    sender: isUser ? 'user' : 'customer',
    userId: isUser ? textOf(message['sender_id']) : null,
    name: fullName(author['first_name'], author['last_name']) || null,
    isNote: message['private'] === true,
    ...(message['content_type'] === 'text'
      ? { text: textOf(message['content']) }
      : { html: textOf(message['content']) }),
    createdAt: instantOf(message['created_at']) ?? '',
    files: listOf(message['attachments']).flatMap(({ uuid, name, url, size }) =>
      fileRecord({ id: uuid, name, url, size }),
    ),
  };
}

export const libredesk: ApiSource = {
  access: ({ address = '', token = '' }) => ({
    url: `${trimmedUrl(address)}/api/v1`,
    headers: { authorization: `token ${token}` },
    secrets: [token, ...token.split(':')],
  }),
  async identify(api, { address = '' }) {
    await api.get('/agents/me');
    return new URL(address).host;
  },
  steps: [
    listed('/agents', (item) => ({
      type: 'user',
      id: idOf(item['id']),
      name: fullName(item['first_name'], item['last_name']),
      email: textOf(item['email']),
    })),
    listed('/inboxes', (item) => ({
      type: 'inbox',
      id: idOf(item['id']),
      name: textOf(item['name']) ?? '',
      address: /<([^>]+)>/.exec(textOf(item['from']) ?? '')?.[1] ?? textOf(item['from']),
      isMail: item['channel'] === 'email',
    })),
    attributes('contact'),
    attributes('conversation'),
    listed('/tags', (item) => ({ type: 'tag', id: idOf(item['id']), name: textOf(item['name']) ?? '' })),
    paged('/contacts', contact),
    paged('/conversations/all', conversation),
    listed('/macros', (item) => {
      const html = textOf(item['message_content']);
      return html === null
        ? undefined
        : { type: 'canned_reply', id: idOf(item['id']), name: textOf(item['name']) ?? '', html };
    }),
  ],
};
