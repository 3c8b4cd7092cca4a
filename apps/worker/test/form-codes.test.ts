/** Addresses that a form wants proven: a code is mailed, and typing it in the conversation proves them. */
import { randomUUID } from 'node:crypto';
import { askForCode } from '@parley/core/ai/form-codes';
import { addForm } from '@parley/core/forms/forms';
import { postOfCustomer } from '@parley/core/messages/answer-form';
import { sendMessage } from '@parley/core/messages/send';
import { overseer } from '@parley/core/testing';
import { visitorProfile } from '@parley/core/visitors/profile';
import { conversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Talk, until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
  await installation.set('aiConfig', { enabled: false });
});
afterAll(() => installation?.close());

const codesTo = (address: string) =>
  installation.mailsTo(address).filter(({ raw }) => headerOf(raw, 'Message-ID').startsWith('<code.'));
const codeOf = (raw = ''): string => /^(\d{3} \d{3})\r?$/m.exec(raw)?.[1] ?? '';
const textsOf = async ({ conversationId }: Talk) =>
  (await messagesAfter(installation.context.db, conversationId, 0, 50)).map(({ content }) => content);
const hasText = (talk: Talk, part: string) =>
  until(async () => (await textsOf(talk)).some((text) => text.includes(part)), `“${part}”`);
const isVerified = async ({ conversationId }: Talk) =>
  (await visitorProfile(installation.context, overseer, conversationId)).emailVerified;

/** Asks a customer for their address by a form, and fills it in. Returns the seq of the answer. */
async function fillsIn(talk: Talk, email: string, needsCode = true): Promise<number> {
  const { context } = installation;
  const { id: formId } = await addForm(context, overseer, {
    name: randomUUID(),
    title: { text: 'About you' },
    fields: [
      {
        id: 'mail',
        kind: 'email',
        label: { text: 'Email' },
        isRequired: true,
        fills: 'email',
        ...(needsCode && { needsCode }),
      },
    ],
  });
  const { conversationId } = talk;
  const { message: asked } = await sendMessage(context, await installation.representative(), {
    conversationId,
    blocks: { formId },
  });
  expect(asked.blocks?.form?.fields).toEqual([{ id: 'mail', kind: 'email', label: 'Email', isRequired: true }]);
  const response = { to: asked.id, answers: [{ field: 'mail', value: email }] };
  const draft = { response, clientMessageId: randomUUID() };
  return (await postOfCustomer(context, talk.caller, { conversationId }, draft)).message.seq;
}

it('the address in a form is verified once its code is typed, which no message contains', async () => {
  const email = customer();
  const talk = await installation.opens('Hello', {});
  await fillsIn(talk, email);
  const mail = await until(() => codesTo(email)[0], 'the code');
  await hasText(talk, 'I have sent a code to c…@example.com.');
  expect(await isVerified(talk)).toBe(false);
  const right = codeOf(mail.raw);
  await talk.writes(right === '000 000' ? '111 111' : '000 000');
  await hasText(talk, 'That is not the code');
  expect(await isVerified(talk)).toBe(false);
  await talk.writes(right);
  await hasText(talk, 'Your email address is confirmed.');
  expect(await isVerified(talk)).toBe(true);
  expect((await textsOf(talk)).join('\n')).not.toContain(right);
  expect(codesTo(email)).toHaveLength(1);
});

/** Does what the worker does after a message of the customer. */
async function reacts({ conversationId }: Talk, seq: number): Promise<void> {
  const { context } = installation;
  const state = await conversationState(context.db, conversationId);
  if (!state) throw new Error('no conversation');
  await askForCode(context, { state, seq, eventId: randomUUID() });
}

it('an address that is verified, or that needs no code, gets none', async () => {
  const [plain, proven] = [customer(), customer()];
  const talk = await installation.opens('Hello', {});
  await reacts(talk, await fillsIn(talk, plain, false));
  const verified = await installation.opens('Hello', { email: proven, emailVerified: true });
  await reacts(verified, await fillsIn(verified, proven));
  expect([...codesTo(plain), ...codesTo(proven)]).toEqual([]);
});

it('codes of a conversation are limited, and the address stays unverified', async () => {
  const email = customer();
  const talk = await installation.opens('Hello', {});
  for (let count = 1; count <= 3; count += 1) {
    await fillsIn(talk, email);
    await until(() => codesTo(email).length === count, `code ${count}`);
  }
  await reacts(talk, await fillsIn(talk, email));
  expect(codesTo(email)).toHaveLength(3);
  expect(await isVerified(talk)).toBe(false);
});
