/** Lists, search, the export, webhooks and transcripts carry what a conversation by mail has. */
import { randomUUID } from 'node:crypto';
import { listConversations } from '@parley/core/conversations/list';
import { updateConversation } from '@parley/core/conversations/update';
import { conversationsDocument } from '@parley/core/data/export';
import { addMailbox } from '@parley/core/mail/mailboxes';
import { receiveMail } from '@parley/core/mail/receive';
import { planDigests } from '@parley/core/maintenance/digests';
import { overseer } from '@parley/core/testing';
import { transcriptFile } from '@parley/core/transcripts/transcript';
import { insertWebhook } from '@parley/db/webhooks/webhooks';
import { deliveryReport } from '@parley/testing/delivery-report';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
let receiver: Endpoint;
beforeAll(async () => {
  [installation, receiver] = await Promise.all([startMailInstallation(), startEndpoint()]);
  await insertWebhook(installation.context.db, {
    url: receiver.url,
    events: ['conversation.updated'],
    secret: installation.context.secrets.encrypt('whsec_c2VjcmV0'),
    createdBy: null,
  });
});
afterAll(async () => {
  await installation?.close();
  await receiver?.close();
});

test('subject, participants, mailbox and delivery are in lists, search, export, webhooks and transcripts', async () => {
  const { context } = installation;
  const { id: mailboxId } = await addMailbox(context, overseer, {
    name: 'Orders',
    address: 'orders@shop.example',
    receiving: { kind: 'forward' },
    sending: { kind: 'installation' },
  });
  const raw = Buffer.from(
    [
      'From: Jane <jane@customer.example>',
      'To: orders@shop.example',
      'Cc: Kim Lee <kim@customer.example>',
      'Subject: Quarterly invoice',
      `Message-ID: <${randomUUID()}@customer.example>`,
      '',
      'Please send it.',
      '',
    ].join('\r\n'),
  );
  await receiveMail(context, {
    source: 'smtp',
    mailboxId,
    envelopeFrom: null,
    envelopeTo: ['orders@shop.example'],
    raw,
  });
  const list = async (q: string) =>
    (await listConversations(context, overseer, { q, limit: 10 })).conversations.map(({ id }) => id);
  const id = (await until(async () => (await list('subject:quarterly'))[0], 'the conversation')) ?? '';
  await installation.answers({ conversationId: id }, 'Here it is.');
  await planDigests(context);
  const mail = await until(() => installation.mailsTo('jane@customer.example')[0], 'the answer');
  await receiveMail(context, {
    source: 'smtp',
    envelopeFrom: '',
    envelopeTo: ['orders@shop.example'],
    raw: Buffer.from(deliveryReport(mail, { recipient: 'jane@customer.example' })),
  });
  await until(async () => (await list('delivery:bounced')).length > 0, 'the report');

  for (const q of ['cc:kim', 'to:"kim lee"', 'to:jane', 'to:orders@', 'mailbox:orders', 'kim@customer.example'])
    expect([q, await list(q)]).toEqual([q, [id]]);
  for (const q of ['cc:jane', 'to:nobody', 'subject:monthly', '-delivery:bounced subject:quarterly'])
    expect([q, await list(q)]).toEqual([q, []]);

  const expected = {
    id,
    subject: 'Annual invoice',
    mailboxId,
    delivery: 'bounced',
    participants: [{ address: 'kim@customer.example', name: 'Kim Lee', kind: 'cc' }],
  };
  await updateConversation(context, overseer, id, { subject: expected.subject, expectedSubject: 'Quarterly invoice' });
  const request = await until(() => receiver.requests.find(({ body }) => body.includes('Annual')), 'the webhook');
  expect(JSON.parse(request.body)).toMatchObject({ data: { conversation: expected } });

  let document = '';
  for await (const piece of conversationsDocument(context, overseer)) document += piece;
  const { conversations } = JSON.parse(document) as { conversations: unknown[] };
  expect(conversations).toContainEqual(expect.objectContaining(expected));

  const { content } = await transcriptFile(context, overseer, id, { format: 'text' });
  expect(content).toContain('Annual invoice');
  // Customers may get it, too.
  expect(content).not.toContain('kim@customer.example');
});
