/** Canned replies of imports. */
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import type { Transaction } from '../database.ts';

/** Adds a reply that all share; undefined if another one has its shortcut. */
export async function insertImportedReply(
  db: Transaction,
  { name, shortcut, text }: Pick<CannedReply, 'name' | 'shortcut' | 'text'>,
  createdBy: string | null,
): Promise<string | undefined> {
  const row = await db
    .insertInto('cannedReplies')
    .values({ ownerId: null, teamId: null, name, shortcut, text, createdBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
