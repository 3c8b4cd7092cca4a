/** Second factors and sessions of an account. */
import * as Type from 'typebox';
import { Role } from '../entities.ts';
import { passkeyNameMaxLength } from './limits.ts';
import { PasskeyAnswer } from './passkeys.ts';
import { Id, Name, Nullable, Strict, Timestamp } from '../schema.ts';
import { SignInMethod } from './sign-in.ts';

/** Session of a user, as the user and admins see it. Null fields were not recorded when it began. */
export const StaffSession = Type.Object(
  {
    id: Type.String({ examples: ['mJ3bXw1uVb0aXq2uJ1n0Zw'] }),
    /** The one that asks. */
    isCurrent: Type.Boolean(),
    method: Nullable(SignInMethod),
    signedInAt: Nullable(Timestamp),
    lastUsedAt: Nullable(Timestamp),
    address: Nullable(Type.String({ examples: ['192.0.2.7'] })),
    agent: Nullable(Type.String({ examples: ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'] })),
  },
  { $id: 'StaffSession' },
);
export type StaffSession = Type.Static<typeof StaffSession>;

export const PasskeyName = Name({ maxLength: passkeyNameMaxLength });

export const Passkey = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Laptop'] }),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
  },
  { $id: 'Passkey' },
);
export type Passkey = Type.Static<typeof Passkey>;

/** Second factors of the caller's account. */
export const SecondFactors = Type.Object(
  {
    totp: Type.Boolean(),
    passkeys: Type.Array(Passkey),
    recoveryCodesLeft: Type.Integer(),
    /** Public address of the installation, the only one where its passkeys work. */
    passkeysAt: Type.String({ examples: ['https://chat.example.com'] }),
    /** Name of the identity provider of this session, which can prove the user's identity again; absent without one. */
    provider: Type.Optional(Type.String({ examples: ['Acme'] })),
  },
  { $id: 'SecondFactors' },
);
export type SecondFactors = Type.Static<typeof SecondFactors>;

/** Codes that are answered once and stored as hashes. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String({ examples: ['k7d2m-9xq4t'] })) });
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>;

/** Second factors of a user, without their secrets. */
export const TeamFactor = Type.Object(
  {
    userId: Id,
    name: Type.String(),
    role: Role,
    since: Nullable(Timestamp),
    /** Until when one has to be set up; null where none has to. */
    due: Nullable(Timestamp),
  },
  { $id: 'TeamFactor' },
);
export type TeamFactor = Type.Static<typeof TeamFactor>;

/** Six digits of a code app, spaces let be; or one of the recovery codes; or a passkey's answer. */
export const Proof = Type.Union([
  Strict({ code: Type.String({ minLength: 6, maxLength: 20, examples: ['492039'] }) }),
  Strict({ recoveryCode: Type.String({ minLength: 6, maxLength: 40, examples: ['k7d2m-9xq4t'] }) }),
  Strict({ passkey: PasskeyAnswer }),
]);
export type Proof = Type.Static<typeof Proof>;
