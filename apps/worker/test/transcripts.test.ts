/** Transcripts by mail, over the one way that mails go: docs/product.md#transcripts. */
import { randomUUID } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import { transcriptMailMessagesMax } from '@parley/contracts/conversations/limits';
import { addNote } from '@parley/core/conversations/notes';
import { readAuditLog } from '@parley/core/data/audit-log';
import { parseMail } from '@parley/core/mail/parse';
import { editMessage, removeMessage } from '@parley/core/messages/revise';
import { mailTranscript } from '@parley/core/transcripts/transcript';
import { unsubscribe } from '@parley/db/mail/unsubscribes';
import { postMessage } from '@parley/core/messages/post';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { until } from './installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

const transcriptsTo = (address: string) =>
  installation.mailsTo(address).filter(({ raw }) => headerOf(raw, 'Message-ID').startsWith('<transcript.'));

const rita = () => installation.representative('Rita Sol');

test('a transcript has every message and nothing else, in the language of the conversation, once per request', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`;
  const address = `${randomUUID()}@example.com`;
  const talk = await installation.opens('Guten Tag, wo ist meine Bestellung? <b>', {
    email: address,
    name: 'Jana',
    timeZone: 'Asia/Tokyo',
  });
  const caller = await rita();
  const { conversationId } = talk;
  const answers = (content: string) => postMessage(installation.context, caller, { conversationId }, { content });
  await answers('Sie kommt morgn.');
  await answers(`Das Passwort ist ${canary}`);
  await editMessage(installation.context, caller, { conversationId, seq: 2 }, { content: 'Sie kommt morgen.' });
  await removeMessage(installation.context, caller, { conversationId, seq: 3 });
  await addNote(installation.context, caller, conversationId, { content: canary });
  const asked = { clientRequestId: randomUUID() };
  expect(await mailTranscript(installation.context, caller, conversationId, asked)).toEqual({ to: address });
  await mailTranscript(installation.context, caller, conversationId, asked);
  await until(() => transcriptsTo(address).length > 0, 'the transcript');
  const other = `${randomUUID()}@example.com`;
  await mailTranscript(installation.context, caller, conversationId, { to: other, clientRequestId: randomUUID() });
  await until(() => transcriptsTo(other).length > 0, 'the transcript to another address');
  expect(transcriptsTo(address)).toHaveLength(1);

  const asks = { action: 'transcript.mailed', subject: conversationId, limit: 1 };
  expect(await readAuditLog(installation.context, asks)).toMatchObject([
    { actorName: 'Rita Sol', details: { toCustomer: false } },
  ]);

  const [mail] = transcriptsTo(other);
  if (!mail) throw new Error('no mail');
  const { text, html } = await parseMail(Buffer.from(mail.raw));
  expect(headerOf(mail.raw, 'Content-Language')).toBe('de');
  for (const words of [
    'Jana',
    'meine Bestellung? <b>',
    'Rita Sol',
    'Sie kommt morgen.',
    'bearbeitet',
    '(Nachricht entfernt)',
    'Asia/Tokyo',
  ])
    expect(text).toContain(words);
  expect(html).toContain('meine Bestellung? &lt;b&gt;');
  for (const secret of [canary, 'morgn', 'übernommen']) expect(mail.raw + text).not.toContain(secret);
  // The recipient can't write into the conversation by answering.
  const { mailToken } = await talk.state();
  expect(mail.raw).not.toContain(mailToken);
});

test('a transcript to an unsubscribed address is not sent, and the log has the reason', async () => {
  const address = `${randomUUID()}@example.com`;
  const talk = await installation.opens('Hello', { email: address });
  const caller = await rita();
  await unsubscribe(installation.context.db, address);
  await mailTranscript(installation.context, caller, talk.conversationId, { clientRequestId: randomUUID() });
  const row = await until(
    async () => (await talk.deliveries('email')).find(({ target, status }) => target === address && status === 'dead'),
    'the refusal',
  );
  expect(row).toMatchObject({
    summary: 'Conversation transcript',
    lastError: 'This address has unsubscribed from email.',
  });
  expect(transcriptsTo(address)).toEqual([]);
});

test('a transcript without an address, of too long a conversation, or without mail is refused', async () => {
  const codeOf = async (promise: Promise<unknown>) =>
    promise.then(
      () => 'fine',
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    );
  const talk = await installation.opens('Hello');
  const caller = await rita();
  const ask = (to?: string) =>
    codeOf(
      mailTranscript(installation.context, caller, talk.conversationId, {
        clientRequestId: randomUUID(),
        ...(to && { to }),
      }),
    );
  expect(await ask()).toBe('invalid');
  const { lastSeq } = await talk.state();
  const { db } = installation.context;
  const setLastSeq = (seq: number) =>
    db.updateTable('conversations').set({ lastSeq: seq }).where('id', '=', talk.conversationId).execute();
  await setLastSeq(transcriptMailMessagesMax + 1);
  expect(await ask('jane@example.com')).toBe('too_large');
  await setLastSeq(lastSeq);
  await installation.set('emailConfig', { enabled: false });
  expect(await ask('jane@example.com')).toBe('not_configured');
});
