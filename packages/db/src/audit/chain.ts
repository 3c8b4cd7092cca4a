import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { JsonObject } from '../tables/work.ts';

/** An end of the chain: its first entry follows the anchor, its last entry is the head. */
export interface ChainEnd {
  place: 'anchor' | 'head';
  no: number;
  hash: string;
  /** When this chain was begun. */
  begunAt: Date;
  signature: string;
  updatedAt: Date;
}

/** An entry with all that its hash is over. */
export interface AuditRow {
  id: string;
  at: Date;
  actorId: string | null;
  actorName: string | null;
  action: string;
  subjectType: string | null;
  subjectId: string | null;
  details: JsonObject;
  address: string | null;
}

export interface ChainedRow extends AuditRow {
  chainNo: number;
  hash: string;
}

const columns = [
  'id',
  'at',
  'actorId',
  'actorName',
  'action',
  'subjectType',
  'subjectId',
  'details',
  'address',
] as const;

const chainLock = 7_461_200_036;

/** Locks the chain until the transaction ends. Returns false if another transaction holds the lock. */
export async function lockChain(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${chainLock}) as locked`.execute(transaction);
  return rows[0]?.locked === true;
}

/** Reads the stored ends of the chain: the entry before its first, and its last. */
export async function readChainEnds(db: Database): Promise<{ anchor?: ChainEnd; head?: ChainEnd }> {
  const ends = await db.selectFrom('auditChain').selectAll().execute();
  return Object.fromEntries(ends.map((end) => [end.place, end]));
}

/** Stores one end of the chain, replacing the former. */
export async function writeChainEnd(db: Database, end: Omit<ChainEnd, 'updatedAt'>): Promise<void> {
  await db
    .insertInto('auditChain')
    .values(end)
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ ...end, updatedAt: sql<Date>`now()` }))
    .execute();
}

/** The largest number that any entry has. */
export async function lastChainNo(db: Database): Promise<number> {
  const row = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.max<number | null>('chainNo').as('no'))
    .executeTakeFirstOrThrow();
  return row.no ?? 0;
}

/** The oldest entries that are in no chain yet. */
export async function unchainedEntries(db: Database, limit: number): Promise<AuditRow[]> {
  return db.selectFrom('auditLog').select(columns).where('chainNo', 'is', null).orderBy('id').limit(limit).execute();
}

/** Returns the number of entries made before `before` that are in no chain. */
export async function countUnchained(db: Database, before: Date): Promise<number> {
  const row = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chainNo', 'is', null)
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Writes the numbers and hashes of entries that join the chain. */
export async function chainEntries(
  db: Database,
  entries: readonly { id: string; chainNo: number; hash: string }[],
): Promise<void> {
  await sql`
    update audit_log set chain_no = given.no, hash = given.hash
    from unnest(
      ${entries.map(({ id }) => id)}::uuid[],
      ${entries.map(({ chainNo }) => chainNo)}::bigint[],
      ${entries.map(({ hash }) => hash)}::text[]
    ) as given (id, no, hash)
    where audit_log.id = given.id
  `.execute(db);
}

/** Returns the entries after number `after`, in the order of the chain. */
export async function chainedEntries(db: Database, after: number, limit: number): Promise<ChainedRow[]> {
  const rows = await db
    .selectFrom('auditLog')
    .select([...columns, 'chainNo', 'hash'])
    .where('chainNo', '>', after)
    .orderBy('chainNo')
    .limit(limit)
    .execute();
  return rows.map(({ chainNo, hash, ...row }) => ({ ...row, chainNo: chainNo ?? 0, hash: hash ?? '' }));
}

/** The number before that of the first entry made since `since`; undefined where there is none since. */
export async function chainNoBefore(db: Database, since: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.min<number | null>('chainNo').as('no'))
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.no === null ? undefined : row.no - 1;
}

/** Removes entries up to a number; answers how many. */
export async function deleteChainedUpTo(db: Database, no: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('auditLog').where('chainNo', '<=', no).executeTakeFirst();
  return Number(numDeletedRows);
}
