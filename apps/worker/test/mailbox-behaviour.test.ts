/** The first mailbox and the others treat new mail alike: signature, automatic reply, working times, assistant, trust. */
import { randomUUID } from 'node:crypto';
import { defaultScheduleId } from '@parley/contracts/schedules/schedule';
import { behaviourDefaults, type MailboxBehaviour } from '@parley/contracts/channels/mailbox-behaviour';
import { weekdays } from '@parley/contracts/settings/settings';
import { addMailbox } from '@parley/core/mail/mailboxes';
import { addLogo, sendTemplateTest } from '@parley/core/mail/template';
import { receiveMail } from '@parley/core/mail/receive';
import { postMessage } from '@parley/core/messages/post';
import { planDigests } from '@parley/core/maintenance/digests';
import { addSchedule, deleteSchedule } from '@parley/core/settings/schedules';
import { appear, createColleague, overseer } from '@parley/core/testing';
import { conversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { openPromises } from '@parley/db/sla/promises';
import { storeService } from '@parley/db/sla/service-times';
import { deleteWebsite, insertWebsite } from '@parley/db/websites/websites';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './installation.ts';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';

/** A picture of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let installation: MailInstallation;
let model: ModelServer;
/** Never open, and always. */
let closed: string;
let open: string;

const week = (ranges: { start: string; end: string }[]) =>
  Object.fromEntries(weekdays.map((day) => [day, ranges])) as Parameters<typeof addSchedule>[2]['week'];

beforeAll(async () => {
  model = await startModelServer();
  model.usually = { text: 'It arrives on Monday.' };
  installation = await startMailInstallation({
    INBOUND_AUTHSERV_ID: 'mx.shop.example',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'sk-test',
  });
  await installation.set('aiConfig', { enabled: true });
  const schedule = async (name: string, ranges: { start: string; end: string }[]) =>
    (await addSchedule(installation.context, overseer, { name, timezone: 'UTC', week: week(ranges) })).id;
  closed = await schedule('Closed', []);
  open = await schedule('Open', [{ start: '00:00', end: '00:00' }]);
});
afterAll(async () => {
  await installation?.close();
  await model?.close();
});

let boxes = 0;
/** Sets up the first mailbox, or another one; returns its id, null for the first one. */
const setUp = {
  'the first mailbox': async (behaviour: Partial<MailboxBehaviour>): Promise<string | null> => {
    await installation.set('emailConfig', { ...behaviourDefaults, ...behaviour });
    return null;
  },
  'another mailbox': async (behaviour: Partial<MailboxBehaviour>): Promise<string | null> => {
    boxes += 1;
    const { id } = await addMailbox(installation.context, overseer, {
      name: `Box ${boxes}`,
      address: `box${boxes}@shop.example`,
      receiving: { kind: 'forward' },
      sending: { kind: 'installation' },
      ...behaviour,
    });
    return id;
  },
};

interface Arriving {
  mailboxId: string | null;
  from?: string;
  server?: string;
  source?: 'imap' | 'smtp' | 'webhook';
}

/** Receives a mail that its server has found genuine, and returns the conversation that it opens. */
async function arrives({ mailboxId, from = customer(), server = 'mx.shop.example', source = 'imap' }: Arriving) {
  const raw = [
    `Authentication-Results: ${server}; dmarc=pass header.from=example.com`,
    `From: Anna <${from}>`,
    'To: support@shop.example',
    'Subject: Late parcel',
    `Message-ID: <${randomUUID()}@mail.example>`,
    '',
    'Where is my parcel?',
    '',
  ].join('\r\n');
  await receiveMail(installation.context, {
    source,
    mailboxId,
    envelopeFrom: null,
    envelopeTo: [],
    raw: Buffer.from(raw),
  });
  const { conversationId } = await until(
    () =>
      installation.context.db
        .selectFrom('inboundMails')
        .select('conversationId')
        .where('raw', '=', Buffer.from(raw))
        .where('status', '=', 'posted')
        .executeTakeFirst(),
    'the mail to be posted',
  );
  const state = await conversationState(installation.context.db, conversationId ?? '');
  if (!state) throw new Error('no conversation');
  return { ...state, from };
}

const mailTo = (address: string) => until(() => installation.mailsTo(address)[0], 'the mail');

describe.each(['the first mailbox', 'another mailbox'] as const)('%s', (which) => {
  test('confirms new mail in the words of its own schedule', async () => {
    const texts = { autoReplyText: 'We answer today.', autoReplyClosedText: 'We answer **tomorrow**.' };
    const confirmed = async (behaviour: Partial<MailboxBehaviour>) => {
      const mailboxId = await setUp[which]({ autoReply: 'always', ...texts, ...behaviour });
      const mail = await mailTo((await arrives({ mailboxId })).from);
      expect(headerOf(mail.raw, 'Auto-Submitted')).toBe('auto-replied');
      return mail.raw;
    };
    expect(await confirmed({ scheduleId: open })).toContain('We answer today.');
    const outside = await confirmed({ scheduleId: closed });
    expect(outside).toContain('<strong>tomorrow</strong>');
    expect(outside).not.toContain('today');
    expect(await confirmed({ scheduleId: closed, autoReplyClosedText: ' ' })).toContain('We answer today.');
    expect(await confirmed({ scheduleId: defaultScheduleId })).toContain('We answer today.');
  });

  test('promises in its confirmation when a person answers, by its own working times', async () => {
    const { context } = installation;
    const ada = await createColleague(context, `Ada at ${which}`);
    await appear(context, ada.user.id);
    await context.db.updateTable('users').set({ status: 'online' }).where('id', '=', ada.user.id).execute();
    await storeService(context.db, [{ websiteId: null, answers: 50, medianSeconds: 0, p90Seconds: 1200 }]);
    const text = { autoReply: 'always', autoReplyText: 'Thank you.' } as const;
    const confirmed = await arrives({ mailboxId: await setUp[which]({ ...text, scheduleId: open }) });
    expect((await mailTo(confirmed.from)).raw).toContain('get an answer within 25 minutes');
    expect(await openPromises(context.db, [confirmed.id])).toHaveLength(1);
    const never = await arrives({ mailboxId: await setUp[which]({ ...text, scheduleId: closed }) });
    expect((await mailTo(never.from)).raw).not.toContain('an answer');
    expect(await openPromises(context.db, [never.id])).toEqual([]);
    await storeService(context.db, []);
  });

  test('that confirms outside working times only keeps silent within them', async () => {
    const behaviour = { autoReply: 'outside_hours', autoReplyText: 'We are away.' } as const;
    const quiet = await arrives({ mailboxId: await setUp[which]({ ...behaviour, scheduleId: open }) });
    const away = await arrives({ mailboxId: await setUp[which]({ ...behaviour, scheduleId: closed }) });
    expect((await mailTo(away.from)).raw).toContain('We are away.');
    expect(installation.mailsTo(quiet.from)).toEqual([]);
  });

  test('follows the usual times once its schedule is deleted', async () => {
    const { id } = await addSchedule(installation.context, overseer, {
      name: `Short ${which}`,
      timezone: 'UTC',
      week: week([]),
    });
    const mailboxId = await setUp[which]({ autoReply: 'outside_hours', autoReplyText: 'Away.', scheduleId: id });
    await deleteSchedule(installation.context, overseer, id);
    const { from } = await arrives({ mailboxId });
    const later = await arrives({ mailboxId: await setUp[which]({ autoReply: 'always', autoReplyText: 'Here.' }) });
    await mailTo(later.from);
    expect(installation.mailsTo(from)).toEqual([]);
  });

  test('puts its signature below a reply', async () => {
    const { id, from } = await arrives({ mailboxId: await setUp[which]({ signature: 'Your **shop**' }) });
    await installation.answers({ conversationId: id }, 'It is on its way.');
    await planDigests(installation.context);
    const { raw } = await mailTo(from);
    expect(raw.indexOf('Your shop')).toBeGreaterThan(raw.indexOf('It is on its way.'));
    expect(raw).toContain('Your <strong>shop</strong>');
  });

  test('puts its template and its required text around a reply, in both halves of the mail', async () => {
    const admin = await createColleague(installation.context, `Ada of ${which}`, 'admin');
    const logoUrl = await addLogo(installation.context, admin, `data:image/png;base64,${png}`);
    const mailboxId = await setUp[which]({
      signature: 'Regards, {{representative.firstName | "the team"}} of {{page.title}}',
      legalText: 'Acme Ltd, **London**',
      mailFooter: '<b>Print less</b>',
      mailColour: '#af1f31',
      logoUrl,
    });
    const { id, from } = await arrives({ mailboxId });
    await installation.answers({ conversationId: id }, 'It is on its way.');
    await planDigests(installation.context);
    const { raw } = await mailTo(from);
    expect(raw).toMatch(/Content-Id: <logo@parley>/i);
    const halves = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(halves).toContain('Acme Ltd, London');
    expect(halves).toContain('Acme Ltd, <strong>London</strong>');
    expect(halves).toContain('&lt;b&gt;Print less&lt;/b&gt;');
    expect(halves).toContain('border-top:4px solid #af1f31');
    expect(halves).toContain('dir="ltr"');
    expect(halves).toMatch(/Regards, (?!\{)\S+/);
    expect(halves).not.toMatch(/\{\{|page\.title/);
  });

  test('gives way to the signature of the representative, and none follows one that was typed', async () => {
    const mailboxId = await setUp[which]({ signature: 'Your shop' });
    const { db } = installation.context;
    const { id, from } = await arrives({ mailboxId });
    const ada = await installation.representative();
    await db
      .updateTable('users')
      .set({ mailSignature: '*Ada* from {{website.name | "the shop"}}' })
      .where('id', '=', ada.user.id)
      .execute();
    await postMessage(installation.context, ada, { conversationId: id }, { content: 'It is on its way.' });
    await planDigests(installation.context);
    const { raw } = await mailTo(from);
    expect(raw).toContain('Ada from the shop');
    expect(raw).not.toContain('Your shop');
    const typed = await arrives({ mailboxId });
    await installation.answers({ conversationId: typed.id }, 'It left today.\n\nYour shop');
    await planDigests(installation.context);
    const mail = await mailTo(typed.from);
    expect(mail.raw.slice(0, mail.raw.search(/text\/html/i)).match(/Your shop/g)).toHaveLength(1);
  });

  test('has the assistant answer after the mailbox’s delay, and not before', async () => {
    // Waits are a hundredth of the usual ones here.
    const mailboxId = await setUp[which]({ assistant: true, assistantDelaySeconds: 200 });
    const { id, from, isAiAssisted } = await arrives({ mailboxId });
    expect(isAiAssisted).toBe(true);
    const [question, answer] = await until(async () => {
      const messages = await messagesAfter(installation.context.db, id, 0, 10);
      return messages.length > 1 ? messages : null;
    }, 'the answer');
    expect(answer).toMatchObject({ senderType: 'ai', content: expect.stringContaining('It arrives on Monday.') });
    expect(Date.parse(answer?.createdAt ?? '') - Date.parse(question?.createdAt ?? '')).toBeGreaterThanOrEqual(2_000);
    await planDigests(installation.context);
    expect((await mailTo(from)).raw).toContain('It arrives on Monday.');
  });

  test('lets a person have the conversation who answers within that delay', async () => {
    const mailboxId = await setUp[which]({ assistant: true, assistantDelaySeconds: 100 });
    const { id } = await arrives({ mailboxId });
    await installation.answers({ conversationId: id }, 'I look after it myself.');
    const queue = installation.context.queues.queue('ai-replies');
    await until(
      async () => (await queue.getJobCountByTypes('delayed', 'waiting', 'active')) === 0,
      'the delay to pass',
    );
    const messages = await messagesAfter(installation.context.db, id, 0, 10);
    expect(messages.map(({ senderType }) => senderType)).toEqual(['customer', 'representative']);
  });

  test('trusts the server that it names about senders, in place of the installation’s', async () => {
    const usual = await setUp[which]({});
    expect((await arrives({ mailboxId: usual })).provenEmail).not.toBeNull();
    const named = await setUp[which]({ authservId: 'mx.other.example' });
    expect((await arrives({ mailboxId: named, server: 'mx.other.example' })).provenEmail).not.toBeNull();
    expect((await arrives({ mailboxId: named })).provenEmail).toBeNull();
    // Anyone can write to our own port.
    const forwarded = await arrives({ mailboxId: named, server: 'mx.other.example', source: 'smtp' });
    expect(forwarded.provenEmail).toBeNull();
  });
});

test('a provider that calls us is trusted about senders only under the name that its mailbox has for it', async () => {
  const unnamed = await setUp['another mailbox']({});
  expect((await arrives({ mailboxId: unnamed, source: 'webhook' })).provenEmail).toBeNull();
  const named = await setUp['another mailbox']({ authservId: 'amazonses.com' });
  const opened = await arrives({ mailboxId: named, source: 'webhook', server: 'amazonses.com' });
  expect(opened.provenEmail).toBe(opened.from);
});

test('new mail of the first mailbox opens a conversation after its website and team were deleted', async () => {
  const { db } = installation.context;
  const website = await insertWebsite(db, { domain: 'gone.example', name: 'Gone' });
  await installation.set('emailConfig', { newMailWebsiteId: website?.id ?? null, newMailTeamId: randomUUID() });
  await deleteWebsite(db, website?.id ?? '');
  expect(await arrives({ mailboxId: null })).toMatchObject({ websiteId: null, teamId: null });
  await installation.set('emailConfig', { newMailWebsiteId: null, newMailTeamId: null });
});

test('an unknown schedule of a mailbox is refused with its field', async () => {
  await expect(setUp['another mailbox']({ scheduleId: randomUUID() })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ path: 'scheduleId' }],
  });
});

test('a signature with an unknown variable is refused with its field', async () => {
  await expect(setUp['another mailbox']({ signature: '{{customer.password}}' })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ path: 'signature' }],
  });
});

test('an admin gets a test of the template and the signature of a mailbox, in their language', async () => {
  const { context } = installation;
  const to = 'arabic@shop.example';
  const caller = { ...overseer, user: { ...overseer.user, email: to, language: 'ar' as const } };
  const id = await setUp['another mailbox']({ signature: 'Regards, {{representative.name}}', legalText: 'Acme Ltd' });
  await sendTemplateTest(context, caller, { mailboxId: id });
  const { raw } = await mailTo(to);
  expect(raw).toContain('Regards, Overseer');
  expect(raw).toContain('Acme Ltd');
  expect(raw.replaceAll('=3D', '=')).toContain('lang="ar" dir="rtl"');
  await expect(sendTemplateTest(context, caller, { mailboxId: randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  });
});
