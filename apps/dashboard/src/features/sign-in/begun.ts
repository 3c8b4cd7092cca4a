import { isReturnPath } from '@parley/contracts/users/identity-providers';
import { secondStep } from '@parley/contracts/routes/sign-in';
import type { SecondStep } from '@parley/contracts/users/sign-in';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { ssoSignInWords } from '../../i18n/en/ssosignin.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Goes on with what an identity provider began and the account asks a second step for. */
export function useBegunSignIn(isBegun: boolean, goOn: (answer: SecondStep) => void): void {
  const ask = useEffectEvent(() => {
    call(secondStep, {}).then(
      (answer) => answer.secondStep.length > 0 && goOn(answer),
      (error: unknown) => toastFailure(error, ssoSignInWords('failed')),
    );
  });
  useEffect(() => {
    if (isBegun) ask();
  }, [isBegun]);
}

/** Returns the dashboard path to return to after a sign-in service; null if there is none. */
export function returnPathIn(query: URLSearchParams): string | null {
  const path = query.get('to');
  return path !== null && isReturnPath(path) ? path : null;
}
