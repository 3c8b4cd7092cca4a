import { listDeliveries } from '@parley/contracts/routes/integrations';
import type { LucideIcon } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import styles from './integrations.module.css';

export interface IntegrationCardProps {
  name: string;
  icon: LucideIcon;
  /** Name that its deliveries are listed under. */
  channel: string;
  isEnabled: boolean;
  /** Whether it does nothing, because a setting is missing. */
  isIncomplete?: boolean;
  /** Shown while it is enabled, in place of that word. */
  state?: { tone: TagTone; words: string };
}

/** An integration's state at a glance, on the tab that leads to it. */
export function IntegrationCard({
  name,
  icon: Icon,
  channel,
  isEnabled,
  isIncomplete = false,
  state,
}: IntegrationCardProps) {
  const dead = useRead(listDeliveries, { query: { status: 'dead', limit: 200 } });
  const failures = dead.data?.filter((delivery) => delivery.channel === channel).length ?? 0;
  return (
    <span className={styles.card}>
      <Icon className={styles.cardIcon} size={20} strokeWidth={1.7} aria-hidden />
      <span className={styles.cardName}>{name}</span>
      {failures === 0 && isEnabled && state ? (
        <Tag tone={state.tone}>{state.words}</Tag>
      ) : (
        <Tag tone={failures > 0 ? 'red' : !isEnabled ? 'neutral' : isIncomplete ? 'amber' : 'green'}>
          {failures > 0
            ? integrationWords('failures', { count: failures })
            : integrationWords(!isEnabled ? 'disabled' : isIncomplete ? 'incomplete' : 'enabled')}
        </Tag>
      )}
    </span>
  );
}
