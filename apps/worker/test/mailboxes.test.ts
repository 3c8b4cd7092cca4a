import { randomUUID } from 'node:crypto';
import type { Mailbox, NewMailbox } from '@parley/contracts/channels/mailboxes';
import { addMailbox, deleteMailbox, updateMailbox } from '@parley/core/mail/mailboxes';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { claimMailboxes } from '@parley/db/mail/readers';
import { createMetrics } from '@parley/service/metrics';
import { loadConfig } from '@parley/service/config';
import type { StaffCaller } from '@parley/core/callers';
import { createColleague } from '@parley/core/testing';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorker, type WorkerApp } from '../src/app.ts';
import { workerConfig } from '../src/config.ts';
import { type Installation, startInstallation, until } from './installation.ts';

let installation: Installation;
let admin: StaffCaller;

beforeAll(async () => {
  installation = await startInstallation({ env: { IMAP_POLL_SECONDS: '1' } });
  admin = await createColleague(installation.context, 'Ada Mailboxes', 'admin');
});
afterAll(() => installation.close());

let numbers = 0;
const letter = (text: string): string =>
  [
    `Message-ID: <${randomUUID()}@customers.example>`,
    `From: customer${(numbers += 1)}@customers.example`,
    'To: support@example.com',
    `Subject: ${text}`,
    '',
    text,
    '',
  ].join('\r\n');

const received = async (mailboxId: string) =>
  (
    await installation.context.db
      .selectFrom('inboundMails')
      .select('subject')
      .where('mailboxId', '=', mailboxId)
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject);

function receiving(imap: ImapServer, change: object = {}): NewMailbox['receiving'] {
  const { host, port, user, password } = imap;
  return { kind: 'imap', host, port, secure: false, user, password, folder: 'INBOX', ...change };
}

async function mailboxAt(imap: ImapServer, change: object = {}): Promise<Mailbox> {
  return addMailbox(installation.context, admin, {
    name: `Box ${(numbers += 1)}`,
    address: `box${numbers}@example.com`,
    receiving: receiving(imap, change),
    sending: { kind: 'installation' },
  });
}

const failureOf = async (id: string) => (await findMailbox(installation.context.db, id))?.failure ?? null;

describe('a mailbox that is read by IMAP', () => {
  test('new mail is stored for its mailbox as soon as the server announces it, and the mailbox isn’t changed', async () => {
    const imap = await startImapServer();
    imap.deliver(letter('Before we looked'));
    const { id } = await mailboxAt(imap);
    await until(() => imap.idling() === 1, 'the connection to wait');
    expect(await received(id)).toEqual(['Before we looked']);
    imap.deliver(letter('While it waits'));
    await until(async () => (await received(id)).length === 2, 'the announced mail', 5);
    expect(imap.commands.filter((command) => /STORE|EXPUNGE|SELECT/.test(command))).toEqual([]);
    expect((await findMailbox(installation.context.db, id))?.checkedAt).not.toBeNull();
    await deleteMailbox(installation.context, admin, id);
    await until(() => imap.idling() === 0, 'the connection to end');
    await imap.close();
  });

  test('a server without IDLE is asked for new mail', async () => {
    const imap = await startImapServer({ withoutIdle: true });
    const { id } = await mailboxAt(imap);
    await until(() => imap.commands.some((command) => command.startsWith('UID SEARCH')), 'the first look');
    imap.deliver(letter('Nobody announced me'));
    await until(async () => (await received(id)).length === 1, 'the mail');
    await deleteMailbox(installation.context, admin, id);
    await imap.close();
  });

  test('mails are marked as seen where the mailbox says so, after they were stored', async () => {
    const imap = await startImapServer();
    imap.deliver(letter('Mark me'));
    const { id } = await mailboxAt(imap, { marksSeen: true });
    await until(() => imap.mails.every(({ isSeen }) => isSeen), 'the flag');
    expect(await received(id)).toEqual(['Mark me']);
    await deleteMailbox(installation.context, admin, id);
    await imap.close();
  });

  test('a wrong password shows on the mailbox, and its correction is used at once', async () => {
    const imap = await startImapServer();
    const { id } = await mailboxAt(imap, { password: 'Mistyped1' });
    const failure = await until(() => failureOf(id), 'the failure');
    expect(failure.message).toContain('rejected the user or the password');
    expect(JSON.stringify(failure)).not.toContain('Mistyped1');
    await updateMailbox(installation.context, admin, id, { receiving: receiving(imap) });
    await until(() => imap.idling() === 1, 'the connection');
    expect(await failureOf(id)).toBeNull();
    await deleteMailbox(installation.context, admin, id);
    await imap.close();
  });

  test('a server that hangs up in the middle loses and doubles nothing', async () => {
    const imap = await startImapServer();
    for (let n = 0; n < 50; n += 1) imap.deliver(letter(`Mail ${n}`));
    const { id } = await mailboxAt(imap);
    for (let times = 0; times < 5; times += 1) {
      await until(() => imap.commands.some((command) => command.startsWith('UID FETCH')), 'a fetch');
      imap.commands.length = 0;
      imap.hangUp();
    }
    await until(async () => (await received(id)).length === 50, 'all mails');
    await until(() => imap.idling() === 1, 'the end of reading');
    expect(new Set(await received(id)).size).toBe(50);
    await deleteMailbox(installation.context, admin, id);
    await imap.close();
  });
});

describe('several workers', () => {
  const startAnother = (): Promise<WorkerApp> =>
    startWorker({
      context: installation.context,
      config: loadConfig(workerConfig, installation.env),
      metrics: createMetrics('worker'),
    });

  test('they share the mailboxes, and each is read by one of them', async () => {
    const other = await startAnother();
    const servers = await Promise.all([1, 2, 3, 4].map(() => startImapServer()));
    const mailboxes = [];
    for (const imap of servers) mailboxes.push(await mailboxAt(imap));
    const holders = async () =>
      (await installation.context.db.selectFrom('mailboxReaders').select('holder').execute()).map(
        ({ holder }) => holder,
      );
    await until(async () => {
      const found = await holders();
      return found.length === 4 && new Set(found).size === 2;
    }, 'both to read two');
    await until(() => servers.every((imap) => imap.idling() === 1), 'one connection to each');
    await other.stop();
    await until(async () => new Set(await holders()).size === 1, 'the first to read all');
    await until(() => servers.every((imap) => imap.idling() === 1), 'one connection to each again');
    for (const { id } of mailboxes) await deleteMailbox(installation.context, admin, id);
    for (const imap of servers) await imap.close();
  });

  test('a lease goes to one claimant, and to another once it has expired', async () => {
    const { db } = installation.context;
    const wanted = ['a', 'b', 'c'].map((source) => ({ source, mailboxId: null }));
    const claim = (holder: string, seconds: number, most = 10) => claimMailboxes(db, wanted, { holder, most, seconds });
    const both = await Promise.all([claim('one', 60), claim('two', 60)]);
    expect(both.flat().toSorted()).toEqual(['a', 'b', 'c']);
    const [first] = both;
    const holder = first.length > 0 ? 'one' : 'two';
    // Above its share it gives back.
    expect(await claim(holder, 60, 1)).toHaveLength(1);
    expect(await claim('three', 60)).toHaveLength(2);
    // Killed: its leases run out.
    await claim('three', -1);
    expect(await claim(holder, 60)).toHaveLength(3);
    await db.deleteFrom('mailboxReaders').where('source', 'in', ['a', 'b', 'c']).execute();
  });
});
