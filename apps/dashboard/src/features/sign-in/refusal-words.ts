import { type SignInRefusal, signInRefusals } from '@parley/contracts/identity-providers';
import { ssoSignInWords } from '../../i18n/en/ssosignin.ts';

/** What is said of each. */
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

/** Why a sign-in service’s answer was not taken; null for what is no reason. */
export const refusalWords = (reason: string): string | null =>
  isRefusal(reason) ? ssoSignInWords(reasons[reason]) : null;
