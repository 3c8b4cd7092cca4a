import type { ReactNode } from 'react';
import styles from './tag.module.css';
import { ui } from '../i18n/en/ui.ts';

export type TagTone = 'neutral' | 'plain' | 'green' | 'yellow' | 'amber' | 'strong' | 'outline' | 'red';

/** A small word on a quiet ground. Plain CSS: hundreds of them are on screen while somebody types. */
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
  /** How long somebody has been waiting, in words. */
  since?: string | undefined;
  /** Without a ground, for lists: only who waits stands out. */
  quiet?: boolean;
  title?: string | undefined;
  /** How urgent the waiting is: from 15 minutes, and from an hour on, said by a sign beside the colour. */
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

/** The same as a dot; a StatusTag with the word stands beside it. */
export function StatusDot({ status }: { status: 'active' | 'waiting' | 'closed' | 'online' | 'busy' | 'offline' }) {
  return <span className={styles.dot} data-status={status} aria-hidden />;
}
