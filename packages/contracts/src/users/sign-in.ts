/** Ways to sign in, and the record of them in sessions. */
import * as Type from 'typebox';
import { User } from '../entities.ts';
import { Rights } from '../permissions/rights.ts';
import { OneOf, Timestamp } from '../schema.ts';
import { signInMethods } from './sign-in-methods.ts';

export const SignInMethod = OneOf(signInMethods);
export type SignInMethod = (typeof signInMethods)[number];

/** Record of the sign-in that began a session; older sessions lack it. */
export interface SignInRecord {
  method: SignInMethod;
  /** Epoch milliseconds. */
  signedInAt: number;
  /** When password, passkey or code were last asked for again and right, in epoch milliseconds. */
  factorAt?: number;
  /** True if a trusted identity provider asked for the second factor. */
  factorAsked?: boolean;
  /** IP address of the sign-in. */
  address: string;
  /** The browser's own words for itself, cut. */
  agent: string;
}

/** Factors that complete the second step. */
export const secondStepKinds = ['passkey', 'totp', 'recovery'] as const;
export type SecondStepKind = (typeof secondStepKinds)[number];

/** A right password was not enough: one of these must follow. Empty if no sign-in was begun. */
export const SecondStep = Type.Object({ secondStep: Type.Array(OneOf(secondStepKinds)) }, { $id: 'SecondStep' });
export type SecondStep = Type.Static<typeof SecondStep>;

/** User who is signed in. */
export const SignedInUser = Type.Object(
  {
    ...User.properties,
    /** Until when they have to set up a second factor; from then on nothing else is open to them. */
    secondFactorDue: Type.Optional(Timestamp),
    /** Permissions and scope; absent from the response to a sign-in. */
    rights: Type.Optional(Rights),
  },
  { $id: 'SignedInUser' },
);
export type SignedInUser = Type.Static<typeof SignedInUser>;
