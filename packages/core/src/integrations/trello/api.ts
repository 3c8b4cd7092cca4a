/** Calls the parts of Trello's REST API that cards need. https://developer.atlassian.com/cloud/trello/rest/ */
import { isObject, type Json, textOf } from '@parley/contracts/json';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Outbound } from '@parley/service/outbound';
import { CallFailed, expectSuccess } from '../../external/answer.ts';

export interface TrelloAccess {
  apiKey: string;
  token: string;
  boardId: string;
}

export interface Card {
  id: string;
  url: string;
}

export interface NewCard {
  name: string;
  description: string;
  /** The conversation in the dashboard. */
  link: string;
  /** Written on the card, so that an interrupted attempt's card is found again. */
  reference: string;
}

export interface Trello {
  /** The board's name: reading it proves key, token and board at once. */
  boardName(): Promise<string>;
  /** Makes a card on the board's first list, or finds the one an interrupted attempt has made. */
  card(card: NewCard, mayExist: boolean): Promise<Card>;
  /** Comments on a card; `mayExist`: an interrupted attempt may have done it, so look first. */
  comment(cardId: string, text: string, mayExist: boolean): Promise<void>;
}

/** Trello's limits: https://developer.atlassian.com/cloud/trello/rest/api-group-cards/ */
const longestName = 250;
const longestDescription = 16_000;

/** Opens the API of a Trello board with its credentials. */
export function createTrello(outbound: Outbound, apiUrl: string, { apiKey, token, boardId }: TrelloAccess): Trello {
  const board = `/boards/${encodeURIComponent(boardId)}`;

  async function call(method: 'GET' | 'POST', path: string, body?: Json): Promise<unknown> {
    const answer = await outbound.request(apiUrl + path, {
      method,
      headers: {
        accept: 'application/json',
        // In a header, so that the credentials are in no address, log or error message.
        authorization: `OAuth oauth_consumer_key="${encodeURIComponent(apiKey)}", oauth_token="${encodeURIComponent(token)}"`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expectSuccess('Trello', answer, [apiKey, token]);
    try {
      return JSON.parse(answer.text) as unknown;
    } catch (cause) {
      throw new CallFailed(localize('trello_not_json'), {
        responseStatus: answer.status,
        transient: true,
        cause,
      });
    }
  }

  const list = async (path: string): Promise<Json[]> => {
    const found = await call('GET', path);
    return Array.isArray(found) ? found.filter(isObject) : [];
  };

  function asCard(value: unknown): Card {
    if (!isObject(value) || !textOf(value.id)) throw new CallFailed(localize('trello_no_card'), { transient: true });
    return { id: textOf(value.id), url: textOf(value.shortUrl) || textOf(value.url) };
  }

  const findCard = async (reference: string): Promise<Card | undefined> => {
    const cards = await list(`${board}/cards/open?fields=desc,shortUrl,url`);
    const found = cards.find((each) => textOf(each.desc).includes(reference));
    return found && asCard(found);
  };

  async function makeCard({ name, description, link, reference }: NewCard): Promise<Card> {
    const [first] = await list(`${board}/lists?filter=open&fields=name`);
    if (!first) throw new CallFailed(localize('trello_no_list'), { transient: false });
    return asCard(
      await call('POST', '/cards', {
        idList: textOf(first.id),
        name: name.slice(0, longestName),
        desc: `${description.slice(0, longestDescription)}\n\n${link}\n\nReference ${reference}`,
        pos: 'top',
      }),
    );
  }

  return {
    async boardName() {
      const found = await call('GET', `${board}?fields=name`);
      return isObject(found) ? textOf(found.name) : '';
    },

    async card(wanted, mayExist) {
      const existing = mayExist ? await findCard(wanted.reference) : undefined;
      const card = existing ?? (await makeCard(wanted));
      const attachments = `/cards/${encodeURIComponent(card.id)}/attachments`;
      const isAttached = existing && (await list(attachments)).some((each) => each.url === wanted.link);
      if (!isAttached) await call('POST', attachments, { url: wanted.link, name: 'Conversation' });
      return card;
    },

    async comment(cardId, text, mayExist) {
      const path = `/cards/${encodeURIComponent(cardId)}/actions`;
      if (mayExist) {
        const comments = await list(`${path}?filter=commentCard`);
        if (comments.some((each) => isObject(each.data) && textOf(each.data.text) === text)) return;
      }
      await call('POST', `${path}/comments`, { text: text.slice(0, longestDescription) });
    },
  };
}
