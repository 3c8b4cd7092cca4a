/** Unread is each person's own. */
import * as Type from 'typebox';
import { Id } from '../schema.ts';

const Count = Type.Integer({ minimum: 0 });

/** Unread messages of one conversation for all users: every user gets the same frame. */
export const UnreadByUser = Type.Object({
  /** Users who have opened it; at least 1 unread for a user who marked it unread. */
  readers: Type.Array(Type.Object({ userId: Id, unreadCount: Count })),
  /** Count for all others. Users with accounts newer than the last activity use the conversation's `unreadCount`. */
  others: Count,
});
export type UnreadByUser = Type.Static<typeof UnreadByUser>;

/**
 * Returns the number of unread messages for a user. If the user never opened the conversation and it had no activity
 * since their account began, that is the conversation's own `unreadCount`: what nobody of the team has read.
 */
export function unreadCountFor(
  { readers, others }: UnreadByUser,
  { updatedAt, unreadCount }: { updatedAt: string; unreadCount: number },
  user: { id: string; createdAt: string },
): number {
  const own = readers.find(({ userId }) => userId === user.id);
  if (own) return own.unreadCount;
  return Date.parse(updatedAt) < Date.parse(user.createdAt) ? unreadCount : others;
}
