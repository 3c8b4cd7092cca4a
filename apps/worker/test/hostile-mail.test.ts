/** Mails that want to harm: each ends with a reason that the team sees, or as a harmless message, and soon. */
import { randomUUID } from 'node:crypto';
import { NewMailbox } from '@parley/contracts/channels/mailboxes';
import { participantsMax } from '@parley/contracts/conversations/limits';
import { addMailbox } from '@parley/core/mail/mailboxes';
import { receiveMail } from '@parley/core/mail/receive';
import { planDigests } from '@parley/core/maintenance/digests';
import { overseer } from '@parley/core/testing';
import { conversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { headerOf } from '@parley/testing/smtp';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { until } from './installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation({ INBOUND_AUTHSERV_ID: 'mx.shop.example' });
});
afterAll(() => installation?.close());

const genuine = 'Authentication-Results: mx.shop.example; dmarc=pass header.from=example.com';
const newId = (): string => `<${randomUUID()}@mail.example>`;

const mailOf = (fields: readonly string[], body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);

/** Receives a mail and returns what became of it. */
async function arrives(raw: Buffer) {
  await receiveMail(installation.context, { source: 'imap', envelopeFrom: null, envelopeTo: [], raw });
  return until(async () => {
    const row = await installation.context.db
      .selectFrom('inboundMails')
      .select(['id', 'status', 'reason', 'conversationId'])
      .where('raw', '=', raw)
      .executeTakeFirst();
    return row && row.status !== 'stored' ? row : null;
  }, 'the mail to be understood');
}

const messagesOf = (id: string | null) => messagesAfter(installation.context.db, id ?? '', 0, 50);

async function opened(raw: Buffer) {
  const row = await arrives(raw);
  expect(row).toMatchObject({ status: 'posted', reason: null });
  const state = await conversationState(installation.context.db, row.conversationId ?? '');
  if (!state) throw new Error('no conversation');
  const messages = await messagesOf(state.id);
  return { ...state, message: messages[0], messages };
}

const plain = (from = customer()): string[] => [`From: ${from}`, 'Subject: Hello', `Message-ID: ${newId()}`];

/** A mail with parts in parts. */
function nested(depth: number, from: string): Buffer {
  const heads = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  return mailOf([...plain(from), heads.join('').trimEnd()], 'Content-Type: text/plain\r\n\r\nDeep down\r\n');
}

describe('a mail bomb', () => {
  test('of parts 500 deep is set aside as unreadable, with its original stored', async () => {
    const raw = nested(500, customer());
    const { id, ...end } = await arrives(raw);
    expect(end).toEqual({ status: 'failed', reason: 'unreadable', conversationId: null });
    const stored = await installation.context.db
      .selectFrom('inboundMails')
      .select('raw')
      .where('id', '=', id)
      .execute();
    expect(stored[0]?.raw.equals(raw)).toBe(true);
  });

  test('of mails in mails 500 deep is one message with one file', async () => {
    const inner = Array.from({ length: 500 }, () => 'Content-Type: message/rfc822\r\n\r\nSubject: Again\r\n').join('');
    const { message } = await opened(mailOf([...plain(), inner.trimEnd()], 'The innermost\r\n'));
    expect((message?.attachments ?? []).length).toBeLessThanOrEqual(1);
  });

  test('of 20,000 parts is one message of at most fifty files', async () => {
    const parts = Array.from(
      { length: 20_000 },
      (_, n) => `--b\r\nContent-Disposition: attachment; filename=${n}.txt\r\n\r\n${n}\r\n`,
    );
    const { messages, message } = await opened(
      mailOf(
        [...plain(), 'Content-Type: multipart/mixed; boundary=b'],
        `--b\r\n\r\nSee files\r\n${parts.join('')}--b--\r\n`,
      ),
    );
    expect(messages).toHaveLength(1);
    expect(message?.attachments?.length ?? 0).toBeLessThanOrEqual(50);
    expect(message?.content).toContain('See files');
  });

  test('of HTML that nests 50,000 elements is read within its time', async () => {
    const html = `${'<div><b>'.repeat(50_000)}Inside`;
    const row = await arrives(mailOf([...plain(), 'Content-Type: text/html'], html));
    // Read, or given up for a reason.
    expect(row.status === 'posted' || row.reason !== null).toBe(true);
  });

  test('to 10,000 recipients is one message, with no more participants than there may be', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `Person ${n} <p${n}@crowd.example>`).join(',\r\n ');
    const { participants, messages } = await opened(mailOf([...plain(), `To: ${many}`, `Cc: ${many}`], 'To you all'));
    expect(participants.length).toBeLessThanOrEqual(participantsMax);
    expect(messages).toHaveLength(1);
  });
});

describe('a mail that lies about its letters', () => {
  test.each([
    ['says UTF-8 and is not', 'utf-8', Buffer.from('Gr\xfc\xdfe\0 here', 'latin1'), 'here'],
    ['names letters that there are none of', 'x-nonsense-7', Buffer.from('Hello there'), 'Hello there'],
    ['says UTF-16 of single bytes', 'utf-16le', Buffer.from('Hello there.'), ''],
    ['says UTF-7, which can hide HTML', 'utf-7', Buffer.from('+ADw-script+AD4-alert(1) Hello'), 'Hello'],
    [
      'has half a letter at its end',
      'utf-8',
      Buffer.concat([Buffer.from('Hello '), Buffer.from([0xf0, 0x9f])]),
      'Hello',
    ],
  ])('one that %s is posted without control characters', async (_what, charset, body, words) => {
    const { message } = await opened(mailOf([...plain(), `Content-Type: text/plain; charset=${charset}`], body));
    expect(message?.content).toContain(words);
    expect(message?.content.replaceAll(/[\t\n]/g, '')).not.toMatch(/\p{Cc}/u);
    expect(message?.content).not.toContain('<script>');
  });
});

describe('no field adds a header to what goes out', () => {
  const evil = 'x\r\nBcc: evil@x.example';
  const encoded = `=?utf-8?b?${Buffer.from(evil).toString('base64')}?=`;

  /** Sends the answer to a conversation and returns the header of each of its mails. */
  async function headersOfAnswer(id: string, addresses: readonly string[]): Promise<string[]> {
    await installation.answers({ conversationId: id }, 'Thank you.');
    await planDigests(installation.context);
    const mails = await Promise.all(
      addresses.map((address) => until(() => installation.mailsTo(address)[0], `the mail to ${address}`)),
    );
    expect(installation.smtp.mails.flatMap(({ to }) => to)).not.toContain('evil@x.example');
    return mails.map(({ raw }) => raw.split(/\r?\n\r?\n/, 1)[0] ?? '');
  }

  test('of a customer’s name, subject, Message-ID, participants and file names', async () => {
    const [email, other] = [customer(), customer()];
    const raw = mailOf(
      [
        genuine,
        `From: ${encoded} <${email}>`,
        `Cc: ${encoded} <${other}>`,
        `Subject: ${encoded}`,
        'Message-ID: <a\rBcc:evil@x.example@mail.example>',
        'Content-Type: multipart/mixed; boundary=b',
      ],
      `--b\r\n\r\nHello\r\n--b\r\nContent-Disposition: attachment; filename="${encoded}"\r\n\r\n1\r\n--b--\r\n`,
    );
    const { id, subject, customerName, participants, message } = await opened(raw);
    const given = [
      subject,
      customerName,
      ...participants.map(({ name }) => name),
      ...(message?.attachments ?? []).map(({ name }) => name),
    ];
    for (const each of given) expect(each ?? '').not.toMatch(/[\r\n]/);
    for (const header of await headersOfAnswer(id, [email, other])) expect(header).not.toMatch(/^bcc:/im);
  });

  test.each(['name', 'senderName'] as const)('of a mailbox’s %s: a line break is refused', (field) => {
    const body = {
      name: 'Box',
      address: 'box@shop.example',
      receiving: { kind: 'forward' },
      sending: { kind: 'installation' },
    };
    expect(Check(NewMailbox, body)).toBe(true);
    expect(Check(NewMailbox, { ...body, [field]: evil })).toBe(false);
  });

  test('of a mailbox’s signature, which stays in the body', async () => {
    const { id: mailboxId } = await addMailbox(installation.context, overseer, {
      name: 'Signed',
      address: 'signed@shop.example',
      receiving: { kind: 'forward' },
      sending: { kind: 'installation' },
      signature: `\r\nBcc: evil@x.example\r\n\r\n${evil}`,
    });
    const email = customer();
    const raw = mailOf(plain(email), 'Hello');
    await receiveMail(installation.context, { source: 'imap', mailboxId, envelopeFrom: null, envelopeTo: [], raw });
    const { conversationId } = await until(
      () =>
        installation.context.db
          .selectFrom('inboundMails')
          .select('conversationId')
          .where('raw', '=', raw)
          .where('status', '=', 'posted')
          .executeTakeFirst(),
      'the mail to be posted',
    );
    const [header] = await headersOfAnswer(conversationId ?? '', [email]);
    expect(header).not.toMatch(/^bcc:/im);
  });
});

describe('a stranger who knows a thread', () => {
  /** A conversation by a proven mail that was answered, with everything that the thread's mails show. */
  async function known() {
    const email = customer();
    const id = newId();
    const state = await opened(
      mailOf([genuine, `From: ${email}`, 'Subject: My order', `Message-ID: ${id}`], 'Where is it?'),
    );
    await installation.answers({ conversationId: state.id }, 'On its way.');
    await planDigests(installation.context);
    const { raw } = await until(() => installation.mailsTo(email)[0], 'the answer');
    return { email, state, theirs: id, ours: headerOf(raw, 'Message-ID') };
  }
  const follows = (from: string, references: string, more: readonly string[] = []): Buffer =>
    mailOf(
      [...more, `From: ${from}`, 'Subject: Re: My order', `Message-ID: ${newId()}`, `In-Reply-To: ${references}`],
      'Send it to my new address.',
    );

  test.each(['theirs', 'ours'] as const)(
    'by a Message-ID of %s adds nothing to it under another address',
    async (which) => {
      const { state, ...ids } = await known();
      const end = await arrives(follows(customer(), ids[which], [genuine]));
      expect(end).toMatchObject({ status: 'ignored', reason: 'not_the_customer', conversationId: state.id });
      expect(await messagesOf(state.id)).toHaveLength(2);
    },
  );

  test('under the customer’s address adds nothing where the receiving server found it forged', async () => {
    const { email, state, ours } = await known();
    const forged = 'Authentication-Results: mx.shop.example; dmarc=fail header.from=example.com';
    const end = await arrives(follows(email, ours, [forged]));
    expect(end).toMatchObject({ status: 'ignored', reason: 'forged_sender', conversationId: state.id });
    expect(await messagesOf(state.id)).toHaveLength(2);
  });

  test('under the customer’s address proves nothing by the customer’s own Message-ID', async () => {
    const { email, state, theirs } = await known();
    const end = await arrives(follows(email, theirs));
    expect(end).toMatchObject({ status: 'ignored', reason: 'unverified_sender', conversationId: state.id });
    expect(await messagesOf(state.id)).toHaveLength(2);
  });

  test('who writes our Message-ID as the own one takes over no answer', async () => {
    const { email, state, ours } = await known();
    const stranger = customer();
    await arrives(mailOf([`From: ${stranger}`, 'Subject: Mine', `Message-ID: ${ours}`], 'This one is mine.'));
    await arrives(follows(email, ours, [genuine]));
    expect((await messagesOf(state.id)).map(({ content }) => content)).toContain('Send it to my new address.');
  });
});
