/** The result of an action is confirmed by mail and in Telegram as it is in the widget. */
import type { ToolDefinition } from '@parley/contracts/assistant/tools';
import { addTool } from '@parley/core/ai/tools/definitions';
import { replaceHosts } from '@parley/core/ai/tools/servers';
import type { StaffCaller } from '@parley/core/callers';
import { planDigests } from '@parley/core/maintenance/digests';
import { readUser } from '@parley/core/users/users';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { headerOf, type ReceivedMail } from '@parley/testing/smtp';
import { startTelegram, type TelegramServer } from '@parley/testing/telegram';
import { freePort } from '@parley/e2e/process';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { type Talk, until } from './installation.ts';
import { chatOf, newCustomer } from './telegram-installation.ts';

// Limits are for machines that are busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let model: ModelServer;
let shop: Endpoint;
let telegram: TelegramServer;
let installation: MailInstallation;
let smtpPort: number;

const parameters = {
  type: 'object',
  properties: { order: { type: 'string', pattern: '^[0-9]{4}$' } },
  required: ['order'],
};
const cancels = (order: string) => ({ tool: 'cancel_order', arguments: { order } });
const question = (order: string): string => `Cancel order ${order}?`;

beforeAll(async () => {
  [model, shop, telegram, smtpPort] = await Promise.all([
    startModelServer(),
    startEndpoint(),
    startTelegram(),
    freePort(),
  ]);
  installation = await startMailInstallation({
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-test',
    AI_TOKENS_PER_VISITOR_AND_DAY: '0',
    CHANNEL_API_URLS: `telegram=${telegram.url}`,
    INBOUND_SMTP_PORT: String(smtpPort),
  });
  await installation.set('aiConfig', { enabled: true, systemPrompt: 'You are the assistant of Acme.' });
  await installation.set('telegramConfig', {
    enabled: true,
    botToken: telegram.token,
    websiteId: installation.websiteId,
  });
  const { userId } = await installation.representative();
  const admin: StaffCaller = {
    kind: 'staff',
    user: { ...(await readUser(installation.context, userId)), role: 'admin' },
    sessionId: 'none',
  };
  await replaceHosts(installation.context, admin, [new URL(shop.url).host]);
  const cancel: ToolDefinition = {
    name: 'cancel_order',
    description: 'Cancels an order',
    effect: 'write',
    needsIdentity: false,
    isActive: true,
    parameters,
    bindings: {},
    confirmation: 'Cancel order {order}?',
    mcp: null,
    maxBytes: 4096,
    timeoutSeconds: 2,
    http: { method: 'POST', url: `${shop.url}/orders/{order}/cancel`, headers: [], rest: 'body', fields: [] },
  };
  await addTool(installation.context, admin, cancel);
});
afterAll(async () => {
  await installation?.close();
  await Promise.all([model, shop, telegram].map((server) => server?.close()));
});
afterEach(() => {
  model.next = [];
  model.usually = { text: 'Hello from the model.' };
  shop.requests = [];
});

/** A customer whom the assistant has asked, by whichever way, and what they are sent from then on. */
interface Asked {
  conversationId: string;
  writes(text: string): Promise<void>;
  /** The newest text they were sent that holds these words. */
  reads(words: string): Promise<string>;
}

/** The plain text of a mail, as it was before its lines were made to fit. */
function textOf({ raw }: ReceivedMail): string {
  const [, text = ''] = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/.exec(raw) ?? [];
  const bytes = text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`);
  return bytes.includes('%') ? decodeURIComponent(bytes) : bytes;
}

/** A mail program's answer, below it what it answers. */
async function answers(mail: ReceivedMail, from: string, text: string): Promise<void> {
  const id = headerOf(mail.raw, 'Message-ID');
  const to = headerOf(mail.raw, 'Reply-To');
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  const raw = [
    `From: Anna <${from}>`,
    `To: ${to}`,
    `Subject: Re: ${headerOf(mail.raw, 'Subject')}`,
    `Message-ID: <${Math.random().toString(36).slice(2)}@mail.example>`,
    `In-Reply-To: ${id}`,
    `References: ${id}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
    '-- ',
    'Anna Smith, 12 Yes Street',
    '',
    'On Thu, Nov 19, 2026 at 9:58 AM Acme Support <support@shop.example> wrote:',
    '> Please answer “Yes” or “No”.',
    '',
  ].join('\r\n');
  await transport.sendMail({ envelope: { from, to: [to.replace(/^.*<|>.*$/g, '')] }, raw });
}

async function byMail(): Promise<Asked> {
  const email = customer();
  model.next = [cancels('1042')];
  const talk: Talk = await installation.opens('Please cancel order 1042', { email, emailVerified: true, name: 'Anna' });
  const mailed = async (): Promise<ReceivedMail | undefined> => {
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    return installation.mailsTo(email).at(-1);
  };
  const newest = (words: string): Promise<ReceivedMail> =>
    until(
      async () => {
        const mail = await mailed();
        return mail && textOf(mail).includes(words) ? mail : null;
      },
      `a mail with “${words}”`,
      40,
    );
  await newest(question('1042'));
  return {
    conversationId: talk.conversationId,
    writes: async (text) => answers(installation.mailsTo(email).at(-1)!, email, text),
    reads: async (words) => textOf(await newest(words)),
  };
}

async function inTelegram(): Promise<Asked> {
  const jane = newCustomer();
  model.next = [cancels('1042')];
  telegram.writes(jane, 'Please cancel order 1042');
  const chat = await chatOf(installation, jane.id);
  const newest = (words: string): Promise<string> =>
    until(
      () => telegram.sent.findLast(({ chat: to, text }) => to === jane.id && text.includes(words))?.text,
      `a message with “${words}”`,
      40,
    );
  await newest(question('1042'));
  return {
    conversationId: chat.conversationId,
    writes: async (text) => void telegram.writes(jane, text),
    reads: newest,
  };
}

const callsOf = ({ conversationId }: Asked) =>
  installation.context.db
    .selectFrom('toolCalls')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .orderBy('id')
    .execute();

describe.each([
  ['by mail', byMail, 48],
  ['in Telegram', inTelegram, 12],
])('an action asked for %s', (_, begins, hours) => {
  test('it waits as long for the yes as is usual there', async () => {
    const [call] = await callsOf(await begins());
    const waits = (call?.expiresAt?.getTime() ?? 0) - (call?.createdAt.getTime() ?? 0);
    expect(Math.round(waits / 60_000)).toBe(hours * 60);
  });

  test('it is run once after a yes, with what was shown, and its outcome is told there', async () => {
    const asked = await begins();
    expect(await asked.reads(question('1042'))).toContain('Please answer “Yes” or “No”.');
    shop.usually = { status: 200, body: '{"state":"cancelled"}' };
    model.usually = { text: 'Order 1042 is cancelled [1].' };
    await asked.writes('Yes!');
    expect(await asked.reads('Order 1042 is cancelled.')).toContain('Order 1042 is cancelled.');
    expect(shop.requests.map(({ path }) => path)).toEqual(['/orders/1042/cancel']);
    model.usually = { text: 'Anything else?' };
    await asked.writes('yes');
    await asked.reads('Anything else?');
    expect(shop.requests).toHaveLength(1);
  });

  test.each([
    ['a no', 'No.', 'declined'],
    ['something else', 'What does that cost?', 'dropped'],
    ['a yes to something more', 'Yes, and 1043 too', 'dropped'],
  ])('it is not run after %s, nor by a yes that follows', async (__, text, state) => {
    const asked = await begins();
    model.usually = { text: 'All right then.' };
    await asked.writes(text);
    await asked.reads('All right then.');
    expect(await callsOf(asked)).toMatchObject([{ state }]);
    model.usually = { text: 'Nothing was done.' };
    await asked.writes('Yes');
    await asked.reads('Nothing was done.');
    expect(shop.requests).toEqual([]);
  });

  test('an action with arguments that have changed since is asked again, and run with the new ones alone', async () => {
    const asked = await begins();
    model.next = [cancels('1043')];
    await asked.writes('Sorry, I mean order 1043');
    await asked.reads(question('1043'));
    shop.usually = { status: 200, body: '{"state":"cancelled"}' };
    model.usually = { text: 'Order 1043 is cancelled [1].' };
    await asked.writes('Yes');
    await asked.reads('Order 1043 is cancelled.');
    expect(shop.requests.map(({ path }) => path)).toEqual(['/orders/1043/cancel']);
    expect((await callsOf(asked)).map(({ state }) => state)).toEqual(['dropped', 'done']);
  });

  test('it is not run by a yes that comes too late, which is said', async () => {
    const asked = await begins();
    await installation.context.db
      .updateTable('toolCalls')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('conversationId', '=', asked.conversationId)
      .execute();
    model.usually = { text: 'It was not done, should I ask again?' };
    await asked.writes('Yes');
    await asked.reads('It was not done, should I ask again?');
    expect(shop.requests).toEqual([]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('came too late');
  });
});
