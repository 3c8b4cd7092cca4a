/** Unread is each person's own. */
import * as Type from 'typebox';
import { Id } from './schema.ts';

const Count = Type.Integer({ minimum: 0 });

/** What of one conversation is unread, for everybody of the team: a frame goes to all of them alike. */
export const UnreadByPerson = Type.Object({
  /** Of those who have opened it; at least 1 for who has marked it unread. */
  readers: Type.Array(Type.Object({ userId: Id, unreadCount: Count })),
  /** Of everybody else, but for those whose account began after the last activity: they go by what the team has read. */
  others: Count,
});
export type UnreadByPerson = Type.Static<typeof UnreadByPerson>;

/**
 * What somebody has not read. Who has not opened a conversation that rested since before their account began goes by what
 * the team has read, which is the `unreadCount` of a conversation as everybody is told of it.
 */
export function unreadCountFor(
  { readers, others }: UnreadByPerson,
  { updatedAt, unreadCount }: { updatedAt: string; unreadCount: number },
  user: { id: string; createdAt: string },
): number {
  const own = readers.find(({ userId }) => userId === user.id);
  if (own) return own.unreadCount;
  return Date.parse(updatedAt) < Date.parse(user.createdAt) ? unreadCount : others;
}
