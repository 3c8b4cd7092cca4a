import { Box } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { useAuth } from '../auth/auth.tsx';
import { LiveProvider } from '../live/live.tsx';
import { FailedState } from '../ui/empty-state.tsx';
import { FullPageSpinner } from './full-page-spinner.tsx';

const Layout = lazy(() => import('./layout/layout.tsx'));

/** Shows a spinner while the current user loads, the sign-in page to nobody, the screens to everybody else. */
export function Guard() {
  const { user, error, retry } = useAuth();
  if (user === null) return <Navigate to="/auth" replace />;
  if (user)
    return (
      <LiveProvider>
        <Suspense fallback={<FullPageSpinner />}>
          <Layout />
        </Suspense>
      </LiveProvider>
    );
  if (error)
    return (
      <Box height="100%">
        <FailedState error={error} retry={retry} />
      </Box>
    );
  return <FullPageSpinner />;
}
