/**
 * Consent of a mailbox's owner: at the provider's page in the same browser (RFC 6749 with PKCE), or with a code on
 * another device (RFC 8628).
 */
import type { MailConsent, DeviceConsent } from '@parley/contracts/channels/mailboxes';
import { type MailProvider, mailOauthCallback } from '@parley/contracts/channels/mail-oauth';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as grants from '@parley/db/mail/grants';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { findUser } from '@parley/db/users/users';
import { keys } from '@parley/service/redis';
import * as oidc from 'openid-client';
import { recordAudit } from '../../audit/record.ts';
import { noSession, type StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { publishChange } from '../../live/publish-change.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { asOauthProblem, oauthClient, refusalOf, type Tokens, tokensOf } from './client.ts';
import { type ProviderAccess, providerAccess } from './providers.ts';
import { tokenPurpose } from './tokens.ts';

const consentSeconds = 600;

/** A consent that has left for the provider and has not come back. */
interface PendingConsent {
  mailboxId: string;
  provider: MailProvider;
  userId: string;
  sessionId: string;
  codeVerifier: string;
}

type RedisContext = Pick<Context, 'redis' | 'prefix'>;
const stateKey = ({ prefix }: RedisContext, state: string): string => keys(prefix).key('mail-consent', state);
const deviceKey = ({ prefix }: RedisContext, mailboxId: string): string => keys(prefix).key('mail-device', mailboxId);

/** Returns the provider that a mailbox signs in at, and its registration. @throws Problem `not_found`, `not_configured` */
async function accessOf(context: ExternalContext, mailboxId: string): Promise<ProviderAccess> {
  const provider = await providerOf(context, mailboxId);
  const access = await providerAccess(context, provider);
  if (!access) throw new Problem('not_configured', localize('mail_provider_missing'));
  return access;
}

/** @throws Problem `not_found`, `not_configured` for a mailbox with a password */
async function providerOf({ db }: Pick<Context, 'db'>, mailboxId: string): Promise<MailProvider> {
  const mailbox = await findMailbox(db, mailboxId);
  if (!mailbox) throw new Problem('not_found', localize('no_such_mailbox'));
  if (mailbox.receiving.kind !== 'imap_oauth') throw new Problem('not_configured', localize('mailbox_without_oauth'));
  return mailbox.receiving.provider;
}

const redirectUri = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => `${publicUrl}${mailOauthCallback}`;

/**
 * Starts a consent in the caller's browser. Returns the provider's address.
 *
 * @throws Problem `not_found`, `not_configured`, `unavailable`
 */
export async function startConsent(
  context: ExternalContext,
  caller: StaffCaller,
  mailboxId: string,
): Promise<{ url: string }> {
  await refuseWithout(context, caller, 'mail.manage');
  const access = await accessOf(context, mailboxId);
  const client = await oauthClient(context, access);
  if (!client.serverMetadata().authorization_endpoint)
    throw new Problem('not_configured', localize('mail_provider_missing'));
  const [codeVerifier, state] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
  const pending: PendingConsent = {
    mailboxId,
    provider: access.provider,
    userId: caller.user.id,
    sessionId: caller.sessionId,
    codeVerifier,
  };
  await context.redis.set(stateKey(context, state), JSON.stringify(pending), 'EX', consentSeconds);
  const url = oidc.buildAuthorizationUrl(client, {
    ...access.parameters,
    redirect_uri: redirectUri(context),
    scope: access.scopes,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href };
}

/** Result of a browser's return, for the page that it continues at. */
export type ConsentOutcome = { mailboxId: string | null; outcome: 'granted' | 'refused' | 'expired' | 'failed' };

/**
 * Finishes a consent when the browser returns: once, and only in the session that left. Refusals are outcomes, since
 * the caller is a browser that followed a redirect.
 */
export async function finishConsent(
  context: ExternalContext,
  session: { userId: string | undefined; sessionId: string | undefined },
  query: string,
): Promise<ConsentOutcome> {
  const state = new URLSearchParams(query).get('state');
  const text = state === null ? null : await context.redis.getdel(stateKey(context, state));
  if (state === null || text === null) return { mailboxId: null, outcome: 'expired' };
  // Written above.
  const { mailboxId, provider, userId, sessionId, codeVerifier } = JSON.parse(text) as PendingConsent;
  if (session.userId !== userId || session.sessionId !== sessionId) return { mailboxId: null, outcome: 'expired' };
  const access = await providerAccess(context, provider);
  if (!access) return { mailboxId, outcome: 'failed' };
  try {
    const client = await oauthClient(context, access);
    const answer = await oidc.authorizationCodeGrant(client, new URL(`${redirectUri(context)}${query}`), {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
    });
    await storeGrant(context, { mailboxId, provider, userId }, tokensOf(answer));
    return { mailboxId, outcome: 'granted' };
  } catch (error) {
    context.log.warn({ mailboxId, err: error }, 'consent for a mailbox failed');
    return { mailboxId, outcome: refusalOf(error) === 'access_denied' ? 'refused' : 'failed' };
  }
}

/** @throws Problem `other_side_failed` if the provider gave no refresh token, and access would end within the hour */
async function storeGrant(
  context: ExternalContext,
  { mailboxId, provider, userId }: { mailboxId: string; provider: MailProvider; userId: string },
  { accessToken, refreshToken, expiresAt }: Tokens,
): Promise<void> {
  if (refreshToken === null) throw new Problem('other_side_failed', localize('mail_refresh_missing'));
  const encrypt = (token: string): string => context.secrets.encrypt(token, tokenPurpose);
  await grants.storeMailGrant(context.db, mailboxId, {
    provider,
    grantedBy: userId,
    refreshToken: encrypt(refreshToken),
    accessToken: encrypt(accessToken),
    expiresAt,
  });
  const user = await findUser(context.db, userId);
  if (user) {
    const caller = { kind: 'staff', user, sessionId: noSession } as const;
    await recordAudit(context, caller, {
      action: 'mailbox.connected',
      subject: { type: 'mailbox', id: mailboxId },
      details: { provider },
    });
  }
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
}

/** A code that waits to be entered on another device. */
interface PendingDevice {
  provider: MailProvider;
  userId: string;
  /** Encrypted: everyone who has it gets the tokens. */
  deviceCode: string;
  intervalMs: number;
  expiresAt: number;
  /** Earliest time of the next request to the provider, in milliseconds. */
  askAt: number;
  shown: DeviceConsent;
}

/**
 * Starts a consent with a code that is entered on any device.
 *
 * @throws Problem `not_found`, `not_configured` if the provider has no such flow, `other_side_failed`, `unavailable`
 */
export async function startDeviceConsent(
  context: ExternalContext,
  caller: StaffCaller,
  mailboxId: string,
): Promise<DeviceConsent> {
  await refuseWithout(context, caller, 'mail.manage');
  const access = await accessOf(context, mailboxId);
  const client = await oauthClient(context, access);
  if (!client.serverMetadata().device_authorization_endpoint)
    throw new Problem('not_configured', localize('mail_device_missing', { name: access.name }));
  const answer = await oidc.initiateDeviceAuthorization(client, { scope: access.scopes }).catch((error: unknown) => {
    throw asOauthProblem(access, error);
  });
  const expiresAt = Date.now() + Math.min(answer.expires_in, 1800) * 1000;
  const shown: DeviceConsent = {
    userCode: answer.user_code,
    verificationUrl: httpUrl(answer.verification_uri),
    expiresAt: new Date(expiresAt).toISOString(),
  };
  const pending: PendingDevice = {
    provider: access.provider,
    userId: caller.user.id,
    deviceCode: context.secrets.encrypt(answer.device_code, tokenPurpose),
    intervalMs: (answer.interval ?? 5) * 1000,
    expiresAt,
    askAt: 0,
    shown,
  };
  await keepDevice(context, mailboxId, pending);
  return shown;
}

/** @throws Problem `other_side_failed` for an address that isn't a page */
function httpUrl(address: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address;
  throw new Problem('other_side_failed', localize('mail_provider_missing'));
}

async function keepDevice(context: RedisContext, mailboxId: string, pending: PendingDevice): Promise<void> {
  const seconds = Math.ceil((pending.expiresAt - Date.now()) / 1000);
  if (seconds > 0) await context.redis.set(deviceKey(context, mailboxId), JSON.stringify(pending), 'EX', seconds);
}

/**
 * Returns the state of a mailbox's consent. While a device's code waits, asks the provider whether it was entered, no
 * more often than it allows.
 */
export async function readConsent(
  context: ExternalContext,
  caller: StaffCaller,
  mailboxId: string,
): Promise<MailConsent> {
  await refuseWithout(context, caller, 'mail.manage');
  const provider = await providerOf(context, mailboxId);
  const waiting = await askForDevice(context, mailboxId);
  const grant = await grants.findMailGrant(context.db, mailboxId);
  const state = grant?.provider !== provider ? 'missing' : grant.refusedReason === null ? 'granted' : 'refused';
  return {
    state,
    provider,
    grantedAt: state === 'missing' || !grant ? null : grant.grantedAt.toISOString(),
    device: waiting,
  };
}

async function askForDevice(context: ExternalContext, mailboxId: string): Promise<DeviceConsent | null> {
  const text = await context.redis.get(deviceKey(context, mailboxId));
  if (text === null) return null;
  // Written above.
  const pending = JSON.parse(text) as PendingDevice;
  if (pending.askAt > Date.now()) return pending.shown;
  const access = await providerAccess(context, pending.provider);
  if (!access) return null;
  await keepDevice(context, mailboxId, { ...pending, askAt: Date.now() + pending.intervalMs });
  try {
    const answer = await oidc.genericGrantRequest(
      await oauthClient(context, access),
      'urn:ietf:params:oauth:grant-type:device_code',
      { device_code: context.secrets.decrypt(pending.deviceCode, tokenPurpose) },
    );
    await context.redis.del(deviceKey(context, mailboxId));
    await storeGrant(context, { mailboxId, provider: pending.provider, userId: pending.userId }, tokensOf(answer));
    return null;
  } catch (error) {
    switch (refusalOf(error)) {
      case 'authorization_pending':
        return pending.shown;
      case 'slow_down': {
        // RFC 8628, section 3.5: five seconds more from then on.
        const intervalMs = pending.intervalMs + 5_000;
        await keepDevice(context, mailboxId, { ...pending, intervalMs, askAt: Date.now() + intervalMs });
        return pending.shown;
      }
      case null:
        // The provider is away: asked again.
        if (error instanceof Problem) throw error;
        return pending.shown;
      default:
        await context.redis.del(deviceKey(context, mailboxId));
        throw asOauthProblem(access, error);
    }
  }
}

/** Deletes a mailbox's consent and revokes it at the provider. Succeeds without a consent. */
export async function endConsent(context: ExternalContext, caller: StaffCaller, mailboxId: string): Promise<void> {
  await refuseWithout(context, caller, 'mail.manage');
  if (!(await revokeGrant(context, mailboxId))) return;
  await recordAudit(context, caller, {
    action: 'mailbox.disconnected',
    subject: { type: 'mailbox', id: mailboxId },
  });
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
}

/** Deletes a grant and asks the provider to forget it, which may fail: the tokens are deleted here either way. */
export async function revokeGrant(context: ExternalContext, mailboxId: string): Promise<boolean> {
  await context.redis.del(deviceKey(context, mailboxId));
  const grant = await grants.deleteMailGrant(context.db, mailboxId);
  if (!grant) return false;
  try {
    const access = await providerAccess(context, grant.provider);
    const client = access && (await oauthClient(context, access));
    // Microsoft has no such endpoint: the account's own page of permissions ends it there.
    if (client?.serverMetadata().revocation_endpoint)
      await oidc.tokenRevocation(client, context.secrets.decrypt(grant.refreshToken, tokenPurpose));
  } catch (error) {
    context.log.warn({ mailboxId, err: error }, 'a mailbox’s token could not be revoked');
  }
  return true;
}
