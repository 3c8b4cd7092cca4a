/**
 * Mail by a real mail server (Postfix, `scripts/lib/postfix.mjs`), which `npm run test:mail` starts: `MAIL_TEST_SMTP` is
 * its `host:port`, `MAIL_TEST_FORWARD_PORT` the port that it hands the team's mail to, `MAIL_TEST_FOLDER` has the
 * customers' mail. Left out elsewhere.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { planDigests } from '@parley/core/maintenance/digests';
import { mailMaxBytes } from '@parley/core/mail/parse';
import { listSentMails } from '@parley/core/mail/sent-mails';
import { overseer } from '@parley/core/testing';
import { conversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './installation.ts';
import { type MailInstallation, startMailInstallation } from './mail-installation.ts';

const [host = '', port = ''] = (process.env['MAIL_TEST_SMTP'] ?? '').split(':');
const folder = process.env['MAIL_TEST_FOLDER'] ?? '';
const patience = 60;

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation({ INBOUND_SMTP_PORT: process.env['MAIL_TEST_FORWARD_PORT'] ?? '' });
  await installation.set('emailConfig', {
    smtpHost: host,
    smtpPort: Number(port),
    smtpSecure: false,
    smtpUser: '',
    smtpPassword: '',
    smtpAllowPlaintext: false,
    notificationEmails: [],
  });
});
afterAll(() => installation?.close());

/** Has a customer's program hand a mail to the server. */
async function sends(mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host, port: Number(port), secure: false });
  try {
    await transport.sendMail({ from: 'Anna <anna@customers.example>', to: 'support@shop.example', ...mail });
  } finally {
    transport.close();
  }
}

const inboundBy = (subject: string) =>
  installation.context.db
    .selectFrom('inboundMails')
    .select(['status', 'reason', 'source', 'conversationId'])
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Returns the conversation that a mail with this subject has opened. */
async function opened(subject: string) {
  const { conversationId } = await until(
    async () => {
      const row = await inboundBy(subject);
      return row?.status === 'stored' ? null : row;
    },
    `“${subject}” to arrive`,
    patience,
  );
  const state = await conversationState(installation.context.db, conversationId ?? '');
  if (!state) throw new Error('no conversation');
  const [message] = await messagesAfter(installation.context.db, state.id, 0, 1);
  return { ...state, content: message?.content ?? '' };
}

/** Mails in a customer's mailbox. */
async function mailOf(customer: string): Promise<string[]> {
  const place = path.join(folder, customer, 'new');
  const names = await fs.readdir(place).catch(() => []);
  return Promise.all(names.map((name) => fs.readFile(path.join(place, name), 'utf8')));
}

/** Answers a conversation by mail, and waits for what the server reports about it. */
async function answered(id: string, content: string) {
  await installation.answers({ conversationId: id }, content);
  await planDigests(installation.context);
  return until(
    async () => {
      const [mail] = await listSentMails(installation.context, overseer, id);
      return mail && mail.state !== 'queued' && mail.state !== 'sent' ? mail : null;
    },
    'the report',
    patience,
  );
}

describe('mail that the server forwards to our port', () => {
  test('opens a conversation with every letter of its text, which travels in 8 bits', async () => {
    const raw = Buffer.from(
      [
        'From: =?utf-8?q?J=C3=BCrgen?= <anna@customers.example>',
        'To: support@shop.example',
        'Subject: Eight bits',
        `Message-ID: <${randomUUID()}@customers.example>`,
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        'Größe, 大きさ, размер 🎁',
        '',
      ].join('\r\n'),
    );
    await sends({ raw, envelope: { from: 'anna@customers.example', to: 'support@shop.example', use8BitMime: true } });
    expect(await opened('Eight bits')).toMatchObject({ customerName: 'Jürgen', content: 'Größe, 大きさ, размер 🎁' });
  });

  test('comes from addresses with letters beyond ASCII (SMTPUTF8)', async () => {
    await sends({ from: 'Jürgen <jürgen@customers.example>', subject: 'Beyond ASCII', text: 'Hello' });
    expect(await opened('Beyond ASCII')).toMatchObject({ customerEmail: 'jürgen@customers.example', content: 'Hello' });
  });

  test('of nearly our limit is taken, and more goes back to its sender with the reason', {
    timeout: 180_000,
  }, async () => {
    const file = (bytes: number) => [{ filename: 'large.bin', content: Buffer.alloc(bytes, 'x') }];
    // Base64 makes four bytes of three, and adds line ends.
    await sends({ subject: 'Nearly too large', text: 'See file', attachments: file(mailMaxBytes * 0.72) });
    await opened('Nearly too large');
    await sends({ subject: 'Too large', text: 'See file', attachments: file(mailMaxBytes) });
    const report = await until(
      async () => (await mailOf('anna')).find((mail) => mail.includes('Undelivered Mail Returned to Sender')),
      'the mail to come back',
      patience,
    );
    expect(report).toMatch(/size/i);
    expect(await inboundBy('Too large')).toBeUndefined();
  });
});

describe('a reply that goes out by the server', () => {
  test('is encrypted by STARTTLS, arrives, and is shown as delivered', async () => {
    await sends({ from: 'Ben <ben@customers.example>', subject: 'Late parcel', text: 'Where is it?' });
    const { id } = await opened('Late parcel');
    expect(await answered(id, 'It is on its way.')).toMatchObject({ to: 'ben@customers.example', state: 'delivered' });
    const mail = (await mailOf('ben')).find((each) => each.includes('It is on its way.')) ?? '';
    expect(mail).toContain('using TLSv1.');
    expect(mail).toMatch(/^Subject: Re: Late parcel$/m);
    // The answer to it finds its conversation.
    const [, replyTo = ''] = /^Reply-To: (.*)$/m.exec(mail) ?? [];
    await sends({ from: 'ben@customers.example', to: replyTo, subject: 'Re: Late parcel', text: 'It is here.' });
    await until(
      async () =>
        (await messagesAfter(installation.context.db, id, 0, 10)).some((each) => each.content === 'It is here.'),
      'the answer',
      patience,
    );
  });

  test.each([
    ['nobody@customers.example', 'unknown_address', true],
    ['full@customers.example', 'mailbox_full', false],
  ])('to %s comes back: %s', async (from, reason, isStopped) => {
    await sends({ from, subject: reason, text: 'Hello' });
    const { id } = await opened(reason);
    expect(await answered(id, 'Good day')).toMatchObject({ to: from, state: 'bounced', reason, isStopped });
    // Its report is no message.
    expect(await messagesAfter(installation.context.db, id, 0, 10)).toHaveLength(2);
  });
});
