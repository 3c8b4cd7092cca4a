import { AlarmClock } from 'lucide-react';
import { labels } from '../../i18n/en/labels.ts';
import { upcomingTime } from '../../ui/times.ts';

/** Marks a conversation as snoozed, with the time when that ends. */
export function SnoozeMark({ until }: { until: string }) {
  const words = labels('snoozedUntil', { time: upcomingTime(until) });
  return (
    <span role="img" aria-label={words} title={words}>
      <AlarmClock size={14} aria-hidden />
    </span>
  );
}
