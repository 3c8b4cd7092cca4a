import type { SignInRefusal } from '@parley/contracts/identity-providers';

/** A subject of a provider whose address is that of an account, until its person has proved to be the same. */
export interface PendingIdentity {
  providerId: string;
  subject: string;
  userId: string;
  /** Until when, in milliseconds. */
  until: number;
}

/** Why somebody who came back from a provider is not signed in, in a word that the sign-in page knows. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  /** Of somebody who was to prove again who they are. */
  isProof = false;
  /** Whom a sign-in to the account of this person connects with the provider. */
  pending: PendingIdentity | undefined;

  constructor(reason: SignInRefusal, options: { cause?: unknown } = {}) {
    super(`Not signed in: ${reason}`, options);
    this.reason = reason;
  }
}
