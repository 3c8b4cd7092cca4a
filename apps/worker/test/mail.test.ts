import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { defaultSettings } from '@parley/contracts/settings';
import { sendMail } from '@parley/core/integrations/smtp';
import { unsubscribeByToken } from '@parley/core/mail/unsubscribe';
import { handOff } from '@parley/core/conversations/hand-off';
import { markRead } from '@parley/core/conversations/receipts';
import { planDigests } from '@parley/core/upkeep/digests';
import { conversationState } from '@parley/db/conversations/read';
import { keepNodeAlive } from '@parley/core/presence/nodes';
import { markVisitorPresent } from '@parley/core/visitors/presence';
import { headerOf, type MailServer, type ReceivedMail, startMailServer } from '@parley/e2e/outside/smtp';
import { type ImapServer, startImapServer } from '@parley/e2e/outside/imap';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailMaxBytes, parseMail } from '@parley/core/mail/parse';
import { freePort } from '@parley/e2e/process';
import { type Stage, startStage, type Talk, until } from './stage.ts';

let stage: Stage;
let smtp: MailServer;
let imap: ImapServer;
let smtpPort: number;

beforeAll(async () => {
  [smtp, imap, smtpPort] = await Promise.all([
    startMailServer({ user: 'parley', pass: 'word' }),
    startImapServer(),
    freePort(),
  ]);
  stage = await startStage({
    env: {
      REPLY_ADDRESS: 'support@shop.example',
      IMAP_URL: imap.url,
      IMAP_POLL_SECONDS: '1',
      INBOUND_SMTP_PORT: String(smtpPort),
    },
  });
  await stage.set('emailConfig', {
    enabled: true,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpUser: 'parley',
    smtpPassword: 'word',
    fromEmail: 'support@shop.example',
    fromName: 'Acme Support',
    notificationEmails: ['Team@shop.example', 'boss@shop.example'],
  });
});
afterAll(async () => {
  await stage?.close();
  await Promise.all([smtp?.close(), imap?.close()]);
});
afterEach(() => {
  smtp.mails = [];
});

const mailsTo = (address: string): ReceivedMail[] => smtp.mails.filter((mail) => mail.to.includes(address));
const state = async (talk: Talk) => {
  const found = await conversationState(stage.context.db, talk.conversationId);
  if (!found) throw new Error('no conversation');
  return found;
};
/** As if everything so far had happened this many minutes earlier. */
async function minutesPass(talk: Talk, minutes: number): Promise<void> {
  const past = new Date(Date.now() - minutes * 60_000);
  await stage.context.db
    .updateTable('messages')
    .set({ createdAt: past })
    .where('conversationId', '=', talk.conversationId)
    .execute();
  await stage.context.db
    .updateTable('visitors')
    .set({ lastSeenAt: past })
    .where('id', '=', talk.caller.visitorId)
    .execute();
}
let customers = 0;
const customer = () => `customer${(customers += 1)}@example.com`;

/** A customer who wrote, left, and got the answer by mail. */
async function mailed(
  email: string,
  answers: string[] = ['We have it in blue.'],
): Promise<{ talk: Talk; mail: ReceivedMail }> {
  const talk = await stage.opens('Do you have plates?', { email, name: 'Anna' });
  for (const answer of answers) await stage.answers(talk, answer);
  await minutesPass(talk, 3);
  await planDigests(stage.context);
  const mail = await until(() => mailsTo(email)[0], 'the digest');
  return { talk, mail };
}

describe('the team', () => {
  test('is told of a new conversation and of a hand-off, each recipient once, in one thread', async () => {
    const talk = await stage.opens('My plate is broken <b>', { email: 'anna@example.com', name: 'Anna' });
    await until(
      () => mailsTo('team@shop.example').length === 1 && mailsTo('boss@shop.example').length === 1,
      'both mails',
    );
    await stage.context.db
      .updateTable('conversations')
      .set({ status: 'active', isAiAssisted: true })
      .where('id', '=', talk.conversationId)
      .execute();
    await handOff(stage.context, talk.conversationId, { reason: 'Refund needed' });
    await until(() => mailsTo('team@shop.example').length === 2, 'the second mail');
    const [first, second] = mailsTo('team@shop.example');
    if (!first || !second) throw new Error('no mails');
    const { mailToken } = await state(talk);
    expect(headerOf(first.raw, 'Subject')).toBe(`[Parley] My plate is broken <b> [#PARLEY-${mailToken}]`);
    expect(headerOf(second.raw, 'Subject')).toBe(headerOf(first.raw, 'Subject'));
    expect(headerOf(second.raw, 'In-Reply-To')).toBe(headerOf(first.raw, 'Message-ID'));
    expect(headerOf(second.raw, 'References')).toBe(headerOf(first.raw, 'Message-ID'));
    expect(headerOf(first.raw, 'Message-ID')).toMatch(/@shop\.example>$/);
    expect(headerOf(first.raw, 'Auto-Submitted')).toBe('auto-generated');
    const { text, html } = await parseMail(Buffer.from(second.raw));
    expect(text).toContain('Refund needed');
    expect(text).toContain(`/conversations?selected=${talk.conversationId}`);
    expect(html).toContain('My plate is broken &lt;b&gt;');
  });

  test('is told in the end when the mail server refuses at first, and never when it refuses for good', async () => {
    await stage.set('emailConfig', { notificationEmails: ['one@shop.example'] });
    smtp.refusals = [{ status: 451, words: 'busy' }];
    const talk = await stage.opens('Hello');
    await until(() => mailsTo('one@shop.example').length === 1, 'the mail');
    smtp.refusals = [{ status: 554, words: 'We do not like you' }];
    const refused = await stage.opens('Hello again');
    const row = await until(async () => {
      const found = await stage.context.db
        .selectFrom('deliveries')
        .selectAll()
        .where('conversationId', '=', refused.conversationId)
        .executeTakeFirst();
      return found?.status === 'dead' ? found : null;
    }, 'the refusal');
    expect(row).toMatchObject({
      attempts: 1,
      responseStatus: 554,
      lastError: expect.stringContaining('We do not like you') as string,
    });
    expect(JSON.stringify(row)).not.toContain('word"');
    expect(talk.conversationId).not.toBe(refused.conversationId);
    await stage.set('emailConfig', { notificationEmails: [] });
  });
});

describe('a mail server', () => {
  const email = { ...defaultSettings.emailConfig, enabled: true, fromEmail: 'a@shop.example', smtpHost: 'localhost' };
  const mail = { from: 'a@shop.example', to: 'b@shop.example', text: 'Hello' };

  test.each([
    ['from the start', true],
    ['by STARTTLS', false],
  ])('that encrypts %s under a certificate nobody vouches for gets neither password nor mail', async (_how, secure) => {
    const got: string[] = [];
    // Its own certificate is self-signed.
    const server = new SMTPServer({
      secure,
      onAuth(_auth, _session, callback) {
        got.push('a password');
        callback(null, { user: 'u' });
      },
      onData(stream, _session, callback) {
        got.push('a mail');
        stream.resume().on('end', () => callback());
      },
    });
    server.on('error', () => undefined);
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const settings = { ...email, smtpPort: port, smtpSecure: secure, smtpUser: 'u', smtpPassword: 'word' };
    await expect(sendMail(settings, stage.context.outside, mail)).rejects.toThrow(/^localhost has a.* certificate/);
    expect(got).toEqual([]);
    await new Promise<void>((closed) => server.close(closed));
  });

  test('that is not there is named as it was typed, not by its address', async () => {
    const settings = { ...email, smtpPort: await freePort() };
    await expect(sendMail(settings, stage.context.outside, mail)).rejects.toThrow('localhost refused the connection.');
  });
});

describe('a customer who has left', () => {
  test('gets one mail for the whole burst, in their language’s words, with everything a mail program needs', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email, [
      'We have it in blue.',
      'And in <green>: https://shop.example.com/g.',
      'Shall we send one?',
    ]);
    await planDigests(stage.context);
    expect(mailsTo(email)).toHaveLength(1);
    const parsed = await parseMail(Buffer.from(mail.raw));
    const { text } = parsed;
    for (const part of ['##-', 'Rita', 'We have it in blue.', 'And in <green>', 'Shall we send one?'])
      expect(text).toContain(part);
    expect(parsed.html).toContain('And in &lt;green&gt;');
    expect(headerOf(mail.raw, 'List-Unsubscribe')).toMatch(
      /^<http:\/\/localhost:3000\/api\/mail\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(headerOf(mail.raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const { mailToken, emailedUntilSeq } = await state(talk);
    expect(headerOf(mail.raw, 'Reply-To')).toMatch(
      new RegExp(`^support\\+${mailToken}\\.[0-9a-f]{16}@shop\\.example$`),
    );
    expect(emailedUntilSeq).toBe(4);
  });

  test('gets the next answers in the same thread', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email);
    await stage.answers(talk, 'One more thing.');
    await minutesPass(talk, 3);
    await planDigests(stage.context);
    const second = await until(() => mailsTo(email)[1], 'the second mail');
    expect(headerOf(second.raw, 'In-Reply-To')).toBe(headerOf(mail.raw, 'Message-ID'));
    const { text } = await parseMail(Buffer.from(second.raw));
    expect(text).toContain('One more thing.');
    expect(text).not.toContain('We have it in blue.');
  });

  test('gets no mail while on the page, having read it, within two minutes, or without an address', async () => {
    const present = await stage.opens('Hello', { email: customer() });
    const read = await stage.opens('Hello', { email: customer() });
    const recent = await stage.opens('Hello', { email: customer() });
    const unknown = await stage.opens('Hello');
    for (const talk of [present, read, recent, unknown]) await stage.answers(talk, 'Hi');
    for (const talk of [present, read, unknown]) await minutesPass(talk, 3);
    await minutesPass(recent, 1);
    await keepNodeAlive(stage.context, 'node-1');
    await markVisitorPresent(stage.context, present.caller.visitorId, 'node-1');
    await markRead(stage.context, read.conversationId, 'customer', 2);
    expect(await planDigests(stage.context)).toBe(0);
  });

  test('gets no more than ten mails an hour, however many conversations carry the address', async () => {
    const email = customer();
    const talks = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        stage.opens('Hello', { email: count % 2 ? email : email.toUpperCase() }),
      ),
    );
    for (const talk of talks) {
      await stage.answers(talk, 'Hi');
      await minutesPass(talk, 3);
    }
    // Each plan sees what the one before has planned.
    for (const _ of talks) await planDigests(stage.context);
    const planned = await stage.context.db
      .selectFrom('deliveries')
      .select('id')
      .where(
        'conversationId',
        'in',
        talks.map((talk) => talk.conversationId),
      )
      .where('summary', '=', 'Answers for a customer who left')
      .execute();
    expect(planned).toHaveLength(10);
  });

  test('gets no mail any more after unsubscribing, by a link nobody can make up', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email);
    const token = /token=([\w.-]+)>/.exec(headerOf(mail.raw, 'List-Unsubscribe'))?.[1] ?? '';
    await expect(unsubscribeByToken(stage.context, `${token.slice(0, -4)}AAAA`)).rejects.toThrow('not valid');
    await unsubscribeByToken(stage.context, token);
    await stage.answers(talk, 'One more thing.');
    await minutesPass(talk, 3);
    expect(await planDigests(stage.context)).toBe(0);
  });
});

/** The customer's answer to a mail, as a mail program writes it. */
function answerTo(
  mail: ReceivedMail,
  from: string,
  text: string,
  { headers = '', to = headerOf(mail.raw, 'Reply-To'), references = true } = {},
): string {
  const id = headerOf(mail.raw, 'Message-ID');
  return [
    ...(headers ? [headers] : []),
    `From: Anna <${from}>`,
    `To: ${to}`,
    `Subject: Re: ${headerOf(mail.raw, 'Subject')}`,
    `Message-ID: <${Math.random().toString(36).slice(2)}@mail.example>`,
    ...(references ? [`In-Reply-To: ${id}`, `References: ${id}`] : []),
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
    'On Thu, Nov 19, 2026 at 9:58 AM Acme Support <support@shop.example> wrote:',
    '> We have it in blue.',
    '',
  ].join('\r\n');
}
const lastMessage = async (talk: Talk) => (await talk.messages()).at(-1);
const outcomes = () =>
  stage.context.db.selectFrom('inboundMails').select(['status', 'reason', 'source']).orderBy('id').execute();
async function outcomeOf(act: () => unknown): Promise<string | null> {
  const before = (await outcomes()).length;
  await act();
  const found = await until(async () => {
    const rows = await outcomes();
    const last = rows.at(-1);
    return rows.length > before && last?.status !== 'stored' ? last : null;
  }, 'the mail to be understood');
  return found.reason ?? found.status;
}

describe('an answer by mail', () => {
  test('comes back through the mailbox as the customer’s message, once, without quotation', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email);
    const raw = answerTo(mail, email, 'Blue is fine, thank you.');
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({
      content: 'Blue is fine, thank you.',
      senderType: 'customer',
      senderId: talk.caller.visitorId,
      senderName: 'Anna',
    });
    // Who answers has read.
    expect((await state(talk)).customerReadSeq).toBe(2);
    // The mailbox is made anew: everything is read again, nothing is posted again.
    imap.renumber();
    const examined = imap.commands.length;
    await until(
      () => imap.commands.slice(examined).filter((command) => command.startsWith('UID FETCH')).length > 0,
      'another look',
    );
    imap.deliver(answerTo(mail, email, 'And a bowl.'));
    await until(async () => (await lastMessage(talk))?.content === 'And a bowl.', 'the second answer');
    expect((await talk.messages()).filter((message) => message.content === 'Blue is fine, thank you.')).toHaveLength(1);
  });

  test('comes back through our own door, for our address only', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email);
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
    const to = headerOf(mail.raw, 'Reply-To');
    expect(
      await outcomeOf(() =>
        transport.sendMail({ envelope: { from: email, to }, raw: answerTo(mail, email, 'By the door.') }),
      ),
    ).toBe('posted');
    expect((await lastMessage(talk))?.content).toBe('By the door.');
    await expect(
      transport.sendMail({ envelope: { from: email, to: 'somebody@else.example' }, raw: 'x' }),
    ).rejects.toThrow('550');
    transport.close();
  });

  test('is matched by reply address, else by References, else by the subject of a proven sender', async () => {
    const email = customer();
    const { mail } = await mailed(email);
    const plain = 'support@shop.example';
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'By address', { references: false })))).toBe(
      'posted',
    );
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'By references', { to: plain })))).toBe('posted');
    const bySubject = { to: plain, references: false };
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'By subject', bySubject)))).toBe(
      'unverified_sender',
    );
    const headers = 'Authentication-Results: mx.shop.example; dmarc=pass header.from=example.com';
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'By subject', { ...bySubject, headers })))).toBe(
      'posted',
    );
  });

  test('of somebody else is not taken for the customer’s', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, 'mallory@evil.example', 'It is me, Anna')))).toBe(
      'not_the_customer',
    );
    const forged =
      'Authentication-Results: mx.shop.example; dmarc=fail header.from=example.com\r\nAuthentication-Results: evil; dmarc=pass';
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'It is me', { headers: forged })))).toBe(
      'forged_sender',
    );
    const guessed = headerOf(mail.raw, 'Reply-To').replace(/\.[0-9a-f]{16}@/, '.0000000000000000@');
    expect(
      await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Guessed', { to: guessed, references: false }))),
    ).toBe('unverified_sender');
    expect((await lastMessage(talk))?.senderType).toBe('representative');
  });

  test.each([
    ['out of office', 'Auto-Submitted: auto-replied', 'auto_reply'],
    ['a bounce', 'Return-Path: <>', 'bounce'],
    ['our own mail come back', 'X-Parley-Conversation: x', 'loop'],
    ['by way of a list', 'List-Id: <x.example>', 'mailing_list'],
  ])('that is %s starts no loop', async (_name, headers, reason) => {
    const email = customer();
    const { mail } = await mailed(email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Beep', { headers })))).toBe(reason);
  });

  test('with more attached than is read is posted all the same', async () => {
    const email = customer();
    const { talk, mail } = await mailed(email);
    const [head = '', written = ''] = answerTo(mail, email, 'See the photo.').split('\r\n\r\n', 2);
    const part = 'Content-Type: text/plain\r\n\r\n';
    const photo =
      'Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename="plate.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const raw = `${head.replace('text/plain; charset=utf-8', 'multipart/mixed; boundary="b"')}\r\n\r\n--b\r\n${part}${written}\r\n--b\r\n${photo}${`${'A'.repeat(76)}\r\n`.repeat(mailMaxBytes / 76)}--b--\r\n`;
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect((await lastMessage(talk))?.content).toBe('See the photo.\n\n[plate.jpg]');
  });

  test('that nobody can read is kept and does not stop the others', async () => {
    const email = customer();
    const { mail } = await mailed(email);
    const nested = `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'.repeat(300)}`;
    imap.deliver(nested);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Still here')))).toBe('posted');
    const kept = await stage.context.db.selectFrom('inboundMails').select(['raw', 'status']).execute();
    expect(kept.some(({ raw }) => raw.toString().startsWith('Content-Type: multipart/mixed'))).toBe(true);
  });
});
