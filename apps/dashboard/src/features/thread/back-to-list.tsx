import { IconButton } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

/** Links back to the list where list and thread are two steps. The thread's header contains it in every state. */
export function BackToList({ to }: { to: string }) {
  return (
    <IconButton asChild variant="ghost" size="sm" className={styles.back}>
      <Link to={to} aria-label={thread('backToList')}>
        <ArrowLeft size={18} aria-hidden />
      </Link>
    </IconButton>
  );
}
