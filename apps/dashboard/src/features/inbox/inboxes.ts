import { type InboxName, inboxNames, teamInbox, teamOfInbox } from '@parley/contracts/conversations/inboxes';
import type { Team } from '@parley/contracts/permissions/roles';
import { blockWords } from '../../i18n/en/block.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import type { InboxFilter } from './filters.ts';

/** Inboxes in the order of the work: the first four are always in view. */
export const firstInboxes = ['open', 'mine', 'unassigned', 'waiting'] as const satisfies InboxFilter[];
export const laterInboxes = ['due', 'snoozed', 'following', 'all', 'closed', 'spam'] as const satisfies InboxFilter[];

/** A list that everybody has. */
export type NamedList = InboxName | 'spam';

export const isNamed = (filter: InboxFilter): filter is NamedList =>
  filter === 'spam' || inboxNames.some((name) => name === filter);

/** Returns the label of a list; a team's is its name. */
export function inboxLabel(filter: InboxFilter, teams: readonly Team[]): string {
  if (filter === 'spam') return blockWords('spamList');
  if (isNamed(filter)) return inbox(filter);
  return teams.find(({ id }) => id === teamOfInbox(filter))?.name ?? inbox('team');
}

export const teamInboxes = (teams: readonly Team[]): InboxFilter[] => teams.map(({ id }) => teamInbox(id));
