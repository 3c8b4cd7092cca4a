/** Built-in lists of conversations, each described by the filter that it shows and counts. */
import type { Filter } from '../filter/filter.ts';

/** Open conversations that still need a reply, a close or a wait, without snoozed ones. */
const isOpen: Filter[] = [
  { field: 'status', op: 'in', value: ['active', 'waiting'] },
  { field: 'snoozed', op: 'is', value: false },
];

/**
 * Conditions of each inbox: `anyway` also applies to a search in it, which finds snoozed and closed conversations.
 * `open` is what a representative works through: their own conversations and those of nobody.
 * In `due`, three quarters of the time for a target have passed, or all of it.
 */
const conditions = {
  open: { anyway: null, unlessSearched: [...isOpen, { field: 'assignee', op: 'in', value: ['me', 'nobody'] }] },
  mine: { anyway: { field: 'assignee', op: 'is', value: 'me' }, unlessSearched: isOpen },
  unassigned: { anyway: { field: 'assignee', op: 'is', value: 'nobody' }, unlessSearched: isOpen },
  waiting: {
    anyway: { field: 'status', op: 'is', value: 'waiting' },
    unlessSearched: [{ field: 'snoozed', op: 'is', value: false }],
  },
  due: { anyway: { field: 'dueSoonAt', op: 'older_than', value: 'PT0M' }, unlessSearched: isOpen },
  snoozed: { anyway: { field: 'snoozed', op: 'is', value: true }, unlessSearched: [] },
  following: { anyway: { field: 'following', op: 'is', value: true }, unlessSearched: [] },
  all: { anyway: null, unlessSearched: [] },
  closed: { anyway: { field: 'status', op: 'is', value: 'closed' }, unlessSearched: [] },
} satisfies Record<string, { anyway: Filter | null; unlessSearched: Filter[] }>;

export type InboxName = keyof typeof conditions;
/** `team:` and the ID of a team: its open conversations. */
export type TeamInbox = `team:${string}`;
export type Inbox = InboxName | TeamInbox;

export const inboxNames = Object.keys(conditions) as InboxName[];
/** Inboxes that are counted; the others hold nearly everything. */
export const countedInboxes = [
  'open',
  'mine',
  'unassigned',
  'waiting',
  'due',
  'snoozed',
] as const satisfies InboxName[];

export const teamInbox = (teamId: string): TeamInbox => `team:${teamId}`;

/** Returns the ID of the team that the inbox belongs to; undefined for other inboxes. */
export const teamOfInbox = (inbox: string): string | undefined => /^team:(.+)$/.exec(inbox)?.[1];

/** Whether a text names an inbox: a built-in one, or a team's. */
export const isInbox = (text: string): text is Inbox =>
  Object.hasOwn(conditions, text) || teamOfInbox(text) !== undefined;

const conditionsOf = (inbox: Inbox): { anyway: Filter | null; unlessSearched: readonly Filter[] } =>
  inbox in conditions
    ? conditions[inbox as InboxName]
    : { anyway: { field: 'team', op: 'is', value: teamOfInbox(inbox) ?? '' }, unlessSearched: isOpen };

/** Returns the filter of an inbox; null where it holds every conversation. */
export function inboxFilter(inbox: Inbox, isSearched = false): Filter | null {
  const { anyway, unlessSearched } = conditionsOf(inbox);
  const parts = [...(anyway ? [anyway] : []), ...(isSearched ? [] : unlessSearched)];
  const [only] = parts;
  return only ? (parts.length === 1 ? only : { all: parts }) : null;
}
