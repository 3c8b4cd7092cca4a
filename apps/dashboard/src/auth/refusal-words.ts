import { type SignInRefusal, signInRefusals } from '@parley/contracts/users/identity-providers';
import { ssoSignInWords } from '../i18n/en/ssosignin.ts';

/** Message key for each reason. */
const reasons = {
  expired: 'expired',
  cancelled: 'cancelled',
  untrusted: 'untrusted',
  unavailable: 'unavailable',
  unproven: 'unproven',
  domain: 'domain',
  bound: 'bound',
  deactivated: 'deactivated',
  not_again: 'notAgain',
  unconnected: 'unconnected',
  unconfirmed: 'unconfirmed',
} as const satisfies Record<SignInRefusal, string>;

const isRefusal = (word: string): word is SignInRefusal => signInRefusals.some((reason) => reason === word);

/** Returns why a sign-in service’s answer was refused; null for an unknown reason. */
export const refusalWords = (reason: string): string | null =>
  isRefusal(reason) ? ssoSignInWords(reasons[reason]) : null;
