/** A visitor's own data: a transcript they ask for, and their erasure. docs/widget.md#can-visitors-take-or-delete-their-data. */
import { randomUUID } from 'node:crypto';
import { blockContact } from '@parley/core/contacts/block';
import { readAuditLog } from '@parley/core/data/audit-log';
import { eraseOwnData, requestOwnErasure } from '@parley/core/data/own-data';
import { mailOwnTranscript } from '@parley/core/transcripts/transcript';
import { conversationState } from '@parley/db/conversations/read';
import { contactOf } from '@parley/db/visitors/contacts';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

const mailsOf = (kind: 'code' | 'transcript', address: string) =>
  installation.mailsTo(address).filter(({ raw }) => headerOf(raw, 'Message-ID').startsWith(`<${kind}.`));
const codeOf = (raw = ''): string => /^(\d{3} \d{3})\r?$/m.exec(raw)?.[1] ?? '';
const isStored = async (conversationId: string) =>
  (await conversationState(installation.context.db, conversationId)) !== undefined;

describe('erasing one’s own data', () => {
  it('a visitor with an address erases everything of its owner by a code that is mailed there, and gets a receipt', async () => {
    const email = customer();
    const { caller, conversationId } = await installation.opens('My secret is nougat', { email });
    const elsewhere = await installation.opens('Also from another browser', { email });
    const other = await installation.opens('Not mine', { email: customer() });
    expect(await requestOwnErasure(installation.context, caller)).toEqual({ codeSentTo: `c…@example.com` });
    const mail = await until(() => mailsOf('code', email)[0], 'the code');
    const receipt = await eraseOwnData(installation.context, caller, { code: codeOf(mail.raw) });
    expect(receipt).toMatchObject({ visitors: 2, conversations: 2, messages: 2 });
    expect(await Promise.all([conversationId, elsewhere.conversationId, other.conversationId].map(isStored))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await readAuditLog(installation.context, { action: 'privacy.erased', limit: 1 })).toMatchObject([
      { actorId: null, details: { receiptId: receipt.receiptId, conversations: 2 } },
    ]);
  });

  it('a wrong code erases nothing, and after five attempts the right one is refused too', async () => {
    const email = customer();
    const { caller, conversationId } = await installation.opens('Keep me', { email });
    await expect(eraseOwnData(installation.context, caller, {})).rejects.toMatchObject({ code: 'wrong_code' });
    await requestOwnErasure(installation.context, caller);
    const mail = await until(() => mailsOf('code', email)[0], 'the code');
    const right = codeOf(mail.raw);
    const wrong = right === '000 000' ? '111 111' : '000 000';
    for (const code of [wrong, '', wrong, wrong, wrong, right])
      await expect(eraseOwnData(installation.context, caller, { code })).rejects.toMatchObject({ code: 'wrong_code' });
    expect(await isStored(conversationId)).toBe(true);
  });

  it('a visitor without an address erases what they wrote by their token alone, and nobody else’s', async () => {
    const { caller, conversationId } = await installation.opens('No address', {});
    const other = await installation.opens('No address either', {});
    expect(await requestOwnErasure(installation.context, caller)).toEqual({ codeSentTo: null });
    expect(await eraseOwnData(installation.context, caller, {})).toMatchObject({ visitors: 1, conversations: 1 });
    expect(await isStored(conversationId)).toBe(false);
    expect(await isStored(other.conversationId)).toBe(true);
  });

  it('a blocked visitor can’t erase, nor anybody while it is switched off', async () => {
    const { caller, conversationId } = await installation.opens('Rude words', {});
    await installation.set('dataConfig', { visitorsErase: false });
    await expect(eraseOwnData(installation.context, caller, {})).rejects.toMatchObject({ code: 'forbidden' });
    await installation.set('dataConfig', { visitorsErase: true });
    const contactId = await contactOf(installation.context.db, caller.visitorId);
    await blockContact(installation.context, await installation.representative(), contactId ?? '');
    await expect(eraseOwnData(installation.context, caller, {})).rejects.toMatchObject({ code: 'blocked' });
    expect(await isStored(conversationId)).toBe(true);
  });

  it('codes to one visitor are limited, and no address is told in full', async () => {
    const email = customer();
    const { caller } = await installation.opens('Again and again', { email });
    for (let sent = 0; sent < 3; sent += 1) await requestOwnErasure(installation.context, caller);
    await expect(requestOwnErasure(installation.context, caller)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(mailsOf('code', email)).toHaveLength(3);
  });
});

describe('a transcript for oneself', () => {
  it('goes once to the address that the visitor has left, for their own conversations alone', async () => {
    const email = customer();
    const { caller, conversationId } = await installation.opens('Please remember this', { email });
    const other = await installation.opens('A stranger’s words', { email: customer() });
    const asked = { clientRequestId: randomUUID() };
    await expect(mailOwnTranscript(installation.context, caller, other.conversationId, asked)).rejects.toMatchObject({
      code: 'not_found',
    });
    for (let times = 0; times < 2; times += 1)
      expect(await mailOwnTranscript(installation.context, caller, conversationId, asked)).toEqual({ to: email });
    const mail = await until(() => mailsOf('transcript', email)[0], 'the transcript');
    expect(mail.raw).toContain('Please remember this');
    expect(mailsOf('transcript', email)).toHaveLength(1);
  });

  it('without an address none is sent', async () => {
    const { caller, conversationId } = await installation.opens('Where to?', {});
    const asked = { clientRequestId: randomUUID() };
    await expect(mailOwnTranscript(installation.context, caller, conversationId, asked)).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});
