import type { ReactNode } from 'react';
import styles from './tag.module.css';
import { ui } from '../i18n/en/ui.ts';

export type TagTone = 'neutral' | 'plain' | 'green' | 'yellow' | 'amber' | 'strong' | 'outline' | 'red';

/** Small word on a quiet background. It uses plain CSS: hundreds are on screen while the user types. */
export function Tag({ tone = 'neutral', title, children }: { tone?: TagTone; title?: string; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

const statusTones = { active: 'green', waiting: 'yellow', closed: 'neutral' } as const;

interface StatusTagProps {
  status: keyof typeof statusTones;
  /** Waiting time, in words. */
  since?: string | undefined;
  /** Without a background, for lists: only waiting customers stand out. */
  quiet?: boolean;
  title?: string | undefined;
  /** Urgency of the waiting: from 15 minutes, and from an hour on, shown by a sign beside the colour. */
  urgency?: 'none' | 'long' | 'too-long';
}

const urgencies = { none: null, long: { tone: 'amber', sign: '!' }, 'too-long': { tone: 'red', sign: '!!' } } as const;

/** Active green, waiting yellow, closed grey (docs/product.md#statuses-and-modes). */
export function StatusTag({ status, since, quiet = false, title, urgency = 'none' }: StatusTagProps) {
  const urgent = urgencies[urgency];
  const tone = quiet && status !== 'waiting' ? 'plain' : statusTones[status];
  return (
    <Tag tone={urgent?.tone ?? tone} {...(title && { title })}>
      {urgent && <span aria-hidden>{urgent.sign} </span>}
      {since ? <span>{ui(status)}</span> : ui(status)}
      {since && ` ${since}`}
    </Tag>
  );
}

/** Status as a dot; a StatusTag with the word is shown beside it. */
export function StatusDot({ status }: { status: 'active' | 'waiting' | 'closed' | 'online' | 'busy' | 'offline' }) {
  return <span className={styles.dot} data-status={status} aria-hidden />;
}
