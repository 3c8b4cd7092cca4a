import type { Mailbox, MailboxCheck } from '@parley/contracts/channels/mailboxes';
import type { StaffCaller } from '@parley/core/callers';
import type { DnsResolver } from '@parley/core/mail/dns-check';
import { checkMailbox as askForCheck } from '@parley/core/mail/mailbox-check';
import { addMailbox, deleteMailbox } from '@parley/core/mail/mailboxes';
import { createColleague } from '@parley/core/testing';
import { loadConfig } from '@parley/service/config';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { headerOf, type MailServer, startMailServer } from '@parley/testing/smtp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { workerConfig } from '../src/config.ts';
import { checkMailbox } from '../src/mail/check-mailbox.ts';
import { type Installation, startInstallation, until } from './installation.ts';

let installation: Installation;
let admin: StaffCaller;
let imap: ImapServer;
let smtp: MailServer;
let mailbox: Mailbox;
/** Whether the mail server brings mail into the mailbox, and whether also to addresses with a "+" part. */
let delivers: 'all' | 'plain' | 'nothing' = 'all';
let delivering: NodeJS.Timeout;

const dns: DnsResolver = {
  resolveTxt: (name) =>
    name === 'example.com'
      ? Promise.resolve([['v=spf1 include:_spf.google.com ~all']])
      : Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' })),
  resolve4: () => Promise.resolve([]),
  resolve6: () => Promise.resolve([]),
  resolveMx: () => Promise.resolve([]),
};

beforeAll(async () => {
  installation = await startInstallation();
  admin = await createColleague(installation.context, 'Ada Check', 'admin');
  imap = await startImapServer();
  smtp = await startMailServer({ user: 'parley', pass: 'word' });
  let delivered = 0;
  delivering = setInterval(() => {
    for (const mail of smtp.mails.slice(delivered)) {
      delivered += 1;
      const isTagged = mail.to.some((address) => address.includes('+'));
      if (delivers === 'nothing' || (isTagged && delivers === 'plain')) continue;
      imap.deliver(`DKIM-Signature: v=1; d=example.com; s=key1; b=x\r\n${mail.raw}`);
    }
  }, 20);
});
beforeEach(async () => {
  delivers = 'all';
  mailbox = await addMailbox(installation.context, admin, {
    name: 'Support',
    address: 'support@example.com',
    receiving: {
      kind: 'imap',
      host: imap.host,
      port: imap.port,
      secure: false,
      user: imap.user,
      password: imap.password,
      folder: 'INBOX',
    },
    sending: {
      kind: 'smtp',
      host: smtp.host,
      port: smtp.port,
      secure: false,
      allowPlaintext: true,
      user: 'parley',
      password: 'word',
    },
  });
  return () => deleteMailbox(installation.context, admin, mailbox.id);
});
afterAll(async () => {
  clearInterval(delivering);
  await installation.close();
  await Promise.all([imap.close(), smtp.close()]);
});

const check = (arrivalMs = 15_000): Promise<MailboxCheck> =>
  checkMailbox({ ...installation.context, config: loadConfig(workerConfig, installation.env) }, mailbox.id, {
    dns,
    arrivalMs,
  });
const outcomes = ({ steps }: MailboxCheck) => Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));
const conversations = () => installation.context.db.selectFrom('conversations').select('id').execute();

test('a mailbox that works is tried by messages to itself, which open no conversation', async () => {
  const result = await check();
  expect(outcomes(result)).toEqual({
    receiving: 'works',
    sending: 'works',
    arrival: 'works',
    threading: 'works',
    spf: 'failed',
    dkim: 'works',
    dmarc: 'failed',
  });
  expect(result.records.map(({ type, name, value }) => [type, name, value])).toEqual([
    ['TXT', 'example.com', 'v=spf1 include:_spf.google.com a:127.0.0.1 ~all'],
    ['TXT', '_dmarc.example.com', 'v=DMARC1; p=none; rua=mailto:support@example.com'],
  ]);
  const [first] = smtp.mails;
  expect(headerOf(first?.raw ?? '', 'Auto-Submitted')).toBe('auto-generated');
  const stored = () =>
    installation.context.db
      .selectFrom('inboundMails')
      .select(['status', 'reason'])
      .where('mailboxId', '=', mailbox.id)
      .execute();
  await until(async () => (await stored()).every(({ status }) => status !== 'stored'), 'the mails to be read');
  expect(new Set((await stored()).map(({ reason }) => reason))).toEqual(new Set(['loop']));
  expect(await conversations()).toEqual([]);
});

test('a second message that the mail server refuses is shown with its words, and not waited for', async () => {
  smtp.refusals.push(null, { status: 550, words: 'No addresses with a plus here' });
  const result = await check(60_000);
  expect(outcomes(result)).toMatchObject({ sending: 'works', arrival: 'works', threading: 'failed' });
  expect(result.steps.find(({ step }) => step === 'threading')?.message).toContain('No addresses with a plus here');
});

test('a server without addresses with "+" is a warning, since references still find the conversation', async () => {
  delivers = 'plain';
  const result = await check(4_000);
  expect(outcomes(result)).toMatchObject({ arrival: 'works', threading: 'warning' });
});

test('mail that doesn’t come back is reported with what to look at', async () => {
  delivers = 'nothing';
  const result = await check(1_000);
  expect(outcomes(result)).toMatchObject({ sending: 'works', arrival: 'failed', dkim: 'skipped' });
  expect(result.steps.find(({ step }) => step === 'arrival')?.message).toContain('spam folder');
});

test('a server that refuses the password is named, later steps are skipped, and the mailbox shows it', async () => {
  await deleteMailbox(installation.context, admin, mailbox.id);
  mailbox = await addMailbox(installation.context, admin, {
    name: 'Support',
    address: 'support@example.com',
    receiving: { kind: 'forward' },
    sending: {
      kind: 'smtp',
      host: smtp.host,
      port: smtp.port,
      secure: false,
      allowPlaintext: true,
      user: 'parley',
      password: 'Mistyped1',
    },
  });
  const result = await check(1_000);
  expect(outcomes(result)).toMatchObject({ receiving: 'failed', sending: 'failed', arrival: 'skipped' });
  expect(result.steps[0]?.localized?.code).toBe('mailbox_port_missing');
  expect(JSON.stringify(result)).not.toContain('Mistyped1');
});

test('an admin’s request is answered by a worker, and recorded', async () => {
  const result = await askForCheck(installation.context, admin, mailbox.id);
  expect(outcomes(result)).toMatchObject({ receiving: 'works', sending: 'works', arrival: 'works' });
  const entries = await installation.context.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', mailbox.id)
    .execute();
  expect(entries.map(({ action }) => action)).toContain('integration.tested');
});
