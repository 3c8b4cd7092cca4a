import { mailOauthCallback } from '@parley/contracts/channels/mail-oauth';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { StaffCaller } from '@parley/core/callers';
import { sendFromMailbox } from '@parley/core/mail/mailbox-sending';
import { addMailbox, deleteMailbox, listMailboxes, updateMailbox } from '@parley/core/mail/mailboxes';
import {
  endConsent,
  finishConsent,
  readConsent,
  startConsent,
  startDeviceConsent,
} from '@parley/core/mail/oauth/consent';
import { mailboxAccessToken } from '@parley/core/mail/oauth/tokens';
import { createColleague } from '@parley/core/testing';
import { findMailGrant } from '@parley/db/mail/grants';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { type ImapServer, startImapServer } from '@parley/testing/imap';
import { type MailProviderServer, startMailProvider } from '@parley/testing/mail-oauth';
import { type MailServer, startMailServer } from '@parley/testing/smtp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';

const client = { clientId: 'parley', clientSecret: 'the client secret' };
let installation: Installation;
let admin: StaffCaller;
let provider: MailProviderServer;
let imap: ImapServer;
let smtp: MailServer;

beforeAll(async () => {
  installation = await startInstallation();
  admin = { ...(await createColleague(installation.context, 'Ada Oauth', 'admin')), sessionId: 'session one' };
  provider = await startMailProvider({
    ...client,
    redirectUri: `${installation.context.publicUrl}${mailOauthCallback}`,
  });
  const acceptsToken = (token: string): boolean => provider.accepts(token);
  imap = await startImapServer({ acceptsToken });
  smtp = await startMailServer({ user: 'support@example.com', acceptsToken });
  await installation.set('mailOauthConfig', {
    otherName: 'Acme Mail',
    otherIssuer: provider.issuer,
    otherClientId: client.clientId,
    otherClientSecret: client.clientSecret,
    otherScopes: 'mail offline_access',
  });
});
afterEach(async () => {
  Object.assign(provider, {
    allows: true,
    refreshRefusal: null,
    isDown: false,
    lifetime: 3600,
    givesRefreshTokens: true,
  });
  for (const { id } of await listMailboxes(installation.context, admin)) {
    await deleteMailbox(installation.context, admin, id);
  }
});
afterAll(async () => {
  await installation.close();
  await Promise.all([provider.close(), imap.close(), smtp.close()]);
});

let numbers = 0;
const receiving = () =>
  ({
    kind: 'imap_oauth',
    provider: 'other',
    host: imap.host,
    port: imap.port,
    secure: false,
    user: imap.user,
    folder: 'INBOX',
  }) as const;
const sending = () =>
  ({ kind: 'smtp_oauth', host: smtp.host, port: smtp.port, secure: false, user: 'support@example.com' }) as const;
const mailbox = (): Promise<Mailbox> =>
  addMailbox(installation.context, admin, {
    name: 'Support',
    address: `oauth${(numbers += 1)}@example.com`,
    receiving: receiving(),
    sending: sending(),
  });

/** Follows the way of a browser: to the provider's page, and back. */
async function consent(mailboxId: string, session: Partial<Pick<StaffCaller, 'sessionId'>> = {}) {
  const { url } = await startConsent(installation.context, admin, mailboxId);
  const answer = await fetch(url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  const finish = () =>
    finishConsent(
      installation.context,
      { userId: admin.user.id, sessionId: session.sessionId ?? admin.sessionId },
      back.search,
    );
  return { url: new URL(url), back, finish };
}
const tokenRequests = (grant: string) => provider.requests.filter(({ form }) => form.get('grant_type') === grant);

test('after consent in the browser the mailbox is read and sends, by tokens that are stored encrypted', async () => {
  const { id } = await mailbox();
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'missing', provider: 'other' });
  const { url, finish } = await consent(id);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  expect(await finish()).toEqual({ mailboxId: id, outcome: 'granted' });
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'granted' });
  await until(() => imap.idling() === 1, 'the mailbox to be read');
  await sendFromMailbox(installation.context, id, { from: 'support@example.com', to: 'a@b.example', text: 'Hello' });
  expect(smtp.mails.at(-1)?.to).toEqual(['a@b.example']);
  const grant = await findMailGrant(installation.context.db, id);
  expect(provider.accepts(grant?.accessToken ?? '')).toBe(false);
  expect(JSON.stringify(await listMailboxes(installation.context, admin))).not.toContain('Token');
});

test('a return is worth something once, and only in the session that left', async () => {
  const { id } = await mailbox();
  const first = await consent(id, { sessionId: 'session two' });
  expect(await first.finish()).toEqual({ mailboxId: null, outcome: 'expired' });
  const second = await consent(id);
  expect(await second.finish()).toMatchObject({ outcome: 'granted' });
  expect(await second.finish()).toMatchObject({ outcome: 'expired' });
  expect(
    await finishConsent(installation.context, { userId: admin.user.id, sessionId: admin.sessionId }, '?state=x&code=y'),
  ).toMatchObject({ outcome: 'expired' });
});

test('a refusal at the provider, and access without a refresh token, leave the mailbox without access', async () => {
  const { id } = await mailbox();
  provider.allows = false;
  expect(await (await consent(id)).finish()).toEqual({ mailboxId: id, outcome: 'refused' });
  provider.allows = true;
  provider.givesRefreshTokens = false;
  expect(await (await consent(id)).finish()).toEqual({ mailboxId: id, outcome: 'failed' });
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'missing' });
});

test('a code that is entered on another device opens the mailbox', async () => {
  const { id } = await mailbox();
  const { userCode, verificationUrl } = await startDeviceConsent(installation.context, admin, id);
  expect(verificationUrl).toBe(`${provider.issuer}/device`);
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'missing', device: { userCode } });
  provider.enterCode(userCode, true);
  const granted = await until(async () => {
    const state = await readConsent(installation.context, admin, id);
    return state.state === 'granted' ? state : null;
  }, 'the consent');
  expect(granted.device).toBeNull();
  const other = await startDeviceConsent(installation.context, admin, id);
  provider.enterCode(other.userCode, false);
  await expect(
    until(async () => (await readConsent(installation.context, admin, id)).device === null, 'the refusal'),
  ).rejects.toMatchObject({ code: 'other_side_failed' });
});

test('a token is refreshed before it expires, once for all that ask at the same time', async () => {
  const { id } = await mailbox();
  // Less than is asked for at least, so that every use refreshes.
  provider.lifetime = 60;
  await (await consent(id)).finish();
  provider.lifetime = 3600;
  provider.requests.length = 0;
  const tokens = await Promise.all(Array.from({ length: 5 }, () => mailboxAccessToken(installation.context, id)));
  expect(new Set(tokens).size).toBe(1);
  expect(provider.accepts(tokens[0] ?? '')).toBe(true);
  expect(tokenRequests('refresh_token')).toHaveLength(1);
  // The refresh token was exchanged for another; that one is used next.
  const next = await mailboxAccessToken(installation.context, id, { rejected: tokens[0] ?? '' });
  expect(next).not.toBe(tokens[0]);
});

test('a token that the servers no longer accept is replaced, and sending goes on', async () => {
  const { id } = await mailbox();
  await (await consent(id)).finish();
  provider.endAccessTokens();
  await sendFromMailbox(installation.context, id, { from: 'support@example.com', to: 'c@d.example', text: 'Hello' });
  expect(smtp.mails.at(-1)?.to).toEqual(['c@d.example']);
});

test('where the provider refuses to refresh, the mailbox shows that consent has to be given again', async () => {
  const { id } = await mailbox();
  await (await consent(id)).finish();
  provider.refreshRefusal = 'invalid_grant';
  provider.endAccessTokens();
  imap.hangUp();
  const failure = await until(async () => (await findMailbox(installation.context.db, id))?.failure, 'the failure');
  expect(failure.localized?.code).toBe('mailbox_consent_needed');
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'refused' });
  await expect(
    sendFromMailbox(installation.context, id, { from: 'a@b.example', to: 'c@d.example', text: 'x' }),
  ).rejects.toThrow('Sign in there again');
  provider.refreshRefusal = null;
  await (await consent(id)).finish();
  await until(async () => (await findMailbox(installation.context.db, id))?.failure === null, 'the mailbox to be read');
});

test('a provider that is away costs no consent', async () => {
  const { id } = await mailbox();
  await (await consent(id)).finish();
  provider.isDown = true;
  await expect(mailboxAccessToken(installation.context, id, { rejected: await tokenOf(id) })).rejects.toMatchObject({
    transient: true,
  });
  provider.isDown = false;
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'granted' });
});

test('ending the access, and removing the mailbox, revoke it at the provider', async () => {
  for (const end of [endConsent, deleteMailbox]) {
    const { id } = await mailbox();
    await (await consent(id)).finish();
    provider.revoked.length = 0;
    await end(installation.context, admin, id);
    expect(provider.revoked).toHaveLength(1);
    expect(await findMailGrant(installation.context.db, id)).toBeUndefined();
  }
});

test('a mailbox that moves to another server has no access there', async () => {
  const { id } = await mailbox();
  await (await consent(id)).finish();
  await updateMailbox(installation.context, admin, id, { receiving: { ...receiving(), marksSeen: true } });
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'granted' });
  await updateMailbox(installation.context, admin, id, { receiving: { ...receiving(), host: 'imap.evil.example' } });
  expect(await readConsent(installation.context, admin, id)).toMatchObject({ state: 'missing' });
});

const tokenOf = (id: string): Promise<string> => mailboxAccessToken(installation.context, id);
