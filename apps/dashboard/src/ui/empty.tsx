import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  /** Button for what to do about it; nothing if the text beside it names that, or nothing is to be done. */
  action: ReactNode;
  /** Less room, for panels. */
  compact?: boolean;
}

/** Shows why a place is empty, or what to do about it. Plain CSS: it is part of the app shell. */
export function EmptyState({ icon: Icon, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-compact={compact || undefined}>
      <div className={styles.icon}>
        <Icon size={compact ? 22 : 28} strokeWidth={1.5} aria-hidden />
      </div>
      <div className={styles.title}>{title}</div>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
