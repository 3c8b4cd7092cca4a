/** Stores the permissions to show pictures of other servers in emails of a conversation, or of a sender. */
import type { PicturesAllowed } from '@parley/contracts/entities';
import type { Database } from '../database.ts';

export type PicturesOf = { conversationId: string } | { sender: string };

/** Returns for what the pictures of an email are allowed, and by whom; null if they aren't. */
export async function findAllowedPictures(
  db: Database,
  { conversationId, sender }: { conversationId: string; sender: string | null },
): Promise<PicturesAllowed | null> {
  const row = await db
    .selectFrom('allowedPictures')
    .leftJoin('users', 'users.id', 'allowedPictures.allowedBy')
    .select(['allowedPictures.sender', 'users.name as by'])
    .where((eb) => eb.or([eb('conversationId', '=', conversationId), eb('sender', '=', sender ?? '')]))
    .orderBy('sender')
    .limit(1)
    .executeTakeFirst();
  return row ? { for: row.sender === null ? 'conversation' : 'sender', by: row.by } : null;
}

/** Allows the pictures; a second time changes nothing. */
export async function allowPictures(db: Database, of: PicturesOf, allowedBy: string): Promise<void> {
  await db
    .insertInto('allowedPictures')
    .values({ conversationId: null, sender: null, ...of, allowedBy })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Blocks the pictures again, for the conversation and for the sender. */
export async function blockPictures(
  db: Database,
  { conversationId, sender }: { conversationId: string; sender: string | null },
): Promise<void> {
  await db
    .deleteFrom('allowedPictures')
    .where((eb) => eb.or([eb('conversationId', '=', conversationId), eb('sender', '=', sender ?? '')]))
    .execute();
}
