/** Identity providers that users sign in with: OpenID Connect, https://openid.net/specs/openid-connect-core-1_0.html */
import * as Type from 'typebox';
import { Role } from '../entities.ts';
import { LocalizedText } from '../i18n/server-texts.ts';
import { expected, Id, Name, OneOf, Strict, Timestamp } from '../schema.ts';
import { Secret } from '../settings/secret-fields.ts';

export const providersMax = 20;
export const domainsMax = 50;
export const groupRolesMax = 100;

const Issuer = Type.String({
  maxLength: 500,
  pattern: '^https?://[^\\s?#]+$',
  description: 'As its discovery document says it; that is looked for below it',
  examples: ['https://login.example.com/realms/staff'],
});
const Scope = Type.String({ minLength: 1, maxLength: 100, pattern: '^[!#-\\[\\]-~]+$', examples: ['email'] });
const Domain = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[a-z0-9][a-z0-9.-]*$',
  examples: ['example.com'],
});

/** Minimum role of the members of a group. */
export const GroupRole = Strict({ group: Name({ maxLength: 200 }), role: Role });
export type GroupRole = Type.Static<typeof GroupRole>;

const fields = {
  name: Name({ maxLength: 60 }),
  issuer: Issuer,
  clientId: Type.String({ minLength: 1, maxLength: 500, pattern: '^[!-~]+$', examples: ['parley'] }),
  /** Empty for a client without one. */
  clientSecret: Secret,
  /** Requested in addition to `openid`. */
  scopes: Type.Array(Scope, { maxItems: 20, uniqueItems: true }),
  /** Email domains the provider may vouch for: a sign-in with another domain neither creates nor matches a user. */
  domains: Type.Array(Domain, { minItems: 1, maxItems: domainsMax, uniqueItems: true }),
  /** Role of new users, and of users in none of the groups. */
  role: Role,
  /** Claim that lists the user's groups; empty if roles are set by hand. */
  groupsClaim: Type.String({ maxLength: 100, pattern: '^[^\\s]*$', examples: ['groups'] }),
  groupRoles: Type.Array(GroupRole, { maxItems: groupRolesMax }),
  /** True if it asks for a second factor itself: ours is not asked for afterwards. */
  trustedForSecondFactor: Type.Boolean(),
  isActive: Type.Boolean(),
};

export const IdentityProvider = Type.Object({ id: Id, ...fields, createdAt: Timestamp }, { $id: 'IdentityProvider' });
export type IdentityProvider = Type.Static<typeof IdentityProvider>;

const { name, issuer, clientId, clientSecret, domains, ...others } = fields;
type Others = { [K in keyof typeof others]: Type.TOptional<(typeof others)[K]> };
const optional = Object.fromEntries(
  Object.entries(others).map(([key, schema]) => [key, Type.Optional(schema)]),
) as Others;

/** The id may be chosen beforehand: it is part of the addresses to register with the provider. */
export const NewIdentityProvider = Strict({
  id: Type.Optional(Id),
  name,
  issuer,
  clientId,
  clientSecret,
  domains,
  ...optional,
});
export type NewIdentityProvider = Type.Static<typeof NewIdentityProvider>;

export const IdentityProviderChange = Strict(
  {
    name: Type.Optional(name),
    issuer: Type.Optional(issuer),
    clientId: Type.Optional(clientId),
    clientSecret: Type.Optional(clientSecret),
    domains: Type.Optional(domains),
    ...optional,
    ...expected(fields),
  },
  { minProperties: 1 },
);
export type IdentityProviderChange = Type.Static<typeof IdentityProviderChange>;

/** Reasons why a returning user was not signed in; the sign-in page explains them. */
export const signInRefusals = [
  'expired',
  'cancelled',
  'untrusted',
  'unavailable',
  'unproven',
  'domain',
  'bound',
  'deactivated',
  'not_again',
  /** An account with this address has a password or passkey: signing in with it connects the two. */
  'unconnected',
  /** An account with this address exists, but the address was never confirmed. */
  'unconfirmed',
] as const;
export const SignInRefusal = OneOf(signInRefusals);
export type SignInRefusal = (typeof signInRefusals)[number];

/** Result of testing a provider. */
export const IdentityProviderTest = Type.Object(
  {
    success: Type.Boolean(),
    /** Response of the provider, or the reason why there is none. */
    message: Type.String(),
    localized: Type.Optional(LocalizedText),
    /** Why a sign-in would be refused, where the sign-in page has a word for it. */
    refusal: Type.Optional(SignInRefusal),
    /** Whether signing out here can sign out there. */
    signsOut: Type.Boolean(),
  },
  { $id: 'IdentityProviderTest' },
);
export type IdentityProviderTest = Type.Static<typeof IdentityProviderTest>;

/** Page after a new proof of identity at a provider; the waiting dashboard continues from there. */
export const provenPath = '/proven';

const returnPathPattern = '^/(?!api(?:/|$))(?:[A-Za-z0-9_~.=&?%:@+,;!*()-][A-Za-z0-9_~.=&?%:@+,;!*()/-]*)?$';
const returnPath = new RegExp(returnPathPattern);

/** A path inside the dashboard to go on at: never another origin, and nothing of the API. */
export const ReturnPath = Type.String({
  maxLength: 500,
  pattern: returnPathPattern,
  examples: ['/conversations'],
});

/** Returns whether a redirect to the path is safe. */
export const isReturnPath = (path: string): boolean => path.length <= 500 && returnPath.test(path);

/** Returns the addresses to register with a provider: sign-in callback, back-channel logout, page after sign-out. */
export const providerAddresses = (publicUrl: string, id: string) => ({
  callback: `${publicUrl}/api/sign-in/providers/${id}/callback`,
  backChannelLogout: `${publicUrl}/api/sign-in/providers/${id}/logout`,
  afterLogout: `${publicUrl}/auth`,
});
