import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import { uploadMaxBytes } from '@parley/contracts/messages/limits';
import { mergeContacts } from '@parley/core/contacts/merge';
import { mergeConversations } from '@parley/core/conversations/merge';
import { receiveMail } from '@parley/core/mail/receive';
import { addMail, listInboundMails, retryInboundMail } from '@parley/core/mail/inbound-mails';
import { originalEmailPage, readOriginalEmail } from '@parley/core/mail/original-email';
import { mailMaxBytes } from '@parley/core/mail/parse';
import { transcriptFile } from '@parley/core/transcripts/transcript';
import { expectCode, overseer } from '@parley/core/testing';
import { updateByVisitor } from '@parley/core/visitors/identify';
import { activitiesAfter } from '@parley/db/activities/read';
import { deleteConversation } from '@parley/db/conversations/delete';
import { isAddressProven } from '@parley/db/mail/proof';
import { unsubscribe, unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { contactOf, setBlocked } from '@parley/db/visitors/contacts';
import { findUser } from '@parley/db/users/users';
import { updateWebsite } from '@parley/db/websites/websites';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { headerOf, type ReceivedMail } from '@parley/testing/smtp';
import { freePort } from '@parley/e2e/process';
import { loadConfig } from '@parley/service/config';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workerConfig } from '../src/config.ts';
import { checkReceiving } from '../src/mail/check-receiving.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { type Talk, until } from './installation.ts';

let installation: MailInstallation;
let imap: ImapServer;
let smtpPort: number;

beforeAll(async () => {
  [imap, smtpPort] = await Promise.all([startImapServer(), freePort()]);
  installation = await startMailInstallation({
    IMAP_URL: imap.url,
    IMAP_POLL_SECONDS: '1',
    INBOUND_SMTP_PORT: String(smtpPort),
    INBOUND_AUTHSERV_ID: 'mx.shop.example',
  });
});
afterAll(async () => {
  await installation?.close();
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
  installation.context.db.selectFrom('inboundMails').select(['status', 'reason', 'source']).orderBy('id').execute();
async function outcomeOf(activity: () => unknown): Promise<string | null> {
  const before = (await outcomes()).length;
  await activity();
  const found = await until(async () => {
    const rows = await outcomes();
    const last = rows.at(-1);
    return rows.length > before && last?.status !== 'stored' ? last : null;
  }, 'the mail to be understood');
  return found.reason ?? found.status;
}

describe('an answer by mail', () => {
  test('it comes back through the mailbox as the customer’s message, once, without quotation', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const raw = answerTo(mail, email, 'Blue is fine, thank you.');
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({
      content: 'Blue is fine, thank you.',
      senderType: 'customer',
      senderId: talk.caller.visitorId,
      senderName: 'Anna',
    });
    // A reply means that everything before was read.
    expect((await talk.state()).customerReadSeq).toBe(2);
    // The mailbox is recreated: everything is read again, nothing is posted again.
    imap.renumber();
    imap.hangUp();
    const examined = imap.commands.length;
    await until(
      () => imap.commands.slice(examined).filter((command) => command.startsWith('UID FETCH')).length > 0,
      'another look',
    );
    imap.deliver(answerTo(mail, email, 'And a bowl.'));
    await until(async () => (await lastMessage(talk))?.content === 'And a bowl.', 'the second answer');
    expect((await talk.messages()).filter((message) => message.content === 'Blue is fine, thank you.')).toHaveLength(1);
  });

  test('an answer to a conversation that was merged goes to the target, and is answered by mail from there', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const other = await installation.opens('From another browser', { email: null, name: 'Anna' });
    const { userId } = await installation.representative('Grace Merges');
    const user = await findUser(installation.context.db, userId);
    if (!user) throw new Error('no representative');
    const staff = { kind: 'staff', user, sessionId: 'test' } as const;
    const contactId = (await contactOf(installation.context.db, other.caller.visitorId)) ?? '';
    const mergedId = (await contactOf(installation.context.db, talk.caller.visitorId)) ?? '';
    await mergeContacts(installation.context, staff, contactId, { mergedId });
    await mergeConversations(installation.context, staff, talk.conversationId, other.conversationId);
    const before = (await talk.messages()).length;
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'The blue one then.')))).toBe('posted');
    expect(await talk.messages()).toHaveLength(before);
    expect(await lastMessage(other)).toMatchObject({ content: 'The blue one then.', senderType: 'customer' });
    expect((await other.state()).customerEmail).toBe(email);
  });

  test('an answer of a blocked contact is left aside with the reason', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const contactId = (await contactOf(installation.context.db, talk.caller.visitorId)) ?? '';
    const { userId } = await installation.representative('Grace Blocks');
    await setBlocked(installation.context.db, contactId, userId);
    const before = (await talk.messages()).length;
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'One more thing')))).toBe('blocked');
    expect(await talk.messages()).toHaveLength(before);
  });

  test('it comes back through our own door, for our address only', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
    const to = headerOf(mail.raw, 'Reply-To');
    expect(
      await outcomeOf(() =>
        transport.sendMail({ envelope: { from: email, to }, raw: answerTo(mail, email, 'By the door.') }),
      ),
    ).toBe('posted');
    expect((await lastMessage(talk))?.content).toBe('By the door.');
    await expect(
      transport.sendMail({ envelope: { from: email, to: 'another@else.example' }, raw: 'x' }),
    ).rejects.toThrow('550');
    transport.close();
  });

  test('it is matched by reply address, else by References, else by the subject of a proven sender', async () => {
    const email = customer();
    const { mail } = await installation.mailed(email);
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

  test('it proves the address: from then on the assistant’s answers go to it as well, and one who wanted no mail gets mail', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(false);
    await unsubscribe(installation.context.db, email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Blue is fine.')))).toBe('posted');
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(true);
    expect(await unsubscribedAt(installation.context.db, email)).toBeNull();
    // Only this address was proven, not the next one typed in.
    await updateByVisitor(installation.context, talk.caller, { email: customer() });
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(false);
  });

  test('an answer to the reply address alone proves nothing: others who know it have it too', async () => {
    const [own, victim] = [customer(), customer()];
    const { talk, mail } = await installation.mailed(own);
    await updateByVisitor(installation.context, talk.caller, { email: victim });
    await unsubscribe(installation.context.db, victim);
    await outcomeOf(() => imap.deliver(answerTo(mail, victim, 'It is me')));
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(false);
    expect(await unsubscribedAt(installation.context.db, victim)).not.toBeNull();
  });

  test('an answer of another person is not taken for the customer’s', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
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
    ['by way of a list', 'List-Id: <x.example>', 'mailing_list'],
  ])('an answer that is %s starts no loop', async (_name, headers, reason) => {
    const email = customer();
    const { mail } = await installation.mailed(email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Beep', { headers })))).toBe(reason);
  });

  test('an answer with more attached than is read is posted all the same', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const [head = '', written = ''] = answerTo(mail, email, 'See the photo.').split('\r\n\r\n', 2);
    const part = 'Content-Type: text/plain\r\n\r\n';
    await updateWebsite(installation.context.db, installation.websiteId, {
      files: { kinds: ['picture'], maxBytes: uploadMaxBytes, when: 'always' },
    });
    const photo =
      'Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename="plate.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const raw = `${head.replace('text/plain; charset=utf-8', 'multipart/mixed; boundary="b"')}\r\n\r\n--b\r\n${part}${written}\r\n--b\r\n${photo}${`${'A'.repeat(76)}\r\n`.repeat(mailMaxBytes / 76)}--b--\r\n`;
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({ content: 'See the photo.', attachments: [{ name: 'plate.jpg' }] });
  });

  test('an unreadable answer is stored and does not stop the others', async () => {
    const email = customer();
    const { mail } = await installation.mailed(email);
    const nested = `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'.repeat(300)}`;
    imap.deliver(nested);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Still here')))).toBe('posted');
    const kept = await installation.context.db.selectFrom('inboundMails').select(['raw', 'status']).execute();
    expect(kept.some(({ raw }) => raw.toString().startsWith('Content-Type: multipart/mixed'))).toBe(true);
  });

  test('an answer of the worst kind holds up no other work, and is read or marked', async () => {
    const email = customer();
    const { mail } = await installation.mailed(email);
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
    const counted = await installation.metrics.registry.getSingleMetricAsString('parley_jobs_total');
    expect(counted).not.toMatch(/queue="inbound-mail",outcome="(?:failed|dead)"\} [1-9]/);
  });

  test('it is listed with who, what and when, and understood again when an administrator asks for it', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const headers = 'Authentication-Results: mx.other.example; dmarc=pass';
    const raw = answerTo(mail, email, 'Once more', { to: 'support@shop.example', references: false, headers });
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('unverified_sender');
    const [listed] = await listInboundMails(installation.context, overseer, { limit: 1 });
    expect(listed).toMatchObject({
      senderName: 'Anna',
      senderAddress: email,
      subject: expect.stringContaining('Your conversation with'),
      status: 'ignored',
      reason: 'unverified_sender',
    });
    const { userId } = await installation.representative();
    const user = await findUser(installation.context.db, userId);
    if (!user) throw new Error('no user');
    const caller = { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'x' } as const;
    const id = listed?.id ?? '';
    // Still not proven.
    await retryInboundMail(installation.context, caller, id);
    const settled = () =>
      until(async () => {
        const found = (await listInboundMails(installation.context, overseer, { limit: 1 }))[0];
        return found?.status === 'stored' ? null : found;
      }, 'the mail to be understood again');
    expect(await settled()).toMatchObject({ id, reason: 'unverified_sender' });
    expect((await lastMessage(talk))?.senderType).toBe('representative');
    // The customer’s address was missing, say; now the mail says more than it did.
    const proven = raw.replace('mx.other.example', 'mx.shop.example');
    await installation.context.db
      .updateTable('inboundMails')
      .set({ raw: Buffer.from(proven) })
      .where('id', '=', id)
      .execute();
    await retryInboundMail(installation.context, caller, id);
    expect(await settled()).toMatchObject({ id, status: 'posted', reason: null, conversationId: talk.conversationId });
    expect((await lastMessage(talk))?.content).toBe('Once more');
    await expect(retryInboundMail(installation.context, caller, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(retryInboundMail(installation.context, caller, randomUUID())).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

/** The lines that the team sees of mails in a conversation. */
const mailLines = async ({ conversationId }: Talk) =>
  (await activitiesAfter(installation.context.db, conversationId, 0, 100)).filter(({ kind }) =>
    kind.startsWith('mail_'),
  );
const staffCaller = async (name: string) => {
  const { userId } = await installation.representative(name);
  const user = await findUser(installation.context.db, userId);
  if (!user) throw new Error('no user');
  return { kind: 'staff', user: { ...user, role: 'admin' }, sessionId: 'x' } as const;
};
const added = (talk: Talk, text: string) =>
  until(async () => ((await lastMessage(talk))?.content === text ? lastMessage(talk) : null), 'the mail to be added');

describe('an answer from another address', () => {
  test('it is posted when it comes from the address without the tag that the customer left', async () => {
    const main = customer();
    const { talk, mail } = await installation.mailed(main.replace('@', '+shop@'));
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, main, 'Harbour Road 7, please.')))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({ content: 'Harbour Road 7, please.', senderName: 'Anna' });
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(true);
  });

  test('it is posted when its From field leaves out the quotation marks of a name with a comma', async () => {
    const email = customer();
    const { mail } = await installation.mailed(email);
    const raw = answerTo(mail, email, 'Please cancel order 20481.').replace('From: Anna <', 'From: Doe, Jane <');
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('posted');
    expect(await listInboundMails(installation.context, overseer, { limit: 1 })).toMatchObject([
      { senderName: 'Doe, Jane', senderAddress: email },
    ]);
  });

  test('it proves the address by the reply address alone, where the sending service has rewritten our Message-ID', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Blue is fine.', { references: false })))).toBe(
      'posted',
    );
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(true);
  });

  test('an answer of a colleague is a line for the team alone, which a click makes a message with the sender named', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const before = await talk.messages();
    const raw = answerTo(mail, 'paul.novak@customer.example', 'The number is PO-2026-118.', {
      headers: `Cc: Anna <${email}>`,
    }).replace('From: Anna', 'From: Paul Novak');
    expect(await outcomeOf(() => imap.deliver(raw))).toBe('not_the_customer');
    expect(await talk.messages()).toEqual(before);
    const [line] = await mailLines(talk);
    expect(line).toMatchObject({
      kind: 'mail_received',
      cause: { by: 'mail' },
      body: 'The number is PO-2026-118.',
      after: {
        mail: {
          senderName: 'Paul Novak',
          senderAddress: 'paul.novak@customer.example',
          reason: 'not_the_customer',
          fileNames: [],
        },
      },
    });
    const [listed] = await listInboundMails(installation.context, overseer, { limit: 1 });
    expect(listed).toMatchObject({ status: 'ignored', conversationId: talk.conversationId });
    // Read again it is no second line.
    const grace = await staffCaller('Grace Adds');
    const mailId = line?.after.mail?.mailId ?? '';
    await retryInboundMail(installation.context, grace, mailId);
    await until(
      async () => (await listInboundMails(installation.context, overseer, { limit: 1 }))[0]?.status === 'ignored',
      'the mail to be read again',
    );
    expect(await mailLines(talk)).toHaveLength(1);

    const place = { conversationId: talk.conversationId, mailId };
    const elsewhere = await installation.mailed(customer());
    await expect(
      addMail(installation.context, grace, { ...place, conversationId: elsewhere.talk.conversationId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await addMail(installation.context, grace, place);
    expect(await added(talk, 'The number is PO-2026-118.')).toMatchObject({
      senderType: 'customer',
      senderName: 'Paul Novak (paul.novak@customer.example)',
    });
    await until(async () => (await mailLines(talk)).length === 2, 'the line of its adding');
    expect((await mailLines(talk))[1]).toMatchObject({
      kind: 'mail_added',
      cause: { by: 'representative', userId: grace.user.id },
      actorName: grace.user.name,
    });
    // A colleague's mail is no sign that the customer has read.
    expect((await talk.state()).customerReadSeq).toBeLessThan(2);
    expect(await isAddressProven(installation.context.db, talk.conversationId)).toBe(false);
    await expect(addMail(installation.context, grace, place)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('an answer without a sender is added under the address of its envelope, or under none', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const grace = await staffCaller('Grace Adds Nobody');
    const nameOfAdded = async (envelopeFrom: string | null, text: string): Promise<string | null> => {
      const raw = Buffer.from(answerTo(mail, email, text).replace(/^From: .*\r\n/m, ''));
      await receiveMail(installation.context, { source: 'smtp', envelopeFrom, envelopeTo: [], raw });
      const line = await until(async () => (await mailLines(talk)).find(({ body }) => body === text), 'the line');
      expect(line.after.mail?.senderAddress).toBe(envelopeFrom);
      const mailId = line.after.mail?.mailId ?? '';
      // The line is there before the mail counts as read.
      await until(async () => {
        const found = installation.context.db.selectFrom('inboundMails').select('status').where('id', '=', mailId);
        return (await found.executeTakeFirst())?.status !== 'stored';
      }, 'the mail to be read');
      await addMail(installation.context, grace, { conversationId: talk.conversationId, mailId });
      const message = async () => (await talk.messages()).find(({ content }) => content === text);
      return (await until(message, 'the mail to be added')).senderName;
    };
    expect(await nameOfAdded('paul@customer.example', 'From the envelope.')).toBe('paul@customer.example');
    expect(await nameOfAdded(null, 'From nobody.')).toBe(unknownSender);
    const { content } = await transcriptFile(installation.context, overseer, talk.conversationId, { format: 'text' });
    expect(content).toContain('Unknown sender');
  });

  test('an automatic reply is a line for the team, a bounce is none, and neither is answered', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const away = answerTo(mail, email, 'I am away until June.', { headers: 'Auto-Submitted: auto-replied' });
    expect(await outcomeOf(() => imap.deliver(away))).toBe('auto_reply');
    const bounce = [
      'From: MAILER-DAEMON@mx.example',
      'To: support@shop.example',
      'Subject: Undelivered',
      'Message-ID: <bounce@mx.example>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'The mailbox is full.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Action: failed',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${headerOf(mail.raw, 'Message-ID')}`,
      '--b--',
    ].join('\r\n');
    // Shown at the mail itself: `mail-delivery.test.ts`.
    expect(await outcomeOf(() => imap.deliver(bounce))).toBe('delivery_report');
    expect((await mailLines(talk)).map(({ body, after }) => [after.mail?.reason, body])).toEqual([
      ['auto_reply', 'I am away until June.'],
    ]);
    expect((await lastMessage(talk))?.senderType).toBe('representative');
  });

  test('it is shown twenty times a day at most, and listed beyond that', async () => {
    const { talk, mail } = await installation.mailed(customer());
    for (let index = 0; index < 21; index += 1) {
      const raw = answerTo(mail, `stranger${index}@evil.example`, `Buy ${index}`);
      expect(await outcomeOf(() => imap.deliver(raw))).toBe('not_the_customer');
    }
    expect(await mailLines(talk)).toHaveLength(20);
    expect(await listInboundMails(installation.context, overseer, { limit: 1 })).toMatchObject([
      { conversationId: null },
    ]);
  });

  test('an answer through a group that ends in our mailbox is posted as its writer’s, and not where the group belongs to others', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const group = (address: string, text: string, authentication: string, original = 'pass') =>
      answerTo(mail, address, text, {
        headers: [
          `Authentication-Results: mx.shop.example; dmarc=${authentication} header.from=${address.split('@')[1]}`,
          `Reply-To: Anna <${email}>`,
          `X-Original-Sender: ${email}`,
          `X-Original-From: Anna <${email}>`,
          `X-Original-Authentication-Results: gmr-mx.google.com; dmarc=${original} header.from=example.com`,
          'Precedence: list',
          `Mailing-list: list ${address}; contact support+owners@shop.example`,
          `List-ID: <${address.replace('@', '.')}>`,
        ].join('\r\n'),
      }).replace('From: Anna', 'From: "\'Anna\' via Support"');
    const ours = 'support@shop.example';
    expect(await outcomeOf(() => imap.deliver(group(ours, 'The left shoe is missing.', 'pass')))).toBe('posted');
    expect(await lastMessage(talk)).toMatchObject({ content: 'The left shoe is missing.', senderName: 'Anna' });
    const refused = [
      group(ours, 'x', 'fail'),
      group('all@evil.example', 'x', 'pass'),
      group(ours, 'x', 'pass', 'fail'),
    ];
    for (const raw of refused) expect(await outcomeOf(() => imap.deliver(raw))).not.toBe('posted');
    expect((await lastMessage(talk))?.content).toBe('The left shoe is missing.');
  });

  test('an answer from a ticket system or an Exchange server is posted, and gets no automatic answer', async () => {
    await installation.set('aiConfig', { enabled: true });
    for (const headers of ['Precedence: bulk\r\nManaged-by: RT 5.0.3', 'X-Auto-Response-Suppress: All']) {
      const email = customer();
      const { talk, mail } = await installation.mailed(email);
      await installation.context.db
        .updateTable('conversations')
        .set({ isAiAssisted: true, assignedRepresentativeId: null, status: 'active' })
        .where('id', '=', talk.conversationId)
        .execute();
      expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Go ahead.', { headers })))).toBe('posted');
      await until(async () => (await talk.state()).status === 'waiting', 'a person to be called');
      expect(await lastMessage(talk)).toMatchObject({ content: 'Go ahead.', senderType: 'customer' });
    }
    await installation.set('aiConfig', { enabled: false });
  });
});

describe('two mails with one Message-ID', () => {
  test('they are both posted, and one that is delivered again is not', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const claim = (text: string, date: string) =>
      answerTo(mail, email, text, { headers: `Date: ${date}` }).replace(
        /^Message-ID: .*$/m,
        `Message-ID: <claim-of-${email}>`,
      );
    const first = claim('Claim 5512 was received.', 'Tue, 12 May 2026 09:14:07 +0200');
    expect(await outcomeOf(() => imap.deliver(first))).toBe('posted');
    imap.deliver(`Received: from elsewhere\r\n${first}`);
    const second = claim('Claim 5512: we pay.', 'Mon, 18 May 2026 11:40:55 +0200');
    expect(await outcomeOf(() => imap.deliver(second))).toBe('posted');
    const received = (await talk.messages()).filter(({ senderType }) => senderType === 'customer').slice(1);
    expect(received.map(({ content }) => content)).toEqual(['Claim 5512 was received.', 'Claim 5512: we pay.']);
  });
});

describe('a mail with the mark of our own', () => {
  test('it starts no loop where it is ours, and is posted where it is another Parley’s', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const token = headerOf(mail.raw, 'X-Parley-Conversation');
    const copy = answerTo(mail, email, 'Beep', { headers: `X-Parley-Conversation: ${token}` });
    expect(await outcomeOf(() => imap.deliver(copy))).toBe('loop');
    const theirs = answerTo(mail, email, 'From our desk', { headers: 'X-Parley-Conversation: 0123456789abcdef' });
    expect(await outcomeOf(() => imap.deliver(theirs))).toBe('posted');
    expect((await lastMessage(talk))?.content).toBe('From our desk');
    // Mails by people are not marked as automatic.
    expect(mail.raw).not.toMatch(/^(?:Auto-Submitted|X-Auto-Response-Suppress):/im);
  });
});

describe('the whole email', () => {
  const admin = async () => {
    const user = await findUser(
      installation.context.db,
      (await installation.representative(`Reader ${randomUUID()}`)).userId,
    );
    if (!user) throw new Error('no user');
    return { kind: 'staff', user, sessionId: 'none' } as const;
  };
  const original = async ({ conversationId }: Talk, seq: number) =>
    readOriginalEmail(installation.context, await admin(), { conversationId, seq });
  const asHtml = (raw: string, body: string) =>
    raw.replace('text/plain', 'text/html').replace(/(\r\n\r\n)[^]*$/, `$1${body}`);

  test('it is stored with the message, which shows that there is more', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Blue is fine.')));
    const message = await lastMessage(talk);
    expect(message).toMatchObject({ content: 'Blue is fine.', email: { hasQuotedText: true, hasHtml: false } });
    expect(await original(talk, message?.seq ?? 0)).toMatchObject({
      text: expect.stringMatching(/^Blue is fine\.\n\nOn Thu.*wrote:\n> We have it in blue\.$/),
      quotedText: expect.stringMatching(/^On Thu.*wrote:\n> We have it in blue\.$/),
      hasHtml: false,
      remotePictures: 0,
      trackingPixels: 0,
      isCut: false,
    });
  });

  test('it is not there for a mail that says no more than its message', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const raw = answerTo(mail, email, 'Blue.').replace(/\r\n\r\nOn Thu[^]*$/, '\r\n');
    await outcomeOf(() => imap.deliver(raw));
    expect((await lastMessage(talk))?.email).toBeUndefined();
  });

  test('it shows where it has only a signature more', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const raw = answerTo(mail, email, 'Blue.').replace(/\r\n\r\nOn Thu[^]*$/, '\r\n\r\n-- \r\nJane Doe\r\nACME\r\n');
    await outcomeOf(() => imap.deliver(raw));
    expect(await lastMessage(talk)).toMatchObject({
      content: 'Blue.',
      email: { hasQuotedText: true, hasHtml: false, isSignature: true },
    });
  });

  test('it is kept where the message is cut, and all of it is shown on request', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const text = `${'A long line of text.\r\n'.repeat(700)}The end.\r\n`;
    await outcomeOf(() => imap.deliver(answerTo(mail, email, '').replace(/\r\n\r\n[^]*$/, `\r\n\r\n${text}`)));
    const message = await lastMessage(talk);
    expect(message?.content.endsWith('…')).toBe(true);
    expect(message?.email?.hasQuotedText).toBe(true);
    expect((await original(talk, message?.seq ?? 0)).quotedText).toMatch(/^A long line of text\.\n.*The end\.$/s);
  });

  test('it has its HTML made safe, and the message shows what is written between our unmarked lines', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email, [
      'Which size did you order?',
      'Where should we send the pair?',
    ]);
    const body =
      '<p>Hello</p><script>alert(1)</script><div id="divRplyFwdMsg"><b>From:</b> Acme<br><b>Sent:</b> Monday<br><b>To:</b> Anna<br><b>Subject:</b> Order</div><p>Which size did you order?</p><p>44, please.</p><p>Where should we send the pair?</p>';
    await outcomeOf(() => imap.deliver(asHtml(answerTo(mail, email, ''), body)));
    const message = await lastMessage(talk);
    expect(message?.content).toBe('Hello\n\n> Which size did you order?\n\n44, please.');
    expect(message?.email).toEqual({ hasQuotedText: true, hasHtml: true });
    const page = await originalEmailPage(installation.context, await admin(), {
      conversationId: talk.conversationId,
      seq: message?.seq ?? 0,
      withPictures: false,
    });
    expect(page).toContain('<p>44, please.</p>');
    expect(page).not.toContain('alert');
  });

  test('an email of nothing but our own text is set aside, and text typed within it is posted', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email, ['We have it in blue. Should we send it?']);
    const quoted = (text: string) =>
      answerTo(mail, email, '').replace(/\r\n\r\n[^]*$/, `\r\n\r\n> We have it in blue. Should we send it?\r\n${text}`);
    expect(await outcomeOf(() => imap.deliver(quoted('>\r\n')))).toBe('empty');
    expect(await outcomeOf(() => imap.deliver(quoted('> Yes, to the harbour.\r\n')))).toBe('posted');
    expect((await lastMessage(talk))?.content).toBe('Yes, to the harbour.');
  });

  test('the email of a colleague is stored as well when it is added to the conversation', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, 'paul@customer.example', 'The number is 118.')))).toBe(
      'not_the_customer',
    );
    const [aside] = await installation.context.db
      .selectFrom('inboundMails')
      .select('id')
      .orderBy('id', 'desc')
      .execute();
    await addMail(installation.context, await admin(), {
      conversationId: talk.conversationId,
      mailId: aside?.id ?? '',
    });
    const message = await until(async () => {
      const last = await lastMessage(talk);
      return last?.content === 'The number is 118.' ? last : null;
    }, 'the mail to be added');
    expect((await original(talk, message.seq)).quotedText).toContain('> We have it in blue.');
  });

  test('identity codes are hidden in quotes, too', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await expectCode(installation.context, talk.conversationId);
    await outcomeOf(() =>
      imap.deliver(answerTo(mail, email, 'Thanks.').replace('> We have', '> Your code is 204 817.\r\n> We have')),
    );
    const seq = (await lastMessage(talk))?.seq ?? 0;
    expect((await original(talk, seq)).text).toContain('> Your code is ••••••.');
  });

  test('it hides a code that is typed into it before it is stored', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await expectCode(installation.context, talk.conversationId);
    expect(await outcomeOf(() => imap.deliver(answerTo(mail, email, '123 456')))).toBe('posted');
    const typed = await lastMessage(talk);
    expect(typed).toMatchObject({ content: '••••••' });
    expect((await original(talk, typed?.seq ?? 0)).text).not.toContain('123 456');
  });

  test('it goes with its conversation', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await outcomeOf(() => imap.deliver(answerTo(mail, email, 'Blue is fine.')));
    const stored = () =>
      installation.context.db
        .selectFrom('messageEmails')
        .select('seq')
        .where('conversationId', '=', talk.conversationId)
        .execute();
    expect(await stored()).toHaveLength(1);
    await deleteConversation(installation.context.db, talk.conversationId);
    expect(await stored()).toEqual([]);
  });
});

describe('the check of incoming mail', () => {
  const check = (env: Record<string, string | undefined>, replyAddress: string | null = 'support@shop.example') => {
    const config = loadConfig(workerConfig, {
      ...installation.env,
      IMAP_URL: undefined,
      INBOUND_SMTP_PORT: undefined,
      INBOUND_AUTHSERV_ID: undefined,
      ...env,
    });
    return checkReceiving({
      ...installation.context,
      external: { ...installation.context.external, replyAddress },
      config,
    });
  };

  test('it is looked at by logging in to the mailbox and by knocking at the door', async () => {
    expect(await check({ IMAP_URL: imap.url })).toMatchObject({
      outcome: 'works',
      words: `Logged in to 127.0.0.1 as support@example.com; INBOX holds ${imap.mails.length} messages. Authentication results aren’t trusted: INBOUND_AUTHSERV_ID isn’t set.`,
    });
    expect(await check({ INBOUND_SMTP_PORT: String(smtpPort) })).toEqual({
      outcome: 'works',
      // The code of the text, for readers in other languages.
      localized: { code: 'port_accepts', values: { port: String(smtpPort), address: 'support@shop.example' } },
      words: `Port ${smtpPort} accepts email for support@shop.example.`,
    });
  });

  test('it explains what to set when nothing is', async () => {
    expect(await check({})).toMatchObject({ outcome: 'not_configured', words: expect.stringContaining('IMAP_URL') });
    expect(await check({ IMAP_URL: imap.url }, null)).toMatchObject({
      words: expect.stringContaining('REPLY_ADDRESS'),
    });
  });

  test('it explains what is wrong in the other side’s words, and never the password', async () => {
    const wrong = await check({ IMAP_URL: imap.url.replace('secret%20word', 'other%20word') });
    expect(wrong).toMatchObject({
      outcome: 'failed',
      words: expect.stringContaining('rejected the user or the password'),
    });
    expect(wrong.words).not.toContain('other');
    const [silent, other] = [await freePort(), new URL(imap.url).port];
    expect(await check({ INBOUND_SMTP_PORT: String(silent) })).toMatchObject({ outcome: 'failed' });
    expect(await check({ INBOUND_SMTP_PORT: other })).toMatchObject({
      words: `Port ${other} belongs to another server.`,
    });
  });

  test('it is answered by the worker for every caller', async () => {
    expect(await installation.context.queues.ask('mail-check', {}, 20_000)).toMatchObject({ outcome: 'works' });
  });
});
