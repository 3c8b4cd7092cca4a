/** Whom a conversation can be given to. */
import type { Availability, Representative } from '@parley/contracts/entities';
import { common } from '../../i18n/en/common.ts';
import { ownership } from '../../i18n/en/ownership.ts';

const byAvailability: readonly Availability[] = ['online', 'busy', 'offline'];

/** The active accounts: who is online first, among them whoever has the least to do. */
export const assignable = (team: readonly Representative[] | undefined): readonly Representative[] =>
  (team ?? [])
    .filter(({ isActive = true }) => isActive)
    .toSorted(
      (one, other) =>
        byAvailability.indexOf(one.status) - byAvailability.indexOf(other.status) ||
        one.activeConversationCount - other.activeConversationCount ||
        one.name.localeCompare(other.name),
    );

/** "online · 3 open" */
export const loadWords = ({ status, activeConversationCount }: Representative): string =>
  ownership('load', { status: common(status), count: activeConversationCount });
