import type { SignInRefusal } from '@parley/contracts/identity-providers';

/** Why somebody who came back from a provider is not signed in, in a word that the sign-in page knows. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  /** Of somebody who was to prove again who they are. */
  isProof = false;

  constructor(reason: SignInRefusal, options: { cause?: unknown } = {}) {
    super(`Not signed in: ${reason}`, options);
    this.reason = reason;
  }
}
