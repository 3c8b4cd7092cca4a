/** Promises to customers of when a person will answer. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface OpenPromise {
  conversationId: string;
  givenAt: Date;
  /** Time that the customer was told first, and last. */
  firstDueAt: Date;
  dueAt: Date;
  renewedAt: Date | null;
  /** First answer of a representative since. */
  answeredAt: Date | null;
}

const columns = sql`conversation_id, given_at, first_due_at, due_at, renewed_at, (
  select min(created_at) from messages where messages.conversation_id = promises.conversation_id
    and sender_type = 'representative' and created_at >= given_at) as answered_at`;

async function findOpen(db: Database, condition: RawBuilder<unknown>): Promise<OpenPromise[]> {
  const { rows } = await sql<OpenPromise>`
    select ${columns} from promises where ended_at is null and ${condition}`.execute(db);
  return rows;
}

/** Returns the open promises of conversations. */
export const openPromises = (db: Database, ids: readonly string[]): Promise<OpenPromise[]> =>
  findOpen(db, sql`conversation_id = any(${ids}::uuid[])`);

/** Returns open promises that have been renewed without the customer having been told. */
export const untoldPromises = (db: Database, limit: number): Promise<OpenPromise[]> =>
  findOpen(db, sql`renewed_at is not null and told_at is null limit ${limit}`);

/** Returns open promises that are overdue and can be renewed. */
export const overduePromises = (db: Database, limit: number): Promise<OpenPromise[]> =>
  findOpen(
    db,
    sql`renewed_at is null and due_at between now() - interval '1 hour' and now()
    order by due_at limit ${limit}`,
  );

/** Stores a promise, unless there is an open one. Returns the open one. */
export async function storePromise(
  db: Database,
  conversationId: string,
  dueAt: Date,
): Promise<OpenPromise | undefined> {
  await sql`
    with given as (
      insert into promises (conversation_id, due_at, first_due_at) values (${conversationId}, ${dueAt}, ${dueAt})
      on conflict do nothing returning conversation_id
    )
    update conversations set sla_stale = true from given where conversations.id = given.conversation_id
  `.execute(db);
  return (await openPromises(db, [conversationId]))[0];
}

/** Gives an open promise another time, once. Returns whether it did. */
export async function renewPromise(
  db: Database,
  { conversationId, givenAt }: OpenPromise,
  dueAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with renewed as (
      update promises set due_at = ${dueAt}, renewed_at = now()
      where conversation_id = ${conversationId} and given_at = ${givenAt} and renewed_at is null and ended_at is null
      returning conversation_id
    )
    update conversations set sla_stale = true from renewed where conversations.id = renewed.conversation_id
    returning conversations.id
  `.execute(db);
  return rows.length > 0;
}

/** Records that the customer has been told of the other time. */
export async function noteTold(db: Database, { conversationId, givenAt }: OpenPromise): Promise<void> {
  await sql`update promises set told_at = now()
    where conversation_id = ${conversationId} and given_at = ${givenAt}`.execute(db);
}

/** Ends an open promise: kept, broken, or neither. */
export async function endPromise(
  db: Database,
  { conversationId, givenAt }: OpenPromise,
  isKept: boolean | null,
): Promise<void> {
  await sql`update promises set ended_at = now(), is_kept = ${isKept}::boolean
    where conversation_id = ${conversationId} and given_at = ${givenAt} and ended_at is null`.execute(db);
}

/** Returns the number of promises that ended since then, and of those that were kept. */
export async function countPromises(
  db: Database,
  since: Date,
  within: RawBuilder<boolean> = sql`true`,
  until = new Date(),
): Promise<{ given: number; kept: number }> {
  const { rows } = await sql<{ given: number; kept: number }>`
    select count(*) as given, count(*) filter (where is_kept) as kept
    from promises join conversations on conversations.id = promises.conversation_id
    where ended_at >= ${since} and ended_at <= ${until} and is_kept is not null and ${within}
  `.execute(db);
  return rows[0] ?? { given: 0, kept: 0 };
}
