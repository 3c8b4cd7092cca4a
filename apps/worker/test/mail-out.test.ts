import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { User } from '@parley/contracts/entities';
import type { JobPayload } from '@parley/contracts/jobs';
import { unprovenMailLimits } from '@parley/contracts/channels/limits';
import { defaultSettings, type Settings } from '@parley/contracts/settings/settings';
import type { StaffCaller } from '@parley/core/callers';
import { markRead } from '@parley/core/conversations/receipts';
import { retryDelivery } from '@parley/core/deliveries/deliveries';
import { sendMail } from '@parley/core/mailer/smtp';
import { countUnprovenMail } from '@parley/core/mailer/unproven-mail-limits';
import { parseMail } from '@parley/core/mail/parse';
import { unsubscribeByToken } from '@parley/core/mail/unsubscribe';
import { postMessage } from '@parley/core/messages/post';
import { mailedAddressPurpose } from '@parley/core/users/new-password-link';
import { setForgottenPassword } from '@parley/core/sign-in/password-links';
import { changeSettings } from '@parley/core/integrations/change-settings';
import { invite, listInvitations } from '@parley/core/users/invitations';
import { recordUnsentNotice } from '@parley/core/users/account-mails';
import { confirmEmailChange } from '@parley/core/users/email-change';
import { updateProfile } from '@parley/core/users/users';
import { findUser, updateAccess, updateUser } from '@parley/db/users/users';
import { createRateLimiter } from '@parley/service/rate-limit';
import { keepNodeAlive } from '@parley/core/presence/nodes';
import { planDigests } from '@parley/core/maintenance/digests';
import { updateByVisitor } from '@parley/core/visitors/identify';
import { markVisitors } from '@parley/core/presence/visitors';
import { unsubscribe, unsubscribedAt } from '@parley/db/mail/unsubscribes';
import { updateWebsite } from '@parley/db/websites/websites';
import { headerOf, type MailServer, startMailServer } from '@parley/testing/smtp';
import { freePort } from '@parley/e2e/process';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { until } from './installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());
afterEach(() => {
  installation.smtp.mails = [];
});

describe('a user of the team', () => {
  const mail = (about: JobPayload<'account-mails'>) => installation.context.queues.add('account-mails', about);

  test('it gets a link to a new password, in their language, once for each time it is asked for, and a stranger gets nothing', async () => {
    const { context } = installation;
    const { email, userId } = await installation.representative('Grete');
    await updateUser(context.db, userId, { language: 'de' });
    const encrypted = (address: string) => context.secrets.encrypt(address, mailedAddressPurpose);
    await mail({ about: 'password_link', email: encrypted('nobody@example.com') });
    await mail({ about: 'password_link', email: encrypted(email.toUpperCase()) });
    await until(() => installation.mailsTo(email).length === 1, 'the link');
    const [sent] = installation.mailsTo(email);
    const { text } = await parseMail(Buffer.from(sent?.raw ?? ''));
    expect(headerOf(sent?.raw ?? '', 'Subject')).toContain('Neues_Passwort');
    const token = /#reset=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
    const account = await setForgottenPassword(context, createRateLimiter(context.redis, context.prefix), {
      token,
      newPassword: 'a new one entirely',
      address: '192.0.2.1',
    });
    expect(account.user.id).toBe(userId);
    await until(() => installation.mailsTo(email).length === 2, 'the word that it was changed');
    expect(installation.smtp.mails).toHaveLength(2);
  });

  test('they are invited by a mail with the link, in the language of who invites', async () => {
    const { context } = installation;
    const { userId } = await installation.representative('Iris');
    await updateAccess(context.db, userId, { role: 'admin' });
    await updateUser(context.db, userId, { language: 'de' });
    const user = await findUser(context.db, userId);
    if (!user) throw new Error('There is no Iris.');
    const caller: StaffCaller = { kind: 'staff', user, sessionId: randomUUID(), provenAt: Date.now() };
    const { url, isMailed } = await invite(context, caller, { email: 'new@example.com' });
    expect(isMailed).toBe(true);
    await until(() => installation.mailsTo('new@example.com').length === 1, 'the invitation');
    const [sent] = installation.mailsTo('new@example.com');
    const { text } = await parseMail(Buffer.from(sent?.raw ?? ''));
    expect(headerOf(sent?.raw ?? '', 'Subject')).toContain('Einladung');
    for (const words of [url, user.name, user.email]) expect(text).toContain(words);
    await until(async () => (await listInvitations(context, caller))[0]?.mailedAt !== null, 'the mark');
  });

  test('it confirms another sign-in address by a link mailed to it, and the address before is told who wants which', async () => {
    const { context } = installation;
    const { email: before, userId } = await installation.representative('Carla');
    const user = await findUser(context.db, userId);
    if (!user) throw new Error('Nobody is called Carla.');
    const limiter = createRateLimiter(context.redis, context.prefix);
    const caller: StaffCaller = { kind: 'staff', user, sessionId: randomUUID(), provenAt: Date.now() };
    const email = `${randomUUID()}@shop.example`;
    await updateProfile(context, { ...caller, address: '192.0.2.9' }, limiter, userId, { email });
    await until(
      () => installation.mailsTo(email).length === 1 && installation.mailsTo(before).length === 1,
      'both mails',
    );
    const { text: notice } = await parseMail(Buffer.from(installation.mailsTo(before)[0]?.raw ?? ''));
    for (const word of [email, '192.0.2.9']) expect(notice).toContain(word);
    const { text } = await parseMail(Buffer.from(installation.mailsTo(email)[0]?.raw ?? ''));
    // The mail names the account that it is about.
    expect(text).toContain(`Carla, ${before}`);
    const token = /#confirm=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
    expect(notice).not.toContain(token);
    const confirmed = await confirmEmailChange(context, limiter, { token, address: '192.0.2.1' });
    expect(confirmed).toEqual({ userId, email });
  });

  test('it is mailed no confirmation of an address that was taken back before the mail was sent', async () => {
    const { userId } = await installation.representative('Carlo');
    await mail({ about: 'email_confirmation', userId, changeId: randomUUID() });
    await mail({ about: 'new_device', userId, at: '2026-11-21T09:30:00.000Z', address: null, agent: null });
    await until(() => installation.smtp.mails.length === 1, 'the mail after it');
    expect(installation.smtp.mails[0]?.raw).not.toContain('#confirm=');
  });

  test('it is told, as an administrator, of a changed mail server by the one of before', async () => {
    const { context } = installation;
    const { email, userId } = await installation.representative('Rosa');
    await updateAccess(context.db, userId, { role: 'admin' });
    const user = await findUser(context.db, userId);
    if (!user) throw new Error('Nobody is called Rosa.');
    const theirs = await startMailServer();
    const before = (await context.settings.read()).emailConfig;
    const caller: StaffCaller = { kind: 'staff', user, sessionId: randomUUID(), provenAt: Date.now() };
    const { host: smtpHost, port: smtpPort } = theirs;
    try {
      const emailConfig = { smtpHost, smtpPort, smtpUser: '', smtpPassword: '', fromEmail: 'me@mine.example' };
      await changeSettings(context, { ...caller, address: '192.0.2.44' }, { emailConfig });
      await until(() => installation.mailsTo(email).length === 1, 'the notice');
      const { text } = await parseMail(Buffer.from(installation.mailsTo(email)[0]?.raw ?? ''));
      for (const word of ['Rosa', '192.0.2.44', 'emailConfig', 'smtpPort', 'fromEmail', '/settings?tab=audit']) {
        expect(text).toContain(word);
      }
      expect(theirs.mails).toEqual([]);
    } finally {
      await installation.set('emailConfig', before);
      await theirs.close();
    }
  });

  test('it has it in the audit log where an administrator could not be told for good', async () => {
    const { context } = installation;
    const { userId } = await installation.representative('Rita');
    const change = { by: 'Rosa', section: 'slackConfig', fields: ['webhookUrl'], emailBefore: '', address: null };
    const notice = { ...change, about: 'route_changed', userId, at: '2026-11-21T09:30:00.000Z' } as const;
    await recordUnsentNotice(context, notice, 'We do not like you');
    const noted = await context.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'settings.notice_failed')
      .executeTakeFirst();
    expect(noted).toMatchObject({ actorName: 'Rosa', subjectId: userId, details: { section: 'slackConfig' } });
  });

  test('they are told when and from where their account was signed in to with a new browser', async () => {
    const { email, userId } = await installation.representative('Nora');
    const facts = { at: '2026-11-21T09:30:00.000Z', address: '192.0.2.7', agent: 'Firefox' };
    await mail({ about: 'new_device', userId, ...facts });
    await until(() => installation.mailsTo(email).length === 1, 'the mail');
    const { text } = await parseMail(Buffer.from(installation.mailsTo(email)[0]?.raw ?? ''));
    for (const word of ['November 21, 2026', '192.0.2.7', 'Firefox', '/settings?tab=profile']) {
      expect(text).toContain(word);
    }
  });

  test('an admin is told that a directory wanted to change their address', async () => {
    const { email, userId } = await installation.representative('Olga');
    const { userId: of } = await installation.representative('Pia Other');
    await mail({ about: 'address_held', userId, of, by: 'Entra ID', at: '2026-11-21T09:30:00.000Z' });
    await until(() => installation.mailsTo(email).length === 1, 'the mail');
    const { text } = await parseMail(Buffer.from(installation.mailsTo(email)[0]?.raw ?? ''));
    for (const word of ['was not changed', 'November 21, 2026', 'Pia Other', 'Entra ID', '/settings?tab=audit']) {
      expect(text).toContain(word);
    }
  });
});

describe('the team', () => {
  test('it is told of a new conversation and of a hand-off, each recipient once, in one thread', async () => {
    const talk = await installation.opens('My plate is broken <b>', { email: 'anna@example.com', name: 'Anna' });
    await until(
      () =>
        installation.mailsTo('team@shop.example').length === 1 &&
        installation.mailsTo('boss@shop.example').length === 1,
      'both mails',
    );
    await talk.handOff('Refund needed');
    await until(
      () =>
        installation.mailsTo('team@shop.example').length === 2 &&
        installation.mailsTo('boss@shop.example').length === 2,
      'the second mails',
    );
    const [first, second] = installation.mailsTo('team@shop.example');
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

  test('it is told in the end when the mail server refuses at first, and never when it refuses for good', async () => {
    await installation.set('emailConfig', { notificationEmails: ['one@shop.example'] });
    installation.smtp.refusals = [{ status: 451, words: 'busy' }];
    const talk = await installation.opens('Hello');
    await until(() => installation.mailsTo('one@shop.example').length === 1, 'the mail');
    installation.smtp.refusals = [{ status: 554, words: 'We do not like you' }];
    const refused = await installation.opens('Hello again');
    const row = await until(async () => {
      const found = await installation.context.db
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
    await installation.set('emailConfig', { notificationEmails: [] });
  });
});

describe('a mail server', () => {
  const email = { ...defaultSettings.emailConfig, enabled: true, fromEmail: 'a@shop.example', smtpHost: 'localhost' };
  const mail = { from: 'a@shop.example', to: 'b@shop.example', text: 'Hello' };

  test.each([
    ['from the start', true],
    ['by STARTTLS', false],
  ])(
    'a mail server that encrypts %s under an untrusted certificate gets neither password nor mail',
    async (_how, secure) => {
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
      await expect(sendMail(settings, installation.context.external, mail)).rejects.toThrow(
        /^The certificate.* localhost/,
      );
      expect(got).toEqual([]);
      await new Promise<void>((closed) => server.close(closed));
    },
  );

  test('an unreachable mail server is named as it was typed, not by its address', async () => {
    const settings = { ...email, smtpPort: await freePort() };
    await expect(sendMail(settings, installation.context.external, mail)).rejects.toThrow(
      'localhost refused the connection.',
    );
  });
});

describe('a mail server without encryption', () => {
  let plain: MailServer;
  beforeAll(async () => {
    plain = await startMailServer({ user: 'u', pass: 'word' });
  });
  afterAll(() => plain?.close());
  const mail = { from: 'a@shop.example', to: 'b@shop.example', text: 'Hello' };
  const settings = (smtpAllowPlaintext: boolean): Settings['emailConfig'] => ({
    ...defaultSettings.emailConfig,
    enabled: true,
    fromEmail: 'a@shop.example',
    smtpHost: 'localhost',
    smtpPort: plain.port,
    smtpUser: 'u',
    smtpPassword: 'word',
    smtpAllowPlaintext,
  });

  test('it gets neither password nor mail until an admin allows that, and the failure explains the choice', async () => {
    const before = plain.logins;
    await expect(sendMail(settings(false), installation.context.external, mail)).rejects.toMatchObject({
      message:
        'localhost offers no encryption (STARTTLS), so nothing was sent. Choose a port that encrypts, or allow sending without encryption in Integrations, Email.',
      transient: true,
    });
    expect([plain.mails, plain.logins - before]).toEqual([[], 0]);
  });

  test('it gets the mail that was expressly allowed', async () => {
    plain.mails = [];
    await sendMail(settings(true), installation.context.external, mail);
    expect(plain.mails).toHaveLength(1);
  });

  test('the installation’s own mail server gets mail inside a private network, unless its URL says ?requireTLS=true', async () => {
    plain.mails = [];
    const own = { ...settings(false), useInternalEmail: true };
    const at = (query: string) => ({
      ...installation.context.external,
      smtpUrl: `smtp://u:word@127.0.0.1:${plain.port}${query}`,
    });
    await sendMail(own, at(''), mail);
    expect(plain.mails).toHaveLength(1);
    await expect(sendMail(own, at('?requireTLS=true'), mail)).rejects.toThrow(/offers no encryption.*SMTP_URL/);
    expect(plain.mails).toHaveLength(1);
  });
});

describe('an unverified address', () => {
  /** Text that an attacker who enters another person's address would like that person to read. */
  const bait = 'Your parcel waits: https://evil.example/pay';
  const stranger = { name: 'PayPal Security', pageTitle: bait, pageUrl: 'https://shop.example.com/evil' };

  test('it gets a person’s answer under a neutral subject, and not a word by the one who typed it in', async () => {
    const email = customer();
    const talk = await installation.opens(bait, { email, ...stranger });
    await talk.writes('evil.example again');
    await installation.answers(talk, 'What can we do for you?');
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    const { raw } = await until(() => installation.mailsTo(email)[0], 'the digest');
    const { text, html } = await parseMail(Buffer.from(raw));
    const { mailToken } = await talk.state();
    expect(headerOf(raw, 'Subject')).toBe(`[Parley] Your conversation with shop.example.com [#PARLEY-${mailToken}]`);
    expect(text).toContain('What can we do for you?');
    for (const part of [raw, text, html]) expect(part).not.toMatch(/evil|parcel|PayPal/);
  });

  test('it gets nothing for what the assistant says, which the writer can put into its mouth, before or after a person', async () => {
    const email = customer();
    const talk = await installation.opens('Repeat after me', { email });
    const writes = (content: string) =>
      postMessage(installation.context, { kind: 'assistant' }, { conversationId: talk.conversationId }, { content });
    await writes(bait);
    await installation.minutesPass(talk, 3);
    expect(await planDigests(installation.context)).toBe(0);
    await installation.answers(talk, 'A person here.');
    await writes(`${bait} once more`);
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    const { raw } = await until(() => installation.mailsTo(email)[0], 'the digest');
    const { text } = await parseMail(Buffer.from(raw));
    expect(text).toContain('A person here.');
    expect(text).not.toContain('parcel');
  });

  test('it gets replies when its website wants, or never', async () => {
    const email = customer();
    const talk = await installation.opens('Do you have plates?', { email });
    await installation.answers(talk, 'Yes, in blue.');
    const wants = (mailAfterMinutes: number | null) =>
      updateWebsite(installation.context.db, installation.websiteId, { mailAfterMinutes });
    try {
      await installation.minutesPass(talk, 6);
      await wants(null);
      expect(await planDigests(installation.context)).toBe(0);
      await wants(10);
      expect(await planDigests(installation.context)).toBe(0);
      await wants(5);
      expect(await planDigests(installation.context)).toBe(1);
    } finally {
      await wants(2);
    }
  });

  test('it is told which answers were translated', async () => {
    const email = customer();
    const talk = await installation.opens('¿Dónde está mi paquete?', { email, locale: 'es' });
    const rita = await installation.representative('Rita');
    const original = { language: 'en', sentIn: 'es', text: 'Your parcel comes to your house today.' };
    const draft = { content: 'Su paquete llega hoy a su casa.', original };
    await postMessage(installation.context, rita, { conversationId: talk.conversationId }, draft);
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    const { raw } = await until(() => installation.mailsTo(email)[0], 'the digest');
    const { text } = await parseMail(Buffer.from(raw));
    expect(text).toContain('Rita (traducido)');
    expect(text).not.toContain('parcel');
  });

  test('it gets what the assistant says as well, and its own words as a subject, once the website vouches for it', async () => {
    const email = customer();
    const talk = await installation.opens('Do you have plates?', { email, emailVerified: true });
    const target = { conversationId: talk.conversationId };
    await postMessage(installation.context, { kind: 'assistant' }, target, { content: 'Yes, in blue.' });
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    const { raw } = await until(() => installation.mailsTo(email)[0], 'the digest');
    expect(headerOf(raw, 'Subject')).toContain('Do you have plates?');
    expect((await parseMail(Buffer.from(raw))).text).toContain('Yes, in blue.');
  });

  test('it gets five mails a day; the next is refused where the team sees it, and sent when a person presses Retry', async () => {
    const email = customer();
    const talk = await installation.opens('Hello', { email });
    for (let count = 1; count <= 6; count += 1) {
      await installation.answers(talk, `Answer ${count}`);
      await installation.minutesPass(talk, 3);
      await planDigests(installation.context);
      await until(
        async () =>
          installation.mailsTo(email).length === count ||
          (await talk.deliveries('email')).some(({ status }) => status === 'dead'),
        `mail ${count} or its refusal`,
      );
    }
    expect(installation.mailsTo(email)).toHaveLength(5);
    const refused = (await talk.deliveries('email')).find(({ status }) => status === 'dead');
    expect(refused?.lastError).toBe(
      'Not sent: This address was sent as many mails as one that has never answered may get in a day. Retry sends it all the same.',
    );
    const { email: adminEmail, userId } = await installation.representative('Rita');
    const user = { id: userId, name: 'Rita', email: adminEmail, role: 'admin' } as User;
    await retryDelivery(installation.context, { kind: 'staff', user, sessionId: 'none' }, refused?.id ?? '');
    await until(() => installation.mailsTo(email).length === 6, 'the sixth mail');
  });

  test.each([
    ['visitor', { visitorId: randomUUID() }, unprovenMailLimits.perVisitor.max],
    ['network', { network: 'one /64' }, unprovenMailLimits.perNetwork.max],
  ])('it is one of at most so many that one %s is let write to', async (_whose, same, most) => {
    const one = () => ({ address: `${randomUUID()}@example.com`, visitorId: randomUUID(), network: null, ...same });
    for (let count = 0; count < most; count += 1) await countUnprovenMail(installation.context, one());
    await expect(countUnprovenMail(installation.context, one())).rejects.toThrow(
      /^Not sent: .* Retry sends it all the same\.$/,
    );
  });

  test('a replaced address gets nothing more: the answers go to the new one', async () => {
    const [first, second] = [customer(), customer()];
    const talk = await installation.opens('Hello', { email: first });
    await installation.answers(talk, 'Hi');
    await installation.minutesPass(talk, 3);
    installation.smtp.refusals = [{ status: 451, words: 'busy' }];
    installation.smtp.onRefusal = () => updateByVisitor(installation.context, talk.caller, { email: second });
    await planDigests(installation.context);
    await until(
      async () => (await talk.deliveries('email')).some(({ target, status }) => target === first && status === 'dead'),
      'the end of the first',
    );
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    await until(() => installation.mailsTo(second)[0], 'the mail to the second');
    expect(installation.mailsTo(first)).toEqual([]);
  });
});

describe('a header of a mail', () => {
  test('it holds no line break, control or direction mark of the customer’s, and no second header', async () => {
    await installation.set('emailConfig', { notificationEmails: ['one@shop.example'] });
    const talk = await installation.opens('Re\u202Eknurd\u202C\r\nBcc: all@example.com\u0007 \u2066x\u2069\u200B', {
      email: customer(),
      name: 'A\r\nBcc: x@example.com',
    });
    const { raw } = await until(() => installation.mailsTo('one@shop.example')[0], 'the notice');
    const { mailToken } = await talk.state();
    expect((await parseMail(Buffer.from(raw))).subject).toBe(
      `[Parley] Reknurd Bcc: all@example.com x [#PARLEY-${mailToken}]`,
    );
    expect(headerOf(raw, 'Bcc')).toBe('');
    await installation.set('emailConfig', { notificationEmails: [] });
  });
});

describe('a customer who has left', () => {
  test('it gets one mail for the whole burst, in their language’s words, with everything a mail program needs', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email, [
      'We have it in blue.',
      'And in <green>: https://shop.example.com/g.',
      'Should we send one?',
    ]);
    await planDigests(installation.context);
    expect(installation.mailsTo(email)).toHaveLength(1);
    const parsed = await parseMail(Buffer.from(mail.raw));
    const { text } = parsed;
    for (const part of ['##-', 'Rita', 'We have it in blue.', 'And in <green>', 'Should we send one?'])
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

  test('it gets the next answers in the same thread', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await installation.answers(talk, 'One more thing.');
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    const second = await until(() => installation.mailsTo(email)[1], 'the second mail');
    expect(headerOf(second.raw, 'In-Reply-To')).toBe(headerOf(mail.raw, 'Message-ID'));
    const { text } = await parseMail(Buffer.from(second.raw));
    expect(text).toContain('One more thing.');
    expect(text).not.toContain('We have it in blue.');
  });

  test('it gets no mail while on the page, having read it, within two minutes, or without an address', async () => {
    const present = await installation.opens('Hello', { email: customer() });
    const read = await installation.opens('Hello', { email: customer() });
    const recent = await installation.opens('Hello', { email: customer() });
    const unknown = await installation.opens('Hello');
    for (const talk of [present, read, recent, unknown]) await installation.answers(talk, 'Hi');
    for (const talk of [present, read, unknown]) await installation.minutesPass(talk, 3);
    await installation.minutesPass(recent, 1);
    await keepNodeAlive(installation.context, 'node-1');
    await markVisitors(installation.context, 'node-1', [{ visitorId: present.caller.visitorId, isHere: true }]);
    await markRead(installation.context, read.conversationId, { side: 'customer' }, 2);
    expect(await planDigests(installation.context)).toBe(0);
  });

  test('it gets no more than ten mails an hour, however many conversations carry the address', async () => {
    const email = customer();
    const talks = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        installation.opens('Hello', { email: count % 2 ? email : email.toUpperCase(), emailVerified: true }),
      ),
    );
    for (const talk of talks) {
      await installation.answers(talk, 'Hi');
      await installation.minutesPass(talk, 3);
    }
    // Each plan sees what the one before has planned.
    for (const _ of talks) await planDigests(installation.context);
    const planned = await installation.context.db
      .selectFrom('deliveries')
      .select('id')
      .where(
        'conversationId',
        'in',
        talks.map((talk) => talk.conversationId),
      )
      .where('summary', '=', 'Replies for a customer who left')
      .execute();
    expect(planned).toHaveLength(10);
  });

  test('it gets no mail any more after unsubscribing, by a link nobody can make up', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const token = /token=([\w.-]+)>/.exec(headerOf(mail.raw, 'List-Unsubscribe'))?.[1] ?? '';
    await expect(unsubscribeByToken(installation.context, `${token.slice(0, -4)}AAAA`)).rejects.toThrow('not valid');
    await unsubscribeByToken(installation.context, token);
    await installation.answers(talk, 'One more thing.');
    await installation.minutesPass(talk, 3);
    expect(await planDigests(installation.context)).toBe(0);
  });

  test('a customer who unsubscribed is not mailed by a delivery that was planned before, nor by its Retry', async () => {
    const email = customer();
    const talk = await installation.opens('Hello', { email });
    await installation.answers(talk, 'Hi');
    await installation.minutesPass(talk, 3);
    installation.smtp.refusals = [{ status: 451, words: 'busy' }];
    installation.smtp.onRefusal = () => unsubscribe(installation.context.db, email);
    await planDigests(installation.context);
    const refused = await until(
      async () => (await talk.deliveries('email')).find(({ status }) => status === 'dead'),
      'the end of it',
    );
    expect(refused.lastError).toBe('This address has unsubscribed from email.');
    expect(installation.mailsTo(email)).toEqual([]);
  });

  test('it ends the mails of the address the link was sent to, whatever address the visitor has given since', async () => {
    const [victim, own] = [customer(), customer()];
    const { talk, mail } = await installation.mailed(victim);
    await updateByVisitor(installation.context, talk.caller, { email: own });
    const token = /token=([\w.-]+)>/.exec(headerOf(mail.raw, 'List-Unsubscribe'))?.[1] ?? '';
    await unsubscribeByToken(installation.context, token);
    expect(await unsubscribedAt(installation.context.db, victim)).not.toBeNull();
    expect(await unsubscribedAt(installation.context.db, own)).toBeNull();
    expect(headerOf(mail.raw, 'List-Unsubscribe')).not.toContain(victim);
  });

  test('a customer who changes their address is not unsubscribed at the new one, nor subscribed again at the old', async () => {
    const [old, fresh] = [customer(), customer()];
    const { talk } = await installation.mailed(old);
    await unsubscribe(installation.context.db, old);
    await updateByVisitor(installation.context, talk.caller, { email: fresh });
    await installation.answers(talk, 'One more thing.');
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    await until(() => installation.mailsTo(fresh)[0], 'the mail to the new address');
    const other = await installation.opens('It is me', { email: old });
    await installation.answers(other, 'Hello');
    await installation.minutesPass(other, 3);
    expect(await planDigests(installation.context)).toBe(0);
  });
});
