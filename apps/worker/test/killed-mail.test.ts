/**
 * Workers, the IMAP server and the mail server are killed at random while mail comes in by both ways and replies go out.
 * `npm run test:mail` does it for long: `MAIL_TEST_KILLS` is how often something is killed.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { planDigests } from '@parley/core/maintenance/digests';
import { addMailbox } from '@parley/core/mail/mailboxes';
import { createColleague } from '@parley/core/testing';
import { freePort } from '@parley/e2e/process';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { headerOf, type MailServer, startMailServer } from '@parley/testing/smtp';
import { createTransport } from 'nodemailer';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';

const isLong = process.env['MAIL_TEST_KILLS'] !== undefined;
const kills = Number(process.env['MAIL_TEST_KILLS'] ?? 3);
const [mails, replies] = isLong ? [500, 200] : [40, 16];

let installation: InstallationUnderTest;
let imap: ImapServer;
let smtp: MailServer;
beforeAll(async () => {
  [installation, imap, smtp] = await Promise.all([startInstallationUnderTest(), startImapServer(), startMailServer()]);
  await installation.set('emailConfig', {
    enabled: true,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpAllowPlaintext: true,
    fromEmail: 'support@shop.example',
  });
});
afterAll(async () => {
  await installation?.close();
  await Promise.all([imap, smtp].map((server) => server?.close()));
});

const customerOf = (n: number): string => `customer${n}@customers.example`;

const letter = (n: number, to: string): string =>
  [
    `Message-ID: <${randomUUID()}@customers.example>`,
    `From: ${customerOf(n)}`,
    `To: ${to}`,
    `Subject: Mail ${n}`,
    '',
    `Question ${n}`,
    '',
  ].join('\r\n');

/** Waits until a count is reached, as long as it grows: a busy machine is no loss. */
async function reach(count: () => Promise<number>, wanted: number, what: string): Promise<void> {
  for (let now = await count(); now < wanted; now = await count()) {
    const before = now;
    await until(async () => (await count()) > before, `more than ${before} of ${wanted} ${what}`, 90);
  }
}

test(`${mails} mails that come in and ${replies} replies that go out are neither lost nor doubled by kills`, {
  timeout: isLong ? 20 * 60_000 : 240_000,
}, async () => {
  const { context } = installation;
  const admin = await createColleague(context, 'Ada Killed', 'admin');
  const { host, port, user, password } = imap;
  await addMailbox(context, admin, {
    name: 'Read',
    address: 'read@shop.example',
    receiving: { kind: 'imap', host, port, secure: false, user, password, folder: 'INBOX' },
    sending: { kind: 'installation' },
  });
  const ownPort = await freePort();
  const env = { REPLY_ADDRESS: 'support@shop.example', INBOUND_SMTP_PORT: String(ownPort) };
  let worker = await installation.startOne(env);

  /** Hands a mail over as servers do: again until it is accepted. */
  const handOver = async (raw: string): Promise<void> => {
    for (;;) {
      const transport = createTransport({ host: '127.0.0.1', port: ownPort, secure: false, ignoreTLS: true });
      const isAccepted = await transport
        .sendMail({ raw, envelope: { from: 'sender@customers.example', to: ['support@shop.example'] } })
        .then(() => true)
        .catch(() => false);
      transport.close();
      if (isAccepted) return;
      await pause(100);
    }
  };
  const coming = async (): Promise<void> => {
    for (let n = 0; n < mails; n += 1) {
      if (n % 2 === 0) imap.deliver(letter(n, 'read@shop.example'));
      else await handOver(letter(n, 'support@shop.example'));
      await pause(randomInt(20));
    }
  };

  const opened = () =>
    context.db
      .selectFrom('conversations')
      .select(['id', 'customerEmail', 'lastSeq'])
      .where('channel', '=', 'email')
      .execute();
  const isAnswered = new Set<string>();
  const going = async (): Promise<void> => {
    while (isAnswered.size < replies) {
      const next = (await opened()).filter(({ id }) => !isAnswered.has(id)).slice(0, replies - isAnswered.size);
      for (const { id, customerEmail } of next) {
        isAnswered.add(id);
        await installation.answers({ conversationId: id }, `Answer to ${customerEmail}`);
      }
      await planDigests(context);
      await pause(100);
    }
  };

  const killing = async (): Promise<void> => {
    for (let round = 0; round < kills; round += 1) {
      await pause(randomInt(300, 1_500));
      if (round % 3 === 0) {
        await worker.stop('SIGKILL');
        worker = await installation.startOne(env);
      } else if (round % 3 === 1) {
        // In the middle of a mail that is kept already.
        smtp.delayMs = 200;
        await until(() => smtp.mails.length > 0 || isAnswered.size === replies, 'a mail to go out', 60);
        smtp.hangUp();
        smtp.delayMs = 0;
      } else imap.hangUp();
    }
  };
  await Promise.all([coming(), going(), killing()]);

  await reach(async () => (await opened()).length, mails, 'conversations of mails');
  await planDigests(context);
  await reach(async () => new Set(smtp.mails.flatMap(({ to }) => to)).size, replies, 'replies that arrived');
  await until(async () => (await installation.unfinished()) === 0, 'the deliveries to end', 90);

  const conversations = await opened();
  const everybody = Array.from({ length: mails }, (_, n) => customerOf(n)).toSorted();
  expect(conversations.map(({ customerEmail }) => String(customerEmail)).toSorted()).toEqual(everybody);
  for (const { id, lastSeq } of conversations) expect(lastSeq).toBe(isAnswered.has(id) ? 2 : 1);
  const stored = await context.db.selectFrom('inboundMails').select(['subject', 'status']).execute();
  expect(stored).toHaveLength(mails);
  expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['posted']));
  // Mails that a kill cuts off between the two servers are repeated under their Message-ID.
  const ids = new Map(smtp.mails.map((mail) => [headerOf(mail.raw, 'Message-ID'), mail.to.join()]));
  const answered = conversations.flatMap(({ id, customerEmail }) =>
    isAnswered.has(id) ? [String(customerEmail)] : [],
  );
  expect([...ids.values()].toSorted()).toEqual(answered.toSorted());
  // Those of ten at once are cut off by one kill at most.
  expect(smtp.mails.length - ids.size).toBeLessThanOrEqual(kills * 10);
});
