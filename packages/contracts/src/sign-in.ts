/** How people sign in, and what their session knows of it. */
import * as Type from 'typebox';
import { User } from './entities.ts';
import { OneOf, Timestamp } from './schema.ts';

/** What a session began with. */
export const signInMethods = ['password', 'passkey', 'oidc', 'registration', 'invitation', 'reset'] as const;
export const SignInMethod = OneOf(signInMethods);
export type SignInMethod = (typeof signInMethods)[number];

/** What a session remembers of its beginning; one from before this was written down has none of it. */
export interface SignInRecord {
  method: SignInMethod;
  /** Epoch milliseconds. */
  signedInAt: number;
  /** When password, passkey or code were last asked for again and right, in epoch milliseconds. */
  factorAt?: number;
  /** The second factor was asked for by somebody who is trusted to. */
  factorAsked?: boolean;
  /** Where the sign-in came from. */
  address: string;
  /** The browser's own words for itself, cut. */
  agent: string;
}

/** What a second step can be done with. */
export const secondStepKinds = ['passkey', 'totp', 'recovery'] as const;
export type SecondStepKind = (typeof secondStepKinds)[number];

/** A right password was not all: nobody is signed in before one of these. Empty where nothing was begun. */
export const SecondStep = Type.Object({ secondStep: Type.Array(OneOf(secondStepKinds)) }, { $id: 'SecondStep' });
export type SecondStep = Type.Static<typeof SecondStep>;

/** Who is signed in. */
export const SignedInUser = Type.Object(
  {
    ...User.properties,
    /** Until when they have to set up a second factor; from then on nothing else is open to them. */
    secondFactorDue: Type.Optional(Timestamp),
  },
  { $id: 'SignedInUser' },
);
export type SignedInUser = Type.Static<typeof SignedInUser>;
