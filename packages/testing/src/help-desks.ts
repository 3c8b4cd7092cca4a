/** The parts of the APIs of Zendesk, Intercom, Freshdesk, Crisp and LibreDesk that imports read, each with one account. */
import type { Endpoint } from './http.ts';
import { cursorPage, type JsonCall, pageOfList, startJsonApi } from './json-api.ts';

type Json = Record<string, unknown>;
/** Lists by their name in the API, each thing in the shape of its answers. */
export type HelpDeskData = Record<string, Json[]>;

export interface HelpDesk {
  /** Connection of an import. */
  connection: { address: string; account?: string; token: string };
  endpoint: Endpoint;
  close(): Promise<void>;
}

const token = 'key-of-the-test:secret-of-the-test';
const account = 'admin@example.com';
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const desk = (endpoint: Endpoint): HelpDesk => ({
  connection: { address: endpoint.url, account, token },
  endpoint,
  close: () => endpoint.close(),
});

const byId = (list: readonly Json[] = [], id: string | undefined, key = 'id'): Json | undefined =>
  list.find((each) => String(each[key]) === id);

const without = (item: Json, left: string): Json =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== left));

/** Items that belong to something have its id here, which no answer contains. */
const of = (list: readonly Json[] = [], id: string | undefined): Json[] =>
  list.filter((each) => String(each['of']) === id).map((item) => without(item, 'of'));

const few = 2;

/** Pages by cursor of two, so that every list has several. */
function zendeskAnswer(data: HelpDeskData, { parts, query }: JsonCall): unknown {
  const [first = '', second = '', third = ''] = parts.map((part) => part.replace(/\.json$/, ''));
  const listed = (name: string, list: readonly Json[] = [], more: Json = {}) => {
    const { items, next } = cursorPage(list, query.get('page[after]'), few);
    return { [name]: items, ...more, meta: { has_more: next !== null, after_cursor: next } };
  };
  if (first === 'users') return { user: { id: 1, role: 'admin' } };
  if (first === 'incremental') {
    const { items, next } = cursorPage(data[second] ?? [], query.get('cursor'), few);
    return { [second]: items, after_cursor: next, end_of_stream: next === null };
  }
  if (first === 'tickets' && third === 'comments')
    return listed('comments', of(data['comments'], second), { users: data['users'] });
  if (first === 'help_center') return data['articles'] && listed('articles', data['articles']);
  return data[first] && listed(first, data[first]);
}

export const startZendesk = async (data: HelpDeskData): Promise<HelpDesk> =>
  desk(
    await startJsonApi(
      '/api/v2/',
      ({ authorization }) => authorization === basic(`${account}/token`, token),
      (call) => zendeskAnswer(data, call),
    ),
  );

function intercomAnswer(data: HelpDeskData, { parts, query }: JsonCall): unknown {
  const [first = '', id, part] = parts;
  if (first === 'me') return { type: 'admin', app: { name: 'Shop', id_code: 'abc123' } };
  if (first === 'admins') return { admins: data['admins'] };
  if (first === 'data_attributes')
    return { data: data['data_attributes']?.filter(({ model }) => model === query.get('model')) };
  if (first === 'contacts' && part === 'notes') return { data: of(data['notes'], id) };
  if (first === 'conversations' && id !== undefined) return byId(data['conversations'], id);
  if (first === 'companies' || first === 'articles')
    return { data: pageOfList(data[first] ?? [], Number(query.get('page') ?? 1), few) };
  if (first === 'contacts' || first === 'conversations') {
    const { items, next } = cursorPage(data[first] ?? [], query.get('starting_after'), few);
    const listed = items.map((item) => without(item, 'conversation_parts'));
    return {
      [first === 'contacts' ? 'data' : first]: listed,
      pages: next === null ? {} : { next: { starting_after: next } },
    };
  }
  return data[first] && { data: data[first] };
}

export const startIntercom = async (data: HelpDeskData): Promise<HelpDesk> =>
  desk(
    await startJsonApi(
      '/',
      ({ authorization, ...headers }) =>
        authorization === `Bearer ${token}` && headers['intercom-version'] !== undefined,
      (call) => intercomAnswer(data, call),
    ),
  );

function freshdeskAnswer(data: HelpDeskData, { parts, query }: JsonCall): unknown {
  const [first = '', id, part, , last] = parts;
  const page = Number(query.get('page') ?? 1);
  if (first === 'agents' && id === 'me') return { id: 1 };
  if (first === 'solutions') {
    if (part === undefined) return data['categories'];
    return id === 'categories' ? of(data['folders'], part) : of(data['articles'], part);
  }
  if (first === 'canned_response_folders')
    return id === undefined ? data['canned_response_folders'] : of(data['responses'], id);
  if (first === 'tickets' && part === 'conversations') return pageOfList(of(data['conversations'], id), page, 100);
  if (first === 'tickets' && id !== undefined) return byId(data['tickets'], id);
  if (first === 'tickets') {
    const since = Date.parse(query.get('updated_since') ?? '');
    const list = (data['tickets'] ?? []).filter((ticket) => Date.parse(String(ticket['updated_at'])) >= since);
    return pageOfList(list, page, few);
  }
  return last === undefined ? pageOfList(data[first] ?? [], page, 100) : undefined;
}

export const startFreshdesk = async (data: HelpDeskData): Promise<HelpDesk> =>
  desk(
    await startJsonApi(
      '/api/v2/',
      ({ authorization }) => authorization === basic(token, 'X'),
      (call) => freshdeskAnswer(data, call),
    ),
  );

function crispAnswer(data: HelpDeskData, { parts, query }: JsonCall): unknown {
  const [first, second = '', third, fourth = '', fifth] = parts;
  const paged = (name: string, page: string | undefined) => ({ data: pageOfList(data[name] ?? [], Number(page), few) });
  switch (first) {
    case undefined:
      return { data: { name: 'Shop', domain: 'shop.example.com' } };
    case 'operators':
      return { data: data['operators'] };
    case 'people':
      return second === 'data'
        ? { data: { data: byId(data['people'], third, 'people_id')?.['attributes'] } }
        : paged('people', third);
    case 'conversations':
      return paged('conversations', second);
    case 'conversation': {
      const before = Number(query.get('timestamp_before') ?? Number.POSITIVE_INFINITY);
      return {
        data: of(data['messages'], second)
          .filter(({ timestamp }) => Number(timestamp) < before)
          .slice(-40),
      };
    }
    case 'helpdesk':
      if (second === 'locales') return { data: data['locales'] };
      if (fourth === 'articles') return paged('articles', fifth);
      return { data: byId(data['articles'], fifth, 'article_id') };
    default:
      return undefined;
  }
}

export const startCrisp = async (data: HelpDeskData): Promise<HelpDesk> =>
  desk(
    await startJsonApi(
      `/v1/website/${encodeURIComponent(account)}`,
      ({ authorization, ...headers }) =>
        authorization === basic('key-of-the-test', 'secret-of-the-test') && headers['x-crisp-tier'] === 'plugin',
      (call) => crispAnswer(data, call),
    ),
  );

function libredeskAnswer(data: HelpDeskData, { parts, query }: JsonCall): unknown {
  const [first = '', id, part] = parts;
  const paged = (list: readonly Json[] = []) => {
    const results = pageOfList(list, Number(query.get('page') ?? 1), few);
    return { status: 'success', data: { results, total: list.length, total_pages: Math.ceil(list.length / few) } };
  };
  if (first === 'agents' && id === 'me') return { status: 'success', data: { id: 1 } };
  if (first === 'custom-attributes')
    return { data: data['custom-attributes']?.filter((each) => each['applies_to'] === query.get('applies_to')) };
  if (first === 'contacts' && part === 'notes') return { data: of(data['notes'], id) };
  if (first === 'contacts') return id === undefined ? paged(data['contacts']) : { data: byId(data['contacts'], id) };
  if (first === 'conversations' && id === 'all') return paged(data['conversations']);
  if (first === 'conversations' && part === 'messages') return paged(of(data['messages'], id));
  if (first === 'conversations') return { data: byId(data['conversations'], id, 'uuid') };
  return data[first] && { status: 'success', data: data[first] };
}

export const startLibredesk = async (data: HelpDeskData): Promise<HelpDesk> =>
  desk(
    await startJsonApi(
      '/api/v1/',
      ({ authorization }) => authorization === `token ${token}`,
      (call) => libredeskAnswer(data, call),
    ),
  );
