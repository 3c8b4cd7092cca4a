/** Recipients of single replies: who gets the mail, what its headers name, and where answers go. */
import { randomUUID } from 'node:crypto';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { receiveMail } from '@parley/core/mail/receive';
import { planDigests } from '@parley/core/maintenance/digests';
import { sendMessage } from '@parley/core/messages/send';
import { overseer } from '@parley/core/testing';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Talk, until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

const as = (kind: Participant['kind'], address: string, name: string | null = null): Participant => ({
  address,
  name,
  kind,
});
const replies = (talk: Talk, content: string, recipients: Participant[]) =>
  sendMessage(installation.context, overseer, {
    conversationId: talk.conversationId,
    content,
    recipients,
    clientMessageId: randomUUID(),
  });
async function mailsGoOut(talk: Talk): Promise<void> {
  await installation.minutesPass(talk, 3);
  await planDigests(installation.context);
}
const mailTo = (address: string, words: string) =>
  until(() => installation.mailsTo(address).find(({ raw }) => raw.includes(words)), `the mail with “${words}”`);

test('Cc is named in the headers and joins the conversation; Bcc gets this mail alone and is named nowhere', async () => {
  const email = customer();
  const { talk } = await installation.mailed(email);
  const [accounting, boss] = [customer(), customer()];
  await replies(talk, 'The offer is attached', [as('cc', accounting, 'Bea'), as('bcc', boss)]);
  await mailsGoOut(talk);
  const mails = await Promise.all([email, accounting, boss].map((to) => mailTo(to, 'The offer is attached')));
  for (const { raw } of mails) {
    expect(headerOf(raw, 'To')).toContain(email);
    expect(headerOf(raw, 'Cc')).toContain(accounting);
    expect(raw).not.toMatch(new RegExp(`^(?:to|cc|bcc|reply-to):.*${boss}`, 'im'));
  }
  expect((await talk.state()).participants.map(({ address }) => address)).toEqual([accounting]);
  await installation.answers(talk, 'One thing more');
  await mailsGoOut(talk);
  await mailTo(accounting, 'One thing more');
  expect(installation.mailsTo(boss)).toHaveLength(1);
});

test('a reply to the customer alone goes to no participant, and is a mail of its own', async () => {
  const email = customer();
  const { talk } = await installation.mailed(email);
  const accounting = customer();
  await replies(talk, 'To both of you', [as('cc', accounting)]);
  await replies(talk, 'Between us', []);
  await mailsGoOut(talk);
  const own = await mailTo(email, 'Between us');
  expect(own.raw).not.toContain('To both of you');
  expect(headerOf(own.raw, 'Cc') ?? '').not.toContain(accounting);
  await mailTo(accounting, 'To both of you');
  expect(installation.mailsTo(accounting).some(({ raw }) => raw.includes('Between us'))).toBe(false);
});

test('the answer of a Bcc recipient joins the conversation under their own name', async () => {
  const email = customer();
  const { talk } = await installation.mailed(email);
  const boss = customer();
  await replies(talk, 'As agreed', [as('bcc', boss, 'Bo Boss')]);
  await mailsGoOut(talk);
  const copy = await mailTo(boss, 'As agreed');
  const replyTo = headerOf(copy.raw, 'Reply-To') ?? '';
  const raw = `From: Bo Boss <${boss}>\r\nTo: ${replyTo}\r\nMessage-ID: <${randomUUID()}@mail.example>\r\n\r\nFine with me.\r\n`;
  const envelopeTo = /<?([^<>\s]+@[^<>\s]+?)>?$/.exec(replyTo)?.[1] ?? '';
  await receiveMail(installation.context, {
    source: 'smtp',
    envelopeFrom: boss,
    envelopeTo: [envelopeTo],
    raw: Buffer.from(raw),
  });
  await expect
    .poll(async () => (await talk.messages()).at(-1), { timeout: 20_000 })
    .toMatchObject({ content: 'Fine with me.', senderType: 'customer', senderName: 'Bo Boss (…@example.com)' });
});

test('an address with a line break or a header in it is refused, and nothing is stored', async () => {
  const email = customer();
  const { talk } = await installation.mailed(email);
  const before = (await talk.messages()).length;
  for (const address of ['a@example.com\r\nBcc: b@example.com', 'no address', 'a@example.com, b@example.com'])
    await expect(replies(talk, 'Hello', [as('cc', address)])).rejects.toMatchObject({ code: 'invalid' });
  expect(await talk.messages()).toHaveLength(before);
  await replies(talk, 'With a name', [as('cc', customer(), 'Bea\r\nBcc: evil@example.com')]);
  await mailsGoOut(talk);
  const { raw } = await mailTo(email, 'With a name');
  expect(raw).not.toMatch(/^bcc:/im);
});
