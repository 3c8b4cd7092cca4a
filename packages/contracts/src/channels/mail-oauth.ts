/** OAuth 2 for mailboxes: the registrations of this installation with Google, Microsoft or another provider. */
import * as Type from 'typebox';
import { OneOf, Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';

export const mailProviders = ['google', 'microsoft', 'other'] as const;
export const MailProvider = OneOf(mailProviders);
export type MailProvider = (typeof mailProviders)[number];

const Text = (examples: string[]) => Type.String({ maxLength: 500, examples });
const Endpoint = Guarded(Type.String({ maxLength: 2000, pattern: '^(|https?://[^\\s]+)$', examples: [''] }));

/** Client ids and secrets that providers gave this installation. Empty ones are those of the environment. */
export const MailOauthConfig = Strict({
  googleClientId: Guarded(Text(['1234567890-abc.apps.googleusercontent.com'])),
  googleClientSecret: Secret,
  microsoftClientId: Guarded(Text(['9c4f1f6e-3d1b-4a52-8a0f-0b9a4c9f7b11'])),
  microsoftClientSecret: Secret,
  /** Directory that may sign in: its id or domain, `organizations`, or `common` for all accounts. */
  microsoftTenant: Guarded(Type.String({ pattern: '^[A-Za-z0-9.-]{1,100}$', examples: ['common'] })),
  /** Name of another provider, as its button shows it. */
  otherName: Guarded(Type.String({ maxLength: 60, examples: ['Fastmail'] })),
  /** Its issuer, which publishes its endpoints (OpenID Connect Discovery or RFC 8414). */
  otherIssuer: Endpoint,
  /** Its endpoints, where it publishes none. */
  otherAuthorizationUrl: Endpoint,
  otherTokenUrl: Endpoint,
  otherDeviceUrl: Endpoint,
  otherRevocationUrl: Endpoint,
  /** Scopes to request, separated by spaces. */
  otherScopes: Guarded(Type.String({ maxLength: 1000, examples: ['https://mail.example.com/imap offline_access'] })),
  otherClientId: Guarded(Text(['parley'])),
  otherClientSecret: Secret,
});
export type MailOauthConfig = Type.Static<typeof MailOauthConfig>;

export const mailOauthDefaults: MailOauthConfig = {
  googleClientId: '',
  googleClientSecret: '',
  microsoftClientId: '',
  microsoftClientSecret: '',
  microsoftTenant: 'common',
  otherName: '',
  otherIssuer: '',
  otherAuthorizationUrl: '',
  otherTokenUrl: '',
  otherDeviceUrl: '',
  otherRevocationUrl: '',
  otherScopes: '',
  otherClientId: '',
  otherClientSecret: '',
};

/** Path that providers redirect to; the redirect URI is the public URL with this path. */
export const mailOauthCallback = '/api/mail/oauth/callback';
