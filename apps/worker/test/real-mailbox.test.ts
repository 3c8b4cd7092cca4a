/**
 * A mailbox on a real IMAP server (Dovecot), which `npm run test:mail` starts and names by `MAIL_TEST_IMAP` as
 * `host:port`. It takes any user with the password `secret`. Left out elsewhere.
 */
import { randomUUID } from 'node:crypto';
import { addMailbox, deleteMailbox } from '@parley/core/mail/mailboxes';
import type { StaffCaller } from '@parley/core/callers';
import { createColleague } from '@parley/core/testing';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';

const [host = '', port = ''] = (process.env['MAIL_TEST_IMAP'] ?? '').split(':');
const count = Number(process.env['MAIL_TEST_COUNT'] ?? 1_000);
const user = `box-${randomUUID().slice(0, 8)}`;

let installation: Installation;
let admin: StaffCaller;

const letter = (subject: string, body = 'Hello'): string =>
  [
    `Message-ID: <${randomUUID()}@customers.example>`,
    'From: Anna <anna@customers.example>',
    'To: support@example.com',
    // Programs are never answered, so that reading alone is measured.
    'Auto-Submitted: auto-generated',
    `Subject: ${subject}`,
    '',
    body,
    '',
  ].join('\r\n');

beforeAll(async () => {
  installation = await startInstallation();
  admin = await createColleague(installation.context, 'Ada Dovecot', 'admin');
});
afterAll(async () => {
  await installation.close();
});

/** Puts mails into the mailbox by a connection of their own. */
async function appended(
  mails: Iterable<string>,
  afterEach: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const sender = new ImapFlow({
    host,
    port: Number(port),
    secure: false,
    auth: { user, pass: 'secret' },
    logger: false,
  });
  await sender.connect();
  for (const mail of mails) {
    await sender.append('INBOX', mail);
    await afterEach();
  }
  await sender.logout();
}

const stored = async (mailboxId: string): Promise<number> => {
  const { found } = await installation.context.db
    .selectFrom('inboundMails')
    .select(({ fn }) => fn.countAll<string>().as('found'))
    .where('mailboxId', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return Number(found);
};

/** Value below which nineteen of twenty lie. */
const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0;

test('a full mailbox is read with flat memory, a mail of 25 MB too, and new mail is stored at once', {
  timeout: 20 * 60_000,
}, async () => {
  const usual = Array.from({ length: count }, (_, n) => letter(`Mail ${n}`, 'Hello again. '.repeat(200)));
  await appended([...usual, letter('The largest', `${'x'.repeat(75)}\r\n`.repeat(320_000))]);
  const began = Date.now();
  const { id } = await addMailbox(installation.context, admin, {
    name: 'Dovecot',
    address: 'support@example.com',
    receiving: { kind: 'imap', host, port: Number(port), secure: false, user, password: 'secret', folder: 'INBOX' },
    sending: { kind: 'installation' },
  });
  const memory: number[] = [];
  await until(
    async () => {
      memory.push(process.memoryUsage().rss / 1024 / 1024);
      return (await stored(id)) === count + 1;
    },
    'all mails',
    15 * 60,
  );
  const seconds = (Date.now() - began) / 1000;
  const latencies: number[] = [];
  const news = Array.from({ length: 40 }, (_, n) => letter(`New ${n}`));
  await appended(news, async () => {
    const at = Date.now();
    await until(async () => (await stored(id)) === count + 2 + latencies.length, 'the new mail', 30);
    latencies.push(Date.now() - at);
  });
  const half = memory.length / 2;
  const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
  console.log(
    `${count} mails and one of 25 MB in ${seconds.toFixed(1)} s; memory ${first.toFixed(0)} MB in the first half, ${second.toFixed(0)} MB in the second; new mail stored after ${p95(latencies)} ms (p95)`,
  );
  expect(seconds).toBeLessThan((600 * (count + 1)) / 10_000 + 30);
  expect(p95(latencies)).toBeLessThan(2_000);
  // The largest mail is held once, with its copies.
  expect(second - first).toBeLessThan(300);
  expect(await stored(id)).toBe(count + 41);
  await deleteMailbox(installation.context, admin, id);
});
