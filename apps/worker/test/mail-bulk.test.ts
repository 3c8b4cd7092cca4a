/** Bulk messages by mail: the link to unsubscribe, and replies. */
import { randomUUID } from 'node:crypto';
import { getBulkMessage, listBulkRecipients, sendBulkMessage } from '@parley/core/bulk/messages/manage';
import { receiveMail } from '@parley/core/mail/receive';
import { unsubscribe } from '@parley/db/mail/unsubscribes';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { createColleague, overseer } from '@parley/core/testing';
import { sendMessage } from '@parley/core/messages/send';
import type { StaffCaller } from '@parley/core/callers';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
let ada: StaffCaller;
beforeAll(async () => {
  installation = await startMailInstallation();
  ada = await createColleague(installation.context, 'Ada Byron', 'admin');
});
afterAll(() => installation?.close());

async function contact(email: string): Promise<string> {
  const { context, websiteId } = installation;
  const { id } = await insertVisitor(context.db, { websiteId, name: 'Grace Hopper', email });
  return (await contactOf(context.db, id)) ?? '';
}
const sends = async (contactIds: string[], content: string) =>
  (
    await sendBulkMessage(installation.context, ada, {
      contactIds,
      content,
      subject: 'The outage',
      channel: 'email',
      clientBulkMessageId: randomUUID(),
    })
  ).bulkMessage;
const mailTo = (address: string, words: string) =>
  until(() => installation.mailsTo(address).find(({ raw }) => raw.includes(words)), `the mail with “${words}”`);

test('each mail of a bulk message goes to one address and can be unsubscribed from; later replies are plain mails', async () => {
  const [one, other] = [customer(), customer()];
  const { id } = await sends([await contact(one), await contact(other)], 'Dear {{customer.firstName}}, it is over.');
  for (const address of [one, other]) {
    const { raw, to } = await mailTo(address, 'Dear Grace, it is over.');
    expect(to).toEqual([address]);
    expect(headerOf(raw, 'Subject')).toBe('The outage');
    expect(headerOf(raw, 'List-Unsubscribe')).toMatch(/^<http.+\/api\/mail\/unsubscribe\?token=/);
    expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  }
  const [first] = await listBulkRecipients(installation.context, ada, id);
  await sendMessage(installation.context, overseer, {
    conversationId: first?.conversationId ?? '',
    content: 'One more thing.',
    clientMessageId: randomUUID(),
  });
  const later = await mailTo(one, 'One more thing.');
  expect(headerOf(later.raw, 'List-Unsubscribe')).toBe('');
});

test('a reply to a bulk mail continues that contact’s conversation, and counts as a reply', async () => {
  const email = customer();
  const { id } = await sends([await contact(email)], 'Tell us how it went.');
  const mail = await mailTo(email, 'Tell us how it went.');
  const replyTo = headerOf(mail.raw, 'Reply-To') ?? '';
  const envelopeTo = /<?([^<>\s]+@[^<>\s]+?)>?$/.exec(replyTo)?.[1] ?? '';
  await receiveMail(installation.context, {
    source: 'smtp',
    envelopeFrom: email,
    envelopeTo: [envelopeTo],
    raw: Buffer.from(
      `From: Grace <${email}>\r\nTo: ${replyTo}\r\nMessage-ID: <${randomUUID()}@mail.example>\r\n\r\nVery well.\r\n`,
    ),
  });
  await expect
    .poll(() => getBulkMessage(installation.context, ada, id), { timeout: 20_000 })
    .toMatchObject({ sent: 1, replied: 1 });
});

test('an address that unsubscribes before its mail leaves gets none', async () => {
  const [one, other] = [customer(), customer()];
  const ids = [await contact(one), await contact(other)];
  await unsubscribe(installation.context.db, one);
  const { id } = await sends(ids, 'Another outage.');
  await mailTo(other, 'Another outage.');
  expect(installation.mailsTo(one)).toEqual([]);
  expect(await getBulkMessage(installation.context, ada, id)).toMatchObject({ leftOut: 1 });
});
