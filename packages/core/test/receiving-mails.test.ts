import { countStatements } from '@parley/db/testing';
import { insertMailbox } from '@parley/db/mail/mailboxes';
import { behaviourDefaults } from '@parley/contracts/channels/mailbox-behaviour';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveMails } from '../src/mail/receive.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('a batch of mails notes once that its mailbox has received mail', async () => {
  const mailboxId = await context.db.transaction().execute((db) =>
    insertMailbox(db, {
      name: 'Help',
      address: 'help@example.com',
      aliases: [],
      websiteId: null,
      teamId: null,
      senderName: '',
      opensConversations: true,
      ...behaviourDefaults,
      receiving: { kind: 'forward' },
      sending: { kind: 'installation' },
    }),
  );
  const mails = (names: string) =>
    names.split('').map((name) => ({
      envelopeFrom: null,
      envelopeTo: [],
      raw: Buffer.from(`From: jane@example.com\r\nMessage-ID: <${name}@example.com>\r\nSubject: ${name}\r\n\r\nHello`),
    }));
  const receive = (names: string) => receiveMails(context, { source: 'imap', mailboxId }, mails(names));
  const receivedAt = async () =>
    (await context.db.selectFrom('mailboxes').select('receivedAt').where('id', '=', mailboxId).executeTakeFirst())
      ?.receivedAt;
  expect(await receivedAt()).toBeNull();
  const ofOne = await countStatements(() => receive('a'));
  expect(await receivedAt()).toBeInstanceOf(Date);
  const ofThree = await countStatements(() => receive('bcd'));
  expect(ofThree - 1).toBe(3 * (ofOne - 1));
});
