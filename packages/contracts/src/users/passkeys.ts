/** Messages between servers and authenticators, in the JSON of https://www.w3.org/TR/webauthn-3/ */
import * as Type from 'typebox';
import { OneOf, Strict } from '../schema.ts';

const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const CredentialId = Base64Url(1_400);
const Credential = Type.Object({
  id: CredentialId,
  type: Type.Literal('public-key'),
  transports: Type.Array(Type.String()),
});

/** For `navigator.credentials.get`, in the JSON of https://www.w3.org/TR/webauthn-3/ */
export const PasskeyRequest = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: OneOf(['required', 'preferred']),
    allowCredentials: Type.Array(Credential),
  },
  { $id: 'PasskeyRequest' },
);
export type PasskeyRequest = Type.Static<typeof PasskeyRequest>;

/** For `navigator.credentials.create`. */
export const PasskeyCreation = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(Credential),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('preferred'),
      requireResidentKey: Type.Literal(false),
      userVerification: Type.Literal('preferred'),
    }),
  },
  { $id: 'PasskeyCreation' },
);
export type PasskeyCreation = Type.Static<typeof PasskeyCreation>;

const answered = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(OneOf(['platform', 'cross-platform'])),
};

/** Result of `navigator.credentials.get`. */
export const PasskeyAnswer = Strict({
  ...answered,
  response: Strict({
    clientDataJSON: Base64Url(4_000),
    authenticatorData: Base64Url(4_000),
    signature: Base64Url(8_000),
    userHandle: Type.Optional(Type.String({ maxLength: 200 })),
  }),
});
export type PasskeyAnswer = Type.Static<typeof PasskeyAnswer>;

/** Result of `navigator.credentials.create`. */
export const PasskeyCreated = Strict({
  ...answered,
  response: Strict({
    clientDataJSON: Base64Url(4_000),
    attestationObject: Base64Url(20_000),
    transports: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 }),
  }),
});
export type PasskeyCreated = Type.Static<typeof PasskeyCreated>;
