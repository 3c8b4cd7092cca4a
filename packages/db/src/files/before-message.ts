/** Bytes of files by visitors without messages: anonymous visitors may store only a limited amount. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Its visitor has no conversation, so nothing brings it. */
export const isWaiting = sql<boolean>`files.visitor_id is not null and files.conversation_id is null
  and files.seq is null and files.source is null
  and not exists (select from conversations where conversations.visitor_id = files.visitor_id)`;

/** Bytes stored of a file. The pieces of a refused one are gone; of one that was taken back they go with the next sweep. */
const stored = sql`case when files.state = 'ready' then files.size
  when files.state = 'refused' and files.updated_at > '-infinity' then 0 else files.received end`;

/** Bytes that visitors who have not written yet may store. */
export interface WaitingLimits {
  ofNetwork: number;
  ofAll: number;
}

/** Returns how many bytes they have stored, from one network and altogether. */
export async function waitingBytes(
  db: Database,
  network: string | null,
  except: string | null = null,
): Promise<WaitingLimits> {
  const { rows } = await sql<{ ofNetwork: string; ofAll: string }>`
    select coalesce(sum(${stored}) filter (where files.network = ${network}), 0) as of_network,
      coalesce(sum(${stored}), 0) as of_all
    from files where ${isWaiting} and id is distinct from ${except}::uuid
  `.execute(db);
  const [sums] = rows;
  return { ofNetwork: Number(sums?.ofNetwork ?? 0), ofAll: Number(sums?.ofAll ?? 0) };
}

/**
 * Counts a file that is about to come as stored, where it fits with what is. Returns the limit that it would exceed, or
 * null where it fits, or its visitor has written.
 */
export async function reserveRoom(
  db: Database,
  id: string,
  limits: WaitingLimits,
): Promise<keyof WaitingLimits | null> {
  return db.transaction().execute(async (transaction) => {
    // Serializes the checks, so that two at once don't both count as the last that fits.
    await sql`select pg_advisory_xact_lock(hashtextextended('files that wait', 27))`.execute(transaction);
    const { rows } = await sql<{ size: string; network: string | null }>`
      select size, network from files where id = ${id} and state = 'receiving' and ${isWaiting}`.execute(transaction);
    const [file] = rows;
    if (!file) return null;
    const used = await waitingBytes(transaction, file.network, id);
    const size = Number(file.size);
    if (used.ofNetwork + size > limits.ofNetwork) return 'ofNetwork';
    if (used.ofAll + size > limits.ofAll) return 'ofAll';
    await sql`update files set received = size where id = ${id}`.execute(transaction);
    return null;
  });
}

/** Sets how many bytes of a file have come. */
export async function noteReceived(db: Database, id: string, bytes: number): Promise<void> {
  await sql`update files set received = ${bytes}::bigint where id = ${id} and visitor_id is not null`.execute(db);
}
