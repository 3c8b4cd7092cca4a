import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useAuth } from '../auth/auth.tsx';
import { accessWords } from '../i18n/en/access.ts';
import { useByNow } from '../ui/clock.ts';
import { dayName } from '../ui/times.ts';
import styles from './layout.module.css';

/** Shows the day until which the user has to set up a second factor; until then everything stays open. */
export function DueBanner() {
  const due = useAuth().user?.secondFactorDue;
  const day = useByNow((now) => (due ? dayName(due, now) : null));
  if (day === null) return null;
  return (
    <div role="status" className={styles.banner}>
      <ShieldAlert size={15} aria-hidden />
      {accessWords('due', { day })}
      <Link to="/settings?tab=sign-in">{accessWords('setUp')}</Link>
    </div>
  );
}
