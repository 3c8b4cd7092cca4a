import { Box, Center, Spinner } from '@chakra-ui/react';
import { backOff } from '@parley/client/back-off';
import { Suspense, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useAuth } from '../auth/auth.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { FullPageSpinner } from '../loading/full-page-spinner.tsx';
import { part } from '../loading/part.tsx';
import { ui } from '../i18n/en/ui.ts';

/** Frame of every screen but the sign-in page. */
export const signedIn = part(() => import('../layout/signed-in.tsx'));
const enrol = part(() => import('../pages/enrol-page.tsx'));

/** Shows a spinner while the current user loads, the sign-in page without one, otherwise the screens. */
export function Guard() {
  const { user, logout } = useAuth();
  const { pathname, search } = useLocation();
  // After a logout there is no page to return to; otherwise the sign-in leads back, to the link of a mail for example.
  const state = logout.isIdle ? { from: pathname + search } : null;
  if (user === null) return <Navigate to="/auth" replace state={state} />;
  // Until it is set up everything else is refused.
  if (user?.secondFactorDue && Date.parse(user.secondFactorDue) <= Date.now())
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <enrol.Part />
      </Suspense>
    );
  if (user)
    return (
      <Suspense fallback={<FullPageSpinner />}>
        {/* Another user, signed in in another tab, finds nothing that the one before had open. */}
        <signedIn.Part key={user.id} />
      </Suspense>
    );
  return <Loading />;
}

/** Shown until the server has answered. There is no live channel yet that would notice that it is back. */
function Loading() {
  const { error, failures, retry } = useAuth();
  // Words that came and went with every attempt would be read out each time.
  const [failure, setFailure] = useState(error);
  if (error && error !== failure) setFailure(error);
  const ask = useEffectEvent(retry);

  // Runs with the render of the text: an event between that and a later effect would be missed.
  useLayoutEffect(() => {
    if (!error) return undefined;
    const pause = setTimeout(() => ask(), backOff(failures));
    const look = () => document.visibilityState === 'visible' && ask();
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(pause);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [error, failures]);

  if (!failure) return <FullPageSpinner />;
  return (
    <Center flexDirection="column" height="100%">
      <FailedState compact error={failure} retry={retry} />
      <Box display="flex" alignItems="center" gap="2" minH="6" color="fg.muted" fontSize="sm">
        {ui('triedByItself')}
        {!error && <Spinner size="xs" aria-label={ui('loading')} />}
      </Box>
    </Center>
  );
}
