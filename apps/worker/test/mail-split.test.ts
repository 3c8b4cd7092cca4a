import { randomUUID } from 'node:crypto';
import { readMessages } from '@parley/core/conversations/read';
import { splitConversation } from '@parley/core/conversations/split';
import { planDigests } from '@parley/core/maintenance/digests';
import { receiveMail } from '@parley/core/mail/receive';
import { overseer } from '@parley/core/testing';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

test('an answer to a split-off mail joins the new conversation, in the thread of the mail', async () => {
  const { context } = installation;
  const email = customer();
  const { talk, mail: earlier } = await installation.mailed(email);
  await installation.answers(talk, 'About your invoice: we write a new one.');
  await installation.minutesPass(talk, 3);
  await planDigests(context);
  const mail = await until(() => installation.mailsTo(email)[1], 'the mail about the invoice');
  await until(async () => {
    const rows = await context.db.selectFrom('mailMessages').select('seq').where('address', '=', email).execute();
    return rows.length > 1 || undefined;
  }, 'the mail to be remembered');
  const last = (await talk.messages()).at(-1)?.seq ?? 0;
  const { splitOff } = await splitConversation(context, overseer, talk.conversationId, {
    fromSeq: last,
    clientSplitId: randomUUID(),
  });
  const answer = async (to: typeof mail, text: string) => {
    const replyTo = headerOf(to.raw, 'Reply-To') ?? '';
    const raw = [
      `From: ${email}`,
      `To: ${replyTo}`,
      `Message-ID: <${randomUUID()}@mail.example>`,
      `In-Reply-To: ${headerOf(to.raw, 'Message-ID')}`,
      `References: ${headerOf(to.raw, 'Message-ID')}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n');
    const envelopeTo = /<?([^<>\s]+@[^<>\s]+?)>?$/.exec(replyTo)?.[1] ?? '';
    await receiveMail(context, {
      source: 'smtp',
      envelopeFrom: email,
      envelopeTo: [envelopeTo],
      raw: Buffer.from(raw),
    });
  };
  const textsOf = async (id: string) =>
    (await readMessages(context, overseer, id, { limit: 50 })).map(({ content }) => content);
  await answer(mail, 'The new invoice is right.');
  await expect.poll(() => textsOf(splitOff.id), { timeout: 20_000 }).toContain('The new invoice is right.');
  await answer(earlier, 'And the blue one?');
  await expect.poll(() => textsOf(talk.conversationId), { timeout: 20_000 }).toContain('And the blue one?');
  expect(await textsOf(splitOff.id)).not.toContain('And the blue one?');
});
