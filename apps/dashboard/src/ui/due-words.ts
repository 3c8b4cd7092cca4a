import type { DueKind } from '@parley/contracts/sla/due-kinds';
import { labels } from '../i18n/en/labels.ts';

const names = {
  first_response: 'firstResponse',
  next_response: 'nextResponse',
  resolution: 'resolution',
  promise: 'promise',
} as const satisfies Record<DueKind, string>;

/** Returns the name of what a conversation is due for. */
export const dueName = (kind: DueKind): string => labels(names[kind]);
