import { updateConversation } from '@parley/core/conversations/update';
import { undoActivity } from '@parley/core/bulk/undo';
import { receiveMail } from '@parley/core/mail/receive';
import { planDigests } from '@parley/core/maintenance/digests';
import { overseer } from '@parley/core/testing';
import { activitiesAfter } from '@parley/db/activities/read';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { type Talk, until } from './installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

const cc = (address: string, name: string | null = null) => ({ address, name, kind: 'cc' as const });
const participantsOf = async (talk: Talk) => (await talk.state()).participants;

async function answered(talk: Talk, text: string): Promise<void> {
  await installation.answers(talk, text);
  await installation.minutesPass(talk, 3);
  await planDigests(installation.context);
}

let mails = 0;
/** Has a mail arrive by our SMTP port, and waits until it is understood. */
async function arrives(from: string, to: string, lines: readonly string[], text: string): Promise<string> {
  const raw = [
    `From: ${from}`,
    ...(to === '' ? [] : [`To: ${to}`]),
    `Message-ID: <${(mails += 1)}.participants@mail.example>`,
    ...lines,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n');
  const { db } = installation.context;
  const before = await db.selectFrom('inboundMails').select('id').execute();
  const envelopeTo = /<?([^<>\s]+@[^<>\s]+?)>?$/.exec(to)?.[1] ?? '';
  await receiveMail(installation.context, {
    source: 'smtp',
    envelopeFrom: null,
    envelopeTo: [envelopeTo],
    raw: Buffer.from(raw),
  });
  const mail = await until(async () => {
    const rows = await db.selectFrom('inboundMails').select(['id', 'status', 'reason']).orderBy('id').execute();
    return rows.find(({ id, status }) => status !== 'stored' && !before.some((each) => each.id === id));
  }, 'the mail to be understood');
  return mail.reason ?? mail.status;
}

describe('participants of a conversation', () => {
  test('each gets a copy of the answers, in one thread, with a reply address of their own', async () => {
    const email = customer();
    const { talk } = await installation.mailed(email);
    const [accounting, hidden] = [customer(), customer()];
    await updateConversation(installation.context, overseer, talk.conversationId, {
      participants: [cc(accounting.toUpperCase(), 'Bea “Books”'), { ...cc(hidden), kind: 'bcc' }],
      expectedParticipants: [],
    });
    expect(await participantsOf(talk)).toEqual([
      { address: accounting, name: 'Bea “Books”', kind: 'cc' },
      { address: hidden, name: null, kind: 'bcc' },
    ]);
    await answered(talk, 'In blue and in green.');
    const own = await until(() => installation.mailsTo(email)[1], 'the customer’s mail');
    const copy = await until(() => installation.mailsTo(accounting)[0], 'the copy');
    const blind = await until(() => installation.mailsTo(hidden)[0], 'the blind copy');
    for (const mail of [own, copy, blind]) {
      expect(mail.to).toHaveLength(1);
      expect(headerOf(mail.raw, 'To')).toContain(email);
      expect(headerOf(mail.raw, 'Cc')).toContain(accounting);
      expect(mail.raw).not.toMatch(new RegExp(`^(?:to|cc|bcc):.*${hidden}`, 'im'));
      expect(headerOf(mail.raw, 'Message-ID')).toBe(headerOf(own.raw, 'Message-ID'));
    }
    const replyTo = [own, copy, blind].map(({ raw }) => headerOf(raw, 'Reply-To'));
    expect(new Set(replyTo).size).toBe(3);
  });

  test('an answer joins the conversation under its writer’s own name, and shows the customer no address', async () => {
    const email = customer();
    const { talk } = await installation.mailed(email);
    const accounting = customer();
    await updateConversation(installation.context, overseer, talk.conversationId, {
      participants: [cc(accounting, 'Bea')],
    });
    await answered(talk, 'In blue and in green.');
    const copy = await until(() => installation.mailsTo(accounting)[0], 'the copy');
    const replyTo = headerOf(copy.raw, 'Reply-To') ?? '';
    expect(await arrives(`Bea <${accounting}>`, replyTo, [], 'We pay in May.')).toBe('posted');
    expect((await talk.messages()).at(-1)).toMatchObject({
      content: 'We pay in May.',
      senderType: 'customer',
      senderName: 'Bea (…@example.com)',
    });
    // Another sender's message proves nothing about the customer.
    expect((await talk.state()).customerEmail).toBe(email);
  });

  test('an answer with another’s reply address is not posted without proof, neither as theirs nor as the customer’s', async () => {
    const email = customer();
    const { talk } = await installation.mailed(email);
    const accounting = customer();
    await updateConversation(installation.context, overseer, talk.conversationId, { participants: [cc(accounting)] });
    await answered(talk, 'In blue and in green.');
    const own = await until(() => installation.mailsTo(email)[1], 'the customer’s mail');
    const copy = await until(() => installation.mailsTo(accounting)[0], 'the copy');
    const theirs = headerOf(copy.raw, 'Reply-To') ?? '';
    const references = [`References: ${headerOf(copy.raw, 'Message-ID')}`];
    expect(await arrives(email, theirs, references, 'Send it to me instead.')).toBe('unverified_sender');
    expect(await arrives(email, 'support@shop.example', references, 'Please.')).toBe('unverified_sender');
    expect(await arrives(accounting, headerOf(own.raw, 'Reply-To') ?? '', [], 'Hello.')).toBe('unverified_sender');
    expect(await arrives('stranger@example.net', theirs, [], 'Hello.')).toBe('not_the_customer');
  });

  test('those whom the customer’s mail names join, except ourselves, and only people’s answers go to them', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const replyTo = headerOf(mail.raw, 'Reply-To') ?? '';
    const [boss, friend] = [customer(), customer()];
    const lines = [`Cc: "Boss, The" <${boss}>, support@shop.example, ${email}, ${friend}, nonsense, x@localhost`];
    expect(await arrives(email, replyTo, lines, 'Please tell my boss, too.')).toBe('posted');
    const named = await until(async () => {
      const found = await participantsOf(talk);
      return found.length > 0 && found;
    }, 'the participants');
    expect(named).toEqual([cc(boss, 'Boss, The'), cc(friend)]);
    const [activity] = await activitiesAfter(installation.context.db, talk.conversationId, 0, 50).then((all) =>
      all.filter(({ kind }) => kind === 'participants_changed'),
    );
    expect(activity).toMatchObject({
      cause: { by: 'mail' },
      before: { participants: [] },
      after: { participants: named },
    });
    await answered(talk, 'Dear boss.');
    await until(() => installation.mailsTo(boss)[0], 'the copy');
  });

  test('a header of thousands of recipients adds at most 50 people', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const many = Array.from({ length: 10_000 }, (_, index) => `many${index}@example.net`).join(',\r\n ');
    expect(await arrives(email, headerOf(mail.raw, 'Reply-To') ?? '', [`Cc: ${many}`], 'All of you!')).toBe('posted');
    await until(async () => (await participantsOf(talk)).length > 0, 'the participants');
    expect((await participantsOf(talk)).length).toBeLessThanOrEqual(50);
  });

  test('a removal ends the copies and can be undone, and two people don’t overwrite each other', async () => {
    const { talk } = await installation.mailed(customer());
    const { context } = installation;
    const [one, two] = [cc(customer(), 'One'), cc(customer(), 'Two')];
    const change = (participants: (typeof one)[], expectedParticipants?: (typeof one)[]) =>
      updateConversation(context, overseer, talk.conversationId, {
        participants,
        ...(expectedParticipants && { expectedParticipants }),
      });
    await change([one], []);
    await expect(change([two], [])).rejects.toMatchObject({ code: 'conflict' });
    const removed = await change([], [one]);
    expect(await participantsOf(talk)).toEqual([]);
    await undoActivity(context, overseer, { conversationId: talk.conversationId, activityNo: removed.activityNo ?? 0 });
    expect(await participantsOf(talk)).toEqual([one]);
  });

  test('addresses that mail can’t reach, and names with line breaks, are refused', async () => {
    const { talk } = await installation.mailed(customer());
    for (const address of ['jane@localhost', 'jane', 'a@b.example\r\nBcc: c@d.example'])
      await expect(
        updateConversation(installation.context, overseer, talk.conversationId, { participants: [cc(address)] }),
      ).rejects.toMatchObject({ code: 'invalid' });
    const given = cc(customer(), 'Jane\r\nBcc: evil@example.com');
    await updateConversation(installation.context, overseer, talk.conversationId, { participants: [given] });
    expect((await participantsOf(talk))[0]?.name).toBe('Jane Bcc: evil@example.com');
  });
});
