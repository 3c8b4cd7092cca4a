import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './back-link.module.css';

/** Above what belongs to a screen without standing in the navigation: the way back to that screen. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <ArrowLeft size={16} aria-hidden /> {children}
    </Link>
  );
}
