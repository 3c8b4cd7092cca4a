/** Filters of the lists that the overview's numbers lead to: each lists what its number counts. */
import type { Filter } from '../filter/filter.ts';

/** Snoozed conversations that come back before the day ends. */
export const dueBefore = (dayEnd: string): Filter => ({ field: 'snoozedUntil', op: 'before', value: dayEnd });

/** Returns what happened after an instant, and before another if one is given. */
const during = (field: 'createdAt' | 'closedAt', after: string, before?: string): Filter => {
  const since: Filter = { field, op: 'after', value: after };
  return before === undefined ? since : { all: [since, { field, op: 'before', value: before }] };
};

/** Conversations that began in a time. */
export const begunIn = (after: string, before?: string): Filter => during('createdAt', after, before);

/** Conversations that were closed in a time and are still closed. */
export const closedIn = (after: string, before?: string): Filter => during('closedAt', after, before);

/** Open conversations of a representative, without snoozed ones. */
export const openOf = (userId: string): Filter => ({
  all: [
    { field: 'assignee', op: 'is', value: userId },
    { field: 'status', op: 'in', value: ['active', 'waiting'] },
    { field: 'snoozed', op: 'is', value: false },
  ],
});

/** A representative's conversations; in the inbox of waiting ones, these wait. */
export const assignedTo = (userId: string): Filter => ({ field: 'assignee', op: 'is', value: userId });
