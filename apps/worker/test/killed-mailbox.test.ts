/** Workers and the mail server are killed at random while mail arrives. */
import { randomInt, randomUUID } from 'node:crypto';
import { addMailbox } from '@parley/core/mail/mailboxes';
import { createColleague } from '@parley/core/testing';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { type InstallationUnderTest, startInstallationUnderTest } from './installation-under-test.ts';

let installation: InstallationUnderTest;
let imap: ImapServer;
beforeAll(async () => {
  [installation, imap] = await Promise.all([startInstallationUnderTest(), startImapServer()]);
});
afterAll(async () => {
  await installation?.close();
  await imap?.close();
});

const letter = (subject: string): string =>
  [
    `Message-ID: <${randomUUID()}@customers.example>`,
    'From: anna@customers.example',
    'Auto-Submitted: auto-generated',
    `Subject: ${subject}`,
    '',
    'Hello',
    '',
  ].join('\r\n');

test('a mailbox of killed workers is read by another within 30 seconds, and nothing is lost or doubled', {
  timeout: 240_000,
}, async () => {
  const admin = await createColleague(installation.context, 'Ada Killed', 'admin');
  const { host, port, user, password } = imap;
  const { id } = await addMailbox(installation.context, admin, {
    name: 'Killed',
    address: 'killed@example.com',
    receiving: { kind: 'imap', host, port, secure: false, user, password, folder: 'INBOX' },
    sending: { kind: 'installation' },
  });
  const stored = async () =>
    installation.context.db.selectFrom('inboundMails').select('subject').where('mailboxId', '=', id).execute();
  const subjects: string[] = [];
  const deliver = (): void => {
    const subject = `Mail ${subjects.length}`;
    subjects.push(subject);
    imap.deliver(letter(subject));
  };
  for (let round = 0; round < 3; round += 1) {
    const worker = await installation.startOne();
    for (let n = 0; n < 60; n += 1) deliver();
    const fetched = imap.commands.length;
    await until(() => imap.commands.slice(fetched).some((command) => command.startsWith('UID FETCH')), 'a fetch', 60);
    await new Promise((resolve) => setTimeout(resolve, randomInt(200)));
    if (round === 1) imap.hangUp();
    await worker.stop('SIGKILL');
  }
  const killedAt = Date.now();
  await installation.startOne();
  await until(() => imap.idling() === 1, 'another worker', 60);
  // Starting the process is part of it.
  expect(Date.now() - killedAt).toBeLessThan(45_000);
  deliver();
  await until(async () => (await stored()).length >= subjects.length, 'all mails', 60);
  const found = (await stored()).map(({ subject }) => subject ?? '');
  expect(found.toSorted()).toEqual(subjects.toSorted());
});
