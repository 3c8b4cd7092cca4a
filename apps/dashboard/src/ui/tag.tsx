import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type TagTone = 'neutral' | 'green' | 'yellow' | 'strong' | 'outline' | 'red';

/** A small word on a quiet ground. Plain CSS: hundreds of them are on screen while somebody types. */
export function Tag({ tone = 'neutral', title, children }: { tone?: TagTone; title?: string; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

const statusTones = { active: 'green', waiting: 'yellow', closed: 'neutral' } as const;

/** Active green, waiting yellow, closed grey (docs/product.md#statuses-and-modes). */
export function StatusTag({ status }: { status: keyof typeof statusTones }) {
  return <Tag tone={statusTones[status]}>{status}</Tag>;
}

/** The same as a dot; a StatusTag with the word stands beside it. */
export function StatusDot({ status }: { status: 'active' | 'waiting' | 'closed' | 'online' | 'busy' | 'offline' }) {
  return <span className={styles.dot} data-status={status} aria-hidden />;
}
