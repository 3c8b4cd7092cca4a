import { mailMaxBytes } from '@parley/core/mail/parse';
import { type ImapServer, startImapServer } from '@parley/e2e/outside/imap';
import { headerOf, type ReceivedMail } from '@parley/e2e/outside/smtp';
import { freePort } from '@parley/e2e/process';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailStage, startMailStage } from './mail-stage.ts';
import { type Talk, until } from './stage.ts';

let stage: MailStage;
let imap: ImapServer;
let smtpPort: number;

beforeAll(async () => {
  [imap, smtpPort] = await Promise.all([startImapServer(), freePort()]);
  stage = await startMailStage({
    IMAP_URL: imap.url,
    IMAP_POLL_SECONDS: '1',
    INBOUND_SMTP_PORT: String(smtpPort),
    INBOUND_AUTHSERV_ID: 'mx.shop.example',
  });
});
afterAll(async () => {
  await stage?.close();
  await imap?.close();
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
    const { talk, mail } = await stage.mailed(email);
    const raw = answerTo(mail, email, 'Blue is fine, thank you.');
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({
      content: 'Blue is fine, thank you.',
      senderType: 'customer',
      senderId: talk.caller.visitorId,
      senderName: 'Anna',
    });
    // Who answers has read.
    expect((await talk.state()).customerReadSeq).toBe(2);
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
    const { talk, mail } = await stage.mailed(email);
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
    const { mail } = await stage.mailed(email);
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
    const { talk, mail } = await stage.mailed(email);
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
    const { mail } = await stage.mailed(email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Beep', { headers })))).toBe(reason);
  });

  test('with more attached than is read is posted all the same', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
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
    const { mail } = await stage.mailed(email);
    const nested = `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'.repeat(300)}`;
    imap.deliver(nested);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Still here')))).toBe('posted');
    const kept = await stage.context.db.selectFrom('inboundMails').select(['raw', 'status']).execute();
    expect(kept.some(({ raw }) => raw.toString().startsWith('Content-Type: multipart/mixed'))).toBe(true);
  });
});
