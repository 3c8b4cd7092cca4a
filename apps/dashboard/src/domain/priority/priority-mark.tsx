import type { Priority } from '@parley/contracts/conversations/conversation-fields';
import { ChevronDown, ChevronsUp, ChevronUp, Minus } from 'lucide-react';
import { labels } from '../../i18n/en/labels.ts';
import { priorityName } from '../../ui/priority-words.ts';
import styles from './priority.module.css';

const icons = { urgent: ChevronsUp, high: ChevronUp, normal: Minus, low: ChevronDown } as const;

/** A priority as a sign of its own shape, with words for who can't see it or doesn't know it. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const Icon = icons[priority];
  const words = labels('priorityIs', { priority: priorityName(priority) });
  return (
    <span className={styles.mark} data-priority={priority} role="img" aria-label={words} title={words}>
      <Icon size={15} aria-hidden />
    </span>
  );
}
