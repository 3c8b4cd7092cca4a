import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import styles from './contacts.module.css';

/** The way back to the list of people. */
export function BackToContacts() {
  return (
    <Link className={styles.back} to="/contacts">
      <ArrowLeft size={16} aria-hidden /> {words('backToContacts')}
    </Link>
  );
}
