/** Freshdesk (https://developers.freshdesk.com/api), with an administrator's API key. */
import { type Json, listOf } from '@parley/contracts/json';
import type { ImportApi } from '../../api.ts';
import type { ApiSource, SourceStep } from '../../source.ts';
import { fieldsOf, idOf, instantOf, textOf, textsOf } from '../../values.ts';
import { basic, fileRecord, numbered, optional, trimmedUrl, whole } from '../shared.ts';

const perPage = 100;
/** Pages of tickets that one list has; the next list begins at the last ticket's change. */
const pagesPerList = 300;

const paged = (path: string, toRecords: Parameters<typeof numbered>[1]): SourceStep =>
  numbered((api, page) => optional(api.get(path, { page, per_page: perPage })), toRecords);

const valueTypes: Readonly<Record<string, string>> = {
  custom_number: 'number',
  custom_decimal: 'number',
  custom_date: 'date',
  custom_checkbox: 'yes_no',
  custom_dropdown: 'choice',
};

const attributes = (path: string, subject: string): SourceStep =>
  whole(path, null, (item) => {
    if (item['default'] === true) return undefined;
    const { choices } = item;
    return {
      type: 'attribute',
      id: idOf(item['name']),
      subject,
      name: textOf(item['label']) ?? idOf(item['name']),
      valueType: valueTypes[textOf(item['type']) ?? ''] ?? 'text',
      choices: Array.isArray(choices) ? textsOf(choices) : Object.keys(fieldsOf(choices)),
    };
  });

const statuses: Readonly<Record<string, string>> = { '2': 'Open', '3': 'Pending', '4': 'Resolved', '5': 'Closed' };
const priorities = [undefined, 'low', 'normal', 'high', 'urgent'];

interface Position {
  since: string;
  page: number;
}

const tickets: SourceStep = async (api, position) => {
  const { since, page } = (position ?? { since: '2000-01-01T00:00:00Z', page: 1 }) as Position;
  const query = { updated_since: since, order_by: 'updated_at', order_type: 'asc', page, per_page: 25 };
  const list = listOf(await api.get('/tickets', query));
  const records: Json[] = [];
  for (const item of list) records.push(await ticket(api, idOf(item['id'])));
  const last = textOf(list.at(-1)?.['updated_at']);
  if (list.length === 0 || last === null) return { records, next: null };
  const next = page < pagesPerList || last === since ? { since, page: page + 1 } : { since: last, page: 1 };
  return { records, next };
};

async function ticket(api: ImportApi, id: string): Promise<Json> {
  const item = fieldsOf(await api.get(`/tickets/${id}`));
  const replies: Json[] = [];
  for (let page = 1; ; page += 1) {
    const list = listOf(await api.get(`/tickets/${id}/conversations`, { page, per_page: perPage }));
    replies.push(...list);
    if (list.length < perPage) break;
  }
  const status = textOf(item['status']) ?? '2';
  const isClosed = status === '4' || status === '5';
  const createdAt = instantOf(item['created_at']) ?? '';
  const requesterId = textOf(item['requester_id']);
  const first = {
    ...item,
    id: 'description',
    body: item['description'],
    body_text: item['description_text'],
    incoming: true,
  };
  const priority = priorities[Number(item['priority'])];
  return {
    type: 'conversation',
    id,
    inboxId: textOf(item['email_config_id']),
    contactId: requesterId,
    subject: textOf(item['subject']),
    status: statuses[status] ?? status,
    isClosed,
    assigneeId: textOf(item['responder_id']),
    ...(priority && { priority }),
    tags: textsOf(item['tags']),
    attributes: fieldsOf(item['custom_fields']),
    createdAt,
    closedAt: isClosed ? instantOf(item['updated_at']) : null,
    messages: [first, ...replies].map((reply) => messageOf(reply)),
  };
}

function messageOf(reply: Json): Json {
  const isCustomer = reply['incoming'] === true;
  return {
    id: idOf(reply['id']),
    sender: isCustomer ? 'customer' : 'user',
    userId: isCustomer ? null : textOf(reply['user_id']),
    isNote: reply['private'] === true,
    html: textOf(reply['body']),
    text: textOf(reply['body_text']),
    createdAt: instantOf(reply['created_at']) ?? '',
    files: listOf(reply['attachments']).flatMap(({ id, name, attachment_url: url, size }) =>
      fileRecord({ id, name, url, size }),
    ),
  };
}

/** Replies of every folder. */
const cannedReplies: SourceStep = async (api) => {
  const folders = listOf(await optional(api.get('/canned_response_folders')));
  const records: Json[] = [];
  for (const folder of folders) {
    const responses = listOf(await optional(api.get(`/canned_response_folders/${idOf(folder['id'])}/responses`)));
    for (const item of responses)
      records.push({
        type: 'canned_reply',
        id: idOf(item['id']),
        name: textOf(item['title']) ?? '',
        html: textOf(item['content_html']),
        text: textOf(item['content']),
      });
  }
  return { records, next: null };
};

/** Articles of every folder of every category. */
const articles: SourceStep = async (api) => {
  const records: Json[] = [];
  for (const category of listOf(await optional(api.get('/solutions/categories')))) {
    for (const folder of listOf(await api.get(`/solutions/categories/${idOf(category['id'])}/folders`))) {
      for (const item of listOf(await api.get(`/solutions/folders/${idOf(folder['id'])}/articles`)))
        records.push({
          type: 'article',
          id: idOf(item['id']),
          title: textOf(item['title']) ?? '',
          html: textOf(item['description']),
          isPublished: item['status'] === 2,
          createdAt: instantOf(item['created_at']),
        });
    }
  }
  return { records, next: null };
};

export const freshdesk: ApiSource = {
  access: ({ address = '', token = '' }) => ({
    url: `${trimmedUrl(address)}/api/v2`,
    headers: { authorization: basic(token, 'X') },
    secrets: [token, basic(token, 'X')],
  }),
  async identify(api, { address = '' }) {
    await api.get('/agents/me');
    return new URL(address).host;
  },
  steps: [
    paged('/agents', (item) => {
      const { name, email } = fieldsOf(item['contact']);
      return [{ type: 'user', id: idOf(item['id']), name: textOf(name) ?? '', email: textOf(email) }];
    }),
    whole('/email_configs', null, (item) => ({
      type: 'inbox',
      id: idOf(item['id']),
      name: textOf(item['name']) ?? '',
      address: textOf(item['reply_email']),
      isMail: true,
    })),
    attributes('/ticket_fields', 'conversation'),
    attributes('/contact_fields', 'contact'),
    attributes('/company_fields', 'company'),
    paged('/companies', (item) => [
      {
        type: 'company',
        id: idOf(item['id']),
        name: textOf(item['name']) ?? '',
        domains: textsOf(item['domains']),
        attributes: fieldsOf(item['custom_fields']),
        createdAt: instantOf(item['created_at']),
      },
    ]),
    paged('/contacts', (item) => [
      {
        type: 'contact',
        id: idOf(item['id']),
        name: textOf(item['name']),
        email: textOf(item['email']),
        phone: textOf(item['phone']) ?? textOf(item['mobile']),
        companyId: textOf(item['company_id']),
        attributes: fieldsOf(item['custom_fields']),
        createdAt: instantOf(item['created_at']),
      },
    ]),
    tickets,
    cannedReplies,
    articles,
  ],
};
