/** Crisp (https://docs.crisp.chat/references/rest-api/v1), with a plugin's token: its identifier and key. */
import { type Json, listOf } from '@parley/contracts/json';
import type { ImportApi } from '../../api.ts';
import type { ApiSource, SourceStep } from '../../source.ts';
import { fieldsOf, idOf, instantOf, textOf, textsOf } from '../../values.ts';
import { basic, fileRecord, fullName, numbered, optional, trimmedUrl } from '../shared.ts';

/** Most messages that a call returns. */
const messagesPerCall = 40;

const dataOf = async (answer: Promise<unknown>): Promise<unknown> => fieldsOf(await optional(answer))['data'];

async function person(item: Json, api: ImportApi): Promise<Json[]> {
  const id = idOf(item['people_id']);
  const about = fieldsOf(item['person']);
  const company = fieldsOf(item['company']);
  const companyName = textOf(company['name']);
  const attributes = fieldsOf(fieldsOf(await dataOf(api.get(`/people/data/${id}`)))['data']);
  const notepad = textOf(item['notepad']);
  const createdAt = instantOf(item['created_at']);
  return [
    ...(companyName === null
      ? []
      : [{ type: 'company', id: companyName.toLowerCase(), name: companyName, domains: textsOf([company['domain']]) }]),
    {
      type: 'contact',
      id,
      name: textOf(about['nickname']),
      email: textOf(item['email']),
      phone: textOf(about['phone']),
      companyId: companyName?.toLowerCase() ?? null,
      attributes,
      createdAt,
      notes:
        notepad === null ? [] : [{ id: 'notepad', text: notepad, createdAt: createdAt ?? new Date(0).toISOString() }],
    },
  ];
}

async function conversation(item: Json, api: ImportApi): Promise<Json[]> {
  const id = idOf(item['session_id']);
  const meta = fieldsOf(item['meta']);
  const messages = await messagesOf(api, id);
  const createdAt = instantOf(item['created_at']) ?? instantOf(messages[0]?.['timestamp']) ?? '';
  const status = textOf(item['state']) ?? 'unresolved';
  const known = textOf(item['people_id']);
  return [
    // Visitors without a profile.
    ...(known === null
      ? [{ type: 'contact', id, name: textOf(meta['nickname']), email: textOf(meta['email']), createdAt }]
      : []),
    {
      type: 'conversation',
      id,
      inboxId: 'website',
      contactId: known ?? id,
      subject: textOf(meta['subject']),
      status,
      isClosed: status === 'resolved',
      assigneeId: textOf(fieldsOf(item['assigned'])['user_id']),
      tags: textsOf(meta['segments']),
      attributes: fieldsOf(meta['data']),
      createdAt,
      closedAt: status === 'resolved' ? instantOf(item['updated_at']) : null,
      messages: messages.flatMap((message) => messageOf(message, createdAt) ?? []),
    },
  ];
}

/** Returns all messages, oldest first; a call returns the newest before a time. */
async function messagesOf(api: ImportApi, sessionId: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let before: number | undefined; ; ) {
    const query = before === undefined ? {} : { timestamp_before: before };
    const page = listOf(await dataOf(api.get(`/conversation/${sessionId}/messages`, query)));
    all.unshift(...page);
    const first = Number(page[0]?.['timestamp']);
    if (page.length < messagesPerCall || !Number.isFinite(first) || (before !== undefined && first >= before))
      return all;
    before = first;
  }
}

const fileTypes: ReadonlySet<unknown> = new Set(['file', 'audio', 'animation']);

/** Events, such as a change of state, are no messages. */
function messageOf(message: Json, createdAt: string): Json | undefined {
  const { type, content } = message;
  if (type === 'event') return undefined;
  const isOperator = message['from'] === 'operator';
  const user = fieldsOf(message['user']);
  const id = idOf(message['fingerprint']);
  const file = fileTypes.has(type) ? fieldsOf(content) : undefined;
  return {
    id,
    sender: !isOperator
      ? 'customer'
      : message['automated'] === true || user['type'] === 'participant'
        ? 'assistant'
        : 'user',
    userId: isOperator ? textOf(user['user_id']) : null,
    name: textOf(user['nickname']),
    isNote: type === 'note',
    text: textOf(content) ?? textOf(fieldsOf(content)['text']),
    createdAt: instantOf(message['timestamp']) ?? createdAt,
    files: file ? fileRecord({ id, name: file['name'], url: file['url'] }) : [],
  };
}

/** Articles of every language; a list has no texts. */
const articles: SourceStep = async (api, position) => {
  const { index = 0, page = 1 } = fieldsOf(position) as { index?: number; page?: number };
  const locales = listOf(await dataOf(api.get('/helpdesk/locales/1'))).flatMap(({ locale }) => textOf(locale) ?? []);
  const locale = locales[index];
  if (locale === undefined) return { records: [], next: null };
  const list = listOf(await dataOf(api.get(`/helpdesk/locale/${locale}/articles/${page}`)));
  const records: Json[] = [];
  for (const { article_id: id } of list) {
    const item = fieldsOf(await dataOf(api.get(`/helpdesk/locale/${locale}/article/${idOf(id)}`)));
    records.push({
      type: 'article',
      id: idOf(id),
      title: textOf(item['title']) ?? '',
      text: textOf(item['content']),
      locale,
      isPublished: item['status'] === 'published',
      createdAt: instantOf(item['created_at']),
    });
  }
  return { records, next: list.length === 0 ? { index: index + 1, page: 1 } : { index, page: page + 1 } };
};

export const crisp: ApiSource = {
  access({ address = '', account = '', token = '' }) {
    const [identifier = '', key = ''] = token.split(':');
    return {
      url: `${trimmedUrl(address)}/v1/website/${encodeURIComponent(account)}`,
      headers: { authorization: basic(identifier, key), 'x-crisp-tier': 'plugin' },
      secrets: [token, key, basic(identifier, key)],
    };
  },
  async identify(api, { account = '' }) {
    const { name, domain } = fieldsOf(fieldsOf(await api.get(''))['data']);
    return textOf(domain) ?? textOf(name) ?? account;
  },
  steps: [
    async (api) => {
      const { name, domain } = fieldsOf(await dataOf(api.get('')));
      return {
        records: [{ type: 'inbox', id: 'website', name: textOf(name) ?? '', address: textOf(domain) }],
        next: null,
      };
    },
    async (api) => ({
      records: listOf(await dataOf(api.get('/operators/list'))).map(({ details }) => {
        const { user_id: id, email, first_name: first, last_name: last } = fieldsOf(details);
        return { type: 'user', id: idOf(id), name: fullName(first, last), email: textOf(email) };
      }),
      next: null,
    }),
    numbered((api, page) => dataOf(api.get(`/people/profiles/${page}`)), person),
    numbered((api, page) => dataOf(api.get(`/conversations/${page}`, { order_date_created: 1 })), conversation),
    articles,
  ],
};
