/** Slack in both directions: docs/integrations.md#slack. */
import { randomUUID } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { updateConversation } from '@parley/core/conversations/update';
import { receiveFromSlack } from '@parley/core/integrations/slack/receive';
import { editMessage, removeMessage } from '@parley/core/messages/revise';
import { sendMessage } from '@parley/core/messages/send';
import { updateUser } from '@parley/db/users/users';
import { messagesAfter } from '@parley/db/messages/read';
import { type SlackServer, startSlack } from '@parley/testing/slack';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';

let slack: SlackServer;
let installation: Installation;
let rita: StaffCaller;
let door: Server;
const channel = 'C0SUPPORT';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  slack = await startSlack();
  installation = await startInstallation({
    env: { CHANNEL_API_URLS: `slack=${slack.url}`, RETRY_WAIT_SCALE: '0.01', ALLOW_PRIVATE_WEBHOOKS: 'true' },
  });
  await installation.set('slackThreadsConfig', {
    enabled: true,
    botToken: slack.token,
    signingSecret: slack.signingSecret,
    channels: [{ channelId: channel, name: 'support', websiteIds: [installation.websiteId], teamIds: [] }],
  });
  const user = await installation.representative('Rita');
  rita = user;
  slack.people.set('U0RITA', { id: 'U0RITA', email: user.email.toUpperCase() });
  slack.people.set('U0STRANGER', { id: 'U0STRANGER', email: 'nobody@example.com' });
  slack.people.set('U0ELSEWHERE', { id: 'U0ELSEWHERE', email: user.email, teamId: 'T0OTHER' });
  const unproven = await installation.representative('Una');
  await updateUser(installation.context.db, unproven.user.id, { emailProven: false });
  slack.people.set('U0UNPROVEN', { id: 'U0UNPROVEN', email: unproven.email });
  // The endpoint of the API, as a server of its own.
  door = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      receiveFromSlack(installation.context, { headers, raw: Buffer.concat(chunks) }).then(
        (answer) => response.writeHead(200).end(JSON.stringify(answer)),
        (error: unknown) => response.writeHead(403).end(JSON.stringify({ error: String(error) })),
      );
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  slack.events = `http://127.0.0.1:${address.port}/`;
});
afterAll(async () => {
  door?.close();
  await installation?.close();
  await slack?.close();
});
afterEach(() => {
  slack.fates.clear();
  slack.hints.length = 0;
});

/** The thread of a conversation: its first message, and those in it, once there are so many. */
async function threadOf({ conversationId }: Talk, count: number) {
  const head = await until(
    () => slack.messages.find(({ shown }) => shown.includes(`selected=${conversationId}`)),
    'the thread to begin',
  );
  const within = () => slack.messages.filter(({ threadTs }) => threadTs === head.ts);
  await until(() => within().length >= count, `${count} messages in the thread`);
  return { ts: head.ts, head, shown: () => within().map(({ shown }) => shown) };
}

/** A conversation with a thread that shows its first message. */
async function begun(content = 'Is the blue one in stock?') {
  const talk = await installation.opens(content, { name: 'Jane <b>' });
  return { talk, thread: await threadOf(talk, 1) };
}

const repliesOf = async ({ conversationId }: Talk) =>
  (await messagesAfter(installation.context.db, conversationId, 0, 50)).filter(
    ({ senderType }) => senderType === 'representative',
  );
const replied = (talk: Talk, count: number) =>
  until(async () => {
    const found = await repliesOf(talk);
    return found.length >= count ? found : null;
  }, `${count} replies`);
const writes = (threadTs: string, text: string, more: object = {}, user = 'U0RITA') =>
  slack.writes({ user, channel, threadTs }, text, more);

describe('a conversation', () => {
  test('it becomes one thread, with each message once, in order, without formatting by its text', async () => {
    const { talk, thread } = await begun('Hi <!channel> *now*');
    expect(thread.head.shown).toContain('*Jane &lt;b&gt;* · shop.example.com');
    await talk.writes('And the red one?');
    await sendMessage(installation.context, rita, { conversationId: talk.conversationId, content: 'Both.' });
    await threadOf(talk, 4);
    expect(thread.shown()).toEqual([
      '*Jane &lt;b&gt; (customer)*\nHi <!channel> *now*',
      '*Jane &lt;b&gt; (customer)*\nAnd the red one?',
      '*Rita*\nBoth.',
      'Assigned to Rita',
    ]);
    expect(slack.messages.filter(({ shown }) => shown.includes(talk.conversationId))).toHaveLength(1);
  });

  test('of another website it has no thread', async () => {
    const elsewhere = await installation.opens('Hello', { websiteId: null });
    const { talk } = await begun();
    await talk.settled('slack', 1);
    expect(slack.messages.filter(({ shown }) => shown.includes(elsewhere.conversationId))).toEqual([]);
  });

  test('edits and removals change its messages in the thread', async () => {
    const { talk, thread } = await begun();
    const { conversationId } = talk;
    const { message } = await sendMessage(installation.context, rita, { conversationId, content: 'On Munday.' });
    await threadOf(talk, 2);
    await editMessage(installation.context, rita, { conversationId, seq: message.seq }, { content: 'On Monday.' });
    await until(() => thread.shown().some((each) => each.includes('On Monday. (edited)')), 'the edit');
    await removeMessage(installation.context, rita, { conversationId, seq: message.seq });
    await until(() => thread.shown().some((each) => each.includes('Message removed')), 'the removal');
    expect(thread.shown().join()).not.toContain('Monday');
  });

  test('its changes are lines in the thread', async () => {
    const { talk, thread } = await begun();
    await updateConversation(installation.context, rita, talk.conversationId, { status: 'closed' });
    await until(() => thread.shown().includes('Closed by Rita'), 'the line');
  });
});

describe('a reply in a thread', () => {
  test('it reaches the customer under the name of the colleague with the same mail address, and isn’t echoed', async () => {
    const { talk, thread } = await begun();
    await writes(thread.ts, 'Yes, *three* of them &amp; more.', {
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'Yes, ' },
                { type: 'text', text: 'three', style: { bold: true } },
                { type: 'text', text: ' of them & more.' },
                { type: 'emoji', name: 'wave', unicode: '1f44b' },
              ],
            },
          ],
        },
      ],
    });
    const [reply] = await replied(talk, 1);
    expect(reply).toMatchObject({
      content: 'Yes, three of them & more.👋',
      markdown: 'Yes, **three** of them & more.👋',
      senderName: 'Rita',
    });
    await until(() => thread.shown().includes('Assigned to Rita'), 'the line');
    await talk.settled('slack', 3);
    expect(thread.shown().filter((each) => each.includes('three'))).toEqual([]);
  });

  test('told several times, it is stored once', async () => {
    const { talk, thread } = await begun();
    const event = { type: 'message', channel, user: 'U0RITA', text: 'Once', ts: '1.5', thread_ts: thread.ts };
    await Promise.all([1, 2, 3].map(() => slack.delivers(event, { eventId: 'EvOnce' })));
    await replied(talk, 1);
    await slack.delivers(event, { eventId: 'EvOnce' });
    await talk.settled('slack', 3);
    expect(await repliesOf(talk)).toHaveLength(1);
  });

  test.each([
    ['U0STRANGER', /No Parley user has your mail address \(nobody@example.com\)/],
    ['U0ELSEWHERE', /Only members of your organization/],
    ['U0UNPROVEN', /Confirm your mail address in Parley first/],
  ])('by %s, who isn’t linked, it reaches nobody, and its author alone gets a hint', async (user, hint) => {
    const { talk, thread } = await begun();
    await writes(thread.ts, 'I am Rita', {}, user);
    const shown = await until(() => slack.hints.find((each) => each.threadTs === thread.ts), 'the hint');
    expect(shown).toMatchObject({ user, text: expect.stringMatching(hint) as string });
    expect(await repliesOf(talk)).toEqual([]);
  });

  test('by a deactivated user, or to a closed conversation, it is refused with the reason', async () => {
    const { talk, thread } = await begun();
    await updateConversation(installation.context, rita, talk.conversationId, { status: 'closed' });
    await writes(thread.ts, 'Too late');
    const closed = await until(() => slack.hints[0], 'the hint');
    expect(closed.text).toBe('This conversation is closed. Reopen it to write. Nothing was sent to the customer.');
    const gone = await installation.representative('Gone');
    slack.people.set('U0GONE', { id: 'U0GONE', email: gone.email });
    await installation.context.db.updateTable('users').set({ isActive: false }).where('id', '=', gone.userId).execute();
    await writes(thread.ts, 'Still here', {}, 'U0GONE');
    await until(() => slack.hints.find(({ user }) => user === 'U0GONE'), 'the hint');
    expect(await repliesOf(talk)).toEqual([]);
  });

  test('an edit and a removal in Slack change the message, a preview of a link doesn’t', async () => {
    const { talk, thread } = await begun();
    const ts = await writes(thread.ts, 'On Munday');
    await replied(talk, 1);
    const message = { type: 'message', user: 'U0RITA', ts, thread_ts: thread.ts };
    const change = (subtype: string, text: string, previous: string) =>
      slack.delivers({
        type: 'message',
        subtype,
        channel,
        event_ts: String(Date.now() / 1000 + 1),
        message: { ...message, text },
        previous_message: { ...message, text: previous },
      });
    await change('message_changed', 'On Munday', 'On Munday');
    await change('message_changed', 'On Monday', 'On Munday');
    await until(async () => (await repliesOf(talk))[0]?.content === 'On Monday', 'the edit');
    expect((await repliesOf(talk))[0]).toMatchObject({ editNo: 1 });
    await change('message_deleted', '', 'On Monday');
    await until(async () => (await repliesOf(talk))[0]?.removedAt, 'the removal');
  });

  test('a file comes along as an upload of its author', async () => {
    const { talk, thread } = await begun();
    slack.files.set('F1', Buffer.from('Opening hours: 9 to 5'));
    const url = `${slack.url}/files/F1`;
    const files = [{ name: 'hours.txt', size: 21, url_private_download: url }];
    await writes(thread.ts, '', { subtype: 'file_share', files });
    const [reply] = await replied(talk, 1);
    expect(reply?.attachments).toMatchObject([{ name: 'hours.txt', size: 21 }]);
  });

  test('a file anywhere else is not fetched: the token goes to Slack alone', async () => {
    const { talk, thread } = await begun();
    const files = [{ name: 'x.txt', size: 1, url_private_download: 'https://files.slack.com.evil.example/F1' }];
    await writes(thread.ts, 'Here', { subtype: 'file_share', files });
    const dead = await until(
      async () => (await talk.deliveries('slack')).find(({ status }) => status === 'dead'),
      'the refusal',
    );
    expect(dead.lastError).toBe('A file of this message can’t be sent.');
    expect(await repliesOf(talk)).toEqual([]);
  });
});

describe('a command in a thread', () => {
  const stateOf = async (talk: Talk) => talk.state();

  test('a note reaches the team alone', async () => {
    const { talk, thread } = await begun();
    await writes(thread.ts, 'note She is a regular');
    const notes = () =>
      installation.context.db
        .selectFrom('activities')
        .select('body')
        .where('conversationId', '=', talk.conversationId)
        .where('kind', '=', 'noted')
        .execute();
    await until(async () => (await notes()).length > 0, 'the note');
    expect(await notes()).toEqual([{ body: 'She is a regular' }]);
    expect(await repliesOf(talk)).toEqual([]);
  });

  test('assigns, snoozes, closes and reopens, and sends the customer nothing', async () => {
    const { talk, thread } = await begun();
    await writes(thread.ts, 'assign me');
    await until(async () => (await stateOf(talk)).assignedRepresentativeId === rita.user.id, 'the assignment');
    const before = Date.now();
    await writes(thread.ts, 'Snooze 2h');
    const { snoozedUntil } = await until(async () => {
      const state = await stateOf(talk);
      return state.snoozedUntil ? state : null;
    }, 'the snooze');
    expect(Math.round(((snoozedUntil?.getTime() ?? 0) - before) / 60_000)).toBe(120);
    await writes(thread.ts, 'close');
    await until(async () => (await stateOf(talk)).status === 'closed', 'the close');
    await writes(thread.ts, 'reopen');
    await until(async () => (await stateOf(talk)).status === 'active', 'the reopening');
    expect(await repliesOf(talk)).toEqual([]);
  });
});

describe('an event', () => {
  test('without a fresh signature it is refused, and the address is verified by its challenge', async () => {
    const { talk, thread } = await begun();
    const event = { type: 'message', channel, user: 'U0RITA', text: 'Forged', ts: '2.5', thread_ts: thread.ts };
    for (const options of [{ secret: 'guessed' }, { at: Date.now() - 6 * 60_000 }, { at: Date.now() + 6 * 60_000 }])
      expect((await slack.delivers(event, options)).status).toBe(403);
    const challenge = randomUUID();
    const answer = await slack.posts(JSON.stringify({ type: 'url_verification', challenge }));
    expect(answer).toEqual({ status: 200, body: { challenge } });
    expect(await repliesOf(talk)).toEqual([]);
  });

  test('of our own message, of another app, outside a thread or of something else changes nothing', async () => {
    const { talk, thread } = await begun();
    const message = { type: 'message', channel, user: 'U0RITA', text: 'Loop', ts: '3.5', thread_ts: thread.ts };
    const events = [
      { ...message, bot_id: 'B0PARLEY' },
      { ...message, subtype: 'bot_message', bot_id: 'B1' },
      { ...message, thread_ts: undefined },
      { ...message, ts: thread.ts },
      { ...message, thread_ts: '1.000001' },
      { ...message, subtype: 'channel_join' },
      { type: 'reaction_added', user: 'U0RITA', item: { channel, ts: thread.ts } },
      { type: 'message', subtype: 'message_changed', channel },
    ];
    for (const event of events) expect((await slack.delivers(event)).status).toBe(200);
    expect(await talk.settled('slack', 1)).toHaveLength(1);
    expect(await repliesOf(talk)).toEqual([]);
  });
});

describe('a failing Slack', () => {
  test('a call without an answer is looked for before it is made again: nothing is doubled', async () => {
    slack.fates.set('chat.postMessage', [{ doneThen: { hangUp: true } }]);
    const { talk, thread } = await begun('Head without an answer');
    slack.fates.set('chat.postMessage', [{ doneThen: { hangUp: true } }]);
    await talk.writes('Message without an answer');
    await threadOf(talk, 2);
    expect((await talk.settled('slack', 2)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    expect(thread.shown()).toHaveLength(2);
    expect(slack.messages.filter(({ shown }) => shown.includes(talk.conversationId))).toHaveLength(1);
  });

  test('a rate limit is waited for as long as Slack asks', async () => {
    const { talk } = await begun();
    slack.fates.set('chat.postMessage', [{ retryAfter: 1 }]);
    const before = Date.now();
    await talk.writes('Later');
    await threadOf(talk, 2);
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_000);
  });

  test.each([
    ['invalid_auth', 'Slack refuses the bot token. Copy it again from “OAuth & Permissions” of your Slack app.'],
    ['not_in_channel', 'The Slack app isn’t in this channel. Invite it there with /invite.'],
  ])('a refusal (%s) is told in words', async (error, words) => {
    slack.fates.set('chat.postMessage', [{ error }]);
    const talk = await installation.opens('Hello');
    expect(await talk.settled('slack', 1)).toMatchObject([{ status: 'dead', lastError: words }]);
  });
});
