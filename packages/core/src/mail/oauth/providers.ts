/** Endpoints and scopes of the providers that mailboxes are opened at. */
import type { MailProvider } from '@parley/contracts/channels/mail-oauth';
import type { ServerMetadata } from 'openid-client';
import type { ExternalContext } from '../../external/services.ts';

export interface ProviderAccess {
  provider: MailProvider;
  /** Name that users read. */
  name: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Further parameters of the page of consent. */
  parameters: Readonly<Record<string, string>>;
  /** Endpoints; a URL if the provider publishes them at its issuer. */
  server: ServerMetadata | URL;
}

/**
 * Returns the registration with a provider: of the settings, else of the environment. Null if there is none, or if its
 * endpoints are missing.
 */
export async function providerAccess(
  { settings, external }: Pick<ExternalContext, 'settings' | 'external'>,
  provider: MailProvider,
): Promise<ProviderAccess | null> {
  const { mailOauthConfig: own } = await settings.read();
  const found = {
    google: () => google(own.googleClientId, own.googleClientSecret),
    microsoft: () => microsoft(own.microsoftTenant, own.microsoftClientId, own.microsoftClientSecret),
    other: () => other(own),
  }[provider]();
  if (found === null) return null;
  const environment = provider === 'other' ? undefined : external.mailOauth[provider];
  const registered = found.clientId === '' && environment ? { ...found, ...environment } : found;
  return registered.clientId === '' ? null : registered;
}

/** https://developers.google.com/identity/protocols/oauth2/web-server, https://developers.google.com/gmail/imap/xoauth2-protocol */
const google = (clientId: string, clientSecret: string): ProviderAccess => ({
  provider: 'google',
  name: 'Google',
  clientId,
  clientSecret,
  scopes: 'https://mail.google.com/',
  // Without a prompt a refresh token is given for the first consent alone.
  parameters: { access_type: 'offline', prompt: 'consent' },
  server: {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
    // Google's device flow grants no scope of mail, so it is not offered.
  },
});

/** https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth */
function microsoft(tenant: string, clientId: string, clientSecret: string): ProviderAccess {
  const endpoints = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0`;
  return {
    provider: 'microsoft',
    name: 'Microsoft',
    clientId,
    clientSecret,
    scopes: 'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access',
    parameters: { prompt: 'select_account' },
    server: {
      issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
      authorization_endpoint: `${endpoints}/authorize`,
      token_endpoint: `${endpoints}/token`,
      device_authorization_endpoint: `${endpoints}/devicecode`,
    },
  };
}

type Own = Awaited<ReturnType<ExternalContext['settings']['read']>>['mailOauthConfig'];

function other(own: Own): ProviderAccess | null {
  const server =
    own.otherTokenUrl === ''
      ? URL.parse(own.otherIssuer)
      : {
          issuer: own.otherIssuer || new URL(own.otherTokenUrl).origin,
          token_endpoint: own.otherTokenUrl,
          ...(own.otherAuthorizationUrl && { authorization_endpoint: own.otherAuthorizationUrl }),
          ...(own.otherDeviceUrl && { device_authorization_endpoint: own.otherDeviceUrl }),
          ...(own.otherRevocationUrl && { revocation_endpoint: own.otherRevocationUrl }),
        };
  if (server === null) return null;
  return {
    provider: 'other',
    name: own.otherName || (own.otherIssuer && URL.parse(own.otherIssuer)?.host) || 'OAuth',
    clientId: own.otherClientId,
    clientSecret: own.otherClientSecret,
    scopes: own.otherScopes,
    parameters: {},
    server,
  };
}
