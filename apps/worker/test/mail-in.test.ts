import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { uploadMaxBytes } from '@parley/contracts/limits';
import { mergeContacts } from '@parley/core/contacts/merge';
import { mergeConversations } from '@parley/core/conversations/merge';
import { listInboundMails, retryInboundMail } from '@parley/core/mail/inbound-mails';
import { mailMaxBytes } from '@parley/core/mail/parse';
import { updateByVisitor } from '@parley/core/visitors/identify';
import { isAddressProven } from '@parley/db/mail/proof';
import { unsubscribe, unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { contactOf, setBlocked } from '@parley/db/visitors/contacts';
import { findUser } from '@parley/db/users/users';
import { updateWebsite } from '@parley/db/websites/websites';
import { type ImapServer, startImapServer } from '@parley/e2e/outside/imap';
import { headerOf, type ReceivedMail } from '@parley/e2e/outside/smtp';
import { freePort } from '@parley/e2e/process';
import { loadConfig } from '@parley/service/config';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workerConfig } from '../src/config.ts';
import { checkReceiving } from '../src/mail/check-receiving.ts';
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

  test('to a conversation that was merged goes where it leads, and is answered by mail from there', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
    const other = await stage.opens('From another browser', { email: null, name: 'Anna' });
    const { userId } = await stage.representative('Grace Merges');
    const user = await findUser(stage.context.db, userId);
    if (!user) throw new Error('no representative');
    const staff = { kind: 'staff', user, sessionId: 'test' } as const;
    const contactId = (await contactOf(stage.context.db, other.caller.visitorId)) ?? '';
    const mergedId = (await contactOf(stage.context.db, talk.caller.visitorId)) ?? '';
    await mergeContacts(stage.context, staff, contactId, { mergedId });
    await mergeConversations(stage.context, staff, talk.conversationId, other.conversationId);
    const before = (await talk.messages()).length;
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'The blue one then.')))).toBe('posted');
    expect(await talk.messages()).toHaveLength(before);
    expect(await lastMessage(other)).toMatchObject({ content: 'The blue one then.', senderType: 'customer' });
    expect((await other.state()).customerEmail).toBe(email);
  });

  test('of somebody who is blocked is left aside and says why', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
    const contactId = (await contactOf(stage.context.db, talk.caller.visitorId)) ?? '';
    const { userId } = await stage.representative('Grace Blocks');
    await setBlocked(stage.context.db, contactId, userId);
    const before = (await talk.messages()).length;
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'One more thing')))).toBe('blocked');
    expect(await talk.messages()).toHaveLength(before);
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

  test('proves the address: from then on the assistant’s answers go to it as well, and one who wanted no mail gets mail', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
    expect(await isAddressProven(stage.context.db, talk.conversationId)).toBe(false);
    await unsubscribe(stage.context.db, email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Blue is fine.')))).toBe('posted');
    expect(await isAddressProven(stage.context.db, talk.conversationId)).toBe(true);
    expect(await unsubscribedAt(stage.context.db, email)).toBeNull();
    // Proven was this address, not the next one that somebody types in.
    await updateByVisitor(stage.context, talk.caller, { email: customer() });
    expect(await isAddressProven(stage.context.db, talk.conversationId)).toBe(false);
  });

  test('proves nothing by the reply address alone, which whoever had another address there knows too', async () => {
    const [own, victim] = [customer(), customer()];
    const { talk, mail } = await stage.mailed(own);
    await updateByVisitor(stage.context, talk.caller, { email: victim });
    await unsubscribe(stage.context.db, victim);
    await outcomeOf(() => imap.deliver(answerTo(mail, victim, 'It is me')));
    expect(await isAddressProven(stage.context.db, talk.conversationId)).toBe(false);
    expect(await unsubscribedAt(stage.context.db, victim)).not.toBeNull();
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
    await updateWebsite(stage.context.db, stage.websiteId, {
      files: { kinds: ['picture'], maxBytes: uploadMaxBytes, when: 'always' },
    });
    const photo =
      'Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename="plate.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const raw = `${head.replace('text/plain; charset=utf-8', 'multipart/mixed; boundary="b"')}\r\n\r\n--b\r\n${part}${written}\r\n--b\r\n${photo}${`${'A'.repeat(76)}\r\n`.repeat(mailMaxBytes / 76)}--b--\r\n`;
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({ content: 'See the photo.', attachments: [{ name: 'plate.jpg' }] });
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

  test('of the worst kind holds up no other work, and is read or marked', async () => {
    const email = customer();
    const { mail } = await stage.mailed(email);
    const body = (text: string) => answerTo(mail, email, text).split('On Thu,', 1)[0] ?? '';
    const worst = [
      `${'X-A: b\r\n '.repeat(60_000)}\r\n${body('headers')}`,
      body(`words\n${'on a on b wrote '.repeat(50_000)}`),
      body(`spaces${' '.repeat(800_000)}x`),
      body(`lines${'\n'.repeat(2_000_000)}`),
      body('html').replace('text/plain', 'text/html') + '<div '.repeat(200_000),
      body('parts').replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=b') + '--b\r\n\r\n'.repeat(100_000),
    ];
    const known = (await outcomes()).length;
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    for (const raw of worst) imap.deliver(raw);
    await until(async () => {
      const rows = (await outcomes()).slice(known);
      return rows.length === worst.length && rows.every(({ status }) => status !== 'stored');
    }, 'the worst mails to be read');
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(1_000);
    // Each by its one job, which never lost its lock: the worker has counted each mail once.
    const counted = await stage.metrics.registry.getSingleMetricAsString('parley_jobs_total');
    expect(counted).not.toMatch(/queue="inbound-mail",outcome="(?:failed|dead)"\} [1-9]/);
  });

  test('is listed with who, what and when, and understood again when an administrator asks for it', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
    const headers = 'Authentication-Results: mx.other.example; dmarc=pass';
    const raw = answerTo(mail, email, 'Once more', { to: 'support@shop.example', references: false, headers });
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('unverified_sender');
    const [listed] = await listInboundMails(stage.context, { limit: 1 });
    expect(listed).toMatchObject({
      senderName: 'Anna',
      senderAddress: email,
      subject: expect.stringContaining('Your conversation with'),
      status: 'ignored',
      reason: 'unverified_sender',
    });
    const { userId } = await stage.representative();
    const user = await findUser(stage.context.db, userId);
    if (!user) throw new Error('no user');
    const caller = { kind: 'staff', user, sessionId: 'x' } as const;
    const id = listed?.id ?? '';
    // As little proven as before.
    await retryInboundMail(stage.context, caller, id);
    const settled = () =>
      until(async () => {
        const found = (await listInboundMails(stage.context, { limit: 1 }))[0];
        return found?.status === 'stored' ? null : found;
      }, 'the mail to be understood again');
    expect(await settled()).toMatchObject({ id, reason: 'unverified_sender' });
    expect((await lastMessage(talk))?.senderType).toBe('representative');
    // The customer’s address was missing, say; now the mail says more than it did.
    const proven = raw.replace('mx.other.example', 'mx.shop.example');
    await stage.context.db
      .updateTable('inboundMails')
      .set({ raw: Buffer.from(proven) })
      .where('id', '=', id)
      .execute();
    await retryInboundMail(stage.context, caller, id);
    expect(await settled()).toMatchObject({ id, status: 'posted', reason: null, conversationId: talk.conversationId });
    expect((await lastMessage(talk))?.content).toBe('Once more');
    await expect(retryInboundMail(stage.context, caller, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(retryInboundMail(stage.context, caller, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('whether mail can come in', () => {
  const check = (env: Record<string, string | undefined>, replyAddress: string | null = 'support@shop.example') => {
    const config = loadConfig(workerConfig, {
      ...stage.env,
      IMAP_URL: undefined,
      INBOUND_SMTP_PORT: undefined,
      INBOUND_AUTHSERV_ID: undefined,
      ...env,
    });
    return checkReceiving({ ...stage.context, external: { ...stage.context.external, replyAddress }, config });
  };

  test('is looked at by logging in to the mailbox and by knocking at the door', async () => {
    expect(await check({ IMAP_URL: imap.url })).toMatchObject({
      outcome: 'works',
      words: `Logged in to 127.0.0.1 as support@example.com; INBOX holds ${imap.mails.length} messages. No verdict on senders is believed: INBOUND_AUTHSERV_ID is not set.`,
    });
    expect(await check({ INBOUND_SMTP_PORT: String(smtpPort) })).toEqual({
      outcome: 'works',
      // The same by its code, for who reads another language.
      said: { code: 'port_accepts', values: { port: smtpPort, address: 'support@shop.example' } },
      words: `Port ${smtpPort} accepts mail for support@shop.example.`,
    });
  });

  test('says what to set when nothing is', async () => {
    expect(await check({})).toMatchObject({ outcome: 'not_configured', words: expect.stringContaining('IMAP_URL') });
    expect(await check({ IMAP_URL: imap.url }, null)).toMatchObject({
      words: expect.stringContaining('REPLY_ADDRESS'),
    });
  });

  test('says what is wrong in the other side’s words, and never the password', async () => {
    const wrong = await check({ IMAP_URL: imap.url.replace('secret%20word', 'other%20word') });
    expect(wrong).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('refused the user or the password'),
    });
    expect(wrong.words).not.toContain('other');
    const [silent, other] = [await freePort(), new URL(imap.url).port];
    expect(await check({ INBOUND_SMTP_PORT: String(silent) })).toMatchObject({ outcome: 'failed' });
    expect(await check({ INBOUND_SMTP_PORT: other })).toMatchObject({ words: `Port ${other} is somebody else’s.` });
  });

  test('is answered by the worker to whoever asks', async () => {
    expect(await stage.context.queues.ask('mail-check', {}, 20_000)).toMatchObject({ outcome: 'works' });
  });
});
