/** Microsoft Teams in both directions: docs/integrations.md#microsoft-teams. */
import type { StaffCaller } from '@parley/core/callers';
import { updateConversation } from '@parley/core/conversations/update';
import { receiveFromMsteams } from '@parley/core/integrations/msteams/receive';
import { testIntegration } from '@parley/core/integrations/test';
import { Problem } from '@parley/contracts/problems';
import { editMessage, removeMessage } from '@parley/core/messages/revise';
import { sendMessage } from '@parley/core/messages/send';
import { listMsteamsTeams } from '@parley/db/deliveries/msteams-teams';
import { messagesAfter } from '@parley/db/messages/read';
import { updateUser } from '@parley/db/users/users';
import { startTeams, type TeamsServer } from '@parley/testing/msteams';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';

let teams: TeamsServer;
let installation: Installation;
let rita: StaffCaller;
let door: Server;
const channel = '19:support@thread.tacv2';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  teams = await startTeams();
  installation = await startInstallation({
    env: { CHANNEL_API_URLS: `msteams=${teams.url}`, RETRY_WAIT_SCALE: '0.01', ALLOW_PRIVATE_WEBHOOKS: 'true' },
  });
  await installation.set('msteamsConfig', {
    enabled: true,
    appId: teams.appId,
    tenantId: teams.tenantId,
    clientSecret: teams.clientSecret,
    channels: [{ channelId: channel, name: 'Sales › Support', websiteIds: [installation.websiteId], teamIds: [] }],
  });
  const user = await installation.representative('Rita');
  rita = user;
  const unproven = await installation.representative('Una');
  await updateUser(installation.context.db, unproven.user.id, { emailProven: false });
  const people = [
    { id: '29:rita', email: user.email.toUpperCase() },
    { id: '29:stranger', email: 'nobody@example.com' },
    { id: '29:guest', email: user.email, userPrincipalName: 'rita_shop.example#EXT#@acme.example' },
    { id: '29:elsewhere', email: user.email, tenantId: 'ffffffff-bbbb-4ccc-8ddd-eeeeeeeeeeee' },
    { id: '29:unproven', email: unproven.email },
  ];
  for (const person of people) teams.people.set(person.id, person);
  // The endpoint of the API, as a server of its own.
  door = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      const activity: unknown = JSON.parse(Buffer.concat(chunks).toString());
      receiveFromMsteams(installation.context, { authorization, activity }).then(
        () => response.writeHead(200).end(),
        (error: unknown) => response.writeHead(error instanceof Problem ? error.status : 500).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  teams.activities = `http://127.0.0.1:${address.port}/`;
  await teams.installs();
});
afterAll(async () => {
  door?.close();
  await installation?.close();
  await teams?.close();
});
afterEach(() => {
  teams.fates.clear();
  teams.hints.length = 0;
});

/** The thread of a conversation, once it has so many messages after its first. */
async function threadOf({ conversationId }: Talk, count: number) {
  const head = await until(
    () => teams.messages.find(({ text }) => text.includes(`selected=${conversationId}`)),
    'the thread to begin',
  );
  const within = () =>
    teams.messages.filter(({ conversationId: id, id: message }) => id === head.conversationId && message !== head.id);
  await until(() => within().length >= count, `${count} messages in the thread`);
  return { id: head.conversationId, head, shown: () => within().map(({ text }) => text) };
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
const writes = (threadId: string, text: string, more: object = {}, user = '29:rita') =>
  teams.writes({ user, threadId }, text, more);
const notesOf = ({ conversationId }: Talk) =>
  installation.context.db
    .selectFrom('activities')
    .select('body')
    .where('conversationId', '=', conversationId)
    .where('kind', '=', 'noted')
    .execute();

describe('a conversation', () => {
  test('it becomes one thread, with each message once, in order, and never as formatting of the customer’s', async () => {
    const { talk, thread } = await begun('Hi <at>all</at> & **now**\nplease');
    expect(thread.head.text).toContain('<b>Jane &lt;b&gt;</b> · shop.example.com');
    await talk.writes('And the red one?');
    await sendMessage(installation.context, rita, { conversationId: talk.conversationId, content: 'Both.' });
    await threadOf(talk, 4);
    expect(thread.shown()).toEqual([
      '<b>Jane &lt;b&gt; (customer)</b><br>Hi &lt;at&gt;all&lt;/at&gt; &amp; **now**<br>please',
      '<b>Jane &lt;b&gt; (customer)</b><br>And the red one?',
      '<b>Rita</b><br>Both.',
      'Assigned to Rita',
    ]);
    expect(teams.messages.filter(({ text }) => text.includes(talk.conversationId))).toHaveLength(1);
  });

  test('edits, removals and changes of it show in the thread', async () => {
    const { talk, thread } = await begun();
    const { conversationId } = talk;
    const { message } = await sendMessage(installation.context, rita, { conversationId, content: 'On Munday.' });
    await threadOf(talk, 2);
    await editMessage(installation.context, rita, { conversationId, seq: message.seq }, { content: 'On Monday.' });
    await until(() => thread.shown().some((each) => each.includes('On Monday. (edited)')), 'the edit');
    await removeMessage(installation.context, rita, { conversationId, seq: message.seq });
    await until(() => thread.shown().some((each) => each.includes('Message removed')), 'the removal');
    await updateConversation(installation.context, rita, conversationId, { status: 'closed' });
    await until(() => thread.shown().includes('Closed by Rita'), 'the line');
  });
});

describe('a reply in a thread', () => {
  test('it reaches the customer under the name of the colleague with the same mail address, and isn’t echoed', async () => {
    const { talk, thread } = await begun();
    await writes(thread.id, '<at>Parley</at> Yes, three of them & more.', {
      entities: [
        { type: 'mention', mentioned: { id: `28:${teams.appId}`, name: 'Parley' }, text: '<at>Parley</at>' },
        { type: 'clientInfo' },
      ],
      attachments: [
        {
          contentType: 'text/html',
          content:
            '<div><div><span itemtype="http://schema.skype.com/Mention"><at id="0">Parley</at></span>&nbsp;Yes, <strong>three</strong> of them &amp; more.</div></div>',
        },
      ],
    });
    const [reply] = await replied(talk, 1);
    expect(reply).toMatchObject({
      content: 'Yes, three of them & more.',
      markdown: 'Yes, **three** of them & more.',
      senderName: 'Rita',
    });
    await until(() => thread.shown().includes('Assigned to Rita'), 'the line');
    await talk.settled('msteams', 3);
    expect(thread.shown().filter((each) => each.includes('three'))).toEqual([]);
  });

  test('told several times, it is stored once', async () => {
    const { talk, thread } = await begun();
    const timestamp = new Date().toISOString();
    await Promise.all([1, 2, 3].map(() => writes(thread.id, 'Once', { id: '7', timestamp })));
    await replied(talk, 1);
    await writes(thread.id, 'Once', { id: '7', timestamp });
    await talk.settled('msteams', 3);
    expect(await repliesOf(talk)).toHaveLength(1);
  });

  test.each([
    ['29:stranger', /No Parley user has your mail address \(nobody@example.com\)/],
    ['29:guest', /Only members of your organization/],
    ['29:elsewhere', /Only members of your organization/],
    ['29:unproven', /Confirm your mail address in Parley first/],
  ])('by %s, who isn’t linked, it reaches nobody, and its author alone gets a hint', async (user, hint) => {
    const { talk, thread } = await begun();
    await writes(thread.id, 'I am Rita', {}, user);
    const shown = await until(() => teams.hints[0], 'the hint');
    expect(shown).toMatchObject({ user, text: expect.stringMatching(hint) as string });
    expect(shown.text).toContain('https://teams.microsoft.com/l/message/19%3Asupport%40thread.tacv2/');
    expect(await repliesOf(talk)).toEqual([]);
  });

  test('an edit and a removal in Teams change the message', async () => {
    const { talk, thread } = await begun();
    const id = await writes(thread.id, 'On Munday');
    await replied(talk, 1);
    const change = (type: string, eventType: string, text: string) =>
      writes(thread.id, text, { id, type, channelData: { tenant: { id: teams.tenantId }, eventType } });
    await change('messageUpdate', 'editMessage', 'On Munday');
    await change('messageUpdate', 'editMessage', 'On Monday');
    await until(async () => (await repliesOf(talk))[0]?.content === 'On Monday', 'the edit');
    expect((await repliesOf(talk))[0]).toMatchObject({ editNo: 1 });
    await change('messageDelete', 'softDeleteMessage', '');
    await until(async () => (await repliesOf(talk))[0]?.removedAt, 'the removal');
  });

  test('a picture comes along as an upload of its author', async () => {
    const { talk, thread } = await begun();
    teams.files.set('1', Buffer.from('GIF89a'));
    const attachments = [{ contentType: 'image/gif', contentUrl: `${teams.url}/files/1`, name: 'blue.gif' }];
    await writes(thread.id, '', { attachments });
    const [reply] = await replied(talk, 1);
    expect(reply?.attachments).toMatchObject([{ name: 'blue.gif', size: 6 }]);
  });

  test('with a file that is elsewhere it is not sent, and its author is told; in a note it is named and linked', async () => {
    const { talk, thread } = await begun();
    const url = 'https://acme.sharepoint.com/sites/sales/plan.pdf';
    const attachments = [{ contentType: 'reference', contentUrl: url, name: 'plan.pdf' }];
    await writes(thread.id, 'Here is the plan', { attachments });
    const hint = await until(() => teams.hints[0], 'the hint');
    expect(hint.text).toContain('Parley can’t open plan.pdf');
    expect(await repliesOf(talk)).toEqual([]);
    await writes(thread.id, 'note Our plan', { attachments });
    await until(async () => (await notesOf(talk)).length > 0, 'the note');
    expect(await notesOf(talk)).toEqual([{ body: `Our plan\nplan.pdf: ${url}` }]);
  });

  test('commands note, assign, snooze, close and reopen, and send the customer nothing', async () => {
    const { talk, thread } = await begun();
    await writes(thread.id, 'note She is a regular');
    await until(async () => (await notesOf(talk)).length > 0, 'the note');
    await writes(thread.id, 'assign me');
    await until(async () => (await talk.state()).assignedRepresentativeId === rita.user.id, 'the assignment');
    await writes(thread.id, 'Snooze 2h');
    await until(async () => (await talk.state()).snoozedUntil, 'the snooze');
    await writes(thread.id, 'close');
    await until(async () => (await talk.state()).status === 'closed', 'the close');
    await writes(thread.id, 'reopen');
    await until(async () => (await talk.state()).status === 'active', 'the reopening');
    expect(await repliesOf(talk)).toEqual([]);
  });
});

describe('an activity', () => {
  test('without a token of Microsoft’s for this app, from Teams and its own address, it is refused', async () => {
    const { talk, thread } = await begun();
    const forged = {
      type: 'message',
      id: '9',
      timestamp: new Date().toISOString(),
      from: { id: '29:rita' },
      conversation: { id: thread.id },
      channelData: { tenant: { id: teams.tenantId } },
      text: 'Forged',
    };
    const evil = 'https://smba.trafficmanager.net.evil.example/';
    const refused = [
      await teams.delivers(forged, { forged: true }),
      await teams.delivers(forged, { elsewhere: true }),
      await teams.delivers(forged, { audience: '99999999-2222-4333-8444-555555555555' }),
      await teams.delivers(forged, { issuer: 'https://login.example.com' }),
      await teams.delivers(forged, { expires: Math.floor(Date.now() / 1000) - 3600 }),
      await teams.delivers(forged, { serviceUrl: evil }),
      await teams.delivers({ ...forged, serviceUrl: evil }),
      await teams.delivers({ ...forged, channelId: 'webchat' }),
    ];
    expect(refused).toEqual([403, 403, 403, 403, 403, 403, 403, 403]);
    expect((await listMsteamsTeams(installation.context.db)).map(({ serviceUrl }) => serviceUrl)).toEqual([
      `${teams.url}/`,
    ]);
    await talk.settled('msteams', 1);
    expect(await repliesOf(talk)).toEqual([]);
  });

  test('of our own message, another app, another organisation, or outside a thread changes nothing', async () => {
    const { talk, thread } = await begun();
    const other = { tenant: { id: 'ffffffff-bbbb-4ccc-8ddd-eeeeeeeeeeee' } };
    const [, start = ''] = thread.id.split(';messageid=');
    await writes(thread.id, 'Loop', { from: { id: `28:${teams.appId}` } });
    await writes(thread.id, 'Loop', { from: { id: '28:other', role: 'bot' } });
    await writes(thread.id, 'Loop', { channelData: other });
    await writes(thread.id, 'Loop', { id: start });
    await writes(channel, 'Outside');
    await writes(`${channel};messageid=1`, 'Of no conversation');
    await writes(thread.id, 'Typing', { type: 'typing' });
    await writes(thread.id, '', { type: 'messageReaction', text: undefined });
    expect(await talk.settled('msteams', 1)).toHaveLength(1);
    expect(await repliesOf(talk)).toEqual([]);
  });
});

describe('a failing Teams', () => {
  test('a limit is waited for as long as Teams asks, and an ended token is replaced', async () => {
    const { talk, thread } = await begun();
    teams.fates.set('activities', [{ status: 429, retryAfter: 1 }]);
    const before = Date.now();
    await talk.writes('Later');
    await threadOf(talk, 2);
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_000);
    teams.tokens.length = 0;
    await talk.writes('With another token');
    await threadOf(talk, 3);
    expect(teams.tokens).toHaveLength(1);
    expect(thread.shown().filter((each) => each.includes('Later'))).toHaveLength(1);
  });

  test('an app that was removed from the team is told in words, and the test says what it found', async () => {
    teams.fates.set('conversations', [{ status: 403 }]);
    const talk = await installation.opens('Hello');
    const words = 'Teams refuses this. Check that the Parley app is still in the team.';
    expect(await talk.settled('msteams', 1)).toMatchObject([{ status: 'dead', lastError: words }]);
    const ada = await installation.representative('Ada');
    expect(await testIntegration(installation.context, ada, 'msteams')).toMatchObject({
      code: 'msteams_works',
      values: { count: 2 },
    });
  });
});
