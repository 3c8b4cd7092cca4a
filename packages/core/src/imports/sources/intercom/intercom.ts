/** Intercom (https://developers.intercom.com), with the access token of a private app. */
import { type Json, listOf } from '@parley/contracts/json';
import type { ImportApi } from '../../api.ts';
import type { ApiSource, SourceStep } from '../../source.ts';
import { fieldsOf, idOf, instantOf, textOf, textsOf } from '../../values.ts';
import { fileRecord, numbered, optional, trimmedUrl, whole } from '../shared.ts';

const version = '2.11';

/** Pages by cursor. */
const listed =
  (path: string, field: string, perPage: number, toRecord: (item: Json, api: ImportApi) => Promise<Json>): SourceStep =>
  async (api, position) => {
    const after = textOf(position);
    const answer = fieldsOf(
      await api.get(path, { per_page: perPage, ...(after !== null && { starting_after: after }) }),
    );
    const records: Json[] = [];
    for (const item of listOf(answer[field])) records.push(await toRecord(item, api));
    return { records, next: fieldsOf(fieldsOf(answer['pages'])['next'])['starting_after'] ?? null };
  };

const valueTypes: Readonly<Record<string, string>> = {
  integer: 'number',
  float: 'number',
  boolean: 'yes_no',
  date: 'date',
  datetime: 'date',
};

const attributes = (subject: 'contact' | 'company' | 'conversation'): SourceStep =>
  whole(`/data_attributes?model=${subject}`, 'data', (item) => {
    if (item['custom'] !== true) return undefined;
    const choices = listOf(item['options']).flatMap(({ value }) => textOf(value) ?? []);
    return {
      type: 'attribute',
      id: idOf(item['name']),
      subject,
      name: textOf(item['label']) ?? idOf(item['name']),
      valueType: choices.length > 0 ? 'choice' : (valueTypes[textOf(item['data_type']) ?? ''] ?? 'text'),
      choices,
    };
  });

async function contact(item: Json, api: ImportApi): Promise<Json> {
  const id = idOf(item['id']);
  const hasNotes = Number(fieldsOf(item['notes'])['total_count'] ?? 0) > 0;
  const notes = hasNotes ? listOf(fieldsOf(await optional(api.get(`/contacts/${id}/notes`)))['data']) : [];
  return {
    type: 'contact',
    id,
    name: textOf(item['name']),
    email: textOf(item['email']),
    phone: textOf(item['phone']),
    companyId: textOf(listOf(fieldsOf(item['companies'])['data'])[0]?.['id']),
    attributes: fieldsOf(item['custom_attributes']),
    createdAt: instantOf(item['created_at']),
    notes: notes.map((note) => ({
      id: idOf(note['id']),
      userId: textOf(fieldsOf(note['author'])['id']),
      html: textOf(note['body']),
      createdAt: instantOf(note['created_at']) ?? '',
    })),
  };
}

/** A list has no parts: each conversation is read by itself. */
async function conversation({ id }: Json, api: ImportApi): Promise<Json> {
  const item = fieldsOf(await api.get(`/conversations/${idOf(id)}`));
  const source = fieldsOf(item['source']);
  const createdAt = instantOf(item['created_at']) ?? '';
  const parts = listOf(fieldsOf(item['conversation_parts'])['conversation_parts']);
  const status = textOf(item['state']) ?? 'open';
  return {
    type: 'conversation',
    id: idOf(item['id']),
    inboxId: textOf(source['type']),
    contactId: textOf(listOf(fieldsOf(item['contacts'])['contacts'])[0]?.['id']),
    subject: plain(textOf(source['subject'])) ?? textOf(item['title']),
    status,
    isClosed: status === 'closed',
    assigneeId: textOf(item['admin_assignee_id']),
    priority: item['priority'] === 'priority' ? 'high' : 'normal',
    tags: listOf(fieldsOf(item['tags'])['tags']).flatMap(({ name }) => textOf(name) ?? []),
    attributes: fieldsOf(item['custom_attributes']),
    createdAt,
    closedAt:
      status === 'closed' ? instantOf(fieldsOf(item['statistics'])['last_close_at'] ?? item['updated_at']) : null,
    messages: [
      messageOf({
        part_type: 'comment',
        created_at: item['created_at'],
        ...source,
        id: `source ${idOf(source['id'])}`,
      }),
      ...parts.filter(hasContent).map(messageOf),
    ],
  };
}

/** Assignments and closings are parts too; most say nothing. */
const hasContent = (part: Json): boolean => textOf(part['body']) !== null || listOf(part['attachments']).length > 0;

const plain = (text: string | null): string | null => text?.replaceAll(/<[^>]*>/g, '').trim() || null;

function messageOf(part: Json): Json {
  const author = fieldsOf(part['author']);
  const type = textOf(author['type']);
  return {
    id: idOf(part['id']),
    sender: type === 'admin' || type === 'team' ? 'user' : type === 'bot' ? 'assistant' : 'customer',
    userId: type === 'admin' ? textOf(author['id']) : null,
    name: textOf(author['name']),
    isNote: part['part_type'] === 'note',
    html: textOf(part['body']),
    createdAt: instantOf(part['created_at']) ?? '',
    files: listOf(part['attachments']).flatMap(({ name, url, filesize: size }) =>
      fileRecord({ id: null, name, url, size }),
    ),
  };
}

/** Sources of conversations have no list: these are its values. */
const kinds: Readonly<Record<string, string>> = {
  conversation: 'Messenger',
  email: 'Email',
  facebook: 'Facebook',
  instagram: 'Instagram',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  phone_call: 'Phone',
  push: 'Push',
};

export const intercom: ApiSource = {
  access: ({ address = '', token = '' }) => ({
    url: trimmedUrl(address),
    headers: { authorization: `Bearer ${token}`, 'intercom-version': version },
    secrets: [token],
  }),
  async identify(api) {
    const app = fieldsOf(fieldsOf(await api.get('/me'))['app']);
    return [textOf(app['name']), textOf(app['id_code'])].filter(Boolean).join(', ') || 'Intercom';
  },
  steps: [
    () =>
      Promise.resolve({
        records: Object.entries(kinds).map(([id, name]) => ({ type: 'inbox', id, name, isMail: id === 'email' })),
        next: null,
      }),
    whole('/admins', 'admins', (item) => ({
      type: 'user',
      id: idOf(item['id']),
      name: textOf(item['name']) ?? '',
      email: textOf(item['email']),
    })),
    attributes('contact'),
    attributes('company'),
    attributes('conversation'),
    whole('/tags', 'data', (item) => ({ type: 'tag', id: idOf(item['id']), name: textOf(item['name']) ?? '' })),
    numbered(
      async (api, page) => fieldsOf(await api.get('/companies', { page, per_page: 50 }))['data'],
      (item) => [
        {
          type: 'company',
          id: idOf(item['id']),
          name: textOf(item['name']) ?? idOf(item['company_id']),
          domains: textsOf([item['website']]),
          attributes: fieldsOf(item['custom_attributes']),
          createdAt: instantOf(item['created_at']),
        },
      ],
    ),
    listed('/contacts', 'data', 50, contact),
    listed('/conversations', 'conversations', 50, conversation),
    whole('/macros', 'data', (item) => ({
      type: 'canned_reply',
      id: idOf(item['id']),
      name: textOf(item['name']) ?? '',
      html: textOf(item['body']),
      text: textOf(item['body_text']),
    })),
    numbered(
      async (api, page) => fieldsOf(await optional(api.get('/articles', { page, per_page: 50 })))['data'],
      (item) => [
        {
          type: 'article',
          id: idOf(item['id']),
          title: textOf(item['title']) ?? '',
          html: textOf(item['body']),
          locale: textOf(item['default_locale']),
          isPublished: item['state'] === 'published',
          createdAt: instantOf(item['created_at']),
        },
      ],
    ),
  ],
};
