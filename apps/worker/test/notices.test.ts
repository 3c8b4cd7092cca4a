/** Notices to the team on other services. */
import type { StoredEvent } from '@parley/contracts/events';
import { performDelivery } from '@parley/core/integrations/perform';
import { reactTo } from '@parley/core/integrations/react';
import type { Command } from '@parley/db/conversations/commands';
import { transition } from '@parley/db/conversations/transition';
import { resetDelivery } from '@parley/db/deliveries/deliveries';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { startTrello, type TrelloServer } from '@parley/testing/trello';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';

let installation: Installation;
let slack: Endpoint;
let boards: Endpoint;
let trello: TrelloServer;

beforeAll(async () => {
  [slack, boards, trello] = await Promise.all([startEndpoint(), startEndpoint(), startTrello()]);
  installation = await startInstallation({ env: { TRELLO_API_URL: trello.url, RETRY_WAIT_SCALE: '0.00005' } });
  await installation.set('slackConfig', { enabled: true, webhookUrl: `${slack.url}/services/x`, channel: '#support' });
  await installation.set('tigonConfig', { enabled: true, webhookUrl: `${boards.url}/in`, channel: '' });
  await installation.set('trelloConfig', {
    enabled: true,
    apiKey: trello.apiKey,
    token: trello.token,
    boardId: trello.boardId,
  });
});
afterAll(async () => {
  await installation?.close();
  await Promise.all([slack, boards, trello].map((server) => server?.close()));
});
afterEach(() => {
  for (const endpoint of [slack, boards]) {
    endpoint.next = [];
    endpoint.usually = { status: 200, body: 'ok' };
    endpoint.requests = [];
  }
});

const mentioning = (endpoint: Endpoint, talk: Talk) =>
  endpoint.requests.filter((request) => request.body.includes(talk.conversationId));

describe('Slack and boards', () => {
  test('they receive a new conversation once, with customer, website, text and link, and without formatting by its text', async () => {
    const talk = await installation.opens('Hi <!channel> @everyone & <https://evil.example|click>', {
      name: 'Anna <b>',
      email: 'anna@example.com',
    });
    await talk.settled('slack', 1);
    await talk.settled('tigon', 1);
    expect(mentioning(slack, talk)).toHaveLength(1);
    const body = JSON.parse(mentioning(slack, talk)[0]?.body ?? '{}') as { text: string; channel: string };
    expect(body.channel).toBe('#support');
    expect(body.text).toContain('Anna &lt;b&gt; · shop.example.com');
    expect(body.text).toContain('Hi &lt;!channel&gt; @\u200Beveryone &amp;');
    expect(body.text).toContain(`/conversations?selected=${talk.conversationId}|Open the conversation>`);
    const boardsBody = JSON.parse(mentioning(boards, talk)[0]?.body ?? '{}') as Record<string, unknown>;
    expect(boardsBody).not.toHaveProperty('channel');
    expect(boardsBody).toMatchObject({
      title: 'New conversation',
      website: 'shop.example.com',
      message: 'Hi <!channel> @everyone & <https://evil.example|click>',
    });
  });

  test('failing for a while delay nothing else, and are told in the end', async () => {
    slack.next = [{ status: 500 }, { hangUp: true }];
    const talk = await installation.opens('Hello');
    await talk.settled('tigon', 1);
    expect((await talk.settled('slack', 1))[0]).toMatchObject({ status: 'delivered', attempts: 3 });
  });

  test('deliveries refused for good are dead at once, with the service’s own reason', async () => {
    slack.usually = { status: 403, body: 'invalid_token' };
    const talk = await installation.opens('Hello');
    expect((await talk.settled('slack', 1))[0]).toMatchObject({
      status: 'dead',
      attempts: 1,
      lastError: expect.stringMatching(/answered 403: invalid_token$/) as string,
    });
  });
});

describe('Trello', () => {
  test('it gets a card on the first list for a hand-off, with the link, and a comment when the conversation is closed', async () => {
    const talk = await installation.opens('My order 48213 is lost', { name: 'Anna' });
    await talk.handOff('Refund needed');
    await talk.settled('trello', 1);
    const card = trello.cards.at(-1);
    expect(card).toMatchObject({ idList: 'list1', name: 'Anna · shop.example.com' });
    expect(card?.desc).toContain('Refund needed');
    expect(card?.desc).toContain('My order 48213 is lost');
    expect(card?.attachments).toEqual([expect.stringContaining(talk.conversationId)]);
    await talk.close();
    await until(() => card?.comments.includes('The conversation was closed.'), 'the comment');
    // Slack hears of the hand-off too.
    expect(mentioning(slack, talk).map((request) => (JSON.parse(request.body) as { title: string }).title)).toContain(
      'Hand-off',
    );
  });

  test('it gets no second card when the first attempt was interrupted after making it, and the link once', async () => {
    const talk = await installation.opens('Hello');
    const before = trello.cards.length;
    // The card is made, its attachment fails: the next attempt finds the card by its reference.
    trello.endpoint.next = [];
    const usually = trello.endpoint.usually;
    let failed = false;
    trello.endpoint.usually = (request) => {
      if (!failed && request.path.includes('/attachments')) {
        failed = true;
        return { status: 500 };
      }
      return typeof usually === 'function' ? usually(request) : usually;
    };
    await talk.handOff('Again');
    expect((await talk.settled('trello', 1))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(trello.cards.length).toBe(before + 1);
    expect(trello.cards.at(-1)?.attachments).toEqual([expect.stringContaining(talk.conversationId)]);
    trello.endpoint.usually = usually;
  });

  test('an unreachable Trello gets the card and then the comment after the conversation is closed', async () => {
    const talk = await installation.opens('Hello');
    const { usually } = trello.endpoint;
    // Slow enough that it is not given up before the end of this.
    trello.endpoint.usually = { status: 503, delayMs: 500 };
    await talk.handOff('Again');
    await until(async () => (await talk.deliveries('trello'))[0]?.attempts, 'a failed attempt');
    await talk.close();
    await until(async () => (await talk.deliveries('trello')).length === 2, 'the comment to be planned');
    trello.endpoint.usually = usually;
    await talk.settled('trello', 2);
    expect(trello.cards.at(-1)).toMatchObject({
      desc: expect.stringContaining(talk.conversationId) as string,
      comments: ['The conversation was closed.'],
    });
  });

  test('a refused key is reported', async () => {
    await installation.set('trelloConfig', { token: 'wrong' });
    const talk = await installation.opens('Hello');
    await talk.handOff('Again');
    const [row] = await talk.settled('trello', 1);
    expect(row).toMatchObject({
      status: 'dead',
      lastError: 'Trello answered 401: invalid key',
      localized: { code: 'hand_off', values: {} },
      errorLocalized: { code: 'answered_with', values: { host: 'Trello', status: 401, words: 'invalid key' } },
    });
    await installation.set('trelloConfig', { token: trello.token });
  });
});

test('a hand-off says in Slack, on boards and on its card who they are, as far as it is known, and which team is there', async () => {
  await installation.team('Returns desk');
  const posted = (endpoint: Endpoint, talk: Talk) =>
    mentioning(endpoint, talk)
      .map(({ body }) => JSON.parse(body) as { title: string; text: string; message: string })
      .find(({ title }) => title === 'Hand-off');
  for (const [visitor, known] of [
    [{ email: 'ada@example.com', emailVerified: true }, 'verified by the website'],
    [{ email: 'bob@example.com' }, 'as they wrote it'],
  ] as const) {
    const talk = await installation.opens('Where is my order?', visitor);
    await talk.wantsPerson();
    await Promise.all([talk.settled('slack', 2), talk.settled('tigon', 2), talk.settled('trello', 1)]);
    const lines = [`Identity: ${known}`, 'Suggested team: Returns desk'];
    expect(posted(slack, talk)?.text).toContain(lines.join('\n>'));
    expect(posted(boards, talk)?.message).toContain(lines.join('\n'));
    const card = trello.cards.find(({ desc }) => desc.includes(talk.conversationId));
    expect(card?.desc).toContain(lines.join('\n'));
  }
});

describe('the comment of a closing on Trello', () => {
  const comments = (talk: Talk) =>
    trello.cards.filter(({ desc }) => desc.includes(talk.conversationId)).map((card) => card.comments);
  /** Returns the event of a command, which stays in the outbox; nothing else may react to it. */
  async function unpublished(talk: Talk, command: Command): Promise<StoredEvent> {
    const { db } = installation.context;
    const done = await transition(db, talk.conversationId, [command], { cause: { by: 'assistant' }, reason: 'Refund' });
    await db.deleteFrom('outbox').where('conversationId', '=', talk.conversationId).execute();
    if (done.outcome !== 'done') throw new Error('nothing changed');
    return done.event;
  }
  /** Hands off and closes while no reaction runs, and answers both events in that order. */
  async function handedOffAndClosed(talk: Talk): Promise<StoredEvent[]> {
    const { db } = installation.context;
    await db
      .updateTable('conversations')
      .set({ status: 'active', isAiAssisted: true })
      .where('id', '=', talk.conversationId)
      .execute();
    const handedOff = await unpublished(talk, { type: 'hand_off' });
    return [handedOff, await unpublished(talk, { type: 'close' })];
  }

  test.each([
    ['one after the other', async (events) => inTurn(events)],
    ['in the wrong order', async (events) => inTurn(events.toReversed())],
    [
      'at once',
      async (events) => void (await Promise.all(events.map((event) => reactTo(installation.context, event)))),
    ],
    ['twice, as after a killed worker', async (events) => inTurn([...events, ...events.toReversed()])],
  ] as const satisfies [string, (events: StoredEvent[]) => Promise<void>][])(
    'follows the card once when hand-off and closing are reacted to %s',
    async (_name, react) => {
      const talk = await installation.opens('Hello');
      await react(await handedOffAndClosed(talk));
      await until(() => comments(talk).flat().length > 0, 'the comment');
      await talk.settled('trello', 2);
      expect(comments(talk)).toEqual([['The conversation was closed.']]);
    },
  );
  const inTurn = async (events: readonly StoredEvent[]): Promise<void> => {
    for (const event of events) await reactTo(installation.context, event);
  };

  test('it follows a card that was given up before the closing and is made by the retry button after it', async () => {
    const talk = await installation.opens('Hello');
    await installation.set('trelloConfig', { token: 'wrong' });
    await talk.handOff('Again');
    const [card] = await talk.settled('trello', 1);
    expect(card?.status).toBe('dead');
    if (!card) throw new Error('no card');
    await reactTo(installation.context, await unpublished(talk, { type: 'close' }));
    await installation.set('trelloConfig', { token: trello.token });
    const row = await resetDelivery(installation.context.db, card.id);
    if (!row) throw new Error('not reset');
    // A worker keeps the settings for a moment: another refusal would be the test's own.
    await until(
      async () => (await installation.context.settings.read()).trelloConfig.token === trello.token,
      'the token',
    );
    await performDelivery(installation.context, card.id, 'a job');
    await until(() => comments(talk).flat().length > 0, 'the comment');
    expect(comments(talk)).toEqual([['The conversation was closed.']]);
  });

  test('it comes once for each closing of a conversation', async () => {
    const talk = await installation.opens('Hello');
    await talk.handOff('Again');
    await talk.settled('trello', 1);
    await talk.close();
    await talk.settled('trello', 2);
    await talk.writes('One more thing');
    await talk.close();
    await talk.settled('trello', 3);
    expect(comments(talk)).toEqual([['The conversation was closed.', 'The conversation was closed.']]);
  });
});
