import type { HandOffPacket } from '@parley/contracts/assistant/hand-off-packet';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface StoredHandOff {
  packet: HandOffPacket;
  updatedAt: Date;
}

/** Returns the packet of the conversation's last hand-off, or undefined. */
export async function findHandOff(db: Database, conversationId: string): Promise<StoredHandOff | undefined> {
  const stored = await db
    .selectFrom('handOffs')
    .select(['packet', 'updatedAt'])
    .where('conversationId', '=', conversationId)
    .executeTakeFirst();
  return stored && { ...stored, packet: { ...defaults, ...stored.packet } };
}

/** Defaults for fields that older packets lack. */
const defaults = { identity: 'unknown', team: null } as const;

/** Keeps what is passed on, in the place of what was passed on before. */
export async function saveHandOff(db: Database, conversationId: string, packet: HandOffPacket): Promise<void> {
  const value = { packet: JSON.stringify(packet), updatedAt: new Date() };
  await db
    .insertInto('handOffs')
    .values({ conversationId, ...value })
    .onConflict((conflict) => conflict.column('conversationId').doUpdateSet(value))
    .execute();
}

/**
 * Stores whether the customer calls a fact (by its place) or their question (null) wrong. Undefined if there is no such
 * fact, or a concurrent update has removed it.
 */
export async function correctHandOff(
  db: Database,
  conversationId: string,
  fact: number | null,
  isWrong: boolean,
): Promise<StoredHandOff | undefined> {
  const path = fact === null ? '{isAskedWrong}' : `{facts,${fact},isWrong}`;
  const { rows } = await sql<StoredHandOff>`
    update hand_offs set packet = jsonb_set(packet, ${path}::text[], ${JSON.stringify(isWrong)}::jsonb, false), updated_at = now()
    where conversation_id = ${conversationId}::uuid and ${fact === null ? sql`true` : sql`packet #> ${`{facts,${fact}}`}::text[] is not null`}
    returning packet, updated_at
  `.execute(db);
  return rows[0];
}
