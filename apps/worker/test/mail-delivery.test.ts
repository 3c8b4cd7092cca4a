import { randomUUID } from 'node:crypto';
import type { SentMail } from '@parley/contracts/channels/mail-states';
import { listConversations } from '@parley/core/conversations/list';
import { updateConversation } from '@parley/core/conversations/update';
import { forwardMessages } from '@parley/core/mail/forward';
import { receiveMail } from '@parley/core/mail/receive';
import { allowAddress, listSentMails, resendMail } from '@parley/core/mail/sent-mails';
import { planDigests } from '@parley/core/maintenance/digests';
import { overseer } from '@parley/core/testing';
import { visitorProfile } from '@parley/core/visitors/profile';
import { findUser } from '@parley/db/users/users';
import { activitiesAfter } from '@parley/db/activities/read';
import { deliveryReport, type Reported } from '@parley/testing/delivery-report';
import { headerOf, type ReceivedMail } from '@parley/testing/smtp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { type Talk, until } from './installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());
afterEach(() => {
  installation.smtp.mails = [];
});

const mailsOf = ({ conversationId }: Talk) => listSentMails(installation.context, overseer, conversationId);
const withState = (talk: Talk, state: SentMail['state']) =>
  until(async () => (await mailsOf(talk)).find((mail) => mail.state === state), `a mail that is ${state}`);

async function answered(talk: Talk, text: string): Promise<void> {
  await installation.answers(talk, text);
  await installation.minutesPass(talk, 3);
  await planDigests(installation.context);
}

/** Has the report of a mail server about a mail arrive. */
async function reported(mail: ReceivedMail, report: Reported): Promise<void> {
  await receiveMail(installation.context, {
    source: 'smtp',
    envelopeFrom: '',
    envelopeTo: ['support@shop.example'],
    raw: Buffer.from(deliveryReport(mail, report)),
  });
}

describe('the state of a mail', () => {
  test('lists are filtered by it, and open ones learn of it at once', async () => {
    const email = customer();
    const frames = await installation.frames('inbox');
    const { talk, mail } = await installation.mailed(email);
    const found = async (value: string) =>
      (
        await listConversations(installation.context, overseer, {
          filter: JSON.stringify({ field: 'delivery', op: 'is', value }),
          limit: 50,
        })
      ).conversations.map(({ id }) => id);
    const announced = (delivery: string) =>
      until(
        () =>
          frames.some(
            (frame) =>
              frame.type === 'conversation_updated' &&
              frame.conversation.id === talk.conversationId &&
              frame.conversation.delivery === delivery,
          ),
        `the state ${delivery} in the list`,
      );
    await announced('sent');
    expect(await found('sent')).toContain(talk.conversationId);
    await reported(mail, { recipient: email, status: '5.2.2', text: '552 5.2.2 Mailbox full' });
    await announced('bounced');
    expect(await found('bounced')).toEqual([talk.conversationId]);
    expect(await found('sent')).not.toContain(talk.conversationId);
    // The next mail decides.
    frames.length = 0;
    await answered(talk, 'And again.');
    await announced('sent');
    expect(await found('bounced')).toEqual([]);
  });

  test('it is sent once a server has it, and delivered when that server reports so', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    expect(await withState(talk, 'sent')).toMatchObject({
      to: email,
      kind: 'reply',
      fromSeq: 2,
      toSeq: 2,
      reason: null,
    });
    await reported(mail, { recipient: email, action: 'delayed', status: '4.4.1' });
    await withState(talk, 'delayed');
    await reported(mail, { recipient: email, action: 'delivered', status: '2.0.0' });
    await withState(talk, 'delivered');
    // A late one changes nothing.
    await reported(mail, { recipient: email, action: 'delayed', status: '4.4.2' });
    await until(async () => (await pending()) === 0, 'the late report');
    expect(await mailsOf(talk)).toMatchObject([{ state: 'delivered' }]);
  });

  test('a bounce is shown at its mail, is no message and no line, and stops mail to the address until it is allowed', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const messages = await talk.messages();
    await reported(mail, { recipient: email });
    expect(await withState(talk, 'bounced')).toMatchObject({
      reason: 'unknown_address',
      detail: '550 5.1.1 User unknown',
      isStopped: true,
    });
    expect(await talk.messages()).toEqual(messages);
    expect(await activitiesAfter(installation.context.db, talk.conversationId, 0, 50)).toMatchObject([
      { kind: expect.not.stringMatching('mail_received') },
    ]);
    expect(await visitorProfile(installation.context, overseer, talk.conversationId)).toMatchObject({
      mailBounce: { reason: 'unknown_address', isStopped: true },
    });

    await answered(talk, 'And in green.');
    expect(installation.mailsTo(email)).toHaveLength(1);
    const place = { conversationId: talk.conversationId };
    await expect(
      allowAddress(installation.context, overseer, { ...place, address: 'somebody@example.net' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await allowAddress(installation.context, overseer, { ...place, address: email });
    await planDigests(installation.context);
    await until(() => installation.mailsTo(email).length === 2, 'the answer that had waited');
  });

  test('a full mailbox stops nothing, and the mail is sent again on request, once', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await reported(mail, { recipient: email, status: '5.2.2', text: '552 5.2.2 Mailbox full' });
    const bounced = await withState(talk, 'bounced');
    expect(bounced).toMatchObject({ reason: 'mailbox_full', isStopped: false });
    const place = { conversationId: talk.conversationId, mailId: bounced.id };
    await resendMail(installation.context, overseer, place);
    await until(() => installation.mailsTo(email).length === 2, 'the second attempt');
    await withState(talk, 'sent');
    await expect(resendMail(installation.context, overseer, place)).rejects.toMatchObject({ code: 'conflict' });
    const other = await installation.mailed(customer());
    await expect(
      resendMail(installation.context, overseer, { ...place, conversationId: other.talk.conversationId }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a complaint stops mail to its address', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await reported(mail, { recipient: email, type: 'feedback-report' });
    expect(await withState(talk, 'complained')).toMatchObject({ reason: 'complaint', isStopped: true });
  });

  test('a report about a copy is of its participant alone', async () => {
    const email = customer();
    const bea = customer();
    const { talk } = await installation.mailed(email);
    await updateConversation(installation.context, overseer, talk.conversationId, {
      participants: [{ address: bea, name: 'Bea', kind: 'cc' }],
    });
    await answered(talk, 'And in green.');
    const copy = await until(() => installation.mailsTo(bea)[0], 'the copy');
    await reported(copy, { recipient: bea });
    expect(await withState(talk, 'bounced')).toMatchObject({ to: bea, kind: 'copy' });
    expect((await mailsOf(talk)).filter(({ state }) => state === 'bounced')).toHaveLength(1);
  });

  test('a report with a Message-ID that somebody has made up changes nothing', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const id = (headerOf(mail.raw, 'Message-ID') ?? '').replace(/[0-9a-f]{16}@/, '0123456789abcdef@');
    await reported({ ...mail, raw: `Message-ID: ${id}\r\n\r\n` }, { recipient: email });
    await until(async () => (await pending()) === 0, 'the report');
    expect(await mailsOf(talk)).toMatchObject([{ state: 'sent' }]);
  });
});

/** How many mails wait to be understood. */
const pending = async (): Promise<number> =>
  (await installation.context.db.selectFrom('inboundMails').select('id').where('status', '=', 'stored').execute())
    .length;

describe('forwarding', () => {
  test('it sends the chosen messages to somebody new, once, with a note of it, and shows the answer to the team alone', async () => {
    const { talk } = await installation.mailed(customer(), ['We have it in blue.', 'And in green.']);
    const to = customer();
    const user = await findUser(installation.context.db, (await installation.representative('Grace')).userId);
    if (!user) throw new Error('no representative');
    const grace = { kind: 'staff', user, sessionId: 'test' } as const;
    const request = { to, fromSeq: 2, toSeq: 2, comment: 'Can you deliver?', clientRequestId: randomUUID() };
    await forwardMessages(installation.context, grace, talk.conversationId, request);
    await forwardMessages(installation.context, grace, talk.conversationId, request);
    const mail = await until(() => installation.mailsTo(to)[0], 'the forwarded mail');
    expect(headerOf(mail.raw, 'Subject')).toContain('Fwd:');
    expect(mail.raw).toContain('Can you deliver?');
    expect(mail.raw).toContain('We have it in blue.');
    expect(mail.raw).not.toContain('And in green.');
    const notes = (await activitiesAfter(installation.context.db, talk.conversationId, 0, 50)).filter(
      ({ kind }) => kind === 'noted',
    );
    expect(notes.map(({ body }) => body)).toEqual([`Forwarded to ${to}\n\nCan you deliver?`]);
    expect(installation.mailsTo(to)).toHaveLength(1);

    const messages = await talk.messages();
    await receiveMail(installation.context, {
      source: 'smtp',
      envelopeFrom: null,
      envelopeTo: [headerOf(mail.raw, 'Reply-To') ?? ''],
      raw: Buffer.from(`From: ${to}\r\nMessage-ID: <${randomUUID()}@x.example>\r\n\r\nYes, on Monday.\r\n`),
    });
    await until(
      async () =>
        (await activitiesAfter(installation.context.db, talk.conversationId, 0, 50)).some(
          ({ kind, body }) => kind === 'mail_received' && body?.includes('Yes, on Monday.'),
        ),
      'the line for the team',
    );
    expect(await talk.messages()).toEqual(messages);
  });

  test('to no address, from beyond the end or of a conversation that isn’t there, it is refused', async () => {
    const { talk } = await installation.mailed(customer());
    const clientRequestId = randomUUID();
    const forward = (id: string, more: object) =>
      forwardMessages(installation.context, overseer, id, { to: 'x@example.com', clientRequestId, ...more });
    await expect(forward(talk.conversationId, { to: 'x@localhost' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(forward(talk.conversationId, { fromSeq: 9 })).rejects.toMatchObject({ code: 'invalid' });
    await expect(forward(randomUUID(), {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
