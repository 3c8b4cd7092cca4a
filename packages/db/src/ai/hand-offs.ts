import type { HandOffPacket } from '@parley/contracts/hand-off-packet';
import type { Database } from '../database.ts';

export interface StoredHandOff {
  packet: HandOffPacket;
  updatedAt: Date;
}

/** What was last passed on with a conversation, or undefined. */
export async function findHandOff(db: Database, conversationId: string): Promise<StoredHandOff | undefined> {
  return db
    .selectFrom('handOffs')
    .select(['packet', 'updatedAt'])
    .where('conversationId', '=', conversationId)
    .executeTakeFirst();
}

/** Keeps what is passed on, in the place of what was passed on before. */
export async function saveHandOff(db: Database, conversationId: string, packet: HandOffPacket): Promise<void> {
  const value = { packet: JSON.stringify(packet), updatedAt: new Date() };
  await db
    .insertInto('handOffs')
    .values({ conversationId, ...value })
    .onConflict((conflict) => conflict.column('conversationId').doUpdateSet(value))
    .execute();
}
