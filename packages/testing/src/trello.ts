/** The part of Trello's API that cards need, with one board in memory. */
import { type Endpoint, type ReceivedRequest, type Behaviour, startEndpoint } from './http.ts';

export interface TrelloCardOnBoard {
  id: string;
  name: string;
  desc: string;
  idList: string;
  shortUrl: string;
  attachments: string[];
  comments: string[];
}

export interface TrelloServer {
  /** For `TRELLO_API_URL`. */
  url: string;
  apiKey: string;
  token: string;
  boardId: string;
  cards: TrelloCardOnBoard[];
  endpoint: Endpoint;
  close(): Promise<void>;
}

const json = (value: unknown, status = 200): Behaviour => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** Starts a Trello with one board of two lists. */
export async function startTrello(): Promise<TrelloServer> {
  const apiKey = 'key-of-the-test';
  const token = 'token-of-the-test';
  const boardId = 'board1';
  const cards: TrelloCardOnBoard[] = [];

  function handle(request: ReceivedRequest): Behaviour {
    const expected = `OAuth oauth_consumer_key="${apiKey}", oauth_token="${token}"`;
    if (request.headers.authorization !== expected) return { status: 401, body: 'invalid key' };
    const path = request.path.split('?')[0] ?? '';
    const body = (request.body ? JSON.parse(request.body) : {}) as Record<string, string>;
    const [, things, id = '', part] = path.replace(/^\/1/, '').split('/');
    const key = `${request.method} ${things}${part ? `/${part}` : ''}`;
    if (things === 'boards' && id !== boardId) return { status: 404, body: 'The requested resource was not found.' };
    if (key === 'GET boards') return json({ id: boardId, name: 'Support' });
    if (key === 'GET boards/lists')
      return json([
        { id: 'list1', name: 'To do' },
        { id: 'list2', name: 'Done' },
      ]);
    if (key === 'GET boards/cards') return json(cards);
    if (key === 'POST cards') {
      const card = {
        id: `card${cards.length + 1}`,
        name: body.name ?? '',
        desc: body.desc ?? '',
        idList: body.idList ?? '',
        shortUrl: `https://trello.com/c/${cards.length + 1}`,
        attachments: [],
        comments: [],
      };
      cards.push(card);
      return json(card);
    }
    const card = cards.find((each) => each.id === id);
    if (!card) return { status: 404, body: 'The requested resource was not found.' };
    if (key === 'GET cards/attachments') return json(card.attachments.map((url) => ({ id: 'attachment', url })));
    if (key === 'POST cards/attachments') {
      card.attachments.push(body.url ?? '');
      return json({ id: 'attachment' });
    }
    if (key === 'POST cards/actions') {
      card.comments.push(body.text ?? '');
      return json({ id: 'action' });
    }
    if (key === 'GET cards/actions')
      return json(card.comments.map((text) => ({ type: 'commentCard', data: { text } })));
    return { status: 404, body: 'no such call' };
  }

  const endpoint = await startEndpoint(handle);
  return { url: `${endpoint.url}/1`, apiKey, token, boardId, cards, endpoint, close: () => endpoint.close() };
}
