import { catalogue } from '../catalogue.ts';

/** Signing in by an identity provider. */
export const ssoSignInWords = catalogue('ssosignin', {
  continueWith: 'Continue with {name}',
  going: 'Going to {name}…',
  or: 'or',
  failed: 'Not signed in',
  expired: 'This sign-in took too long or was already used. Start again.',
  cancelled: 'The sign-in was cancelled at the provider.',
  untrusted: 'The provider’s answer couldn’t be verified. Try again, and tell an admin if it happens again.',
  unavailable: 'The provider can’t be reached right now. Try again in a moment.',
  unproven: 'The provider hasn’t verified your email address.',
  domain: 'Addresses at this domain can’t sign in with this provider. Ask an admin.',
  bound: 'Your account is connected to another identity at this provider. Ask an admin.',
  deactivated: 'Your account is deactivated.',
  unconnected: 'An account with your address already exists. Sign in to it here once within ten minutes to connect it.',
  unconfirmed: 'An account with your address exists, but the address isn’t confirmed. Ask an admin.',
  notAgain: 'The provider didn’t ask you to sign in again. Sign out there first.',
});
