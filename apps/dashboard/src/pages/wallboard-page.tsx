import { Navigate } from 'react-router-dom';
import { useMe } from '../auth/auth.tsx';
import { mayAlways } from '../auth/rights.ts';
import { Wallboard } from '../features/overview/wallboard.tsx';
import { ConnectionBanner } from '../layout/connection-banner.tsx';

/** /wallboard. */
export default function WallboardPage() {
  if (!mayAlways(useMe(), 'reports.read')) return <Navigate to="/" replace />;
  return <Wallboard connection={<ConnectionBanner />} />;
}
