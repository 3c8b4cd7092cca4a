import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defaultSettings } from '@parley/contracts/settings';
import { markRead } from '@parley/core/conversations/receipts';
import { sendMail } from '@parley/core/integrations/smtp';
import { parseMail } from '@parley/core/mail/parse';
import { unsubscribeByToken } from '@parley/core/mail/unsubscribe';
import { keepNodeAlive } from '@parley/core/presence/nodes';
import { planDigests } from '@parley/core/upkeep/digests';
import { markVisitorPresent } from '@parley/core/visitors/presence';
import { headerOf } from '@parley/e2e/outside/smtp';
import { freePort } from '@parley/e2e/process';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailStage, startMailStage } from './mail-stage.ts';
import { until } from './stage.ts';

let stage: MailStage;
beforeAll(async () => {
  stage = await startMailStage();
});
afterAll(() => stage?.close());
afterEach(() => {
  stage.smtp.mails = [];
});

describe('the team', () => {
  test('is told of a new conversation and of a hand-off, each recipient once, in one thread', async () => {
    const talk = await stage.opens('My plate is broken <b>', { email: 'anna@example.com', name: 'Anna' });
    await until(
      () => stage.mailsTo('team@shop.example').length === 1 && stage.mailsTo('boss@shop.example').length === 1,
      'both mails',
    );
    await talk.handOff('Refund needed');
    await until(
      () => stage.mailsTo('team@shop.example').length === 2 && stage.mailsTo('boss@shop.example').length === 2,
      'the second mails',
    );
    const [first, second] = stage.mailsTo('team@shop.example');
    if (!first || !second) throw new Error('no mails');
    const { mailToken } = await talk.state();
    expect(headerOf(first.raw, 'Subject')).toBe(`[Parley] My plate is broken <b> [#PARLEY-${mailToken}]`);
    expect(headerOf(second.raw, 'Subject')).toBe(headerOf(first.raw, 'Subject'));
    expect(headerOf(second.raw, 'In-Reply-To')).toBe(headerOf(first.raw, 'Message-ID'));
    expect(headerOf(second.raw, 'References')).toBe(headerOf(first.raw, 'Message-ID'));
    expect(headerOf(first.raw, 'Message-ID')).toMatch(/@shop\.example>$/);
    expect(headerOf(first.raw, 'Auto-Submitted')).toBe('auto-generated');
    const { text, html } = await parseMail(Buffer.from(second.raw));
    expect(text).toContain('Refund needed');
    expect(text).toContain(`/conversations?selected=${talk.conversationId}`);
    expect(html).toContain('My plate is broken &lt;b&gt;');
  });

  test('is told in the end when the mail server refuses at first, and never when it refuses for good', async () => {
    await stage.set('emailConfig', { notificationEmails: ['one@shop.example'] });
    stage.smtp.refusals = [{ status: 451, words: 'busy' }];
    const talk = await stage.opens('Hello');
    await until(() => stage.mailsTo('one@shop.example').length === 1, 'the mail');
    stage.smtp.refusals = [{ status: 554, words: 'We do not like you' }];
    const refused = await stage.opens('Hello again');
    const row = await until(async () => {
      const found = await stage.context.db
        .selectFrom('deliveries')
        .selectAll()
        .where('conversationId', '=', refused.conversationId)
        .executeTakeFirst();
      return found?.status === 'dead' ? found : null;
    }, 'the refusal');
    expect(row).toMatchObject({
      attempts: 1,
      responseStatus: 554,
      lastError: expect.stringContaining('We do not like you') as string,
    });
    expect(JSON.stringify(row)).not.toContain('word"');
    expect(talk.conversationId).not.toBe(refused.conversationId);
    await stage.set('emailConfig', { notificationEmails: [] });
  });
});

describe('a mail server', () => {
  const email = { ...defaultSettings.emailConfig, enabled: true, fromEmail: 'a@shop.example', smtpHost: 'localhost' };
  const mail = { from: 'a@shop.example', to: 'b@shop.example', text: 'Hello' };

  test.each([
    ['from the start', true],
    ['by STARTTLS', false],
  ])('that encrypts %s under a certificate nobody vouches for gets neither password nor mail', async (_how, secure) => {
    const got: string[] = [];
    // Its own certificate is self-signed.
    const server = new SMTPServer({
      secure,
      onAuth(_auth, _session, callback) {
        got.push('a password');
        callback(null, { user: 'u' });
      },
      onData(stream, _session, callback) {
        got.push('a mail');
        stream.resume().on('end', () => callback());
      },
    });
    server.on('error', () => undefined);
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const settings = { ...email, smtpPort: port, smtpSecure: secure, smtpUser: 'u', smtpPassword: 'word' };
    await expect(sendMail(settings, stage.context.outside, mail)).rejects.toThrow(/^localhost has a.* certificate/);
    expect(got).toEqual([]);
    await new Promise<void>((closed) => server.close(closed));
  });

  test('that is not there is named as it was typed, not by its address', async () => {
    const settings = { ...email, smtpPort: await freePort() };
    await expect(sendMail(settings, stage.context.outside, mail)).rejects.toThrow('localhost refused the connection.');
  });
});

describe('a customer who has left', () => {
  test('gets one mail for the whole burst, in their language’s words, with everything a mail program needs', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email, [
      'We have it in blue.',
      'And in <green>: https://shop.example.com/g.',
      'Shall we send one?',
    ]);
    await planDigests(stage.context);
    expect(stage.mailsTo(email)).toHaveLength(1);
    const parsed = await parseMail(Buffer.from(mail.raw));
    const { text } = parsed;
    for (const part of ['##-', 'Rita', 'We have it in blue.', 'And in <green>', 'Shall we send one?'])
      expect(text).toContain(part);
    expect(parsed.html).toContain('And in &lt;green&gt;');
    expect(headerOf(mail.raw, 'List-Unsubscribe')).toMatch(
      /^<http:\/\/localhost:3000\/api\/mail\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(headerOf(mail.raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const { mailToken, emailedUntilSeq } = await talk.state();
    expect(headerOf(mail.raw, 'Reply-To')).toMatch(
      new RegExp(`^support\\+${mailToken}\\.[0-9a-f]{16}@shop\\.example$`),
    );
    expect(emailedUntilSeq).toBe(4);
  });

  test('gets the next answers in the same thread', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
    await stage.answers(talk, 'One more thing.');
    await stage.minutesPass(talk, 3);
    await planDigests(stage.context);
    const second = await until(() => stage.mailsTo(email)[1], 'the second mail');
    expect(headerOf(second.raw, 'In-Reply-To')).toBe(headerOf(mail.raw, 'Message-ID'));
    const { text } = await parseMail(Buffer.from(second.raw));
    expect(text).toContain('One more thing.');
    expect(text).not.toContain('We have it in blue.');
  });

  test('gets no mail while on the page, having read it, within two minutes, or without an address', async () => {
    const present = await stage.opens('Hello', { email: customer() });
    const read = await stage.opens('Hello', { email: customer() });
    const recent = await stage.opens('Hello', { email: customer() });
    const unknown = await stage.opens('Hello');
    for (const talk of [present, read, recent, unknown]) await stage.answers(talk, 'Hi');
    for (const talk of [present, read, unknown]) await stage.minutesPass(talk, 3);
    await stage.minutesPass(recent, 1);
    await keepNodeAlive(stage.context, 'node-1');
    await markVisitorPresent(stage.context, present.caller.visitorId, 'node-1');
    await markRead(stage.context, read.conversationId, 'customer', 2);
    expect(await planDigests(stage.context)).toBe(0);
  });

  test('gets no more than ten mails an hour, however many conversations carry the address', async () => {
    const email = customer();
    const talks = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        stage.opens('Hello', { email: count % 2 ? email : email.toUpperCase() }),
      ),
    );
    for (const talk of talks) {
      await stage.answers(talk, 'Hi');
      await stage.minutesPass(talk, 3);
    }
    // Each plan sees what the one before has planned.
    for (const _ of talks) await planDigests(stage.context);
    const planned = await stage.context.db
      .selectFrom('deliveries')
      .select('id')
      .where(
        'conversationId',
        'in',
        talks.map((talk) => talk.conversationId),
      )
      .where('summary', '=', 'Answers for a customer who left')
      .execute();
    expect(planned).toHaveLength(10);
  });

  test('gets no mail any more after unsubscribing, by a link nobody can make up', async () => {
    const email = customer();
    const { talk, mail } = await stage.mailed(email);
    const token = /token=([\w.-]+)>/.exec(headerOf(mail.raw, 'List-Unsubscribe'))?.[1] ?? '';
    await expect(unsubscribeByToken(stage.context, `${token.slice(0, -4)}AAAA`)).rejects.toThrow('not valid');
    await unsubscribeByToken(stage.context, token);
    await stage.answers(talk, 'One more thing.');
    await stage.minutesPass(talk, 3);
    expect(await planDigests(stage.context)).toBe(0);
  });
});
