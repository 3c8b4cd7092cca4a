import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './back-link.module.css';

/** Links back to a screen, for pages that belong to it without being in the navigation. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <ArrowLeft size={16} aria-hidden /> {children}
    </Link>
  );
}
