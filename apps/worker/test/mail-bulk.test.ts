/** Bulk messages by mail: the link to unsubscribe, and replies. */
import { randomUUID } from 'node:crypto';
import {
  type BulkRequest,
  getBulkMessage,
  listBulkRecipients,
  sendBulkMessage,
  stopBulkMessage,
} from '@parley/core/bulk/messages/manage';
import { bytesOfFile } from '@parley/core/files/outgoing';
import { removeDoomedFiles, removeStrayObjects } from '@parley/core/files/sweep';
import { cancelUpload } from '@parley/core/files/uploads';
import { receiveMail } from '@parley/core/mail/receive';
import { deleteConversation } from '@parley/db/conversations/delete';
import { insertFile } from '@parley/db/files/uploads';
import { messagesAfter } from '@parley/db/messages/read';
import { unsubscribe } from '@parley/db/mail/unsubscribes';
import { contactOf } from '@parley/db/visitors/contacts';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { createColleague, overseer } from '@parley/core/testing';
import { sendMessage } from '@parley/core/messages/send';
import type { StaffCaller } from '@parley/core/callers';
import { headerOf } from '@parley/testing/smtp';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { upload } from './uploads.ts';

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
const sends = async (contactIds: string[], content: string, more: Partial<BulkRequest> = {}) =>
  (
    await sendBulkMessage(installation.context, ada, {
      contactIds,
      content,
      ...more,
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

describe('files of a bulk message', () => {
  const objects = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of installation.context.external.files?.list('files/') ?? []) keys.push(key);
    return keys;
  };
  const fileOf = async (conversationId: string | null | undefined) => {
    const [message] = await messagesAfter(installation.context.db, conversationId ?? '', 0, 1);
    return message?.attachments?.[0]?.id ?? '';
  };

  test('each conversation has its own file, and all share the bytes until the last of them is deleted', async () => {
    const { context } = installation;
    const [one, other] = [customer(), customer()];
    // It is still being checked when the message is made.
    const file = await upload(installation, ada, Buffer.from('a, b'), 'prices.csv');
    const { id } = await sends([await contact(one), await contact(other)], 'The new prices', {
      attachments: [{ id: file.id, alt: 'Prices' }],
    });
    const mails = await Promise.all([one, other].map((address) => mailTo(address, 'The new prices')));
    for (const { raw } of mails) {
      expect(raw).toContain('filename=prices.csv');
      expect(raw).toContain(Buffer.from('a, b').toString('base64'));
    }
    await expect.poll(async () => (await getBulkMessage(context, ada, id)).status).toBe('done');
    expect((await getBulkMessage(context, ada, id)).attachments).toMatchObject([{ id: file.id, alt: 'Prices' }]);
    const conversations = (await listBulkRecipients(context, ada, id)).map((each) => each.conversationId ?? '');
    const ids = await Promise.all(conversations.map(fileOf));
    expect(new Set([...ids, file.id]).size).toBe(3);
    expect(await objects()).toEqual([`files/${file.id}/original`]);
    // They count once towards the files that a user may upload in a day.
    const quota = { files: 2, bytes: 100 };
    expect(await insertFile(context.db, { userId: ada.user.id }, { name: 'b.csv', size: 1 }, quota)).toBeDefined();
    const [first = '', second = ''] = conversations;
    const read = async (fileId: string) => (await bytesOfFile(context, fileId))?.toString();
    expect(await read(ids[0] ?? '')).toBe('a, b');

    await deleteConversation(context.db, first);
    await context.db.deleteFrom('bulkMessages').where('id', '=', id).execute();
    await sql`update files set updated_at = now() - interval '25 hours' where id = ${file.id}`.execute(context.db);
    expect(await removeDoomedFiles(context)).toBe(2);
    expect(await removeStrayObjects(context)).toBe(0);
    expect(await read(ids[1] ?? '')).toBe('a, b');

    await deleteConversation(context.db, second);
    expect(await removeDoomedFiles(context)).toBe(1);
    expect(await objects()).toEqual([]);
  });

  test('files of others, of another message or deleted ones send nothing; a stopped message gives its files back', async () => {
    const { context } = installation;
    const contactIds = [await contact(customer())];
    const ben = await createColleague(context, 'Ben Cole', 'admin');
    const [own, bens] = [
      await upload(installation, ada, Buffer.from('own')),
      await upload(installation, ben, Buffer.from('ben')),
    ];
    const refused = { code: 'invalid', message: expect.stringContaining('file') };
    for (const { id } of [bens, { id: randomUUID() }])
      await expect(sends(contactIds, 'No', { attachments: [{ id }] })).rejects.toMatchObject(refused);
    const attachments = [{ id: own.id }];
    const { id } = await sends(contactIds, 'Wait', { attachments, delaySeconds: 30 });
    await expect(sends(contactIds, 'Twice', { attachments })).rejects.toMatchObject(refused);
    await expect(cancelUpload(context, ada, own.id)).rejects.toMatchObject({ code: 'not_found' });
    await stopBulkMessage(context, ada, id);
    const again = await sends(contactIds, '', { attachments });
    await expect.poll(() => getBulkMessage(context, ada, again.id), { timeout: 20_000 }).toMatchObject({ sent: 1 });
  });

  test('a message with a file that its check refuses is sent to nobody', async () => {
    const { context } = installation;
    const contactIds = [await contact(customer()), await contact(customer())];
    const program = await upload(installation, ada, Buffer.from('MZ\x90\0'), 'setup.exe');
    const { id } = await sends(contactIds, 'Run this', { attachments: [{ id: program.id }] });
    await expect
      .poll(() => getBulkMessage(context, ada, id), { timeout: 20_000 })
      .toMatchObject({ sent: 0, failed: 2 });
    expect(await listBulkRecipients(context, ada, id)).toMatchObject([
      { localized: { code: 'file_refused' } },
      { localized: { code: 'file_refused' } },
    ]);
  });
});
