/** How people sign in, and what their session knows of it. */
import { OneOf } from './schema.ts';

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
  /** Where the sign-in came from. */
  address: string;
  /** The browser's own words for itself, cut. */
  agent: string;
}
