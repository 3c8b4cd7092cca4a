import type { Priority } from '@parley/contracts/conversations/conversation-fields';
import { labels } from '../i18n/en/labels.ts';

const keys = { urgent: 'urgent', high: 'high', normal: 'normal', low: 'low' } as const satisfies Record<
  Priority,
  string
>;

export const priorityName = (priority: Priority): string => labels(keys[priority]);
