import type { SignInMethod } from '@parley/contracts/users/sign-in';
import { accessWords } from '../../i18n/en/access.ts';

const names = {
  password: 'password_',
  passkey: 'passkey_',
  oidc: 'oidc_',
  registration: 'registration_',
  invitation: 'invitation_',
  reset: 'reset_',
} as const satisfies Record<SignInMethod, string>;

/** Returns how a user signed in, in words. */
export const signInMethodName = (method: SignInMethod): string => accessWords(names[method]);
