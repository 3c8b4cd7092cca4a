/** Zendesk Support and Guide (https://developer.zendesk.com/api-reference), with an administrator's API token. */
import { type Json, listOf } from '@parley/contracts/json';
import type { ImportApi } from '../../api.ts';
import type { ApiSource, SourceStep } from '../../source.ts';
import { fieldsOf, idOf, instantOf, textOf, textsOf } from '../../values.ts';
import { basic, fileRecord, hostOf, optional, trimmedUrl, whole } from '../shared.ts';

/** Pages by cursor, as lists of Zendesk have them. */
const listed =
  (path: string, field: string, toRecord: (item: Json) => Json | undefined): SourceStep =>
  async (api, position) => {
    const after = textOf(position);
    const answer = fieldsOf(
      await optional(api.get(path, { 'page[size]': 100, ...(after !== null && { 'page[after]': after }) })),
    );
    const { has_more: hasMore, after_cursor: next } = fieldsOf(answer['meta']);
    return {
      records: listOf(answer[field]).flatMap((item) => toRecord(item) ?? []),
      next: hasMore === true ? next : null,
    };
  };

/** Everything that has changed since the beginning, by cursor. */
const incremental =
  (things: 'users' | 'tickets', toRecords: (item: Json, api: ImportApi) => Json[] | Promise<Json[]>): SourceStep =>
  async (api, position) => {
    const cursor = textOf(position);
    const query = cursor === null ? { start_time: 0 } : { cursor };
    const answer = fieldsOf(await api.get(`/incremental/${things}/cursor.json`, { ...query, per_page: 100 }));
    const records: Json[] = [];
    for (const item of listOf(answer[things])) records.push(...(await toRecords(item, api)));
    return { records, next: answer['end_of_stream'] === false ? answer['after_cursor'] : null };
  };

const valueTypes: Readonly<Record<string, string>> = {
  integer: 'number',
  decimal: 'number',
  date: 'date',
  checkbox: 'yes_no',
  dropdown: 'choice',
  tagger: 'choice',
};

const attribute =
  (subject: string, key: 'id' | 'key') =>
  (item: Json): Json | undefined => {
    // System fields, such as the subject, are read as what they are.
    if (item['removable'] === false || item['system'] === true) return undefined;
    return {
      type: 'attribute',
      id: idOf(item[key]),
      subject,
      name: textOf(item['title']) ?? idOf(item[key]),
      valueType: valueTypes[textOf(item['type']) ?? ''] ?? 'text',
      choices: listOf(item['custom_field_options']).flatMap(({ value }) => textOf(value) ?? []),
    };
  };

function user(item: Json): Json[] {
  const common = { id: idOf(item['id']), name: textOf(item['name']) ?? '', email: textOf(item['email']) };
  if (item['role'] === 'agent' || item['role'] === 'admin') return [{ type: 'user', ...common }];
  const createdAt = instantOf(item['created_at']);
  const notes = textOf(item['notes']);
  return [
    {
      type: 'contact',
      ...common,
      phone: textOf(item['phone']),
      companyId: textOf(item['organization_id']),
      isBlocked: item['suspended'] === true,
      attributes: fieldsOf(item['user_fields']),
      createdAt,
      notes:
        notes === null
          ? []
          : [{ id: 'notes', text: notes, createdAt: instantOf(item['updated_at']) ?? createdAt ?? '' }],
    },
  ];
}

async function ticket(item: Json, api: ImportApi): Promise<Json[]> {
  const status = textOf(item['status']) ?? 'open';
  if (status === 'deleted') return [];
  const id = idOf(item['id']);
  const comments: Json[] = [];
  const users = new Map<string, Json>();
  for (let after: string | null = null; ; ) {
    const query = { 'page[size]': 100, include: 'users', ...(after !== null && { 'page[after]': after }) };
    const page = fieldsOf(await optional(api.get(`/tickets/${id}/comments.json`, query)));
    comments.push(...listOf(page['comments']));
    for (const each of listOf(page['users'])) users.set(idOf(each['id']), each);
    const { has_more: hasMore, after_cursor: next } = fieldsOf(page['meta']);
    after = hasMore === true ? textOf(next) : null;
    if (after === null) break;
  }
  const priority = textOf(item['priority']);
  const isClosed = status === 'solved' || status === 'closed';
  const custom = listOf(item['custom_fields']).map(({ id: key, value }): [string, unknown] => [idOf(key), value]);
  return [
    {
      type: 'conversation',
      id,
      inboxId: textOf(item['brand_id']),
      contactId: textOf(item['requester_id']),
      subject: textOf(item['subject']),
      status,
      isClosed,
      assigneeId: textOf(item['assignee_id']),
      ...(priority !== null && { priority }),
      tags: textsOf(item['tags']),
      attributes: Object.fromEntries(custom),
      createdAt: instantOf(item['created_at']) ?? '',
      closedAt: isClosed ? instantOf(item['updated_at']) : null,
      messages: comments.map((comment) => commentOf(comment, users, idOf(item['requester_id']))),
    },
  ];
}

function commentOf(comment: Json, users: ReadonlyMap<string, Json>, requesterId: string): Json {
  const authorId = idOf(comment['author_id']);
  const author = users.get(authorId) ?? {};
  const isUser = author['role'] === 'agent' || author['role'] === 'admin';
  return {
    id: idOf(comment['id']),
    sender: isUser && authorId !== requesterId ? 'user' : 'customer',
    userId: isUser ? authorId : null,
    name: textOf(author['name']),
    isNote: comment['public'] === false,
    html: textOf(comment['html_body']),
    text: textOf(comment['body']),
    createdAt: instantOf(comment['created_at']) ?? '',
    files: listOf(comment['attachments']).flatMap(({ id, file_name: name, content_url: url, size }) =>
      fileRecord({ id, name, url, size }),
    ),
  };
}

/** Macros that write a comment. */
function macro(item: Json): Json | undefined {
  const comment = listOf(item['actions']).find(
    ({ field }) => field === 'comment_value' || field === 'comment_value_html',
  );
  const value = comment?.['value'];
  // Those for one channel have its name first.
  const text = textOf(Array.isArray(value) ? value.at(-1) : value);
  if (text === null) return undefined;
  const isHtml = comment?.['field'] === 'comment_value_html';
  const name = textOf(item['title']) ?? '';
  return { type: 'canned_reply', id: idOf(item['id']), name, ...(isHtml ? { html: text } : { text }) };
}

export const zendesk: ApiSource = {
  access: ({ address = '', account = '', token = '' }) => ({
    url: `${trimmedUrl(address)}/api/v2`,
    headers: { authorization: basic(`${account}/token`, token) },
    secrets: [token, basic(`${account}/token`, token)],
  }),
  async identify(api, { address = '' }) {
    const me = fieldsOf(fieldsOf(await api.get('/users/me.json'))['user']);
    // A stranger is answered too, without an id.
    if (me['id'] === null || me['id'] === undefined) await api.get('/brands.json');
    return new URL(address).host;
  },
  steps: [
    whole('/brands.json', 'brands', (item) => ({
      type: 'inbox',
      id: idOf(item['id']),
      name: textOf(item['name']) ?? '',
      address: textOf(item['host_mapping']) ?? hostOf(textOf(item['brand_url'])),
    })),
    whole('/ticket_fields.json', 'ticket_fields', attribute('conversation', 'id')),
    whole('/user_fields.json', 'user_fields', attribute('contact', 'key')),
    whole('/organization_fields.json', 'organization_fields', attribute('company', 'key')),
    listed('/organizations.json', 'organizations', (item) => ({
      type: 'company',
      id: idOf(item['id']),
      name: textOf(item['name']) ?? '',
      domains: textsOf(item['domain_names']),
      attributes: fieldsOf(item['organization_fields']),
      createdAt: instantOf(item['created_at']),
    })),
    incremental('users', user),
    incremental('tickets', ticket),
    listed('/macros.json', 'macros', macro),
    listed('/help_center/articles.json', 'articles', (item) => ({
      type: 'article',
      id: idOf(item['id']),
      title: textOf(item['title']) ?? '',
      html: textOf(item['body']),
      locale: textOf(item['locale']),
      isPublished: item['draft'] === false,
      createdAt: instantOf(item['created_at']),
    })),
  ],
};
