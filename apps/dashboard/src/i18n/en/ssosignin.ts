import { catalogue } from '../catalogue.ts';

/** Signing in by an identity provider. */
export const ssoSignInWords = catalogue('ssosignin', {
  continueWith: 'Continue with {name}',
  going: 'Going to {name}…',
  or: 'or',
  failed: 'Not signed in',
  expired: 'This sign-in took too long, or was used already. Start again.',
  cancelled: 'The sign-in was cancelled there.',
  untrusted:
    'The answer of the sign-in service could not be trusted. Try again, and tell an administrator if it stays so.',
  unavailable: 'The sign-in service can’t be reached right now. Try again in a moment.',
  unproven: 'The sign-in service has not confirmed your email address.',
  domain: 'Nobody with an address at this domain may join by this service. Ask an administrator.',
  bound: 'Your account is connected with another identity of this service. Ask an administrator.',
  deactivated: 'Your account is deactivated.',
  unconnected:
    'An account with your address exists already. Sign in to it here once, within ten minutes, to connect it with the sign-in service.',
  unconfirmed:
    'An account with your address exists, but nobody has confirmed that the address is theirs. Ask an administrator.',
  notAgain: 'The sign-in service did not ask you to sign in again. Sign out there first.',
});
