/** Three hundred generated mails of twenty clients in twelve languages, broken ones among them. */
import { listConversations } from '../../src/conversations/list.ts';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { rememberMail } from '@parley/db/mail/threads';
import { messagesAfter } from '@parley/db/messages/read';
import { type GeneratedMail, generateMails } from '@parley/testing/mail-corpus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExternalContext } from '../../src/external/services.ts';
import { processInboundMail } from '../../src/mail/process.ts';
import { createMailReader, type MailReader } from '../../src/mail/reader.ts';
import { type ReceivedMail, receiveMail } from '../../src/mail/receive.ts';
import { postMessage } from '../../src/messages/post.ts';
import { createTestContext, overseer, type TestContext, withExternalServices } from '../../src/testing.ts';

let context: TestContext & ExternalContext;
let reader: MailReader;
let conversationId: string;
let mails: GeneratedMail[];

const customer = 'anna@client.example';
const messageId = '<ours@shop.example>';

beforeAll(async () => {
  context = withExternalServices(await createTestContext());
  reader = createMailReader();
  const { id: visitorId } = await insertVisitor(context.db, { websiteId: null, email: customer, name: 'Anna' });
  const sender = { kind: 'visitor', visitorId } as const;
  const { message } = await postMessage(context, sender, 'newest', { content: 'Do you have plates?' });
  conversationId = message.conversationId;
  await rememberMail(context.db, { messageId, conversationId, seq: 1, direction: 'out', address: customer });
  await mergeSettings(context.db, 'emailConfig', { fromEmail: 'support@shop.example' });
  // Posting has read them already.
  context.settings.forget();
  mails = generateMails('support@shop.example', { messageId, subject: 'Plates', customer });
});
afterAll(async () => {
  await reader?.close();
  await context?.close();
});

/** Receives and understands a mail, if `isRepeated` twice, and returns where it ended. */
async function endOf({ raw }: GeneratedMail, isRepeated: boolean) {
  const mail: ReceivedMail = { source: 'imap', envelopeFrom: null, envelopeTo: [], raw };
  await receiveMail(context, mail);
  const row = () =>
    context.db
      .selectFrom('inboundMails')
      .select(['id', 'status', 'reason', 'conversationId', 'messageSeq'])
      .where('raw', '=', raw)
      .executeTakeFirstOrThrow();
  const { id } = await row();
  await processInboundMail(context, id, { reader, authservId: null });
  const first = await row();
  if (!isRepeated) return first;
  await receiveMail(context, mail);
  await context.db.updateTable('inboundMails').set({ status: 'stored' }).where('id', '=', id).execute();
  await processInboundMail(context, id, { reader, authservId: null });
  expect(await row()).toEqual(first);
  return first;
}

test('every one ends in exactly one of: a new conversation, a reply, set aside with a reason', async () => {
  expect(mails).toHaveLength(300);
  expect(new Set(mails.map(({ name }) => name)).size).toBe(300);
  const ends: Record<string, number> = {};
  const wrong: string[] = [];
  for (const [at, mail] of mails.entries()) {
    const { status, reason, conversationId: found } = await endOf(mail, at % 10 === 0);
    const end = status !== 'posted' ? 'aside' : found === conversationId ? 'reply' : 'new';
    if (end === 'aside' && reason === null) wrong.push(`${mail.name}: no reason`);
    if (mail.end !== 'any' && end !== mail.end) wrong.push(`${mail.name}: ${end}, ${reason}`);
    ends[end] = (ends[end] ?? 0) + 1;
  }
  expect(wrong).toEqual([]);
  const { length: replies } = mails.filter(({ end }) => end === 'reply');
  expect(await messagesAfter(context.db, conversationId, 0, 200)).toHaveLength(1 + replies);
  const { conversations } = await listConversations(context, overseer, { limit: 200 });
  expect(conversations.every(({ subject }) => subject === undefined || !/[\r\n]/.test(subject))).toBe(true);
  expect((ends.new ?? 0) + (ends.reply ?? 0) + (ends.aside ?? 0)).toBe(300);
}, 300_000);
