import type { SignInRefusal } from '@parley/contracts/users/identity-providers';

/** Provider's subject with the address of an account, until its person has proved to be the account's owner. */
export interface PendingIdentity {
  providerId: string;
  subject: string;
  userId: string;
  /** Until when, in milliseconds. */
  until: number;
}

/** Reason why a sign-in through a provider was refused, as a code that the sign-in page can show. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  /** True if a signed-in user was to prove their identity again. */
  isProof = false;
  /** Provider identity that is connected when the account's owner signs in. */
  pending: PendingIdentity | undefined;

  constructor(reason: SignInRefusal, options: { cause?: unknown } = {}) {
    super(`Not signed in: ${reason}`, options);
    this.reason = reason;
  }
}
