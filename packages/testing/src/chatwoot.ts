/** The part of Chatwoot's application API that an import reads, with one account in memory. */
import type { Endpoint } from './http.ts';
import { pageOfList, startJsonApi } from './json-api.ts';

type Json = Record<string, unknown>;

/** Data of an account, each thing in the shape of Chatwoot's answers. */
export interface ChatwootData {
  agents: Json[];
  inboxes: Json[];
  attributes: Json[];
  labels: Json[];
  contacts: Json[];
  /** By the id of their contact. */
  notes: Record<string, Json[]>;
  /** Each with all of its messages, oldest first. */
  conversations: (Json & { id: number; messages: (Json & { id: number })[] })[];
  cannedResponses: Json[];
  portals: (Json & { slug: string; articles: Json[] })[];
}

export interface ChatwootServer {
  /** Connection of an import. */
  connection: { address: string; account: string; token: string };
  data: ChatwootData;
  endpoint: Endpoint;
  close(): Promise<void>;
}

const perPage = 25;
const messagesPerPage = 20;

/** Starts a Chatwoot with an account. */
export async function startChatwoot(data: ChatwootData): Promise<ChatwootServer> {
  const token = 'token-of-the-test';
  const account = '7';

  const endpoint = await startJsonApi(
    `/api/v1/accounts/${account}/`,
    (headers) => headers['api_access_token'] === token,
    ({ parts: [things = '', id = '', part], query }) => {
      const page = Math.max(1, Number(query.get('page') ?? 1));
      const paged = <T>(list: readonly T[]): T[] => pageOfList(list, page, perPage);
      switch (things + (part ? `/${part}` : '')) {
        case 'agents':
          return data.agents;
        case 'inboxes':
          return { payload: data.inboxes };
        case 'custom_attribute_definitions': {
          const model = query.get('attribute_model') === '0' ? 'conversation_attribute' : 'contact_attribute';
          return data.attributes.filter((each) => each['attribute_model'] === model);
        }
        case 'labels':
          return { payload: data.labels };
        case 'canned_responses':
          return data.cannedResponses;
        case 'contacts':
          return { meta: { count: data.contacts.length, current_page: page }, payload: paged(data.contacts) };
        case 'contacts/notes':
          return data.notes[id] ?? [];
        case 'conversations': {
          const isAll = query.get('status') === 'all';
          const list = isAll ? data.conversations : data.conversations.filter(({ status }) => status === 'open');
          const payload = paged(list).map((each) => ({ ...each, messages: each.messages.slice(-1) }));
          return { data: { meta: { all_count: list.length }, payload } };
        }
        case 'conversations/messages': {
          const found = data.conversations.find((each) => String(each.id) === id);
          if (!found) return undefined;
          const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
          const earlier = found.messages.filter((message) => message.id < before);
          return { meta: { labels: found['labels'] ?? [] }, payload: earlier.slice(-messagesPerPage) };
        }
        case 'portals':
          return { payload: data.portals.map(({ articles, ...portal }) => ({ ...portal, count: articles.length })) };
        case 'portals/articles':
          return { payload: paged(data.portals.find(({ slug }) => slug === id)?.articles ?? []) };
        default:
          return undefined;
      }
    },
  );
  return { connection: { address: endpoint.url, account, token }, data, endpoint, close: () => endpoint.close() };
}
