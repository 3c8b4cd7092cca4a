/** Access tokens of mailboxes: refreshed before they expire, by one process at a time. */
import { localize } from '@parley/contracts/i18n/server-texts';
import * as grants from '@parley/db/mail/grants';
import { findMailbox } from '@parley/db/mail/mailboxes';
import * as oidc from 'openid-client';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { publishChange } from '../../live/publish-change.ts';
import { asOauthProblem, isConsentEnded, oauthClient, refusalOf, tokensOf } from './client.ts';
import { providerAccess } from './providers.ts';

/** A token with less time left is refreshed: logging in and sending a large mail must fit. */
const leastLeftMs = 5 * 60_000;

/** Consent is missing or was withdrawn: only a person at the provider's page can give it. */
export class ConsentNeeded extends CallFailed {
  override readonly name = 'ConsentNeeded';
}

const consentNeeded = (name: string): ConsentNeeded =>
  new ConsentNeeded(localize('mailbox_consent_needed', { name }), { transient: true });

/**
 * Returns an access token that is valid for five minutes at least. With `rejected`, a token that the mail server
 * refused, another one.
 *
 * @throws ConsentNeeded, CallFailed (transient) while the provider can't be reached
 */
export async function mailboxAccessToken(
  context: ExternalContext,
  mailboxId: string,
  { rejected }: { rejected?: string } = {},
): Promise<string> {
  const { db, secrets } = context;
  const known = await grants.findMailGrant(db, mailboxId);
  const name = await providerName(context, mailboxId);
  const usable = (grant: grants.MailGrant): string | null => {
    if (grant.refusedReason !== null) throw consentNeeded(name);
    if (grant.expiresAt.getTime() - Date.now() < leastLeftMs) return null;
    const token = secrets.decrypt(grant.accessToken, tokenPurpose);
    return token === rejected ? null : token;
  };
  if (!known) throw consentNeeded(name);
  const token = usable(known);
  if (token !== null) return token;
  const access = await providerAccess(context, known.provider);
  if (!access) throw new CallFailed(localize('mail_provider_missing'), { transient: true });
  const outcome = await db.transaction().execute(async (transaction) => {
    const grant = await grants.lockMailGrant(transaction, mailboxId);
    if (!grant) return { isRefused: true };
    const refreshed = usable(grant);
    if (refreshed !== null) return { token: refreshed };
    try {
      const client = await oauthClient(context, access);
      const tokens = tokensOf(await oidc.refreshTokenGrant(client, secrets.decrypt(grant.refreshToken, tokenPurpose)));
      await grants.storeRefreshedTokens(transaction, mailboxId, {
        accessToken: secrets.encrypt(tokens.accessToken, tokenPurpose),
        expiresAt: tokens.expiresAt,
        refreshToken: tokens.refreshToken === null ? undefined : secrets.encrypt(tokens.refreshToken, tokenPurpose),
      });
      return { token: tokens.accessToken };
    } catch (error) {
      if (!isConsentEnded(error))
        throw new CallFailed(asOauthProblem(access, error).words, { transient: true, cause: error });
      await grants.refuseMailGrant(transaction, mailboxId, refusalOf(error) ?? 'invalid_grant');
      return { isRefused: true };
    }
  });
  if ('token' in outcome) return outcome.token;
  context.log.warn({ mailboxId }, 'the provider refused to refresh a mailbox’s token');
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
  throw consentNeeded(name);
}

/** Returns the name of the provider that a mailbox signs in at. */
async function providerName({ db, settings }: ExternalContext, mailboxId: string): Promise<string> {
  const receiving = (await findMailbox(db, mailboxId))?.receiving;
  const provider = receiving?.kind === 'imap_oauth' ? receiving.provider : 'other';
  const { otherName } = (await settings.read()).mailOauthConfig;
  return { google: 'Google', microsoft: 'Microsoft', other: otherName || 'OAuth' }[provider];
}

/** Keeps encrypted tokens apart from other stored secrets. */
export const tokenPurpose = 'mail token';
