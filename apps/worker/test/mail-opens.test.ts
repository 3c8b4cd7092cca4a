/** A mail that answers nothing opens a conversation. */
import { randomUUID } from 'node:crypto';
import type { NewMailbox } from '@parley/contracts/channels/mailboxes';
import { setBlocked, contactOf } from '@parley/db/visitors/contacts';
import { conversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { planDigests } from '@parley/core/maintenance/digests';
import { addMailbox, updateMailbox } from '@parley/core/mail/mailboxes';
import { receiveMail } from '@parley/core/mail/receive';
import { overseer } from '@parley/core/testing';
import { listConversations } from '@parley/core/conversations/list';
import { headerOf } from '@parley/testing/smtp';
import { insertWebsite } from '@parley/db/websites/websites';
import { freePort } from '@parley/e2e/process';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { until } from './installation.ts';

let installation: MailInstallation;
let smtpPort: number;
let websiteId: string;

beforeAll(async () => {
  smtpPort = await freePort();
  installation = await startMailInstallation({
    INBOUND_SMTP_PORT: String(smtpPort),
    INBOUND_AUTHSERV_ID: 'mx.shop.example',
  });
  websiteId = (await insertWebsite(installation.context.db, { domain: 'b.example', name: 'B' }))?.id ?? '';
});
afterAll(() => installation?.close());

const genuine = (domain: string) => `Authentication-Results: mx.shop.example; dmarc=pass header.from=${domain}`;

interface Written {
  from?: string;
  to?: string;
  subject?: string;
  headers?: readonly string[];
  text?: string;
  id?: string;
}

const written = ({
  from = `Anna <${customer()}>`,
  to = 'support@shop.example',
  subject = 'Late parcel',
  headers = [],
  text = 'Where is my parcel?',
  id = randomUUID(),
}: Written): string =>
  [
    ...headers,
    ...(from === '' ? [] : [`From: ${from}`]),
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@mail.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n');

const rowOf = (raw: string) =>
  installation.context.db
    .selectFrom('inboundMails')
    .select(['id', 'status', 'reason', 'conversationId', 'mailboxId'])
    .where('raw', '=', Buffer.from(raw))
    .executeTakeFirst();

/** Receives a mail and returns what became of it. */
async function arrives(
  raw: string,
  { source = 'imap', mailboxId = null }: { source?: 'imap' | 'smtp'; mailboxId?: string | null } = {},
) {
  await receiveMail(installation.context, {
    source,
    mailboxId,
    envelopeFrom: null,
    envelopeTo: [],
    raw: Buffer.from(raw),
  });
  return until(async () => {
    const row = await rowOf(raw);
    return row && row.status !== 'stored' ? row : null;
  }, 'the mail to be understood');
}

async function opened(raw: string, how: Parameters<typeof arrives>[1] = {}) {
  const row = await arrives(raw, how);
  expect(row).toMatchObject({ status: 'posted' });
  const state = await conversationState(installation.context.db, row.conversationId ?? '');
  if (!state) throw new Error('no conversation');
  return state;
}

const mailbox = (address: string, more: Partial<NewMailbox> = {}) =>
  addMailbox(installation.context, overseer, {
    name: address,
    address,
    receiving: { kind: 'forward' },
    sending: { kind: 'installation' },
    ...more,
  });

const messagesOf = (id: string) => messagesAfter(installation.context.db, id, 0, 50);

describe('a mail that answers nothing', () => {
  test('opens a waiting conversation with its subject, its sender and its language', async () => {
    const email = customer();
    const raw = written({
      from: `Jürgen <${email}>`,
      subject: 'Meine Bestellung',
      text: 'Wo ist meine Bestellung? Ich habe sie nicht bekommen.',
      headers: [genuine('example.com')],
    });
    const state = await opened(raw);
    expect(state).toMatchObject({
      channel: 'email',
      subject: 'Meine Bestellung',
      status: 'waiting',
      isAiAssisted: false,
      customerEmail: email,
      customerName: 'Jürgen',
      provenEmail: email,
      mailboxId: null,
      lastSeq: 1,
    });
    expect((await messagesOf(state.id))[0]).toMatchObject({ senderType: 'customer', senderName: 'Jürgen' });
    const visitor = await installation.context.db
      .selectFrom('visitors')
      .select('locale')
      .where('id', '=', state.visitorId)
      .executeTakeFirst();
    expect(visitor?.locale).toBe('de');
    const found = await listConversations(installation.context, overseer, { q: 'subject:bestellung', limit: 10 });
    expect(JSON.stringify(found)).toContain(state.id);
  });

  test('is answered at once, in its thread, with its subject and the signature of its mailbox', async () => {
    const box = await mailbox('sales@shop.example', { senderName: 'Acme Sales', signature: '**Acme** Ltd', websiteId });
    const email = customer();
    const raw = written({ from: `Anna <${email}>`, to: 'sales@shop.example', subject: 'Re: Blue plates', id: 'first' });
    const state = await opened(raw, { mailboxId: box.id });
    expect(state).toMatchObject({ mailboxId: box.id, websiteId, websiteDomain: 'b.example' });
    await installation.answers({ conversationId: state.id }, 'We have them in blue.');
    await planDigests(installation.context);
    const mail = await until(() => installation.mailsTo(email)[0], 'the answer');
    expect(headerOf(mail.raw, 'Subject')).toBe('Re: Blue plates');
    expect(headerOf(mail.raw, 'From')).toContain('sales@shop.example');
    expect(headerOf(mail.raw, 'In-Reply-To')).toBe('<first@mail.example>');
    expect(headerOf(mail.raw, 'References')).toContain('<first@mail.example>');
    expect(mail.raw).toContain('Acme Ltd');
    expect(mail.raw).not.toContain('nsubscribe');

    // The answer to it joins the conversation.
    const answer = written({
      from: `Anna <${email}>`,
      to: 'sales@shop.example',
      subject: 'Re: Blue plates',
      headers: [`In-Reply-To: ${headerOf(mail.raw, 'Message-ID')}`],
      text: 'I take six.',
    });
    expect(await arrives(answer, { mailboxId: box.id })).toMatchObject({ conversationId: state.id });
    expect((await messagesOf(state.id)).at(-1)).toMatchObject({ content: 'I take six.', senderType: 'customer' });
  });

  test('goes to the mailbox of its recipient through our SMTP port, by an alias or a plus part', async () => {
    const box = await mailbox('help@shop.example', { aliases: ['hilfe@shop.example'] });
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
    for (const to of ['hilfe@shop.example', 'Help+orders@shop.example']) {
      const from = customer();
      await transport.sendMail({ envelope: { from, to: [to] }, raw: written({ from, to: 'list@other.example' }) });
      const state = await until(
        () =>
          installation.context.db
            .selectFrom('conversations')
            .select(['mailboxId', 'provenEmail'])
            .where('customerEmail', '=', from)
            .executeTakeFirst(),
        'the conversation',
      );
      expect(state).toEqual({ mailboxId: box.id, provenEmail: null });
    }
    const refused = transport.sendMail({
      envelope: { from: customer(), to: ['nobody@shop.example'] },
      raw: written({}),
    });
    await expect(refused).rejects.toMatchObject({ responseCode: 550 });
  });

  test('opens one conversation however often it arrives or is understood', async () => {
    const raw = written({ headers: [genuine('example.com')] });
    const first = await opened(raw);
    await arrives(raw);
    await installation.context.db
      .updateTable('inboundMails')
      .set({ status: 'stored' })
      .where('id', '=', first.id)
      .execute();
    await installation.context.queues.add('inbound-mail', { inboundMailId: first.id }, { jobId: randomUUID() });
    await until(async () => (await rowOf(raw))?.status === 'posted', 'it to be understood again');
    expect(await messagesOf(first.id)).toHaveLength(1);
    const { count } = await installation.context.db
      .selectFrom('conversations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customerEmail', '=', first.customerEmail)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('two at once from one sender open two conversations of one contact', async () => {
    const email = customer();
    const two = [1, 2].map((n) => written({ from: email, subject: `Number ${n}`, headers: [genuine('example.com')] }));
    const states = await Promise.all(two.map((raw) => opened(raw)));
    expect(new Set(states.map(({ id }) => id)).size).toBe(2);
    const [one, other] = await Promise.all(
      states.map(({ visitorId }) => contactOf(installation.context.db, visitorId ?? '')),
    );
    expect(one).toBe(other);
  });

  test('of an unproven sender never joins the contact of the proven one', async () => {
    const email = customer();
    const proven = await opened(written({ from: email, headers: [genuine('example.com')] }));
    const forged = await opened(written({ from: email }));
    expect(forged.provenEmail).toBeNull();
    const contacts = await Promise.all(
      [proven, forged].map(({ visitorId }) => contactOf(installation.context.db, visitorId ?? '')),
    );
    expect(new Set(contacts).size).toBe(2);
  });
});

test('a mail to a conversation that has ended starts another one of the same thread', async () => {
  const email = customer();
  const headers = [genuine('example.com')];
  const first = await opened(written({ from: email, headers, id: 'ended' }));
  await installation.set('conversationConfig', { newAfter: '1h' });
  await installation.context.db
    .updateTable('conversations')
    .set({ status: 'closed', closedAt: new Date(Date.now() - 2 * 3_600_000), waitingSince: null })
    .where('id', '=', first.id)
    .execute();
  const next = await opened(
    written({ from: email, headers: [...headers, 'References: <ended@mail.example>'], text: 'And now?' }),
  );
  await installation.set('conversationConfig', { newAfter: 'never' });
  expect(next).toMatchObject({
    channel: 'email',
    subject: 'Late parcel',
    continues: first.id,
    customerEmail: email,
    provenEmail: email,
    status: 'waiting',
  });
});

describe('no conversation is opened', () => {
  test.each([
    ['by an automatic reply', { headers: ['Auto-Submitted: auto-replied'] }, 'auto_reply'],
    ['by a bounce', { headers: ['Return-Path: <>'] }, 'bounce'],
    ['by a mailing list', { headers: ['List-Id: <news.other.example>'] }, 'mailing_list'],
    ['without a sender', { from: '' }, 'no_sender'],
    ['by our own mail', { from: 'support@shop.example' }, 'loop'],
    ['by nothing at all', { subject: '', text: '' }, 'empty'],
  ] as const)('%s', async (_what, mail, reason) => {
    expect(await arrives(written(mail))).toMatchObject({ status: 'ignored', reason, conversationId: null });
  });

  test('by a blocked sender', async () => {
    const email = customer();
    const { visitorId } = await opened(written({ from: email, headers: [genuine('example.com')] }));
    const contactId = (await contactOf(installation.context.db, visitorId ?? '')) ?? '';
    const { userId } = await installation.representative();
    await setBlocked(installation.context.db, contactId, userId);
    for (const headers of [[genuine('example.com')], []])
      expect(await arrives(written({ from: email, headers }))).toMatchObject({ reason: 'blocked' });
  });

  test('by more than twenty mails of one sender in an hour', async () => {
    const email = customer();
    for (let n = 0; n < 20; n += 1) await opened(written({ from: email, subject: `Bomb ${n}` }));
    expect(await arrives(written({ from: email }))).toMatchObject({ status: 'ignored', reason: 'too_many' });
  });

  test('where the mailbox, or the first one, is not for it', async () => {
    const box = await mailbox('answers@shop.example', { opensConversations: false });
    expect(await arrives(written({}), { mailboxId: box.id })).toMatchObject({ reason: 'no_conversation' });
    await installation.set('emailConfig', { newMailOpens: false });
    expect(await arrives(written({}))).toMatchObject({ reason: 'no_conversation' });
    await installation.set('emailConfig', { newMailOpens: true });
  });
});

test.each([
  ['X-Spam-Flag: YES'],
  ['X-Spam-Status: Yes, score=9.1'],
  ['Authentication-Results: mx.shop.example; dmarc=fail (p=REJECT dis=NONE) header.from=example.com'],
])('mail with “%s” opens a conversation in the spam list alone', async (header) => {
  expect(await opened(written({ headers: [header] }))).toMatchObject({ hidden: true, spamAt: expect.any(Date) });
});

test('a form of the team’s website opens the conversation of the customer whom it names', async () => {
  const email = customer();
  const state = await opened(written({ from: 'Web <support@shop.example>', headers: [`Reply-To: Anna <${email}>`] }));
  expect(state).toMatchObject({ customerEmail: email, customerName: 'Anna', provenEmail: null });
});

test('a forwarded mail is posted whole, and a mail without text by its subject', async () => {
  const forwarded = await opened(
    written({ text: '---------- Forwarded message ---------\r\nFrom: Ben <b@x.example>\r\n\r\nHello there' }),
  );
  expect((await messagesOf(forwarded.id))[0]?.content).toContain('Hello there');
  const empty = await opened(written({ subject: 'Please call me', text: '' }));
  expect((await messagesOf(empty.id))[0]?.content).toBe('Please call me');
});

test('a mailbox confirms a sender’s mails once a day, as an automatic reply, and never automatic mail', async () => {
  const box = await mailbox('confirm@shop.example', { autoReply: 'always', autoReplyText: 'We have **got** it.' });
  const email = customer();
  for (const subject of ['One', 'Two']) await opened(written({ from: email, subject }), { mailboxId: box.id });
  const mail = await until(() => installation.mailsTo(email)[0], 'the confirmation');
  expect(headerOf(mail.raw, 'Auto-Submitted')).toBe('auto-replied');
  expect(headerOf(mail.raw, 'Subject')).toBe('Re: One');
  const shy = customer();
  const { id } = await opened(written({ from: shy, headers: ['Precedence: bulk'] }), { mailboxId: box.id });
  const planned = await installation.context.db
    .selectFrom('deliveries')
    .select('target')
    .where('summary', '=', 'Automatic reply')
    .execute();
  expect(planned.map(({ target }) => target)).toEqual([email]);
  expect(id).toBeDefined();
  await updateMailbox(installation.context, overseer, box.id, { autoReply: 'off' });
});

test('nothing in a mail can add a header to the answer', async () => {
  const email = customer();
  const raw = written({
    from: `=?utf-8?q?Anna=0D=0ABcc=3A_evil=40x.example?= <${email}>`,
    subject: '=?utf-8?q?Hello=0D=0ABcc=3A_evil=40x.example?=',
  });
  const state = await opened(raw);
  expect(state.subject).not.toMatch(/[\r\n]/);
  await installation.answers({ conversationId: state.id }, 'Yes');
  await planDigests(installation.context);
  const mail = await until(() => installation.mailsTo(email)[0], 'the answer');
  expect(mail.to).toEqual([email]);
  expect(mail.raw.split(/\r?\n\r?\n/, 1)[0]).not.toMatch(/^bcc:/im);
});
